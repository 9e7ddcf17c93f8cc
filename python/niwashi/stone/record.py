"""Game records: a header, then one line a decision or chance outcome, checkable line by line.

    niwashi stone record 1
    edition: reconstruction
    digest: 5b0c…
    players: 2
    seed: 7
    scores: 61 55

    deal-garden     1  garden:garden-03
    ...
    step1           1  place
    place           1  11=nw'

A line is the decision, the player concerned, and the move. Instead of `players` a record may have
`start`, a state text from which the game was played on. `seed` is what the game was dealt from, and
may be left out; `scores` are the totals of a game that is over, and are left out otherwise. Blank
lines and lines that begin with `#` are passed over.
"""

from dataclasses import dataclass

from niwashi._core import IllegalMove, InvalidText
from niwashi._core.stone import Edition, Move, Position, apply, new_game, scores
from niwashi.stone.edition import digest_of

HEADER = "niwashi stone record 1"
FIELDS = ("edition", "digest", "players", "seed", "start", "scores")


@dataclass(frozen=True)
class Step:
    """One decision or chance node of a game: where, what, and the result."""

    before: Position
    move: Move
    after: Position


@dataclass(frozen=True)
class Record:
    """A game, or the part of one played so far: legal by construction."""

    start: Position
    steps: tuple[Step, ...] = ()
    seed: int | None = None

    @classmethod
    def of_moves(
        cls, start: Position, moves: "list[Move] | tuple[Move, ...]", seed: int | None = None
    ) -> "Record":
        """Plays the moves one after another; IllegalMove names the first that cannot be made."""
        steps: list[Step] = []
        position = start
        for number, move in enumerate(moves, start=1):
            try:
                after = apply(position, move)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
            steps.append(Step(position, move, after))
            position = after
        return cls(start, tuple(steps), seed)

    @property
    def edition(self) -> Edition:
        """What the game is played with."""
        return self.start.edition

    @property
    def position(self) -> Position:
        """The state after the last recorded move."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def moves(self) -> list[Move]:
        """The recorded moves and chance outcomes."""
        return [step.move for step in self.steps]

    @property
    def scores(self) -> list[int] | None:
        """The totals by player, None as long as the game is not over."""
        if not self.position.is_over:
            return None
        return [points.total for points in scores(self.position)]

    def to_text(self) -> str:
        """The record as a file's text; `from_text` gives it back."""
        lines = [HEADER, f"edition: {self.edition.name}", f"digest: {digest_of(self.edition)}"]
        if self.start == new_game(self.edition, self.start.player_count):
            lines.append(f"players: {self.start.player_count}")
        else:
            lines.append(f"start: {self.start.to_text()}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.scores is not None:
            lines.append("scores: " + " ".join(map(str, self.scores)))
        lines.append("")
        lines += [
            f"{step.before.decision:<19} {step.before.concerned + 1}  {step.move}"
            for step in self.steps
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, edition: Edition, text: str) -> "Record":
        """Reads a record of a game with this edition and plays it, checking every line.

        Raises InvalidText, or IllegalMove for a move the rules forbid, naming the line.
        """
        lines = [
            (number, line.strip())
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        if not lines or lines[0][1] != HEADER:
            raise InvalidText(f"record: the first line is not '{HEADER}'")
        del lines[0]
        fields: dict[str, str] = {}
        while lines and lines[0][1].split()[0].endswith(":"):
            number, line = lines.pop(0)
            name, _, value = line.partition(":")
            if name not in FIELDS or name in fields:
                raise InvalidText(f"record: line {number}: unexpected field '{name[:40]}'")
            fields[name] = value.strip()
        if fields.get("digest", digest_of(edition)) != digest_of(edition):
            raise InvalidText(
                f"record: it was played with another edition, '{fields.get('edition', '')[:40]}'"
            )
        seed = _number(fields["seed"], "seed") if "seed" in fields else None

        steps: list[Step] = []
        start = position = _start(edition, fields)
        for number, line in lines:
            try:
                step = _read_step(position, line)
            except (InvalidText, IllegalMove) as error:
                raise type(error)(f"record: line {number}: {error}") from None
            steps.append(step)
            position = step.after
        record = cls(start, tuple(steps), seed)
        if "scores" in fields:
            totals = record.scores
            if totals is None:
                raise InvalidText("record: scores, but the game is not over")
            if fields["scores"] != " ".join(map(str, totals)):
                raise InvalidText(
                    f"record: scores {fields['scores'][:40]}, but the gardens are worth "
                    + " ".join(map(str, totals))
                )
        return record


def _start(edition: Edition, fields: dict[str, str]) -> Position:
    if ("start" in fields) == ("players" in fields):
        raise InvalidText("record: one of the fields 'players' and 'start' is wanted")
    if "start" in fields:
        try:
            return Position.from_text(edition, fields["start"])
        except InvalidText as error:
            raise InvalidText(f"record: start: {error}") from None
    players = _number(fields["players"], "players")
    try:
        return new_game(edition, players)
    except ValueError as error:
        raise InvalidText(f"record: {error}") from None


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise InvalidText(f"record: {name}: '{text[:40]}' is not a number")
    return int(text)


def _read_step(position: Position, line: str) -> Step:
    columns = line.split()
    if len(columns) != 3:
        raise InvalidText(f"{len(columns)} columns, not 3 (decision player move)")
    decision, player, text = columns
    if decision != position.decision:
        raise InvalidText(f"decision {decision[:20]} where {position.decision} comes next")
    if player != str(position.concerned + 1):
        raise InvalidText(f"player {player[:8]} where {position.concerned + 1} is concerned")
    move = Move.from_text(position.edition, text)
    return Step(position, move, apply(position, move))
