"""The archived optima of random dice: what is written is true, and one of them is proven again."""

import sys
from pathlib import Path

import pytest

from bench import distribution
from niwashi import jardin

ROWS = distribution.solved(distribution.TABLE)


def test_archived_gardens_are_worth_what_is_written() -> None:
    assert ROWS
    for seed, (_, dice, score, prunings, _, text) in ROWS.items():
        position = jardin.Position.from_text(text.rstrip("\n"))
        assert dice == jardin.dice_to_text(jardin.random_dice(seed))
        assert position.is_over
        assert (jardin.score(position).total, position.prunings) == (int(score), int(prunings))


def test_an_archived_optimum_is_proven_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seed, row = min(ROWS.items(), key=lambda each: float(each[1][4]))
    table, picture = tmp_path / "table.tsv", tmp_path / "picture.svg"
    options = ["--sequences", "1", "--seed", str(seed), "--out", str(table), "--svg", str(picture)]
    for _ in range(2):  # the second time there is nothing left to do
        monkeypatch.setattr(sys, "argv", ["distribution", *options])
        distribution.main()
        [again] = distribution.solved(table).values()
        assert again[:3] == row[:3]
        assert f"| {row[2]} | 1 |" in capsys.readouterr().out
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_a_sequence_that_is_not_proven_in_time_is_told_and_has_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.tsv"
    proven, row = next(iter(ROWS.items()))
    table.write_text(distribution.HEADING + "\n" + "\t".join(row), encoding="utf-8")
    options = ["--sequences", "2", "--seed", str(proven), "--time-limit", "0.1"]
    monkeypatch.setattr(sys, "argv", ["distribution", *options, "--out", str(table)])
    distribution.main()
    printed = capsys.readouterr().out
    assert (
        f"not proven: sequence {proven + 1}, {jardin.dice_to_text(jardin.random_dice(proven + 1))}"
        in printed
    )
    assert f"| {row[2]} | 1 |" in printed
    assert list(distribution.solved(table)) == [proven]
