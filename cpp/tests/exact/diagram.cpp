#include "niwashi/exact/diagram.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "niwashi/search/garden_anneal.hpp"
#include "niwashi/search/rng.hpp"
#include "niwashi/search/tiles.hpp"

using namespace niwashi;
using namespace niwashi::exact;

namespace {

// Few edges, so that some fit; every pattern its own kind.
std::vector<TilePattern> random_patterns(search::Rng& rng, int count) {
    std::vector<TilePattern> patterns;
    for (int i = 0; i < count; ++i) {
        const auto edge = [&] { return static_cast<int>(rng.below(2)); };
        patterns.push_back({rng.below(2) == 0, edge(), edge(), edge(), edge(),
                            static_cast<std::uint8_t>(rng.below(16)), i});
    }
    return patterns;
}

// Two patterns on each of six spaces, one on the others.
GardenCase random_case(search::Rng& rng, int patterns) {
    GardenCase garden;
    for (std::size_t s = 0; s < GardenCase::spaces; ++s) {
        const auto count = static_cast<std::uint32_t>(patterns);
        garden.domain[s] = {static_cast<int>(rng.below(count))};
        const int other = static_cast<int>(rng.below(count));
        if (s % 5 < 2 && other != garden.domain[s][0]) garden.domain[s].push_back(other);
        garden.points[s] = {static_cast<int>(rng.below(2)), 2};
    }
    garden.constant = 3;
    return garden;
}

int points_of(const std::vector<TilePattern>& patterns, const GardenCase& garden,
              const Laid& laid) {
    const auto join = search::joined(patterns, laid);
    int points = garden.constant + join.whirlpools - 2 * join.unconnected;
    for (std::size_t s = 0; s < laid.size(); ++s) {
        points += garden.points[s][patterns[static_cast<std::size_t>(laid[s])].moss ? 1 : 0];
    }
    return points;
}

// The most of all gardens within the supply; -1000 if there is none.
int best_of_all(const std::vector<TilePattern>& patterns, const std::vector<int>& supply,
                const GardenCase& garden) {
    int best = -1000;
    Laid laid{};
    std::vector<int> left = supply;
    const auto visit = [&](const auto& self, std::size_t s) -> void {
        if (s == laid.size()) {
            best = std::max(best, points_of(patterns, garden, laid));
            return;
        }
        for (const int p : garden.domain[s]) {
            if (left[static_cast<std::size_t>(p)] == 0) continue;
            --left[static_cast<std::size_t>(p)];
            laid[s] = p;
            self(self, s + 1);
            ++left[static_cast<std::size_t>(p)];
        }
    };
    visit(visit, 0);
    return best;
}

}  // namespace

TEST_CASE("a diagram never bounds too low and finds the best of all gardens") {
    search::Rng rng(3);
    for (int i = 0; i < 60; ++i) {
        const auto patterns = random_patterns(rng, 8);
        const std::vector<int> supply(8, 3 + i % 4);
        const GardenCase garden = random_case(rng, 8);
        const int best = best_of_all(patterns, supply, garden);
        if (best == -1000) continue;
        Diagram diagram(patterns, supply, garden, 1'000'000);
        for (;;) {
            REQUIRE(diagram.is_complete());
            CHECK_FALSE(diagram.tighten(best - i % 2, 15));
            CHECK(diagram.bound() >= best);
            if (diagram.is_detailed()) break;
            diagram = diagram.refined(best - i % 2, 1'000'000);
        }
        CHECK(diagram.enumerate(best - i % 2, 1'000'000));
        REQUIRE(diagram.found());
        CHECK(diagram.found()->points == best);
        CHECK(points_of(patterns, garden, diagram.found()->patterns) == best);
        CHECK(diagram.enumerate(best + 1, 1'000'000));
    }
}

TEST_CASE("a diagram that may not grow says so") {
    search::Rng rng(5);
    const auto patterns = random_patterns(rng, 8);
    const Diagram diagram(patterns, std::vector<int>(8, 15), random_case(rng, 8), 10);
    CHECK_FALSE(diagram.is_complete());
}

TEST_CASE("gardens are annealed within the supply, and counted as they join") {
    search::Rng rng(7);
    const auto patterns = random_patterns(rng, 20);
    std::array<std::vector<int>, search::garden::spaces> domain;
    for (auto& here : domain) {
        here.resize(20);
        std::iota(here.begin(), here.end(), 0);
    }
    domain[4] = {6};
    const std::vector<int> supply(20, 1);
    search::GardenAnnealer annealer(patterns, supply, domain, std::vector<int>(1 << 15, 2), 1);
    const int first = annealer.points();
    annealer.run(50'000);
    const Laid best = annealer.best();
    CHECK(best[4] == 6);
    std::vector<int> used(20, 0);
    for (const int p : best) CHECK(++used[static_cast<std::size_t>(p)] == 1);
    const auto join = search::joined(patterns, best);
    CHECK(annealer.points() ==
          2 + join.whirlpools - 2 * join.unconnected + (join.unconnected == 0 ? 7 : 0) +
              5 * static_cast<int>(std::count(join.symmetric.begin(), join.symmetric.end(), true)));
    CHECK(annealer.points() >= first);
}
