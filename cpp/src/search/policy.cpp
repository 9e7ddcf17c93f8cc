#include "niwashi/search/policy.hpp"

#include <algorithm>
#include <array>

#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

namespace niwashi::search {

using namespace jardin;

namespace {

constexpr std::size_t leaders = 3;  // spaces of one decoration that are tried with all of the other
constexpr std::size_t finalists = 4;   // last moves whose pond is looked for
constexpr std::size_t beam = 8;        // ponds of one size that grow on
constexpr std::size_t last_beam = 12;  // where the score decides, which is quicker than the network
constexpr std::size_t wide_beam = 32;

// The best few of what is offered, by falling value; of equal ones the first.
template <class Item, std::size_t capacity>
class Best {
 public:
    void offer(float value, Item item) {
        if (size_ == capacity && value <= values_[size_ - 1]) return;
        std::size_t at = size_ < capacity ? size_++ : size_ - 1;
        for (; at > 0 && values_[at - 1] < value; --at) {
            values_[at] = values_[at - 1];
            items_[at] = items_[at - 1];
        }
        values_[at] = value;
        items_[at] = item;
    }
    std::size_t size() const { return size_; }
    float value(std::size_t index) const { return values_[index]; }
    Item operator[](std::size_t index) const { return items_[index]; }

 private:
    std::array<float, capacity> values_{};
    std::array<Item, capacity> items_{};
    std::size_t size_ = 0;
};

// The value of each decoration of a roll alone on each empty space, by decoration and space.
using Singles = std::array<std::array<float, space_count>, decoration_count>;

float& at(Singles& singles, Decoration decoration, Space space) {
    return singles[static_cast<std::size_t>(decoration)][static_cast<std::size_t>(space)];
}

Singles single_values(const ValueNetwork& network, const Position& position, const Roll& roll) {
    Singles singles{};
    for (std::size_t i = 0; i < roll.dice.size(); ++i) {
        if (i > 0 && roll.dice[i] == roll.dice[i - 1]) continue;
        const Decoration decoration = roll.dice[i].decoration;
        const bool late = decoration == Decoration::tree && turn(position) >= first_late_turn;
        for (Bitboard open = position.empty_spaces(); open != 0;) {
            const Space space = pop_first(open);
            Position after = position;
            ++after.clock;
            after[decoration] |= bit(space);
            if (late) after.late_trees |= bit(space);
            at(singles, decoration, space) = network.value(after);
        }
    }
    return singles;
}

Best<Space, leaders> best_spaces(Singles& singles, Decoration decoration, Bitboard open) {
    Best<Space, leaders> best;
    while (open != 0) {
        const Space space = pop_first(open);
        best.offer(at(singles, decoration, space), space);
    }
    return best;
}

// Beam search for ponds: those of n + 1 spaces grow from the best of n spaces. `note(pond, value)`
// hears of all that are seen, no pond first. It ends where every pond of a size is worth far less
// than the best.
template <class Value, class Note>
void search_ponds(const Value& value, Position after, std::size_t width, const Note& note) {
    constexpr float patience = 4;  // points
    struct Pond {
        float value;
        Bitboard spaces;
    };
    const auto slot = static_cast<std::size_t>(season(after));
    const Bitboard allowed = pondable(after.water());
    ++after.clock;
    const auto value_of = [&](Bitboard pond) {
        after.ponds[slot] = pond;
        const float worth = value(after);
        note(pond, worth);
        return worth;
    };
    const auto better = [](const Pond& left, const Pond& right) {
        return left.value != right.value ? left.value > right.value : left.spaces < right.spaces;
    };
    float best = value_of(0);
    std::array<Pond, wide_beam * space_count> grown;
    std::size_t size = 0;
    for (Bitboard left = allowed; left != 0;) {
        const Bitboard pond = bit(pop_first(left));
        grown[size++] = {value_of(pond), pond};
    }
    while (size > 0) {
        std::array<Pond, wide_beam> kept{};
        const std::size_t keep = std::min(size, width);
        const auto end = grown.begin() + static_cast<std::ptrdiff_t>(size);
        std::partial_sort(grown.begin(), grown.begin() + static_cast<std::ptrdiff_t>(keep), end,
                          better);
        std::copy_n(grown.begin(), keep, kept.begin());
        best = std::max(best, kept[0].value);
        if (kept[0].value < best - patience) return;
        size = 0;
        for (std::size_t i = 0; i < keep; ++i) {
            const Bitboard pond = kept[i].spaces;
            for (Bitboard shore = adjacent(pond) & allowed & ~pond; shore != 0;) {
                const Bitboard wider = pond | bit(pop_first(shore));
                const auto seen = grown.begin() + static_cast<std::ptrdiff_t>(size);
                if (!is_pond_shape(wider) ||
                    std::any_of(grown.begin(), seen,
                                [&](const Pond& other) { return other.spaces == wider; })) {
                    continue;
                }
                grown[size++] = {value_of(wider), wider};
            }
        }
    }
}

template <class Value>
Choice best_pond(const Value& value, const Position& position, std::size_t width) {
    Best<Bitboard, 1> best;
    search_ponds(value, position, width,
                 [&](Bitboard pond, float worth) { best.offer(worth, pond); });
    return {best[0] == 0 ? Move::no_pond() : Move::pond(best[0]), best.value(0)};
}

float points(const Position& position) {
    return static_cast<float>(score(position).total);
}

void sort_choices(std::vector<Choice>& choices) {
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& left, const Choice& right) {
        return left.value > right.value;
    });
}

}  // namespace

Choice choose_turn(const ValueNetwork& network, const Position& position, const Roll& roll) {
    Best<Move, finalists> best;
    const auto consider = [&](Move move) {
        best.offer(network.value(apply_unchecked(position, move)), move);
    };
    Singles singles = single_values(network, position, roll);
    for (std::size_t i = 0; i < roll.dice.size(); ++i) {
        if (i > 0 && roll.dice[i] == roll.dice[i - 1]) continue;
        const std::array<Decoration, 2> others = {roll.dice[i == 0 ? 1 : 0].decoration,
                                                  roll.dice[i == 2 ? 1 : 2].decoration};
        const int location = roll.dice[i].location;
        const Bitboard open = position.empty_spaces() & cross(location);
        for (std::size_t k = 0; k < (others[0] == others[1] ? 1U : 2U); ++k) {
            const Best<Space, leaders> firsts = best_spaces(singles, others[k], open);
            for (std::size_t n = 0; n < firsts.size(); ++n) {
                for (Bitboard left = open & ~bit(firsts[n]); left != 0;) {
                    consider(
                        Move::draw(location, others[k], firsts[n], others[1 - k], pop_first(left)));
                }
            }
        }
        if (position.prunings < max_prunings) {
            const Decoration pruned = roll.dice[i].decoration;
            const auto spaces = best_spaces(singles, pruned, position.empty_spaces());
            for (std::size_t n = 0; n < spaces.size(); ++n) {
                consider(Move::prune(pruned, spaces[n]));
            }
        }
    }
    if (best.size() == 0) consider(Move::skip());
    if (turn(position) < turn_count) return {best[0], best.value(0)};
    Best<Move, 1> last;
    for (std::size_t i = 0; i < best.size(); ++i) {
        last.offer(choose_pond(network, apply_unchecked(position, best[i])).value, best[i]);
    }
    return {last[0], last.value(0)};
}

Choice choose_pond(const ValueNetwork& network, const Position& position) {
    if (season(position) + 1 == season_count) return best_pond(points, position, last_beam);
    return best_pond([&](const Position& after) { return network.value(after); }, position, beam);
}

std::vector<Choice> rank_turns(const ValueNetwork& network, const Position& position,
                               const Roll& roll) {
    std::vector<Choice> choices;
    for (const Move move : legal_moves(position, roll)) {
        const Position after = apply_unchecked(position, move);
        const bool last = turn(position) == turn_count;
        choices.push_back({move, last ? choose_pond(network, after).value : network.value(after)});
    }
    sort_choices(choices);
    return choices;
}

std::vector<Choice> rank_ponds(const ValueNetwork& network, const Position& position) {
    std::vector<Choice> choices;
    search_ponds([&](const Position& after) { return network.value(after); }, position, wide_beam,
                 [&](Bitboard pond, float worth) {
                     choices.push_back({pond == 0 ? Move::no_pond() : Move::pond(pond), worth});
                 });
    sort_choices(choices);
    return choices;
}

Move greedy_turn(const Position& position, const Roll& roll) {
    Best<Move, 1> best;
    for (const Move move : legal_moves(position, roll)) {
        best.offer(points(apply_unchecked(position, move)), move);
    }
    return best[0];
}

Move greedy_pond(const Position& position) {
    return best_pond(points, position, wide_beam).move;
}

}  // namespace niwashi::search
