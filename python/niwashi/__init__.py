"""Solver, hint engine and game core for Jardín Japonés and Stone Garden.

`niwashi.jardin` and `niwashi.stone` hold the rules and texts of the games, `niwashi.solver` the
proofs.
"""

from typing import TYPE_CHECKING

__all__ = ["IllegalMove", "InvalidText", "__version__"]

if TYPE_CHECKING:
    from niwashi._core import IllegalMove, InvalidText, __version__
else:

    def __getattr__(name: str) -> object:
        """Loads the core when it is asked for, so that `niwashi --help` need not wait for it."""
        if name in __all__:
            from niwashi import _core

            return getattr(_core, name)
        raise AttributeError(f"module 'niwashi' has no attribute '{name}'")
