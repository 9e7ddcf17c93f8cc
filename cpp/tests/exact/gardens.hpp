#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"
#include "niwashi/search/anneal.hpp"

// Gardens and dice for the tests of the proof: random ones, good ones, and awkward ones.
namespace niwashi::exact_tests {

using namespace niwashi::jardin;
using search::Rng;

inline std::vector<Roll> random_dice(Rng& rng, int rolls) {
    std::vector<Roll> dice;
    for (int i = 0; i < rolls; ++i) dice.push_back(random_roll(rng));
    return dice;
}

inline std::vector<Roll> same_dice(int face, int rolls) {
    return std::vector<Roll>(static_cast<std::size_t>(rolls), make_roll(face, face, face));
}

// Plays to the end on known dice. At each decision the best of `choices` random moves is taken: 1
// is random play, more is greedy.
inline Position play_out(Position position, const std::vector<Roll>& dice, int choices, Rng& rng) {
    std::size_t turn = 0;
    while (!is_over(position)) {
        Position best;
        int best_score = -1000;
        for (int c = 0; c < choices; ++c) {
            const Move move = is_pond_decision(position) ? random_pond_move(position, rng)
                                                         : random_move(position, dice[turn], rng);
            const Position next = apply_unchecked(position, move);
            const int total = choices == 1 ? 0 : score(next).total;
            if (total > best_score) {
                best_score = total;
                best = next;
            }
        }
        if (!is_pond_decision(position)) ++turn;
        position = best;
    }
    return position;
}

// A position that play leads to at this clock; prunings are used often or never, as it comes.
inline Position played_to(std::uint64_t clock, int choices, Rng& rng) {
    Position position;
    while (position.clock < clock) {
        Position best;
        int best_score = -1000;
        const Roll roll = random_roll(rng);
        for (int c = 0; c < choices; ++c) {
            const Move move = is_pond_decision(position) ? random_pond_move(position, rng)
                                                         : random_move(position, roll, rng);
            const Position next = apply_unchecked(position, move);
            if (score(next).total > best_score) {
                best_score = score(next).total;
                best = next;
            }
        }
        position = best;
    }
    return position;
}

// Whatever decorations and ponds a text can say at this clock, reachable or not: about `decorated`
// of 8 spaces hold one, and few kinds, so that they disturb each other.
inline Position arbitrary_position(std::uint64_t clock, unsigned decorated, Rng& rng) {
    Position position;
    position.clock = clock;
    position.prunings = rng.below(4);
    for (std::uint64_t s = 0; s < clock / plies_a_season; ++s) {
        const Move move = random_pond_move(position, rng);
        if (move.kind() == MoveKind::pond) position.ponds[s] = move.pond_spaces();
    }
    const std::uint32_t kinds = 1 + rng.below(decoration_count);
    const std::uint32_t first = rng.below(decoration_count);
    for (Space s = 0; s < space_count; ++s) {
        if (rng.below(8) >= decorated) continue;
        const auto kind = static_cast<Decoration>((first + rng.below(kinds)) % decoration_count);
        position[kind] |= bit(s);
        if (kind == Decoration::tree && turn_count - turns_left(position) >= first_late_turn &&
            rng.below(2) == 0) {
            position.late_trees |= bit(s);
        }
    }
    validate(position);
    return position;
}

// The garden after a plan, played by the checked rules.
inline Position replay(Position position, const std::vector<Roll>& dice, const search::Plan& plan) {
    std::size_t turn = 0;
    for (const Move move : plan.moves) {
        position = is_pond_decision(position) ? jardin::apply(position, move)
                                              : jardin::apply(position, dice.at(turn++), move);
    }
    return position;
}

// The best score for each water at the end, by playing every continuation. False where there are
// more than `most` of them.
class BestByWater {
 public:
    BestByWater(const Position& start, const std::vector<Roll>& dice, std::uint64_t most)
        : dice_(dice), most_(most) {
        visit(start, 0);
    }
    bool complete() const { return seen_ <= most_; }
    const std::map<Bitboard, int>& best() const { return best_; }

 private:
    void visit(const Position& position, std::size_t turn) {
        if (!complete()) return;
        if (is_over(position)) {
            ++seen_;
            const int total = score(position).total;
            const auto [at, fresh] = best_.emplace(position.water(), total);
            if (!fresh && at->second < total) at->second = total;
            return;
        }
        if (is_pond_decision(position)) {
            visit(apply_unchecked(position, Move::no_pond()), turn);
            const PondTable ponds(pondable(position.water()));
            for (std::uint64_t i = 0; i < ponds.size() && complete(); ++i) {
                visit(apply_unchecked(position, Move::pond(ponds.at(i))), turn);
            }
            return;
        }
        for (const Move move : legal_moves(position, dice_[turn])) {
            visit(apply_unchecked(position, move), turn + 1);
        }
    }

    const std::vector<Roll>& dice_;
    std::uint64_t most_;
    std::uint64_t seen_ = 0;
    std::map<Bitboard, int> best_;
};

// A late position and its dice whose continuations can all be played; nearly full, so that draws
// are hard to make, prunings and skips are forced, and whatever lies is in the way.
struct Ending {
    Position start;
    std::vector<Roll> dice;
    std::map<Bitboard, int> best;  // by water
    int optimum = 0;
};

inline Ending small_ending(std::uint64_t most, Rng& rng) {
    constexpr std::array<std::uint64_t, 8> clocks = {10, 11, 12, 13, 14, 14, 15, 16};
    for (;;) {
        Ending ending;
        const std::uint64_t clock = clocks[rng.below(clocks.size())];
        ending.start = arbitrary_position(clock, clock < 14 ? 7 + rng.below(2) : 7, rng);
        if (count(pondable(ending.start.water())) > (clock < 12 ? 7 : 12)) continue;
        ending.dice = random_dice(rng, turns_left(ending.start));
        if (rng.below(4) == 0) {
            ending.dice = same_dice(1 + static_cast<int>(rng.below(6)), turns_left(ending.start));
        }
        const BestByWater played(ending.start, ending.dice, most);
        if (!played.complete()) continue;
        ending.best = played.best();
        ending.optimum = -1000;
        for (const auto& [water, total] : ending.best) {
            ending.optimum = std::max(ending.optimum, total);
        }
        return ending;
    }
}

}  // namespace niwashi::exact_tests
