"""What holds for any game at any time, checked in random play; and the ponds as a sequence."""

import copy
import pickle
import random
from collections.abc import Sequence
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niwashi import IllegalMove, jardin
from tests.jardin import BARE, numbers, sheet
from tests.jardin.strategies import POND_CLOCKS, position_texts, random_step

steady = settings(derandomize=True, deadline=None, max_examples=100)

GAMES = 150

RULES = ("lantern", "bamboo", "tree", "rock", "moss", "bridge", "pond", "penalty")

Ply = tuple[jardin.Position, jardin.Roll | None, Sequence[jardin.Move]]


def random_faces(rng: random.Random) -> str:
    return "".join(rng.sample(jardin.standard_faces, 6))


@pytest.fixture(scope="module")
def plies() -> list[Ply]:
    """Every turn and pond decision of many random games, with the moves that were allowed."""
    plies: list[Ply] = []
    for game in range(GAMES):
        rng = random.Random(game)
        faces = random_faces(rng)
        position = jardin.Position()
        while not position.is_over:
            roll = None
            if not position.is_pond_decision:
                roll = jardin.Roll.from_text("".join(rng.choices("123456", k=3)), faces)
            moves = jardin.legal_moves(position, roll)
            plies.append((position, roll, moves))
            if roll is None:
                position = random_step(position, rng, faces)
            else:
                position = jardin.apply(position, rng.choice(moves), roll)
    return plies


@pytest.fixture(scope="module")
def turns(plies: list[Ply]) -> list[tuple[jardin.Position, jardin.Roll, Sequence[jardin.Move]]]:
    return [(position, roll, moves) for position, roll, moves in plies if roll is not None]


Turns = list[tuple[jardin.Position, jardin.Roll, Sequence[jardin.Move]]]


def test_a_game_has_twelve_turns_and_four_pond_decisions(plies: list[Ply], turns: Turns) -> None:
    assert len(plies) == 16 * GAMES
    assert len(turns) == 12 * GAMES


def test_legal_moves_are_sorted_unique_and_never_missing(turns: Turns) -> None:
    for _, _, moves in turns:
        assert len(moves) >= 1
        assert all(first < second for first, second in pairwise(moves))


def test_moves_are_counted_without_being_made(plies: list[Ply]) -> None:
    for position, roll, moves in plies:
        assert jardin.count_moves(position, roll) == len(moves)


def test_every_listed_move_can_be_played(turns: Turns) -> None:
    for position, roll, moves in turns[::40]:
        for move in moves:
            after = jardin.apply(position, move, roll)
            drawn = 36 - after.to_text()[:41].count(".")
            before = 36 - position.to_text()[:41].count(".")
            assert drawn - before == len(move.placings)
            assert after.prunings - position.prunings == (move.kind is jardin.MoveKind.PRUNE)
            assert all(after.decoration_at(space) is not None for space in move.spaces)


def test_no_move_is_left_at_the_end() -> None:
    end = sheet(clock="end")
    assert list(jardin.legal_moves(end)) == []
    assert jardin.count_moves(end) == 0


def test_a_roll_is_given_exactly_at_a_turn() -> None:
    roll = jardin.Roll.from_text("125")
    for function in (jardin.legal_moves, jardin.count_moves):
        with pytest.raises(IllegalMove, match="roll: one is needed at turn 4"):
            function(sheet(clock="4"))
        with pytest.raises(IllegalMove, match="roll: none is drawn at clock 3p"):
            function(sheet(clock="3p"), roll)


@pytest.mark.parametrize("function", [jardin.legal_moves, jardin.count_moves])
def test_no_roll_is_given_at_the_end(function: object) -> None:
    assert callable(function)
    with pytest.raises(IllegalMove, match="roll"):
        function(sheet(clock="end"), jardin.Roll.from_text("125"))


def test_it_is_the_dice_then_the_player_then_nobody(plies: list[Ply]) -> None:
    for position, roll, _ in plies:
        assert jardin.to_move(position) == (0 if roll is None else -1)
        assert position.is_pond_decision == (roll is None)
        assert not position.is_over
    assert jardin.to_move(sheet(clock="end")) == -2


def test_texts_and_pickles_come_back(plies: list[Ply]) -> None:
    for position, roll, moves in plies[::7]:
        assert jardin.Position.from_text(position.to_text()) == position
        assert pickle.loads(pickle.dumps(position)) == position
        if roll is None:
            continue
        assert pickle.loads(pickle.dumps(roll)) == roll
        for move in moves[::50]:
            assert jardin.Move.from_text(move.to_text()) == move
            assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("text", ["5:L53+B25", "*L66", "X", "~11,12,22", "-"])
def test_moves_of_every_kind_survive_a_pickle(text: str) -> None:
    assert pickle.loads(pickle.dumps(jardin.Move.from_text(text))).to_text() == text


def test_rolls_of_other_dice_survive_a_pickle() -> None:
    roll = jardin.Roll.from_text("125", "=MRTBL")
    again = pickle.loads(pickle.dumps(roll))
    assert (again, again.decorations) == (roll, "=MB")


def test_copies_are_equal_and_independent(turns: Turns) -> None:
    for position, roll, moves in turns[::50]:
        text = position.to_text()
        for twin in (copy.copy(position), copy.deepcopy(position)):
            assert twin == position
            assert hash(twin) == hash(position)
            jardin.apply(twin, moves[0], roll)
            assert twin.to_text() == position.to_text() == text


def test_positions_are_equal_if_and_only_if_their_texts_are(plies: list[Ply]) -> None:
    positions = [position for position, _, _ in plies]
    texts = [position.to_text() for position in positions]
    assert len(set(positions)) == len(set(texts))
    for one, other in pairwise(range(0, len(positions), 3)):
        assert (positions[one] == positions[other]) == (texts[one] == texts[other])


def test_positions_compare_unequal_to_anything_else() -> None:
    assert jardin.Position() != jardin.Position().to_text()
    assert jardin.Roll.from_text("125") != "125"
    assert jardin.Move.from_text("-") != "-"


def test_an_illegal_move_leaves_the_position_as_it_was(plies: list[Ply]) -> None:
    for position, roll, moves in plies[::20]:
        text = position.to_text()
        illegal = "X" if len(moves) > 1 else "*L11"
        with pytest.raises(IllegalMove, match="is not legal") as caught:
            jardin.apply(position, jardin.Move.from_text(illegal), roll)
        assert str(caught.value).isprintable()
        assert position.to_text() == text


def test_nothing_can_be_set_on_a_position() -> None:
    position = jardin.Position()
    for name in ("clock", "prunings", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)


def test_the_breakdown_sums_to_the_total(plies: list[Ply]) -> None:
    for position, _, _ in plies:
        parts = jardin.score(position).as_dict()
        total = parts.pop("total")
        assert sum(parts.values()) == total


def test_the_breakdown_has_the_same_fields_as_its_dictionary() -> None:
    breakdown = jardin.score(sheet("L33 R11"))
    assert breakdown.as_dict() == {name: getattr(breakdown, name) for name in (*RULES, "total")}
    assert breakdown == jardin.score(sheet("L33 R11"))
    assert breakdown != jardin.score(sheet("L33"))


@given(position_texts())
@settings(steady, max_examples=200)
def test_the_scoring_spaces_account_for_the_points(text: str) -> None:
    position = jardin.Position.from_text(text)
    points = jardin.score(position)
    scoring = jardin.scoring_spaces(position)
    water = set(position.water)
    late = set(position.late_trees)
    assert points.lantern == 3 * len(scoring["lantern"])
    assert points.bamboo == 2 * len(scoring["bamboo"])
    assert points.tree == sum(2 if space in late else 1 for space in scoring["tree"])
    assert points.rock == sum(2 if space in water else 1 for space in scoring["rock"])
    assert len(scoring["moss"]) <= points.moss <= 3 * len(scoring["moss"])
    assert points.bridge == [0, 1, 4, 9, 15][min(len(scoring["bridge"]), 4)]
    assert points.penalty == -len(scoring["empty_earth"]) - len(scoring["misplaced"])
    letters = {"lantern": "L", "bamboo": "B", "tree": "T", "rock": "R", "moss": "M", "bridge": "="}
    for rule, letter in letters.items():
        assert set(scoring[rule]) <= set(position.spaces_of(letter))
    assert not set(scoring["empty_earth"]) & water
    assert all(position.decoration_at(space) is None for space in scoring["empty_earth"])
    assert all(position.decoration_at(space) is not None for space in scoring["misplaced"])


def test_the_same_seed_throws_the_same_dice() -> None:
    assert jardin.random_dice(7) == jardin.random_dice(7)
    assert jardin.random_dice(7, rolls=5) == jardin.random_dice(7)[:5]
    assert len(jardin.random_dice(7)) == 12
    assert jardin.random_dice(7) != jardin.random_dice(8)


def test_other_faces_leave_the_locations_of_random_dice_as_they_are() -> None:
    plain = jardin.random_dice(3, faces="LBTRM=")
    other = jardin.random_dice(3, faces="=MRTBL")
    assert [roll.locations for roll in plain] == [roll.locations for roll in other]
    assert plain != other


def test_random_dice_follow_the_weights_of_the_rolls() -> None:
    thrown = jardin.random_dice(1, rolls=21_600)
    for roll, weight in jardin.chance_outcomes():
        expected = 100 * weight
        assert abs(thrown.count(roll) - expected) < 6 * expected**0.5


# --- Replay --------------------------------------------------------------------------------------


def test_a_replay_names_the_move_that_is_not_legal() -> None:
    dice = jardin.dice_from_text("125 366")
    moves = [jardin.Move.from_text(text) for text in ("5:L53+B25", "*L66")]
    with pytest.raises(IllegalMove, match=r"^move 2 \(clock 2\): \*L66 is not legal: roll 366"):
        jardin.replay(jardin.Position(), dice, moves)


def test_a_replay_counts_rolls_by_turns_and_not_by_moves() -> None:
    dice = jardin.dice_from_text("125 366")
    moves = [jardin.Move.from_text(text) for text in ("*L11", "-", "*T12")]
    steps = jardin.replay(sheet(clock="3"), dice, moves)
    assert [step.roll and step.roll.to_text() for step in steps] == ["125", None, "366"]
    assert [step.before.clock for step in steps] == ["3", "3p", "4"]
    assert [step.after.clock for step in steps] == ["3p", "4", "5"]
    assert [step.score for step in steps] == [-32, -32, -30]


def test_a_replay_refuses_too_few_rolls_and_moves_after_the_end() -> None:
    prune, none = jardin.Move.from_text("*L11"), jardin.Move.from_text("-")
    with pytest.raises(ValueError, match="dice: 0 rolls, but move 1 needs one more"):
        jardin.replay(jardin.Position(), [], [prune])
    with pytest.raises(IllegalMove, match=r"move 2 \(clock end\).*the game is over"):
        jardin.replay(sheet(clock="12p"), [], [none, none])


def test_a_replay_of_nothing_has_no_steps() -> None:
    assert jardin.replay(jardin.Position(), jardin.random_dice(1), []) == []


# --- The sequence of ponds -----------------------------------------------------------------------

EMPTY = jardin.PondMoves(sheet(clock="3p"))


@pytest.mark.parametrize(
    ("size", "ponds"), [(1, 1), (2, 13), (3, 213), (4, 9349), (5, 1222363), (6, 487150371)]
)
def test_the_ponds_of_a_square_are_as_many_as_the_simple_cycles_of_a_grid(
    size: int, ponds: int
) -> None:
    corner = [6 * row + column for row in range(size) for column in range(size)]
    assert len(jardin.PondTable(corner)) == ponds
    shifted = [6 * row + column for row in range(6 - size, 6) for column in range(6 - size, 6)]
    assert len(jardin.PondTable(shifted)) == ponds


def test_the_empty_garden_has_487150372_pond_decisions() -> None:
    assert len(EMPTY) == jardin.count_moves(sheet(clock="3p")) == 487150372
    assert len(jardin.legal_moves(sheet(clock="3p"))) == 487150372
    assert len(jardin.PondTable()) == 487150371


def test_the_first_pond_decision_is_none_and_the_last_is_the_last_space() -> None:
    assert EMPTY[0].to_text() == "-"
    assert EMPTY[1].to_text() == "~11"
    assert EMPTY[-1].to_text() == EMPTY[487150371].to_text() == "~66"
    assert EMPTY[-487150372].to_text() == "-"


@pytest.mark.parametrize("index", [487150372, -487150373, 2**40])
def test_a_pond_decision_out_of_range_is_an_index_error(index: int) -> None:
    with pytest.raises(IndexError):
        EMPTY[index]
    with pytest.raises((IndexError, OverflowError, TypeError)):
        jardin.PondTable()[index]


def test_slices_of_pond_decisions_are_lists() -> None:
    assert [move.to_text() for move in EMPTY[:4]] == ["-", "~11", "~11,12", "~11,12,13"]
    assert [move.to_text() for move in EMPTY[-2:]] == [EMPTY[487150370].to_text(), "~66"]
    assert EMPTY[5:2] == []
    assert EMPTY[6:2:-2] == [EMPTY[6], EMPTY[4]]


def test_pond_decisions_are_made_one_at_a_time() -> None:
    assert list(islice(EMPTY, 100)) == EMPTY[:100]
    assert next(reversed(EMPTY)).to_text() == "~66"


@given(st.integers(0, 487150371))
@settings(steady, max_examples=500)
def test_the_nth_pond_decision_of_the_empty_garden_has_number_n(index: int) -> None:
    move = EMPTY[index]
    assert EMPTY.index(move) == index
    assert move in EMPTY
    assert index == 0 or jardin.is_pond_shape(move.spaces)


@given(st.lists(st.integers(0, 487150371), min_size=2, max_size=2, unique=True))
@settings(steady, max_examples=300)
def test_pond_decisions_are_in_the_order_of_their_spaces(pair: list[int]) -> None:
    one, other = sorted(pair)
    assert EMPTY[one] < EMPTY[other]
    assert EMPTY[one].spaces < EMPTY[other].spaces


@given(position_texts(POND_CLOCKS), st.integers(0, 2**40))
@steady
def test_pond_decisions_of_any_position_are_numbered_in_order(text: str, number: int) -> None:
    position = jardin.Position.from_text(text)
    moves = jardin.legal_moves(position)
    index = number % len(moves)
    window = list(moves[max(0, index - 10) : index + 10])
    assert all(first < second for first, second in pairwise(window))
    for move in window:
        assert moves[moves.index(move)] == move
        assert jardin.apply(position, move).clock != position.clock


def test_all_9349_ponds_of_a_corner_are_listed_once_and_in_order() -> None:
    table = jardin.PondTable([6 * row + column for row in range(4) for column in range(4)])
    ponds = [pond.spaces for pond in table]
    assert all(first < second for first, second in pairwise(ponds))
    assert len(ponds) == 9349
    assert all(jardin.is_pond_shape(pond) for pond in ponds)
    assert [table.index_of(jardin.Move.pond(pond)) for pond in ponds] == list(range(9349))


def test_only_legal_decisions_are_members() -> None:
    moves = jardin.legal_moves(sheet(ponds=("33",), clock="6p"))
    for text in ("-", "~11", "~11,12,13,14,15", "~35"):
        assert jardin.Move.from_text(text) in moves
    for text in ("~33", "~44", "~11,13", "X", "*L11", "5:L53+B25"):
        move = jardin.Move.from_text(text)
        assert move not in moves
        with pytest.raises(ValueError, match=r"\S"):
            moves.index(move)
    for thing in ("-", None, 3):
        assert thing not in moves


def test_a_number_is_searched_for_in_the_range_that_is_given() -> None:
    moves = EMPTY
    pond = moves[5]
    assert moves.index(pond, 5) == moves.index(pond, 0, 6) == moves.index(pond, 5, 6) == 5
    for start, stop in ((6, None), (0, 5), (7, 3)):
        with pytest.raises(ValueError, match="not in this range"):
            moves.index(pond, start, stop)


def test_a_range_may_be_counted_from_the_end_as_in_any_sequence() -> None:
    last = EMPTY[-1]
    assert EMPTY.index(last, -1) == len(EMPTY) - 1
    assert EMPTY.index(EMPTY[5], 0, -1) == 5
    with pytest.raises(ValueError, match="not in this range"):
        EMPTY.index(last, 0, -1)


def test_a_table_without_spaces_has_no_pond() -> None:
    assert len(jardin.PondTable([])) == 0
    assert list(jardin.PondTable([])) == []
    with pytest.raises(ValueError, match="a space is 0 to 35"):
        jardin.PondTable([36])


def test_a_pond_that_leaves_the_allowed_spaces_has_no_number() -> None:
    table = jardin.PondTable(numbers("11 12 13"))
    assert [pond.to_text() for pond in table] == [
        *("~11", "~11,12", "~11,12,13", "~12", "~12,13", "~13")
    ]
    for text in ("~21", "~11,21", "~11,13", "-", "X"):
        with pytest.raises(IllegalMove):
            table.index_of(jardin.Move.from_text(text))


def test_the_fixture_of_an_empty_garden_is_bare() -> None:
    """Guards the numbers above: they are those of a garden without water."""
    assert sheet(clock="3p").to_text() == f"{BARE} {BARE} 3p 0"
