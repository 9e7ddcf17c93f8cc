"""Stone Garden for PettingZoo, by PettingZoo's own tests and by the core."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from niwashi import IllegalMove, stone
from niwashi.adapters.pettingzoo import env, raw_env


# PettingZoo recommends observations with a mask, and warns of them unless it knows the game.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize("players", [2, 3])
def test_it_passes_the_test_of_pettingzoo(players: int) -> None:
    api_test(env(players=players), num_cycles=200)


def test_the_same_seed_is_the_same_game() -> None:
    seed_test(lambda: env(players=4), num_cycles=60)


def test_it_is_played_to_the_end_and_the_winner_is_given_1() -> None:
    game, random = raw_env(players=3, render_mode="ansi"), np.random.default_rng(0)
    game.reset(seed=5)
    given = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, stopped, _ = game.last()
        given[agent] += reward
        assert not stopped
        assert seen in game.observation_space(agent)
        if over:
            game.step(None)
            continue
        for other in game.agents:
            if other != agent:
                assert not game.observe(other)["action_mask"].any()
        game.step(random.choice(seen["action_mask"].nonzero()[0]))
    assert game.agents == []
    assert game.position.is_over
    winners = stone.winners(game.position)
    assert list(given.values()) == [
        1 / len(winners) if player in winners else 0.0 for player in range(3)
    ]
    assert game.render() == game.position.to_text()


def test_a_game_that_is_stopped_is_truncated() -> None:
    game, random = raw_env(players=2, max_decisions=10), np.random.default_rng(0)
    game.reset(seed=1)
    for taken in range(10):
        assert not any(game.truncations.values()), taken
        game.step(random.choice(game.last()[0]["action_mask"].nonzero()[0]))
    assert list(game.truncations.values()) == [True, True]
    assert not any(game.terminations.values())
    assert sum(game.rewards.values()) == 1


def test_an_illegal_action_is_refused_or_ends_the_game() -> None:
    raw = raw_env(players=2)
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        raw.step(illegal)
    wrapped = env(players=2)
    wrapped.reset(seed=1)
    wrapped.step(illegal)
    assert wrapped.rewards["player_0"] == -1
