#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "niwashi/exact/water.hpp"
#include "niwashi/jardin/moves.hpp"

// How much a water pattern allows by counting alone, wherever the decorations lie.
namespace niwashi::exact {

// A roll used in one way: the decorations that come with it and where they may lie (J2, J3).
struct TurnOption {
    jardin::MoveKind kind = jardin::MoveKind::skip;
    int location = 0;                       // of a draw
    std::vector<jardin::Decoration> drawn;  // two, one, or none (a skip)
    bool operator==(const TurnOption&) const = default;
};
// For each turn to come the ways in which it may be used.
using Turns = std::vector<std::vector<TurnOption>>;

// What is asked: the best garden for known dice, or for any dice under some limits.
struct Question {
    // Throws std::invalid_argument for a wrong number of dice.
    Question(const jardin::Position& start, std::vector<jardin::Roll> dice);

    struct Limits {
        int ponds = jardin::season_count;           // at most
        std::optional<int> prunings;                // exactly
        std::optional<jardin::Decoration> without;  // no die shows it
    };
    // A whole game for which the dice may be chosen. Throws std::invalid_argument for limits out of
    // range.
    explicit Question(const Limits& limits);

    jardin::Position start;
    std::vector<jardin::Roll> dice;  // empty if any
    Limits limits;
    Turns turns;

    bool any_dice() const { return dice.size() < turns.size(); }
    bool is_late(std::size_t turn) const {
        return jardin::turn_count - static_cast<int>(turns.size() - turn) + 1 >=
               jardin::first_late_turn;
    }
};

// The points no garden with a given profile exceeds, over every way to use the dice.
//
// Let n be the numbers of decorations that the dice, used in some way, bring. Then, whatever the
// spaces: a lantern adds at most 3, a bamboo 2 (one alone 0), a tree 1 or 2 by season, a rock 2, a
// moss as much as the best free earth spaces have water beside them, k scoring bridges the table's
// points, and a dry decoration saves the point that its earth space would cost bare (J7 to J14; a
// rock adds 2 on earth, 1 and that point, as it does in water). If more decorations want earth than
// there is, each one too many lies in water and costs at least 2 against what was counted. Of n
// only the moss, the bridges, what else wants earth, and the most that all but the moss and the
// bridges can be worth matter; they are found turn by turn. Decorations wasted on purpose only
// lose.
class CountingBound {
 public:
    explicit CountingBound(const Question& question);

    // `lantern_cap` and `bridge_cap`: how many new lanterns and bridges can score together, as far
    // as is known. Points, ponds included.
    int operator()(Profile profile, int lantern_cap = max_lanterns,
                   int bridge_cap = max_bridges) const;

    // Six lanterns fit into a garden, no seventh; a fifth bridge scores nothing.
    static constexpr int max_lanterns = 6;
    static constexpr int max_bridges = 4;

 private:
    struct Entry {
        std::uint8_t moss, bridges, dry, value;  // dry: but the moss
    };
    std::vector<Entry> entries_[max_lanterns + 1];  // by lanterns that can score
};

// A bound remembered by profile and caps. One object belongs to one thread.
class BoundTable {
 public:
    explicit BoundTable(const CountingBound& bound) : bound_(&bound) { reserve(1 << 17); }

    int operator()(Profile profile, int lantern_cap = CountingBound::max_lanterns,
                   int bridge_cap = CountingBound::max_bridges) {
        // No count of moss exceeds 36, so three bytes have two bits to spare: together they hold
        // the caps.
        const auto caps = static_cast<std::uint64_t>(lantern_cap * 5 + bridge_cap);
        const std::uint64_t key =
            profile.packed() ^ ((caps & 3) << 6 | (caps >> 2 & 3) << 14 | (caps >> 4 & 3) << 22);
        std::size_t at = hash(key);
        while (slots_[at].key != key) {
            if (slots_[at].key == 0) return remember(key, profile, lantern_cap, bridge_cap);
            at = (at + 1) & mask_;
        }
        return slots_[at].value;
    }

 private:
    struct Slot {
        std::uint64_t key = 0;
        std::int32_t value = 0;
    };
    std::size_t hash(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 40) & mask_;
    }
    void reserve(std::size_t slots);
    int remember(std::uint64_t key, Profile profile, int lantern_cap, int bridge_cap);

    const CountingBound* bound_;
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::size_t used_ = 0;
};

}  // namespace niwashi::exact
