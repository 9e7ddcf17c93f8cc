"""The proven optimum of many random dice sequences: how good a game can be.

    python -m bench.distribution [--sequences 1000] [--seed 0] [--workers 2] [--time-limit 300]
        [--out FILE] [--svg docs/distribution.svg]

Sequence i is `jardin.random_dice(seed + i)`. Each is solved to the proof, and a line of FILE (a
table: seed, dice, score, prunings, seconds, position) is written as soon as it is; lines that are
there already are not computed again, so the command goes on where it was stopped: by default with
the lines that come with the repository, distribution.tsv beside this script. A sequence that is not
proven within the time limit has no line; its best plan and its bound are printed. At the end it
prints mean, spread, extremes and a histogram, and with --svg FILE draws it.
"""

import argparse
import statistics
from collections import Counter
from pathlib import Path

from niwashi import jardin
from niwashi.render.histogram import histogram
from niwashi.solver.jardin import solve
from niwashi.solver.result import Status

TABLE = Path(__file__).with_suffix(".tsv")
HEADING = "seed\tdice\tscore\tprunings\tseconds\tposition"


def solved(path: Path) -> dict[int, list[str]]:
    """The finished lines of a table by seed; a line cut short by a kill is left out."""
    if not path.exists():
        return {}
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines(True)[1:]]
    return {int(row[0]): row for row in rows if len(row) == 6 and row[5].endswith("\n")}


def summary(scores: dict[str, int]) -> str:
    """Mean, spread, extremes and histogram of the scores of dice sequences, as Markdown."""
    values = list(scores.values())
    best, worst = (pick(scores, key=lambda dice: scores[dice]) for pick in (max, min))
    lines = [
        f"{len(values)} sequences: mean {statistics.fmean(values):.2f}, "
        f"standard deviation {statistics.pstdev(values):.2f}, median {statistics.median(values):g}",
        f"best dice: {best} ({scores[best]}); worst dice: {worst} ({scores[worst]})",
        "",
        "| points | sequences |",
        "|---|---|",
    ]
    counts = Counter(values)
    lines += [f"| {n} | {counts[n]} |" for n in range(min(values), max(values) + 1)]
    return "\n".join(lines)


def main() -> None:
    """Solves what is missing and prints the summary."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sequences", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--time-limit", type=float, default=300, help="seconds a sequence")
    parser.add_argument("--out", type=Path, default=TABLE)
    parser.add_argument("--svg", type=Path)
    arguments = parser.parse_args()

    done = solved(arguments.out)
    whole = [HEADING + "\n", *("\t".join(row) for row in done.values())]
    arguments.out.write_text("".join(whole), encoding="utf-8")
    scores: dict[str, int] = {}
    for seed in range(arguments.seed, arguments.seed + arguments.sequences):
        if seed not in done:
            dice = jardin.random_dice(seed)
            result = solve(
                jardin.Position(),
                dice,
                workers=arguments.workers,
                seed=seed,
                time_limit=arguments.time_limit,
            )
            if result.interrupted:
                raise KeyboardInterrupt
            if result.status is not Status.OPTIMAL:
                text = jardin.dice_to_text(dice)
                print(f"not proven: sequence {seed}, {text}: {result.score} to {result.bound}")
                continue
            assert result.position is not None
            row = [
                str(seed),
                jardin.dice_to_text(dice),
                str(result.score),
                str(result.position.prunings),
                f"{result.seconds:.1f}",
                result.position.to_text() + "\n",
            ]
            with arguments.out.open("a", encoding="utf-8") as table:
                table.write("\t".join(row))
            done[seed] = row
        scores[done[seed][1]] = int(done[seed][2])
    if not scores:
        return
    print(summary(scores))
    if arguments.svg is not None:
        title = f"Proven optimum of {len(scores)} random dice sequences"
        picture = histogram(Counter(scores.values()), title)
        arguments.svg.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
