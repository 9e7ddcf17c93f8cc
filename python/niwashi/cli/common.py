"""What every command shares: options with one meaning, reading items, writing JSON and files."""

import json
import math
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")

DEFAULT_TIME_LIMIT = 60.0

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
svg_option = click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a picture of the garden to FILE.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 1024), help="Threads to use. [default: all processors]"
)


class Seconds(click.ParamType[float | None]):
    """A positive number of seconds; `inf` is no limit."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | None:
        """Reads the number; None stands for no limit."""
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        if not seconds > 0:
            self.fail(f"{value} is not more than 0 seconds", param, ctx)
        return None if math.isinf(seconds) else seconds


time_limit_option = click.option(
    "--time-limit",
    type=Seconds(),
    default=DEFAULT_TIME_LIMIT,
    show_default=True,
    metavar="SECONDS",
    help="Stop after so long with the best so far; 'inf' to go on to the proof.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    help="Seed of everything random. [default: 0; with --random a new one]",
)


def read(reader: Callable[[str], T], text: str, where: str = "") -> T:
    """Reads one text; what cannot be read becomes a usage error that says where it stood."""
    try:
        return reader(text)
    except ValueError as error:
        raise click.ClickException(f"{where}{error}") from None


def read_each(reader: Callable[[str], T], arguments: Sequence[str]) -> Iterator[T]:
    """Reads every argument; `-` stands for the lines of standard input, blank ones left out."""
    for argument in arguments:
        if argument == "-":
            for number, line in enumerate(sys.stdin, start=1):
                if line.strip():
                    yield read(reader, line.strip("\r\n"), f"standard input line {number}: ")
        else:
            yield read(reader, argument)


def print_json(document: object) -> None:
    """One JSON document on one line, flushed."""
    click.echo(json.dumps(document, ensure_ascii=False))
    sys.stdout.flush()


def console(*, stderr: bool = False) -> "Console":
    """A rich console; colours only where the stream is a terminal."""
    from rich.console import Console

    wide = None if (sys.stderr if stderr else sys.stdout).isatty() else 100
    return Console(stderr=stderr, highlight=False, width=wide)


@contextmanager
def whole_file(path: Path | None, what: str) -> Iterator[Callable[[str], None] | None]:
    """Opens a place for a text before work begins, and puts the file there whole or not at all.

    Yields the function that writes it, or None if there is no path. Raises a usage error at once if
    the place is not writable.
    """
    if path is None:
        yield None
        return
    target = path.resolve()
    try:
        special = target.exists() and not stat.S_ISREG(target.stat().st_mode)
        if special:  # a device or a pipe: nothing to replace; a folder fails here
            with target.open("w", encoding="utf-8") as stream:
                yield lambda text: print(text, end="", file=stream)
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
    except OSError as error:
        raise click.ClickException(f"{what}: cannot write '{path}': {error.strerror}") from None
    draft = Path(name)
    written = False

    def write(text: str) -> None:
        nonlocal written
        draft.write_text(text, encoding="utf-8")
        written = True

    try:
        yield write
        if written:
            umask = os.umask(0)
            os.umask(umask)
            draft.chmod(0o666 & ~umask)
            draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
