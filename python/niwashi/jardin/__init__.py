"""Jardín Japonés: positions, moves, ponds, scores, records and their texts.

A `Position` is one player's sheet between two decisions; it never holds a roll. At a turn the moves
depend on the roll, at a pond decision there is none:

>>> from niwashi import jardin
>>> start = jardin.Position()
>>> roll = jardin.Roll.from_text("125")
>>> moves = jardin.legal_moves(start, roll)
>>> len(moves)
438
>>> jardin.apply(start, moves[0], roll).to_text()
'BM..../....../....../....../....../...... ....../....../....../....../....../...... 2 0'

Everything here is immutable, hashable where that makes sense, and safe to use from several threads.
Texts are those of `docs/notation.md`; unreadable ones raise `niwashi.InvalidText`, moves that the
rules forbid `niwashi.IllegalMove`, both with one line that names thing and place.
"""

from niwashi._core.jardin import (
    Move,
    MoveKind,
    PondTable,
    Position,
    Roll,
    ScoreBreakdown,
    apply,
    chance_outcomes,
    dice_from_text,
    is_legal_pond,
    is_pond_shape,
    perft,
    random_dice,
    score,
    scoring_spaces,
    solo_rank,
    solo_rank_names,
    standard_faces,
    to_move,
)
from niwashi.jardin.hints import Hint, Hints, HintSearch, hint, value_network
from niwashi.jardin.moves import PondMoves, count_moves, legal_moves
from niwashi.jardin.play import Step, dice_to_text, replay, standings
from niwashi.jardin.policies import (
    POLICY_NAMES,
    Game,
    HintPolicy,
    Policy,
    Prediction,
    make_policy,
)
from niwashi.jardin.record import Record, records_from_text

__all__ = [
    "POLICY_NAMES",
    "Game",
    "Hint",
    "HintPolicy",
    "HintSearch",
    "Hints",
    "Move",
    "MoveKind",
    "Policy",
    "PondMoves",
    "PondTable",
    "Position",
    "Prediction",
    "Record",
    "Roll",
    "ScoreBreakdown",
    "Step",
    "apply",
    "chance_outcomes",
    "count_moves",
    "dice_from_text",
    "dice_to_text",
    "hint",
    "is_legal_pond",
    "is_pond_shape",
    "legal_moves",
    "make_policy",
    "perft",
    "random_dice",
    "records_from_text",
    "replay",
    "score",
    "scoring_spaces",
    "solo_rank",
    "solo_rank_names",
    "standard_faces",
    "standings",
    "to_move",
    "value_network",
]
