#include "niwashi/exact/counting.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "gardens.hpp"

using namespace niwashi;
using namespace niwashi::exact;
using namespace niwashi::jardin;
using namespace niwashi::exact_tests;

namespace {

constexpr auto lantern_reach = spaces_within(3);

// How many spaces can be chosen so that none is in the reach of another, by trying all.
template <typename Reach>
int packing(Bitboard spaces, const Reach& reach) {
    if (spaces == 0) return 0;
    const Space space = pop_first(spaces);
    return std::max(1 + packing(spaces & ~reach(space), reach), packing(spaces, reach));
}

// What new decorations of a garden score together, as caps.
int new_lanterns(const Position& start, const Position& end) {
    return count(scoring_spaces(end).lantern & start.empty_spaces());
}
int new_bridges(const Position& start, const Position& end) {
    return std::min(CountingBound::max_bridges,
                    count(scoring_spaces(end).bridge & start.empty_spaces()));
}

// The bound that a garden's profile gives must not be below its score, with the caps open, and with
// the least that hold.
void check_garden(const Position& start, const Position& end, const WaterRegion& region,
                  BoundTable& bound) {
    const Profile profile = region.profile(end.water());
    const int total = score(end).total;
    const int with_caps = bound(profile, new_lanterns(start, end), new_bridges(start, end));
    if (with_caps < total || bound(profile) < with_caps) {
        FAIL("counting allows ", with_caps, " or ", bound(profile), ", but ", to_text(end),
             " is worth ", total, " from ", to_text(start));
    }
}

// The ways to use a roll, with the skip or without.
std::vector<TurnOption> turn_options(const Roll& roll, bool skip) {
    Position last_turn;
    last_turn.clock = end_of_game - 2;
    std::vector<TurnOption> options = Question(last_turn, {roll}).turns[0];
    if (!skip) std::erase_if(options, [](const TurnOption& o) { return o.drawn.empty(); });
    return options;
}

}  // namespace

TEST_CASE("the options of a roll are its different draws and prunes") {
    const auto numbers = [](int a, int b, int c) {
        std::array<int, 3> n{};
        for (const TurnOption& o : turn_options(make_roll(a, b, c), true)) {
            ++n[o.kind == MoveKind::draw ? 0 : o.kind == MoveKind::prune ? 1 : 2];
        }
        return n;
    };
    CHECK(numbers(1, 2, 3) == std::array<int, 3>{3, 3, 1});
    CHECK(numbers(1, 1, 3) == std::array<int, 3>{2, 2, 1});
    CHECK(numbers(4, 4, 4) == std::array<int, 3>{1, 1, 1});
    for (const ChanceOutcome& outcome : chance_outcomes()) {
        // They are what the moves in an empty garden show.
        std::set<std::array<int, 4>> moves, options;
        for (const Move move : legal_moves(Position{}, outcome.roll)) {
            moves.insert({static_cast<int>(move.kind()), move.location(),
                          static_cast<int>(move.first()),
                          move.kind() == MoveKind::draw ? static_cast<int>(move.second()) : -1});
        }
        for (const TurnOption& o : turn_options(outcome.roll, false)) {
            options.insert({static_cast<int>(o.kind), o.location, static_cast<int>(o.drawn[0]),
                            o.drawn.size() == 2 ? static_cast<int>(o.drawn[1]) : -1});
        }
        CHECK(options == moves);
        CHECK(turn_options(outcome.roll, false).size() + 1 ==
              turn_options(outcome.roll, true).size());
    }
}

TEST_CASE("six lanterns can score in a garden and no seventh") {
    CHECK(packing(whole_garden, [](Space s) {
              return lantern_reach[static_cast<std::size_t>(s)];
          }) == CountingBound::max_lanterns);
}

TEST_CASE("the number of rolls must be that of the turns left") {
    CHECK_THROWS_AS(Question(Position{}, same_dice(1, 11)), std::invalid_argument);
    Position end;
    end.clock = end_of_game;
    CHECK_THROWS_AS(Question(end, same_dice(1, 1)), std::invalid_argument);
    CHECK(Question(end, {}).turns.empty());
}

TEST_CASE("a looser cap never lowers the counting bound") {
    Rng rng(12);
    const Position start = played_to(6, 1, rng);
    const Question question(start, random_dice(rng, turns_left(start)));
    const CountingBound bound(question);
    const WaterRegion region(start);
    for (int i = 0; i < 200; ++i) {
        const Profile profile = region.profile(random_game(start, rng).water());
        for (int lanterns = 0; lanterns <= CountingBound::max_lanterns; ++lanterns) {
            for (int bridges = 0; bridges <= CountingBound::max_bridges; ++bridges) {
                const int here = bound(profile, lanterns, bridges);
                if (lanterns > 0) REQUIRE(bound(profile, lanterns - 1, bridges) <= here);
                if (bridges > 0) REQUIRE(bound(profile, lanterns, bridges - 1) <= here);
            }
        }
    }
}

TEST_CASE("a remembered bound is the bound, beyond the first table too") {
    Rng rng(13);
    Position start = played_to(12, 1, rng);
    const Question question(start, random_dice(rng, turns_left(start)));
    const CountingBound bound(question);
    BoundTable table(bound);
    const auto random_profile = [](Rng& from) {
        std::array<int, 8> values{};
        const std::array<std::uint32_t, 8> most = {7, 9, 9, 6, 5, 40, 37, 5};
        for (std::size_t f = 0; f < 8; ++f) values[f] = static_cast<int>(from.below(most[f]));
        values[Profile::points] -= 30;
        return Profile::of(values);
    };
    // The same questions again, once the table has grown.
    for (int round = 0; round < 2; ++round) {
        Rng questions(14);
        for (int i = 0; i < 80'000; ++i) {
            const Profile profile = random_profile(questions);
            const int lanterns = static_cast<int>(questions.below(7));
            const int bridges = static_cast<int>(questions.below(5));
            const int remembered = table(profile, lanterns, bridges);
            if (i % 16 == 0 || round == 1) {
                if (remembered != bound(profile, lanterns, bridges)) FAIL("question ", i);
            }
        }
    }
}

TEST_CASE("no random game from the start is worth more than counting allows") {
    Rng rng(21);
    const Position start;
    const WaterRegion region(start);
    for (int d = 0; d < 3; ++d) {
        const std::vector<Roll> dice = random_dice(rng, turn_count);
        const Question question(start, dice);
        const CountingBound bound(question);
        BoundTable table(bound);
        for (int i = 0; i < 2000; ++i) {
            check_garden(start, play_out(start, dice, i % 16 == 0 ? 6 : 1, rng), region, table);
        }
    }
}

TEST_CASE("no random game from a midgame position is worth more than counting allows") {
    Rng rng(22);
    for (int d = 0; d < 320; ++d) {
        const std::uint64_t clock = 7 + rng.below(10);
        const Position start = d % 2 == 0 ? played_to(clock, 1 + d % 3, rng)
                                          : arbitrary_position(clock, rng.below(8), rng);
        const std::vector<Roll> dice = random_dice(rng, turns_left(start));
        const WaterRegion region(start);
        const Question question(start, dice);
        const CountingBound bound(question);
        BoundTable table(bound);
        for (int i = 0; i < 300; ++i) {
            check_garden(start, play_out(start, dice, i % 16 == 0 ? 6 : 1, rng), region, table);
        }
    }
}

TEST_CASE("no game on three equal dice a turn is worth more than counting allows") {
    Rng rng(23);
    for (int face = 1; face <= 6; ++face) {
        const std::vector<Roll> dice = same_dice(face, turn_count);
        const Question question(Position{}, dice);
        const CountingBound bound(question);
        BoundTable table(bound);
        const WaterRegion region(Position{});
        int skips = 0;
        for (int i = 0; i < 600; ++i) {
            const Position end = play_out(Position{}, dice, i % 8 == 0 ? 6 : 1, rng);
            skips += count(end.decorated()) < 24 - static_cast<int>(end.prunings) ? 1 : 0;
            check_garden(Position{}, end, region, table);
        }
        CHECK(skips == 600);  // a cross has 11 spaces: some turns were skipped
    }
}

TEST_CASE("no annealed garden is worth more than counting allows") {
    Rng rng(24);
    for (int d = 0; d < 16; ++d) {
        const Position start = d == 0 ? Position{} : played_to(4 + rng.below(10), 1 + d % 3, rng);
        const std::vector<Roll> dice = random_dice(rng, turns_left(start));
        search::Annealer annealer(start, dice, rng.next());
        const WaterRegion region(start);
        const Question question(start, dice);
        const CountingBound bound(question);
        BoundTable table(bound);
        for (int i = 0; i < 4; ++i) {
            annealer.run(2'000);
            check_garden(start, replay(start, dice, annealer.best()), region, table);
        }
    }
}

TEST_CASE("without earth each dry decoration costs its two points and no more") {
    // Every turn a rock that stands alone in water and a moss that is misplaced there.
    Position start;
    start.clock = 9;
    start.ponds[0] = whole_garden;
    start.prunings = 3;
    validate(start);
    const std::vector<Roll> dice(5, make_roll(4, 5, 5));
    Position end = start;
    constexpr std::array<Space, 5> rocks = {24, 26, 28, 4, 16};
    constexpr std::array<Space, 5> mosses = {25, 27, 29, 10, 22};
    for (std::size_t turn = 0; turn < 5; ++turn) {
        if (is_pond_decision(end)) end = jardin::apply(end, Move::no_pond());
        end = jardin::apply(
            end, dice[turn],
            Move::draw(5, Decoration::rock, rocks[turn], Decoration::moss, mosses[turn]));
    }
    CHECK(score(end).total == 3 + 5 * (2 - 1));
    CHECK(CountingBound(Question(start, dice))(WaterRegion(start).profile(whole_garden)) == 8);
}
