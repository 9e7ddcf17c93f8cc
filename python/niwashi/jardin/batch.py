"""Many gardens at once, as NumPy arrays; the work is done by the core without the GIL.

Importing this module imports NumPy, which is why `niwashi.jardin` does not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from niwashi._core import jardin as _core

_core.register_dtypes()

#: One position: `decorations` (6 sets, L B T R M =), `late_trees`, `ponds` (4 sets), `clock` in
#: plies (0 to 16), `prunings`; a set is a bit mask, bit 6 * row + column.
position_dtype: np.dtype[np.void] = _core.position_dtype()

#: One score: the fields of `ScoreBreakdown`, 32-bit integers.
score_dtype: np.dtype[np.void] = _core.score_dtype()


def to_array(positions: Sequence[_core.Position]) -> NDArray[np.void]:
    """The positions as an array of shape (n,) and `position_dtype`."""
    return _core.positions_array(list(positions))


def from_array(array: NDArray[np.void]) -> list[_core.Position]:
    """The positions of an array of shape (n,); InvalidText for one that no text can describe."""
    return _core.positions_from_array(_required(array))


def score(positions: NDArray[np.void]) -> NDArray[np.void]:
    """Scores an array of shape (n,) and `position_dtype`: shape (n,) and `score_dtype`.

    Garbage in the array gives garbage scores, never a crash; `from_array` is what checks.
    """
    return _core.score_batch(_required(positions))


def _required(array: NDArray[np.void]) -> NDArray[np.void]:
    """The array as the core reads it: copied if not contiguous, aligned and of native order."""
    if not isinstance(array, np.ndarray) or array.dtype.newbyteorder("=") != position_dtype:
        raise TypeError("positions: an array of position_dtype is wanted")
    whole = np.require(array, dtype=position_dtype, requirements=["C"])
    # NumPy takes a structure without padding to be aligned anywhere; the core does not.
    return whole if whole.ctypes.data % 8 == 0 else whole.copy()


def random_games(
    games: int,
    seed: int,
    start: _core.Position | None = None,
    faces: str = _core.standard_faces,
) -> NDArray[np.void]:
    """Plays random games to their end: the final positions, shape (games,).

    Game i depends on `seed` and i alone. Moves are uniform over the legal ones; three pond
    decisions in four trace a small random pond.
    """
    return _core.random_games(start or _core.Position(), games, seed, faces)
