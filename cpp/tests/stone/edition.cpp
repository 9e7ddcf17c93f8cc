#include "niwashi/stone/edition.hpp"

#include <doctest/doctest.h>

#include "fixtures.hpp"

using namespace niwashi::stone;
using fixtures::small_edition;
using fixtures::small_edition_text;

TEST_CASE("S2: turning by 180 degrees swaps edges, reads them backwards, moves arcs") {
    const Edition edition({"e",
                           "",
                           {{"a", "sand", 40, "ab", "cd", "ef", "gh", {"nw", "ne"}},
                            {"turned-a", "sand", 40, "fe", "hg", "ba", "dc", {"se", "sw"}}},
                           {}});
    for (const int face : {0, 1}) {
        const Face& one = edition.face(face);
        const Face& other = edition.face(3 - face);
        CHECK(one.north == other.north);
        CHECK(one.east == other.east);
        CHECK(one.south == other.south);
        CHECK(one.west == other.west);
        CHECK(one.arcs == other.arcs);
        CHECK(one.pattern == other.pattern);
    }
    CHECK(edition.face(0).pattern != edition.face(1).pattern);
}

TEST_CASE("S2: a tile that looks the same turned has one canonical face") {
    CHECK(small_edition().looks_same_turned(0));
    CHECK(small_edition().canonical(1) == 0);
    CHECK_FALSE(small_edition().looks_same_turned(1));
    CHECK(small_edition().canonical(3) == 3);
}

TEST_CASE("S3: edges connect if they are equal, sand beside sand always") {
    const Edition& edition = small_edition();
    const auto face = [&](const char* text) { return face_from_text(edition, text); };
    CHECK(edition.connects_below(face("plain"), face("plain")));
    CHECK_FALSE(edition.connects_below(face("plain"), face("nw")));
    CHECK(edition.connects_below(face("ne'"), face("nw")));
    CHECK_FALSE(edition.connects_below(face("nw'"), face("nw")));
    CHECK(edition.connects_beside(face("plain"), face("island")));
    CHECK_FALSE(edition.connects_beside(face("patch"), face("plain")));
    CHECK(edition.connects_beside(face("patch"), face("patch'")));

    const Edition sides(
        {"e",
         "",
         {{"a", "sand", 40, "-", "x", "-", "x", {}}, {"b", "sand", 40, "-", "y", "-", "y", {}}},
         {}});
    CHECK(sides.connects_beside(0, 2));
}

TEST_CASE("editions: every problem is told with its place") {
    EditionText text = small_edition_text();
    text.tiles[3].north = "-";
    text.tiles[1].id = "plain";
    text.name_gardens[2].layout[1] = "B...B";
    const auto found = problems(text);
    REQUIRE(found.size() == 3);
    CHECK(found[0] == "tile[1].id: 'plain' is there twice");
    CHECK(found[1] == "tile[3].edges.north: 1 segments here, 2 in tile[0]");
    CHECK(found[2] == "name_garden[2].layout: more than one boat (S5)");
    CHECK_THROWS_AS(Edition{text}, niwashi::InvalidText);
}

TEST_CASE("editions: a good one has no problems, and what it warns of is no problem") {
    CHECK(problems(small_edition_text()).empty());
    CHECK(warnings(small_edition_text()) ==
          std::vector<std::string>{"name_garden: 5 cards, the box has 14"});
}

TEST_CASE("editions: a segment is one character, however many bytes it takes") {
    EditionText text = small_edition_text();
    for (TileText& tile : text.tiles) tile.east = tile.west = "\u2502";
    CHECK(problems(text).empty());
}

TEST_CASE("S1: 16n + 3 tiles and n Name Gardens allow n players") {
    EditionText text = small_edition_text();
    text.tiles[0].count = 16;  // 66 tiles
    CHECK(Edition(text).allows(3));
    CHECK_FALSE(Edition(text).allows(4));
    text = small_edition_text();
    text.name_gardens.resize(3);
    CHECK(Edition(text).allows(3));
    CHECK_FALSE(Edition(text).allows(4));
}
