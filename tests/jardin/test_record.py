"""Records of games: read back as they were written, and each damaged line refused by its number."""

import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niwashi import IllegalMove, InvalidText, jardin
from tests.jardin import BARE, full_but, sheet
from tests.jardin.strategies import faces_texts, mutated, random_step, seeds
from tests.reference import jardin as reference

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))
IDS = [path.stem for path in GOLDEN]

steady = settings(derandomize=True, deadline=None, max_examples=60)

HEADER = f"""\
niwashi jardin record 1
player: Aki
faces: LBTRM=
start: {BARE} {BARE} 1 0

"""

GAME = (
    HEADER
    + """\
1   125  5:L53+B25      -31
2   366  *T11           -29
3   124  2:L22+R12      -23
3p  -    ~64,65         -18
4   556  *M66           -16
"""
)


def lines_of(text: str) -> list[str]:
    """The lines of a record but for its comments."""
    return [line for line in text.splitlines() if not line.startswith("#")]


def random_record(seed: int, plies: int, faces: str, player: str) -> jardin.Record:
    rng = random.Random(seed)
    position = start = jardin.Position()
    dice: list[jardin.Roll] = []
    moves: list[jardin.Move] = []
    for _ in range(plies):
        if position.is_pond_decision:
            after = random_step(position, rng, faces)
            traced = after.ponds[position.season]
            moves.append(jardin.Move.pond(traced) if traced else jardin.Move.from_text("-"))
        else:
            dice.append(jardin.Roll.from_text("".join(rng.choices("123456", k=3)), faces))
            moves.append(rng.choice(jardin.legal_moves(position, dice[-1])))
        position = jardin.replay(position, dice[-1:], moves[-1:])[0].after
    return jardin.Record(tuple(jardin.replay(start, dice, moves)), player, faces)


# --- Round trips ---------------------------------------------------------------------------------


@given(
    seeds,
    st.integers(0, 16),
    faces_texts,
    st.sampled_from(["", "Aki", "Ren & Yū", "a: b", "# 1", "1 125 X 0"]),
)
@steady
def test_a_record_comes_back_as_it_was_written(
    seed: int, plies: int, faces: str, player: str
) -> None:
    record = random_record(seed, plies, faces, player)
    again = jardin.Record.from_text(record.to_text())
    assert again == record
    assert again.to_text() == record.to_text()
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_record_tells_where_it_stands() -> None:
    record = jardin.Record.from_text(GAME)
    assert record.player == "Aki"
    assert record.start == jardin.Position()
    assert jardin.dice_to_text(record.dice) == "125 366 124 556"
    assert [move.to_text() for move in record.moves] == [
        *("5:L53+B25", "*T11", "2:L22+R12", "~64,65", "*M66")
    ]
    assert record.position == sheet("L53 B25 t11 L22 R12 M66", ("64 65",), "5", 2)
    assert record.to_text() == GAME


def test_a_new_record_stands_at_its_start() -> None:
    assert jardin.Record().position == jardin.Position()
    assert jardin.Record(start=sheet("L11", clock="5")).position == sheet("L11", clock="5")
    assert jardin.Record.from_text(jardin.Record().to_text()) == jardin.Record()


def test_header_fields_may_be_left_out_or_come_in_any_order() -> None:
    plies = GAME.removeprefix(HEADER)
    first = "niwashi jardin record 1\n"
    whole = jardin.Record.from_text(GAME)
    assert jardin.Record.from_text(first + plies).steps == whole.steps
    assert jardin.Record.from_text(first + "faces: LBTRM=\nplayer: Aki\n" + plies) == whole


def test_a_record_may_start_anywhere() -> None:
    start = sheet(full_but("66"), clock="12", prunings=2)
    text = f"niwashi jardin record 1\nstart: {start.to_text()}\n12 125 *M66 36\n12p - - 36\n"
    with pytest.raises(InvalidText, match="line 3: score '36', but the garden is worth 0"):
        jardin.Record.from_text(text)
    record = jardin.Record.from_text(text.replace(" 36\n", " 0\n"))
    assert record.start == start
    assert record.position.is_over


def test_blank_lines_comments_and_foreign_line_ends_are_passed_over() -> None:
    spaced = GAME.replace("\n", "\n\n# a remark\n   # another\n")
    assert jardin.Record.from_text(spaced) == jardin.Record.from_text(GAME)
    assert jardin.Record.from_text(GAME.replace("\n", "\r\n")) == jardin.Record.from_text(GAME)
    assert jardin.Record.from_text(GAME.replace("  ", "\t")) == jardin.Record.from_text(GAME)


def test_a_seed_says_what_the_dice_to_come_are_thrown_from() -> None:
    assert jardin.Record.from_text(GAME).seed is None
    seeded = GAME.replace("\n\n", "\nseed: 18446744073709551615\n\n", 1)
    assert jardin.Record.from_text(seeded).seed == 2**64 - 1
    assert jardin.Record.from_text(seeded).to_text() == seeded


def test_a_file_may_hold_the_records_of_several_players() -> None:
    other = GAME.replace("Aki", "Ren")
    assert jardin.records_from_text(GAME) == [jardin.Record.from_text(GAME)]
    assert [record.player for record in jardin.records_from_text(f"{GAME}\n{other}")] == [
        *("Aki", "Ren")
    ]
    lines = len(GAME.splitlines())
    with pytest.raises(InvalidText, match=f"record: line {lines + 6}: "):
        jardin.records_from_text(GAME + other.replace("125", "127"))
    with pytest.raises(InvalidText, match="the first line is not"):
        jardin.records_from_text("")


# --- Damage --------------------------------------------------------------------------------------

PLIES = {1: 6, 2: 7, 3: 8, 4: 9, 5: 10}  # the line of each ply of GAME


def damaged(line: int, new: str | None) -> str:
    """The game with one line replaced, or taken out."""
    lines = GAME.splitlines()
    lines[line - 1 : line] = [] if new is None else [new]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# nothing\n", damaged(1, None), damaged(1, "niwashi jardin record 2")]
)
def test_a_text_without_the_first_line_is_no_record(text: str) -> None:
    with pytest.raises(
        InvalidText, match=r"^record: the first line is not 'niwashi jardin record 1'$"
    ):
        jardin.Record.from_text(text)


@pytest.mark.parametrize(
    ("line", "new", "message"),
    [
        (2, "players: Aki", "unknown field 'players'"),
        (2, "p\u202e: Aki", "unknown field 'p\\u202e'"),
        (3, "player: Ren", "field 'player' for the second time"),
        (3, "faces: LBTRMM", "faces: 'LBTRMM' does not name each"),
        (3, "faces:", "faces: '' does not name each"),
        (4, "start: nowhere", "position: 1 fields"),
        (4, "seed: -1", "seed: '-1' is not a number"),
        (4, "seed: 18446744073709551616", "seed: '18446744073709551616' is not a number"),
        (4, f"start: {BARE} {BARE} 17 0", "position: clock '17'"),
        (6, "1 125 5:L53+B25", "3 columns, not 4"),
        (6, "1 125 5:L53 +B25 -31", "5 columns, not 4"),
        (6, "Aki 125 5:L53+B25 -31", "clock 'Aki' where 1 comes next"),
        (6, "2 125 5:L53+B25 -31", "clock '2' where 1 comes next"),
        (6, "01 125 5:L53+B25 -31", "clock '01' where 1 comes next"),
        (6, "1 127 5:L53+B25 -31", "roll: '127' has a die that shows '7'"),
        (6, "1 12 5:L53+B25 -31", "roll: '12' is not three dice"),
        (6, "1 - 5:L53+B25 -31", "roll: one is needed at turn 1"),
        (6, "1 125 5:L53+B2 -31", "move: '5:L53+B2' has no space"),
        (6, "1 125 5:L53+R25 -31", "5:L53+R25 is not legal: roll 125 does not give it"),
        (6, "1 125 5:L66+B25 -31", "5:L66+B25 is not legal: space 66 is not in row or column 5"),
        (6, "1 125 - -36", "- is not legal: a roll is drawn now"),
        (6, "1 125 X -36", "X is not legal: something can be drawn"),
        (6, "1 125 5:L53+B25 31", "score '31', but the garden is worth -31"),
        (6, "1 125 5:L53+B25 -31.0", "score '-31.0', but the garden is worth -31"),
        (6, "1 125 5:L53+B25 ten", "score 'ten', but the garden is worth -31"),
        (8, "3 124 2:L25+R12 -28", "2:L25+R12 is not legal: space 25 is not empty"),
        (9, "3p 125 ~64,65 -23", "roll: none is drawn at the pond decision 3p"),
        (9, "3p - ~64,65,65 -18", "move: '~64,65,65' names space 65 twice"),
        (9, "3p - ~64,66 -23", "~64,66 is not legal: the pond is not connected"),
        (9, "3p - ~22,23,24,32,34,42,43,44 -23", "is not legal: the pond encloses earth"),
        (9, "3p - X -23", "X is not legal: a pond decision comes next"),
    ],
)
def test_a_damaged_line_is_refused_by_its_number(line: int, new: str, message: str) -> None:
    with pytest.raises((InvalidText, IllegalMove)) as caught:
        jardin.Record.from_text(damaged(line, new))
    assert str(caught.value).startswith(f"record: line {line}: ")
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_lost_line_is_noticed_at_the_next_one() -> None:
    for line in (6, 7, 8, 9):
        with pytest.raises(InvalidText, match=f"^record: line {line}: clock"):
            jardin.Record.from_text(damaged(line, None))


def test_exchanged_lines_are_noticed_at_the_first_of_them() -> None:
    lines = GAME.splitlines()
    lines[6], lines[7] = lines[7], lines[6]
    with pytest.raises(InvalidText, match=r"^record: line 7: clock '3' where 2 comes next"):
        jardin.Record.from_text("\n".join(lines))


def test_lines_are_numbered_as_an_editor_shows_them() -> None:
    text = "# a remark\n\n" + damaged(9, "\n3p - ~64,65 0")
    with pytest.raises(InvalidText, match=r"^record: line 12: score '0', but"):
        jardin.Record.from_text(text)


@pytest.mark.parametrize("ply", ["end - - -36", "end 125 *L11 -36", "13 125 *L11 -36"])
def test_nothing_is_recorded_after_the_end(ply: str) -> None:
    text = f"niwashi jardin record 1\nstart: {BARE} {BARE} end 0\n{ply}\n"
    with pytest.raises((InvalidText, IllegalMove), match=r"^record: line 3: "):
        jardin.Record.from_text(text)


@given(st.sampled_from(sorted(PLIES.values())), seeds)
@settings(steady, max_examples=300)
def test_a_ply_with_characters_changed_is_refused_by_its_number_or_still_true(
    line: int, seed: int
) -> None:
    text = damaged(line, mutated(GAME.splitlines()[line - 1], seed))
    try:
        record = jardin.Record.from_text(text)
    except (InvalidText, IllegalMove) as error:
        message = str(error)
    else:
        assert jardin.Record.from_text(record.to_text()) == record
        return
    assert message.startswith("record: line ")
    assert message.isprintable()


# --- Recorded games ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=IDS)
def test_a_recorded_game_is_replayed_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = jardin.Record.from_text(text)
    assert record.position.is_over
    assert record.to_text().splitlines() == lines_of(text)
    plies = [line.split() for line in lines_of(text)[5:]]
    position = record.start
    for step, (clock, roll, move, score) in zip(record.steps, plies, strict=True):
        assert position == step.before
        assert position.clock == clock
        rolled = None if roll == "-" else jardin.Roll.from_text(roll, record.faces)
        assert jardin.Move.from_text(move) in jardin.legal_moves(position, rolled)
        position = jardin.apply(position, jardin.Move.from_text(move), rolled)
        assert str(jardin.score(position).total) == score
    assert position == record.position


@pytest.mark.parametrize("path", GOLDEN, ids=IDS)
def test_the_reference_plays_a_recorded_game_to_the_same_scores(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    faces = jardin.Record.from_text(text).faces
    garden = reference.start()
    for line in lines_of(text)[5:]:
        clock, roll, move, score = line.split()
        assert garden.clock == clock
        garden = reference.apply(garden, None if roll == "-" else roll, move, faces)
        assert reference.score(garden)["total"] == int(score)


def test_the_recorded_games_have_a_move_of_each_kind() -> None:
    records = [jardin.Record.from_text(path.read_text(encoding="utf-8")) for path in GOLDEN]
    assert len(records) >= 4
    kinds = {move.kind for record in records for move in record.moves}
    assert kinds == set(jardin.MoveKind)


def test_the_recorded_games_have_other_faces_and_a_good_garden() -> None:
    records = [jardin.Record.from_text(path.read_text(encoding="utf-8")) for path in GOLDEN]
    assert {record.faces for record in records} > {jardin.standard_faces}
    assert max(jardin.score(record.position).total for record in records) >= 70
