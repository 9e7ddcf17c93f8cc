"""Prices as certificates: never below a garden, whoever made the prices; and what they confirm."""

import _thread
import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from niwashi import jardin
from niwashi._core.exact import Assignment, WaterProblem, exhaustive_search
from niwashi._core.search import Annealer
from niwashi.jardin import Position, Roll
from niwashi.solver.jardin import Progress, certificate, solve, water
from niwashi.solver.jardin.certificate import (
    UNIT,
    Certificate,
    CorePrices,
    Pattern,
    Question,
    Sieve,
    all_halves,
)
from niwashi.solver.result import ModelDisagreement, Status
from tests.jardin import full_but, sheet
from tests.solver.jardin.positions import position_at, random_game


@dataclass(frozen=True)
class AnyPrices:
    """Prices out of thin air."""

    price: Sequence[Sequence[int]]
    pair: Sequence[int]
    block: Sequence[int]


def random_prices(rng: random.Random, most: int) -> AnyPrices:
    def some(n: int) -> list[int]:
        return [rng.randint(-most, most) for _ in range(n)]

    return AnyPrices([some(7) for _ in range(8)], some(60), some(25))


def free(water: list[int], begin: certificate.Prices) -> AnyPrices:
    """An oracle that knows nothing: everything is free."""
    return AnyPrices([[0] * 7] * 8, [0] * 60, [0] * 25)


def rows_of(water: Sequence[int]) -> Pattern:
    return tuple(sum(1 << s % 6 for s in water if s // 6 == row) for row in range(6))


def annealed(start: Position, dice: list[Roll], seed: int) -> Position:
    search = Annealer(start, dice, seed)
    search.run(3_000)
    moves = search.best().moves
    return jardin.replay(start, dice, moves)[-1].after if moves else start


# --- Bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 300, 2_000, 10**9])
@pytest.mark.parametrize("clock", ["1", "5", "9p", "11"])
def test_no_prices_bound_a_garden_below_its_score(clock: str, most: int) -> None:
    for seed in range(15):
        start, dice = position_at(clock, seed)
        end = annealed(start, dice, seed)
        prices = random_prices(random.Random(seed), most)
        proven = Certificate.of(prices, Question.of_dice(start, dice), all_halves())
        bound = proven.bound(rows_of(end.water))
        assert bound >= jardin.score(end).total * UNIT


def test_the_prices_of_the_core_bound_no_garden_below_its_score() -> None:
    for seed in range(25):
        dice, _, end = random_game(seed)
        best = annealed(Position(), dice, seed)
        target = jardin.score(best).total
        oracle = CorePrices(WaterProblem(Position(), dice), target)
        prices = oracle.first(best.water)
        for question in (Question.of_dice(Position(), dice), Question.any_dice()):
            proven = Certificate.of(prices, question, all_halves())
            for garden in (best, end):
                bound = proven.bound(rows_of(garden.water))
                assert bound >= jardin.score(garden).total * UNIT


@pytest.mark.parametrize("clock", ["1", "4", "8", "10"])
def test_what_the_core_prices_out_its_prices_prove(clock: str) -> None:
    """Not needed for truth, but without it hardly anything would be confirmed."""
    for seed in range(8):
        start, dice = position_at(clock, seed)
        core = Assignment(WaterProblem(start, dice))
        score = jardin.score(start).total
        target = next(t for t in itertools.count(score) if core.price_out(start.water, t, 200))
        question = Question.of_dice(start, dice)
        bound = Certificate.of(core.market, question, all_halves()).bound(rows_of(start.water))
        assert bound < target * UNIT


def test_prices_below_nothing_for_pairs_and_blocks_are_taken_as_nothing() -> None:
    question = Question.any_dice()
    zero = free([], AnyPrices([], [], []))
    paid = AnyPrices(zero.price, [-500] * 60, [-500] * 25)
    first, second = (Certificate.of(prices, question, all_halves()) for prices in (zero, paid))
    assert first.constants == second.constants
    assert all((a == b).all() for a, b in zip(first.sums, second.sums, strict=True))


def test_exact_prunings_bound_the_games_that_have_them() -> None:
    seen = set()
    for seed in range(30):
        dice = jardin.random_dice(seed)
        end = annealed(Position(), dice, seed) if seed % 2 else random_game(seed)[2]
        seen.add(end.prunings)
        core = CorePrices(WaterProblem(Position(), dice), jardin.score(end).total)
        question = Question.any_dice(prunings=end.prunings)
        proven = Certificate.of(core.first(end.water), question, all_halves())
        bound = proven.bound(rows_of(end.water))
        assert bound >= jardin.score(end).total * UNIT
    assert len(seen) > 1


# --- The sieve -----------------------------------------------------------------------------------


def waters_at_the_last_decision(start: Position) -> list[Pattern]:
    """With one pond to trace, or none."""
    ponds = [
        pond
        for size in range(1, len(start.pondable) + 1)
        for pond in itertools.combinations(start.pondable, size)
        if jardin.is_legal_pond(start, pond)
    ]
    return sorted(rows_of([*start.water, *pond]) for pond in [(), *ponds])


def sifted(
    start: Position, dice: list[Roll], target: int, oracle: certificate.Oracle
) -> list[Pattern]:
    question = Question.of_dice(start, dice)
    first = oracle(start.water, free([], AnyPrices([], [], [])))
    sieve = Sieve(question, all_halves(), oracle, first, target)
    return sorted(p for seam in range(len(all_halves().seams)) for p in sieve.left(seam))


@pytest.mark.parametrize("decorations", ["L11 =25", full_but("", "M")])
def test_where_nothing_is_refuted_every_water_is_left_once(decorations: str) -> None:
    start = sheet(decorations, ("14 24 34 44 54 53 52 51", "16 26 36"), "12p", 1)
    assert sifted(start, [], -100, free) == waters_at_the_last_decision(start)


@pytest.mark.parametrize("seed", range(3))
def test_patterns_that_reach_the_target_are_left_whatever_the_prices(seed: int) -> None:
    start = sheet("L11 M31 =25 B55 B65", ("14 24 34 44 54 53 52 51", "16 26 36"), "12p", 1)
    rng = random.Random(seed)
    values = {
        rows: jardin.score(end).total
        for rows in waters_at_the_last_decision(start)
        for end in [trace(start, rows)]
    }
    for target in sorted(set(values.values()))[::4]:
        left = sifted(start, [], target, lambda water, begin: random_prices(rng, 600))
        assert {rows for rows, value in values.items() if value >= target} <= set(left)


def trace(start: Position, rows: Pattern) -> Position:
    new = sorted(set(certificate.water_of(rows)) - set(start.water))
    move = jardin.Move.pond(new) if new else jardin.Move.from_text("-")
    return jardin.apply(start, move)


def test_a_pattern_stands_for_its_reflection_if_the_start_is_symmetric() -> None:
    symmetric = sheet("L11 L23 L32", (), "12p", 0)
    other = sheet("L11 L23", (), "12p", 0)
    assert Question.of_dice(symmetric, []).symmetric
    assert not Question.of_dice(other, []).symmetric


def test_a_sieve_that_is_stopped_shows_nothing_to_the_oracle() -> None:
    start, dice = position_at("6", 1)
    question = Question.of_dice(start, dice)
    sieve = Sieve(question, all_halves(), free, free([], AnyPrices([], [], [])), 0)
    sieve.stopped = True
    for seam in range(0, len(all_halves().seams), 50):
        sieve.left(seam)
    assert sieve.priced == 0


# --- Confirmation --------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock", "seed"), [("12", 0), ("10", 2), ("9", 6)])
def test_optima_are_confirmed(clock: str, seed: int) -> None:
    start, dice = position_at(clock, seed)
    phases: list[str] = []

    def look(progress: Progress) -> None:
        phases.append(progress.phase)
        if progress.phase == "confirming":
            assert progress.bound == progress.score

    result = solve(start, dice, workers=2, confirm=True, anneal_steps=50_000, on_progress=look)
    assert (result.status, result.confirmed) == (Status.OPTIMAL, True)
    assert phases[-1] == "confirming"


def prove_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the first method say that the annealed plan is optimal, whatever it is."""
    monkeypatch.setattr(
        water.WaterProof, "run", lambda self: self._search.tighten(self._search.score)
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_claim_that_is_too_low_is_found_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start, dice = position_at("11", seed)
    best = exhaustive_search(start, dice, 100_000)
    prove_what_is_known(monkeypatch)
    claimed = solve(start, dice, workers=1, seed=seed, anneal_steps=0)
    assert claimed.status is Status.OPTIMAL
    if best.complete and claimed.score == best.best.score:
        pytest.skip("the first plan was the best")
    with pytest.raises(ModelDisagreement, match=f"{claimed.score} was proven, a plan is worth"):
        solve(start, dice, workers=1, seed=seed, anneal_steps=0, confirm=True)


def test_prices_that_mean_nothing_take_longer_but_say_nothing_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(5)
    start = sheet("L11 M31 =25 B55 B65", ("14 24 34 44 54 53 52 51", "16 26 36"), "12p", 1)
    monkeypatch.setattr(CorePrices, "__call__", lambda *_: random_prices(rng, 1_000))
    monkeypatch.setattr(CorePrices, "first", lambda *_: random_prices(rng, 1_000))
    result = solve(start, [], workers=1, confirm=True, anneal_steps=50_000)
    assert (result.status, result.confirmed) == (Status.OPTIMAL, True)


def interrupt(progress: Progress) -> None:
    if progress.phase == "confirming":
        _thread.interrupt_main()


def test_an_interrupt_leaves_the_optimum_proven_but_not_confirmed() -> None:
    start, dice = position_at("10", 2)
    result = solve(start, dice, workers=1, confirm=True, anneal_steps=50_000, on_progress=interrupt)
    assert (result.status, result.confirmed) == (Status.OPTIMAL, False)
    assert result.interrupted
