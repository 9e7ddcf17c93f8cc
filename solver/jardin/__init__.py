"""Optimal Jardín gardens for known dice."""

from niwashi.solver.jardin.solve import Progress, solve

__all__ = ["Progress", "solve"]
