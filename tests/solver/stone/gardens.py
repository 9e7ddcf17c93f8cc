"""Random gardens for solver tests, full or begun, with stones where they may stand."""

import random
from collections import Counter
from collections.abc import Sequence

from niwashi.stone import Edition, Garden

LETTERS = "HSRLB"
SUPPLY = {2: (4, 5, 2, 3, 1), 3: (5, 6, 3, 4, 2), 4: (6, 7, 4, 5, 3)}


def neighbours(space: int) -> list[int]:
    row, column = divmod(space, 5)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [5 * r + c for r, c in steps if 0 <= r < 3 and 0 <= c < 5]


def cells_of(garden: Garden) -> list[str]:
    """The garden's text, space by space."""
    return garden.to_text().replace("/", ",").split(",")


def tiles_of(garden: Garden) -> Counter[str]:
    """The tiles in the garden, by id."""
    return Counter(c.partition(":")[0].rstrip("'@") for c in cells_of(garden) if c != "_")


def text_of(faces: Sequence[str | None], stones: dict[int, str]) -> str:
    """The garden text of face texts by space."""
    cells = [
        "_" if face is None else face + (f":{stones[s]}" if s in stones else "")
        for s, face in enumerate(faces)
    ]
    return "/".join(",".join(cells[i : i + 5]) for i in (0, 5, 10))


def random_garden(
    edition: Edition, seed: int, tiles: int = 15, stones: int = 15, players: int = 4
) -> Garden:
    """So many tiles of the edition, laid as S6 has it, and at most so many stones."""
    rng = random.Random(seed)
    supply = [
        t for t, n in zip(edition.tile_ids, edition.tile_counts, strict=True) for _ in [0] * n
    ]
    faces: list[str | None] = [None] * 15
    open_spaces = {rng.choice((0, 10))}
    for tile in rng.sample(supply, tiles):
        space = rng.choice(sorted(open_spaces))
        faces[space] = tile + rng.choice(("", "'"))
        near = {n for s, face in enumerate(faces) if face is not None for n in neighbours(s)}
        open_spaces = {s for s in near if faces[s] is None}
    moss = {s for s in range(15) if (face := faces[s]) and is_moss(edition, face)}
    left = Counter(dict(zip(LETTERS, SUPPLY[players], strict=True)))
    left["B"] = 1
    standing: dict[int, str] = {}
    for _ in range(3 * stones):
        space = rng.randrange(15)
        beside = [n for n in neighbours(space) if n in standing]
        stone = rng.choice([t for t in LETTERS if left[t]] or [""])
        fits = faces[space] is not None and space not in standing
        if (
            stone
            and fits
            and len(standing) < stones
            and (not beside or moss.issuperset([*beside, space]))
        ):
            standing[space] = stone
            left[stone] -= 1
    return Garden.from_text(edition, text_of(faces, standing))


def is_moss(edition: Edition, face: str) -> bool:
    return edition.faces[edition.face_from_text(face)].is_moss
