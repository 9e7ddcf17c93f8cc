"""OpenSpiel beside niwashi: its tree search against our hints, and how fast it plays at random.

The tree search is OpenSpiel's own in C++ (`pyspiel.MCTSBot`, one random playout a visit) on the
games of niwashi.adapters.openspiel, whose states are written in Python. Extra `niwashi[openspiel]`.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyspiel

import niwashi.adapters.openspiel  # noqa: F401 - registers both games
from bench.peers.solvers import UnsoundAnswer, replayed
from niwashi import jardin, stone
from niwashi.adapters.jardin_steps import Step, actions_of
from niwashi.adapters.stone_actions import actions_for
from niwashi.jardin.policies import HintPolicy as JardinHints
from niwashi.jardin.policies import policy_seed
from niwashi.seeds import derived_seed
from niwashi.stone.policies import HintPolicy as StoneHints
from niwashi.stone.policies import Policy, play_game

#: By niwashi's game: the adapter's, and one of OpenSpiel's own in C++ of like length.
LIKE: Final = {
    "Jardín": ("niwashi_jardin", "yacht(players=1)"),
    "Stone Garden": ("niwashi_stone(players=2)", "gin_rummy"),
}
#: The weight of exploration: about the spread of the returns.
UCT: Final = {"niwashi_jardin": 20.0}
_UCT_OF_WINS: Final = 2.0
_MOST_SIMULATIONS: Final = 10**8
_MEMORY: Final = 1000  # MiB of tree
_TURN_CAP: Final = 200


@dataclass(frozen=True)
class Playouts:
    """How fast OpenSpiel's tree search plays a game at random to its end."""

    game: str  #: of niwashi, to which this one is like
    name: str  #: as OpenSpiel loads it
    rate: float  #: playouts a second
    decisions: float  #: of a random game, mean
    chances: float  #: dice and draws of a random game, mean


@dataclass(frozen=True)
class Pair:
    """A game that both have played, or in which they met."""

    seed: int
    bot: float  #: points (Jardín), or share of the victory (Stone Garden)
    hint: float


def playouts(seconds: float, seed: int) -> list[Playouts]:
    """All games of LIKE, so many seconds each."""
    found = []
    for game, names in LIKE.items():
        for name in names:
            spiel = pyspiel.load_game(name)
            lengths = [_random_length(spiel, random.Random(seed + i)) for i in range(5)]
            decisions, chances = (sum(part) / len(lengths) for part in zip(*lengths, strict=True))
            found.append(Playouts(game, name, _rate(spiel, seconds, seed), decisions, chances))
    return found


def _rate(game: Any, seconds: float, seed: int) -> float:
    """Playouts a second from the first decision."""
    state = game.new_initial_state()
    rng = random.Random(seed)
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    began = time.perf_counter()
    root = bot_for(game, seconds, seed).mcts_search(state)
    return float(root.explore_count / (time.perf_counter() - began))


def _random_length(game: Any, rng: random.Random) -> tuple[int, int]:
    """Decisions and chance nodes of a random game."""
    state = game.new_initial_state()
    lengths = [0, 0]
    while not state.is_terminal():
        is_chance = state.is_chance_node()
        lengths[is_chance] += 1
        if is_chance:
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return lengths[0], lengths[1]


def bot_for(game: Any, seconds: float, seed: int) -> Any:
    """OpenSpiel's tree search, so many seconds an action."""
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed % 2**31),
        UCT.get(game.get_type().short_name, _UCT_OF_WINS),
        _MOST_SIMULATIONS,
        _MEMORY,
        solve=False,
        seed=seed % 2**31,
        verbose=False,
        max_wall_clock_time=seconds,
    )


def jardin_match(games: int, seconds: float, seed: int) -> list[Pair]:
    """The bot and the hints on the same dice; each has so many seconds, the bot for every action.

    A move is three actions as a rule, so that the bot has about three times as long.
    """
    pairs = []
    for number in range(games):
        own = derived_seed(seed, number)
        dice = jardin.random_dice(own)
        hints = JardinHints(policy_seed(own), seconds=seconds, workers=1, faces="LBTRM=")
        game = hints.play(jardin.Position(), dice)
        pairs.append(
            Pair(
                own,
                jardin_by_bot(dice, seconds, own),
                replayed(jardin.Position(), dice, game.moves, jardin.score(game.position).total),
            )
        )
    return pairs


def jardin_by_bot(dice: Sequence[jardin.Roll], seconds: float, seed: int) -> int:
    """What the bot's sheet is worth, its moves replayed in the core.

    Raises UnsoundAnswer if OpenSpiel's return is another number.
    """
    game = pyspiel.load_game("niwashi_jardin")
    bot = bot_for(game, seconds, seed)
    state = game.new_initial_state()
    rolls = iter(dice)
    moves = []
    while not state.is_terminal():
        if state.is_chance_node():
            name = f"roll {next(rolls)}"
            outcomes = [number for number, _ in state.chance_outcomes()]
            state.apply_action(next(n for n in outcomes if state.action_to_string(n) == name))
            continue
        before = state.step
        action = _chosen(bot, state)
        state.apply_action(action)
        if state.step.position != before.position:
            moves.append(completed(before, action))
    claim = int(state.returns()[0])
    points = replayed(jardin.Position(), dice, moves, claim)
    if points != claim:
        raise UnsoundAnswer(f"OpenSpiel's return is {claim}, the core counts {points}")
    return points


def completed(step: Step, action: int) -> jardin.Move:
    """The move that an action completes."""
    if step.roll is None:
        return jardin.Move.pond(sorted(step.begun)) if step.begun else jardin.Move.from_text("-")
    actions = (*step.begun, action)
    legal = jardin.legal_moves(step.position, step.roll)
    return next(move for move in legal if actions_of(move) == actions)


class BotPolicy:
    """OpenSpiel's tree search as a player of Stone Garden.

    It searches the state as it is, and so knows the others' cards, which the hints do not.
    """

    def __init__(self, seconds: float, seed: int) -> None:
        self._game = pyspiel.load_game(LIKE["Stone Garden"][0])
        self._bot = bot_for(self._game, seconds, seed)

    def choose(self, position: stone.Position) -> stone.Move:
        """A legal move."""
        state = self._game.new_initial_state()
        state.position = position
        actions = actions_for(position.edition, position.player_count)
        return actions.move_of(position, _chosen(self._bot, state))


def stone_match(games: int, seconds: float, seed: int) -> list[Pair]:
    """Games of two; the seats are swapped from game to game, with the same cards and tiles."""
    start = stone.new_game(stone.default_edition(), 2)
    pairs = []
    for number in range(games):
        own = derived_seed(seed, number // 2)
        bot = BotPolicy(seconds, derived_seed(own, 1))
        hints = StoneHints(derived_seed(own, 2), seconds=seconds, workers=1)
        seat = number % 2
        seats: list[Policy] = [hints, bot] if seat else [bot, hints]
        played = play_game(start, seats, own, _TURN_CAP)
        winners = [] if played.capped else stone.winners(played.position)
        shares = [(player in winners) / max(1, len(winners)) for player in (seat, 1 - seat)]
        pairs.append(Pair(own, *shares))
    return pairs


def _chosen(bot: Any, state: Any) -> int:
    """The bot's action; what is forced takes no time."""
    legal: list[int] = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    # What `step` does; that crashes (2.0.2) where states are written in Python.
    best = bot.mcts_search(state).best_child()
    return legal[0] if best is None else int(best.action)  # None: no time for a single visit


#: By niwashi's game.
MATCHES: Final = {"Jardín": jardin_match, "Stone Garden": stone_match}
