"""Edition files (S1, S2): TOML in, typed objects and the compiled `Edition` out.

Shapes (keys, types) are checked here by msgspec, meanings (ids, edges, layouts) by the core; both
say what is wrong as `FILE: tile[3].edges.north: 2 segments here, 3 in tile[0]`, counted from 0.
"""

import hashlib
import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from niwashi._core import InvalidText
from niwashi._core.stone import Edition, edition_problems, edition_warnings

Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]

# What only the JSON Schema says. The core refuses what breaks it, in one place.
_ID = msgspec.Meta(extra_json_schema={"pattern": "^[a-z][a-z0-9-]*$"})
_EDGE = msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": 16})
_ROW = msgspec.Meta(extra_json_schema={"pattern": "^[.HSRLB*]{5}$"})


class Edges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One character a segment, left to right (north, south) or top to bottom (east, west)."""

    north: Annotated[str, _EDGE]
    east: Annotated[str, _EDGE]
    south: Annotated[str, _EDGE]
    west: Annotated[str, _EDGE]


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile, as printed, and how many there are."""

    id: Annotated[str, _ID]
    surface: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["sand", "moss"]})]
    count: Annotated[Int32, msgspec.Meta(extra_json_schema={"minimum": 1})]
    edges: Edges
    arcs: tuple[
        Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["nw", "ne", "sw", "se"]})], ...
    ]


class NameGarden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Name Garden card: `.` free, `H S R L B` that stone, `*` any stone."""

    id: Annotated[str, _ID]
    points: Annotated[Int32, msgspec.Meta(extra_json_schema={"minimum": 1, "maximum": 99})]
    layout: Annotated[
        tuple[Annotated[str, _ROW], ...],
        msgspec.Meta(extra_json_schema={"minItems": 3, "maxItems": 3}),
    ]


class EditionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition file says, key by key."""

    schema: Literal[1]
    name: str
    provenance: str
    tile: tuple[Tile, ...]
    name_garden: tuple[NameGarden, ...]

    def compile(self) -> Edition:
        """The edition, ready to play with; InvalidText names the first thing that is wrong."""
        return Edition(*_arguments(self))

    def digest(self) -> str:
        """SHA-256 of tiles and cards; name and provenance are left out."""
        contents = {"tile": self.tile, "name_garden": self.name_garden}
        return hashlib.sha256(msgspec.json.encode(contents, order="sorted")).hexdigest()


@dataclass(frozen=True)
class EditionCheck:
    """What there is to say about an edition file: `errors` make it unusable, `warnings` do not."""

    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    file: EditionFile | None = None  # None if the shape is wrong already
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def is_usable(self) -> bool:
        """True if a game can be set up with it."""
        return not self.errors


def check_edition(path: str | PathLike[str]) -> EditionCheck:
    """Every error and warning of a file, each beginning with the file's name and the place.

    `counts` has the tiles of each kind by id, and `sand`, `moss`, `tiles`, `name_gardens`.
    Raises OSError if the file cannot be opened.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        return EditionCheck(errors=_at(path, [f"byte {error.start} is not UTF-8"]))
    return check_edition_text(text, str(path))


def check_edition_text(text: str, name: str = "edition") -> EditionCheck:
    """As `check_edition`, for the contents of a file that is called `name`."""
    file, errors = _read(text)
    if file is None:
        return EditionCheck(errors=_at(name, errors))
    arguments = _arguments(file)
    return EditionCheck(
        errors=_at(name, edition_problems(*arguments)),
        warnings=_at(name, edition_warnings(*arguments)),
        file=file,
        counts=_count(file),
    )


def read_edition(path: str | PathLike[str]) -> EditionFile:
    """The typed contents of a file that has no error.

    Raises InvalidText with the first error, OSError if the file cannot be opened.
    """
    check = check_edition(path)
    if check.errors or check.file is None:
        raise InvalidText(check.errors[0])
    return check.file


def load_edition(path: str | PathLike[str] | None = None) -> Edition:
    """The edition of a file, or the reconstruction. Raises as `read_edition` does."""
    return default_edition() if path is None else read_edition(path).compile()


@cache
def default_edition() -> Edition:
    """The reconstruction that comes with the package; show its `provenance` wherever it is used."""
    return default_edition_file().compile()


@cache
def default_edition_file() -> EditionFile:
    """The typed contents of the reconstruction."""
    with resources.as_file(resources.files("niwashi") / "editions/reconstruction.toml") as path:
        return read_edition(path)


def digest_of(edition: Edition) -> str:
    """`EditionFile.digest` of a compiled edition."""
    return edition_file_of(edition).digest()


def edition_file_of(edition: Edition) -> EditionFile:
    """What an edition was compiled from."""
    name, provenance, tiles, cards = edition.source
    return EditionFile(
        schema=1,
        name=name,
        provenance=provenance,
        tile=tuple(
            Tile(tile[0], tile[1], tile[2], Edges(*tile[3:7]), tuple(tile[7])) for tile in tiles
        ),
        name_garden=tuple(NameGarden(card[0], card[1], tuple(card[2])) for card in cards),
    )


def edition_schema() -> dict[str, Any]:
    """The JSON Schema of an edition file, for editors that check TOML while one writes."""
    schema = msgspec.json.schema(EditionFile)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _arguments(file: EditionFile) -> tuple[Any, ...]:
    tiles = [
        (
            *(tile.id, tile.surface, tile.count),
            *(tile.edges.north, tile.edges.east, tile.edges.south, tile.edges.west),
            list(tile.arcs),
        )
        for tile in file.tile
    ]
    cards = [(card.id, card.points, list(card.layout)) for card in file.name_garden]
    return file.name, file.provenance, tiles, cards


def _count(file: EditionFile) -> dict[str, int]:
    surfaces: Counter[str] = Counter()
    for tile in file.tile:
        surfaces[tile.surface] += tile.count
    return {
        **{tile.id: tile.count for tile in file.tile},
        "sand": surfaces["sand"],
        "moss": surfaces["moss"],
        "tiles": surfaces.total(),
        "name_gardens": len(file.name_garden),
    }


def _read(text: str) -> tuple[EditionFile | None, list[str]]:
    """The contents, or every table that has not the right shape."""
    try:
        contents = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [f"not TOML: {_one_line(str(error))}"]
    except (ValueError, RecursionError):
        return None, ["not TOML that can be read: tables too deep or numbers too long"]

    errors: list[str] = []
    whole = dict(contents)
    for key, kind in (("tile", Tile), ("name_garden", NameGarden)):
        tables = whole.get(key)
        if not isinstance(tables, list):
            continue  # reported below
        whole[key] = []
        for number, table in enumerate(tables):
            errors += _shape_errors(table, kind, f"{key}[{number}]")
    errors = _shape_errors(whole, EditionFile, "") + errors
    name = whole.get("name")
    if isinstance(name, str) and not (name.strip() and name.isprintable()):
        errors.append("name: one printable line is wanted")
    if errors:
        return None, errors
    return msgspec.convert(contents, EditionFile), []


def _shape_errors(contents: object, kind: type, place: str) -> list[str]:
    try:
        msgspec.convert(contents, kind)
    except msgspec.ValidationError as error:
        message, _, at = str(error).partition(" - at `")
        inner = at.rstrip("`").removeprefix("$").replace("[...]", "[]")
        named = re.match(r"Object (missing required|contains unknown) field `(.*)`$", message)
        if named:
            problem = "missing" if named[1].startswith("missing") else "unknown"
            message = f"{problem} key '{named[2]}'"
        where = f"{place}{inner}".lstrip(".")
        message = _one_line(message)
        return [f"{where}: {message}" if where else message]
    return []


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _at(path: str | PathLike[str], messages: list[str]) -> tuple[str, ...]:
    return tuple(f"{path}: {message}" for message in messages)
