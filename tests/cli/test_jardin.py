"""`niwashi jardin` as users, scripts and mischief meet it."""

import json
import os
import signal
import stat
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from niwashi import jardin as game
from niwashi.solver.jardin import solve
from tests.cli.runner import (
    NIWASHI,
    TIMEOUT,
    jardin,
    left_in,
    niwashi,
    on_terminal,
    process,
    refusal,
    running,
)

NONE = "....../....../....../....../....../......"
EMPTY = f"{NONE} {NONE} 1 0"
POND = f"{NONE} {NONE} 3p 0"
OVER = f"{NONE} {NONE} end 0"
#: Only the last row is free for a pond: 21 rows of neighbouring spaces, and none.
ROW = f"{NONE} 111111/111111/111111/111111/....../...... 6p 0"
GARDEN = "L....R/.t.L../BB.=M./..M.../...R../=T.B.. ....../...2../..222./...2../....../11.... 8 1"
#: Two turns and a pond are left.
LATE = "L.B.R./.t.L../BB.=M./..M.B./T..R../=T.BM. ....../...2../..222./...2../....../11.... 11 3"
DICE = "125 366 124 556 235 146 112 346 256 245 136 444"
CASES = (
    (Path(__file__).parent.parent / "cases" / "jardin_score.ndjson")
    .read_text(encoding="utf-8")
    .splitlines()
)
RECORD = """niwashi jardin record 1
player: Zoë
faces: LBTRM=

1   125  1:B11+M12   -34
2   366  *=66        -34
"""
RULES = ["lantern", "bamboo", "tree", "rock", "moss", "bridge", "pond", "penalty"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solves in this process anneal for a moment only."""
    defaults = solve.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "anneal_steps", 100_000)


def one(out: str) -> dict[str, Any]:
    """The one JSON document of an answer, on one line."""
    assert out.count("\n") == 1
    document = json.loads(out)
    assert isinstance(document, dict)
    return document


def check_solution(document: dict[str, Any], start: str, dice: str) -> None:
    """The keys are those of the contract, and the moves lead where they are said to lead."""
    assert list(document)[:7] == [
        *("status", "score", "bound", "dice", "moves", "position", "breakdown"),
    ]
    assert {"seconds", "workers", "seed"} < document.keys()
    assert document["dice"] == dice
    assert document["status"] == (
        "OPTIMAL" if document["score"] == document["bound"] else "FEASIBLE"
    )
    assert document["score"] <= document["bound"]
    replayed = jardin("replay", "--dice", dice, "--from", start, "--json", "--", *document["moves"])
    assert one(replayed.out) == {
        key: document[key] for key in ("position", "score", "breakdown", "moves")
    }
    assert document["position"].split()[2] == "end"


# The whole command


@pytest.mark.parametrize("arguments", [["--help"], ["jardin", "solve", "-h"]])
def test_help_imports_nothing_that_is_slow(arguments: list[str]) -> None:
    script = (
        "import sys; from niwashi.cli import main\n"
        "try: main()\n"
        "except SystemExit as stop: assert stop.code == 0\n"
        "print({m.partition('.')[0] for m in sys.modules} & {'numpy', 'rich', 'ortools', 'pandas'},"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [NIWASHI[0], "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    assert done.stderr == "set()\n"
    assert "Usage: niwashi" in done.stdout


def test_every_verb_is_explained() -> None:
    overview = jardin("--help")
    for verb in ("score", "moves", "replay", "solve"):
        assert f"  {verb} " in overview.out
        answer = jardin(verb, "--help")
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.startswith(f"Usage: niwashi jardin {verb} ")


def test_the_version_is_one_line() -> None:
    answer = niwashi("--version")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("niwashi ")
    assert answer.out.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["jardin"]])
def test_without_a_verb_the_help_goes_to_stderr(arguments: list[str]) -> None:
    answer = niwashi(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: niwashi")


# Bad input


#: What is typed, and what the one line says about it.
REFUSED = [
    (["scor"], "No such command 'scor'"),
    (["score"], "Missing argument 'POSITION...'"),
    (["score", EMPTY, "--jsn"], "No such option '--jsn'"),
    (["score", "-x"], "No such option '-x'"),
    (["score", EMPTY, "--svg"], "'--svg' requires an argument"),
    (["score", ""], "position: 1 fields"),
    (["score", EMPTY.replace(" 1 ", "  1 ")], "position: 5 fields"),
    (["score", f"{NONE}/...... {NONE} 1 0"], "position: decorations have 7 rows, not 6"),
    (["score", f"{NONE} {NONE}/...... 1 0"], "position: ponds have 7 rows, not 6"),
    (["score", EMPTY.replace("/....../", "/......./", 1)], "position: row 2 has 7 spaces"),
    (["score", f"..Q{NONE[3:]} {NONE} 1 0"], "position: space 13 holds unknown letter 'Q'"),
    (["score", f"{NONE} 5{NONE[1:]} end 0"], "unknown letter '5'"),
    (
        ["score", f"{NONE} 111.../1.1.../111.../....../....../...... end 0"],
        "position: pond 1 encloses earth",
    ),
    (
        ["score", f"{NONE} 1...../.2..../....../....../....../...... end 0"],
        "position: pond 2 touches another pond at space 22",
    ),
    (["score", f"{NONE} 1.1{NONE[3:]} end 0"], "position: pond 1 "),
    (["score", f"{NONE} 1{NONE[1:]} 3p 0"], "pond 1 is traced before the end of autumn"),
    (["score", f"{NONE} 4{NONE[1:]} 12p 0"], "pond 4 is traced before the end of summer"),
    (["score", f"{NONE} {NONE} 1 4"], "position: prunings '4' is not 0 to 3"),
    (["score", f"{NONE} {NONE} 1 -1"], "position: prunings '-1' is not 0 to 3"),
    (["score", f"{NONE} {NONE} 13 0"], "position: clock '13'"),
    (["score", f"{NONE} {NONE} 4p 0"], "position: clock '4p'"),
    (["score", f"T{NONE[1:]} {NONE} 7 0"], "position: space 11 holds a tree of spring or summer"),
    (["score", "bad", EMPTY], "argument 1: position: "),
    (["score", EMPTY, EMPTY, "--svg", "x.svg"], "svg: a picture shows one position"),
    (["score", "-", "--svg", "x.svg"], "svg: a picture shows one position"),
    (["moves"], "roll: one is needed at turn 1"),
    (["moves", "--roll", "120"], "'120' has a die that shows '0', not 1 to 6"),
    (["moves", "--roll", "127"], "'127' has a die that shows '7', not 1 to 6"),
    (["moves", "--roll", "12"], "'12' is not three dice"),
    (["moves", "--roll", "1255"], "'1255' is not three dice"),
    (["moves", "--from", POND, "--roll", "125"], "roll: none is drawn at clock 3p"),
    (["moves", "--roll", "125", "--faces", "LBTRM"], "faces: 'LBTRM'"),
    (["moves", "--roll", "125", "--faces", "LLTRM="], "faces: 'LLTRM='"),
    (["replay"], "replay: give --dice with moves, or one record file"),
    (["replay", "a", "b"], "replay: give --dice with moves, or one record file"),
    (["replay", "/no/such/record"], "record: cannot read '/no/such/record': No such file"),
    (["replay", "/"], "record: cannot read '/': Is a directory"),
    (["replay", "--dice", "125", "9:B11+M12"], "move: '9:B11+M12' is none of"),
    (["replay", "--dice", "125", "1:B77+M12"], "move: '1:B77+M12' has no space 11 to 66 after B"),
    (["replay", "--dice", "125", "1:B11+M11"], "move 1 (clock 1): 1:B11+M11 is not legal"),
    (["replay", "--dice", "125 366", "*L66", "*B11"], "move 2 (clock 2): *B11 is not legal"),
    (["replay", "--dice", "125 366", "*L66", "*R66"], "move 2 (clock 2): *R66 is not legal"),
    (["replay", "--dice", "125", "X"], "move 1 (clock 1): X is not legal"),
    (["replay", "--dice", "125", "-"], "move 1 (clock 1): - is not legal"),
    (["replay", "--dice", "125", "--from", POND, "~11,22"], "move 1 (clock 3p): ~11,22 is not"),
    (["replay", "--dice", "125", "--from", POND, "~"], "move: '~'"),
    (["replay", "--dice", "125", "--from", OVER, "-"], "move 1 (clock end): - is not legal"),
    (["replay", "--dice", "125", "*L66", "*L65"], "dice: 1 rolls, but move 2 needs one more"),
    (["replay", "--dice", "128", "*L66"], "dice: roll 1: '128'"),
    (["solve"], "solve: give one of --dice, --dice-file, --random"),
    (["solve", "--dice", DICE, "--random"], "solve: give one of --dice, --dice-file, --random"),
    (["solve", "--dice", DICE, "--dice-file", "x"], "solve: give one of"),
    (["solve", "--dice", ""], "dice: 0 rolls, but 12 turns are left"),
    (["solve", "--dice", DICE[:-4]], "dice: 11 rolls, but 12 turns are left"),
    (["solve", "--dice", f"{DICE} 111"], "dice: 13 rolls, but 12 turns are left"),
    (["solve", "--dice", f"{DICE[:-1]}0"], "dice: roll 12: '440'"),
    (["solve", "--dice", f"{DICE[:-1]}7"], "dice: roll 12: '447'"),
    (["solve", "--dice", DICE[:-1]], "dice: roll 12: '44' is not three dice"),
    (["solve", "--dice", DICE, "--from", LATE], "dice: 12 rolls, but 2 turns are left"),
    (["solve", "--random", "--faces", "x"], "faces: 'x'"),
    (["solve", "--dice-file", "/no/such/file"], "dice file: cannot read '/no/such/file': No such"),
    (["solve", "--dice-file", "x", "--svg", "x.svg"], "svg: a picture shows one garden"),
    *(
        (["solve", "--random", "--time-limit", value], "Invalid value for '--time-limit': ")
        for value in ("0", "-1", "nan", "-inf", "text", "", "1s")
    ),
    *(
        (["solve", "--random", "--work-limit", value], "Invalid value for '--work-limit': ")
        for value in ("0", "-1", "nan", "text", "")
    ),
    *(
        (["solve", "--random", "--workers", value], "Invalid value for '--workers': ")
        for value in ("0", "-1", "1000000", "1.5", "text", "")
    ),
    *(
        (["solve", "--random", "--seed", value], "Invalid value for '--seed': ")
        for value in ("-1", str(2**64), "text", "")
    ),
]


@pytest.mark.parametrize(("arguments", "says"), REFUSED)
def test_bad_input_is_one_line_that_names_it(arguments: list[str], says: str) -> None:
    assert says in refusal(jardin(*arguments))


NASTY = [
    *("", " ", "\n", "\t", "\x1b[31m", "a\nb\rc", "é", "１２５", "\u2028", "\x85", "\udcff\udcfe"),
    *("x" * 100_000, "125 " * 20_000, "0", "-0", "%s%n", "[red]", "'\"", "𝔏", f"\ufeff{EMPTY}"),
]


@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text[:12]))
def test_no_text_gets_anything_but_one_line_back(text: str) -> None:
    over = ["solve", "--from", OVER, "--dice", ""]
    for arguments in (
        ["score", "--", text],
        ["score", "--json", "--", text, EMPTY],
        ["moves", "--roll", "125", "--from", text],
        ["moves", "--roll", text],
        ["moves", "--roll", "125", "--faces", text],
        ["replay", "--dice", text, "*L66", "bad"],
        ["replay", "--dice", "125", "--", text],
        ["replay", "--dice", "", "--from", text],
        ["replay", "--", text],
        ["solve", "--dice", text],
        ["solve", "--dice-file", text],
        ["solve", "--dice", "", "--from", text],
        ["solve", "--random", "--faces", text],
        [*over, "--svg", f"/no/such/folder/{text[:200]}/x.svg"],
        [f"-{text}x"],
        ["score", f"--{text}x"],
        ["solve", "--dice", "", "--time-limit", text],  # fullwidth digits are a number too
        ["solve", "--dice", "", "--work-limit", text],
        ["solve", "--dice", "", "--workers", text],
        ["solve", "--dice", "", "--seed", text],
    ):
        refusal(jardin(*arguments))


def test_bytes_that_are_no_text_are_refused_in_a_real_argument() -> None:
    done = process("jardin", "score", os.fsdecode(b"\xff\xfe"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


# Streams


def test_a_closed_stdin_is_an_empty_one() -> None:
    done = process("jardin", "score", "-", shell='"$@" <&-')
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_closed_output_streams_are_no_accident() -> None:
    done = process("jardin", "score", EMPTY, shell='"$@" >&-')
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = process("jardin", "score", "bad", shell='"$@" 2>&-')
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments", [["score", EMPTY], ["score", "--json", EMPTY], ["moves", "--roll", "125"]]
)
def test_a_full_disk_under_stdout_is_one_line(arguments: list[str]) -> None:
    done = process("jardin", *arguments, shell='"$@" >/dev/full')
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "niwashi: standard output: No space left on device\n"


@pytest.mark.parametrize("json_", [[], ["--json"]])
def test_hundreds_of_millions_of_moves_may_be_cut_off_by_a_pipe(json_: list[str]) -> None:
    done = process(
        "jardin",
        "moves",
        "--from",
        POND,
        *json_,
        shell='"$@" | head -c 3; echo " ${PIPESTATUS[0]}"',
    )
    assert done.stderr == ""
    assert done.stdout in ('{"p 0\n', "-\n~ 0\n")


def test_a_reader_that_leaves_at_once_is_no_error() -> None:
    for arguments in (["score", EMPTY], ["moves", "--roll", "125"]):
        with running("jardin", *arguments) as command:
            assert command.stdin is not None
            assert command.stdout is not None
            assert command.stderr is not None
            command.stdout.close()
            assert command.stderr.read() == ""
            assert command.wait(TIMEOUT) == 0


def test_a_stream_that_cannot_show_the_drawing_gets_question_marks() -> None:
    done = process("jardin", "score", EMPTY, shell='PYTHONIOENCODING=ascii "$@"')
    assert (done.returncode, done.stderr) == (0, "")
    assert "total" in done.stdout


# score


def test_the_given_layouts_from_stdin_are_worth_what_is_written_beside_them() -> None:
    positions = "".join(f"{json.loads(line)['position']}\n" for line in CASES)
    answer = jardin("score", "--json", "-", stdin=positions)
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.lines) == 40
    assert [json.loads(line) for line in answer.lines] == [json.loads(line) for line in CASES]


def test_a_score_has_the_keys_of_the_contract_in_order() -> None:
    document = one(jardin("score", GARDEN, "--json").out)
    assert list(document) == ["position", *RULES, "total"]
    assert document["position"] == GARDEN
    assert document["total"] == sum(document[rule] for rule in RULES)


def test_a_score_for_people_names_every_rule_and_has_no_colours() -> None:
    answer = jardin("score", GARDEN)
    assert (answer.code, answer.err) == (0, "")
    assert "\x1b" not in answer.out
    words = {line.split()[0]: line.split()[-1] for line in answer.lines if line.strip()}
    points = game.score(game.Position.from_text(GARDEN)).as_dict()
    assert {rule: words[rule] for rule in points} == {k: str(v) for k, v in points.items()}
    assert answer.lines[-1] == f"Position: {GARDEN}"


def test_standard_input_may_have_blank_lines_crlf_a_mark_and_no_last_newline() -> None:
    stdin = b"\xef\xbb\xbf" + f"{EMPTY}\r\n\n  \n{GARDEN}".encode()
    answer = jardin("score", "--json", "-", stdin=stdin)
    assert answer.code == 0
    assert [json.loads(line)["position"] for line in answer.lines] == [EMPTY, GARDEN]


def test_standard_input_may_stand_among_the_arguments() -> None:
    answer = jardin("score", "--json", GARDEN, "-", OVER, stdin=EMPTY)
    assert [json.loads(line)["position"] for line in answer.lines] == [GARDEN, EMPTY, OVER]


@pytest.mark.parametrize(
    "line", [b"bad", b"\xff\xfe", b"\0", EMPTY.encode() + b"\0", b"x" * 100_000, b"\x1b[2J", b"-"]
)
def test_a_bad_line_is_named_and_what_came_before_it_stands(line: bytes) -> None:
    answer = jardin("score", "--json", "-", stdin=b"\n%b\n%b\n" % (EMPTY.encode(), line))
    assert answer.code == 2
    assert one(answer.out)["position"] == EMPTY
    assert answer.err.startswith("niwashi: standard input line 3: position: ")
    assert answer.err[:-1].isprintable()


def test_a_line_is_answered_before_the_next_is_written_and_ctrl_c_ends_the_wait() -> None:
    with running("jardin", "score", "--json", "-") as command:
        assert command.stdin is not None
        assert command.stdout is not None
        for position in (EMPTY, GARDEN):
            command.stdin.write(f"{position}\n")
            command.stdin.flush()
            assert json.loads(command.stdout.readline())["position"] == position
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=TIMEOUT)
    assert (command.returncode, out, err) == (130, "", "niwashi: interrupted\n")


# moves


def test_moves_are_listed_in_order_and_counted() -> None:
    answer = jardin("moves", "--roll", "521")
    assert (answer.code, answer.err) == (0, "")
    expected = game.legal_moves(game.Position(), game.Roll.from_text("125"))
    assert answer.lines == [str(move) for move in expected]
    assert jardin("moves", "--roll", "125", "--count").out == f"{len(expected)}\n"


def test_ponds_are_listed_at_their_clock_with_none_first() -> None:
    answer = jardin("moves", "--from", ROW)
    assert answer.lines[:4] == ["-", "~61", "~61,62", "~61,62,63"]
    assert len(answer.lines) == 22
    assert jardin("moves", "--from", ROW, "--count").out == "22\n"


def test_the_ponds_of_an_empty_garden_are_counted_at_once() -> None:
    began = time.process_time()
    answer = jardin("moves", "--from", POND, "--count")
    assert (answer.code, answer.out, answer.err) == (0, "487150372\n", "")
    assert time.process_time() - began < 2


def test_moves_as_json_are_one_document() -> None:
    document = one(jardin("moves", "--from", ROW, "--json").out)
    assert document["position"] == ROW
    assert document["roll"] is None
    assert document["count"] == len(document["moves"]) == 22
    counted = one(jardin("moves", "--roll", "512", "--count", "--json").out)
    assert counted == {"position": EMPTY, "roll": "125", "count": 438}


def test_the_faces_of_other_dice_are_an_option() -> None:
    assert jardin("moves", "--roll", "125").lines[0] == "1:B11+M12"
    assert jardin("moves", "--roll", "125", "--faces", "=MRTBL").lines[0] == "1:B11+M12"
    assert jardin("moves", "--roll", "126", "--faces", "=MRTBL").lines[0] == "1:L11+M12"


def test_a_game_that_is_over_has_no_moves() -> None:
    answer = jardin("moves", "--from", OVER)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert jardin("moves", "--from", OVER, "--count").out == "0\n"


# replay


def test_a_replay_ends_at_a_position_and_its_score() -> None:
    moves = ["1:M12+B11", "*=66", "4:L41+B42", "-", "*M55"]
    document = one(jardin("replay", "--dice", DICE, "--json", *moves).out)
    assert document["position"] == f"BM..../....../....../LB..../....M./.....= {NONE} 5 2"
    assert document["moves"] == ["1:B11+M12", *moves[1:]]
    assert document["score"] == document["breakdown"]["total"]
    assert list(document["breakdown"]) == [*RULES, "total"]
    shown = jardin("replay", "--dice", DICE, *moves)
    assert (shown.code, shown.err) == (0, "")
    assert shown.lines[-1] == f"Position: {document['position']}"


def test_a_dash_among_moves_is_a_decision_and_never_standard_input() -> None:
    answer = jardin("replay", "--dice", "", "--from", POND, "--json", "-", stdin="*L66\n")
    assert one(answer.out)["moves"] == ["-"]


def test_no_moves_leave_the_position_as_it_is() -> None:
    document = one(jardin("replay", "--dice", DICE, "--from", GARDEN, "--json").out)
    assert (document["position"], document["moves"]) == (GARDEN, [])


@pytest.mark.parametrize("encode", [("\n", ""), ("\r\n", ""), ("\n", "\ufeff")])
def test_a_record_is_replayed(tmp_path: Path, encode: tuple[str, str]) -> None:
    newline, mark = encode
    file = tmp_path / "game.txt"
    file.write_bytes((mark + RECORD.replace("\n", newline)).encode())
    document = one(jardin("replay", str(file), "--json").out)
    assert document["moves"] == ["1:B11+M12", "*=66"]
    assert document["score"] == -34


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (RECORD.replace("-34\n", "-33\n", 1), "record: line 5: score '-33'"),
        (RECORD.replace("1:B11+M12", "1:B11+R12"), "record: line 5: 1:B11+R12 is not legal"),
        (RECORD.replace("*=66", "*=7\0"), "record: line 6: move: "),
        (RECORD.replace("2   366", "3   366"), "record: line 6: clock '3' where 2 comes next"),
        ("", "record: the first line is not"),
        ("\x1b[2J\n", "record: the first line is not"),
        (DICE, "record: the first line is not"),
        ("niwashi jardin record 1\n1 125\n", "record: line 2: 2 columns, not 4"),
    ],
)
def test_the_first_wrong_line_of_a_record_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert says in refusal(jardin("replay", str(file)))


def test_a_record_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(jardin("replay", str(file))) == f"record: '{file}' is not text"


def test_what_a_record_holds_itself_is_not_asked_for_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    for option in (["--from", EMPTY], ["--faces", "=MRTBL"]):
        assert "a record holds its own" in refusal(jardin("replay", str(file), *option))


# solve


@pytest.mark.usefixtures("quick")
def test_a_solved_game_has_the_keys_of_the_contract_and_replays_to_its_score() -> None:
    answer = jardin("solve", "--dice", DICE, "--workers", "1", "--work-limit", "0.1", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = one(answer.out)
    check_solution(document, EMPTY, DICE)
    assert (document["workers"], document["seed"], document["seconds"]) == (1, 0, None)
    assert len(document["moves"]) == 16


@pytest.mark.usefixtures("quick")
def test_a_small_rest_is_solved_to_the_proof() -> None:
    answer = jardin("solve", "--from", LATE, "--dice", "366 521", "--json", "--workers", "1")
    document = one(answer.out)
    check_solution(document, LATE, "366 125")
    assert document["status"] == "OPTIMAL"
    assert document["seconds"] > 0


@pytest.mark.usefixtures("quick")
def test_a_solution_for_people_shows_whole_moves_and_what_is_proven() -> None:
    late = LATE.replace(" 11 3", " 12 3")
    arguments = ["solve", "--from", late, "--dice", "366", "--workers", "1"]
    answer = jardin(*arguments)
    document = one(jardin(*arguments, "--json").out)
    assert (answer.code, answer.err) == (0, "")
    assert "\x1b" not in answer.out
    for move in document["moves"]:
        assert any(line.endswith(f"  {move}") for line in answer.lines)
    assert f"Position: {document['position']}" in answer.lines
    assert answer.lines[-1].startswith(
        f"{document['score']} points, proven optimal: these dice allow no more. "
    )
    assert answer.lines[-1].endswith(" s, 1 worker, seed 0.")


@pytest.mark.usefixtures("quick")
def test_the_same_seed_and_one_worker_print_the_same_bytes_again() -> None:
    for game_ in (["--dice", DICE, "--json"], ["--from", LATE, "--dice", "366 521"]):
        arguments = ["solve", *game_, "--workers", "1", "--work-limit", "0.1", "--seed", "7"]
        assert jardin(*arguments) == jardin(*arguments)


@pytest.mark.usefixtures("quick")
def test_random_dice_are_told_and_come_back_with_their_seed() -> None:
    arguments = ["solve", "--random", "--from", LATE, "--json", "--time-limit", "0.2"]
    first = one(jardin(*arguments, "--workers", "1").out)
    check_solution(first, LATE, first["dice"])
    again = one(jardin(*arguments, "--workers", "1", "--seed", str(first["seed"])).out)
    assert again["dice"] == first["dice"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("limit", ["1e-9", "0.001"])
def test_the_shortest_time_limit_still_gives_a_whole_game(limit: str) -> None:
    answer = jardin("solve", "--dice", DICE, "--time-limit", limit, "--json", "--workers", "2")
    assert (answer.code, answer.err) == (0, "")
    check_solution(one(answer.out), EMPTY, DICE)


@pytest.mark.parametrize("option", [["--seed", str(2**64 - 1)], ["--time-limit", "inf"]])
def test_a_game_that_is_over_is_solved(option: list[str]) -> None:
    document = one(jardin("solve", "--from", OVER, "--dice", "", "--json", *option).out)
    check_solution(document, OVER, "")
    assert (document["status"], document["score"], document["moves"]) == ("OPTIMAL", -36, [])


TABLE = "dice\tbest known\n# a comment\n\n125 366\t5\n  \n112 444\t7\n"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace("\n", "\r\n"),
        TABLE.rstrip("\n"),
        f"\ufeff{TABLE}",
        f"\n# first\n{TABLE.replace('dice', 'Dice')}",
        "125 366\n112 444",
    ],
    ids=["table", "crlf", "no last newline", "marked", "heading later", "plain"],
)
def test_a_dice_file_gives_one_document_a_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "dice.tsv"
    file.write_bytes(text.encode())
    arguments = ["--from", LATE, "--json", "--workers", "1", "--work-limit", "0.01"]
    answer = jardin("solve", "--dice-file", str(file), *arguments)
    assert (answer.code, answer.err) == (0, "")
    assert [json.loads(line)["dice"] for line in answer.lines] == ["125 366", "112 444"]
    if text == TABLE:
        assert jardin("solve", "--dice-file", "-", *arguments, stdin=text.encode()) == answer


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{TABLE}12 133\n", "line 7: dice: roll 1: '12' is not three dice"),
        (f"{TABLE}125 136 444", "line 7: dice: 3 rolls, but 2 turns are left"),
        (f"{TABLE}dice\n", "line 7: dice: roll 1: 'dice'"),
        ("\t125 366\n", "line 1: dice: 0 rolls"),
        ("name\tdice\na\t125 366\n", "line 1: dice: roll 1: 'name'"),
        (f"{TABLE}125 36\0", "line 7: dice: roll 2: "),
        ("125 366\x0c\x1b[2J\n12", "line 1: dice: "),
        ("", "holds no dice"),
        ("dice\n#\n\n", "holds no dice"),
    ],
)
def test_a_wrong_line_of_a_dice_file_is_named_before_anything_is_solved(
    tmp_path: Path, text: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("a sequence was solved")

    monkeypatch.setattr("niwashi.solver.jardin.solve", never)
    file = tmp_path / "dice.tsv"
    file.write_text(text, encoding="utf-8")
    assert says in refusal(jardin("solve", "--from", LATE, "--dice-file", str(file)))
    assert says in refusal(jardin("solve", "--from", LATE, "--dice-file", "-", stdin=text))


def test_a_dice_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "dice.tsv"
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(jardin("solve", "--dice-file", str(file))) == f"dice file: '{file}' is not text"
    assert "line 1: dice: " in refusal(jardin("solve", "--dice-file", "-", stdin=b"\xff\xfe"))


def test_a_solution_is_printed_before_the_next_is_sought() -> None:
    with running(
        *("jardin", "solve", "--json", "--dice-file", "-", "--workers", "1", "--time-limit", "2")
    ) as command:
        assert command.stdin is not None
        assert command.stdout is not None
        command.stdin.write(f"{DICE}\n{DICE}\n")
        command.stdin.close()
        first = json.loads(command.stdout.readline())
        assert command.poll() is None
        time.sleep(0.3)
        command.send_signal(signal.SIGINT)  # while the second is annealed
        second = json.loads(command.stdout.readline())
        assert command.wait(TIMEOUT) == 130
    for document in (first, second):
        check_solution(document, EMPTY, DICE)


# A terminal, and Ctrl-C


def test_progress_is_shown_on_a_terminal_only_and_never_on_stdout() -> None:
    arguments = ["jardin", "solve", "--dice", DICE, "--workers", "1", "--time-limit", "5", "--json"]
    shown = on_terminal(arguments)
    assert shown.code == 0
    check_solution(one(shown.out), EMPTY, DICE)
    assert "annealing" in shown.screen
    assert "proving" in shown.screen
    assert "\x1b[" in shown.screen


@pytest.mark.parametrize("phase", ["annealing", "proving"])
def test_ctrl_c_prints_the_best_so_far(phase: str, tmp_path: Path) -> None:
    picture = tmp_path / "garden.svg"
    began = time.monotonic()
    stopped = on_terminal(
        [
            *("jardin", "solve", "--dice", DICE, "--workers", "1", "--time-limit", "40"),
            *("--json", "--svg", str(picture)),
        ],
        interrupt_at=phase,
    )
    assert stopped.code == 130
    check_solution(one(stopped.out), EMPTY, DICE)
    assert "Traceback" not in stopped.screen
    assert picture.read_text(encoding="utf-8").rstrip().endswith("</svg>")
    assert left_in(tmp_path) == ["garden.svg"]
    assert time.monotonic() - began < TIMEOUT


# Pictures


@pytest.mark.parametrize("arguments", [["score", GARDEN], ["solve", "--from", OVER, "--dice", ""]])
def test_a_picture_is_written_beside_the_answer(tmp_path: Path, arguments: list[str]) -> None:
    picture = tmp_path / ("x" * 251 + ".svg")  # as long as a name can be
    answer = jardin(*arguments, "--json", "--svg", str(picture))
    assert (answer.code, answer.err) == (0, "")
    one(answer.out)
    text = picture.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert text.rstrip().endswith("</svg>")
    assert left_in(tmp_path) == [picture.name]


def test_a_picture_takes_the_place_of_an_old_one_and_its_permissions(tmp_path: Path) -> None:
    old, link = tmp_path / "old.svg", tmp_path / "link.svg"
    old.write_text("old", encoding="utf-8")
    old.chmod(0o640)
    link.symlink_to(old)
    assert jardin("score", GARDEN, "--svg", str(link)).code == 0
    assert link.is_symlink()
    assert old.read_text(encoding="utf-8").startswith("<svg")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_picture_stays_when_the_command_fails(tmp_path: Path) -> None:
    old = tmp_path / "old.svg"
    old.write_text("old", encoding="utf-8")
    refusal(jardin("score", "bad", "--svg", str(old)))
    refusal(jardin("solve", "--dice", "125", "--svg", str(old)))
    assert old.read_text(encoding="utf-8") == "old"
    assert left_in(tmp_path) == ["old.svg"]


@pytest.mark.parametrize("verb", [["score", GARDEN], ["solve", "--from", OVER, "--dice", ""]])
def test_a_place_that_cannot_be_written_is_named_before_any_work(
    tmp_path: Path, verb: list[str]
) -> None:
    for place in (tmp_path, tmp_path / "none" / "x.svg", tmp_path / ("x" * 300)):
        assert f"svg: cannot write '{place}': " in refusal(jardin(*verb, "--svg", str(place)))
    assert left_in(tmp_path) == []


@pytest.mark.skipif(os.access("/", os.W_OK), reason="permissions do not bind this user")
def test_permissions_are_kept(tmp_path: Path) -> None:
    old = tmp_path / "old.svg"
    old.write_text("old", encoding="utf-8")
    old.chmod(0o400)
    assert "Permission denied" in refusal(jardin("score", GARDEN, "--svg", str(old)))
    tmp_path.chmod(0o500)
    assert "Permission denied" in refusal(jardin("score", GARDEN, "--svg", str(tmp_path / "new")))
    tmp_path.chmod(0o700)
    assert left_in(tmp_path) == ["old.svg"]


def test_a_picture_that_does_not_fit_on_the_disk_leaves_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "old.svg"
    old.write_text("old", encoding="utf-8")
    done = process("jardin", "score", GARDEN, "--svg", str(old), shell='ulimit -f 4; "$@"')
    assert done.returncode == 2
    assert done.stderr == f"niwashi: svg: cannot write '{old}': File too large\n"
    assert old.read_text(encoding="utf-8") == "old"
    assert left_in(tmp_path) == ["old.svg"]


def test_a_pipe_receives_the_picture_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert jardin("score", GARDEN, "--svg", str(pipe)).code == 0
    reader.join(TIMEOUT)
    assert received[0].rstrip().endswith("</svg>")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(os.access("/dev", os.W_OK), reason="a mistake here would replace a device")
def test_a_device_is_written_to_and_never_replaced() -> None:
    assert jardin("score", GARDEN, "--svg", "/dev/null").code == 0
    answer = jardin("score", GARDEN, "--svg", "/dev/full")
    assert answer.err == "niwashi: svg: cannot write '/dev/full': No space left on device\n"
    assert answer.code == 2
    for device in ("/dev/null", "/dev/full"):
        assert stat.S_ISCHR(Path(device).stat().st_mode)


def test_a_closed_stdout_is_not_blamed_on_the_picture(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = threading.Thread(target=pipe.read_bytes)
    reader.start()
    done = process(
        *("jardin", "score", GARDEN, "--svg", str(pipe)),
        shell='"$@" | true; echo ${PIPESTATUS[0]}',
    )
    reader.join(TIMEOUT)
    assert (done.stdout, done.stderr) == ("0\n", "")


# Lines that are JSON objects


def test_lines_of_score_may_be_what_score_printed() -> None:
    texts = [json.loads(case)["position"] for case in CASES]
    once = jardin("score", "--json", "-", stdin="\n".join(texts))
    twice = jardin("score", "--json", "-", stdin=once.out)
    assert twice.out == once.out
    assert jardin("score", "--json", "-", stdin="\n".join(CASES)).out == once.out


@pytest.mark.parametrize(
    "line", ["{", "{}", '{"position": 3}', '{"position": "x"}', "{" * 100_000, '{"position": null}']
)
def test_an_object_without_a_position_is_refused(line: str) -> None:
    assert "standard input line 1: position: " in refusal(jardin("score", "-", stdin=line))
