"""`niwashi results`: what a batch has come to."""

import math
import os
import tempfile
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from niwashi.cli.common import (
    Integer,
    console,
    naming,
    print_json,
    whole_file,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from niwashi.batch import Row, Store


@click.group()
def results() -> None:
    """Look at the results of a batch (--out), also while it runs, and hand them on."""


@results.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--rows",
    type=Integer(0, 10**9),
    default=20,
    show_default=True,
    metavar="N",
    help="Show the last so many.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every row as JSON, one a line.")
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a histogram of the scores to FILE.",
)
def show(file: Path, rows: int, as_json: bool, svg: Path | None) -> None:
    """Show the rows last finished, how many there are of each status, and how scores spread."""
    from niwashi.batch.export import values_of

    with opened(file) as store, whole_file(svg, "svg") as write_svg:
        scores = store.scores()
        if as_json:
            for row in store.rows():
                print_json(values_of(row))
        else:
            print_rows(deque(store.rows(), maxlen=rows))
            print_summary(store, scores)
        if write_svg is not None:
            if not scores:
                raise click.ClickException(f"svg: '{file}' holds no score")
            from niwashi.render.histogram import histogram

            title = f"{store.settings['command']}: scores of {scores.total()} instances"
            write_svg(histogram(scores, title))


@results.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("to", metavar="TO", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--format",
    "format_",
    type=click.Choice(["csv", "parquet"]),
    help="[default: what TO ends with; csv for `-`]",
)
def export(file: Path, to: Path, format_: str | None) -> None:
    """Write all rows to TO as CSV (`-` for standard output) or Parquet (extra niwashi[parquet])."""
    from niwashi.batch.export import csv_lines, write_parquet

    to_stdout = str(to) == "-"
    if format_ is None:
        format_ = "csv" if to_stdout else to.suffix.removeprefix(".").lower()
    if format_ not in ("csv", "parquet"):
        raise click.ClickException(f"export: '{to}' ends with neither .csv nor .parquet")
    with opened(file) as store:
        if format_ == "csv" and to_stdout:
            for line in csv_lines(store.rows()):
                click.echo(line, nl=False)
        elif format_ == "csv":
            with whole_file(to, "export") as write:
                assert write is not None
                for line in csv_lines(store.rows()):
                    write(line)
        elif to_stdout:
            raise click.ClickException("export: Parquet goes to a file")
        else:
            with naming(to, "export"), tempfile.TemporaryDirectory(dir=to.absolute().parent) as own:
                part = Path(own) / "rows.parquet"
                try:
                    write_parquet(store.rows(), part)
                except ImportError:
                    raise click.ClickException(
                        "export: Parquet needs DuckDB: pip install 'niwashi[parquet]'"
                    ) from None
                os.replace(part, to)


def opened(file: Path) -> "Store":
    """The file of a batch; a usage error if it is none."""
    from niwashi.batch import NotThisBatch, Store

    try:
        return Store.reading(file)
    except NotThisBatch as error:
        raise click.ClickException(f"results: {error}") from None
    except OSError as error:
        raise click.ClickException(f"results: cannot read '{file}': {error.strerror}") from None


def print_rows(rows: "Sequence[Row]") -> None:
    """A table of rows, for people."""
    if not rows:
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("instance", overflow="ellipsis", no_wrap=True)
    table.add_column("status", no_wrap=True)
    headings = ["score", "bound", "seconds"]
    if all(row.bound is None for row in rows):  # games, not solutions
        headings.remove("bound")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        numbers = {
            "score": "-" if row.score is None else str(row.score),
            "bound": "-" if row.bound is None else str(row.bound),
            "seconds": "-" if row.seconds is None else f"{row.seconds:.1f}",
        }
        table.add_row(row.instance, row.status, *(numbers[heading] for heading in headings))
    console().print(table)


def print_summary(store: "Store", scores: Mapping[int, int]) -> None:
    """Counts, settings, and the spread of the scores, for people; of games, as `simulate` does."""
    out = console()
    settings = store.settings
    command = settings.pop("command")
    words = ", ".join(f"{key} {value}" for key, value in settings.items() if value is not None)
    out.print(f"{command}: {words}", soft_wrap=True, markup=False)
    statuses = store.statuses()
    counts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    out.print(f"{statuses.total()} instances: {counts or 'none yet'}")
    if command == "jardin simulate":
        from niwashi.cli.jardin_simulate import Tally

        Tally.of_rows(settings["policy"], store.rows()).print(err=False)
    elif command == "stone simulate":
        from niwashi.cli.stone.simulate import Tally as StoneTally

        StoneTally.of_rows(settings["policy"].split(","), store.rows()).print(err=False)
    elif scores:
        out.print(spread(scores))
        most = max(scores.values())
        for value in range(min(scores), max(scores) + 1):
            count = scores.get(value, 0)
            out.print(f"{value:>5} {count:>8} {'#' * -(-40 * count // most)}".rstrip())


def spread(scores: Mapping[int, int]) -> str:
    """Mean, standard deviation and extremes in words."""
    number = sum(scores.values())
    mean = sum(value * count for value, count in scores.items()) / number
    square = sum((value - mean) ** 2 * count for value, count in scores.items()) / number
    return (
        f"scores: mean {mean:.2f}, standard deviation {math.sqrt(square):.2f}, "
        f"from {min(scores)} to {max(scores)}"
    )
