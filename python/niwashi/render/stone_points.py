"""What a Stone Garden garden shows and what each rule gives for it, in words, for every renderer.

The core scores; here its points are only shared out, pointed at and named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from niwashi import stone

ROWS, COLUMNS = 3, 5
SPACES = range(ROWS * COLUMNS)
CORNERS = ("nw", "ne", "sw", "se")
STONE_NAMES = {
    "H": "horizontal stone",
    "S": "small standing stone",
    "R": "reclining stone",
    "L": "large standing stone",
    "B": "boat",
}
STONE_PRICES = {"H": 1, "S": 2, "R": 3, "L": 4, "B": 5}  # virtue (S5)
RULE_NAMES = {
    "sand": "Basic sand",
    "moss": "Basic moss",
    "symmetry": "Symmetry",
    "whirlpool": "Whirlpools",
    "pattern": "Pattern",
    "connected": "All connected",
    "stone_types": "Stone types",
    "knight": "Knight",
    "diagonal": "Diagonal",
    "horaisan": "Horaisan",
    "three_honourable": "Three Honourable Stones",
    "reclining": "Reclining",
    "boat": "Boat",
    "name_garden": "Name Garden",
    "virtue": "Virtue",
}
_NEIGHBOUR_PAIRS = 22
_OPPOSITE = {"nw": "se", "ne": "sw", "sw": "ne", "se": "nw"}


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies: what can be seen of it."""

    id: str
    turned: bool
    is_moss: bool
    north: str
    east: str
    south: str
    west: str
    arcs: tuple[str, ...]  # corners, in the order of CORNERS

    @property
    def text(self) -> str:
        """The tile as a garden text writes it: `nw'` if it is turned."""
        return self.id + "'" * self.turned

    @property
    def surface(self) -> str:
        """`sand` or `moss`."""
        return "moss" if self.is_moss else "sand"


@dataclass(frozen=True, slots=True)
class Plot:
    """One space of a garden."""

    space: int
    tile: Tile | None
    stone: str | None  # a letter of the garden text
    has_monk: bool

    @property
    def name(self) -> str:
        """The space as players write it, row then column: `35`."""
        return space_name(self.space)

    def describe(self) -> str:
        """The space in words: `23: moss tile north', reclining stone, monk`."""
        if self.tile is None:
            return f"{self.name}: empty"
        words = [f"{self.name}: {self.tile.surface} tile {self.tile.text}"]
        if self.stone is not None:
            words.append(STONE_NAMES[self.stone])
        if self.has_monk:
            words.append("monk")
        return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Whirlpool:
    """A circle or a semicircle: where it is centred, what it gives, the tiles that make it up."""

    row: int  # of the vertex: 0 is the upper border
    column: int
    points: int
    quarters: tuple[tuple[int, str], ...]  # space, corner; clockwise around the vertex

    @property
    def is_circle(self) -> bool:
        """True for a circle, False for a semicircle."""
        return len(self.quarters) == 4


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: the rule, what gave the points in words, and the points."""

    rule: str
    reason: str
    points: int

    @property
    def name(self) -> str:
        """The rule as people read it."""
        return RULE_NAMES[self.rule]


def space_name(space: int) -> str:
    """`35` for the last of the fifteen spaces."""
    return f"{space // COLUMNS + 1}{space % COLUMNS + 1}"


def tiles(edition: stone.Edition) -> list[Tile]:
    """Every tile of an edition both ways round, by the number of the face."""
    found = []
    for id_, surface, _, north, east, south, west, arcs in edition.source[2]:
        is_moss = surface == "moss"
        upright = _ordered(arcs)
        turned = _ordered(_OPPOSITE[corner] for corner in arcs)
        backwards = (south[::-1], west[::-1], north[::-1], east[::-1])
        found.append(Tile(id_, False, is_moss, north, east, south, west, upright))
        found.append(Tile(id_, True, is_moss, *backwards, turned))
    return found


def plots(garden: stone.Garden) -> list[Plot]:
    """The fifteen spaces in order."""
    by_face = tiles(garden.edition)
    return [
        Plot(space, None if face is None else by_face[face], letter, space == garden.monk)
        for space, face, letter in zip(SPACES, garden.faces, garden.stones, strict=True)
    ]


def unconnected(garden: stone.Garden) -> list[tuple[int, int]]:
    """The neighbouring tiles that do not fit, the left or upper one first."""
    beside, below = garden.unconnected
    return [(s, s + 1) for s in beside] + [(s, s + COLUMNS) for s in below]


def whirlpools(garden: stone.Garden) -> list[Whirlpool]:
    """Every circle and semicircle that scores. Of three quarters two make the semicircle."""
    ground = plots(garden)
    circles, semicircles = garden.whirlpools
    found = []
    for vertex in sorted([*circles, *semicircles]):
        row, column = divmod(vertex, COLUMNS + 1)
        around = [quarter for quarter in _around(row, column) if _has_arc(ground, quarter)]
        if vertex in circles:
            found.append(Whirlpool(row, column, 8, tuple(around)))
        else:
            pair = next(p for p in pairwise([*around, around[0]]) if _are_neighbours(*p))
            found.append(Whirlpool(row, column, 2, pair))
    return found


def space_words(garden: stone.Garden) -> list[str]:
    """The fifteen spaces in words: what lies there, what it does not fit, its whirlpools."""
    ground = plots(garden)
    words = [plot.describe() for plot in ground]
    misfits: list[list[int]] = [[] for _ in SPACES]
    for first, second in unconnected(garden):
        misfits[first].append(second)
        misfits[second].append(first)
    for space, others in enumerate(misfits):
        if others:
            words[space] += "; not connected to " + ", ".join(map(space_name, sorted(others)))
    for pool in whirlpools(garden):
        name = "circle" if pool.is_circle else "semicircle"
        for space, _ in pool.quarters:
            words[space] += f"; in a {name}"
    return words


def sand_rectangle(garden: stone.Garden) -> tuple[int, int, int, int] | None:
    """The first of the largest all-sand rectangles: row, column, height, width."""
    sand = {plot.space for plot in plots(garden) if plot.tile and not plot.tile.is_moss}
    best: tuple[int, int, int, int] | None = None
    for row, column in (divmod(space, COLUMNS) for space in SPACES):
        for height in range(1, ROWS - row + 1):
            for width in range(1, COLUMNS - column + 1):
                is_larger = best is None or height * width > best[2] * best[3]
                if is_larger and sand.issuperset(_block(row, column, height, width)):
                    best = (row, column, height, width)
    return best


def symmetric_rows(garden: stone.Garden) -> list[int]:
    """The rows (0 to 2) whose outer tiles mirror each other."""
    patterns = [face.pattern for face in garden.edition.faces]
    rows = []
    for row in range(ROWS):
        faces = garden.faces[COLUMNS * row : COLUMNS * (row + 1)]
        left, right = [*faces[:2]], [*faces[:2:-1]]
        if None not in (*left, *right) and all(
            patterns[a or 0] == patterns[b or 0] for a, b in zip(left, right, strict=True)
        ):
            rows.append(row)
    return rows


def arrangements(
    garden: stone.Garden, points: stone.ScoreBreakdown
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Knights and diagonals that make up these points: the spaces of their stones."""
    standing = {space for space, letter in enumerate(garden.stones) if letter}
    knights = [
        (first, second)
        for height, width in ((2, 3), (3, 2))
        for row in range(ROWS - height + 1)
        for column in range(COLUMNS - width + 1)
        for block in [_block(row, column, height, width)]
        for first, second in ((block[0], block[-1]), (block[width - 1], block[-width]))
        if standing & set(block) == {first, second}
    ]
    diagonals = [
        line
        for column in range(COLUMNS - 2)
        for block in [_block(0, column, 3, 3)]
        for line in (block[::4], block[2:7:2])
        if standing & set(block) == set(line)
    ]
    for lines in _disjoint(diagonals, points.diagonal // 7, frozenset()):
        taken = frozenset(space for line in lines for space in line)
        for pairs in _disjoint(knights, points.knight // 5, taken):
            return pairs, lines
    raise AssertionError("the core's knights and diagonals are not in the garden")


def score_lines(garden: stone.Garden, card: str | None = None, virtue: int = 0) -> list[Line]:
    """The score rule by rule; the points add up to the total."""
    score = stone.score(garden, card, virtue)
    points = score.as_dict()
    ground = plots(garden)
    knights, diagonals = arrangements(garden, score)
    reasons = {
        "sand": _sand(garden),
        "moss": _counted(sum(1 for plot in ground if plot.tile and plot.tile.is_moss), "moss tile"),
        "symmetry": _rows(symmetric_rows(garden)),
        "whirlpool": _whirls(whirlpools(garden)),
        "pattern": _unfit(len(unconnected(garden))),
        "connected": _connected(ground, garden),
        "stone_types": _types(ground),
        "knight": _places(knights) or "no pair",
        "diagonal": _places(diagonals) or "no three",
        "horaisan": _horaisan(garden, score.horaisan > 0),
        "three_honourable": _honourable(garden, score.three_honourable > 0),
        "reclining": _counted(score.reclining // 3, "stone") + " in column 3",
        "boat": "in row 3" if score.boat else _without_points_boat(ground),
        "name_garden": _name_garden(card, score.name_garden > 0),
        "virtue": f"{virtue} left",
    }
    return [Line(rule, reason, points[rule]) for rule, reason in reasons.items()]


def _ordered(corners: "Iterator[str] | Sequence[str]") -> tuple[str, ...]:
    return tuple(sorted(corners, key=CORNERS.index))


def _block(row: int, column: int, height: int, width: int) -> tuple[int, ...]:
    return tuple(
        COLUMNS * r + c for r in range(row, row + height) for c in range(column, column + width)
    )


def _around(row: int, column: int) -> list[tuple[int, str]]:
    """The spaces that meet at a vertex, clockwise, and the corner each has there."""
    places = [
        (row - 1, column - 1, "se"),
        (row - 1, column, "sw"),
        (row, column, "nw"),
        (row, column - 1, "ne"),
    ]
    return [
        (COLUMNS * r + c, corner)
        for r, c, corner in places
        if r in range(ROWS) and c in range(COLUMNS)
    ]


def _has_arc(ground: list[Plot], quarter: tuple[int, str]) -> bool:
    tile = ground[quarter[0]].tile
    return tile is not None and quarter[1] in tile.arcs


def _are_neighbours(one: tuple[int, str], other: tuple[int, str]) -> bool:
    return _OPPOSITE[one[1]] != other[1]


def _disjoint(
    lines: Sequence[tuple[int, ...]], number: int, taken: frozenset[int]
) -> Iterator[list[tuple[int, ...]]]:
    """Every choice of so many lines without a space in common, with each other or with `taken`."""
    if number == 0:
        yield []
        return
    for i, line in enumerate(lines):
        if taken.isdisjoint(line):
            for rest in _disjoint(lines[i + 1 :], number - 1, taken.union(line)):
                yield [line, *rest]


def _counted(number: int, name: str) -> str:
    return f"{number or 'no'} {name}{'' if number == 1 else 's'}"


def _sand(garden: stone.Garden) -> str:
    block = sand_rectangle(garden)
    if block is None:
        return "no sand tile"
    row, column, height, width = block
    first, last = COLUMNS * row + column, COLUMNS * (row + height - 1) + column + width - 1
    return f"{height}×{width} rectangle, {space_name(first)} to {space_name(last)}"


def _rows(rows: list[int]) -> str:
    if not rows:
        return "no row"
    return f"row{'s'[: len(rows) > 1]} " + ", ".join(str(row + 1) for row in rows)


def _whirls(pools: list[Whirlpool]) -> str:
    circles = sum(1 for pool in pools if pool.is_circle)
    words = [
        _counted(number, name)
        for number, name in ((circles, "circle"), (len(pools) - circles, "semicircle"))
        if number
    ]
    return ", ".join(words) or "none"


def _unfit(pairs: int) -> str:
    return f"{_counted(pairs, 'pair')} of tiles not connected"


def _connected(ground: list[Plot], garden: stone.Garden) -> str:
    if not garden.is_full:
        laid = sum(1 for plot in ground if plot.tile)
        return f"{laid} of 15 tiles laid"
    return f"{_NEIGHBOUR_PAIRS - len(unconnected(garden))} of {_NEIGHBOUR_PAIRS} pairs connected"


def _types(ground: list[Plot]) -> str:
    there = {plot.stone for plot in ground}
    return " ".join(letter for letter in STONE_NAMES if letter in there) or "no stones"


def _places(lines: list[tuple[int, ...]]) -> str:
    return ", ".join("-".join(space_name(space) for space in line) for line in lines)


def _horaisan(garden: stone.Garden, scores: bool) -> str:
    return _upper_row(garden, "LL") if scores else "no L L on moss in row 1"


def _honourable(garden: stone.Garden, scores: bool) -> str:
    return _upper_row(garden, "SLS") if scores else "no S L S on moss in row 1"


def _upper_row(garden: stone.Garden, letters: str) -> str:
    moss = set(garden.moss)
    for first in range(COLUMNS - len(letters) + 1):
        spaces = range(first, first + len(letters))
        if [garden.stones[space] for space in spaces] == [*letters] and moss.issuperset(spaces):
            return f"{' '.join(letters)} on moss, " + _places([tuple(spaces)])
    raise AssertionError("the core's stones are not in the garden")


def _without_points_boat(ground: list[Plot]) -> str:
    boat = next((plot.name for plot in ground if plot.stone == "B"), None)
    return "no boat" if boat is None else f"{boat} is not in row 3"


def _name_garden(card: str | None, scores: bool) -> str:
    if card is None:
        return "no card"
    return card if scores else f"{card} is not laid out"
