#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "niwashi/search/value.hpp"

// What this code does, as numbers: a change of behaviour changes them, a change of speed does not.
namespace niwashi::bench {

// The parts of the signature, each of a fixed amount of work: a game's legal moves in random games,
// scores of gardens, the best of an annealing, and rankings of hints.
inline constexpr std::array<std::string_view, 8> signature_parts = {
    "jardin_moves", "jardin_scores", "jardin_annealing", "jardin_hints",
    "stone_moves",  "stone_scores",  "stone_annealing",  "stone_hints"};

using Signature = std::array<std::uint32_t, signature_parts.size()>;

// The same for every compiler, build type, processor and number of threads; docs/benchmark.md tells
// why, and where the C library could in theory decide. `network` judges the hints of Jardín. Stone
// Garden is played with an edition of the signature's own, so that no edition file can change it.
Signature signature(const search::ValueNetwork& network, unsigned threads);

// All parts as one number.
std::uint32_t whole(const Signature& signature);

}  // namespace niwashi::bench
