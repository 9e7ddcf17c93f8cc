"""The reference itself, checked on gardens and states small enough to judge by hand."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from . import stone
from .stone import Edition, Garden, State, apply, legal_moves, read_state, score_garden, write_state

if TYPE_CHECKING:
    from collections.abc import Callable

TESTS = Path(__file__).parents[1]
RECONSTRUCTION = TESTS.parent / "python" / "niwashi" / "editions" / "reconstruction.toml"
SAMPLE = TESTS / "cases" / "stone_edition_sample.toml"
CASES = TESTS / "cases" / "stone_score.ndjson"

EDITION = stone.read_edition(RECONSTRUCTION.read_text())
SAMPLE_EDITION = stone.read_edition(SAMPLE.read_text())

EMPTY = "_,_,_,_,_"
BARE = f"{EMPTY}/{EMPTY}/{EMPTY}"
ROW = "plain,plain,plain,plain,plain"
FULL = f"plain@,{ROW[6:]}/{ROW}/{ROW}"
NEARLY = f"plain@,{ROW[6:]}/{ROW}/{ROW[:-5]}_"
MOSS_NEARLY = (
    "island@,island,island,island,north/north,north,north,west,west/west,west,east-west,east-west,_"
)

SMALL = """
schema = 1
name = "small"
provenance = "made up, for tests"
[[tile]]
id = "a"
surface = "sand"
count = 34
edges = { north = "x", east = "s", south = "x", west = "s" }
arcs = []
[[tile]]
id = "b"
surface = "moss"
count = 1
edges = { north = "x", east = "s", south = "y", west = "s" }
arcs = ["nw"]
[[name_garden]]
id = "g1"
points = 5
layout = ["H....", ".....", "....*"]
[[name_garden]]
id = "g2"
points = 6
layout = ["S....", ".....", "....."]
"""


def garden(*rows: str) -> Garden:
    return stone.read_garden(EDITION, "/".join(rows) if rows else BARE)


def points(element: str, *rows: str, card: str | None = None, virtue: int = 0) -> int:
    return score_garden(EDITION, garden(*rows), card, virtue)[element]


def state(
    decision: str,
    *players: str,
    active: int = 1,
    player: int | None = None,
    hand: str = "-",
    declared: str = "-",
    marks: str = "-",
    answers: str = "-",
    discards: str = "-",
    known: str = "",
    edition: Edition = EDITION,
) -> State:
    """A state in which whatever the arguments do not hold is in the yard or in the bag."""
    yard = Counter(stone.STONES_BY_PLAYERS[len(players)])
    bag = Counter(edition.counts)
    for text in players:
        fields = text.split(";")
        laid = stone.read_garden(edition, fields[0])
        yard.subtract(laid.stones.values())
        bag.subtract(tile.id for tile in laid.tiles.values())
        bag.subtract([fields[1]] if fields[1] != "-" else [])
    bag.subtract(hand.split(",") if hand != "-" else [])
    bag.subtract(known.split(">")[:-1])
    if discards == "all":
        discards = stone.write_tiles(edition, bag)
        bag.clear()
    elif discards != "-":
        bag.subtract(stone.read_tiles(edition, discards))
    fields = [
        *(decision, str(active), str(player or active), hand, declared, marks, answers),
        "".join(f"{letter}{yard[letter]}" for letter in stone.STONES),
        discards,
        known + stone.write_tiles(edition, bag) or "-",
        *players,
    ]
    return read_state(edition, " ".join(fields))


def play(before: State, *moves: str, edition: Edition = EDITION) -> State:
    for move in moves:
        before = apply(edition, before, move)
    return before


def moves(at: State, start: str = "") -> list[str]:
    return [move for move in legal_moves(EDITION, at) if move.startswith(start)]


def p1(text: str = BARE, stored: str = "-", virtue: int = 0, master: str = "kentei") -> str:
    return f"{text};{stored};{virtue};garden-01;{master}"


def p2(text: str = BARE, stored: str = "-", virtue: int = 0, master: str = "zen-ami") -> str:
    return f"{text};{stored};{virtue};garden-02;{master}"


def p3(text: str = BARE, stored: str = "-", virtue: int = 0, master: str = "sesshu") -> str:
    return f"{text};{stored};{virtue};garden-03;{master}"


def asked(at: State) -> tuple[str, int]:
    """The decision and the player concerned, by his number in texts."""
    return at.decision, at.player + 1


# --- S1, S2: editions and tiles ------------------------------------------------------------------


def test_s1_the_edition_is_read_in_its_order() -> None:
    assert SAMPLE_EDITION.name == "sample"
    assert list(SAMPLE_EDITION.counts.items())[:2] == [("sand0", 6), ("sand1", 3)]
    assert SAMPLE_EDITION.name_gardens["g1"].layout == {(1, 3): "S", (1, 4): "B", (3, 4): "*"}
    assert sum(EDITION.counts.values()) == 80
    assert len(EDITION.name_gardens) == 14


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("schema = 1", "schema = 2"),
        ("schema = 1", "schema = true"),
        ('name = "small"', ""),
        ('name = "small"', 'name = "small"\nyear = 1'),
        ("count = 34", "count = 0"),
        ("count = 34", "count = 3.5"),
        ('id = "a"', 'id = "A"'),
        ('id = "a"', 'id = "b"'),
        ('id = "g1"', 'id = "g2"'),
        ('"moss"', '"mud"'),
        ('north = "x", east', 'north = "xx", east'),
        ('north = "x", east', 'north = " ", east'),
        ('north = "x", east', "east"),
        ('["nw"]', '["nw", "nw"]'),
        ('["nw"]', '["n"]'),
        ('"H...."', '"H..."'),
        ('"H...."', '"h...."'),
        ('["H....", ".....", "....*"]', '["B....", ".....", "....B"]'),
        ('["H....", ".....", "....*"]', '["H....", "....."]'),
        ("points = 5", 'points = "5"'),
    ],
)
def test_s1_a_wrong_edition_is_refused(old: str, new: str) -> None:
    assert old in SMALL
    stone.read_edition(SMALL)
    with pytest.raises(ValueError, match=r"."):
        stone.read_edition(SMALL.replace(old, new, 1))


def test_s1_a_game_needs_tiles_and_cards_for_all() -> None:
    small = stone.read_edition(SMALL)
    assert stone.start(small, 2).bag == {"a": 34, "b": 1}
    for players in (1, 3, 5):
        with pytest.raises(ValueError, match=r"."):
            stone.start(small, players)


def test_s2_a_turned_tile_is_read_backwards() -> None:
    turned = SAMPLE_EDITION.tile("sand1", turned=True)
    assert (turned.north, turned.south) == ("bab", "baa")
    assert turned.arcs == {"nw", "ne", "se"}
    moss = SAMPLE_EDITION.tile("moss7", turned=True)
    assert (moss.east, moss.west) == ("ss", "ms")
    assert stone.turn(turned) == SAMPLE_EDITION.tile("sand1")


def test_s2_a_tile_that_looks_the_same_turned_is_never_turned() -> None:
    assert EDITION.tile("plain", turned=True) == EDITION.tile("plain")
    assert [tile.turned for tile in EDITION.rotations("nw-se")] == [False]
    assert [tile.turned for tile in EDITION.rotations("nw")] == [False, True]


def test_s2_two_tiles_can_have_one_pattern() -> None:
    twin = SMALL.replace('id = "b"', 'id = "c"').replace('"moss"', '"sand"')
    twin = twin.replace('south = "y"', 'south = "x"').replace('["nw"]', "[]")
    edition = stone.read_edition(twin)
    assert stone.same_pattern(edition.tile("a"), edition.tile("c"))
    one = stone.read_garden(edition, f"a@,a,_,_,_/{EMPTY}/{EMPTY}")
    other = stone.read_garden(edition, f"c@,a,_,_,_/{EMPTY}/{EMPTY}")
    assert one != other
    assert stone.same_garden(one, other)


# --- Garden text ---------------------------------------------------------------------------------


def test_a_garden_is_read_and_written() -> None:
    text = f"plain,nw':R,_,island:L@,_/{EMPTY}/{EMPTY}"
    read = stone.read_garden(EDITION, text)
    assert read.tiles[(1, 2)] == EDITION.tile("nw", turned=True)
    assert (read.stones, read.monk) == ({(1, 2): "R", (1, 4): "L"}, (1, 4))
    assert stone.write_garden(read) == text
    assert stone.write_garden(garden("plain',nw'@,_,_,_", EMPTY, EMPTY)) == (
        f"plain,nw'@,_,_,_/{EMPTY}/{EMPTY}"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{EMPTY}/{EMPTY}",
        f"{BARE}/{EMPTY}",
        f"_,_,_,_/{EMPTY}/{EMPTY}",
        f"stone,_,_,_,_/{EMPTY}/{EMPTY}",
        f"plain'',_,_,_,_/{EMPTY}/{EMPTY}",
        f"plain:X,_,_,_,_/{EMPTY}/{EMPTY}",
        f"plain@:H,_,_,_,_/{EMPTY}/{EMPTY}",
        f"_:H,_,_,_,_/{EMPTY}/{EMPTY}",
        f"_@,_,_,_,_/{EMPTY}/{EMPTY}",
        f"plain@,plain@,_,_,_/{EMPTY}/{EMPTY}",
        f"plain:H,plain:H,_,_,_/{EMPTY}/{EMPTY}",
        f"island:H,plain:H,_,_,_/{EMPTY}/{EMPTY}",
        f"island:H,_,_,_,_/plain:H,_,_,_,_/{EMPTY}",
        f"plain,nw':R,island:L@,_,_/{EMPTY}/{EMPTY}",
        f"plain:B,_,plain:B,_,_/{EMPTY}/{EMPTY}",
        f"{BARE} ",
    ],
)
def test_s5_a_wrong_garden_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        stone.read_garden(EDITION, text)


# --- S3, S4, S13 to S16: scoring -----------------------------------------------------------------


def read_cases() -> list[dict[str, object]]:
    return [json.loads(line) for line in CASES.read_text().splitlines()]


@pytest.mark.parametrize("case", read_cases())
def test_the_score_cases_agree(case: dict[str, object]) -> None:
    text, card, virtue = case.pop("garden"), case.pop("card"), case.pop("virtue_in")
    assert isinstance(text, str)
    assert card is None or isinstance(card, str)
    assert isinstance(virtue, int)
    read = stone.read_garden(SAMPLE_EDITION, text)
    assert score_garden(SAMPLE_EDITION, read, card, virtue) == case


def test_an_empty_garden_scores_its_virtue() -> None:
    assert points("total", virtue=6) == 6
    for virtue in (-1, 7):
        with pytest.raises(ValueError, match="virtue"):
            points("total", virtue=virtue)
    with pytest.raises(ValueError, match="Name Garden"):
        points("total", card="garden-99")


def test_s3_sand_always_connects_beside_sand_but_not_above() -> None:
    assert points("pattern", "nw,plain,_,_,_", "plain,_,_,_,_", EMPTY) == 0
    assert points("pattern", "plain,_,_,_,_", "nw,_,_,_,_", EMPTY) == -2
    assert points("pattern", "plain,west,_,_,_", EMPTY, EMPTY) == -2
    assert points("pattern", "plain,west',_,_,_", EMPTY, EMPTY) == 0
    assert points("pattern", "west',west,_,_,_", EMPTY, EMPTY) == 0
    assert points("pattern", "plain,_,west,_,_", EMPTY, EMPTY) == 0


def test_s4_a_vertex_is_a_circle_or_at_most_one_semicircle() -> None:
    assert points("whirlpool", "nw',left,_,_,_", "ne,nw,_,_,_", EMPTY) == 8
    assert points("whirlpool", "nw',_,_,_,_", "ne,nw,_,_,_", EMPTY) == 2
    assert points("whirlpool", "nw',_,_,_,_", "plain,nw,_,_,_", EMPTY) == 0
    assert points("whirlpool", "ne,nw,_,_,_", EMPTY, EMPTY) == 2
    assert points("whirlpool", "left,_,_,_,_", "nw,_,_,_,_", EMPTY) == 2


def test_s13_the_largest_rectangle_of_sand_counts() -> None:
    assert points("sand", "plain,plain,plain,_,_", "plain,plain,island,_,_", EMPTY) == 4
    assert points("sand", "plain,plain,plain,plain,plain", "plain,plain,_,_,_", EMPTY) == 5
    assert points("sand", ROW, ROW, ROW) == 15
    assert points("moss", "island,west,plain,_,_", EMPTY, EMPTY) == 4


def test_s13_a_row_is_symmetrical_as_its_tiles_lie() -> None:
    assert points("symmetry", "nw,top,_,top,nw", EMPTY, EMPTY) == 5
    assert points("symmetry", "nw,top,plain,top,nw'", EMPTY, EMPTY) == 0
    assert points("symmetry", "nw,_,plain,_,nw", EMPTY, EMPTY) == 0
    assert points("symmetry", ROW, EMPTY, ROW) == 10


def test_s13_a_full_garden_without_a_break_earns_7() -> None:
    assert points("connected", ROW, ROW, ROW) == 7
    assert points("connected", ROW, ROW, "nw" + ROW[5:]) == 0
    assert points("connected", ROW, ROW, ROW[:-5] + "_") == 0


def test_s13_stone_types_count_once() -> None:
    assert points("stone_types", "plain:H,_,plain:H,_,plain:S", EMPTY, EMPTY) == 4


def test_s14_a_knight_needs_a_bare_block() -> None:
    plain = "plain,plain,plain,plain,plain"
    assert points("knight", "plain:H,plain,plain,_,_", "_,_,plain:S,_,_", EMPTY) == 5
    assert points("knight", "plain:H,_,_,_,_", plain, "_,plain:S,_,_,_") == 5
    assert points("knight", "island:H,island:H,_,_,_", "_,_,plain:S,_,_", EMPTY) == 0
    assert points("knight", "plain:H,_,_,plain:S,_", plain, EMPTY) == 0


def test_s14_a_stone_serves_one_knight_or_diagonal() -> None:
    assert points("knight", "plain:H,_,_,_,plain:H", "_,_,plain:S,_,_", EMPTY) == 5
    chain = ("plain:H,_,_,_,_", "_,_,plain:H,_,_", "_,_,_,_,plain:H")
    assert points("knight", *chain) == 5
    chain = ("plain:H,_,_,_,plain:H", "_,_,plain:H,_,_", "plain:S,_,_,_,_")
    assert points("knight", *chain) == 5
    assert points("diagonal", "plain:H,_,_,_,_", "_,plain:H,_,_,_", "_,_,plain:S,_,_") == 7
    assert points("diagonal", "_,_,plain:H,_,_", "_,plain:H,_,_,_", "plain:S,_,_,_,_") == 7
    crowded = ("plain:H,_,_,_,_", "_,plain:H,_,_,_", "plain:S,_,plain:S,_,_")
    assert points("diagonal", *crowded) == 0


def test_s14_the_best_choice_of_knights_and_diagonals_counts() -> None:
    both = ("plain:H,_,_,_,plain:L", "_,plain:H,_,_,_", "_,_,plain:S,_,_")
    result = score_garden(EDITION, garden(*both), None, 0)
    assert (result["knight"], result["diagonal"]) == (0, 7)
    knights = ("plain:H,_,_,_,_", "_,plain:H,_,_,plain:S", "_,_,plain:S,_,_")
    result = score_garden(EDITION, garden(*knights), None, 0)
    assert (result["knight"], result["diagonal"]) == (0, 7)


def test_s14_horaisan_is_claimed_once_on_moss_in_row_1() -> None:
    assert points("horaisan", "island:L,island:L,_,_,_", EMPTY, EMPTY) == 10
    assert points("horaisan", "island:L,island:L,west:L,west:L,_", EMPTY, EMPTY) == 10
    assert points("horaisan", EMPTY, "island:L,island:L,_,_,_", EMPTY) == 0
    assert points("horaisan", "island:L,_,island:L,_,_", EMPTY, EMPTY) == 0


def test_s14_three_honourable_stones_stand_in_order_on_moss_in_row_1() -> None:
    three = "island:S,island:L,island:S"
    assert points("three_honourable", f"_,{three},_", EMPTY, EMPTY) == 15
    assert points("three_honourable", EMPTY, EMPTY, f"_,{three},_") == 0
    assert points("three_honourable", "island:L,island:S,island:L,_,_", EMPTY, EMPTY) == 0


def test_s14_reclining_stones_and_the_boat_have_their_places() -> None:
    assert points("reclining", "_,_,plain:R,_,_", EMPTY, "_,_,plain:R,_,plain:R") == 6
    assert points("boat", EMPTY, EMPTY, "_,_,plain:B,_,_") == 3
    assert points("boat", EMPTY, "_,_,plain:B,_,_", EMPTY) == 0


def test_s15_a_name_garden_allows_other_stones() -> None:
    rows = ("plain:S,_,plain:H,_,_", EMPTY, "_,_,plain:R,_,plain:H")
    assert points("name_garden", *rows, card="garden-01") == 5
    assert points("name_garden", *rows, card="garden-04") == 6
    assert points("name_garden", *rows, card="garden-06") == 0
    assert points("name_garden", *rows) == 0


# --- S6 to S9: step 1 ----------------------------------------------------------------------------


def test_the_cards_are_dealt_before_the_first_draw() -> None:
    at = stone.start(EDITION, 2)
    assert len(moves(at)) == 14
    at = play(at, "garden:garden-03")
    assert asked(at) == ("deal-garden", 2)
    assert "garden:garden-03" not in moves(at)
    at = play(at, "garden:garden-01")
    assert moves(at) == [f"master:{card}" for card in stone.MASTERS]
    at = play(at, "master:sesshu", "master:zen-ami")
    assert asked(at) == ("draw", 1)
    weights = stone.chance_weights(EDITION, at)
    assert list(weights) == [f"draw:{tile_id}" for tile_id in EDITION.counts]
    assert weights["draw:plain"] == 16
    with pytest.raises(ValueError, match="chance"):
        stone.chance_weights(EDITION, play(at, "draw:plain"))


def test_a_known_top_tile_is_the_only_outcome() -> None:
    at = state("draw", p1(), p2(), known="top>plain>")
    assert stone.chance_weights(EDITION, at) == {"draw:top": 1}
    assert play(at, "draw:top").known == ("plain",)


def test_s6_the_first_tile_lies_in_a_left_corner_with_the_monk() -> None:
    at = play(state("step1", p1(), p2(), hand="nw"), "place")
    assert moves(at) == ["11=nw", "11=nw'", "31=nw", "31=nw'"]
    at = play(at, "31=nw'")
    assert asked(at) == ("step2", 1)
    assert stone.write_garden(at.players[0].garden) == f"{EMPTY}/{EMPTY}/nw'@,_,_,_,_"


def test_s6_later_tiles_lie_beside_one() -> None:
    at = play(state("step1", p1(f"plain@,_,_,_,_/{EMPTY}/{EMPTY}"), p2(), hand="plain"), "place")
    assert moves(at) == ["12=plain", "21=plain"]
    assert play(at, "12=plain'") == play(at, "12=plain")
    for wrong in ("13=plain", "11=plain", "12=nw", "12=plain''", "place", "XY=TILE", ""):
        with pytest.raises(ValueError, match=r"."):
            apply(EDITION, at, wrong)


def test_s7_the_drawn_tile_has_its_actions() -> None:
    assert moves(state("step1", p1(), p2(), hand="nw")) == ["place", "offer", "store"]
    at = state("step1", p1(virtue=1, stored="top"), p2(), hand="nw")
    assert moves(at) == ["place", "place-stored", "offer", "discard"]


def test_s7_a_tile_stored_this_turn_stays() -> None:
    at = play(state("step1", p1(), p2(), hand="nw"), "store")
    assert asked(at) == ("step2", 1)
    assert at.players[0].stored == "nw"


def test_s7_a_discard_costs_1_and_leaves_the_stored_tile() -> None:
    at = play(state("step1", p1(virtue=3, stored="top"), p2(), hand="nw"), "discard")
    assert at.discards == {"nw": 1}
    assert at.players[0].virtue == 2
    assert moves(at) == ["place-stored", "done"]
    assert asked(play(at, "done")) == ("step2", 1)
    at = play(state("step1", p1(virtue=3), p2(), hand="nw"), "discard")
    assert asked(at) == ("step2", 1)


def test_s7_the_stored_tile_can_be_placed_before_or_after() -> None:
    at = state("step1", p1(stored="top"), p2(), hand="nw")
    before = play(at, "place-stored", "11=top")
    assert moves(before) == ["place", "offer", "store"]
    assert play(before, "store").players[0].stored == "nw"
    after = play(at, "place", "11=nw")
    assert moves(after) == ["place-stored", "done"]
    assert asked(play(after, "place-stored", "12=top")) == ("step2", 1)


def test_s8_the_offer_goes_round_and_the_taker_places_at_once() -> None:
    at = play(state("step1", p1(virtue=5), p2(), p3(), active=2, hand="nw"), "offer")
    assert asked(at) == ("answer-offer", 3)
    at = play(at, "accept")
    assert asked(at) == ("answer-offer", 1)
    at = play(at, "accept")
    assert asked(at) == ("choose-taker", 2)
    assert moves(at) == ["give:1", "give:3", "withdraw"]
    at = play(at, "give:3")
    assert asked(at) == ("place", 3)
    assert at.players[1].virtue == 2
    at = play(at, "31=nw")
    assert asked(at) == ("step2", 2)
    assert not at.offer_made


def test_s8_an_offer_is_made_once() -> None:
    at = state("step1", p1(virtue=5), p2(), p3(virtue=2), hand="nw")
    declined = play(at, "offer", "decline", "decline")
    withdrawn = play(at, "offer", "accept", "decline", "withdraw")
    assert declined == withdrawn
    assert moves(declined) == ["place", "discard", "store"]
    assert play(declined, "store").offer_made is False


def test_s8_a_transfer_brings_no_more_than_6_and_leaves_the_stored_tile() -> None:
    at = state("step1", p1(virtue=5, stored="top"), p2(), hand="nw")
    at = play(at, "offer", "accept", "give:2", "11=nw")
    assert at.players[0].virtue == 6
    assert moves(at) == ["place-stored", "done"]


def test_s9_those_with_2_virtue_are_asked_and_the_fewest_tiles_win() -> None:
    one = f"plain@,_,_,_,_/{EMPTY}/{EMPTY}"
    at = state("step1", p1(), p2(one, virtue=2), p3(virtue=3, stored="top"), hand="nw")
    at = play(at, "place")
    assert asked(at) == ("answer-robbery", 2)
    at = play(at, "rob")
    assert asked(at) == ("answer-robbery", 3)
    at = play(at, "rob")
    assert asked(at) == ("answer-reveal", 1)
    assert moves(at) == ["keep"]
    at = play(at, "keep")
    assert asked(at) == ("place", 3)
    assert [player.virtue for player in at.players] == [0, 2, 1]
    at = play(at, "11=nw")
    assert asked(at) == ("step2", 1)
    assert at.players[2].stored == "top"


def test_s9_a_tie_goes_to_the_first_after_the_active_player() -> None:
    at = state("step1", p1(virtue=2), p2(master="kobori-enshu!"), p3(virtue=2), active=2, hand="nw")
    at = play(at, "place", "rob", "rob")
    assert asked(at) == ("place", 3)
    at = state("step1", p1(virtue=2), p2(virtue=2), p3(master="sesshu!"), active=3, hand="nw")
    assert asked(play(at, "place", "rob", "rob")) == ("place", 1)
    assert asked(play(at, "place", "pass", "rob")) == ("place", 2)
    assert asked(play(at, "place", "pass", "pass")) == ("place", 3)


def test_s9_nobody_is_asked_who_cannot_pay() -> None:
    at = play(state("step1", p1(virtue=6), p2(virtue=1), hand="nw"), "place")
    assert asked(at) == ("place", 1)


def test_s9_a_robbed_stored_tile_leaves_the_drawn_one() -> None:
    at = state("step1", p1(stored="top"), p2(virtue=4), hand="nw")
    at = play(at, "place-stored", "rob", "keep", "11=top")
    assert at.players[0].stored is None
    assert moves(at) == ["place", "offer", "store"]
    at = play(at, "place")
    assert asked(at) == ("answer-robbery", 2)
    assert asked(play(at, "rob", "keep", "12=nw")) == ("step2", 1)


def test_s9_a_robbed_drawn_tile_spends_its_action() -> None:
    at = state("step1", p1(stored="top"), p2(virtue=2), hand="nw")
    at = play(at, "place", "rob", "keep", "11=nw")
    assert moves(at) == ["place-stored", "done"]


def test_s11_shigemori_mirei_ends_robbery_for_the_turn() -> None:
    at = state("step1", p1(stored="top", master="shigemori-mirei"), p2(virtue=6), hand="nw")
    assert asked(play(at, "place", "pass")) == ("place", 1)
    at = play(at, "place", "rob")
    assert moves(at) == ["reveal", "keep"]
    at = play(at, "reveal")
    assert asked(at) == ("place", 1)
    assert at.players[1].virtue == 6
    at = play(at, "11=nw", "place-stored")
    assert asked(at) == ("place", 1)
    at = play(at, "12=top")
    assert not at.shield
    assert moves(at, "card") == []


def test_s11_an_earlier_robbery_stands() -> None:
    at = state("step1", p1(stored="top", master="shigemori-mirei"), p2(virtue=6), hand="nw")
    at = play(at, "place-stored", "rob", "keep", "11=top", "place", "rob", "reveal")
    assert [player.virtue for player in at.players] == [0, 4]
    assert asked(at) == ("place", 1)


# --- S12: full gardens and the end ---------------------------------------------------------------


def test_s12_no_offer_discard_or_robbery_once_a_garden_is_full() -> None:
    at = state("step1", p1(virtue=3), p2(FULL, virtue=6), hand="nw")
    assert moves(at) == ["place", "store"]
    assert asked(play(at, "place")) == ("place", 1)


def test_s12_a_robber_who_fills_his_garden_changes_the_turn() -> None:
    at = state("step1", p1(stored="top", virtue=3), p2(NEARLY, virtue=6), hand="nw")
    at = play(at, "place-stored", "rob", "keep", "35=top")
    assert moves(at) == ["place", "store"]
    at = play(at, "place")
    assert asked(at) == ("place", 1)


def test_s12_a_taker_who_fills_his_garden_changes_the_turn() -> None:
    at = state("step1", p1(stored="top"), p2(NEARLY), p3(virtue=6), hand="nw")
    at = play(at, "offer", "accept", "decline", "give:2", "35=nw")
    assert moves(at) == ["place-stored", "done"]
    assert asked(play(at, "place-stored")) == ("place", 1)


def test_s12_the_drawn_tile_is_stored_if_the_stored_one_fills_the_garden() -> None:
    at = state("step1", p1(NEARLY, stored="top"), p2(), hand="nw")
    at = play(at, "place-stored", "35=top")
    assert asked(at) == ("step2", 1)
    assert at.players[0].stored == "nw"
    assert at.hand == ()


def test_s12_a_tile_stored_before_stays_if_the_drawn_one_fills_the_garden() -> None:
    at = play(state("step1", p1(NEARLY, stored="top"), p2(), hand="nw"), "place", "35=nw")
    assert asked(at) == ("step2", 1)
    assert at.players[0].stored == "top"


def test_s12_a_full_player_takes_step_2_only() -> None:
    at = play(state("step2", p1(), p2(FULL)), "meditate")
    assert asked(at) == ("step2", 2)
    assert asked(play(at, "meditate")) == ("draw", 1)


def test_s12_the_game_ends_after_the_turn_that_fills_the_last_garden() -> None:
    at = state("step1", p1(FULL), p2(MOSS_NEARLY, virtue=2), active=2, hand="nw")
    at = play(at, "place", "35=nw")
    assert asked(at) == ("step2", 2)
    at = play(at, "meditate")
    assert asked(at) == ("end", 2)
    assert stone.is_over(at)
    assert stone.to_move(at) is None
    assert moves(at) == []
    assert stone.final_scores(EDITION, at)[0] == 15 + 15 + 7
    with pytest.raises(ValueError, match=r"."):
        apply(EDITION, at, "meditate")


def test_s12_the_discards_become_the_stack_when_a_tile_must_be_drawn() -> None:
    at = state("step2", p1(), p2(), discards="all")
    assert at.bag == {}
    at = play(at, "meditate")
    assert at.discards == {}
    assert at.bag == EDITION.counts
    with pytest.raises(ValueError, match="no move"):
        state("draw", p1(), p2(), discards="all")


def test_s12_the_discards_become_the_stack_within_a_card() -> None:
    at = state("step2", p1(), p2(), active=2, known="top>", discards="all")
    at = play(at, "card:zen-ami", "draw:top")
    assert asked(at) == ("draw-zen-ami", 2)
    assert (at.discards, at.bag["top"]) == ({}, 5)


# --- S5, S10: step 2 -----------------------------------------------------------------------------


def test_s10_a_player_without_a_tile_can_meditate_or_use_a_card() -> None:
    assert moves(state("step2", p1(virtue=6), p2())) == ["meditate"]
    at = state("step2", p1(virtue=6), p2(), active=2)
    assert moves(at) == ["meditate", "card:zen-ami"]
    assert play(state("step2", p1(virtue=6), p2()), "meditate").players[0].virtue == 6


def test_s10_the_monk_steps_to_a_laid_neighbour() -> None:
    at = state("step2", p1("plain,plain@,_,_,_/plain,nw,_,_,_/" + EMPTY), p2())
    assert moves(at) == ["meditate", "step:11", "step:22"]
    assert play(at, "step:22").players[0].garden.monk == (2, 2)


def test_s5_a_stone_is_bought_in_the_monks_column_for_all_virtue() -> None:
    at = state("step2", p1("plain,plain@,_,_,_/_,plain,_,_,_/" + EMPTY, virtue=3), p2())
    bought = ["buy:H12", "buy:H22", "buy:S12", "buy:S22", "buy:R12", "buy:R22"]
    assert moves(at, "buy") == bought
    at = play(at, "buy:S22")
    assert asked(at) == ("draw", 2)
    assert at.players[0].virtue == 0
    assert at.yard["S"] == 4


def test_s5_6_virtue_buys_anywhere() -> None:
    at = state("step2", p1("plain,plain@,_,_,_/_,plain,_,_,_/" + EMPTY, virtue=6), p2())
    assert moves(at, "buy:B") == ["buy:B11", "buy:B12", "buy:B22"]


def test_s5_a_stone_on_the_monks_tile_gives_a_bonus_step() -> None:
    at = state("step2", p1("plain,plain@,_,_,_/_,plain,_,_,_/" + EMPTY, virtue=1), p2())
    at = play(at, "buy:H12")
    assert moves(at) == ["step:11", "step:22", "stay"]
    assert asked(play(at, "stay")) == ("draw", 2)
    assert play(at, "step:11").players[0].garden.monk == (1, 1)
    alone = state("step2", p1(f"plain@,_,_,_,_/{EMPTY}/{EMPTY}", virtue=1), p2())
    assert asked(play(alone, "buy:H11")) == ("draw", 2)


def test_s5_neighbouring_stones_need_moss_and_one_boat_is_enough() -> None:
    laid = garden("island:H,island,plain,_,_", "plain,_,_,_,_", EMPTY)
    assert stone.may_stand(laid, "H", (1, 2))
    assert not stone.may_stand(laid, "H", (2, 1))
    assert not stone.may_stand(laid, "H", (1, 1))
    assert not stone.may_stand(laid, "H", (2, 2))
    assert stone.may_stand(laid, "B", (1, 3))
    boat = garden("plain:B,plain,plain,_,_", EMPTY, EMPTY)
    assert not stone.may_stand(boat, "B", (1, 3))
    assert stone.may_stand(boat, "H", (1, 3))


def test_s5_an_empty_yard_sells_nothing() -> None:
    other = "plain:R@,_,plain:R,_,_/_,_,_,_,_/_,_,_,_,_"
    at = state("step2", p1(f"plain@,_,_,_,_/{EMPTY}/{EMPTY}", virtue=4), p2(other))
    assert moves(at, "buy") == ["buy:H11", "buy:S11", "buy:L11"]


# --- S11: cards ----------------------------------------------------------------------------------

TWO = f"plain@,plain,_,_,_/{EMPTY}/{EMPTY}"


def with_card(card: str, text: str = TWO, virtue: int = 0, other: str = "-") -> State:
    return state("step2", p1(text, virtue=virtue, master=card), p2(stored=other))


def test_s11_a_card_is_used_once_and_only_with_effect() -> None:
    full_of_stones = f"island:H@,island:H,_,_,_/{EMPTY}/{EMPTY}"
    assert moves(with_card("muso-soseki", full_of_stones), "card") == []
    assert moves(with_card("kobori-enshu", full_of_stones), "card") == []
    assert moves(with_card("kentei", full_of_stones), "card") == []
    assert moves(with_card("kentei"), "card") == []
    assert moves(with_card("sen-no-rikyu", f"plain@,_,_,_,_/{EMPTY}/{EMPTY}"), "card") == []
    assert moves(with_card("kanamori-sowa", virtue=6), "card") == []
    assert moves(with_card("ishikawa-jozan"), "card") == []
    assert moves(with_card("shigemori-mirei"), "card") == []
    assert moves(with_card("sesshu!"), "card") == []
    assert moves(state("step2", p1(FULL, master="zen-ami"), p2(master="sesshu")), "card") == []
    usable = {
        "muso-soseki": with_card("muso-soseki"),
        "zen-ami": state("step2", p1(master="zen-ami"), p2(master="sesshu")),
        "sesshu": with_card("sesshu"),
        "sen-no-rikyu": with_card("sen-no-rikyu"),
        "kentei": with_card("kentei", f"plain:H@,plain,_,_,_/{EMPTY}/{EMPTY}"),
        "kobori-enshu": with_card("kobori-enshu"),
        "kanamori-sowa": with_card("kanamori-sowa", virtue=5),
        "ishikawa-jozan": with_card("ishikawa-jozan", BARE, other="nw"),
    }
    for card, at in usable.items():
        assert moves(at, "card") == [f"card:{card}"]


def test_s11_muso_soseki_gives_any_stone() -> None:
    at = play(with_card("muso-soseki"), "card:muso-soseki")
    assert len(moves(at)) == 10
    assert moves(at)[0] == "take:H11"
    assert asked(play(at, "take:B12")) == ("draw", 2)
    at = play(at, "take:B11")
    assert moves(at) == ["step:12", "stay"]


def test_s11_zen_ami_lays_or_discards_two() -> None:
    at = state("step2", p1(TWO), p2(), active=2, known="nw>top>")
    at = play(at, "card:zen-ami", "draw:nw", "draw:top")
    expected = [*("11=nw", "11=nw'", "11=top", "11=top'"), *("31=nw", "31=nw'", "31=top")]
    assert moves(at) == [*expected, "31=top'", "discard:nw", "discard:top"]
    at = play(at, "31=top'")
    assert at.players[1].garden.monk == (3, 1)
    assert moves(at, "discard") == ["discard:nw"]
    at = play(at, "discard:nw")
    assert asked(at) == ("draw", 1)
    assert at.discards == {"nw": 1}
    with pytest.raises(ValueError, match=r"."):
        apply(EDITION, state("draw", p1(), p2()), "discard:ID:nw")


def test_s11_zen_ami_can_only_discard_in_a_full_garden() -> None:
    at = state("step2", p1(), p2(NEARLY), active=2, known="nw>nw>")
    at = play(at, "card:zen-ami", "draw:nw", "draw:nw")
    assert moves(at) == ["35=nw", "35=nw'", "discard:nw"]
    at = play(at, "35=nw")
    assert moves(at) == ["discard:nw"]


def test_s11_sesshu_lays_one_of_three() -> None:
    at = state("step2", p1(), p2(), p3(TWO), active=3, known="plain>nw>plain>")
    at = play(at, "card:sesshu", "draw:plain", "draw:nw", "draw:plain")
    assert at.hand == ("plain", "plain", "nw")
    assert moves(at)[-1] == "discard-all"
    assert len(moves(at)) == 3 * 3 + 1
    laid = play(at, "21=plain")
    assert laid.discards == {"plain": 1, "nw": 1}
    assert asked(laid) == ("draw", 1)
    assert play(at, "discard-all").discards == {"plain": 2, "nw": 1}


def test_s11_sen_no_rikyu_moves_the_monk_and_acts() -> None:
    at = with_card("sen-no-rikyu", f"plain@,plain,plain,_,_/{EMPTY}/{EMPTY}", virtue=1)
    at = play(at, "card:sen-no-rikyu")
    assert moves(at) == ["monk:12", "monk:13"]
    at = play(at, "monk:13")
    assert moves(at) == ["meditate", "step:12", "buy:H13"]
    assert moves(play(at, "buy:H13")) == ["step:12", "stay"]


def test_s11_kentei_lifts_the_stone_before_it_lies() -> None:
    at = with_card("kentei", f"plain:B@,plain,island,_,_/{EMPTY}/{EMPTY}", virtue=1)
    at = play(at, "card:kentei")
    assert moves(at) == ["move:11-12", "move:11-13"]
    at = play(at, "move:11-12")
    assert at.players[0].garden.stones == {(1, 2): "B"}
    assert moves(at) == ["meditate", "step:12"]


def test_s11_kobori_enshu_swaps_two_tiles() -> None:
    at = with_card("kobori-enshu", f"nw@,plain,top:H,_,_/{EMPTY}/{EMPTY}")
    at = play(at, "card:kobori-enshu")
    assert moves(at) == ["swap:11=plain+12=nw", "swap:11=plain+12=nw'"]
    after = play(at, "swap:11=plain+12=nw'")
    assert after == play(at, "swap:12=nw'+11=plain'")
    assert stone.write_garden(after.players[0].garden).startswith("plain@,nw',top:H,")


def test_s11_kanamori_sowa_gives_4() -> None:
    assert play(with_card("kanamori-sowa"), "card:kanamori-sowa").players[0].virtue == 4
    at = play(with_card("kanamori-sowa", virtue=3), "card:kanamori-sowa")
    assert (at.players[0].virtue, at.players[0].used) == (6, True)


def test_s11_ishikawa_jozan_takes_stored_tiles() -> None:
    mine = p1(TWO, master="ishikawa-jozan")
    at = state("step2", p3(stored="nw"), mine, p2(stored="plain"), active=2)
    at = play(at, "card:ishikawa-jozan")
    assert moves(at, "from:1") == [
        *("from:1:13=nw", "from:1:13=nw'", "from:1:21=nw", "from:1:21=nw'"),
        *("from:1:22=nw", "from:1:22=nw'"),
    ]
    assert moves(at, "from:3") == ["from:3:13=plain", "from:3:21=plain", "from:3:22=plain"]
    at = play(at, "from:3:13=plain")
    assert moves(at)[-1] == "stop"
    assert play(at, "stop").players[0].stored == "nw"
    assert asked(play(at, "from:1:14=nw")) == ("draw", 3)


def test_s11_ishikawa_jozan_takes_no_more_than_fit() -> None:
    mine = p1(NEARLY, master="ishikawa-jozan")
    at = state("step2", mine, p2(stored="nw"), p3(stored="top"))
    at = play(at, "card:ishikawa-jozan", "from:3:35=top")
    assert asked(at) == ("draw", 2)
    assert at.players[1].stored == "nw"


# --- S17 and the texts of states -----------------------------------------------------------------


def test_s17_a_view_hides_cards_and_the_order_of_the_stack() -> None:
    at = state("step1", p1(), p2(master="zen-ami!"), p3(), hand="nw", known="top>plain>")
    text = stone.view(EDITION, at, 0)
    fields = text.split(" ")
    assert fields[9].startswith("plain=16,nw=9,ne=10,top=6,")
    assert [field.split(";")[3:] for field in fields[10:]] == [
        ["garden-01", "kentei"],
        ["?", "zen-ami!"],
        ["?", "?"],
    ]
    seen = read_state(EDITION, text)
    assert write_state(EDITION, seen) == text
    assert legal_moves(EDITION, seen) == legal_moves(EDITION, at)
    for player in (-1, 3):
        with pytest.raises(ValueError, match="player"):
            stone.view(EDITION, at, player)


def test_s17_name_gardens_are_shown_at_the_end() -> None:
    moss = MOSS_NEARLY.replace(",_", ",plain")
    at = state("end", p1(f"nw@,nw,nw,nw,nw/ne,ne,ne,ne,ne/{ROW}"), p2(moss))
    assert stone.view(EDITION, at, 0).endswith("garden-02;?")


def test_a_state_is_written_as_it_is_read() -> None:
    small = stone.read_edition(SMALL)
    text = f"step1 1 1 b - - - H4S5R2L3B1 a=2 a>a=31 {BARE};-;0;g1;zen-ami {BARE};-;3;g2;kentei!"
    assert write_state(small, read_state(small, text)) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("step1 1 1", "step2 1 1"),
        ("step1 1 1", "step3 1 1"),
        ("step1 1 1", "step1 1 2"),
        ("step1 1 1", "step1 3 3"),
        ("step1 1 1", "step1 01 1"),
        ("step1 1 1 b", "step1 1 1 -"),
        (" b - ", " b drawn "),
        (" b - - ", " b - s "),
        (" b - - ", " b - so "),
        (" b - - - ", " b - - 2 "),
        ("H4", "H3"),
        ("B1", ""),
        ("a=2 ", "a=1 "),
        ("a=2 ", "a=2,a=0 "),
        ("a>a=31", "a>a=30"),
        ("a>a=31", "a=31"),
        ("a>a=31", "a>>a=31"),
        (";3;", ";7;"),
        ("g2", "g1"),
        ("g2", "-"),
        ("kentei", "zen-ami"),
        ("kentei!", "?!"),
        ("kentei!", "-"),
        (" a>", "  a>"),
        ("g1;zen-ami", "g1;zen-ami "),
    ],
)
def test_a_wrong_state_is_refused(old: str, new: str) -> None:
    small = stone.read_edition(SMALL)
    text = f"step1 1 1 b - - - H4S5R2L3B1 a=2 a>a=31 {BARE};-;0;g1;zen-ami {BARE};-;3;g2;kentei!"
    assert old in text
    with pytest.raises(ValueError, match=r"."):
        read_state(small, text.replace(old, new, 1))


def test_states_that_deny_the_rules_are_refused() -> None:
    wrong_states: list[Callable[[], State]] = [
        lambda: state("step1", p1(f"plain,_,_,_,_/{EMPTY}/{EMPTY}"), p2(), hand="nw"),
        lambda: state("draw", p1(FULL), p2()),
        lambda: state("end", p1(), p2()),
        lambda: state("place", p1(), p2(), player=2, declared="stored"),
        lambda: state("place", p1(), p2(FULL), hand="nw", player=2, declared="drawn"),
        lambda: state("answer-robbery", p1(), p2(virtue=1), hand="nw", player=2, declared="drawn"),
        lambda: state("answer-offer", p1(), p2(), hand="nw", player=2),
        lambda: state("choose-taker", p1(), p2(), hand="nw", marks="o"),
        lambda: state("sesshu", p1(), p2(), hand="nw,nw,nw"),
        lambda: state("muso-soseki", p1(master="muso-soseki!"), p2()),
    ]
    for wrong in wrong_states:
        with pytest.raises(ValueError, match=r"."):
            wrong()


def test_perft_counts_sequences_of_exactly_that_length() -> None:
    small = stone.read_edition(SMALL)
    at = stone.start(small, 2)
    expected = [1, 2, 2, 2 * 9, 2 * 9 * 8, 2 * 9 * 8 * 2]
    assert [stone.perft(small, at, depth) for depth in range(6)] == expected
    at = state("step1", p1(FULL), p2(MOSS_NEARLY), active=2, hand="plain")
    at = play(at, "place", "35=plain")
    assert moves(at) == ["meditate", "step:12", "step:21"]
    assert [stone.perft(EDITION, at, depth) for depth in range(3)] == [1, 3, 0]


# --- Whole games ---------------------------------------------------------------------------------


def choose(rng: random.Random, at: State, listed: list[str], weights: list[int]) -> str:
    """At random, but with robbers, cards and discards often enough to see them all."""
    eager = [move for move in listed if move in ("rob", "reveal") or move.startswith("card")]
    if eager and rng.random() < 0.5:
        return rng.choice(eager)
    return rng.choices(listed, weights)[0]


@pytest.mark.parametrize(
    ("edition", "players"),
    [(EDITION, 2), (EDITION, 3), (EDITION, 4), (SAMPLE_EDITION, 2)],
    ids=["2-players", "3-players", "4-players", "few-tiles"],
)
def test_random_games_hold_what_always_holds_and_end(edition: Edition, players: int) -> None:
    rng = random.Random(players)
    for _ in range(6):
        at = stone.start(edition, players)
        length = 0
        while not stone.is_over(at):
            stone.check_invariants(edition, at)
            listed = legal_moves(edition, at)
            assert len(set(listed)) == len(listed)
            weights = [1] * len(listed)
            if stone.is_chance(at):
                weights = list(stone.chance_weights(edition, at).values())
            if length % 7 == 0:
                assert read_state(edition, write_state(edition, at)) == at
                check_views(edition, at, listed)
            at = apply(edition, at, choose(rng, at, listed, weights))
            length += 1
            assert length < 5000
        assert all(player.garden.full for player in at.players)
        assert len(stone.final_scores(edition, at)) == players


def check_views(edition: Edition, at: State, listed: list[str]) -> None:
    """Every view is readable, and the one of the player to move offers the same moves."""
    for player in range(len(at.players)):
        text = stone.view(edition, at, player)
        seen = read_state(edition, text)
        assert stone.view(edition, seen, player) == text
        if stone.to_move(at) == player:
            assert legal_moves(edition, seen) == listed


def test_s12_games_that_run_out_of_tiles_go_on() -> None:
    rng = random.Random(9)
    replenished = 0
    for _ in range(3):
        at = stone.start(SAMPLE_EDITION, 2)
        while not stone.is_over(at):
            stone.check_invariants(SAMPLE_EDITION, at)
            listed = legal_moves(SAMPLE_EDITION, at)
            wasteful = [move for move in listed if move in ("discard", "meditate")]
            before = at
            careless = wasteful if wasteful and rng.random() < 0.8 else listed
            at = apply(SAMPLE_EDITION, at, rng.choice(careless))
            replenished += bool(before.discards and not at.discards)
    assert replenished > 0


def test_random_games_meet_every_decision() -> None:
    rng = random.Random(5)
    met: set[str] = set()
    for game in range(30):
        if met == set(stone.DECISIONS):
            break
        at = stone.start(EDITION, 2 + game % 3)
        while not stone.is_over(at):
            met.add(at.decision)
            listed = legal_moves(EDITION, at)
            at = apply(EDITION, at, choose(rng, at, listed, [1] * len(listed)))
        met.add(at.decision)
    assert met == set(stone.DECISIONS)
