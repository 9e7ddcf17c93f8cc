"""The core against the slow reference, which was written from the rules and the notation alone."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from niwashi import stone
from niwashi.stone import Edition, Garden, Move

from ..reference import stone as reference
from .editions import random_edition, random_garden_text, to_toml

seeds = st.integers(0, 2**32)


@cache
def edition_of(number: int) -> tuple[Edition, reference.Edition]:
    """The shipped edition (0) or a random one, for both sides."""
    edition = random_edition(number) if number else stone.default_edition()
    return edition, reference.read_edition(to_toml(edition))


editions = st.integers(0, 20).map(edition_of)


@settings(max_examples=25, deadline=None)
@given(editions, st.integers(2, 4), seeds, st.booleans())
def test_every_state_of_a_game_agrees(
    both: tuple[Edition, reference.Edition], players: int, seed: int, settled: bool
) -> None:
    edition, slow = both
    position = stone.deal(edition, players, seed) if settled else stone.new_game(edition, players)
    state = reference.read_state(slow, position.to_text())
    rng = random.Random(seed)
    while not position.is_over:
        moves = [move.to_text() for move in stone.legal_moves(position)]
        assert moves == reference.legal_moves(slow, state)
        weights = {move.to_text(): weight for move, weight in stone.chance_outcomes(position)}
        assert weights == (reference.chance_outcomes(slow, state) if position.is_chance else {})
        viewer = rng.randrange(players)
        assert stone.view(position, viewer).to_text() == reference.view(slow, state, viewer)
        move = rng.choice(moves)
        position = stone.apply(position, Move.from_text(edition, move))
        state = reference.apply(slow, state, move)
        assert position.to_text() == reference.write_state(slow, state)
    totals = [points.total for points in stone.scores(position)]
    assert totals == reference.final_scores(slow, state)


@settings(max_examples=300, deadline=None)
@given(editions, seeds)
def test_every_part_of_a_score_agrees(both: tuple[Edition, reference.Edition], seed: int) -> None:
    edition, slow = both
    rng = random.Random(seed)
    text = random_garden_text(edition, rng)
    card = rng.choice([None, *(card.id for card in edition.name_gardens)])
    virtue = rng.randint(0, 6)
    garden = Garden.from_text(edition, text)
    assert stone.score(garden, card, virtue).as_dict() == reference.score_garden(
        slow, reference.read_garden(slow, text), card, virtue
    )


@settings(max_examples=15, deadline=None)
@given(editions, st.integers(2, 4), seeds)
def test_perft_agrees(both: tuple[Edition, reference.Edition], players: int, seed: int) -> None:
    edition, slow = both
    start = stone.deal(edition, players, seed)
    moves = stone.random_moves(start, seed)
    position = start
    for move in moves[: seed % len(moves)]:
        position = stone.apply(position, move)
    state = reference.read_state(slow, position.to_text())
    for depth in range(4):
        if stone.perft(position, depth) > 3000:
            break
        assert stone.perft(position, depth) == reference.perft(slow, state, depth)
