"""Scoring rule by rule (S3, S4, S13 to S16)."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from niwashi import InvalidText
from niwashi.stone import (
    Edition,
    Garden,
    ScoreBreakdown,
    breakdown_names,
    default_edition,
    load_edition,
    new_game,
    random_games,
    score,
    score_arrays,
)

from .states import garden, garden_text

CASES = Path(__file__).parent.parent / "cases"
PLAIN = " ".join(f"{row}{column}=plain" for row in (1, 2, 3) for column in (1, 2, 3, 4, 5))


def points(
    cells: str, card: str | None = None, virtue: int = 0, edition: Edition | None = None
) -> ScoreBreakdown:
    return score(garden(cells, edition), card, virtue)


def standing(stones: str) -> ScoreBreakdown:
    """Points of a garden all of moss with these stones, `11:H 23:L`."""
    cells = dict(cell.split("=") for cell in PLAIN.replace("plain", "island").split())
    for part in stones.split():
        space, _, letter = part.partition(":")
        cells[space] += f":{letter}"
    edition = all_moss()
    return points(" ".join(f"{space}={cell}" for space, cell in cells.items()), edition=edition)


def all_moss() -> Edition:
    return Edition("moss", "for tests", [("island", "moss", 80, "--", "s", "--", "s", [])], [])


@pytest.mark.parametrize("line", (CASES / "stone_score.ndjson").read_text().splitlines())
def test_the_recorded_layouts_score_as_recorded(line: str) -> None:
    case = json.loads(line)
    edition = load_edition(CASES / "stone_edition_sample.toml")
    breakdown = score(
        Garden.from_text(edition, case["garden"]), case["card"], case["virtue_in"]
    ).as_dict()
    assert breakdown == {name: case[name] for name in breakdown_names}


def test_an_empty_garden_is_worth_nothing() -> None:
    assert points("").total == 0


def test_sand_counts_the_largest_rectangle_only() -> None:
    assert points("11=plain 12=plain 13=plain 21=plain 22=plain 33=plain").sand == 4
    assert points(PLAIN).sand == 15
    assert points("11=plain 12=plain 13=plain 21=island").sand == 3


def test_each_moss_tile_counts_two() -> None:
    assert points("11=island 12=north 31=plain").moss == 4


def test_a_row_is_symmetrical_if_its_outer_and_its_second_faces_agree() -> None:
    assert points("11=nw 12=ne 14=ne 15=nw").symmetry == 5
    assert points("11=nw 12=ne 13=island 14=ne 15=nw 21=nw 22=ne 24=ne 25=nw").symmetry == 10


def test_symmetry_compares_faces_as_they_lie() -> None:
    assert points("11=nw 12=ne 14=ne 15=nw'").symmetry == 0
    assert points("11=plain' 12=ne 14=ne 15=plain").symmetry == 5


def test_symmetry_wants_all_four_tiles() -> None:
    assert points("11=nw 15=nw").symmetry == 0


def test_four_arcs_at_a_vertex_are_a_circle_and_no_semicircle() -> None:
    assert points("11=nw' 12=ne' 21=ne 22=nw").whirlpool == 8


def test_two_neighbouring_arcs_are_one_semicircle() -> None:
    assert points("11=ne 12=nw").whirlpool == 2
    assert points("11=nw' 21=ne").whirlpool == 2


def test_three_arcs_are_one_semicircle() -> None:
    assert points("11=nw' 12=ne' 21=ne").whirlpool == 2


def test_two_diagonal_arcs_are_nothing() -> None:
    assert points("11=nw' 22=nw").whirlpool == 0


def test_semicircles_may_lie_on_the_border() -> None:
    assert points("11=ne 12=nw 13=nw-se").whirlpool == 2


def test_each_unconnected_pair_costs_two() -> None:
    assert points("11=plain 21=nw").pattern == -2
    assert points("11=nw-se 21=ne 12=plain").pattern == 0


def test_sand_tiles_beside_each_other_always_connect() -> None:
    edition = Edition(
        "edges",
        "for tests",
        [
            ("a", "sand", 40, "-", "x", "-", "x", []),
            ("b", "sand", 40, "-", "y", "-", "y", []),
            ("m", "moss", 40, "-", "y", "-", "y", []),
        ],
        [],
    )
    assert points("11=a 12=b", edition=edition).pattern == 0
    assert points("11=a 12=m", edition=edition).pattern == -2
    assert points("11=b 12=m 13=m", edition=edition).pattern == 0


def test_seven_points_for_a_full_garden_that_connects_everywhere() -> None:
    assert points(PLAIN).connected == 7
    assert points(PLAIN.replace("35=plain", "")).connected == 0
    assert points(PLAIN.replace("35=plain", "35=nw")).connected == 0


def test_each_type_of_stone_counts_two_however_many_there_are() -> None:
    assert standing("11:H 13:H 15:R").stone_types == 4


def test_a_knight_is_two_opposite_corners_of_a_block_of_six() -> None:
    assert standing("11:H 23:H").knight == 5
    assert standing("11:H 32:H").knight == 5
    assert standing("11:H 24:H").knight == 0


def test_another_stone_in_the_block_spoils_a_knight() -> None:
    assert standing("11:H 23:H 12:S").knight == 0


def test_a_stone_counts_for_one_knight_only() -> None:
    assert standing("11:H 23:S 15:H").knight == 5


def test_a_diagonal_is_three_stones_alone_in_a_block_of_nine() -> None:
    assert standing("11:H 22:S 33:R").diagonal == 7
    assert standing("15:H 24:S 33:R").diagonal == 7
    assert standing("11:H 22:S 33:R 31:H").diagonal == 0


def test_the_best_choice_of_knights_and_diagonals_counts() -> None:
    # 11-22-33 is a diagonal; 33 and 25 are a knight; no stone counts for both.
    breakdown = standing("11:H 22:S 33:R 25:H")
    assert (breakdown.knight, breakdown.diagonal) == (0, 7)
    breakdown = standing("11:H 23:S 15:H 31:S 35:S")
    assert breakdown.knight == 5


def test_horaisan_is_two_large_stones_side_by_side_on_moss_in_the_upper_row() -> None:
    assert standing("12:L 13:L").horaisan == 10
    assert standing("11:L 12:L 14:L 15:L").horaisan == 10
    assert standing("12:L 14:L").horaisan == 0
    assert standing("22:L 23:L").horaisan == 0
    assert standing("15:L 21:L").horaisan == 0


def test_three_honourable_stones_are_small_large_small_on_moss_in_the_upper_row() -> None:
    assert standing("12:S 13:L 14:S").three_honourable == 15
    assert standing("12:S 13:S 14:L").three_honourable == 0
    assert standing("22:S 23:L 24:S").three_honourable == 0


def test_each_reclining_stone_in_the_middle_column_counts_three() -> None:
    assert standing("13:R 33:R 21:R").reclining == 6


def test_a_boat_in_the_bottom_row_counts_three() -> None:
    assert standing("31:B").boat == 3
    assert standing("21:B").boat == 0


def test_a_stone_may_count_for_an_arrangement_and_for_the_rest() -> None:
    breakdown = standing("12:S 13:L 14:S 25:R")
    assert breakdown.three_honourable == 15
    breakdown = standing("13:R 25:H")
    assert (breakdown.knight, breakdown.reclining) == (5, 3)


def test_a_name_garden_counts_if_its_stones_stand_whatever_else_does() -> None:
    card = default_edition().name_gardens[5]
    assert (card.points, card.stones) == (8, {"S": [0], "R": [14], "*": [7]})
    cells = "11=plain:S 23=plain:{0} 35=plain:R 31=plain:H"
    assert points(cells.format("L"), card.id).name_garden == 8
    assert points(cells.format("B"), card.id).name_garden == 8
    assert points(cells.replace(":{0}", ""), card.id).name_garden == 0
    assert points(cells.format("L").replace(":R", ":H"), card.id).name_garden == 0


def test_virtue_counts_one_each() -> None:
    assert points("11=plain", virtue=6).total == points("11=plain").total + 6


def test_virtue_beyond_six_and_unknown_cards_are_refused() -> None:
    with pytest.raises(InvalidText, match="virtue: 7 is not 0 to 6"):
        points("11=plain", virtue=7)
    with pytest.raises(InvalidText, match="card: unknown Name Garden 'nobody'"):
        points("11=plain", "nobody")


def as_arrays(gardens: list[Garden]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    faces = [[255 if face is None else face for face in garden.faces] for garden in gardens]
    stones = [
        [0 if stone is None else "HSRLB".index(stone) + 1 for stone in garden.stones]
        for garden in gardens
    ]
    return np.array(faces, np.uint8), np.array(stones, np.uint8)


def test_a_batch_scores_as_single_gardens_do() -> None:
    edition = default_edition()
    players = [
        player
        for game in random_games(new_game(edition, 4), 50, seed=1)
        for player in game.position.players
    ]
    faces, stones = as_arrays([player.garden for player in players])
    ids = [card.id for card in edition.name_gardens]
    cards = np.array([ids.index(player.name_garden or "") for player in players], np.int16)
    virtue = np.array([player.virtue for player in players], np.uint8)
    batch = score_arrays(edition, faces, stones, cards, virtue)
    assert batch.dtype == np.int16
    assert batch.tolist() == [
        list(score(player.garden, player.name_garden, player.virtue).as_dict().values())
        for player in players
    ]
    without = score_arrays(edition, faces, stones)
    assert without[:, breakdown_names.index("virtue")].tolist() == [0] * len(players)


def test_a_batch_refuses_what_is_no_garden_and_names_it() -> None:
    edition = default_edition()
    faces, stones = as_arrays([garden("11=plain 12=plain")] * 3)
    stones[2, :2] = 1
    with pytest.raises(InvalidText, match=r"garden 2: .*off moss"):
        score_arrays(edition, faces, stones)
    faces[1, 0] = 200
    with pytest.raises(InvalidText, match="garden 1: face 200"):
        score_arrays(edition, faces, stones)
    with pytest.raises(ValueError, match="shape"):
        score_arrays(edition, faces[:, :3], stones)
    with pytest.raises(ValueError, match="same number"):
        score_arrays(edition, faces, stones[:2])


def test_a_garden_without_a_monk_can_be_scored() -> None:
    assert score(Garden.from_text(default_edition(), garden_text("11=plain"))).sand == 1
