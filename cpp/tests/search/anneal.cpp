#include "niwashi/search/anneal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/score.hpp"

using namespace niwashi;
using namespace niwashi::search;
using namespace niwashi::jardin;

namespace {

// Plays a plan by the checked rules and returns the last position.
Position replay(const Position& start, const std::vector<Roll>& dice, const Plan& plan) {
    Position position = start;
    std::size_t turn = 0;
    for (const Move move : plan.moves) {
        REQUIRE_FALSE(is_over(position));
        position = is_pond_decision(position) ? jardin::apply(position, move)
                                              : jardin::apply(position, dice.at(turn++), move);
    }
    return position;
}

void check_plan(const Position& start, const std::vector<Roll>& dice, std::uint64_t seed,
                std::uint64_t steps) {
    Annealer annealer(start, dice, seed);
    annealer.run(steps);
    CHECK(annealer.steps() == steps);
    const Plan plan = annealer.best();
    CHECK(plan.score == annealer.best_score());
    const Position end = replay(start, dice, plan);
    CHECK(is_over(end));
    CHECK(score(end).total == plan.score);
}

std::vector<Roll> random_dice(Rng& rng, int rolls) {
    std::vector<Roll> dice;
    for (int i = 0; i < rolls; ++i) dice.push_back(random_roll(rng));
    return dice;
}

}  // namespace

// --- The generator ------------------------------------------------------------------------------

TEST_CASE("a seed means the same numbers on every machine and for ever") {
    // Computed by an independent implementation of SplitMix64 and xoshiro256**.
    constexpr std::array<std::uint64_t, 4> seed_0_search = {
        0x96EE11B21027D83FULL, 0xF99D1A8B0B536E1EULL, 0xFD96DA0E75CA29C2ULL, 0x2375EF1810557230ULL};
    constexpr std::array<std::uint64_t, 4> seed_1_dice = {
        0x1D08E40A8B50F326ULL, 0xB10CF5C0615F9B4EULL, 0xB4036AF7C002A702ULL, 0x31DCCC4A3DDBD5E0ULL};
    Rng search(0, Stream::search);
    for (const std::uint64_t expected : seed_0_search) CHECK(search.next() == expected);
    Rng dice(1, Stream::dice);
    for (const std::uint64_t expected : seed_1_dice) CHECK(dice.next() == expected);
}

TEST_CASE("what is drawn from a seed is pinned too") {
    Rng rng(2026, Stream::dice);
    CHECK(jardin::to_text(random_dice(rng, 12)) ==
          "155 156 466 156 144 566 145 346 144 345 146 166");
    std::vector<Position> games(2);
    random_games(Position{}, 2026, games);
    CHECK(jardin::to_text(games[0]) ==
          ".RBRR./BB...T/.TM.../..=tR=/BL.LM./t.LR=. ....../3...../33..../.....2/444.22/44.... end "
          "3");
    CHECK(jardin::to_text(games[1]) ==
          ".t.M.R/MLTB=./...R==/MtBTtT/R..=B./M.BR.. ....11/.2..11/22..11/22..../.2.333/...333 end "
          "1");
}

TEST_CASE("streams of one seed differ") {
    CHECK(Rng(1, Stream::dice).next() != Rng(1, Stream::playout).next());
    CHECK(Rng(1, Stream::search).next() != Rng(1, Stream::deal).next());
    CHECK(Rng(1).next() == Rng(1, Stream::search).next());
}

TEST_CASE("numbers below a bound are in range and each as likely") {
    Rng rng(12);
    for (const std::uint32_t bound : {1U, 2U, 3U, 6U, 36U, 56U, 216U}) {
        CAPTURE(bound);
        std::vector<int> seen(bound, 0);
        const int draws = static_cast<int>(bound) * 2000;
        for (int i = 0; i < draws; ++i) {
            const std::uint32_t number = rng.below(bound);
            REQUIRE(number < bound);
            ++seen[number];
        }
        // Five standard deviations of a count of 2000, and a fixed seed.
        for (const int times : seen) CHECK(std::abs(times - 2000) <= (bound == 1 ? 0 : 225));
    }
    for (const std::uint32_t bound : {0x80000001U, 0xFFFFFFFFU, 0xC0000000U}) {
        int low = 0;
        for (int i = 0; i < 2000; ++i) {
            const std::uint32_t number = rng.below(bound);
            REQUIRE(number < bound);
            low += number < bound / 2 ? 1 : 0;
        }
        CHECK(std::abs(low - 1000) < 120);
    }
}

TEST_CASE("uniform numbers lie in [0, 1)") {
    Rng rng(13);
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double number = rng.uniform();
        REQUIRE(number >= 0.0);
        REQUIRE(number < 1.0);
        sum += number;
    }
    CHECK(sum == doctest::Approx(5000).epsilon(0.02));
}

// --- The annealer -------------------------------------------------------------------------------

TEST_CASE("a plan from any clock can be played to its score") {
    Rng rng(21, Stream::playout);
    for (int game = 0; game < 12; ++game) {
        Position position;
        for (;;) {
            check_plan(position, random_dice(rng, turns_left(position)),
                       static_cast<std::uint64_t>(game), 500);
            if (is_over(position)) break;
            position =
                apply_unchecked(position, is_pond_decision(position)
                                              ? random_pond_move(position, rng)
                                              : random_move(position, random_roll(rng), rng));
        }
    }
}

TEST_CASE("twelve equal rolls have a plan that skips") {
    for (int face = 1; face <= 6; ++face) {
        check_plan(Position{}, std::vector<Roll>(12, make_roll(face, face, face)), 1, 20000);
    }
}

TEST_CASE("at the end of the game nothing changes") {
    Position end;
    end.clock = end_of_game;
    end.ponds[1] = bit(7);
    Annealer annealer(end, {}, 5);
    for (int i = 0; i < 100; ++i) annealer.run(20);
    CHECK(annealer.best().moves.empty());
    CHECK(annealer.best_score() == score(end).total);
}

TEST_CASE("a full garden has a plan of skips") {
    Position full;
    full[Decoration::rock] = whole_garden;
    Rng rng(8);
    check_plan(full, random_dice(rng, 12), 1, 2000);
    full.prunings = max_prunings;
    check_plan(full, random_dice(rng, 12), 1, 2000);
}

TEST_CASE("steps may be divided in any way") {
    Rng rng(9, Stream::dice);
    const std::vector<Roll> dice = random_dice(rng, 12);
    Annealer whole(Position{}, dice, 1);
    whole.run(5000);
    Annealer divided(Position{}, dice, 1);
    for (int i = 0; i < 50; ++i) divided.run(100);
    CHECK(whole.best_score() == divided.best_score());
    CHECK(whole.best().moves == divided.best().moves);
}

TEST_CASE("a restart keeps the best plan") {
    Position late;
    late.clock = 14;
    late[Decoration::rock] = whole_garden & ~row_of_spaces(2);
    const std::vector<Roll> dice = {make_roll(1, 3, 5)};
    Annealer annealer(late, dice, 1);
    annealer.run(Annealer::steps_a_restart);
    const int before = annealer.best_score();
    annealer.run(2000);
    CHECK(annealer.best_score() >= before);
    CHECK(score(replay(late, dice, annealer.best())).total == annealer.best_score());
}

TEST_CASE("the number of rolls must be that of the turns left") {
    Rng rng(1);
    for (const int rolls : {0, 11, 13}) {
        CHECK_THROWS_AS(Annealer(Position{}, random_dice(rng, rolls), 1), std::invalid_argument);
    }
}
