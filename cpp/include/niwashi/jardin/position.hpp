#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "niwashi/errors.hpp"
#include "niwashi/jardin/board.hpp"

namespace niwashi::jardin {

// What a die can give, in the order of the letters L B T R M =.
enum class Decoration : std::uint8_t { lantern, bamboo, tree, rock, moss, bridge };
inline constexpr int decoration_count = 6;

// A year has four seasons of three turns; a pond decision follows the third turn of each (J5).
inline constexpr int season_count = 4;
inline constexpr int turns_a_season = 3;
inline constexpr int turn_count = season_count * turns_a_season;
inline constexpr int max_prunings = 3;
inline constexpr int first_late_turn = 7;  // trees drawn from here on are worth 2 (J9)

// The clock counts plies: 0, 1, 2 are turns 1 to 3, 3 the pond decision `3p`, 4 is turn 4, ... 15
// is `12p`, 16 the end.
inline constexpr int plies_a_season = turns_a_season + 1;
inline constexpr int end_of_game = season_count * plies_a_season;

// One player's sheet between two decisions: what is drawn, what is traced, and when. It holds no
// roll, no history and no random number: a drawing decision is the pair (position, roll).
// Trivially copyable, no pointer, equal if and only if all bytes are.
struct Position {
    std::array<Bitboard, decoration_count> decorations{};  // by Decoration; pairwise disjoint
    Bitboard late_trees = 0;                               // the trees drawn in spring or summer
    std::array<Bitboard, season_count> ponds{};            // by season; empty if none was traced
    std::uint64_t clock = 0;
    std::uint64_t prunings = 0;

    Bitboard& operator[](Decoration decoration) {
        return decorations[static_cast<std::size_t>(decoration)];
    }
    Bitboard operator[](Decoration decoration) const {
        return decorations[static_cast<std::size_t>(decoration)];
    }

    Bitboard decorated() const {
        return decorations[0] | decorations[1] | decorations[2] | decorations[3] | decorations[4] |
               decorations[5];
    }
    Bitboard empty_spaces() const { return whole_garden & ~decorated(); }
    Bitboard water() const { return ponds[0] | ponds[1] | ponds[2] | ponds[3]; }
    Bitboard earth() const { return whole_garden & ~water(); }

    bool operator==(const Position&) const = default;
};

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(std::has_unique_object_representations_v<Position>);

constexpr bool is_over(const Position& position) {
    return position.clock >= end_of_game;
}

// True when the player may trace a pond now; false when a roll comes next, and at the end.
constexpr bool is_pond_decision(const Position& position) {
    return !is_over(position) && position.clock % plies_a_season == turns_a_season;
}

// 0 autumn, 1 winter, 2 spring, 3 summer; 4 at the end.
constexpr int season(const Position& position) {
    return static_cast<int>(position.clock / plies_a_season);
}

// The turn (1 to 12) whose roll comes next; at a pond decision the turn that was drawn last.
constexpr int turn(const Position& position) {
    const auto ply = static_cast<int>(position.clock % plies_a_season);
    return season(position) * turns_a_season + (ply == turns_a_season ? ply : ply + 1);
}

constexpr int turns_left(const Position& position) {
    const int turns_drawn = is_pond_decision(position) ? turn(position) : turn(position) - 1;
    return is_over(position) ? 0 : turn_count - turns_drawn;
}

// Pond decisions still to come, one due now included.
constexpr int ponds_left(const Position& position) {
    return season_count - season(position);
}

// Whoever decides next: the dice at a turn (chance_player), the player (0) at a pond decision.
constexpr int to_move(const Position& position) {
    if (is_over(position)) return no_player;
    return is_pond_decision(position) ? 0 : chance_player;
}

// Refuses a position that no text can describe: a space twice decorated, water that breaks J6, a
// pond of a season that is not over, a late tree before turn 7 is drawn, a fourth pruning, a bit
// outside the garden. It checks neither reachability nor the number of decorations.
// Throws InvalidText.
void validate(const Position& position);

}  // namespace niwashi::jardin
