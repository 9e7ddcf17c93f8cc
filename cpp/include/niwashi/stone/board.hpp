#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

// The garden board as geometry, and the five types of stones. No rule of the game is here.
namespace niwashi::stone {

inline constexpr int rows = 3;
inline constexpr int columns = 5;
inline constexpr int space_count = rows * columns;

// A space is 5 * row + column, both from 0, row 0 the upper one; players write `11` to `35`.
using Space = int;

// A set of spaces: bit s stands for space s. Bits 15 to 31 are always 0.
using Spaces = std::uint32_t;

inline constexpr Spaces whole_garden = (Spaces{1} << space_count) - 1;

constexpr Spaces bit(Space space) {
    return Spaces{1} << space;
}
constexpr bool contains(Spaces set, Space space) {
    return (set >> space & 1U) != 0;
}

// Folded sums: compilers for the plainest x86-64 turn std::popcount into a slower library call.
constexpr int count(std::uint32_t set) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return std::popcount(set);
#else
    set -= (set >> 1) & 0x55555555U;
    set = (set & 0x33333333U) + ((set >> 2) & 0x33333333U);
    return static_cast<int>((((set + (set >> 4)) & 0x0F0F0F0FU) * 0x01010101U) >> 24);
#endif
}

constexpr Space first_space(Spaces set) {
    return std::countr_zero(set);
}

// Removes and returns the first space of a set that is not empty.
constexpr Space pop_first(Spaces& set) {
    const Space space = first_space(set);
    set &= set - 1;
    return space;
}

constexpr int row_of(Space space) {
    return space / columns;
}
constexpr int column_of(Space space) {
    return space % columns;
}
constexpr Spaces row_of_spaces(int row) {
    return Spaces{0b11111} << (columns * row);
}
constexpr Spaces column_of_spaces(int column) {
    return Spaces{0b00001'00001'00001} << column;
}

// The spaces one step from those of a set, in one direction; what leaves the garden is gone.
constexpr Spaces north(Spaces set) {
    return set >> columns;
}
constexpr Spaces south(Spaces set) {
    return (set << columns) & whole_garden;
}
constexpr Spaces west(Spaces set) {
    return (set & ~column_of_spaces(0)) >> 1;
}
constexpr Spaces east(Spaces set) {
    return (set & ~column_of_spaces(columns - 1)) << 1;
}

// Spaces orthogonally adjacent to a space of the set (members of the set too, if they are).
constexpr Spaces adjacent(Spaces set) {
    return north(set) | south(set) | west(set) | east(set);
}

// In the order of the letters H S R L B, which is that of their prices 1 to 5 (S5).
enum class Stone : std::uint8_t { horizontal, small_standing, reclining, large_standing, boat };
inline constexpr int stone_type_count = 5;
inline constexpr std::string_view stone_letters = "HSRLB";
inline constexpr std::array<Stone, stone_type_count> all_stones = {
    Stone::horizontal, Stone::small_standing, Stone::reclining, Stone::large_standing, Stone::boat};

constexpr int price(Stone stone) {
    return static_cast<int>(stone) + 1;
}

// How many stones of each type a game of 2, 3 or 4 players has (S5).
using StoneCounts = std::array<std::uint8_t, stone_type_count>;
inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
constexpr StoneCounts stone_supply(int players) {
    const auto more = static_cast<std::uint8_t>(players - min_players);
    StoneCounts supply = {4, 5, 2, 3, 1};
    for (std::uint8_t& stones : supply) stones = static_cast<std::uint8_t>(stones + more);
    return supply;
}

}  // namespace niwashi::stone
