"""A sheet of Jardín Japonés decided in small steps, each one of 50 actions.

A turn allows some hundreds of moves and a pond decision up to 487,150,372, so a move is taken apart
into a few choices. At a turn: the location (or a decoration to prune, or the skip), then a space
for each decoration, in the order `L B T R M =`. At a pond decision: the spaces of the pond, one
after another, each next to one before, then the end. Nothing is lost by that:

- every draw, pruning and skip has exactly one sequence of actions;
- every pond has at least one, and each of its beginnings is a pond too, so that it may end anywhere
  (each pond of two or more spaces has one that can be taken away again and leaves a pond).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from niwashi._core import IllegalMove
from niwashi.jardin import (
    Move,
    MoveKind,
    Position,
    Roll,
    apply,
    batch,
    is_legal_pond,
    is_pond_shape,
    legal_moves,
)

LETTERS: Final = "LBTRM="
SPACES: Final = 36
#: The first of six actions each: the location die shows 1 to 6, the die of this decoration alone.
LOCATION: Final = SPACES
PRUNE: Final = LOCATION + 6
SKIP: Final = PRUNE + 6
#: The pond is as it should be; no pond, if it has no space yet.
END: Final = SKIP + 1
ACTIONS: Final = END + 1

#: Planes of 6×6: a decoration each, trees of spring or summer, a pond each, the spaces of the move
#: begun.
PLANES: Final = 6 + 1 + 4 + 1
#: Numbers from 0 to 1: the clock (17, one of them 1), prunings (4, the same), how many of the three
#: dice show each decoration (6, thirds), location and pruned decoration of the move begun (12).
NUMBERS: Final = 17 + 4 + 6 + 12

_SIDE: Final = 6
_SPACE: Final = {f"{space // _SIDE + 1}{space % _SIDE + 1}": space for space in range(SPACES)}
_FIRST: Final = {f"{face}:": LOCATION + face - 1 for face in range(1, 7)} | {
    f"*{letter}": PRUNE + number for number, letter in enumerate(LETTERS)
}
_NO_POND: Final = Move.from_text("-")


@dataclass(frozen=True)
class Step:
    """Where a sheet stands between two actions.

    `roll` is None at a pond decision, at the end, and where the dice are to be thrown.
    """

    position: Position = Position()  # noqa: RUF009 - it is immutable
    roll: Roll | None = None
    begun: tuple[int, ...] = ()  #: the actions of a move that is not complete yet

    @property
    def needs_roll(self) -> bool:
        """True where the dice are to be thrown: `thrown` comes next, not `after`."""
        return self.roll is None and not (self.position.is_over or self.position.is_pond_decision)

    def thrown(self, roll: Roll) -> "Step":
        """The same with a roll."""
        return Step(self.position, roll)

    def legal_actions(self) -> list[int]:
        """The actions that lead to a legal move, ascending; none at the end or without a roll."""
        if self.roll is not None:
            return sorted(_draws(self.position, self.roll)[self.begun])
        if not self.position.is_pond_decision:
            return []
        return [*self._wetted(), END]

    def after(self, action: int) -> "Step":
        """The next step; the move is made when it is complete. IllegalMove if it is not legal."""
        if action not in self.legal_actions():
            raise IllegalMove(f"action: {action} is not legal here")
        begun = (*self.begun, action)
        if self.roll is not None:
            move = _draws(self.position, self.roll)[self.begun][action]
            if move is None:
                return Step(self.position, self.roll, begun)
            return Step(apply(self.position, move, self.roll))
        if action != END:
            return Step(self.position, None, begun)
        move = Move.pond(sorted(self.begun)) if self.begun else _NO_POND
        return Step(apply(self.position, move))

    def _wetted(self) -> list[int]:
        """The spaces with which the pond begun is one too."""
        near = {n for space in self.begun for n in _neighbours(space)} - set(self.begun)
        return [
            space
            for space in (sorted(near) if self.begun else range(SPACES))
            if is_legal_pond(self.position, [*self.begun, space])
        ]


def actions_of(move: Move) -> tuple[int, ...]:
    """A sequence of actions that makes the move; of a pond, one of many."""
    if move.kind is MoveKind.POND:
        return (*_grown(move.spaces), END)
    return _spelled(move.to_text())


def action_to_text(action: int) -> str:
    """An action for people: `11`, `location 5`, `prune L`, `skip`, `end`."""
    if action < LOCATION:
        return f"{action // _SIDE + 1}{action % _SIDE + 1}"
    if action < PRUNE:
        return f"location {action - LOCATION + 1}"
    if action < SKIP:
        return f"prune {LETTERS[action - PRUNE]}"
    return "skip" if action == SKIP else "end"


def mask_of(step: Step) -> NDArray[np.int8]:
    """1 for every legal action, shape (50,)."""
    mask = np.zeros(ACTIONS, np.int8)
    mask[step.legal_actions()] = 1
    return mask


def observe(steps: Sequence[Step]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """What is to be seen: planes of shape (n, 12, 6, 6), numbers of shape (n, 39)."""
    array = batch.to_array([step.position for step in steps])
    planes = np.zeros((len(steps), PLANES, SPACES), np.int8)
    planes[:, :6] = _bits(array["decorations"])
    planes[:, 6] = _bits(array["late_trees"])
    planes[:, 7:11] = _bits(array["ponds"])
    numbers = np.zeros((len(steps), NUMBERS), np.float32)
    numbers[np.arange(len(steps)), array["clock"]] = 1
    numbers[np.arange(len(steps)), 17 + array["prunings"]] = 1
    for row, step in enumerate(steps):
        if step.roll is not None:
            for letter in step.roll.decorations:
                numbers[row, 21 + LETTERS.index(letter)] += np.float32(1 / 3)
        for action in step.begun:
            if action < SPACES:
                planes[row, 11, action] = 1
            else:
                numbers[row, 27 + action - LOCATION] = 1
    return planes.reshape(-1, PLANES, _SIDE, _SIDE), numbers


def _bits(sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Sets of spaces as zeros and ones: one axis more, of length 36."""
    octets = np.ascontiguousarray(sets).astype("<u8")[..., None].view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=SPACES, bitorder="little")


@lru_cache(maxsize=4096)
def _draws(position: Position, roll: Roll) -> dict[tuple[int, ...], dict[int, Move | None]]:
    """By the actions so far: what may follow, and the move if that completes it."""
    table: dict[tuple[int, ...], dict[int, Move | None]] = {}
    for move in legal_moves(position, roll):
        actions = _spelled(move.to_text())
        for length, action in enumerate(actions[:-1]):
            table.setdefault(actions[:length], {})[action] = None
        table.setdefault(actions[:-1], {})[actions[-1]] = move
    return table


def _spelled(text: str) -> tuple[int, ...]:
    """The actions of a move without a pond, read off its text: a turn has hundreds."""
    match text[0]:
        case "*":
            return _FIRST[text[:2]], _SPACE[text[2:]]
        case "X":
            return (SKIP,)
        case "-":
            return (END,)
    return _FIRST[text[:2]], _SPACE[text[3:5]], _SPACE[text[7:9]]


def _neighbours(space: int) -> list[int]:
    row, column = divmod(space, _SIDE)
    return [
        *([space - _SIDE] if row > 0 else []),
        *([space - 1] if column > 0 else []),
        *([space + 1] if column < _SIDE - 1 else []),
        *([space + _SIDE] if row < _SIDE - 1 else []),
    ]


def _grown(spaces: Sequence[int]) -> list[int]:
    """The spaces of a pond in an order whose beginnings are ponds."""
    left, removed = list(spaces), []
    while len(left) > 1:
        last = next(s for s in left if is_pond_shape([other for other in left if other != s]))
        left.remove(last)
        removed.append(last)
    return left + removed[::-1]
