#include "niwashi/stone/playout.hpp"

namespace niwashi::stone {

Move random_move(const Edition& edition, const Position& position, search::Rng& rng) {
    if (is_chance(position)) return sample_chance(edition, position, rng);
    const MoveList moves = legal_moves(edition, position);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

Playout playout(const Edition& edition, const Position& start, search::Rng& rng, int max_turns,
                std::vector<Move>* record) {
    Playout game{start, 0, 0, false};
    Position& now = game.position;
    while (!is_over(now)) {
        if (game.turns == max_turns) {
            game.capped = true;
            break;
        }
        const bool dealing = now.decision <= Decision::deal_master;
        const int active = now.active;
        const Move move = random_move(edition, now, rng);
        make(now, move);
        if (record != nullptr) record->push_back(move);
        ++game.moves;
        // Two turns in a row never belong to one player.
        if (!dealing && (now.active != active || is_over(now))) ++game.turns;
    }
    return game;
}

void random_games(const Edition& edition, const Position& start, std::uint64_t seed,
                  std::span<Playout> games, int max_turns) {
    for (std::size_t i = 0; i < games.size(); ++i) {
        search::Rng rng(seed + 0x9E3779B97F4A7C15ULL * i, search::Stream::playout);
        games[i] = playout(edition, start, rng, max_turns);
    }
}

}  // namespace niwashi::stone
