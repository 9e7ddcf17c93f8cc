"""`niwashi jardin simulate`: games of a policy, and what they come to."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import click

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
    from niwashi.jardin import Roll
    from niwashi.jardin.policies import Game

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
    as_json: bool,
) -> None:
    """Play games to the end, print one a line, then a summary on stderr.

    The dice of game I (from 0) are thrown from --seed SEED + I * 11400714819323198485 (modulo
    2^64), which it names, whatever the policy; or they are those of a file. Each worker is a
    process that plays whole games; limits for hints are for each decision.
    """
    from niwashi import jardin as game
    from niwashi.jardin.policies import make_policy

    read(lambda text: game.Roll.from_text("111", text), faces)
    read(lambda name: make_policy(name, 0, faces=faces), policy)
    if games is None and dice_file is None:
        raise click.ClickException("simulate: give --games or --dice-file")
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
    tally = Tally(policy)
    try:
        with (
            progress_bar("games", len(items)) as advance,
            each_in_processes(match.play, items, workers) as results,
        ):
            for number, result in enumerate(results):
                tally.add(result)
                if as_json:
                    print_json(document(match, number, result))
                else:
                    points = game.score(result.position).total
                    click.echo(f"game {number + 1:<6} {points:>4}  {result.position.to_text()}")
                advance()
    finally:
        tally.print()


@dataclass(frozen=True)
class Match:
    """Games of a policy; a game depends on nothing but this, its number and dice given for it."""

    policy: str
    seed: int
    seconds: float | None
    samples: int | None
    faces: str

    def seed_of(self, number: int) -> int:
        """The seed of a game."""
        from niwashi.jardin.policies import derived_seed

        return derived_seed(self.seed, number)

    def play(self, item: "tuple[int, Sequence[Roll] | None]") -> "Game":
        """Plays a game by its number, on given dice or on dice thrown from its seed."""
        from niwashi.jardin import Position, random_dice
        from niwashi.jardin.policies import make_policy, policy_seed

        number, dice = item
        seed = self.seed_of(number)
        policy = make_policy(
            self.policy,
            policy_seed(seed),
            seconds=self.seconds,
            samples=self.samples,
            workers=1,
            faces=self.faces,
        )
        return policy.play(Position(), dice or random_dice(seed, faces=self.faces))


def document(match: Match, number: int, result: "Game") -> dict[str, Any]:
    """A game as an object."""
    from niwashi import jardin as game

    return {
        "game": number + 1,
        "policy": match.policy,
        "seed": match.seed_of(number),
        "dice": game.dice_to_text(result.dice),
        "moves": [move.to_text() for move in result.moves],
        "score": game.score(result.position).total,
        "position": result.position.to_text(),
        "predictions": [
            {"clock": guess.clock, "expected": round(guess.expected, 4)}
            for guess in result.predictions
        ],
    }


def mean_and_error(numbers: Sequence[float]) -> str:
    """`63.2 ± 0.5`: the mean and its standard error, `-` for that of a single number."""
    error = f"{stdev(numbers) / len(numbers) ** 0.5:.2f}" if len(numbers) > 1 else "-"
    return f"{fmean(numbers):.2f} ± {error}"


class Tally:
    """What simulated games have come to, for the summary on stderr."""

    def __init__(self, policy: str) -> None:
        self._policy = policy
        self._scores: list[int] = []
        self._guesses: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)

    def add(self, result: "Game") -> None:
        """Counts a game."""
        from niwashi import jardin as game

        points = game.score(result.position).total
        self._scores.append(points)
        for guess in result.predictions:
            self._guesses[guess.clock].append((guess.expected, points))

    def print(self) -> None:
        """Mean, standard error and range, a histogram, and predicted against achieved."""
        n = len(self._scores)
        click.echo(f"{n} game{'s'[: n != 1]} over", err=True)
        if n == 0:
            return
        click.echo(
            f"{self._policy}: mean {mean_and_error(self._scores)}, "
            f"from {min(self._scores)} to {max(self._scores)} points",
            err=True,
        )
        self._print_histogram()
        if self._guesses:
            self._print_predictions()

    def _print_histogram(self) -> None:
        bins = Counter(score // _STEP for score in self._scores)
        most = max(bins.values())
        for bin_ in range(min(bins), max(bins) + 1):
            first = _STEP * bin_
            bar = "#" * -(-_BAR * bins[bin_] // most)
            line = f"{first:>5} to {first + _STEP - 1:>4} {bins[bin_]:>7} {bar}"
            click.echo(line.rstrip(), err=True)

    def _print_predictions(self) -> None:
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
        console(stderr=True).print(table)
