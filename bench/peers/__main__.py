"""Proves the same dice by niwashi and by other solvers, at equal cores and time limit.

    python -m bench.peers [--sequences 5] [--time-limit 60] [--workers 2] [--seed 0] [--json FILE]

The dice are the first of bench/jardin_dice.tsv. For each, one after another and each in a process
of its own: niwashi water, niwashi model (CP-SAT with this project's settings), and on the same
rows CP-SAT, HiGHS and SCIP (`pip install '.[peers]'`) with their default settings. No peer gets a
plan to begin with; niwashi's time includes the annealing that finds its own. Exit code 1, and one
line on stderr, if a solver's answer contradicts the rules or another answer.
"""

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from bench.peers.process import run
from bench.peers.report import RUN_HEAD, Race, run_row, summary
from bench.peers.solvers import SOLVERS, Limits, UnsoundAnswer
from bench.proofs import DICE


def environment() -> dict[str, str]:
    """The machine and the versions of everything compared."""
    import pyscipopt

    scip = pyscipopt.Model()
    packages = ("niwashi", "ortools", "highspy", "pyscipopt")
    return {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        **{package: version(package) for package in packages},
        "SCIP": f"{scip.getMajorVersion()}.{scip.getMinorVersion()}.{scip.getTechVersion()}",
    }


def as_json(where: dict[str, str], limits: Limits, races: list[Race]) -> dict[str, object]:
    """Everything that was measured, and where."""
    return {
        "environment": where,
        "limits": asdict(limits),
        "races": [
            {**asdict(r), "outcomes": [{**asdict(o), "proven": o.proven} for o in r.outcomes]}
            for r in races
        ],
    }


def main() -> int:
    """Runs the comparison and prints Markdown tables; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.peers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sequences", type=int, default=5, help="of bench/jardin_dice.tsv")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds a solver")
    parser.add_argument("--workers", type=int, default=2, help="threads a solver")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    arguments = parser.parse_args()
    if arguments.sequences < 1 or arguments.workers < 1 or not arguments.time_limit > 0:
        parser.error("sequences, workers and time limit must be more than 0")

    limits = Limits(arguments.time_limit, arguments.workers, arguments.seed)
    where = environment()
    print(
        ", ".join(f"{name} {text}" for name, text in where.items()),
        f"; limit {limits.seconds:g} s, {limits.workers} workers, seed {limits.seed}; "
        f"load at the start {os.getloadavg()[0]:.1f}\n\n{RUN_HEAD}",
        sep="",
        flush=True,
    )
    races: list[Race] = []
    for line in DICE.read_text(encoding="utf-8").splitlines()[1 : arguments.sequences + 1]:
        dice, best_known = line.split("\t")
        race = Race(dice, int(best_known), [])
        for solver in SOLVERS:
            try:
                outcome = run(solver, dice, limits)
                race = Race(dice, race.best_known, [*race.outcomes, outcome])
                race.check()
            except UnsoundAnswer as error:
                print(f"dice {dice}: {solver}: {error}", file=sys.stderr)
                return 1
            print(run_row(dice, outcome, limits), flush=True)
        races.append(race)
        if arguments.json is not None:
            text = json.dumps(as_json(where, limits, races), indent=2)
            arguments.json.write_text(text + "\n", encoding="utf-8")
    print(f"\n{summary(races)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
