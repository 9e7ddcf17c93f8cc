"""Batches that are killed: real processes, real signals, nothing finished lost or repeated."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from niwashi.batch import Row, Store
from tests.cli.runner import TIMEOUT, environment

ROOT = Path(__file__).parents[2]

#: Squares of 0 to 39, a tenth of a second each, in two processes or on a cluster.
DRIVER = """
import sys
from pathlib import Path
from niwashi.batch import Store, run
from tests.batch import tasks

out, notes, scheduler, task = sys.argv[1:]
chosen = tasks.Squares(Path(notes), 0.1) if task == "Squares" else getattr(tasks, task)
with Store.writing(out, "test", {}) as store:
    run(store, map(str, range(40)), chosen, workers=2, scheduler=scheduler or None)
"""


class Batch:
    """A batch of squares, run by processes of its own."""

    def __init__(self, folder: Path) -> None:
        self.out = folder / "results.db"
        self.notes = folder / "notes"
        self.notes.touch()

    def start(self, scheduler: str = "", task: str = "Squares") -> "subprocess.Popen[str]":
        """A process that does them all."""
        return subprocess.Popen(
            [sys.executable, "-c", DRIVER, self.out, self.notes, scheduler, task],
            cwd=ROOT,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
        )

    def rows(self) -> dict[str, Row]:
        """What is in the file, by instance."""
        with Store.reading(self.out) as store:
            return {row.instance: row for row in store.rows()}

    def wait_for_rows(self, number: int) -> None:
        """Waits until the file holds so many."""
        wait_for(lambda: self.out.exists() and len(self.rows()) >= number)

    def asked(self) -> Counter[str]:
        """How often each instance was begun."""
        return Counter(self.notes.read_text(encoding="utf-8").split())

    def is_complete(self) -> bool:
        """True if every square is there, and right."""
        return {name: row.score for name, row in self.rows().items()} == {
            str(n): n * n for n in range(40)
        }


def wait_for(what: Callable[[], object]) -> None:
    """Waits until it is true; fails if it does not become so."""
    end = time.monotonic() + TIMEOUT
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tmp_path)


def ended(driver: "subprocess.Popen[str]") -> tuple[int, str]:
    _, err = driver.communicate(timeout=TIMEOUT)
    return driver.returncode, err


def test_a_killed_driver_loses_nothing_finished_and_repeats_nothing(batch: Batch) -> None:
    driver = batch.start()
    batch.wait_for_rows(8)
    driver.kill()
    ended(driver)
    before = batch.rows()
    assert 8 <= len(before) < 40

    assert ended(batch.start()) == (0, "")
    after = batch.rows()
    assert batch.is_complete()
    assert {name: after[name] for name in before} == before
    # What was begun and not kept when the driver died is all that was asked twice.
    asked = batch.asked()
    assert all(asked[name] == 1 for name in before)
    assert max(asked.values()) <= 2


def test_workers_do_not_outlive_a_killed_driver(batch: Batch) -> None:
    driver = batch.start()
    batch.wait_for_rows(1)
    workers = children(driver.pid)
    assert workers
    driver.kill()
    ended(driver)
    wait_for(lambda: not any(map(is_alive, workers)))


def test_a_second_driver_is_refused_and_the_first_goes_on(batch: Batch) -> None:
    first = batch.start()
    batch.wait_for_rows(1)
    code, err = ended(batch.start())
    assert code != 0
    assert f"StoreInUse: '{batch.out}' is being written by another run" in err
    assert ended(first) == (0, "")
    assert batch.is_complete()
    assert set(batch.asked().values()) == {1}


def test_a_killed_worker_process_costs_nothing(batch: Batch) -> None:
    driver = batch.start()
    batch.wait_for_rows(4)
    os.kill(children(driver.pid)[0], signal.SIGKILL)
    assert ended(driver)[0] == 0
    assert batch.is_complete()


# A Dask cluster


@contextmanager
def process(*arguments: str, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that does not outlive the test."""
    with subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        cwd=ROOT,
        env={**environment(), "PYTHONPATH": str(ROOT), **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as it:
        try:
            yield it
        finally:
            it.kill()


@contextmanager
def scheduler(folder: Path, **variables: str) -> Iterator[str]:
    """A `dask scheduler` on loopback; its address."""
    file = folder / "scheduler.json"
    with process(
        *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
        *("--scheduler-file", str(file)),
        **variables,
    ):
        wait_for(lambda: file.exists() and '"address"' in file.read_text(encoding="utf-8"))
        yield json.loads(file.read_text(encoding="utf-8"))["address"]


def worker(address: str) -> AbstractContextManager["subprocess.Popen[str]"]:
    """A `dask worker` with one thread, in one process."""
    return process(
        *("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
        *("--host", "127.0.0.1"),
    )


def test_a_cluster_that_loses_a_worker_gives_all_results(batch: Batch, tmp_path: Path) -> None:
    with scheduler(tmp_path) as address, worker(address) as first, worker(address):
        driver = batch.start(address)
        batch.wait_for_rows(5)
        first.kill()
        assert ended(driver)[0] == 0
        assert batch.is_complete()


def test_an_instance_that_the_cluster_gives_up_does_not_hold_up_the_others(
    batch: Batch, tmp_path: Path
) -> None:
    never_again = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with scheduler(tmp_path, **never_again) as address, worker(address), worker(address):
        assert ended(batch.start(address, "die_at_3"))[0] == 0
    rows = batch.rows()
    assert len(rows) == 40
    assert rows["3"].status == "ERROR"
    assert "every process that tried it died" in rows["3"].details["error"]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text(encoding="utf-8").split()
        if "popen_loky_posix" in Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8")
    ]


def is_alive(pid: int) -> bool:
    """True for a process that runs; one that nobody has waited for is dead."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
