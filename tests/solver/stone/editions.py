"""Random editions of the size of the box, for the solver's tests and benchmarks."""

import random

from niwashi.stone import Edition

TILES = 80
CORNERS = ("nw", "ne", "sw", "se")
CARD = ("card", 9, ["S....", "..*..", "....R"])


def box_like_edition(seed: int) -> Edition:
    """80 tiles, from few kinds to all different, edges of few segments or many, some moss."""
    rng = random.Random(seed)
    letters = "-om~"[: rng.randint(2, 4)]
    high, wide = rng.randint(1, 3), rng.randint(1, 3)
    most_of_a_kind = rng.choice((1, 4, 12, 20))
    moss_share = rng.uniform(0.1, 0.6)
    arc_share = rng.uniform(0.1, 0.6)

    def edge(length: int) -> str:
        return "".join(rng.choice(letters) for _ in range(length))

    kinds: list[tuple[str, str, int, str, str, str, str, list[str]]] = []
    left = TILES
    while left > 0:
        count = min(left, rng.randint(1, most_of_a_kind))
        left -= count
        north, east = edge(wide), edge(high)
        arcs = [corner for corner in CORNERS if rng.random() < arc_share]
        if rng.random() < 0.2:  # the same turned
            south, west = north[::-1], east[::-1]
            arcs = rng.choice(([], ["nw", "se"], ["ne", "sw"], list(CORNERS)))
        else:
            south, west = edge(wide), edge(high)
        surface = "moss" if rng.random() < moss_share else "sand"
        kinds.append((f"t{len(kinds)}", surface, count, north, east, south, west, arcs))
    return Edition(f"box-like-{seed}", "random, for tests", kinds, [CARD])
