#include "niwashi/exact/assignment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "gardens.hpp"

using namespace niwashi;
using namespace niwashi::exact;
using namespace niwashi::jardin;
using namespace niwashi::exact_tests;

namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// A linear bound for one water, in units of 1/256 point.
int linear(const LinearBound& bound, const WaterRegion& region, Bitboard water) {
    const Profile profile = region.profile(water);
    int total = bound.constant +
                LinearBound::unit * (3 * profile[Profile::ponds] + profile[Profile::points]);
    for (Space s = 0; s < space_count; ++s) {
        total += bound.ground[static_cast<std::size_t>(s)][ground(water, s)];
    }
    return total;
}

bool is_refuting(Verdict verdict) {
    return verdict == Verdict::priced_out || verdict == Verdict::refuted;
}

// Prices that nobody would choose: dear, cheap and below nothing.
Market random_market(Rng& rng) {
    Market market;
    const auto spread = static_cast<int>(1 + rng.below(4 * LinearBound::unit));
    const auto random_price = [&] {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * spread))) - spread / 2;
    };
    for (auto& prices : market.price) {
        for (int& price : prices) price = random_price();
    }
    const std::uint32_t alone = rng.below(3);  // how many pay to be alone
    for (int& price : market.pair) price = rng.below(3) < alone ? std::max(0, random_price()) : 0;
    for (int& price : market.block) price = rng.below(3) < alone ? std::max(0, random_price()) : 0;
    return market;
}

// Whatever the prices say, no bound may be below what a game has come to: the linear one, nor, if
// `alone`, that of its water alone.
void check_garden(Assignment& assignment, const Position& start, const Position& end,
                  const WaterRegion& region, const LinearBound& bound, bool alone) {
    const int total = score(end).total;
    if (linear(bound, region, end.water()) < LinearBound::unit * total) {
        FAIL("prices allow ", linear(bound, region, end.water()), " / 256, but ", to_text(end),
             " is worth ", total, " from ", to_text(start));
    }
    if (!alone) return;
    const Market market = assignment.market();
    if (assignment.price_out(end.water(), total, 0)) {
        FAIL("priced out: ", total, " points of ", to_text(end), " from ", to_text(start));
    }
    // No step was made, so that the bound of the water alone is not above that of all.
    const int above = linear(bound, region, end.water()) / LinearBound::unit + 1;
    if (conceivable(above) == above && !assignment.price_out(end.water(), above, 0)) {
        FAIL("one pattern's bound is above the linear one: ", to_text(end));
    }
    assignment.market() = market;
}

}  // namespace

TEST_CASE("the number of rolls must be that of the turns left") {
    CHECK_THROWS_AS(Question(Position{}, same_dice(1, 11)), std::invalid_argument);
    CHECK_THROWS_AS(Question(Position{}, {}), std::invalid_argument);
}

TEST_CASE("a target beyond every score asks the same as the nearest conceivable one") {
    CHECK(conceivable(50) == 50);
    CHECK(conceivable(std::numeric_limits<int>::min()) == -36);
    CHECK(conceivable(std::numeric_limits<int>::max()) > 4 * 36 + 12);
    Rng rng(31);
    for (int i = 0; i < 5; ++i) {
        const Position start = played_to(8 + rng.below(8), 2, rng);
        const std::vector<Roll> dice = random_dice(rng, turns_left(start));
        const Bitboard water = play_out(start, dice, 1, rng).water();
        for (const int low :
             {-37, -1000, -1'000'000, -100'000'000, std::numeric_limits<int>::min()}) {
            Assignment assignment(Question{start, dice});
            // Such a target refutes nothing; a plan is found unless nodes run out.
            const Verdict verdict = assignment.decide(water, low, 1000);
            REQUIRE_FALSE(is_refuting(verdict));
            if (verdict == Verdict::found) {
                const Position end = replay(start, dice, assignment.plan());
                REQUIRE(score(end).total == assignment.plan().score);
                REQUIRE(end.water() == water);
            }
        }
        for (const int high :
             {157, 1000, 1'000'000, 100'000'000, std::numeric_limits<int>::max()}) {
            Assignment assignment(Question{start, dice});
            REQUIRE(is_refuting(assignment.decide(water, high, 1000)));
        }
    }
}

TEST_CASE("every water of a small ending is decided as playing all games decides it") {
    Rng rng(32);
    int decided = 0;
    for (int e = 0; e < 20; ++e) {
        const Ending ending = small_ending(12'000, rng);
        const WaterRegion region(ending.start);
        const CountingBound counting(Question{ending.start, ending.dice});
        Assignment assignment(Question{ending.start, ending.dice});
        LinearBound bound = assignment.linear_bound();
        int waters = 0;
        for (const auto& [water, best] : ending.best) {
            REQUIRE(region.allows(water));
            REQUIRE(counting(region.profile(water)) >= best);
            // Prices of the patterns before: the market goes from one to the next.
            REQUIRE(linear(bound, region, water) >= LinearBound::unit * best);
            if (++waters > 12 && best < ending.optimum) continue;
            const int optimum = best;  // a structured binding cannot be captured
            INFO(to_text(ending.start), " | ", to_text(ending.dice), " | ", optimum);
            REQUIRE(assignment.decide(water, best, no_limit) == Verdict::found);
            REQUIRE(assignment.plan().score == best);
            const Position end = replay(ending.start, ending.dice, assignment.plan());
            REQUIRE(is_over(end));
            REQUIRE(end.water() == water);
            REQUIRE(score(end).total == best);
            REQUIRE(is_refuting(assignment.decide(water, best + 1, no_limit)));
            REQUIRE(assignment.decide(water, best - 3, no_limit) == Verdict::found);
            REQUIRE(assignment.plan().score >= best - 3);
            bound = assignment.linear_bound();
            ++decided;
        }
    }
    CHECK(decided > 100);
}

TEST_CASE("whatever the prices, no game is worth more than they allow") {
    Rng rng(33);
    for (int d = 0; d < 60; ++d) {
        const std::uint64_t clock = d % 3 == 0 ? 0 : rng.below(17);
        const Position start = d % 2 == 0 ? played_to(clock, 1 + d % 3, rng)
                                          : arbitrary_position(clock, rng.below(9), rng);
        const std::vector<Roll> dice = d % 10 == 9 ? same_dice(1 + d / 10 % 6, turns_left(start))
                                                   : random_dice(rng, turns_left(start));
        const WaterRegion region(start);
        Assignment assignment(Question{start, dice});
        std::vector<Position> ends;
        for (int i = 0; i < 300; ++i)
            ends.push_back(play_out(start, dice, i % 20 == 0 ? 4 : 1, rng));
        for (int m = 0; m < 6; ++m) {
            if (m > 0) assignment.market() = random_market(rng);
            const LinearBound bound = assignment.linear_bound();
            for (std::size_t i = 0; i < ends.size(); ++i) {
                check_garden(assignment, start, ends[i], region, bound, i % 50 == 0);
            }
        }
    }
}

TEST_CASE("prices learned from one pattern bound the gardens of all others") {
    Rng rng(34);
    for (int d = 0; d < 20; ++d) {
        const Position start = d % 3 == 0 ? Position{} : played_to(rng.below(15), 1 + d % 3, rng);
        const std::vector<Roll> dice = d % 10 == 9 ? same_dice(1 + d / 10, turns_left(start))
                                                   : random_dice(rng, turns_left(start));
        const WaterRegion region(start);
        search::Annealer annealer(start, dice, rng.next());
        std::vector<Position> ends;
        for (int i = 0; i < 4; ++i) {
            annealer.run(1'500);
            ends.push_back(replay(start, dice, annealer.best()));
        }
        for (int i = 0; i < 60; ++i) ends.push_back(play_out(start, dice, 1 + i / 30 * 4, rng));
        Assignment assignment(Question{start, dice});
        for (int round = 0; round < 3; ++round) {
            const Position& from = ends[rng.below(static_cast<std::uint32_t>(ends.size()))];
            // A little above what the pattern's garden is worth, or far below.
            const int target = score(from).total + static_cast<int>(rng.below(8)) - 2 * round;
            assignment.price_out(from.water(), target, 60);
            const LinearBound bound = assignment.linear_bound();
            for (std::size_t i = 0; i < ends.size(); ++i) {
                check_garden(assignment, start, ends[i], region, bound, i % 8 == 0);
            }
        }
    }
}

TEST_CASE("the water of a garden is never refuted at the garden's score") {
    Rng rng(35);
    int found = 0, better = 0;
    for (int d = 0; d < 16; ++d) {
        const std::uint64_t clock = d % 4 == 0 ? 0 : rng.below(16);
        const Position start = d % 5 == 4 ? arbitrary_position(clock, rng.below(8), rng)
                                          : played_to(clock, 1 + d % 3, rng);
        const std::vector<Roll> dice = d % 10 == 9 ? same_dice(1 + d / 10, turns_left(start))
                                                   : random_dice(rng, turns_left(start));
        search::Annealer annealer(start, dice, rng.next());
        annealer.run(4'000);
        std::vector<Position> ends = {replay(start, dice, annealer.best()),
                                      play_out(start, dice, 8, rng), play_out(start, dice, 1, rng)};
        Assignment assignment(Question{start, dice});
        for (const Position& end : ends) {
            const int total = score(end).total;
            if (rng.below(2) == 0) assignment.market() = random_market(rng);
            for (const int target : {total, total - 2, total + 1}) {
                const Verdict verdict = assignment.decide(end.water(), target, 40);
                INFO(to_text(start), " | ", to_text(dice), " | ", to_text(end), " at ", target);
                if (target <= total) REQUIRE_FALSE(is_refuting(verdict));
                if (verdict != Verdict::found) continue;
                ++(target > total ? better : found);
                const Position reached = replay(start, dice, assignment.plan());
                REQUIRE(is_over(reached));
                REQUIRE(reached.water() == end.water());
                REQUIRE(score(reached).total == assignment.plan().score);
                REQUIRE(score(reached).total >= target);
            }
        }
    }
    CHECK(found > 30);
    CHECK(better > 3);
}

TEST_CASE("without nodes nothing but prices decides, and any number of nodes is a limit") {
    Rng rng(36);
    for (int i = 0; i < 20; ++i) {
        const Position start = played_to(9, 2, rng);
        const std::vector<Roll> dice = random_dice(rng, turns_left(start));
        const Position end = play_out(start, dice, 3, rng);
        Assignment assignment(Question{start, dice});
        CHECK(assignment.decide(end.water(), score(end).total, 0) == Verdict::undecided);
        CHECK(assignment.nodes() == 0);
        CHECK(assignment.decide(end.water(), score(end).total, 1) != Verdict::refuted);
        CHECK(assignment.nodes() == 1);
        // The sum of nodes so far and this limit is beyond what 64 bits hold.
        CHECK(assignment.decide(end.water(), -36, no_limit) == Verdict::found);
    }
}

TEST_CASE("a search that is told to stop is undecided") {
    Rng rng(37);
    const Position start = played_to(6, 2, rng);
    const std::vector<Roll> dice = random_dice(rng, turns_left(start));
    const Position end = play_out(start, dice, 3, rng);
    std::atomic<bool> stop = true;
    Assignment assignment(Question{start, dice}, &stop);
    CHECK(assignment.decide(end.water(), -36, no_limit) == Verdict::undecided);
    stop = false;
    CHECK(assignment.decide(end.water(), -36, no_limit) == Verdict::found);
}

TEST_CASE("a number of price steps below nothing makes no step") {
    Rng rng(38);
    const Position start = played_to(6, 2, rng);
    const std::vector<Roll> dice = random_dice(rng, turns_left(start));
    const Bitboard water = play_out(start, dice, 3, rng).water();
    Assignment assignment(Question{start, dice});
    CHECK_FALSE(assignment.price_out(water, -36, -1));
    CHECK(assignment.steps() == 0);
}
