"""The solvers' speed on fixed instances: to the first plan, to within a point, to the proof.

The instances of a game are the ends of one best game, from a few decisions left to all of them. So
the optimum is the same for each, and the cost is seen against the size.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, Protocol

from niwashi import jardin, stone
from niwashi.benchmark.report import THREADS, Solve
from niwashi.solver.result import Result, Status

#: Dice, and a game on them that is worth most.
DICE = "125 366 124 556 235 146 112 346 256 245 136 444"
MOVES = (
    "2:L12+M22 3:=13+=33 4:L44+B42 ~11,21 6:M36+M64 3:B32+M34 6:L66+R26 "
    "~13,15,23,24,25,26,33,35,45,46,53,54,55,56,63,65 1:L51+B31 3:R23+=35 5:B52+=15 ~41 "
    "4:B43+M14 6:L16+T62 4:R41+R45 ~61"
)
JARDIN_OPTIMUM = 76

#: A garden of the packaged edition that is worth most once the best stones are bought.
GARDEN = (
    "north-west,north-east,west,north-east,north-west/"
    "island,top',top',top',island/island,top,top,top,island"
)
STONE_OPTIMUM = 118

#: Instances: turns left or tiles to lay, the quicker ones first.
INSTANCES = (
    *(("jardin", 3), ("jardin", 6), ("stone", 3), ("stone", 6), ("stone", 9), ("stone", 15)),
    *(("jardin", 9), ("jardin", 12)),
)
INSTANCES_QUICK = (("jardin", 3), ("jardin", 6), ("stone", 3), ("stone", 15))


def measurements(quick: bool, end: float) -> Iterator[tuple[str, Callable[[], Solve]]]:
    """Each instance with each number of threads: its name, and what solves it until `end`."""
    for (game, size), threads in product(INSTANCES_QUICK if quick else INSTANCES, THREADS):
        # Half of what is left is more than the quick ones need, and leaves half for two threads.
        limit = max(end - time.monotonic(), 0.2) / 2
        run = solve_jardin if game == "jardin" else solve_stone
        yield f"{game}, {size} to go, {threads} threads", partial(run, size, threads, limit)


def solve_jardin(turns: int, threads: int, time_limit: float) -> Solve:
    """Solves the last turns of the game, and the pond decision before them if there is one.

    Raises KeyboardInterrupt if it was interrupted.
    """
    from niwashi.solver.jardin import solve

    dice = jardin.dice_from_text(DICE)
    moves = [jardin.Move.from_text(text) for text in MOVES.split()]
    steps = jardin.replay(jardin.Position(), dice, moves)
    start = next(step.before for step in steps if step.before.turns_left == turns)
    clock = Clock(JARDIN_OPTIMUM)
    result = solve(
        start, dice[-turns:], time_limit=time_limit, workers=threads, on_progress=clock.look
    )
    return clock.solve("jardin", turns, result)


def solve_stone(tiles: int, threads: int, time_limit: float) -> Solve:
    """Lays the last tiles of the garden, and all stones.

    Raises KeyboardInterrupt if it was interrupted.
    """
    from niwashi.solver.stone import maximum

    edition = stone.default_edition()
    clock = Clock(STONE_OPTIMUM)
    result = maximum(
        edition,
        start=stone.Garden.from_text(edition, without_last(GARDEN, tiles)),
        time_limit=time_limit,
        workers=threads,
        on_progress=clock.look,
    )
    return clock.solve("stone", tiles, result)


def without_last(garden: str, tiles: int) -> str:
    """The text of a full garden without its last tiles, row by row."""
    spaces = garden.replace("/", ",").split(",")
    kept = spaces[: len(spaces) - tiles] + ["_"] * tiles
    return "/".join(",".join(kept[row : row + 5]) for row in (0, 5, 10))


class Progress(Protocol):
    """What the solvers of both games tell while they run."""

    @property
    def seconds(self) -> float:
        """So far."""

    @property
    def score(self) -> int:
        """Of the best plan so far."""


class Clock:
    """Notes when a search had its first plan, and when a good one: to a tenth of a second."""

    def __init__(self, optimum: int) -> None:
        self._optimum = optimum
        self._first: float | None = None
        self._near: float | None = None

    def look(self, progress: Progress) -> None:
        """Takes a report of the search."""
        self.note(progress.seconds, progress.score)

    def note(self, seconds: float, score: int) -> None:
        """Takes the best score at a time."""
        if self._first is None:
            self._first = seconds
        if self._near is None and score >= self._optimum - 1:
            self._near = seconds

    def solve(self, game: str, size: int, result: Result[Any, Any]) -> Solve:
        """What came of it. Raises KeyboardInterrupt if the search was interrupted.

        AssertionError for a proven score that is not the optimum: a bug, never a figure.
        """
        if result.interrupted:
            raise KeyboardInterrupt
        proven = result.status is Status.OPTIMAL
        assert not proven or result.score == self._optimum, (game, size, result.score)
        if result.score is not None:
            self.note(result.seconds, result.score)
        return Solve(
            game=game,
            size=size,
            threads=result.workers,
            status=result.status.value,
            score=result.score,
            bound=result.bound,
            first=self._first,
            near=self._near,
            proof=result.seconds if proven else None,
            seconds=result.seconds,
        )
