"""What commands share that do many instances into a file (`--out`)."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from niwashi.cli.common import console, print_json

if TYPE_CHECKING:
    from niwashi.batch import Progress, Row


class Task(Protocol):
    """Something to do with an instance, that says what decides its results."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """What a file of results must have been made with to be gone on with."""

    def __call__(self, instance: str, /) -> "Row":
        """Does the instance."""


def batch_options(command: Callable[..., None]) -> Callable[..., None]:
    """`--out` and `--scheduler`."""
    options = [
        click.option(
            "--out",
            type=click.Path(path_type=Path, dir_okay=False),
            help="Keep the results in this file (SQLite), one process a processor; what it holds "
            "already is not done again. See `niwashi results`.",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="With --out: on the Dask cluster of this scheduler, tcp://HOST:PORT.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def check_scheduler(out: Path | None, scheduler: str | None) -> None:
    """A usage error if there is a cluster but no file for its results."""
    if scheduler is not None and out is None:
        raise click.ClickException("scheduler: it goes with --out")


def run_batch(
    command: str,
    task: Task,
    instances: Sequence[str],
    out: Path,
    scheduler: str | None,
    workers: int | None,
    as_json: bool,
    on_begin: Callable[[], None] = lambda: None,
) -> None:
    """Does the instances that the file has no result of, and says what it holds then.

    `on_begin` is called when nothing is left to be refused. Exit code 1 if the task of an instance
    failed, 130 after Ctrl-C; every row so far is kept.
    """
    from niwashi.batch import NotThisBatch, Store, StoreInUse, WorkersLost, run

    if scheduler is not None and workers is not None:
        raise click.ClickException("workers: a cluster has its own; leave --workers out")
    # Dask logs the traceback of every lost connection; what matters is said below.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")
    last: Progress | None = None
    try:
        with (
            Store.writing(out, command, task.settings) as store,
            _progress_bar() as show,
        ):

            def note(progress: "Progress") -> None:
                nonlocal last
                last = progress
                show(progress)

            on_begin()
            run(store, instances, task, workers=workers, scheduler=scheduler, on_progress=note)
    except (NotThisBatch, StoreInUse) as error:
        raise click.ClickException(f"out: {error}") from None
    except WorkersLost as error:
        kept = "" if last is None or not last.now else f" ({last.now} results were kept)"
        raise click.ClickException(f"workers: {error}{kept}") from None
    except OSError as error:
        raise click.ClickException(f"out: cannot write '{out}': {error.strerror}") from None
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the summary is printed all the same
        _say_done(out, last, as_json)
        raise
    _say_done(out, last, as_json)
    if last is not None and last.failed:
        raise click.exceptions.Exit(1)


def _say_done(out: Path, progress: "Progress | None", as_json: bool) -> None:
    if progress is None:
        return
    if as_json:
        print_json(
            {
                "file": str(out),
                "instances": progress.total,
                "before": progress.before,
                "now": progress.now,
                "failed": progress.failed,
                "left": progress.left,
                "seconds": round(progress.seconds, 3),
            }
        )
    failed = f", {progress.failed} of them failed" if progress.failed else ""
    click.echo(
        f"niwashi: {out}: {progress.before + progress.now} of {progress.total} done, "
        f"{progress.now} now in {progress.seconds:.1f} s{failed}",
        err=True,
    )


def describe(progress: "Progress") -> str:
    """Rate and remaining time in words: `12.3 a minute, 1:05:00 left`."""
    rate, remaining = progress.rate, progress.remaining
    if rate is None or remaining is None:
        return "-"
    speed = f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.1f} a minute"
    hours, seconds = divmod(round(remaining), 3600)
    return f"{speed}, {hours}:{seconds // 60:02}:{seconds % 60:02} left"


@contextmanager
def _progress_bar() -> Iterator[Callable[["Progress"], None]]:
    """A bar with rate and remaining time, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[words]}"),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=console(stderr=True), transient=True) as bar:
        line = bar.add_task("", words="-")

        def show(progress: "Progress") -> None:
            done = progress.before + progress.now
            bar.update(line, total=progress.total, completed=done, words=describe(progress))

        yield show
