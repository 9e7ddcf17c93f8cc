"""The texts of positions, moves, rolls, dice and faces: round trips, and each refusal by name."""

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from niwashi import InvalidText, jardin
from tests.jardin import BARE, full_but, position_text
from tests.jardin.strategies import (
    CLOCKS,
    faces_texts,
    mutated,
    position_texts,
    roll_texts,
    seeds,
)
from tests.reference import jardin as reference

SAMPLE = "....../.L..=./..R.../....../.t..B./.....M ....../...11./....../....../....../...... 4 0"

steady = settings(derandomize=True, deadline=None, max_examples=200)

#: Anything a reader may be handed, and what is a little likelier to get past its first checks.
any_text = st.text(max_size=120) | st.text("./ 0123LBtTRM=*X~-,:+p\n", max_size=60)

READERS = {
    "position": jardin.Position.from_text,
    "move": jardin.Move.from_text,
    "roll": jardin.Roll.from_text,
    "dice": jardin.dice_from_text,
    "faces": jardin.chance_outcomes,
    "record": jardin.Record.from_text,
}


def refusal(read: Callable[[str], object], text: str) -> str:
    """The message of the InvalidText that `read` raises: one line that can be shown to a player."""
    with pytest.raises(InvalidText) as caught:
        read(text)
    message = str(caught.value)
    assert message
    assert message.isprintable()
    return message


# --- Positions -----------------------------------------------------------------------------------


def test_the_start_is_written_bare_at_turn_one() -> None:
    assert jardin.Position().to_text() == f"{BARE} {BARE} 1 0"
    assert jardin.Position.from_text(f"{BARE} {BARE} 1 0") == jardin.Position()


def test_a_position_is_read_space_by_space() -> None:
    position = jardin.Position.from_text(SAMPLE)
    marks = {space: position.decoration_at(space) for space in range(36)}
    assert {space: mark for space, mark in marks.items() if mark} == {
        7: "L",
        10: "=",
        14: "R",
        25: "t",
        28: "B",
        35: "M",
    }
    assert position.ponds == [[9, 10], [], [], []]
    assert (position.clock, position.turn, position.prunings) == ("4", 4, 0)
    assert str(position) == position.to_text() == SAMPLE
    assert repr(position) == f"Position('{SAMPLE}')"


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("prunings", range(4))
def test_every_clock_and_every_pruning_is_read_and_written(clock: str, prunings: int) -> None:
    text = f"{BARE} {BARE} {clock} {prunings}"
    position = jardin.Position.from_text(text)
    assert position.to_text() == text
    assert (position.clock, position.prunings) == (clock, prunings)


@given(position_texts())
@steady
def test_a_position_text_comes_back_letter_by_letter(text: str) -> None:
    assert jardin.Position.from_text(text).to_text() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position: 1 fields separated by single spaces, not 4"),
        (f"{BARE} {BARE} 1", "position: 3 fields"),
        (f"{BARE} {BARE} 1 0 ", "position: 5 fields"),
        (f" {BARE} {BARE} 1 0", "position: 5 fields"),
        (f"{BARE}  {BARE} 1 0", "position: 5 fields"),
        (f"{BARE}\t{BARE} 1 0", "position: 3 fields"),
        (f"{BARE}/...... {BARE} 1 0", "position: decorations have 7 rows, not 6"),
        (f"{BARE[:-7]} {BARE} 1 0", "position: decorations have 5 rows, not 6"),
        (f"{BARE} {BARE}/...... 1 0", "position: ponds have 7 rows, not 6"),
        (f"{BARE} {BARE[:-7]} 1 0", "position: ponds have 5 rows, not 6"),
        (f".{BARE} {BARE} 1 0", "position: row 1 has 7 spaces"),
        (f"{BARE[:-1]} {BARE} 1 0", "position: row 6 has 5 spaces"),
        (f"{BARE} {BARE}. 1 0", "position: row 6 of the ponds has 7 spaces"),
        (f"{BARE} {BARE[1:]} 1 0", "position: row 1 of the ponds has 5 spaces"),
        (f"....../..x.../{BARE[14:]} {BARE} 1 0", "position: space 23 holds unknown letter 'x'"),
        (f"b{BARE[1:]} {BARE} 1 0", "position: space 11 holds unknown letter 'b'"),
        (f"\0{BARE[1:]} {BARE} 1 0", "position: space 11 holds unknown letter '?'"),
        (f"{BARE} {BARE[:-1]}5 end 0", "position: space 66 of the ponds holds unknown letter '5'"),
        (f"{BARE} {BARE[:-1]}0 end 0", "position: space 66 of the ponds holds unknown letter '0'"),
        (f"{BARE} {BARE} 0 0", "position: clock '0' is not 1 to 12, 3p, 6p, 9p, 12p or end"),
        (f"{BARE} {BARE} 13 0", "position: clock '13' is not"),
        (f"{BARE} {BARE} 4p 0", "position: clock '4p' is not"),
        (f"{BARE} {BARE} 01 0", "position: clock '01' is not"),
        (f"{BARE} {BARE} END 0", "position: clock 'END' is not"),
        (f"{BARE} {BARE} {'9' * 80} 0", f"position: clock '{'9' * 40}...' is not"),
        (f"{BARE} {BARE} 1 4", "position: prunings '4' is not 0 to 3"),
        (f"{BARE} {BARE} 1 -1", "position: prunings '-1' is not 0 to 3"),
        (f"{BARE} {BARE} 1 ", "position: prunings '' is not 0 to 3"),
        (f"{BARE} {BARE} 1 0\n", "position: prunings '0?' is not 0 to 3"),
        (f"{BARE} {BARE} 1 00", "position: prunings '00' is not 0 to 3"),
    ],
)
def test_a_position_of_the_wrong_shape_or_letter_is_refused(text: str, message: str) -> None:
    assert refusal(jardin.Position.from_text, text).startswith(message)


@pytest.mark.parametrize(
    ("ponds", "clock", "message"),
    [
        (("22 23 24 32 34 42 43 44",), "end", "position: pond 1 encloses earth"),
        (("", "22 21 31 41 42 43 33"), "end", "position: pond 2 encloses earth"),
        (("33 35",), "end", "position: pond 1 is not connected"),
        (("", "", "33 44"), "end", "position: pond 3 is not connected"),
        (("33", "44"), "end", "position: pond 2 touches another pond at space 44"),
        (("33", "", "34"), "end", "position: pond 3 touches another pond at space 34"),
        (("33", "", "", "11 12 22"), "end", "position: pond 4 touches another pond at space 22"),
        (("33",), "1", "position: pond 1 is traced before the end of autumn (clock 1)"),
        (("33",), "3p", "position: pond 1 is traced before the end of autumn (clock 3p)"),
        (("", "33"), "6p", "position: pond 2 is traced before the end of winter (clock 6p)"),
        (("", "", "33"), "9", "position: pond 3 is traced before the end of spring (clock 9)"),
        (("", "", "", "33"), "12p", "position: pond 4 is traced before the end of summer"),
    ],
)
def test_a_position_with_water_no_player_could_trace_is_refused(
    ponds: tuple[str, ...], clock: str, message: str
) -> None:
    text = position_text(ponds=ponds, clock=clock)
    assert refusal(jardin.Position.from_text, text).startswith(message)


@pytest.mark.parametrize(
    ("clock", "season"), [("4", 1), ("6p", 1), ("7", 2), ("10", 3), ("end", 4)]
)
def test_a_pond_may_be_there_as_soon_as_its_season_is_over(clock: str, season: int) -> None:
    ponds = ["" for _ in range(season - 1)] + ["33"]
    assert jardin.Position.from_text(position_text(ponds=ponds, clock=clock)).water == [14]


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_tree_of_spring_or_summer_waits_for_turn_seven_to_be_drawn(clock: str) -> None:
    text = position_text("T12", clock=clock)
    if CLOCKS.index(clock) > CLOCKS.index("7"):
        assert jardin.Position.from_text(text).late_trees == [1]
    else:
        assert refusal(jardin.Position.from_text, text) == (
            "position: space 12 holds a tree of spring or summer (T) before turn 7 is drawn"
        )


def test_neither_reachability_nor_the_number_of_decorations_is_checked() -> None:
    crowded = position_text(full_but("", "L"), clock="1")
    assert jardin.Position.from_text(crowded).to_text() == crowded


# --- Moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5:L53+B25", "5:L53+B25"),
        ("5:B25+L53", "5:L53+B25"),
        ("5:=53+M25", "5:M25+=53"),
        ("1:R16+R12", "1:R12+R16"),
        ("1:R12+R16", "1:R12+R16"),
        ("*L66", "*L66"),
        ("X", "X"),
        ("-", "-"),
        ("~33", "~33"),
        ("~22,12,11", "~11,12,22"),
    ],
)
def test_a_move_is_read_in_any_order_and_written_in_one(text: str, canonical: str) -> None:
    move = jardin.Move.from_text(text)
    assert move.to_text() == str(move) == canonical
    assert move == jardin.Move.from_text(canonical)
    assert hash(move) == hash(jardin.Move.from_text(canonical))
    assert repr(move) == f"Move('{canonical}')"


def test_a_move_tells_what_it_does() -> None:
    draw = jardin.Move.from_text("5:B25+L53")
    assert (draw.kind, draw.location) == (jardin.MoveKind.DRAW, 5)
    assert draw.placings == [("L", 26), ("B", 10)]
    assert draw.spaces == [10, 26]
    prune = jardin.Move.from_text("*L66")
    assert (prune.kind, prune.location, prune.placings) == (
        jardin.MoveKind.PRUNE,
        None,
        [("L", 35)],
    )
    pond = jardin.Move.from_text("~12,11")
    assert (pond.kind, pond.location, pond.placings, pond.spaces) == (
        jardin.MoveKind.POND,
        None,
        [],
        [0, 1],
    )
    assert pond == jardin.Move.pond([1, 0])
    for text, kind in (("X", jardin.MoveKind.SKIP), ("-", jardin.MoveKind.NO_POND)):
        move = jardin.Move.from_text(text)
        assert (move.kind, move.spaces, move.placings) == (kind, [], [])


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param("1:L11+B12 1:L12+B11 2:L12+B21 *L11 *L12 *B11 X", id="a turn"),
        pytest.param("2:L21+L22 2:L21+B22 2:B21+B22 2:=21+=22", id="decorations before spaces"),
        pytest.param("1:L11+L12 1:L11+L13 1:L12+L13", id="spaces in reading order"),
        pytest.param("- ~11 ~11,12 ~11,12,13 ~11,13 ~11,21 ~12 ~12,13 ~13 ~66", id="ponds"),
    ],
)
def test_moves_have_one_order(texts: str) -> None:
    moves = [jardin.Move.from_text(text) for text in texts.split()]
    shuffled = random.Random(1).sample(moves, len(moves))
    assert sorted(shuffled) == moves
    for at, move in enumerate(moves):
        assert not move < move
        assert all(move < later and not later < move for later in moves[at + 1 :])


@given(st.lists(st.sets(st.integers(0, 35), min_size=1), min_size=2, max_size=8))
@steady
def test_ponds_are_ordered_as_their_lists_of_spaces_are(ponds: list[set[int]]) -> None:
    by_move = sorted(jardin.Move.pond(sorted(pond)) for pond in ponds)
    assert [move.spaces for move in by_move] == sorted(sorted(pond) for pond in ponds)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "move: '' is none of 5:L53+B25 (draw), *L66 (prune), X (skip)"),
        ("x", "move: 'x' is none of"),
        (" X", "move: ' X' is none of"),
        ("--", "move: '--' is none of"),
        ("X\n", "move: 'X?' is none of"),
        ("7:L53+B25", "move: '7:L53+B25' is none of"),
        ("0:L53+B25", "move: '0:L53+B25' is none of"),
        ("5L53+B25", "move: '5L53+B25' is none of"),
        ("5:L53", "move: '5:L53' draws 1 decoration where two are wanted"),
        ("5:L53+B25+R55", "move: '5:L53+B25+R55' draws 3 decorations where two are wanted"),
        ("5:L53+t25", "move: '5:L53+t25' wants one of L B T R M = and a space where 't25' stands"),
        ("5:+L53", "move: '5:+L53' wants one of L B T R M = and a space where '' stands"),
        ("5:L57+B25", "move: '5:L57+B25' has no space 11 to 66 after L"),
        ("5:L53+B", "move: '5:L53+B' has no space 11 to 66 after B"),
        ("*", "move: '*' wants one of L B T R M = and a space where '' stands"),
        ("*Z66", "move: '*Z66' wants one of L B T R M = and a space where 'Z66' stands"),
        ("*L0", "move: '*L0' has no space 11 to 66 after L"),
        ("*L661", "move: '*L661' has no space 11 to 66 after L"),
        ("~", "move: '~' has no space 11 to 66 where '' stands"),
        ("~11,", "move: '~11,' has no space 11 to 66 where '' stands"),
        ("~11, 12", "move: '~11, 12' has no space 11 to 66 where ' 12' stands"),
        ("~11,17", "move: '~11,17' has no space 11 to 66 where '17' stands"),
        ("~11,12,11", "move: '~11,12,11' names space 11 twice"),
    ],
)
def test_an_unreadable_move_is_refused(text: str, message: str) -> None:
    assert refusal(jardin.Move.from_text, text).startswith(message)


@pytest.mark.parametrize("spaces", [[36], [-1], [0, 99]])
def test_a_pond_of_spaces_outside_the_garden_is_no_move(spaces: list[int]) -> None:
    with pytest.raises(ValueError, match="a space is 0 to 35, not"):
        jardin.Move.pond(spaces)


# --- Rolls, dice and faces -----------------------------------------------------------------------


@given(roll_texts, faces_texts)
@steady
def test_a_roll_is_read_in_any_order_and_written_ascending(text: str, faces: str) -> None:
    roll = jardin.Roll.from_text(text, faces)
    assert roll.to_text() == str(roll) == "".join(sorted(text))
    assert roll == jardin.Roll.from_text(roll.to_text(), faces)
    assert hash(roll) == hash(jardin.Roll.from_text(roll.to_text(), faces))
    assert roll.decorations == "".join(faces[int(die) - 1] for die in sorted(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "roll: '' is not three dice, as in 125"),
        ("12", "roll: '12' is not three dice"),
        ("1255", "roll: '1255' is not three dice"),
        ("120", "roll: '120' has a die that shows '0', not 1 to 6"),
        ("712", "roll: '712' has a die that shows '7', not 1 to 6"),
        ("1 2", "roll: '1 2' has a die that shows ' ', not 1 to 6"),
        ("1\n2", "roll: '1?2' has a die that shows '?', not 1 to 6"),
    ],
)
def test_an_unreadable_roll_is_refused(text: str, message: str) -> None:
    assert refusal(jardin.Roll.from_text, text).startswith(message)


def test_a_dice_sequence_is_rolls_separated_by_blanks() -> None:
    dice = jardin.dice_from_text("  521 366\t124\r\n556 ")
    assert [roll.to_text() for roll in dice] == ["125", "366", "124", "556"]
    assert jardin.dice_to_text(dice) == "125 366 124 556"
    assert jardin.dice_from_text("") == jardin.dice_from_text(" \n") == []


@given(st.lists(roll_texts, max_size=20), faces_texts)
@steady
def test_a_dice_sequence_comes_back_roll_by_roll(texts: list[str], faces: str) -> None:
    dice = jardin.dice_from_text(" ".join(texts), faces)
    assert dice == [jardin.Roll.from_text(text, faces) for text in texts]
    assert jardin.dice_from_text(jardin.dice_to_text(dice), faces) == dice


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("125 36", "dice: roll 2: '36' is not three dice"),
        ("120", "dice: roll 1: '120' has a die that shows '0', not 1 to 6"),
        ("125 366 1247", "dice: roll 3: '1247' is not three dice"),
        ("125,366", "dice: roll 1: '125,366' is not three dice"),
    ],
)
def test_an_unreadable_roll_in_a_sequence_is_named_by_its_number(text: str, message: str) -> None:
    assert refusal(jardin.dice_from_text, text).startswith(message)


@pytest.mark.parametrize("faces", ["", "LBTRM", "LBTRM==", "LBTRMM", "LBtRM=", "LBTRM= ", "123456"])
def test_faces_that_do_not_name_each_decoration_once_are_refused(faces: str) -> None:
    message = f"faces: '{faces}' does not name each of L B T R M = once"
    assert refusal(lambda text: jardin.Roll.from_text("125", text), faces) == message
    assert refusal(lambda text: jardin.dice_from_text("125", text), faces) == message
    assert refusal(jardin.chance_outcomes, faces) == message


# --- Whatever the text ---------------------------------------------------------------------------


@pytest.mark.parametrize("read", READERS.values(), ids=READERS.keys())
@given(text=any_text)
@example(text="é1")
@example(text="x" + "é" * 40)
@example(text="\0")
@steady
def test_no_text_raises_anything_but_invalid_text(read: Callable[[str], object], text: str) -> None:
    message = ""
    try:
        read(text)
    except InvalidText as error:
        message = str(error)
    assert message.isprintable()


@pytest.mark.parametrize("read", READERS.values(), ids=READERS.keys())
def test_text_that_no_encoding_can_hold_is_invalid_text_too(read: Callable[[str], object]) -> None:
    """Python passes on command-line bytes that are no UTF-8 as lone surrogates."""
    with pytest.raises(InvalidText):
        read("\udcff")


@given(position_texts(), seeds)
@settings(steady, max_examples=250)
def test_a_damaged_position_is_read_or_refused_as_the_reference_does(text: str, seed: int) -> None:
    damaged = mutated(text, seed)
    try:
        expected = reference.write(reference.read(damaged))
    except ValueError:
        refusal(jardin.Position.from_text, damaged)
    else:
        assert jardin.Position.from_text(damaged).to_text() == expected


@given(
    st.sampled_from(["5:L53+B25", "1:R12+R16", "*L66", "X", "-", "~33", "~11,12,22,21,31"]), seeds
)
@settings(steady, max_examples=250)
def test_a_damaged_move_is_read_or_refused_as_the_reference_does(text: str, seed: int) -> None:
    damaged = mutated(text, seed)
    try:
        expected = reference.canonical_move(damaged)
    except ValueError:
        # A draw of two decorations on one space may be refused by the reader or by the rules.
        if not re.fullmatch(r"([1-6]):[LBTRM=](\d\d)\+[LBTRM=]\2", damaged):
            refusal(jardin.Move.from_text, damaged)
    else:
        assert jardin.Move.from_text(damaged).to_text() == expected


@given(roll_texts, seeds)
@steady
def test_a_damaged_roll_is_read_or_refused_as_the_reference_does(text: str, seed: int) -> None:
    damaged = mutated(text, seed)
    try:
        dice = reference.read_roll(damaged)
    except ValueError:
        refusal(jardin.Roll.from_text, damaged)
    else:
        assert jardin.Roll.from_text(damaged).locations == dice
