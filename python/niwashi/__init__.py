"""Solver, hint engine and game core for Jardín Japonés and Stone Garden.

`niwashi.jardin` holds the rules and texts of the first game, `niwashi.solver` the proofs.
"""

from niwashi._core import IllegalMove, InvalidText, __version__

__all__ = ["IllegalMove", "InvalidText", "__version__"]
