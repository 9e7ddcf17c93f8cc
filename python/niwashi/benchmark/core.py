"""The core's speed: the same work one by one from Python, as a batch from Python, and in C++."""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from niwashi import jardin, stone
from niwashi._core import bench
from niwashi.benchmark.report import THREADS, Rate
from niwashi.jardin import batch

ONE_BY_ONE, BATCH, IN_CPP = "one by one", "batch", "C++"

#: Turn 11 of a game comes next: what two more turns allow is not too much for Python.
LATE = "RLB.RL/...=.M/MRT.T./LM..M=/.RTB.B/LM.=BR ....../..11../..1.../....../..22../..2... 11 3"
STONE_PERFT_PLIES = 16
#: Gardens scored one by one, and how many times in a batch.
GARDENS, REPEATS = 1000, 100
#: Games played one by one, and in a batch.
GAMES = {"jardin": (5, 10_000), "stone": (1, 1000)}

#: Rounds, and seconds of each.
ROUNDS, ROUNDS_QUICK = (3, 0.2), (2, 0.06)

_STONE_LETTERS = "HSRLB"


@dataclass(frozen=True)
class Work:
    """One way to do one thing."""

    game: str
    what: str
    way: str
    do: Callable[[], tuple[int, int]]  #: how much was done, and a sum of what came of it

    @property
    def threads(self) -> tuple[int, ...]:
        """The numbers of threads worth trying: Python's own loops gain nothing by a second one."""
        return (1,) if self.way == ONE_BY_ONE else THREADS


def measurements(quick: bool, seed: int) -> Iterator[tuple[str, Callable[[], list[Rate]]]]:
    """Each measurement: its name, and what makes it."""
    rounds, seconds = ROUNDS_QUICK if quick else ROUNDS
    for work in (*jardin_work(seed), *stone_work(seed)):
        yield f"{work.game}, {work.what}, {work.way}", partial(measure, work, rounds, seconds)


def measure(work: Work, rounds: int, seconds: float) -> list[Rate]:
    """The best of several rounds with each number of threads.

    In a round every thread does the work again and again, until `seconds` are over.
    """

    def repeat(end: float) -> int:
        count = work.do()[0]
        while time.perf_counter() < end:
            count += work.do()[0]
        return count

    found = []
    for threads in work.threads:
        best = Rate(work.game, work.what, work.way, threads, 0, 0.0, 0.0)
        with ThreadPoolExecutor(threads) as pool:
            for _ in range(rounds):
                began = time.perf_counter()
                running = [pool.submit(repeat, began + seconds) for _ in range(threads)]
                count = sum(future.result() for future in running)
                took = time.perf_counter() - began
                if count / took > best.per_second:
                    best = replace(best, count=count, seconds=took, per_second=count / took)
        found.append(best)
    return found


def jardin_work(seed: int) -> list[Work]:
    """Jardín Japonés."""
    start = jardin.Position()
    late = jardin.Position.from_text(LATE)
    gardens = batch.from_array(batch.random_games(GARDENS, seed))
    array = np.tile(batch.to_array(gardens), REPEATS)
    few, many = GAMES["jardin"]

    ways: dict[tuple[str, str], Callable[[], tuple[int, int]]] = {
        ("perft nodes", ONE_BY_ONE): lambda: _twice(count_jardin(late, 2)),
        ("perft nodes", IN_CPP): lambda: _twice(jardin.perft(late, 2)),
        ("gardens scored", ONE_BY_ONE): lambda: (
            len(gardens),
            sum(jardin.score(garden).total for garden in gardens),
        ),
        ("gardens scored", BATCH): lambda: (len(array), int(batch.score(array)["total"].sum())),
        ("gardens scored", IN_CPP): lambda: (len(array), bench.score_jardin(gardens, REPEATS)),
        ("random games", ONE_BY_ONE): lambda: (few, play_jardin(few, seed)),
        ("random games", BATCH): lambda: (
            many,
            int(batch.score(batch.random_games(many, seed))["total"].sum()),
        ),
        ("random games", IN_CPP): lambda: (many, bench.play_jardin(start, seed, many)),
    }
    return [Work("jardin", what, way, do) for (what, way), do in ways.items()]


def stone_work(seed: int) -> list[Work]:
    """Stone Garden for four, with the edition that comes with the package."""
    edition = stone.default_edition()
    start = stone.new_game(edition, 4)
    dealt = stone.deal(edition, 4, seed)
    gardens = [
        player.garden
        for game in stone.random_games(start, GARDENS // 4, seed)
        for player in game.position.players
    ]
    faces = np.array([garden.faces for garden in gardens], np.uint8)
    stones = np.array(
        [
            [0 if s is None else _STONE_LETTERS.index(s) + 1 for s in garden.stones]
            for garden in gardens
        ],
        np.uint8,
    )
    faces, stones = np.tile(faces, (REPEATS, 1)), np.tile(stones, (REPEATS, 1))
    total = stone.breakdown_names.index("total")
    few, many = GAMES["stone"]

    def play_batch() -> tuple[int, int]:
        games = stone.random_games(start, many, seed)
        return many, sum(score.total for game in games for score in stone.scores(game.position))

    ways: dict[tuple[str, str], Callable[[], tuple[int, int]]] = {
        ("perft nodes", ONE_BY_ONE): lambda: _twice(count_stone(dealt, STONE_PERFT_PLIES)),
        ("perft nodes", IN_CPP): lambda: _twice(stone.perft(dealt, STONE_PERFT_PLIES)),
        ("gardens scored", ONE_BY_ONE): lambda: (
            len(gardens),
            sum(stone.score(garden).total for garden in gardens),
        ),
        ("gardens scored", BATCH): lambda: (
            len(faces),
            int(stone.score_arrays(edition, faces, stones)[:, total].sum(dtype=np.int64)),
        ),
        ("gardens scored", IN_CPP): lambda: (len(faces), bench.score_stone(gardens, REPEATS)),
        ("random games", ONE_BY_ONE): lambda: (few, play_stone(start, few, seed)),
        ("random games", BATCH): play_batch,
        ("random games", IN_CPP): lambda: (many, bench.play_stone(start, seed, many)),
    }
    return [Work("stone", what, way, do) for (what, way), do in ways.items()]


def _twice(number: int) -> tuple[int, int]:
    return number, number


def count_jardin(position: jardin.Position, plies: int) -> int:
    """`jardin.perft`, move by move from Python."""
    if position.is_over:
        return 0
    if position.is_pond_decision:
        if plies == 1:
            return jardin.count_moves(position)
        return sum(
            count_jardin(jardin.apply(position, move), plies - 1)
            for move in jardin.legal_moves(position)
        )
    count = 0
    for roll, _ in jardin.chance_outcomes():
        moves = jardin.legal_moves(position, roll)
        if plies == 1:
            count += len(moves)
        else:
            count += sum(
                count_jardin(jardin.apply(position, move, roll), plies - 1) for move in moves
            )
    return count


def count_stone(position: stone.Position, plies: int) -> int:
    """`stone.perft`, move by move from Python."""
    if position.is_over:
        return 0
    moves = (
        [move for move, _ in stone.chance_outcomes(position)]
        if position.is_chance
        else stone.legal_moves(position)
    )
    if plies == 1:
        return len(moves)
    return sum(count_stone(stone.apply(position, move), plies - 1) for move in moves)


def play_jardin(games: int, seed: int) -> int:
    """Random games move by move from Python; a pond is none or one space. The sum of points."""
    rng = random.Random(seed)
    no_pond = jardin.Move.from_text("-")
    rolls, weights = zip(*jardin.chance_outcomes(), strict=True)
    points = 0
    for _ in range(games):
        position = jardin.Position()
        while not position.is_over:
            if position.is_pond_decision:
                space = rng.choice([None, *position.pondable])
                move = no_pond if space is None else jardin.Move.pond([space])
                position = jardin.apply(position, move)
            else:
                [roll] = rng.choices(rolls, weights)
                move = rng.choice(jardin.legal_moves(position, roll))
                position = jardin.apply(position, move, roll)
        points += jardin.score(position).total
    return points


def play_stone(start: stone.Position, games: int, seed: int) -> int:
    """Random games move by move from Python. The sum of all players' points."""
    rng = random.Random(seed)
    points = 0
    for _ in range(games):
        position = start
        while not position.is_over:
            if position.is_chance:
                moves, weights = zip(*stone.chance_outcomes(position), strict=True)
                [move] = rng.choices(moves, weights)
            else:
                move = rng.choice(stone.legal_moves(position))
            position = stone.apply(position, move)
        points += sum(score.total for score in stone.scores(position))
    return points
