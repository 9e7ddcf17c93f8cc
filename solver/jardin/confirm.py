"""A second, different proof of the theoretical maximum: water by NumPy, decorations by CP-SAT.

It shares nothing with the first proof: no code, no bound, no enumeration.

- *Water* is counted and listed row by row, by a dynamic program whose state is the last two rows
  and a profile: Euler characteristic, earth, spaces where a bridge could score, earth beside 1, 2
  and 3 water spaces.
- *Bound.* With the dice ignored, a profile allows at most what counting says (`most_by_counting`);
  for the patterns behind a profile that allows the target, the same is counted once more with the
  lanterns that fit on this very earth (`room_for_lanterns`).
- *Decorations* of every pattern that could reach the target even so are decided by CP-SAT,
  with the dice ignored but for the number of decorations; patterns that the eight symmetries of the
  square map onto each other are decided once. Ignoring the dice only allows more, so the bound is
  one for every game; that the score is reached, the plan of the first proof shows.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

SIDE: Final = 6
ROWS: Final = range(1 << SIDE)
OUTSIDE: Final = 1 << SIDE  #: the row above the first and below the last
BRIDGE_POINTS: Final = (0, 1, 4, 9, 15)
MOST_DECORATIONS: Final = 24
MOST_LANTERNS: Final = 6
MOST_LATE: Final = 12  #: decorations of spring and summer

Packed = npt.NDArray[np.int64]
Grid = tuple[tuple[int, ...], ...]  #: 1 for water, by row and column
Lies = dict[tuple[str, tuple[int, int]], cp_model.IntVar]  #: by kind and space

#: A profile is six sums, seven bits each: ponds + 32, earth, bridge spaces, beside 1, 2, 3 water.
_SHIFTS: Final = tuple(7 * i for i in range(6))
_EMPTY: Final = 32


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the second proof saw."""

    patterns: list[int]  #: water patterns by Euler characteristic, 0 to 4, rings included
    left_by_counting: int  #: patterns that counting lets reach the target
    left_by_packing: int  #: of these, that the lanterns which fit let reach it
    decided: int  #: of these, different up to symmetry and without rings
    reaching: int  #: of these, that CP-SAT could decorate for the target


def fit(upper: int, lower: int) -> bool:
    """Two rows of water in which none touches another at a corner alone (J6)."""
    for column in range(SIDE - 1):
        corner = [(row >> column & 1, row >> column + 1 & 1) for row in (upper, lower)]
        if corner in ([(1, 0), (0, 1)], [(0, 1), (1, 0)]):
            return False
    return True


def contribution(above: int, row: int, below: int) -> int:
    """What a row between two others, or OUTSIDE, adds to the profile; without the bias of ponds."""
    water = [[0] * (SIDE + 2) for _ in range(3)]
    for i, spaces in enumerate((above, row, below)):
        for column in range(SIDE):
            water[i][column + 1] = spaces >> column & 1 if spaces != OUTSIDE else 0
    ponds = earth = bridges = 0
    beside = [0, 0, 0, 0, 0]
    for c in range(1, SIDE + 1):
        up, here, down = (water[i][c] for i in range(3))
        left, right = water[1][c - 1], water[1][c + 1]
        if here:
            block = right and down and water[2][c + 1]
            ponds += 1 - right - down + (1 if block else 0)
            across = 1 < c < SIDE and not left and not right
            along = OUTSIDE not in (above, below) and not up and not down
            bridges += across or along
        else:
            earth += 1
            beside[min(3, up + down + left + right)] += 1
    return sum(n << s for n, s in zip((ponds, earth, bridges, *beside[1:4]), _SHIFTS, strict=True))


def unpack(profiles: Packed) -> list[Packed]:
    """Ponds, earth, bridge spaces, earth beside 1, 2, 3 water."""
    fields = [profiles >> shift & 127 for shift in _SHIFTS]
    return [fields[0] - _EMPTY, *fields[1:]]


def most_by_counting(
    profiles: Packed,
    decorations: int = MOST_DECORATIONS,
    without: str = "",
    lanterns: Packed | int = MOST_LANTERNS,
) -> Packed:
    """The most points a profile allows whatever the dice, if no die shows the letters `without`.

    3 a pond, less 1 for each earth space, which a decoration there gives back; b bridges the
    table's points; every dry decoration at most 3 with that (bamboo, late tree), moss beside 3
    water spaces and so many other spaces with `lanterns` 4; a rock in water 2.
    """
    ponds, earth, bridges, _, _, three = unpack(profiles)
    best = np.full(profiles.shape, -1000, dtype=np.int64)
    fours = (0 if "M" in without else three) + (0 if "L" in without else lanterns)
    for built in range(1 if "=" in without else len(BRIDGE_POINTS)):
        for wet_rocks in range(1 if "R" in without else decorations - built + 1):
            dry = np.minimum(earth, decorations - built - wet_rocks)
            value = 3 * dry + np.minimum(dry, fours) + 2 * wet_rocks
            value += BRIDGE_POINTS[built]
            best = np.maximum(best, np.where(bridges >= built, value, -1000))
    return np.asarray(3 * ponds - earth + best, dtype=np.int64)


@cache
def lantern_packings() -> list[int]:
    """The sets of spaces pairwise at distance 4 or more (J7) that no space can join, as bits."""
    spaces = [divmod(i, SIDE) for i in range(SIDE * SIDE)]
    near = [
        sum(1 << i for i, (r, c) in enumerate(spaces) if abs(r - row) + abs(c - column) < 4)
        for row, column in spaces
    ]
    found = []

    def extend(chosen: int, free: int, first: int) -> None:
        if not free:
            found.append(chosen)
        for i in range(first, SIDE * SIDE):
            if free >> i & 1:
                extend(chosen | 1 << i, free & ~near[i], i + 1)

    extend(0, (1 << SIDE * SIDE) - 1, 0)
    return found


def room_for_lanterns(water: Packed, without: str = "") -> Packed:
    """How many lanterns can score at once on earth that moss would not make worth 4.

    For each pattern of `water`, a bit a space, row by row. If no die shows moss, that is any earth.
    """
    everything = (1 << SIDE * SIDE) - 1
    column = sum(1 << SIDE * r for r in range(SIDE))
    left, right = water << 1 & ~column & everything, water >> 1 & ~(column << SIDE - 1)
    up, down = water << SIDE & everything, water >> SIDE
    three = up & down & (left | right) | left & right & (up | down)
    earth = ~water & everything if "M" in without else ~(water | three) & everything
    most = np.zeros(water.shape, dtype=np.int64)
    for packing in lantern_packings():
        np.maximum(most, np.bitwise_count(earth & packing), out=most)
    return most


class WaterCount:
    """Profiles of all water patterns of so many rows, and the patterns behind each."""

    def __init__(self, rows: int = SIDE) -> None:
        self._rows = rows
        self._below = {a: [b for b in ROWS if fit(a, b)] for a in ROWS}
        self._above = {b: [a for a in ROWS if fit(a, b)] for b in ROWS}
        self._adds = {
            (a, b, c): contribution(a, b, c)
            for b in ROWS
            for a in (OUTSIDE, *self._above[b])
            for c in (OUTSIDE, *self._below[b])
        }
        # layers[k][a, b]: profiles of the rows before b, with a above it, and how many of each.
        one = np.ones(1, dtype=np.int64)
        first = {(OUTSIDE, b): (np.full(1, _EMPTY, dtype=np.int64), one) for b in ROWS}
        self.layers = [first]
        for _ in range(rows - 1):
            self.layers.append(self._next(self.layers[-1]))
        self.last: dict[int, tuple[Packed, Packed]] = {}
        for b in ROWS:
            self.last[b] = self._merged(b, OUTSIDE, self.layers[-1])

    def _merged(
        self, b: int, c: int, layer: dict[tuple[int, int], tuple[Packed, Packed]]
    ) -> tuple[Packed, Packed]:
        parts = [
            (profiles + self._adds[a, b, c], counts)
            for a in (OUTSIDE, *self._above[b])
            if (a, b) in layer
            for profiles, counts in (layer[a, b],)
        ]
        profiles, index = np.unique(np.concatenate([p for p, _ in parts]), return_inverse=True)
        # Sums of integers below 2**53, exact in floating point.
        counts = np.bincount(index, weights=np.concatenate([n for _, n in parts]))
        return profiles, counts.astype(np.int64)

    def _next(
        self, layer: dict[tuple[int, int], tuple[Packed, Packed]]
    ) -> dict[tuple[int, int], tuple[Packed, Packed]]:
        return {(b, c): self._merged(b, c, layer) for b in ROWS for c in self._below[b]}

    def profile(self, rows: Sequence[int]) -> int:
        """The profile of one pattern, given by its rows of water, first to last."""
        triples = zip((OUTSIDE, *rows), rows, (*rows[1:], OUTSIDE), strict=False)
        return _EMPTY + sum(self._adds[triple] for triple in triples)

    def by_ponds(self) -> list[int]:
        """How many patterns there are of each Euler characteristic from 0 to 4."""
        total = [0] * 5
        for profiles, counts in self.last.values():
            ponds = unpack(profiles)[0]
            for n in range(5):
                total[n] += int(counts[ponds == n].sum())
        return total

    def patterns(self, wanted: Callable[[Packed], npt.NDArray[np.bool_]]) -> Iterator[list[int]]:
        """The rows, first to last, of every pattern whose profile is wanted."""
        for b, (profiles, _) in self.last.items():
            for profile in profiles[wanted(profiles)]:
                yield from self._trace(self._rows - 1, b, OUTSIDE, int(profile), [])

    def _trace(self, k: int, b: int, c: int, profile: int, below: list[int]) -> Iterator[list[int]]:
        for a in (OUTSIDE, *self._above[b]):
            if (a, b) not in self.layers[k]:
                continue
            profiles, _ = self.layers[k][a, b]
            before = profile - self._adds[a, b, c]
            at = int(np.searchsorted(profiles, before))
            if at < len(profiles) and profiles[at] == before:
                if k == 0:
                    yield [b, *below]
                else:
                    yield from self._trace(k - 1, a, b, before, [b, *below])


def water_of(rows: Sequence[int]) -> int:
    """The rows of a pattern as one number, a bit a space, row by row."""
    return sum(row << SIDE * r for r, row in enumerate(rows))


def grid_of(rows: Sequence[int]) -> Grid:
    """The rows of a pattern, spaces apart."""
    return tuple(tuple(row >> c & 1 for c in range(SIDE)) for row in rows)


def images(rows: Sequence[int]) -> list[Grid]:
    """The eight pictures of a pattern under the symmetries of the square."""
    grid = grid_of(rows)
    pictures = []
    for _ in range(4):
        grid = tuple(zip(*grid[::-1], strict=True))
        pictures += [grid, grid[::-1]]
    return pictures


def encloses_earth(grid: Grid) -> bool:
    """Whether some earth does not reach the edge of the garden (J6)."""
    reached: set[tuple[int, int]] = set()
    edge = (0, SIDE - 1)
    stack = [(r, c) for r in range(SIDE) for c in range(SIDE) if r in edge or c in edge]
    while stack:
        r, c = stack.pop()
        if 0 <= r < SIDE and 0 <= c < SIDE and (r, c) not in reached and not grid[r][c]:
            reached.add((r, c))
            stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return len(reached) + sum(map(sum, grid)) < SIDE * SIDE


def layout_model(grid: Grid, ponds: int) -> tuple[cp_model.CpModel, Lies, cp_model.LinearExprT]:
    """Any decorations on fixed water: the model, what lies where, and the points.

    The kinds are L B T t R M =, `t` a tree of autumn or winter.
    """
    kinds = "LBTtRM="
    spaces = [(r, c) for r in range(SIDE) for c in range(SIDE)]
    water = {s for s in spaces if grid[s[0]][s[1]]}
    model = cp_model.CpModel()
    lies = {(k, s): model.new_bool_var(f"{k}{s}") for k in kinds for s in spaces}
    for s in spaces:
        model.add_at_most_one(lies[k, s] for k in kinds)
    points: list[cp_model.LinearExprT] = [3 * ponds]

    def beside(s: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = s
        return [n for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if n in grid_spaces]

    grid_spaces = set(spaces)
    lanterns, rocks, bridges = {}, {}, {}
    for s in spaces:
        r, c = s
        rocks[s] = model.new_bool_var(f"rock{s}")  # scores (J10)
        model.add_implication(rocks[s], lies["R", s])
        points.append((2 if s in water else 1) * rocks[s])
        if s in water:
            points += [-lies[k, s] for k in "LBTtM"]
            axes = [((r - 1, c), (r + 1, c)), ((r, c - 1), (r, c + 1))]
            if any(all(n in grid_spaces and n not in water for n in axis) for axis in axes):
                bridges[s] = model.new_bool_var(f"bridge{s}")  # scores (J12)
                model.add_implication(bridges[s], lies["=", s])
                for n in beside(s):
                    model.add_implication(bridges[s], ~lies["=", n])
            continue
        points.append(sum(lies[k, s] for k in kinds) - 1)  # bare earth (J14)
        points.append(-lies["=", s])
        points.append(2 * lies["T", s] + lies["t", s])  # late and early (J9)
        points.append(sum(n in water for n in beside(s)) * lies["M", s])  # J11
        bamboo = model.new_bool_var(f"bamboo{s}")  # scores (J8)
        model.add_implication(bamboo, lies["B", s])
        model.add_bool_or([~bamboo, *(lies["B", n] for n in beside(s))])
        points.append(2 * bamboo)
        lanterns[s] = model.new_bool_var(f"lantern{s}")  # scores (J7)
        model.add_implication(lanterns[s], lies["L", s])
        points.append(3 * lanterns[s])
    for s, scores in lanterns.items():
        for n in spaces:
            if n != s and abs(n[0] - s[0]) + abs(n[1] - s[1]) < 4:
                model.add_implication(scores, ~lies["L", n])
    for s, scores in rocks.items():
        for n in spaces:
            if n != s and max(abs(n[0] - s[0]), abs(n[1] - s[1])) == 1:
                model.add_implication(scores, ~lies["R", n])
    # The same once more as cliques, which the LP relaxation needs: of a space and a neighbour with
    # all their neighbours at most one has a scoring lantern, of a 2x2 block a scoring rock.
    for s in spaces:
        for n in beside(s):
            near = {s, n, *beside(s), *beside(n)}
            model.add_at_most_one(lanterns[m] for m in near if m in lanterns)
        r, c = s
        block = [m for m in (s, (r + 1, c), (r, c + 1), (r + 1, c + 1)) if m in grid_spaces]
        model.add_at_most_one(rocks[m] for m in block)
    number = [model.new_bool_var(f"bridges{n}") for n in range(len(BRIDGE_POINTS))]
    model.add_exactly_one(number)
    model.add(sum(n * b for n, b in enumerate(number)) <= sum(bridges.values()))
    points.append(sum(p * b for p, b in zip(BRIDGE_POINTS, number, strict=True)))
    return model, lies, sum(points)


def decorations_reach(grid: Grid, ponds: int, target: int, decorations: int, without: str) -> bool:
    """Whether at most so many decorations make a garden with this water worth a target.

    Of any kind but the letters `without`; at most half of 24 can be trees of spring or summer.
    Decided by CP-SAT; RuntimeError if it does not come to an answer.
    """
    model, lies, total = layout_model(grid, ponds)
    model.add(sum(lies.values()) <= decorations)
    model.add(sum(x for (k, _), x in lies.items() if k == "T") <= MOST_LATE)
    model.add(sum(x for (k, _), x in lies.items() if k.upper() in without) == 0)
    model.add(total >= target)
    model.maximize(total)

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.stop_after_first_solution = True
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise RuntimeError(f"CP-SAT does not decide a pattern: {solver.status_name()}")
    return status != cp_model.INFEASIBLE


def _reaches(job: tuple[Grid, int, int, int, str]) -> bool:
    return decorations_reach(*job)


def confirm_maximum(
    target: int,
    *,
    ponds: int = 4,
    decorations: int = MOST_DECORATIONS,
    without: str = "",
    workers: int = 1,
    count: "WaterCount | None" = None,
    on_progress: Callable[[str], None] | None = None,
) -> Confirmation:
    """Looks for a garden worth `target` points with at most so many ponds and decorations.

    `reaching == 0` proves that there is none, whatever the dice. `count`, if it was made before,
    saves a minute.
    """
    say = on_progress or (lambda text: None)
    say("counting water")
    count = count or WaterCount()
    totals = count.by_ponds()
    say(f"{sum(totals):,} patterns of 0 to 4 ponds; listing those that may reach {target}")

    def wanted(profiles: Packed) -> npt.NDArray[np.bool_]:
        fits = most_by_counting(profiles, decorations, without) >= target
        n, earth = unpack(profiles)[:2]
        legal = (n > 0) | (earth == SIDE * SIDE)  # no pond is a ring (J6)
        return np.asarray(fits & legal & (n <= ponds), dtype=np.bool_)

    left = packed = 0
    jobs = []
    listed = count.patterns(wanted)
    while some := list(islice(listed, 10_000)):
        left += len(some)
        water = np.array([water_of(rows) for rows in some], dtype=np.int64)
        profiles = np.array([count.profile(rows) for rows in some], dtype=np.int64)
        lanterns = room_for_lanterns(water, without)
        fits = most_by_counting(profiles, decorations, without, lanterns) >= target
        for rows in (rows for rows, fit in zip(some, fits, strict=True) if fit):
            packed += 1
            grid = grid_of(rows)
            if grid == min(images(rows)) and not encloses_earth(grid):
                jobs.append((grid, _ponds(grid), target, decorations, without))
    say(f"{left:,} are left by counting, {packed:,} by packing lanterns, {len(jobs):,} different")
    reaching = 0
    with ProcessPoolExecutor(workers) as pool:
        for done, reached in enumerate(pool.map(_reaches, jobs, chunksize=16), start=1):
            reaching += reached
            if done % 200 == 0:
                say(f"{done:,} of {len(jobs):,} decided, {reaching} reach {target}")
    return Confirmation(totals, left, packed, len(jobs), reaching)


def _ponds(grid: Grid) -> int:
    """Connected parts of the water."""
    left = {(r, c) for r in range(SIDE) for c in range(SIDE) if grid[r][c]}
    parts = 0
    while left:
        parts += 1
        stack = [left.pop()]
        while stack:
            r, c = stack.pop()
            for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if n in left:
                    left.remove(n)
                    stack.append(n)
    return parts
