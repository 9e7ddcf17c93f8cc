"""Stone Garden in NumPy: scores of many gardens at once, and where a tile may be laid in each.

Whole games are numpy_stone_game. Held to the core by tests/bench/test_numpy_stone.py.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from niwashi.stone import Edition

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

ROWS: Final = 3
COLUMNS: Final = 5
SPACES: Final = ROWS * COLUMNS
NO_TILE: Final = 255
NO_STONE, H, S, R, L, B = range(6)
_FIRST_SPACES: Final = np.isin(np.arange(SPACES), (0, 10))


@dataclass(frozen=True)
class Faces:
    """What an edition's tiles show as they lie, by face; the last one is the missing tile."""

    moss: Bools
    sand: Bools
    edges: dict[str, Ints]  #: by side
    arcs: dict[str, Bools]  #: by corner
    pattern: Ints

    @classmethod
    def of(cls, edition: Edition) -> "Faces":
        """The tables of an edition."""
        faces = edition.faces
        return cls(
            np.array([*(face.is_moss for face in faces), False]),
            np.array([*(not face.is_moss for face in faces), False]),
            {
                side: np.array([*(getattr(face, side) for face in faces), -1])
                for side in ("north", "east", "south", "west")
            },
            {
                corner: np.array([*(corner in face.arcs for face in faces), False])
                for corner in ("nw", "ne", "sw", "se")
            },
            np.array([*(face.pattern for face in faces), -1]),
        )

    def lying(self, faces: NDArray[np.uint8]) -> Ints:
        """Faces of gardens, shape (n, 15), as places in these tables, shape (n, 3, 5)."""
        places = np.where(faces == NO_TILE, len(self.moss) - 1, faces).astype(np.int64)
        return places.reshape(-1, ROWS, COLUMNS)


def score(
    edition: Edition,
    faces: NDArray[np.uint8],
    stones: NDArray[np.uint8],
    cards: NDArray[np.int16],
    virtue: NDArray[np.uint8],
) -> dict[str, Ints]:
    """Points by element and in all, shape (n,) each, of arrays as `stone.score_arrays` takes them.

    `knight` holds the points of knights and diagonals together.
    """
    tables = Faces.of(edition)
    lying = tables.lying(faces)
    standing = stones.reshape(-1, ROWS, COLUMNS)
    moss, laid = tables.moss[lying], lying < len(tables.moss) - 1
    unconnected = _unconnected(tables, lying, laid)

    def once(found: Bools, points: int) -> Ints:
        return np.where(_count(found) > 0, points, 0)

    large = (standing[:, 0] == L) & moss[:, 0]
    small = (standing[:, 0] == S) & moss[:, 0]
    points: dict[str, Ints] = {
        "sand": _largest_rectangle(tables.sand[lying]),
        "moss": 2 * _count(moss),
        "symmetry": 5 * _count(_mirrored(tables.pattern[lying])),
        "whirlpool": _whirlpools(tables, lying),
        "pattern": -2 * unconnected,
        "connected": 7 * (laid.all(axis=(1, 2)) & (unconnected == 0)).astype(np.int64),
        "stone_types": 2 * sum((stones == s).any(axis=1).astype(np.int64) for s in range(H, B + 1)),
        "knight": _patterns_of_stones(stones > 0),
        "horaisan": once(large[:, :-1] & large[:, 1:], 10),
        "three_honourable": once(small[:, :-2] & large[:, 1:-1] & small[:, 2:], 15),
        "reclining": 3 * _count(standing[:, :, 2] == R),
        "boat": 3 * _count(standing[:, 2] == B),
        "name_garden": _name_gardens(edition, stones, cards),
        "virtue": virtue.astype(np.int64),
    }
    return {**points, "total": sum(points.values(), np.zeros(len(faces), np.int64))}


def placings(faces: NDArray[np.uint8], turns_alike: Bools) -> Bools:
    """S6: where a tile may be laid, and in which rotation: shape (n, 15, 2), as printed or turned.

    `turns_alike` says of each garden's tile that it looks the same turned, shape (n,).
    """
    laid = (faces != NO_TILE).reshape(-1, ROWS, COLUMNS)
    beside = np.zeros_like(laid)
    beside[:, 1:] |= laid[:, :-1]
    beside[:, :-1] |= laid[:, 1:]
    beside[:, :, 1:] |= laid[:, :, :-1]
    beside[:, :, :-1] |= laid[:, :, 1:]
    spaces = (beside & ~laid).reshape(-1, SPACES)
    first = ~laid.any(axis=(1, 2))
    spaces |= first[:, None] & _FIRST_SPACES
    return np.stack([spaces, spaces & ~turns_alike[:, None]], axis=2)


def _count(marked: Bools) -> Ints:
    counts: Ints = marked.reshape(len(marked), -1).sum(axis=1, dtype=np.int64)
    return counts


def _largest_rectangle(sand: Bools) -> Ints:
    """S13: the area of the largest rectangle of sand."""
    best = np.zeros(len(sand), np.int64)
    rows = sand
    for height in range(1, ROWS + 1):
        block = rows
        for width in range(1, COLUMNS + 1):
            found = block.any(axis=(1, 2))
            best = np.where(found, np.maximum(best, height * width), best)
            if width < COLUMNS:
                block = block[:, :, :-1] & rows[:, :, width:]
        if height < ROWS:
            rows = rows[:, :-1] & sand[:, height:]
    return best


def _mirrored(pattern: Ints) -> Bools:
    """S13: which rows are symmetric, shape (n, 3)."""
    left, right = pattern[:, :, :2], pattern[:, :, :-3:-1]
    rows: Bools = ((left == right) & (left >= 0)).all(axis=2)
    return rows


def _whirlpools(tables: Faces, lying: Ints) -> Ints:
    """S4: 8 for a circle, 2 for one semicircle, at each of 4 by 6 vertices."""

    def around(corner: str, down: int, right: int) -> Bools:
        arcs = np.zeros((len(lying), ROWS + 1, COLUMNS + 1), np.bool_)
        arcs[:, down : down + ROWS, right : right + COLUMNS] = tables.arcs[corner][lying]
        return arcs

    upper_left, upper_right = around("se", 1, 1), around("sw", 1, 0)
    lower_left, lower_right = around("ne", 0, 1), around("nw", 0, 0)
    circle = upper_left & upper_right & lower_left & lower_right
    half = (upper_left | lower_right) & (upper_right | lower_left)
    return 6 * _count(circle) + 2 * _count(half)


def _unconnected(tables: Faces, lying: Ints, laid: Bools) -> Ints:
    """S3: how many neighbouring pairs of laid tiles do not connect."""
    edges, sand = tables.edges, tables.sand[lying]
    below = edges["south"][lying[:, :-1]] != edges["north"][lying[:, 1:]]
    below &= laid[:, :-1] & laid[:, 1:]
    beside = edges["east"][lying[:, :, :-1]] != edges["west"][lying[:, :, 1:]]
    beside &= laid[:, :, :-1] & laid[:, :, 1:] & ~(sand[:, :, :-1] & sand[:, :, 1:])
    return _count(below) + _count(beside)


def _name_gardens(edition: Edition, stones: NDArray[np.uint8], cards: NDArray[np.int16]) -> Ints:
    """S15: the points of each garden's card (-1 for none)."""
    points = np.zeros(len(stones), np.int64)
    for number, card in enumerate(edition.name_gardens):
        rows = np.flatnonzero(cards == number)
        fits = np.ones(len(rows), np.bool_)
        for letter, spaces in card.stones.items():
            standing = stones[rows][:, spaces]
            wanted = standing > 0 if letter == "*" else standing == "HSRLB".index(letter) + 1
            fits &= wanted.all(axis=1)
        points[rows] = card.points * fits
    return points


def _patterns_of_stones(standing: Bools) -> Ints:
    """S14: points of knights and diagonals; a table knows all 2^15 sets of spaces."""
    masks = standing @ (1 << np.arange(SPACES))
    return _stone_table()[masks]


@cache
def _stone_table() -> Ints:
    """The best choice of knights and diagonals that use no stone twice, by set of spaces."""
    patterns: list[tuple[int, int, int]] = []  # block, stones in it, points
    for height, width, points in ((2, 3, 5), (3, 2, 5), (3, 3, 7)):
        middle = {(1, 1)} if height == width else set()
        corners = {(0, 0), (height - 1, width - 1)}, {(0, width - 1), (height - 1, 0)}
        for top, left in product(range(ROWS - height + 1), range(COLUMNS - width + 1)):
            first = COLUMNS * top + left
            block = sum(1 << first + COLUMNS * d + r for d in range(height) for r in range(width))
            for two in corners:
                stones = sum(1 << first + COLUMNS * d + r for d, r in two | middle)
                patterns.append((block, stones, points))

    def best(found: list[tuple[int, int]], used: int) -> int:
        if not found:
            return 0
        (stones, points), *rest = found
        without = best(rest, used)
        return without if stones & used else max(without, points + best(rest, used | stones))

    return np.array(
        [
            best([(stones, points) for block, stones, points in patterns if s & block == stones], 0)
            for s in range(1 << SPACES)
        ]
    )
