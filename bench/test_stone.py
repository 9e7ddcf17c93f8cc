"""Speed of the Stone Garden core; each benchmark asserts what it computed."""

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from niwashi import stone

GAMES = 2_000
LETTERS = "HSRLB"


def test_random_games_of_four_to_the_end(benchmark: BenchmarkFixture) -> None:
    """Complete random games a second on one core: GAMES / time."""
    start = stone.new_game(stone.default_edition(), 4)
    games = benchmark.pedantic(stone.random_games, (start, GAMES, 1), rounds=5, warmup_rounds=1)
    assert all(game.position.is_over for game in games)
    benchmark.extra_info["games"] = GAMES


def test_score_a_batch_of_full_gardens(benchmark: BenchmarkFixture) -> None:
    """Gardens a second on one core: 100,000 / time."""
    edition = stone.default_edition()
    gardens = [
        player.garden
        for game in stone.random_games(stone.new_game(edition, 4), 250, seed=1)
        for player in game.position.players
    ]
    faces = np.array([garden.faces for garden in gardens], np.uint8)
    stones = np.array(
        [[0 if s is None else LETTERS.index(s) + 1 for s in garden.stones] for garden in gardens],
        np.uint8,
    )
    faces, stones = np.tile(faces, (100, 1)), np.tile(stones, (100, 1))
    scores = benchmark.pedantic(
        stone.score_arrays, (edition, faces, stones), rounds=10, warmup_rounds=1
    )
    total = stone.breakdown_names.index("total")
    assert scores[:1000, total].tolist() == [stone.score(garden).total for garden in gardens]
    benchmark.extra_info["gardens"] = len(faces)


def test_list_the_moves_of_a_decision_from_python(benchmark: BenchmarkFixture) -> None:
    position = stone.deal(stone.default_edition(), 4, seed=1)
    position = stone.apply(position, stone.legal_moves(position)[0])
    moves = benchmark.pedantic(stone.legal_moves, (position,), rounds=20, iterations=2000)
    assert len(moves) == 3


def test_perft_of_a_dealt_game(benchmark: BenchmarkFixture) -> None:
    position = stone.deal(stone.default_edition(), 4, seed=1)
    assert benchmark.pedantic(stone.perft, (position, 11), rounds=3) == 1500
