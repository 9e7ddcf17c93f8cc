"""`--out`, from one command to the next, and `niwashi results`."""

import csv
import io
import json
import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from niwashi.batch import Progress, Row, Store
from niwashi.cli.batch import describe
from tests.cli.runner import TIMEOUT, jardin, niwashi, on_terminal, refusal, running
from tests.cli.test_jardin import check_solution

#: The last turn and its pond are left.
LATE = "L.B.R./.t.L../BB.=M./..M.B./T..R../=T.BM. ....../...2../..222./...2../....../11.... 12 3"
DICE = ["125", "366", "444"]
STONE = "plain,nw,ne,top,left/nw-se,plain,nw,ne,top/left,plain,nw,ne,_"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture(scope="module")
def solved_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of three solved sequences."""
    out = tmp_path_factory.mktemp("batch") / "results.db"
    answer = solve(out, DICE)
    assert (answer.code, answer.out) == (0, "")
    assert f"niwashi: {out}: 3 of 3 done, 3 now in " in answer.err
    return out


@pytest.fixture
def solved(solved_once: Path, out: Path) -> Path:
    """A copy of that file."""
    shutil.copy(solved_once, out)
    return out


def solve(out: Path, dice: list[str], *arguments: str) -> Any:
    return jardin(
        *("solve", "--dice-file", "-", "--from", LATE, "--out", str(out), "--workers", "2"),
        *arguments,
        stdin="".join(f"{line}\n" for line in dice),
    )


def rows_of(out: Path) -> list[dict[str, Any]]:
    answer = niwashi("results", "show", out, "--json")
    assert (answer.code, answer.err) == (0, "")
    return [json.loads(line) for line in answer.lines]


def test_the_rows_are_what_solve_says_of_each_sequence(solved: Path) -> None:
    rows = {row["dice"]: row for row in rows_of(solved)}
    assert rows.keys() == set(DICE)
    for dice, row in rows.items():
        said = json.loads(jardin("solve", "--dice", dice, "--from", LATE, "--json").out)
        assert (row["status"], row["score"], row["bound"]) == (
            "OPTIMAL",
            said["score"],
            said["score"],
        )
        assert row["details"]["breakdown"] == said["breakdown"]
        document = {
            **{key: row[key] for key in ("status", "score", "bound", "dice")},
            "moves": row["plan"].split(),
            "position": row["garden"],
            "breakdown": row["details"]["breakdown"],
            "seconds": row["seconds"],
            "workers": 1,
            "seed": 0,
        }
        check_solution(document, LATE, dice)
        assert {"python", "niwashi", "ortools"} <= row["versions"].keys()


def test_a_longer_file_adds_to_the_results(solved: Path) -> None:
    before = rows_of(solved)
    answer = solve(solved, [*DICE, "111"], "--json")
    summary = json.loads(answer.out)
    assert {key: summary[key] for key in ("instances", "before", "now", "failed", "left")} == {
        "instances": 4,
        "before": 3,
        "now": 1,
        "failed": 0,
        "left": 0,
    }
    assert rows_of(solved)[:3] == before


def test_other_settings_are_refused(solved: Path) -> None:
    said = refusal(solve(solved, DICE, "--seed", "1"))
    assert said == f"out: '{solved}' was begun with seed 0, not 1"
    said = refusal(niwashi("stone", "solve", "--out", solved))
    assert said.startswith(f"out: '{solved}' was begun with command \"jardin solve\", not ")


def test_a_file_that_another_run_writes_is_refused(out: Path) -> None:
    with Store.writing(out, "jardin solve", {}):
        said = refusal(solve(out, DICE))
    assert said == f"out: '{out}' is being written by another run"


def test_a_file_that_is_something_else_is_refused(out: Path) -> None:
    out.write_text("dice\n" * 1000, encoding="utf-8")
    assert refusal(solve(out, DICE)) == f"out: '{out}' is not a batch of results"
    assert refusal(niwashi("results", "show", out)).endswith("is not a batch of results")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--dice", "125", "--out", "x.db"], "out: it goes with --dice-file"),
        (["--dice", "125", "--scheduler", "tcp://h:1"], "scheduler: it goes with --out"),
        (["--dice-file", "/no", "--out", "x.db"], "dice file: cannot read '/no'"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: list[str], said: str) -> None:
    assert refusal(jardin("solve", "--from", LATE, *arguments)).startswith(said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--garden-file", "x"], "garden-file: it goes with --out"),
        (["--scheduler", "tcp://h:1"], "scheduler: it goes with --out"),
        (["--out", "x.db", "--svg", "x.svg"], "svg: a picture shows one garden"),
        (["--out", "x.db", "--from", STONE, "--garden-file", "x"], "solve: give --from or"),
        (["--out", "x.db", "--card", "none"], "card: unknown Name Garden 'none'"),
        (["--out", "x.db", "--garden-file", "-"], "- line 2: garden: "),
    ],
)
def test_options_of_stone_that_do_not_fit_are_refused(arguments: list[str], said: str) -> None:
    answer = niwashi("stone", "solve", *arguments, stdin=f"{STONE}\nplain,plain\n")
    assert refusal(answer).startswith(said)


@pytest.mark.parametrize(
    ("address", "said"),
    [("nonsense", "the address is not like tcp://HOST:PORT"), ("tcp://h:x", "Port could not")],
)
def test_a_scheduler_that_cannot_be_meant_is_refused(out: Path, address: str, said: str) -> None:
    answer = jardin(
        *("solve", "--dice-file", "-", "--from", LATE, "--out", str(out), "--scheduler", address),
        stdin="125\n",
    )
    assert refusal(answer).startswith(f"workers: no Dask scheduler at '{address}': {said}")


def test_a_place_that_cannot_be_written_is_named_before_any_work(tmp_path: Path) -> None:
    place = tmp_path / "none" / "x.db"
    assert refusal(solve(place, DICE)).startswith(f"out: cannot write '{place}': ")


def test_stone_gardens_are_completed(out: Path) -> None:
    answer = niwashi(
        *("stone", "solve", "--garden-file", "-", "--card", "garden-03", "--out", out),
        *("--workers", "1"),
        stdin=f"{STONE}\n# none\n\n{STONE.replace('_', 'top')}\n",
    )
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.startswith("niwashi: edition reconstruction: ")
    rows = rows_of(out)
    assert [row["status"] for row in rows] == 2 * ["OPTIMAL"]
    for row in rows:
        assert row["details"]["card"] == "garden-03"
        scored = niwashi(
            *("stone", "score", "--json", "--virtue", "6", "--card", "garden-03", row["garden"])
        )
        assert json.loads(scored.out)["total"] == row["score"] == row["bound"]


def test_every_garden_is_completed_for_every_card(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        "niwashi.cli.stone.run_batch",
        lambda _command, _task, instances, *_: asked.extend(instances),
    )
    gardens = [STONE, STONE.replace("_", "top")]
    answer = niwashi(
        *("stone", "solve", "--garden-file", "-", "--all-cards", "--out", out),
        stdin="\n".join(gardens),
    )
    assert answer.code == 0
    assert asked == [f"{garden} garden-{n:02}" for garden in gardens for n in range(1, 15)]


def test_ctrl_c_keeps_what_is_finished_and_says_so(out: Path, tmp_path: Path) -> None:
    dice = tmp_path / "dice.txt"
    dice.write_text("\n".join(f"{a}{b}{c} 125 366" for a in "123" for b in "345" for c in "56"))
    start = LATE.replace("T", "t").replace(" 12 ", " 10 ")
    with running(
        *("jardin", "solve", "--dice-file", str(dice), "--from", start, "--out", str(out)),
        *("--workers", "2"),
        start_new_session=True,
    ) as command:
        while not (out.exists() and rows_in(out)):
            assert command.poll() is None
            time.sleep(0.05)
        os.killpg(command.pid, signal.SIGINT)  # as a terminal does: the workers too
        _, err = command.communicate(timeout=TIMEOUT)
    assert command.returncode == 130
    done, interrupted = err.splitlines()
    assert interrupted == "niwashi: interrupted"
    assert f"{len(rows_in(out))} of 18 done" in done


def rows_in(out: Path) -> list[Row]:
    try:
        with Store.reading(out) as store:
            return list(store.rows())
    except ValueError:  # it has not its tables yet
        return []


def test_progress_is_shown_on_a_terminal(out: Path, tmp_path: Path) -> None:
    dice = tmp_path / "dice.txt"
    dice.write_text("\n".join(DICE), encoding="utf-8")
    shown = on_terminal(
        ["jardin", "solve", "--dice-file", str(dice), "--from", LATE, "--out", str(out)]
    )
    assert (shown.code, shown.out) == (0, "")
    assert "/3" in shown.screen
    assert "3 of 3 done, 3 now" in shown.screen


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(100, 0, 0, 0, 1.0), "-"),
        (Progress(100, 0, 50, 0, 10.0), "5.0 a second, 0:00:10 left"),
        (Progress(1000, 10, 10, 0, 60.0), "10.0 a minute, 1:38:00 left"),
    ],
)
def test_progress_says_rate_and_remaining_time(progress: Progress, words: str) -> None:
    assert describe(progress) == words


# niwashi results


@pytest.fixture
def results(out: Path) -> Path:
    """A file made by hand: four scores and a failure."""
    with Store.writing(out, "jardin solve", {"seed": 7, "work_limit": None}) as store:
        for dice, score in [("111", 10), ("222", 12), ("333", 12), ("444", 14)]:
            store.add(Row(dice, "OPTIMAL", score, score, dice, '"a, b" c', seconds=1.5))
        store.add(Row("x" * 200, "ERROR", details={"error": "ValueError: x"}))
    return out


def test_results_are_shown_with_their_spread(results: Path) -> None:
    answer = niwashi("results", "show", results, "--rows", "3")
    assert (answer.code, answer.err) == (0, "")
    assert "111" not in answer.out.split("jardin solve")[0]
    assert " 444 " in answer.out
    assert "jardin solve: seed 7\n" in answer.out
    assert "5 instances: 1 ERROR, 4 OPTIMAL" in answer.out
    assert "mean 12.00, standard deviation 1.41, from 10 to 14" in answer.out
    assert "   12        2 ####" in answer.out
    assert "   11        0\n" in answer.out
    assert max(map(len, answer.lines)) <= 100


def test_an_empty_file_of_results_is_shown(out: Path) -> None:
    with Store.writing(out, "jardin solve", {}):
        pass
    answer = niwashi("results", "show", out)
    assert "0 instances: none yet" in answer.out
    assert refusal(niwashi("results", "show", out, "--json", "--svg", "x.svg")).startswith("svg: ")


def test_a_histogram_has_a_bar_for_every_score(results: Path, tmp_path: Path) -> None:
    picture = tmp_path / "scores.svg"
    assert niwashi("results", "show", results, "--svg", picture).code == 0
    text = picture.read_text(encoding="utf-8")
    assert text.count("<rect") == 1 + 5  # the background, 10 to 14
    assert "<title>jardin solve: scores of 4 instances</title>" in text


def test_csv_holds_every_row(results: Path, tmp_path: Path) -> None:
    to = tmp_path / "rows.csv"
    assert niwashi("results", "export", results, to).code == 0
    text = to.read_text(encoding="utf-8")
    assert niwashi("results", "export", results, "-").out == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["score"] for row in rows] == ["10", "12", "12", "14", ""]
    assert rows[0]["plan"] == '"a, b" c'
    assert json.loads(rows[4]["details"]) == {"error": "ValueError: x"}


def test_parquet_holds_what_csv_does(results: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    to = tmp_path / "rows.parquet"
    assert niwashi("results", "export", results, to).code == 0
    relation = duckdb.read_parquet(str(to))
    found = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    shown = rows_of(results)
    for row in shown:
        for key in ("versions", "details"):
            row[key] = json.dumps(row[key])
    assert found == shown
    assert dict(zip(relation.columns, map(str, relation.types), strict=True))["score"] == "INTEGER"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "/none"], "results: cannot read '/none': No such file"),
        (["export", "FILE", "rows.txt"], "export: 'rows.txt' ends with neither .csv nor .parquet"),
        (["export", "FILE", "-", "--format", "parquet"], "export: Parquet goes to a file"),
        (["export", "FILE", "/none/x.csv"], "export: cannot write '/none/x.csv': No such file"),
        (["export", "FILE", "/none/x.parquet"], "export: cannot write '/none/x.parquet': No"),
    ],
)
def test_results_refuse_what_cannot_be(results: Path, arguments: list[str], said: str) -> None:
    filled = [str(results) if argument == "FILE" else argument for argument in arguments]
    assert refusal(niwashi("results", *filled)).startswith(said)
