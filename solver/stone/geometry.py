"""The garden's grid: 3 rows of 5 spaces, 0 to 14, and what the scoring looks at on it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

ROWS: Final = range(3)
COLUMNS: Final = range(5)
SPACES: Final = range(15)
WIDTH: Final = len(COLUMNS)
BESIDE: Final = [(s, s + 1) for s in SPACES if s % WIDTH != WIDTH - 1]
BELOW: Final = [(s, s + WIDTH) for s in SPACES if s + WIDTH in SPACES]
NEIGHBOURS: Final = BESIDE + BELOW
#: Spaces on which a first tile may lie (S6).
FIRST_SPACES: Final = (0, 10)
UPPER_ROW: Final = range(WIDTH)
BOTTOM_ROW: Final = range(2 * WIDTH, 3 * WIDTH)
MIDDLE_COLUMN: Final = (2, 7, 12)

KNIGHT_POINTS: Final = 5
DIAGONAL_POINTS: Final = 7


class Arrangement(NamedTuple):
    """A knight or a diagonal (S14): where its stones are, and where no other stone may be."""

    points: int
    stones: tuple[int, ...]
    free: tuple[int, ...]


def blocks(height: int, width: int) -> Iterator[list[int]]:
    """All blocks of this size, each row by row."""
    for row in range(len(ROWS) - height + 1):
        for column in range(WIDTH - width + 1):
            yield [
                WIDTH * r + c
                for r in range(row, row + height)
                for c in range(column, column + width)
            ]


def _arrangements() -> Iterator[Arrangement]:
    for points, height, width in (
        (KNIGHT_POINTS, 2, 3),
        (KNIGHT_POINTS, 3, 2),
        (DIAGONAL_POINTS, 3, 3),
    ):
        for b in blocks(height, width):
            for corners in ((b[0], b[-1]), (b[width - 1], b[-width])):
                middle = (b[4],) if points == DIAGONAL_POINTS else ()
                stones = tuple(sorted(corners + middle))
                yield Arrangement(points, stones, tuple(s for s in b if s not in stones))


def _corners_at() -> dict[int, dict[str, tuple[int, str]]]:
    around: dict[int, dict[str, tuple[int, str]]] = {}
    for row in range(len(ROWS) + 1):
        for column in range(WIDTH + 1):
            places = {
                "nw": (row - 1, column - 1, "se"),
                "ne": (row - 1, column, "sw"),
                "sw": (row, column - 1, "ne"),
                "se": (row, column, "nw"),
            }
            tiles = {
                side: (WIDTH * r + c, corner)
                for side, (r, c, corner) in places.items()
                if r in ROWS and c in COLUMNS
            }
            if len(tiles) > 1:
                around[(WIDTH + 1) * row + column] = tiles
    return around


#: All rectangles of spaces, the single space to the whole garden.
RECTANGLES: Final = [
    b for height in range(1, 4) for width in range(1, 6) for b in blocks(height, width)
]
#: All knights and diagonals.
ARRANGEMENTS: Final = list(_arrangements())
#: Grid vertices, 6 a row, with at least two tiles around them: by where a tile lies from the
#: vertex, its space and its corner there.
VERTICES: Final = _corners_at()
