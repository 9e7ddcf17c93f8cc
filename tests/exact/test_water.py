"""Water first: what the core's proof workers say, against exhaustive search and at their edges."""

import gc
import random
import threading
import time

import pytest

from niwashi import jardin
from niwashi._core.exact import SeamWorker, WaterProblem, exhaustive_search
from niwashi.jardin import Position, Roll
from tests.jardin import full_but, sheet
from tests.solver.jardin.positions import GAME, position_at

ENOUGH = 10**7


def problem_at(clock: str, seed: int) -> tuple[Position, list[Roll], WaterProblem]:
    start, dice = position_at(clock, seed)
    return start, dice, WaterProblem(start, dice)


def ending(seed: int) -> tuple[Position, list[Roll]]:
    """A nearly full garden late in the game, with old ponds and one kind of trouble or another."""
    rng = random.Random(seed)
    clock = rng.choice(["9p", "10", "11", "11", "12", "12", "12p"])
    spaces = [f"{row}{column}" for row in range(1, 7) for column in range(1, 7)]
    empty = rng.sample(spaces, rng.randint(0, 4))
    kinds = "".join(rng.sample("LBtTRM=", rng.randint(1, 4)))
    decorations = " ".join(f"{rng.choice(kinds)}{s}" for s in spaces if s not in empty)
    ponds = ("14 24 34 44 54 53 52 51", rng.choice(["16 26 36 46 56 66", "16 26", ""]))
    start = sheet(decorations, ponds, clock, rng.randint(0, 3))
    face = rng.choice("123456")
    turns = start.turns_left
    if rng.random() < 0.3:
        return start, jardin.dice_from_text(" ".join([3 * face] * turns))
    return start, jardin.random_dice(seed, turns)


def prove(worker: SeamWorker, problem: WaterProblem, target: int) -> bool:
    """Whether some seam holds a garden worth the target; nothing may stay undecided."""
    found = False
    for seam in range(problem.seam_count):
        report = worker.prove(seam, target, ENOUGH)
        assert report.undecided == []
        assert not report.stopped
        found = found or report.found is not None
    return found


# --- Against exhaustive search -------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(i, i + 20) for i in range(0, 100, 20)])
def test_seams_prove_the_optimum_of_small_endings(seeds: range) -> None:
    proven = 0
    for seed in seeds:
        start, dice = ending(seed)
        truth = exhaustive_search(start, dice, 100_000)
        if not truth.complete:
            continue
        problem = WaterProblem(start, dice)
        worker = SeamWorker(problem)
        best = truth.best.score
        assert max(worker.bound(seam) for seam in range(problem.seam_count)) >= best, seed
        assert prove(worker, problem, best), seed
        assert not prove(worker, problem, best + 1), seed
        proven += 1
    assert proven >= 8


@pytest.mark.parametrize("seed", range(6))
def test_plans_found_replay_to_at_least_the_target(seed: int) -> None:
    start, dice, problem = problem_at("10", seed)
    worker = SeamWorker(problem)
    worker.learn(start.water, 500)
    low = jardin.score(start).total
    for target in (low, low + 4, low + 8):
        report = worker.prove(seed * 17 % problem.seam_count, target)
        if report.found is None:
            continue
        end = jardin.replay(start, dice, report.found.moves)[-1]
        assert end.after.is_over
        assert end.score == report.found.score >= target


# --- Counts --------------------------------------------------------------------------------------


def test_the_empty_garden_has_as_many_patterns_as_rows_can_be_stacked() -> None:
    """Row upon row, each pattern once: how many there are of each Euler characteristic."""

    def runs(row: int) -> int:
        return row.bit_count() - (row & row >> 1).bit_count()

    def fit(upper: int, lower: int) -> bool:
        for column in range(5):
            a, b = upper >> column & 3, lower >> column & 3
            if {a, b} == {1, 2}:
                return False
        return True

    stacks: dict[tuple[int, int], int] = {(row, runs(row)): 1 for row in range(64)}
    for _ in range(5):
        taller: dict[tuple[int, int], int] = {}
        for (above, euler), n in stacks.items():
            for row in range(64):
                if fit(above, row):
                    key = row, euler + runs(row) - runs(above & row)
                    taller[key] = taller.get(key, 0) + n
        stacks = taller
    by_ponds = [sum(n for (_, e), n in stacks.items() if e == ponds) for ponds in range(5)]
    problem = WaterProblem(Position(), jardin.dice_from_text(GAME))
    assert problem.count_by_ponds() == by_ponds
    assert by_ponds == [210562848, 659611272, 1097368050, 1144571046, 799194142]


# --- Edges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock", "rolls"), [("1", 11), ("12", 0), ("12p", 1), ("end", 1)])
def test_each_turn_left_needs_one_roll(clock: str, rolls: int) -> None:
    with pytest.raises(ValueError, match=f"^dice: {rolls} rolls, [0-9]+ to come$"):
        WaterProblem(sheet(clock=clock), jardin.random_dice(1, rolls))


def test_a_worker_needs_a_problem() -> None:
    with pytest.raises(TypeError):
        SeamWorker(None)  # type: ignore[arg-type]


def test_a_seam_must_exist() -> None:
    problem = problem_at("11", 1)[2]
    worker = SeamWorker(problem)
    for call in (worker.bound, lambda seam: worker.prove(seam, 10)):
        with pytest.raises(IndexError, match="no such seam"):
            call(problem.seam_count)
        with pytest.raises(TypeError):
            call(-1)
    assert worker.bound(problem.seam_count - 1) < 100


def test_water_must_be_what_the_ponds_to_come_allow() -> None:
    start = sheet("L11 =25", ("24 25", "51"), "9p", 1)
    worker = SeamWorker(WaterProblem(start, jardin.random_dice(3, 3)))
    old = start.water
    ring = [19, 20, 21, 25, 27, 31, 32, 33]
    for water in (
        [],  # the old ponds are gone
        [*old, 11],  # touches one of them
        [*old, *ring],
        [*old, 22, 33, 35],  # three more ponds, two to come
        [*old, 21, 28],  # a corner contact
    ):
        for call in (worker.learn, lambda water: worker.prove_pattern(water, 10)):
            with pytest.raises(ValueError, match="do not allow this water"):
                call(water)
    for water in ([*old, 36], [*old, -1]):
        with pytest.raises(ValueError, match="is not 0 to 35"):
            worker.learn(water)
    assert worker.prove_pattern([*old, 35], -36).found is not None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("target", [-(2**31), -(10**8), -(10**6), -1000, 1000, 10**6, 10**8])
def test_targets_far_from_any_score_are_answered(target: int, seed: int) -> None:
    start, dice, problem = problem_at("9", seed)
    worker = SeamWorker(problem)
    water = start.water
    for report in (
        worker.prove_pattern(water, target),
        worker.prove(seed * 31 % problem.seam_count, target),
    ):
        if target > 0:
            assert report.found is None
            assert report.undecided == []
        elif report.found is not None:
            assert jardin.replay(start, dice, report.found.moves)[-1].score == report.found.score
    if target < 0:
        assert worker.prove_pattern(water, target).found is not None


@pytest.mark.parametrize("target", [-(2**31) - 1, 2**31, 10**20])
def test_a_target_that_no_integer_holds_is_refused(target: int) -> None:
    worker = SeamWorker(problem_at("11", 0)[2])
    with pytest.raises(TypeError):
        worker.prove(0, target)


@pytest.mark.parametrize("limit", [0, 1, 2**63, 2**64 - 1])
def test_any_node_limit_is_kept(limit: int) -> None:
    start, _, problem = problem_at("11", 4)
    worker = SeamWorker(problem)
    for _ in range(2):
        report = worker.prove_pattern(start.water, -36, limit)
        assert report.nodes <= limit
        assert (report.found is None) == (report.undecided == [start.water])
        assert limit != 0 or report.found is None
        assert limit < 2 or report.found is not None
    with pytest.raises(TypeError):
        worker.prove(0, 1, -1)


@pytest.mark.parametrize("steps", [-1000, -4, -1, 0, 1, 3, 7])
def test_learning_any_number_of_steps_ends(steps: int) -> None:
    start, dice, problem = problem_at("8", 2)
    worker = SeamWorker(problem)
    worker.learn(start.water, steps)
    truth = exhaustive_search(start, dice, 1).best.score
    assert max(worker.bound(s) for s in range(problem.seam_count)) >= truth


def test_a_worker_keeps_its_problem_alive() -> None:
    start, dice = position_at("11", 7)
    worker = SeamWorker(WaterProblem(start, dice))
    other = SeamWorker(problem := WaterProblem(start, dice))
    expected = [other.bound(s) for s in range(problem.seam_count)]
    gc.collect()
    assert [worker.bound(s) for s in range(problem.seam_count)] == expected
    seams = problem.seam_count
    del problem
    gc.collect()
    assert [other.bound(s) for s in range(seams)] == expected


def test_a_finished_garden_is_the_only_pattern() -> None:
    start = position_at("end", 5)[0]
    problem = WaterProblem(start, [])
    assert problem.seam_count == 1
    worker = SeamWorker(problem)
    total = jardin.score(start).total
    assert worker.bound(0) >= total
    found = worker.prove(0, total).found
    assert found is not None
    assert (found.moves, found.score) == ([], total)
    report = worker.prove(0, total + 1)
    assert (report.found, report.undecided) == (None, [])


def test_a_full_garden_skips_to_its_last_pond() -> None:
    start = sheet(full_but("", "M"), ("14 24 34 44 54 53 52 51",), "10", 1)
    dice = jardin.dice_from_text("125 346 666")
    truth = exhaustive_search(start, dice).best.score
    problem = WaterProblem(start, dice)
    worker = SeamWorker(problem)
    assert prove(worker, problem, truth)
    assert not prove(worker, problem, truth + 1)


def test_stopping_ends_a_search_of_one_pattern() -> None:
    """So many nodes that the search would take minutes, but for the stop."""
    dice = jardin.dice_from_text(" ".join(["111"] * 12))
    worker = SeamWorker(WaterProblem(Position(), dice))
    water = [1, 13, 14, 15, 17, 18, 19, 20, 21, 25, 26, 27, 29, 30, 31, 32, 33]
    reports = []
    thread = threading.Thread(target=lambda: reports.append(worker.prove_pattern(water, 9, 10**9)))
    begun = time.monotonic()
    thread.start()
    while thread.is_alive():
        time.sleep(0.05)
        worker.stop()
    assert time.monotonic() - begun < 30
    assert reports[0].found is None
    assert reports[0].undecided == [water]
    assert reports[0].stopped
