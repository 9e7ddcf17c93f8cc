"""What stones can be worth on given moss, exactly, by counting through all sets of spaces.

Stones score by where they stand and what they are; tiles matter to them only because neighbouring
stones need moss. So for each of the 32,768 sets of spaces there is a best way to put stones on just
these, and a set of spaces that must then be moss. Few of them are not beaten by another one that
needs no more moss: about forty, which together bound the stones' points far better than their
rules do one by one.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from niwashi.solver.stone.geometry import (
    ARRANGEMENTS,
    BOTTOM_ROW,
    MIDDLE_COLUMN,
    NEIGHBOURS,
    SPACES,
    UPPER_ROW,
)
from niwashi.solver.stone.supply import STONES, Card

#: Every set of spaces, as a bit mask.
SETS: Final[NDArray[np.int32]] = np.arange(1 << len(SPACES), dtype=np.int32)
IMPOSSIBLE: Final = -(10**6)

_Stones = dict[int, str]


def frontier(
    supply: Mapping[str, int], fixed: Mapping[int, str], card: Card | None
) -> list[tuple[list[int], int]]:
    """Spaces that must be moss, with the most points that stones can be worth then.

    For every moss one of these needs no other and gives what the stones can be worth on it. `fixed`
    are stones that stand already. All bonuses of stones count, the card's too.
    """
    return _frontier(tuple(supply.items()), tuple(fixed.items()), card)


def by_moss(
    supply: Mapping[str, int], fixed: Mapping[int, str], card: Card | None
) -> NDArray[np.int32]:
    """The most points of stones by set of moss spaces; IMPOSSIBLE or less if `fixed` need more."""
    return _by_moss(tuple(supply.items()), tuple(fixed.items()), card)


def best_stones(
    supply: Mapping[str, int], fixed: Mapping[int, str], card: Card | None, moss: Collection[int]
) -> list[str | None]:
    """Stones, by space, that are worth the most there is on this moss, in a full garden."""
    points = _by_stones(tuple(supply.items()), tuple(fixed.items()), card)
    allowed = _moss_needed() & ~_mask(tuple(moss)) == 0
    chosen = int(np.where(allowed, points, 2 * IMPOSSIBLE).argmax())
    limits = _limits(supply)
    stones: list[str | None] = [None] * len(SPACES)
    for core, anywhere, worth in _cores(fixed, card):
        left = dict(limits)
        for t in core.values():
            left[t] -= 1
        needed = _mask(core) | _mask(anywhere)
        others = [s for s in SPACES if chosen >> s & 1 and s not in core]
        if min(left.values()) < 0 or chosen & needed != needed or len(others) > sum(left.values()):
            continue
        filled = dict(core)
        for s in others:  # types that are missing first
            t = max(STONES, key=lambda t: (left[t] > 0, t not in filled.values()))
            left[t] -= 1
            filled[s] = t
        if worth + 2 * len(set(filled.values())) + int(_arranged()[chosen]) == points[chosen]:
            stones = [filled.get(s) for s in SPACES]
            break
    return stones


@lru_cache(maxsize=32)
def _frontier(
    supply: tuple[tuple[str, int], ...], fixed: tuple[tuple[int, str], ...], card: Card | None
) -> list[tuple[list[int], int]]:
    within = _by_moss(supply, fixed, card)
    kept = within > IMPOSSIBLE // 2
    for s in SPACES:
        kept &= ~((SETS >> s & 1 == 1) & (within[SETS & ~(1 << s)] >= within))
    return [([s for s in SPACES if m >> s & 1], int(within[m])) for m in SETS[kept].tolist()]


@lru_cache(maxsize=32)
def _by_moss(
    supply: tuple[tuple[str, int], ...], fixed: tuple[tuple[int, str], ...], card: Card | None
) -> NDArray[np.int32]:
    best = np.full(len(SETS), IMPOSSIBLE, dtype=np.int32)
    np.maximum.at(best, _moss_needed(), _by_stones(supply, fixed, card))
    for s in SPACES:  # now with any part of this moss
        best = np.where(SETS >> s & 1 == 1, np.maximum(best, best[SETS & ~(1 << s)]), best)
    return best


@lru_cache(maxsize=32)
def _by_stones(
    supply: tuple[tuple[str, int], ...], fixed: tuple[tuple[int, str], ...], card: Card | None
) -> NDArray[np.int32]:
    return _types(dict(supply), dict(fixed), card) + _arranged()


def _limits(supply: Mapping[str, int]) -> dict[str, int]:
    """Stones of each type that one garden can have (S5)."""
    return {t: min(1, supply[t]) if t == "B" else supply[t] for t in STONES}


@cache
def _moss_needed() -> NDArray[np.int32]:
    """By set of stones: those that have a neighbour (S5)."""
    needed = np.zeros_like(SETS)
    for s, n in NEIGHBOURS:
        both = 1 << s | 1 << n
        needed |= np.where(SETS & both == both, both, 0)
    return needed


@cache
def _arranged() -> NDArray[np.int32]:
    """By set of stones: the best choice of knights and diagonals (S14)."""
    masks = [(a.points, _mask(a.stones), _mask(a.free)) for a in ARRANGEMENTS]

    def best(there: list[tuple[int, int]], used: int) -> int:
        return max(
            (
                points + best(there[i + 1 :], used | stones)
                for i, (points, stones) in enumerate(there)
                if not stones & used
            ),
            default=0,
        )

    return np.array(
        [
            best([(p, st) for p, st, free in masks if m & st == st and not m & free], 0)
            for m in SETS.tolist()
        ],
        dtype=np.int32,
    )


def _types(
    supply: Mapping[str, int], fixed: Mapping[int, str], card: Card | None
) -> NDArray[np.int32]:
    """By set of stones: what their types add at best, and IMPOSSIBLE if there are not as many.

    Each of `_cores` settles some stones; the others become types that are still missing.
    """
    limits = _limits(supply)
    sizes = np.array([m.bit_count() for m in SETS.tolist()], dtype=np.int32)
    best = np.full(len(SETS), IMPOSSIBLE, dtype=np.int32)
    for core, anywhere, points in _cores(fixed, card):
        counts = {t: sum(stone == t for stone in core.values()) for t in STONES}
        if any(counts[t] > limits[t] for t in STONES):
            continue
        mask = _mask(core) | _mask(anywhere)
        has = sum(count > 0 for count in counts.values())
        missing = sum(limits[t] > 0 and counts[t] == 0 for t in STONES)
        worth = points + 2 * (has + np.minimum(missing, sizes - len(core)))
        possible = (SETS & mask == mask) & (sizes <= sum(limits.values()))
        best = np.where(possible, np.maximum(best, worth), best)
    return best


def _cores(fixed: Mapping[int, str], card: Card | None) -> Iterator[tuple[_Stones, list[int], int]]:
    """All choices of bonuses (S14, S15): stones they need, spaces for any stone, their points."""
    upper: list[tuple[_Stones, int]] = [({}, 0)]
    upper += [({s: "L", s + 1: "L"}, 10) for s in UPPER_ROW[:-1]]
    upper += [({s: "S", s + 1: "L", s + 2: "S"}, 15) for s in UPPER_ROW[:-2]]
    upper += [(dict(zip(UPPER_ROW, row, strict=True)), 25) for row in ("SLSLL", "LLSLS")]
    reclining: list[tuple[_Stones, int]] = [
        (dict.fromkeys(chosen, "R"), 3 * count)
        for count in range(len(MIDDLE_COLUMN) + 1)
        for chosen in combinations(MIDDLE_COLUMN, count)
    ]
    boat: list[tuple[_Stones, int]] = [({}, 0), *(({s: "B"}, 3) for s in BOTTOM_ROW)]
    named: list[tuple[_Stones, int]] = [({}, 0)]
    anywhere: list[int] = []
    if card is not None:
        anywhere = [s for s, mark in card.stones.items() if mark == "*"]
        named.append(({s: mark for s, mark in card.stones.items() if mark != "*"}, card.points))
    for parts in product(upper, reclining, boat, named):
        core = dict(fixed)
        if all(core.setdefault(s, t) == t for stones, _ in parts for s, t in stones.items()):
            with_card = parts[3] is not named[0]
            yield core, anywhere if with_card else [], sum(points for _, points in parts)


def _mask(spaces: "Mapping[int, str] | tuple[int, ...] | list[int]") -> int:
    return sum(1 << s for s in spaces)
