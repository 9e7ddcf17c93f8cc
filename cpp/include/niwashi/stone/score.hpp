#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "niwashi/stone/position.hpp"

// What a garden is worth (S13 to S16). Any valid garden can be scored, reachable or not, full or
// not.
namespace niwashi::stone {

// Points by rule; `pattern` is 0 or negative, `total` is the sum of the others.
struct ScoreBreakdown {
    int sand = 0;              // S13
    int moss = 0;              // S13
    int symmetry = 0;          // S13
    int whirlpool = 0;         // S4
    int pattern = 0;           // S13: unconnected pairs
    int connected = 0;         // S13: all 15 laid, none unconnected
    int stone_types = 0;       // S13
    int knight = 0;            // S14
    int diagonal = 0;          // S14
    int horaisan = 0;          // S14
    int three_honourable = 0;  // S14
    int reclining = 0;         // S14
    int boat = 0;              // S14
    int name_garden = 0;       // S15
    int virtue = 0;            // S16
    int total = 0;

    bool operator==(const ScoreBreakdown&) const = default;
};

// How many knights and diagonals count, in the choice that is worth the most (S14).
struct Arrangements {
    std::uint8_t knights = 0;
    std::uint8_t diagonals = 0;
};
Arrangements best_arrangements(Spaces stones);

// Vertices of the garden with a whole whirlpool, or else half of one (S4). Bit 6 * row + column,
// both from 0: the upper left corner of space (row, column).
struct Whirlpools {
    std::uint32_t circles = 0;
    std::uint32_t semicircles = 0;
};
Whirlpools whirlpools(const Edition& edition, const Garden& garden);

// Neighbouring pairs of laid tiles that do not connect (S3): the western and the upper spaces.
struct Unconnected {
    Spaces beside = 0;
    Spaces below = 0;
};
Unconnected unconnected(const Edition& edition, const Garden& garden);

// S15: every stone of the card stands where the card shows it.
bool matches(const NameGarden& card, const Garden& garden);

// `card` is a number of a Name Garden, unknown_card or no_card.
ScoreBreakdown score(const Edition& edition, const Garden& garden, int card, int virtue);
ScoreBreakdown score(const Edition& edition, const Player& player);

// By player. At any time; only at the end is it final.
std::vector<ScoreBreakdown> scores(const Edition& edition, const Position& position);

// S16: the players with the highest total, ascending.
std::vector<int> winners(const Edition& edition, const Position& position);

inline constexpr int breakdown_size = 16;

// Scores many gardens. `faces` holds 15 face numbers a garden (no_face where empty), `stones` 15
// stones a garden (0 none, 1 to 5 H S R L B), `cards` a Name Garden or -1, `virtue` 0 to 6; the
// last two may be empty, then nobody has any. `out` takes breakdown_size numbers a garden, in the
// order of ScoreBreakdown. Throws InvalidText, naming the garden by its number from 0, for what
// validate(Garden) refuses; std::invalid_argument if sizes do not fit.
void score_batch(const Edition& edition, std::span<const std::uint8_t> faces,
                 std::span<const std::uint8_t> stones, std::span<const std::int16_t> cards,
                 std::span<const std::uint8_t> virtue, std::span<std::int16_t> out);

}  // namespace niwashi::stone
