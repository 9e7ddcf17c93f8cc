"""Maximum gardens of Stone Garden."""

from niwashi.solver.stone.solve import GardenResult, Progress, maximum, maximum_by_card

__all__ = ["GardenResult", "Progress", "maximum", "maximum_by_card"]
