#include "niwashi/stone/notation.hpp"

#include <doctest/doctest.h>

#include "fixtures.hpp"

using namespace niwashi::stone;
using fixtures::small_edition;
using niwashi::InvalidText;

TEST_CASE("stone texts: spaces") {
    for (Space space = 0; space < space_count; ++space) {
        CHECK(space_from_text(space_to_text(space)) == space);
    }
    CHECK(space_to_text(14) == "35");
    for (const char* text : {"", "1", "00", "16", "41", "111", "1a"}) {
        CHECK_THROWS_AS(space_from_text(text), InvalidText);
    }
}

TEST_CASE("stone texts: a new game") {
    CHECK(to_text(small_edition(), new_game(small_edition(), 2)) ==
          "deal-garden 1 1 - - - - H4S5R2L3B1 - plain=30,nw=15,ne=15,island=10,patch=10 "
          "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_;-;0;-;- _,_,_,_,_/_,_,_,_,_/_,_,_,_,_;-;0;-;-");
}

TEST_CASE("stone texts: gardens that look the same are the same") {
    CHECK(fixtures::garden("plain',_,_,_,_/_,_,_,_,_/_,_,_,_,_") ==
          fixtures::garden("plain,_,_,_,_/_,_,_,_,_/_,_,_,_,_"));
}

TEST_CASE("stone texts: no cut or changed text of a state crashes a reader") {
    const std::string text = to_text(small_edition(), deal(small_edition(), 2, 1));
    for (std::size_t length = 0; length < text.size(); ++length) {
        CHECK_THROWS_AS(position_from_text(small_edition(), text.substr(0, length)), InvalidText);
    }
    int read = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char c : {'\0', ' ', '-', '9', '?', '>', ';', '=', '\xFF'}) {
            std::string changed = text;
            changed[at] = c;
            try {
                const Position position = position_from_text(small_edition(), changed);
                CHECK(position_from_text(small_edition(), to_text(small_edition(), position)) ==
                      position);
                ++read;
            } catch (const InvalidText& error) {
                CHECK(std::string(error.what()).find('\n') == std::string::npos);
            }
        }
    }
    CHECK(read > 0);
}
