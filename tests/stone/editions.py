"""Random editions of about the box's size."""

import json
import random

from niwashi.stone import Edition

CORNERS = ("nw", "ne", "sw", "se")
LAYOUTS = (
    ["*....", ".....", "....*"],
    ["S....", "..*..", "....R"],
    ["...LL", "H....", "....."],
    ["B....", ".....", "..*.."],
    [".....", "H...S", "....."],
)


def random_edition(seed: int, tiles: int = 80) -> Edition:
    """Edges have few kinds of segments, so that some fit; some tiles look the same turned."""
    rng = random.Random(seed)
    high, wide = rng.randint(1, 3), rng.randint(1, 3)

    def edge(length: int) -> str:
        return "".join(rng.choice("ab~") for _ in range(length))

    kinds: list[tuple[str, str, int, str, str, str, str, list[str]]] = []
    left = tiles
    while left > 0:
        count = min(left, rng.randint(1, 12))
        left -= count
        north, east = edge(wide), edge(high)
        symmetric = rng.random() < 0.3
        south, west = (north[::-1], east[::-1]) if symmetric else (edge(wide), edge(high))
        arcs = rng.sample(CORNERS, 0 if symmetric else rng.randint(0, 4))
        surface = "moss" if rng.random() < 0.4 else "sand"
        kinds.append((f"t{len(kinds)}", surface, count, north, east, south, west, arcs))
    # Layouts with stones side by side need moss.
    kinds.append(("moss", "moss", 2, "a" * wide, "a" * high, "a" * wide, "a" * high, []))
    cards = [(f"c{i}", 5 + i, layout) for i, layout in enumerate(LAYOUTS)]
    return Edition(f"random-{seed}", "for tests", kinds, cards)


def to_toml(edition: Edition) -> str:
    """The edition as a file's text."""
    name, provenance, tiles, cards = edition.source
    lines = ["schema = 1", f"name = {json.dumps(name)}", f"provenance = {json.dumps(provenance)}"]
    for ident, surface, count, north, east, south, west, arcs in tiles:
        lines += [
            *("[[tile]]", f'id = "{ident}"', f'surface = "{surface}"', f"count = {count}"),
            f'edges = {{ north = "{north}", east = "{east}", south = "{south}", west = "{west}" }}',
            f"arcs = {json.dumps(arcs)}",
        ]
    for ident, points, layout in cards:
        lines += ["[[name_garden]]", f'id = "{ident}"', f"points = {points}"]
        lines.append(f"layout = {json.dumps(layout)}")
    return "\n".join(lines)


def random_garden_text(edition: Edition, rng: random.Random) -> str:
    """Tiles anywhere, in either rotation, with stones where they may stand; no monk."""
    share = rng.choice([0.4, 0.8, 1.0])
    cells: list[str] = []
    moss: list[bool] = []
    stones = [""] * 15
    for _ in range(15):
        face = rng.randrange(2 * len(edition.tile_ids))
        laid = rng.random() < share
        cells.append(edition.face_to_text(face) if laid else "_")
        moss.append(laid and edition.faces[face].is_moss)
    for space in rng.sample(range(15), rng.randint(0, 12)):
        beside = [space - 5, space + 5]
        beside += [space - 1] if space % 5 else []
        beside += [space + 1] if space % 5 < 4 else []
        neighbours = [other for other in beside if 0 <= other < 15 and stones[other]]
        if cells[space] != "_" and all(moss[space] and moss[other] for other in neighbours):
            stones[space] = rng.choice("HSRL" if "B" in stones else "HSRLBLS")
    cells = [
        cell + (f":{stone}" if stone else "") for cell, stone in zip(cells, stones, strict=True)
    ]
    return "/".join(",".join(cells[i : i + 5]) for i in (0, 5, 10))
