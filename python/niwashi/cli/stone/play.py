"""`niwashi stone play`: a game at the terminal."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from niwashi.cli.common import (
    Integer,
    budget_option,
    clean,
    console,
    read,
    read_file,
    samples_option,
    whole_file,
    workers_option,
)
from niwashi.cli.stone.common import (
    DEFAULT_SECONDS,
    edition_option,
    print_game,
    print_text,
    read_edition,
    say_provenance,
)
from niwashi.cli.stone.hint import print_hints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from niwashi.stone import Move, Policy, Position, Record

HUMAN = "human"
_LISTED = 24  # moves that are listed without being asked for
_HELP = """\
NUMBER or MOVE  play it, as in 3 or 12=nw'
moves           list all moves
hint            rank them
table           all gardens, and what they are worth
undo            take back your last move, and all that came after it
save [FILE]     write a record; --resume goes on with it
quit            leave the game"""


@click.command()
@click.option(
    "--seats",
    default=f"{HUMAN},hint",
    show_default=True,
    metavar="P,...",
    help="Who has each of 2 to 4 seats: human, random, greedy, planner or hint.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Go on with a saved game; `save` writes it there again.",
)
@budget_option(DEFAULT_SECONDS)
@samples_option
@workers_option
@click.option(
    "--seed",
    type=Integer(0, 2**64 - 1),
    metavar="N",
    help="Seed of cards, tiles and policies. [default: a new one]",
)
@edition_option
def play(
    seats: str,
    resume: Path | None,
    budget: float | None,
    samples: int | None,
    workers: int | None,
    seed: int | None,
    edition_file: str | None,
) -> None:
    """Play at the terminal, against policies or other people.

    A human sees what the rules let this player see. Moves are typed as texts or chosen by number;
    `help` tells what else can be typed. At the end all cards are shown, scores and ranks.
    """
    from niwashi import stone as game

    edition = read_edition(edition_file)
    names = read_seats(seats)
    if resume is None:
        import secrets

        record = game.Record(
            game.new_game(edition, len(names)),
            seed=secrets.randbits(32) if seed is None else seed,
        )
    else:
        text = read_file(resume, "record")
        record = read(lambda t: game.Record.from_text(edition, t), text)
        if record.start.player_count != len(names):
            raise click.ClickException(
                f"seats: {len(names)}, but the game of '{resume}' has "
                f"{record.start.player_count} players"
            )
        if seed is not None or record.seed is None:
            record = game.Record(record.start, record.steps, seed or 0)
    say_provenance(edition, edition_file)
    Table(record, names, Limits(budget, samples, workers), resume).play()


def read_seats(text: str) -> list[str]:
    """`human,greedy`: 2 to 4 names."""
    from niwashi.stone import POLICY_NAMES

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in (HUMAN, *POLICY_NAMES):
            raise click.ClickException(
                f"seats: '{clean(name)[:40]}' is none of {', '.join((HUMAN, *POLICY_NAMES))}"
            )
    if not 2 <= len(names) <= 4:
        raise click.ClickException(f"seats: {len(names)}, not 2 to 4")
    return names


@dataclass(frozen=True)
class Limits:
    """What a hint may cost."""

    seconds: float | None
    samples: int | None
    workers: int | None


class Left(Exception):
    """The human has left the game."""


class Table:
    """A game that is being played, and who sits at it."""

    def __init__(
        self,
        record: "Record",
        names: "Sequence[str]",
        limits: Limits,
        file: Path | None,
    ) -> None:
        """`file` is where `save` writes if it is told nothing else."""
        self._edition = record.edition
        self._start = record.start
        self._seed = record.seed or 0
        self._positions = [record.start, *(step.after for step in record.steps)]
        self._moves: list[Move] = record.moves
        self._names = names
        self._limits = limits
        self._file = file
        self._saved = len(self._moves)

    @property
    def position(self) -> "Position":
        """As the game stands."""
        return self._positions[-1]

    def play(self) -> None:
        """Until the game is over or a human leaves it."""
        from niwashi import stone as game

        try:
            while not self.position.is_over:
                player = game.to_move(self.position)
                if self.position.is_chance:
                    self._draw()
                elif self._names[player] == HUMAN:
                    self._ask(player)
                else:
                    move = self._policy(player).choose(self.position)
                    click.echo(f"player {player + 1} ({self._names[player]}): {move}")
                    self._make(move)
        except (Left, KeyboardInterrupt) as left:
            if self._saved < len(self._moves):
                click.echo("The game was not saved.")
            if isinstance(left, KeyboardInterrupt):
                raise
            return
        print_game(self.position, game.scores(self.position))
        self._print_ranks()

    def _policy(self, player: int) -> "Policy":
        """Who chooses for this seat; its random numbers depend on how many moves were made.

        So a game that is resumed, or played again after `undo`, goes on in the same way.
        """
        from niwashi.seeds import derived_seed
        from niwashi.stone.policies import make_policy

        return make_policy(
            self._names[player],
            derived_seed(self._seed, -1 - len(self._moves)),
            seconds=self._limits.seconds,
            samples=self._limits.samples,
            workers=self._limits.workers,
        )

    def _make(self, move: "Move") -> None:
        from niwashi import stone as game

        self._positions.append(game.apply(self.position, move))
        self._moves.append(move)

    def _draw(self) -> None:
        """A chance outcome. It depends on how many there were: taking a move back changes none."""
        from niwashi.stone.policies import draw

        number = sum(position.is_chance for position in self._positions[:-1])
        position = self.position
        move = draw(position, self._seed, number)
        self._make(move)
        if not position.decision.startswith("deal"):  # cards are for their players' eyes
            click.echo(f"player {position.concerned + 1} draws {move.to_text().split(':')[1]}")

    def _ask(self, player: int) -> None:
        """Shows the human what he may see, and does what he types until a move is made."""
        from niwashi import stone as game

        self._show(player)
        moves = game.legal_moves(self.position)
        self._list(moves, _LISTED)
        while True:
            click.echo(f"player {player + 1}, {self.position.decision}> ", nl=False)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                click.echo()
                raise Left
            words = clean(line).split()
            if not words:
                continue
            word, rest = words[0], words[1:]
            if word == "quit":
                raise Left
            if word == "save" and len(rest) <= 1:
                self._save(Path(rest[0]) if rest else self._file)
            elif rest:
                click.echo("That is more than one word; 'help' tells what can be typed.")
            elif word == "help":
                click.echo(_HELP)
            elif word == "moves":
                self._list(moves, len(moves))
            elif word == "table":
                seen = game.view(self.position, player)
                print_game(seen, game.scores(seen))
            elif word == "hint":
                self._hint()
            elif word == "undo":
                if self._undo(player):
                    return
                click.echo("You have made no move yet.")
            else:
                try:
                    self._make(self._read(word, moves))
                except ValueError as error:
                    click.echo(str(error))
                    continue
                return

    def _read(self, word: str, moves: "Sequence[Move]") -> "Move":
        """A move by its number in the list, or as text. Raises ValueError."""
        from niwashi import stone as game

        if word.isascii() and word.isdigit():
            number = int(word[:9])
            if not 1 <= number <= len(moves):
                raise ValueError(f"move: there is no number {word[:9]}, only 1 to {len(moves)}")
            return moves[number - 1]
        return game.Move.from_text(self._edition, word)

    def _show(self, player: int) -> None:
        """The player's own garden and cards, and a line for every other player."""
        from niwashi import stone as game
        from niwashi.render import stone_terminal

        seen = game.view(self.position, player)
        own = seen.players[player]
        points = game.scores(seen)
        click.echo()
        print_text(stone_terminal.stone_garden(own.garden))
        used = " (used)" if own.master_used else ""
        click.echo(
            f"You are player {player + 1}: {points[player].total} points, virtue {own.virtue}, "
            f"storage {own.storage or '-'}, Name Garden {own.name_garden or '-'}, "
            f"Master Gardener {own.master or '-'}{used}"
        )
        for number, other in enumerate(seen.players):
            if number != player:
                laid = sum(face is not None for face in other.garden.faces)
                click.echo(
                    f"Player {number + 1} ({self._names[number]}): {points[number].total} points, "
                    f"{laid} tiles, virtue {other.virtue}, storage {other.storage or '-'}"
                )
        yard = " ".join(f"{stone}{count}" for stone, count in seen.yard.items())
        hand = f", in hand {', '.join(seen.hand)}" if seen.hand else ""
        click.echo(f"Yard {yard}, stack {seen.stack_size}{hand}")

    def _list(self, moves: "Sequence[Move]", most: int) -> None:
        texts = [f"{number} {move}" for number, move in enumerate(moves[:most], start=1)]
        if len(moves) > most:
            texts.append(f"and {len(moves) - most} more ('moves')")
        console().print("   ".join(texts), markup=False)

    def _hint(self) -> None:
        from niwashi import stone as game

        try:
            search = game.HintSearch(self.position, seed=self._seed, workers=self._limits.workers)
            hints = search.run(seconds=self._limits.seconds, samples=self._limits.samples)
        except ValueError as error:
            click.echo(str(error))
            return
        print_hints(hints, 10, None)

    def _undo(self, player: int) -> bool:
        """Back to this player's last decision; False if there was none."""
        for number in range(len(self._moves) - 1, -1, -1):
            position = self._positions[number]
            if position.concerned == player and not position.is_chance:
                del self._positions[number + 1 :], self._moves[number:]
                self._saved = min(self._saved, number)
                return True
        return False

    def _save(self, path: Path | None) -> None:
        from niwashi.stone import Record

        if path is None:
            click.echo("Save where? save FILE")
            return
        try:
            with whole_file(path, "save") as write:
                if write is not None:
                    write(Record.of_moves(self._start, self._moves, self._seed).to_text())
        except click.ClickException as error:
            click.echo(error.message)
            return
        self._file, self._saved = path, len(self._moves)
        click.echo(f"Saved; go on with --resume {path} --seats {','.join(self._names)}")

    def _print_ranks(self) -> None:
        from niwashi import stone as game

        totals = [points.total for points in game.scores(self.position)]
        for number, total in sorted(enumerate(totals, start=1), key=lambda item: -item[1]):
            rank = 1 + sum(other > total for other in totals)
            click.echo(f"{rank}. player {number} ({self._names[number - 1]}): {total} points")
