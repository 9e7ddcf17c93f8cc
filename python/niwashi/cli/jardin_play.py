"""`niwashi jardin play`: a game at the terminal."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
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
from niwashi.cli.jardin import STANDARD_FACES, faces_option, jardin, print_garden
from niwashi.cli.jardin_hint import DEFAULT_SECONDS, print_hints, spaces_of

if TYPE_CHECKING:
    from niwashi.jardin import HintSearch, Move, Policy, Position, Record, Roll, Step

HUMAN = "human"
_LISTED = 500  # moves that `moves` lists; there may be hundreds of millions
_HELP = """\
MOVE or NUMBER  play it: 5:L53+B25, *L66, X, ~11,12, - or its number in the list last shown
hint [MOVE]     rank the moves, and your own idea; again for more samples
moves           list the moves
table           all gardens, and what they are worth
roll ROLL       correct a roll that you have typed, before anybody plays it
undo            take back your last move, and all that came after it
save [FILE]     write a record; --resume goes on with it
quit            leave the game"""


@jardin.command()
@click.option(
    "--seats",
    metavar="P,...",
    help="Who plays, each with a sheet of his own and all with the same dice: human, random, "
    "greedy, network or hint. [default: human, or those of the saved game]",
)
@click.option(
    "--own-dice", is_flag=True, help="You throw real dice: every roll is asked for, none thrown."
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
    help="Seed of dice and policies. [default: a new one]",
)
@faces_option
def play(
    seats: str | None,
    own_dice: bool,
    resume: Path | None,
    budget: float | None,
    samples: int | None,
    workers: int | None,
    seed: int | None,
    faces: str,
) -> None:
    """Play at the terminal, alone or against policies or other people.

    Moves are typed as texts; `help` tells what else can be typed. At the end all gardens are shown,
    scores and ranks.
    """
    from niwashi import jardin as game

    if resume is None:
        read(lambda text: game.Roll.from_text("111", text), faces)
        names = read_seats(seats or HUMAN)
        records = [game.Record(player=name, faces=faces) for name in names]
    else:
        if faces != STANDARD_FACES:
            raise click.ClickException("play: a record holds its own faces")
        records = read(read_game, read_file(resume, "record"))
        saved = [
            record.player if record.player in game.POLICY_NAMES else HUMAN for record in records
        ]
        names = saved if seats is None else read_seats(seats)
        if len(names) != len(records):
            raise click.ClickException(
                f"seats: {len(names)}, but the game of '{resume}' has {len(records)}"
            )
    if seed is None:
        import secrets

        seed = secrets.randbits(32) if records[0].seed is None else records[0].seed
    limits = Limits(budget, samples, workers)
    Table(records, names, seed, limits, resume, own_dice=own_dice).play()


def read_seats(text: str) -> list[str]:
    """`human,greedy`: at least one name."""
    from niwashi.jardin import POLICY_NAMES

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in (HUMAN, *POLICY_NAMES):
            raise click.ClickException(
                f"seats: '{clean(name)[:40]}' is none of {', '.join((HUMAN, *POLICY_NAMES))}"
            )
    return names


def read_game(text: str) -> "list[Record]":
    """The sheets of a game as `save` writes them. Raises ValueError if they are of no one game."""
    from niwashi.jardin import records_from_text

    records = records_from_text(text)
    first = records[0]
    for number, (one, other) in enumerate(pairwise(records), start=2):
        if (other.start, other.faces) != (first.start, first.faces):
            raise ValueError(f"record: player {number} has another start or other dice")
        common = zip(one.dice, other.dice, strict=False)
        if any(roll != same for roll, same in common):
            raise ValueError(f"record: player {number} has other rolls than the player before")
        if len(other.steps) > len(one.steps) or len(first.steps) > len(other.steps) + 1:
            raise ValueError(f"record: player {number} has made more or fewer moves than his turn")
    return records


@dataclass(frozen=True)
class Limits:
    """What a hint may cost."""

    seconds: float | None
    samples: int | None
    workers: int | None


class Left(Exception):
    """The human has left the game."""


class Table:
    """A game that is being played, and who sits at it.

    All decide on a roll or a pond, in the order of the seats, before the next roll is thrown.
    """

    def __init__(
        self,
        records: "Sequence[Record]",
        names: Sequence[str],
        seed: int,
        limits: Limits,
        file: Path | None,
        *,
        own_dice: bool,
    ) -> None:
        """`file` is where `save` writes if it is told nothing else."""
        self._start = records[0].start
        self._faces = records[0].faces
        self._players = [record.player for record in records]
        self._steps: list[list[Step]] = [list(record.steps) for record in records]
        self._rolls = {step.before.clock: step.roll for step in records[0].steps if step.roll}
        self._names = names
        self._seed = seed
        self._limits = limits
        self._file = file
        self._own_dice = own_dice
        self._saved = self._made
        self._searches: dict[tuple[Position, Roll | None, Move | None], HintSearch] = {}
        self._listed: Sequence[Move] = []

    @property
    def _made(self) -> int:
        """The number of moves made so far."""
        return sum(map(len, self._steps))

    def position(self, player: int) -> "Position":
        """A player's sheet as it stands."""
        steps = self._steps[player]
        return steps[-1].after if steps else self._start

    def play(self) -> None:
        """Until the game is over or a human leaves it."""
        try:
            while True:
                player = min(range(len(self._steps)), key=lambda player: len(self._steps[player]))
                position = self.position(player)
                if position.is_over:
                    break
                roll = None if position.is_pond_decision else self._roll(position.clock)
                if self._names[player] == HUMAN:
                    self._ask(player)
                else:
                    move = self._policy(player).choose(position, roll)
                    click.echo(f"player {player + 1} ({self._names[player]}): {move}")
                    self._make(player, move)
        except (Left, KeyboardInterrupt) as left:
            if self._saved != self._made:
                click.echo("The game was not saved.")
            if isinstance(left, KeyboardInterrupt):
                raise
            return
        self._print_table()
        self._print_ranks()
        if self._saved != self._made and HUMAN in self._names:
            self._offer_to_save()

    def _offer_to_save(self) -> None:
        """At the end: `review` wants the record of a whole game."""
        if self._file is not None:
            self._save(self._file)
            return
        with suppress(Left):
            while self._saved != self._made:
                words = _read_line("save FILE or quit> ").split()
                if words == ["quit"]:
                    break
                if words[:1] == ["save"] and len(words) == 2:
                    self._save(Path(words[1]))

    def _roll(self, clock: str) -> "Roll":
        """The roll of a turn; it depends on seed and turn: taking a move back changes none."""
        from niwashi import jardin as game

        if clock not in self._rolls:
            if self._own_dice:
                self._rolls[clock] = self._ask_roll(clock)
            else:
                self._rolls[clock] = game.random_dice(self._seed, 12, self._faces)[int(clock) - 1]
                click.echo(f"Turn {clock}: the dice show {_with_faces(self._rolls[clock])}.")
        return self._rolls[clock]

    def _ask_roll(self, clock: str) -> "Roll":
        from niwashi import jardin as game

        while True:
            line = _read_line(f"turn {clock}, your roll> ")
            try:
                return game.Roll.from_text("".join(line.split()), self._faces)
            except ValueError as error:
                if line.strip() == "quit":
                    raise Left from None
                click.echo(str(error))

    def _policy(self, player: int) -> "Policy":
        """Who chooses for this seat; the random numbers depend on how many moves were made.

        So a game that is resumed, or played again after `undo`, goes on in the same way.
        """
        from niwashi.jardin.policies import make_policy, policy_seed
        from niwashi.seeds import derived_seed

        return make_policy(
            self._names[player],
            derived_seed(policy_seed(self._seed), self._made),
            seconds=self._limits.seconds,
            samples=self._limits.samples,
            workers=self._limits.workers,
            faces=self._faces,
        )

    def _make(self, player: int, move: "Move") -> None:
        """Raises ValueError for a move that is not legal."""
        from niwashi import jardin as game

        position = self.position(player)
        roll = self._rolls.get(position.clock)
        self._steps[player].append(
            game.Step(position, roll, move, game.apply(position, move, roll))
        )

    def _ask(self, player: int) -> None:
        """Shows the human how it stands, and does what he types until a move is made."""
        from niwashi import jardin as game

        self._show(player)
        position = self.position(player)
        self._listed = game.legal_moves(position, self._rolls.get(position.clock))
        while True:
            roll = self._rolls.get(position.clock)
            when = f"pond {position.clock}" if roll is None else f"turn {position.clock}, {roll}"
            words = _read_line(f"player {player + 1}, {when}> ").split()
            if not words:
                continue
            word, rest = words[0], words[1:]
            try:
                if word == "quit":
                    raise Left
                if word == "save" and len(rest) <= 1:
                    self._save(Path(rest[0]) if rest else self._file)
                elif word == "hint" and len(rest) <= 1:
                    self._hint(position, roll, game.Move.from_text(rest[0]) if rest else None)
                elif word == "roll" and len(rest) == 1:
                    self._correct_roll(position, game.Roll.from_text(rest[0], self._faces))
                elif rest:
                    click.echo("That is more than one word; 'help' tells what can be typed.")
                elif word == "help":
                    click.echo(_HELP)
                elif word == "moves":
                    self._list(game.legal_moves(position, roll))
                elif word == "table":
                    self._print_table()
                elif word == "undo":
                    if self._undo(player):
                        return
                    click.echo("You have made no move yet.")
                else:
                    self._make(player, self._read(word))
                    return
            except ValueError as error:
                click.echo(str(error))

    def _read(self, word: str) -> "Move":
        """A move by its number in the list last shown, or as text. Raises ValueError."""
        from niwashi import jardin as game

        if word.isascii() and word.isdigit():
            number = int(word[:9])
            if not 1 <= number <= len(self._listed):
                raise ValueError(
                    f"move: there is no number {word[:9]}, only 1 to {len(self._listed)}"
                )
            return self._listed[number - 1]
        return game.Move.from_text(word)

    def _show(self, player: int) -> None:
        """The player's own garden, and a line for every player."""
        from niwashi import jardin as game
        from niwashi.render import terminal

        steps = self._steps[player]
        last = spaces_of(steps[-1].move) if steps else []
        click.echo()
        console().print(terminal.jardin_garden(self.position(player), last=last))
        for number, name in enumerate(self._names):
            sheet = self.position(number)
            who = "You are player" if number == player else "Player"
            click.echo(
                f"{who} {number + 1} ({self._players[number] or name}): "
                f"{game.score(sheet).total} points, {sheet.prunings} of 3 prunings used"
            )

    def _list(self, moves: "Sequence[Move]") -> None:
        self._listed = moves
        texts = [f"{number} {move}" for number, move in enumerate(moves[:_LISTED], start=1)]
        console().print("   ".join(texts), markup=False)
        if len(moves) > _LISTED:
            click.echo(f"and {len(moves) - _LISTED:,} more")

    def _hint(self, position: "Position", roll: "Roll | None", asked: "Move | None") -> None:
        """Ranks the moves; asked once more, with as many games again."""
        from niwashi import jardin as game
        from niwashi.jardin.policies import policy_seed

        key = (position, roll, asked)
        if key not in self._searches:
            self._searches[key] = game.HintSearch(
                position,
                roll,
                seed=policy_seed(self._seed),
                workers=self._limits.workers,
                move=asked,
                faces=self._faces,
            )
        search, samples = self._searches[key], self._limits.samples
        more = None if samples is None else search.games + samples
        hints = search.run(seconds=self._limits.seconds, samples=more)
        self._listed = [hint.move for hint in hints.hints]
        print_hints(hints, 10, asked and hints.of(asked))

    def _correct_roll(self, position: "Position", roll: "Roll") -> None:
        """Raises ValueError where the roll is not this player's to correct."""
        from niwashi import jardin as game

        if not self._own_dice:
            raise ValueError("roll: only a roll of your own dice (--own-dice) can be corrected")
        if position.is_pond_decision:
            raise ValueError("roll: none is thrown for a pond")
        if len(self._steps[0]) > len(self._steps[-1]):
            raise ValueError("roll: a player before you has already played it; 'undo' first")
        self._rolls[position.clock] = roll
        self._listed = game.legal_moves(position, roll)

    def _undo(self, player: int) -> bool:
        """Back to this player's last decision; False if there was none."""
        made = len(self._steps[player])
        if made == 0:
            return False
        for number, steps in enumerate(self._steps):
            del steps[made if number < player else made - 1 :]
        self._saved = -1  # no longer what is in the file
        return True

    def _save(self, path: Path | None) -> None:
        from niwashi.jardin import Record

        if path is None:
            click.echo("Save where? save FILE")
            return
        records = [
            Record(tuple(steps), player or name, self._faces, self._start, self._seed)
            for steps, player, name in zip(self._steps, self._players, self._names, strict=True)
        ]
        try:
            with whole_file(path, "save") as write:
                if write is not None:
                    write("\n".join(record.to_text() for record in records))
        except click.ClickException as error:
            click.echo(error.message)
            return
        self._file, self._saved = path, self._made
        if self.position(len(self._names) - 1).is_over:
            click.echo(f"Saved; 'niwashi jardin review {path}' judges it.")
            return
        own = " --own-dice" if self._own_dice else ""
        click.echo(f"Saved; go on with --resume {path} --seats {','.join(self._names)}{own}")

    def _print_table(self) -> None:
        for number, name in enumerate(self._names):
            click.echo(f"\nPlayer {number + 1} ({self._players[number] or name}):")
            print_garden(self.position(number))

    def _print_ranks(self) -> None:
        from niwashi import jardin as game

        sheets = [self.position(player) for player in range(len(self._names))]
        places = game.standings(sheets)
        click.echo()
        for player in sorted(range(len(sheets)), key=lambda player: places[player]):
            total = game.score(sheets[player]).total
            rank = game.solo_rank_names[game.solo_rank(total)]
            name = self._players[player] or self._names[player]
            click.echo(f"{places[player]}. player {player + 1} ({name}): {total} points, {rank}")


def _with_faces(roll: "Roll") -> str:
    """`125 (L B M)`."""
    return f"{roll} ({' '.join(roll.decorations)})"


def _read_line(prompt: str) -> str:
    """A line that a human types. Raises Left at the end of the input."""
    click.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise Left
    return clean(line)
