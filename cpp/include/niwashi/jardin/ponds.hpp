#pragma once

#include <cstdint>
#include <vector>

#include "niwashi/jardin/position.hpp"

// Ponds (J6): which sets of spaces are one, and all of them, counted and in order.
namespace niwashi::jardin {

// True if the set can be outlined as a single pond where no other pond is: not empty, connected,
// enclosing no earth.
bool is_pond_shape(Bitboard spaces);

// The spaces a new pond may cover: those that are not water and have no water around them.
constexpr Bitboard pondable(Bitboard water) {
    return whole_garden & ~water & ~around(water);
}

// True if the player could trace this pond beside the ponds there are, whatever the clock.
inline bool is_legal_pond(const Position& position, Bitboard spaces) {
    return (spaces & ~pondable(position.water())) == 0 && is_pond_shape(spaces);
}

// Every pond inside a set of allowed spaces: how many, the n-th, and which number a given one has.
// The order is that of the ascending lists of spaces, a shorter list before its continuations:
// 11 < 11,12 < 11,12,13 < 11,12,13,14 < ... < 66.
//
// A pond is the inside of one simple cycle over the 7x7 corner points of the spaces. The table
// holds the states of a frontier that passes these points row by row: where the cycle crosses it
// and which crossings belong together, as matched brackets (Conway, Enting and Guttmann 1993 count
// polygons so; Knuth, TAOCP 4A 7.1.4, "Simpath"). With the number of completions of every state,
// counting is a look-up and the n-th pond a walk of 49 steps. Building takes about a millisecond.
class PondTable {
 public:
    explicit PondTable(Bitboard allowed = whole_garden);

    std::uint64_t size() const { return size_; }

    // The pond with this number; `index` must be less than size().
    Bitboard at(std::uint64_t index) const;

    // The number of this pond; throws IllegalMove if it is not one of the table's.
    std::uint64_t index_of(Bitboard pond) const;

 private:
    // A frontier state before one corner point; its space (south-east of the point) comes next.
    struct Node {
        std::uint64_t completions = 0;  // ponds reached from here
        std::int32_t if_earth = -1;     // index in the next layer, -1 where no pond can follow
        std::int32_t if_water = -1;
        bool may_stop = false;  // earth from here to the end completes a pond
    };
    std::vector<std::vector<Node>> layers_;  // one per corner point, and the end
    std::uint64_t size_ = 0;
};

}  // namespace niwashi::jardin
