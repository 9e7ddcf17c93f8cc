"""The engine `water`, driver and all: against exhaustive search and the model, and when stopped."""

import _thread
import itertools
import random
import threading
from collections.abc import Callable

import pytest

from niwashi import jardin
from niwashi._core.exact import exhaustive_search
from niwashi.jardin import Position, Roll
from niwashi.solver.jardin import Engine, Progress, solve, water
from niwashi.solver.jardin.model import JardinModel
from niwashi.solver.result import ModelDisagreement, Result, Status
from tests.jardin import sheet
from tests.solver.jardin.positions import GAME, position_at

OTHER_FACES = "=MRTBL"


def check(result: Result[Position, jardin.Move], start: Position, dice: list[Roll]) -> None:
    """The plan leads to the garden, the garden is worth the score, the bound is not below."""
    steps = jardin.replay(start, dice, result.moves)
    end = steps[-1].after if steps else start
    assert end == result.position
    assert end.is_over
    assert jardin.score(end).total == result.score
    assert result.score is not None
    assert result.bound >= result.score
    assert (result.status is Status.OPTIMAL) == (result.bound == result.score)


def check_progress(seen: list[Progress], final: int) -> None:
    """Scores only rise, bounds only fall, and none is below the optimum."""
    for before, after in itertools.pairwise(seen):
        assert after.score >= before.score
        assert before.bound is None or (after.bound is not None and after.bound <= before.bound)
    for progress in seen:
        assert progress.score <= final
        assert progress.bound is None or progress.bound >= final


def ending(seed: int, faces: str = "LBTRM=") -> tuple[Position, list[Roll], int]:
    """A nearly full garden whose games can all be played, its dice, and its optimum."""
    rng = random.Random(seed)
    spaces = [f"{row}{column}" for row in range(1, 7) for column in range(1, 7)]
    while True:
        clock = rng.choice(["9p", "10", "11", "12", "12", "12p"])
        empty = rng.sample(spaces, rng.randint(0, 4))
        kinds = "".join(rng.sample("LBtTRM=", rng.randint(2, 6)))
        decorations = " ".join(f"{rng.choice(kinds)}{s}" for s in spaces if s not in empty)
        ponds = ("14 24 34 44 54 53 52 51", rng.choice(["16 26 36 46 56 66", "16 26"]))
        start = sheet(decorations, ponds, clock, rng.randint(0, 3))
        rolls = ["".join(rng.choices("123456", k=3)) for _ in range(start.turns_left)]
        dice = [jardin.Roll.from_text(roll, faces) for roll in rolls]
        truth = exhaustive_search(start, dice, 60_000)
        if truth.complete:
            return start, dice, truth.best.score


# --- Against exhaustive search -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_small_endings_are_solved(seed: int) -> None:
    start, dice, best = ending(seed)
    seen: list[Progress] = []
    result = solve(start, dice, workers=1, seed=seed, anneal_steps=0, on_progress=seen.append)
    check(result, start, dice)
    assert (result.status, result.score) == (Status.OPTIMAL, best)
    check_progress(seen, best)


@pytest.mark.parametrize("seed", range(30, 36))
def test_small_endings_are_solved_on_other_faces(seed: int) -> None:
    start, dice, best = ending(seed, OTHER_FACES)
    result = solve(start, dice, workers=4, anneal_steps=0)
    check(result, start, dice)
    assert (result.status, result.score) == (Status.OPTIMAL, best)


@pytest.mark.parametrize(
    ("seed", "at_first", "at_last", "steps"), [(0, 1, 1, 0), (1, 0, 0, 0), (3, 1, 2, 50_000)]
)
def test_patterns_that_the_core_leaves_open_are_decided_by_the_model(
    seed: int, at_first: int, at_last: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    at_least = JardinModel.at_least

    def noted(self: JardinModel, score: int) -> None:
        asked.append(score)
        at_least(self, score)

    monkeypatch.setattr(JardinModel, "at_least", noted)
    monkeypatch.setattr(water, "NODES_A_PATTERN", at_first)
    monkeypatch.setattr(water, "NODES_AT_LAST", at_last)
    start, dice, best = ending(seed)
    seen: list[Progress] = []
    result = solve(start, dice, workers=1, anneal_steps=steps, on_progress=seen.append)
    check(result, start, dice)
    assert (result.status, result.score) == (Status.OPTIMAL, best)
    check_progress(seen, best)
    assert asked


# --- Against the model ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "seed"), [("9p", 3), ("10", 1), ("9", 5), ("9", 6), ("9", 7), ("8", 1)]
)
def test_midgame_positions_have_the_optimum_of_the_model(clock: str, seed: int) -> None:
    start, dice = position_at(clock, seed)
    seen: list[Progress] = []
    by_water = solve(start, dice, workers=2, anneal_steps=20_000, on_progress=seen.append)
    by_model = solve(start, dice, workers=2, engine=Engine.MODEL, anneal_steps=20_000)
    for result in (by_water, by_model):
        check(result, start, dice)
        assert result.status is Status.OPTIMAL
    assert by_water.score == by_model.score
    check_progress(seen, by_water.score or 0)


@pytest.mark.parametrize("seed", range(2))
def test_open_patterns_of_midgame_positions_change_no_optimum(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, dice = position_at("10", seed)
    free = solve(start, dice, workers=1, anneal_steps=50_000)
    assert free.status is Status.OPTIMAL
    monkeypatch.setattr(water, "NODES_A_PATTERN", 2)
    monkeypatch.setattr(water, "NODES_AT_LAST", 2)
    limited = solve(start, dice, workers=1, anneal_steps=50_000)
    check(limited, start, dice)
    assert (limited.status, limited.score) == (Status.OPTIMAL, free.score)


@pytest.mark.parametrize("workers", [1, 3])
def test_patterns_put_aside_are_decided_in_the_end(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, dice = position_at("10", 0)
    free = solve(start, dice, workers=1, anneal_steps=50_000)
    monkeypatch.setattr(water, "NODES_A_PATTERN", 2)
    monkeypatch.setattr(JardinModel, "at_least", None)  # nothing is left for the model
    seen: list[Progress] = []
    limited = solve(start, dice, workers=workers, anneal_steps=50_000, on_progress=seen.append)
    check(limited, start, dice)
    check_progress(seen, limited.score or 0)
    assert limited.statistics["undecided"] > 0
    assert (limited.status, limited.score) == (Status.OPTIMAL, free.score)


# --- Workers, limits, interrupts -----------------------------------------------------------------


def test_one_worker_proves_the_same_way_every_time() -> None:
    start, dice = position_at("10", 2)
    first, second = (solve(start, dice, workers=1, seed=3, anneal_steps=10_000) for _ in range(2))
    check(first, start, dice)
    assert first.status is Status.OPTIMAL
    assert (first.moves, first.score, first.work) == (second.moves, second.score, second.work)


@pytest.mark.parametrize("workers", [2, 4, 9])
def test_any_number_of_workers_proves_the_same_optimum(workers: int) -> None:
    start, dice = position_at("10", 4)
    alone = solve(start, dice, workers=1, anneal_steps=10_000)
    result = solve(start, dice, workers=workers, anneal_steps=10_000)
    check(result, start, dice)
    assert alone.status is result.status is Status.OPTIMAL
    assert result.score == alone.score


@pytest.mark.parametrize("clock", ["1", "6", "9"])
@pytest.mark.parametrize(("seconds", "work"), [(0.2, None), (None, 0.02)])
def test_a_short_limit_leaves_a_valid_bound(
    clock: str, seconds: float | None, work: float | None
) -> None:
    start, dice = position_at(clock, 8)
    result = solve(start, dice, workers=1, anneal_steps=20_000, time_limit=seconds, work_limit=work)
    check(result, start, dice)
    assert work is not None or result.seconds < 5
    if clock == "9":
        best = solve(start, dice, workers=2, anneal_steps=200_000)
        assert best.status is Status.OPTIMAL
        assert best.score is not None
        assert result.bound >= best.score


def at_last_with(
    monkeypatch: pytest.MonkeyPatch, look: Callable[[], None]
) -> Result[Position, jardin.Move]:
    """Solves where all that is left is one pattern whose search would take an hour."""
    monkeypatch.setattr(water, "NODES_AT_LAST", 10**9)
    looked: list[bool] = []
    hard = [1, 13, 14, 15, 17, 18, 19, 20, 21, 25, 26, 27, 29, 30, 31, 32, 33]

    def only_a_hard_one(proof: water.WaterProof, *_: object) -> bool:
        proof.open_patterns = [(hard, 100)]
        if not looked:
            looked.append(True)
            look()
        return True

    monkeypatch.setattr(water.WaterProof, "_prove", only_a_hard_one)
    monkeypatch.setattr(water.WaterProof, "_bounds", lambda *_: [])
    dice = jardin.dice_from_text(" ".join(["111"] * 12))
    result = solve(Position(), dice, workers=1, time_limit=1.5, anneal_steps=0)
    check(result, Position(), dice)
    assert result.status is Status.FEASIBLE
    assert result.seconds < 6
    return result


def test_a_time_limit_ends_the_search_of_a_single_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not at_last_with(monkeypatch, lambda: None).interrupted


def test_an_interrupt_ends_the_search_of_a_single_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    result = at_last_with(monkeypatch, timer.start)
    assert result.interrupted
    assert result.seconds < 1.4


def test_an_interrupt_at_the_start_of_the_proof_leaves_a_valid_bound() -> None:
    dice = jardin.dice_from_text(GAME)
    phases = ["annealing"]

    def look(progress: Progress) -> None:
        if progress.phase != phases[-1]:
            phases.append(progress.phase)
            _thread.interrupt_main()

    result = solve(Position(), dice, workers=2, anneal_steps=50_000, on_progress=look)
    check(result, Position(), dice)
    assert result.interrupted
    assert result.bound >= 70  # this game's best is worth as much


def test_a_skip_that_only_some_orders_allow_is_found() -> None:
    """Two orders of the same turns meet in one garden; only one forces the skips (J4)."""
    start = Position.from_text(
        ".==LL./MR=L=./.=LTML/T=Lt=R/=RLMLT/=M..=L ...11./...11./..11../2..1../22..../22222. 9 2"
    )
    result = solve(start, jardin.dice_from_text("244 135 234 135"), workers=1, anneal_steps=0)
    assert (result.score, result.status) == (15, Status.OPTIMAL)


@pytest.mark.parametrize("engine", list(Engine))
def test_the_other_engine_confirms_an_optimum(engine: Engine) -> None:
    start, dice = position_at("11", 3)
    result = solve(start, dice, workers=1, engine=engine, confirm=True, anneal_steps=20_000)
    assert (result.status, result.confirmed) == (Status.OPTIMAL, True)
    assert solve(start, dice, workers=1, anneal_steps=20_000).confirmed is None


def test_a_confirmation_that_finds_more_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    start, dice = position_at("11", 3)

    def prove_nothing(self: water.WaterProof) -> None:
        self._search.tighten(self._search.score or 0)

    monkeypatch.setattr(water.WaterProof, "run", prove_nothing)
    worst = solve(start, dice, workers=1, anneal_steps=0)
    assert worst.status is Status.OPTIMAL  # falsely
    with pytest.raises(ModelDisagreement):
        solve(start, dice, workers=1, anneal_steps=0, confirm=True)
