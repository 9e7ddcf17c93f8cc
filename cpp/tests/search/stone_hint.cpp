#include "niwashi/search/stone_hint.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "../stone/fixtures.hpp"
#include "niwashi/search/stone_policy.hpp"
#include "niwashi/stone/playout.hpp"
#include "niwashi/stone/score.hpp"

using namespace niwashi::search;
using namespace niwashi::stone;
using niwashi::stone::fixtures::small_edition;

namespace {

// A decision of a game by planners, `moves` moves and chance outcomes after the deal.
Position some_decision(int players, std::uint64_t seed, int moves) {
    const Edition& edition = small_edition();
    Rng rng(seed);
    Position position = deal(edition, players, seed);
    for (int i = 0; i < moves || is_chance(position); ++i) {
        make(position, choose_move(edition, position, StonePolicy::planner, rng));
    }
    return position;
}

Position at(Decision decision, int players, std::uint64_t seed) {
    const Edition& edition = small_edition();
    Rng rng(seed);
    Position position = deal(edition, players, seed);
    while (position.decision != decision ||
           count(position.player(position.concerned).garden.laid) < 3) {
        make(position, choose_move(edition, position, StonePolicy::planner, rng));
    }
    return position;
}

void run(StoneHintSearch& search, int rounds) {
    for (int i = 0; i < rounds && search.prepare() > 0; ++i) {
        search.work();
        REQUIRE(search.finish());
    }
}

bool agree(const StoneHintSearch& left, const StoneHintSearch& right) {
    const auto first = left.ranking();
    const auto second = right.ranking();
    return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                      [](const StoneHint& a, const StoneHint& b) {
                          return a.move == b.move && a.samples == b.samples &&
                                 a.expected == b.expected && a.error == b.error && a.win == b.win &&
                                 a.diff_error == b.diff_error;
                      });
}

}  // namespace

TEST_CASE("stone hint: every legal move is ranked, and the numbers fit together") {
    const Edition& edition = small_edition();
    const Position position = at(Decision::step2, 3, 4);
    StoneHintSearch search(edition, position, 1);
    CHECK(search.player() == position.concerned);
    run(search, 8);
    const auto ranking = search.ranking();
    CHECK(ranking.size() == legal_moves(edition, position).size());
    std::size_t games = 0;
    for (const StoneHint& hint : ranking) {
        games += hint.samples;
        CHECK_NOTHROW(check_move(edition, position, hint.move));
        CHECK(hint.samples <= ranking[0].samples);
        CHECK(hint.error == doctest::Approx(hint.sd / std::sqrt(hint.samples)));
        CHECK(hint.win >= 0);
        CHECK(hint.win <= 1);
        Position after = position;
        make(after, hint.move);
        CHECK(hint.score_now == score(edition, after.player(position.concerned)).total);
        if (hint.samples == ranking[0].samples) {
            CHECK(hint.diff == doctest::Approx(hint.expected - ranking[0].expected));
            CHECK(hint.win_diff == doctest::Approx(hint.win - ranking[0].win));
        }
    }
    CHECK(games == search.games());
    CHECK(ranking[0].diff == 0);
    CHECK(ranking[0].diff_error == 0);
}

TEST_CASE("stone hint: what the player cannot know changes nothing") {
    const Edition& edition = small_edition();
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const Position position = some_decision(3, seed, 40);
        Rng rng(7);
        Position other = position;
        std::reverse(other.known.begin(), other.known.begin() + other.known_size);
        for (int i = 0; i < 3; ++i) {
            Player& player = other.player(i);
            if (i == position.concerned) continue;
            player.name_garden = unknown_card;
            if (player.master_used == 0) player.master = unknown_card;
        }
        other = guess_unknown(edition, other, rng);
        REQUIRE_FALSE(other == position);
        StoneHintSearch first(edition, position, 5);
        StoneHintSearch second(edition, other, 5);
        StoneHintSearch third(edition, view(position, position.concerned), 5);
        for (StoneHintSearch* search : {&first, &second, &third}) run(*search, 3);
        CHECK(agree(first, second));
        CHECK(agree(first, third));
    }
}

TEST_CASE("stone hint: rounds may be stopped and taken up again") {
    const Edition& edition = small_edition();
    const Position position = at(Decision::place, 2, 1);
    StoneHintSearch straight(edition, position, 3);
    StoneHintSearch halting(edition, position, 3);
    run(straight, 6);
    run(halting, 2);
    const std::size_t games = halting.games();
    REQUIRE(halting.prepare() > 0);
    halting.stop();
    halting.work();
    CHECK_FALSE(halting.finish());
    CHECK(halting.games() == games);
    run(halting, 4);
    CHECK(agree(straight, halting));
    StoneHintSearch other(edition, position, 4);
    run(other, 6);
    CHECK_FALSE(agree(straight, other));
}

TEST_CASE("stone hint: it ends when the best is clear") {
    const Edition& edition = small_edition();
    // The last turn: nothing is left to chance but the other player's Name Garden.
    const std::string full =
        "plain@,plain,plain,plain,plain/plain,plain,plain,plain,plain/"
        "plain,plain,plain,plain,plain";
    const Position last = position_from_text(
        edition, "step2 1 1 - - - - H4S5R2L3B1 - nw=15,ne=15,island=10,patch=10 " + full +
                     ";-;0;one;kentei! " + full + ";-;0;?;?");
    StoneHintSearch search(edition, last, 1);
    run(search, 1000);
    CHECK(search.is_clear());
    CHECK(search.prepare() == 0);
    const auto ranking = search.ranking();
    CHECK(ranking[0].move == Move::plain(MoveKind::meditate));
    CHECK(ranking[0].expected == ranking[0].score_now);
    CHECK(ranking[0].sd == 0);
    CHECK(ranking[0].win == 1);
    for (std::size_t i = 1; i < ranking.size(); ++i) {
        CHECK(ranking[i].samples >= 16);
        CHECK(ranking[i].diff == -1);
        CHECK(ranking[i].win == 0.5);
        CHECK(ranking[i].win_diff == -0.5);
    }
}

TEST_CASE("stone hint: the planner's choice is first until another move is ahead of it") {
    const Edition& edition = small_edition();
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Position position = at(Decision::place, 2, seed);
        Rng rng(seed, Stream::playout);
        const Move choice =
            choose_move(edition, view(position, position.concerned), StonePolicy::planner, rng);
        StoneHintSearch search(edition, position, seed);
        run(search, 1);
        CHECK(search.ranking()[0].move == choice);
        run(search, 12);
        const auto ranking = search.ranking();
        changed += ranking[0].move != choice;
        for (const StoneHint& hint : ranking) {
            if (hint.move == choice) CHECK(hint.samples == ranking[0].samples);
        }
    }
    CHECK(changed > 0);
}

TEST_CASE("stone hint: a move that is asked for has as many samples as the best") {
    const Edition& edition = small_edition();
    const Position position = at(Decision::step2, 2, 2);
    StoneHintSearch plain(edition, position, 1);
    run(plain, 10);
    const StoneHint last = plain.ranking().back();
    REQUIRE(last.samples < plain.ranking()[0].samples);
    StoneHintSearch search(edition, position, 1, last.move);
    run(search, 10);
    for (const StoneHint& hint : search.ranking()) {
        if (hint.move == last.move) CHECK(hint.samples == search.ranking()[0].samples);
    }
    CHECK_THROWS_AS(StoneHintSearch(edition, position, 1, Move::plain(MoveKind::rob)),
                    niwashi::IllegalMove);
}

TEST_CASE("stone hint: only a player's decision can be helped with") {
    const Edition& edition = small_edition();
    CHECK_THROWS_WITH_AS(StoneHintSearch(edition, deal(edition, 2, 1), 1),
                         "hint: chance decides at 'draw', no player", std::invalid_argument);
    Rng rng(1);
    const Position end = playout(edition, deal(edition, 2, 1), rng).position;
    CHECK_THROWS_WITH_AS(StoneHintSearch(edition, end, 1), "hint: the game is over",
                         std::invalid_argument);
}
