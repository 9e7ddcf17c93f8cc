"""`niwashi stone simulate`: games between policies, and what they come to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from niwashi.cli.batch import batch_options, check_scheduler, run_batch
from niwashi.cli.common import (
    Integer,
    budget_option,
    console,
    each_in_processes,
    json_option,
    print_json,
    progress_bar,
    samples_option,
    seed_option,
    workers_option,
)
from niwashi.cli.stone.common import (
    DEFAULT_SECONDS,
    edition_option,
    players_option,
    read_edition,
    say_provenance,
)

if TYPE_CHECKING:
    from niwashi.batch import Row

_BAR = 40  # characters


@click.command()
@click.option("--games", type=Integer(1, 10**9), required=True, metavar="N", help="How many.")
@players_option
@click.option(
    "--policy",
    default="random",
    show_default=True,
    metavar="P",
    help="How the players choose: random, greedy, planner or hint; or one for each seat, "
    "as in 'hint,greedy'.",
)
@click.option(
    "--swap-seats",
    is_flag=True,
    help="Every policy has every seat in turn, with the same cards and tiles.",
)
@budget_option(DEFAULT_SECONDS)
@samples_option
@click.option(
    "--turn-cap",
    type=Integer(1, 10**6),
    default=1000,
    show_default=True,
    metavar="N",
    help="Turns after which a game is stopped; the rules set no limit.",
)
@workers_option
@seed_option
@edition_option
@batch_options
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    games: int,
    players: int,
    policy: str,
    swap_seats: bool,
    budget: float | None,
    samples: int | None,
    turn_cap: int,
    workers: int | None,
    seed: int | None,
    edition_file: str | None,
    out: Path | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Play games to the end, print one a line, then a summary on stderr.

    The moves begin with the deal of the cards, and every draw is one of them. Game I (from 0) is
    the first game of --seed SEED + I * 11400714819323198485 (modulo 2^64), which it names. Each
    worker is a process that plays whole games; limits for hints are for each decision. --out keeps
    the games in a file instead, as `stone solve` does: what it holds is not played again.
    """
    from niwashi import stone as game
    from niwashi.stone.policies import Match

    edition = read_edition(edition_file)
    names = read_policies(policy)
    if len(names) == 1:
        names *= players
    elif context.get_parameter_source("players") is click.core.ParameterSource.DEFAULT:
        players = len(names)
    if len(names) != players:
        raise click.ClickException(f"policy: {len(names)} policies for {players} players")
    try:
        start = game.new_game(edition, players)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    check_scheduler(out, scheduler)
    match = Match(start, tuple(names), swap_seats, seed or 0, budget, samples, turn_cap)
    if out is not None:
        from niwashi.batch.tasks import StoneSimulate

        instances = [str(number + 1) for number in range(games)]
        where = (out, scheduler, workers, as_json)
        run_batch(
            "stone simulate",
            StoneSimulate(match),
            instances,
            *where,
            lambda: say_provenance(edition, edition_file),
        )
        return
    say_provenance(edition, edition_file)
    tally = Tally(names)
    try:
        with (
            progress_bar("games", games) as advance,
            each_in_processes(match.play, range(games), workers) as results,
        ):
            for number, result in enumerate(results):
                document = match.document(number, result)
                tally.add(document, match.seats(number))
                if as_json:
                    print_json(document)
                else:
                    print_line(document)
                advance()
    finally:
        tally.print()


def read_policies(text: str) -> list[str]:
    """`greedy`, or one for each seat as in `hint,greedy`."""
    from niwashi.stone import POLICY_NAMES

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in POLICY_NAMES:
            raise click.ClickException(
                f"policy: '{name[:40]}' is none of {', '.join(POLICY_NAMES)}"
            )
    return names


def print_line(document: Mapping[str, Any]) -> None:
    """A game for people."""
    turns = document["turns"]
    end = f"stopped after {turns} turns" if document["capped"] else "over"
    points = " ".join(f"{total:>4}" for total in document["scores"])
    click.echo(f"game {document['game']:<6} {points}   {turns:>4} turns  {end}")


class Tally:
    """What simulated games have come to, for a summary."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` are the policies, by player as long as nobody changes seats."""
        self._names = names
        self._scores: list[Counter[int]] = [Counter() for _ in names]
        self._wins = [0.0] * len(names)
        self._capped = 0
        # What was predicted, by `laid`, `expected` and `win`, with points and victory.
        self._guesses: list[tuple[Mapping[str, float], int, float]] = []

    @classmethod
    def of_rows(cls, names: Sequence[str], rows: "Iterable[Row]") -> "Tally":
        """Of the rows of a batch."""
        tally = cls(names)
        for row in rows:
            if row.status in ("OVER", "CAPPED"):
                tally.add(row.details, row.details["seats"])
        return tally

    def add(self, document: Mapping[str, Any], seats: Sequence[int]) -> None:
        """Counts a game by its document; one stopped by the cap counts as such, nothing else.

        `seats` tells for every seat which of the policies has it.
        """
        if document["capped"]:
            self._capped += 1
            return
        winners, totals = document["winners"], document["scores"]
        won = [1 / len(winners) if seat in winners else 0.0 for seat in range(1, len(totals) + 1)]
        for seat, index in enumerate(seats):
            self._scores[index][totals[seat]] += 1
            self._wins[index] += won[seat]
        for guess in document["predictions"]:
            seat = guess["player"] - 1
            self._guesses.append((guess, totals[seat], won[seat]))

    def print(self, *, err: bool = True) -> None:
        """Mean, standard error and wins by player, a histogram of all scores, the games cut off."""
        over = self._scores[0].total()
        click.echo(f"{over} games over, {self._capped} stopped at the turn cap", err=err)
        if over == 0:
            return
        rows = zip(self._scores, self._wins, self._names, strict=True)
        for number, (scores, wins, name) in enumerate(rows, start=1):
            mean = sum(total * n for total, n in scores.items()) / over
            squares = sum((total - mean) ** 2 * n for total, n in scores.items())
            error = f"{(squares / (over - 1) / over) ** 0.5:.2f}" if over > 1 else "-"
            click.echo(
                f"player {number}: mean {mean:.2f} ± {error}, wins {wins:g}"
                f" ({100 * wins / over:.1f} %)  {name}",
                err=err,
            )
        self._print_histogram(err)
        self._print_predictions(err)

    def _print_histogram(self, err: bool) -> None:
        tens: Counter[int] = Counter()
        for scores in self._scores:
            for total, n in scores.items():
                tens[total // 10] += n
        most = max(tens.values())
        for ten in range(min(tens), max(tens) + 1):
            bar = "#" * -(-_BAR * tens[ten] // most)
            line = f"{10 * ten:>5} to {10 * ten + 9:>4} {tens[ten]:>7} {bar}"
            click.echo(line.rstrip(), err=err)

    def _print_predictions(self, err: bool) -> None:
        """What hints expected by how far the garden was, against what came of it."""
        if not self._guesses:
            return
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("tiles laid", no_wrap=True)
        for heading in ("hints", "points predicted", "achieved", "wins predicted", "achieved"):
            table.add_column(heading, justify="right", no_wrap=True)
        for first, last in ((0, 4), (5, 9), (10, 14), (15, 15)):
            some = [guess for guess in self._guesses if first <= guess[0]["laid"] <= last]
            if not some:
                continue
            n = len(some)
            table.add_row(
                f"{first} to {last}" if first < last else str(first),
                f"{n:,}",
                f"{sum(guess['expected'] for guess, _, _ in some) / n:.1f}",
                f"{sum(points for _, points, _ in some) / n:.1f}",
                f"{100 * sum(guess['win'] for guess, _, _ in some) / n:.1f} %",
                f"{100 * sum(won for _, _, won in some) / n:.1f} %",
            )
        console(stderr=err).print(table)
