"""`niwashi jardin max`: the archive, and what it refuses."""

import json
from pathlib import Path

import pytest

from niwashi import jardin
from tests.cli.runner import niwashi


def run(*arguments: str) -> tuple[int, str, str]:
    answer = niwashi("jardin", "max", *arguments)
    return answer.code, answer.out, answer.err


def test_the_maximum_is_shown_proven_and_replayable(tmp_path: Path) -> None:
    picture = tmp_path / "max.svg"
    code, out, _ = run("--json", "--svg", str(picture))
    assert code == 0
    found = json.loads(out)
    assert (found["status"], found["score"], found["bound"]) == ("OPTIMAL", 77, 77)
    dice = jardin.dice_from_text(found["dice"])
    moves = [jardin.Move.from_text(text) for text in found["moves"]]
    end = jardin.replay(jardin.Position(), dice, moves)[-1].after
    assert end.to_text() == found["position"]
    assert jardin.score(end).total == found["score"] == found["breakdown"]["total"]
    assert found["proven"]["versions"]["niwashi"]
    assert picture.read_text().startswith("<svg")


def test_people_read_what_is_proven() -> None:
    code, out, _ = run()
    assert code == 0
    assert "77 points: no dice allow more (any game)." in out
    assert "Proven 20" in out


@pytest.mark.parametrize("prunings", range(4))
def test_the_archive_knows_each_number_of_prunings(prunings: int) -> None:
    code, out, _ = run("--json", "--prunings", str(prunings))
    assert code == 0
    assert json.loads(out)["position"].split()[3] == str(prunings)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--prunings", "1", "--ponds", "2"], "one of --prunings, --ponds, --without"),
        (["--checkpoint", "x"], "goes with --prove"),
        (["--prunings", "4"], "range"),
        (["--without", "x"], "is not one of"),
        (["--svg", "/nowhere/at/all.svg"], "svg"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1
