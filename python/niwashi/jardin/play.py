"""Playing moves one after another, and comparing the sheets at the end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from niwashi._core import IllegalMove, InvalidText
from niwashi._core.jardin import Move, Position, Roll, apply, ranks_before, score


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of a game: where, with which roll (None at a pond decision), what, and the result."""

    before: Position
    roll: Roll | None
    move: Move
    after: Position

    @property
    def score(self) -> int:
        """Points of the garden after the move, as if the game ended there."""
        return score(self.after).total


def replay(start: Position, dice: Sequence[Roll], moves: Iterable[Move]) -> list[Step]:
    """Plays `moves` from `start`; `dice` are the rolls of the turns among them, in order.

    Raises IllegalMove naming the first move that is not legal and its number, InvalidText if there
    are fewer rolls than turns. More rolls than turns are allowed: the game may be unfinished.
    """
    steps: list[Step] = []
    position = start
    turn = 0
    for number, move in enumerate(moves, start=1):
        roll = None
        if not position.is_pond_decision and not position.is_over:
            if turn == len(dice):
                raise InvalidText(f"dice: {len(dice)} rolls, but move {number} needs one more")
            roll = dice[turn]
            turn += 1
        try:
            after = apply(position, move, roll)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} (clock {position.clock}): {error}") from None
        steps.append(Step(position, roll, move, after))
        position = after
    return steps


def dice_to_text(dice: Iterable[Roll]) -> str:
    """A dice sequence as one line: `125 366 124`."""
    return " ".join(roll.to_text() for roll in dice)


def standings(sheets: Sequence[Position]) -> list[int]:
    """The place of each sheet, 1 for the winner; sheets that tie share one (J15)."""
    return [1 + sum(ranks_before(other, sheet) for other in sheets) for sheet in sheets]
