#include "niwashi/bench/loops.hpp"

#include <algorithm>
#include <vector>

#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/score.hpp"
#include "niwashi/stone/playout.hpp"
#include "niwashi/stone/score.hpp"

namespace niwashi::bench {

std::int64_t score_repeatedly(std::span<const jardin::Position> gardens, int rounds) {
    std::int64_t sum = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const jardin::Position& garden : gardens) sum += jardin::score(garden).total;
    }
    return sum;
}

std::int64_t score_repeatedly(const stone::Edition& edition, std::span<const stone::Garden> gardens,
                              int rounds) {
    std::int64_t sum = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const stone::Garden& garden : gardens) {
            sum += stone::score(edition, garden, -1, 0).total;
        }
    }
    return sum;
}

std::int64_t play_random_games(const jardin::Position& start, std::uint64_t seed,
                               std::size_t games) {
    std::vector<jardin::Position> ends(games);
    jardin::random_games(start, seed, ends);
    return score_repeatedly(ends, 1);
}

std::int64_t play_random_games(const stone::Edition& edition, const stone::Position& start,
                               std::uint64_t seed, std::size_t games) {
    std::vector<stone::Playout> played(games);
    stone::random_games(edition, start, seed, played);
    std::int64_t sum = 0;
    for (const stone::Playout& game : played) {
        for (const stone::ScoreBreakdown& score : stone::scores(edition, game.position)) {
            sum += score.total;
        }
    }
    return sum;
}

}  // namespace niwashi::bench
