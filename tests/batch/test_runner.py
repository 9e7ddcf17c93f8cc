"""Batches on the processes of this machine."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from niwashi.batch import Progress, Row, Store, Task, run
from niwashi.versions import versions
from tests.batch.tasks import DieOnce, Squares, die_at_3, interrupted_at_3


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def done(path: Path, instances: Iterable[str], task: Task, workers: int = 1) -> Progress:
    """Runs a batch."""
    with Store.writing(path, "test", {}) as store:
        return run(store, instances, task, workers=workers)


def rows(path: Path) -> dict[str, Row]:
    """The rows of a file by instance."""
    with Store.reading(path) as store:
        return {row.instance: row for row in store.rows()}


def numbers(*bounds: int) -> list[str]:
    return [str(n) for n in range(*bounds)]


def test_every_instance_has_its_row(path: Path) -> None:
    progress = done(path, numbers(25), Squares(), workers=2)
    assert (progress.total, progress.before, progress.now, progress.left) == (25, 0, 25, 0)
    found = rows(path)
    assert {name: row.score for name, row in found.items()} == {str(n): n * n for n in range(25)}
    assert all(row.versions == versions() for row in found.values())
    assert {"python", "niwashi", "core", "ortools"} <= versions().keys()


def test_what_is_finished_or_given_twice_is_not_done_again(path: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    assert done(path, ["4", "5", "4"], Squares(notes)).total == 2
    progress = done(path, numbers(3, 9), Squares(notes))
    assert (progress.total, progress.before, progress.now) == (6, 2, 4)
    assert sorted(notes.read_text(encoding="utf-8").split()) == numbers(3, 9)


def test_a_task_that_fails_costs_its_own_row_only_and_is_tried_again(path: Path) -> None:
    progress = done(path, ["1", "two", "3"], Squares())
    assert (progress.now, progress.failed, progress.left) == (3, 1, 0)
    failed = rows(path)["two"]
    assert failed.status == "ERROR"
    assert failed.details["error"].startswith("ValueError: invalid literal for int()")
    assert rows(path)["3"].score == 9
    again = done(path, ["1", "two", "3"], die_at_3)
    assert (again.before, again.now, again.failed) == (2, 1, 0)
    assert rows(path)["two"].status == "DONE"


def test_an_instance_that_ends_every_process_is_given_up_and_the_others_are_done(
    path: Path,
) -> None:
    progress = done(path, numbers(8), die_at_3)
    assert (progress.now, progress.left) == (8, 0)
    found = rows(path)
    assert found["3"].status == "ERROR"
    assert found["3"].details["error"].startswith("every process that tried it died: ")
    assert Counter(row.status for row in found.values())["DONE"] >= 4


def test_an_instance_whose_process_dies_once_is_done_by_another(path: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    progress = done(path, numbers(2), DieOnce(marks))
    assert (progress.now, progress.failed) == (2, 0)


def test_an_interrupted_instance_has_no_row(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        done(path, numbers(8), interrupted_at_3)
    assert "3" not in rows(path)
    progress = done(path, numbers(8), Squares())
    assert progress.left == 0
    assert progress.before + progress.now == 8


def test_progress_counts_what_this_run_did_for_rate_and_remaining_time() -> None:
    progress = Progress(total=100, before=40, now=10, failed=1, seconds=5.0)
    assert progress.left == 50
    assert progress.rate == 2.0
    assert progress.remaining == 25.0


def test_there_is_no_rate_before_the_first_row() -> None:
    progress = Progress(total=100, before=40, now=0, failed=0, seconds=5.0)
    assert (progress.rate, progress.remaining) == (None, None)


def test_progress_is_reported_after_every_row(path: Path) -> None:
    seen: list[int] = []
    with Store.writing(path, "test", {}) as store:
        run(store, numbers(4), Squares(), workers=1, on_progress=lambda p: seen.append(p.now))
    assert sorted(set(seen)) == [0, 1, 2, 3, 4]


def test_nothing_to_do_starts_nothing(path: Path) -> None:
    assert done(path, [], Squares()).total == 0
