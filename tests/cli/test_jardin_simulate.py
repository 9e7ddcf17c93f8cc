"""`niwashi jardin simulate`."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from niwashi import jardin
from tests.cli.runner import Answer, niwashi, refusal, running

DICE = (
    "125 366 124 556 134 222 456 113 266 345 123 146",
    "111 222 333 444 555 666 123 123 123 456 456 456",
)


@pytest.fixture
def dice_file(tmp_path: Path) -> Path:
    file = tmp_path / "dice.tsv"
    file.write_text("dice\tname\n" + "".join(f"{dice}\tx\n" for dice in DICE), encoding="utf-8")
    return file


def simulate(*arguments: object) -> Answer:
    ran = niwashi("jardin", "simulate", *arguments)
    assert ran.code == 0, ran.err
    return ran


def games(*arguments: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in simulate(*arguments, "--json").lines]


@pytest.mark.parametrize("policy", jardin.POLICY_NAMES[:3])
def test_every_policy_plays_whole_games(policy: str) -> None:
    for game in games("--games", 2, "--policy", policy):
        dice = jardin.dice_from_text(game["dice"])
        moves = [jardin.Move.from_text(text) for text in game["moves"]]
        end = jardin.replay(jardin.Position(), dice, moves)[-1].after
        assert end.is_over
        assert end.to_text() == game["position"]
        assert jardin.score(end).total == game["score"]
        assert (game["policy"], game["predictions"]) == (policy, [])


def test_all_policies_get_the_same_dice_from_a_seed_and_stronger_ones_more_points() -> None:
    played = [
        games("--games", 4, "--policy", name, "--seed", 3) for name in jardin.POLICY_NAMES[:3]
    ]
    dice = [[game["dice"] for game in policy] for policy in played]
    assert dice[0] == dice[1] == dice[2]
    assert len(set(dice[0])) == 4
    weak, middling, strong = (sum(game["score"] for game in policy) for policy in played)
    assert weak < middling < strong


def test_dice_come_from_a_file_if_there_is_one(dice_file: Path) -> None:
    arguments = ("--dice-file", dice_file, "--policy", "greedy")
    assert [game["dice"] for game in games(*arguments)] == list(DICE)
    assert [game["dice"] for game in games(*arguments, "--games", 1)] == list(DICE[:1])


def test_the_games_do_not_depend_on_the_number_of_workers() -> None:
    for policy in ("random", "network"):
        arguments = ("--games", 4, "--policy", policy, "--seed", 3)
        assert games(*arguments, "--workers", 1) == games(*arguments, "--workers", 3)


def test_people_get_a_line_for_each_game_and_a_summary() -> None:
    ran = simulate("--games", 3, "--policy", "greedy")
    assert [line.split()[:2] for line in ran.lines] == [["game", str(n)] for n in (1, 2, 3)]
    assert "3 games over" in ran.err
    assert re.search(r"greedy: mean [\d.]+ ± [\d.]+, from -?\d+ to \d+ points", ran.err)
    bars = re.findall(r"^ +-?\d+ to +-?\d+ +(\d+)", ran.err, re.M)
    assert sum(map(int, bars)) == 3


def test_what_hints_predicted_is_held_against_the_end() -> None:
    arguments = ("--games", 2, "--policy", "hint", "--samples", 20)
    ran = simulate(*arguments, "--json", "--workers", 1)
    played = [json.loads(line) for line in ran.lines]
    assert len(played[0]["predictions"]) == 16
    assert set(played[0]["predictions"][0]) == {"clock", "expected"}
    table = [line.split() for line in ran.err.splitlines() if "±" in line and "mean" not in line]
    assert [row[0] for row in table] == ["1", "4", "7", "10"]
    mean = sum(game["score"] for game in played) / 2
    guess = sum(game["predictions"][0]["expected"] for game in played) / 2
    assert float(table[0][2]) == pytest.approx(guess, abs=0.006)
    assert float(table[0][3]) == mean
    assert float(table[0][4]) == pytest.approx(mean - guess, abs=0.006)
    assert simulate(*arguments, "--json", "--workers", 2).out == ran.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--games", "1", "--policy", "clever"), "policy: 'clever' is none of random, greedy"),
        (("--games", "0"), "--games"),
        ((), "simulate: give --games or --dice-file"),
        (("--dice-file", "/nowhere/dice"), "dice file: cannot read"),
        (("--games", "1", "--budget", "0"), "0 is not more than 0 seconds"),
        (("--games", "1", "--samples", "0"), "--samples"),
        (("--games", "1", "--workers", "0"), "--workers"),
        (("--games", "1", "--faces", "LL"), "faces:"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(niwashi("jardin", "simulate", *arguments))


def test_a_dice_file_with_too_few_sequences_is_refused(dice_file: Path) -> None:
    ran = niwashi("jardin", "simulate", "--dice-file", dice_file, "--games", 3)
    assert "holds 2 dice sequences" in refusal(ran)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_sums_up_the_games_so_far(workers: int) -> None:
    arguments = ("--games", "100000", "--policy", "network", "--workers", str(workers), "--json")
    with running("jardin", "simulate", *arguments) as command:
        assert command.stdout is not None
        first = command.stdout.readline()
        command.send_signal(signal.SIGINT)
        _, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert json.loads(first)["game"] == 1
    assert "over" in err
    assert "Traceback" not in err
