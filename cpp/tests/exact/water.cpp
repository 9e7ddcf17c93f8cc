#include "niwashi/exact/water.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "gardens.hpp"

using namespace niwashi;
using namespace niwashi::exact;
using namespace niwashi::jardin;
using namespace niwashi::exact_tests;

namespace {

constexpr Bitboard upper_rows = row_of_spaces(0) | row_of_spaces(1) | row_of_spaces(2);
constexpr Bitboard lower_rows = whole_garden & ~upper_rows;

Bitboard random_set(Rng& rng) {
    return (rng.below(2) == 0 ? rng.next() : rng.next() & rng.next()) & whole_garden;
}

bool is_in(Bitboard set, int row, int column) {
    return row >= 0 && row < side && column >= 0 && column < side &&
           (set >> (side * row + column) & 1) != 0;
}

int wet_beside(Bitboard water, int row, int column) {
    return is_in(water, row - 1, column) + is_in(water, row + 1, column) +
           is_in(water, row, column - 1) + is_in(water, row, column + 1);
}

bool could_span(Bitboard water, int row, int column) {
    const auto dry = [&](int r, int c) {
        return r >= 0 && r < side && c >= 0 && c < side && !is_in(water, r, c);
    };
    return is_in(water, row, column) && ((dry(row - 1, column) && dry(row + 1, column)) ||
                                         (dry(row, column - 1) && dry(row, column + 1)));
}

// Spaces - pairs of neighbours + blocks of four, counted over the places of the garden.
int euler_characteristic(Bitboard water) {
    int total = 0;
    for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c) {
            const bool here = is_in(water, r, c);
            const bool right = is_in(water, r, c + 1);
            const bool below = is_in(water, r + 1, c);
            total += here - (here && right) - (here && below) +
                     (here && right && below && is_in(water, r + 1, c + 1));
        }
    }
    return total;
}

bool touches_at_corner(Bitboard water) {
    for (int r = 0; r + 1 < side; ++r) {
        for (int c = 0; c + 1 < side; ++c) {
            const bool a = is_in(water, r, c), b = is_in(water, r, c + 1);
            const bool d = is_in(water, r + 1, c), e = is_in(water, r + 1, c + 1);
            if ((a && e && !b && !d) || (b && d && !a && !e)) return true;
        }
    }
    return false;
}

// The legal waters of a position, by tracing every pond in the core, one after another.
std::set<Bitboard> waters_by_tracing(const Position& start) {
    std::set<Bitboard> waters;
    std::vector<Position> now = {start};
    for (int ponds = ponds_left(start); ponds >= 0; --ponds) {
        std::vector<Position> next;
        for (const Position& position : now) {
            if (!waters.insert(position.water()).second || ponds == 0) continue;
            const PondTable table(pondable(position.water()));
            for (std::uint64_t i = 0; i < table.size(); ++i) {
                Position after = position;
                after.ponds[static_cast<std::size_t>(season_count - ponds)] = table.at(i);
                next.push_back(after);
            }
        }
        now = std::move(next);
    }
    return waters;
}

// Two ponds, and room for more on few spaces only.
Position cramped(std::uint64_t clock) {
    Position position = position_from_text(
        "L=.R../.=.B../..M..R/..t..=/....../R...=. "
        "...1.2/...1.2/...1.2/...1.2/...1.2/...1.2 9p 1");
    position.clock = clock;
    validate(position);
    return position;
}

}  // namespace

TEST_CASE("profiles add field by field") {
    Rng rng(1);
    for (int i = 0; i < 2000; ++i) {
        std::array<int, 8> a{}, b{};
        for (std::size_t f = 0; f < 8; ++f) {
            const auto field = static_cast<Profile::Field>(f);
            const int least = field == Profile::points ? -18 : field == Profile::ponds ? -20 : 0;
            a[f] = least + static_cast<int>(rng.below(40));
            b[f] = least + static_cast<int>(rng.below(40));
        }
        const Profile sum = Profile::of(a) + Profile::of(b);
        std::array<int, 8> total{};
        for (std::size_t f = 0; f < 8; ++f) {
            total[f] = a[f] + b[f];
            CHECK(Profile::of(a)[static_cast<Profile::Field>(f)] == a[f]);
            CHECK(sum[static_cast<Profile::Field>(f)] == total[f]);
        }
        CHECK(sum == Profile::of(total));
        CHECK(Profile::of(a) + Profile() == Profile::of(a));
    }
}

TEST_CASE("a profile is what a walk over the spaces counts, and the sum of any two parts") {
    Rng rng(2);
    for (int i = 0; i < 4000; ++i) {
        const Position start = arbitrary_position(rng.below(17), rng.below(9), rng);
        const WaterRegion region(start);
        const Bitboard water = random_set(rng);  // legal or not
        const Bitboard part = i % 2 == 0 ? upper_rows : random_set(rng);
        const Profile profile = region.profile(water);
        CHECK(region.profile(water, part) + region.profile(water, whole_garden & ~part) == profile);
        // Water that a part does not touch is nothing to it.
        const Bitboard near_upper = upper_rows | row_of_spaces(3);
        CHECK(region.profile(water & near_upper, upper_rows) == region.profile(water, upper_rows));
        const Bitboard near_lower = lower_rows | row_of_spaces(2);
        CHECK(region.profile(water & near_lower, lower_rows) == region.profile(water, lower_rows));

        std::array<int, 8> expected{};
        const Position still = [&] {
            Position p = start;
            p.ponds = {water, 0, 0, 0};
            return p;
        }();
        const ScoreBreakdown points = score(still);
        // As the core scores, but every dry bamboo has company.
        expected[Profile::points] = points.lantern + 2 * count(start[Decoration::bamboo] & ~water) +
                                    points.tree + points.rock + points.moss + points.penalty;
        expected[Profile::ponds] = euler_characteristic(water);
        expected[Profile::old_bridges] = count(scoring_spaces(still).bridge);
        for (int r = 0; r < side; ++r) {
            for (int c = 0; c < side; ++c) {
                if (!is_in(start.empty_spaces(), r, c)) continue;
                if (is_in(water, r, c)) {
                    expected[Profile::bridges] += could_span(water, r, c);
                    continue;
                }
                ++expected[Profile::earth];
                const int beside = wet_beside(water, r, c);
                if (beside > 0) {
                    ++expected[static_cast<std::size_t>(std::min(beside, 3) - 1)];
                }
            }
        }
        CHECK(profile == Profile::of(expected));
    }
}

TEST_CASE("ground says what a space is to a decoration") {
    Rng rng(3);
    for (int i = 0; i < 1000; ++i) {
        const Bitboard water = random_set(rng);
        for (Space s = 0; s < space_count; ++s) {
            const int row = s / side, column = s % side;
            const Ground expected =
                could_span(water, row, column) ? spanned
                : is_in(water, row, column)
                    ? wet
                    : static_cast<Ground>(std::min(3, wet_beside(water, row, column)));
            REQUIRE(ground(water, s) == expected);
        }
    }
}

TEST_CASE("transposing exchanges rows and columns and keeps every cross") {
    Rng rng(4);
    for (int i = 0; i < 500; ++i) {
        const Bitboard set = random_set(rng);
        const Bitboard other = exact::transposed(set);
        CHECK(exact::transposed(other) == set);
        for (int r = 0; r < side; ++r) {
            for (int c = 0; c < side; ++c) REQUIRE(is_in(set, r, c) == is_in(other, c, r));
        }
    }
    for (int v = 1; v <= side; ++v) CHECK(exact::transposed(cross(v)) == cross(v));
}

TEST_CASE("a region is symmetric only if its whole start is") {
    Position start;
    CHECK(WaterRegion(start).symmetric());
    start[Decoration::tree] = bit(7) | bit(1) | bit(6);
    start.clock = 9;
    CHECK(WaterRegion(start).symmetric());
    start.late_trees = bit(1);
    CHECK_FALSE(WaterRegion(start).symmetric());
    start.late_trees = bit(1) | bit(6);
    start.ponds[0] = bit(35) | bit(34) | bit(29);
    CHECK(WaterRegion(start).symmetric());
    start.ponds[1] = bit(30);
    CHECK_FALSE(WaterRegion(start).symmetric());
    start.ponds[2] = bit(5);  // the same water, but another pond each
    CHECK_FALSE(WaterRegion(start).symmetric());
    start.ponds = {};
    start[Decoration::rock] = bit(3);
    start[Decoration::moss] = bit(18);
    CHECK_FALSE(WaterRegion(start).symmetric());
}

TEST_CASE("water encloses nothing if its ponds do not") {
    Rng rng(5);
    int rings = 0;
    for (int i = 0; i < 3000; ++i) {
        // Blocks rather than single spaces, or there is hardly a ring.
        Bitboard water = 0;
        for (int b = 0; b < 6; ++b) {
            const Bitboard seed = bit(static_cast<Space>(rng.below(space_count)));
            water |= rng.below(2) == 0 ? seed | east(seed) | east(east(seed))
                                       : seed | south(seed) | south(south(seed));
        }
        if (touches_at_corner(water)) continue;
        bool shapes = true;
        for (Bitboard left = water; left != 0;) {
            const Bitboard pond = flood(bit(first_space(left)), left);
            left &= ~pond;
            shapes = shapes && is_pond_shape(pond);
        }
        CHECK(encloses_nothing(water) == shapes);
        rings += shapes ? 0 : 1;
    }
    CHECK(rings > 20);
    CHECK(encloses_nothing(0));
    CHECK(encloses_nothing(whole_garden));
}

TEST_CASE("a region allows what the core lets be traced, and nothing else") {
    for (const std::uint64_t clock : {11U, 12U, 15U, 16U}) {
        const Position start = cramped(clock);
        const WaterRegion region(start);
        const std::set<Bitboard> waters = waters_by_tracing(start);
        const Bitboard open = region.possible() & ~region.always();
        CHECK(region.always() == start.water());
        CHECK(region.ponds_before() == 2);
        CHECK(region.ponds_after() == 2 + ponds_left(start));
        CHECK(count(open) <= 14);
        std::uint64_t allowed = 0;
        for (Bitboard subset = open;; subset = (subset - 1) & open) {
            const Bitboard water = start.water() | subset;
            REQUIRE(region.allows(water) == (waters.count(water) == 1));
            allowed += region.allows(water) ? 1 : 0;
            if (subset == 0) break;
        }
        CHECK(allowed == waters.size());
        CHECK_FALSE(region.allows(0));
        CHECK_FALSE(region.allows(whole_garden));
        CHECK(WaterPatterns(start).seam_count() >= 1);
    }
}

TEST_CASE("at the end a region holds a single pattern") {
    Rng rng(6);
    for (int i = 0; i < 20; ++i) {
        const Position end = played_to(end_of_game, 1, rng);
        const WaterPatterns patterns(end);
        REQUIRE(patterns.seam_count() == 1);
        Seam seam;
        patterns.build(0, seam);
        REQUIRE(seam.upper.size() == 1);
        REQUIRE(seam.lower.size() == 1);
        CHECK((seam.upper[0].water | seam.lower[0].water) == end.water());
        CHECK(patterns.region().allows(end.water()));
    }
}

TEST_CASE("every water that games end with is allowed") {
    Rng rng(7);
    for (int i = 0; i < 2000; ++i) {
        const Position start = played_to(rng.below(17), 1, rng);
        const WaterRegion region(start);
        const Position end = random_game(start, rng);
        CHECK(region.allows(end.water()));
    }
}

TEST_CASE("pairs of a seam's halves are each pattern without corner contact once") {
    std::vector<Position> starts = {cramped(11), cramped(15), cramped(16)};
    Rng rng(8);
    while (starts.size() < 8) {
        // Late positions with much old water leave few spaces open.
        Position start = played_to(13, 2, rng);
        const int open = count(pondable(start.water()));
        if (open >= 4 && open <= 13) starts.push_back(start);
    }
    for (const Position& start : starts) {
        const WaterPatterns patterns(start);
        const WaterRegion& region = patterns.region();
        std::map<Bitboard, int> seen;
        std::array<std::uint64_t, 5> by_ponds{};
        Seam seam;
        for (std::size_t i = 0; i < patterns.seam_count(); ++i) {
            patterns.build(i, seam);
            REQUIRE(!seam.upper.empty());
            REQUIRE(!seam.lower.empty());
            for (const Half& u : seam.upper) {
                for (const Half& l : seam.lower) {
                    const Bitboard water = u.water | l.water;
                    ++seen[water];
                    REQUIRE((u.water & ~upper_rows) == 0);
                    REQUIRE((l.water & ~lower_rows) == 0);
                    REQUIRE_FALSE(touches_at_corner(water));
                    REQUIRE(u.profile + l.profile == region.profile(water));
                    for (Space s = 0; s < space_count; ++s) {
                        const auto at = static_cast<std::size_t>(s);
                        REQUIRE((at < 18 ? u.ground[at] : l.ground[at - 18]) == ground(water, s));
                    }
                    const int ponds = (u.profile + l.profile)[Profile::ponds];
                    if (ponds >= 0 && ponds <= 4) ++by_ponds[static_cast<std::size_t>(ponds)];
                }
            }
        }
        CHECK(patterns.count_by_ponds() == by_ponds);
        const Bitboard open = region.possible() & ~region.always();
        for (Bitboard subset = open;; subset = (subset - 1) & open) {
            const Bitboard water = region.always() | subset;
            const bool expected = !touches_at_corner(water);
            REQUIRE(seen[water] == (expected ? 1 : 0));
            if (region.allows(water)) REQUIRE(expected);
            if (subset == 0) break;
        }
        CHECK(seen.size() == std::size_t{1} << count(open));
    }
}

TEST_CASE("there are as many patterns as a transfer from row to row counts") {
    // An old pond in the middle, and the empty garden.
    Position start;
    start.clock = 4;
    start.ponds[0] = bit(14) | bit(20);
    const auto transferred = [](const WaterRegion& region) {
        // patterns[water of the last row][Euler characteristic + bias], over all rows above.
        constexpr int bias = 40;
        using Counts = std::array<std::uint64_t, 2 * bias>;
        std::array<Counts, 64> rows{};
        const auto of_row = [](unsigned row) { return count(row) - count(row & (row >> 1)); };
        const auto allowed = [&](unsigned row, int r) {
            const Bitboard here = Bitboard{row} << (side * r);
            return (here & ~region.possible()) == 0 &&
                   (region.always() & row_of_spaces(r) & ~here) == 0;
        };
        for (unsigned row = 0; row < 64; ++row) {
            if (allowed(row, 0)) rows[row][static_cast<std::size_t>(of_row(row) + bias)] = 1;
        }
        for (int r = 1; r < side; ++r) {
            std::array<Counts, 64> next{};
            for (unsigned above = 0; above < 64; ++above) {
                for (unsigned row = 0; row < 64; ++row) {
                    if (!allowed(row, r)) continue;
                    if (touches_at_corner(Bitboard{above} | Bitboard{row} << side)) continue;
                    const unsigned both = above & row;
                    const int more = of_row(row) - count(both) + count(both & (both >> 1));
                    for (int e = 0; e < 2 * bias; ++e) {
                        const std::uint64_t n = rows[above][static_cast<std::size_t>(e)];
                        if (n != 0) next[row][static_cast<std::size_t>(e + more)] += n;
                    }
                }
            }
            rows = next;
        }
        std::array<std::uint64_t, 5> total{};
        for (const Counts& counts : rows) {
            for (std::size_t ponds = 0; ponds < 5; ++ponds) total[ponds] += counts[bias + ponds];
        }
        return total;
    };
    CHECK(WaterPatterns(start).count_by_ponds() == transferred(WaterRegion(start)));
    // That these are the empty garden's, tests/exact/test_water.py asks the optimised core.
    CHECK(transferred(WaterRegion(Position{})) ==
          std::array<std::uint64_t, 5>{210562848, 659611272, 1097368050, 1144571046, 799194142});
}
