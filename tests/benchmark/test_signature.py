"""The signature: what is recorded is what every build gives."""

import doctest
from pathlib import Path

import pytest

from niwashi import benchmark

RECORDED = Path(__file__).parents[2] / "bench" / "signature.txt"


@pytest.fixture(scope="module")
def signed() -> tuple[int, dict[str, int]]:
    """The signature of this build."""
    return benchmark.signature()


def test_the_signature_is_the_recorded_one(signed: tuple[int, dict[str, int]]) -> None:
    whole, parts = signed
    lines = [f"{name} {number}" for name, number in {**parts, "signature": whole}.items()]
    assert RECORDED.read_text(encoding="utf-8").splitlines() == lines


def test_the_signature_does_not_depend_on_the_number_of_threads(
    signed: tuple[int, dict[str, int]],
) -> None:
    assert benchmark.signature(threads=3) == signed


def test_the_example_is_true() -> None:
    assert doctest.testmod(benchmark) == (0, 3)
