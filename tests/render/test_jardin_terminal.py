import io

import pytest
from rich.console import Console, RenderableType

from niwashi import jardin
from niwashi.jardin import batch
from niwashi.render.terminal import jardin_breakdown, jardin_garden, jardin_legend

GARDEN = jardin.Position.from_text(
    "L....R/.t.L../BB.=M./..M.../...R../=T.B.. ....../...2../..222./...2../....../11.... 8 1"
)


def printed(thing: RenderableType, *, force_terminal: bool = False) -> str:
    file = io.StringIO()
    Console(file=file, width=80, force_terminal=force_terminal).print(thing)
    return file.getvalue()


def words(position: jardin.Position) -> dict[str, str]:
    """The lines of the breakdown, by rule."""
    lines = [line.split(maxsplit=1) for line in printed(jardin_breakdown(position)).splitlines()]
    return {line[0]: " ".join(line[1].split()) for line in lines if len(line) == 2}


def ends(decorations: str, ponds: str) -> jardin.Position:
    return jardin.Position.from_text(f"{decorations} {ponds} end 0")


def test_a_garden_reads_without_colour() -> None:
    assert jardin_garden(GARDEN).plain == (
        "     1     2     3     4     5     6\n"
        "  ┌─────┬─────┬─────┬─────┬─────┬─────┐\n"
        "1 │ L+3 │  ·  │  ·  │  ·  │  ·  │ R+1 │\n"
        "  ├─────┼─────┼─────╆━━2━━╅─────┼─────┤\n"
        "2 │  ·  │ t+1 │  ·  ┃≈L-1≈┃  ·  │  ·  │\n"
        "  ├─────┼─────╆━━━━━╃─────╄━━━━━╅─────┤\n"
        "3 │ B+2 │ B+2 ┃≈≈≈≈≈│≈= ×≈│≈M-1≈┃  ·  │\n"
        "  ├─────┼─────╄━━━━━╅─────╆━━━━━╃─────┤\n"
        "4 │  ·  │  ·  │ M+2 ┃≈≈≈≈≈┃  ·  │  ·  │\n"
        "  ├─────┼─────┼─────╄━━━━━╃─────┼─────┤\n"
        "5 │  ·  │  ·  │  ·  │ R+1 │  ·  │  ·  │\n"
        "  ┢━━1━━┿━━━━━╅─────┼─────┼─────┼─────┤\n"
        "6 ┃≈= ×≈│≈T-1≈┃  ·  │ B × │  ·  │  ·  │\n"
        "  ┗━━━━━┷━━━━━┹─────┴─────┴─────┴─────┘\n"
    )


def test_a_bridge_that_scores_has_a_tick() -> None:
    garden = ends(
        "....../.=..../....../....../....../......", "....../.1..../....../....../....../......"
    )
    assert "┃≈= ✓≈┃" in jardin_garden(garden).plain


def test_the_last_spaces_stand_in_brackets() -> None:
    lines = jardin_garden(GARDEN, last=[0, 14, 35]).plain.splitlines()
    assert lines[2].startswith("1 │[L+3]│")
    assert "┃[≈≈≈]│" in lines[6]
    assert lines[12].endswith("│[ · ]│")


def test_a_garden_has_the_same_size_whatever_grows_in_it() -> None:
    for garden in [jardin.Position(), *batch.from_array(batch.random_games(50, seed=5))]:
        lines = jardin_garden(garden, last=range(36)).plain.splitlines()
        assert len(lines) == 14
        assert {len(line) for line in lines[1:]} == {39}


@pytest.mark.parametrize(
    "thing", [jardin_garden(GARDEN), jardin_breakdown(GARDEN), jardin_legend()]
)
def test_pipes_get_no_colour_codes(thing: RenderableType) -> None:
    assert "\x1b" not in printed(thing)


def test_terminals_get_colours_unless_no_color_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "48;5;" in printed(jardin_garden(GARDEN), force_terminal=True)
    monkeypatch.setenv("NO_COLOR", "1")
    shown = printed(jardin_garden(GARDEN), force_terminal=True)
    assert "38;" not in shown
    assert "48;" not in shown


@pytest.mark.parametrize(
    "thing", [jardin_garden(GARDEN), jardin_breakdown(GARDEN), jardin_legend()]
)
def test_everything_fits_into_80_columns(thing: RenderableType) -> None:
    assert max(len(line) for line in printed(thing).splitlines()) <= 80


def test_the_breakdown_tells_in_words_what_gave_the_points() -> None:
    assert words(GARDEN) | {"rule": "", "total": ""} == {
        "rule": "",
        "lantern": "1 of 2 lanterns score 3",
        "bamboo": "2 of 3 bamboo score 4",
        "tree": "1 of 2 trees score: 1 early, 0 late 1",
        "rock": "2 of 2 rocks score, 0 in water 2",
        "moss": "1 of 2 moss score: 2 sides 2",
        "bridge": "0 of 2 bridges score 0",
        "pond": "2 ponds 6",
        "penalty": "21 empty earth, 1 wet lantern, 1 wet tree, 1 wet moss -24",
        "total": "",
    }


def test_the_breakdown_ends_with_total_and_rank() -> None:
    assert words(GARDEN)["total"] == f"solo rank: Mushin {jardin.score(GARDEN).total}"


def test_bridges_that_score_count_together() -> None:
    garden = ends(
        "....../.=..../....../....../.=..../......", "....../.1..../....../....../.2..../......"
    )
    assert words(garden)["bridge"] == "2 of 2 bridges score together 4"


def test_more_than_four_bridges_give_no_more() -> None:
    garden = ends(
        ".=..=./....../.=..=./....../.=..=./......", ".1..2./.1..2./.1..2./.1..2./.1..2./......"
    )
    assert words(garden)["bridge"] == "6 of 6 bridges score, 4 at most count 15"


def test_an_empty_garden_has_nothing_but_penalties() -> None:
    assert words(jardin.Position()) | {"rule": "", "total": ""} == {
        "rule": "",
        "lantern": "no lanterns 0",
        "bamboo": "no bamboo 0",
        "tree": "no trees 0",
        "rock": "no rocks 0",
        "moss": "no moss 0",
        "bridge": "no bridges 0",
        "pond": "no ponds 0",
        "penalty": "36 empty earth -36",
        "total": "",
    }
