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

from niwashi.batch import NotThisBatch, Row, Store
from tests.cli.runner import environment

ROOT = Path(__file__).parents[2]
#: Only so that a failing test ends; processes may take long to start where others are busy.
TIMEOUT = 300.0

#: Squares of 0 to 23 in two processes or on a cluster; from 8 on they wait for the gate.
DRIVER = """
import sys
from pathlib import Path
from niwashi.batch import Store, run
from tests.batch import tasks

out, notes, gate, scheduler, task = sys.argv[1:]
chosen = tasks.Squares(Path(notes), Path(gate)) if task == "Squares" else getattr(tasks, task)
with Store.writing(out, "test", {}) as store:
    run(store, map(str, range(24)), chosen, workers=2, scheduler=scheduler or None)
"""


Driver = AbstractContextManager["subprocess.Popen[str]"]


@contextmanager
def child(command: list[str], stderr: int, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that does not outlive the test."""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**environment(), "PYTHONPATH": str(ROOT), **variables},
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class Batch:
    """A batch of squares, run by processes of its own."""

    def __init__(self, folder: Path) -> None:
        self.out = folder / "results.db"
        self.gate = folder / "gate"
        self.notes = folder / "notes"
        self.notes.touch()

    def start(self, scheduler: str = "", task: str = "Squares") -> Driver:
        """A process that does them all, and does not outlive the test."""
        arguments = [self.out, self.notes, self.gate, scheduler, task]
        return child([sys.executable, "-c", DRIVER, *map(str, arguments)], stderr=subprocess.PIPE)

    def rows(self) -> dict[str, Row]:
        """What is in the file, by instance."""
        with Store.reading(self.out) as store:
            return {row.instance: row for row in store.rows()}

    def wait_for_rows(self, number: int) -> None:
        """Waits until the file holds so many."""

        def are_there() -> bool:
            try:
                return len(self.rows()) >= number
            except (FileNotFoundError, NotThisBatch):  # the file is being made
                return False

        wait_for(are_there)

    def asked(self) -> Counter[str]:
        """How often each instance was begun."""
        return Counter(self.notes.read_text(encoding="utf-8").split())

    def is_complete(self) -> bool:
        """True if every square is there, and right."""
        return {name: row.score for name, row in self.rows().items()} == {
            str(n): n * n for n in range(24)
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
    """Exit code and stderr of a process that comes to its end."""
    _, err = driver.communicate(timeout=TIMEOUT)
    return driver.returncode, err


def test_a_killed_driver_loses_nothing_finished_and_repeats_nothing(batch: Batch) -> None:
    with batch.start() as driver:
        batch.wait_for_rows(5)
        driver.kill()
        ended(driver)
    before = batch.rows()
    assert 5 <= len(before) <= 8

    batch.gate.touch()
    with batch.start() as driver:
        assert ended(driver) == (0, "")
    after = batch.rows()
    assert batch.is_complete()
    assert {name: after[name] for name in before} == before
    # What was begun and not kept when the driver died is all that was asked twice.
    asked = batch.asked()
    assert all(asked[name] == 1 for name in before)
    assert max(asked.values()) <= 2


def test_workers_do_not_outlive_a_killed_driver(batch: Batch) -> None:
    with batch.start() as driver:
        batch.wait_for_rows(1)
        workers = children(driver.pid)
        assert workers
        driver.kill()
        ended(driver)
    wait_for(lambda: not any(map(is_alive, workers)))


def test_a_second_driver_is_refused_and_the_first_goes_on(batch: Batch) -> None:
    with batch.start() as first:
        batch.wait_for_rows(1)
        with batch.start() as second:
            code, err = ended(second)
        assert code != 0
        assert f"StoreInUse: '{batch.out}' is being written by another run" in err
        batch.gate.touch()
        assert ended(first) == (0, "")
    assert batch.is_complete()
    assert set(batch.asked().values()) == {1}


def test_a_killed_worker_process_costs_nothing(batch: Batch) -> None:
    with batch.start() as driver:
        batch.wait_for_rows(4)
        os.kill(children(driver.pid)[0], signal.SIGKILL)
        batch.gate.touch()
        assert ended(driver)[0] == 0
    assert batch.is_complete()


# A Dask cluster


def dask(*arguments: str, **variables: str) -> Driver:
    """A `dask` command."""
    command = [sys.executable, "-m", "dask", *arguments]
    return child(command, stderr=subprocess.DEVNULL, **variables)


@contextmanager
def scheduler(folder: Path, **variables: str) -> Iterator[str]:
    """A `dask scheduler` on loopback; its address."""
    file = folder / "scheduler.json"
    with dask(
        *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
        *("--scheduler-file", str(file)),
        **variables,
    ):
        wait_for(lambda: file.exists() and '"address"' in file.read_text(encoding="utf-8"))
        yield json.loads(file.read_text(encoding="utf-8"))["address"]


def worker(address: str) -> Driver:
    """A `dask worker` with one thread, in one process."""
    return dask(
        *("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
        *("--host", "127.0.0.1"),
    )


def test_a_cluster_that_loses_a_worker_gives_all_results(batch: Batch, tmp_path: Path) -> None:
    with (
        scheduler(tmp_path) as address,
        worker(address) as first,
        worker(address),
        batch.start(address) as driver,
    ):
        batch.wait_for_rows(5)
        first.kill()
        batch.gate.touch()
        assert ended(driver)[0] == 0
        assert batch.is_complete()


def test_an_instance_that_the_cluster_gives_up_does_not_hold_up_the_others(
    batch: Batch, tmp_path: Path
) -> None:
    never_again = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with (
        scheduler(tmp_path, **never_again) as address,
        worker(address),
        worker(address),
        batch.start(address, "die_at_3") as driver,
    ):
        assert ended(driver)[0] == 0
    rows = batch.rows()
    assert len(rows) == 24
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
