import pytest

from niwashi import stone
from niwashi.render.stone_points import (
    arrangements,
    plots,
    sand_rectangle,
    score_lines,
    symmetric_rows,
    tiles,
    unconnected,
    whirlpools,
)

EDITION = stone.default_edition()


def garden(text: str) -> stone.Garden:
    return stone.Garden.from_text(EDITION, text)


def reasons(text: str, card: str | None = None, virtue: int = 0) -> dict[str, str]:
    return {line.rule: line.reason for line in score_lines(garden(text), card, virtue)}


def random_players(games: int) -> list[stone.Player]:
    start = stone.new_game(EDITION, 4)
    played = stone.random_games(start, games, 5)
    cut_off = stone.random_games(start, games, 6, 30)
    return [player for game in played + cut_off for player in game.position.players]


EMPTY = "_,_,_,_,_"


def test_the_lines_are_the_rules_in_order_and_add_up_to_the_total() -> None:
    for player in random_players(60):
        score = stone.score(player.garden, player.name_garden, player.virtue)
        lines = score_lines(player.garden, player.name_garden, player.virtue)
        assert {line.rule: line.points for line in lines} | {
            "total": score.total
        } == score.as_dict()
        assert sum(line.points for line in lines) == score.total


def test_what_is_pointed_at_is_worth_what_the_core_counts() -> None:
    for player in random_players(60):
        score = stone.score(player.garden)
        block = sand_rectangle(player.garden)
        assert (block[2] * block[3] if block else 0) == score.sand
        assert 5 * len(symmetric_rows(player.garden)) == score.symmetry
        assert sum(pool.points for pool in whirlpools(player.garden)) == score.whirlpool
        assert -2 * len(unconnected(player.garden)) == score.pattern
        knights, diagonals = arrangements(player.garden, score)
        assert (5 * len(knights), 7 * len(diagonals)) == (score.knight, score.diagonal)
        used = [space for line in [*knights, *diagonals] for space in line]
        assert len(used) == len(set(used))


def test_a_tile_is_turned_as_the_core_turns_it() -> None:
    by_face = tiles(EDITION)
    for number, face in enumerate(EDITION.faces):
        assert by_face[number].text == EDITION.face_to_text(EDITION.canonical(number)) or (
            by_face[number].turned and EDITION.canonical(number) == number - 1
        )
        assert list(by_face[number].arcs) == face.arcs
        assert by_face[number].is_moss == face.is_moss
    for i, one in enumerate(by_face):
        for j, other in enumerate(by_face):
            assert EDITION.connects_below(i, j) == (one.south == other.north)


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (0, "11: sand tile nw', small standing stone"),
        (1, "12: moss tile north, monk"),
        (2, "13: sand tile plain"),
        (3, "14: empty"),
    ],
)
def test_a_space_is_described_in_words(space: int, words: str) -> None:
    ground = plots(garden(f"nw':S,north@,plain,_,_/{EMPTY}/{EMPTY}"))
    assert ground[space].describe() == words


def test_reasons_say_what_counts() -> None:
    said = reasons("nw':S,ne',plain,top',plain:R/ne,nw,left,north:H,north-west/_,_,_,_,_")
    assert said["sand"] == "2×3 rectangle, 11 to 23"
    assert said["moss"] == "2 moss tiles"
    assert said["symmetry"] == "no row"
    assert said["whirlpool"] == "1 circle"
    assert said["pattern"] == "4 pairs of tiles not connected"
    assert said["connected"] == "10 of 15 tiles laid"
    assert said["stone_types"] == "H S R"
    assert said["boat"] == "no boat"
    assert said["name_garden"] == "no card"


def test_reasons_name_the_spaces_of_stones() -> None:
    moss = ",".join(["island"] * 5)
    upper = "island:S,island:L,island:S,island:L,island:L"
    said = reasons(f"{upper}/{moss}/{moss}", "garden-01", 6)
    assert said["three_honourable"] == "S L S on moss, 11-12-13"
    assert said["horaisan"] == "L L on moss, 14-15"
    assert said["name_garden"] == "garden-01 is not laid out"
    assert said["virtue"] == "6 left"
    said = reasons(f"plain:S,plain,plain,_,_/plain,plain,plain,_,_/{EMPTY}")
    assert said["knight"] == "no pair"
    said = reasons(f"plain:S,plain,plain,_,_/plain,plain,plain:H,_,_/{EMPTY}")
    assert said["knight"] == "11-23"
    assert said["stone_types"] == "H S"


def test_a_row_is_symmetric_with_its_outer_tiles_alone() -> None:
    text = f"nw,plain,top,plain,nw/nw,plain,top,plain,nw'/{EMPTY}"
    assert symmetric_rows(garden(text)) == [0]
    assert reasons(text)["symmetry"] == "row 1"


def test_of_three_quarters_two_neighbouring_ones_make_the_semicircle() -> None:
    [pool] = whirlpools(garden(f"nw',ne',_,_,_/plain,nw,_,_,_/{EMPTY}"))
    assert (pool.row, pool.column, pool.points, pool.is_circle) == (1, 1, 2, False)
    assert pool.quarters == ((0, "se"), (1, "sw"))


def test_an_empty_garden_has_nothing_to_point_at() -> None:
    empty = stone.Garden(EDITION)
    assert sand_rectangle(empty) is None
    assert whirlpools(empty) == []
    assert symmetric_rows(empty) == []
    assert all(line.points == 0 for line in score_lines(empty))
