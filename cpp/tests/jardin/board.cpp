#include "niwashi/jardin/board.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <vector>

#include "niwashi/search/rng.hpp"

using namespace niwashi::jardin;

namespace {

struct Place {
    int row = 0;
    int column = 0;
};

Place place_of(Space space) {
    return {space / side, space % side};
}

int steps(Space a, Space b) {
    return std::abs(place_of(a).row - place_of(b).row) +
           std::abs(place_of(a).column - place_of(b).column);
}

bool is_around(Space a, Space b) {
    return a != b && std::abs(place_of(a).row - place_of(b).row) <= 1 &&
           std::abs(place_of(a).column - place_of(b).column) <= 1;
}

// The spaces for which a predicate holds.
template <typename Predicate>
Bitboard where(Predicate predicate) {
    Bitboard set = 0;
    for (Space space = 0; space < space_count; ++space) {
        if (predicate(space)) set |= bit(space);
    }
    return set;
}

std::vector<Bitboard> random_sets(int number) {
    niwashi::search::Rng rng(7);
    std::vector<Bitboard> sets = {0, whole_garden};
    for (int i = 0; i < number; ++i) {
        Bitboard set = rng.next() & whole_garden;
        if (i % 3 == 1) set &= rng.next();
        if (i % 3 == 2) set |= rng.next() & whole_garden;
        sets.push_back(set);
    }
    return sets;
}

}  // namespace

TEST_CASE("neighbours of each single space are those of the grid") {
    for (Space space = 0; space < space_count; ++space) {
        CHECK(adjacent(bit(space)) == where([&](Space s) { return steps(s, space) == 1; }));
        CHECK(around(bit(space)) == where([&](Space s) { return is_around(s, space); }));
        CHECK(north(bit(space)) == where([&](Space s) { return s == space - side; }));
        CHECK(south(bit(space)) == where([&](Space s) { return s == space + side; }));
        CHECK(west(bit(space)) ==
              where([&](Space s) { return s == space - 1 && space % side != 0; }));
        CHECK(east(bit(space)) ==
              where([&](Space s) { return s == space + 1 && space % side != side - 1; }));
    }
}

TEST_CASE("neighbours of a set are those of its spaces together") {
    for (const Bitboard set : random_sets(300)) {
        Bitboard adjacent_to_each = 0;
        Bitboard around_each = 0;
        for (Bitboard left = set; left != 0;) {
            const Bitboard space = bit(pop_first(left));
            adjacent_to_each |= adjacent(space);
            around_each |= around(space);
        }
        CHECK(adjacent(set) == adjacent_to_each);
        CHECK(around(set) == around_each);
        CHECK((around(set) & ~whole_garden) == 0);
    }
}

TEST_CASE("a cross is a row and a column of eleven spaces") {
    for (int location = 1; location <= 6; ++location) {
        CHECK(count(cross(location)) == 11);
        CHECK(cross(location) == where([&](Space s) {
                  return place_of(s).row == location - 1 || place_of(s).column == location - 1;
              }));
    }
}

TEST_CASE("the edge is every space of the first and last rows and columns") {
    CHECK(count(edge_of_garden) == 20);
    CHECK(edge_of_garden == where([](Space s) { return count(adjacent(bit(s))) < 4; }));
}

TEST_CASE("spaces within a distance are counted by steps, without the space itself") {
    for (int distance = 0; distance <= 10; ++distance) {
        const auto within = spaces_within(distance);
        for (Space space = 0; space < space_count; ++space) {
            CHECK(within[static_cast<std::size_t>(space)] ==
                  where([&](Space s) { return s != space && steps(s, space) <= distance; }));
        }
    }
}

TEST_CASE("a set is counted, listed and indexed by its bits") {
    for (const Bitboard set : random_sets(300)) {
        int bits = 0;
        Bitboard left = set;
        for (Space space = 0; space < space_count; ++space) {
            if ((set >> space & 1U) == 0) continue;
            CHECK(nth_space(set, bits) == space);
            CHECK(pop_first(left) == space);
            ++bits;
        }
        CHECK(left == 0);
        CHECK(count(set) == bits);
    }
    CHECK(count(~Bitboard{0}) == 64);
}

TEST_CASE("a flood reaches what orthogonal steps reach and no more") {
    const auto sets = random_sets(300);
    for (const Bitboard within : sets) {
        for (Space seed = 0; seed < space_count; ++seed) {
            std::vector<Space> waiting;
            Bitboard reached = bit(seed) & within;
            if (reached != 0) waiting.push_back(seed);
            while (!waiting.empty()) {
                const Space from = waiting.back();
                waiting.pop_back();
                for (Space to = 0; to < space_count; ++to) {
                    if (steps(from, to) != 1) continue;
                    if ((within & bit(to)) == 0 || (reached & bit(to)) != 0) continue;
                    reached |= bit(to);
                    waiting.push_back(to);
                }
            }
            REQUIRE(flood(bit(seed), within) == reached);
        }
        CHECK(flood(whole_garden, within) == within);
        CHECK(flood(0, within) == 0);
    }
}
