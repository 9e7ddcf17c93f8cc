"""What a run of the benchmark found, and what follows from it about threads and sizes."""

import os
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Self

from niwashi.versions import machine, versions

THREADS = (1, 2)


@dataclass(frozen=True)
class Rate:
    """How fast the core does one thing."""

    game: str  #: "jardin" or "stone"
    what: str  #: "perft", "score" or "random games"
    way: str  #: "one by one" or "batch" from Python, or "C++" in one call
    threads: int
    count: int  #: nodes, gardens or games of the best round, all threads together
    seconds: float  #: of that round
    per_second: float


@dataclass(frozen=True)
class Solve:
    """How long the solver took for one instance; seconds of wall clock, None if not reached."""

    game: str
    size: int  #: turns left to play, or tiles to lay
    threads: int
    status: str
    score: int | None
    bound: int
    first: float | None  #: seconds to the first plan
    near: float | None  #: to one that is at most a point below the optimum
    proof: float | None
    seconds: float


@dataclass(frozen=True)
class HintCost:
    """What a hint costs, as a mean over fixed decisions."""

    game: str
    samples: int  #: games asked for
    threads: int
    games: float  #: games played: the round that reaches `samples` is finished
    seconds: float  #: a decision


@dataclass(frozen=True)
class Strength:
    """How well a policy plays whole games. Few games: see the standard errors."""

    game: str
    policy: str
    samples: int | None  #: games a decision of `hint`
    games: int
    points: float  #: mean
    stderr: float  #: standard error of `points`
    won: (
        float | None
    )  #: share of victories against `greedy`, ties shared; None where one plays alone
    seconds: float  #: a decision, with one thread


@dataclass
class Report:
    """Everything of one run. What was skipped, or not measured before an interrupt, is missing."""

    quick: bool
    seed: int
    date: str  #: UTC
    load: float | None  #: processes that wanted a processor when the run began, mean of a minute
    machine: dict[str, str | int]
    versions: dict[str, str]
    seconds: float = 0.0  #: all together
    interrupted: bool = False
    skipped: list[str] = field(default_factory=list)  #: what there was no time for
    signature: int | None = None
    signature_parts: dict[str, int] = field(default_factory=dict)
    core: list[Rate] = field(default_factory=list)
    solver: list[Solve] = field(default_factory=list)
    hint_costs: list[HintCost] = field(default_factory=list)
    strength: list[Strength] = field(default_factory=list)

    @classmethod
    def begin(cls, *, quick: bool, seed: int) -> Self:
        """A report of this machine, now, with nothing measured yet."""
        return cls(
            quick=quick,
            seed=seed,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
            machine=machine(),
            versions=versions(),
        )

    def sign(self, signature: tuple[int, dict[str, int]]) -> None:
        """Takes the signature and its parts."""
        self.signature, self.signature_parts = signature

    def timings(self) -> list[tuple[str, str, int | None, int, float]]:
        """Game, what, size, threads and seconds of all that was done with 1 and 2 threads."""
        return [
            *((r.game, f"{r.what}, {r.way}", None, r.threads, 1 / r.per_second) for r in self.core),
            *((s.game, "solve", s.size, s.threads, s.seconds) for s in self.solver if s.proof),
            *((h.game, "hint", h.samples, h.threads, h.seconds) for h in self.hint_costs),
        ]

    def speedups(self) -> list[dict[str, Any]]:
        """How many times as fast two threads are as one, of everything measured with both."""
        seconds = {timing[:4]: timing[4] for timing in self.timings()}
        return [
            {
                "game": game,
                "what": what,
                "size": size,
                "speedup": round(took / seconds[game, what, size, 2], 2),
            }
            for (game, what, size, threads), took in seconds.items()
            if threads == 1 and (game, what, size, 2) in seconds
        ]

    def costs(self) -> list[dict[str, Any]]:
        """Seconds against size with one thread: turns left, tiles to lay, samples of a hint."""
        return [
            {"game": game, "what": what, "size": size, "seconds": took}
            for game, what, size, threads, took in self.timings()
            if size is not None and threads == 1
        ]

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        whole = asdict(self)
        hints = {"cost": whole.pop("hint_costs"), "strength": whole.pop("strength")}
        scaling = {"threads": self.speedups(), "size": self.costs()}
        return {**whole, "hints": hints, "scaling": scaling}
