#include "niwashi/search/stone_policy.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "../stone/fixtures.hpp"
#include "niwashi/stone/playout.hpp"
#include "niwashi/stone/score.hpp"

using namespace niwashi::search;
using namespace niwashi::stone;
using niwashi::stone::fixtures::small_edition;

namespace {

int points_after(const Position& position, Move move) {
    Position after = position;
    make(after, move);
    return score(small_edition(), after.player(position.concerned)).total;
}

// Moves that change what the mover has, and begin nothing.
bool ends_at_once(Move move) {
    switch (move.kind()) {
        case MoveKind::lay:
        case MoveKind::meditate:
        case MoveKind::step:
        case MoveKind::buy:
        case MoveKind::take:
        case MoveKind::move_stone:
        case MoveKind::swap:
        case MoveKind::from:
            return true;
        default:
            return false;
    }
}

}  // namespace

TEST_CASE("stone policies: every policy plays legal moves to the end") {
    const Edition& edition = small_edition();
    for (const StonePolicy policy :
         {StonePolicy::random, StonePolicy::greedy, StonePolicy::planner}) {
        std::array<int, decision_count> seen{};
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            Rng rng(seed);
            Position position = new_game(edition, 2 + static_cast<int>(seed % 3));
            for (int moves = 0; !is_over(position) && moves < 5000; ++moves) {
                ++seen[static_cast<std::size_t>(position.decision)];
                const Move move = choose_move(edition, position, policy, rng);
                REQUIRE_NOTHROW(check_move(edition, position, move));
                make(position, move);
            }
        }
        for (int decision = 0; decision + 1 < decision_count; ++decision) {
            INFO(decision_names[static_cast<std::size_t>(decision)]);
            CHECK(seen[static_cast<std::size_t>(decision)] > 0);
        }
    }
}

TEST_CASE("stone policies: greedy leaves no move that gains more at once") {
    const Edition& edition = small_edition();
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Rng rng(seed);
        Position position = deal(edition, 2 + static_cast<int>(seed % 3), seed);
        for (int moves = 0; !is_over(position) && moves < 5000; ++moves) {
            const Move chosen = choose_move(edition, position, StonePolicy::greedy, rng);
            if (!is_chance(position) && ends_at_once(chosen)) {
                for (const Move move : legal_moves(edition, position)) {
                    if (!ends_at_once(move)) continue;
                    REQUIRE(points_after(position, move) <= points_after(position, chosen));
                    ++compared;
                }
            }
            make(position, chosen);
        }
    }
    CHECK(compared > 10000);
}

TEST_CASE("stone policies: greedy beats random play, and the planner beats greedy") {
    const Edition& edition = small_edition();
    const auto lead = [&](StonePolicy first, StonePolicy second) {
        int total = 0;
        for (std::uint64_t game = 0; game < 40; ++game) {
            Rng rng(game);
            Position position = deal(edition, 2, game / 2);
            const int seat = static_cast<int>(game % 2);
            for (int moves = 0; !is_over(position) && moves < 5000; ++moves) {
                const StonePolicy policy = position.concerned == seat ? first : second;
                make(position, choose_move(edition, position, policy, rng));
            }
            const auto points = scores(edition, position);
            total += points[game % 2].total - points[1 - game % 2].total;
        }
        return total;
    };
    CHECK(lead(StonePolicy::greedy, StonePolicy::random) > 0);
    CHECK(lead(StonePolicy::planner, StonePolicy::greedy) > 0);
}
