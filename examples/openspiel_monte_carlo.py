"""Plays the end of a Jardín game with OpenSpiel's own Monte Carlo tree search.

    python examples/openspiel_monte_carlo.py [--games 3] [--simulations 30] [--seed 0]

Each sheet is filled at random up to turn 10; from there it is played once by the search
and once at random, each with dice of its own. Prints what both have scored.
"""

import argparse
import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import niwashi.adapters.openspiel  # noqa: F401 - registers niwashi_jardin


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    game = pyspiel.load_game("niwashi_jardin")
    for number in range(arguments.games):
        dice = random.Random(arguments.seed + number)
        state = game.new_initial_state()
        while state.is_chance_node() or state.step.position.turns_left > 3:
            throw_or_choose(state, dice)
        searched, guessed = state.clone(), state.clone()
        own = np.random.RandomState(arguments.seed + number)
        bot = mcts.MCTSBot(
            game,
            uct_c=20,  # about the spread of scores
            max_simulations=arguments.simulations,
            evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=own),
            random_state=own,
        )
        for player, sheet in ((bot, searched), (None, guessed)):
            while not sheet.is_terminal():
                if player is None or sheet.is_chance_node():
                    throw_or_choose(sheet, dice)
                else:
                    sheet.apply_action(player.step(sheet))
        print(
            f"game {number + 1}: search {searched.returns()[0]:g}, random {guessed.returns()[0]:g}"
        )


def throw_or_choose(state: pyspiel.State, random_: random.Random) -> None:
    """Throws the dice, or takes any legal action."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random_.choices(outcomes, weights)[0])
    else:
        state.apply_action(random_.choice(state.legal_actions()))


if __name__ == "__main__":
    main()
