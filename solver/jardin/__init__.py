"""Optimal Jardín gardens for known dice."""

from niwashi.solver.jardin.solve import Engine, Progress, solve

__all__ = ["Engine", "Progress", "solve"]
