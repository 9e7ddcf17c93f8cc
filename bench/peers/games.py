"""Both games in plain Python, in NumPy and in niwashi: scores, moves and random games a second.

Plain Python is tests/reference, written to be read and not for speed; NumPy is numpy_jardin,
numpy_stone and numpy_stone_game. Each side answers the same question on the same gardens first, and
all must agree; for random games, whose random numbers differ, the core reads and scores what came
out.
"""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

import numpy as np

from bench.peers import numpy_jardin, numpy_stone, numpy_stone_game
from bench.peers.solvers import UnsoundAnswer
from niwashi import jardin, stone
from niwashi.jardin import batch
from tests.reference import jardin as plain_jardin
from tests.reference import stone as plain_stone

PLAIN: Final = "plain Python"
NUMPY: Final = "NumPy, a batch"
CALLS: Final = "niwashi, call by call"
BATCH: Final = "niwashi, one call"

_ROUNDS: Final = 3

T = TypeVar("T")


@dataclass(frozen=True)
class Speed:
    """How much of something one side does, by one thread."""

    game: str
    what: str
    side: str
    rate: float  #: a second, in the best of some rounds


@dataclass(frozen=True)
class Contest:
    """The same work done by several sides; each does some of it and says how much."""

    game: str
    what: str
    sides: dict[str, Callable[[], int]]

    def speeds(self, seconds: float) -> list[Speed]:
        """The sides in turn, some rounds of them, so many seconds a side in all."""
        best = dict.fromkeys(self.sides, 0.0)
        for _ in range(_ROUNDS):
            for side, work in self.sides.items():
                best[side] = max(best[side], _rate(work, seconds / _ROUNDS))
        return [Speed(self.game, self.what, side, rate) for side, rate in best.items()]


def _rate(work: Callable[[], int], seconds: float) -> float:
    began = time.perf_counter()
    done = 0
    while (spent := time.perf_counter() - began) < seconds or not done:
        done += work()
    return done / spent


def measured(seconds: float, seed: int) -> list[Speed]:
    """All contests, so many seconds a side. Raises UnsoundAnswer if two sides disagree."""
    contests = [
        jardin_scores(seed),
        jardin_moves(seed),
        jardin_games(seed),
        stone_scores(seed),
        stone_placings(seed),
        stone_games(seed),
    ]
    return [speed for contest in contests for speed in contest.speeds(seconds)]


def agree(what: str, **sides: Sequence[int]) -> None:
    """Raises UnsoundAnswer if the numbers differ, as far as the shorter ones go."""
    for (first, ours), (second, theirs) in zip(
        list(sides.items()), list(sides.items())[1:], strict=False
    ):
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            if one != other:
                raise UnsoundAnswer(f"{what} {number}: {one} by {first}, {other} by {second}")


def jardin_scores(seed: int) -> Contest:
    """Final gardens of random games."""
    games = batch.random_games(20_000, seed)
    positions = batch.from_array(games[:2000])
    gardens = [plain_jardin.read(position.to_text()) for position in positions[:200]]
    sheets = numpy_jardin.Sheets.from_array(games[:5000])

    def plain() -> list[int]:
        return [plain_jardin.score(garden)["total"] for garden in gardens]

    def numpy() -> list[int]:
        return list(numpy_jardin.score(sheets)["total"])

    def calls() -> list[int]:
        return [jardin.score(position).total for position in positions]

    agree("Jardín garden", plain=plain(), calls=calls(), numpy=numpy())
    agree("Jardín garden", numpy=numpy(), batch=list(batch.score(games)["total"]))
    return Contest(
        "Jardín",
        "gardens scored",
        {
            PLAIN: lambda: len(plain()),
            NUMPY: lambda: len(numpy_jardin.score(sheets)["total"]),
            CALLS: lambda: len(calls()),
            BATCH: lambda: len(batch.score(games)),
        },
    )


def jardin_moves(seed: int) -> Contest:
    """The moves of a roll at turns of random games; in one call, perft of the first two turns."""
    turns: list[tuple[jardin.Position, jardin.Roll]] = []
    for number in range(100):
        dice = jardin.random_dice(seed + number)
        rng = random.Random(seed + number)
        turns += [(p, r) for p, r, _ in _jardin_game(dice, rng) if r is not None]
    gardens = [(plain_jardin.read(p.to_text()), r.to_text()) for p, r in turns[:60]]
    sheets = numpy_jardin.Sheets.from_array(batch.to_array([position for position, _ in turns]))
    faces = np.array([sorted(int(die) - 1 for die in roll.to_text()) for _, roll in turns])

    def plain() -> list[int]:
        return [len(plain_jardin.legal_moves(garden, roll)) for garden, roll in gardens]

    def numpy() -> list[int]:
        legal = numpy_jardin.legal_moves(sheets, faces)
        counts: list[int] = np.count_nonzero(legal, axis=1).tolist()
        return counts

    def calls() -> list[int]:
        return [len(jardin.legal_moves(position, roll)) for position, roll in turns]

    agree("Jardín turn", plain=plain(), calls=calls(), numpy=numpy())
    return Contest(
        "Jardín",
        "moves",
        {
            PLAIN: lambda: sum(plain()),
            NUMPY: lambda: sum(numpy()),
            CALLS: lambda: sum(calls()),
            BATCH: lambda: jardin.perft(jardin.Position(), 2),
        },
    )


def jardin_games(seed: int) -> Contest:
    """Random games, ponds as the core's random games have them (`random_pond`)."""
    rng = random.Random(seed)
    numbers = np.random.default_rng(seed)

    def plain() -> plain_jardin.Garden:
        garden = plain_jardin.start()
        while garden.clock != "end":
            roll = None
            if plain_jardin.is_pond_clock(garden):
                grid = set(plain_jardin.GRID)
                allowed = {s for s in grid if plain_jardin.is_legal_pond(garden, {s})}
                pond = random_pond(
                    allowed,
                    plain_jardin.adjacent,
                    partial(plain_jardin.is_legal_pond, garden),
                    rng,
                )
                move: plain_jardin.Move = plain_jardin.NoPond()
                if pond:
                    move = plain_jardin.Pond(frozenset(pond))
                text = plain_jardin.write_move(move)
            else:
                roll = "".join(rng.choices("123456", k=3))
                text = rng.choice(sorted(plain_jardin.legal_moves(garden, roll)))
            garden = plain_jardin.apply(garden, roll, text)
        return garden

    def calls() -> jardin.Position:
        dice = [jardin.Roll.from_text("".join(rng.choices("123456", k=3))) for _ in range(12)]
        return _jardin_game(dice, rng)[-1][2]

    some = [plain() for _ in range(3)]
    agree(
        "Jardín game",
        plain=[plain_jardin.score(garden)["total"] for garden in some],
        core=[
            jardin.score(jardin.Position.from_text(plain_jardin.write(garden))).total
            for garden in some
        ],
    )
    sheets = numpy_jardin.random_games(500, numbers)
    ends = batch.from_array(sheets.to_array(16))
    agree(
        "Jardín game",
        numpy=list(numpy_jardin.score(sheets)["total"]),
        core=[jardin.score(position).total for position in ends],
    )
    return Contest(
        "Jardín",
        "random games",
        {
            PLAIN: lambda: len([plain()]),
            NUMPY: lambda: len(numpy_jardin.random_games(2000, numbers)),
            CALLS: lambda: len([calls()]),
            BATCH: lambda: len(batch.random_games(5000, seed)),
        },
    )


def _jardin_game(
    dice: Sequence[jardin.Roll], rng: random.Random
) -> list[tuple[jardin.Position, jardin.Roll | None, jardin.Position]]:
    """A random game, one call a move: before, roll and after of each ply."""
    rolls = iter(dice)
    position = jardin.Position()
    steps: list[tuple[jardin.Position, jardin.Roll | None, jardin.Position]] = []
    while not position.is_over:
        roll = None
        if position.is_pond_decision:
            pond = random_pond(
                set(position.pondable),
                _NEIGHBOURS.__getitem__,
                partial(_is_legal, position),
                rng,
            )
            move = jardin.Move.pond(sorted(pond)) if pond else _NO_POND
        else:
            roll = next(rolls)
            move = rng.choice(jardin.legal_moves(position, roll))
        steps.append((position, roll, jardin.apply(position, move, roll)))
        position = steps[-1][2]
    return steps


def _is_legal(position: jardin.Position, spaces: set[int]) -> bool:
    return jardin.is_legal_pond(position, sorted(spaces))


_NO_POND: Final = jardin.Move.from_text("-")
_NEIGHBOURS: Final = [
    [t for t in range(36) if abs(t // 6 - s // 6) + abs(t % 6 - s % 6) == 1] for s in range(36)
]


def random_pond(
    allowed: set[T],
    adjacent: Callable[[T], Iterable[T]],
    is_pond: Callable[[set[T]], bool],
    rng: random.Random,
) -> set[T]:
    """None in a quarter of all cases, else grown from a random space to 1 to 8 where it fits."""
    if not allowed or rng.randrange(4) == 0:
        return set()
    pond = {rng.choice(_ordered(allowed))}
    refused: set[T] = set()
    wanted = rng.randrange(8)
    while wanted:
        shore = {t for s in pond for t in adjacent(s)} & allowed - pond - refused
        if not shore:
            break
        space = rng.choice(_ordered(shore))
        if is_pond(pond | {space}):
            pond.add(space)
            refused.clear()
            wanted -= 1
        else:
            refused.add(space)
    return pond


def _ordered(spaces: set[T]) -> list[T]:
    return sorted(spaces)  # type: ignore[type-var]


def stone_scores(seed: int) -> Contest:
    """Full gardens of random games of four, with their Name Gardens and virtue."""
    edition = stone.default_edition()
    slow = _plain_edition()
    players = [
        player
        for game in stone.random_games(stone.new_game(edition, 4), 250, seed)
        for player in game.position.players
    ]
    ids = [card.id for card in edition.name_gardens]
    faces = np.array([player.garden.faces for player in players], np.uint8)
    stones = np.array(
        [["-HSRLB".index(s or "-") for s in player.garden.stones] for player in players], np.uint8
    )
    cards = np.array([ids.index(player.name_garden or "") for player in players], np.int16)
    virtue = np.array([player.virtue for player in players], np.uint8)
    gardens = [
        (plain_stone.read_garden(slow, player.garden.to_text()), player.name_garden, player.virtue)
        for player in players[:200]
    ]
    many = [np.concatenate([part] * 20) for part in (faces, stones, cards, virtue)]
    total = stone.breakdown_names.index("total")

    def plain() -> list[int]:
        return [plain_stone.score_garden(slow, *garden)["total"] for garden in gardens]

    def numpy() -> list[int]:
        return list(numpy_stone.score(edition, faces, stones, cards, virtue)["total"])

    def calls() -> list[int]:
        return [stone.score(p.garden, p.name_garden, p.virtue).total for p in players]

    core = list(stone.score_arrays(edition, faces, stones, cards, virtue)[:, total])
    agree("Stone garden", plain=plain(), core=core, numpy=numpy(), calls=calls())
    return Contest(
        "Stone Garden",
        "gardens scored",
        {
            PLAIN: lambda: len(plain()),
            NUMPY: lambda: len(numpy()),
            CALLS: lambda: len(calls()),
            BATCH: lambda: len(stone.score_arrays(edition, *many)),
        },
    )


def stone_placings(seed: int) -> Contest:
    """The moves of a player who lays a tile, in random games of four.

    In one call, perft of a dealt game: that counts decisions of every kind.
    """
    edition = stone.default_edition()
    slow = _plain_edition()
    positions: list[stone.Position] = []
    for number in range(20):
        position = stone.new_game(edition, 4)
        for move in stone.random_moves(position, seed + number):
            if position.decision == "place":
                positions.append(position)
            position = stone.apply(position, move)
    states = [plain_stone.read_state(slow, position.to_text()) for position in positions[:100]]
    gardens = [position.players[position.concerned].garden for position in positions]
    faces = np.array(
        [[numpy_stone.NO_TILE if f is None else f for f in g.faces] for g in gardens], np.uint8
    )
    alike = np.array([_looks_the_same(position) for position in positions])
    start = stone.deal(edition, 2, seed)

    def plain() -> list[int]:
        return [len(plain_stone.legal_moves(slow, state)) for state in states]

    def numpy() -> list[int]:
        counts: list[int] = numpy_stone.placings(faces, alike).sum(axis=(1, 2)).tolist()
        return counts

    def calls() -> list[int]:
        return [len(stone.legal_moves(position)) for position in positions]

    agree("Stone placing", plain=plain(), calls=calls(), numpy=numpy())
    return Contest(
        "Stone Garden",
        "moves",
        {
            PLAIN: lambda: sum(plain()),
            NUMPY: lambda: sum(numpy()),
            CALLS: lambda: sum(calls()),
            BATCH: lambda: stone.perft(start, 18),
        },
    )


def _looks_the_same(position: stone.Position) -> bool:
    """Whether the tile to be laid does when it is turned."""
    tile = stone.legal_moves(position)[0].to_text().partition("=")[2].rstrip("'")
    edition = position.edition
    return edition.face_from_text(tile) == edition.face_from_text(f"{tile}'")


def stone_games(seed: int) -> Contest:
    """Random games of two."""
    edition = stone.default_edition()
    slow = _plain_edition()
    start = stone.new_game(edition, 2)
    rng = random.Random(seed)
    numbers = np.random.default_rng(seed)

    def plain() -> plain_stone.State:
        state = plain_stone.start(slow, 2)
        while not plain_stone.is_over(state):
            if plain_stone.is_chance(state):
                moves, weights = zip(*plain_stone.chance_outcomes(slow, state).items(), strict=True)
                move = rng.choices(moves, weights)[0]
            else:
                move = rng.choice(plain_stone.legal_moves(slow, state))
            state = plain_stone.apply(slow, state, move)
        return state

    def calls() -> stone.Position:
        position = start
        while not position.is_over:
            if position.is_chance:
                moves, weights = zip(*stone.chance_outcomes(position), strict=True)
                move = rng.choices(moves, weights)[0]
            else:
                move = rng.choice(stone.legal_moves(position))
            position = stone.apply(position, move)
        return position

    end = plain()
    text = plain_stone.write_state(slow, end)
    totals = [s.total for s in stone.scores(stone.Position.from_text(edition, text))]
    agree("Stone game, player", plain=plain_stone.final_scores(slow, end), core=totals)
    ends = numpy_stone_game.random_games(edition, 2, 200, numbers)
    texts = [numpy_stone_game.to_text(ends, row) for row in range(len(ends))]
    positions = [stone.Position.from_text(edition, text) for text in texts]
    agree(
        "Stone game, player",
        numpy=numpy_stone_game.final_scores(ends).reshape(-1).tolist(),
        core=[score.total for position in positions for score in stone.scores(position)],
    )
    return Contest(
        "Stone Garden",
        "random games of two",
        {
            PLAIN: lambda: len([plain()]),
            NUMPY: lambda: len(numpy_stone_game.random_games(edition, 2, 8000, numbers)),
            CALLS: lambda: len([calls()]),
            BATCH: lambda: len(stone.random_games(start, 500, seed)),
        },
    )


def _plain_edition() -> plain_stone.Edition:
    """The edition that is shipped, read by the reference."""
    from importlib.resources import files

    text = files("niwashi").joinpath("editions/reconstruction.toml").read_text(encoding="utf-8")
    return plain_stone.read_edition(text)
