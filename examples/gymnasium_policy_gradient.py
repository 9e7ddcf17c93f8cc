"""Trains a linear policy for Jardín by policy gradient (REINFORCE), with NumPy alone.

    python examples/gymnasium_policy_gradient.py [--updates 40] [--seed 0]

Prints the mean score of random play, of the batches of training, and of the trained policy. The
policy sees what `niwashi/Jardin-v0` shows and takes the best-looking action with a probability that
grows as it learns; it has no memory and no search, so do not expect good gardens.
"""

import argparse

import gymnasium
import numpy as np
from numpy.typing import NDArray

import niwashi.adapters.gymnasium  # noqa: F401 - registers niwashi/Jardin-v0
from niwashi.adapters.jardin_steps import ACTIONS

SHEETS = 32
LEARNING_RATE = 0.5


def features(seen: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """What a policy looks at, shape (sheets, n): the board, the numbers, and a constant."""
    board = seen["board"].reshape(len(seen["board"]), -1)
    return np.concatenate([board, seen["numbers"], np.ones((len(board), 1))], axis=1, dtype="f4")


def probabilities(
    weights: NDArray[np.float64], x: NDArray[np.float32], masks: NDArray[np.int8]
) -> NDArray[np.float64]:
    """Of each action, shape (sheets, actions): softmax over the legal ones."""
    logits = np.where(masks == 1, x @ weights, -np.inf)
    logits -= logits.max(axis=1, keepdims=True)
    powers = np.exp(logits)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def play(
    weights: NDArray[np.float64], seed: int, random: np.random.Generator
) -> tuple[float, NDArray[np.float64]]:
    """One game on every sheet: the mean score, and the direction in which it grows."""
    sheets = gymnasium.make_vec("niwashi/Jardin-v0", num_envs=SHEETS)
    seen, infos = sheets.reset(seed=seed)
    alive = np.ones(SHEETS, np.bool_)
    scores = np.zeros(SHEETS)
    looks, pulls, rewards = [], [], []
    while alive.any():
        x, masks = features(seen), seen["action_mask"]
        masks[~alive] = 1  # sheets that are full have begun anew; nobody looks at them again
        chances = probabilities(weights, x, masks)
        actions = (chances.cumsum(axis=1) > random.random((SHEETS, 1))).argmax(axis=1)
        pull = np.eye(chances.shape[1])[actions] - chances
        seen, reward, over, _, infos = sheets.step(actions)
        looks.append(x)
        pulls.append(pull * alive[:, None])
        rewards.append(reward * alive)
        scores[alive & over] = infos["score"][alive & over]
        alive &= ~over
    to_come = np.cumsum(rewards[::-1], axis=0)[::-1]  # of each action's reward and all later ones
    better = (to_come - to_come.mean(axis=1, keepdims=True)) / (to_come.std() + 1e-6)
    direction = sum(
        x.T @ (pull * b[:, None]) for x, pull, b in zip(looks, pulls, better, strict=True)
    )
    return float(scores.mean()), np.asarray(direction) / SHEETS


def main() -> None:
    """Trains and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    single = gymnasium.make_vec("niwashi/Jardin-v0", num_envs=1)
    size = features(single.reset()[0]).shape[1]
    weights = np.zeros((size, ACTIONS))
    seed = arguments.seed
    before = np.mean([play(weights, 10**6 + i * SHEETS, random)[0] for i in range(3)])
    print(f"random play: {before:.1f} points")
    for update in range(arguments.updates):
        score, direction = play(weights, seed, random)
        weights += LEARNING_RATE * direction
        seed += SHEETS
        if update % 10 == 9:
            print(f"update {update + 1}: {score:.1f} points")
    after = np.mean([play(weights, 10**6 + i * SHEETS, random)[0] for i in range(3)])
    print(f"after {arguments.updates * SHEETS} games: {after:.1f} points")


if __name__ == "__main__":
    main()
