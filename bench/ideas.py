"""Ideas of both proofs side by side, in one run: what each leaves, and what it takes to close.

    python -m bench.ideas [FILE] [--sequences 10] [--time-limit 120]

Each idea is measured on the same dice sequences, by default the first ten beside this script, with
one worker. Times are processor time, so that other load matters little. The target is one point
above the optimum, which is proven first; every figure is a median over the sequences but for what
is still open: points between the bound and the optimum.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from unittest.mock import patch

from niwashi import jardin
from niwashi._core.exact import WaterProblem
from niwashi.jardin import Position, Roll
from niwashi.solver.jardin import Engine, solve, water
from niwashi.solver.jardin.certificate import CorePrices, Question, Sieve, all_halves
from niwashi.versions import circumstances

DICE = Path(__file__).with_name("jardin_dice.tsv")


@dataclass(frozen=True)
class Outcome:
    """What an idea made of one sequence."""

    gap: int  #: bound - optimum, or 0 if every pattern was refuted or handed to CP-SAT
    priced: int  #: patterns for which prices were looked for
    left: int  #: patterns that prices did not refute
    seconds: float  #: of a processor


def water_first(
    dice: list[Roll], best: int, limit: float, anneal_steps: int | None = None
) -> Outcome:
    """The core's proof, as `solve` runs it."""
    begun = time.process_time()
    result = solve(Position(), dice, workers=1, time_limit=limit, anneal_steps=anneal_steps)
    seen = result.statistics
    left = seen["searched"] + seen["undecided"]
    return Outcome(result.bound - best, seen["priced"] + left, left, time.process_time() - begun)


def without_search(dice: list[Roll], best: int, limit: float) -> Outcome:
    """The same, but CP-SAT decides every pattern that prices leave."""
    with patch.object(water, "NODES_A_PATTERN", 0), patch.object(water, "NODES_AT_LAST", 0):
        return water_first(dice, best, limit)


def without_annealing(dice: list[Roll], best: int, limit: float) -> Outcome:
    """The same from a random plan."""
    return water_first(dice, best, limit, anneal_steps=0)


def whole_model(dice: list[Roll], best: int, limit: float) -> Outcome:
    """One CP-SAT model of the whole game, 20 seconds."""
    begun = time.process_time()
    result = solve(Position(), dice, workers=1, time_limit=20, engine=Engine.MODEL, anneal_steps=0)
    return Outcome(result.bound - best, 0, 0, time.process_time() - begun)


def certificates(kept: int, ahead: int) -> Callable[[list[Roll], int, float], Outcome]:
    """The second method's sieve; what it leaves is counted, not decided."""

    def sift(dice: list[Roll], best: int, limit: float) -> Outcome:
        begun = time.process_time()
        problem = WaterProblem(Position(), dice)
        oracle = CorePrices(problem, best + 1, ahead)
        question = Question.of_dice(Position(), dice)
        halves = all_halves()
        sieve = Sieve(question, halves, oracle, oracle.first([]), best + 1, kept)
        left = 0
        for seam in range(len(halves.seams)):
            left += len(sieve.left(seam))
            if time.process_time() - begun > limit:
                return Outcome(1, sieve.priced, left, float("inf"))
        return Outcome(0, sieve.priced, left, time.process_time() - begun)

    return sift


IDEAS: dict[str, Callable[[list[Roll], int, float], Outcome]] = {
    "water first, in the core": water_first,
    "… without annealing": without_annealing,
    "… without search: CP-SAT for what prices leave": without_search,
    "the whole game in one CP-SAT model, 20 s": whole_model,
    "certificates: 16 kept, priced 2 points ahead": certificates(16, 2),
    "… 4 kept": certificates(4, 2),
    "… 1 kept": certificates(1, 2),
    "… priced just below the target": certificates(16, 0),
    "… priced 4 points ahead": certificates(16, 4),
}


def main() -> None:
    """Runs every idea on every sequence and prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=DICE)
    parser.add_argument("--sequences", type=int, default=10)
    parser.add_argument("--time-limit", type=float, default=120)
    arguments = parser.parse_args()
    lines = arguments.file.read_text(encoding="utf-8").splitlines()[1 : arguments.sequences + 1]
    games = [jardin.dice_from_text(line.split("\t")[0]) for line in lines]
    print(f"{circumstances()}; {len(games)} sequences, limit {arguments.time_limit:g} s\n")
    print("| idea | closed | open points | patterns priced | left | seconds |", flush=True)
    print("|---|---|---|---|---|---|")
    optima = [solve(Position(), dice).bound for dice in games]
    for name, idea in IDEAS.items():
        seen = [
            idea(dice, best, arguments.time_limit) for dice, best in zip(games, optima, strict=True)
        ]
        gaps = [outcome.gap for outcome in seen]
        print(
            f"| {name} | {gaps.count(0)} | {min(gaps)} to {max(gaps)} "
            f"| {median(o.priced for o in seen):,.0f} | {median(o.left for o in seen):g} "
            f"| {median(o.seconds for o in seen):.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
