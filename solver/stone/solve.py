"""From tiles and stones to the garden worth most.

Full gardens are looked at case by case (`cases`); if gardens may stay unfinished, CP-SAT solves the
`model`. Whatever these say, only gardens that the core has read and scored leave this module.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model

from niwashi._core import InvalidText
from niwashi._core.stone import Edition, Garden, Move, score
from niwashi.processors import processors
from niwashi.solver.result import ModelDisagreement, Result, Status
from niwashi.solver.running import (
    Interrupts,
    Watcher,
    check_limits,
    configured,
    run_in_thread,
)
from niwashi.solver.stone.cases import CaseProof, Tiles
from niwashi.solver.stone.geometry import SPACES, VERTICES, WIDTH
from niwashi.solver.stone.model import (
    CIRCLE_POINTS,
    SEMICIRCLE_POINTS,
    GardenModel,
    laying_order,
)
from niwashi.solver.stone.supply import Card, Layout, Supply

MAX_VIRTUE: Final = 6


@dataclass(frozen=True)
class GardenResult(Result[Garden, Move]):
    """A garden that the core has scored; `moves` lay and place what the start has not yet.

    The tiles come in an order that S6 allows, then the stones, as if they were bought.
    """

    card: str | None = None  #: the Name Garden it was made for
    reason: str | None = None  #: why there is no garden, if status is INFEASIBLE


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a running search stands."""

    phase: str  #: "proving"
    seconds: float
    score: int
    bound: int
    garden: Garden  #: the best so far


def maximum(
    edition: Edition,
    *,
    players: int = 4,
    card: str | None = None,
    tiles: Mapping[str, int] | None = None,
    start: Garden | None = None,
    virtue: int = MAX_VIRTUE,
    partial: bool = False,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int | None = None,
    seed: int = 0,
    presolve: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> GardenResult:
    """The garden worth most, of an edition's tiles and the stones of so many players.

    `card` is the id of a Name Garden to count. `tiles` limits the supply to these, by id. What lies
    in `start` stays as it lies and counts against both supplies. Only full gardens are looked at,
    unless `partial` allows those that are not, too: without it fewer than 15 tiles are INFEASIBLE.
    InvalidText for anything the edition does not have, or has not as often.

    `time_limit` is in seconds of wall clock, `work_limit` in deterministic units, close to seconds
    of one quiet core (CP-SAT's own if `partial`); with one worker and no time limit the same
    arguments give the same garden and bound every time. `presolve` concerns CP-SAT alone. An
    interrupt (SIGINT, Ctrl-C) ends the search early, if it runs in the main thread: the result then
    says `interrupted`, with the best garden and bound so far. `on_progress` is called from the
    calling thread, about ten times a second.
    """
    check_limits(time_limit, work_limit, workers)
    supply = _supply(edition, players, tiles, start, virtue)
    search = _Search(supply, card, virtue, partial, workers or processors(), seed)
    return search.run(time_limit, work_limit, presolve, on_progress, None)


def maximum_by_card(
    edition: Edition,
    *,
    players: int = 4,
    tiles: Mapping[str, int] | None = None,
    start: Garden | None = None,
    virtue: int = MAX_VIRTUE,
    partial: bool = False,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int | None = None,
    seed: int = 0,
    presolve: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> list[GardenResult]:
    """The maximum with each Name Garden of the edition, the one that allows most first.

    As `maximum`, but the limits are for all cards together: each gets an equal share of what is
    left. After an interruption the cards not looked at are missing.
    """
    check_limits(time_limit, work_limit, workers)
    supply = _supply(edition, players, tiles, start, virtue)
    began = time.monotonic()
    work = 0.0
    results: list[GardenResult] = []
    cards = [card.id for card in edition.name_gardens]
    for i, card in enumerate(cards):
        left = len(cards) - i
        seconds = None if time_limit is None else began + time_limit - time.monotonic()
        search = _Search(supply, card, virtue, partial, workers or processors(), seed)
        result = search.run(
            None if seconds is None else max(seconds, 0.01) / left,
            None if work_limit is None else max(work_limit - work, 0.01) / left,
            presolve,
            on_progress,
            results[-1].position if results else None,
        )
        work += result.work
        results.append(result)
        if result.interrupted:
            break
    return sorted(results, key=lambda r: -math.inf if r.score is None else r.score, reverse=True)


def _supply(
    edition: Edition,
    players: int,
    tiles: Mapping[str, int] | None,
    start: Garden | None,
    virtue: int,
) -> Supply:
    if not 0 <= virtue <= MAX_VIRTUE:
        raise InvalidText(f"virtue: {virtue} is not 0 to {MAX_VIRTUE}")
    if start is not None and start.edition != edition:
        raise ValueError("start: a garden of another edition")
    return Supply(edition, players, tiles, Garden(edition) if start is None else start)


class _Search:
    """One search: the best garden so far, and the bound so far."""

    def __init__(
        self,
        supply: Supply,
        card: str | None,
        virtue: int,
        partial: bool,
        workers: int,
        seed: int,
    ) -> None:
        self.supply = supply
        self.card = card
        self.virtue = virtue
        self.partial = partial
        self.workers = workers
        self.seed = seed
        self.layout = Layout([], [])
        self.garden: Garden | None = None
        self.score: int | None = None
        self.bound = 0
        self.work = 0.0
        self.interrupts = Interrupts()
        self._shown = None if card is None else Card.of(supply.edition, card)
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def run(
        self,
        time_limit: float | None,
        work_limit: float | None,
        presolve: bool,
        on_progress: Callable[[Progress], None] | None,
        first: Garden | None,
    ) -> GardenResult:
        """Solves the model; `first` is a garden to begin with."""
        tiles = self.supply.tile_count
        if tiles < len(SPACES) and not self.partial:
            reason = f"a full garden needs {len(SPACES)} tiles, but there are {tiles}"
            return self._result(Status.INFEASIBLE, reason)
        cases = Tiles(self.supply, self._shown)
        self.bound = trivial_bound(cases.frontier, self.virtue)
        with self.interrupts:
            self.take(first_layout(self.supply, self.partial))
            if first is not None:
                self.take(self.supply.layout_of(first))
            if self.partial or not cases.are_few:
                self._solve(time_limit, work_limit, presolve, on_progress)
            else:
                self._prove(cases, time_limit, work_limit, on_progress)
        return self._result(Status.OPTIMAL if self.score == self.bound else Status.FEASIBLE)

    def take(self, layout: Layout) -> int:
        """Has the core read and score a garden, and keeps it if it is the best so far."""
        try:
            garden = self.supply.garden_of(layout)
        except (InvalidText, StopIteration) as error:
            raise ModelDisagreement(f"a garden of the model cannot be: {error}") from error
        total = score(garden, self.card, self.virtue).total
        if self.score is None or total > self.score:
            self.layout, self.garden, self.score = layout, garden, total
        return total

    def tighten(self, bound: float) -> None:
        """Takes a bound of the model; it is never allowed below a garden that was scored."""
        self.bound = min(self.bound, math.floor(bound + 1e-6))
        if self.score is not None and self.bound < self.score:
            raise ModelDisagreement(f"bound {self.bound} is below a garden's {self.score}")

    def _prove(
        self,
        tiles: Tiles,
        time_limit: float | None,
        work_limit: float | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        """Looks at all full gardens, case by case."""

        def best() -> int:
            return self.score or 0

        proof = CaseProof(
            tiles,
            self.virtue,
            self.bound,
            lambda patterns: self.take(tiles.layout(patterns)),
            best,
        )
        with ThreadPoolExecutor(self.workers) as threads:
            running = {
                threads.submit(proof.run, self.seed + i, work_limit) for i in range(self.workers)
            }
            while running:
                done, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
                out_of_time = time_limit is not None and self.seconds >= time_limit
                if out_of_time or self.interrupts.noted:
                    proof.stop()
                for thread in done:
                    thread.result()
                self.bound = min(self.bound, max(best(), proof.bound()))
                self._report(on_progress)
        self.work += proof.work

    def _report(self, on_progress: Callable[[Progress], None] | None) -> None:
        if on_progress is not None and self.score is not None and self.garden is not None:
            on_progress(Progress("proving", self.seconds, self.score, self.bound, self.garden))

    def _solve(
        self,
        time_limit: float | None,
        work_limit: float | None,
        presolve: bool,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        """Has CP-SAT solve the model."""
        model = GardenModel(self.supply, self._shown, self.virtue, self.partial)
        model.hint(self.layout)
        solver = configured(self.workers, self.seed, presolve)
        if time_limit is not None:
            solver.parameters.max_time_in_seconds = max(0.01, time_limit - self.seconds)
        if work_limit is not None:
            solver.parameters.max_deterministic_time = work_limit
        watcher = Watcher(lambda solution: self.take(model.layout_of(solution)), self.tighten)

        def look() -> bool:
            self._report(on_progress)
            return self.interrupts.noted

        status = run_in_thread(solver, model.model, watcher, look)
        self.work += solver.deterministic_time
        if status == cp_model.INFEASIBLE:
            raise ModelDisagreement("the model has no solution, but a garden exists")
        if status == cp_model.MODEL_INVALID:
            raise ModelDisagreement(f"the model is not valid: {model.model.validate()}")
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self.tighten(solver.best_objective_bound)
        if status == cp_model.OPTIMAL and self.score != self.bound:
            raise ModelDisagreement(f"the model proves {self.bound}, the core {self.score}")

    def _result(self, status: Status, reason: str | None = None) -> GardenResult:
        return GardenResult(
            status=status,
            score=self.score,
            bound=self.bound,
            moves=self._moves(),
            position=self.garden,
            seconds=self.seconds,
            workers=self.workers,
            seed=self.seed,
            work=self.work,
            interrupted=self.interrupts.noted,
            card=self.card,
            reason=reason,
        )

    def _moves(self) -> list[Move]:
        if self.garden is None:
            return []
        cells = self.garden.to_text().replace("/", ",").split(",")
        laid = [s for s in SPACES if cells[s] != "_"]
        texts = [
            f"{_name(s)}={cells[s].rstrip('@').partition(':')[0]}"
            for _, s in laying_order(self.supply, laid)
        ]
        for s, (old, new) in enumerate(zip(self.supply.laid, self.layout.stones, strict=True)):
            if new is not None and (old is None or old.stone is None):
                texts.append(f"buy:{new}{_name(s)}")
        return [Move.from_text(self.supply.edition, text) for text in texts]


def first_layout(supply: Supply, partial: bool) -> Layout:
    """The start, filled up with tiles as they come unless it may stay as it is."""
    start = supply.layout_of(supply.start)
    if partial:
        return start
    left = dict(supply.kinds)
    for pattern in start.patterns:
        for faces in left:
            if pattern in faces:
                left[faces] -= 1
    tiles = iter([faces[0] for faces, count in left.items() for _ in range(count)])
    return Layout([next(tiles) if p is None else p for p in start.patterns], start.stones)


def trivial_bound(frontier: Sequence[tuple[list[int], int]], virtue: int) -> int:
    """A bound that needs no search.

    A space gives at most 2 points as moss, a row 5, and the garden 7 for connecting; circles and
    semicircles are as many as vertices. Stones give what `worth` says on moss all over.
    """
    circles = sum(len(tiles) == 4 for tiles in VERTICES.values())
    whirlpools = CIRCLE_POINTS * circles + SEMICIRCLE_POINTS * (len(VERTICES) - circles)
    stones = max(points for _, points in frontier)
    return 2 * len(SPACES) + 3 * 5 + 7 + whirlpools + stones + virtue


def _name(space: int) -> str:
    row, column = divmod(space, WIDTH)
    return f"{row + 1}{column + 1}"
