"""Positions for solver tests, by random play with small ponds."""

import random

from niwashi import jardin
from niwashi.jardin import Position, Roll

GAME = "125 366 124 556 235 146 112 346 256 245 136 444"


def random_pond(position: Position, rng: random.Random) -> jardin.Move:
    """A random pond of up to six spaces, or none."""
    pond: list[int] = []
    for _ in range(rng.randrange(7)):
        grown = [s for s in position.pondable if jardin.is_legal_pond(position, [*pond, s])]
        if not grown:
            break
        pond.append(rng.choice(grown))
    return jardin.Move.pond(pond) if pond else jardin.Move.from_text("-")


def position_at(clock: str, seed: int) -> tuple[Position, list[Roll]]:
    """A random position at this clock, and the rolls still to come."""
    rng = random.Random(seed)
    dice = jardin.random_dice(seed)
    position = Position()
    while position.clock != clock:
        if position.is_pond_decision:
            position = jardin.apply(position, random_pond(position, rng))
        else:
            roll = dice.pop(0)
            position = jardin.apply(position, rng.choice(jardin.legal_moves(position, roll)), roll)
    return position, dice


def random_game(seed: int) -> tuple[list[Roll], list[jardin.Move], Position]:
    """Dice, moves and final position of a random game."""
    rng = random.Random(seed)
    dice = jardin.random_dice(seed)
    rolls = iter(dice)
    moves = []
    position = Position()
    while not position.is_over:
        if position.is_pond_decision:
            move, roll = random_pond(position, rng), None
        else:
            roll = next(rolls)
            move = rng.choice(jardin.legal_moves(position, roll))
        moves.append(move)
        position = jardin.apply(position, move, roll)
    return dice, moves, position
