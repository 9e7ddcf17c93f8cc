#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "niwashi/exact/counting.hpp"
#include "niwashi/jardin/moves.hpp"
#include "niwashi/search/anneal.hpp"

namespace niwashi::exact {

// What is known about one water pattern.
enum class Verdict : std::uint8_t {
    priced_out,  // prices alone show that no garden on it reaches the target
    refuted,     // a search shows it
    found,       // a plan reaches it
    undecided,   // the limit of nodes was reached first
};

// A bound for every water pattern at once: `constant`, and `ground[s][g]` for each space s that is
// ground g, and the profile's points, and 3 for each pond; in units of 1/256 point.
struct LinearBound {
    static constexpr int unit = 256;
    int constant = 0;
    std::array<std::array<int, ground_count>, jardin::space_count> ground{};
};

// Every garden is worth at least -36, and none 4 points a space and 12 for the ponds. A target
// beyond that asks the same as the nearest within, and sums of targets and prices stay small.
constexpr int conceivable(int target) {
    return std::clamp(target, -jardin::space_count, 4 * jardin::space_count + 13);
}

// Prices at which turns buy and spaces sell: for each kind of decoration (in the order of
// Assignment::Kind, scoring bridges last) and each cross in which some turn can draw it, [0] being
// the whole garden, for prunings; and what scoring lanterns and rocks pay to be alone.
struct Market {
    std::array<std::array<int, 7>, 8> price{};
    std::array<int, 60> pair{};
    std::array<int, 25> block{};
};

// Decorations for fixed water: Lagrangian bounds, and branch and bound over the turns.
//
// Rules that tie spaces and turns together are priced instead of kept; for any prices (those of
// inequalities not negative) what is left is easy and bounds the score from above (Geoffrion 1974),
// and subgradient steps towards the target (Polyak 1969) find prices that are good for it. Lanterns
// pay a price for each pair of adjacent spaces with all their neighbours, among which at most one
// can score (J7), rocks for each 2x2 block (J10). All sums are integers, in units of 1/256 point,
// so no bound is rounded. There are two forms:
//
// - The market. Every decoration has a price by kind and cross. Turns buy what is dearest, the
//   bridges' table and the prunings joining them in a small dynamic program; every space sells
//   what a kind adds there for the least price of those who could draw it there, or nothing.
//   The prices know nothing of the water, so those found for one pattern bound all (LinearBound).
// - Prices of spaces. Every turn takes the best spaces for itself and pays for them. This is used
// in
//   the search, where some turns are settled; the turn with the fewest placements that could
//   still reach the target is settled next, in each of these ways.
//
// A finished plan is replayed by the core and scored. One object belongs to one thread.
class Assignment {
 public:
    // While `*stop`, decide() soon ends undecided.
    explicit Assignment(const Question& question, const std::atomic<bool>* stop = nullptr);

    // Whether a garden whose water at the end is exactly `water` can be worth `target` points. The
    // water must be one that the ponds to come allow. Begins with the prices of market(); if these
    // prove it, perhaps after some steps, they stay there.
    Verdict decide(Bitboard water, int target, std::uint64_t node_limit);

    // The plan found last, and its score.
    const search::Plan& plan() const { return plan_; }

    // The first half of decide(): at most `steps` steps from the prices of market() until the bound
    // is below the target; true if it is. The best prices stay.
    bool price_out(Bitboard water, int target, int steps);
    Market& market() { return market_; }
    const Market& market() const { return market_; }
    LinearBound linear_bound() const;

    // Subgradient steps and search nodes so far.
    std::uint64_t steps() const { return steps_; }
    std::uint64_t nodes() const { return nodes_; }

 private:
    // The seven things a decoration can count as: L B t T R M =.
    enum Kind : std::uint8_t { lantern, bamboo, early_tree, late_tree, rock, moss, bridge };
    static constexpr int kind_count = 7;
    static constexpr int unit = LinearBound::unit;
    static constexpr int never = -(1 << 22);  // less than any sum of values
    static constexpr int max_turns = jardin::turn_count;
    static constexpr int pair_count = 60;
    static constexpr int block_count = 25;

    struct Option {
        jardin::MoveKind kind;
        std::uint8_t location;
        std::uint8_t size;
        std::array<Kind, 2> drawn;
    };
    // How a turn is used: an option and the spaces of its decorations.
    struct Placement {
        std::uint8_t option = 0;
        std::array<std::uint8_t, 2> spaces{};
    };
    struct Candidate {
        Placement placement;
        int bound = 0;
    };
    struct Node {
        std::array<Bitboard, kind_count> placed{};
        Bitboard occupied = 0;
        std::uint32_t open_turns = 0;
        int prunings = 0;
        std::array<Placement, max_turns> settled{};
    };
    struct Prices {
        std::array<int, jardin::space_count> space{};
        std::array<int, pair_count> pair{};
        std::array<int, block_count> block{};
    };
    // What a turn does to the two sums that join the turns: scoring bridges and prunings. A turn is
    // skipped only where no pruning is left (J4).
    enum Effect : std::uint8_t { plain, one_bridge, two_bridges, pruned, pruned_bridge, skipped };
    static constexpr std::size_t effect_count = 6;
    // A state is 5 * prunings used + scoring bridges, five and more counted as four.
    static constexpr int bridge_states = 5;
    static constexpr std::size_t state_count = bridge_states * (jardin::max_prunings + 1);
    static constexpr std::uint8_t no_state = 255;

    // A node seen without prices.
    struct Settled {
        int points = 0;  // of what lies and is traced, but lanterns and rocks that may score
        std::uint8_t state = 0;
        Bitboard lanterns = 0, rocks = 0;  // those that lie and may score
        Bitboard free = 0;                 // spaces without decoration
        // What a decoration adds on a free space; without the 3 of a scoring lantern, the 1 or 2
        // of a scoring rock, the bridges' table.
        std::array<std::array<int, jardin::space_count>, kind_count> value;
        std::array<int, jardin::space_count> lantern_extra, rock_extra;  // what may be added
        Bitboard bridge_spaces = 0;             // free, and a bridge may score
        std::array<bool, kind_count> wanted{};  // kinds that open turns bring
    };
    struct TurnValue {
        std::array<int, effect_count> value;
        std::array<Placement, effect_count> placement;
    };
    // The two best spaces of a kind in a region.
    struct Best {
        int first = never, second = never;
        std::uint8_t first_space = 0, second_space = 0;
    };
    // One evaluation of a node at the current prices.
    struct Evaluation {
        int constant = 0;  // what is settled, and all prices
        int bound = 0;
        std::array<std::array<int, jardin::space_count>, kind_count> value;
        std::array<TurnValue, max_turns> turns;
        std::array<std::array<int, state_count>, max_turns + 1> from;  // the best of later turns
        Bitboard paid_lanterns = 0;  // spaces where a lantern scores and pays for it
        Bitboard paid_rocks = 0;
    };

    Settled settle(const Node& node) const;  // of the water that root() took
    void evaluate(const Node& node, const Settled& settled, Evaluation& result) const;
    template <typename Find>
    void join_turns(const Node& node, std::size_t state, Find&& find, Evaluation& result) const;
    bool step(const Node& node, const Settled& settled, const Evaluation& at, int target);
    void lower(const Node& node, const Settled& settled, int target, int steps, Evaluation& best);
    Verdict search(const Node& node, int target, int steps);
    bool finish(const Node& node, int target);
    std::optional<jardin::Roll> roll_for(const jardin::Position& position, std::size_t turn,
                                         jardin::Move move) const;
    struct MarketSums;
    void clear(const Settled& settled, const Market& market, MarketSums& sums) const;
    Node root(Bitboard water);
    int new_ponds(Bitboard water) const;
    bool stopped() const { return stop_ != nullptr && *stop_; }

    jardin::Position start_;
    std::vector<jardin::Roll> dice_;  // empty if any
    std::size_t turn_total_ = 0;
    std::optional<int> exact_prunings_;
    const std::atomic<bool>* stop_;
    std::vector<std::vector<Option>> options_;
    std::array<bool, max_turns> like_last_{};  // turns with the options of the one before
    // The state after a state and an effect, or no_state.
    std::array<std::array<std::uint8_t, effect_count>, state_count> after_{};
    std::array<std::vector<std::uint8_t>, max_turns> effects_;  // those a turn can have
    Bitboard water_ = 0;
    std::array<std::uint8_t, jardin::space_count> wet_neighbours_{};
    Prices prices_;
    Market market_;
    // The regions in which some turn can draw a kind, a bit each.
    std::array<std::uint8_t, kind_count + 1> offered_{};
    // Nodes of the current search that were refuted after branching. What lies where, which turns
    // are open and the prunings say all about a node; two orders of settling turns often meet in
    // one. An exact key: three bits a space, twelve turns, two prunings.
    struct NodeKey {
        std::uint64_t low = 0, high = 0;
        bool operator==(const NodeKey&) const = default;
    };
    struct NodeKeyHash {
        std::size_t operator()(const NodeKey& key) const {
            return static_cast<std::size_t>((key.low * 0x9E3779B97F4A7C15ULL) ^
                                            (key.high * 0xD1342543DE82EF95ULL) ^ (key.low >> 29));
        }
    };
    static NodeKey key_of(const Node& node);
    std::unordered_set<NodeKey, NodeKeyHash> refuted_;
    std::uint64_t skips_refused_ = 0;  // plans whose skip was not forced (J4)

    // Where turns are alike: how often each placement is ruled out for all of a half-year's,
    // because a search has shown what follows it for one of them.
    std::vector<std::uint8_t> ruled_out_;
    std::array<std::uint8_t, max_turns> half_year_{};
    std::size_t placement_index(std::size_t turn, const Placement& placement) const {
        return ((half_year_[turn] * options_[turn].size() + placement.option) *
                    jardin::space_count +
                placement.spaces[0]) *
                   jardin::space_count +
               placement.spaces[1];
    }
    search::Plan plan_;
    std::uint64_t nodes_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t node_limit_ = 0;
};

}  // namespace niwashi::exact
