"""`niwashi jardin simulate`: games of a policy, and what they come to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
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
    read,
    samples_option,
    seed_option,
    workers_option,
)
from niwashi.cli.jardin import faces_option, jardin, read_dice_file, read_position
from niwashi.cli.jardin_hint import DEFAULT_SECONDS

if TYPE_CHECKING:
    from niwashi.batch import Row
    from niwashi.jardin import Roll
    from niwashi.jardin.policies import Game, Match

_BAR = 40  # characters
_STEP = 5  # points a line of the histogram stands for
_COMPARED = ("1", "4", "7", "10")  # the first turn of each season


@jardin.command()
@click.option(
    "--games",
    type=Integer(1, 10**6),
    metavar="N",
    help="How many; of a dice file, the first N. [default: all of the dice file]",
)
@click.option(
    "--policy",
    default="random",
    show_default=True,
    metavar="P",
    help="How to choose: random, greedy, network or hint.",
)
@click.option(
    "--dice-file",
    metavar="FILE",
    help="One dice sequence a line (`-` for standard input); of a table, the first column.",
)
@budget_option(DEFAULT_SECONDS)
@samples_option
@workers_option
@seed_option
@faces_option
@batch_options
@json_option
def simulate(
    games: int | None,
    policy: str,
    dice_file: str | None,
    budget: float | None,
    samples: int | None,
    workers: int | None,
    seed: int | None,
    faces: str,
    out: Path | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Play games to the end, print one a line, then a summary on stderr.

    The dice of game I (from 0) are thrown from --seed SEED + I * 11400714819323198485 (modulo
    2^64), which it names, whatever the policy; or they are those of a file. Each worker is a
    process that plays whole games; limits for hints are for each decision. --out keeps the games in
    a file instead, as `jardin solve` does: what it holds is not played again.
    """
    from niwashi import jardin as game
    from niwashi.jardin.policies import Match, make_policy

    read(lambda text: game.Roll.from_text("111", text), faces)
    read(lambda name: make_policy(name, 0, faces=faces), policy)
    if games is None and dice_file is None:
        raise click.ClickException("simulate: give --games or --dice-file")
    check_scheduler(out, scheduler)
    match = Match(policy, seed or 0, budget, samples, faces)
    if dice_file is None:
        items: list[tuple[int, Sequence[Roll] | None]] = [
            (number, None) for number in range(games or 0)
        ]
    else:
        items = list(enumerate(read_dice_file(dice_file, read_position(None), faces)))
        if games is not None and games > len(items):
            raise click.ClickException(
                f"games: {games}, but '{dice_file}' holds {len(items)} dice sequences"
            )
        items = items[:games]
    if out is not None:
        from niwashi.batch.tasks import JardinSimulate

        task = JardinSimulate(match)
        instances = [task.instance(number, rolls) for number, rolls in items]
        run_batch("jardin simulate", task, instances, out, scheduler, workers, as_json)
        return
    tally = Tally(policy)
    try:
        with (
            progress_bar("games", len(items)) as advance,
            each_in_processes(partial(_play, match), items, workers) as results,
        ):
            for number, result in enumerate(results):
                document = match.document(number, result)
                tally.add(document["score"], document["predictions"])
                if as_json:
                    print_json(document)
                else:
                    points, position = document["score"], document["position"]
                    click.echo(f"game {number + 1:<6} {points:>4}  {position}")
                advance()
    finally:
        tally.print()


def _play(match: "Match", item: "tuple[int, Sequence[Roll] | None]") -> "Game":
    return match.play(*item)


def mean_and_error(numbers: Sequence[float]) -> str:
    """`63.2 ± 0.5`: the mean and its standard error, `-` for that of a single number."""
    error = f"{stdev(numbers) / len(numbers) ** 0.5:.2f}" if len(numbers) > 1 else "-"
    return f"{fmean(numbers):.2f} ± {error}"


class Tally:
    """What simulated games have come to, for a summary."""

    def __init__(self, policy: str) -> None:
        self._policy = policy
        self._scores: list[int] = []
        self._guesses: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)

    @classmethod
    def of_rows(cls, policy: str, rows: "Iterable[Row]") -> "Tally":
        """Of the rows of a batch."""
        tally = cls(policy)
        for row in rows:
            if row.score is not None:
                tally.add(row.score, row.details["predictions"])
        return tally

    def add(self, points: int, predictions: Iterable[Mapping[str, Any]]) -> None:
        """Counts a game by `score` and `predictions` of its document."""
        self._scores.append(points)
        for guess in predictions:
            self._guesses[guess["clock"]].append((guess["expected"], points))

    def print(self, *, err: bool = True) -> None:
        """Mean, standard error and range, a histogram, and predicted against achieved."""
        n = len(self._scores)
        click.echo(f"{n} game{'s'[: n != 1]} over", err=err)
        if n == 0:
            return
        click.echo(
            f"{self._policy}: mean {mean_and_error(self._scores)}, "
            f"from {min(self._scores)} to {max(self._scores)} points",
            err=err,
        )
        self._print_histogram(err)
        if self._guesses:
            self._print_predictions(err)

    def _print_histogram(self, err: bool) -> None:
        bins = Counter(score // _STEP for score in self._scores)
        most = max(bins.values())
        for bin_ in range(min(bins), max(bins) + 1):
            first = _STEP * bin_
            bar = "#" * -(-_BAR * bins[bin_] // most)
            line = f"{first:>5} to {first + _STEP - 1:>4} {bins[bin_]:>7} {bar}"
            click.echo(line.rstrip(), err=err)

    def _print_predictions(self, err: bool) -> None:
        """What hints expected with the roll of a turn in hand, against what came of it."""
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for heading in ("turn", "hints", "predicted", "achieved", "achieved - predicted"):
            table.add_column(heading, justify="right", no_wrap=True)
        for clock in _COMPARED:
            guesses = self._guesses[clock]
            if guesses:
                table.add_row(
                    clock,
                    f"{len(guesses):,}",
                    f"{fmean(expected for expected, _ in guesses):.2f}",
                    f"{fmean(points for _, points in guesses):.2f}",
                    mean_and_error([points - expected for expected, points in guesses]),
                )
        console(stderr=err).print(table)
