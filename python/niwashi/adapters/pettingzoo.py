"""Stone Garden for PettingZoo: `niwashi.adapters.pettingzoo.env()`.

Extra `niwashi[pettingzoo]`. An AEC environment: the agents act one at a time, in the order in which
the rules ask them; cards and tiles are dealt and drawn by the environment.
"""

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from niwashi.adapters.stone_actions import StoneView, actions_for, shares
from niwashi.stone import (
    Edition,
    Move,
    Position,
    apply,
    chance_outcomes,
    default_edition,
    new_game,
)

Observation = dict[str, NDArray[Any]]

#: Decisions of all players together after which a game is stopped; the rules set no limit, and
#: random games take about 340 for four players.
DEFAULT_MAX_DECISIONS: Final = 2000


def env(**options: Any) -> AECEnv:
    """`raw_env` behind PettingZoo's wrappers: an illegal action ends the game and costs 1."""
    game = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """One game for 2 to 4, `player_0` first.

    An agent sees `observation`, the numbers of `StoneView`, and `action_mask`, by `StoneActions`;
    the mask is empty while another decides. At the end the winner is given 1, or those who tie
    equal shares of it, and everybody else 0; so it is when the game is stopped after
    `max_decisions`, which counts as truncation. An illegal action raises IllegalMove.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "niwashi_stone_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 4,
        edition: Edition | None = None,
        max_decisions: int = DEFAULT_MAX_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        edition = edition or default_edition()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self._start = new_game(edition, players)
        self._max_decisions = max_decisions
        self._actions = actions_for(edition, players)
        self._view = StoneView(edition, players)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (len(self._view),), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self._actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(len(self._actions)) for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random()
        self._position = self._start

    @property
    def position(self) -> Position:
        """The state of the game, with everything that is secret."""
        return self._position

    def legal_moves(self) -> dict[int, Move]:
        """The moves of the agent who decides, by action."""
        return self._actions.legal(self._position)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object at every call, as PettingZoo wants it."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object at every call, as PettingZoo wants it."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the cards and draws the first tile; there are no options."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._go_on(self._start)

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, whoever decides."""
        number = self.possible_agents.index(agent)
        decides = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = (
            self._actions.mask(self._position)
            if decides and not self._position.is_over
            else np.zeros(len(self._actions), np.int8)
        )
        return {"observation": self._view.observe(self._position, number), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes the action of the agent who decides, then every draw that follows."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._actions.move_of(self._position, int(action or 0))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._decisions += 1
        self._go_on(apply(self._position, move))
        over = self._position.is_over
        stopped = not over and self._decisions >= self._max_decisions
        if over or stopped:
            self.rewards = dict(zip(self.agents, shares(self._position), strict=True))
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, stopped)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The state of the game as text in mode `ansi`, nothing otherwise."""
        return self._position.to_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""

    def _go_on(self, position: Position) -> None:
        """Lets chance decide until a player must, or the game is over."""
        while position.is_chance:
            outcomes = chance_outcomes(position)
            weights = np.array([weight for _, weight in outcomes], np.float64)
            chosen = self._random.choice(len(outcomes), p=weights / weights.sum())
            position = apply(position, outcomes[chosen][0])
        self._position = position
        self.agent_selection = self.possible_agents[position.concerned]
