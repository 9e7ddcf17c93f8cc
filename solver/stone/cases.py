"""The proof that no full garden is worth more, case by case.

The gardens are divided by what their score depends on as a whole: which rows are symmetric, whether
all tiles connect, and which of the few moss sets of `worth` holds the stones. Within a case
points add up from space to space, so a decision diagram (`exact/diagram.hpp`) bounds it: its
longest path, with Lagrange multipliers for the tiles' supply and for the symmetry. A case is closed
when no path is as long as a better garden needs; if it is not, it is divided further, by the
rectangle of sand that counts and then by what lies on single spaces, and its diagram is searched in
full once it is small. The case with the highest bound comes first, so the bound of the whole
falls from one to the next.

A case counts nothing too low: a garden belongs to the case of its symmetric rows, of its being
whole or not, and of the moss set that allows its stones' points, and is worth no more there.
"""

import heapq
import itertools
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from niwashi._core.exact import Diagram
from niwashi._core.search import GardenAnnealer, TilePattern
from niwashi.solver.result import ModelDisagreement
from niwashi.solver.stone.geometry import RECTANGLES, ROWS, SPACES, WIDTH
from niwashi.solver.stone.supply import Card, Layout, Supply
from niwashi.solver.stone.worth import SETS, best_stones, by_moss, frontier

SYMMETRY_POINTS: Final = 5
WHOLE_POINTS: Final = 7
MOSS_POINTS: Final = 2
ARCS: Final = {"nw": 1, "ne": 2, "sw": 4, "se": 8}

#: Arcs of a diagram in memory (8 bytes each, and as much again while it is built).
MOST_ARCS: Final = 4_000_000
#: A diagram with fewer arcs is searched in full before its case is divided.
FEW_ARCS: Final = 100_000
#: Arcs that one full search may look at.
SEARCHED_ARCS: Final = 3_000_000
#: What a node and an arc of a diagram have room for.
MOST_EDGES: Final = 4000
MOST_PATTERNS: Final = 65_000
ANNEALING_STEPS: Final = 2_000_000
#: Arcs and annealing steps in a unit of work, about a second of one core.
ARCS_A_WORK: Final = 150_000_000
STEPS_A_WORK: Final = 5_000_000

Domain = list[list[int]]


class Stopped(Exception):
    """A limit is reached or the user has interrupted."""


@dataclass(frozen=True)
class Case:
    """Gardens with something in common, by what the class before says of them."""

    domain: Domain  #: patterns allowed on each space
    symmetric: tuple[bool, ...]  #: rows that must be symmetric
    whole: bool | None  #: all pairs connect; None: not said
    stones: int  #: points of the stones
    rectangle: tuple[int, ...] | None = None  #: the sand that counts; None: not said

    def constant(self, virtue: int) -> int:
        """Points that are the same all over the case."""
        whole = 0 if self.whole is False else WHOLE_POINTS
        return virtue + self.stones + SYMMETRY_POINTS * sum(self.symmetric) + whole

    def points(self) -> list[tuple[int, int]]:
        """Points of a space on sand and on moss.

        A rectangle not said has no more area than there is sand.
        """
        sand = [self.rectangle is None or s in self.rectangle for s in SPACES]
        return [(int(counts), MOSS_POINTS) for counts in sand]


class Tiles:
    """A supply of tiles and stones in the terms of the compiled searches."""

    def __init__(self, supply: Supply, card: Card | None) -> None:
        self.supply = supply
        self.card = card
        self.counts = list(supply.kinds.values())
        self.standing = {s: c.stone for s, c in enumerate(supply.laid) if c is not None and c.stone}
        self.frontier = frontier(supply.stones, self.standing, card)
        kind = {p: k for k, faces in enumerate(supply.kinds) for p in faces}
        self.edges = edges = {
            e: i for i, e in enumerate(sorted({e for p in supply.patterns for e in p[1:5]}))
        }
        self.patterns = [
            TilePattern(
                moss=p.moss,
                north=edges[p.north],
                east=edges[p.east],
                south=edges[p.south],
                west=edges[p.west],
                arcs=sum(ARCS[corner] for corner in p.arcs),
                kind=kind[i],
            )
            for i, p in enumerate(supply.patterns)
        ]
        self._pairs = {p for p in kind if self.counts[kind[p]] > 1}
        start = supply.layout_of(supply.start)
        self.domain = [
            list(range(len(self.patterns))) if p is None else [p] for p in start.patterns
        ]

    @property
    def are_few(self) -> bool:
        """True if there are not too many different edges and patterns for a diagram."""
        return len(self.edges) <= MOST_EDGES and len(self.patterns) <= MOST_PATTERNS

    def moss(self, pattern: int) -> bool:
        """True if the pattern is moss."""
        return self.supply.patterns[pattern].moss

    def narrowed(
        self, domain: Domain, moss: Mapping[int, bool], symmetric: tuple[bool, ...]
    ) -> Domain | None:
        """The patterns left with moss or sand on some spaces, and symmetry; None if not possible.

        Mirrored spaces of a symmetric row show the same pattern, of which there must be two.
        """
        narrower = [
            [p for p in domain[s] if s not in moss or self.moss(p) == moss[s]] for s in SPACES
        ]
        for row, column in itertools.product(ROWS, range(WIDTH // 2)):
            if symmetric[row]:
                s, n = WIDTH * row + column, WIDTH * row + WIDTH - 1 - column
                both = self._pairs.intersection(narrower[s], narrower[n])
                narrower[s] = narrower[n] = sorted(both)
        return narrower if all(narrower) else None

    def layout(self, patterns: list[int]) -> Layout:
        """The tiles with the best stones for their moss."""
        moss = [s for s, p in enumerate(patterns) if self.moss(p)]
        stones = best_stones(self.supply.stones, self.standing, self.card, moss)
        return Layout(list(patterns), stones)

    def cases(self) -> Iterator[Case]:
        """The cases to begin with."""
        for symmetric in itertools.product((True, False), repeat=len(ROWS)):
            for moss, stones in self.frontier:
                domain = self.narrowed(self.domain, dict.fromkeys(moss, True), symmetric)
                if domain is not None:
                    yield Case(domain, symmetric, None, stones)

    def parts(self, case: Case) -> Iterator[Case]:
        """A case divided further: by rectangle, else by what lies on the space least settled."""
        if case.rectangle is None:
            for rectangle in ((), *map(tuple, RECTANGLES)):
                domain = self.narrowed(case.domain, dict.fromkeys(rectangle, False), case.symmetric)
                if domain is not None:
                    yield replace(case, domain=domain, rectangle=rectangle)
            return
        space = max(SPACES, key=lambda s: len(case.domain[s]))
        here = sorted(case.domain[space], key=self.moss)
        moss = sum(self.moss(p) for p in here)
        cut = len(here) - moss if 0 < moss < len(here) else len(here) // 2
        for half in (here[:cut], here[cut:]):
            domain = list(case.domain)
            domain[space] = half
            narrower = self.narrowed(domain, {}, case.symmetric)
            if narrower is not None:
                yield replace(case, domain=narrower)

    def by_moss(self) -> list[int]:
        """Points that depend on the moss alone (moss, rectangle, stones), by set of spaces."""
        stones = by_moss(self.supply.stones, self.standing, self.card)
        area = np.zeros_like(SETS)
        for rectangle in RECTANGLES:
            is_sand = SETS & sum(1 << s for s in rectangle) == 0
            area = np.where(is_sand, np.maximum(area, len(rectangle)), area)
        sizes = sum(SETS >> s & 1 for s in SPACES)
        points: list[int] = (stones + area + MOSS_POINTS * sizes).tolist()
        return points


@dataclass
class _Open:
    """A case to be looked at, with a bound of its gardens and the prices that gave it."""

    case: Case
    bound: int
    prices: list[int] | None = None


class CaseProof:
    """The search through all cases, on some threads.

    `offer` is called with the patterns of gardens as they are found and returns what they are
    worth; `score` gives the best so far. Gardens are offered by one thread at a time.
    """

    def __init__(
        self,
        tiles: Tiles,
        virtue: int,
        bound: int,
        offer: Callable[[list[int]], int],
        score: Callable[[], int],
    ) -> None:
        self._tiles = tiles
        self._virtue = virtue
        self._offer = offer
        self._score = score
        self._condition = threading.Condition()
        self._open: list[tuple[int, int, _Open]] = []
        self._number = itertools.count()
        self._active: dict[int, int] = {}  # bounds of the cases that threads are looking at
        self._prices: dict[tuple[bool, ...], list[int]] = {}
        self._arcs = 0
        self._steps = 0
        self._stopping = False
        self._work_limit: float | None = None
        for case in tiles.cases():
            self._push(_Open(case, bound))

    @property
    def work(self) -> float:
        """What was done so far, in units close to seconds of one core."""
        return self._arcs / ARCS_A_WORK + self._steps / STEPS_A_WORK

    def bound(self) -> int:
        """No full garden is worth more, unless its score was offered."""
        with self._condition:
            return max(
                (*(o.bound for _, _, o in self._open[:1]), *self._active.values()), default=0
            )

    def run(self, seed: int, work_limit: float | None) -> None:
        """What one thread does: anneals a while, then looks at cases until none is left."""
        self._work_limit = work_limit
        try:
            self._anneal(seed)
            while (case := self._next()) is not None:
                self._look(case)
        except Stopped:
            pass
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Ends all threads soon; what they are looking at stays open."""
        with self._condition:
            self._stopping = True
            self._condition.notify_all()

    def _check(self) -> None:
        if self._work_limit is not None and self.work >= self._work_limit:
            self.stop()
        if self._stopping:
            raise Stopped

    def _push(self, entry: _Open) -> None:
        heapq.heappush(self._open, (-entry.bound, next(self._number), entry))

    def _next(self) -> _Open | None:
        """The case with the highest bound, from now on active; None if none is left."""
        with self._condition:
            while True:
                self._check()
                if self._open and self._open[0][2].bound > self._score():
                    entry = heapq.heappop(self._open)[2]
                    self._active[threading.get_ident()] = entry.bound
                    return entry
                if not self._active:
                    self._open.clear()
                    return None
                self._condition.wait()

    def _anneal(self, seed: int) -> None:
        tiles = self._tiles
        annealer = GardenAnnealer(
            tiles.patterns, tiles.counts, tiles.domain, tiles.by_moss(), seed % 2**64
        )
        chunk = ANNEALING_STEPS // 20
        for _ in range(20):
            annealer.run(chunk)
            with self._condition:
                self._steps += chunk
                if annealer.points + self._virtue > self._score():
                    self._offer(annealer.best())
                self._check()

    def _look(self, entry: _Open) -> None:
        """Closes a case or pushes what is left of it."""
        case = entry.case
        first = entry.prices is None
        diagram = self._diagram(case)
        prices = self._prices.get(case.symmetric) if first else entry.prices
        if prices is not None:
            diagram.prices = prices
        left: list[_Open] = []
        if first:
            # Before fits are looked at the case is the same whether all connect or not.
            if not self._tighten(diagram, case, 10 if prices else 40):
                bound = min(entry.bound, diagram.bound)
                self._prices[case.symmetric] = diagram.prices
                for whole, less in ((True, 0), (False, WHOLE_POINTS)):
                    part = replace(case, whole=whole)
                    left.append(_Open(part, bound - less, diagram.prices))
        else:
            self._close(case, diagram, 4)
        self._count(diagram)
        with self._condition:
            for rest in left:
                self._push(rest)
            del self._active[threading.get_ident()]
            self._condition.notify_all()

    def _diagram(self, case: Case) -> Diagram:
        return Diagram(
            self._tiles.patterns,
            self._tiles.counts,
            case.domain,
            case.symmetric,
            case.whole is not False,
            case.rectangle is not None,
            case.points(),
            case.constant(self._virtue),
            1 << 31,
        )

    def _close(self, case: Case, diagram: Diagram, steps: int) -> None:
        """Shows that no garden of the case is better than the best, or finds those that are."""
        if self._tighten(diagram, case, steps):
            return
        while not diagram.is_detailed:
            finer = diagram.refined(self._score() + 1, MOST_ARCS)
            if not finer.is_complete:
                break
            diagram = finer
            closed = self._tighten(diagram, case, 24)
            self._count(diagram)
            if closed:
                return
            self._lower(case, diagram.bound)
        if diagram.is_detailed and (case.rectangle is not None or diagram.arcs < FEW_ARCS):
            finished = diagram.enumerate(self._score() + 1, SEARCHED_ARCS)
            self._take(diagram, case)
            if finished:
                return
        for part in self._tiles.parts(case):
            narrower = diagram.restricted(
                part.domain,
                part.symmetric,
                part.whole is not False,
                part.rectangle is not None,
                part.points(),
                part.constant(self._virtue),
            )
            self._close(part, narrower, 24)
            self._count(narrower)

    def _lower(self, case: Case, bound: int) -> None:
        """Notes a bound of an active case, not of a part of it."""
        if case.rectangle is None:
            with self._condition:
                active = self._active
                active[threading.get_ident()] = min(active[threading.get_ident()], bound)

    def _tighten(self, diagram: Diagram, case: Case, steps: int) -> bool:
        """Lowers the bound; True if no garden of the case is better than the best so far."""
        at_once = max(1, min(steps, 4_000_000 // (diagram.arcs + 1)))
        for _ in range(0, steps, at_once):
            self._check()
            if diagram.tighten(self._score() + 1, at_once):
                return True
            while self._take(diagram, case):
                if diagram.tighten(self._score() + 1, at_once):
                    return True
        return False

    def _take(self, diagram: Diagram, case: Case) -> bool:
        """Offers the best garden of the diagram; True if it was better than the best."""
        found = diagram.found
        if found is None:
            return False
        points, patterns = found
        with self._condition:
            before = self._score()
            if points <= before:
                return False
            total = self._offer(patterns)
            if total < points and case.rectangle is not None:
                raise ModelDisagreement(f"the diagram counts {points} points, the core {total}")
            return total > before

    def _count(self, diagram: Diagram) -> None:
        with self._condition:
            self._arcs += diagram.work
