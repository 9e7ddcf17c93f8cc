"""What hints cost, and how well they play: whole games at a fixed number of samples a decision.

Samples limit a hint here, not seconds: so the games are the same on every machine.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from niwashi import jardin, stone
from niwashi.benchmark.report import THREADS, HintCost, Strength
from niwashi.jardin.policies import policy_seed
from niwashi.seeds import derived_seed
from niwashi.stone.policies import play_game

SAMPLES, SAMPLES_QUICK = (200, 400, 800), (100, 200)
#: Games to measure strength by, and samples a decision.
GAMES = {"jardin": (6, 100), "stone": (8, 50)}
GAMES_QUICK = {"jardin": (2, 50), "stone": (2, 20)}
POLICIES = {"jardin": ("greedy", "network", "hint"), "stone": ("planner", "hint")}

_GARDEN = ".L...L/.M.M../..=.../.B..../.B..../...... 1...../....../....../....../....../......"
#: Two turns and a pond decision of Jardín, each with its roll.
DECISIONS = ((f"{_GARDEN} 5 0", "346"), (f"{_GARDEN} 10 1", "125"), (f"{_GARDEN} 6p 0", None))
#: Decisions of Stone Garden: the first ones after so many random moves of a game for two.
STONE_MOVES = (0, 60, 120)


def costs(quick: bool) -> Iterator[tuple[str, Callable[[], HintCost]]]:
    """What a hint costs against samples and threads: the name of each figure, and its maker."""
    for game, cost in (("jardin", cost_jardin), ("stone", cost_stone)):
        for samples, threads in product(SAMPLES_QUICK if quick else SAMPLES, THREADS):
            name = f"{game}, {samples} samples, {threads} threads"
            yield name, partial(cost, samples, threads)


def strengths(quick: bool, seed: int) -> Iterator[tuple[str, Callable[[], Strength]]]:
    """Games by policies on the same dice and deals: the name of each figure, and its maker."""
    for game, (games, samples) in (GAMES_QUICK if quick else GAMES).items():
        play = play_jardin if game == "jardin" else play_stone
        for policy in POLICIES[game]:
            yield f"{game} by {policy}", partial(play, policy, samples, games, seed)


def cost_jardin(samples: int, threads: int) -> HintCost:
    """Hints for decisions of Jardín. Raises KeyboardInterrupt if one was interrupted."""
    return _mean_cost(
        "jardin",
        samples,
        threads,
        [
            jardin.hint(
                jardin.Position.from_text(position),
                None if roll is None else jardin.Roll.from_text(roll),
                samples=samples,
                workers=threads,
            )
            for position, roll in DECISIONS
        ],
    )


def cost_stone(samples: int, threads: int) -> HintCost:
    """Hints for decisions of Stone Garden. Raises KeyboardInterrupt if one was interrupted."""
    return _mean_cost(
        "stone",
        samples,
        threads,
        [stone.hint(decision, samples=samples, workers=threads) for decision in stone_decisions()],
    )


def _mean_cost(
    game: str, samples: int, threads: int, hints: list[jardin.Hints] | list[stone.Hints]
) -> HintCost:
    if any(hint.interrupted for hint in hints):
        raise KeyboardInterrupt
    return HintCost(
        game,
        samples,
        threads,
        games=statistics.fmean(hint.games for hint in hints),
        seconds=statistics.fmean(hint.seconds for hint in hints),
    )


def stone_decisions() -> list[stone.Position]:
    """The decisions at `STONE_MOVES`."""
    position = stone.deal(stone.default_edition(), 2, seed=0)
    passed = []
    for move in stone.random_moves(position, seed=0):
        passed.append(position)
        position = stone.apply(position, move)
    return [next(p for p in passed[number:] if not p.is_chance) for number in STONE_MOVES]


def play_jardin(policy: str, samples: int, games: int, seed: int) -> Strength:
    """Games of Jardín on random dice. Raises KeyboardInterrupt if a hint was interrupted."""
    points = []
    decisions = 0
    began = time.perf_counter()
    for number in range(games):
        own = derived_seed(seed, number)
        player = jardin.make_policy(
            policy, policy_seed(own), samples=samples, workers=1, faces=jardin.standard_faces
        )
        game = player.play(jardin.Position(), jardin.random_dice(own))
        points.append(jardin.score(game.position).total)
        decisions += len(game.moves)
    seconds = (time.perf_counter() - began) / decisions
    return _strength("jardin", policy, samples, points, None, seconds)


def play_stone(policy: str, samples: int, games: int, seed: int) -> Strength:
    """Games of Stone Garden for two against `greedy`, each deal twice with the seats swapped.

    Raises KeyboardInterrupt if a hint was interrupted.
    """
    start = stone.new_game(stone.default_edition(), 2)
    points = []
    won = []
    seconds: list[float] = []
    for number in range(games):
        own = derived_seed(seed, number // 2)
        seat = number % 2
        player = stone.make_policy(policy, derived_seed(own, 1), samples=samples, workers=1)
        other = stone.make_policy("greedy", derived_seed(own, 2))
        seats = [Timed(player, seconds), other]
        game = play_game(start, seats if seat == 0 else seats[::-1], own)
        points.append(stone.scores(game.position)[seat].total)
        winners = stone.winners(game.position)
        won.append((seat in winners) / len(winners))
    return _strength(
        "stone", policy, samples, points, statistics.fmean(won), statistics.fmean(seconds)
    )


class Timed:
    """A policy that notes how long each of its decisions took."""

    def __init__(self, policy: stone.Policy, seconds: list[float]) -> None:
        self._policy = policy
        self._seconds = seconds

    def choose(self, position: stone.Position) -> stone.Move:
        """As the policy."""
        began = time.perf_counter()
        move = self._policy.choose(position)
        self._seconds.append(time.perf_counter() - began)
        return move


def _strength(
    game: str, policy: str, samples: int, points: list[int], won: float | None, seconds: float
) -> Strength:
    return Strength(
        game,
        policy,
        samples if policy == "hint" else None,
        len(points),
        points=statistics.fmean(points),
        stderr=statistics.stdev(points) / len(points) ** 0.5,
        won=won,
        seconds=seconds,
    )
