"""`niwashi stone play`, by a script."""

import re
import signal
from pathlib import Path

import pytest

from niwashi import stone
from tests.cli.runner import Answer, niwashi, refusal, running

FIRST = ("--seats", "human,greedy", "--seed", 1)


def play(*typed: str, arguments: tuple[object, ...] = FIRST) -> Answer:
    return niwashi("stone", "play", *arguments, stdin="".join(line + "\n" for line in typed))


def record(path: Path) -> stone.Record:
    return stone.Record.from_text(stone.default_edition(), path.read_text(encoding="utf-8"))


def test_a_whole_game_is_played_by_number() -> None:
    ran = play(*["1"] * 200)
    assert ran.code == 0
    assert "The game is over." in ran.out
    ranks = re.findall(r"^(\d)\. player \d \((?:human|greedy)\): -?\d+ points$", ran.out, re.M)
    assert ranks[0] == "1"
    assert len(ranks) == 2


def test_moves_may_be_typed_as_text() -> None:
    by_number = play("1", "1", "moves", "quit")
    by_text = play("place", "11=" + drawn(by_number), "moves", "quit")
    assert by_text.out.splitlines()[-2:] == by_number.out.splitlines()[-2:]


def drawn(ran: Answer) -> str:
    """The first tile that player 1 draws."""
    found = re.search(r"^player 1 draws (\S+)$", ran.out, re.M)
    assert found is not None
    return found[1]


def test_what_the_human_may_not_know_is_not_shown() -> None:
    ran = play("table", "quit")
    shown = re.findall(r"Name Garden (\S+?),", ran.out)
    assert len(shown) == 3
    assert shown.count("-") == 1
    assert shown[0] == shown[1] != "-"
    assert "garden:" not in ran.out
    assert "master:" not in ran.out


def test_what_cannot_be_played_is_said_and_asked_again() -> None:
    ran = play("99", "0", "buy:L11", "fly", "11 = x", "", "undo", "quit")
    assert "there is no number 99" in ran.out
    assert "there is no number 0" in ran.out
    assert "'buy:L11' is not one of" in ran.out
    assert "more than one word" in ran.out
    assert "You have made no move yet." in ran.out
    assert ran.out.count("step1> ") == 8
    assert ran.code == 0


def test_the_end_of_the_input_leaves_the_game() -> None:
    ran = play("1")
    assert ran.code == 0
    assert "The game was not saved." in ran.out


def test_an_interrupt_leaves_the_game() -> None:
    with running("stone", "play", *map(str, FIRST)) as command:
        assert command.stdin is not None
        assert command.stdout is not None
        command.stdin.write("1\n")
        command.stdin.flush()
        seen = ""
        while not seen.endswith("place> "):
            seen += command.stdout.read(1)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert out.endswith("The game was not saved.\n")
    assert "Traceback" not in err


def test_a_hint_is_given_when_asked() -> None:
    ran = play("hint", "quit", arguments=(*FIRST, "--samples", 50))
    assert "to win" in ran.out
    assert "seed 1" in ran.out


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = play("1", "1", f"save {file}", "quit")
    assert "not saved" not in ran.out
    saved = record(file)
    assert saved.seed == 1
    resumed = ("--seats", "human,greedy", "--resume", file)
    ran = play("1", "save", "quit", arguments=resumed)
    assert ran.code == 0
    longer = record(file)
    assert longer.moves[: len(saved.moves)] == saved.moves
    assert len(longer.moves) > len(saved.moves)
    straight = tmp_path / "straight.txt"
    play("1", "1", "1", f"save {straight}", "quit")
    assert record(straight).moves == longer.moves


def test_undo_takes_back_the_last_move_and_changes_no_draw(tmp_path: Path) -> None:
    once, again = tmp_path / "once.txt", tmp_path / "again.txt"
    play(*"1111", f"save {once}", "quit")
    play(*"11111", "undo", f"save {again}", "quit")
    assert record(again).moves == record(once).moves
    play(*"11111", "undo", "undo", "undo", *"11", f"save {again}", "quit")
    assert record(again).moves == record(once).moves


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ran = play("save", f"save {tmp_path / 'no' / 'file'}", "quit")
    assert "Save where?" in ran.out
    assert "cannot write" in ran.out
    assert ran.code == 0


def test_policies_play_alone() -> None:
    ran = play(arguments=("--seats", "greedy,random,planner,greedy", "--seed", 2))
    assert ran.code == 0
    assert "4. player" in ran.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--seats", "human"), "seats: 1, not 2 to 4"),
        (("--seats", "human,human,human,human,human"), "seats: 5, not 2 to 4"),
        (("--seats", "human,clever"), "seats: 'clever' is none of human, random, greedy"),
        (("--resume", "/nowhere/game.txt"), "record: cannot read"),
        (("--budget", "0"), "0 is not more than 0 seconds"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(play(arguments=arguments))


def test_a_record_for_another_number_of_players_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("1", f"save {file}", "quit")
    ran = play(arguments=("--seats", "human,greedy,greedy", "--resume", file))
    assert "seats: 3, but the game of" in refusal(ran)
