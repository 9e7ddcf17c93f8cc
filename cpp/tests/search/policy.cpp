#include "niwashi/search/policy.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

using namespace niwashi;
using namespace niwashi::jardin;
using namespace niwashi::search;

namespace {

// With no weights a position is worth its present score.
ValueNetwork no_weights() {
    return ValueNetwork(*std::make_unique<ValueWeights>());
}

}  // namespace

TEST_CASE("whatever the policies choose is legal") {
    const ValueNetwork network = no_weights();
    Rng rng(2);
    for (int game = 0; game < 20; ++game) {
        Position position;
        while (!is_over(position)) {
            if (is_pond_decision(position)) {
                CHECK_NOTHROW(check_move(position, greedy_pond(position)));
                position = jardin::apply(position, choose_pond(network, position).move);
            } else {
                const Roll roll = random_roll(rng);
                CHECK_NOTHROW(check_move(position, roll, greedy_turn(position, roll)));
                position = jardin::apply(position, roll, choose_turn(network, position, roll).move);
            }
        }
    }
}

TEST_CASE("the ranking holds every move of a roll, best first") {
    const ValueNetwork network = no_weights();
    const Roll roll = make_roll(1, 2, 5);
    const std::vector<Choice> ranking = rank_turns(network, Position{}, roll);
    CHECK(ranking.size() == legal_moves(Position{}, roll).size());
    CHECK(std::is_sorted(ranking.begin(), ranking.end(),
                         [](const Choice& a, const Choice& b) { return a.value > b.value; }));
}

TEST_CASE("greedy takes the most points at once") {
    const Position position = position_from_text(
        "L...../....../....../....../....../...... ....../....../....../....../....../...... 2 0");
    const Roll roll = make_roll(1, 2, 5);
    const int got = score(apply_unchecked(position, greedy_turn(position, roll))).total;
    for (const Move move : legal_moves(position, roll)) {
        CHECK(got >= score(apply_unchecked(position, move)).total);
    }
}

TEST_CASE("the last pond is as good as any that few spaces make") {
    // Moss around one space, and a bridge: the search has to see both.
    const Position position = position_from_text(
        "LM.M../.M..=./TTB.../..B.RM/M..R.T/.L...T ....../....../....../....../....../...... 12p "
        "0");
    const int got =
        score(apply_unchecked(position, choose_pond(no_weights(), position).move)).total;
    const PondTable table;
    int best = -100;
    for (std::uint64_t i = 0; i < table.size(); ++i) {
        const Bitboard pond = table.at(i);
        if (count(pond) > 6) continue;
        best = std::max(best, score(apply_unchecked(position, Move::pond(pond))).total);
        if (i > 200'000) break;
    }
    CHECK(got >= best);
}

TEST_CASE("the last turn looks at the pond that follows") {
    // The bridge scores only in a pond; with no weights its dry space looks like any other.
    const Position position = position_from_text(
        "LTTBBL/TRTTRT/TTM.MT/TRTTRT/BBTTTT/LTTBBL ....../....../....../....../....../...... 12 3");
    const ValueNetwork network = no_weights();
    const std::vector<Choice> ranking = rank_turns(network, position, make_roll(3, 4, 6));
    const Position after = apply_unchecked(position, ranking[0].move);
    CHECK(
        ranking[0].value ==
        static_cast<float>(score(apply_unchecked(after, choose_pond(network, after).move)).total));
}
