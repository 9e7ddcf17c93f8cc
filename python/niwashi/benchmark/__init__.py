"""What `niwashi bench` measures: the core, the solvers, the hints; and one number for behaviour.

>>> from niwashi import benchmark
>>> number, parts = benchmark.signature()
>>> number == benchmark.signature(threads=2)[0], len(parts)
(True, 8)

What is measured, and what the signature promises, is told in `docs/benchmark.md`.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from niwashi._core import bench as _core
from niwashi.benchmark.report import HintCost, Rate, Report, Solve, Strength
from niwashi.jardin.hints import value_network

#: Seconds after which nothing more is begun: a slow or busy machine measures less instead.
BUDGET, BUDGET_QUICK = 100.0, 16.0
#: The part of it after which a section begins nothing more, so that each gets some.
SHARES = {"signature": 1.0, "core": 0.35, "hints": 0.7, "solver": 1.0}

__all__ = ["HintCost", "Rate", "Report", "Solve", "Strength", "run", "signature"]


def signature(threads: int = 1) -> tuple[int, dict[str, int]]:
    """The signature and its parts by name: the same on every build, for any number of threads."""
    return _core.signature(value_network(), threads)


def run(
    *, quick: bool = False, seed: int = 0, on_step: Callable[[str], None] | None = None
) -> Report:
    """Measures everything, in less than two minutes, or 20 seconds where `quick`.

    What there was no time for is named in the report's `skipped`. `seed` is that of the random
    gardens and games; the signature and the instances are fixed. `on_step` hears of each step
    before it is done. An interrupt (KeyboardInterrupt) ends the run: the report then says
    `interrupted`, and holds what was measured so far.
    """
    report = Report.begin(quick=quick, seed=seed)
    began = time.monotonic()
    budget = BUDGET_QUICK if quick else BUDGET
    try:
        for name, measure, keep in _steps(report, began + budget):
            if time.monotonic() - began >= budget * SHARES[name.partition(":")[0]]:
                report.skipped.append(name)
                continue
            if on_step is not None:
                on_step(name)
            keep(measure())
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = round(time.monotonic() - began, 1)
    return report


def _steps(
    report: Report, end: float
) -> Iterator[tuple[str, Callable[[], Any], Callable[[Any], None]]]:
    """Each step: its name, what measures, and what puts the result into the report."""
    from niwashi.benchmark import core, hints, solver

    yield "signature", signature, report.sign
    for name, rates in core.measurements(report.quick, report.seed):
        yield f"core: {name}", rates, report.core.extend
    for name, cost in hints.costs(report.quick):
        yield f"hints: {name}", cost, report.hint_costs.append
    for name, strength in hints.strengths(report.quick, report.seed):
        yield f"hints: {name}", strength, report.strength.append
    for name, solve in solver.measurements(report.quick, end):
        yield f"solver: {name}", solve, report.solver.append
