"""Proves the optimum of dice sequences and prints what each proof took.

    python -m bench.proofs [FILE] [--random N] [--seed 0] [--workers 2] [--time-limit 300]
        [--confirm]

FILE is a table whose first column is `dice`, and with a column `best_known` (a score known to be
reachable), by default the twenty sequences beside this script; with --random N these are N random
sequences instead, `jardin.random_dice(seed + i)`. Columns: score, bound, seconds of the whole
solve; then how many water patterns each test left: pairs of halves looked at, passed by kept
prices, by counting, by new prices (searched), and search nodes; with --confirm the seconds of the
second method, or a dash if it came to no end. The last line counts what a reader wants to know.
"""

import argparse
import os
import resource
from pathlib import Path

from niwashi import jardin
from niwashi.solver.jardin import Progress, solve
from niwashi.versions import circumstances

DICE = Path(__file__).with_name("jardin_dice.tsv")


def sequences(arguments: argparse.Namespace) -> list[tuple[str, int | None]]:
    """Dice and the best score known, if any."""
    if arguments.random:
        first = arguments.seed
        dice = [jardin.random_dice(first + i) for i in range(arguments.random)]
        return [(jardin.dice_to_text(rolls), None) for rolls in dice]
    rows = [line.split("\t") for line in arguments.file.read_text(encoding="utf-8").splitlines()]
    return [(row[0], int(row[1]) if len(row) > 1 else None) for row in rows[1:]]


def main() -> None:
    """Runs the benchmark and prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=DICE)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--time-limit", type=float, default=300)
    parser.add_argument("--confirm", action="store_true")
    arguments = parser.parse_args()

    print(
        f"{circumstances()}; limit {arguments.time_limit:g} s, "
        f"{arguments.workers} workers, seed {arguments.seed}\n"
    )
    columns = [
        "dice",
        "known",
        "score",
        "bound",
        "seconds",
        "pairs",
        "unpriced",
        "uncounted",
        "searched",
        "nodes",
    ]
    if arguments.confirm:
        columns.append("confirmed")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    times: list[float] = []
    short = 0
    for text, known in sequences(arguments):
        began: list[float] = []  # to confirm

        def look(progress: Progress, began: list[float] = began) -> None:
            if progress.phase == "confirming" and not began:
                began.append(progress.seconds)

        result = solve(
            jardin.Position(),
            jardin.dice_from_text(text),
            time_limit=arguments.time_limit,
            workers=arguments.workers,
            seed=arguments.seed,
            confirm=arguments.confirm,
            on_progress=look,
        )
        assert result.score is not None
        assert result.bound >= (known or 0)
        proven = began[0] if began else result.seconds
        times.append(proven if result.gap == 0 else float("inf"))
        short += known is not None and result.score < known
        seen = result.statistics
        uncounted = seen["priced"] + seen["searched"] + seen["undecided"]
        print(
            f"| {text} | {known or '–'} | {result.score} | {result.bound} | {proven:.1f} "
            f"| {seen['pairs']:,} | {seen['unpriced']:,} | {uncounted:,} | {seen['searched']:,} "
            f"| {seen['nodes']:,} |"
            + (f" {result.seconds - proven:.1f} |" if result.confirmed else " – |")
            * arguments.confirm,
            flush=True,
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    shares = ", ".join(
        f"{sum(t < limit for t in times)} under {limit} s" for limit in (15, 60, 300)
    )
    print(
        f"\nproven: {sum(t < float('inf') for t in times)} of {len(times)}; {shares}; "
        f"below the best known: {short}; peak memory {memory:.0f} MiB"
    )


if __name__ == "__main__":
    main()
