#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "niwashi/search/tiles.hpp"

namespace niwashi::exact {

using search::Laid;
using search::TilePattern;

// The full gardens of one case, and what they are worth there: `constant`, `points` of every space
// (on sand, on moss), whirlpools (S4) and -2 for each unconnected pair (S3, S13).
struct GardenCase {
    static constexpr int spaces = search::garden::spaces;
    std::array<std::vector<int>, spaces> domain;  // patterns allowed on a space, row by row
    std::array<bool, 3> symmetric{};              // rows whose mirrored spaces must agree
    bool whole = false;                           // every pair must connect
    bool exact = true;                            // false: gardens may be worth less
    std::array<std::array<int, 2>, spaces> points{};
    int constant = 0;
};

// An exact decision diagram of the gardens of a case, without the supply and the symmetry, which
// Lagrange multipliers price (Bergman, Cire and van Hoeve 2015).
//
// The spaces are filled column by column; a node says what the tiles laid so far still ask of those
// to come: for each row the arcs at its eastern end and the edge that its neighbour promises to
// have, or none if the pair will not connect (its -2 is then paid) or needs none; the same for the
// space above. So a path is a garden, its length the points but for supply and symmetry. With a
// price for each tile beyond the supply and for each difference of mirrored spaces, the longest
// path bounds every garden of the case whatever the prices are; subgradient steps lower it, and
// arcs that lie on no path as long as the target are dropped for good. What is left is searched
// in full.
//
// All lengths are whole numbers of 1/65536 point, so that bounds are exact.
class Diagram {
 public:
    struct Found {
        int points = 0;
        Laid patterns{};
    };

    // `supply` is the number of tiles by kind. Stops, and is not complete, beyond `most_arcs`.
    Diagram(std::vector<TilePattern> patterns, std::vector<int> supply, GardenCase garden,
            std::size_t most_arcs);

    // At first no pair is looked at: all count as connected, which makes a small diagram and a high
    // bound. Then those above each other are, then those beside each other, row by row. True if all
    // are.
    bool is_detailed() const { return detail_ == all_pairs; }
    // The same gardens with the next pairs, those left out that cannot be worth `target`.
    Diagram refined(int target, std::size_t most_arcs);
    // The same with fewer patterns on some spaces, and other points.
    Diagram restricted(GardenCase garden) const;

    bool is_complete() const { return complete_; }
    std::size_t arcs() const;
    // Arcs looked at so far.
    std::uint64_t work() const { return work_; }
    // No garden of the case is worth more, if it is worth the last target at all.
    int bound() const;
    // The best garden found in the case so far.
    const std::optional<Found>& found() const { return found_; }

    // Subgradient steps; ends early if no garden is worth `target` (then true) or, in an exact case
    // with all detail, one is found.
    bool tighten(int target, int steps);
    // Looks at all gardens worth `target` or more, arc by arc; false if `most_arcs` did not suffice
    // or, in a case that is not exact, there is one.
    bool enumerate(int target, std::uint64_t most_arcs);

    // The prices, for another diagram of the same tiles to begin with.
    const std::vector<std::int32_t>& prices() const { return best_prices_; }
    void set_prices(const std::vector<std::int32_t>& prices);

 private:
    using Length = std::int32_t;  // of a path: at most 15 spaces of a few hundred points
    using Total = std::int64_t;   // with what the prices of the whole supply add
    static constexpr Length unit = 1 << 16;
    static constexpr Length never = -(1 << 30);
    // What `detail_` counts: the pairs above each other, and each row of those beside each other.
    static constexpr int no_pairs = 0;
    static constexpr int pairs_below = 1;
    static constexpr int all_pairs = pairs_below + search::garden::rows;
    struct Arc {
        std::uint32_t to;
        std::uint16_t pattern;
        std::int16_t gain;
    };
    struct Layer {
        std::vector<std::uint32_t> first;  // arcs of node i: first[i] to first[i + 1]
        std::vector<Arc> arcs;
        std::vector<Length> ahead;        // longest way to the node
        std::vector<Length> behind;       // longest way from it to the end
        std::vector<std::uint64_t> keys;  // what the node says
    };
    struct Search;

    void build(std::size_t most_arcs, const Diagram* guide, int target);
    void weigh();
    void forwards();
    void backwards();
    void drop(int target);
    Total longest() const;
    Laid longest_path() const;
    bool take(const Laid& garden);
    void step(const Laid& garden, Total target);

    std::vector<TilePattern> patterns_;
    std::vector<int> supply_;
    GardenCase case_;
    int detail_ = no_pairs;
    std::array<Layer, GardenCase::spaces + 1> layers_;
    // Prices: by kind, then by mirrored pair and pattern.
    std::vector<std::int32_t> prices_;
    std::vector<std::int32_t> best_prices_;
    std::array<std::vector<Length>, GardenCase::spaces> weight_;  // by step and pattern
    Total constant_ = 0;
    Total best_ = 0;
    std::vector<double> direction_;
    double step_size_ = 1;
    int since_better_ = 0;
    bool complete_ = false;
    std::uint64_t work_ = 0;
    std::optional<Found> found_;
};

}  // namespace niwashi::exact
