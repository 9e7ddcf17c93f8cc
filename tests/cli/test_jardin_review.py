"""`niwashi jardin review`."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from niwashi import jardin
from niwashi.jardin.policies import make_policy
from niwashi.jardin.review import judgements
from niwashi.solver.jardin import solve
from tests.cli.runner import Answer, niwashi, refusal, running
from tests.jardin import played_to

#: Quick to judge and to solve: two turns are left.
START = played_to("11")
DICE = jardin.dice_from_text("146 146")
LIMITS = ("--samples", 60, "--time-limit", 60)


def played(policy: str, start: jardin.Position = START) -> jardin.Record:
    """The last turns, or those from another start on, played by a policy."""
    dice = DICE if start == START else jardin.random_dice(5, start.turns_left)
    game = make_policy(policy, 1, faces=jardin.standard_faces).play(start, dice)
    return jardin.Record(tuple(jardin.replay(start, dice, game.moves)), "Aki", start=start)


def optimal() -> jardin.Record:
    result = solve(START, DICE)
    return jardin.Record(tuple(jardin.replay(START, DICE, result.moves)), start=START)


def review(record: jardin.Record, *arguments: object) -> Answer:
    return niwashi("jardin", "review", "-", *LIMITS, *arguments, stdin=record.to_text())


def verdict(record: jardin.Record) -> dict[str, Any]:
    ran = review(record, "--json")
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    assert isinstance(document, dict)
    return document


def test_every_decision_is_judged() -> None:
    record = played("random")
    found = verdict(record)
    assert [move["clock"] for move in found["moves"]] == ["11", "12", "12p"]
    assert [move["move"] for move in found["moves"]] == [move.to_text() for move in record.moves]
    assert [move["roll"] for move in found["moves"]] == ["146", "146", None]
    assert (found["player"], found["score"]) == ("Aki", jardin.score(record.position).total)


def test_points_given_away_are_never_negative_and_none_for_the_best() -> None:
    for policy in ("random", "network"):
        found = verdict(played(policy))
        for move in found["moves"]:
            assert move["given_away"] >= 0
            if move["move"] == move["best"]:
                assert (move["given_away"], move["given_away_stderr"], move["mark"]) == (0, 0, "")
        total = sum(move["given_away"] for move in found["moves"])
        assert found["given_away"] == pytest.approx(total, abs=0.001)
    assert verdict(played("random"))["given_away"] > verdict(played("network"))["given_away"]


def test_the_last_decision_is_judged_by_the_final_score_itself() -> None:
    found = verdict(played("random"))
    last = found["moves"][-1]
    assert last["expected"] == found["score"]
    assert last["best_expected"] - last["expected"] == pytest.approx(last["given_away"])


def test_luck_belongs_to_rolls_and_is_what_they_added() -> None:
    found = verdict(played("network"))
    first, second, pond = found["moves"]
    assert pond["luck"] is None
    assert second["luck"] == pytest.approx(second["best_expected"] - first["expected"], abs=0.001)
    assert found["luck"] == pytest.approx(first["luck"] + second["luck"], abs=0.001)


def test_the_first_roll_is_held_against_all_that_might_have_come() -> None:
    """Rolls are good and bad luck in equal parts: at the start the mean of both is near 0."""
    lucks = []
    for text in ("111", "125", "146", "236", "345", "666"):
        roll = jardin.Roll.from_text(text)
        move = jardin.hint(START, roll, samples=20).best.move
        steps = jardin.replay(START, [roll], [move])
        [judgement] = judgements(jardin.Record(tuple(steps), start=START), samples=20)
        assert judgement.luck is not None
        lucks.append(judgement.luck)
    assert min(lucks) < 0 < max(lucks)
    assert max(map(abs, lucks)) < 10


def test_the_optimum_with_foresight_is_that_of_the_solver() -> None:
    found = verdict(played("random"))
    assert found["optimum"] == solve(START, DICE).score
    assert (found["optimum_status"], found["optimum_bound"]) == ("OPTIMAL", found["optimum"])
    assert verdict(optimal())["score"] == found["optimum"]


def test_the_verdict_does_not_depend_on_the_number_of_workers() -> None:
    record = played("random")
    one, three = (review(record, "--json", "--workers", workers) for workers in (1, 3))
    assert one.out == three.out


def test_people_get_a_table_and_three_sums() -> None:
    ran = review(played("random"))
    assert ran.code == 0
    assert any(line.split()[:2] == ["11", "146"] for line in ran.lines)
    assert "Player: Aki" in ran.out
    assert re.search(r"points\. Luck of the rolls [+-][\d.]+, given away [\d.]+ ±", ran.out)
    assert re.search(r"could have had \d+ points, and no more \(proven\)", ran.out)


def test_every_sheet_of_a_game_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    texts = [played(policy).to_text() for policy in ("random", "network")]
    file.write_text("\n".join(texts), encoding="utf-8")
    ran = niwashi("jardin", "review", file, *LIMITS, "--json")
    assert len(ran.lines) == 2


def test_what_cannot_be_judged_is_one_line_and_exit_2(tmp_path: Path) -> None:
    record = played("greedy")
    unfinished = jardin.Record(record.steps[:-1], start=START)
    assert "the game is not over, but at clock 12p" in refusal(review(unfinished))
    assert "holds no moves" in refusal(review(jardin.Record(start=record.position)))
    assert "cannot read" in refusal(niwashi("jardin", "review", tmp_path / "none"))
    assert "the first line is not" in refusal(niwashi("jardin", "review", "-", stdin="x"))
    assert "--samples" in refusal(review(record, "--samples", 0))
    assert "0 is not more than 0 seconds" in refusal(review(record, "--time-limit", 0))
    damaged = record.to_text() + "\n" + record.to_text().replace("12p", "12x")
    line = next(n for n, text in enumerate(damaged.splitlines(), 1) if text.startswith("12x"))
    ran = niwashi("jardin", "review", "-", stdin=damaged)
    assert f"record: line {line}: " in refusal(ran)


def test_an_interrupt_prints_what_is_judged_so_far(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(played("network", jardin.Position()).to_text(), encoding="utf-8")
    arguments = ("--samples", "1000000000", "--json", str(file))
    with running("jardin", "review", *arguments) as command:
        while len(list(Path(f"/proc/{command.pid}/task").iterdir())) < 2:
            assert command.poll() is None
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert json.loads(out)["optimum"] is None
    assert "Traceback" not in err
