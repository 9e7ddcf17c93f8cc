#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "niwashi/search/rng.hpp"
#include "niwashi/stone/moves.hpp"

// Random play: the policy `random`, and a source of states for tests and benchmarks.
namespace niwashi::stone {

// Where a random game ended, or where the cap stopped it.
struct Playout {
    Position position;
    int turns = 0;        // turns that ended
    int moves = 0;        // moves and chance outcomes made
    bool capped = false;  // the game was not over after `max_turns` turns
};

// The rules set no limit (S12). Of 3,000 random games of four players the longest took 104 turns.
inline constexpr int default_max_turns = 1000;

// Plays to the end, every legal move equally likely. Appends what is played to `record` if there is
// one.
Playout playout(const Edition& edition, const Position& start, search::Rng& rng,
                int max_turns = default_max_turns, std::vector<Move>* record = nullptr);

// One move or chance outcome of a random game. The game must not be over.
Move random_move(const Edition& edition, const Position& position, search::Rng& rng);

// Fills `games` with independent random games from `start`. Game i depends on `seed` and i alone.
void random_games(const Edition& edition, const Position& start, std::uint64_t seed,
                  std::span<Playout> games, int max_turns = default_max_turns);

}  // namespace niwashi::stone
