"""Other ways to choose a move of Jardín Japonés, to hold hints against (docs/hints.md).

Each looks at the moves that the value network likes best and is a plain loop over parts of the
core: `bench.strength` plays whole games by them.
"""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

from niwashi import jardin
from niwashi._core import search
from niwashi.jardin import Move, Position, Roll

#: Chooses a move of a roll, or of a pond decision, with a seed for what it draws.
Method = Callable[[Position, Roll | None, int], Move]

_SHORTLIST = 8
_FUTURES = 100
_STEPS = 20_000  # of annealing, for one future after one move
_FACES = "123456"


def _shortlist(position: Position, roll: Roll | None) -> list[search.Candidate]:
    """The moves that the value network likes best, with its guesses."""
    network = jardin.value_network()
    ranking = search.HintSearch(network, position, roll, 0, None, jardin.standard_faces, _SHORTLIST)
    return ranking.candidates


def _best(candidates: Sequence[search.Candidate], values: Sequence[float]) -> Move:
    return max(zip(values, candidates, strict=True), key=lambda pair: pair[0])[1].move


def hindsight(position: Position, roll: Roll | None, seed: int) -> Move:
    """The move after which plans for random futures are worth most on average.

    Each plan is made by annealing that knows the whole future: too good for every move, and best
    for those that keep most open.
    """
    candidates = _shortlist(position, roll)
    after = [jardin.apply(position, candidate.move, roll) for candidate in candidates]
    turns = after[0].turns_left
    totals = [0] * len(after)
    # Without dice there is one future.
    for future in range(_FUTURES if turns else 1):
        draw = _FUTURES * seed + future
        dice = jardin.random_dice(draw)[:turns]
        for number, start in enumerate(after):
            if start.is_over:
                totals[number] += jardin.score(start).total
                continue
            annealer = search.Annealer(start, dice, draw)
            annealer.run(_STEPS)
            totals[number] += annealer.best_score
    return _best(candidates, totals)


def expectimax(position: Position, roll: Roll | None, seed: int) -> Move:
    """What the value network chooses, but with one roll left the mean over all 56 rolls.

    The last turn and pond are then played as well as the core can. Nothing is drawn: `seed` is
    not used.
    """
    candidates = _shortlist(position, roll)
    after = [jardin.apply(position, candidate.move, roll) for candidate in candidates]
    if after[0].turns_left == 1 and not after[0].is_pond_decision:
        return _best(candidates, [mean_over_rolls(start) for start in after])
    return _best(candidates, [candidate.guess for candidate in candidates])


def mean_over_rolls(start: Position) -> float:
    """The expected final score with one roll left."""
    total = 0
    for faces in combinations_with_replacement(_FACES, 3):
        dice = [Roll.from_text("".join(faces))]
        moves = search.play_by_value(jardin.value_network(), start, dice)
        final = jardin.replay(start, dice, moves)[-1].after
        ways = factorial(3) // prod(factorial(faces.count(face)) for face in set(faces))
        total += ways * jardin.score(final).total
    return total / len(_FACES) ** 3


METHODS: dict[str, Method] = {"hindsight": hindsight, "expectimax": expectimax}


def play(method: Method, dice: Sequence[Roll], seed: int) -> Position:
    """The end of a game by a method, which sees no roll before it is thrown."""
    position, rolls, number = Position(), iter(dice), 0
    while not position.is_over:
        roll = None if position.is_pond_decision else next(rolls)
        position = jardin.apply(position, method(position, roll, 16 * seed + number), roll)
        number += 1
    return position
