#include "niwashi/jardin/notation.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "niwashi/jardin/playout.hpp"

using namespace niwashi;
using namespace niwashi::jardin;

namespace {

const std::string bare = "....../....../....../....../....../......";

std::string message_of(const Position& position) {
    try {
        validate(position);
    } catch (const InvalidText& error) {
        return error.what();
    }
    return "";
}

Position at_the_end() {
    Position position;
    position.clock = end_of_game;
    return position;
}

}  // namespace

TEST_CASE("every space has its name and every other name is refused") {
    std::set<std::string> names;
    for (Space space = 0; space < space_count; ++space) {
        const std::string name = space_to_text(space);
        CHECK(space_from_text(name) == space);
        names.insert(name);
    }
    CHECK(names.size() == 36);
    CHECK(space_to_text(26) == "53");
    for (int a = 0; a < 256; a += 3) {
        for (int b = 0; b < 256; ++b) {
            const std::string text = {static_cast<char>(a), static_cast<char>(b)};
            if (names.count(text) != 0) continue;
            REQUIRE_THROWS_AS(space_from_text(text), InvalidText);
        }
    }
    CHECK_THROWS_AS(space_from_text(""), InvalidText);
    CHECK_THROWS_AS(space_from_text("111"), InvalidText);
}

TEST_CASE("positions of random games come back from their texts") {
    search::Rng rng(4, search::Stream::playout);
    for (int game = 0; game < 200; ++game) {
        Position position;
        while (!is_over(position)) {
            REQUIRE(position_from_text(to_text(position)) == position);
            position =
                apply_unchecked(position, is_pond_decision(position)
                                              ? random_pond_move(position, rng)
                                              : random_move(position, random_roll(rng), rng));
        }
        REQUIRE(position_from_text(to_text(position)) == position);
    }
}

TEST_CASE("moves of a turn come back from their texts") {
    for (const ChanceOutcome& outcome : chance_outcomes()) {
        CHECK(roll_from_text(to_text(outcome.roll)) == outcome.roll);
        for (const Move move : legal_moves(Position{}, outcome.roll)) {
            REQUIRE(move_from_text(to_text(move)) == move);
        }
    }
}

TEST_CASE("texts with a zero byte or half a letter are refused on one printable line") {
    const std::string zero("\0", 1);
    const auto check = [](const auto& read, const std::string& text) {
        try {
            read(text);
            FAIL("read: " << text);
        } catch (const InvalidText& error) {
            for (const char c : std::string(error.what())) {
                REQUIRE(c >= ' ');
                REQUIRE(c <= '~');
            }
        }
    };
    for (const std::string& odd :
         {zero, std::string("\xC3"), std::string("\n"), std::string("\x7F")}) {
        check([](const std::string& t) { position_from_text(t); },
              odd + bare.substr(1) + " " + bare + " 1 0");
        check([](const std::string& t) { position_from_text(t); },
              bare + " " + bare.substr(1) + odd + " 1 0");
        check([](const std::string& t) { position_from_text(t); },
              bare + " " + bare + " " + odd + " 0");
        check([](const std::string& t) { position_from_text(t); }, bare + " " + bare + " 1 " + odd);
        check([](const std::string& t) { move_from_text(t); }, odd);
        check([](const std::string& t) { move_from_text(t); }, "*" + odd + "11");
        check([](const std::string& t) { move_from_text(t); }, "~11," + odd);
        check([](const std::string& t) { roll_from_text(t); }, "12" + odd);
        check([](const std::string& t) { faces_from_text(t); }, "LBTRM" + odd);
    }
}

TEST_CASE("faces come back from their text in any order") {
    CHECK(to_text(standard_faces) == "LBTRM=");
    CHECK(faces_from_text("LBTRM=") == standard_faces);
    const Faces reversed = faces_from_text("=MRTBL");
    CHECK(reversed[0] == Decoration::bridge);
    CHECK(to_text(reversed) == "=MRTBL");
    for (const char* wrong : {"", "LBTRM", "LBTRMM", "LBTRM=L", "lbtrm=", "LBTRM "}) {
        CHECK_THROWS_AS(faces_from_text(wrong), InvalidText);
    }
}

TEST_CASE("validate refuses what no text can say") {
    CHECK(message_of(Position{}) == "");
    CHECK(message_of(at_the_end()) == "");

    Position position = at_the_end();
    position[Decoration::rock] = bit(36);
    CHECK(message_of(position) == "position: a decoration lies outside the garden");

    position = at_the_end();
    position[Decoration::rock] = position[Decoration::moss] = bit(8);
    CHECK(message_of(position) == "position: space 23 holds two decorations");

    position = at_the_end();
    position.late_trees = bit(3);
    CHECK(message_of(position) == "position: a late tree is no tree");

    position = at_the_end();
    position.ponds[2] = bit(40);
    CHECK(message_of(position) == "position: pond 3 lies outside the garden");

    position = at_the_end();
    position.ponds = {bit(0), 0, bit(7), 0};
    CHECK(message_of(position) == "position: pond 3 touches another pond at space 22");

    position = at_the_end();
    position.ponds[0] = bit(5) | bit(6);
    CHECK(message_of(position) == "position: pond 1 is not connected");

    position = at_the_end();
    position.clock = end_of_game + 1;
    CHECK(message_of(position) == "position: the clock is past the end");
    position.clock = ~std::uint64_t{0};
    CHECK(message_of(position) == "position: the clock is past the end");

    position = at_the_end();
    position.prunings = 4;
    CHECK(message_of(position) == "position: more than 3 prunings");
}

TEST_CASE("late trees and ponds wait for their time at every clock") {
    for (std::uint64_t clock = 0; clock <= end_of_game; ++clock) {
        Position position;
        position.clock = clock;
        position[Decoration::tree] = position.late_trees = bit(0);
        CHECK((message_of(position) == "") == (clock >= 9));  // ply 8 is turn 7
        for (std::size_t season = 0; season < season_count; ++season) {
            Position pond;
            pond.clock = clock;
            pond.ponds[season] = bit(0);
            CHECK((message_of(pond) == "") == (clock >= 4 * (season + 1)));
        }
    }
}

TEST_CASE("dice sequences are read to their end") {
    CHECK(dice_from_text("").empty());
    CHECK(to_text(dice_from_text(" 521\t366\n")) == "125 366");
    CHECK_THROWS_WITH_AS(dice_from_text("125 12"),
                         "dice: roll 2: '12' is not three dice, as in 125", InvalidText);
}
