#pragma once

#include <cstddef>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/search/value.hpp"

// Fast play of Jardín without playouts: the move whose position is worth most, to the network or at
// once. No random number is used; of equal moves the first in order is played.
namespace niwashi::search {

struct Choice {
    jardin::Move move;
    float value = 0;  // of the position after it, in points
};

// A good draw or prune. Each use of the dice is tried with the best few spaces for one decoration
// and every space for the other, not with all pairs; on the last turn the pond that follows decides
// between the best few.
Choice choose_turn(const ValueNetwork& network, const jardin::Position& position,
                   const jardin::Roll& roll);

// A good pond, or none.
Choice choose_pond(const ValueNetwork& network, const jardin::Position& position);

// Every move of a roll with its value, best first.
std::vector<Choice> rank_turns(const ValueNetwork& network, const jardin::Position& position,
                               const jardin::Roll& roll);

// No pond, and the ponds a wide search sees, best first.
std::vector<Choice> rank_ponds(const ValueNetwork& network, const jardin::Position& position);

// The policy `greedy`: the most points at once, were the game over after the move.
jardin::Move greedy_turn(const jardin::Position& position, const jardin::Roll& roll);
jardin::Move greedy_pond(const jardin::Position& position);

}  // namespace niwashi::search
