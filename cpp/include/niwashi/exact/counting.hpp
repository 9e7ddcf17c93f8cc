#pragma once

#include <cstddef>
#include <cstdint>
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

// The different draws and prunes of a roll, and the skip where `skip_possible`.
std::vector<TurnOption> turn_options(const jardin::Roll& roll, bool skip_possible);

// The points no garden with a given profile exceeds, over every way to use the dice.
//
// Let n be the numbers of decorations that the dice, used in some way, bring. Then, whatever the
// spaces: a lantern adds at most 3, a bamboo 2 (one alone 0), a tree 1 or 2 by season, a rock 2, a
// moss as much as the best free earth spaces have water beside them, k scoring bridges the table's
// points, and a dry decoration saves the point that its earth space would cost bare (J7 to J14; a
// rock adds 2 on earth, 1 and that point, as it does in water). If more decorations want earth than
// there is, each one too many lies in water and costs at least 2 against what was counted. Which n
// are possible is a set, found turn by turn. Decorations that are wasted on purpose only lose.
class CountingBound {
 public:
    CountingBound(const jardin::Position& start, const std::vector<jardin::Roll>& dice);

    // `lantern_cap` and `bridge_cap`: how many new lanterns and bridges can score together, as far
    // as is known. Points, ponds included.
    int operator()(Profile profile, int lantern_cap = max_lanterns,
                   int bridge_cap = max_bridges) const;

    // Six lanterns fit into a garden, no seventh; a fifth bridge scores nothing.
    static constexpr int max_lanterns = 6;
    static constexpr int max_bridges = 4;

    // How many different n there are.
    std::size_t vectors() const { return vectors_; }

 private:
    // What of n matters: dry decorations but moss are `dry`, and `value` is theirs and the rocks'.
    struct Entry {
        std::uint8_t moss, bridges, dry, value;
    };
    std::vector<Entry> entries_[max_lanterns + 1];  // by lanterns that can score
    std::size_t vectors_ = 0;
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
