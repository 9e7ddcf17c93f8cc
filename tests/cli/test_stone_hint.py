"""`niwashi stone hint`."""

import json
import signal
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from niwashi import stone
from tests.cli.runner import Answer, niwashi, refusal, running
from tests.stone.states import FULL, full, play, player, state

STATE = state("step2", player("11=plain@ 12=nw", virtue=2), player("11=plain@")).to_text()
OTHER = full("top", "left", "nw")
KEYS = {
    *("rank", "move", "score_now", "expected", "stderr", "sd", "diff", "samples"),
    *("mark", "diff_stderr", "win", "win_stderr", "win_diff", "win_diff_stderr", "lead"),
}


def hint(*arguments: object, stdin: str = "") -> Answer:
    return niwashi("stone", "hint", *arguments, stdin=stdin)


def hints(*arguments: object) -> dict[str, Any]:
    ran = hint("--from", STATE, "--samples", 300, "--json", *arguments)
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    assert isinstance(document, dict)
    return document


def test_the_answer_has_the_keys_of_the_contract() -> None:
    found = hints("--seed", 4)
    assert {"hints", "method", "seed", "seconds"} <= set(found)
    assert (found["seed"], found["seconds"], found["player"]) == (4, None, 1)
    assert all(set(entry) == KEYS for entry in found["hints"])
    assert [entry["rank"] for entry in found["hints"]] == list(range(1, len(found["hints"]) + 1))
    position = stone.Position.from_text(stone.default_edition(), STATE)
    assert {entry["move"] for entry in found["hints"]} == {
        move.to_text() for move in stone.legal_moves(position)
    }


def test_the_same_seed_and_samples_give_the_same_ranking_whatever_the_workers() -> None:
    one, three = (hints("--workers", workers)["hints"] for workers in (1, 3))
    assert one == three
    assert hints("--seed", 1)["hints"] != one
    arguments = ("--from", STATE, "--samples", 100, "--json", "--workers", 1)
    assert hint(*arguments).out == hint(*arguments).out


def test_a_budget_in_seconds_tells_the_time() -> None:
    ran = hint("--from", STATE, "--budget", 0.05, "--json")
    assert json.loads(ran.out)["seconds"] >= 0.05


def test_a_state_is_read_from_standard_input() -> None:
    assert hint("--from", "-", "--samples", 50, stdin=STATE + "\n").code == 0


def test_people_get_a_table_of_the_best() -> None:
    ran = hint("--from", STATE, "--samples", 200, "--top", 2)
    assert ran.code == 0
    headings = next(line for line in ran.lines if "expected" in line)
    for heading in ("move", "now", "diff", "to win", "lead", "games"):
        assert heading in headings
    assert sum("%" in line for line in ran.lines) == 2
    assert any(line.startswith("and ") and "--top" in line for line in ran.lines)
    assert "reconstruction" in ran.err


def test_the_players_own_idea_is_shown_and_marked_if_it_is_bad() -> None:
    """In the last turn a stone of 2 points for 6 virtue loses 4 points for certain."""
    last = state("step2", player(FULL, virtue=6, master="zen-ami!"), player(OTHER)).to_text()
    ran = hint("--from", last, "--move", "buy:H35", "--top", 1)
    [line] = [line for line in ran.lines if "buy:H35" in line]
    assert "??" in line.split()
    assert "behind by 3 standard errors" in ran.out
    found = json.loads(hint("--from", last, "--move", "buy:H35", "--json").out)
    [entry] = [entry for entry in found["hints"] if entry["move"] == "buy:H35"]
    assert (entry["mark"], entry["diff"], entry["diff_stderr"]) == ("??", -4, 0)
    assert entry["samples"] == found["hints"][0]["samples"]
    assert found["clear"]


def test_a_picture_shows_the_garden_after_the_best_move(tmp_path: Path) -> None:
    picture = tmp_path / "hint.svg"
    assert hint("--from", STATE, "--samples", 50, "--svg", picture).code == 0
    assert ET.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


CHANCE = stone.deal(stone.default_edition(), 2, 1).to_text()
OVER = play(state("step2", player(FULL), player(OTHER)), "meditate").to_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--from", CHANCE], "hint: chance decides at 'draw', no player"),
        (["--from", OVER], "hint: the game is over"),
        (["--from", STATE, "--move", "buy:L11"], "move: 'buy:L11' is not one of"),
        (["--from", STATE, "--move", "fly"], "move:"),
        (["--from", STATE, "--budget", "0"], "0 is not more than 0 seconds"),
        (["--from", STATE, "--budget", "-1"], "-1 is not more than 0 seconds"),
        (["--from", STATE, "--budget", "nan"], "nan is not more than 0 seconds"),
        (["--from", STATE, "--samples", "0"], "--samples"),
        (["--from", STATE, "--workers", "0"], "--workers"),
        (["--from", "step2 1"], "state:"),
        ([], "--from"),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_exit_2(
    arguments: list[str], complaint: str
) -> None:
    assert complaint in refusal(hint(*arguments))


def test_an_interrupt_prints_the_ranking_so_far() -> None:
    with running("stone", "hint", "--from", STATE, "--budget", "inf", "--json") as command:
        assert command.stdout is not None
        while not _uses_processor(command.pid):
            assert command.poll() is None
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert json.loads(out)["hints"][0]["samples"] > 0
    assert "Traceback" not in err


def _uses_processor(pid: int, threads: int = 2) -> bool:
    """The search runs: it has threads of its own, and they have done some work."""
    tasks = list(Path(f"/proc/{pid}/task").iterdir())
    if len(tasks) < threads:
        return False
    ticks = [int((task / "stat").read_text().rsplit(")", 1)[1].split()[11]) for task in tasks]
    return sum(ticks) - ticks[0] > 20
