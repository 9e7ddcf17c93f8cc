"""From a position and the rolls still to come to the best garden they allow.

Annealing finds a plan; then one of two engines improves it or proves that nothing is better: the
core, water first, or CP-SAT on the whole game. Whatever they say, only plans that the core has
replayed and scored leave this module.
"""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from ortools.sat.python import cp_model

from niwashi._core import InvalidText
from niwashi._core.exact import WaterProblem
from niwashi._core.jardin import Move, Position, Roll, score
from niwashi._core.search import Annealer
from niwashi.jardin.play import replay
from niwashi.processors import processors
from niwashi.solver.jardin.certificate import (
    CorePrices,
    Question,
    Sieve,
    all_halves,
    sift,
    water_of,
)
from niwashi.solver.jardin.model import SIDE, JardinModel
from niwashi.solver.jardin.water import Statistics, WaterProof
from niwashi.solver.result import ModelDisagreement, Result, Status
from niwashi.solver.running import (
    Interrupts,
    Watcher,
    check_limits,
    configured,
    run_in_thread,
)


class Engine(StrEnum):
    """How the optimum is proven."""

    WATER = "water"  #: every water pattern, decorated by the core (docs/proof.md)
    MODEL = "model"  #: the whole game as one CP-SAT model


#: Annealing steps of each worker before the proof, for each ply to come. From the start of a game
#: the engine `water` begins after about a second, as it finds better plans by itself; CP-SAT seldom
#: does, so that it is worth waiting about seven.
ANNEAL_STEPS_A_PLY: Final = {Engine.WATER: 400_000, Engine.MODEL: 3_000_000}
_STEPS_A_SLICE: Final = 400_000
#: Annealing may take this share of a time limit.
_ANNEAL_SHARE: Final = 0.4
_SEED_STEP: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a running solve stands. `bound` is None until the model has one."""

    phase: str  #: "annealing", "proving" or "confirming"
    seconds: float
    score: int
    bound: int | None
    position: Position  #: the garden of the best plan so far


def solve(
    start: Position,
    dice: Sequence[Roll],
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int | None = None,
    seed: int = 0,
    engine: Engine = Engine.WATER,
    confirm: bool = False,
    anneal_steps: int | None = None,
    presolve: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> Result[Position, Move]:
    """The best continuation of `start` when the dice are known.

    `dice` holds one roll for each turn left (InvalidText otherwise). `time_limit` is in seconds of
    wall clock, `work_limit` in deterministic units, close to seconds of one quiet core;
    with one worker and no time limit the same arguments give the same plan and bound every time.
    An interrupt (SIGINT, Ctrl-C) ends the search early, if it runs in the main thread: the result
    then says `interrupted`, with the best plan and bound so far. `anneal_steps` is the number of
    steps of each worker's annealer; `presolve` concerns CP-SAT. `confirm` has what was proven
    confirmed by a second method, within the same limits: by certificates (`certificate.py`), or by
    the core where the model proved it.
    `on_progress` is called from the calling thread, about ten times a second.
    """
    if len(dice) != start.turns_left:
        raise InvalidText(
            f"dice: {len(dice)} rolls, but {start.turns_left} turns are left at clock {start.clock}"
        )
    check_limits(time_limit, work_limit, workers)
    search = _Search(start, list(dice), workers or processors(), seed, time_limit, on_progress)
    with search.interrupts:
        plies = start.turns_left + start.ponds_left
        steps = plies * ANNEAL_STEPS_A_PLY[engine] if anneal_steps is None else anneal_steps
        search.anneal(steps)
        if start.is_over:
            search.bound = score(start).total
        elif engine is Engine.WATER:
            search.prove_by_water(work_limit, presolve)
        else:
            search.prove_by_model(work_limit, presolve)
        if confirm and search.score == search.bound and not start.is_over:
            search.confirm(engine, work_limit, presolve)
    return search.result()


class _Search:
    """One solve: the best plan so far, the bound so far, and the two phases that improve them."""

    def __init__(
        self,
        start: Position,
        dice: list[Roll],
        workers: int,
        seed: int,
        time_limit: float | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.start = start
        self.dice = dice
        self.workers = workers
        self.seed = seed
        self.time_limit = time_limit
        self.on_progress = on_progress
        self.interrupts = Interrupts()
        self.moves: list[Move] = []
        self.position = start
        self.score: int | None = None
        self.bound = trivial_bound(start)
        self.work = 0.0
        self.statistics: Statistics | None = None
        self.proven: int | None = None  # the bound, while it is confirmed
        self.confirmed: bool | None = None
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def result(self) -> Result[Position, Move]:
        proven = self.score is not None and self.score >= self.bound
        return Result(
            status=Status.OPTIMAL if proven else Status.FEASIBLE,
            score=self.score,
            bound=self.bound,
            moves=self.moves,
            position=self.position,
            seconds=self.seconds,
            workers=self.workers,
            seed=self.seed,
            work=self.work,
            interrupted=self.interrupts.noted,
            confirmed=self.confirmed,
            statistics={} if self.statistics is None else asdict(self.statistics),
        )

    def report(self, phase: str) -> None:
        if self.on_progress is not None and self.score is not None:
            bound = None if phase == "annealing" else self.bound
            if self.proven is not None:
                phase, bound = "confirming", self.proven
            self.on_progress(Progress(phase, self.seconds, self.score, bound, self.position))

    def take(self, moves: list[Move]) -> int:
        """Replays a plan in the core and keeps it if it is the best so far; its score."""
        steps = replay(self.start, self.dice, moves)
        position = steps[-1].after if steps else self.start
        if not position.is_over:
            raise ModelDisagreement(f"a plan ends at clock {position.clock}")
        total = score(position).total
        if self.score is None or total > self.score:
            self.moves, self.position, self.score = moves, position, total
        return total

    def anneal(self, steps: int) -> None:
        """Independent annealers, one a worker; the best plan of all."""
        annealers = [
            Annealer(self.start, self.dice, (self.seed + i * _SEED_STEP) % 2**64)
            for i in range(self.workers)
        ]
        self.take(max((a.best() for a in annealers), key=lambda plan: plan.score).moves)
        deadline = math.inf if self.time_limit is None else _ANNEAL_SHARE * self.time_limit
        # Shorter slices where workers share processors: about 60 ms between looks at the clock.
        slice_steps = max(1000, _STEPS_A_SLICE * min(processors(), self.workers) // self.workers)
        with ThreadPoolExecutor(self.workers) as pool:
            while annealers[0].steps < steps:
                next_steps = min(slice_steps, steps - annealers[0].steps)
                list(pool.map(Annealer.run, annealers, [next_steps] * self.workers))
                self.take(max((a.best() for a in annealers), key=lambda plan: plan.score).moves)
                self.report("annealing")
                if self.interrupts.noted or self.seconds > deadline:
                    break

    def prove_by_water(self, work_limit: float | None, presolve: bool) -> None:
        """Goes through every water pattern; CP-SAT decides those that the core leaves open."""
        stop = self._limit(work_limit)
        proof = WaterProof(self, stop)
        proof.run()
        self.statistics = proof.statistics
        while proof.open_patterns and not stop():
            water, _ = proof.open_patterns[-1]
            model = JardinModel(self.start, self.dice)
            model.constraints.water_is(water)
            if not self._solve(model, work_limit, presolve, bounds_all=False):
                return
            proof.open_patterns.pop()
            assert self.score is not None
            self.tighten(max([self.score, *(bound for _, bound in proof.open_patterns)]))

    def prove_by_model(self, work_limit: float | None, presolve: bool) -> None:
        """Solves the model until its answer is a garden, cutting off rings that appear in it."""
        self._solve(JardinModel(self.start, self.dice), work_limit, presolve, bounds_all=True)

    def confirm(self, engine: Engine, work_limit: float | None, presolve: bool) -> None:
        """Looks for a better plan by another method; ModelDisagreement if there is one."""
        self.proven = self.bound
        self.bound = trivial_bound(self.start)
        if engine is Engine.MODEL:
            self.prove_by_water(work_limit, presolve)
            self.confirmed = self.score == self.bound
        else:
            self.confirmed = self._confirm_by_prices(work_limit, presolve)
        if self.score != self.proven:
            raise ModelDisagreement(f"{self.proven} was proven, a plan is worth {self.score}")
        self.bound = self.proven

    def _confirm_by_prices(self, work_limit: float | None, presolve: bool) -> bool:
        """Bounds every water pattern by certificates; CP-SAT decides those that they let pass."""
        stop = self._limit(work_limit)
        assert self.score is not None
        target = self.score + 1
        question = Question.of_dice(self.start, self.dice)
        problem = WaterProblem(self.start, self.dice)
        halves = all_halves()
        sieves = []
        for _ in range(self.workers):
            oracle = CorePrices(problem, target)
            first = oracle.first(self.position.water)
            sieves.append(Sieve(question, halves, oracle, first, target))
        sifted = 0.0
        with closing(sift(sieves, range(len(halves.seams)))) as left:
            for patterns in left:
                before, sifted = sifted, sum(sieve.work for sieve in sieves)
                self.work += sifted - before
                self.report("confirming")
                for pattern in patterns:
                    model = JardinModel(self.start, self.dice)
                    model.constraints.water_is(water_of(pattern))
                    if stop() or not self._solve(model, work_limit, presolve, bounds_all=False):
                        return False
                    assert self.score is not None
                    if self.score >= target:
                        return False
                if stop():
                    return False
        return True

    def _limit(self, work_limit: float | None) -> Callable[[], bool]:
        """Whether a limit is reached, or an interrupt noted."""

        def stop() -> bool:
            late = self.time_limit is not None and self.seconds >= self.time_limit
            worked = work_limit is not None and self.work >= work_limit
            return self.interrupts.noted or late or worked

        return stop

    def _solve(
        self, model: JardinModel, work_limit: float | None, presolve: bool, *, bounds_all: bool
    ) -> bool:
        """Solves a model; true if its best solution, or that it has none better, is proven.

        `bounds_all`: it is a model of the whole game, so that its bound is one for this search. Any
        other is asked for more than the best plan has.
        """
        while not self.interrupts.noted and self.score is not None and self.score < self.bound:
            if bounds_all:
                model.hint(self.moves, self.position)
            else:
                model.at_least(self.score + 1)
            solver = configured(self.workers, self.seed, presolve)
            if self.time_limit is not None:
                left = self.time_limit - self.seconds
                if left <= 0:
                    return False
                solver.parameters.max_time_in_seconds = left
            if work_limit is not None:
                if self.work >= work_limit:
                    return False
                solver.parameters.max_deterministic_time = work_limit - self.work
            rings: list[list[int]] = []

            def take(solution: cp_model.CpSolverSolutionCallback) -> int | None:
                found = model.rings_of(solution)
                rings.extend(found)  # noqa: B023 - used within this round only
                return None if found else self.take(model.moves_of(solution))

            watcher = Watcher(take, self.tighten if bounds_all else lambda bound: None)
            status = run_in_thread(solver, model.model, watcher, self._look_while_proving)
            self.work += solver.deterministic_time
            if status == cp_model.INFEASIBLE:
                if bounds_all:
                    raise ModelDisagreement("the model has no solution, but a plan exists")
                return True
            if status == cp_model.MODEL_INVALID:
                raise ModelDisagreement(f"the model is not valid: {model.model.validate()}")
            if bounds_all and status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                self.tighten(solver.best_objective_bound)
            for ring in rings:
                model.constraints.no_ring_around(ring)
            if status != cp_model.OPTIMAL or not rings:
                if bounds_all and status == cp_model.OPTIMAL and self.score != self.bound:
                    raise ModelDisagreement(f"the model proves {self.bound}, the core {self.score}")
                return status == cp_model.OPTIMAL
        return self.score is not None and self.score >= self.bound

    def _look_while_proving(self) -> bool:
        """Reports; true once nothing is left to find, or on an interrupt."""
        self.report("proving")
        found_all = self.score is not None and self.score >= self.bound
        return found_all or self.interrupts.noted

    def tighten(self, bound: float) -> None:
        """Takes a bound of the model; it is never allowed below a plan that was replayed."""
        self.bound = min(self.bound, math.floor(bound + 1e-6))
        if self.score is not None and self.bound < self.score:
            raise ModelDisagreement(f"bound {self.bound} is below the plan's {self.score}")


def trivial_bound(start: Position) -> int:
    """A bound that needs no search: 4 points a space, and 12 for the ponds.

    No decoration gives more than 3 by itself (J7 to J11), and bridges together less than 4 each
    (J12).
    """
    return score(start).total if start.is_over else 4 * SIDE * SIDE + 12
