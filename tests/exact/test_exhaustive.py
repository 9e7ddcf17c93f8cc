"""Exhaustive search, against brute force with the slow reference."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from niwashi import jardin
from niwashi._core.exact import exhaustive_search
from niwashi._core.search import Annealer
from tests.jardin import full_but, sheet
from tests.jardin.strategies import arbitrary_texts, faces_texts, seeds
from tests.reference import jardin as reference

steady = settings(derandomize=True, deadline=None, max_examples=25)

#: Two ponds that leave only the first two columns of three rows for another.
CRAMPED = ("14 24 34 44 54 53 52 51", "16 26 36 46 56 66")


def brute_force(
    garden: reference.Garden, dice: list[str], faces: str = "LBTRM="
) -> tuple[int, list[str], int]:
    """The best score, the first best line in the order of moves, and how many games there are."""
    if garden.clock == "end":
        return reference.score(garden)["total"], [], 1
    roll, rest = (None, dice) if reference.is_pond_clock(garden) else (dice[0], dice[1:])
    moves = [jardin.Move.from_text(text) for text in reference.legal_moves(garden, roll, faces)]
    best: tuple[int, list[str]] | None = None
    leaves = 0
    for move in sorted(moves):
        after = reference.apply(garden, roll, move.to_text(), faces)
        score, line, below = brute_force(after, rest, faces)
        leaves += below
        if best is None or score > best[0]:
            best = score, [move.to_text(), *line]
    assert best is not None
    return *best, leaves


def check(text: str, dice: list[str], faces: str = "LBTRM=") -> None:
    start = jardin.Position.from_text(text)
    rolls = [jardin.Roll.from_text(roll, faces) for roll in dice]
    found = exhaustive_search(start, rolls)
    assert found.complete
    score, line, leaves = brute_force(reference.read(text), dice, faces)
    assert (found.best.score, found.leaves) == (score, leaves)
    assert [move.to_text() for move in found.best.moves] == line
    steps = jardin.replay(start, rolls, found.best.moves)
    assert jardin.score(steps[-1].after if steps else start).total == score


# --- Against brute force -------------------------------------------------------------------------


@given(
    arbitrary_texts(("12",), max_empty=4, max_pond=20),
    st.sampled_from(sorted(reference.rolls())),
    faces_texts,
)
@steady
def test_the_last_turn_and_the_last_pond_agree_with_brute_force(
    text: str, roll: str, faces: str
) -> None:
    assume(len(jardin.Position.from_text(text).pondable) <= 5)
    check(text, [roll], faces)


@given(arbitrary_texts(("12p",), max_pond=20))
@steady
def test_the_last_pond_agrees_with_brute_force(text: str) -> None:
    assume(len(jardin.Position.from_text(text).pondable) <= 12)
    check(text, [])


@pytest.mark.parametrize("roll", ["111", "125", "346", "666"])
@pytest.mark.parametrize("prunings", [2, 3])
def test_the_last_two_turns_agree_with_brute_force(roll: str, prunings: int) -> None:
    water = ("22 23 24 25 35 45 55 54 53 52 42",)
    start = sheet(full_but("11 12 33", "L"), water, "11", prunings)
    check(start.to_text(), [roll, "125"])


def test_two_pond_decisions_agree_with_brute_force() -> None:
    start = sheet(full_but("", "M"), CRAMPED, "9p", 3)
    assert 4 <= len(start.pondable) <= 10
    check(start.to_text(), ["111", "111", "111"])


def test_at_the_end_there_is_one_game_and_nothing_to_do() -> None:
    end = sheet("L11", clock="end")
    found = exhaustive_search(end, [])
    assert (found.complete, found.leaves, found.best.moves) == (True, 1, [])
    assert found.best.score == jardin.score(end).total


# --- Other properties ----------------------------------------------------------------------------


@given(arbitrary_texts(("12",), max_empty=3, max_pond=20), seeds)
@steady
def test_no_annealed_plan_is_better(text: str, seed: int) -> None:
    start = jardin.Position.from_text(text)
    assume(len(start.pondable) <= 12)
    dice = jardin.random_dice(seed, 1)
    annealer = Annealer(start, dice, seed)
    annealer.run(5_000)
    assert annealer.best_score <= exhaustive_search(start, dice).best.score


def test_a_line_is_a_move_for_each_ply() -> None:
    start = sheet(full_but("11 12"), CRAMPED, "12", 3)
    found = exhaustive_search(start, jardin.dice_from_text("125"))
    assert [move.kind is jardin.MoveKind.DRAW for move in found.best.moves] == [True, False]


def test_more_games_than_allowed_leave_the_search_incomplete() -> None:
    start = sheet(full_but("11 12"), CRAMPED, "12", 2)
    dice = jardin.dice_from_text("125")
    whole = exhaustive_search(start, dice)
    assert whole.complete
    assert whole.leaves > 10
    for limit in (1, 10, whole.leaves - 1):
        part = exhaustive_search(start, dice, max_leaves=limit)
        assert (part.complete, part.leaves) == (False, limit)
        assert part.best.score <= whole.best.score
        assert jardin.replay(start, dice, part.best.moves)[-1].score == part.best.score
    exact = exhaustive_search(start, dice, max_leaves=whole.leaves)
    assert (exact.complete, exact.leaves) == (True, whole.leaves)


def test_an_empty_garden_stops_at_the_limit() -> None:
    found = exhaustive_search(jardin.Position(), jardin.random_dice(1), max_leaves=1000)
    assert (found.complete, found.leaves) == (False, 1000)


def test_no_games_at_all_are_not_searched() -> None:
    with pytest.raises(ValueError, match="max_leaves"):
        exhaustive_search(sheet(clock="12p"), [], max_leaves=0)


@pytest.mark.parametrize(("clock", "rolls"), [("12", 0), ("12", 2), ("12p", 1), ("end", 1)])
def test_each_turn_left_needs_one_roll(clock: str, rolls: int) -> None:
    with pytest.raises(ValueError, match=f"^dice: {rolls} rolls, . to come$"):
        exhaustive_search(sheet(clock=clock), jardin.random_dice(1, rolls))
