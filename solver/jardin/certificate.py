"""Prices as certificates: upper bounds for all water patterns at once, from any prices whatever.

The heart of the second method (`confirm.py`). It takes prices that the first one found, believes
nothing of them, and computes by itself what they prove.

Let every decoration have a price by its kind and the cross it is drawn in (cross 0: pruned, J3),
a scoring bridge a price of its own, each pair of adjacent spaces a price for a scoring lantern on
them or their neighbours (at most one fits, J7), each 2x2 block one for a scoring rock (J10); these
last two not below 0. In a game, let a space earn the points of what lies there, less its price,
less what it pays for pairs and blocks, and a turn the prices of what it draws. All this together
with 3 for each pond, the table's points for bridges (J12) and the prices of all pairs and blocks is
at least the score: what a turn earns a space pays, and no pair or block is paid for twice. Now let
each space and each turn earn the most that it could, alone. That is no less, whatever the prices
are, and easily computed (weak duality). Bad prices only make a weak bound.

The most that a space could earn depends on what it is: water or earth, and how much water is
beside. So the bound is a sum over rows, each seen with the row above and the row below, and over
two halves of three rows that touch at a *seam*, the two rows in the middle.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from niwashi._core.exact import Assignment, Market, WaterProblem
from niwashi._core.jardin import MoveKind, Position, Roll
from niwashi.solver.jardin.confirm import OUTSIDE, SIDE, encloses_earth, fit
from niwashi.solver.jardin.model import (
    BRIDGE_POINTS,
    FIRST_LATE_TURN,
    KINDS,
    MAX_PRUNINGS,
    SPACES,
    TURNS,
    Option,
    adjacent,
    around,
    blocks,
    distance,
    options_of,
)

Integers = npt.NDArray[np.int32]
Indices = npt.NDArray[np.intp]

#: Prices are in units of 1/256 point.
UNIT: Final = 256
SCORING_BRIDGE: Final = len(KINDS)  #: its row among the prices, after those of KINDS
#: What a space can be to a decoration: earth beside 0 to 3 water spaces, water, or water between
#: two earth spaces (J12).
GROUNDS: Final = 6
WET, SPANNED = 4, 5
_NOWHERE: Final = 1 << 20  #: the price where nothing is for sale
_IMPOSSIBLE: Final = -(1 << 26)
#: How many certificates a sieve keeps at hand, and how many of them meet all pairs of halves.
KEPT: Final = 16
_LEADING: Final = 2
#: Prices are asked to bring a pattern so many points below the target, in so many steps: they then
#: refute more patterns that are like it.
AHEAD: Final = 2
_STEPS: Final = 1000
_STEPS_AT_LAST: Final = 4000
#: Rough, but always the same.
_SECONDS_A_SEAM, _SECONDS_A_PAIR, _SECONDS_A_PRICING = 2e-3, 1e-8, 6e-3


class Prices(Protocol):
    """Whole numbers, in units of 1/256 point."""

    @property
    def price(self) -> Sequence[Sequence[int]]:
        """By kind (KINDS, then the scoring bridge) and cross, 0 being the whole garden."""

    @property
    def pair(self) -> Sequence[int]:
        """Of each space, ascending, with its east, then its south neighbour."""

    @property
    def block(self) -> Sequence[int]:
        """Of each 2x2 block, by its north-west space."""


Oracle = Callable[[list[int], Prices], Prices]
"""Gives prices meant for one pattern's water, beginning with others; whatever it says is valid."""

Pattern = tuple[int, ...]
"""The water of the six rows, each as six bits."""


def _neighbour_pairs() -> list[tuple[int, int]]:
    return [
        (s, n)
        for s in SPACES
        for n in ([s + 1] if s % SIDE < SIDE - 1 else []) + ([s + SIDE] if s // SIDE < 5 else [])
    ]


def _membership(sets: Sequence[Iterable[int]]) -> Integers:
    """[set, space]: 1 if the space belongs to the set."""
    member = np.zeros((len(sets), len(SPACES)), dtype=np.int32)
    for i, spaces in enumerate(sets):
        member[i, list(spaces)] = 1
    return member


_PAIRS: Final = _membership([{s, n, *adjacent(s), *adjacent(n)} for s, n in _neighbour_pairs()])
_BLOCKS: Final = _membership(list(blocks()))


class Question:
    """What is asked: the garden at the start, and in which ways each turn to come may be used."""

    def __init__(
        self,
        start: Position,
        turns: Sequence[Sequence[Option]],
        most_ponds: int = 4,
        prunings: int | None = None,
    ) -> None:
        self.start = start
        self.prunings = prunings  #: exactly, if given
        ponds = sum(bool(pond) for pond in start.ponds)
        self.ponds = range(ponds, max(ponds, min(ponds + start.ponds_left, most_ponds)) + 1)
        self._held = {s: kind for s in SPACES if (kind := start.decoration_at(s))}
        old_water = set(start.water)
        may_be = {
            s for s in SPACES if start.ponds_left > 0 and not old_water & {s, *around(s)}
        } | old_water
        #: [row, water]: whether a row of the garden may end so (J6).
        self.allowed = np.array(
            [
                [
                    all(
                        s in may_be if water >> s % SIDE & 1 else s not in old_water
                        for s in range(SIDE * row, SIDE * row + SIDE)
                    )
                    for water in range(1 << SIDE)
                ]
                for row in range(SIDE)
            ]
        )
        #: Whether exchanging rows and columns, which maps crosses onto themselves, changes nothing.
        self.symmetric = all(
            self._held.get(s) == self._held.get(s % SIDE * SIDE + s // SIDE)
            and (s in old_water) == (s % SIDE * SIDE + s // SIDE in old_water)
            for s in SPACES
        )
        self._may_fill = len(SPACES) - len(self._held) <= 2 * len(turns)
        first = TURNS - len(turns) + 1
        self._turns = [
            [
                (option.kind is MoveKind.PRUNE, way)
                for option in options
                for way in _ways(option, late=first + i >= FIRST_LATE_TURN)
            ]
            for i, options in enumerate(turns)
        ]
        #: [kind, cross]: whether some turn can draw it there.
        self._offered = np.zeros((len(KINDS) + 1, SIDE + 1), dtype=np.bool_)
        for ways in self._turns:
            for _, way in ways:
                for sold, cross in way:
                    self._offered[sold, cross] = True
        self._points = self._without_company()
        bridges = set(start.spaces_of("="))
        self._beside_bridges = [s for s in SPACES if bridges & set(adjacent(s))]
        self._lonely_bridges = sorted(bridges - set(self._beside_bridges))

    @classmethod
    def of_dice(cls, start: Position, dice: Sequence[Roll]) -> "Question":
        """The rolls to come are known."""
        return cls(start, [options_of(roll) for roll in dice])

    @classmethod
    def any_dice(
        cls, most_ponds: int = 4, prunings: int | None = None, without: str = ""
    ) -> "Question":
        """A whole game for which the dice may be chosen."""
        letters = [letter for letter in "LBTRM=" if letter not in without]
        options = [
            Option(MoveKind.DRAW, cross, a + b)
            for cross in range(1, SIDE + 1)
            for a in letters
            for b in letters
            if a <= b
        ] + [Option(MoveKind.PRUNE, 0, letter) for letter in letters]
        return cls(Position(), [options] * TURNS, most_ponds, prunings)

    def _without_company(self) -> Integers:
        """[kind, space, ground]: points, but those of scoring lanterns, rocks and bridges."""
        points = np.zeros((len(KINDS), len(SPACES), GROUNDS), dtype=np.int32)
        for kind, letter in enumerate(KINDS):
            dry = {"B": [2] * 4, "t": [1] * 4, "T": [2] * 4, "M": [0, 1, 2, 3], "=": [-1] * 4}
            points[kind, :, :WET] = dry.get(letter, [0] * 4)
            points[kind, :, WET:] = 0 if letter in "R=" else -1
        return points * UNIT

    def old_bridges(self, rows: Indices) -> Indices:
        """How many bridges that lie already score (J12), by patterns' rows: [pattern, row]."""
        scoring = np.zeros(len(rows), dtype=np.intp)
        for space in self._lonely_bridges:
            r, c = divmod(space, SIDE)
            above, here, below = (
                rows[:, i] if 0 <= i < SIDE else np.full(len(rows), OUTSIDE)
                for i in (r - 1, r, r + 1)
            )
            scoring += _RowKinds(above, here, below).grounds[c] == SPANNED
        return np.minimum(scoring, len(BRIDGE_POINTS) - 1)

    def earnings(self, prices: Prices) -> tuple[list[int], Integers]:
        """What turns earn at most, and [space, ground]: what a space earns at most.

        The first by the number of old bridges that score, with the prices of all pairs and blocks.
        """
        price = np.array(prices.price, dtype=np.int64).clip(-_NOWHERE, _NOWHERE)
        pair = np.array(prices.pair, dtype=np.int64).clip(0, _NOWHERE)
        block = np.array(prices.block, dtype=np.int64).clip(0, _NOWHERE)
        lantern_pays = np.asarray(pair @ _PAIRS, dtype=np.int64)
        rock_pays = np.asarray(block @ _BLOCKS, dtype=np.int64)
        paid = int(pair.sum() + block.sum())
        constants = [
            paid + self._most_of_turns(price.tolist(), old)
            for old in range(min(len(self._lonely_bridges), len(BRIDGE_POINTS) - 1) + 1)
        ]
        return constants, self._most_of_spaces(price, lantern_pays, rock_pays)

    def _most_of_spaces(
        self,
        price: npt.NDArray[np.int64],
        lantern_pays: npt.NDArray[np.int64],
        rock_pays: npt.NDArray[np.int64],
    ) -> Integers:
        points = self._points.astype(np.int64)
        lantern, rock = KINDS.index("L"), KINDS.index("R")
        lonely = ~self._near("L", lambda s, n: distance(s, n) < 4)  # of every old one
        points[lantern, lonely, :WET] += np.maximum(0, 3 * UNIT - lantern_pays)[lonely, None]
        lonely = ~self._near("R", lambda s, n: n in around(s))
        points[rock, lonely, :WET] += np.maximum(0, UNIT - rock_pays)[lonely, None]
        points[rock, lonely, WET:] += np.maximum(0, 2 * UNIT - rock_pays)[lonely, None]

        sold = np.where(self._offered, price, _NOWHERE)
        row, column = np.divmod(np.arange(len(SPACES)), SIDE)
        charge = np.minimum(sold[:, :1], np.minimum(sold[:, row + 1], sold[:, column + 1]))
        most = (points - charge[: len(KINDS), :, None]).max(axis=0)
        charge[SCORING_BRIDGE, self._beside_bridges] = _NOWHERE
        most[:, SPANNED] = np.maximum(most[:, SPANNED], -charge[SCORING_BRIDGE])
        bare = np.where(np.arange(GROUNDS) < WET, -UNIT, 0)  # J14
        most = np.maximum(most, bare)
        for space, letter in self._held.items():
            most[space] = points[KINDS.index(letter), space]
        return np.asarray(most, dtype=np.int32)

    def _near(self, letter: str, is_near: Callable[[int, int], bool]) -> npt.NDArray[np.bool_]:
        old = [s for s, held in self._held.items() if held == letter]
        return np.array([any(n != s and is_near(s, n) for n in old) for s in SPACES])

    def _most_of_turns(self, price: list[list[int]], old: int) -> int:
        """The best use of all rolls, with the points of their bridges and so many old ones.

        At most three prunings; a turn is skipped only after three, or where the garden may become
        full (J4).
        """
        four = len(BRIDGE_POINTS) - 1
        best = {(self.start.prunings, old): 0}  # by prunings used and bridges that score
        sums: dict[int, dict[tuple[bool, int], int]] = {}
        for ways in self._turns:
            most = sums.get(id(ways))
            if most is None:
                most = sums[id(ways)] = {}
                for pruned, way in ways:
                    key = pruned, sum(kind == SCORING_BRIDGE for kind, _ in way)
                    value = sum(price[kind][cross] for kind, cross in way)
                    most[key] = max(most.get(key, _IMPOSSIBLE), value)
            after: dict[tuple[int, int], int] = {}
            for (prunings, bridges), before in best.items():
                skipped = prunings == MAX_PRUNINGS or self._may_fill
                used = [((prunings, bridges), 0)] if skipped else []
                for (pruned, more), value in most.items():
                    if prunings + pruned <= MAX_PRUNINGS:
                        used.append(((prunings + pruned, min(four, bridges + more)), value))
                for state, value in used:
                    after[state] = max(after.get(state, _IMPOSSIBLE), before + value)
            best = after
        return max(
            (
                value + UNIT * BRIDGE_POINTS[bridges]
                for (prunings, bridges), value in best.items()
                if self.prunings in (None, prunings)
            ),
            default=_IMPOSSIBLE,
        )


def _ways(option: Option, *, late: bool) -> list[list[tuple[int, int]]]:
    """What an option may sell: kinds with their cross; each bridge as a scoring one or not."""
    ways: list[list[tuple[int, int]]] = [[]]
    for letter in option.letters:
        kind = KINDS.index("t" if letter == "T" and not late else letter)
        kinds = [kind, SCORING_BRIDGE] if letter == "=" else [kind]
        ways = [[*way, (k, option.location)] for way in ways for k in kinds]
    return ways


class Halves:
    """All ways to lay water in three rows, no corner contacts (J6), and what their spaces are."""

    def __init__(self) -> None:
        below = {a: [b for b in range(OUTSIDE) if fit(a, b)] for a in range(OUTSIDE)}
        self.seams = [(a, b) for a in below for b in below[a]]
        seams = np.array(self.seams)
        self.rows = np.array([(a, b, c) for a, b in self.seams for c in below[b]])
        self.seam_index = np.full((OUTSIDE, OUTSIDE), -1)
        self.seam_index[seams[:, 0], seams[:, 1]] = np.arange(len(seams))
        self.index = np.full((OUTSIDE, OUTSIDE, OUTSIDE), -1)
        self.index[*self.rows.T] = np.arange(len(self.rows))
        outside = np.full(len(seams), OUTSIDE)
        middle = _RowKinds(*self.rows.T)
        self._kinds = [
            _RowKinds(outside, seams[:, 0], seams[:, 1]),
            *[middle] * 4,
            _RowKinds(seams[:, 0], seams[:, 1], outside),
        ]
        self._first = self.seam_index[self.rows[:, 0], self.rows[:, 1]]
        self._last = self.seam_index[self.rows[:, 1], self.rows[:, 2]]
        # The Euler characteristic of rows (0, 1), 2, 3 and (4, 5), each with the row below it.
        euler = [kind.euler for kind in self._kinds]
        self.euler = [euler[0][self._first] + euler[1], euler[2], euler[3]]
        self.euler.append(euler[4] + euler[5][self._last])

    def sums(self, most: Integers) -> list[Integers]:
        """What spaces and ponds earn in rows (0, 1), 2, 3 and (4, 5), by index of three rows.

        Of the first two the rows are 0, 1, 2 and 1, 2, 3, of the others 2, 3, 4 and 3, 4, 5.
        """
        row = [k.sums(most[SIDE * i : SIDE * i + SIDE]) for i, k in enumerate(self._kinds)]
        return [row[0][self._first] + row[1], row[2], row[3], row[4] + row[5][self._last]]


class _RowKinds:
    """The grounds of rows between two others, many at a time."""

    def __init__(self, above: Indices, here: Indices, below: Indices) -> None:
        def water(rows: Indices, column: int) -> Indices:
            inside = 0 <= column < SIDE
            return np.where(rows == OUTSIDE, 0, rows >> column & 1) if inside else 0 * rows

        self.grounds = []
        for c in range(SIDE):
            up, down = water(above, c), water(below, c)
            left, right = water(here, c - 1), water(here, c + 1)
            across = (left + right == 0) & (0 < c < SIDE - 1)
            along = (up + down == 0) & (above != OUTSIDE) & (below != OUTSIDE)
            wet = np.where(across | along, SPANNED, WET)
            beside = np.minimum(3, up + down + left + right)
            self.grounds.append(np.where(water(here, c) == 1, wet, beside))
        # The grounds of the first and the last three spaces, each as one number.
        g = self.grounds
        self._codes = [(g[c] * GROUNDS + g[c + 1]) * GROUNDS + g[c + 2] for c in (0, 3)]
        inner = np.where(below == OUTSIDE, 0, below)
        self.euler = (_runs(here) - _runs(here & inner)).astype(np.int32)

    def sums(self, most: Integers) -> Integers:
        """3 a pond, and the most that the six spaces earn; `most` by space and ground."""
        thirds = [
            (most[c, :, None, None] + most[c + 1, :, None] + most[c + 2]).ravel() for c in (0, 3)
        ]
        west, east = (third[codes] for third, codes in zip(thirds, self._codes, strict=True))
        return np.asarray(west + east + 3 * UNIT * self.euler, dtype=np.int32)


def _runs(rows: Indices) -> Indices:
    """Maximal runs of water in a row."""
    starts = rows & ~(rows << 1)
    return sum((starts >> c & 1 for c in range(SIDE)), start=0 * rows)


@dataclass(frozen=True)
class Certificate:
    """Prices and the bound they prove: a constant and a sum over the two halves of a pattern."""

    question: Question
    halves: Halves
    prices: Prices
    constants: list[int]  #: by the number of old bridges that score
    sums: list[Integers]  #: see Halves.sums

    @classmethod
    def of(cls, prices: Prices, question: Question, halves: Halves) -> "Certificate":
        """What prices prove."""
        constants, most = question.earnings(prices)
        return cls(question, halves, prices, constants, halves.sums(most))

    def bound(self, pattern: Pattern) -> int:
        """The bound of one pattern, in units of 1/256 point."""
        triples = [self.halves.index[pattern[i : i + 3]] for i in range(4)]
        old = int(self.question.old_bridges(np.array([pattern]))[0])
        return self.constants[old] + sum(int(s[i]) for s, i in zip(self.sums, triples, strict=True))


class _Side:
    """The upper or the lower halves of a seam, sorted by Euler characteristic."""

    def __init__(self, outer: Indices, inner: Indices, euler: Integers, sums: Integers) -> None:
        order = np.argsort(euler, kind="stable")
        self.outer = outer[order]  #: index of rows 0 to 2, or 3 to 5
        self.inner = inner[order]  #: index of rows 1 to 3, or 2 to 4
        self.euler = euler[order]
        self.sums = sums[:, order]  #: [certificate, half]

    def __len__(self) -> int:
        return len(self.euler)

    def keep(self, which: npt.NDArray[np.bool_]) -> None:
        self.outer, self.inner = self.outer[which], self.inner[which]
        self.euler, self.sums = self.euler[which], self.sums[:, which]

    def groups(self) -> list[tuple[int, slice]]:
        """Each Euler characteristic with the halves that have it."""
        values, first = np.unique(self.euler, return_index=True)
        ends = [*first[1:].tolist(), len(self)]
        return [
            (int(value), slice(int(begin), end))
            for value, begin, end in zip(values, first, ends, strict=True)
        ]


class Sieve:
    """Goes through water patterns, and keeps those that no certificate refutes.

    A pattern that passes all certificates at hand is shown to the oracle, whose prices become the
    next certificate, so that its like is refuted too. One object belongs to one thread.
    """

    def __init__(
        self,
        question: Question,
        halves: Halves,
        oracle: Oracle,
        first: Prices,
        target: int,
        kept: int = KEPT,
    ) -> None:
        self._question = question
        self._halves = halves
        self._oracle = oracle
        self._target = target * UNIT
        self.stopped = False  #: set it to have left() end soon, with less than all
        self.work = 0.0  #: about the seconds of a quiet core, but always the same
        self.priced = 0  #: patterns shown to the oracle
        self._certificates: list[Certificate] = []
        self._kept = kept
        self._made = 0
        self._sums = np.zeros((4, kept, len(halves.rows)), dtype=np.int32)
        self._missing = np.zeros(kept, dtype=np.int32)  # what halves must add to reach the target
        self._add(Certificate.of(first, question, halves))
        rows = halves.rows.T
        fits = question.allowed
        fit_upper = fits[0, rows[0]] & fits[1, rows[1]] & fits[2, rows[2]]
        fit_lower = fits[3, rows[0]] & fits[4, rows[1]] & fits[5, rows[2]]
        self._upper = [np.flatnonzero(fit_upper & (rows[2] == b)) for b in range(OUTSIDE)]
        self._lower = [np.flatnonzero(fit_lower & (rows[0] == c)) for c in range(OUTSIDE)]

    def left(self, seam: int) -> list[Pattern]:
        """The patterns of a seam that may reach the target, by their six rows; no rings (J6)."""
        self.work += _SECONDS_A_SEAM
        b, c = self._halves.seams[seam]
        upper, lower = self._upper[b], self._lower[c]
        if not len(upper) or not len(lower):
            return []
        index, rows, euler = self._halves.index, self._halves.rows, self._halves.euler
        inner = index[rows[upper, 1], b, c]
        sums = self._sums[:, : len(self._certificates)]
        above = _Side(
            upper, inner, euler[0][upper] + euler[1][inner], sums[0][:, upper] + sums[1][:, inner]
        )
        inner = index[b, c, rows[lower, 1]]
        below = _Side(
            lower, inner, euler[3][lower] + euler[2][inner], sums[3][:, lower] + sums[2][:, inner]
        )
        for _ in range(2):
            for side, other in ((above, below), (below, above)):
                side.keep(self._may_pass(side, other))
                if not len(side):
                    return []
        return self._shown_to_the_oracle(above, below, *self._passing(above, below))

    def _add(self, certificate: Certificate) -> None:
        """The newest takes the place of the oldest."""
        at = self._made % self._kept
        self._made += 1
        self._certificates[at : at + 1] = [certificate]
        self._sums[:, at] = certificate.sums
        self._missing[at] = self._target - certificate.constants[-1]

    def _may_pass(self, side: _Side, other: _Side) -> npt.NDArray[np.bool_]:
        """The halves that, for each certificate, pass with some other one of fitting ponds."""
        ponds = self._question.ponds
        groups = other.groups()
        best = [other.sums[:, part].max(axis=1) for _, part in groups]
        passes = np.zeros(len(side), dtype=np.bool_)
        missing = self._missing[: len(self._certificates)]
        for euler, part in side.groups():
            fitting = [
                most for (e, _), most in zip(groups, best, strict=True) if euler + e in ponds
            ]
            if fitting:
                most = np.max(fitting, axis=0)
                passes[part] = (side.sums[:, part] >= (missing - most)[:, None]).all(axis=0)
        return passes

    def _passing(self, above: _Side, below: _Side) -> tuple[Indices, Indices]:
        """Pairs of halves that pass all certificates: their places above and below."""
        ponds = self._question.ponds
        missing = self._missing[: len(self._certificates)]
        slack = above.sums.max(axis=1) + below.sums.max(axis=1) - missing
        order = np.argsort(slack, kind="stable")
        places = []
        for euler, part in above.groups():
            first, end = np.searchsorted(below.euler, [ponds[0] - euler, ponds[-1] - euler + 1])
            if first == end:
                continue
            upper, lower = above.sums[:, part], below.sums[:, first:end]
            self.work += upper.shape[1] * lower.shape[1] * _SECONDS_A_PAIR
            passed = np.ones((upper.shape[1], lower.shape[1]), dtype=np.bool_)
            for k in order[:_LEADING]:
                passed &= upper[k][:, None] >= (missing[k] - lower[k])
            u, v = np.nonzero(passed)
            places.append((u + part.start, v + first))
        if not places:
            return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
        u = np.concatenate([u for u, _ in places])
        v = np.concatenate([v for _, v in places])
        for k in order[_LEADING:]:
            passes = np.flatnonzero(above.sums[k][u] + below.sums[k][v] >= missing[k])
            u, v = u[passes], v[passes]
        return u, v

    def _shown_to_the_oracle(
        self, above: _Side, below: _Side, u: Indices, v: Indices
    ) -> list[Pattern]:
        triples = self._halves.rows
        rows = np.concatenate([triples[above.outer[u]], triples[below.outer[v]]], axis=1)
        if self._question.symmetric:
            first = _first_of_reflections(rows)
            rows, u, v = rows[first], u[first], v[first]
        old = self._question.old_bridges(rows)
        bounds = np.full(len(u), 1 << 30)
        for k, certificate in enumerate(self._certificates):
            constant = np.array(certificate.constants)[old]
            bounds = np.minimum(bounds, above.sums[k][u] + below.sums[k][v] + constant)
        passes = bounds >= self._target
        rows, u, v, old, bounds = (x[passes] for x in (rows, u, v, old, bounds))
        left = []
        while len(u) and not self.stopped:
            worst = int(np.argmax(bounds))
            pattern = tuple(rows[worst].tolist())
            passes = np.ones(len(u), dtype=np.bool_)
            passes[worst] = False
            if not encloses_earth(tuple(tuple(r >> c & 1 for c in range(SIDE)) for r in pattern)):
                self.priced += 1
                self.work += _SECONDS_A_PRICING
                nearest = min(self._certificates, key=lambda c: c.bound(pattern))
                prices = self._oracle(water_of(pattern), nearest.prices)
                certificate = Certificate.of(prices, self._question, self._halves)
                sums = certificate.sums
                new = np.array(certificate.constants)[old] + (
                    (sums[0][above.outer] + sums[1][above.inner])[u]
                    + (sums[2][below.inner] + sums[3][below.outer])[v]
                )
                if new[worst] >= self._target:
                    left.append(pattern)
                else:
                    self._add(certificate)
                bounds = np.minimum(bounds, new)
                passes &= new >= self._target
            rows, u, v, old, bounds = (x[passes] for x in (rows, u, v, old, bounds))
        return left


@cache
def all_halves() -> Halves:
    """The halves of every pattern; nothing changes them, and to list them takes half a second."""
    return Halves()


def water_of(pattern: Sequence[int]) -> list[int]:
    """The water spaces of a pattern, given by its rows."""
    return [SIDE * r + c for r, row in enumerate(pattern) for c in range(SIDE) if row >> c & 1]


def _first_of_reflections(rows: Indices) -> npt.NDArray[np.bool_]:
    """Whether a pattern, [pattern, row], comes no later than with rows and columns exchanged."""
    own = np.zeros(len(rows), dtype=np.int64)
    reflected = own.copy()
    for r in range(SIDE):
        for c in range(SIDE):
            bit = rows[:, r].astype(np.int64) >> c & 1
            own |= bit << SIDE * r + c
            reflected |= bit << SIDE * c + r
    return own <= reflected


class CorePrices:
    """The first method's market as an oracle. One object belongs to one thread."""

    def __init__(self, problem: WaterProblem, target: int, ahead: int = AHEAD) -> None:
        self._assignment = Assignment(problem)
        self._target = target
        self._ahead = ahead

    def first(self, water: list[int]) -> Market:
        """Prices to begin with; the water of a good garden is a good one to learn from."""
        self._assignment.price_out(water, self._target - self._ahead, 2 * _STEPS)
        return self._assignment.market

    def __call__(self, water: list[int], begin: Prices) -> Market:
        """Prices meant for one pattern's water: see Oracle."""
        if isinstance(begin, Market):
            self._assignment.market = begin
        self._assignment.price_out(water, self._target - self._ahead, _STEPS)
        # Ends at once if that was enough.
        self._assignment.price_out(water, self._target, _STEPS_AT_LAST)
        return self._assignment.market


def sift(sieves: Sequence[Sieve], seams: Iterable[int]) -> Generator[list[Pattern], None, None]:
    """What the sieves, each in its own thread, let through; nothing ten times a second.

    Close the iterator to end early.
    """
    waiting = iter(seams)
    idle = list(sieves)
    running: dict[Future[list[Pattern]], Sieve] = {}
    with ThreadPoolExecutor(len(sieves)) as pool:
        try:
            while True:
                while idle and (seam := next(waiting, None)) is not None:
                    sieve = idle.pop()
                    running[pool.submit(sieve.left, seam)] = sieve
                if not running:
                    return
                done, _ = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
                for job in done:
                    idle.append(running.pop(job))
                    yield job.result()
                if not done:
                    yield []
        finally:
            for sieve in sieves:
                sieve.stopped = True
