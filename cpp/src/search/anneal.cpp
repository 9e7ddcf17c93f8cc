#include "niwashi/search/anneal.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

namespace niwashi::search {

using namespace jardin;

namespace {

constexpr double hottest = 1.2;  // points
constexpr double coldest = 0.2;  // points
constexpr std::uint64_t steps_a_temperature = 1024;

Space random_space(Bitboard set, Rng& rng) {
    return nth_space(set, static_cast<int>(rng.below(static_cast<std::uint32_t>(count(set)))));
}

}  // namespace

Annealer::Annealer(const Position& start, std::vector<Roll> dice, std::uint64_t seed)
    : start_(start), dice_(std::move(dice)), rng_(seed, Stream::search) {
    const auto wanted = static_cast<std::size_t>(turns_left(start));
    if (dice_.size() != wanted) {
        throw std::invalid_argument("dice: " + std::to_string(dice_.size()) + " rolls, " +
                                    std::to_string(wanted) + " to come");
    }
    restart();
    best_ = current_;
}

int Annealer::turn_number(std::size_t turn) const {
    return turn_count - static_cast<int>(dice_.size()) + static_cast<int>(turn) + 1;
}

void Annealer::place(State& state, std::size_t turn, std::size_t slot, Space space) const {
    TurnPlan& plan = state.turns[turn];
    plan.spaces[slot] = static_cast<std::uint8_t>(space);
    state.garden[plan.decorations[slot]] |= bit(space);
    if (plan.decorations[slot] == Decoration::tree && turn_number(turn) >= first_late_turn) {
        state.garden.late_trees |= bit(space);
    }
}

void Annealer::lift(State& state, std::size_t turn, std::size_t slot) const {
    const TurnPlan& plan = state.turns[turn];
    const Bitboard kept = ~bit(plan.spaces[slot]);
    state.garden[plan.decorations[slot]] &= kept;
    state.garden.late_trees &= kept;
}

// A random game on the known dice: legal by construction, forced skips included.
void Annealer::restart() {
    Position position = start_;
    std::size_t turn = 0;
    while (!is_over(position)) {
        if (is_pond_decision(position)) {
            position = apply_unchecked(position, random_pond_move(position, rng_));
            continue;
        }
        const Move move = random_move(position, dice_[turn], rng_);
        TurnPlan& plan = current_.turns[turn++];
        plan = TurnPlan{};
        plan.kind = move.kind();
        if (move.kind() == MoveKind::draw || move.kind() == MoveKind::prune) {
            plan.size = move.kind() == MoveKind::draw ? 2 : 1;
            plan.location = static_cast<std::uint8_t>(move.location());
            plan.region = plan.size == 2 ? cross(move.location()) : whole_garden;
            plan.decorations = {move.first(), move.second()};
            plan.spaces = {static_cast<std::uint8_t>(move.first_space()),
                           static_cast<std::uint8_t>(move.second_space())};
        }
        position = apply_unchecked(position, move);
    }
    current_.garden = position;
    current_.score = score(position).total;
    steps_in_restart_ = 0;
}

bool Annealer::skips_are_legal(const State& state) const {
    Position position = start_;
    bool legal = true;
    for (std::size_t turn = 0; turn < dice_.size() && legal; ++turn) {
        const TurnPlan& plan = state.turns[turn];
        if (plan.kind == MoveKind::skip) legal = must_skip(position, dice_[turn]);
        if (plan.kind == MoveKind::prune) ++position.prunings;
        for (std::size_t slot = 0; slot < plan.size; ++slot) {
            position[plan.decorations[slot]] |= bit(plan.spaces[slot]);
        }
    }
    return legal;
}

bool Annealer::propose_pond(State& state) {
    const auto first = static_cast<std::uint32_t>(season(start_));
    const std::size_t slot = first + rng_.below(static_cast<std::uint32_t>(season_count) - first);
    Bitboard& pond = state.garden.ponds[slot];
    const Bitboard before = pond;
    pond = 0;
    const Bitboard allowed = pondable(state.garden.water());
    if (before == 0) {
        if (allowed == 0) return false;
        pond = bit(random_space(allowed, rng_));
        return true;
    }
    const std::uint32_t kind = rng_.below(16);
    Bitboard after = before;
    if (kind == 0) {  // dry up
        return true;
    }
    if (kind < 10) {  // grow, perhaps moving on
        const Bitboard shore = adjacent(before) & allowed & ~before;
        if (shore == 0) return false;
        after |= bit(random_space(shore, rng_));
    }
    if (kind >= 7) {  // shrink
        after &= ~bit(random_space(before, rng_));
    }
    if (after != 0 && !is_pond_shape(after)) return false;
    pond = after;
    return true;
}

// Moves one decoration, or exchanges it with another of the plan.
bool Annealer::propose_space(State& state) {
    if (dice_.empty()) return false;
    const std::size_t turn = rng_.below(static_cast<std::uint32_t>(dice_.size()));
    const TurnPlan& plan = state.turns[turn];
    if (plan.size == 0) return false;
    const std::size_t slot = plan.size == 2 ? rng_.below(2) : 0;
    const Space from = plan.spaces[slot];
    const Space to = random_space(plan.region, rng_);
    if (to == from || (start_.decorated() & bit(to)) != 0) return false;
    if ((state.garden.decorated() & bit(to)) == 0) {
        lift(state, turn, slot);
        place(state, turn, slot, to);
        return true;
    }
    for (std::size_t other = 0; other < dice_.size(); ++other) {
        const TurnPlan& other_plan = state.turns[other];
        for (std::size_t other_slot = 0; other_slot < other_plan.size; ++other_slot) {
            if (other_plan.spaces[other_slot] != to) continue;
            if ((other_plan.region & bit(from)) == 0) return false;
            lift(state, turn, slot);
            lift(state, other, other_slot);
            place(state, turn, slot, to);
            place(state, other, other_slot, from);
            return true;
        }
    }
    return false;
}

// Uses a roll in another way; decorations stay where they lie as far as the new region allows.
bool Annealer::propose_option(State& state) {
    if (dice_.empty()) return false;
    const std::size_t turn = rng_.below(static_cast<std::uint32_t>(dice_.size()));
    TurnPlan& plan = state.turns[turn];
    const TurnPlan before = plan;
    for (std::size_t slot = 0; slot < before.size; ++slot) lift(state, turn, slot);
    if (before.kind == MoveKind::prune) --state.garden.prunings;

    const Roll& roll = dice_[turn];
    const std::size_t die = rng_.below(3);
    const std::uint32_t kind = rng_.below(64);
    plan = TurnPlan{};
    if (kind == 0) {  // a forced skip, if it comes to that
        return state.garden.prunings >= max_prunings;
    }
    if (kind < 24) {
        if (state.garden.prunings >= max_prunings) return false;
        plan.kind = MoveKind::prune;
        plan.size = 1;
        plan.decorations[0] = roll.dice[die].decoration;
        plan.region = whole_garden;
        ++state.garden.prunings;
    } else {
        plan.kind = MoveKind::draw;
        plan.size = 2;
        plan.location = roll.dice[die].location;
        plan.decorations = {roll.dice[(die + 1) % 3].decoration,
                            roll.dice[(die + 2) % 3].decoration};
        plan.region = cross(plan.location);
    }
    const Bitboard open = state.garden.empty_spaces();
    Bitboard taken = 0;
    for (std::size_t slot = 0; slot < plan.size; ++slot) {
        Bitboard choice = plan.region & open & ~taken;
        if (choice == 0) return false;
        const Bitboard old = slot < before.size ? bit(before.spaces[slot]) & choice : 0;
        if (old != 0 && rng_.below(2) == 0) choice = old;
        const Space space = random_space(choice, rng_);
        place(state, turn, slot, space);
        taken |= bit(space);
    }
    return true;
}

bool Annealer::propose(State& state) {
    const std::uint32_t kind = rng_.below(16);
    if (kind < 6) return ponds_left(start_) > 0 && propose_pond(state);
    const bool changed = kind < 12 ? propose_space(state) : propose_option(state);
    if (!changed) return false;
    const bool has_skip = std::any_of(
        state.turns.begin(), state.turns.begin() + static_cast<std::ptrdiff_t>(dice_.size()),
        [](const TurnPlan& plan) { return plan.kind == MoveKind::skip; });
    return !has_skip || skips_are_legal(state);
}

void Annealer::run(std::uint64_t steps) {
    for (std::uint64_t end = steps_ + steps; steps_ < end; ++steps_) {
        if (steps_in_restart_ == steps_a_restart) restart();
        if (steps_in_restart_ % steps_a_temperature == 0) {
            const double progress = static_cast<double>(steps_in_restart_) / steps_a_restart;
            const double temperature = hottest * std::pow(coldest / hottest, progress);
            for (std::size_t loss = 0; loss < acceptance_.size(); ++loss) {
                acceptance_[loss] = std::exp(-static_cast<double>(loss) / temperature);
            }
        }
        ++steps_in_restart_;

        State candidate = current_;
        if (!propose(candidate)) continue;
        candidate.score = score(candidate.garden).total;
        const int loss = current_.score - candidate.score;
        if (loss > 0 && (static_cast<std::size_t>(loss) >= acceptance_.size() ||
                         rng_.uniform() >= acceptance_[static_cast<std::size_t>(loss)])) {
            continue;
        }
        current_ = candidate;
        if (current_.score > best_.score) best_ = current_;
    }
}

Plan Annealer::best() const {
    Plan plan;
    plan.score = best_.score;
    std::size_t turn = 0;
    for (Position position = start_; !is_over(position);) {
        Move move;
        if (is_pond_decision(position)) {
            const Bitboard pond = best_.garden.ponds[static_cast<std::size_t>(season(position))];
            move = pond == 0 ? Move::no_pond() : Move::pond(pond);
        } else {
            const TurnPlan& choice = best_.turns[turn++];
            switch (choice.size) {
                case 2:
                    move = Move::draw(choice.location, choice.decorations[0], choice.spaces[0],
                                      choice.decorations[1], choice.spaces[1]);
                    break;
                case 1:
                    move = Move::prune(choice.decorations[0], choice.spaces[0]);
                    break;
                default:
                    move = Move::skip();
            }
        }
        plan.moves.push_back(move);
        position = apply_unchecked(position, move);
    }
    return plan;
}

}  // namespace niwashi::search
