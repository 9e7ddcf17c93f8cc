"""`niwashi jardin review`: a finished game, judged move by move."""

import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from niwashi.cli.common import (
    Integer,
    console,
    json_option,
    print_json,
    progress_bar,
    read,
    read_file,
    seed_option,
    time_limit_option,
    workers_option,
)
from niwashi.cli.jardin import jardin

if TYPE_CHECKING:
    from niwashi.jardin import Move, Position, Record
    from niwashi.jardin.review import Judgement
    from niwashi.solver.result import Result


@jardin.command()
@click.argument("record", metavar="RECORD")
@click.option(
    "--samples",
    type=Integer(1, 10**9),
    default=2000,
    show_default=True,
    metavar="N",
    help="Games to play for each decision.",
)
@time_limit_option
@workers_option
@seed_option
@json_option
def review(
    record: str,
    samples: int,
    time_limit: float,
    workers: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Judge a finished game move by move: what was played, what was best, points given away.

    `-` reads the record from standard input; of a game of several players every sheet is judged.
    The luck of a roll is what it adds to the final score to expect. At the end stands the best that
    these dice allow to one who knows them from the start; --time-limit is for finding that.
    Ctrl-C stops with what is judged so far.
    """
    from niwashi import jardin as game

    text = sys.stdin.read() if record == "-" else read_file(Path(record), "record")
    records = read(game.records_from_text, text)
    for number, sheet in enumerate(records, start=1):
        if not sheet.position.is_over:
            whose = f" of player {number}" if len(records) > 1 else ""
            raise click.ClickException(
                f"record: the game{whose} is not over, but at clock {sheet.position.clock}"
            )
        if not sheet.steps:
            raise click.ClickException("record: it holds no moves")
    for sheet in records:
        verdict = judge(sheet, samples, time_limit, workers, seed or 0)
        if as_json:
            print_json(document(verdict))
        else:
            print_review(verdict)
        if verdict.interrupted:
            raise click.exceptions.Exit(130)


@dataclass(frozen=True)
class Verdict:
    """What there is to say of a finished sheet."""

    record: "Record"
    judgements: "list[Judgement]"  #: one a decision; fewer if interrupted
    optimum: "Result[Position, Move] | None"  #: with foresight; None if interrupted before
    samples: int
    seed: int
    interrupted: bool


def judge(
    record: "Record", samples: int, time_limit: float, workers: int | None, seed: int
) -> Verdict:
    """Judges every decision, then solves the dice. An interrupt ends it with what there is."""
    from niwashi.jardin.review import judgements

    judged: list[Judgement] = []
    optimum = None
    interrupted = False
    try:
        with progress_bar("decisions", len(record.steps)) as advance:
            for judgement in judgements(record, samples=samples, seed=seed, workers=workers):
                judged.append(judgement)
                advance()
        from niwashi.solver.jardin import solve

        optimum = solve(
            record.start, record.dice, time_limit=time_limit, workers=workers, seed=seed
        )
        interrupted = optimum.interrupted
    except KeyboardInterrupt:
        interrupted = True
    if interrupted:  # the answer is printed however often Ctrl-C is pressed
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return Verdict(record, judged, optimum, samples, seed, interrupted)


def given_away(judged: "list[Judgement]") -> tuple[float, float]:
    """The points given away by all moves, and their standard error."""
    lost = sum(judgement.given_away for judgement in judged)
    return lost, sum(judgement.stderr**2 for judgement in judged) ** 0.5


def document(verdict: Verdict) -> dict[str, Any]:
    """The keys of `jardin review --json`."""
    from niwashi import jardin as game
    from niwashi.render.jardin_json import judgement_document

    lost, error = given_away(verdict.judgements)
    optimum = verdict.optimum
    return {
        "player": verdict.record.player,
        "dice": game.dice_to_text(verdict.record.dice),
        "score": game.score(verdict.record.position).total,
        "given_away": round(lost, 4),
        "given_away_stderr": round(error, 4),
        "luck": round(sum(judgement.luck or 0.0 for judgement in verdict.judgements), 4),
        "optimum": optimum and optimum.score,
        "optimum_bound": optimum and optimum.bound,
        "optimum_status": optimum and optimum.status.value,
        "moves": [judgement_document(judgement) for judgement in verdict.judgements],
        "samples": verdict.samples,
        "seed": verdict.seed,
    }


def print_review(verdict: Verdict) -> None:
    """The decisions, then luck, skill and optimum, for people; after ± one standard error."""
    from rich import box
    from rich.table import Table

    from niwashi import jardin as game

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "roll"):
        table.add_column(heading, no_wrap=True)
    table.add_column("luck", justify="right", no_wrap=True)
    for heading in ("played", "best"):
        table.add_column(heading, overflow="fold", max_width=24)  # a pond may be longer
    table.add_column("given away", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for judgement in verdict.judgements:
        best = judgement.best == judgement.step.move
        table.add_row(
            judgement.step.before.clock,
            str(judgement.step.roll or ""),
            "" if judgement.luck is None else f"{judgement.luck:+.1f}",
            judgement.step.move.to_text(),
            "" if best else judgement.best.to_text(),
            "" if best else f"{judgement.given_away:.1f} ±{judgement.stderr:.1f}",
            judgement.mark,
        )
    out = console()
    if verdict.record.player:
        out.print(f"Player: {verdict.record.player}", soft_wrap=True, markup=False)
    out.print(table)
    lost, error = given_away(verdict.judgements)
    luck = sum(judgement.luck or 0.0 for judgement in verdict.judgements)
    total = game.score(verdict.record.position).total
    out.print(f"{total} points. Luck of the rolls {luck:+.1f}, given away {lost:.1f} ±{error:.1f}.")
    if verdict.optimum is not None:
        out.print(optimum_line(verdict.optimum), soft_wrap=True)
    out.print(f"{verdict.samples:,} games a decision, seed {verdict.seed}.")


def optimum_line(optimum: "Result[Position, Move]") -> str:
    """What these dice allow with foresight, and how sure that is."""
    if optimum.gap == 0:
        return f"Who knew these dice could have had {optimum.score} points, and no more (proven)."
    return (
        f"Who knew these dice could have had at least {optimum.score} points, "
        f"at most {optimum.bound} (not proven)."
    )
