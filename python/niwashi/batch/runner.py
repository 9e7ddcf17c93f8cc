"""Gives instances to processes, here or on a Dask cluster, and keeps what comes back.

Both kinds of workers are reached through one interface, `concurrent.futures.Executor`: joblib's
process pool (loky), and the executor of a Dask client.
"""

import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Final
from urllib.parse import urlsplit

from niwashi.batch.store import ERROR, Row, Store
from niwashi.versions import versions

#: Does one instance. It must survive pickling, as it is sent to the workers; it raises
#: KeyboardInterrupt if it was interrupted, as half a result is none.
Task = Callable[[str], Row]

#: An instance whose process dies is given to another so often in all, as Dask's schedulers do.
_TRIES: Final = 4
#: Enough waiting instances for a cluster to see that it should grow.
_WAITING_ON_CLUSTER: Final = 10_000


class WorkersLost(RuntimeError):
    """The workers cannot be reached, or cannot run the task at all."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    total: int  #: instances asked for, each counted once
    before: int  #: finished by earlier runs
    now: int  #: rows that this run has added, failures among them
    failed: int  #: rows of this run whose task failed
    seconds: float  #: since this run began

    @property
    def left(self) -> int:
        """Instances without a row of this or an earlier run."""
        return self.total - self.before - self.now

    @property
    def rate(self) -> float | None:
        """Instances a second, of this run; None before the first."""
        return self.now / self.seconds if self.now else None

    @property
    def remaining(self) -> float | None:
        """Seconds to the end at this rate; None before the first instance is done."""
        return None if self.rate is None else self.left / self.rate


def run(
    store: Store,
    instances: Iterable[str],
    task: Task,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Has every instance done that the store has no finished row of, and adds the rows.

    The instances run in so many processes of this machine (by default one a processor), or on the
    Dask cluster whose `scheduler` has that address, where niwashi must be installed in the same
    version. `on_progress` is called after each row, and about once a second.

    An exception of the task becomes a row with the status ERROR; so does the death of every process
    that tried. WorkersLost if the workers cannot be reached. An interrupt (SIGINT) is raised as
    KeyboardInterrupt, with all rows so far in the store.
    """
    wanted = dict.fromkeys(instances)  # each once, in order
    finished = store.finished()
    todo = deque(instance for instance in wanted if instance not in finished)
    batch = _Batch(store, task, len(wanted), todo, on_progress)
    batch.report()
    while batch.todo:
        with _cluster(scheduler) if scheduler else _processes(workers) as pool:
            batch.work(pool)
    return batch.progress


@dataclass(frozen=True)
class _Pool:
    """Workers behind an executor."""

    executor: Executor
    waiting: int  #: how many instances are handed over at a time
    deaths: tuple[type[Exception], ...]  #: what a future raises whose process died
    tries: int  #: how often an instance is handed over if that happens


class _Batch:
    """One run: what is to be done, what is being done, and what came of it."""

    def __init__(
        self,
        store: Store,
        task: Task,
        total: int,
        todo: deque[str],
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.todo = todo
        self._store = store
        self._task = task
        self._total = total
        self._before = total - len(todo)
        self._now = self._failed = 0
        self._deaths: Counter[str] = Counter()
        self._began = time.monotonic()
        self._on_progress = on_progress

    @property
    def progress(self) -> Progress:
        seconds = time.monotonic() - self._began
        return Progress(self._total, self._before, self._now, self._failed, seconds)

    def report(self) -> None:
        if self._on_progress is not None:
            self._on_progress(self.progress)

    def work(self, pool: _Pool) -> None:
        """Goes on until everything is done or the pool is broken."""
        running: dict[Future[Row], str] = {}
        try:
            self._work(pool, running)
        except BaseException:
            _settle(running)
            raise

    def _work(self, pool: _Pool, running: dict[Future[Row], str]) -> None:
        done: SimpleQueue[Future[Row]] = SimpleQueue()
        broken = False
        while running or (self.todo and not broken):
            while self.todo and len(running) < pool.waiting and not broken:
                instance = self.todo.popleft()
                try:
                    with _interrupts_held():  # this starts processes
                        future = pool.executor.submit(_attempt, self._task, instance)
                except BrokenExecutor:
                    self.todo.appendleft(instance)
                    broken = True
                    break
                running[future] = instance
                future.add_done_callback(done.put)
            if not running:
                return
            try:
                future = done.get(timeout=1)
            except Empty:
                self.report()
                continue
            instance = running.pop(future)
            try:
                self._add(future.result())
            except pool.deaths as error:
                broken = isinstance(error, BrokenExecutor)
                self._died(instance, pool.tries, error)
            except CancelledError:
                raise WorkersLost("the workers are gone") from None
            except Exception as error:  # not of the task: `_attempt` answers for that
                raise WorkersLost(f"the workers cannot run the task: {_one_line(error)}") from error

    def _add(self, row: Row) -> None:
        with _interrupts_held():  # what is said to be done is what is in the store
            self._store.add(row)
            self._now += 1
            self._failed += row.status == ERROR
            self.report()

    def _died(self, instance: str, tries: int, error: Exception) -> None:
        """The instance, or one beside it, ended its process: another try, or none any more."""
        self._deaths[instance] += 1
        if self._deaths[instance] < tries:
            self.todo.append(instance)
        else:
            details = {"error": f"every process that tried it died: {_one_line(error)}"}
            self._add(Row(instance, ERROR, versions=versions(), details=details))


@contextmanager
def _processes(workers: int | None) -> Iterator[_Pool]:
    """Processes on this machine."""
    import joblib
    from joblib.externals.loky import ProcessPoolExecutor

    resource_tracker.ensure_running()  # started later, it would let interrupts through again
    count = workers or joblib.cpu_count()
    executor = ProcessPoolExecutor(count, initializer=_end_with, initargs=(os.getpid(),))
    try:
        yield _Pool(executor, 2 * count, (BrokenExecutor,), _TRIES)
    finally:
        executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _cluster(scheduler: str) -> Iterator[_Pool]:
    """The workers of a Dask cluster. Its scheduler tries again by itself where a worker dies."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise WorkersLost("Dask is not installed: pip install 'niwashi[dask]'") from None
    try:
        address = urlsplit(scheduler)
        if not (address.scheme and address.hostname and address.port):
            raise ValueError("the address is not like tcp://HOST:PORT")
        client = Client(scheduler, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersLost(f"no Dask scheduler at '{scheduler}': {_one_line(error)}") from None
    with client:
        executor = client.get_executor()
        try:
            yield _Pool(executor, _WAITING_ON_CLUSTER, (KilledWorker,), 1)
        finally:
            executor.shutdown(wait=False)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Within the block an interrupt waits.

    Processes and threads that are started here inherit that for good, as Ctrl-C at a terminal
    reaches them all: it is the driver that ends them.
    """
    if sys.platform == "win32":  # has no such masks
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle(futures: Iterable[Future[Row]]) -> None:
    """Gives a pool a moment to take over what it was given.

    loky's thread ends with a traceback if it is shut down before.
    """
    end = time.monotonic() + 1
    while not all(future.running() or future.done() for future in futures):
        if time.monotonic() > end:
            return
        time.sleep(0.01)


def _end_with(driver: int) -> None:
    """Makes this process one that ends with its driver, however that ends."""

    def watch() -> None:
        while os.getppid() == driver:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _attempt(task: Task, instance: str) -> Row:
    """Does one instance, in a worker."""
    began = time.monotonic()
    try:
        row = task(instance)
    except Exception as error:
        row = Row(
            instance,
            ERROR,
            seconds=round(time.monotonic() - began, 3),
            details={"error": f"{type(error).__name__}: {_one_line(error)}"},
        )
    return replace(row, versions=versions())


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
