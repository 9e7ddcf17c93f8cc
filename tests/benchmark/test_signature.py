"""The signature: what is recorded is what this build gives; the C++ suite asks the others."""

import doctest

from bench.signature import RECORDED, lines
from niwashi import benchmark


def test_the_signature_is_the_recorded_one() -> None:
    assert RECORDED.read_text(encoding="utf-8").splitlines() == lines()


def test_the_signature_does_not_depend_on_the_number_of_threads() -> None:
    assert lines(threads=3) == lines()


def test_the_example_is_true() -> None:
    assert doctest.testmod(benchmark) == (0, 3)
