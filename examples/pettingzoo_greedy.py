"""Plays Stone Garden with PettingZoo: one player looks a decision ahead, the others do not.

    python examples/pettingzoo_greedy.py [--games 10] [--players 3] [--seed 0]

`player_0` takes the action after which his own garden and virtue are worth most, the first of
equals in random order; the others take any action. Prints how often each has won.
"""

import argparse

import numpy as np

from niwashi import stone
from niwashi.adapters.pettingzoo import raw_env


def greedy(game: raw_env, random: np.random.Generator) -> int:
    """The action of the player who decides that leaves him with the most points."""
    position = game.position
    player = position.concerned
    legal = list(game.legal_moves().items())
    random.shuffle(legal)
    action, _ = max(
        legal, key=lambda item: stone.scores(stone.apply(position, item[1]))[player].total
    )
    return action


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    game = raw_env(players=arguments.players)
    wins = dict.fromkeys(game.possible_agents, 0.0)
    for number in range(arguments.games):
        game.reset(seed=arguments.seed + number)
        for agent in game.agent_iter():
            seen, reward, over, stopped, _ = game.last()
            wins[agent] += reward
            if over or stopped:
                game.step(None)
            elif agent == "player_0":
                game.step(greedy(game, random))
            else:
                game.step(random.choice(seen["action_mask"].nonzero()[0]))
    print(f"{arguments.games} games; won, ties shared:")
    for agent, share in wins.items():
        print(f"  {agent} {'(greedy)' if agent == 'player_0' else '(random)'}: {share:g}")


if __name__ == "__main__":
    main()
