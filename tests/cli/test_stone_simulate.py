"""`niwashi stone simulate` between policies; the games of one policy are in `test_stone.py`."""

import json
import re
import signal
from typing import Any

import pytest

from niwashi import stone
from tests.cli.runner import Answer, niwashi, refusal, running


def simulate(*arguments: object) -> Answer:
    ran = niwashi("stone", "simulate", *arguments)
    assert ran.code == 0, ran.err
    return ran


def games(*arguments: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in simulate(*arguments, "--json").lines]


def dealt(game: dict[str, Any]) -> list[str]:
    """The cards, and the first tiles drawn."""
    chance = ("garden:", "master:", "draw:")
    return [move for move in game["moves"] if move.startswith(chance)][:12]


@pytest.mark.parametrize("policy", stone.POLICY_NAMES[:3])
def test_every_policy_plays_whole_games(policy: str) -> None:
    start = stone.new_game(stone.default_edition(), 3)
    for game in games("--games", 3, "--players", 3, "--policy", policy):
        moves = [stone.Move.from_text(start.edition, text) for text in game["moves"]]
        record = stone.Record.of_moves(start, moves)
        assert record.scores == game["scores"]
        assert (game["policy"], game["predictions"]) == (policy, [])


def test_a_policy_for_each_seat_says_how_many_play() -> None:
    [game] = games("--games", 1, "--policy", "greedy,random,planner")
    assert (game["players"], game["policy"]) == (3, "greedy,random,planner")
    assert game["scores"][1] < min(game["scores"][0], game["scores"][2])


def test_seats_are_swapped_with_the_same_cards_and_tiles() -> None:
    played = games("--games", 6, "--policy", "greedy,random,planner", "--swap-seats")
    assert [game["policy"] for game in played[:3]] == [
        "greedy,random,planner",
        "random,planner,greedy",
        "planner,greedy,random",
    ]
    assert dealt(played[0]) == dealt(played[1]) == dealt(played[2])
    assert dealt(played[2]) != dealt(played[3])
    assert played[0]["seed"] == played[2]["seed"] != played[3]["seed"]


def test_wins_are_counted_for_the_policy_not_the_seat() -> None:
    ran = simulate("--games", 10, "--policy", "greedy,random", "--swap-seats")
    assert re.search(r"player 1: mean [\d.]+ ± [\d.]+, wins 10 \(100.0 %\)  greedy", ran.err)
    assert re.search(r"player 2: mean -?[\d.]+ ± [\d.]+, wins 0 \(0.0 %\)  random", ran.err)


def test_the_games_do_not_depend_on_the_number_of_workers() -> None:
    arguments = ("--games", 5, "--policy", "greedy", "--players", 2, "--seed", 3)
    assert games(*arguments, "--workers", 1) == games(*arguments, "--workers", 3)


def test_hints_play_and_what_they_predicted_is_held_against_the_end() -> None:
    arguments = ("--games", 2, "--policy", "hint,greedy", "--swap-seats", "--samples", 30)
    ran = simulate(*arguments, "--json", "--workers", 1)
    played = [json.loads(line) for line in ran.lines]
    assert {guess["player"] for guess in played[0]["predictions"]} == {1}
    assert {guess["player"] for guess in played[1]["predictions"]} == {2}
    assert set(played[0]["predictions"][0]) == {"player", "laid", "expected", "win"}
    table = [line for line in ran.err.splitlines() if "%" in line and " to " in line]
    assert [line.split()[0] for line in table] == ["0", "5", "10"]
    assert simulate(*arguments, "--json", "--workers", 2).out == ran.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--policy", "clever"), "policy: 'clever' is none of random, greedy, planner, hint"),
        (("--policy", "greedy,"), "policy: '' is none of"),
        (("--policy", "greedy,greedy", "--players", "3"), "policy: 2 policies for 3 players"),
        (("--policy", ",".join(["greedy"] * 5)), "players: 5 is not 2 to 4"),
        (("--budget", "0"), "0 is not more than 0 seconds"),
        (("--samples", "0"), "--samples"),
        (("--workers", "0"), "--workers"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(niwashi("stone", "simulate", "--games", 1, *arguments))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_sums_up_the_games_so_far(workers: int) -> None:
    arguments = ("--games", "1000000", "--policy", "greedy", "--workers", str(workers), "--json")
    with running("stone", "simulate", *arguments) as command:
        assert command.stdout is not None
        first = command.stdout.readline()
        command.send_signal(signal.SIGINT)
        _, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert json.loads(first)["game"] == 1
    assert "games over" in err
    assert "Traceback" not in err
