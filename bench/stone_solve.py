"""Proves maximum gardens and prints score, bound and time of each.

    python -m bench.stone_solve [--time-limit 60] [--workers 2] [--editions 20] [--first 0]

First the reconstruction for 2, 3 and 4 players, then random editions of 80 tiles. The last line
counts what a reader wants to know.
"""

import argparse
import os
import resource

from niwashi.solver.result import Status
from niwashi.solver.stone import maximum
from niwashi.stone import default_edition
from niwashi.versions import circumstances
from tests.solver.stone.editions import box_like_edition


def main() -> None:
    """Runs the benchmark and prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--time-limit", type=float, default=60)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--editions", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="seed of the first random edition")
    arguments = parser.parse_args()

    print(
        f"{circumstances()}; limit {arguments.time_limit:g} s, "
        f"{arguments.workers} workers, seed {arguments.seed}\n"
    )
    print("| edition | patterns | players | score | bound | status | seconds | work |")
    print("|---|---|---|---|---|---|---|---|")
    cases = [(default_edition(), players) for players in (2, 3, 4)]
    seeds = range(arguments.first, arguments.first + arguments.editions)
    cases += [(box_like_edition(seed), 2 + seed % 3) for seed in seeds]
    proven = []
    for edition, players in cases:
        result = maximum(
            edition,
            players=players,
            time_limit=arguments.time_limit,
            workers=arguments.workers,
            seed=arguments.seed,
        )
        proven.append(result.status is Status.OPTIMAL)
        patterns = len({edition.canonical(face) for face in range(len(edition.faces))})
        print(
            f"| {edition.name} | {patterns} | {players} | {result.score} | {result.bound} "
            f"| {result.status} | {result.seconds:.1f} | {result.work:.1f} |",
            flush=True,
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\nproven: {sum(proven[:3])} of 3 and {sum(proven[3:])} of {len(proven) - 3}; "
        f"peak memory {memory:.0f} MiB"
    )


if __name__ == "__main__":
    main()
