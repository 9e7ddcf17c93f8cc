"""Game records: a header, then one line a ply, each of which can be checked by itself.

    niwashi jardin record 1
    player: Aki
    faces: LBTRM=
    start: ....../....../....../....../....../...... ....../....../....../....../....../...... 1 0

    1   125  5:L53+B25   -31
    2   366  *R11        -29
    ...
    3p  -    ~11,12,22   -23

A ply line is clock, roll (`-` at a pond decision), move, and the points the garden would score if
the game ended there. Header fields may be left out (no name, standard faces, the empty sheet), and
blank lines and lines that begin with `#` are passed over. A field `seed` says what the dice of an
unfinished game are thrown from. A file may hold the records of several players one after another.
"""

from dataclasses import dataclass, field

from niwashi._core import IllegalMove, InvalidText
from niwashi._core.jardin import Move, Position, Roll, apply, standard_faces
from niwashi.jardin.play import Step

HEADER = "niwashi jardin record 1"


@dataclass(frozen=True)
class Record:
    """A game, or the part of one played so far: legal by construction."""

    steps: tuple[Step, ...] = ()
    player: str = ""
    faces: str = standard_faces
    start: Position = field(default_factory=Position)
    seed: int | None = None

    def __post_init__(self) -> None:
        """Refuses a player's name that would not come back from the text (ValueError)."""
        if self.player != self.player.strip() or len(self.player.splitlines()) > 1:
            raise ValueError("player: a name is one line without blanks at its ends")

    @property
    def position(self) -> Position:
        """The sheet after the last recorded ply."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def dice(self) -> list[Roll]:
        """The rolls of the recorded turns."""
        return [step.roll for step in self.steps if step.roll is not None]

    @property
    def moves(self) -> list[Move]:
        """The recorded moves, pond decisions included."""
        return [step.move for step in self.steps]

    def to_text(self) -> str:
        """The record as a file's text; `from_text` gives it back."""
        lines = [HEADER]
        if self.player:
            lines.append(f"player: {self.player}")
        lines += [f"faces: {self.faces}", f"start: {self.start.to_text()}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        lines.append("")
        lines += [
            f"{step.before.clock:<4}{step.roll or '-'!s:<5}{step.move!s:<14} {step.score}"
            for step in self.steps
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Reads a record and plays it, checking every line.

        Raises InvalidText, or IllegalMove for a move the rules forbid, naming the line.
        """
        lines = [
            (number, line.strip())
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        if not lines or lines[0][1] != HEADER:
            raise InvalidText(f"record: the first line is not '{HEADER}'")
        player, faces, start, seed = "", standard_faces, Position(), None
        seen: set[str] = set()
        while len(lines) > 1 and ":" in lines[1][1].split()[0]:
            number, line = lines.pop(1)
            name, _, value = line.partition(":")
            value = value.strip()
            try:
                if name in seen:
                    raise InvalidText(f"field '{name}' for the second time")
                if name == "player":
                    player = value
                elif name == "faces":
                    Roll.from_text("111", value)  # reads the table
                    faces = value
                elif name == "start":
                    start = Position.from_text(value)
                elif name == "seed":
                    seed = _read_seed(value)
                else:
                    raise InvalidText(f"unknown field {name[:40]!r}")
            except InvalidText as error:
                raise InvalidText(f"record: line {number}: {error}") from None
            seen.add(name)

        steps: list[Step] = []
        position = start
        for number, line in lines[1:]:
            try:
                step = _read_ply(position, line, faces)
            except (InvalidText, IllegalMove) as error:
                raise type(error)(f"record: line {number}: {error}") from None
            steps.append(step)
            position = step.after
        return cls(tuple(steps), player, faces, start, seed)


def records_from_text(text: str) -> list[Record]:
    """The records of a file, at least one, read and checked like `Record.from_text`."""
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.strip() == HEADER]
    parts = zip([0, *heads[1:]], [*heads[1:], len(lines)], strict=True)
    # Blank lines stand for what came before, so that an error names the line of the file.
    return [Record.from_text("\n" * begin + "\n".join(lines[begin:end])) for begin, end in parts]


def _read_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64):
        raise InvalidText(f"seed: '{text[:40]}' is not a number from 0 to {2**64 - 1}")
    return int(text)


def _read_ply(position: Position, line: str, faces: str) -> Step:
    columns = line.split()
    if len(columns) != 4:
        raise InvalidText(f"{len(columns)} columns, not 4 (clock roll move score)")
    clock, roll_text, move_text, score_text = columns
    if clock != position.clock:
        raise InvalidText(f"clock {clock[:8]!r} where {position.clock} comes next")
    roll = None if roll_text == "-" else Roll.from_text(roll_text, faces)
    if position.is_over:
        raise InvalidText("the game is over")
    if roll is None and not position.is_pond_decision:
        raise InvalidText(f"roll: one is needed at turn {clock}")
    if roll is not None and position.is_pond_decision:
        raise InvalidText(f"roll: none is drawn at the pond decision {clock}")
    move = Move.from_text(move_text)
    step = Step(position, roll, move, apply(position, move, roll))
    if score_text != str(step.score):
        raise InvalidText(f"score {score_text[:8]!r}, but the garden is worth {step.score}")
    return step
