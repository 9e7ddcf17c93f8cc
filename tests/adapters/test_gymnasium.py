"""Jardín for Gymnasium, by Gymnasium's own checks and by the core."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from niwashi import jardin
from niwashi.adapters.gymnasium import JardinEnv, JardinVectorEnv
from niwashi.adapters.jardin_steps import SKIP


def chosen(random: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    """A legal action of each, 0 where there is none."""
    return np.array([random.choice(mask.nonzero()[0]) if mask.any() else 0 for mask in masks])


def test_it_passes_the_check_of_gymnasium() -> None:
    check_env(gymnasium.make("niwashi/Jardin-v0").unwrapped)


def test_it_is_made_by_name_alone_with_its_module() -> None:
    made = gymnasium.make("niwashi.adapters.gymnasium:niwashi/Jardin-v0", render_mode="ansi")
    assert isinstance(made.unwrapped, JardinEnv)
    made.reset(seed=3)
    shown = made.render()
    assert isinstance(shown, str)
    assert "roll" in shown


def test_rewards_add_up_to_the_final_score_and_an_empty_sheet() -> None:
    env, random = JardinEnv(), np.random.default_rng(0)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        assert info["score"] == -36
        total, over = 0.0, False
        while not over:
            assert seen in env.observation_space
            mask = env.action_masks()
            assert (mask == seen["action_mask"]).all()
            assert (mask == info["action_mask"]).all()
            action = random.choice(mask.nonzero()[0])
            seen, reward, over, stopped, info = env.step(action)
            assert info["legal"]
            assert not stopped
            total += reward
        position = jardin.Position.from_text(info["position"])
        assert position.is_over
        assert total == jardin.score(position).total + 36 == info["score"] + 36


def test_an_illegal_action_costs_a_point_and_changes_nothing() -> None:
    env = JardinEnv()
    before, _ = env.reset(seed=0)
    assert not before["action_mask"][SKIP]
    after, reward, over, _, info = env.step(np.int64(SKIP))
    assert (reward, over, info["legal"]) == (-1.0, False, False)
    for name, value in before.items():
        assert (after[name] == value).all()


def test_all_dice_come_up_alike() -> None:
    env, seen = JardinEnv(), np.zeros(6)
    env.reset(seed=1)
    for _ in range(600):
        seen += 3 * env.reset()[0]["numbers"][21:27]
    assert seen.sum() == pytest.approx(1800, abs=0.01)
    assert seen.min() > 230  # 300 are expected, 16 is a standard deviation
    assert seen.max() < 370


def test_a_vector_of_sheets_is_what_single_sheets_are() -> None:
    many, single = JardinVectorEnv(5), SyncVectorEnv([JardinEnv] * 5)
    assert many.metadata["autoreset_mode"] == single.metadata["autoreset_mode"]
    assert many.observation_space == single.observation_space
    assert many.action_space == single.action_space
    names = ("action_mask", "score", "legal")
    random = np.random.default_rng(0)
    first, infos = many.reset(seed=7)
    second, other_infos = single.reset(seed=7)
    ended = 0
    for turn in range(130):
        assert_same(first, second)
        assert_same({name: infos[name] for name in names}, other_infos)
        actions = chosen(random, many.action_masks())
        if turn % 10 == 3:
            actions[turn % 5] = SKIP  # hardly ever legal
        first, *outcome, infos = many.step(actions)
        second, *other_outcome, other_infos = single.step(actions)
        assert_same(dict(enumerate(outcome)), dict(enumerate(other_outcome)))
        ended += int(outcome[1].sum())
    assert ended >= 5  # so that sheets began anew, too


def assert_same(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> None:
    """The same arrays, of the same types, as far as the first names them."""
    for name, array in first.items():
        assert array.dtype == second[name].dtype
        assert (array == second[name]).all()


def test_a_vector_is_made_by_name() -> None:
    made = gymnasium.make_vec("niwashi/Jardin-v0", num_envs=3)
    assert isinstance(made, JardinVectorEnv)
    seen, _ = made.reset(seed=[1, None, 1])
    assert seen in made.observation_space
    assert (seen["numbers"][0] == seen["numbers"][2]).all()
    made.close()
