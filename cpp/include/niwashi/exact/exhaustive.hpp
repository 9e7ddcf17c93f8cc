#pragma once

#include <cstdint>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/search/anneal.hpp"

namespace niwashi::exact {

// What an exhaustive search saw.
struct Exhaustive {
    search::Plan best;         // the first best plan in the order of moves
    std::uint64_t leaves = 0;  // finished games scored
    bool complete = false;     // false if there are more than `max_leaves`: `best` proves nothing
};

// Plays every legal continuation on the known dice and keeps the best: slow, and right by
// construction. For the last turn or two of nearly full gardens, against which other methods are
// tested. `dice` are the rolls still to come, one for each turn left; std::invalid_argument if
// their number is wrong, or `max_leaves` 0.
Exhaustive exhaustive_search(const jardin::Position& start, const std::vector<jardin::Roll>& dice,
                             std::uint64_t max_leaves);

}  // namespace niwashi::exact
