"""Both games for OpenSpiel, by OpenSpiel's own tests and by the core."""

import random
import unittest
from typing import Any

import pyspiel
import pytest

import niwashi.adapters.openspiel  # registers the games
from niwashi import jardin, stone

GAMES = ["niwashi_jardin", "niwashi_stone", "niwashi_stone(players=4,max_decisions=100)"]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_the_simulation_test_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_cases_of_the_api_test(name: str) -> None:
    from open_spiel.integration_tests import api_test

    class Cases(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name = name.partition("(")[0]
        game = pyspiel.load_game(name)

    result = unittest.TestResult()
    cases = unittest.defaultTestLoader.loadTestsFromTestCase(Cases)
    assert cases.countTestCases() >= 5
    cases.run(result)
    assert result.wasSuccessful(), result.failures + result.errors
    assert not result.skipped


def played(name: str, seed: int) -> list[Any]:
    """The states of a random game."""
    random_ = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random_.choices(actions, weights)[0])
        else:
            state.apply_action(random_.choice(state.legal_actions()))
        states.append(state.clone())
    return states


def test_jardin_returns_the_final_score() -> None:
    *before, last = played("niwashi_jardin", 0)
    assert [state.returns() for state in before] == [[0.0]] * len(before)
    position = jardin.Position.from_text(str(last).partition(" | ")[0])
    assert last.returns() == [jardin.score(position).total]
    assert sum(state.is_chance_node() for state in before) == 12


def test_rolls_have_the_weights_of_three_dice() -> None:
    state = pyspiel.load_game("niwashi_jardin").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 56
    named = {state.action_to_string(action): share for action, share in outcomes}
    assert named["roll 111"] == pytest.approx(1 / 216)
    assert named["roll 123"] == pytest.approx(6 / 216)
    assert sum(named.values()) == pytest.approx(1)


def test_stone_returns_the_shares_of_the_winners() -> None:
    *_, last = played("niwashi_stone(players=3)", 1)
    position = last.position
    assert position.is_over
    winners = stone.winners(position)
    assert last.returns() == [1 / len(winners) if n in winners else 0.0 for n in range(3)]


def test_a_game_of_stone_that_is_stopped_is_worth_what_its_points_are() -> None:
    *_, last = played("niwashi_stone(max_decisions=20)", 2)
    assert last.decisions == 20
    assert not last.position.is_over
    assert sum(last.returns()) == 1


@pytest.mark.parametrize("player", [0, 1])
def test_no_string_or_tensor_shows_what_the_player_does_not_know(player: int) -> None:
    states = played("niwashi_stone", 3)
    for state in states:
        other = state.position.players[1 - player]
        secrets = {other.name_garden, None if other.master_used else other.master} - {None}
        shown = state.information_state_string(player)
        if not state.position.is_over:
            shown += state.observation_string(player)
            assert other.name_garden is None or other.name_garden not in shown.split(" | ")[0]
        if not state.is_terminal():
            assert not any(f":{secret}" in shown or f";{secret}" in shown for secret in secrets)
    own = states[-1].position.players[player]
    assert f"garden:{own.name_garden}" in states[-1].information_state_string(player)


def test_what_two_states_have_that_a_player_cannot_tell_apart_is_the_same() -> None:
    """Other cards for the other player change nothing that the first sees."""
    shown = []
    for garden in ("garden-02", "garden-05"):
        state = pyspiel.load_game("niwashi_stone").new_initial_state()
        for wanted in ("garden:garden-01", f"garden:{garden}"):
            while state.position.decision != "deal-garden":
                state.apply_action(state.legal_actions()[0])
            names = {state.action_to_string(a): a for a in state.legal_actions()}
            state.apply_action(names[wanted])
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        shown.append(
            (
                state.observation_tensor(0),
                state.observation_string(0),
                state.information_state_string(0),
            )
        )
    assert shown[0] == shown[1]


def test_an_edition_may_be_given_as_a_file(tmp_path: Any) -> None:
    sample = "tests/cases/stone_edition_sample.toml"
    game = pyspiel.load_game("niwashi_stone", {"edition": sample})
    assert game.actions.edition == stone.load_edition(sample)
    assert niwashi.adapters.openspiel.STONE_TYPE.short_name == "niwashi_stone"
