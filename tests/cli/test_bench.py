"""`niwashi bench`, and what `niwashi --version` says."""

import json
import signal
from typing import Any

import pytest

from niwashi import benchmark
from niwashi.benchmark import HintCost, Rate, Report, Solve, Strength
from niwashi.versions import version_line, versions
from tests.benchmark.small import make_small
from tests.cli.runner import niwashi, on_terminal, refusal


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """What a run over little work prints."""
    with pytest.MonkeyPatch.context() as patch:
        make_small(patch)
        answer = niwashi("bench", "--quick", "--json", "--seed", 5)
    assert (answer.code, answer.err) == (0, "")
    [line] = answer.lines
    return dict(json.loads(line))


def test_json_has_the_signature_the_machine_the_versions_and_every_section(
    document: dict[str, Any],
) -> None:
    assert document.keys() == {
        *("signature", "signature_parts", "quick", "seed", "date", "load", "seconds"),
        *("skipped", "interrupted", "machine", "versions", "core", "solver", "hints", "scaling"),
    }
    assert document["signature"] == benchmark.signature()[0]
    assert (document["quick"], document["seed"], document["interrupted"]) == (True, 5, False)
    assert document["machine"].keys() == {"processor", "usable", "processors", "system"}
    assert document["versions"] == versions()
    assert document["core"][0].keys() == {
        *("game", "what", "way", "threads", "count", "seconds", "per_second"),
    }
    assert document["solver"][0].keys() == {
        *("game", "size", "threads", "status", "score", "bound", "first", "near", "proof"),
        "seconds",
    }
    assert document["hints"]["cost"][0].keys() == {"game", "samples", "threads", "games", "seconds"}
    assert document["hints"]["strength"][0].keys() == {
        *("game", "policy", "samples", "games", "points", "stderr", "won", "seconds"),
    }
    assert document["scaling"]["threads"][0].keys() == {"game", "what", "size", "speedup"}
    assert document["scaling"]["size"][0].keys() == {"game", "what", "size", "seconds"}


def test_every_section_is_filled(document: dict[str, Any]) -> None:
    assert {(rate["game"], rate["way"]) for rate in document["core"]} == {
        (game, way) for game in ("jardin", "stone") for way in ("one by one", "batch", "C++")
    }
    assert [(s["game"], s["threads"], s["status"]) for s in document["solver"]] == [
        (game, threads, "OPTIMAL") for game in ("jardin", "stone") for threads in (1, 2)
    ]
    assert [(h["game"], h["threads"]) for h in document["hints"]["cost"]] == [
        (game, threads) for game in ("jardin", "stone") for threads in (1, 2)
    ]
    assert [(s["game"], s["policy"]) for s in document["hints"]["strength"]] == [
        *(("jardin", policy) for policy in ("greedy", "network", "hint")),
        *(("stone", policy) for policy in ("planner", "hint")),
    ]
    assert document["skipped"] == []
    assert all(row["speedup"] > 0 for row in document["scaling"]["threads"])


def test_people_get_a_table_a_section(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report.begin(quick=True, seed=7)
    report.sign((123456789, {}))
    report.core = [Rate("jardin", "it", "C++", n, 10, 1.0, 2e6 * n) for n in (1, 2)]
    report.solver = [Solve("stone", 15, 1, "FEASIBLE", 117, 119, 0.25, None, None, 4.0)]
    report.hint_costs = [HintCost("stone", 100, n, 104.0, 3.0 / n) for n in (1, 2)]
    report.strength = [Strength("stone", "hint", 50, 8, 61.25, 1.5, 0.75, 0.0125)]
    monkeypatch.setattr(benchmark, "run", lambda **options: report)
    answer = niwashi("bench")
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0] == version_line()
    assert "seed 7" in answer.lines[2]
    assert "signature 123456789" in answer.lines
    rows = [line.split() for line in answer.lines]
    for title, row in {
        "Core": "jardin it C++ 2,000,000 4,000,000 2.00",
        "Solver": "stone 15 tiles 1 FEASIBLE 117 119 0.2 - -",
        "Hints: cost of a decision": "stone 100 104 3.000 1.500 2.00",
        "Hints: strength": "stone hint 50 8 61.2 ±1.5 75 % 12.500",
    }.items():
        assert title in answer.lines
        assert row.split() in rows


def test_what_was_not_measured_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report.begin(quick=True, seed=7)
    report.interrupted = True
    report.skipped = ["core: it", "hints: it"]
    monkeypatch.setattr(benchmark, "run", lambda **options: report)
    handler = signal.getsignal(signal.SIGINT)
    try:
        answer = niwashi("bench")
    finally:
        signal.signal(signal.SIGINT, handler)
    assert answer.code == 130
    assert answer.lines[-2:] == [
        "No time was left for: core: it; hints: it.",
        "0 s in all, interrupted.",
    ]
    assert "signature" not in answer.out
    assert "Core" not in answer.out


def test_the_seed_must_be_a_whole_number() -> None:
    assert "'x' is not a valid integer" in refusal(niwashi("bench", "--seed", "x"))


def test_an_interrupt_prints_what_was_measured_so_far() -> None:
    ended = on_terminal(["bench", "--quick", "--json"], interrupt_at="core:")
    assert ended.code == 130
    document = json.loads(ended.out)
    assert document["interrupted"] is True
    assert document["signature"] == benchmark.signature()[0]
    assert document["solver"] == []
    assert "Traceback" not in ended.screen


def test_the_version_names_core_compiler_and_solver() -> None:
    line = niwashi("--version").out.rstrip("\n")
    found = versions()
    assert line == version_line()
    for name in ("niwashi", "core", "compiler", "build", "ortools", "numpy", "python"):
        assert found[name] in line
    assert found["niwashi"] == found["core"]
