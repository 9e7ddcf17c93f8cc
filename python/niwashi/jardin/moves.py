"""The legal moves of a position as a sequence: a list at a turn, lazy at a pond decision."""

from collections.abc import Iterator, Sequence
from typing import overload

from niwashi._core import IllegalMove
from niwashi._core.jardin import Move, PondTable, Position, Roll, count_draws, legal_draws


class PondMoves(Sequence[Move]):
    """The decisions at a pond clock (J5, J6): `-` first, then every pond in order.

    On an empty garden there are 487,150,372, so nothing is listed: length, indexing and `index` are
    look-ups in a table that takes about a millisecond to build, and iteration makes one move at a
    time.
    """

    def __init__(self, position: Position) -> None:
        self._ponds = PondTable(position.pondable)

    def __len__(self) -> int:
        return len(self._ponds) + 1

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("move number out of range")
        return Move.from_text("-") if index == 0 else self._ponds[index - 1]

    def __iter__(self) -> Iterator[Move]:
        return (self[i] for i in range(len(self)))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The number of a move; ValueError if it is not legal here."""
        if not isinstance(value, Move):
            raise ValueError(f"{value!r} is no move")
        found = 0 if value.to_text() == "-" else self._ponds.index_of(value) + 1
        if found not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{value} is not in this range")
        return found

    def count(self, value: object) -> int:
        """1 if this move is legal here, otherwise 0."""
        return int(value in self)

    def __contains__(self, value: object) -> bool:
        try:
            self.index(value)
        except ValueError:
            return False
        return True


def legal_moves(position: Position, roll: Roll | None = None) -> Sequence[Move]:
    """Every legal move, sorted, each once.

    At a turn `roll` must be given, at a pond decision and at the end it must not (IllegalMove).
    Never empty before the end of the game: where nothing can be drawn, the skip is the move (J4).
    """
    if position.is_over:
        _refuse_roll(position, roll)
        return []
    if position.is_pond_decision:
        _refuse_roll(position, roll)
        return PondMoves(position)
    return legal_draws(position, _need_roll(position, roll))


def count_moves(position: Position, roll: Roll | None = None) -> int:
    """`len(legal_moves(position, roll))`, without making a single move."""
    if position.is_over:
        _refuse_roll(position, roll)
        return 0
    if position.is_pond_decision:
        _refuse_roll(position, roll)
        return len(PondMoves(position))
    return count_draws(position, _need_roll(position, roll))


def _need_roll(position: Position, roll: Roll | None) -> Roll:
    if roll is None:
        raise IllegalMove(f"roll: one is needed at turn {position.clock}")
    return roll


def _refuse_roll(position: Position, roll: Roll | None) -> None:
    if roll is not None:
        raise IllegalMove(f"roll: none is drawn at clock {position.clock}")
