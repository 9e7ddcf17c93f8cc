"""`niwashi stone simulate`: games between policies, and what they come to."""

import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from niwashi.cli.common import (
    Integer,
    console,
    json_option,
    print_json,
    seed_option,
    workers_option,
)
from niwashi.cli.stone.common import (
    budget_option,
    edition_option,
    players_option,
    read_edition,
    samples_option,
    say_provenance,
)

if TYPE_CHECKING:
    from niwashi.stone import Game, Position, Prediction

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
@budget_option
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
    as_json: bool,
) -> None:
    """Play games to the end, print one a line, then a summary on stderr.

    The moves begin with the deal of the cards, and every draw is one of them. Game I (from 0) is
    the first game of --seed SEED + I * 11400714819323198485 (modulo 2^64), which it names. Each
    worker is a process that plays whole games; limits for hints are for each decision.
    """
    from niwashi import stone as game

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
    say_provenance(edition, edition_file)
    match = Match(start, tuple(names), swap_seats, seed or 0, budget, samples, turn_cap)
    tally = Tally(names)
    try:
        with progress(games) as advance, played(match, games, workers) as results:
            for number, result in enumerate(results):
                tally.add(result, match.seats(number))
                if as_json:
                    print_json(document(match, number, result))
                else:
                    print_line(number, result)
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


@dataclass(frozen=True)
class Match:
    """Games between policies; game `number` depends on nothing but this and its number."""

    start: "Position"
    names: tuple[str, ...]
    swap_seats: bool
    seed: int
    seconds: float | None
    samples: int | None
    turn_cap: int

    def seats(self, number: int) -> list[int]:
        """For every seat of a game which of the policies has it."""
        n = len(self.names)
        shift = number % n if self.swap_seats else 0
        return [(seat + shift) % n for seat in range(n)]

    def seed_of(self, number: int) -> int:
        """The seed of a game: the same for all that differ in the seats alone."""
        from niwashi.stone.policies import derived_seed

        return derived_seed(self.seed, number // len(self.names) if self.swap_seats else number)

    def play(self, number: int) -> "Game":
        """Plays a game."""
        from niwashi.stone.policies import derived_seed, make_policy, play_game

        seed = self.seed_of(number)
        policies = [
            make_policy(
                self.names[index],
                derived_seed(seed, 1 + seat),
                seconds=self.seconds,
                samples=self.samples,
                workers=1,
            )
            for seat, index in enumerate(self.seats(number))
        ]
        return play_game(self.start, policies, seed, self.turn_cap)


@contextmanager
def played(match: Match, games: int, workers: int | None) -> "Iterator[Iterator[Game]]":
    """The games in order, each as soon as it and all before it are played."""
    from niwashi.processors import processors

    processes = min(workers or processors(), games)
    if processes == 1:
        yield map(match.play, range(games))
        return
    with multiprocessing.get_context().Pool(processes, _leave_interrupts_to_parent) as pool:
        yield pool.imap(match.play, range(games))


@contextmanager
def progress(games: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal whose stdout goes elsewhere; yields what to call after each game."""
    out = console(stderr=True)
    if not out.is_terminal or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=out, transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda: bar.advance(task)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def document(match: Match, number: int, result: "Game") -> dict[str, Any]:
    """A game as an object."""
    from niwashi import stone as game
    from niwashi.render.stone_json import winners_of

    seats = [match.names[index] for index in match.seats(number)]
    position = result.position
    return {
        "game": number + 1,
        "players": len(seats),
        "policy": seats[0] if len(set(seats)) == 1 else ",".join(seats),
        "seed": match.seed_of(number),
        "moves": [move.to_text() for move in result.moves],
        "turns": result.turns,
        "capped": result.capped,
        "scores": [points.total for points in game.scores(position)],
        "winners": winners_of(position),
        "gardens": [player.garden.to_text() for player in position.players],
        "predictions": [
            {
                "player": guess.player + 1,
                "laid": guess.laid,
                "expected": round(guess.expected, 4),
                "win": round(guess.win, 4),
            }
            for guess in result.predictions
        ],
        "state": position.to_text(),
    }


def print_line(number: int, result: "Game") -> None:
    """A game for people."""
    from niwashi import stone as game

    end = f"stopped after {result.turns} turns" if result.capped else "over"
    points = " ".join(f"{score.total:>4}" for score in game.scores(result.position))
    click.echo(f"game {number + 1:<6} {points}   {result.turns:>4} turns  {end}")


class Tally:
    """What simulated games have come to, for the summary on stderr."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` are the policies, by player as long as nobody changes seats."""
        self._names = names
        self._scores: list[Counter[int]] = [Counter() for _ in names]
        self._wins = [0.0] * len(names)
        self._capped = 0
        self._guesses: list[tuple[Prediction, int, float]] = []  # with points and victory

    def add(self, result: "Game", seats: Sequence[int]) -> None:
        """Counts a game; one stopped by the cap counts as such, and nothing else."""
        from niwashi import stone as game

        if result.capped:
            self._capped += 1
            return
        winners = game.winners(result.position)
        won = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(seats))]
        totals = [points.total for points in game.scores(result.position)]
        for seat, index in enumerate(seats):
            self._scores[index][totals[seat]] += 1
            self._wins[index] += won[seat]
        for guess in result.predictions:
            self._guesses.append((guess, totals[guess.player], won[guess.player]))

    def print(self) -> None:
        """Mean, standard error and wins by player, a histogram of all scores, the games cut off."""
        over = self._scores[0].total()
        click.echo(f"{over} games over, {self._capped} stopped at the turn cap", err=True)
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
                err=True,
            )
        self._print_histogram()
        self._print_predictions()

    def _print_histogram(self) -> None:
        tens: Counter[int] = Counter()
        for scores in self._scores:
            for total, n in scores.items():
                tens[total // 10] += n
        most = max(tens.values())
        for ten in range(min(tens), max(tens) + 1):
            bar = "#" * -(-_BAR * tens[ten] // most)
            line = f"{10 * ten:>5} to {10 * ten + 9:>4} {tens[ten]:>7} {bar}"
            click.echo(line.rstrip(), err=True)

    def _print_predictions(self) -> None:
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
            some = [guess for guess in self._guesses if first <= guess[0].laid <= last]
            if not some:
                continue
            n = len(some)
            table.add_row(
                f"{first} to {last}" if first < last else str(first),
                f"{n:,}",
                f"{sum(guess.expected for guess, _, _ in some) / n:.1f}",
                f"{sum(points for _, points, _ in some) / n:.1f}",
                f"{100 * sum(guess.win for guess, _, _ in some) / n:.1f} %",
                f"{100 * sum(won for _, _, won in some) / n:.1f} %",
            )
        console(stderr=True).print(table)
