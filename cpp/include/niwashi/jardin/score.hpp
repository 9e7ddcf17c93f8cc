#pragma once

#include <array>
#include <string_view>

#include "niwashi/jardin/position.hpp"

// What a garden is worth (J7 to J16). Any garden whose ponds satisfy J6 can be scored, reachable or
// not, finished or not.
namespace niwashi::jardin {

// Which spaces score by which rule. This is the one place where the criteria are written down; the
// points (below) and the drawings count these sets.
struct ScoringSpaces {
    Bitboard lantern = 0;      // J7
    Bitboard bamboo = 0;       // J8
    Bitboard tree = 0;         // J9
    Bitboard rock = 0;         // J10
    Bitboard moss = 0;         // J11
    Bitboard bridge = 0;       // J12
    Bitboard empty_earth = 0;  // J14
    Bitboard misplaced = 0;    // J14: wet lantern, bamboo, tree or moss; dry bridge
};

// Points by rule; `penalty` is 0 or negative, `total` is the sum of the others.
struct ScoreBreakdown {
    int lantern = 0;
    int bamboo = 0;
    int tree = 0;
    int rock = 0;
    int moss = 0;
    int bridge = 0;
    int pond = 0;
    int penalty = 0;
    int total = 0;

    bool operator==(const ScoreBreakdown&) const = default;

    ScoreBreakdown& operator+=(const ScoreBreakdown& other) {
        lantern += other.lantern;
        bamboo += other.bamboo;
        tree += other.tree;
        rock += other.rock;
        moss += other.moss;
        bridge += other.bridge;
        pond += other.pond;
        penalty += other.penalty;
        total += other.total;
        return *this;
    }
};

// Points of 0 to 4 scoring bridges together (J12); more than 4 give no more.
inline constexpr std::array<int, 5> bridge_points = {0, 1, 4, 9, 15};

ScoringSpaces scoring_spaces(const Position& position);
ScoreBreakdown score(const Position& position);

// J16: the rank of a solo game, 0 to 5, and its name.
inline constexpr std::array<std::string_view, 6> solo_rank_names = {
    "Mushin",
    "A journey of a thousand kilometers begins with a single step.",
    "Even dust, piled up, can be a mountain.",
    "Do you hear the wind in the pine tree?",
    "Contemplate the cherry blossoms.",
    "Yugen",
};
int solo_rank(int total);

// J15: true if the first sheet ranks before the second: more points, or as many with fewer
// prunings. Sheets that rank before neither of each other share a place.
bool ranks_before(const Position& first, const Position& second);

}  // namespace niwashi::jardin
