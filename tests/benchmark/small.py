"""A run of the benchmark that takes a second: the same steps on less work."""

import pytest

from niwashi import benchmark
from niwashi.benchmark import core, hints, solver

#: The last turn comes next.
LAST = core.LATE.replace(" 11 3", " 12 3")


def make_small(patch: pytest.MonkeyPatch) -> None:
    """Leaves of every section of a quick run as little as there can be."""
    patch.setattr(core, "LATE", LAST)
    patch.setattr(core, "STONE_PERFT_PLIES", 3)
    patch.setattr(core, "GARDENS", 20)
    patch.setattr(core, "REPEATS", 2)
    patch.setattr(core, "GAMES", {"jardin": (1, 10), "stone": (1, 5)})
    patch.setattr(core, "ROUNDS_QUICK", (1, 0))
    patch.setattr(benchmark, "BUDGET_QUICK", 600.0)
    patch.setattr(solver, "INSTANCES_QUICK", (("jardin", 3), ("stone", 3)))
    patch.setattr(hints, "SAMPLES_QUICK", (1,))
    patch.setattr(hints, "GAMES_QUICK", {"jardin": (2, 1), "stone": (2, 1)})
