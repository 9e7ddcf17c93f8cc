"""What a garden may be made of: tiles as they lie, how many there are, and stones.

Read from an edition's own text, so that the model shares nothing with the compiled faces.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from niwashi._core import InvalidText
from niwashi._core.stone import Edition, Garden
from niwashi.solver.stone.geometry import COLUMNS, SPACES

STONES: Final = "HSRLB"
#: Stones of each type by the number of players (S5).
STONE_SUPPLY: Final = {2: (4, 5, 2, 3, 1), 3: (5, 6, 3, 4, 2), 4: (6, 7, 4, 5, 3)}
_OPPOSITE: Final = {"nw": "se", "se": "nw", "ne": "sw", "sw": "ne"}


class Pattern(NamedTuple):
    """A tile as it lies: tiles with the same pattern cannot be told apart (S2)."""

    moss: bool
    north: str
    east: str
    south: str
    west: str
    arcs: frozenset[str]

    def turned(self) -> "Pattern":
        """The same tile after half a turn."""
        return Pattern(
            self.moss,
            north=self.south[::-1],
            east=self.west[::-1],
            south=self.north[::-1],
            west=self.east[::-1],
            arcs=frozenset(_OPPOSITE[corner] for corner in self.arcs),
        )


class Cell(NamedTuple):
    """What lies on a space of a garden."""

    tile: str
    turned: bool
    stone: str | None


class Layout(NamedTuple):
    """A garden as the model sees it, by space: a pattern's number, a stone, each or neither."""

    patterns: list[int | None]
    stones: list[str | None]


@dataclass(frozen=True)
class Card:
    """A Name Garden (S15)."""

    points: int
    layout: str  #: what is shown, by space: `.` nothing, a stone, `*` any stone

    @classmethod
    def of(cls, edition: Edition, name: str) -> "Card":
        """The edition's card of this id; InvalidText if it has none."""
        for card, points, layout in edition.source[3]:
            if card == name:
                return cls(points, "".join(layout))
        raise InvalidText(f"card: unknown Name Garden '{name[:40]}'")

    @property
    def stones(self) -> dict[int, str]:
        """What is shown, by space."""
        return {s: mark for s, mark in enumerate(self.layout) if mark != "."}

    def is_shown(self, stones: Sequence[str | None]) -> bool:
        """True if the stones, by space, stand where the card shows them."""
        return all(
            stones[s] is not None and mark in ("*", stones[s]) for s, mark in self.stones.items()
        )


class Supply:
    """The tiles and stones for one garden, those that lie in it already among them.

    `patterns` are all different ones that the tiles can show. `kinds` groups the numbers of those
    that are the same tiles turned (one or two of them) with the number of tiles.
    """

    def __init__(
        self, edition: Edition, players: int, tiles: Mapping[str, int] | None, start: Garden
    ) -> None:
        if players not in STONE_SUPPLY:
            raise InvalidText(f"players: {players} is not 2 to 4")
        self.edition = edition
        self.start = start
        self.laid = cells_of(start)
        self.tiles = _available(edition, tiles)
        self.stones = dict(zip(STONES, STONE_SUPPLY[players], strict=True))
        self._check_start(players)

        self.patterns: list[Pattern] = []
        self._ways: list[list[tuple[str, bool]]] = []
        kinds: Counter[tuple[int, ...]] = Counter()
        numbers: dict[Pattern, int] = {}
        for tile, moss, north, east, south, west, arcs in (
            (t[0], t[1] == "moss", *t[3:7], frozenset(t[7])) for t in edition.source[2]
        ):
            if self.tiles[tile] == 0:
                continue
            pattern = Pattern(moss, north, east, south, west, arcs)
            faces = []
            for face, turned in ((pattern, False), (pattern.turned(), True)):
                if turned and face == pattern:
                    continue
                if face not in numbers:
                    numbers[face] = len(self.patterns)
                    self.patterns.append(face)
                    self._ways.append([])
                self._ways[numbers[face]].append((tile, turned))
                faces.append(numbers[face])
            kinds[tuple(sorted(faces))] += self.tiles[tile]
        self.kinds = dict(kinds)

    @property
    def tile_count(self) -> int:
        """All tiles, those in the garden included."""
        return sum(self.tiles.values())

    def layout_of(self, garden: Garden) -> Layout:
        """A garden made of these tiles, in the model's terms."""
        cells = cells_of(garden)
        return Layout(
            [None if cell is None else self._pattern_of(cell) for cell in cells],
            [None if cell is None else cell.stone for cell in cells],
        )

    def garden_of(self, layout: Layout) -> Garden:
        """The garden with this layout: the start's tiles as they are, the others as they come."""
        left = Counter(self.tiles)
        left.subtract(cell.tile for cell in self.laid if cell is not None)
        texts = []
        for s, (pattern, stone) in enumerate(zip(*layout, strict=True)):
            if pattern is None:
                texts.append("_")
                continue
            old = self.laid[s]
            if old is not None:
                tile, turned = old.tile, old.turned
            else:
                tile, turned = next(way for way in self._ways[pattern] if left[way[0]] > 0)
                left[tile] -= 1
            texts.append(
                tile
                + ("'" if turned else "")
                + (f":{stone}" if stone else "")
                + ("@" if s == self.start.monk else "")
            )
        rows = (texts[i : i + len(COLUMNS)] for i in range(0, len(SPACES), len(COLUMNS)))
        return Garden.from_text(self.edition, "/".join(",".join(row) for row in rows))

    def _pattern_of(self, cell: Cell) -> int:
        """A tile that looks the same turned has one way to lie, whatever the text says."""
        ways = [(cell.tile, cell.turned), (cell.tile, False)]
        return next(p for way in ways for p, these in enumerate(self._ways) if way in these)

    def _check_start(self, players: int) -> None:
        tiles = Counter(cell.tile for cell in self.laid if cell is not None)
        for tile, count in tiles.items():
            if count > self.tiles[tile]:
                raise InvalidText(f"garden: {count} {tile} tiles, but there are {self.tiles[tile]}")
        stones = Counter(cell.stone for cell in self.laid if cell is not None and cell.stone)
        for stone, count in stones.items():
            if count > self.stones[stone]:
                raise InvalidText(
                    f"garden: {count} stones {stone}, but {players} players have "
                    f"{self.stones[stone]}"
                )


def cells_of(garden: Garden) -> list[Cell | None]:
    """A garden's text, space by space."""
    cells: list[Cell | None] = []
    for text in garden.to_text().replace("/", ",").split(","):
        face, _, stone = text.rstrip("@").partition(":")
        tile = face.rstrip("'")
        cells.append(None if text == "_" else Cell(tile, face != tile, stone or None))
    return cells


def _available(edition: Edition, tiles: Mapping[str, int] | None) -> dict[str, int]:
    counts = dict(zip(edition.tile_ids, edition.tile_counts, strict=True))
    if tiles is None:
        return counts
    for tile, count in tiles.items():
        if tile not in counts:
            raise InvalidText(f"tiles: unknown tile '{tile[:40]}'")
        if count < 0:
            raise InvalidText(f"tiles: {count} of {tile}")
        if count > counts[tile]:
            raise InvalidText(f"tiles: {count} of {tile}, but the edition has {counts[tile]}")
    return {tile: tiles.get(tile, 0) for tile in counts}
