"""`niwashi bench`, and what `niwashi --version` says."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from niwashi import benchmark
from niwashi.versions import version_line, versions
from tests.benchmark.small import make_small
from tests.cli.runner import Answer, niwashi, on_terminal, refusal


@pytest.fixture(scope="module")
def small() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        make_small(patch)
        yield


@pytest.fixture(scope="module")
def printed(small: None) -> Answer:
    answer = niwashi("bench", "--quick")
    assert (answer.code, answer.err) == (0, "")
    return answer


@pytest.fixture(scope="module")
def document(small: None) -> dict[str, Any]:
    answer = niwashi("bench", "--quick", "--json", "--seed", 5)
    assert (answer.code, answer.err) == (0, "")
    [line] = answer.lines
    return dict(json.loads(line))


def test_json_has_the_signature_the_machine_the_versions_and_every_section(
    document: dict[str, Any],
) -> None:
    assert document.keys() == {
        *("signature", "signature_parts", "quick", "seed", "date", "load", "seconds"),
        *("interrupted", "machine", "versions", "core", "solver", "hints", "scaling"),
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


def test_people_get_a_table_a_section(printed: Answer) -> None:
    first, second, *_ = printed.lines
    assert first == version_line()
    assert "seed 0" in second
    assert f"signature {benchmark.signature()[0]}" in printed.lines
    for title in ("Core", "Solver", "Hints: cost of a decision", "Hints: strength"):
        assert title in printed.lines
    assert all(len(line) <= 100 for line in printed.lines[2:])


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
