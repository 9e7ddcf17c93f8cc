"""`niwashi stone hint`: the moves of a decision, ranked."""

import signal
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
from niwashi.cli.stone.common import (
    DEFAULT_SECONDS,
    draw_svg,
    edition_option,
    read_edition,
    read_state,
    say_provenance,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.table import Table

    from niwashi.stone import Hint, Hints


@click.command()
@click.option("--from", "start", required=True, metavar="STATE", help="A state; `-` reads it.")
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
@edition_option
@json_option
@svg_option
def hint(
    start: str,
    asked: str | None,
    top: int,
    budget: float | None,
    samples: int | None,
    workers: int | None,
    seed: int | None,
    edition_file: str | None,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Rank the moves of the player to move, from what this player may know.

    Games are played on after each move, with the hidden cards and the stack guessed anew each time;
    the first move is the one after which they end best, by the lead over the best other player. It
    stops early once the other moves are behind by 3 standard errors; Ctrl-C stops with the ranking
    so far. A move is marked ?! ? or ?? if it gives away 0.75, 2 or 4 points. --svg draws the
    player's garden after the first move.
    """
    from niwashi import stone as game
    from niwashi.render.stone_json import hints_document

    edition = read_edition(edition_file)
    position = read_state(edition, start)
    move = None if asked is None else read(lambda t: game.Move.from_text(edition, t), asked)
    with whole_file(svg, "svg") as write_svg:
        try:
            search = game.HintSearch(position, seed=seed or 0, workers=workers, move=move)
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        with live_ranking(top) as on_progress:
            hints = search.run(seconds=budget, samples=samples, on_progress=on_progress)
            if hints.interrupted:  # the answer is printed however often Ctrl-C is pressed
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        say_provenance(edition, edition_file)
        if as_json:
            timed = samples is None or budget is not None
            print_json(hints_document(position, hints, timed=timed))
        else:
            print_hints(hints, top, move and hints.of(move))
        if write_svg is not None:
            after = game.apply(position, hints.best.move).players[hints.player]
            own = position.players[hints.player]
            draw_svg(after.garden, own.name_garden, after.virtue, write_svg)
    if hints.interrupted:
        raise click.exceptions.Exit(130)


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
    result.add_column("move", no_wrap=True)
    result.add_column("", no_wrap=True)
    for heading in ("now", "expected", "diff", "to win", "lead", "games"):
        result.add_column(heading, justify="right", no_wrap=True)
    for hint in hints:
        result.add_row(
            str(hint.rank),
            hint.move.to_text(),
            hint.mark,
            str(hint.score_now),
            f"{hint.expected:.1f} ±{hint.stderr:.1f}",
            "" if hint.rank == 1 else f"{hint.diff:+.1f} ±{hint.diff_stderr:.1f}",
            f"{100 * hint.win:.0f} % ±{100 * hint.win_stderr:.0f}",
            f"{hint.lead:+.1f}",
            f"{hint.samples:,}",
        )
    return result


def print_hints(hints: "Hints", top: int, asked: "Hint | None") -> None:
    """The best moves, the one asked for, and how sure all this is."""
    shown = list(hints.hints[:top])
    if asked is not None and asked.rank > top:
        shown.append(asked)
    out = console()
    out.print(table(shown))
    more = len(hints.hints) - len(shown)
    if more > 0:
        out.print(f"and {more} more move{'s'[: more > 1]} (--top)")
    workers = "1 worker" if hints.workers == 1 else f"{hints.workers} workers"
    sure = "" if not hints.clear else " The others are behind by 3 standard errors."
    out.print(
        f"Player {hints.player + 1}: {hints.best.move}.{sure} {hints.games:,} games, "
        f"{hints.seconds:.1f} s, {workers}, seed {hints.seed}.",
        soft_wrap=True,
        markup=False,
    )
