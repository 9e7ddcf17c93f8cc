"""Policies: who chooses for a player, and games between them.

`random`, `greedy` and `planner` choose at once; `hint` plays the first move of a ranking. None of
them is told more than the player may know (S17).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from niwashi._core.search import StonePlayer, stone_policy_names
from niwashi._core.stone import (
    Move,
    Position,
    apply,
    default_max_turns,
    legal_moves,
    scores,
    to_move,
    view,
    winners,
)
from niwashi.seeds import derived_seed
from niwashi.stone.hints import Hints, HintSearch

#: From the weakest to the strongest.
POLICY_NAMES = (*stone_policy_names, "hint")


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


@dataclass(frozen=True)
class Match:
    """Games between policies; a game depends on nothing but this and its number."""

    start: Position
    names: tuple[str, ...]  #: of the policies, by seat
    swap_seats: bool  #: every policy has every seat in turn
    seed: int
    seconds: float | None  #: limits of `hint`, for each decision
    samples: int | None
    turn_cap: int

    def seats(self, number: int) -> list[int]:
        """For every seat of a game which of the policies has it."""
        n = len(self.names)
        shift = number % n if self.swap_seats else 0
        return [(seat + shift) % n for seat in range(n)]

    def seed_of(self, number: int) -> int:
        """The seed of a game: the same for all that differ in the seats alone."""
        return derived_seed(self.seed, number // len(self.names) if self.swap_seats else number)

    def play(self, number: int) -> Game:
        """Plays a game."""
        seed = self.seed_of(number)
        policies = [
            make_policy(
                self.names[index],
                derived_seed(seed, 1 + seat),
                seconds=self.seconds,
                samples=self.samples,
                workers=1,
            )
            for seat, index in enumerate(self.seats(number))
        ]
        return play_game(self.start, policies, seed, self.turn_cap)

    def document(self, number: int, game: Game) -> dict[str, Any]:
        """A game of the match in texts and numbers, as `stone simulate --json` prints it.

        Players are numbered from 1, as in texts.
        """
        seats = [self.names[index] for index in self.seats(number)]
        position = game.position
        return {
            "game": number + 1,
            "players": len(seats),
            "policy": seats[0] if len(set(seats)) == 1 else ",".join(seats),
            "seed": self.seed_of(number),
            "moves": [move.to_text() for move in game.moves],
            "turns": game.turns,
            "capped": game.capped,
            "scores": [points.total for points in scores(position)],
            "winners": [seat + 1 for seat in winners(position)] if position.is_over else [],
            "gardens": [player.garden.to_text() for player in position.players],
            "predictions": [
                {
                    "player": guess.player + 1,
                    "laid": guess.laid,
                    "expected": round(guess.expected, 4),
                    "win": round(guess.win, 4),
                }
                for guess in game.predictions
            ],
            "state": position.to_text(),
        }
