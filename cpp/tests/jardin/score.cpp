#include "niwashi/jardin/score.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"

using namespace niwashi;
using namespace niwashi::jardin;

namespace {

Position garden(const std::string& decorations, const std::string& ponds) {
    return position_from_text(decorations + " " + ponds + " end 0");
}

}  // namespace

TEST_CASE("a hand-counted garden is worth what it is worth") {
    // L11 and L16 are 5 apart, the rock and one moss are wet; five spaces of water, 21 bare ones.
    const Position position = garden("L....L/.BB.../..R=../..M.../tT.M../......",
                                     "....../....../..11../..11../....../......");
    const ScoreBreakdown points = score(position);
    CHECK(points.lantern == 6);
    CHECK(points.bamboo == 4);
    CHECK(points.tree == 3);
    CHECK(points.rock == 2);
    CHECK(points.moss == 1);
    CHECK(points.bridge == 0);
    CHECK(points.pond == 3);
    CHECK(points.penalty == -(36 - 4 - 7) - 1);
    CHECK(points.total == 6 + 4 + 3 + 2 + 1 + 3 - 26);
}

TEST_CASE("scoring spaces lie where their rule allows") {
    std::vector<Position> games(500);
    random_games(Position{}, 1, games);
    for (const Position& game : games) {
        const ScoringSpaces spaces = scoring_spaces(game);
        const ScoreBreakdown points = score(game);
        REQUIRE((spaces.lantern & ~(game[Decoration::lantern] & game.earth())) == 0);
        REQUIRE((spaces.bamboo & ~(game[Decoration::bamboo] & game.earth())) == 0);
        REQUIRE(spaces.tree == (game[Decoration::tree] & game.earth()));
        REQUIRE((spaces.rock & ~game[Decoration::rock]) == 0);
        REQUIRE((spaces.moss & ~(game[Decoration::moss] & game.earth())) == 0);
        REQUIRE((spaces.bridge & ~(game[Decoration::bridge] & game.water())) == 0);
        REQUIRE(spaces.empty_earth == (game.earth() & game.empty_spaces()));
        REQUIRE((spaces.misplaced & spaces.empty_earth) == 0);
        REQUIRE(points.total == points.lantern + points.bamboo + points.tree + points.rock +
                                    points.moss + points.bridge + points.pond + points.penalty);
    }
}

TEST_CASE("moss has no more than three sides of water") {
    std::vector<Position> games(2000);
    random_games(Position{}, 2, games);
    for (const Position& game : games) {
        REQUIRE(score(game).moss <= 3 * count(scoring_spaces(game).moss));
    }
}

TEST_CASE("any bytes can be scored") {
    search::Rng rng(3);
    for (int i = 0; i < 2000; ++i) {
        std::array<std::uint64_t, sizeof(Position) / 8> bytes{};
        for (std::uint64_t& word : bytes) word = i == 0 ? ~std::uint64_t{0} : rng.next();
        CHECK(score(std::bit_cast<Position>(bytes)).bridge <= 15);
    }
}

TEST_CASE("the ranks of a solo game follow each other") {
    int rank = 0;
    for (int total = -40; total <= 120; ++total) {
        CHECK(solo_rank(total) >= rank);
        CHECK(solo_rank(total) - rank <= 1);
        rank = solo_rank(total);
    }
    CHECK(solo_rank(19) == 0);
    CHECK(solo_rank(20) == 1);
    CHECK(solo_rank(30) == 1);
    CHECK(solo_rank(31) == 2);
    CHECK(solo_rank(60) == 4);
    CHECK(solo_rank(61) == 5);
    CHECK(rank == 5);
}

TEST_CASE("sheets rank by points and then by prunings") {
    Position poor;
    Position rich;
    rich[Decoration::rock] = bit(0);
    CHECK(ranks_before(rich, poor));
    CHECK_FALSE(ranks_before(poor, rich));
    CHECK_FALSE(ranks_before(rich, rich));
    Position pruned = rich;
    pruned.prunings = 1;
    CHECK(ranks_before(rich, pruned));
    CHECK_FALSE(ranks_before(pruned, rich));
    CHECK(ranks_before(pruned, poor));
}
