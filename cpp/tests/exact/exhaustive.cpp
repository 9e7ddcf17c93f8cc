#include "niwashi/exact/exhaustive.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

using namespace niwashi;
using namespace niwashi::exact;
using namespace niwashi::jardin;

namespace {

// Nearly full, and with water that leaves room for few ponds.
Position late_garden(std::uint64_t clock, Bitboard empty) {
    Position position;
    position.clock = clock;
    position.prunings = 2;
    position[Decoration::lantern] = whole_garden & ~empty & 0x555555555ULL;
    position[Decoration::moss] = whole_garden & ~empty & ~0x555555555ULL;
    position.ponds[0] = column_of_spaces(2) & ~bit(2);
    position.ponds[1] = column_of_spaces(4) | bit(35);
    return position;
}

}  // namespace

TEST_CASE("the best of the last turn is the best of all its moves") {
    const Position start = late_garden(14, bit(0) | bit(1) | bit(6));
    validate(start);
    const Roll roll = make_roll(1, 2, 4);
    const PondTable ponds(pondable(start.water()));
    REQUIRE(ponds.size() > 0);
    REQUIRE(ponds.size() < 1000);

    int best = std::numeric_limits<int>::min();
    std::uint64_t leaves = 0;
    for (const Move move : legal_moves(start, roll)) {
        const Position drawn = jardin::apply(start, roll, move);
        std::vector<Move> decisions = {Move::no_pond()};
        for (std::uint64_t i = 0; i < ponds.size(); ++i)
            decisions.push_back(Move::pond(ponds.at(i)));
        for (const Move decision : decisions) {
            best = std::max(best, score(jardin::apply(drawn, decision)).total);
            ++leaves;
        }
    }

    const Exhaustive found = exhaustive_search(start, {roll}, 1'000'000);
    CHECK(found.complete);
    CHECK(found.leaves == leaves);
    CHECK(found.best.score == best);
    REQUIRE(found.best.moves.size() == 2);
    const Position end =
        jardin::apply(jardin::apply(start, roll, found.best.moves[0]), found.best.moves[1]);
    CHECK(score(end).total == best);
}

TEST_CASE("over all rolls there are as many leaves as perft counts") {
    const Position start = late_garden(14, bit(0) | bit(1) | bit(6));
    std::uint64_t leaves = 0;
    for (const ChanceOutcome& outcome : chance_outcomes()) {
        const Exhaustive found = exhaustive_search(start, {outcome.roll}, 1'000'000);
        REQUIRE(found.complete);
        leaves += found.leaves;
    }
    CHECK(leaves == perft(start, 2));
    CHECK(leaves > 56);
}

TEST_CASE("the limit on leaves is kept") {
    const Position start = late_garden(14, bit(0) | bit(1));
    const std::vector<Roll> dice = {make_roll(1, 2, 4)};
    const Exhaustive whole = exhaustive_search(start, dice, 1'000'000);
    REQUIRE(whole.complete);
    const Exhaustive exactly = exhaustive_search(start, dice, whole.leaves);
    CHECK(exactly.complete);
    const Exhaustive part = exhaustive_search(start, dice, whole.leaves - 1);
    CHECK_FALSE(part.complete);
    CHECK(part.leaves == whole.leaves - 1);
    CHECK(part.best.score <= whole.best.score);
}

TEST_CASE("the number of rolls must be that of the turns left") {
    CHECK_THROWS_AS(exhaustive_search(late_garden(14, 0), {}, 10), std::invalid_argument);
    CHECK_THROWS_AS(exhaustive_search(late_garden(15, 0), {make_roll(1, 1, 1)}, 10),
                    std::invalid_argument);
}
