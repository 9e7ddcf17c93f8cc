"""What the outcomes of several solvers on the same dice say together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean
from typing import Final

from bench.peers.solvers import SOLVERS, WATER, Limits, Outcome, UnsoundAnswer


@dataclass(frozen=True)
class Race:
    """Every solver's outcome on one dice sequence."""

    dice: str
    best_known: int  #: a score known to be reachable
    outcomes: list[Outcome]

    def check(self) -> None:
        """Raises UnsoundAnswer if a bound is below a score that any solver or earlier run reached.

        A proven optimum is such a score, so no bound below one passes either.
        """
        reached = [(o.score, o.solver) for o in self.outcomes if o.score is not None]
        best, by = max([*reached, (self.best_known, "an earlier run")])
        for outcome in self.outcomes:
            if outcome.bound is not None and outcome.bound < best:
                raise UnsoundAnswer(
                    f"{outcome.solver} says that nothing above {outcome.bound} "
                    f"is possible, but {by} reached {best}"
                )

    def of(self, solver: str) -> Outcome:
        """One solver's outcome."""
        return next(o for o in self.outcomes if o.solver == solver)


def run_row(dice: str, outcome: Outcome, limits: Limits) -> str:
    """One outcome as a row below RUN_HEAD; `late` if it ended clearly after the time limit."""
    status = "proven" if outcome.proven else "killed" if outcome.killed else "not proven"
    if outcome.seconds > 1.02 * limits.seconds + 0.5:
        status += ", late"
    score = "ring" if outcome.ring else _number(outcome.score)
    cpu = outcome.cpu_seconds
    cores = "–" if cpu is None else f"{cpu / outcome.seconds:.1f}"
    return (
        f"| {dice} | {outcome.solver} | {score} | {_number(outcome.bound)} | {status} "
        f"| {outcome.seconds:.1f} | {cores} |"
    )


RUN_HEAD: Final = """\
| dice | solver | score | bound | status | seconds | cores used |
|---|---|---|---|---|---|---|"""


def summary(races: Sequence[Race]) -> str:
    """The means of each solver over all sequences, and its ratios to niwashi water, as a table.

    Score and gap are means over the sequences with a garden, bound over those with a bound. The
    ratio of times is the geometric mean over the sequences that niwashi water proved; a run that
    proved nothing counts with the time it took, so that the true ratio is at least (≥) this. The
    ratio of gaps is that of the means; ∞ where niwashi water leaves no gap and the solver one.
    """
    lines = [
        "| solver | proven | gardens | mean score | mean bound | mean gap | mean seconds "
        "| time ÷ water | gap ÷ water |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for solver in SOLVERS:
        outcomes = [race.of(solver) for race in races]
        cells = [
            solver,
            f"{sum(o.proven for o in outcomes)} of {len(races)}",
            f"{sum(o.score is not None for o in outcomes)} of {len(races)}",
            _mean(outcomes, lambda o: o.score),
            _mean(outcomes, lambda o: o.bound),
            _mean(outcomes, lambda o: o.gap),
            _mean(outcomes, lambda o: o.seconds),
            time_ratio(races, solver),
            gap_ratio(races, solver),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def time_ratio(races: Iterable[Race], solver: str) -> str:
    """How many times longer than niwashi water a solver takes to prove."""
    pairs = [(r.of(solver), r.of(WATER)) for r in races if r.of(WATER).proven]
    if not pairs:
        return "–"
    ratio = geometric_mean(theirs.seconds / water.seconds for theirs, water in pairs)
    at_least = "" if all(theirs.proven for theirs, _ in pairs) else "≥ "
    return f"{at_least}{ratio:.1f}"


def gap_ratio(races: Iterable[Race], solver: str) -> str:
    """How many times wider than niwashi water's a solver's mean gap is."""
    pairs = [(r.of(solver).gap, r.of(WATER).gap) for r in races]
    gaps = [(theirs, water) for theirs, water in pairs if theirs is not None and water is not None]
    if not gaps:
        return "–"
    theirs, water = (fmean(side) for side in zip(*gaps, strict=True))
    if water == 0:
        return "∞" if theirs else "–"
    return f"{theirs / water:.1f}"


def _mean(outcomes: Iterable[Outcome], part: Callable[[Outcome], float | None]) -> str:
    numbers = [x for x in map(part, outcomes) if x is not None]
    return f"{fmean(numbers):.1f}" if numbers else "–"


def _number(number: int | None) -> str:
    return "–" if number is None else str(number)
