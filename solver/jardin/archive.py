"""The archived theoretical maxima: plans and what was proved of them, when and with what.

`python -m bench.maxima` writes the file. Nothing of it is believed that can be checked at once: the
moves are replayed and the garden scored whenever an entry is read.
"""

from functools import cache
from importlib import resources

import msgspec

from niwashi._core.jardin import Move, Position, Roll, dice_from_text, score
from niwashi.jardin.play import replay
from niwashi.solver.jardin.maximum import Limits
from niwashi.solver.result import ModelDisagreement


class Proof(msgspec.Struct, frozen=True):
    """When, with what and in how long something was proved."""

    date: str
    seconds: float
    workers: int
    versions: dict[str, str]
    machine: str


class Confirmed(Proof, frozen=True):
    """The same of the second proof, with what it saw."""

    patterns: list[int]  #: water patterns by Euler characteristic, 0 to 4
    left_by_counting: int
    left_by_packing: int
    decided: int
    reaching: int


class Maximum(msgspec.Struct, frozen=True):
    """The greatest score under some limits."""

    limits: Limits
    score: int
    dice: str
    moves: list[str]
    proven: Proof
    confirmed: Confirmed | None

    def played(self) -> tuple[list[Roll], list[Move], Position]:
        """Dice, moves and garden. ModelDisagreement if the garden is worth another score."""
        dice = dice_from_text(self.dice)
        moves = [Move.from_text(text) for text in self.moves]
        position = replay(Position(), dice, moves)[-1].after
        total = score(position).total
        if not position.is_over or total != self.score:
            raise ModelDisagreement(f"the archived plan is worth {total}, not {self.score}")
        return dice, moves, position


class _Archive(msgspec.Struct):
    maxima: list[Maximum]


@cache
def maxima() -> tuple[Maximum, ...]:
    """All entries, in the order of the file."""
    text = resources.files("niwashi.jardin").joinpath("maxima.json").read_bytes()
    return tuple(msgspec.json.decode(text, type=_Archive).maxima)


def maximum(limits: Limits) -> Maximum | None:
    """The entry for some limits, if there is one."""
    return next((entry for entry in maxima() if entry.limits == limits), None)
