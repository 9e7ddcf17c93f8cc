"""Stone Garden: editions, gardens, positions, moves, scores, records and their texts.

A `Position` is one state of a game of 2 to 4 players between two decisions. It carries its edition,
and the stack as known top tiles and a bag, so that every draw and deal is a chance node:

>>> from niwashi import stone
>>> position = stone.deal(stone.default_edition(), players=2, seed=1)
>>> position.decision, stone.to_move(position)
('draw', -1)
>>> [(outcome, weight)] = stone.chance_outcomes(position)  # the stack's order is settled
>>> position = stone.apply(position, outcome)
>>> [move.to_text() for move in stone.legal_moves(position)]
['place', 'offer', 'store']

Everything here is immutable, and safe to use from several threads. Texts are those of
`docs/notation-stone.md`; unreadable ones raise `niwashi.InvalidText`, moves that the rules forbid
`niwashi.IllegalMove`, both with one line that names thing and place.
"""

from niwashi._core.stone import (
    Edition,
    Face,
    Garden,
    Move,
    MoveKind,
    NameGarden,
    Player,
    Playout,
    Position,
    ScoreBreakdown,
    apply,
    breakdown_names,
    chance_outcomes,
    deal,
    decision_names,
    default_max_turns,
    guess_unknown,
    legal_moves,
    master_names,
    new_game,
    perft,
    random_games,
    random_moves,
    score,
    score_arrays,
    scores,
    shuffle_stack,
    to_move,
    view,
    winners,
)
from niwashi.stone.edition import (
    EditionCheck,
    EditionFile,
    check_edition,
    check_edition_text,
    default_edition,
    default_edition_file,
    edition_schema,
    load_edition,
    read_edition,
)
from niwashi.stone.hints import Hint, Hints, HintSearch, hint
from niwashi.stone.policies import (
    POLICY_NAMES,
    Game,
    HintPolicy,
    Policy,
    Prediction,
    PromptPolicy,
    make_policy,
    play_game,
)
from niwashi.stone.record import Record, Step

__all__ = [
    "POLICY_NAMES",
    "Edition",
    "EditionCheck",
    "EditionFile",
    "Face",
    "Game",
    "Garden",
    "Hint",
    "HintPolicy",
    "HintSearch",
    "Hints",
    "Move",
    "MoveKind",
    "NameGarden",
    "Player",
    "Playout",
    "Policy",
    "Position",
    "Prediction",
    "PromptPolicy",
    "Record",
    "ScoreBreakdown",
    "Step",
    "apply",
    "breakdown_names",
    "chance_outcomes",
    "check_edition",
    "check_edition_text",
    "deal",
    "decision_names",
    "default_edition",
    "default_edition_file",
    "default_max_turns",
    "edition_schema",
    "guess_unknown",
    "hint",
    "legal_moves",
    "load_edition",
    "make_policy",
    "master_names",
    "new_game",
    "perft",
    "play_game",
    "random_games",
    "random_moves",
    "read_edition",
    "score",
    "score_arrays",
    "scores",
    "shuffle_stack",
    "to_move",
    "view",
    "winners",
]
