"""What a solver found: status, score and bound are three different things."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

P = TypeVar("P")
M = TypeVar("M")


class Status(StrEnum):
    """How much a result says, in CP-SAT's words."""

    OPTIMAL = "OPTIMAL"  #: the score is reached, and proven: bound == score
    FEASIBLE = "FEASIBLE"  #: the score is reached; nothing above the bound is possible
    INFEASIBLE = "INFEASIBLE"  #: proven that there is no solution
    UNKNOWN = "UNKNOWN"  #: neither a solution nor a proof that there is none


class ModelDisagreement(AssertionError):
    """The model and the rules of the core contradict each other: a bug, never an answer."""


@dataclass(frozen=True)
class Result(Generic[P, M]):
    """A plan that the core has replayed and scored, and a bound that no plan exceeds."""

    status: Status
    score: int | None  #: points of `position`; None where there is no solution
    bound: int  #: no continuation is worth more
    moves: list[M]  #: in order, pond decisions included; replayable from the start position
    position: P | None  #: the garden after the moves
    seconds: float  #: wall clock
    workers: int
    seed: int
    work: float = 0.0  #: CP-SAT's deterministic time: the same for the same search anywhere
    interrupted: bool = False  #: the user ended the search
    #: A second, different method proved it too; False if that came to no end, None if not tried.
    confirmed: bool | None = None
    statistics: dict[str, int] = field(default_factory=dict)  #: what an engine counted

    @property
    def gap(self) -> int | None:
        """Points between bound and score: 0 exactly when the score is proven optimal."""
        return None if self.score is None else self.bound - self.score
