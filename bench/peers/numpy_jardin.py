"""Jardín Japonés in NumPy: many sheets at once, each step of the game one operation on all of them.

What somebody would write who has a batch and no core: planes of booleans, and neighbourhoods as
matrices. All sheets are at the same ply. Held to the core by tests/bench/test_numpy_jardin.py.
"""

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from niwashi.jardin import batch

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

SPACES: Final = 36
LANTERN, BAMBOO, TREE, ROCK, MOSS, BRIDGE = range(6)
_BARE: Final = -1
_ROW, _COLUMN = np.divmod(np.arange(SPACES), 6)
_DOWN = np.abs(_ROW[:, None] - _ROW)
_RIGHT = np.abs(_COLUMN[:, None] - _COLUMN)


def _matrix(related: NDArray[Any]) -> NDArray[np.float32]:
    return related.astype(np.float32)


#: 1 where two spaces are next to each other, around each other, or too near for two lanterns (J7).
_ADJACENT: Final = _matrix(_DOWN + _RIGHT == 1)
_AROUND: Final = _matrix(np.maximum(_DOWN, _RIGHT) == 1)
_NEAR: Final = _matrix((_DOWN + _RIGHT < 4) & (_DOWN + _RIGHT > 0))
_EDGE: Final = (_ROW % 5 == 0) | (_COLUMN % 5 == 0)
#: The spaces of a location's row and column, ascending: shape (6, 11).
_CROSS: Final = np.array([np.flatnonzero((v == _ROW) | (v == _COLUMN)) for v in range(6)])
_BRIDGE_POINTS: Final = np.array([0, 1, 4, 9, 15])
_PAIRS: Final = 11 * 11
_DRAWS: Final = 3 * _PAIRS
#: A draw by location die and the places of its two decorations within the cross; a pruning by die
#: and space; the skip.
CHOICES: Final = _DRAWS + 3 * SPACES + 1
SKIP: Final = CHOICES - 1


@dataclass
class Sheets:
    """A batch of n sheets."""

    decorations: NDArray[np.int8]  #: (n, 36), the place in `LBTRM=` or -1
    late: Bools  #: (n, 36), trees of spring and summer
    ponds: NDArray[np.int8]  #: (n, 36), 0 for earth, or the season's number
    prunings: NDArray[np.int8]  #: (n,)

    @classmethod
    def empty(cls, number: int) -> Self:
        """Sheets before their first turn."""
        return cls(
            np.full((number, SPACES), _BARE, np.int8),
            np.zeros((number, SPACES), np.bool_),
            np.zeros((number, SPACES), np.int8),
            np.zeros(number, np.int8),
        )

    @classmethod
    def from_array(cls, array: NDArray[np.void]) -> Self:
        """From the core's array; the clock is left out."""
        sheets = cls.empty(len(array))
        for letter in range(6):
            sheets.decorations[_bits(array["decorations"][:, letter])] = letter
        for season in range(4):
            sheets.ponds[_bits(array["ponds"][:, season])] = season + 1
        sheets.late = _bits(array["late_trees"])
        sheets.prunings = array["prunings"].astype(np.int8)
        return sheets

    def to_array(self, clock: int) -> NDArray[np.void]:
        """The core's array, all sheets at this ply."""
        array = np.zeros(len(self), batch.position_dtype)
        for letter in range(6):
            array["decorations"][:, letter] = _mask(self.decorations == letter)
        for season in range(4):
            array["ponds"][:, season] = _mask(self.ponds == season + 1)
        array["late_trees"] = _mask(self.late)
        array["clock"] = clock
        array["prunings"] = self.prunings
        return array

    def __len__(self) -> int:
        return len(self.decorations)


def _bits(sets: NDArray[np.uint64]) -> Bools:
    octets = np.ascontiguousarray(sets).astype("<u8")[:, None].view(np.uint8)
    return np.unpackbits(octets, axis=1, count=SPACES, bitorder="little").astype(np.bool_)


def _mask(planes: Bools) -> NDArray[np.uint64]:
    weights = np.left_shift(np.uint64(1), np.arange(SPACES, dtype=np.uint64))
    masks: NDArray[np.uint64] = (planes * weights).sum(axis=1, dtype=np.uint64)
    return masks


def _beside(planes: Bools, relation: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each space, how many of the marked ones are in this relation to it."""
    return planes.astype(np.float32) @ relation


def score(sheets: Sheets) -> dict[str, Ints]:
    """Points by criterion and in all, shape (n,) each."""
    water = sheets.ponds > 0
    earth = ~water
    lantern, bamboo, tree, rock, moss, bridge = (sheets.decorations == d for d in range(6))
    bare = sheets.decorations == _BARE

    def total(planes: Bools) -> Ints:
        counts: Ints = planes.sum(axis=1, dtype=np.int64)
        return counts

    alone = rock & (_beside(rock, _AROUND) == 0)
    grid = np.zeros((len(sheets), 8, 8), np.bool_)
    grid[:, 1:7, 1:7] = earth.reshape(-1, 6, 6)
    across = (grid[:, 1:7, :6] & grid[:, 1:7, 2:]) | (grid[:, :6, 1:7] & grid[:, 2:, 1:7])
    bridges = bridge & water & (_beside(bridge, _ADJACENT) == 0) & across.reshape(-1, SPACES)
    points = {
        "lantern": 3 * total(lantern & earth & (_beside(lantern, _NEAR) == 0)),
        "bamboo": 2 * total(bamboo & earth & (_beside(bamboo, _ADJACENT) > 0)),
        "tree": total(tree & earth) + total(tree & earth & sheets.late),
        "rock": total(alone) + total(alone & water),
        "moss": (_beside(water, _ADJACENT) * (moss & earth)).sum(axis=1).astype(np.int64),
        "bridge": _BRIDGE_POINTS[np.minimum(total(bridges), 4)],
        "pond": 3 * sum((sheets.ponds == season).any(axis=1).astype(int) for season in range(1, 5)),
        "penalty": -total(earth & (bare | bridge)) - total(water & ~(bare | bridge | rock)),
    }
    return {**points, "total": sum(points.values(), np.zeros(len(sheets), np.int64))}


def legal_moves(sheets: Sheets, dice: Ints) -> Bools:
    """Which choices each sheet has with its roll: shape (n, CHOICES), each move marked once.

    `dice` are the faces from 0, ascending, shape (n, 3); face d gives decoration d (J1).
    """
    number = len(sheets)
    empty = sheets.decorations == _BARE
    legal = np.zeros((number, CHOICES), np.bool_)
    # Of equal dice one stands for all: location and decorations are the same.
    first = np.ones((number, 3), np.bool_)
    first[:, 1:] = dice[:, 1:] != dice[:, :-1]
    free = empty[np.arange(number)[:, None, None], _CROSS[dice]]
    pairs = free[:, :, :, None] & free[:, :, None, :] & ~np.eye(11, dtype=np.bool_)
    # Two equal decorations: which is drawn first does not matter.
    alike = np.stack([dice[:, j] == dice[:, k] for j, k in _OTHERS], axis=1)
    pairs &= ~alike[:, :, None, None] | np.triu(np.ones((11, 11), np.bool_))
    pairs &= first[:, :, None, None]
    legal[:, :_DRAWS] = pairs.reshape(number, -1)
    prunes = (first & (sheets.prunings < 3)[:, None])[:, :, None] & empty[:, None, :]
    legal[:, _DRAWS:SKIP] = prunes.reshape(number, -1)
    legal[:, SKIP] = ~legal.any(axis=1)
    return legal


_OTHERS: Final = ((1, 2), (0, 2), (0, 1))


def apply(sheets: Sheets, dice: Ints, choices: Ints, turn: int) -> None:
    """Makes a legal choice on each sheet, in place."""
    others = np.array(_OTHERS)

    def put(rows: Ints, spaces: Ints, letters: Ints) -> None:
        sheets.decorations[rows, spaces] = letters
        if turn > 6:
            sheets.late[rows, spaces] = letters == TREE

    rows = np.flatnonzero(choices < _DRAWS)
    die, pair = np.divmod(choices[rows], _PAIRS)
    cross = _CROSS[dice[rows, die]]
    for place, other in zip(np.divmod(pair, 11), (0, 1), strict=True):
        put(rows, cross[np.arange(len(rows)), place], dice[rows, others[die, other]])
    rows = np.flatnonzero((choices >= _DRAWS) & (choices < SKIP))
    die, space = np.divmod(choices[rows] - _DRAWS, SPACES)
    put(rows, space, dice[rows, die])
    sheets.prunings[rows] += 1


def any_of(marked: Bools, rng: np.random.Generator) -> Ints:
    """One of the marked columns of each row, each as likely. Every row has one."""
    counts = np.count_nonzero(marked, axis=1)
    before = counts.cumsum() - counts
    chosen: Ints = np.flatnonzero(marked)[before + rng.integers(counts)] % marked.shape[1]
    return chosen


def random_ponds(sheets: Sheets, rng: np.random.Generator) -> Bools:
    """A pond for each sheet, shape (n, 36): none in a quarter of them, else small and random.

    As the core's random games have it: grown from a random space to one of 1 to 8, where there is
    room, by random neighbours.
    """
    water = sheets.ponds > 0
    allowed = ~water & (_beside(water, _AROUND) == 0)
    rows = np.flatnonzero(allowed.any(axis=1) & (rng.integers(4, size=len(sheets)) > 0))
    ponds = np.zeros_like(water)
    ponds[rows, any_of(allowed[rows], rng)] = True
    wanted = np.zeros(len(sheets), np.int64)
    wanted[rows] = rng.integers(8, size=len(rows))
    refused = np.zeros_like(water)
    while True:
        rows = rows[wanted[rows] > 0]
        shore = (_beside(ponds[rows], _ADJACENT) > 0) & ~ponds[rows]
        candidates = shore & allowed[rows] & ~refused[rows]
        able = candidates.any(axis=1)
        rows, candidates = rows[able], candidates[able]
        if len(rows) == 0:
            return ponds
        spaces = any_of(candidates, rng)
        grown = ponds[rows]
        grown[np.arange(len(rows)), spaces] = True
        fine = encloses_nothing(grown)
        ponds[rows[fine], spaces[fine]] = True
        refused[rows[fine]] = False
        wanted[rows[fine]] -= 1
        refused[rows[~fine], spaces[~fine]] = True


def encloses_nothing(water: Bools) -> Bools:
    """J6: whether all earth reaches the edge of the grid, shape (n,)."""
    earth = ~water
    reached = earth & _EDGE
    while True:
        further = (reached | (_beside(reached, _ADJACENT) > 0)) & earth
        if np.array_equal(further, reached):
            whole: Bools = (reached == earth).all(axis=1)
            return whole
        reached = further


def random_games(number: int, rng: np.random.Generator) -> Sheets:
    """Games of random moves and dice to their end, in lockstep."""
    sheets = Sheets.empty(number)
    for turn in range(1, 13):
        dice = np.sort(rng.integers(6, size=(number, 3)), axis=1)
        apply(sheets, dice, any_of(legal_moves(sheets, dice), rng), turn)
        if turn % 3 == 0:
            sheets.ponds[random_ponds(sheets, rng)] = turn // 3
    return sheets
