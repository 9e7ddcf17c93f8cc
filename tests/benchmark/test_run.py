"""`niwashi.benchmark.run`: what it measures is right, however fast it is."""

from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace

import pytest

from niwashi import benchmark, jardin, stone
from niwashi.benchmark import core, hints, solver
from niwashi.benchmark.core import Work
from niwashi.benchmark.report import HintCost, Rate, Report, Solve
from niwashi.solver.result import Result, Status
from tests.benchmark.small import make_small


@pytest.fixture(scope="module")
def small() -> Iterator[None]:
    """Little to do, for all tests here."""
    with pytest.MonkeyPatch.context() as patch:
        make_small(patch)
        yield


def solved(result_seconds: float | None, threads: int = 1, size: int = 3) -> Solve:
    status = "FEASIBLE" if result_seconds is None else "OPTIMAL"
    return Solve("stone", size, threads, status, 1, 1, 0.0, 0.0, result_seconds, 4.0)


# --- Core ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("work_of", [core.jardin_work, core.stone_work])
def test_all_ways_do_the_same_work(work_of: Callable[[int], list[Work]]) -> None:
    done = {(work.what, work.way): work.do() for work in work_of(3)}
    assert len(done) == 8
    assert done["perft nodes", core.ONE_BY_ONE] == done["perft nodes", core.IN_CPP]
    assert done["perft nodes", core.IN_CPP][0] > 0
    assert done["random games", core.BATCH] == done["random games", core.IN_CPP]
    assert done["gardens scored", core.BATCH] == done["gardens scored", core.IN_CPP]
    gardens, points = done["gardens scored", core.ONE_BY_ONE]
    many, all_points = done["gardens scored", core.BATCH]
    assert many > gardens
    assert all_points * gardens == points * many


def test_a_rate_counts_what_all_threads_do() -> None:
    work = Work("stone", "it", core.BATCH, lambda: (5, 0))
    one, two = core.measure(work, rounds=2, seconds=0)
    assert (one.threads, one.count, two.threads, two.count) == (1, 5, 2, 10)
    assert two.per_second == two.count / two.seconds


def test_a_round_goes_on_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr(core, "time", SimpleNamespace(perf_counter=lambda: next(seconds)))
    work = Work("stone", "it", core.ONE_BY_ONE, lambda: (5, 0))
    [rate] = core.measure(work, rounds=1, seconds=10)
    assert (rate.count, rate.seconds) == (50, 11)


# --- Solver --------------------------------------------------------------------------------------


def test_the_game_of_the_instances_is_worth_the_optimum() -> None:
    dice = jardin.dice_from_text(solver.DICE)
    moves = [jardin.Move.from_text(text) for text in solver.MOVES.split()]
    end = jardin.replay(jardin.Position(), dice, moves)[-1].after
    assert end.is_over
    assert jardin.score(end).total == solver.JARDIN_OPTIMUM


def test_a_garden_loses_its_last_tiles() -> None:
    edition = stone.default_edition()
    for tiles in (0, 3, 15):
        text = solver.without_last(solver.GARDEN, tiles)
        garden = stone.Garden.from_text(edition, text)
        assert [face is None for face in garden.faces] == [False] * (15 - tiles) + [True] * tiles


def test_the_clock_notes_the_first_plan_and_the_first_good_one() -> None:
    clock = solver.Clock(optimum=10)
    for seconds, score in ((1.0, 3), (2.0, 9), (3.0, 10)):
        clock.note(seconds, score)
    result: Result[None, None] = Result(Status.OPTIMAL, 10, 10, [], None, 4.0, 1, 0)
    solve = clock.solve("jardin", 3, result)
    assert (solve.first, solve.near, solve.proof) == (1.0, 2.0, 4.0)


def test_without_a_proof_there_is_no_time_of_one() -> None:
    clock = solver.Clock(optimum=10)
    result: Result[None, None] = Result(Status.FEASIBLE, 8, 12, [], None, 4.0, 1, 0)
    solve = clock.solve("jardin", 3, result)
    assert (solve.first, solve.near, solve.proof) == (4.0, None, None)


def test_a_proof_of_another_optimum_is_a_bug() -> None:
    result: Result[None, None] = Result(Status.OPTIMAL, 8, 8, [], None, 4.0, 1, 0)
    with pytest.raises(AssertionError):
        solver.Clock(optimum=10).solve("jardin", 3, result)


def test_an_interrupted_search_interrupts_the_run() -> None:
    result: Result[None, None] = Result(
        Status.FEASIBLE, 8, 9, [], None, 4.0, 1, 0, interrupted=True
    )
    with pytest.raises(KeyboardInterrupt):
        solver.Clock(optimum=10).solve("jardin", 3, result)


# --- Hints ---------------------------------------------------------------------------------------


def test_the_decisions_of_both_games_are_decisions() -> None:
    assert len(hints.stone_decisions()) == 3
    assert not any(position.is_chance or position.is_over for position in hints.stone_decisions())
    for position, roll in hints.DECISIONS:
        assert jardin.Position.from_text(position).is_pond_decision == (roll is None)


def test_strength_depends_on_seed_and_samples_alone() -> None:
    for play, policy in ((hints.play_jardin, "network"), (hints.play_stone, "hint")):
        first, second = (play(policy, 1, 2, 5) for _ in range(2))
        assert (first.points, first.stderr, first.won) == (second.points, second.stderr, second.won)


# --- All of it -----------------------------------------------------------------------------------


def test_an_interrupt_keeps_what_was_measured(small: None) -> None:
    def stop(step: str) -> None:
        if step.startswith("hints"):
            raise KeyboardInterrupt

    report = benchmark.run(quick=True, on_step=stop)
    assert report.interrupted
    assert report.core
    assert (report.hint_costs, report.solver, report.skipped) == ([], [], [])


def test_what_there_is_no_time_for_is_named(monkeypatch: pytest.MonkeyPatch, small: None) -> None:
    monkeypatch.setattr(benchmark, "BUDGET_QUICK", -1.0)
    report = benchmark.run(quick=True)
    assert report.skipped[0] == "signature"
    assert report.skipped[-1] == "solver: stone, 3 to go, 2 threads"
    assert (report.signature, report.core, report.solver) == (None, [], [])


def test_no_section_takes_the_time_of_the_next(
    monkeypatch: pytest.MonkeyPatch, small: None
) -> None:
    monkeypatch.setattr(solver, "INSTANCES_QUICK", (("jardin", 3),))
    monkeypatch.setitem(benchmark.SHARES, "hints", 0.0)
    report = benchmark.run(quick=True)
    assert {name.partition(":")[0] for name in report.skipped} == {"hints"}
    assert report.core
    assert report.solver


def test_speedups_compare_one_thread_with_two() -> None:
    report = Report.begin(quick=True, seed=0)
    report.core = [
        Rate("jardin", "it", "C++", 1, 10, 1.0, 10.0),
        Rate("jardin", "it", "C++", 2, 20, 1.0, 20.0),
        Rate("jardin", "it", "one by one", 1, 10, 1.0, 10.0),
    ]
    report.hint_costs = [HintCost("stone", 100, n, 100.0, 3.0 / n) for n in (1, 2)]
    report.solver = [solved(4.0), solved(None, threads=2), solved(None, size=15)]
    assert report.speedups() == [
        {"game": "jardin", "what": "it, C++", "size": None, "speedup": 2.0},
        {"game": "stone", "what": "hint", "size": 100, "speedup": 2.0},
    ]
    assert report.costs() == [
        {"game": "stone", "what": "solve", "size": 3, "seconds": 4.0},
        {"game": "stone", "what": "hint", "size": 100, "seconds": 3.0},
    ]
