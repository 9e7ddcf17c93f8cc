#include "niwashi/stone/moves.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "fixtures.hpp"
#include "niwashi/stone/playout.hpp"

using namespace niwashi::stone;
using fixtures::small_edition;
using niwashi::search::Rng;

TEST_CASE("stone: what holds in every state of random games") {
    const Edition& edition = small_edition();
    for (int players = min_players; players <= max_players; ++players) {
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            Rng rng(seed);
            Position position =
                seed % 2 == 0 ? new_game(edition, players) : deal(edition, players, seed);
            while (!is_over(position)) {
                const MoveList moves = legal_moves(edition, position);
                REQUIRE(moves.size() > 0);
                REQUIRE(std::adjacent_find(moves.begin(), moves.end(),
                                           [](Move a, Move b) { return !(a < b); }) == moves.end());
                REQUIRE_NOTHROW(validate(edition, position));
                REQUIRE(position_from_text(edition, to_text(edition, position)) == position);
                REQUIRE(is_chance(position) == (to_move(position) == niwashi::chance_player));
                for (const Move move : moves) {
                    REQUIRE(move_from_text(edition, to_text(edition, move)) == move);
                    Position after = position;
                    make(after, move);
                    REQUIRE_NOTHROW(validate(edition, after));
                }
                make(position, random_move(edition, position, rng));
            }
            REQUIRE(legal_moves(edition, position).size() == 0);
            REQUIRE(to_move(position) == niwashi::no_player);
        }
    }
}

TEST_CASE("stone: perft counts what playing every sequence counts") {
    const Edition& edition = small_edition();
    const auto slow = [&](const auto& self, const Position& position, int depth) -> std::uint64_t {
        if (depth == 0) return 1;
        std::uint64_t sequences = 0;
        for (const Move move : legal_moves(edition, position)) {
            sequences += self(self, apply(edition, position, move), depth - 1);
        }
        return sequences;
    };
    const Position dealt = deal(edition, 3, 1);
    CHECK(perft(edition, dealt, 0) == 1);
    for (int depth = 1; depth <= 8; ++depth) {
        CHECK(perft(edition, dealt, depth) == slow(slow, dealt, depth));
    }
    // Five cards in two seats, then nine.
    CHECK(perft(edition, new_game(edition, 2), 4) == 5 * 4 * 9 * 8);
}

TEST_CASE("stone: chance outcomes are drawn with their weights") {
    const Edition& edition = small_edition();
    Position position = new_game(edition, 2);
    Rng rng(1);
    while (position.decision != Decision::draw)
        make(position, sample_chance(edition, position, rng));
    const auto outcomes = chance_outcomes(edition, position);
    REQUIRE(outcomes.size() == 5);
    CHECK(outcomes[0].weight == 30);
    CHECK(std::accumulate(outcomes.begin(), outcomes.end(), 0,
                          [](int sum, const ChanceOutcome& o) { return sum + o.weight; }) == 80);
    std::array<int, 5> drawn{};
    for (int i = 0; i < 8000; ++i) {
        ++drawn[static_cast<std::size_t>(sample_chance(edition, position, rng).tile())];
    }
    for (std::size_t tile = 0; tile < 5; ++tile) {
        CHECK(std::abs(drawn[tile] - 100 * edition.tile_count(static_cast<int>(tile))) < 200);
    }
}

TEST_CASE("stone: an illegal move is refused and changes nothing") {
    const Edition& edition = small_edition();
    const Position position = deal(edition, 2, 1);
    const Position before = position;
    CHECK_THROWS_AS(apply(edition, position, Move::plain(MoveKind::meditate)),
                    niwashi::IllegalMove);
    CHECK(position == before);
}

TEST_CASE("S12: the discards become the stack when a tile must be drawn and none is left") {
    const Edition& edition = small_edition();
    Position position = deal(edition, 2, 1);
    for (int i = 0; i < position.known_size; ++i) {
        ++position.discards[position.known[static_cast<std::size_t>(i)]];
    }
    position.known = {};
    position.known_size = 0;
    // One tile is left, and player 1 stores it.
    --position.discards[0];
    position.known[0] = 0;
    position.known_size = 1;
    REQUIRE_NOTHROW(validate(edition, position));
    for (const char* text : {"draw:plain", "store", "meditate"}) {
        position = apply(edition, position, move_from_text(edition, text));
    }
    CHECK(position.decision == Decision::draw);
    CHECK(position.bag_size == 79);
    CHECK(position.discards == std::array<std::uint8_t, max_tiles>{});
}

TEST_CASE("random games: the same seed gives the same games, whatever their number") {
    const Edition& edition = small_edition();
    std::vector<Playout> five(5);
    std::vector<Playout> two(2);
    random_games(edition, new_game(edition, 4), 9, five);
    random_games(edition, new_game(edition, 4), 9, two);
    CHECK(five[0].position == two[0].position);
    CHECK(five[1].position == two[1].position);
    CHECK(five[0].position != five[1].position);
}

TEST_CASE("random games: a cap on turns is reached and told") {
    const Edition& edition = small_edition();
    Rng rng(1);
    const Playout game = playout(edition, new_game(edition, 2), rng, 5);
    CHECK(game.capped);
    CHECK(game.turns == 5);
}

TEST_CASE("random games: the recorded moves lead to the recorded end") {
    const Edition& edition = small_edition();
    const Position start = new_game(edition, 3);
    Rng rng(4);
    std::vector<Move> record;
    const Playout game = playout(edition, start, rng, default_max_turns, &record);
    Position position = start;
    for (const Move move : record) position = apply(edition, position, move);
    CHECK(position == game.position);
    CHECK(static_cast<std::size_t>(game.moves) == record.size());
}

TEST_CASE("S17: a view hides cards and order, and a guess fills it in") {
    const Edition& edition = small_edition();
    const Position position = deal(edition, 4, 2);
    const Position seen = view(position, 1);
    CHECK(seen.player(0).name_garden == unknown_card);
    CHECK(seen.player(0).master == unknown_card);
    CHECK(seen.player(1).name_garden == position.player(1).name_garden);
    CHECK(seen.known_size == 0);
    CHECK(seen.bag_size == 80);
    Rng rng(1);
    const Position guess = guess_unknown(edition, seen, rng);
    CHECK_NOTHROW(validate(edition, guess));
    CHECK(view(guess, 1) == seen);
}
