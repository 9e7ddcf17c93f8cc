"""The rulings J1 to J16, each by name, on gardens small enough to check by eye."""

from collections import Counter

import pytest

from niwashi import IllegalMove, InvalidText, jardin
from tests.jardin import full_but, numbers, sheet

START = jardin.Position()


def roll(text: str, faces: str = jardin.standard_faces) -> jardin.Roll:
    return jardin.Roll.from_text(text, faces)


def move(text: str) -> jardin.Move:
    return jardin.Move.from_text(text)


def play(position: jardin.Position, text: str, dice: str | None = None) -> jardin.Position:
    return jardin.apply(position, move(text), None if dice is None else roll(dice))


def is_legal(position: jardin.Position, text: str, dice: str | None = None) -> bool:
    """Whether both the list of legal moves has it and `apply` takes it; they must agree."""
    rolled = None if dice is None else roll(dice)
    listed = move(text) in jardin.legal_moves(position, rolled)
    try:
        jardin.apply(position, move(text), rolled)
    except IllegalMove:
        assert not listed
        return False
    assert listed
    return True


def points(criterion: str, decorations: str = "", ponds: tuple[str, ...] = ()) -> int:
    return jardin.score(sheet(decorations, ponds)).as_dict()[criterion]


# --- J1: dice ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "letter"), list(zip("123456", "LBTRM=", strict=True)))
def test_j1_each_face_gives_its_decoration_and_its_location(face: str, letter: str) -> None:
    rolled = roll(3 * face)
    assert rolled.decorations == 3 * letter
    assert rolled.locations == 3 * [int(face)]


def test_j1_dice_are_identical_so_their_order_does_not_matter() -> None:
    assert roll("521") == roll("125") == roll("215")
    assert roll("521").to_text() == "125"


def test_j1_there_are_56_rolls_of_216_throws() -> None:
    outcomes = jardin.chance_outcomes()
    assert len(outcomes) == len({rolled for rolled, _ in outcomes}) == 56
    assert sum(weight for _, weight in outcomes) == 216
    for rolled, weight in outcomes:
        assert weight == {1: 1, 2: 3, 3: 6}[len(set(rolled.to_text()))]


def test_j1_other_faces_change_decorations_and_not_locations() -> None:
    rolled = roll("125", "=MRTBL")
    assert rolled.locations == [1, 2, 5]
    assert rolled.decorations == "=MB"
    drawn = {entry.to_text() for entry in jardin.legal_moves(START, rolled)}
    assert "5:M53+=25" in drawn
    assert "*B11" in drawn
    assert "5:L53+B25" not in drawn


def test_j1_rolls_of_different_dice_are_different_rolls() -> None:
    assert roll("125", "=MRTBL") != roll("125")


# --- J2: draw ------------------------------------------------------------------------------------


def test_j2_a_draw_puts_the_two_other_decorations_in_row_or_column_of_the_location() -> None:
    drawn = play(START, "5:L53+B25", "125")
    assert drawn == sheet("L53 B25", clock="2")


@pytest.mark.parametrize("text", ["5:L53+B54", "5:L15+B65", "5:L55+B51", "5:L25+B53"])
def test_j2_the_two_spaces_may_lie_in_one_line_or_in_both(text: str) -> None:
    assert is_legal(START, text, "125")


@pytest.mark.parametrize("text", ["5:L44+B25", "5:L53+B66", "5:L12+B21"])
def test_j2_both_spaces_lie_in_the_cross_of_the_location(text: str) -> None:
    assert not is_legal(START, text, "125")


@pytest.mark.parametrize("text", ["1:B11+M12", "2:L22+M12", "5:L55+B45"])
def test_j2_any_of_the_three_dice_may_be_the_location(text: str) -> None:
    assert is_legal(START, text, "125")


@pytest.mark.parametrize("text", ["3:L33+B34", "6:B66+M65"])
def test_j2_a_location_that_was_not_rolled_is_refused(text: str) -> None:
    assert not is_legal(START, text, "125")


@pytest.mark.parametrize("text", ["5:L53+M25", "5:B53+M25", "5:L53+L25", "5:L53+T25"])
def test_j2_the_decorations_are_those_of_the_other_two_dice(text: str) -> None:
    assert not is_legal(START, text, "125")


def test_j2_both_decorations_are_drawn_not_one() -> None:
    assert all(
        len(entry.placings) == 2
        for entry in jardin.legal_moves(START, roll("125"))
        if entry.kind is jardin.MoveKind.DRAW
    )


def test_j2_a_decorated_space_takes_no_second_decoration() -> None:
    garden = sheet("R53", clock="2")
    assert not is_legal(garden, "5:L53+B25", "125")
    assert not is_legal(garden, "5:L25+B53", "125")
    assert is_legal(garden, "5:L52+B25", "125")


def test_j2_the_two_decorations_need_two_spaces() -> None:
    with pytest.raises((IllegalMove, InvalidText)):
        play(START, "5:L53+B53", "125")


def test_j2_water_takes_a_decoration_as_well_as_earth_does() -> None:
    assert is_legal(sheet(ponds=("53 54",), clock="4"), "5:L53+B54", "125")


def test_j2_two_equal_dice_give_each_draw_once() -> None:
    drawn = [
        entry
        for entry in jardin.legal_moves(START, roll("115"))
        if entry.kind is jardin.MoveKind.DRAW
    ]
    by_location = Counter(entry.location for entry in drawn)
    assert by_location == {1: 11 * 10, 5: 11 * 10 // 2}


def test_j2_three_equal_dice_draw_the_same_decoration_twice() -> None:
    drawn = jardin.legal_moves(START, roll("444"))
    draws = [entry for entry in drawn if entry.kind is jardin.MoveKind.DRAW]
    assert len(draws) == 11 * 10 // 2
    assert all([letter for letter, _ in entry.placings] == ["R", "R"] for entry in draws)


def test_j2_the_last_two_empty_spaces_of_a_cross_can_be_drawn() -> None:
    garden = sheet(full_but("51 25"), clock="11", prunings=3)
    assert {entry.to_text() for entry in jardin.legal_moves(garden, roll("125"))} == {
        "5:L51+B25",
        "5:L25+B51",
    }


# --- J3: prune -----------------------------------------------------------------------------------


def test_j3_a_prune_draws_one_rolled_decoration_anywhere() -> None:
    assert play(START, "*L66", "125") == sheet("L66", clock="2", prunings=1)
    pruned = [e for e in jardin.legal_moves(START, roll("125")) if e.kind is jardin.MoveKind.PRUNE]
    assert len(pruned) == 3 * 36


@pytest.mark.parametrize("text", ["*T66", "*R66", "*=66"])
def test_j3_a_decoration_that_was_not_rolled_cannot_be_pruned(text: str) -> None:
    assert not is_legal(START, text, "125")


def test_j3_a_prune_needs_an_empty_space() -> None:
    assert not is_legal(sheet("R66", clock="2"), "*L66", "125")


def test_j3_three_prunings_are_allowed_and_a_fourth_is_not() -> None:
    garden = START
    for text in ("*L11", "*L12", "*L13"):
        assert is_legal(garden, text, "125")
        garden = play(garden, text, "125")
    assert garden.prunings == 3
    garden = play(garden, "-")
    assert not is_legal(garden, "*L14", "125")
    assert is_legal(garden, "5:L53+B25", "125")


def test_j3_equal_dice_give_each_prune_once() -> None:
    pruned = [e for e in jardin.legal_moves(START, roll("111")) if e.kind is jardin.MoveKind.PRUNE]
    assert len(pruned) == 36


# --- J4: must draw -------------------------------------------------------------------------------


def test_j4_a_skip_is_refused_while_something_can_be_drawn() -> None:
    assert not is_legal(sheet(full_but("51 25"), clock="11", prunings=3), "X", "125")


def test_j4_a_skip_is_refused_while_something_can_be_pruned() -> None:
    assert not is_legal(sheet(full_but("66"), clock="11", prunings=2), "X", "125")
    assert not is_legal(START, "X", "125")


def test_j4_the_turn_is_skipped_if_prunings_and_crosses_are_used_up() -> None:
    garden = sheet(full_but("33 34 43 44"), clock="11", prunings=3)
    assert [entry.to_text() for entry in jardin.legal_moves(garden, roll("125"))] == ["X"]


def test_j4_one_empty_space_left_in_a_cross_counts_as_none() -> None:
    garden = sheet(full_but("33 34 43 44 15"), clock="11", prunings=3)
    assert [entry.to_text() for entry in jardin.legal_moves(garden, roll("115"))] == ["X"]
    assert not is_legal(garden, "5:L15+L15", "115")


def test_j4_a_full_grid_is_skipped_with_prunings_left() -> None:
    garden = sheet(full_but(""), clock="11", prunings=0)
    assert [entry.to_text() for entry in jardin.legal_moves(garden, roll("125"))] == ["X"]


def test_j4_every_location_die_counts_before_a_skip() -> None:
    garden = sheet(full_but("33 34"), clock="11", prunings=3)
    assert is_legal(garden, "X", "125")
    assert not is_legal(garden, "X", "123")


def test_j4_one_empty_space_left_closes_that_location_and_no_other() -> None:
    garden = sheet(full_but("15 33 34"), clock="11", prunings=3)
    locations = {entry.location for entry in jardin.legal_moves(garden, roll("135"))}
    assert locations == {3}


def test_j4_a_single_empty_space_can_still_be_pruned() -> None:
    garden = sheet(full_but("15"), clock="11", prunings=2)
    assert {entry.to_text() for entry in jardin.legal_moves(garden, roll("125"))} == {
        "*L15",
        "*B15",
        "*M15",
    }


def test_j4_a_skip_draws_nothing_and_uses_no_pruning() -> None:
    full = full_but("")
    assert play(sheet(full, clock="11"), "X", "125") == sheet(full, clock="12")


# --- J5: calendar --------------------------------------------------------------------------------


def test_j5_a_pond_decision_follows_every_third_turn() -> None:
    position = sheet(full_but(""), clock="1")
    clocks = [position.clock]
    while not position.is_over:
        position = play(position, "-") if position.is_pond_decision else play(position, "X", "111")
        clocks.append(position.clock)
    assert " ".join(clocks) == "1 2 3 3p 4 5 6 6p 7 8 9 9p 10 11 12 12p end"


@pytest.mark.parametrize(("clock", "season"), [("3p", 0), ("6p", 1), ("9p", 2), ("12p", 3)])
def test_j5_a_pond_belongs_to_the_season_it_ends(clock: str, season: int) -> None:
    position = sheet(clock=clock)
    assert position.season == season
    assert play(position, "~33").ponds == [[14] if i == season else [] for i in range(4)]


def test_j5_one_pond_a_season_and_then_the_next_turn() -> None:
    traced = play(sheet(clock="3p"), "~33")
    assert traced.clock == "4"
    with pytest.raises(IllegalMove, match="turn 4 is drawn first"):
        play(traced, "~66")


def test_j5_a_season_without_a_pond_is_lost() -> None:
    position = play(sheet(clock="9p"), "-")
    assert position.ponds_left == 1
    assert jardin.score(position).pond == 0


def test_j5_ponds_and_turns_still_to_come_are_counted() -> None:
    left = {c: (sheet(clock=c).turns_left, sheet(clock=c).ponds_left) for c in ("1", "3", "3p")}
    assert left == {"1": (12, 4), "3": (10, 4), "3p": (9, 4)}
    left = {c: (sheet(clock=c).turns_left, sheet(clock=c).ponds_left) for c in ("4", "12p", "end")}
    assert left == {"4": (9, 3), "12p": (0, 1), "end": (0, 0)}


@pytest.mark.parametrize("text", ["5:L53+B25", "*L11", "X"])
def test_j5_nothing_is_drawn_at_a_pond_decision(text: str) -> None:
    with pytest.raises(IllegalMove, match="pond decision"):
        play(sheet(clock="3p"), text, "125")
    with pytest.raises(IllegalMove, match="pond decision"):
        play(sheet(clock="3p"), text)


@pytest.mark.parametrize("text", ["-", "~33"])
def test_j5_no_pond_is_traced_at_a_turn(text: str) -> None:
    with pytest.raises(IllegalMove, match="roll is drawn now"):
        play(START, text, "125")
    with pytest.raises(IllegalMove, match="turn 1 is drawn first"):
        play(START, text)


@pytest.mark.parametrize("text", ["5:L53+B25", "*L11", "X", "-", "~33"])
@pytest.mark.parametrize("dice", ["125", None])
def test_j5_after_the_last_pond_decision_nothing_is_played(text: str, dice: str | None) -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        play(sheet(clock="end"), text, dice)


# --- J6: pond ------------------------------------------------------------------------------------


def pond_is_legal(spaces: str, *others: str) -> bool:
    """Whether a pond may be traced beside others, by move and by the shape alone."""
    position = sheet(ponds=others, clock=("3p", "6p", "9p", "12p")[len(others)])
    legal = is_legal(position, "~" + ",".join(spaces.split()))
    assert jardin.is_legal_pond(position, numbers(spaces)) == legal
    if not others:
        assert jardin.is_pond_shape(numbers(spaces)) == legal
    return legal


@pytest.mark.parametrize(
    "spaces",
    [
        pytest.param("33", id="one space"),
        pytest.param("11", id="a corner"),
        pytest.param("22 23 32 33", id="a block"),
        pytest.param("11 12 13 14 15 16", id="a row along the edge"),
        pytest.param("21 22 12", id="a corner cut off"),
        pytest.param("31 32 33 34 35 36", id="the garden cut in two"),
        pytest.param("12 22 32 33 34 24 14", id="a bay of the edge"),
        pytest.param("11 12 13 23 33 32 31", id="a bay of the west edge"),
        pytest.param(full_but("", "").replace("R", ""), id="the whole garden"),
        pytest.param("22 23 24 25 35 45 55 54 53 52 42", id="a ring with a gap"),
    ],
)
def test_j6_a_pond_may_have_any_connected_shape_that_encloses_no_earth(spaces: str) -> None:
    assert pond_is_legal(spaces)


@pytest.mark.parametrize(
    "spaces",
    [
        pytest.param("22 23 24 32 34 42 43 44", id="a ring"),
        pytest.param("11 12 13 21 23 31 32 33", id="a ring in the corner"),
        pytest.param("22 23 24 25 35 45 55 54 53 52 42 32", id="a wide ring"),
        pytest.param("22 21 31 41 42 43 33", id="diagonal contact with itself"),
    ],
)
def test_j6_a_pond_encloses_no_earth(spaces: str) -> None:
    assert not pond_is_legal(spaces)


@pytest.mark.parametrize("spaces", ["11 13", "11 22", "33 34 46", "11 12 23"])
def test_j6_a_pond_is_connected_by_sides_not_by_corners(spaces: str) -> None:
    assert not pond_is_legal(spaces)


@pytest.mark.parametrize("spaces", ["33", "34", "43", "44", "22", "24", "32 31", "54 44"])
def test_j6_a_pond_has_no_space_of_another_around_it(spaces: str) -> None:
    assert not pond_is_legal(spaces, "33")


@pytest.mark.parametrize("spaces", ["35", "55", "51 52 53", "11 12 13 14 15 25 35 45 55"])
def test_j6_a_pond_may_lie_two_spaces_from_another(spaces: str) -> None:
    assert pond_is_legal(spaces, "33")


def test_j6_water_runs_into_no_other_row_at_the_edge() -> None:
    """Spaces 16 and 21 follow each other in reading order, and do not touch."""
    assert not pond_is_legal("16 21")
    assert pond_is_legal("21", "16")


def test_j6_two_ponds_and_the_edge_may_shut_earth_in_between_them() -> None:
    assert pond_is_legal("14 24 34 44 54 64", "12 22 32 42 52 62")


def test_j6_a_pond_has_at_least_one_space() -> None:
    assert not jardin.is_pond_shape([])
    assert not jardin.is_legal_pond(sheet(clock="3p"), [])
    with pytest.raises((IllegalMove, ValueError)):
        jardin.apply(sheet(clock="3p"), jardin.Move.pond([]))


def test_j6_decorated_spaces_may_be_outlined() -> None:
    traced = play(sheet("R33 =34 L35", clock="3p"), "~33,34,35")
    assert traced == sheet("R33 =34 L35", ("33 34 35",), clock="4")


def test_j6_a_garden_that_is_water_leaves_no_choice() -> None:
    position = sheet(ponds=("22 23 24 25 35 45 55 54 53 52 42",), clock="6p")
    assert [entry.to_text() for entry in jardin.legal_moves(position)] == ["-"]


# --- J7: lantern ---------------------------------------------------------------------------------


def test_j7_a_lantern_on_earth_is_worth_three() -> None:
    assert points("lantern", "L33") == 3


@pytest.mark.parametrize("other", ["34", "35", "36", "44", "54", "45", "63", "23"])
def test_j7_lanterns_nearer_than_four_steps_cancel_each_other(other: str) -> None:
    assert points("lantern", f"L33 L{other}") == 0


@pytest.mark.parametrize("other", ["55", "46", "64", "66", "51", "11"])
def test_j7_lanterns_four_steps_apart_score_both(other: str) -> None:
    assert points("lantern", f"L33 L{other}") == 6


def test_j7_each_lantern_is_judged_by_itself() -> None:
    assert points("lantern", "L11 L14 L66") == 3


def test_j7_a_wet_lantern_does_not_score() -> None:
    assert points("lantern", "L33", ("33",)) == 0


def test_j7_wet_lantern_still_cancels_a_dry_one() -> None:
    assert points("lantern", "L33 L35", ("33",)) == 0


def test_j7_steps_are_counted_across_water() -> None:
    assert points("lantern", "L33 L36", ("34 35",)) == 0


# --- J8: bamboo ----------------------------------------------------------------------------------


def test_j8_bamboos_side_by_side_are_worth_two_each() -> None:
    assert points("bamboo", "B33 B34") == 4
    assert points("bamboo", "B33 B34 B35") == 6


@pytest.mark.parametrize("others", ["", " B44", " B35", " R34", " B36 B31"])
def test_j8_a_bamboo_without_one_at_its_side_is_worth_nothing(others: str) -> None:
    assert points("bamboo", "B33" + others) == 0


def test_j8_a_wet_bamboo_does_not_score_but_keeps_a_dry_one_company() -> None:
    assert points("bamboo", "B33 B34", ("34",)) == 2


def test_j8_the_row_ends_at_the_edge() -> None:
    assert points("bamboo", "B16 B21") == 0


# --- J9: tree ------------------------------------------------------------------------------------


def test_j9_a_tree_of_autumn_or_winter_is_worth_one_and_a_later_one_two() -> None:
    assert points("tree", "t11") == 1
    assert points("tree", "T11") == 2
    assert points("tree", "t11 t12 T13") == 4


def test_j9_a_wet_tree_is_worth_nothing() -> None:
    assert points("tree", "t11 T12", ("11 12",)) == 0


@pytest.mark.parametrize(
    ("clock", "letter"),
    [("1", "t"), ("3", "t"), ("4", "t"), ("6", "t"), ("7", "T"), ("9", "T"), ("10", "T")],
)
def test_j9_spring_begins_with_turn_seven(clock: str, letter: str) -> None:
    position = sheet("t11", clock=clock)
    drawn = play(position, "1:T12+T13", "133")
    assert [drawn.decoration_at(space) for space in (0, 1, 2)] == ["t", letter, letter]
    pruned = play(position, "*T66", "133")
    assert [pruned.decoration_at(space) for space in (0, 35)] == ["t", letter]


# --- J10: rock -----------------------------------------------------------------------------------


def test_j10_a_rock_is_worth_one_on_earth_and_two_on_water() -> None:
    assert points("rock", "R33") == 1
    assert points("rock", "R33", ("33",)) == 2


@pytest.mark.parametrize("other", ["22", "23", "24", "32", "34", "42", "43", "44"])
@pytest.mark.parametrize("ponds", [(), ("33",)])
def test_j10_rocks_around_each_other_are_worth_nothing(other: str, ponds: tuple[str, ...]) -> None:
    assert points("rock", f"R33 R{other}", ponds) == 0


def test_j10_rocks_two_spaces_apart_score_both() -> None:
    assert points("rock", "R33 R35 R53") == 3


def test_j10_the_row_ends_at_the_edge() -> None:
    assert points("rock", "R16 R21 R36 R41") == 4


# --- J11: moss -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pond", "value"),
    [("11", 0), ("23", 1), ("23 24 34", 2), ("23 24 34 44 43", 3), ("22", 0), ("44", 0)],
)
def test_j11_moss_is_worth_the_water_at_its_sides(pond: str, value: int) -> None:
    assert points("moss", "M33", (pond,)) == value


def test_j11_water_of_two_ponds_counts_for_one_moss() -> None:
    assert points("moss", "M33", ("32", "34")) == 2


def test_j11_wet_moss_is_worth_nothing() -> None:
    assert points("moss", "M33", ("33 34 43",)) == 0


# --- J12: bridge ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pond", ["33", "33 34 35", "23 33 43", "32 33 34"])
def test_j12_a_bridge_on_water_joins_earth_along_a_row_or_a_column(pond: str) -> None:
    assert points("bridge", "=33", (pond,)) == 1


@pytest.mark.parametrize("pond", ["33 34 43", "32 33 43", "23 33 34 43", "23 32 33 34 43"])
def test_j12_a_bridge_with_water_at_one_end_of_each_axis_joins_nothing(pond: str) -> None:
    assert points("bridge", "=33", (pond,)) == 0


@pytest.mark.parametrize(
    ("bridge", "pond", "value"),
    [
        ("=31", "31 32", 1),  # along the west edge, north to south
        ("=31", "31 41", 0),  # west of it the garden ends
        ("=13", "13 23", 1),
        ("=13", "13 14", 0),
        ("=11", "11", 0),  # a corner has no opposite neighbours
        ("=66", "66", 0),
    ],
)
def test_j12_both_ends_lie_inside_the_garden(bridge: str, pond: str, value: int) -> None:
    assert points("bridge", bridge, (pond,)) == value


def test_j12_the_row_ends_at_the_edge() -> None:
    """West of 31 comes nothing, though 26 is the space before it in reading order."""
    assert points("bridge", "=31", ("21 31 41",)) == 0


def test_j12_earth_at_both_ends_may_be_decorated() -> None:
    assert points("bridge", "=33 R23 R43", ("32 33 34",)) == 1


def test_j12_a_dry_bridge_is_worth_nothing() -> None:
    assert points("bridge", "=33") == 0
    assert points("bridge", "=33", ("22",)) == 0


def test_j12_bridges_side_by_side_are_worth_nothing() -> None:
    assert points("bridge", "=33 =34", ("33 34",)) == 0


def test_j12_a_dry_bridge_still_cancels_a_wet_one() -> None:
    assert points("bridge", "=33 =34", ("33",)) == 0


def test_j12_bridges_corner_to_corner_do_not_disturb_each_other() -> None:
    assert points("bridge", "=33 =44", ("33",)) == 1


@pytest.mark.parametrize(
    ("bridges", "value"),
    [
        ("", 0),
        ("=22", 1),
        ("=22 =24", 4),
        ("=22 =24 =26", 9),
        ("=22 =24 =26 =51", 15),
        ("=22 =24 =26 =51 =53", 15),
        ("=22 =24 =26 =51 =53 =55", 15),
    ],
)
def test_j12_four_bridges_are_worth_fifteen_and_more_no_more(bridges: str, value: int) -> None:
    ponds = ("21 22 23 24 25 26", "51 52 53 54 55 56")
    assert points("bridge", bridges, ponds) == value
    assert len(jardin.scoring_spaces(sheet(bridges, ponds))["bridge"]) == len(bridges.split())


# --- J13: pond points ----------------------------------------------------------------------------


def test_j13_each_pond_is_worth_three_whatever_its_size() -> None:
    assert points("pond") == 0
    assert points("pond", ponds=("11 12 13 14",)) == 3
    assert points("pond", ponds=("11", "", "66")) == 6
    assert points("pond", ponds=("11", "16", "61", "66 65")) == 12


# --- J14: penalties ------------------------------------------------------------------------------


def test_j14_each_bare_earth_space_costs_one() -> None:
    assert points("penalty") == -36
    assert points("penalty", "R11 R13") == -34


def test_j14_bare_water_costs_nothing() -> None:
    assert points("penalty", full_but("33 34"), ("33 34",)) == 0


@pytest.mark.parametrize("letter", ["L", "B", "t", "T", "M"])
def test_j14_wet_lantern_bamboo_tree_or_moss_costs_one(letter: str) -> None:
    assert points("penalty", full_but("33") + f" {letter}33", ("33",)) == -1


@pytest.mark.parametrize("letter", ["R", "="])
def test_j14_wet_rock_or_bridge_costs_nothing(letter: str) -> None:
    assert points("penalty", full_but("33") + f" {letter}33", ("33",)) == 0


def test_j14_a_dry_bridge_costs_one_and_not_two() -> None:
    assert points("penalty", full_but("33") + " =33") == -1


def test_j14_a_decoration_that_merely_fails_costs_nothing() -> None:
    garden = sheet(full_but("11 12 14 66") + " L11 L12 B14 M66")
    breakdown = jardin.score(garden)
    assert breakdown.lantern == breakdown.bamboo == breakdown.moss == breakdown.rock == 0
    assert breakdown.penalty == breakdown.total == 0


def test_j14_a_wet_bridge_that_fails_costs_nothing() -> None:
    assert points("penalty", full_but("11") + " =11", ("11",)) == 0
    assert points("bridge", full_but("11") + " =11", ("11",)) == 0


# --- J15: players --------------------------------------------------------------------------------


def test_j15_the_highest_total_wins() -> None:
    sheets = [sheet("R11"), sheet("R11 R13"), sheet()]
    assert jardin.standings(sheets) == [2, 1, 3]


def test_j15_a_tie_goes_to_whoever_pruned_less() -> None:
    sheets = [sheet("R11", prunings=2), sheet("R66", prunings=1), sheet("R33", prunings=3)]
    assert jardin.standings(sheets) == [2, 1, 3]


def test_j15_more_points_beat_fewer_prunings() -> None:
    assert jardin.standings([sheet("R11", prunings=0), sheet("R11 R13", prunings=3)]) == [2, 1]


def test_j15_equal_points_and_prunings_share_a_place() -> None:
    sheets = [sheet(), sheet("R11", prunings=1), sheet("R66", prunings=1)]
    assert jardin.standings(sheets) == [3, 1, 1]


def test_j15_any_number_of_players_is_ranked() -> None:
    assert jardin.standings([]) == []
    assert jardin.standings([sheet()]) == [1]
    assert jardin.standings(7 * [sheet()]) == 7 * [1]


# --- J16: solo ranks -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "rank"),
    [
        *[(-36, 0), (0, 0), (19, 0)],
        *[(20, 1), (30, 1)],
        *[(31, 2), (40, 2)],
        *[(41, 3), (50, 3)],
        *[(51, 4), (60, 4)],
        *[(61, 5), (100, 5)],
    ],
)
def test_j16_the_rank_follows_from_the_points(total: int, rank: int) -> None:
    assert jardin.solo_rank(total) == rank


def test_j16_there_are_six_ranks_from_mushin_to_yugen() -> None:
    names = jardin.solo_rank_names
    assert len(set(names)) == 6
    assert (names[0], names[-1]) == ("Mushin", "Yugen")
