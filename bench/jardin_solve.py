"""Solves dice sequences under one time limit and prints score, bound and time of each.

    python -m bench.jardin_solve [--time-limit 20] [--workers 2] [--seed 0] [FILE]

FILE is a table with the columns `dice` and `best_known` (a score known to be reachable), by default
the twenty sequences beside this script. The last line counts what a reader wants to know.
"""

import argparse
import os
import platform
import resource
from importlib.metadata import version
from pathlib import Path

from niwashi import jardin
from niwashi.solver.jardin import solve

DICE = Path(__file__).with_name("jardin_dice.tsv")


def main() -> None:
    """Runs the benchmark and prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=DICE)
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()

    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, OR-Tools {version('ortools')}, "
        f"niwashi {version('niwashi')}; limit {arguments.time_limit:g} s, "
        f"{arguments.workers} workers, seed {arguments.seed}\n"
    )
    print("| dice | best known | score | bound | status | seconds |")
    print("|---|---|---|---|---|---|")
    differences = []
    sound = 0
    lines = arguments.file.read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        text, best_known = line.split("\t")
        result = solve(
            jardin.Position(),
            jardin.dice_from_text(text),
            time_limit=arguments.time_limit,
            workers=arguments.workers,
            seed=arguments.seed,
        )
        assert result.score is not None
        differences.append(result.score - int(best_known))
        sound += result.bound >= max(result.score, int(best_known))
        print(
            f"| {text} | {best_known} | {result.score} | {result.bound} | {result.status} "
            f"| {result.seconds:.1f} |",
            flush=True,
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\nat least the best known: {sum(d >= 0 for d in differences)} of {len(differences)}; "
        f"better: {sum(d > 0 for d in differences)}; worst difference: {min(differences)}; "
        f"bound not below: {sound}; peak memory {memory:.0f} MiB"
    )


if __name__ == "__main__":
    main()
