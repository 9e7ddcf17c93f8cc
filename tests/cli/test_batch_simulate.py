"""`simulate --out` of both games: the games of `simulate --json`, kept in a file."""

import json
import os
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from niwashi import jardin
from niwashi.batch import NotThisBatch, Row, Store
from tests.cli.runner import TIMEOUT, niwashi, refusal, running

DICE = (
    "125 366 124 556 134 222 456 113 266 345 123 146",
    "111 222 333 444 555 666 123 123 123 456 456 456",
)

HINTED = ("--policy", "hint", "--samples", 5, "--seed", 3)
SWAPPED = ("--games", 4, "--policy", "greedy,random", "--swap-seats")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def rows(out: Path) -> dict[str, Row]:
    """By instance; none before the file is whole."""
    try:
        with Store.reading(out) as store:
            return {row.instance: row for row in store.rows()}
    except (OSError, NotThisBatch, sqlite3.Error):
        return {}


def simulate(game: str, out: Path, *arguments: object) -> dict[str, Row]:
    """The rows after a run."""
    ran = niwashi(game, "simulate", *arguments, "--out", out, "--workers", 1)
    assert ran.code == 0, ran.err
    assert ran.out == ""
    return rows(out)


def printed(game: str, *arguments: object) -> list[dict[str, Any]]:
    ran = niwashi(game, "simulate", *arguments, "--json", "--workers", 1)
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.lines]


@pytest.fixture(scope="module")
def hinted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of hints, played by two commands."""
    out = tmp_path_factory.mktemp("hinted") / "games.db"
    [first] = simulate("jardin", out, "--games", 1, *HINTED).values()
    assert simulate("jardin", out, "--games", 2, *HINTED)["1"] == first
    return out


@pytest.fixture(scope="module")
def swapped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games between two policies of Stone Garden."""
    out = tmp_path_factory.mktemp("swapped") / "games.db"
    simulate("stone", out, *SWAPPED)
    return out


def test_games_of_jardin_are_those_that_are_printed(hinted: Path) -> None:
    kept = rows(hinted)
    assert set(kept) == {"1", "2"}
    for number, game in enumerate(printed("jardin", "--games", 2, *HINTED), start=1):
        row = kept[str(number)]
        assert (row.status, row.score, row.bound) == ("OVER", game["score"], None)
        assert (row.dice, row.garden) == (game["dice"], game["position"])
        assert row.plan == " ".join(game["moves"])
        for key in ("seed", "predictions"):
            assert row.details[key] == game[key]
        breakdown = jardin.score(jardin.Position.from_text(game["position"])).as_dict()
        assert row.details["breakdown"] == breakdown


def test_a_game_on_given_dice_is_named_by_its_number_and_them(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text("\n".join([*DICE, DICE[0]]), encoding="utf-8")
    arguments = ("--dice-file", file, "--policy", "random")
    kept = simulate("jardin", out, *arguments)
    games = {f"{game['game']} {game['dice']}": game for game in printed("jardin", *arguments)}
    assert [game["dice"] for game in games.values()] == [*DICE, DICE[0]]
    assert {name: row.score for name, row in kept.items()} == {
        name: game["score"] for name, game in games.items()
    }
    assert all(row.dice == name.partition(" ")[2] for name, row in kept.items())


def test_games_of_stone_are_those_that_are_printed(swapped: Path) -> None:
    kept = rows(swapped)
    for number, game in enumerate(printed("stone", *SWAPPED), start=1):
        row = kept[str(number)]
        assert (row.status, row.score) == ("OVER", max(game["scores"]))
        assert (row.plan, row.garden) == (" ".join(game["moves"]), game["state"])
        for key in ("seed", "policy", "turns", "scores", "winners", "gardens", "predictions"):
            assert row.details[key] == game[key]
        assert row.details["seats"] == [(number - 1) % 2, number % 2]


def test_a_game_that_is_stopped_has_no_score(out: Path) -> None:
    [row] = simulate("stone", out, "--games", 1, "--turn-cap", 3).values()
    assert (row.status, row.score) == ("CAPPED", None)
    shown = niwashi("results", "show", out)
    assert "0 games over, 1 stopped at the turn cap" in shown.out


def test_a_killed_simulation_goes_on_where_it_was(out: Path) -> None:
    arguments = ("jardin", "simulate", "--policy", "network", "--out", str(out), "--workers", "1")
    with running(*arguments, "--games", "100000") as command:
        end = time.monotonic() + TIMEOUT
        while len(rows(out)) < 3:
            assert command.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        os.kill(command.pid, signal.SIGKILL)
        command.wait()
    before = rows(out)
    games = len(before) + 5
    ran = niwashi(*arguments, "--games", games, "--json")
    assert ran.code == 0, ran.err
    after = rows(out)
    assert {name: after[name] for name in before} == before
    assert json.loads(ran.out)["left"] == 0
    assert {str(number) for number in range(1, games + 1)} <= set(after)


def test_results_show_games_as_simulate_sums_them_up(hinted: Path) -> None:
    shown = niwashi("results", "show", hinted)
    summary = niwashi("jardin", "simulate", "--games", 2, *HINTED).err
    assert summary.startswith("2 games over\nhint: mean ")
    assert "predicted" in summary
    assert shown.out.endswith(summary)
    assert "jardin simulate: faces LBTRM=, policy hint, samples 5, seed 3\n" in shown.out
    assert "bound" not in shown.out
    assert shown.err == ""


def test_results_show_who_won(swapped: Path) -> None:
    shown = niwashi("results", "show", swapped)
    summary = niwashi("stone", "simulate", *SWAPPED).err
    assert "player 1: mean " in summary
    assert shown.out.endswith(summary.partition("\n")[2])  # below the edition's line


def test_other_settings_are_refused(out: Path) -> None:
    simulate("jardin", out, "--games", 1)
    ran = niwashi("jardin", "simulate", "--games", 1, "--policy", "greedy", "--out", out)
    assert refusal(ran) == f'out: \'{out}\' was begun with policy "random", not "greedy"'
    ran = niwashi("stone", "simulate", "--games", 1, "--out", out)
    assert 'was begun with command "jardin simulate", not "stone simulate"' in refusal(ran)


@pytest.mark.parametrize("game", ["jardin", "stone"])
def test_a_cluster_needs_a_file(game: str) -> None:
    ran = niwashi(game, "simulate", "--games", 1, "--scheduler", "tcp://h:1")
    assert refusal(ran) == "scheduler: it goes with --out"
