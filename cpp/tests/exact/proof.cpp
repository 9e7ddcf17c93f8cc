#include "niwashi/exact/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "gardens.hpp"

using namespace niwashi;
using namespace niwashi::exact;
using namespace niwashi::jardin;
using namespace niwashi::exact_tests;

namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// The two rows at the cut: seams are in the order of the upper one, then of the lower.
Bitboard rows_at_seam(Bitboard water) {
    return (water >> 12 & 0b111111) << 6 | (water >> 18 & 0b111111);
}

std::size_t seam_of(const WaterPatterns& patterns, Bitboard water) {
    Seam seam;
    std::size_t low = 0, high = patterns.seam_count();
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        patterns.build(middle, seam);
        const Bitboard rows = rows_at_seam(seam.upper[0].water | seam.lower[0].water);
        (rows <= rows_at_seam(water) ? low : high) = middle;
    }
    return low;
}

void check_plan(const WaterProblem& problem, const search::Plan& plan, int target) {
    const Position end = replay(problem.question.start, problem.question.dice, plan);
    REQUIRE(is_over(end));
    REQUIRE(score(end).total == plan.score);
    REQUIRE(plan.score >= target);
    REQUIRE(problem.patterns.region().allows(end.water()));
}

}  // namespace

TEST_CASE("seams prove what playing all games proves") {
    Rng rng(41);
    std::uint64_t searched = 0, priced = 0, counted = 0;
    for (int e = 0; e < 40; ++e) {
        const Ending ending = small_ending(8'000, rng);
        const auto problem =
            std::make_shared<const WaterProblem>(Question(ending.start, ending.dice));
        SeamWorker worker(problem);
        INFO(to_text(ending.start), " | ", to_text(ending.dice), " | ", ending.optimum);
        std::vector<int> best(problem->patterns.seam_count(), -1000);
        for (const auto& [water, total] : ending.best) {
            int& most = best.at(seam_of(problem->patterns, water));
            most = std::max(most, total);
        }
        if (e % 2 == 0) {
            auto from = ending.best.begin();
            std::advance(from, rng.below(static_cast<std::uint32_t>(ending.best.size())));
            worker.learn(from->first, 200);
        }
        for (std::size_t s = 0; s < best.size(); ++s) {
            REQUIRE(worker.bound(s) >= best[s]);
            for (const int target : {ending.optimum, ending.optimum + 1, best[s], best[s] + 1}) {
                if (target < -36) continue;  // no water of this seam is legal
                const SeamReport report = worker.prove(s, target, no_limit);
                REQUIRE(report.undecided.empty());
                REQUIRE_FALSE(report.stopped);
                if (report.found) check_plan(*problem, *report.found, target);
                if (target > best[s]) REQUIRE_FALSE(report.found);
                // A reflection is found in another seam.
                if (target <= best[s] && !problem->patterns.region().symmetric()) {
                    REQUIRE(report.found);
                }
                searched += report.searched;
                priced += report.priced;
                counted += report.counted;
            }
            REQUIRE(worker.bound(s) >= best[s]);
        }
        for (const auto& [water, total] : ending.best) {
            if (total < ending.optimum) continue;
            REQUIRE(worker.prove_pattern(water, total, no_limit).found);
            REQUIRE_FALSE(worker.prove_pattern(water, total + 1, no_limit).found);
        }
    }
    // Every test had something to refute.
    CHECK(searched > 0);
    CHECK(priced > 0);
    CHECK(counted > 0);
}

TEST_CASE("a symmetric start loses nothing to its reflections") {
    Rng rng(42);
    int reflected = 0;
    for (int e = 0; e < 12; ++e) {
        Position start;
        start.clock = static_cast<std::uint64_t>(15 - (e % 2));
        start.prunings = rng.below(4);
        for (Space s = 0; s < space_count; ++s) {
            const auto kind = static_cast<Decoration>(rng.below(decoration_count));
            const Bitboard both = bit(s) | exact::transposed(bit(s));
            if (rng.below(8) < 6 && (start.decorated() & both) == 0) start[kind] |= both;
        }
        start.ponds[0] =
            row_of_spaces(0) | column_of_spaces(0) | bit(7) | bit(8) | bit(13) | bit(14);
        if (e % 3 != 0) start.ponds[1] = bit(35) | bit(34) | bit(29);
        validate(start);
        const std::vector<Roll> dice = random_dice(rng, turns_left(start));
        const BestByWater played(start, dice, 200'000);
        if (!played.complete()) continue;
        const auto problem = std::make_shared<const WaterProblem>(Question(start, dice));
        REQUIRE(problem->patterns.region().symmetric());
        int optimum = -1000;
        for (const auto& [water, total] : played.best()) {
            optimum = std::max(optimum, total);
            REQUIRE(played.best().at(exact::transposed(water)) == total);
        }
        SeamWorker worker(problem);
        for (const int target : {optimum, optimum + 1}) {
            bool found = false;
            for (std::size_t s = 0; s < problem->patterns.seam_count(); ++s) {
                const SeamReport report = worker.prove(s, target, no_limit);
                if (report.found) check_plan(*problem, *report.found, target);
                found = found || report.found;
                reflected += static_cast<int>(report.reflected);
                REQUIRE(report.undecided.empty());
            }
            REQUIRE(found == (target == optimum));
        }
    }
    CHECK(reflected > 0);
}

TEST_CASE("the seam of a good garden is bounded above it, and finds it or leaves it open") {
    Rng rng(43);
    for (int d = 0; d < 5; ++d) {
        const Position start = d % 2 == 0 ? Position{} : played_to(3 + rng.below(11), 2, rng);
        const std::vector<Roll> dice =
            d == 4 ? same_dice(1, 12) : random_dice(rng, turns_left(start));
        search::Annealer annealer(start, dice, rng.next());
        annealer.run(10'000);
        const Position end = replay(start, dice, annealer.best());
        const auto problem = std::make_shared<const WaterProblem>(Question(start, dice));
        SeamWorker worker(problem);
        const std::size_t seam = seam_of(problem->patterns, end.water());
        const int total = score(end).total;
        INFO(to_text(start), " | ", to_text(dice), " | ", to_text(end));
        REQUIRE(worker.bound(seam) >= total);
        worker.learn(play_out(start, dice, 1, rng).water(), 400);
        REQUIRE(worker.bound(seam) >= total);
        worker.learn(end.water(), 400);
        REQUIRE(worker.bound(seam) >= total);

        const auto open_or_found = [&](const SeamReport& report) {
            if (report.found) check_plan(*problem, *report.found, total);
            return report.found || std::find(report.undecided.begin(), report.undecided.end(),
                                             end.water()) != report.undecided.end();
        };
        REQUIRE(open_or_found(worker.prove_pattern(end.water(), total, 50)));
        if (d != 1) continue;  // a whole seam takes long
        REQUIRE((open_or_found(worker.prove(seam, total, 50)) ||
                 (problem->patterns.region().symmetric() &&
                  exact::transposed(end.water()) < end.water())));
    }
}

TEST_CASE("any target and any limit is answered") {
    Rng rng(44);
    const Position start = played_to(12, 2, rng);
    const std::vector<Roll> dice = random_dice(rng, turns_left(start));
    const Position end = play_out(start, dice, 2, rng);
    const auto problem = std::make_shared<const WaterProblem>(Question(start, dice));
    SeamWorker worker(problem);
    const std::size_t seam = seam_of(problem->patterns, end.water());
    for (const int low : {std::numeric_limits<int>::min(), -100'000'000, -1'000'000, -1000}) {
        const SeamReport report = worker.prove(seam, low, no_limit);
        REQUIRE(report.found);
        check_plan(*problem, *report.found, -36);
        REQUIRE(worker.prove_pattern(end.water(), low, no_limit).found);
        const SeamReport nothing = worker.prove_pattern(end.water(), low, 0);
        REQUIRE(nothing.undecided == std::vector<Bitboard>{end.water()});
    }
    for (const int high : {1000, 1'000'000, 100'000'000, std::numeric_limits<int>::max()}) {
        for (const std::uint64_t limit : {std::uint64_t{0}, no_limit}) {
            const SeamReport report = worker.prove(seam, high, limit);
            REQUIRE_FALSE(report.found);
            REQUIRE(report.undecided.empty());
            const SeamReport pattern = worker.prove_pattern(end.water(), high, limit);
            REQUIRE_FALSE(pattern.found);
            REQUIRE(pattern.undecided.empty());
        }
    }
    for (const int steps : {0, 1, 3, 4, -1, -4, -1000}) worker.learn(end.water(), steps);
    REQUIRE(worker.bound(seam) >= score(end).total);
}

TEST_CASE("a worker gives the same reports every time, and keeps its problem") {
    Rng rng(45);
    const Position start = played_to(10, 2, rng);
    const std::vector<Roll> dice = random_dice(rng, turns_left(start));
    const Position end = play_out(start, dice, 4, rng);
    std::vector<std::uint64_t> seen[2];
    for (auto& numbers : seen) {
        SeamWorker worker(std::make_shared<const WaterProblem>(Question(start, dice)));
        worker.learn(end.water(), 300);
        for (std::size_t s = 0; s < worker.problem().patterns.seam_count(); s += 37) {
            const SeamReport report = worker.prove(s, score(end).total + 1, 100);
            numbers.insert(numbers.end(),
                           {report.pairs, report.unpriced, report.counted, report.priced,
                            report.searched, report.rings, report.steps, report.nodes,
                            report.undecided.size(), report.found ? 1U : 0U});
        }
    }
    CHECK(seen[0] == seen[1]);
}

TEST_CASE("new lanterns and bridges count beside old ones") {
    // Full but for a few spaces, where two new ones score together with an old one.
    const auto check = [](const Position& start, const Roll& roll, int lanterns, int bridges) {
        validate(start);
        const BestByWater played(start, {roll}, 100'000);
        REQUIRE(played.complete());
        const int best = played.best().at(start.water());
        Position end;
        const auto problem =
            std::make_shared<const WaterProblem>(Question(start, std::vector<Roll>{roll}));
        SeamWorker worker(problem);
        const std::size_t seam = seam_of(problem->patterns, start.water());
        bool found = false;
        for (std::size_t s = 0; s < problem->patterns.seam_count(); ++s) {
            const SeamReport report = worker.prove(s, best, no_limit);
            if (!report.found) continue;
            check_plan(*problem, *report.found, best);
            if (s == seam) end = replay(start, problem->question.dice, *report.found);
            found = found || s == seam;
        }
        REQUIRE(found);
        CHECK(count(scoring_spaces(end).lantern) == lanterns);
        CHECK(count(scoring_spaces(end).bridge) == bridges);
    };
    Position start;
    start.clock = 14;
    start.prunings = 3;
    start.ponds[0] = row_of_spaces(2);
    start.ponds[1] = row_of_spaces(5);
    start[Decoration::lantern] = bit(29);
    start[Decoration::rock] = whole_garden & ~bit(29) & ~bit(0) & ~bit(5);
    check(start, make_roll(1, 1, 1), 3, 0);

    start[Decoration::lantern] = 0;
    start[Decoration::bridge] = bit(17);
    start[Decoration::rock] = whole_garden & ~bit(17) & ~bit(12) & ~bit(14);
    check(start, make_roll(3, 6, 6), 0, 3);
}

TEST_CASE("a seam finds what deciding its patterns one by one finds") {
    Rng rng(46);
    int found = 0;
    for (int e = 0; e < 3; ++e) {
        Position start;
        int open = 0;
        do {
            start = played_to(9 + rng.below(4), 3, rng);
            open = count(pondable(start.water()));
        } while (open < 8 || open > 11);
        const std::vector<Roll> dice = random_dice(rng, turns_left(start));
        search::Annealer annealer(start, dice, rng.next());
        annealer.run(3'000);
        const int target = annealer.best_score();
        const auto problem = std::make_shared<const WaterProblem>(Question(start, dice));
        const WaterRegion& region = problem->patterns.region();
        SeamWorker worker(problem);
        Assignment alone(Question{start, dice});
        Seam seam;
        for (std::size_t s = 0; s < problem->patterns.seam_count(); ++s) {
            problem->patterns.build(s, seam);
            bool some = false;
            for (const Half& u : seam.upper) {
                for (const Half& l : seam.lower) {
                    const Bitboard water = u.water | l.water;
                    some = some || (region.allows(water) &&
                                    alone.decide(water, target, no_limit) == Verdict::found);
                }
            }
            const SeamReport report = worker.prove(s, target, no_limit);
            REQUIRE(report.found.has_value() == some);
            found += some ? 1 : 0;
        }
    }
    CHECK(found > 0);
}
