"""What the solvers of both games share: limits, settings, interrupts, and CP-SAT's thread."""

import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from types import FrameType, TracebackType
from typing import Self

from ortools.sat.python import cp_model

from niwashi.solver.result import ModelDisagreement


def check_limits(time_limit: float | None, work_limit: float | None, workers: int | None) -> None:
    """Raises ValueError for a limit that leaves nothing, or no worker."""
    if time_limit is not None and not time_limit > 0:
        raise ValueError("time limit: it must be more than 0 seconds")
    if work_limit is not None and not work_limit > 0:
        raise ValueError("work limit: it must be more than 0")
    if workers is not None and workers < 1:
        raise ValueError("workers: at least 1 is needed")


class Interrupts:
    """Within the block an interrupt (SIGINT) is noted instead of raised.

    So it cannot strike where it would lose the best answer. Signals go to the main thread; in any
    other the block changes nothing.
    """

    def __init__(self) -> None:
        self.noted = False

    def __enter__(self) -> Self:
        self._here = threading.current_thread() is threading.main_thread()
        if self._here:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._here:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.noted = True


def configured(workers: int, seed: int, presolve: bool) -> cp_model.CpSolver:
    """A solver with the settings that make the LP hold the model's rows, which moves the bound."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.random_seed = seed % 2**31
    parameters.cp_model_presolve = presolve
    parameters.linearization_level = 2
    parameters.catch_sigint_signal = False  # `Interrupts` does; two handlers would clash
    parameters.num_workers = workers
    if workers > 1:
        parameters.subsolvers.extend(["max_lp", "reduced_costs"])
    return solver


class Watcher(cp_model.CpSolverSolutionCallback):
    """Hands solutions and bounds to a search as they appear, and holds model and core together.

    `take` turns a solution into an answer that the core has scored, and returns that score, or None
    if the solution is no answer. Whatever goes wrong ends up in `error`, for the calling thread.
    """

    def __init__(
        self,
        take: Callable[[cp_model.CpSolverSolutionCallback], int | None],
        tighten: Callable[[float], None],
    ) -> None:
        super().__init__()
        self._take = take
        self._tighten = tighten
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        """The core must count at least what the model does."""
        try:
            total = self._take(self)
            if total is not None and total < round(self.objective_value):
                raise ModelDisagreement(
                    f"the model counts {round(self.objective_value)} points, the core {total}"
                )
        except Exception as error:
            self.error = error
            self.stop_search()

    def on_bound(self, bound: float) -> None:
        """A bound below an answer is an error too."""
        try:
            self._tighten(bound)
        except ModelDisagreement as error:
            self.error = error


def run_in_thread(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    watcher: Watcher,
    look: Callable[[], bool],
) -> cp_model.CpSolverStatus:
    """Solves in another thread; `look` is called about ten times a second and stops it if true.

    Raises what the watcher noted.
    """
    outcome: Future[cp_model.CpSolverStatus] = Future()
    solver.best_bound_callback = watcher.on_bound

    def run() -> None:
        try:
            outcome.set_result(solver.solve(model, watcher))
        except BaseException as error:  # handed to the calling thread
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    while not outcome.done():
        wait([outcome], timeout=0.1)
        if look() or watcher.error is not None:
            # Said again until it is heard: before the search has begun it has no effect.
            solver.stop_search()
    if watcher.error is not None:
        raise watcher.error
    return outcome.result()
