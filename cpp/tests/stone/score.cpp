#include "niwashi/stone/score.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "fixtures.hpp"
#include "niwashi/stone/playout.hpp"

using namespace niwashi::stone;
using fixtures::garden;
using fixtures::small_edition;

namespace {

// Blocks and arrangements written out in another way than in the program: by coordinates.
int brute_force_best(Spaces stones) {
    struct Candidate {
        Spaces stones;
        int points;
    };
    std::vector<Candidate> candidates;
    const auto add = [&](int top, int left, int height, int width, bool diagonal) {
        for (const bool down : {true, false}) {
            Spaces wanted = 0;
            Spaces block = 0;
            for (int r = 0; r < height; ++r) {
                for (int c = 0; c < width; ++c) {
                    const Space space = columns * (top + r) + left + c;
                    block |= bit(space);
                    const int side = down ? c : width - 1 - c;
                    const bool corner =
                        (r == 0 && side == 0) || (r == height - 1 && side == width - 1);
                    if (corner || (diagonal && r == side)) wanted |= bit(space);
                }
            }
            if ((stones & block) == wanted) candidates.push_back({wanted, diagonal ? 7 : 5});
        }
    };
    for (int top = 0; top < rows; ++top) {
        for (int left = 0; left < columns; ++left) {
            if (top + 2 <= rows && left + 3 <= columns) add(top, left, 2, 3, false);
            if (top + 3 <= rows && left + 2 <= columns) add(top, left, 3, 2, false);
            if (top + 3 <= rows && left + 3 <= columns) add(top, left, 3, 3, true);
        }
    }
    int best = 0;
    for (std::uint32_t choice = 0; choice < 1U << candidates.size(); ++choice) {
        Spaces used = 0;
        int points = 0;
        bool disjoint = true;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if ((choice >> i & 1) == 0) continue;
            disjoint = disjoint && (used & candidates[i].stones) == 0;
            used |= candidates[i].stones;
            points += candidates[i].points;
        }
        if (disjoint) best = std::max(best, points);
    }
    return best;
}

}  // namespace

TEST_CASE("S14: the best choice of knights and diagonals, for all 32,768 sets of stones") {
    for (Spaces stones = 0; stones <= whole_garden; ++stones) {
        const Arrangements best = best_arrangements(stones);
        REQUIRE(5 * best.knights + 7 * best.diagonals == brute_force_best(stones));
    }
}

TEST_CASE("S4: whirlpools are found at their vertices") {
    const Garden four = garden("nw',ne',_,_,_/ne,nw,_,_,_/_,_,_,_,_");
    CHECK(whirlpools(small_edition(), four).circles == std::uint32_t{1} << 7);
    CHECK(whirlpools(small_edition(), four).semicircles == 0);
    const Garden two = garden("_,_,_,ne,nw/_,_,_,_,_/_,_,_,_,_");
    CHECK(whirlpools(small_edition(), two).semicircles == std::uint32_t{1} << 4);
}

TEST_CASE("S13: unconnected pairs are told by their western and upper spaces") {
    const Garden some = garden("patch,plain,_,_,_/nw,_,_,_,_/_,_,_,_,_");
    CHECK(unconnected(small_edition(), some).beside == bit(0));
    CHECK(unconnected(small_edition(), some).below == bit(0));
}

TEST_CASE("S15: a Name Garden counts when its stones stand, whatever else stands") {
    const Edition& edition = small_edition();
    CHECK(score(edition, garden("plain:H,_,_,_,_/_,_,plain:S,_,_/_,_,_,_,plain:R"), 1, 0)
              .name_garden == 6);
    CHECK(score(edition, garden("plain:S,_,_,_,_/_,_,plain:S,_,_/_,_,_,_,_"), 1, 0).name_garden ==
          0);
    CHECK(score(edition, garden("plain:B,_,_,_,_/_,_,_,_,_/_,_,_,_,plain:R"), 0, 0).name_garden ==
          5);
    CHECK(score(edition, garden("plain:H,_,_,_,_/_,_,plain:S,_,_/_,_,_,_,_"), unknown_card, 0)
              .name_garden == 0);
}

TEST_CASE("S16: the highest total wins and ties share") {
    const Edition& edition = small_edition();
    Position position = new_game(edition, 3);
    position.player(0).virtue = 3;
    position.player(2).virtue = 3;
    CHECK(winners(edition, position) == std::vector<int>{0, 2});
}

TEST_CASE("a batch scores as single gardens do") {
    const Edition& edition = small_edition();
    std::vector<Playout> games(20);
    random_games(edition, new_game(edition, 4), 3, games);
    std::vector<std::uint8_t> faces;
    std::vector<std::uint8_t> stones;
    std::vector<std::int16_t> cards;
    std::vector<std::uint8_t> virtue;
    std::vector<ScoreBreakdown> expected;
    for (const Playout& game : games) {
        for (int i = 0; i < 4; ++i) {
            const Player& player = game.position.player(i);
            for (Space space = 0; space < space_count; ++space) {
                faces.push_back(static_cast<std::uint8_t>(player.garden.face(space)));
                std::uint8_t here = 0;
                for (const Stone stone : all_stones) {
                    if (contains(player.garden[stone], space)) {
                        here = static_cast<std::uint8_t>(static_cast<int>(stone) + 1);
                    }
                }
                stones.push_back(here);
            }
            cards.push_back(player.name_garden);
            virtue.push_back(player.virtue);
            expected.push_back(score(edition, player));
        }
    }
    std::vector<std::int16_t> out(expected.size() * breakdown_size);
    score_batch(edition, faces, stones, cards, virtue, out);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(out[i * breakdown_size] == expected[i].sand);
        CHECK(out[i * breakdown_size + 13] == expected[i].name_garden);
        CHECK(out[i * breakdown_size + 15] == expected[i].total);
    }
}
