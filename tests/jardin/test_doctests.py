"""The examples in the documentation strings of the package do what they show."""

import doctest
import importlib
import pkgutil

import pytest

from niwashi import jardin

MODULES = [
    jardin.__name__,
    *(f"{jardin.__name__}.{module.name}" for module in pkgutil.iter_modules(jardin.__path__)),
]


def test_the_package_shows_an_example() -> None:
    assert doctest.testmod(jardin).attempted >= 5


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
