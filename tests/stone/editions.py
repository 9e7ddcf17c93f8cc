"""Random editions of about the box's size."""

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
