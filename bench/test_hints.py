"""Speed of hints, with one thread; each benchmark asserts what it computed."""

from pytest_benchmark.fixture import BenchmarkFixture

from niwashi import jardin, stone
from niwashi.benchmark.hints import DECISIONS, stone_decisions

TURN, _, POND = (jardin.Position.from_text(position) for position, _ in DECISIONS)
NETWORK = jardin.value_network()


def test_value_of_a_position(benchmark: BenchmarkFixture) -> None:
    value = benchmark.pedantic(NETWORK.value, (TURN,), rounds=20, iterations=5000)
    assert 50 < value < 77


def test_hint_for_a_turn(benchmark: BenchmarkFixture) -> None:
    """Games a second: 512 / time; the round in which 400 are reached is finished."""

    def rank() -> jardin.Hints:
        return jardin.hint(TURN, jardin.Roll.from_text("346"), samples=400, workers=1)

    hints = benchmark.pedantic(rank, rounds=3)
    assert [hint.rank for hint in hints.hints] == list(range(1, 17))
    assert hints.games >= 400


def test_hint_for_a_pond(benchmark: BenchmarkFixture) -> None:
    def rank() -> jardin.Hints:
        return jardin.hint(POND, samples=400, workers=1)

    hints = benchmark.pedantic(rank, rounds=3)
    assert hints.best.expected == max(hint.expected for hint in hints.hints)


def test_hint_of_stone_garden(benchmark: BenchmarkFixture) -> None:
    """Games a second: the number of games / time."""
    _, position, _ = stone_decisions()

    def rank() -> stone.Hints:
        return stone.hint(position, samples=400, workers=1)

    hints = benchmark.pedantic(rank, rounds=3)
    assert len(hints.hints) == len(stone.legal_moves(position))
    assert hints.games >= 400 or hints.clear
    benchmark.extra_info["games"] = hints.games
