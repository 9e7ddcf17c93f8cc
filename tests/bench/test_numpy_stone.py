"""Stone Garden in NumPy against the core: what is timed beside it must be the same rules."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.peers import numpy_stone
from niwashi import stone
from niwashi.stone import Edition, Garden
from tests.stone.editions import random_edition, random_garden_text

editions = st.integers(0, 10).map(
    lambda number: random_edition(number) if number else stone.default_edition()
)


def faces_of(gardens: list[Garden]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    empty = numpy_stone.NO_TILE
    return np.array([[empty if f is None else f for f in g.faces] for g in gardens], np.uint8)


@given(editions, st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_every_element_has_the_points_of_the_core(edition: Edition, seed: int) -> None:
    rng = random.Random(seed)
    gardens = [Garden.from_text(edition, random_garden_text(edition, rng)) for _ in range(5)]
    stones = np.array([["-HSRLB".index(s or "-") for s in g.stones] for g in gardens], np.uint8)
    cards = np.array([rng.randrange(-1, len(edition.name_gardens)) for _ in gardens], np.int16)
    virtue = np.array([rng.randint(0, 6) for _ in gardens], np.uint8)
    points = numpy_stone.score(edition, faces_of(gardens), stones, cards, virtue)
    for row, garden in enumerate(gardens):
        card = None if cards[row] < 0 else edition.name_gardens[cards[row]].id
        expected = stone.score(garden, card, int(virtue[row])).as_dict()
        expected["knight"] += expected.pop("diagonal")
        assert {name: values[row] for name, values in points.items()} == expected


@given(st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_a_tile_is_laid_where_the_core_lays_it(seed: int) -> None:
    edition = stone.default_edition()
    position = stone.new_game(edition, 2)
    checked = 0
    for move in stone.random_moves(position, seed):
        if position.decision == "place":
            legal = {move.to_text() for move in stone.legal_moves(position)}
            tile = min(legal).partition("=")[2].rstrip("'")
            same = edition.face_from_text(tile) == edition.face_from_text(f"{tile}'")
            garden = position.players[position.concerned].garden
            found = numpy_stone.placings(faces_of([garden]), np.array([same]))[0]
            texts = {
                f"{space // 5 + 1}{space % 5 + 1}={tile}" + "'" * int(turned)
                for space, turned in np.argwhere(found)
            }
            assert texts == legal
            checked += 1
        position = stone.apply(position, move)
    assert checked > 10
