"""`niwashi jardin hint`."""

import json
import signal
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from niwashi import jardin
from tests.cli.runner import Answer, niwashi, refusal, running
from tests.jardin import position_text

START = jardin.Position().to_text()
POND_3 = position_text("L53 B25 t11 L22 R12 M66", clock="3p", prunings=2)
KEYS = {
    *("rank", "move", "score_now", "expected", "stderr", "sd", "diff", "samples"),
    *("mark", "diff_stderr", "breakdown"),
}


def hint(*arguments: object, stdin: str = "") -> Answer:
    return niwashi("jardin", "hint", *arguments, stdin=stdin)


def hints(*arguments: object) -> dict[str, Any]:
    ran = hint("--from", START, "--roll", "125", "--samples", 300, "--json", *arguments)
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    assert isinstance(document, dict)
    return document


def test_the_answer_has_the_keys_of_the_contract() -> None:
    found = hints("--seed", 4)
    assert {"hints", "method", "seed", "seconds"} <= set(found)
    assert (found["seed"], found["seconds"], found["roll"]) == (4, None, "125")
    assert all(set(entry) == KEYS for entry in found["hints"])
    assert [entry["rank"] for entry in found["hints"]] == list(range(1, len(found["hints"]) + 1))
    legal = jardin.legal_moves(jardin.Position(), jardin.Roll.from_text("125"))
    assert {entry["move"] for entry in found["hints"]} <= {move.to_text() for move in legal}
    assert found["hints"][0]["diff"] == 0
    assert all(entry["diff"] <= 0 for entry in found["hints"])


def test_points_are_expected_from_the_rules_of_the_score_sheet() -> None:
    for entry in hints()["hints"]:
        rules = list(jardin.score(jardin.Position()).as_dict())
        assert list(entry["breakdown"]) == rules[:-1]


def test_the_same_seed_and_samples_give_the_same_ranking_whatever_the_workers() -> None:
    one, three = (hints("--workers", workers)["hints"] for workers in (1, 3))
    assert one == three
    assert hints("--seed", 1)["hints"] != one
    arguments = ("--roll", "125", "--samples", 100, "--json", "--workers", 1)
    assert hint(*arguments).out == hint(*arguments).out


def test_a_budget_in_seconds_tells_the_time() -> None:
    ran = hint("--roll", "125", "--budget", 0.01, "--json")
    assert json.loads(ran.out)["seconds"] > 0


def test_a_position_is_read_from_standard_input() -> None:
    arguments = ("--roll", "125", "--samples", 50, "--json")
    assert hint("--from", "-", *arguments, stdin=START + "\n").out == hint(*arguments).out


def test_ponds_are_ranked_at_a_pond_clock() -> None:
    found = json.loads(hint("--from", POND_3, "--samples", 50, "--json").out)
    assert found["roll"] is None
    assert {entry["move"][0] for entry in found["hints"]} <= {"-", "~"}


def test_people_get_a_table_of_the_best_and_where_points_come_from() -> None:
    ran = hint("--roll", "125", "--samples", 200, "--top", 2)
    assert ran.code == 0
    headings = next(line for line in ran.lines if "expected" in line)
    for heading in ("move", "now", "spread", "diff", "games"):
        assert heading in headings
    assert sum("±" in line for line in ran.lines) == 2
    assert any(line.startswith("and ") and "--top" in line for line in ran.lines)
    assert any(line.split()[:1] == ["lantern"] for line in ran.lines)


def test_the_players_own_idea_is_ranked_and_marked_if_it_is_bad() -> None:
    idea = hints("--move", "*L66", "--top", 1)
    [entry] = [entry for entry in idea["hints"] if entry["move"] == "*L66"]
    assert entry["mark"] == "??"
    assert entry["diff"] <= -3
    assert entry["samples"] == idea["hints"][0]["samples"]
    ran = hint("--roll", "125", "--samples", 300, "--move", "*L66", "--top", 1)
    assert any("*L66" in line and "??" in line.split() for line in ran.lines)
    assert any("expected from" in line and "*L66" in line for line in ran.lines)


def test_a_picture_shows_the_garden_after_the_best_move(tmp_path: Path) -> None:
    picture = tmp_path / "hint.svg"
    assert hint("--roll", "125", "--samples", 50, "--svg", picture).code == 0
    assert ET.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--from", POND_3, "--roll", "125"], "roll: none is drawn at the pond decision 3p"),
        (["--from", START], "roll: one is needed at turn 1"),
        (["--from", position_text()], "the game is over"),
        (["--roll", "125", "--move", "*R11"], "*R11"),
        (["--roll", "125", "--move", "fly"], "move:"),
        (["--roll", "127"], "roll:"),
        (["--roll", "125", "--budget", "0"], "0 is not more than 0 seconds"),
        (["--roll", "125", "--budget", "nan"], "nan is not more than 0 seconds"),
        (["--roll", "125", "--samples", "0"], "--samples"),
        (["--roll", "125", "--workers", "0"], "--workers"),
        (["--roll", "125", "--faces", "LLLLLL"], "faces:"),
        (["--from", "nowhere", "--roll", "125"], "position:"),
        (["--roll", "125", "--svg", "/nowhere/x.svg"], "svg: cannot write"),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_exit_2(
    arguments: list[str], complaint: str
) -> None:
    assert complaint in refusal(hint(*arguments))


def test_an_interrupt_prints_the_ranking_so_far() -> None:
    arguments = ("--roll", "125", "--samples", "1000000000", "--json", "--move", "5:L65+B35")
    with running("jardin", "hint", *arguments) as command:
        while not _uses_processor(command.pid):
            assert command.poll() is None
            time.sleep(0.01)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert json.loads(out)["hints"][0]["rank"] == 1
    assert "Traceback" not in err


def _uses_processor(pid: int) -> bool:
    """The search runs: it has threads of its own."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1
