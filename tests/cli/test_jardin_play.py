"""`niwashi jardin play`, by a script."""

import re
import signal
from pathlib import Path

import pytest

from niwashi import jardin
from tests.cli.runner import Answer, niwashi, refusal, running

ALONE = ("--seed", 1)
THREE = ("--seats", "human,greedy,human", "--seed", 1)


def play(*typed: str, arguments: tuple[object, ...] = ALONE) -> Answer:
    return niwashi("jardin", "play", *arguments, stdin="".join(line + "\n" for line in typed))


def records(path: Path) -> list[jardin.Record]:
    return jardin.records_from_text(path.read_text(encoding="utf-8"))


def test_a_whole_game_is_played_by_number_and_ranked() -> None:
    ran = play(*["1"] * 16)
    assert ran.code == 0
    assert re.search(r"^1\. player 1 \(human\): -?\d+ points, .+$", ran.out, re.M)


def test_all_players_have_the_same_dice_and_are_ranked_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = play(*["1"] * 31, f"save {file}", "1", arguments=THREE)
    assert ran.code == 0
    first, second, third = records(file)
    assert first.dice == second.dice == third.dice == jardin.random_dice(1)
    assert first.position.is_over
    assert third.position.is_over
    ranks = re.findall(r"^(\d)\. player (\d) \((?:human|greedy)\): (-?\d+) points", ran.out, re.M)
    assert ranks[0][:2] == ("1", "2")
    assert [int(points) for _, _, points in ranks] == sorted(
        (int(points) for _, _, points in ranks), reverse=True
    )


def test_moves_may_be_typed_as_text() -> None:
    [number] = play("quit").out.splitlines()[-1:]
    roll = re.search(r"turn 1, (\d{3})>", number)
    assert roll is not None
    move = jardin.legal_moves(jardin.Position(), jardin.Roll.from_text(roll[1]))[7]
    by_text, by_number = (play(typed, "table", "quit") for typed in (move.to_text(), "8"))
    assert by_text.out == by_number.out
    assert by_text.code == 0


def test_rolls_of_real_dice_are_typed_and_can_be_corrected(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("--own-dice", "--seats", "human,human")
    typed = ["127", "1 2 5", "roll 136", "1", "roll 125", "2", "444", f"save {file}", "quit"]
    ran = play(*typed, arguments=arguments)
    assert "roll:" in ran.out
    assert "a player before you has already played it" in ran.out
    assert [record.dice for record in records(file)] == [[jardin.Roll.from_text("136")]] * 2
    resumed = play("444", "1", "save", "quit", arguments=(*arguments, "--resume", file))
    assert resumed.code == 0
    assert jardin.dice_to_text(records(file)[0].dice) == "136 444"


def test_only_own_dice_can_be_corrected() -> None:
    assert "only a roll of your own dice" in play("roll 111", "quit").out


def test_what_cannot_be_played_is_said_and_asked_again() -> None:
    ran = play("99999", "0", "~11,12", "fly", "1 = x", "", "undo", "help", "quit")
    assert "there is no number 99999" in ran.out
    assert "there is no number 0" in ran.out
    assert "more than one word" in ran.out
    assert "You have made no move yet." in ran.out
    assert "--resume goes on with it" in ran.out
    assert ran.out.count("turn 1, ") == 9
    assert ran.code == 0


def test_ponds_are_traced_at_the_end_of_a_season_and_their_list_is_cut() -> None:
    ran = play("1", "1", "1", "moves", "~66", "quit")
    assert re.search(r"and [\d,]+ more", ran.out)
    assert "pond 3p" in ran.out
    assert "turn 4, " in ran.out


def test_a_hint_is_given_when_asked_and_can_be_played_by_number(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = play("hint", "1", f"save {file}", "quit", arguments=(*ALONE, "--samples", 20))
    best = re.search(r"^Best: (\S+)\. ", ran.out, re.M)
    assert best is not None
    assert [move.to_text() for move in records(file)[0].moves] == [best[1]]


def test_a_hint_asked_again_goes_on_with_more_games() -> None:
    ran = play("hint", "hint", "quit", arguments=(*ALONE, "--samples", 20))
    first, second = (int(games) for games in re.findall(r"(\d+) games, ", ran.out))
    assert second > first


def test_a_hint_ranks_the_players_own_idea() -> None:
    ran = play("hint 1:L11", "hint X", "quit", arguments=(*ALONE, "--samples", 20))
    assert ran.code == 0
    assert "move:" in ran.out


def test_the_end_of_the_input_leaves_the_game() -> None:
    ran = play("1")
    assert ran.code == 0
    assert "The game was not saved." in ran.out
    assert play("", arguments=("--own-dice",)).code == 0


def test_an_interrupt_leaves_the_game() -> None:
    with running("jardin", "play", *map(str, ALONE)) as command:
        assert command.stdin is not None
        assert command.stdout is not None
        command.stdin.write("1\n")
        command.stdin.flush()
        seen = ""
        while "turn 2, " not in seen or not seen.endswith("> "):
            seen += command.stdout.read(1)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert out.endswith("The game was not saved.\n")
    assert "Traceback" not in err


def test_a_saved_game_goes_on_with_its_seats_and_dice(tmp_path: Path) -> None:
    file, straight = tmp_path / "game.txt", tmp_path / "straight.txt"
    ran = play("1", "1", f"save {file}", "quit", arguments=THREE)
    assert "not saved" not in ran.out
    saved = records(file)
    assert [record.seed for record in saved] == [1, 1, 1]
    assert play("2", "3", "save", "quit", arguments=("--resume", file)).code == 0
    play("1", "1", "2", "3", f"save {straight}", "quit", arguments=THREE)
    assert file.read_text(encoding="utf-8") == straight.read_text(encoding="utf-8")
    assert records(file)[0].moves[:1] == saved[0].moves


def test_a_finished_game_is_saved_where_it_was_saved_before_or_where_the_human_says(
    tmp_path: Path,
) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    ran = play(f"save {file}", *["1"] * 16)
    assert f"niwashi jardin review {file}" in ran.out
    ran = play(*["1"] * 16, "", f"save {other}")
    assert ran.code == 0
    assert ran.out.count("save FILE or quit> ") == 2
    assert records(file) == records(other)
    assert records(file)[0].position.is_over
    assert play(*["1"] * 16, "quit").code == 0


def test_undo_takes_back_the_last_move_and_changes_no_roll(tmp_path: Path) -> None:
    once, again = tmp_path / "once.txt", tmp_path / "again.txt"
    play(*"11111", f"save {once}", "quit")
    play(*"1112", "undo", *"11", f"save {again}", "quit")
    assert records(again) == records(once)


def test_undo_takes_back_what_the_others_did_since(tmp_path: Path) -> None:
    """The third seat takes back its first move; the first seat then moves for turn 2 again."""
    once, again = tmp_path / "once.txt", tmp_path / "again.txt"
    play(*"1234", f"save {once}", "quit", arguments=THREE)
    play(*"199", "undo", *"234", f"save {again}", "quit", arguments=THREE)
    assert records(again) == records(once)


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ran = play("save", f"save {tmp_path / 'no' / 'file'}", "quit")
    assert "Save where?" in ran.out
    assert "cannot write" in ran.out
    assert ran.code == 0


def test_policies_play_alone() -> None:
    ran = play(arguments=("--seats", "greedy,random,network", "--seed", 2))
    assert ran.code == 0
    assert "1. player 3 (network)" in ran.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--seats", "human,clever"), "seats: 'clever' is none of human, random, greedy"),
        (("--seats", "human,"), "seats: '' is none of"),
        (("--resume", "/nowhere/game.txt"), "record: cannot read"),
        (("--budget", "0"), "0 is not more than 0 seconds"),
        (("--faces", "LL"), "faces:"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(play(arguments=arguments))


def test_records_that_are_of_no_one_game_are_refused(tmp_path: Path) -> None:
    one, other, both = (tmp_path / name for name in ("one", "other", "both"))
    play("1", f"save {one}", "quit")
    play("1", f"save {other}", "quit", arguments=("--seed", 2))
    texts = [path.read_text(encoding="utf-8") for path in (one, other)]
    both.write_text("\n".join(texts), encoding="utf-8")
    assert "player 2 has other rolls" in refusal(play(arguments=("--resume", both)))
    seats = ("--resume", one, "--seats", "human,greedy")
    assert "seats: 2, but the game of" in refusal(play(arguments=seats))
    longer = tmp_path / "longer"
    play("1", "1", "1", f"save {longer}", "quit")
    both.write_text("\n".join([longer.read_text(encoding="utf-8"), texts[0]]), encoding="utf-8")
    assert "more or fewer moves" in refusal(play(arguments=("--resume", both)))
