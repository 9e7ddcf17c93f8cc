#include "niwashi/jardin/moves.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/ponds.hpp"

using namespace niwashi;
using namespace niwashi::jardin;

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(std::is_trivially_copyable_v<Move>);
static_assert(std::is_trivially_copyable_v<Roll>);
static_assert(std::is_trivially_copyable_v<MoveList>);
static_assert(sizeof(Move) == 8);
static_assert(sizeof(Position) == 13 * 8);

namespace {

constexpr int all_decorations = 6;

Decoration decoration(int i) {
    return static_cast<Decoration>(i);
}

Position at_clock(std::uint64_t clock) {
    Position position;
    position.clock = clock;
    return position;
}

// Positions and rolls met in random games.
template <typename Visit>
void in_random_games(int games, Visit visit) {
    search::Rng rng(11, search::Stream::playout);
    for (int game = 0; game < games; ++game) {
        Position position;
        while (!is_over(position)) {
            if (is_pond_decision(position)) {
                const Move move = random_pond_move(position, rng);
                position = jardin::apply(position, move);  // throws if it is not legal
                continue;
            }
            const Roll roll = random_roll(rng);
            visit(position, roll, rng);
            position = apply_unchecked(position, random_move(position, roll, rng));
        }
    }
}

}  // namespace

TEST_CASE("every draw gives back what was packed into it") {
    for (int location = 1; location <= 6; ++location) {
        for (int i = 0; i < all_decorations; ++i) {
            for (int j = 0; j < all_decorations; ++j) {
                for (const Space a : {0, 1, 17, 34, 35}) {
                    for (const Space b : {0, 1, 17, 34, 35}) {
                        const Move move = Move::draw(location, decoration(i), a, decoration(j), b);
                        CHECK(move.kind() == MoveKind::draw);
                        CHECK(move.location() == location);
                        const bool swapped = i > j || (i == j && a > b);
                        CHECK(move.first() == decoration(swapped ? j : i));
                        CHECK(move.second() == decoration(swapped ? i : j));
                        CHECK(move.first_space() == (swapped ? b : a));
                        CHECK(move.second_space() == (swapped ? a : b));
                        CHECK(move.spaces() == (bit(a) | bit(b)));
                        CHECK(move == Move::draw(location, decoration(j), b, decoration(i), a));
                        CHECK(move == Move::from_code(move.code()));
                    }
                }
            }
        }
    }
}

TEST_CASE("prunes, ponds and the rest give back what was packed into them") {
    std::set<std::uint64_t> codes;
    for (int i = 0; i < all_decorations; ++i) {
        for (Space space = 0; space < space_count; ++space) {
            const Move move = Move::prune(decoration(i), space);
            CHECK(move.kind() == MoveKind::prune);
            CHECK(move.first() == decoration(i));
            CHECK(move.first_space() == space);
            CHECK(move.spaces() == bit(space));
            codes.insert(move.code());
        }
    }
    CHECK(codes.size() == 6 * 36);
    for (const Bitboard spaces : {bit(0), bit(35), whole_garden, bit(3) | bit(4)}) {
        CHECK(Move::pond(spaces).kind() == MoveKind::pond);
        CHECK(Move::pond(spaces).pond_spaces() == spaces);
        CHECK(Move::pond(spaces).spaces() == spaces);
    }
    CHECK(Move::skip().kind() == MoveKind::skip);
    CHECK(Move::no_pond().kind() == MoveKind::no_pond);
    CHECK(Move() == Move::no_pond());
    CHECK(Move::skip().spaces() == 0);
    CHECK(Move::no_pond().spaces() == 0);
}

TEST_CASE("moves are ordered draws, prunes, skip; by location, decorations, spaces") {
    using enum Decoration;
    const std::vector<Move> ascending = {
        Move::no_pond(),
        Move::pond(bit(0)),
        Move::pond(bit(0) | bit(1)),
        Move::pond(bit(0) | bit(6)),
        Move::pond(bit(1)),
        Move::pond(bit(35)),
        Move::draw(1, lantern, 0, lantern, 1),
        Move::draw(1, lantern, 0, bamboo, 1),
        Move::draw(1, lantern, 1, bamboo, 0),
        Move::draw(1, bridge, 0, bridge, 30),
        Move::draw(2, lantern, 1, lantern, 6),
        Move::draw(6, bridge, 34, bridge, 35),
        Move::prune(lantern, 0),
        Move::prune(lantern, 35),
        Move::prune(bamboo, 0),
        Move::prune(bridge, 35),
        Move::skip(),
    };
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        for (std::size_t j = 0; j < ascending.size(); ++j) {
            CHECK((ascending[i] < ascending[j]) == (i < j));
            CHECK((ascending[i] == ascending[j]) == (i == j));
        }
    }
}

TEST_CASE("ponds are ordered as their lists of spaces") {
    search::Rng rng(5);
    const auto list = [](Bitboard set) {
        std::vector<Space> spaces;
        while (set != 0) spaces.push_back(pop_first(set));
        return spaces;
    };
    for (int i = 0; i < 20000; ++i) {
        Bitboard a = rng.next() & whole_garden;
        Bitboard b =
            i % 2 == 0 ? rng.next() & whole_garden : a ^ bit(static_cast<Space>(rng.below(36)));
        // Prefixes of each other matter most.
        if (i % 4 == 3) b = a & (bit(static_cast<Space>(rng.below(36))) - 1);
        if (a == 0 || b == 0) continue;
        REQUIRE((Move::pond(a) < Move::pond(b)) == (list(a) < list(b)));
        REQUIRE((Move::pond(b) < Move::pond(a)) == (list(b) < list(a)));
    }
}

TEST_CASE("a roll is sorted and refuses what no die shows") {
    const Roll roll = make_roll(5, 1, 2);
    CHECK(roll == make_roll(1, 2, 5));
    CHECK(roll.dice[0].location == 1);
    CHECK(roll.dice[2].decoration == Decoration::moss);
    for (const int wrong : {0, 7, -1, 256, 257}) {
        CHECK_THROWS_AS(make_roll(1, 2, wrong), std::invalid_argument);
        CHECK_THROWS_AS(make_roll(wrong, 2, 3), std::invalid_argument);
    }
}

TEST_CASE("56 rolls come out of 216 throws") {
    std::map<std::string, int> thrown;
    for (int a = 1; a <= 6; ++a) {
        for (int b = 1; b <= 6; ++b) {
            for (int c = 1; c <= 6; ++c) ++thrown[to_text(make_roll(a, b, c))];
        }
    }
    std::map<std::string, int> weights;
    for (const ChanceOutcome& outcome : chance_outcomes()) {
        weights[to_text(outcome.roll)] = outcome.weight;
    }
    CHECK(weights == thrown);
    CHECK(weights.size() == 56);
}

TEST_CASE("no turn allows more moves than a list holds") {
    std::size_t most = 0;
    for (const ChanceOutcome& outcome : chance_outcomes()) {
        most = std::max(most, legal_moves(Position{}, outcome.roll).size());
    }
    CHECK(most == 3 * 11 * 10 + 3 * 36);
}

TEST_CASE("legal moves are sorted, unique, counted and accepted by the check") {
    in_random_games(60, [](const Position& position, const Roll& roll, search::Rng&) {
        const MoveList moves = legal_moves(position, roll);
        REQUIRE(moves.size() > 0);
        REQUIRE(moves.size() == static_cast<std::size_t>(count_moves(position, roll)));
        REQUIRE(std::adjacent_find(moves.begin(), moves.end(),
                                   [](Move a, Move b) { return !(a < b); }) == moves.end());
        for (const Move move : moves) REQUIRE_NOTHROW(check_move(position, roll, move));
        REQUIRE(must_skip(position, roll) == (moves[0] == Move::skip()));
    });
}

TEST_CASE("the check accepts exactly the legal moves") {
    std::vector<Move> all = {Move::skip(), Move::no_pond(), Move::pond(bit(0))};
    for (int i = 0; i < all_decorations; ++i) {
        for (Space a = 0; a < space_count; a += 5) {
            all.push_back(Move::prune(decoration(i), a));
            for (int j = i; j < all_decorations; ++j) {
                for (Space b = 0; b < space_count; ++b) {
                    for (int location = 1; location <= 6; ++location) {
                        all.push_back(Move::draw(location, decoration(i), a, decoration(j), b));
                    }
                }
            }
        }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    search::Rng rng(3);
    for (const std::uint64_t clock : {0U, 5U, 14U}) {
        // The later, the fuller.
        Position position = at_clock(clock);
        for (Space space = 0; space < space_count; ++space) {
            if (rng.below(16) < clock)
                position[decoration(static_cast<int>(rng.below(6)))] |= bit(space);
        }
        const Roll roll = random_roll(rng);
        const MoveList legal = legal_moves(position, roll);
        for (const Move move : all) {
            const bool listed = std::binary_search(legal.begin(), legal.end(), move);
            bool accepted = true;
            try {
                check_move(position, roll, move);
            } catch (const IllegalMove&) {
                accepted = false;
            }
            REQUIRE(accepted == listed);
        }
    }
}

TEST_CASE("a random move is a legal one, each as likely") {
    in_random_games(30, [](const Position& position, const Roll& roll, search::Rng& rng) {
        const MoveList moves = legal_moves(position, roll);
        for (int i = 0; i < 5; ++i) {
            const Move move = random_move(position, roll, rng);
            REQUIRE(std::binary_search(moves.begin(), moves.end(), move));
        }
    });
    // 111 with 11, 12, 13 and 66 empty: 3 draws and 4 prunes.
    Position position;
    position[Decoration::rock] = whole_garden & ~(bit(0) | bit(1) | bit(2) | bit(35));
    const Roll roll = make_roll(1, 1, 1);
    search::Rng rng(1);
    std::map<std::string, int> seen;
    constexpr int throws = 14000;
    for (int i = 0; i < throws; ++i) ++seen[to_text(random_move(position, roll, rng))];
    CHECK(seen.size() == 7);
    for (const auto& entry : seen) {
        CHECK(entry.second > throws / 7 - 250);
        CHECK(entry.second < throws / 7 + 250);
    }
}

TEST_CASE("an illegal move throws and a legal one moves the clock by one") {
    const Position start;
    const Roll roll = make_roll(1, 2, 5);
    const Move draw = move_from_text("5:L53+B25");
    const Position after = jardin::apply(start, roll, draw);
    CHECK(after.clock == 1);
    CHECK(start == Position{});
    CHECK_THROWS_AS(jardin::apply(start, roll, Move::skip()), IllegalMove);
    CHECK_THROWS_AS(jardin::apply(start, draw), IllegalMove);
    CHECK_THROWS_AS(jardin::apply(at_clock(3), roll, draw), IllegalMove);
    CHECK_THROWS_AS(jardin::apply(at_clock(16), roll, draw), IllegalMove);
    CHECK_THROWS_AS(jardin::apply(at_clock(16), Move::no_pond()), IllegalMove);
    CHECK_THROWS_AS(jardin::apply(at_clock(3), Move::pond(0)), IllegalMove);
    CHECK(jardin::apply(at_clock(3), Move::no_pond()).clock == 4);
    CHECK(jardin::apply(at_clock(15), Move::pond(bit(7))).ponds[3] == bit(7));
}

TEST_CASE("perft counts what the move lists hold") {
    const Position start;
    CHECK(perft(start, 0) == 1);
    // 20 rolls of three faces, 30 with a pair, 6 of one face; derived by hand from J2 and J3.
    CHECK(perft(start, 1) == 20 * 438 + 30 * 237 + 6 * 91);
    CHECK(perft(at_clock(3), 1) == 487150372);
    CHECK(perft(at_clock(15), 1) == 487150372);
    CHECK(perft(at_clock(16), 0) == 1);
    CHECK(perft(at_clock(16), 1) == 0);

    Position late = at_clock(12);
    late[Decoration::rock] = whole_garden & ~(bit(0) | bit(1) | bit(14));
    late.prunings = 2;
    std::uint64_t nodes = 0;
    for (const ChanceOutcome& first : chance_outcomes()) {
        for (const Move move : legal_moves(late, first.roll)) {
            const Position next = apply_unchecked(late, move);
            for (const ChanceOutcome& second : chance_outcomes()) {
                nodes += legal_moves(next, second.roll).size();
            }
        }
    }
    CHECK(perft(late, 2) == nodes);
}

TEST_CASE("perft does not depend on the order of the faces") {
    Position late = at_clock(12);
    late[Decoration::rock] = whole_garden & ~(bit(0) | bit(1) | bit(14) | bit(15));
    CHECK(perft(late, 2) == perft(late, 2, faces_from_text("=MRTBL")));
}

TEST_CASE("trees are late from turn 7 on") {
    const Roll roll = make_roll(3, 3, 3);
    for (std::uint64_t clock = 0; clock < end_of_game; ++clock) {
        const Position position = at_clock(clock);
        if (is_pond_decision(position)) continue;
        const Position drawn = apply_unchecked(position, legal_moves(position, roll)[0]);
        CHECK(count(drawn[Decoration::tree]) == 2);
        CHECK(drawn.late_trees == (turn(position) >= 7 ? drawn[Decoration::tree] : 0));
    }
}

TEST_CASE("the calendar follows the clock") {
    int turns = 0;
    int ponds = 0;
    for (std::uint64_t clock = 0; clock < end_of_game; ++clock) {
        const Position position = at_clock(clock);
        CHECK(season(position) == static_cast<int>(clock) / 4);
        CHECK(is_pond_decision(position) == (clock % 4 == 3));
        CHECK(turns_left(position) == 12 - turns);
        CHECK(ponds_left(position) == 4 - ponds);
        CHECK(to_move(position) == (is_pond_decision(position) ? 0 : chance_player));
        if (is_pond_decision(position)) {
            CHECK(turn(position) == turns);
            ++ponds;
        } else {
            ++turns;
            CHECK(turn(position) == turns);
        }
    }
    CHECK(to_move(at_clock(end_of_game)) == no_player);
    CHECK(is_over(at_clock(end_of_game)));
    CHECK(turns_left(at_clock(end_of_game)) == 0);
    CHECK(ponds_left(at_clock(end_of_game)) == 0);
}

TEST_CASE("random games depend on the seed and their number alone") {
    std::vector<Position> many(200);
    std::vector<Position> few(20);
    random_games(Position{}, 42, many);
    random_games(Position{}, 42, few);
    CHECK(std::equal(few.begin(), few.end(), many.begin()));
    for (const Position& game : many) {
        CHECK(is_over(game));
        CHECK_NOTHROW(validate(game));
    }
    std::vector<Position> other(20);
    random_games(Position{}, 43, other);
    CHECK(few != other);
}
