"""Writes the table of `bench/results/`: what each release did on the machine that measured it.

    niwashi bench --json > bench/results/VERSION.json
    python -m bench.releases

A line a release, from the files named VERSION.json. Machines differ: compare lines of the same.
"""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results")
HEAD = """\
# Results of releases

Made by `python -m bench.releases` from `niwashi bench --json` of each release; one thread where
nothing else is said. `load` counts processes that wanted a processor: where it is not near zero the
machine was shared, and the figures are far too low. What is measured, and how to cite it:
[docs/benchmark.md](../../docs/benchmark.md).
"""
#: Heading: game, what, way.
RATES = {
    "gardens scored": ("jardin", "gardens scored", "C++"),
    "random games": ("jardin", "random games", "C++"),
    "stone gardens scored": ("stone", "gardens scored", "C++"),
    "stone random games": ("stone", "random games", "C++"),
}
#: Heading: game, size, threads.
SOLVES = {
    "Jardín proof, 2 threads": ("jardin", 12, 2),
    "Stone proof, 2 threads": ("stone", 15, 2),
}


def read(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """Each release and its report, the oldest first."""
    files = sorted(folder.glob("*.json"), key=lambda file: [int(n) for n in file.stem.split(".")])
    return [(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in files]


def table(releases: list[tuple[str, dict[str, Any]]]) -> str:
    """The page, as Markdown."""
    columns = ["release", "date", "signature", *RATES, *SOLVES, "machine", "load"]
    lines = [HEAD, f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for release, report in releases:
        machine, versions = report["machine"], report["versions"]
        cells = [
            release,
            report["date"][:10],
            str(report["signature"]),
            *(rate(report, *key) for key in RATES.values()),
            *(seconds(report, *key) for key in SOLVES.values()),
            f"{machine['processor']}, {machine['usable']} processors, {versions['compiler']}, "
            f"OR-Tools {versions['ortools']}, Python {versions['python']}",
            str(report["load"]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def rate(report: dict[str, Any], game: str, what: str, way: str) -> str:
    """A rate of one thread."""
    for row in report["core"]:
        if (row["game"], row["what"], row["way"], row["threads"]) == (game, what, way, 1):
            return f"{row['per_second']:,.0f} / s"
    return "not measured"


def seconds(report: dict[str, Any], game: str, size: int, threads: int) -> str:
    """Seconds to a proof, or that there was none in the time."""
    for row in report["solver"]:
        if (row["game"], row["size"], row["threads"]) == (game, size, threads):
            return "none in time" if row["proof"] is None else f"{row['proof']:.1f} s"
    return "not measured"


def main() -> None:
    """Writes the page."""
    (RESULTS / "README.md").write_text(table(read(RESULTS)), encoding="utf-8")


if __name__ == "__main__":
    main()
