"""Speed of the Jardín core; each benchmark asserts what it computed."""

from pytest_benchmark.fixture import BenchmarkFixture

from niwashi import jardin
from niwashi._core.bench import play_jardin
from niwashi._core.search import Annealer
from niwashi.jardin import Position, Roll, batch

EMPTY = "....../....../....../....../....../......"
GAMES = 100_000
GAME = "125 366 124 556 235 146 112 346 256 245 136 444"


def test_score_a_batch(benchmark: BenchmarkFixture) -> None:
    """Gardens a second on one core: GAMES / time."""
    games = batch.random_games(GAMES, seed=1)
    scores = benchmark.pedantic(batch.score, (games,), rounds=20, warmup_rounds=1)
    assert int(scores["total"].sum()) == 305_335
    benchmark.extra_info["gardens"] = GAMES


def test_random_games_in_a_batch(benchmark: BenchmarkFixture) -> None:
    """Complete random games a second on one core: GAMES / time."""
    games = benchmark.pedantic(batch.random_games, (GAMES, 1), rounds=5, warmup_rounds=1)
    assert int(batch.score(games)["total"].sum()) == 305_335
    benchmark.extra_info["games"] = GAMES


def test_score_and_play_in_one_call(benchmark: BenchmarkFixture) -> None:
    """Random games, each scored, without an array: GAMES / time."""
    points = benchmark.pedantic(play_jardin, (Position(), 1, GAMES), rounds=5, warmup_rounds=1)
    assert points == 305_335
    benchmark.extra_info["games"] = GAMES


def test_score_one_garden_from_python(benchmark: BenchmarkFixture) -> None:
    games = batch.random_games(1, seed=1)
    [position] = batch.from_array(games)
    scored = benchmark.pedantic(jardin.score, (position,), rounds=20, iterations=10_000)
    assert scored.total == int(batch.score(games)["total"][0])


def test_list_the_moves_of_a_roll_from_python(benchmark: BenchmarkFixture) -> None:
    arguments = (Position(), Roll.from_text("125"))
    moves = benchmark.pedantic(jardin.legal_moves, arguments, rounds=20, iterations=500)
    assert len(moves) == 438


def test_count_the_pond_decisions_of_an_empty_garden(benchmark: BenchmarkFixture) -> None:
    start = Position.from_text(f"{EMPTY} {EMPTY} 3p 0")
    count = benchmark.pedantic(jardin.count_moves, (start,), rounds=20, iterations=5)
    assert count == 487_150_372


def test_perft_two_turns(benchmark: BenchmarkFixture) -> None:
    nodes = benchmark.pedantic(jardin.perft, (Position(), 2), rounds=1)
    assert nodes == 247_062_960


def test_anneal_a_million_steps(benchmark: BenchmarkFixture) -> None:
    def anneal() -> int:
        annealer = Annealer(Position(), jardin.dice_from_text(GAME), 1)
        annealer.run(1_000_000)
        return annealer.best_score

    assert benchmark.pedantic(anneal, rounds=5) >= 65
