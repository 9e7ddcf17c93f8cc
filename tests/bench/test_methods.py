"""The methods that hints are held against choose what they say they choose."""

import itertools
from statistics import fmean

import pytest

from bench import methods
from niwashi import jardin
from niwashi._core import search
from niwashi.jardin import Position, Roll

DICE = jardin.random_dice(5)


def late(plies_left: int) -> Position:
    """A position of a game played greedily, so many plies before its end."""
    moves = search.play_greedily(Position(), DICE)
    return jardin.replay(Position(), DICE, moves)[-1 - plies_left].after


@pytest.mark.parametrize("name", methods.METHODS)
def test_a_method_chooses_a_legal_move_and_the_same_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "_FUTURES", 5)
    method = methods.METHODS[name]
    position, roll = late(4), Roll.from_text("126")
    move = method(position, roll, 1)
    assert move in jardin.legal_moves(position, roll)
    assert method(position, roll, 1) == move


@pytest.mark.parametrize("name", methods.METHODS)
def test_the_last_pond_is_the_best_of_those_that_are_looked_at(name: str) -> None:
    position = late(1)
    assert position.is_pond_decision
    ranking = search.HintSearch(
        jardin.value_network(), position, None, 0, None, jardin.standard_faces, 8
    )
    worth = [
        jardin.score(jardin.apply(position, candidate.move)).total
        for candidate in ranking.candidates
    ]
    chosen = jardin.apply(position, methods.METHODS[name](position, None, 0))
    assert jardin.score(chosen).total == max(worth)


def test_the_mean_over_rolls_is_that_of_all_216_ways_to_throw_three_dice() -> None:
    start = late(2)
    finals = []
    for faces in itertools.product("123456", repeat=3):
        dice = [Roll.from_text("".join(faces))]
        moves = search.play_by_value(jardin.value_network(), start, dice)
        finals.append(jardin.score(jardin.replay(start, dice, moves)[-1].after).total)
    assert methods.mean_over_rolls(start) == pytest.approx(fmean(finals))


def test_with_one_roll_left_expectimax_takes_the_greatest_mean() -> None:
    position, roll = late(3), Roll.from_text("126")
    assert position.clock == "11"
    chosen = jardin.apply(position, methods.expectimax(position, roll, 0), roll)
    guessed = search.play_by_value(jardin.value_network(), position, [roll, roll])[0]
    by_guess = jardin.apply(position, guessed, roll)
    assert methods.mean_over_rolls(chosen) >= methods.mean_over_rolls(by_guess)
