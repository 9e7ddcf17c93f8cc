"""Policies of Jardín, and the seeds they play from."""

import pytest

from niwashi import jardin
from niwashi.jardin.policies import policy_seed
from niwashi.seeds import derived_seed

DICE = jardin.random_dice(5)


def policy(name: str, seed: int = 1) -> jardin.Policy:
    return jardin.make_policy(name, seed, samples=20, faces=jardin.standard_faces)


@pytest.mark.parametrize("name", jardin.POLICY_NAMES[:3])
def test_a_policy_plays_the_moves_it_would_choose_one_by_one(name: str) -> None:
    """Random numbers aside: those of a whole game come from one series."""
    game = policy(name).play(jardin.Position(), DICE)
    assert game.position.is_over
    for step in jardin.replay(jardin.Position(), DICE, game.moves):
        chosen = policy(name).choose(step.before, step.roll)
        jardin.apply(step.before, chosen, step.roll)
        assert name == "random" or chosen == step.move


def test_a_choice_does_not_depend_on_rolls_that_are_still_to_come() -> None:
    other = [DICE[0], *jardin.random_dice(6)[1:]]
    for name in jardin.POLICY_NAMES:
        games = [policy(name).play(jardin.Position(), dice) for dice in (DICE, other)]
        assert games[0].moves[0] == games[1].moves[0]


def test_hints_predict_at_every_decision_and_end_at_the_score() -> None:
    game = policy("hint").play(jardin.Position(), DICE)
    assert len(game.predictions) == 16
    assert game.predictions[-1].clock == "12p"
    assert game.predictions[-1].expected == jardin.score(game.position).total


@pytest.mark.parametrize("name", jardin.POLICY_NAMES)
def test_a_roll_is_needed_for_every_turn(name: str) -> None:
    with pytest.raises(ValueError, match="dice"):
        policy(name).play(jardin.Position(), DICE[:-1])


def test_an_unknown_policy_is_named() -> None:
    with pytest.raises(ValueError, match="'clever' is none of random, greedy, network, hint"):
        policy("clever")


def test_no_policy_plays_from_a_seed_of_dice() -> None:
    """Samples of hints come from the same stream as dice: one of them must not be the game's."""
    dice = {derived_seed(7, number) for number in range(1000)}
    for seed in (7, derived_seed(7, 1), derived_seed(7, 999)):
        assert not dice & {derived_seed(policy_seed(seed), number) for number in range(1000)}
