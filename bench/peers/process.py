"""One solver in a process of its own: it cannot outlast its limits or disturb the next one.

Apart from `__main__`, which a new process does not import.
"""

import multiprocessing
import os
import sys
import time
from multiprocessing.connection import Connection
from typing import Final

from bench.peers.solvers import Limits, Outcome, UnsoundAnswer, bind_to_processors, solve_by
from niwashi import jardin

#: Seconds after the time limit at which a solver's process is ended, its start included.
GRACE: Final = 30.0


def run(solver: str, dice: str, limits: Limits) -> Outcome:
    """One solver on one dice sequence, in a new process that cannot outlast its limits.

    Raises UnsoundAnswer if its answer contradicts the rules, or the process ends without one.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(theirs, solver, dice, limits), daemon=True)
    started = time.monotonic()
    process.start()
    theirs.close()
    try:
        if not ours.poll(limits.seconds + GRACE):
            seconds = time.monotonic() - started
            return Outcome(solver, None, False, None, seconds, None, killed=True)
        answer = ours.recv()
    except EOFError:
        process.join()
        raise UnsoundAnswer(f"its process ended with {process.exitcode} and no answer") from None
    finally:
        process.kill()
        process.join()
        ours.close()
    if isinstance(answer, Outcome):
        return answer
    raise UnsoundAnswer(answer)


def _answer(connection: Connection, solver: str, dice: str, limits: Limits) -> None:
    """Sends an Outcome, or the text of what went wrong; what solvers print is dropped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    bind_to_processors(limits.workers)
    try:
        answer: Outcome | str = solve_by(
            solver, jardin.Position(), jardin.dice_from_text(dice), limits
        )
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    connection.send(answer)
    connection.close()
