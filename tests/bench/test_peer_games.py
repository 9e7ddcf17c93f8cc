"""The sides of a contest answer alike before they are timed, and rates are of what was done."""

import random
from collections.abc import Callable

import pytest

from bench.peers import games
from bench.peers.games import BATCH, CALLS, NUMPY, PLAIN, Contest, agree, random_pond
from bench.peers.process import alone
from bench.peers.solvers import UnsoundAnswer
from niwashi import jardin


@pytest.mark.parametrize(
    ("contest", "sides"),
    [
        (games.jardin_scores, {PLAIN, NUMPY, CALLS, BATCH}),
        (games.jardin_moves, {PLAIN, NUMPY, CALLS, BATCH}),
        (games.stone_scores, {PLAIN, NUMPY, CALLS, BATCH}),
        (games.stone_placings, {PLAIN, NUMPY, CALLS, BATCH}),
        (games.stone_games, {PLAIN, NUMPY, CALLS, BATCH}),
    ],
)
def test_all_sides_of_a_contest_agree(contest: Callable[[int], Contest], sides: set[str]) -> None:
    assert set(contest(1).sides) == sides


def test_sides_that_differ_are_an_error() -> None:
    agree("garden", core=[1, 2, 3], slow=[1, 2])
    with pytest.raises(UnsoundAnswer, match="garden 1: 2 by core, 5 by slow"):
        agree("garden", core=[1, 2, 3], slow=[1, 5])


def test_every_side_is_timed_in_turn_and_counts_what_it_does() -> None:
    calls: list[str] = []

    def work(side: str, units: int) -> Callable[[], int]:
        def done() -> int:
            calls.append(side)
            return units

        return done

    speeds = Contest("a game", "things", {"one": work("one", 1), "two": work("two", 10**9)}).speeds(
        0.0
    )
    assert calls == ["one", "two"] * 3
    assert [(s.game, s.what, s.side) for s in speeds] == [
        ("a game", "things", "one"),
        ("a game", "things", "two"),
    ]
    assert speeds[1].rate > speeds[0].rate > 0


def test_ponds_of_plain_games_are_legal_and_of_all_sizes() -> None:
    rng = random.Random(3)
    start = jardin.Position.from_text(
        "/".join(["......"] * 6) + " " + "/".join(["......"] * 6) + " 3p 0"
    )
    sizes = set()
    for _ in range(300):
        pond = random_pond(
            set(range(36)),
            lambda s: [t for t in range(36) if abs(t // 6 - s // 6) + abs(t % 6 - s % 6) == 1],
            lambda spaces: jardin.is_legal_pond(start, sorted(spaces)),
            rng,
        )
        assert not pond or jardin.is_legal_pond(start, sorted(pond))
        sizes.add(len(pond))
    assert sizes == set(range(9))


def test_work_in_a_process_of_its_own_brings_its_answer_or_its_error() -> None:
    assert alone(jardin.dice_to_text, jardin.random_dice(1, 2)) == jardin.dice_to_text(
        jardin.random_dice(1, 2)
    )
    with pytest.raises(UnsoundAnswer, match="InvalidText"):
        alone(jardin.dice_from_text, "no dice")
