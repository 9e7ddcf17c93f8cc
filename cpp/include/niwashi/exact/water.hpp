#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "niwashi/jardin/position.hpp"

// Every way water can lie at the end of a game, and what of it matters for points.
//
// A garden is cut into an upper and a lower half of three rows. What a half contributes depends on
// its own three rows and on the one row it touches: the two rows at the cut are its seam. For each
// seam both lists of halves are short (a thousand or so), and any pair of them is a pattern, so
// whatever is a sum over spaces is known for 3.9 thousand million patterns from 3 million halves.
namespace niwashi::exact {

using jardin::Bitboard;

// Eight small sums over the spaces of a garden or a part of it, a byte each, so that two parts are
// added in one instruction. Fields that can be negative carry a bias.
class Profile {
 public:
    enum Field : int {
        moss_1,       // earth spaces without decoration beside 1 water space
        moss_2,       // ... 2
        moss_3,       // ... 3 or more
        bridges,      // water spaces without decoration where a bridge would score
        old_bridges,  // bridges that lie already and may score
        points,       // of the decorations that lie already, at most, less 1 for each bare earth
        earth,        // earth spaces without decoration
        ponds,        // Euler characteristic of the water: ponds - rings
    };

    constexpr Profile() = default;
    constexpr int operator[](Field field) const {
        return static_cast<int>(packed_ >> (8 * field) & 0xFF) - bias_of(field);
    }
    constexpr std::uint64_t packed() const { return packed_; }
    constexpr bool operator==(const Profile&) const = default;

    // The profile of two parts together.
    friend constexpr Profile operator+(Profile a, Profile b) {
        return Profile(a.packed_ + b.packed_ - biases);
    }
    static constexpr Profile of(const std::array<int, 8>& values) {
        std::uint64_t packed = 0;
        for (int f = 0; f < 8; ++f) {
            packed |= static_cast<std::uint64_t>(values[static_cast<std::size_t>(f)] +
                                                 bias_of(static_cast<Field>(f)))
                      << (8 * f);
        }
        return Profile(packed);
    }

 private:
    explicit constexpr Profile(std::uint64_t packed) : packed_(packed) {}
    static constexpr int bias_of(Field field) {
        return field == ponds ? 64 : field == points ? 100 : 0;
    }
    static constexpr std::uint64_t biases = std::uint64_t{64} << (8 * ponds) | std::uint64_t{100}
                                                                                   << (8 * points);

    std::uint64_t packed_ = biases;
};

// Which spaces may be water at the end of a game that goes on from `start`, and how the decorations
// that lie already will count.
class WaterRegion {
 public:
    // `most_ponds`: more are not traced, old ones included.
    explicit WaterRegion(const jardin::Position& start, int most_ponds = jardin::season_count);

    Bitboard always() const { return always_; }
    Bitboard possible() const { return possible_; }
    int ponds_before() const { return ponds_before_; }
    int ponds_after() const { return ponds_after_; }  // at most
    // True if the reflection that exchanges rows and columns changes nothing. It maps every cross
    // onto itself, so that whatever one pattern allows its reflection allows too.
    bool symmetric() const { return symmetric_; }

    // True if the ponds to come can make this the water at the end.
    bool allows(Bitboard water) const;

    // The sums over the spaces of `part`, where the water is that of `water`.
    Profile profile(Bitboard water, Bitboard part = jardin::whole_garden) const;

 private:
    jardin::Position start_;
    Bitboard always_ = 0;
    Bitboard possible_ = 0;
    int ponds_before_ = 0;
    int ponds_after_ = 0;
    bool symmetric_ = false;
    Bitboard lonely_lanterns_ = 0;  // old lanterns, rocks, bridges whose rule their like allows
    Bitboard lonely_rocks_ = 0;
    Bitboard lonely_bridges_ = 0;
};

// Rows and columns exchanged.
Bitboard transposed(Bitboard set);

// True if every earth space reaches the edge of the garden (J6): no ring.
bool encloses_nothing(Bitboard water);

// Water on which a bridge could connect two earth spaces (J12), whatever else lies there.
constexpr Bitboard bridgeable(Bitboard water) {
    const Bitboard earth = jardin::whole_garden & ~water;
    return water & ((jardin::north(earth) & jardin::south(earth)) |
                    (jardin::west(earth) & jardin::east(earth)));
}

// What a space is to a decoration that may lie on it: earth with 0 to 3 water neighbours (4 only
// inside a ring), or water, where a bridge could score or not.
enum Ground : std::uint8_t { dry_0, dry_1, dry_2, dry_3, wet, spanned };
inline constexpr std::size_t ground_count = 6;

constexpr Ground ground(Bitboard water, jardin::Space space) {
    const Bitboard here = jardin::bit(space);
    if ((bridgeable(water) & here) != 0) return spanned;
    if ((water & here) != 0) return wet;
    const int beside = jardin::count(jardin::adjacent(here) & water);
    return static_cast<Ground>(beside < 3 ? beside : 3);
}

// Three rows of a pattern beside the row of the other half that they touch.
struct Half {
    Bitboard water = 0;
    Profile profile;
    std::array<Ground, jardin::space_count / 2> ground{};  // of its spaces, ascending
};

// The halves on both sides of one seam: all pairs are patterns without water that touches water at
// a corner alone.
struct Seam {
    std::vector<Half> upper, lower;
};

class WaterPatterns {
 public:
    explicit WaterPatterns(const jardin::Position& start, int most_ponds = jardin::season_count);

    const WaterRegion& region() const { return region_; }
    std::size_t seam_count() const { return seams_.size(); }
    // `index` below seam_count(); the vectors of `seam` are used again.
    void build(std::size_t index, Seam& seam) const;

    // How many patterns there are of each Euler characteristic from 0 to 4, those with rings
    // included, counted by pairs of halves.
    std::array<std::uint64_t, 5> count_by_ponds() const;

 private:
    WaterRegion region_;
    std::vector<std::array<std::uint8_t, 2>> seams_;
    std::array<std::vector<Bitboard>, 64> upper_by_row_, lower_by_row_;
};

}  // namespace niwashi::exact
