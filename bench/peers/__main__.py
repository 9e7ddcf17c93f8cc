"""niwashi beside what people would use instead, measured in one run.

    python -m bench.peers [--quick] [--parts games openspiel solvers] [--seed 0] [--workers 2]
                          [--speed-seconds 3] [--games 4] [--budget 0.5]
                          [--sequences 3] [--time-limit 60]
                          [--out docs/peers-table.md] [--readme README.md] [--json FILE]

games: both games in plain Python, in NumPy and in niwashi, --speed-seconds a side.
openspiel: its playouts a second, and its tree search against our hints, --games each with --budget
seconds a decision.
solvers: the first --sequences of bench/jardin_dice.tsv by niwashi, CP-SAT, HiGHS and SCIP, each in
--time-limit seconds with --workers threads.

All parts but the solvers have one thread. The packages are those of `pip install '.[peers]'`.
Prints Markdown; --out writes the page, --readme puts the table of ratios between its two lines.
Exit code 1, and one line on stderr, if an answer contradicts the core, the rules or another answer.
What is compared, and how, is told in docs/peers.md.
"""

import argparse
import json
import os
import platform
import shlex
import sys
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from bench.peers import games
from bench.peers.process import alone, run
from bench.peers.report import RUN_HEAD, Race, run_row
from bench.peers.solvers import SOLVERS, Limits, UnsoundAnswer
from bench.peers.table import Results, page, ratio_table, with_table
from bench.proofs import DICE
from niwashi.versions import machine

PARTS: Final = ("games", "openspiel", "solvers")
FULL: Final = {
    "speed_seconds": 3.0,
    "games": 4,
    "budget": 0.5,
    "sequences": 3,
    "time_limit": 60.0,
}
QUICK: Final = {
    "speed_seconds": 0.2,
    "games": 1,
    "budget": 0.02,
    "sequences": 1,
    "time_limit": 4.0,
}


def main() -> int:
    """Runs the comparison and prints Markdown; the exit code."""
    options = _options()
    limits = Limits(options.time_limit, options.workers, options.seed)
    results = Results(environment(options), limits, options.budget)
    _say(results.where)
    try:
        for part in PARTS:
            if part in options.parts:
                results = _MEASURED[part](results, options)
    except UnsoundAnswer as error:
        _say(str(error))
        return 1
    # Where a copy of the numbers was kept is of no interest to readers of the page.
    words = [word for word in sys.argv[1:] if word not in ("--json", str(options.json))]
    command = shlex.join(["python", "-m", "bench.peers", *words])
    print(page(results, command))
    if options.json is not None:
        text = json.dumps(as_json(results), indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.out is not None:
        options.out.write_text(page(results, command), encoding="utf-8")
    if options.readme is not None:
        text = options.readme.read_text(encoding="utf-8")
        options.readme.write_text(with_table(text, ratio_table(results)), encoding="utf-8")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.peers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="a fast look at everything")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="threads a solver")
    parser.add_argument("--speed-seconds", type=float, help="seconds a side")
    parser.add_argument("--games", type=int, help="against OpenSpiel's bot, of either game")
    parser.add_argument("--budget", type=float, help="seconds a decision of bot and hints")
    parser.add_argument("--sequences", type=int, help="of bench/jardin_dice.tsv")
    parser.add_argument("--time-limit", type=float, help="seconds a solver")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page there too")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="put the table of ratios there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    options = parser.parse_args()
    for name, default in (QUICK if options.quick else FULL).items():
        if getattr(options, name) is None:
            setattr(options, name, default)
        if not getattr(options, name) > 0:
            parser.error(f"{name.replace('_', '-')} must be more than 0")
    if options.workers < 1 or options.seed < 0:
        parser.error("workers must be more than 0, and the seed not less")
    return options


def environment(options: argparse.Namespace) -> dict[str, str]:
    """The machine, the versions of everything compared, and what is the same for all parts."""
    names = ["niwashi", "numpy", "ortools"]
    names += ["open-spiel"] if "openspiel" in options.parts else []
    names += ["highspy", "pyscipopt"] if "solvers" in options.parts else []
    found = {
        "machine": f"{machine()['processor']}, {machine()['processors']} cores",
        "Python": platform.python_version(),
        **{name: version(name) for name in names},
    }
    if "solvers" in options.parts:
        import pyscipopt

        scip = pyscipopt.Model()
        parts = scip.getMajorVersion(), scip.getMinorVersion(), scip.getTechVersion()
        found["SCIP"] = ".".join(map(str, parts))
    return {**found, "seed": str(options.seed), "load at the start": f"{os.getloadavg()[0]:.1f}"}


def _measure_games(results: Results, options: argparse.Namespace) -> Results:
    _say("both games in plain Python, NumPy and niwashi")
    speeds = alone(games.measured, options.speed_seconds, options.seed)
    return replace(results, speeds=speeds)


def _measure_openspiel(results: Results, options: argparse.Namespace) -> Results:
    from bench.peers import openspiel

    _say("OpenSpiel's playouts")
    found = alone(openspiel.playouts, options.speed_seconds, options.seed)
    matches: dict[str, Any] = {}
    for game, match in openspiel.MATCHES.items():
        _say(f"OpenSpiel's tree search against hints: {game}")
        matches[game] = alone(match, options.games, options.budget, options.seed)
    return replace(results, playouts=found, matches=matches)


def _measure_solvers(results: Results, options: argparse.Namespace) -> Results:
    _say(RUN_HEAD.partition("\n")[0])
    races: list[Race] = []
    lines = DICE.read_text(encoding="utf-8").splitlines()[1 : options.sequences + 1]
    for dice, best_known in (line.split("\t") for line in lines):
        race = Race(dice, int(best_known), [])
        for solver in SOLVERS:
            try:
                outcome = run(solver, dice, results.limits)
                race = Race(dice, race.best_known, [*race.outcomes, outcome])
                race.check()
            except UnsoundAnswer as error:
                raise UnsoundAnswer(f"dice {dice}: {solver}: {error}") from None
            _say(run_row(dice, outcome, results.limits))
        races.append(race)
    return replace(results, races=races)


_MEASURED: Final = {
    "games": _measure_games,
    "openspiel": _measure_openspiel,
    "solvers": _measure_solvers,
}


def as_json(results: Results) -> dict[str, object]:
    """Everything that was measured, and where."""
    document = asdict(results)
    for race, own in zip(document["races"], results.races, strict=True):
        for outcome, o in zip(race["outcomes"], own.outcomes, strict=True):
            outcome["proven"] = o.proven
    return document


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
