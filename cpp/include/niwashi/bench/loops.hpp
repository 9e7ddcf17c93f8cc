#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "niwashi/jardin/position.hpp"
#include "niwashi/stone/edition.hpp"
#include "niwashi/stone/garden.hpp"
#include "niwashi/stone/position.hpp"

// Loops to be timed: one call is much work, and returns a sum of points, so that nothing is left
// out and a caller can check what was computed.
namespace niwashi::bench {

// Scores every garden so many times.
std::int64_t score_repeatedly(std::span<const jardin::Position> gardens, int rounds);
std::int64_t score_repeatedly(const stone::Edition& edition, std::span<const stone::Garden> gardens,
                              int rounds);

// Plays random games from `start` to their end. Game i depends on `seed` and i alone.
std::int64_t play_random_games(const jardin::Position& start, std::uint64_t seed,
                               std::size_t games);
std::int64_t play_random_games(const stone::Edition& edition, const stone::Position& start,
                               std::uint64_t seed, std::size_t games);

}  // namespace niwashi::bench
