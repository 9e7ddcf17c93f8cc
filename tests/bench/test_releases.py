"""`python -m bench.releases`: the table of `bench/results/`."""

import json
from pathlib import Path
from typing import Any

from bench import releases


def result(seconds: float | None) -> dict[str, Any]:
    return {
        "date": "2030-01-02T03:04:05+00:00",
        "load": 0.5,
        "signature": 42,
        "machine": {"processor": "Abacus", "usable": 2},
        "versions": {"compiler": "GNU 12", "ortools": "9", "python": "3"},
        "core": [
            {"game": game, "what": what, "way": way, "threads": threads, "per_second": 1e6}
            for game, what, way in releases.RATES.values()
            for threads in (1, 2)
        ],
        "solver": [
            {"game": game, "size": size, "threads": threads, "proof": seconds}
            for game, size, threads in releases.SOLVES.values()
        ],
    }


def test_each_release_is_a_line_in_the_order_of_versions(tmp_path: Path) -> None:
    for version, seconds in (("0.10.0", 1.25), ("0.9.0", None)):
        (tmp_path / f"{version}.json").write_text(json.dumps(result(seconds)), encoding="utf-8")
    first, second = releases.table(releases.read(tmp_path)).splitlines()[-2:]
    assert first.startswith("| 0.9.0 | 2030-01-02 | 42 | 1,000,000 / s | ")
    assert "| none in time | none in time |" in first
    assert second.startswith("| 0.10.0 | ")
    assert "| 1.2 s | 1.2 s | Abacus, 2 processors, GNU 12, OR-Tools 9, Python 3 | 0.5 |" in second


def test_what_was_not_measured_is_said() -> None:
    empty = {**result(1.0), "core": [], "solver": []}
    assert releases.table([("1.0.0", empty)]).splitlines()[-1].count("not measured") == 6


def test_the_table_that_is_shown_is_that_of_the_files() -> None:
    shown = (releases.RESULTS / "README.md").read_text(encoding="utf-8")
    assert shown == releases.table(releases.read(releases.RESULTS))


def test_a_result_that_is_kept_is_a_whole_run_of_its_release() -> None:
    for version, report in releases.read(releases.RESULTS):
        assert report["versions"]["niwashi"] == version
        assert (report["quick"], report["interrupted"]) == (False, False)
