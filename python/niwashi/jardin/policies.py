"""Policies: who chooses for a player, and the games they play.

`random`, `greedy` (most points at once) and `network` (the value network alone) choose at once;
`hint` plays the first move of a ranking. None of them sees a roll before it is thrown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from niwashi._core.jardin import Move, Position, Roll, apply, random_dice, score
from niwashi._core.search import play_by_value, play_greedily, play_randomly
from niwashi.jardin.hints import HintSearch, value_network
from niwashi.jardin.play import dice_to_text, replay
from niwashi.seeds import derived_seed

#: From the weakest to the strongest.
POLICY_NAMES = ("random", "greedy", "network", "hint")

# Dice and the samples of hints come from series with this step: a policy must begin off them.
_POLICY_SEEDS = 0x5851F42D4C957F2D


def policy_seed(seed: int) -> int:
    """The seed of the policy in a game whose dice were thrown from `seed`."""
    return seed ^ _POLICY_SEEDS


@dataclass(frozen=True)
class Prediction:
    """What `hint` thought of its best move, to hold against how the game ended."""

    clock: str
    expected: float  #: final points


@dataclass(frozen=True)
class Game:
    """A game played by a policy."""

    dice: list[Roll]
    moves: list[Move]  #: pond decisions included
    position: Position
    predictions: list[Prediction]  #: of `hint`, one a decision; otherwise none


class Policy(Protocol):
    """Chooses moves for one sheet."""

    def choose(self, position: Position, roll: Roll | None) -> Move:
        """A legal move of a roll, or of a pond decision (no roll)."""

    def play(self, start: Position, dice: Sequence[Roll]) -> Game:
        """A game on given dice, one roll for each turn left (ValueError otherwise)."""


class PromptPolicy:
    """A policy of the core that chooses at once."""

    def __init__(self, moves: Callable[[Position, Sequence[Roll]], list[Move]]) -> None:
        """`moves` plays a game to its end, each move without looking at later rolls."""
        self._moves = moves

    def choose(self, position: Position, roll: Roll | None) -> Move:
        """As `Policy`."""
        rolls = [roll or Roll.from_text("111")] * position.turns_left
        return self._moves(position, rolls)[0]

    def play(self, start: Position, dice: Sequence[Roll]) -> Game:
        """As `Policy`."""
        moves = self._moves(start, dice)
        steps = replay(start, dice, moves)
        return Game(list(dice), moves, steps[-1].after if steps else start, [])


class HintPolicy:
    """Plays what the hints rank first. Limits as of `HintSearch.run`, for each decision."""

    def __init__(
        self,
        seed: int,
        *,
        seconds: float | None = None,
        samples: int | None = None,
        workers: int | None = None,
        faces: str,
    ) -> None:
        self._seed = seed
        self._seconds = seconds
        self._samples = samples
        self._workers = workers
        self._faces = faces

    def choose(self, position: Position, roll: Roll | None) -> Move:
        """As `Policy`. Raises KeyboardInterrupt if the search was interrupted."""
        return self._best(position, roll, 0)[0]

    def play(self, start: Position, dice: Sequence[Roll]) -> Game:
        """As `Policy`. Raises KeyboardInterrupt as `choose` does."""
        if len(dice) != start.turns_left:
            raise ValueError(f"dice: {len(dice)} rolls, but {start.turns_left} turns are left")
        position, rolls = start, iter(dice)
        moves: list[Move] = []
        predictions: list[Prediction] = []
        while not position.is_over:
            roll = None if position.is_pond_decision else next(rolls)
            move, expected = self._best(position, roll, len(moves))
            predictions.append(Prediction(position.clock, expected))
            moves.append(move)
            position = apply(position, move, roll)
        return Game(list(dice), moves, position, predictions)

    def _best(self, position: Position, roll: Roll | None, number: int) -> tuple[Move, float]:
        search = HintSearch(
            position,
            roll,
            seed=derived_seed(self._seed, number),
            workers=self._workers,
            faces=self._faces,
        )
        hints = search.run(seconds=self._seconds, samples=self._samples)
        if hints.interrupted:
            raise KeyboardInterrupt
        return hints.best.move, hints.best.expected


def make_policy(
    name: str,
    seed: int,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    workers: int | None = None,
    faces: str,
) -> Policy:
    """The policy of a name. Limits and faces of the dice are for `hint`.

    Raises ValueError for an unknown name.
    """
    match name:
        case "random":
            return PromptPolicy(lambda start, dice: play_randomly(start, dice, seed))
        case "greedy":
            return PromptPolicy(play_greedily)
        case "network":
            return PromptPolicy(lambda start, dice: play_by_value(value_network(), start, dice))
        case "hint":
            return HintPolicy(seed, seconds=seconds, samples=samples, workers=workers, faces=faces)
        case _:
            raise ValueError(f"policy: '{name[:40]}' is none of {', '.join(POLICY_NAMES)}")


@dataclass(frozen=True)
class Match:
    """Games of a policy; a game depends on nothing but this, its number and dice given for it."""

    policy: str
    seed: int
    seconds: float | None  #: limits of `hint`, for each decision
    samples: int | None
    faces: str

    def seed_of(self, number: int) -> int:
        """The seed of a game: of its dice, and of what the policy draws."""
        return derived_seed(self.seed, number)

    def play(self, number: int, dice: Sequence[Roll] | None = None) -> Game:
        """Plays a game by its number, on given dice or on dice thrown from its seed."""
        seed = self.seed_of(number)
        policy = make_policy(
            self.policy,
            policy_seed(seed),
            seconds=self.seconds,
            samples=self.samples,
            workers=1,
            faces=self.faces,
        )
        return policy.play(Position(), dice or random_dice(seed, faces=self.faces))

    def document(self, number: int, game: Game) -> dict[str, Any]:
        """A game of the match in texts and numbers, as `jardin simulate --json` prints it."""
        return {
            "game": number + 1,
            "policy": self.policy,
            "seed": self.seed_of(number),
            "dice": dice_to_text(game.dice),
            "moves": [move.to_text() for move in game.moves],
            "score": score(game.position).total,
            "position": game.position.to_text(),
            "predictions": [
                {"clock": guess.clock, "expected": round(guess.expected, 4)}
                for guess in game.predictions
            ],
        }
