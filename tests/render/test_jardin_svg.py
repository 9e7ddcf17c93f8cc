import re
import xml.etree.ElementTree as ET

import pytest

from niwashi import jardin
from niwashi.jardin import batch
from niwashi.render.points import plots, score_lines
from niwashi.render.svg import jardin_garden

SVG = "{http://www.w3.org/2000/svg}"

# Two ponds, three of whose decorations are out of place, and a bit of everything else.
GARDEN = jardin.Position.from_text(
    "L....R/.t.L../BB.=M./..M.../...R../=T.B.. ....../...2../..222./...2../....../11.... 8 1"
)


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def space(svg: str, name: str) -> ET.Element:
    found = [group for group in parse(svg).iter(f"{SVG}g") if group.get("data-space") == name]
    assert len(found) == 1
    return found[0]


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def badges(element: ET.Element) -> list[str]:
    marks = (group.get("data-mark") for group in element.iter(f"{SVG}g"))
    return [mark for mark in marks if mark]


def texts(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def outlines(svg: str) -> list[str]:
    return [p.get("d", "") for p in parse(svg).iter(f"{SVG}path") if p.get("data-outline")]


def random_gardens(games: int) -> list[jardin.Position]:
    return batch.from_array(batch.random_games(games, seed=11))


def test_every_space_has_a_name_a_screen_reader_can_read() -> None:
    svg = jardin_garden(GARDEN)
    names = [f"{row}{column}" for row in range(1, 7) for column in range(1, 7)]
    assert [title(space(svg, name))[:4] for name in names] == [f"{name}: " for name in names]
    for name in names:
        assert space(svg, name).get("role") == "img"
        assert space(svg, name).get("aria-label") == title(space(svg, name))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("11", "11: lantern, scores 3, on earth"),
        ("16", "16: rock, scores 1, on earth"),
        ("22", "22: autumn or winter tree, scores 1, on earth"),
        ("24", "24: lantern, misplaced, costs 1, in water"),
        ("31", "31: bamboo, scores 2, on earth"),
        ("34", "34: bridge, scores nothing, in water"),
        ("35", "35: moss, misplaced, costs 1, in water"),
        ("43", "43: moss, scores 2, on earth"),
        ("61", "61: bridge, scores nothing, in water"),
        ("62", "62: spring or summer tree, misplaced, costs 1, in water"),
        ("64", "64: bamboo, scores nothing, on earth"),
        ("12", "12: empty earth, costs 1"),
        ("33", "33: empty water"),
    ],
)
def test_a_name_says_what_stands_there_and_what_it_gives(name: str, words: str) -> None:
    assert title(space(jardin_garden(GARDEN), name)) == words


def test_a_rock_in_water_scores_2() -> None:
    wet = jardin.Position.from_text(
        "R...../....../....../....../....../...... 1...../....../....../....../....../...... end 0"
    )
    assert title(space(jardin_garden(wet), "11")) == "11: rock, scores 2, in water"


def test_a_bridge_that_scores_has_a_tick_for_bridges_count_together() -> None:
    garden = jardin.Position.from_text(
        "....../.=..../....../....../....../...... ....../.1..../....../....../....../...... end 0"
    )
    bridge = space(jardin_garden(garden), "22")
    assert title(bridge) == "22: bridge, scores, in water"
    assert badges(bridge) == ["scores"]
    assert texts(bridge) == []


def test_a_wet_lantern_is_marked_as_misplaced() -> None:
    lantern = space(jardin_garden(GARDEN), "24")
    assert badges(lantern) == ["misplaced"]
    assert texts(lantern) == ["−1"]


def test_a_lonely_bamboo_is_marked_as_not_scoring() -> None:
    bamboo = space(jardin_garden(GARDEN), "64")
    assert badges(bamboo) == ["no-score"]
    assert texts(bamboo) == []


def test_empty_earth_shows_its_cost_and_empty_water_nothing() -> None:
    svg = jardin_garden(GARDEN)
    assert texts(space(svg, "12")) == ["−1"]
    assert texts(space(svg, "33")) == []


def test_trees_of_the_first_and_the_second_half_of_the_year_differ() -> None:
    rows = "....../....../....../....../......"
    early, late = (
        jardin.Position.from_text(f"{tree}...../{rows} ....../{rows} end 0") for tree in "tT"
    )

    def drawing(garden: jardin.Position) -> bytes:
        return ET.tostring(space(jardin_garden(garden), "11")[2])

    assert drawing(early) != drawing(late)


def test_a_pond_is_one_outline() -> None:
    for garden in [GARDEN, *random_gardens(60)]:
        paths = outlines(jardin_garden(garden))
        assert len(paths) == sum(1 for pond in garden.ponds if pond)
        for path in paths:
            assert path.count("M") == path.count("Z") == 1


def test_an_outline_turns_four_times_more_to_the_right_than_to_the_left() -> None:
    for garden in random_gardens(60):
        for path in outlines(jardin_garden(garden)):
            turns = re.findall(r"A27 27 0 0 ([01]) ", path)
            assert turns.count("1") - turns.count("0") == 4


def test_an_outline_runs_close_around_its_pond() -> None:
    # The T-shaped pond of winter: its bars end 4 within the spaces 24, 33, 35 and 44.
    numbers = [
        int(n) for n in re.findall(r"-?\d+", re.sub(r"A27 27 0 0 [01]", "", path_of_winter()))
    ]
    xs, ys = numbers[::2], numbers[1::2]
    assert (min(xs), max(xs)) == (2 * 80 + 4, 5 * 80 - 4)
    assert (min(ys), max(ys)) == (1 * 80 + 4, 4 * 80 - 4)


def path_of_winter() -> str:
    return outlines(jardin_garden(GARDEN))[1]


def test_ponds_are_labelled_with_their_season() -> None:
    groups = parse(jardin_garden(GARDEN)).iter(f"{SVG}g")
    ponds = {group.get("data-pond"): group for group in groups if group.get("data-pond")}
    assert {season: (title(pond), texts(pond)) for season, pond in ponds.items()} == {
        "1": ("Pond of autumn", ["1"]),
        "2": ("Pond of winter", ["2"]),
    }


def test_text_in_titles_is_escaped() -> None:
    svg = jardin_garden(GARDEN, title="<script>&\"'")
    assert "<script>" not in svg
    assert title(parse(svg)) == "<script>&\"'"


def test_a_title_with_characters_xml_cannot_hold_loses_them() -> None:
    svg = jardin_garden(GARDEN, title="a\x00b\x1b[1m\ud800 \n c\ufffe")
    assert title(parse(svg)) == "ab[1m c"
    svg.encode("utf-8")


def test_a_long_title_takes_several_lines() -> None:
    words = "moss " * 60
    svg = parse(jardin_garden(GARDEN, title=words))
    assert " ".join(t for t in texts(svg) if t.startswith("moss")) == words.strip()
    assert int(svg.get("height", "")) > int(parse(jardin_garden(GARDEN)).get("height", ""))


def test_a_picture_without_title_still_has_a_name() -> None:
    assert title(parse(jardin_garden(GARDEN))) == "Jardín Japonés garden"
    assert GARDEN.to_text() in (parse(jardin_garden(GARDEN)).findtext(f"{SVG}desc") or "")


def test_the_last_spaces_are_pointed_out_once_each() -> None:
    svg = jardin_garden(GARDEN, last=[7, 0, 7])
    assert re.findall(r'data-last="(\d+)"', svg) == ["11", "22"]
    assert svg == jardin_garden(GARDEN, last={0, 7})
    assert "data-last" not in jardin_garden(GARDEN)


def test_the_breakdown_shows_every_rule_the_total_and_the_rank() -> None:
    shown = texts(parse(jardin_garden(GARDEN)))
    for line in score_lines(GARDEN):
        assert line.rule.capitalize() in shown
    assert f"−{-jardin.score(GARDEN).total}" in shown
    assert "Mushin" in shown
    assert "2 of 3 leaves left on the bonsai" in shown


def test_the_breakdown_of_an_unfinished_garden_says_when_it_is() -> None:
    at = {clock: f"{GARDEN.to_text()[:-3]}{clock} 1" for clock in ("8", "9p", "end")}
    shown = {
        clock: texts(parse(jardin_garden(jardin.Position.from_text(text))))
        for clock, text in at.items()
    }
    assert "so far: spring, turn 8" in shown["8"]
    assert "so far: pond after turn 9" in shown["9p"]
    assert "at the end" in shown["end"]


def test_without_breakdown_the_picture_is_the_garden_alone() -> None:
    svg = parse(jardin_garden(GARDEN, breakdown=False))
    assert "Mushin" not in texts(svg)
    assert int(svg.get("width", "")) < int(svg.get("height", "")) + 10


def test_the_points_of_the_spaces_add_up_to_the_score() -> None:
    for garden in random_gardens(300):
        score = jardin.score(garden)
        by_space = sum(plot.points or 0 for plot in plots(garden))
        assert by_space + score.bridge + score.pond == score.total
        assert sum(line.points for line in score_lines(garden)) == score.total


def test_any_garden_gives_the_same_well_formed_picture_twice() -> None:
    for garden in [jardin.Position(), *random_gardens(40)]:
        svg = jardin_garden(garden, title="á", last=range(36))
        parse(svg)
        assert svg == jardin_garden(garden, title="á", last=range(36))


def test_a_picture_needs_nothing_from_outside() -> None:
    svg = jardin_garden(GARDEN)
    assert re.findall(r"[ :](?:href|src|style|class|id)=|url\(", svg) == []
    assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]


def test_numbers_are_short() -> None:
    assert re.findall(r"\d\.\d{3,}", jardin_garden(GARDEN)) == []
