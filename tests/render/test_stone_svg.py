import re
import xml.etree.ElementTree as ET

import pytest

from niwashi import stone
from niwashi.render.stone_points import score_lines, tiles
from niwashi.render.stone_svg import (
    stone_card,
    stone_edition,
    stone_face,
    stone_garden,
    stone_piece,
)

SVG = "{http://www.w3.org/2000/svg}"
EDITION = stone.default_edition()
EMPTY = "_,_,_,_,_"

# A circle, a semicircle, all five stones, the monk beside a stone, tiles that do not connect.
GARDEN = stone.Garden.from_text(
    EDITION,
    "nw':S,ne',plain,top',plain:R/ne,nw,left,north:H,north-west/"
    "island,west:S,east-west:L@,plain,ne:B",
)

ODD = stone.Edition(
    "odd",
    "made up <&> for tests",
    [
        ("sand", "sand", 40, "o<b", "xs", "---", "ss", []),
        ("moss", "moss", 40, "-m-", "mm", "mmm", "sm", ["nw", "se"]),
    ],
    [("a", 5, ["S....", ".....", "....*"])],
)


def garden(text: str, edition: stone.Edition = EDITION) -> stone.Garden:
    return stone.Garden.from_text(edition, text)


def groups(svg: str, key: str) -> list[ET.Element]:
    return [element for element in ET.fromstring(svg).iter() if element.get(f"data-{key}")]


def marks(svg: str, key: str) -> list[str]:
    return [element.get(f"data-{key}") or "" for element in groups(svg, key)]


def space(svg: str, name: str) -> ET.Element:
    [found] = [group for group in groups(svg, "space") if group.get("data-space") == name]
    return found


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def texts(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def random_gardens(games: int) -> list[stone.Garden]:
    start = stone.new_game(EDITION, 4)
    played = stone.random_games(start, games, 7) + stone.random_games(start, games, 8, 25)
    return [player.garden for game in played for player in game.position.players]


def test_every_space_has_a_name_a_screen_reader_can_read() -> None:
    svg = stone_garden(GARDEN)
    names = [f"{row}{column}" for row in (1, 2, 3) for column in range(1, 6)]
    assert marks(svg, "space") == names
    for name in names:
        assert title(space(svg, name)).startswith(f"{name}: ")
        assert space(svg, name).get("role") == "img"
        assert space(svg, name).get("aria-label") == title(space(svg, name))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("11", "11: sand tile nw', small standing stone; in a circle"),
        ("33", "33: moss tile east-west, large standing stone, monk; not connected to 23, 32, 34"),
        ("31", "31: moss tile island; not connected to 32"),
        ("35", "35: sand tile ne, boat; not connected to 25"),
    ],
)
def test_a_name_says_what_lies_there_and_what_it_belongs_to(name: str, words: str) -> None:
    assert title(space(stone_garden(GARDEN), name)) == words


def test_an_empty_space_shows_its_number() -> None:
    svg = stone_garden(garden(f"plain@,_,_,_,_/{EMPTY}/{EMPTY}"))
    assert title(space(svg, "25")) == "25: empty"
    assert texts(space(svg, "25")) == ["25"]


def test_stones_differ_by_shape_and_carry_their_letter() -> None:
    svg = stone_garden(GARDEN)
    stones = groups(svg, "stone")
    assert [group.get("data-stone") for group in stones] == ["S", "R", "H", "S", "L", "B"]
    for group in stones:
        assert texts(group) == [group.get("data-stone")]
    shapes = {group.get("data-stone"): group[1].get("d") for group in stones}
    assert len(set(shapes.values())) == 5


def test_the_monk_stands_where_he_stands() -> None:
    assert marks(stone_garden(GARDEN), "monk") == ["33"]
    assert marks(stone_garden(stone.Garden(EDITION)), "monk") == []


def test_every_unconnected_pair_has_its_crack_and_what_it_costs() -> None:
    for laid in [GARDEN, *random_gardens(4)]:
        svg = stone_garden(laid)
        beside, below = laid.unconnected
        wanted = [f"{s} {s + 1}" for s in beside] + [f"{s} {s + 5}" for s in below]
        assert marks(svg, "unconnected") == wanted
        for group in groups(svg, "unconnected"):
            assert texts(group) == ["−2"]


def test_whirlpools_that_score_are_outlined_with_their_points() -> None:
    for laid in [GARDEN, *random_gardens(4)]:
        found = groups(stone_garden(laid), "whirlpool")
        circles, semicircles = laid.whirlpools
        kinds = [group.get("data-whirlpool") for group in found]
        assert kinds.count("circle") == len(circles)
        assert kinds.count("semicircle") == len(semicircles)
        points = {"circle": ["8"], "semicircle": ["2"]}
        assert all(texts(group) == points[group.get("data-whirlpool") or ""] for group in found)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (f"nw',ne',_,_,_/{EMPTY}/{EMPTY}", "M127 108A"),  # from the left over the top
        (f"plain,plain,_,_,_/ne,nw,_,_,_/{EMPTY}", "M233 108A"),  # from the right below
        (f"nw',_,_,_,_/ne,_,_,_,_/{EMPTY}", "M180 161A"),  # from below up the left side
        (f"plain,ne',_,_,_/plain,nw,_,_,_/{EMPTY}", "M180 55A"),  # from above down the right
    ],
)
def test_a_semicircle_is_outlined_on_the_side_of_its_tiles(text: str, start: str) -> None:
    [pool] = groups(stone_garden(garden(text)), "whirlpool")
    outlines = [path.get("d") or "" for path in pool.iter(f"{SVG}path")]
    assert [outline.startswith(start) for outline in outlines] == [True, True]


def test_quarters_are_drawn_around_the_corner_they_are_centred_in() -> None:
    svg = stone_garden(garden(f"nw-se@,_,_,_,_/{EMPTY}/{EMPTY}"))
    arcs = {g.get("data-arc"): g.get("transform") for g in groups(svg, "arc")}
    assert arcs == {"nw": "translate(0 0)", "se": "translate(180 108)"}


def test_four_quarters_are_rings_of_the_same_radii() -> None:
    svg = stone_garden(garden(f"nw',ne',_,_,_/ne,nw,_,_,_/{EMPTY}"))
    radii = [[circle.get("r") for circle in g.iter(f"{SVG}circle")] for g in groups(svg, "arc")]
    assert len(radii) == 4
    assert radii == radii[:1] * 4


def test_a_tile_is_clipped_at_its_border_without_an_id() -> None:
    inner = list(ET.fromstring(stone_garden(GARDEN)).iter(f"{SVG}svg"))[1:]
    assert len(inner) == 15
    assert {(e.get("width"), e.get("height"), e.get("overflow")) for e in inner} == {
        ("180", "108", "hidden")
    }


def test_moss_runs_over_the_edge_where_a_segment_says_so() -> None:
    def runs(text: str) -> int:
        [patch] = groups(stone_garden(garden(f"{text}@,_,_,_,_/{EMPTY}/{EMPTY}")), "moss")
        return len(list(patch[1].iter(f"{SVG}path")))

    assert [runs(id_) for id_ in ("island", "north", "east-west", "north-west")] == [0, 1, 2, 2]


def test_segments_that_are_not_drawn_are_written() -> None:
    svg = stone_garden(garden(f"sand@,moss,_,_,_/{EMPTY}/{EMPTY}", ODD))
    assert texts(space(svg, "11")) == ["o", "<", "b", "x"]  # no arc beside the o
    assert texts(space(svg, "12")) == []


def test_a_symmetric_row_is_marked() -> None:
    text = f"nw,plain,top,plain,nw/nw,plain,top,plain,nw'/{EMPTY}"
    assert marks(stone_garden(garden(text)), "symmetry") == ["1"]


def test_the_largest_rectangle_of_sand_is_marked() -> None:
    assert marks(stone_garden(GARDEN), "sand") == ["6"]
    assert marks(stone_garden(garden(f"island@,_,_,_,_/{EMPTY}/{EMPTY}")), "sand") == []


def test_the_breakdown_shows_every_rule_and_the_total() -> None:
    svg = stone_garden(GARDEN, card="garden-06", virtue=4)
    shown = texts(ET.fromstring(svg))
    lines = score_lines(GARDEN, "garden-06", 4)
    assert marks(svg, "rule") == [line.rule for line in lines]
    assert {line.name for line in lines} <= set(shown)
    assert str(sum(line.points for line in lines)) in shown
    assert marks(svg, "card") == ["garden-06"]
    assert "full garden" in shown
    assert "so far" in texts(ET.fromstring(stone_garden(stone.Garden(EDITION))))


def test_without_breakdown_the_picture_is_the_garden_alone() -> None:
    svg = stone_garden(GARDEN, card="garden-06", breakdown=False)
    assert marks(svg, "rule") == marks(svg, "card") == []


def test_the_last_spaces_are_pointed_out_once_each() -> None:
    assert marks(stone_garden(GARDEN, last=[14, 0, 14]), "last") == ["11", "35"]
    assert marks(stone_garden(GARDEN), "last") == []


def test_a_title_is_escaped_and_loses_what_xml_cannot_hold() -> None:
    svg = stone_garden(GARDEN, title="<script>&\"'\x00\x1b[1m\ud800 \n c\ufffe")
    assert "<script>" not in svg
    assert title(ET.fromstring(svg)) == "<script>&\"'[1m c"
    svg.encode("utf-8")


def test_a_picture_without_title_still_has_a_name_and_says_the_garden() -> None:
    root = ET.fromstring(stone_garden(GARDEN))
    assert title(root) == "Stone Garden garden"
    assert GARDEN.to_text() in (root.findtext(f"{SVG}desc") or "")


def test_an_edition_shows_every_face_that_looks_different_and_every_card() -> None:
    svg = stone_edition(EDITION)
    faces = range(2 * len(EDITION.tile_ids))
    assert marks(svg, "face") == [
        EDITION.face_to_text(face) for face in faces if EDITION.canonical(face) == face
    ]
    assert marks(svg, "card") == [card.id for card in EDITION.name_gardens]
    assert EDITION.provenance.split()[0] in svg


def test_a_face_has_its_edges_written_around_it() -> None:
    [west] = [g for g in groups(stone_edition(EDITION), "face") if g.get("data-face") == "west'"]
    assert title(west) == "west': moss, north --, east m, south --, west s"
    assert texts(west) == ["-", "-", "-", "-", "s", "m"]


def test_any_edition_can_be_shown() -> None:
    svg = stone_edition(ODD)
    assert marks(svg, "face") == ["sand", "sand'", "moss", "moss'"]
    assert "made up <&> for tests" in texts(ET.fromstring(svg))


def test_any_garden_gives_the_same_well_formed_picture_twice() -> None:
    for laid in [stone.Garden(EDITION), GARDEN, *random_gardens(4)]:
        svg = stone_garden(laid, title="á", last=range(15))
        ET.fromstring(svg)
        assert svg == stone_garden(laid, title="á", last=range(15))


def test_faces_cards_and_stones_are_drawn_by_themselves() -> None:
    faces = [stone_face(tile) for tile in tiles(EDITION)]
    assert [len(groups(svg, "arc")) for svg in faces] == [len(t.arcs) for t in tiles(EDITION)]
    card = stone_card("a", 5, ["S....", "..*..", "....."])
    assert marks(card, "card") == ["a"]
    assert [marks(stone_piece(letter), "stone") for letter in "HSRLB"] == [[x] for x in "HSRLB"]
    assert len(ET.fromstring(stone_piece("@"))) == 1


@pytest.mark.parametrize(
    "svg",
    [
        stone_garden(GARDEN, card="garden-06"),
        stone_edition(EDITION),
        stone_face(tiles(EDITION)[2]),
        stone_card("a", 5, ["S....", "..*..", "....."]),
        stone_piece("L"),
        stone_piece("@"),
    ],
)
def test_a_picture_needs_nothing_from_outside(svg: str) -> None:
    assert re.findall(r"[ :](?:href|src|style|class|id)=|url\(", svg) == []
    assert set(re.findall(r"https?://[^\"]+", svg)) == {"http://www.w3.org/2000/svg"}
    assert re.findall(r"\d\.\d{3,}", svg) == []
