#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace niwashi::search {

// A tile as it lies. Edges are numbers, equal where the strings are; arcs are bits: nw 1, ne 2,
// sw 4, se 8. Patterns of one kind are the same tile turned.
struct TilePattern {
    bool moss = false;
    int north = 0;
    int east = 0;
    int south = 0;
    int west = 0;
    std::uint8_t arcs = 0;
    int kind = 0;
};

namespace garden {

inline constexpr int rows = 3;
inline constexpr int columns = 5;
inline constexpr int spaces = 15;
inline constexpr int nw = 1;
inline constexpr int ne = 2;
inline constexpr int sw = 4;
inline constexpr int se = 8;

}  // namespace garden

// Pattern numbers by space, row by row; every space is laid.
using Laid = std::array<int, garden::spaces>;

// How the tiles of a full garden join: the points of its whirlpools (S4), its unconnected pairs
// (S3), its symmetric rows (S13).
struct Joined {
    int whirlpools = 0;
    int unconnected = 0;
    std::array<bool, garden::rows> symmetric{};
};
Joined joined(const std::vector<TilePattern>& patterns, const Laid& laid);

// Points of a vertex by which tiles around it have an arc there (S4).
constexpr int vertex_points(bool north_west, bool north_east, bool south_west, bool south_east) {
    if (north_west && north_east && south_west && south_east) return 8;
    return (north_west || south_east) && (north_east || south_west) ? 2 : 0;
}

}  // namespace niwashi::search
