"""Policies: what they choose, and games between them."""

import pytest

from niwashi import stone
from niwashi.seeds import derived_seed
from niwashi.stone.policies import draw
from tests.stone.states import FULL, full, player, state

NAMES = ["random", "greedy", "planner"]


def points_after(position: stone.Position, move: stone.Move) -> int:
    return stone.scores(stone.apply(position, move))[stone.to_move(position)].total


@pytest.mark.parametrize("seed", range(10))
def test_greedy_lays_where_it_gains_the_most_at_once(seed: int) -> None:
    policy = stone.PromptPolicy("greedy", seed)
    position = stone.deal(stone.default_edition(), 3, seed)
    compared = 0
    for number in range(200):
        if position.is_over:
            break
        if position.is_chance:
            position = stone.apply(position, draw(position, seed, number))
            continue
        move = policy.choose(position)
        if position.decision == "place":
            best = max(points_after(position, other) for other in stone.legal_moves(position))
            assert points_after(position, move) == best
            compared += 1
        position = stone.apply(position, move)
    assert compared > 10


def test_greedy_buys_a_stone_that_gains_more_than_it_costs() -> None:
    position = state("step2", player("11=plain@ 12=plain", virtue=1), player("11=nw@"))
    move = stone.PromptPolicy("greedy", 1).choose(position)
    assert move.to_text() == "buy:H11"


def test_greedy_does_not_rob_for_less_than_it_costs() -> None:
    position = state(
        "answer-robbery",
        player("11=plain@"),
        player("11=plain@", virtue=2),
        concerned=2,
        hand="plain",
        declared="drawn",
    )
    assert stone.PromptPolicy("greedy", 1).choose(position).to_text() == "pass"


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_is_not_told_what_the_player_may_not_know(name: str) -> None:
    start = state("draw", player("11=plain@", virtue=3), player("11=nw@", virtue=3))
    for seed in range(20):
        chosen = set()
        for order in (1, 2):
            position = stone.shuffle_stack(start, order)
            nw = stone.Move.from_text(position.edition, "draw:nw")
            while stone.chance_outcomes(position)[0][0] != nw:
                order += 10
                position = stone.shuffle_stack(start, order)
            position = stone.apply(position, nw)
            chosen.add(stone.PromptPolicy(name, seed).choose(position))
        assert len(chosen) == 1


@pytest.mark.parametrize("name", NAMES)
def test_games_between_policies_are_legal_and_can_be_played_again(name: str) -> None:
    for players in (2, 3, 4):
        start = stone.new_game(stone.default_edition(), players)

        def game(start: stone.Position = start, players: int = players) -> stone.Game:
            seats = [stone.make_policy(name, seat) for seat in range(players)]
            return stone.play_game(start, seats, seed=5)

        played = game()
        assert stone.Record.of_moves(start, played.moves).position == played.position
        assert played.position.is_over
        assert not played.capped
        assert game() == played
        assert played.predictions == []


def test_the_same_seed_deals_the_same_whoever_plays() -> None:
    start = stone.new_game(stone.default_edition(), 2)
    games = [
        stone.play_game(start, [stone.make_policy(name, seat) for seat in (0, 1)], seed=7)
        for name in NAMES
    ]
    dealt = [
        [str(move) for move in game.moves if str(move).startswith(("garden", "master", "draw"))]
        for game in games
    ]
    assert dealt[0][:20] == dealt[1][:20] == dealt[2][:20]


def test_a_hint_player_says_what_he_expects() -> None:
    start = stone.new_game(stone.default_edition(), 2)
    seats = [stone.make_policy("hint", 1, samples=30), stone.make_policy("greedy", 2)]
    played = stone.play_game(start, seats, seed=1)
    assert played.position.is_over
    assert {guess.player for guess in played.predictions} == {0}
    assert all(0 <= guess.win <= 1 for guess in played.predictions)
    assert played.predictions[-1].laid >= 14
    seats = [stone.make_policy("hint", 1, samples=30), stone.make_policy("greedy", 2)]
    assert stone.play_game(start, seats, seed=1) == played


def test_a_game_is_stopped_at_the_cap() -> None:
    start = stone.new_game(stone.default_edition(), 2)
    seats = [stone.make_policy("greedy", seat) for seat in (0, 1)]
    played = stone.play_game(start, seats, seed=1, max_turns=4)
    assert (played.turns, played.capped) == (4, True)


def test_bad_policies_are_refused() -> None:
    start = stone.new_game(stone.default_edition(), 2)
    with pytest.raises(ValueError, match=r"^policy: unknown policy 'clever'$"):
        stone.make_policy("clever", 1)
    with pytest.raises(ValueError, match=r"^policies: 1 for 2 players$"):
        stone.play_game(start, [stone.make_policy("random", 1)], seed=1)
    over = state("end", player(FULL), player(full("top", "left", "nw")))
    with pytest.raises(ValueError, match="over"):
        stone.PromptPolicy("greedy", 1).choose(over)


def test_derived_seeds_stay_in_64_bits() -> None:
    assert derived_seed(7, 0) == 7
    assert 0 <= derived_seed(2**64 - 1, 5) < 2**64
    assert len({derived_seed(1, number) for number in range(100)}) == 100
