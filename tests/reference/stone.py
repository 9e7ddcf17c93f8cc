"""Stone Garden (Karesansui), written from the rules alone: slow, plain, meant to be checked by eye.

It is an oracle for the fast core, so it shares nothing with it: spaces are (row, column) pairs
counted from 1, gardens are dictionaries, each rule is one function whose docstring names its
ruling, and whatever happens in a game is a new `State`. Players are counted from 0 here and from 1
in texts. Whatever is unreadable or illegal raises `ValueError`.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

Space = tuple[int, int]

ROWS = range(1, 4)
COLUMNS = range(1, 6)
SPACES: list[Space] = [(row, column) for row in ROWS for column in COLUMNS]
FIRST_SPACES: list[Space] = [(1, 1), (3, 1)]

STONES = "HSRLB"
PRICES = {"H": 1, "S": 2, "R": 3, "L": 4, "B": 5}
STONES_BY_PLAYERS = {
    2: {"H": 4, "S": 5, "R": 2, "L": 3, "B": 1},
    3: {"H": 5, "S": 6, "R": 3, "L": 4, "B": 2},
    4: {"H": 6, "S": 7, "R": 4, "L": 5, "B": 3},
}
MOST_VIRTUE = 6

MASTERS = [
    "muso-soseki",
    "zen-ami",
    "sesshu",
    "sen-no-rikyu",
    "kentei",
    "kobori-enshu",
    "kanamori-sowa",
    "ishikawa-jozan",
    "shigemori-mirei",
]
UNKNOWN = "?"

CORNERS = ["nw", "ne", "se", "sw"]
OPPOSITE_CORNER = {"nw": "se", "se": "nw", "ne": "sw", "sw": "ne"}
ID = r"[a-z][a-z0-9-]*"


# --- Edition -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tile:
    """S2: a tile as it lies, printed side up or turned by 180 degrees."""

    id: str
    turned: bool
    surface: str
    north: str
    east: str
    south: str
    west: str
    arcs: frozenset[str]


@dataclass(frozen=True)
class NameGarden:
    """S15: a Name Garden card; the layout holds the shown stones only, `*` for any."""

    id: str
    points: int
    layout: dict[Space, str]


@dataclass(frozen=True)
class Edition:
    """S1: what the pictures of a box show, in the order of its file."""

    name: str
    provenance: str
    printed: dict[str, Tile]
    counts: dict[str, int]
    name_gardens: dict[str, NameGarden]

    def tile(self, tile_id: str, turned: bool = False) -> Tile:
        """The tile as it lies; one that looks the same turned counts as unturned."""
        if tile_id not in self.printed:
            raise ValueError(f"no such tile: {tile_id!r}")
        printed = self.printed[tile_id]
        if turned and not same_pattern(printed, turn(printed)):
            return turn(printed)
        return printed

    def rotations(self, tile_id: str) -> list[Tile]:
        """The different ways to lay the tile, unturned first."""
        unturned, turned = self.tile(tile_id), self.tile(tile_id, turned=True)
        return [unturned] if unturned == turned else [unturned, turned]

    def tile_rank(self, tile_id: str) -> int:
        """The place of a tile in the order of the edition."""
        return list(self.printed).index(tile_id)

    def sort_tiles(self, tile_ids: Iterable[str]) -> tuple[str, ...]:
        """Tile ids in the order of the edition."""
        return tuple(sorted(tile_ids, key=self.tile_rank))


def turn(tile: Tile) -> Tile:
    """S2: the tile after half a turn: edges change sides and are read backwards."""
    return Tile(
        id=tile.id,
        turned=not tile.turned,
        surface=tile.surface,
        north=tile.south[::-1],
        east=tile.west[::-1],
        south=tile.north[::-1],
        west=tile.east[::-1],
        arcs=frozenset(OPPOSITE_CORNER[corner] for corner in tile.arcs),
    )


def same_pattern(one: Tile, other: Tile) -> bool:
    """S2: surface, edges and arcs agree as the tiles lie, whatever their ids."""
    return (
        one.surface == other.surface
        and one.north == other.north
        and one.east == other.east
        and one.south == other.south
        and one.west == other.west
        and one.arcs == other.arcs
    )


def read_edition(text: str) -> Edition:
    """The edition of a TOML text; `ValueError` for anything the rules do not provide for."""
    data: dict[str, object] = tomllib.loads(text)
    data.setdefault("name_garden", [])
    check_keys(data, ["schema", "name", "provenance", "tile", "name_garden"])
    if read_whole(data, "schema") != 1:
        raise ValueError("an edition has schema 1")
    printed: dict[str, Tile] = {}
    counts: dict[str, int] = {}
    for table in read_tables(data, "tile"):
        tile = read_printed_tile(table)
        if tile.id in printed:
            raise ValueError(f"tile {tile.id} is there twice")
        printed[tile.id] = tile
        counts[tile.id] = read_whole(table, "count")
        if counts[tile.id] < 1:
            raise ValueError(f"tile {tile.id} has no copy")
    across = {len(edge) for tile in printed.values() for edge in (tile.north, tile.south)}
    down = {len(edge) for tile in printed.values() for edge in (tile.east, tile.west)}
    if len(across) > 1 or len(down) > 1:
        raise ValueError("edges of one direction have one length")
    name_gardens: dict[str, NameGarden] = {}
    for table in read_tables(data, "name_garden"):
        name_garden = read_name_garden(table)
        if name_garden.id in name_gardens:
            raise ValueError(f"Name Garden {name_garden.id} is there twice")
        name_gardens[name_garden.id] = name_garden
    return Edition(
        name=read_text(data, "name"),
        provenance=read_text(data, "provenance"),
        printed=printed,
        counts=counts,
        name_gardens=name_gardens,
    )


def read_printed_tile(table: dict[str, object]) -> Tile:
    """S2: one `[[tile]]` of an edition file, without its count."""
    check_keys(table, ["id", "surface", "count", "edges", "arcs"])
    tile_id = read_id(table)
    surface = read_text(table, "surface")
    if surface not in ("sand", "moss"):
        raise ValueError(f"neither sand nor moss: {surface!r}")
    edges = table["edges"]
    if not isinstance(edges, dict):
        raise ValueError(f"tile {tile_id} has no table of edges")
    check_keys(edges, ["north", "east", "south", "west"])
    for side in edges:
        edge = read_text(edges, side)
        if not edge or not all(segment.isprintable() and segment != " " for segment in edge):
            raise ValueError(f"not an edge: {edge!r}")
    arcs = read_texts(table, "arcs")
    if len(set(arcs)) != len(arcs) or not set(arcs) <= set(CORNERS):
        raise ValueError(f"not a set of corners: {arcs!r}")
    return Tile(
        id=tile_id,
        turned=False,
        surface=surface,
        north=read_text(edges, "north"),
        east=read_text(edges, "east"),
        south=read_text(edges, "south"),
        west=read_text(edges, "west"),
        arcs=frozenset(arcs),
    )


def read_name_garden(table: dict[str, object]) -> NameGarden:
    """S15: one `[[name_garden]]` of an edition file."""
    check_keys(table, ["id", "points", "layout"])
    rows = read_texts(table, "layout")
    if len(rows) != len(ROWS) or any(len(row) != len(COLUMNS) for row in rows):
        raise ValueError(f"a layout has three rows of five spaces: {rows!r}")
    layout: dict[Space, str] = {}
    for row, column in SPACES:
        mark = rows[row - 1][column - 1]
        if mark not in STONES + "*.":
            raise ValueError(f"not a mark of a layout: {mark!r}")
        if mark != ".":
            layout[(row, column)] = mark
    if list(layout.values()).count("B") > 1:
        raise ValueError("a layout shows at most one boat")
    return NameGarden(read_id(table), read_whole(table, "points"), layout)


def check_keys(table: dict[str, object], keys: list[str]) -> None:
    """Every key is there and no other."""
    if set(table) != set(keys):
        raise ValueError(f"these keys are needed: {keys}; these are there: {list(table)}")


def read_text(table: dict[str, object], key: str) -> str:
    """A text of a TOML table."""
    value = table[key]
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a text: {value!r}")
    return value


def read_id(table: dict[str, object]) -> str:
    """The id of a TOML table."""
    value = read_text(table, "id")
    if not re.fullmatch(ID, value):
        raise ValueError(f"not an id: {value!r}")
    return value


def read_whole(table: dict[str, object], key: str) -> int:
    """A whole number of a TOML table."""
    value = table[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{key} is not a whole number: {value!r}")
    return value


def read_texts(table: dict[str, object], key: str) -> list[str]:
    """A list of texts of a TOML table."""
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key} is not a list of texts: {value!r}")
    return value


def read_tables(table: dict[str, object], key: str) -> list[dict[str, object]]:
    """A list of tables of a TOML table."""
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError(f"{key} is not a list of tables: {value!r}")
    return value


# --- Garden --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Garden:
    """One player's garden: laid tiles, stones on them, and the monk once a tile lies."""

    tiles: dict[Space, Tile]
    stones: dict[Space, str]
    monk: Space | None

    @property
    def full(self) -> bool:
        """S12: all fifteen spaces are laid."""
        return len(self.tiles) == len(SPACES)


EMPTY_GARDEN = Garden({}, {}, None)


def neighbours(space: Space) -> list[Space]:
    """The orthogonal neighbours of a space inside the garden, by row, then by column."""
    row, column = space
    beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [other for other in beside if other in SPACES]


def read_space(text: str) -> Space:
    """A space of two digits."""
    for space in SPACES:
        if text == write_space(space):
            return space
    raise ValueError(f"not a space: {text!r}")


def write_space(space: Space) -> str:
    """The two digits of a space."""
    return f"{space[0]}{space[1]}"


def read_tile(edition: Edition, text: str) -> Tile:
    """A tile id, with an apostrophe behind it if the tile is turned."""
    tile_id = text.removesuffix("'")
    return edition.tile(tile_id, turned=text != tile_id)


def write_tile(tile: Tile) -> str:
    """The text of a tile as it lies."""
    return tile.id + ("'" if tile.turned else "")


def read_garden(edition: Edition, text: str) -> Garden:
    """The garden of a text; `ValueError` for a wrong shape and for stones that break S5."""
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != len(ROWS) or any(len(row) != len(COLUMNS) for row in rows):
        raise ValueError(f"a garden has three rows of five spaces: {text!r}")
    garden = EMPTY_GARDEN
    for row, column in SPACES:
        space = (row, column)
        entry = rows[row - 1][column - 1]
        if entry == "_":
            continue
        match = re.fullmatch(rf"({ID}'?)(?::([{STONES}]))?(@)?", entry)
        if not match:
            raise ValueError(f"not a space of a garden: {entry!r}")
        tile_text, stone, monk = match.groups()
        tiles = garden.tiles | {space: read_tile(edition, tile_text)}
        stones = garden.stones | ({space: stone} if stone else {})
        if monk and garden.monk:
            raise ValueError("two monks in one garden")
        garden = Garden(tiles, stones, space if monk else garden.monk)
    check_stones(garden)
    return garden


def write_garden(garden: Garden) -> str:
    """The text of a garden."""

    def write_entry(space: Space) -> str:
        if space not in garden.tiles:
            return "_"
        text = write_tile(garden.tiles[space])
        if space in garden.stones:
            text += ":" + garden.stones[space]
        if space == garden.monk:
            text += "@"
        return text

    return "/".join(",".join(write_entry((row, column)) for column in COLUMNS) for row in ROWS)


def same_garden(one: Garden, other: Garden) -> bool:
    """Faces, stones and monk agree; the ids of the tiles do not matter."""
    return (
        set(one.tiles) == set(other.tiles)
        and all(same_pattern(tile, other.tiles[space]) for space, tile in one.tiles.items())
        and one.stones == other.stones
        and one.monk == other.monk
    )


def check_stones(garden: Garden) -> None:
    """S5: neighbouring stones stand on moss, both of them; there is at most one boat."""
    for space in garden.stones:
        for neighbour in neighbours(space):
            if neighbour in garden.stones and not both_moss(garden, space, neighbour):
                raise ValueError(f"stones beside each other on {space} and {neighbour}")
    if list(garden.stones.values()).count("B") > 1:
        raise ValueError("two boats in one garden")


def both_moss(garden: Garden, one: Space, other: Space) -> bool:
    """Both spaces are laid with moss."""
    return garden.tiles[one].surface == "moss" and garden.tiles[other].surface == "moss"


def may_stand(garden: Garden, stone: str, space: Space) -> bool:
    """S5: this stone may be put on this space, the monk's column aside."""
    if space not in garden.tiles or space in garden.stones:
        return False
    for neighbour in neighbours(space):
        if neighbour in garden.stones and not both_moss(garden, space, neighbour):
            return False
    return stone != "B" or "B" not in garden.stones.values()


def placing_spaces(garden: Garden) -> list[Space]:
    """S6: where a tile may be laid: a left corner at first, then beside a laid tile."""
    if not garden.tiles:
        return FIRST_SPACES
    return [
        space
        for space in SPACES
        if space not in garden.tiles
        and any(neighbour in garden.tiles for neighbour in neighbours(space))
    ]


def lay(garden: Garden, space: Space, tile: Tile) -> Garden:
    """S6: the garden with one more tile; the monk goes on the first one."""
    monk = garden.monk if garden.tiles else space
    return Garden(garden.tiles | {space: tile}, garden.stones, monk)


def laid_neighbours(garden: Garden, space: Space) -> list[Space]:
    """The neighbours of a space on which a tile lies."""
    return [neighbour for neighbour in neighbours(space) if neighbour in garden.tiles]


def monk_steps(garden: Garden) -> list[Space]:
    """S10: where the monk can go with one step."""
    return [] if garden.monk is None else laid_neighbours(garden, garden.monk)


# --- Scoring -------------------------------------------------------------------------------------


def score_garden(
    edition: Edition, garden: Garden, card_id: str | None, virtue: int
) -> dict[str, int]:
    """Points by element and in all; no card scores nothing for a Name Garden."""
    if not 0 <= virtue <= MOST_VIRTUE:
        raise ValueError(f"virtue is 0 to 6: {virtue}")
    knight, diagonal = knight_and_diagonal_points(garden)
    points = {
        "sand": sand_points(garden),
        "moss": moss_points(garden),
        "symmetry": symmetry_points(garden),
        "whirlpool": whirlpool_points(garden),
        "pattern": pattern_points(garden),
        "connected": connected_points(garden),
        "stone_types": stone_type_points(garden),
        "knight": knight,
        "diagonal": diagonal,
        "horaisan": horaisan_points(garden),
        "three_honourable": three_honourable_points(garden),
        "reclining": reclining_points(garden),
        "boat": boat_points(garden),
        "name_garden": name_garden_points(edition, garden, card_id),
        "virtue": virtue,
    }
    points["total"] = sum(points.values())
    return points


def block(top: int, left: int, height: int, width: int) -> list[Space]:
    """The spaces of a rectangle."""
    return [(top + down, left + right) for down in range(height) for right in range(width)]


def blocks(height: int, width: int) -> list[list[Space]]:
    """All rectangles of this size that fit in a garden."""
    return [
        block(top, left, height, width)
        for top in range(1, len(ROWS) - height + 2)
        for left in range(1, len(COLUMNS) - width + 2)
    ]


def has_surface(garden: Garden, space: Space, surface: str) -> bool:
    """A tile of this surface lies on the space."""
    return space in garden.tiles and garden.tiles[space].surface == surface


def sand_points(garden: Garden) -> int:
    """S13: the area of the largest rectangle of nothing but sand."""
    areas = [
        height * width
        for height in ROWS
        for width in COLUMNS
        for spaces in blocks(height, width)
        if all(has_surface(garden, space, "sand") for space in spaces)
    ]
    return max(areas, default=0)


def moss_points(garden: Garden) -> int:
    """S13: 2 for each moss tile."""
    return sum(2 for space in SPACES if has_surface(garden, space, "moss"))


def symmetry_points(garden: Garden) -> int:
    """S13: 5 for each row whose outer faces agree and whose inner faces agree."""

    def agree(one: Space, other: Space) -> bool:
        if one not in garden.tiles or other not in garden.tiles:
            return False
        return same_pattern(garden.tiles[one], garden.tiles[other])

    return sum(5 for row in ROWS if agree((row, 1), (row, 5)) and agree((row, 2), (row, 4)))


def whirlpool_points(garden: Garden) -> int:
    """S4: at each vertex, 8 for a circle, or else 2 for one semicircle."""

    def has_arc(space: Space, corner: str) -> bool:
        return space in garden.tiles and corner in garden.tiles[space].arcs

    points = 0
    for above in range(len(ROWS) + 1):
        for left in range(len(COLUMNS) + 1):
            upper_left = has_arc((above, left), "se")
            upper_right = has_arc((above, left + 1), "sw")
            lower_left = has_arc((above + 1, left), "ne")
            lower_right = has_arc((above + 1, left + 1), "nw")
            if upper_left and upper_right and lower_left and lower_right:
                points += 8
            elif (
                (upper_left and upper_right)
                or (lower_left and lower_right)
                or (upper_left and lower_left)
                or (upper_right and lower_right)
            ):
                points += 2
    return points


def unconnected_pairs(garden: Garden) -> int:
    """S3: how many neighbouring pairs of laid tiles do not connect."""
    unconnected = 0
    for row, column in SPACES:
        here = garden.tiles.get((row, column))
        right = garden.tiles.get((row, column + 1))
        below = garden.tiles.get((row + 1, column))
        if here and right:
            both_sand = here.surface == "sand" and right.surface == "sand"
            if not both_sand and here.east != right.west:
                unconnected += 1
        if here and below and here.south != below.north:
            unconnected += 1
    return unconnected


def pattern_points(garden: Garden) -> int:
    """S13: 2 lost for each unconnected pair."""
    return -2 * unconnected_pairs(garden)


def connected_points(garden: Garden) -> int:
    """S13: 7 for a full garden without an unconnected pair."""
    return 7 if garden.full and unconnected_pairs(garden) == 0 else 0


def stone_type_points(garden: Garden) -> int:
    """S13: 2 for each type of stone in the garden."""
    return 2 * len(set(garden.stones.values()))


def knights(garden: Garden) -> list[frozenset[Space]]:
    """S14: pairs in opposite corners of a 2 by 3 or 3 by 2 block that is otherwise bare."""
    found = []
    for height, width in ((2, 3), (3, 2)):
        for spaces in blocks(height, width):
            (top, left), (bottom, right) = spaces[0], spaces[-1]
            standing = frozenset(space for space in spaces if space in garden.stones)
            falling = frozenset({(top, left), (bottom, right)})
            rising = frozenset({(bottom, left), (top, right)})
            if standing in (falling, rising):
                found.append(standing)
    return found


def diagonals(garden: Garden) -> list[frozenset[Space]]:
    """S14: triples on a diagonal of a 3 by 3 block that is otherwise bare."""
    found = []
    for spaces in blocks(3, 3):
        standing = frozenset(space for space in spaces if space in garden.stones)
        falling = frozenset({spaces[0], spaces[4], spaces[8]})
        rising = frozenset({spaces[2], spaces[4], spaces[6]})
        if standing in (falling, rising):
            found.append(standing)
    return found


def knight_and_diagonal_points(garden: Garden) -> tuple[int, int]:
    """S14: 5 a knight and 7 a diagonal, in the best choice that uses no stone twice."""
    patterns = [(stones, 5, 0) for stones in knights(garden)]
    patterns += [(stones, 0, 7) for stones in diagonals(garden)]
    best = (0, 0)
    for size in range(1, len(patterns) + 1):
        for choice in combinations(patterns, size):
            used = [space for stones, _, _ in choice for space in stones]
            if len(used) == len(set(used)):
                points = (sum(five for _, five, _ in choice), sum(seven for _, _, seven in choice))
                best = max(best, points, key=sum)
    return best


def stones_on_moss(garden: Garden, spaces: list[Space], stones: str) -> bool:
    """These stones stand on these spaces in this order, all on moss."""
    return all(
        garden.stones.get(space) == stone and has_surface(garden, space, "moss")
        for space, stone in zip(spaces, stones, strict=True)
    )


def horaisan_points(garden: Garden) -> int:
    """S14: 10 once for two large standing stones side by side in row 1, on moss."""
    pairs = [block(1, left, 1, 2) for left in (1, 2, 3, 4)]
    return 10 if any(stones_on_moss(garden, pair, "LL") for pair in pairs) else 0


def three_honourable_points(garden: Garden) -> int:
    """S14: 15 once for small, large, small standing side by side in row 1, on moss."""
    triples = [block(1, left, 1, 3) for left in (1, 2, 3)]
    return 15 if any(stones_on_moss(garden, triple, "SLS") for triple in triples) else 0


def reclining_points(garden: Garden) -> int:
    """S14: 3 for each reclining stone in column 3."""
    return sum(3 for (_, column), stone in garden.stones.items() if stone == "R" and column == 3)


def boat_points(garden: Garden) -> int:
    """S14: 3 for the boat in row 3."""
    return sum(3 for (row, _), stone in garden.stones.items() if stone == "B" and row == 3)


def name_garden_points(edition: Edition, garden: Garden, card_id: str | None) -> int:
    """S15: the card's points if each stone it shows stands there; others do not matter."""
    if card_id is None:
        return 0
    if card_id not in edition.name_gardens:
        raise ValueError(f"no such Name Garden: {card_id!r}")
    card = edition.name_gardens[card_id]
    for space, shown in card.layout.items():
        standing = garden.stones.get(space)
        if standing is None or shown not in ("*", standing):
            return 0
    return card.points


# --- State ---------------------------------------------------------------------------------------

DEALING = ["deal-garden", "deal-master"]
CHANCE = [*DEALING, "draw", "draw-zen-ami", "draw-sesshu"]
STEP_1 = [
    *("step1", "answer-offer", "choose-taker"),
    *("answer-robbery", "answer-reveal", "place"),
]
DECLARED = ["answer-robbery", "answer-reveal", "place"]
ANSWERED = ["answer-offer", "choose-taker", "answer-robbery", "answer-reveal"]
CARD_OF_DECISION = {
    "muso-soseki": ["muso-soseki"],
    "draw-zen-ami": ["zen-ami"],
    "zen-ami": ["zen-ami"],
    "draw-sesshu": ["sesshu"],
    "sesshu": ["sesshu"],
    "sen-no-rikyu": ["sen-no-rikyu"],
    "kentei": ["kentei"],
    "extra": ["sen-no-rikyu", "kentei"],
    "kobori-enshu": ["kobori-enshu"],
    "ishikawa-jozan": ["ishikawa-jozan"],
    "ishikawa-jozan-more": ["ishikawa-jozan"],
}
HAND_SIZES = {
    "step1": [0, 1],
    "answer-offer": [1],
    "choose-taker": [1],
    "answer-robbery": [0, 1],
    "answer-reveal": [0, 1],
    "place": [0, 1],
    "draw-zen-ami": [0, 1],
    "zen-ami": [1, 2],
    "draw-sesshu": [0, 1, 2],
    "sesshu": [3],
}
DECISIONS = [
    *(*DEALING, "draw", *STEP_1, "step2", "bonus"),
    *(*CARD_OF_DECISION, "end"),
]


@dataclass(frozen=True)
class Player:
    """What lies before one player; a card is `None` until dealt and `?` if not known."""

    garden: Garden
    stored: str | None
    virtue: int
    name_garden: str | None
    master: str | None
    used: bool


@dataclass(frozen=True)
class State:
    """A game between two moves: one pending decision and all that matters for it.

    The stack is the known tiles from the top, and below them the bag, in no order. `declared` is
    `drawn`, `stored` or `None`.
    """

    decision: str
    active: int
    player: int
    hand: tuple[str, ...]
    declared: str | None
    offer_made: bool
    shield: bool
    answers: tuple[int, ...]
    yard: dict[str, int]
    discards: dict[str, int]
    known: tuple[str, ...]
    bag: dict[str, int]
    players: tuple[Player, ...]


def start(edition: Edition, players: int) -> State:
    """The game before the first card is dealt."""
    check_edition_for(edition, players)
    return State(
        decision="deal-garden",
        active=0,
        player=0,
        hand=(),
        declared=None,
        offer_made=False,
        shield=False,
        answers=(),
        yard=dict(STONES_BY_PLAYERS[players]),
        discards={},
        known=(),
        bag=dict(edition.counts),
        players=(Player(EMPTY_GARDEN, None, 0, None, None, False),) * players,
    )


def check_edition_for(edition: Edition, players: int) -> None:
    """S1: 2 to 4 players, for whom tiles can never run out, and a Name Garden for each."""
    if players not in STONES_BY_PLAYERS:
        raise ValueError(f"2 to 4 players: {players}")
    if sum(edition.counts.values()) < 16 * players + 3:
        raise ValueError(f"too few tiles for {players} players")
    if len(edition.name_gardens) < players:
        raise ValueError(f"too few Name Gardens for {players} players")


def is_over(state: State) -> bool:
    """S12: the game has ended."""
    return state.decision == "end"


def is_chance(state: State) -> bool:
    """A card or a tile comes next."""
    return state.decision in CHANCE


def to_move(state: State) -> int | None:
    """The player, from 0, who decides; `None` at a chance node and at the end."""
    return None if is_over(state) or is_chance(state) else state.player


def some_full(state: State) -> bool:
    """S12: somebody's garden is full."""
    return any(player.garden.full for player in state.players)


def others(state: State) -> list[int]:
    """The other players in turn order, beginning after the active one."""
    number = len(state.players)
    return [(state.active + distance) % number for distance in range(1, number)]


def final_scores(edition: Edition, state: State) -> list[int]:
    """S16: the totals by player; what is stored or not known scores nothing."""
    totals = []
    for player in state.players:
        card = None if player.name_garden == UNKNOWN else player.name_garden
        totals.append(score_garden(edition, player.garden, card, player.virtue)["total"])
    return totals


def view(edition: Edition, state: State, player: int) -> str:
    """S17: the text of the state as this player, counted from 0, knows it."""
    if player not in range(len(state.players)):
        raise ValueError(f"no such player: {player}")
    bag = state.bag
    for tile_id in state.known:
        bag = add_tile(bag, tile_id)
    seen = []
    for number, whole in enumerate(state.players):
        shown = whole
        if number != player and whole.name_garden is not None and not is_over(state):
            shown = replace(shown, name_garden=UNKNOWN)
        if number != player and whole.master is not None and not whole.used:
            shown = replace(shown, master=UNKNOWN)
        seen.append(shown)
    return write_state(edition, replace(state, known=(), bag=bag, players=tuple(seen)))


# --- State text ----------------------------------------------------------------------------------


def write_state(edition: Edition, state: State) -> str:
    """The text of a state."""
    marks = ("o" if state.offer_made else "") + ("s" if state.shield else "")
    known = "".join(f"{tile_id}>" for tile_id in state.known)
    fields = [
        state.decision,
        str(state.active + 1),
        str(state.player + 1),
        ",".join(state.hand) or "-",
        state.declared or "-",
        marks or "-",
        ",".join(str(player + 1) for player in state.answers) or "-",
        "".join(f"{stone}{state.yard[stone]}" for stone in STONES),
        write_tiles(edition, state.discards) or "-",
        known + write_tiles(edition, state.bag) or "-",
        *(write_player(player) for player in state.players),
    ]
    return " ".join(fields)


def write_tiles(edition: Edition, tiles: dict[str, int]) -> str:
    """How many of each tile, in the order of the edition."""
    return ",".join(
        f"{tile_id}={tiles[tile_id]}" for tile_id in edition.printed if tiles.get(tile_id)
    )


def write_player(player: Player) -> str:
    """The field of one player."""
    return ";".join(
        [
            write_garden(player.garden),
            player.stored or "-",
            str(player.virtue),
            player.name_garden or "-",
            (player.master or "-") + ("!" if player.used else ""),
        ]
    )


def read_state(edition: Edition, text: str) -> State:
    """The state of a text or of a view; `ValueError` unless it holds what always holds."""
    fields = text.split(" ")
    if not 12 <= len(fields) <= 14:
        raise ValueError(f"a state has ten fields and one for each of 2 to 4 players: {text!r}")
    players = tuple(read_player(edition, field) for field in fields[10:])
    numbers = [str(player + 1) for player in range(len(players))]
    if fields[0] not in DECISIONS:
        raise ValueError(f"not a decision: {fields[0]!r}")
    if fields[4] not in ("-", "drawn", "stored"):
        raise ValueError(f"not a declared tile: {fields[4]!r}")
    if fields[5] not in ("-", "o", "s", "os"):
        raise ValueError(f"not marks: {fields[5]!r}")
    yard = re.fullmatch("H([0-9])S([0-9])R([0-9])L([0-9])B([0-9])", fields[7])
    if not yard:
        raise ValueError(f"not a yard: {fields[7]!r}")
    answers = read_list(fields[6])
    if any(answer not in numbers for answer in answers) or answers != sorted(set(answers)):
        raise ValueError(f"not a list of players: {fields[6]!r}")
    hand = read_list(fields[3])
    for tile_id in hand:
        edition.tile(tile_id)
    if list(edition.sort_tiles(hand)) != hand:
        raise ValueError(f"not in the order of the edition: {fields[3]!r}")
    *known, bag = fields[9].split(">") if fields[9] != "-" else [""]
    for tile_id in known:
        edition.tile(tile_id)
    state = State(
        decision=fields[0],
        active=read_number(fields[1], numbers),
        player=read_number(fields[2], numbers),
        hand=tuple(hand),
        declared=None if fields[4] == "-" else fields[4],
        offer_made="o" in fields[5],
        shield="s" in fields[5],
        answers=tuple(int(answer) - 1 for answer in answers),
        yard=dict(zip(STONES, map(int, yard.groups()), strict=True)),
        discards={} if fields[8] == "-" else read_tiles(edition, fields[8]),
        known=tuple(known),
        bag={} if bag == "" else read_tiles(edition, bag),
        players=players,
    )
    check_invariants(edition, state)
    return state


def read_number(text: str, numbers: list[str]) -> int:
    """A player, counted from 0, by his number in texts."""
    if text not in numbers:
        raise ValueError(f"no such player: {text!r}")
    return int(text) - 1


def read_list(text: str) -> list[str]:
    """Items joined by commas, `-` for none."""
    return [] if text == "-" else text.split(",")


def read_tiles(edition: Edition, text: str) -> dict[str, int]:
    """How many of each tile: at least one of each that is named, in the order of the edition."""
    tiles: dict[str, int] = {}
    for item in text.split(","):
        match = re.fullmatch(rf"({ID})=([1-9][0-9]*)", item)
        if not match or match[1] in tiles:
            raise ValueError(f"not a number of a tile: {item!r}")
        edition.tile(match[1])
        tiles[match[1]] = int(match[2])
    if list(edition.sort_tiles(tiles)) != list(tiles):
        raise ValueError(f"not in the order of the edition: {text!r}")
    return tiles


def read_player(edition: Edition, text: str) -> Player:
    """The field of one player."""
    parts = text.split(";")
    if len(parts) != 5:
        raise ValueError(f"a player has five parts: {text!r}")
    garden_text, stored, virtue, name_garden, master_text = parts
    if stored != "-":
        edition.tile(stored)
    if virtue not in [str(number) for number in range(MOST_VIRTUE + 1)]:
        raise ValueError(f"virtue is 0 to 6: {virtue!r}")
    if name_garden not in ("-", UNKNOWN, *edition.name_gardens):
        raise ValueError(f"no such Name Garden: {name_garden!r}")
    master = master_text.removesuffix("!")
    used = master != master_text
    if master not in ("-", UNKNOWN, *MASTERS) or (used and master not in MASTERS):
        raise ValueError(f"not a Master Gardener: {master_text!r}")
    return Player(
        garden=read_garden(edition, garden_text),
        stored=None if stored == "-" else stored,
        virtue=int(virtue),
        name_garden=None if name_garden == "-" else name_garden,
        master=None if master == "-" else master,
        used=used,
    )


# --- What always holds ---------------------------------------------------------------------------


def check_invariants(edition: Edition, state: State) -> None:
    """`ValueError` unless the state holds all that play can never change."""
    check_edition_for(edition, len(state.players))
    check_conservation(edition, state)
    for player in state.players:
        check_stones(player.garden)
        if not 0 <= player.virtue <= MOST_VIRTUE:
            raise ValueError(f"virtue is 0 to 6: {player.virtue}")
        if (player.garden.monk is not None) != bool(player.garden.tiles):
            raise ValueError("the monk stands in every garden that has a tile, and in no other")
        if player.garden.monk is not None and player.garden.monk not in player.garden.tiles:
            raise ValueError("the monk stands on a laid tile")
    check_cards(state)
    check_decision(state)
    if not is_over(state) and not legal_moves(edition, state):
        raise ValueError(f"no move at {state.decision}")


def check_conservation(edition: Edition, state: State) -> None:
    """S1, S5: all tiles of the edition and all stones of the table are somewhere, once."""
    tiles = [tile.id for player in state.players for tile in player.garden.tiles.values()]
    tiles += [player.stored for player in state.players if player.stored is not None]
    tiles += [*state.hand, *state.known]
    for tile_id, count in edition.counts.items():
        loose = state.discards.get(tile_id, 0) + state.bag.get(tile_id, 0)
        if tiles.count(tile_id) + loose != count:
            raise ValueError(f"not all, or too many, of tile {tile_id}")
    stones = [stone for player in state.players for stone in player.garden.stones.values()]
    for stone, count in STONES_BY_PLAYERS[len(state.players)].items():
        if stones.count(stone) + state.yard[stone] != count:
            raise ValueError(f"not all, or too many, of stone {stone}")


def check_cards(state: State) -> None:
    """S11, S15: cards are dealt in turn, and no card to two players."""
    name_gardens = [player.name_garden for player in state.players]
    masters = [player.master for player in state.players]
    for cards in (name_gardens, masters):
        known = [card for card in cards if card not in (None, UNKNOWN)]
        if len(known) != len(set(known)):
            raise ValueError("a card is there twice")
    number = len(state.players)
    gardens_dealt = state.player if state.decision == "deal-garden" else number
    masters_dealt = {"deal-garden": 0, "deal-master": state.player}.get(state.decision, number)
    if [card is not None for card in name_gardens] != [n < gardens_dealt for n in range(number)]:
        raise ValueError(f"Name Gardens are not dealt as they are at {state.decision}")
    if [card is not None for card in masters] != [n < masters_dealt for n in range(number)]:
        raise ValueError(f"Master Gardeners are not dealt as they are at {state.decision}")


def check_decision(state: State) -> None:
    """Hand, declared tile, marks, answers, player and cards are as the decision needs them."""
    active = state.players[state.active]
    if state.decision in DEALING and state.active != 0:
        raise ValueError("player 1 is active while cards are dealt")
    if len(state.hand) not in HAND_SIZES.get(state.decision, [0]):
        raise ValueError(f"not so many tiles in hand at {state.decision}")
    if state.decision == "step1" and not state.hand and active.stored is None:
        raise ValueError("nothing is left to do in step 1")
    if state.decision in ("draw", "step1") and active.garden.full:
        raise ValueError("S12: a player whose garden is full does not take step 1")
    if state.decision == "end" and not all(player.garden.full for player in state.players):
        raise ValueError("S12: the game does not end before all gardens are full")

    if (state.declared is not None) != (state.decision in DECLARED):
        raise ValueError(f"a tile is declared in {DECLARED} only")
    if state.declared == "drawn" and not state.hand:
        raise ValueError("the declared tile is not in hand")
    if state.declared == "stored" and active.stored is None:
        raise ValueError("the declared tile is not in storage")

    if (state.offer_made or state.shield) and state.decision not in STEP_1:
        raise ValueError("marks go when step 1 is over")
    if state.decision in ("answer-offer", "choose-taker") and not state.offer_made:
        raise ValueError(f"there is no {state.decision} without an offer")
    if state.decision in ("answer-robbery", "answer-reveal") and state.shield:
        raise ValueError(f"there is no {state.decision} under the shield")
    if state.shield and not (active.master == "shigemori-mirei" and active.used):
        raise ValueError("the shield comes from the card of the active player")

    check_player_and_answers(state)

    cards = CARD_OF_DECISION.get(state.decision)
    if cards is not None and not (active.master in cards and active.used):
        raise ValueError(f"the card of {state.decision} has not been used")
    if state.decision == "answer-reveal" and active.used:
        raise ValueError("the card of the active player is used already")


def check_player_and_answers(state: State) -> None:
    """S8, S9: the right player is asked, and only those asked before have answered."""
    if state.decision in ("answer-offer", "answer-robbery"):
        if state.player == state.active:
            raise ValueError("the others are asked")
        before = others(state)[: others(state).index(state.player)]
    else:
        if state.decision not in ("place", *DEALING) and state.player != state.active:
            raise ValueError(f"the active player is asked at {state.decision}")
        before = others(state)
    if state.answers and state.decision not in ANSWERED:
        raise ValueError(f"there are no answers at {state.decision}")
    if not set(state.answers) <= set(before):
        raise ValueError("somebody has answered without being asked")
    if state.decision in ("choose-taker", "answer-reveal") and not state.answers:
        raise ValueError(f"there is no {state.decision} if nobody has answered")
    if state.decision in ("answer-robbery", "answer-reveal"):
        robbers = [*state.answers, *([state.player] if state.decision == "answer-robbery" else [])]
        if any(state.players[robber].virtue < 2 for robber in robbers):
            raise ValueError("S9: a robber has at least 2 virtue")
    others_concerned = state.decision in ANSWERED or state.player != state.active
    if others_concerned and state.decision not in DEALING and some_full(state):
        raise ValueError("S12: no transfer and no robbery once a garden is full")


# --- Moves ---------------------------------------------------------------------------------------

# The kinds of moves in the order of lists, each with what its parts are. A kind is the first word
# of its moves, except for `XY=TILE` and `discard:ID`.
KINDS: dict[str, list[str]] = {
    "garden": ["name-garden"],
    "master": ["master"],
    "draw": ["tile"],
    "place": [],
    "place-stored": [],
    "offer": [],
    "discard": [],
    "store": [],
    "done": [],
    "accept": [],
    "decline": [],
    "give": ["player"],
    "withdraw": [],
    "rob": [],
    "pass": [],
    "reveal": [],
    "keep": [],
    "XY=TILE": ["space", "tile"],
    "meditate": [],
    "step": ["space"],
    "buy": ["stone", "space"],
    "card": ["master"],
    "stay": [],
    "take": ["stone", "space"],
    "discard:ID": ["tile"],
    "discard-all": [],
    "monk": ["space"],
    "move": ["space", "space"],
    "swap": ["space", "tile", "space", "tile"],
    "from": ["player", "space", "tile"],
    "stop": [],
}


def split_move(text: str) -> tuple[str, list[str]]:
    """The kind of a move and the texts of its parts in the order they are written."""
    head, colon, rest = text.partition(":")
    if not colon:
        if "=" in text:
            kind, parts = "XY=TILE", text.split("=")
        else:
            kind, parts = head, []
    elif head == "discard":
        kind, parts = "discard:ID", [rest]
    elif head in ("buy", "take"):
        kind, parts = head, [rest[:1], rest[1:]]
    elif head == "move":
        kind, parts = head, rest.split("-")
    elif head == "swap":
        kind, parts = head, [part for half in rest.split("+") for part in half.split("=")]
    elif head == "from":
        player, _, laying = rest.partition(":")
        kind, parts = head, [player, *laying.split("=")]
    else:
        kind, parts = head, [rest]
    if kind not in KINDS or len(parts) != len(KINDS[kind]):
        raise ValueError(f"not a move: {text!r}")
    return kind, parts


def sort_key(edition: Edition, text: str) -> list[int]:
    """Moves are sorted by kind and then by their parts in the order they are written."""
    kind, parts = split_move(text)
    key = [list(KINDS).index(kind)]
    for sort, part in zip(KINDS[kind], parts, strict=True):
        if sort == "space":
            key.append(SPACES.index(read_space(part)))
        elif sort == "tile":
            tile = read_tile(edition, part)
            key += [edition.tile_rank(tile.id), int(tile.turned)]
        elif sort == "stone":
            key.append(STONES.index(part))
        elif sort == "player":
            key.append(int(part))
        elif sort == "master":
            key.append(MASTERS.index(part))
        else:
            key.append(list(edition.name_gardens).index(part))
    return key


def canonical(edition: Edition, text: str) -> tuple[str, list[str]]:
    """A move as a writer would put it: no needless apostrophe, halves of a swap in order."""
    kind, parts = split_move(text)
    if kind not in ("draw", "discard:ID"):
        parts = [
            write_tile(read_tile(edition, part)) if sort == "tile" else part
            for sort, part in zip(KINDS[kind], parts, strict=True)
        ]
    if kind == "swap" and parts[2] < parts[0]:
        parts = [*parts[2:], *parts[:2]]
    return kind, parts


def legal_moves(edition: Edition, state: State) -> list[str]:
    """The moves, or the outcomes at a chance node, each once and sorted; none at the end."""
    if is_chance(state):
        moves = list(chance_outcomes(edition, state))
    else:
        moves = MOVES_AT[state.decision](edition, state)
    return sorted(moves, key=lambda move: sort_key(edition, move))


def chance_weights(edition: Edition, state: State) -> dict[str, int]:
    """The weight of each outcome of a chance node, in the order of `legal_moves`."""
    if not is_chance(state):
        raise ValueError(f"{state.decision} is not left to chance")
    weights = chance_outcomes(edition, state)
    return {outcome: weights[outcome] for outcome in legal_moves(edition, state)}


def chance_outcomes(edition: Edition, state: State) -> dict[str, int]:
    """A card nobody has, the tile known to lie on top, or a tile of the bag."""
    if state.decision == "deal-garden":
        dealt = [player.name_garden for player in state.players]
        return {f"garden:{card}": 1 for card in edition.name_gardens if card not in dealt}
    if state.decision == "deal-master":
        dealt = [player.master for player in state.players]
        return {f"master:{card}": 1 for card in MASTERS if card not in dealt}
    if state.known:
        return {f"draw:{state.known[0]}": 1}
    return {f"draw:{tile_id}": count for tile_id, count in state.bag.items() if count}


def step1_moves(_edition: Edition, state: State) -> list[str]:
    """S7, S8, S12: what can be done with the drawn and the stored tile."""
    active = state.players[state.active]
    moves = []
    if state.hand:
        moves.append("place")
        if not state.offer_made and not some_full(state):
            moves.append("offer")
        if active.virtue >= 1 and not some_full(state):
            moves.append("discard")
        if active.stored is None:
            moves.append("store")
    else:
        moves.append("done")
    if active.stored is not None:
        moves.append("place-stored")
    return moves


def answer_offer_moves(_edition: Edition, _state: State) -> list[str]:
    """S8: nobody is forced to take a tile."""
    return ["accept", "decline"]


def choose_taker_moves(_edition: Edition, state: State) -> list[str]:
    """S8: the tile is given to one who accepted, or to nobody."""
    return [*(f"give:{player + 1}" for player in state.answers), "withdraw"]


def answer_robbery_moves(_edition: Edition, _state: State) -> list[str]:
    """S9: only players who can pay are asked."""
    return ["rob", "pass"]


def answer_reveal_moves(_edition: Edition, state: State) -> list[str]:
    """S11: everybody with an unused card is asked, but only one card can be revealed."""
    active = state.players[state.active]
    return ["reveal", "keep"] if active.master == "shigemori-mirei" else ["keep"]


def laying_moves(edition: Edition, garden: Garden, tile_ids: Iterable[str]) -> list[str]:
    """S6: each tile on each space allowed, in each rotation."""
    return [
        f"{write_space(space)}={write_tile(tile)}"
        for tile_id in sorted(set(tile_ids))
        for tile in edition.rotations(tile_id)
        for space in placing_spaces(garden)
    ]


def declared_tile(state: State) -> str:
    """S9: the tile that was declared to be placed."""
    stored = state.players[state.active].stored
    if state.declared == "drawn" and state.hand:
        return state.hand[0]
    if state.declared == "stored" and stored is not None:
        return stored
    raise ValueError("no tile is declared")


def place_moves(edition: Edition, state: State) -> list[str]:
    """S6, S9: the declared tile is laid by the active player, the taker or the robber."""
    return laying_moves(edition, state.players[state.player].garden, [declared_tile(state)])


def extra_moves(_edition: Edition, state: State) -> list[str]:
    """S10: meditate, move the monk, or buy a stone."""
    return [
        "meditate",
        *(f"step:{write_space(space)}" for space in monk_steps(state.players[state.active].garden)),
        *buying_moves(state),
    ]


def buying_moves(state: State) -> list[str]:
    """S5: stones of the yard that virtue pays, in the monk's column, or anywhere for 6."""
    active = state.players[state.active]
    garden = active.garden
    if garden.monk is None:
        return []
    return [
        f"buy:{stone}{write_space(space)}"
        for stone in STONES
        if state.yard[stone] >= 1 and active.virtue >= PRICES[stone]
        for space in SPACES
        if may_stand(garden, stone, space)
        and (space[1] == garden.monk[1] or active.virtue == MOST_VIRTUE)
    ]


def step2_moves(edition: Edition, state: State) -> list[str]:
    """S10: as an extra action, or the Master Gardener card."""
    active = state.players[state.active]
    moves = extra_moves(edition, state)
    if active.master is not None and not active.used and card_is_usable(edition, state):
        moves.append(f"card:{active.master}")
    return moves


def card_is_usable(edition: Edition, state: State) -> bool:
    """S11: the effect of the active player's card can happen in step 2."""
    active = state.players[state.active]
    garden = active.garden
    usable: dict[str, bool] = {
        "muso-soseki": bool(muso_soseki_moves(edition, state)),
        "zen-ami": not garden.full,
        "sesshu": not garden.full,
        "sen-no-rikyu": len(garden.tiles) >= 2,
        "kentei": bool(kentei_moves(edition, state)),
        "kobori-enshu": len(stoneless_spaces(garden)) >= 2,
        "kanamori-sowa": active.virtue < MOST_VIRTUE,
        "ishikawa-jozan": bool(ishikawa_jozan_moves(edition, state)),
        "shigemori-mirei": False,
        UNKNOWN: False,
    }
    return active.master is not None and usable[active.master]


def bonus_moves(_edition: Edition, state: State) -> list[str]:
    """S5: a step of the monk, or none."""
    garden = state.players[state.active].garden
    return [*(f"step:{write_space(space)}" for space in monk_steps(garden)), "stay"]


def muso_soseki_moves(_edition: Edition, state: State) -> list[str]:
    """S11: any stone of the yard on any own tile where it may stand."""
    garden = state.players[state.active].garden
    return [
        f"take:{stone}{write_space(space)}"
        for stone in STONES
        if state.yard[stone] >= 1
        for space in SPACES
        if may_stand(garden, stone, space)
    ]


def zen_ami_moves(edition: Edition, state: State) -> list[str]:
    """S11: lay or discard one of the drawn tiles."""
    garden = state.players[state.active].garden
    discards = [f"discard:{tile_id}" for tile_id in sorted(set(state.hand))]
    return [*laying_moves(edition, garden, state.hand), *discards]


def sesshu_moves(edition: Edition, state: State) -> list[str]:
    """S11: lay one of the three drawn tiles, or none."""
    garden = state.players[state.active].garden
    return [*laying_moves(edition, garden, state.hand), "discard-all"]


def sen_no_rikyu_moves(_edition: Edition, state: State) -> list[str]:
    """S11: the monk goes to any other own tile."""
    garden = state.players[state.active].garden
    return [f"monk:{write_space(space)}" for space in garden.tiles if space != garden.monk]


def kentei_moves(_edition: Edition, state: State) -> list[str]:
    """S11: an own stone goes to another own tile; it is lifted before it is put down."""
    garden = state.players[state.active].garden
    moves = []
    for origin, stone in garden.stones.items():
        lifted = lift_stone(garden, origin)
        moves += [
            f"move:{write_space(origin)}-{write_space(space)}"
            for space in SPACES
            if space != origin and may_stand(lifted, stone, space)
        ]
    return moves


def lift_stone(garden: Garden, space: Space) -> Garden:
    """The garden without the stone of this space."""
    stones = {other: stone for other, stone in garden.stones.items() if other != space}
    return replace(garden, stones=stones)


def stoneless_spaces(garden: Garden) -> list[Space]:
    """The spaces with a tile and without a stone, in order."""
    return [space for space in SPACES if space in garden.tiles and space not in garden.stones]


def kobori_enshu_moves(edition: Edition, state: State) -> list[str]:
    """S11: two own tiles without stones change places, each in either rotation."""
    garden = state.players[state.active].garden
    moves = []
    for one, other in combinations(stoneless_spaces(garden), 2):
        moves += [
            f"swap:{write_space(one)}={write_tile(here)}+{write_space(other)}={write_tile(there)}"
            for here in edition.rotations(garden.tiles[other].id)
            for there in edition.rotations(garden.tiles[one].id)
        ]
    return moves


def ishikawa_jozan_moves(edition: Edition, state: State) -> list[str]:
    """S11: a stored tile of another player is laid in the own garden."""
    garden = state.players[state.active].garden
    moves = []
    for other in others(state):
        stored = state.players[other].stored
        if stored is not None:
            layings = laying_moves(edition, garden, [stored])
            moves += [f"from:{other + 1}:{laying}" for laying in layings]
    return moves


def ishikawa_jozan_more_moves(edition: Edition, state: State) -> list[str]:
    """S11: another stored tile, or enough."""
    return [*ishikawa_jozan_moves(edition, state), "stop"]


def no_moves(_edition: Edition, _state: State) -> list[str]:
    """S12: after the end."""
    return []


MOVES_AT: dict[str, Callable[[Edition, State], list[str]]] = {
    "step1": step1_moves,
    "answer-offer": answer_offer_moves,
    "choose-taker": choose_taker_moves,
    "answer-robbery": answer_robbery_moves,
    "answer-reveal": answer_reveal_moves,
    "place": place_moves,
    "step2": step2_moves,
    "extra": extra_moves,
    "bonus": bonus_moves,
    "muso-soseki": muso_soseki_moves,
    "zen-ami": zen_ami_moves,
    "sesshu": sesshu_moves,
    "sen-no-rikyu": sen_no_rikyu_moves,
    "kentei": kentei_moves,
    "kobori-enshu": kobori_enshu_moves,
    "ishikawa-jozan": ishikawa_jozan_moves,
    "ishikawa-jozan-more": ishikawa_jozan_more_moves,
    "end": no_moves,
}


# --- Playing -------------------------------------------------------------------------------------


def apply(edition: Edition, state: State, move: str) -> State:
    """The state after a move or a chance outcome; `ValueError` if it is not legal."""
    wanted = canonical(edition, move)
    if wanted not in [split_move(legal) for legal in legal_moves(edition, state)]:
        raise ValueError(f"not a legal move at {state.decision}: {move!r}")
    return AFTER[state.decision](edition, state, *wanted)


def perft(edition: Edition, state: State, depth: int) -> int:
    """How many sequences of exactly this many moves and chance outcomes there are."""
    if depth == 0:
        return 1
    return sum(
        perft(edition, apply(edition, state, move), depth - 1)
        for move in legal_moves(edition, state)
    )


def set_player(state: State, number: int, player: Player) -> State:
    """The state with one player changed."""
    players = tuple(
        player if other == number else unchanged for other, unchanged in enumerate(state.players)
    )
    return replace(state, players=players)


def set_garden(state: State, number: int, garden: Garden) -> State:
    """The state with one garden changed."""
    return set_player(state, number, replace(state.players[number], garden=garden))


def add_virtue(state: State, number: int, points: int) -> State:
    """S10, S16: virtue rises to 6 at most; what is more is lost."""
    player = state.players[number]
    return set_player(
        state, number, replace(player, virtue=min(player.virtue + points, MOST_VIRTUE))
    )


def add_tile(tiles: dict[str, int], tile_id: str) -> dict[str, int]:
    """One more of a tile."""
    return tiles | {tile_id: tiles.get(tile_id, 0) + 1}


def remove_tile(tiles: dict[str, int], tile_id: str) -> dict[str, int]:
    """One less of a tile; a tile of which none is left is not in the dictionary."""
    fewer = tiles | {tile_id: tiles[tile_id] - 1}
    return {other: count for other, count in fewer.items() if count > 0}


def remove_from_hand(state: State, tile_id: str) -> State:
    """One tile leaves the hand."""
    place = state.hand.index(tile_id)
    return replace(state, hand=state.hand[:place] + state.hand[place + 1 :])


def discard_from_hand(state: State, tile_id: str) -> State:
    """One tile goes from the hand to the discards."""
    return replace(remove_from_hand(state, tile_id), discards=add_tile(state.discards, tile_id))


# Turns


def begin_turn(state: State, active: int) -> State:
    """S12: a turn begins with a draw, or with step 2 if the player's garden is full."""
    state = replace(state, active=active, player=active)
    if state.players[active].garden.full:
        return begin_step2(state)
    return begin_draw(state, "draw")


def end_turn(state: State) -> State:
    """S12: the next player's turn, or the end once all gardens are full."""
    if all(player.garden.full for player in state.players):
        return replace(state, decision="end", player=state.active)
    return begin_turn(state, others(state)[0])


def begin_draw(state: State, decision: str) -> State:
    """S12: a draw of any kind comes next; the discards become the bag if no tile is left."""
    if not state.known and not state.bag:
        state = replace(state, bag=state.discards, discards={})
    return replace(state, decision=decision)


def draw_tile(edition: Edition, state: State, tile_id: str) -> State:
    """S7: the drawn tile is in hand, shown to all."""
    hand = edition.sort_tiles([*state.hand, tile_id])
    if state.known:
        return replace(state, hand=hand, known=state.known[1:])
    return replace(state, hand=hand, bag=remove_tile(state.bag, tile_id))


def after_deal_garden(_edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S15: one Name Garden each."""
    player = replace(state.players[state.player], name_garden=parts[0])
    state = set_player(state, state.player, player)
    if state.player + 1 < len(state.players):
        return replace(state, player=state.player + 1)
    return replace(state, decision="deal-master", player=0)


def after_deal_master(_edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: one Master Gardener each; then the first turn begins."""
    player = replace(state.players[state.player], master=parts[0])
    state = set_player(state, state.player, player)
    if state.player + 1 < len(state.players):
        return replace(state, player=state.player + 1)
    return begin_turn(state, 0)


def after_draw(edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S7: step 1 begins."""
    return replace(draw_tile(edition, state, parts[0]), decision="step1")


# Step 1


def after_step1(_edition: Edition, state: State, kind: str, _parts: list[str]) -> State:
    """S7, S8, S9: an action with the drawn tile, the stored tile, or neither."""
    active = state.players[state.active]
    if kind == "place":
        return declare(state, "drawn")
    if kind == "place-stored":
        return declare(state, "stored")
    if kind == "offer":
        return replace(
            state, decision="answer-offer", offer_made=True, answers=(), player=others(state)[0]
        )
    if kind == "discard":
        state = discard_from_hand(state, state.hand[0])
        state = set_player(state, state.active, replace(active, virtue=active.virtue - 1))
        return go_on_with_step1(state)
    if kind == "store":
        return begin_step2(store_drawn_tile(state))
    return begin_step2(state)


def store_drawn_tile(state: State) -> State:
    """S7, S12: the drawn tile goes into the empty storage."""
    active = state.players[state.active]
    if active.stored is not None:
        raise ValueError("the storage is not empty")
    state = set_player(state, state.active, replace(active, stored=state.hand[0]))
    return replace(state, hand=())


def go_on_with_step1(state: State) -> State:
    """S7, S12: step 1 after a tile was laid or discarded: more of it, or step 2."""
    active = state.players[state.active]
    if state.hand and active.garden.full:
        return begin_step2(store_drawn_tile(state))
    if state.hand or (active.stored is not None and not active.garden.full):
        return replace(state, decision="step1", player=state.active)
    return begin_step2(state)


def after_answer_offer(_edition: Edition, state: State, kind: str, _parts: list[str]) -> State:
    """S8: all others answer in turn order; then the active player chooses among the takers."""
    if kind == "accept":
        state = replace(state, answers=tuple(sorted([*state.answers, state.player])))
    order = others(state)
    later = order[order.index(state.player) + 1 :]
    if later:
        return replace(state, player=later[0])
    if state.answers:
        return replace(state, decision="choose-taker", player=state.active)
    return replace(state, decision="step1", player=state.active)


def after_choose_taker(_edition: Edition, state: State, kind: str, parts: list[str]) -> State:
    """S8: a tile given away brings 2 virtue and is placed at once, safe from robbers."""
    state = replace(state, answers=())
    if kind == "withdraw":
        return replace(state, decision="step1")
    state = add_virtue(state, state.active, 2)
    return replace(state, decision="place", declared="drawn", player=int(parts[0]) - 1)


def declare(state: State, which: str) -> State:
    """S9: a tile is declared to be placed, and those who can rob are asked."""
    state = replace(state, declared=which, answers=())
    return ask_next_robber(state, possible_robbers(state))


def possible_robbers(state: State) -> list[int]:
    """S9, S11, S12: the others with 2 virtue; none under the shield or after a full garden."""
    if state.shield or some_full(state):
        return []
    return [player for player in others(state) if state.players[player].virtue >= 2]


def ask_next_robber(state: State, still_to_ask: list[int]) -> State:
    """S9: robbers are asked in turn order, each whatever the ones before him answered."""
    if still_to_ask:
        return replace(state, decision="answer-robbery", player=still_to_ask[0])
    if not state.answers:
        return replace(state, decision="place", player=state.active)
    if not state.players[state.active].used:
        return replace(state, decision="answer-reveal", player=state.active)
    return carry_out_robbery(state)


def after_answer_robbery(_edition: Edition, state: State, kind: str, _parts: list[str]) -> State:
    """S9: the answer is noted."""
    if kind == "rob":
        state = replace(state, answers=tuple(sorted([*state.answers, state.player])))
    robbers = possible_robbers(state)
    return ask_next_robber(state, robbers[robbers.index(state.player) + 1 :])


def after_answer_reveal(_edition: Edition, state: State, kind: str, _parts: list[str]) -> State:
    """S11: the shield goes up and nobody pays, or the robbery takes place."""
    if kind == "keep":
        return carry_out_robbery(state)
    state = set_player(state, state.active, replace(state.players[state.active], used=True))
    return replace(state, shield=True, answers=(), decision="place", player=state.active)


def carry_out_robbery(state: State) -> State:
    """S9: the fewest laid tiles win, then turn order; the winner alone pays 2 virtue."""

    def preference(robber: int) -> tuple[int, int]:
        return len(state.players[robber].garden.tiles), others(state).index(robber)

    robber = min(state.answers, key=preference)
    player = state.players[robber]
    state = set_player(state, robber, replace(player, virtue=player.virtue - 2))
    return replace(state, decision="place", player=robber, answers=())


def after_place(edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S6, S9: the declared tile lies in the garden of the player who was to lay it."""
    if state.declared == "drawn":
        state = remove_from_hand(state, declared_tile(state))
    else:
        active = state.players[state.active]
        state = set_player(state, state.active, replace(active, stored=None))
    state = lay_for(edition, state, state.player, parts)
    return go_on_with_step1(replace(state, declared=None))


def lay_for(edition: Edition, state: State, number: int, parts: list[str]) -> State:
    """S6: one player's garden gets a tile on a space; the parts name the two."""
    space, tile = read_space(parts[0]), read_tile(edition, parts[1])
    return set_garden(state, number, lay(state.players[number].garden, space, tile))


# Step 2


def begin_step2(state: State) -> State:
    """S10: what was noted for step 1 is over."""
    return replace(state, decision="step2", player=state.active, offer_made=False, shield=False)


def after_step2(edition: Edition, state: State, kind: str, parts: list[str]) -> State:
    """S10: meditation, a step, a stone, or the card."""
    garden = state.players[state.active].garden
    if kind == "meditate":
        return end_turn(add_virtue(state, state.active, 1))
    if kind == "step":
        return end_turn(set_garden(state, state.active, replace(garden, monk=read_space(parts[0]))))
    if kind == "buy":
        active = replace(state.players[state.active], virtue=0)
        return put_stone(set_player(state, state.active, active), parts)
    return use_card(state, parts[0])


def put_stone(state: State, parts: list[str]) -> State:
    """S5, S11: a stone goes from the yard to a space; on the monk's own, a step may follow."""
    stone, space = parts[0], read_space(parts[1])
    garden = state.players[state.active].garden
    garden = replace(garden, stones=garden.stones | {space: stone})
    state = set_garden(state, state.active, garden)
    state = replace(state, yard=state.yard | {stone: state.yard[stone] - 1})
    if space == garden.monk and monk_steps(garden):
        return replace(state, decision="bonus")
    return end_turn(state)


def after_bonus(_edition: Edition, state: State, kind: str, parts: list[str]) -> State:
    """S5: the bonus step ends the turn."""
    if kind == "step":
        garden = replace(state.players[state.active].garden, monk=read_space(parts[0]))
        state = set_garden(state, state.active, garden)
    return end_turn(state)


# Cards


def use_card(state: State, card: str) -> State:
    """S11: the card is used from now on, and its effect begins."""
    state = set_player(state, state.active, replace(state.players[state.active], used=True))
    if card == "kanamori-sowa":
        return end_turn(add_virtue(state, state.active, 4))
    if card in ("zen-ami", "sesshu"):
        return begin_draw(state, f"draw-{card}")
    return replace(state, decision=card)


def after_muso_soseki(_edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: the stone is free."""
    return put_stone(state, parts)


def after_draw_zen_ami(edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: two tiles are drawn before either is laid."""
    state = draw_tile(edition, state, parts[0])
    if len(state.hand) < 2:
        return begin_draw(state, "draw-zen-ami")
    return replace(state, decision="zen-ami")


def after_zen_ami(edition: Edition, state: State, kind: str, parts: list[str]) -> State:
    """S11: each tile is laid or discarded, free."""
    if kind == "XY=TILE":
        state = remove_from_hand(state, read_tile(edition, parts[1]).id)
        state = lay_for(edition, state, state.active, parts)
    else:
        state = discard_from_hand(state, parts[0])
    return state if state.hand else end_turn(state)


def after_draw_sesshu(edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: three tiles are drawn before one is laid."""
    state = draw_tile(edition, state, parts[0])
    if len(state.hand) < 3:
        return begin_draw(state, "draw-sesshu")
    return replace(state, decision="sesshu")


def after_sesshu(edition: Edition, state: State, kind: str, parts: list[str]) -> State:
    """S11: one tile is laid at most, the others are discarded, free."""
    if kind == "XY=TILE":
        state = remove_from_hand(state, read_tile(edition, parts[1]).id)
        state = lay_for(edition, state, state.active, parts)
    for tile_id in state.hand:
        state = discard_from_hand(state, tile_id)
    return end_turn(state)


def after_sen_no_rikyu(_edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: the monk goes there, and another action follows."""
    garden = replace(state.players[state.active].garden, monk=read_space(parts[0]))
    return replace(set_garden(state, state.active, garden), decision="extra")


def after_kentei(_edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: the stone goes there, without a bonus step, and another action follows."""
    origin, space = read_space(parts[0]), read_space(parts[1])
    garden = state.players[state.active].garden
    stones = lift_stone(garden, origin).stones | {space: garden.stones[origin]}
    state = set_garden(state, state.active, replace(garden, stones=stones))
    return replace(state, decision="extra")


def after_kobori_enshu(edition: Edition, state: State, _kind: str, parts: list[str]) -> State:
    """S11: the tiles lie as the move says; the monk keeps his space."""
    garden = state.players[state.active].garden
    tiles = garden.tiles | {
        read_space(parts[0]): read_tile(edition, parts[1]),
        read_space(parts[2]): read_tile(edition, parts[3]),
    }
    return end_turn(set_garden(state, state.active, replace(garden, tiles=tiles)))


def after_ishikawa_jozan(edition: Edition, state: State, kind: str, parts: list[str]) -> State:
    """S11: the tile leaves the other's storage and is laid; more may follow."""
    if kind == "stop":
        return end_turn(state)
    other = int(parts[0]) - 1
    state = set_player(state, other, replace(state.players[other], stored=None))
    state = lay_for(edition, state, state.active, parts[1:])
    if ishikawa_jozan_moves(edition, state):
        return replace(state, decision="ishikawa-jozan-more")
    return end_turn(state)


AFTER: dict[str, Callable[[Edition, State, str, list[str]], State]] = {
    "deal-garden": after_deal_garden,
    "deal-master": after_deal_master,
    "draw": after_draw,
    "step1": after_step1,
    "answer-offer": after_answer_offer,
    "choose-taker": after_choose_taker,
    "answer-robbery": after_answer_robbery,
    "answer-reveal": after_answer_reveal,
    "place": after_place,
    "step2": after_step2,
    "extra": after_step2,
    "bonus": after_bonus,
    "muso-soseki": after_muso_soseki,
    "draw-zen-ami": after_draw_zen_ami,
    "zen-ami": after_zen_ami,
    "draw-sesshu": after_draw_sesshu,
    "sesshu": after_sesshu,
    "sen-no-rikyu": after_sen_no_rikyu,
    "kentei": after_kentei,
    "kobori-enshu": after_kobori_enshu,
    "ishikawa-jozan": after_ishikawa_jozan,
    "ishikawa-jozan-more": after_ishikawa_jozan,
}
