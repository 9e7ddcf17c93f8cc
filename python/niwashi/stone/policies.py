"""Policies: who chooses for a player, and games between them.

`random`, `greedy` and `planner` choose at once; `hint` plays the first move of a ranking. None of
them is told more than the player may know (S17).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from niwashi._core.search import StonePlayer, stone_policy_names
from niwashi._core.stone import (
    Move,
    Position,
    apply,
    default_max_turns,
    legal_moves,
    to_move,
    view,
)
from niwashi.stone.hints import Hints, HintSearch

#: From the weakest to the strongest.
POLICY_NAMES = (*stone_policy_names, "hint")

_SEED_STEP = 0x9E3779B97F4A7C15


def derived_seed(seed: int, number: int) -> int:
    """Seed `number` of a series that begins with `seed`."""
    return (seed + _SEED_STEP * number) % 2**64


class Policy(Protocol):
    """Chooses moves for one seat of one game."""

    def choose(self, position: Position) -> Move:
        """A legal move at a decision of this seat's player."""


class PromptPolicy:
    """One of the policies of the core that choose at once."""

    def __init__(self, name: str, seed: int) -> None:
        """Raises ValueError for a name that is not `random`, `greedy` or `planner`."""
        self._player = StonePlayer(name, seed)

    def choose(self, position: Position) -> Move:
        """As `Policy`."""
        return self._player.choose(view(position, position.concerned))


class HintPolicy:
    """Plays what the hints rank first. Limits as of `HintSearch.run`, for each decision."""

    def __init__(
        self,
        seed: int,
        *,
        seconds: float | None = None,
        samples: int | None = None,
        workers: int | None = None,
    ) -> None:
        self._seed = seed
        self._seconds = seconds
        self._samples = samples
        self._workers = workers
        self._decisions = 0
        self.hints: Hints | None = None  #: of the last decision with more than one move

    def choose(self, position: Position) -> Move:
        """As `Policy`. Raises KeyboardInterrupt if the search was interrupted."""
        legal = legal_moves(position)
        if len(legal) == 1:
            return legal[0]
        seed = derived_seed(self._seed, self._decisions)
        self._decisions += 1
        search = HintSearch(position, seed=seed, workers=self._workers)
        self.hints = search.run(seconds=self._seconds, samples=self._samples)
        if self.hints.interrupted:
            raise KeyboardInterrupt
        return self.hints.best.move


def make_policy(
    name: str,
    seed: int,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    workers: int | None = None,
) -> Policy:
    """The policy of a name; the limits are for `hint`. Raises ValueError for an unknown name."""
    if name == "hint":
        return HintPolicy(seed, seconds=seconds, samples=samples, workers=workers)
    return PromptPolicy(name, seed)


def draw(position: Position, seed: int, number: int) -> Move:
    """Outcome `number` of the chance nodes of a game; depends on these three alone."""
    return StonePlayer("random", derived_seed(seed, number)).choose(position)


@dataclass(frozen=True)
class Prediction:
    """What a `hint` player thought of his best move, to hold against how the game ended."""

    player: int  #: from 0
    laid: int  #: tiles in his garden
    expected: float
    win: float


@dataclass(frozen=True)
class Game:
    """A game between policies."""

    moves: list[Move]  #: chance outcomes among them
    position: Position
    turns: int  #: that ended
    capped: bool  #: not over after the most turns there may be
    predictions: list[Prediction]


def play_game(
    start: Position, policies: Sequence[Policy], seed: int, max_turns: int = default_max_turns
) -> Game:
    """Plays on from `start`, policy i for player i; `seed` is that of the chance nodes.

    Raises ValueError if there is not a policy for each player.
    """
    if len(policies) != start.player_count:
        raise ValueError(f"policies: {len(policies)} for {start.player_count} players")
    position = start
    moves: list[Move] = []
    predictions: list[Prediction] = []
    turns = draws = 0
    while not position.is_over and turns < max_turns:
        player = to_move(position)
        if position.is_chance:
            move = draw(position, seed, draws)
            draws += 1
        else:
            policy = policies[player]
            move = policy.choose(position)
            if isinstance(policy, HintPolicy) and policy.hints is not None:
                best = policy.hints.best
                laid = sum(face is not None for face in position.players[player].garden.faces)
                predictions.append(Prediction(player, laid, best.expected, best.win))
                policy.hints = None
        after = apply(position, move)
        dealing = position.decision.startswith("deal")
        turns += not dealing and (after.active != position.active or after.is_over)
        position = after
        moves.append(move)
    return Game(moves, position, turns, not position.is_over, predictions)
