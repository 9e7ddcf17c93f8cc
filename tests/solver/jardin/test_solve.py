"""The whole solver: exact on small instances, honest on large ones."""

import _thread
import itertools
import threading

import pytest

from niwashi import InvalidText, jardin
from niwashi._core.exact import exhaustive_search
from niwashi._core.search import Annealer
from niwashi.jardin import Position
from niwashi.solver.jardin import Engine, Progress, solve
from niwashi.solver.jardin.model import Constraints, JardinModel
from niwashi.solver.result import ModelDisagreement, Result, Status
from tests.solver.jardin.positions import GAME, position_at

MAX_LEAVES = 250_000
EMPTY = "....../....../....../....../....../......"


def check(result: Result[Position, jardin.Move], start: Position, dice: list[jardin.Roll]) -> None:
    """The plan leads to the position, the position is worth the score, the bound is not below."""
    steps = jardin.replay(start, dice, result.moves)
    assert (steps[-1].after if steps else start) == result.position
    assert result.position is not None
    assert result.position.is_over
    assert jardin.score(result.position).total == result.score
    assert result.score is not None
    assert result.bound >= result.score
    assert (result.status is Status.OPTIMAL) == (result.bound == result.score)


def small_instances() -> list[tuple[str, int]]:
    """Clocks and seeds of positions whose continuations can all be played, two turns or fewer."""
    found = []
    for clock, wanted in (("11", 8), ("12", 8), ("12p", 4)):
        seed = 0
        while wanted > 0:
            start, dice = position_at(clock, seed)
            ponds = len(jardin.PondTable(start.pondable)) + 1
            leaves = ponds
            for roll in dice:
                leaves *= jardin.count_moves(start, roll) if clock != "12p" else 1
            if leaves <= MAX_LEAVES:
                found.append((clock, seed))
                wanted -= 1
            seed += 1
    return found


engines = pytest.mark.parametrize("engine", list(Engine))


@pytest.mark.parametrize(
    ("engine", "presolve"),
    [(Engine.WATER, True), (Engine.MODEL, True), (Engine.MODEL, False)],
    ids=["water", "model", "model-without-presolve"],
)
@pytest.mark.parametrize(("clock", "seed"), small_instances())
def test_solver_finds_what_exhaustive_search_finds(
    clock: str, seed: int, engine: Engine, presolve: bool
) -> None:
    start, dice = position_at(clock, seed)
    truth = exhaustive_search(start, dice, 20 * MAX_LEAVES)
    assert truth.complete
    # No annealing: the first plan is a random one, and the engine has to do the work.
    result = solve(
        start, dice, workers=1, seed=seed, engine=engine, anneal_steps=0, presolve=presolve
    )
    check(result, start, dice)
    assert result.status is Status.OPTIMAL
    assert result.score == truth.best.score


@engines
@pytest.mark.parametrize("seed", range(4))
def test_bound_never_falls_below_the_score(seed: int, engine: Engine) -> None:
    start, dice = position_at("7" if engine is Engine.MODEL else "3", seed)
    seen: list[Progress] = []
    result = solve(
        start,
        dice,
        time_limit=4,
        workers=2,
        engine=engine,
        anneal_steps=400_000,
        on_progress=seen.append,
    )
    check(result, start, dice)
    assert seen
    for before, after in itertools.pairwise(seen):
        assert after.score >= before.score
        assert before.bound is None or (after.bound is not None and after.bound <= before.bound)
    assert all(p.bound is None or p.bound >= result.score for p in seen if result.score)


def test_a_finished_game_is_its_own_optimum() -> None:
    position = position_at("end", 3)[0]
    result = solve(position, [])
    assert (result.status, result.moves, result.position) == (Status.OPTIMAL, [], position)


@engines
def test_the_last_pond_decision_alone_is_solved(engine: Engine) -> None:
    """On a bare garden the best last pond covers everything: no earth is left to cost a point."""
    start = Position.from_text(f"{EMPTY} {EMPTY} 12p 0")
    result = solve(start, [], workers=1, engine=engine)
    assert (result.score, result.status) == (3, Status.OPTIMAL)
    assert result.position is not None
    assert len(result.position.water) == 36


@engines
def test_forced_skips_are_part_of_a_plan(engine: Engine) -> None:
    dice = jardin.dice_from_text(" ".join(["111"] * 12))
    result = solve(Position(), dice, time_limit=3, workers=2, engine=engine, anneal_steps=1_000_000)
    check(result, Position(), dice)
    assert sum(move.kind is jardin.MoveKind.SKIP for move in result.moves) >= 4


def test_other_faces_draw_other_decorations() -> None:
    dice = jardin.dice_from_text(GAME, "=MRTBL")
    result = solve(Position(), dice, time_limit=2, workers=1, anneal_steps=1_000_000)
    check(result, Position(), dice)


@engines
def test_one_worker_and_a_work_limit_reproduce_everything(engine: Engine) -> None:
    dice = jardin.dice_from_text(GAME)
    first, second = (
        solve(
            Position(),
            dice,
            work_limit=1,
            workers=1,
            seed=5,
            engine=engine,
            anneal_steps=800_000,
        )
        for _ in range(2)
    )
    assert first.moves == second.moves
    assert (first.score, first.bound, first.work) == (second.score, second.bound, second.work)
    assert first.status is second.status


@engines
def test_an_interrupt_gives_the_best_so_far(engine: Engine) -> None:
    dice = jardin.dice_from_text(GAME)
    timer = threading.Timer(1.0, _thread.interrupt_main)
    timer.start()
    result = solve(Position(), dice, workers=2, engine=engine, anneal_steps=400_000)
    check(result, Position(), dice)
    assert result.interrupted
    assert result.seconds < 20


def test_a_ring_is_cut_off_and_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only two waters are left to the model: a large ring, worth more, and a single space."""
    block = {s for s in range(36) if s // 6 < 4 and s % 6 < 4}
    ring = block - {7, 8, 13, 14}
    add_all = Constraints.add_all

    def ring_or_single(self: Constraints) -> None:
        add_all(self)
        is_ring = self._model.new_bool_var("is_ring")
        for s, water in enumerate(self._v.water):
            self._model.add(water == int(s in ring)).only_enforce_if(is_ring)
            self._model.add(water == int(s == 0)).only_enforce_if(~is_ring)

    monkeypatch.setattr(Constraints, "add_all", ring_or_single)
    start = Position.from_text(f"{EMPTY} {EMPTY} 12p 0")
    seed = next(
        seed
        for seed in range(100)
        if solve_start_score(start, seed) == -36  # the first plan traces nothing
    )
    result = solve(start, [], workers=1, seed=seed, engine=Engine.MODEL, anneal_steps=0)
    assert (result.score, result.bound, result.status) == (3 - 35, 3 - 35, Status.OPTIMAL)
    assert [move.to_text() for move in result.moves] == ["~11"]


def solve_start_score(start: Position, seed: int) -> int:
    return Annealer(start, [], seed).best_score


def test_a_model_that_counts_too_much_is_an_error_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, dice = position_at("12", 1)
    monkeypatch.setattr(Constraints, "rocks_stand_alone", lambda self: None)
    with pytest.raises(ModelDisagreement):
        solve(start, dice, workers=1, engine=Engine.MODEL, anneal_steps=0)


def test_a_model_that_forbids_too_much_is_an_error_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, dice = position_at("12", 1)
    monkeypatch.setattr(
        Constraints,
        "old_ponds_stay",
        lambda self: self._model.add(sum(self._v.water) == 0) and None,
    )
    assert start.water
    with pytest.raises(ModelDisagreement):
        solve(start, dice, workers=1, engine=Engine.MODEL)


@pytest.mark.parametrize(
    ("clock", "rolls"), [("1", 11), ("1", 13), ("12", 0), ("3p", 10), ("end", 1)]
)
def test_a_wrong_number_of_rolls_is_refused(clock: str, rolls: int) -> None:
    start = Position.from_text(f"{EMPTY} {EMPTY} {clock} 0")
    with pytest.raises(InvalidText, match="turns are left"):
        solve(start, jardin.random_dice(0, rolls))


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan")])
def test_a_time_limit_must_be_positive(limit: float) -> None:
    with pytest.raises(ValueError, match="time limit"):
        solve(Position(), jardin.random_dice(0), time_limit=limit)


def test_no_workers_cannot_solve() -> None:
    with pytest.raises(ValueError, match="workers"):
        solve(Position(), jardin.random_dice(0), workers=0)


def test_a_plan_of_the_model_gives_each_season_one_pond_at_most() -> None:
    start, dice = position_at("4", 2)
    result = solve(start, dice, time_limit=3, workers=1, engine=Engine.MODEL, anneal_steps=400_000)
    assert JardinModel(start, dice).model.validate() == ""
    ponds = [m for m in result.moves if m.kind is jardin.MoveKind.POND]
    assert len(ponds) <= start.ponds_left
