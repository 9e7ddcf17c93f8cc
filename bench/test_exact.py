"""Speed of the proofs, with one thread, from ends of games on; the optimum is asserted."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from niwashi.benchmark.report import Solve
from niwashi.benchmark.solver import JARDIN_OPTIMUM, STONE_OPTIMUM, solve_jardin, solve_stone

LIMIT = 300.0  # seconds; far more than is needed


def assert_proven(solve: Solve, optimum: int) -> None:
    assert (solve.status, solve.score, solve.bound) == ("OPTIMAL", optimum, optimum)


@pytest.mark.parametrize("turns", [3, 6])
def test_prove_the_last_turns(benchmark: BenchmarkFixture, turns: int) -> None:
    """The water engine, annealing included."""
    assert_proven(benchmark.pedantic(solve_jardin, (turns, 1, LIMIT), rounds=3), JARDIN_OPTIMUM)


@pytest.mark.parametrize("tiles", [3, 6])
def test_prove_the_last_tiles(benchmark: BenchmarkFixture, tiles: int) -> None:
    """Decision diagrams, and CP-SAT's share in loading."""
    assert_proven(benchmark.pedantic(solve_stone, (tiles, 1, LIMIT), rounds=3), STONE_OPTIMUM)
