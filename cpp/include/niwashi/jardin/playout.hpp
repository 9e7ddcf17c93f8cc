#pragma once

#include <cstdint>
#include <span>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/search/rng.hpp"

// Random play: the policy `random`, and a source of gardens for tests and benchmarks.
namespace niwashi::jardin {

// Three dice thrown: each of the 216 throws as likely.
Roll random_roll(search::Rng& rng, const Faces& faces = standard_faces);

// A pond decision. Uniform choice would be a sprawling pond nearly always, as most ponds are; so
// one decision in four is no pond, and the others grow a pond from a random space, one random
// neighbour after another, to a size of 1 to 8 where there is room.
Move random_pond_move(const Position& position, search::Rng& rng);

// Plays a game to its end with random dice and moves.
Position random_game(const Position& start, search::Rng& rng, const Faces& faces = standard_faces);

// Fills `games` with independent random games. Game i depends on `seed` and i alone.
void random_games(const Position& start, std::uint64_t seed, std::span<Position> games,
                  const Faces& faces = standard_faces);

}  // namespace niwashi::jardin
