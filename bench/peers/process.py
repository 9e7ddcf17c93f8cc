"""A piece of work in a process of its own: it cannot outlast its limits or disturb the next one.

Apart from `__main__`, which a new process does not import.
"""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final, ParamSpec, TypeVar

from bench.peers.solvers import Limits, Outcome, UnsoundAnswer, bind_to_processors, solve_by
from niwashi import jardin

#: Seconds after the time limit at which a solver's process is ended, its start included.
GRACE: Final = 30.0

P = ParamSpec("P")
T = TypeVar("T")


def run(solver: str, dice: str, limits: Limits) -> Outcome:
    """One solver on one dice sequence, in a new process that cannot outlast its limits.

    Raises UnsoundAnswer if its answer contradicts the rules, or the process ends without one.
    """
    rolls = jardin.dice_from_text(dice)
    work = _Process(limits.workers, solve_by, solver, jardin.Position(), rolls, limits)
    outcome: Outcome | None = work.answer(limits.seconds + GRACE)
    return outcome or Outcome(solver, None, False, None, work.seconds, None, killed=True)


def alone(work: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """What the work comes to in a new process, by one thread on one processor.

    Raises UnsoundAnswer if it raises anything, or the process ends without an answer.
    """
    answer: T = _Process(1, work, *arguments, **options).answer(None)
    return answer


class _Process:
    """A process that does one piece of work."""

    def __init__(
        self, processors: int, work: Callable[..., Any], *arguments: Any, **options: Any
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe(duplex=False)
        call = (theirs, processors, work, arguments, options)
        self._process = context.Process(target=_answer, args=call, daemon=True)
        self._started = time.monotonic()
        # NumPy's libraries read it when they are imported, before the process is bound.
        before = os.environ.get("OPENBLAS_NUM_THREADS")
        os.environ["OPENBLAS_NUM_THREADS"] = str(processors)
        try:
            self._process.start()
        finally:
            del os.environ["OPENBLAS_NUM_THREADS"]
            if before is not None:
                os.environ["OPENBLAS_NUM_THREADS"] = before
        theirs.close()

    @property
    def seconds(self) -> float:
        """Since the process was started."""
        return time.monotonic() - self._started

    def answer(self, timeout: float | None) -> Any:
        """What the work came to, None if it takes longer; the process is ended."""
        try:
            if not self._ours.poll(timeout):
                return None
            is_answer, answer = self._ours.recv()
        except EOFError:
            self._process.join()
            raise UnsoundAnswer(
                f"its process ended with {self._process.exitcode} and no answer"
            ) from None
        finally:
            self._process.kill()
            self._process.join()
            self._ours.close()
        if not is_answer:
            raise UnsoundAnswer(answer)
        return answer


def _answer(
    connection: Connection,
    processors: int,
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
    options: dict[str, Any],
) -> None:
    """Sends True and the answer, or False and what went wrong; what is printed is dropped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    bind_to_processors(processors)
    try:
        answer = True, work(*arguments, **options)
    except Exception as error:
        answer = False, f"{type(error).__name__}: {error}"
    connection.send(answer)
    connection.close()
