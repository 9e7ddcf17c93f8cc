#include "niwashi/stone/board.hpp"

#include <doctest/doctest.h>

using namespace niwashi::stone;

TEST_CASE("stone board: what leaves the garden is gone") {
    CHECK(north(row_of_spaces(0)) == 0);
    CHECK(south(row_of_spaces(rows - 1)) == 0);
    CHECK(west(column_of_spaces(0)) == 0);
    CHECK(east(column_of_spaces(columns - 1)) == 0);
    CHECK(adjacent(whole_garden) == whole_garden);
}

TEST_CASE("stone board: neighbours are orthogonal") {
    for (Space a = 0; a < space_count; ++a) {
        for (Space b = 0; b < space_count; ++b) {
            const int rows_apart =
                row_of(a) > row_of(b) ? row_of(a) - row_of(b) : row_of(b) - row_of(a);
            const int columns_apart = column_of(a) > column_of(b) ? column_of(a) - column_of(b)
                                                                  : column_of(b) - column_of(a);
            CHECK(contains(adjacent(bit(a)), b) == (rows_apart + columns_apart == 1));
        }
    }
}

TEST_CASE("stone board: sets are counted and emptied in order") {
    for (Spaces set = 0; set <= whole_garden; ++set) {
        int size = 0;
        Space last = -1;
        for (Spaces left = set; left != 0;) {
            const Space space = pop_first(left);
            REQUIRE(space > last);
            REQUIRE(contains(set, space));
            last = space;
            ++size;
        }
        REQUIRE(count(set) == size);
    }
}

TEST_CASE("S5: the supply of stones is that of the rulebook's table") {
    CHECK(stone_supply(2) == StoneCounts{4, 5, 2, 3, 1});
    CHECK(stone_supply(3) == StoneCounts{5, 6, 3, 4, 2});
    CHECK(stone_supply(4) == StoneCounts{6, 7, 4, 5, 3});
    CHECK(price(Stone::horizontal) == 1);
    CHECK(price(Stone::boat) == 5);
}
