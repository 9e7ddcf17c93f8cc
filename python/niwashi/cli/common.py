"""What every command shares: options with one meaning, reading items, writing JSON and files."""

import errno
import json
import multiprocessing
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

T = TypeVar("T")

DEFAULT_TIME_LIMIT = 60.0

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
svg_option = click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a picture of the garden to FILE.",
)


class Integer(click.IntRange):
    """A whole number in a range, called that in messages."""

    name = "integer"


class Amount(click.ParamType[float]):
    """A positive number of something; `inf` is no limit."""

    def __init__(self, unit: str) -> None:
        self.name = unit

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Reads the number; refuses 0, less, and what is no number."""
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number of {self.name}", param, ctx)
        if not number > 0:
            self.fail(f"{value} is not more than 0 {self.name}", param, ctx)
        return number


workers_option = click.option(
    "--workers",
    type=Integer(1, 1024),
    metavar="N",
    help="Threads to use. [default: all processors]",
)
time_limit_option = click.option(
    "--time-limit",
    type=Amount("seconds"),
    default=DEFAULT_TIME_LIMIT,
    show_default=True,
    metavar="SECONDS",
    help="Stop after so long with the best so far; 'inf' to go on to the proof.",
)
seed_option = click.option(
    "--seed",
    type=Integer(0, 2**64 - 1),
    metavar="N",
    help="Seed of everything random. [default: 0; with --random a new one]",
)

samples_option = click.option(
    "--samples",
    type=Integer(1, 10**9),
    metavar="N",
    help="Games to play for a hint, instead of a time: the same seed gives the same answer.",
)


def budget_option(default: float) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--budget`; `default` is what the search itself takes if it is told nothing."""
    return click.option(
        "--budget",
        type=Amount("seconds"),
        metavar="SECONDS",
        help=f"Time for a hint. [default: {default:g}, or no limit with --samples]",
    )


def clean(text: str) -> str:
    """The text with a `?` for every byte that was not UTF-8: such a text cannot enter the core."""
    return text.encode(errors="replace").decode()


def read(reader: Callable[[str], T], text: str, where: str = "") -> T:
    """Reads one text; what cannot be read becomes a usage error that says where it stood."""
    try:
        return reader(clean(text))
    except ValueError as error:
        raise click.ClickException(f"{where}{error}") from None


def read_each(reader: Callable[[str], T], arguments: Sequence[str]) -> Iterator[T]:
    """Reads every argument; `-` stands for the lines of standard input, blank ones left out."""
    for place, argument in enumerate(arguments, start=1):
        if argument == "-":
            for number, line in enumerate(sys.stdin, start=1):
                if line.strip():
                    yield read(reader, line.strip("\r\n"), f"standard input line {number}: ")
        else:
            yield read(reader, argument, f"argument {place}: " if len(arguments) > 1 else "")


def read_file(path: Path, what: str) -> str:
    """The text of a file; a usage error if it cannot be had."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise click.ClickException(f"{what}: cannot read '{path}': {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{what}: '{path}' is not text") from None


def members(text: str, key: str) -> dict[str, Any]:
    """What an item holds: a plain text is its `key`; a JSON object, as `--json` prints, has more.

    Raises ValueError for a line that begins with `{` and is no object with the text `key`.
    """
    if not text.lstrip().startswith("{"):
        return {key: text}
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{key}: the line is no JSON object") from None
    if not isinstance(document.get(key), str):
        raise ValueError(f"{key}: the JSON object has no such text")
    return dict(document)


def print_json(document: object) -> None:
    """One JSON document on one line, flushed."""
    click.echo(json.dumps(document, ensure_ascii=False))
    sys.stdout.flush()


def console(*, stderr: bool = False) -> "Console":
    """A rich console; colours only where the stream is a terminal."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise  # the error being handled: rich would exit with 1; main() knows what to do

    wide = None if (sys.stderr if stderr else sys.stdout).isatty() else 100
    return Plain(stderr=stderr, highlight=False, width=wide)


@contextmanager
def naming(path: Path, what: str) -> Iterator[None]:
    """Turns a failure to write into a usage error that names the file."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{what}: cannot write '{path}': {error.strerror}") from None


@contextmanager
def whole_file(path: Path | None, what: str) -> Iterator[Callable[[str], None] | None]:
    """Opens a place for a text before work begins, and puts the file there whole or not at all.

    Yields the function that writes it, or None if there is no path. Raises a usage error at once if
    the place is not writable. A file that stands there keeps its permissions.
    """
    if path is None:
        yield None
        return
    with naming(path, what):
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode if target.exists() else None
        special = mode is not None and not stat.S_ISREG(mode)
        if special:  # a device or a pipe: nothing to replace; a folder fails here
            stream = target.open("w", encoding="utf-8")
        else:
            if mode is not None and not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            import tempfile  # slow to import, and seldom wanted

            handle, name = tempfile.mkstemp(dir=target.parent, prefix=".niwashi-")
            stream = open(handle, "w", encoding="utf-8")  # noqa: SIM115 - closed below
    written = False

    def write(text: str) -> None:
        nonlocal written
        with naming(path, what):
            stream.write(text)
            stream.flush()
        written = True

    try:
        yield write
        if written and not special:
            with naming(path, what):
                stream.close()  # Windows moves no open file
                if mode is None:
                    umask = os.umask(0)
                    os.umask(umask)
                    mode = 0o666 & ~umask
                os.chmod(name, stat.S_IMODE(mode))
                os.replace(name, target)
    finally:
        with suppress(OSError):  # what could not be written was reported by `write`
            stream.close()
        if not special:
            with suppress(FileNotFoundError):
                os.unlink(name)


class RunningSearch(Protocol):
    """What the solvers of both games report while they run."""

    @property
    def phase(self) -> str:
        """What is being done."""

    @property
    def seconds(self) -> float:
        """How long so far."""

    @property
    def score(self) -> int:
        """Points of the best answer so far."""

    @property
    def bound(self) -> int | None:
        """Nothing is worth more; None until there is a bound."""


S = TypeVar("S", bound=RunningSearch)


@contextmanager
def live_display(draw: "Callable[[S], RenderableType]") -> Iterator[Callable[[S], None] | None]:
    """What a running search has, redrawn in place on a terminal; nothing elsewhere.

    Yields what to call with each report. `draw` makes a picture of the best answer so far.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    def show(progress: S) -> None:
        bound = "-" if progress.bound is None else str(progress.bound)
        gap = "-" if progress.bound is None else str(progress.bound - progress.score)
        line = (
            f"{progress.phase}  {progress.seconds:5.1f} s  best {progress.score}  "
            f"bound {bound}  gap {gap}  (Ctrl-C keeps the best so far)"
        )
        live.update(Group(draw(progress), Text(line)))

    with Live(console=console(stderr=True), transient=True, refresh_per_second=8) as live:
        yield show


R = TypeVar("R")


@contextmanager
def each_in_processes(
    do: Callable[[T], R], items: Sequence[T], workers: int | None
) -> Iterator[Iterator[R]]:
    """`do` of every item, in order, each as soon as it and all before it are done."""
    from niwashi.processors import processors

    processes = min(workers or processors(), len(items))
    if processes == 1:
        yield map(do, items)
        return
    with multiprocessing.get_context().Pool(processes, _leave_interrupts_to_parent) as pool:
        yield pool.imap(do, items)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal whose stdout goes elsewhere; yields what to call after each item."""
    out = console(stderr=True)
    if not out.is_terminal or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=out, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
