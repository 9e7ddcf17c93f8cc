"""`python -m bench.compare`: the judging, and how it fails."""

import json
import subprocess
from pathlib import Path

import pytest

from bench import compare
from bench.compare import NotComparable, Ratio, times_of


def judged(before: float, after: float) -> str:
    return Ratio("it", before, after).verdict


def test_it_warns_at_1_3_and_fails_at_1_5() -> None:
    assert [judged(1, after) for after in (1.29, 1.3, 1.49, 1.5)] == ["", "warn", "warn", "FAIL"]
    assert (judged(1.3, 1), judged(1.29, 1)) == ("faster", "")


def test_the_best_round_of_each_commit_counts() -> None:
    before = [{"a": 3.0, "b": 1.0}, {"a": 2.0, "b": 4.0}]
    after = [{"a": 9.0, "b": 2.0}, {"a": 2.5, "b": 1.6}]
    comparison = compare.compare(before, after)
    assert comparison.ratios == [Ratio("b", 1.0, 1.6), Ratio("a", 2.0, 2.5)]
    assert comparison.failed


def test_only_what_both_have_is_compared_and_the_rest_is_named() -> None:
    comparison = compare.compare([{"a": 1.0, "old": 1.0}], [{"a": 1.4, "new": 9.0}])
    assert [ratio.name for ratio in comparison.ratios] == ["a"]
    assert (comparison.gone, comparison.new) == (["old"], ["new"])
    assert not comparison.failed
    lines = compare.table(comparison).splitlines()
    assert "| a | 1000.000 | 1400.000 | 1.40 | warn |" in lines
    assert lines[-3:] == ["gone: old", "", "new: new"]


def test_times_are_read_from_what_pytest_benchmark_writes() -> None:
    entry = {"fullname": "bench/test_core.py::test_it", "stats": {"min": 0.25, "mean": 1.0}}
    assert times_of(json.dumps({"benchmarks": [entry]})) == {entry["fullname"]: 0.25}


def test_a_commit_that_is_none_is_named_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.setattr(compare, "ROOT", tmp_path)
    assert compare.main(["no-such-commit"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith("compare: no-such-commit: cannot be exported: ")


@pytest.mark.parametrize(("after", "code"), [(1.2, 0), (1.4, 0), (2.0, 1)])
def test_commits_are_measured_in_turn_and_the_exit_code_tells(
    after: float,
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    def run(build: compare.Build, select: str) -> dict[str, float]:
        seen.append(build.commit)
        return {"it": 1.0 if build.commit == "old" else after}

    monkeypatch.setattr(compare, "build", lambda commit, at: compare.Build(commit, at, at))
    monkeypatch.setattr(compare.Build, "run", run)
    assert compare.main(["old", "new", "--rounds", "2"]) == code
    assert seen == ["old", "new", "old", "new"]
    assert f"| {after:.2f} |" in capsys.readouterr().out


def test_a_command_that_fails_says_its_last_line(tmp_path: Path) -> None:
    with pytest.raises(NotComparable, match=r"^new: does not build: no compiler$"):
        compare._do(
            ["sh", "-c", "echo no compiler >&2; exit 3"], "new: does not build", cwd=tmp_path
        )
