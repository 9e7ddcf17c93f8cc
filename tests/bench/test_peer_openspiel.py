"""OpenSpiel's bot plays by the rules, and its moves are read back from its actions."""

import random

import pytest

pytest.importorskip("pyspiel")

from bench.peers import openspiel
from niwashi import jardin
from niwashi.adapters.jardin_steps import Step


def test_a_game_of_the_bot_has_the_score_of_its_moves() -> None:
    points = openspiel.jardin_by_bot(jardin.random_dice(1), 0.001, seed=1)
    assert -36 <= points <= 77


@pytest.mark.parametrize("seed", range(3))
def test_actions_become_the_moves_that_they_complete(seed: int) -> None:
    rng = random.Random(seed)
    step = Step()
    for roll in jardin.random_dice(seed):
        step = step.thrown(roll)
        while not step.needs_roll and not step.position.is_over:
            before, action = step, rng.choice(step.legal_actions())
            step = step.after(action)
            if step.position != before.position:
                move = openspiel.completed(before, action)
                assert jardin.apply(before.position, move, before.roll) == step.position


def test_the_bot_and_the_hints_share_the_victories_of_a_match() -> None:
    pairs = openspiel.stone_match(2, 0.001, seed=2)
    assert pairs[0].seed == pairs[1].seed
    assert all(pair.bot + pair.hint == pytest.approx(1) for pair in pairs)


def test_playouts_are_counted_for_every_game() -> None:
    found = openspiel.playouts(0.02, seed=0)
    assert [(p.game, p.name) for p in found] == [
        (game, name) for game, names in openspiel.LIKE.items() for name in names
    ]
    assert all(p.rate > 0 and p.decisions > 30 and p.chances > 10 for p in found)
