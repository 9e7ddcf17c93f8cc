"""Finds, proves and confirms the theoretical maxima, and archives them for `niwashi jardin max`.

    python -m bench.maxima [--workers 2] [--out python/niwashi/jardin/maxima.json]
        [--only 'at most 0 ponds']

For any game, exactly 0 to 3 prunings, at most 0 to 3 ponds, and without each kind of decoration.
An entry is written as soon as it is proven; entries that are there already are kept, so the command
goes on where it was stopped.
"""

import argparse
import datetime
import json
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

from niwashi import jardin
from niwashi.solver.jardin.confirm import MOST_DECORATIONS, WaterCount, confirm_maximum
from niwashi.solver.jardin.maximum import Limits, Undecided, dice_of, prove_maximum
from niwashi.solver.result import Status
from niwashi.versions import versions

QUESTIONS = [
    Limits(),
    *(Limits(prunings=n) for n in range(4)),
    *(Limits(without=letter) for letter in "LBTRM="),
    *(Limits(ponds=n) for n in (3, 2, 1, 0)),
]


def stamp(seconds: float, workers: int) -> dict[str, Any]:
    """When, with what and in how long something was proved."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seconds": round(seconds, 1),
        "workers": workers,
        "versions": versions(),
        "machine": platform.machine(),
    }


def main() -> None:
    """Proves what is not archived, confirms what is not confirmed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("python/niwashi/jardin/maxima.json"))
    parser.add_argument("--only", help="one question, as it is printed: 'at most 0 ponds'")
    parser.add_argument("--no-prove", action="store_true")
    parser.add_argument("--no-confirm", action="store_true")
    arguments = parser.parse_args()
    entries: list[dict[str, Any]] = []
    if arguments.out.exists():
        entries = json.loads(arguments.out.read_text(encoding="utf-8"))["maxima"]

    def save() -> None:
        order = [asdict(limits) for limits in QUESTIONS]
        entries.sort(key=lambda entry: order.index(entry["limits"]))
        text = json.dumps({"maxima": entries}, indent=1)
        arguments.out.write_text(text + "\n", encoding="utf-8")

    asked = [q for q in QUESTIONS if arguments.only in (None, str(q))]
    for limits in asked:
        if arguments.no_prove or any(entry["limits"] == asdict(limits) for entry in entries):
            continue
        try:
            result = prove_maximum(limits, workers=arguments.workers)
        except Undecided as error:
            print(f"{limits}: {error}", flush=True)
            continue
        assert result.status is Status.OPTIMAL
        entries.append(
            {
                "limits": asdict(limits),
                "score": result.score,
                "dice": jardin.dice_to_text(dice_of(result.moves)),
                "moves": [move.to_text() for move in result.moves],
                "proven": stamp(result.seconds, arguments.workers),
                "confirmed": None,
            }
        )
        print(f"{limits}: {result.score} proven in {result.seconds:.1f} s", flush=True)
        save()
    if arguments.no_confirm:
        return
    started = datetime.datetime.now()
    count = WaterCount()
    counting = (datetime.datetime.now() - started).total_seconds()
    for entry in entries:
        limits = Limits(**entry["limits"])
        if entry["confirmed"] is not None or limits not in asked:
            continue
        started = datetime.datetime.now()
        seen = confirm_maximum(
            entry["score"] + 1,
            ponds=limits.ponds,
            decorations=MOST_DECORATIONS - (limits.prunings or 0),
            without=limits.without or "",
            workers=arguments.workers,
            count=count,
        )
        seconds = counting + (datetime.datetime.now() - started).total_seconds()
        print(f"{limits}: {seen} {seconds:.1f} s", flush=True)
        if seen.reaching == 0:
            entry["confirmed"] = {**stamp(seconds, arguments.workers), **asdict(seen)}
            save()


if __name__ == "__main__":
    main()
