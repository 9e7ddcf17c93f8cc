"""Six ways to look for the best garden of known dice, each under the same limits.

Three peers get the rows of the project's model of the whole game, a fourth a model of its own
(textbook), and nothing else: no plan to begin with, no setting but the time limit, the number of
threads and the seed. niwashi's own two anneal first, which counts as their time. A solution counts
only if the core has replayed it.
"""

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from ortools.sat.python import cp_model

from bench.peers.mip import Mip, exported
from bench.peers.textbook import Textbook
from niwashi.jardin import Move, Position, Roll, replay, score
from niwashi.solver.jardin import Engine, solve
from niwashi.solver.jardin.model import JardinModel

WATER: Final = "niwashi water"
MODEL: Final = "niwashi model"
CP_SAT: Final = "CP-SAT"
HIGHS: Final = "HiGHS"
SCIP: Final = "SCIP"
TEXTBOOK: Final = "CP-SAT, textbook"

#: How far a solver's arithmetic may be from the integer that it means.
TOLERANCE: Final = 1e-6

#: SCIP's concurrent solve ends one to three seconds after the limit that it is given, so it is
#: given so many seconds less, or a tenth less if that is not as much.
SCIP_STOPS_LATE: Final = 2.0


class UnsoundAnswer(AssertionError):
    """What a solver says contradicts the rows, the core, or what another solver reached."""


@dataclass(frozen=True)
class Limits:
    """What every solver gets alike."""

    seconds: float  #: wall clock, from the dice to the answer, building the model included
    workers: int  #: threads, and processors where the system can bind a process to them
    seed: int


@dataclass(frozen=True)
class Outcome:
    """What a solver reached within its limits."""

    solver: str
    score: int | None  #: of the garden, replayed in the core; None if there is none
    ring: bool  #: the solution encloses earth, which the rows allow and the rules do not
    bound: int | None  #: no garden is worth more; None if the solver has no bound
    seconds: float  #: wall clock, from the dice to the answer
    cpu_seconds: float | None  #: of all threads together; None if it was killed
    killed: bool = False  #: it did not stop by itself, and what it knew is lost

    @property
    def proven(self) -> bool:
        """A garden was found, and nothing above it is possible."""
        return self.score is not None and self.score == self.bound

    @property
    def gap(self) -> int | None:
        """Points between bound and score."""
        return None if self.score is None or self.bound is None else self.bound - self.score


@dataclass(frozen=True)
class Solution:
    """What a solver of rows hands back: a value for each variable, if any, and a bound."""

    values: list[int] | None
    bound: float  #: inf if there is none, -inf if the solver says that the rows have no solution


@dataclass(frozen=True)
class Assignment:
    """Values by the index of the variable, in the words of JardinModel."""

    values: Sequence[int]

    def boolean_value(self, variable: cp_model.IntVar, /) -> bool:
        """The value of one variable."""
        return bool(self.values[variable.index])


def score_of(model: JardinModel, mip: Mip, dice: Sequence[Roll], values: list[int]) -> int | None:
    """The points of a solution, replayed in the core; None if its water has a ring.

    Raises UnsoundAnswer if it violates a row, or the core counts fewer points than the rows, and
    IllegalMove if its plan is against the rules.
    """
    violations = mip.violations(values)
    if violations:
        raise UnsoundAnswer(f"the solution violates {len(violations)} rows: {violations[0]}")
    assignment = Assignment(values)
    if model.rings_of(assignment):
        return None
    return replayed(model.start, dice, model.moves_of(assignment), mip.value(values))


def replayed(start: Position, dice: Sequence[Roll], moves: Sequence[Move], claim: int) -> int:
    """The points of a plan, replayed in the core.

    Raises UnsoundAnswer if they are fewer than was claimed, IllegalMove if it is against the rules.
    """
    steps = replay(start, dice, moves)
    total = score(steps[-1].after if steps else start).total
    if total < claim:
        raise UnsoundAnswer(f"the rows count {claim} points, the core {total}")
    return total


def solve_by(solver: str, start: Position, dice: Sequence[Roll], limits: Limits) -> Outcome:
    """Runs a solver, in this process.

    Raises UnsoundAnswer if its answer contradicts the rows or the core.
    """
    started = time.monotonic()
    cpu_started = time.process_time()
    found: int | None
    bound: int | None
    if solver in _ENGINES:
        result = solve(
            start,
            dice,
            time_limit=limits.seconds,
            workers=limits.workers,
            seed=limits.seed,
            engine=_ENGINES[solver],
        )
        found, bound, ring = result.score, result.bound, False
    elif solver == TEXTBOOK:
        found, bound = solve_textbook(start, dice, limits, started + limits.seconds)
        ring = False
    else:
        model = JardinModel(start, dice)
        mip = exported(model.model)
        deadline = started + limits.seconds
        solution = _PEERS[solver](model, mip, limits, deadline)
        if solution.bound == -math.inf:
            raise UnsoundAnswer("it says that the rows have no solution, but every game is one")
        values = solution.values
        found = None if values is None else score_of(model, mip, dice, values)
        ring = values is not None and found is None
        bound = math.floor(solution.bound + TOLERANCE) if math.isfinite(solution.bound) else None
    seconds = time.monotonic() - started
    return Outcome(solver, found, ring, bound, seconds, time.process_time() - cpu_started)


def bind_to_processors(number: int) -> None:
    """Lets this process use so many processors at most, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:number])


def _left(deadline: float) -> float:
    """Seconds until a time of the monotonic clock, 0 if it has passed."""
    return max(0.0, deadline - time.monotonic())


def _rounded(values: Sequence[float]) -> list[int]:
    """Raises UnsoundAnswer if a value is not close to an integer."""
    far = [x for x in values if abs(x - round(x)) > 1e-4]
    if far:
        raise UnsoundAnswer(f"the value {far[0]} of an integer variable")
    return [round(x) for x in values]


def solve_by_cp_sat(model: JardinModel, mip: Mip, limits: Limits, deadline: float) -> Solution:
    """CP-SAT as it comes: the rows as they were stated."""
    return _by_cp_sat(model.model, limits, deadline)


def _by_cp_sat(model: cp_model.CpModel, limits: Limits, deadline: float) -> Solution:
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = _left(deadline)
    solver.parameters.num_workers = limits.workers
    solver.parameters.random_seed = limits.seed % 2**31
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    values = list(solver.response_proto.solution) if found else None
    if status == cp_model.MODEL_INVALID:
        raise UnsoundAnswer("CP-SAT does not take the rows")
    if status == cp_model.INFEASIBLE:
        return Solution(None, -math.inf)
    # Before it has searched CP-SAT says 0, which is no bound.
    return Solution(values, solver.best_objective_bound if found else math.inf)


def solve_textbook(
    start: Position, dice: Sequence[Roll], limits: Limits, deadline: float
) -> tuple[int | None, int | None]:
    """CP-SAT as it comes, on the textbook model: score and bound, None where there is none.

    Raises UnsoundAnswer if the core counts fewer points than the model, or it has no solution.
    """
    book = Textbook(start, dice)
    solution = _by_cp_sat(book.model, limits, deadline)
    if solution.bound == -math.inf:
        raise UnsoundAnswer("it says that the rows have no solution, but every game is one")
    if solution.values is None:
        return None, None
    values = solution.values
    moves = book.moves_of(lambda flag: bool(values[flag.index]))
    return replayed(start, dice, moves, book.claim(values)), math.floor(solution.bound + TOLERANCE)


def solve_by_highs(model: JardinModel, mip: Mip, limits: Limits, deadline: float) -> Solution:
    """HiGHS as it comes, its parallel parts switched on."""
    import highspy

    # Its threads are the process's: without this it refuses another number than the last time.
    highspy.Highs.resetGlobalScheduler(True)
    solver = highspy.Highs()
    options: dict[str, bool | int | str] = {
        "output_flag": False,
        "threads": limits.workers,
        "parallel": "on",
        "random_seed": limits.seed % 2**31,
    }
    for option, value in options.items():
        _highs_takes(solver.setOptionValue(option, value), option)

    program = highspy.HighsLp()
    number = len(mip.lower)
    program.num_col_ = number
    program.num_row_ = len(mip.rows)
    program.sense_ = highspy.ObjSense.kMaximize
    program.offset_ = mip.offset
    program.col_cost_ = np.array([mip.objective.get(v, 0) for v in range(number)], float)
    program.col_lower_ = np.array(mip.lower, float)
    program.col_upper_ = np.array(mip.upper, float)
    program.integrality_ = [highspy.HighsVarType.kInteger] * number
    program.row_lower_ = np.array([row.lower for row in mip.rows], float)
    program.row_upper_ = np.array([row.upper for row in mip.rows], float)
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.cumsum([0, *(len(row.terms) for row in mip.rows)])
    matrix.index_ = np.array([v for row in mip.rows for v in row.terms], int)
    matrix.value_ = np.array([c for row in mip.rows for c in row.terms.values()], float)
    _highs_takes(solver.passModel(program), "the rows")

    _highs_takes(solver.setOptionValue("time_limit", _left(deadline)), "time_limit")
    if solver.run() == highspy.HighsStatus.kError:
        raise UnsoundAnswer("HiGHS ended with an error")
    if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return Solution(None, -math.inf)
    info = solver.getInfo()
    found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    values = _rounded(solver.getSolution().col_value) if found else None
    return Solution(values, info.mip_dual_bound)


def _highs_takes(status: object, what: str) -> None:
    """Raises UnsoundAnswer if HiGHS does not: otherwise it would go on without."""
    import highspy

    if status != highspy.HighsStatus.kOk:
        raise UnsoundAnswer(f"HiGHS does not take {what}")


def solve_by_scip(model: JardinModel, mip: Mip, limits: Limits, deadline: float) -> Solution:
    """SCIP as it comes; with more than one thread its concurrent solve, one SCIP a thread."""
    import pyscipopt

    solver = pyscipopt.Model()
    solver.hideOutput()
    solver.setParam("timing/clocktype", 2)  # wall clock
    solver.setParam("randomization/randomseedshift", limits.seed % 2**31)
    solver.setParam("parallel/minnthreads", limits.workers)
    solver.setParam("parallel/maxnthreads", limits.workers)
    variables = [
        solver.addVar(vtype="I", lb=low, ub=up)
        for low, up in zip(mip.lower, mip.upper, strict=True)
    ]
    for row in mip.rows:
        total = pyscipopt.quicksum(c * variables[v] for v, c in row.terms.items())
        if row.lower == row.upper:
            solver.addCons(total == row.lower)
        elif math.isinf(row.lower):
            solver.addCons(total <= row.upper)
        elif math.isinf(row.upper):
            solver.addCons(total >= row.lower)
        else:
            solver.addCons((total >= row.lower) <= row.upper)
    objective = pyscipopt.quicksum(c * variables[v] for v, c in mip.objective.items())
    solver.setObjective(objective + mip.offset, "maximize")

    if limits.workers > 1:
        deadline -= min(SCIP_STOPS_LATE, 0.1 * limits.seconds)
        solver.setParam("limits/time", _left(deadline))
        solver.solveConcurrent()
    else:
        solver.setParam("limits/time", _left(deadline))
        solver.optimize()
    best = solver.getBestSol() if solver.getNSols() else None
    values = None if best is None else _rounded([solver.getSolVal(best, v) for v in variables])
    bound = solver.getDualbound()
    return Solution(
        values, math.copysign(math.inf, bound) if solver.isInfinity(abs(bound)) else bound
    )


_ENGINES: Final = {WATER: Engine.WATER, MODEL: Engine.MODEL}
_PEERS: Final[dict[str, Callable[[JardinModel, Mip, Limits, float], Solution]]] = {
    CP_SAT: solve_by_cp_sat,
    HIGHS: solve_by_highs,
    SCIP: solve_by_scip,
}
SOLVERS: Final = (*_ENGINES, *_PEERS, TEXTBOOK)
