#pragma once

#include <array>
#include <bit>
#include <cstdint>

// The garden as geometry: sets of spaces and what lies next to them. No rule of the game is here.
namespace niwashi::jardin {

inline constexpr int side = 6;
inline constexpr int space_count = side * side;

// A space is 6 * row + column, both from 0; players write `11` to `66` (notation.hpp).
using Space = int;

// A set of spaces: bit s stands for space s. Bits 36 to 63 are always 0.
using Bitboard = std::uint64_t;

inline constexpr Bitboard whole_garden = (Bitboard{1} << space_count) - 1;

constexpr Bitboard bit(Space space) {
    return Bitboard{1} << space;
}

// Compilers for the plainest x86-64 turn std::popcount into a library call; the folded sum below
// is three times as fast there, and where the instruction exists it is used.
constexpr int count(Bitboard set) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return std::popcount(set);
#else
    set -= (set >> 1) & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + ((set >> 2) & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return static_cast<int>((set * 0x0101010101010101ULL) >> 56);
#endif
}

constexpr Space first_space(Bitboard set) {
    return std::countr_zero(set);
}

// Removes and returns the first space of a set that is not empty.
constexpr Space pop_first(Bitboard& set) {
    const Space space = first_space(set);
    set &= set - 1;
    return space;
}

// The n-th space (from 0) of a set that has more than n.
constexpr Space nth_space(Bitboard set, int n) {
    for (; n > 0; --n) set &= set - 1;
    return first_space(set);
}

constexpr Bitboard row_of_spaces(int row) {
    return Bitboard{0b111111} << (side * row);
}
constexpr Bitboard column_of_spaces(int column) {
    return Bitboard{0b000001'000001'000001'000001'000001'000001} << column;
}

inline constexpr Bitboard edge_of_garden =
    row_of_spaces(0) | row_of_spaces(side - 1) | column_of_spaces(0) | column_of_spaces(side - 1);

// The spaces one step from those of a set, in one direction; what leaves the garden is gone.
constexpr Bitboard north(Bitboard set) {
    return set >> side;
}
constexpr Bitboard south(Bitboard set) {
    return (set << side) & whole_garden;
}
constexpr Bitboard west(Bitboard set) {
    return (set & ~column_of_spaces(0)) >> 1;
}
constexpr Bitboard east(Bitboard set) {
    return (set & ~column_of_spaces(side - 1)) << 1;
}

// Spaces orthogonally adjacent to a space of the set (members of the set too, if they are).
constexpr Bitboard adjacent(Bitboard set) {
    return north(set) | south(set) | west(set) | east(set);
}

// Spaces around (8 neighbours of) a space of the set (members of the set too, if they are).
constexpr Bitboard around(Bitboard set) {
    const Bitboard sideways = west(set) | east(set);
    const Bitboard band = set | sideways;
    return north(band) | south(band) | sideways;
}

// All spaces of `within` that orthogonal steps inside `within` reach from `seed`.
constexpr Bitboard flood(Bitboard seed, Bitboard within) {
    Bitboard reached = seed & within;
    for (;;) {
        const Bitboard grown = (reached | adjacent(reached)) & within;
        if (grown == reached) return reached;
        reached = grown;
    }
}

// Row and column of a location die that shows `location` (1 to 6): 11 spaces (J2).
constexpr Bitboard cross(int location) {
    return row_of_spaces(location - 1) | column_of_spaces(location - 1);
}

// spaces_within(d)[s]: the spaces at Manhattan distance 1 to d from s.
constexpr std::array<Bitboard, space_count> spaces_within(int distance) {
    std::array<Bitboard, space_count> result{};
    for (Space space = 0; space < space_count; ++space) {
        Bitboard reached = bit(space);
        for (int step = 0; step < distance; ++step) reached |= adjacent(reached);
        result[static_cast<std::size_t>(space)] = reached & ~bit(space);
    }
    return result;
}

}  // namespace niwashi::jardin
