#pragma once

#include <string>

#include "niwashi/stone/moves.hpp"
#include "niwashi/stone/notation.hpp"

// Editions and gardens for the tests of the second game.
namespace niwashi::stone::fixtures {

// Sand with and without arcs, moss that fits and moss that does not: 80 tiles, five cards.
inline EditionText small_edition_text() {
    return {"small",
            "for tests",
            {
                {"plain", "sand", 30, "--", "s", "--", "s", {}},
                {"nw", "sand", 15, "o-", "s", "--", "s", {"nw"}},
                {"ne", "sand", 15, "-o", "s", "--", "s", {"ne"}},
                {"island", "moss", 10, "--", "s", "--", "s", {}},
                {"patch", "moss", 10, "m-", "m", "--", "s", {}},
            },
            {
                {"one", 5, {"*....", ".....", "....*"}},
                {"two", 6, {"H....", "..S..", "....."}},
                {"three", 7, {"...LL", ".....", "....."}},
                {"four", 8, {".....", "..R..", "....."}},
                {"five", 9, {"B....", ".....", "....."}},
            }};
}

inline const Edition& small_edition() {
    static const Edition edition(small_edition_text());
    return edition;
}

inline Garden garden(const std::string& text) {
    return garden_from_text(small_edition(), text);
}

}  // namespace niwashi::stone::fixtures
