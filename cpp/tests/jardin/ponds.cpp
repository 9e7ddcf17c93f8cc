#include "niwashi/jardin/ponds.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/search/rng.hpp"

using namespace niwashi;
using namespace niwashi::jardin;

namespace {

// All ponds inside `allowed`, by trying each of its subsets, in the order of their spaces.
std::vector<Bitboard> ponds_by_trial(Bitboard allowed) {
    std::vector<Bitboard> ponds;
    for (Bitboard subset = allowed; subset != 0; subset = (subset - 1) & allowed) {
        if (is_pond_shape(subset)) ponds.push_back(subset);
    }
    std::sort(ponds.begin(), ponds.end(),
              [](Bitboard a, Bitboard b) { return Move::pond(a) < Move::pond(b); });
    return ponds;
}

void check_table(Bitboard allowed) {
    const PondTable table(allowed);
    const auto ponds = ponds_by_trial(allowed);
    REQUIRE(table.size() == ponds.size());
    for (std::size_t i = 0; i < ponds.size(); ++i) {
        REQUIRE(table.at(i) == ponds[i]);
        REQUIRE(table.index_of(ponds[i]) == i);
    }
}

Bitboard block(int row, int column, int height, int width) {
    Bitboard set = 0;
    for (int r = row; r < row + height; ++r) {
        for (int c = column; c < column + width; ++c) set |= bit(side * r + c);
    }
    return set;
}

Bitboard random_spaces(search::Rng& rng, int number) {
    Bitboard set = 0;
    while (count(set) < number) set |= bit(static_cast<Space>(rng.below(space_count)));
    return set;
}

}  // namespace

TEST_CASE("a table of scattered spaces lists the ponds that trial finds") {
    search::Rng rng(17);
    for (int i = 0; i < 60; ++i) check_table(random_spaces(rng, 1 + i % 14));
}

TEST_CASE("a table of a block lists the ponds that trial finds") {
    for (int height = 1; height <= 3; ++height) {
        for (int width = 1; width <= 4; ++width) {
            check_table(block(0, 0, height, width));
            check_table(block(side - height, side - width, height, width));
            check_table(block(2, 1, height, width));
        }
    }
    check_table(block(1, 1, 4, 4) & ~block(2, 2, 2, 2));  // a ring of twelve
    check_table(edge_of_garden & ~block(0, 0, 3, 3));
    check_table(0);
}

TEST_CASE("a square has as many ponds as a grid has simple cycles") {
    constexpr std::array<std::uint64_t, 6> cycles = {1, 13, 213, 9349, 1222363, 487150371};
    for (int n = 1; n <= side; ++n) {
        CHECK(PondTable(block(0, 0, n, n)).size() == cycles[static_cast<std::size_t>(n - 1)]);
    }
}

TEST_CASE("the n-th pond of the empty garden has number n") {
    const PondTable table;
    search::Rng rng(23);
    Bitboard before = table.at(0);
    CHECK(before == bit(0));
    CHECK(table.at(table.size() - 1) == bit(35));
    for (int i = 0; i < 3000; ++i) {
        const std::uint64_t index = rng.next() % table.size();
        const Bitboard pond = table.at(index);
        REQUIRE(is_pond_shape(pond));
        REQUIRE(table.index_of(pond) == index);
        if (index + 1 < table.size()) {
            REQUIRE(Move::pond(pond) < Move::pond(table.at(index + 1)));
        }
    }
}

TEST_CASE("a table refuses what is not among its ponds") {
    const PondTable table(block(0, 0, 2, 3));
    CHECK_THROWS_AS(table.index_of(0), IllegalMove);
    CHECK_THROWS_AS(table.index_of(bit(3)), IllegalMove);
    CHECK_THROWS_AS(table.index_of(bit(2) | bit(3)), IllegalMove);
    CHECK_THROWS_AS(table.index_of(bit(0) | bit(2)), IllegalMove);
    CHECK_THROWS_AS(table.index_of(bit(40)), IllegalMove);
    CHECK_THROWS_AS(PondTable(0).index_of(bit(0)), IllegalMove);
}

TEST_CASE("a shape is a connected set whose earth reaches the edge") {
    search::Rng rng(29);
    int shapes = 0;
    for (int i = 0; i < 20000; ++i) {
        // A random blob is likelier to be a pond, or nearly one, than random spaces are.
        Bitboard set = bit(static_cast<Space>(rng.below(space_count)));
        for (int n = static_cast<int>(rng.below(24)); n > 0; --n) {
            const Bitboard shore = adjacent(set) & ~set;
            if (shore != 0)
                set |= bit(nth_space(
                    shore, static_cast<int>(rng.below(static_cast<std::uint32_t>(count(shore))))));
        }
        if (i % 5 == 0) set ^= bit(static_cast<Space>(rng.below(space_count)));
        bool expected = set != 0 && flood(bit(first_space(set != 0 ? set : 1)), set) == set;
        for (Bitboard earth = whole_garden & ~set; earth != 0;) {
            const Bitboard here = bit(pop_first(earth));
            expected = expected && (flood(here, whole_garden & ~set) & edge_of_garden) != 0;
        }
        REQUIRE(is_pond_shape(set) == expected);
        shapes += expected ? 1 : 0;
    }
    CHECK(shapes > 5000);
    CHECK(shapes < 19000);
    CHECK_FALSE(is_pond_shape(0));
    CHECK_FALSE(is_pond_shape(bit(36)));
    CHECK_FALSE(is_pond_shape(~Bitboard{0}));
    CHECK(is_pond_shape(whole_garden));
}

TEST_CASE("pondable spaces keep clear of all water") {
    search::Rng rng(31);
    CHECK(pondable(0) == whole_garden);
    CHECK(pondable(whole_garden) == 0);
    for (int i = 0; i < 300; ++i) {
        const Bitboard water = random_spaces(rng, static_cast<int>(rng.below(12)));
        for (Space space = 0; space < space_count; ++space) {
            const bool clear = ((bit(space) | around(bit(space))) & water) == 0;
            REQUIRE(((pondable(water) & bit(space)) != 0) == clear);
        }
    }
}
