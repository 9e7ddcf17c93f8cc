"""Jardín Japonés for Gymnasium: `gymnasium.make("niwashi/Jardin-v0")` after importing this module.

Extra `niwashi[gym]`. One episode is one sheet for one player; the environment throws the dice.
"""

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from niwashi.adapters.jardin_steps import ACTIONS, NUMBERS, PLANES, Step, mask_of, observe
from niwashi.jardin import Roll, batch, score

Observation = dict[str, Any]

#: What an action costs that is not legal; nothing else happens.
ILLEGAL_REWARD: Final = -1.0


def observation_space() -> spaces.Dict[Any]:
    """`board` (12, 6, 6), `numbers` (39,), as `jardin_steps` tells, and `action_mask` (50,)."""
    return spaces.Dict(
        {
            "board": spaces.Box(0, 1, (PLANES, 6, 6), np.int8),
            "numbers": spaces.Box(0, 1, (NUMBERS,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


class JardinEnv(gymnasium.Env[Observation, np.int64]):
    """One sheet, filled in small steps.

    The reward of an action is the change of the points that the garden would score if the game
    ended there, so that the return is the final score plus 36: an empty sheet is worth -36 (J14).
    An action that is not legal changes nothing and costs 1. `info` has `action_mask`, `score`,
    `position` (a text) and `legal`, whether the last action was.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(ACTIONS)
        self._step = Step()
        self._score = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """An empty sheet and its first roll; there are no options."""
        super().reset(seed=seed)
        self._step = _ready(Step(), self.np_random)
        self._score = score(self._step.position).total
        return self._observed(), self._info(legal=True)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action; the dice of the next turn are thrown when a move is complete."""
        legal = int(action) in self._step.legal_actions()
        reward = ILLEGAL_REWARD
        if legal:
            self._step = _ready(self._step.after(int(action)), self.np_random)
            before, self._score = self._score, score(self._step.position).total
            reward = float(self._score - before)
        over = self._step.position.is_over
        return self._observed(), reward, over, False, self._info(legal=legal)

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal action, shape (50,)."""
        return mask_of(self._step).astype(np.bool_)

    def render(self) -> str | None:
        """The garden as text in mode `ansi`, nothing otherwise."""
        if self.render_mode is None:
            return None
        from niwashi.render.terminal import jardin_garden

        roll = "" if self._step.roll is None else f"roll {self._step.roll}\n"
        return f"{jardin_garden(self._step.position)}\n{roll}"

    def _observed(self) -> Observation:
        planes, numbers = observe([self._step])
        return {"board": planes[0], "numbers": numbers[0], "action_mask": mask_of(self._step)}

    def _info(self, *, legal: bool) -> dict[str, Any]:
        return {
            "action_mask": mask_of(self._step),
            "score": self._score,
            "position": self._step.position.to_text(),
            "legal": legal,
        }


class JardinVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many sheets at once: seen and scored by the core as one array.

    The same sheets as those of so many `JardinEnv` with the same seeds. A sheet that is full begins
    anew with the next step, whatever its action is (`AutoresetMode.NEXT_STEP`). `info` has
    `action_mask`, `score` and `legal`, an array each.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(self, num_envs: int = 1, render_mode: str | None = None) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space()
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._steps = [Step()] * num_envs
        self._generators = [np.random.default_rng() for _ in range(num_envs)]
        self._scores = np.zeros(num_envs, np.int64)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Empty sheets; sheet i gets `seed + i`, or seed i of a list. There are no options."""
        seeds = [None] * self.num_envs if seed is None else seed
        if isinstance(seeds, int):
            seeds = range(seeds, seeds + self.num_envs)
        for i, own in enumerate(seeds):
            if own is not None:
                self._generators[i] = np.random.default_rng(own)
        self._steps = [_ready(Step(), generator) for generator in self._generators]
        self._scores = self._scored()
        return self._observed(np.ones(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Takes an action of every sheet."""
        legal = np.ones(self.num_envs, np.bool_)
        anew = np.zeros(self.num_envs, np.bool_)
        for i, action in enumerate(actions.tolist()):
            step = self._steps[i]
            if step.position.is_over:
                anew[i] = True
                step = Step()
            elif action in step.legal_actions():
                step = step.after(action)
            else:
                legal[i] = False
                continue
            self._steps[i] = _ready(step, self._generators[i])
        before, self._scores = self._scores, self._scored()
        rewards = np.where(legal, self._scores - before, ILLEGAL_REWARD)
        rewards[anew] = 0
        over = np.array([step.position.is_over for step in self._steps])
        seen, infos = self._observed(legal)
        return seen, rewards.astype(np.float64), over, np.zeros_like(over), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal action, shape (n, 50)."""
        return np.stack([mask_of(step) for step in self._steps]).astype(np.bool_)

    def _scored(self) -> NDArray[np.int64]:
        array = batch.to_array([step.position for step in self._steps])
        return batch.score(array)["total"].astype(np.int64)

    def _observed(self, legal: NDArray[np.bool_]) -> tuple[Observation, dict[str, Any]]:
        planes, numbers = observe(self._steps)
        masks = self.action_masks().astype(np.int8)
        seen: Observation = {"board": planes, "numbers": numbers, "action_mask": masks}
        infos: dict[str, Any] = {
            "action_mask": masks.copy(),
            "score": self._scores.copy(),
            "legal": legal.copy(),
        }
        # Gymnasium's own vector environments say so of whom each entry of `info` is.
        infos |= {f"_{key}": np.ones(self.num_envs, np.bool_) for key in tuple(infos)}
        return seen, infos


def _ready(step: Step, generator: np.random.Generator) -> Step:
    """The step with its dice thrown, where they are to be."""
    if not step.needs_roll:
        return step
    return step.thrown(Roll.from_text("".join(map(str, generator.integers(1, 7, 3)))))


gymnasium.register(
    id="niwashi/Jardin-v0",
    entry_point=f"{__name__}:JardinEnv",
    vector_entry_point=f"{__name__}:JardinVectorEnv",
)
