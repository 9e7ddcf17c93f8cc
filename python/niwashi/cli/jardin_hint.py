"""`niwashi jardin hint`: the moves of a decision, ranked."""

import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from niwashi.cli.common import (
    Integer,
    budget_option,
    console,
    json_option,
    print_json,
    read,
    samples_option,
    seed_option,
    svg_option,
    whole_file,
    workers_option,
)
from niwashi.cli.jardin import faces_option, from_option, jardin, read_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.table import Table

    from niwashi.jardin import Hint, Hints, Move

DEFAULT_SECONDS = 5.0  # of niwashi.jardin.hints, which is not imported for a help page


@jardin.command()
@from_option
@click.option("--roll", metavar="125", help="The roll; none at a pond decision.")
@click.option("--move", "asked", metavar="MOVE", help="Your own idea: it is ranked as well.")
@click.option(
    "--top",
    type=Integer(1),
    default=10,
    show_default=True,
    metavar="N",
    help="How many moves to print; --json prints all.",
)
@budget_option(DEFAULT_SECONDS)
@samples_option
@workers_option
@seed_option
@faces_option
@json_option
@svg_option
def hint(
    start: str | None,
    roll: str | None,
    asked: str | None,
    top: int,
    budget: float | None,
    samples: int | None,
    workers: int | None,
    seed: int | None,
    faces: str,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Rank the moves of a roll, or of a pond decision, by the final score to expect.

    Games are played on after each of the likely moves, with the same random dice for all; the
    first is the one after which they end best. It stops early once the other moves are behind by 3
    standard errors; Ctrl-C stops with the ranking so far. A move is marked ?! ? or ?? if it gives
    away 0.5, 1.5 or 3 points. --from - reads the position from standard input; --svg draws the
    garden after the first move.
    """
    from niwashi import jardin as game

    if start == "-":
        position = read(game.Position.from_text, sys.stdin.readline().strip(), "standard input: ")
    else:
        position = read_position(start)
    dice = None if roll is None else read(lambda text: game.Roll.from_text(text, faces), roll)
    move = None if asked is None else read(game.Move.from_text, asked)
    with whole_file(svg, "svg") as write_svg:
        try:
            search = game.HintSearch(
                position, dice, seed=seed or 0, workers=workers, move=move, faces=faces
            )
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        with live_ranking(top) as on_progress:
            hints = search.run(seconds=budget, samples=samples, on_progress=on_progress)
            if hints.interrupted:  # the answer is printed however often Ctrl-C is pressed
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        if as_json:
            from niwashi.render.jardin_json import hints_document

            timed = samples is None or budget is not None
            print_json(hints_document(position, dice, hints, timed=timed))
        else:
            print_hints(hints, top, move and hints.of(move))
        if write_svg is not None:
            from niwashi.render.svg import jardin_garden

            best = hints.best.move
            after = game.apply(position, best, dice)
            write_svg(jardin_garden(after, title=f"Best: {best}", last=spaces_of(best)))
    if hints.interrupted:
        raise click.exceptions.Exit(130)


def spaces_of(move: "Move") -> list[int]:
    """The spaces that a move draws on or outlines."""
    return [*move.spaces, *(space for _, space in move.placings)]


@contextmanager
def live_ranking(top: int) -> "Iterator[Callable[[Hints], None] | None]":
    """The ranking while it is made, redrawn in place on a terminal; nothing elsewhere."""
    out = console(stderr=True)
    if not out.is_terminal:
        yield None
        return
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    def show(hints: "Hints") -> None:
        line = f"{hints.seconds:5.1f} s  {hints.games:,} games  (Ctrl-C keeps the ranking so far)"
        live.update(Group(table(hints.hints[:top]), Text(line)))

    with Live(console=out, transient=True, refresh_per_second=8) as live:
        yield show


def table(hints: "Sequence[Hint]") -> "Table":
    """The ranking for people; after ± one standard error."""
    from rich import box
    from rich.table import Table

    result = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    result.add_column("", justify="right", no_wrap=True)
    result.add_column("move", overflow="fold", max_width=30)  # a pond may be longer than a line
    result.add_column("", no_wrap=True)
    for heading in ("now", "expected", "spread", "diff", "games"):
        result.add_column(heading, justify="right", no_wrap=True)
    for hint in hints:
        result.add_row(
            str(hint.rank),
            hint.move.to_text(),
            hint.mark,
            str(hint.score_now),
            f"{hint.expected:.1f} ±{hint.stderr:.1f}",
            f"{hint.sd:.1f}",
            "" if hint.rank == 1 else f"{hint.diff:+z.1f} ±{hint.diff_stderr:.1f}",
            f"{hint.samples:,}",
        )
    return result


def breakdown_table(best: "Hint", other: "Hint | None") -> "Table":
    """Where the points will come from, the best move against another."""
    from rich import box
    from rich.table import Table

    result = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    result.add_column("expected from", no_wrap=True)
    for hint in (best, other):
        if hint is not None:
            result.add_column(hint.move.to_text(), justify="right", overflow="fold", max_width=30)
    if other is not None:
        result.add_column("diff", justify="right", no_wrap=True)
    for rule, points in best.breakdown.items():
        row = [rule, f"{points:.1f}"]
        if other is not None:
            theirs = other.breakdown[rule]
            row += [f"{theirs:.1f}", f"{theirs - points:+z.1f}"]
        result.add_row(*row)
    return result


def print_hints(hints: "Hints", top: int, asked: "Hint | None") -> None:
    """The best moves, the one asked for, where the points come from, how sure all this is."""
    shown = list(hints.hints[:top])
    if asked is not None and asked.rank > top:
        shown.append(asked)
    out = console()
    out.print(table(shown))
    more = len(hints.hints) - len(shown)
    if more > 0:
        out.print(f"and {more} more move{'s'[: more > 1]} (--top)")
    second = hints.hints[1] if len(hints.hints) > 1 else None
    other = asked if asked is not None and asked.rank > 1 else second
    out.print(breakdown_table(hints.best, other))
    workers = "1 worker" if hints.workers == 1 else f"{hints.workers} workers"
    sure = "" if not hints.clear else " The others are behind by 3 standard errors."
    out.print(
        f"Best: {hints.best.move}.{sure} {hints.games:,} games, "
        f"{hints.seconds:.1f} s, {workers}, seed {hints.seed}.",
        soft_wrap=True,
        markup=False,
    )
