import io

import pytest
from rich.console import Console, RenderableType

from niwashi import stone
from niwashi.render.stone_points import score_lines
from niwashi.render.stone_terminal import (
    stone_breakdown,
    stone_edition,
    stone_garden,
    stone_legend,
    stone_scores,
)

EDITION = stone.default_edition()
EMPTY = "_,_,_,_,_"
GARDEN = stone.Garden.from_text(
    EDITION,
    "nw':S,ne',plain,top',plain:R/ne,nw,left,north:H,north-west/island,west:S,east-west:L@,plain,_",
)


def printed(thing: RenderableType, *, force_terminal: bool = False) -> str:
    file = io.StringIO()
    Console(file=file, width=80, force_terminal=force_terminal, highlight=False).print(thing)
    return file.getvalue()


def garden(text: str) -> stone.Garden:
    return stone.Garden.from_text(EDITION, text)


def test_a_garden_reads_without_colour() -> None:
    assert stone_garden(GARDEN).plain == (
        "          1              2              3              4              5\n"
        "  ┌──────────────┬──────────────┬──────────────┬──────────────┬──────────────┐\n"
        "  │              ┊              ┊              ┊              ┊              │\n"
        "  │     (S)      ┊              ┊              ┊              ┊     (R)      │\n"
        "1 │     nw'      ┊     ne'      ┊    plain     ┊     top'     ┊    plain     │\n"
        "  │          ╭───┊───╮          ┊              ┊───╮      ╭───┊              │\n"
        "  │          │  ╭┊╮  │          ┊              ┊╮  │      │  ╭┊              │\n"
        "  ├┄┄┄┄┄┄┄┄┄┄┄┄┄┄8┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼╱╲╱╲╱╲╱╲╱╲╱╲╱╲┼╱╲╱╲╱╲╱╲╱╲╱╲╱╲┼╱╲╱╲╱╲╱╲╱╲╱╲╱╲┤\n"
        "  │          │  ╰┊╯  │          ┊╯  │          ┊░░░░░░░░░░░░░░╱░░░░░░░       │\n"
        "  │          ╰───┊───╯          ┊───╯          ┊  ░░░(H)░░░░  ╲░░░░░░░░░░░░  │\n"
        "2 │      ne      ┊      nw      ┊     left     ┊  ░ north ░░  ╱░ north-west  │\n"
        "  │              ┊              ┊───╮          ┊  ░░░░░░░░░░  ╲░░░░░░░░░░░░  │\n"
        "  │              ┊              ┊╮  │          ┊              ╱░░            │\n"
        "  ├┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼╱╲╱╲╱╲╱╲╱╲╱╲╱╲┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┤\n"
        "  │              ╱░░            ╱░░          ░░╱              ┊              │\n"
        "  │  ░░░░░░░░░░  ╲░░░░░(S)░░░░  ╲░░░░░(L)@░░░░░╲              ┊              │\n"
        "3 │  ░ island ░  ╱░░░░ west ░░  ╱░ east-west ░░╱    plain     ┊       ·      │\n"
        "  │  ░░░░░░░░░░  ╲░░░░░░░░░░░░  ╲░░░░░░░░░░░░░░╲              ┊              │\n"
        "  │              ╱░░            ╱░░          ░░╱              ┊              │\n"
        "  └──────────────┴──────────────┴──────────────┴──────────────┴──────────────┘\n"
    )


def test_a_symmetric_row_is_marked_beside_it() -> None:
    lines = stone_garden(garden(f"nw,plain,top,plain,nw/{EMPTY}/{EMPTY}")).plain.splitlines()
    assert lines[4].endswith("│⇔")
    assert lines[10].endswith("│")


def test_the_last_spaces_stand_in_brackets() -> None:
    lines = stone_garden(GARDEN, last=[0, 14]).plain.splitlines()
    assert lines[4].startswith("1 │[    nw'     ]┊")
    assert lines[16].endswith("┊[      ·     ]│")


def test_a_long_tile_name_is_cut_off_with_an_ellipsis() -> None:
    long = stone.Edition(
        "long",
        "made up",
        [("a" * 40, "sand", 80, "-", "s", "-", "s", []), ("m", "moss", 9, "m", "m", "m", "m", [])],
        [("a", 5, ["S....", ".....", "....."])],
    )
    text = stone_garden(stone.Garden.from_text(long, f"{'a' * 40},_,_,_,_/{EMPTY}/{EMPTY}")).plain
    assert "│ aaaaaaaaaaa… ┊" in text
    assert max(map(len, stone_edition(long).plain.splitlines())) <= 80


def test_colour_adds_no_character_and_the_width_is_80_columns() -> None:
    start = stone.new_game(EDITION, 4)
    for game in stone.random_games(start, 3, 3):
        for player in game.position.players:
            text = printed(stone_garden(player.garden, last=[3]))
            assert text == stone_garden(player.garden, last=[3]).plain + "\n"
            assert max(map(len, text.splitlines())) <= 80
    assert "\x1b[" in printed(stone_garden(GARDEN), force_terminal=True)


def test_the_legend_names_every_sign_of_a_garden() -> None:
    legend = stone_legend().plain
    assert all(f"({letter})" in legend for letter in "HSRLB")
    assert all(sign in legend for sign in ("@", "░", "╱╲", "╯"))
    assert max(map(len, legend.splitlines())) <= 80


def test_the_breakdown_has_a_line_for_each_rule_and_the_total() -> None:
    text = printed(stone_breakdown(GARDEN, "garden-06", 3))
    for line in score_lines(GARDEN, "garden-06", 3):
        [row] = [row for row in text.splitlines() if row.strip().startswith(line.name + " ")]
        assert line.reason in row
        assert row.split()[-1] == str(line.points)
    assert text.splitlines()[-2].split() == [
        "total", str(stone.score(GARDEN, "garden-06", 3).total)
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_scores_of_all_players_stand_side_by_side(players: int) -> None:
    [game] = stone.random_games(stone.new_game(EDITION, players), 1, 2)
    points = stone.scores(game.position)
    text = printed(stone_scores(points))
    [total] = [row for row in text.splitlines() if row.strip().startswith("total")]
    assert total.split()[1:] == [str(score.total) for score in points]
    assert max(map(len, text.splitlines())) <= 80


def test_an_edition_shows_every_face_its_edges_and_every_card() -> None:
    text = stone_edition(EDITION).plain
    for face in range(2 * len(EDITION.tile_ids)):
        if EDITION.canonical(face) == face:
            assert f" {EDITION.face_to_text(face)} " in text
    for tile, count in zip(EDITION.tile_ids, EDITION.tile_counts, strict=True):
        assert f"{tile} ×{count}" in text
    for card in EDITION.name_gardens:
        assert f"{card.id} {card.points}" in text
    assert max(map(len, text.splitlines())) <= 80


def test_edges_are_written_around_a_face() -> None:
    lines = stone_edition(EDITION).plain.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("ne-sw ×4"))
    block = [line[:19].rstrip() for line in lines[first : first + 10]]
    assert block == [
        "ne-sw ×4  sand, arc",
        "     -      o",
        " ┌──────────────┐",
        " │          │  ╰│",
        " │          ╰───│",
        "s│    ne-sw     │s",
        " │───╮          │",
        " │╮  │          │",
        " └──────────────┘",
        "     o      -",
    ]
