"""What holds in every state of every game, tried in random play."""

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from niwashi import IllegalMove
from niwashi.stone import (
    Edition,
    Move,
    MoveKind,
    Position,
    Record,
    apply,
    breakdown_names,
    chance_outcomes,
    deal,
    decision_names,
    default_edition,
    guess_unknown,
    legal_moves,
    new_game,
    random_games,
    random_moves,
    scores,
    shuffle_stack,
    to_move,
    view,
    winners,
)

from .editions import random_edition
from .states import LETTERS, SUPPLY

EDITIONS = [default_edition(), *(random_edition(seed) for seed in range(4))]
IDS = [edition.name for edition in EDITIONS]


def states_of_a_game(edition: Edition, players: int, seed: int) -> Iterator[tuple[Position, Move]]:
    """Every state of a random game with the move made there."""
    position = deal(edition, players, seed) if seed % 2 else new_game(edition, players)
    for move in random_moves(position, seed):
        yield position, move
        position = apply(position, move)
    assert position.is_over


@pytest.fixture(params=EDITIONS, ids=IDS)
def edition(request: pytest.FixtureRequest) -> Edition:
    assert isinstance(request.param, Edition)
    return request.param


players = pytest.mark.parametrize("players", [2, 3, 4])


@players
def test_moves_are_sorted_unique_and_never_missing(edition: Edition, players: int) -> None:
    for seed in range(4):
        for position, move in states_of_a_game(edition, players, seed):
            moves = legal_moves(position)
            assert all(first < second for first, second in pairwise(moves))
            assert move in moves
            texts = [move.to_text() for move in moves]
            assert len(set(texts)) == len(texts) > 0
            assert [Move.from_text(edition, text) for text in texts] == moves


@players
def test_states_and_views_survive_their_texts(edition: Edition, players: int) -> None:
    for position, _ in states_of_a_game(edition, players, seed=5):
        text = position.to_text()
        again = Position.from_text(edition, text)
        assert again == position
        assert again.to_text() == text
        assert "\n" not in text
        for viewer in range(players):
            seen = view(position, viewer)
            assert Position.from_text(edition, seen.to_text()) == seen


@players
def test_states_and_moves_can_be_pickled_and_copied(edition: Edition, players: int) -> None:
    for position, move in list(states_of_a_game(edition, players, seed=6))[::7]:
        assert pickle.loads(pickle.dumps(position)) == position
        assert pickle.loads(pickle.dumps(move)) == move
        assert copy.deepcopy(position) == copy.copy(position) == position
        assert hash(copy.copy(position)) == hash(position)


@players
def test_tiles_stones_cards_and_virtue_are_conserved(edition: Edition, players: int) -> None:
    supply = Counter(dict(zip(edition.tile_ids, edition.tile_counts, strict=True)))
    for seed in range(4):
        for position, _ in states_of_a_game(edition, players, seed):
            tiles = Counter(position.hand) + Counter(position.known)
            tiles += Counter(position.bag) + Counter(position.discards)
            stones = Counter(position.yard)
            for player in position.players:
                faces = [face for face in player.garden.faces if face is not None]
                tiles += Counter(edition.tile_ids[face // 2] for face in faces)
                tiles += Counter([player.storage] if player.storage else [])
                stones += Counter(stone for stone in player.garden.stones if stone)
                assert 0 <= player.virtue <= 6
                assert (player.garden.monk is None) == (not faces)
                assert player.garden.stones.count("B") <= 1
            assert tiles == supply
            assert [stones[letter] for letter in LETTERS] == list(SUPPLY[players])
            for cards in (
                [player.name_garden for player in position.players if player.name_garden],
                [player.master for player in position.players if player.master],
            ):
                assert len(set(cards)) == len(cards)


@players
def test_the_one_to_move_decides_on_his_own_view(edition: Edition, players: int) -> None:
    for position, _ in states_of_a_game(edition, players, seed=7):
        if to_move(position) < 0:
            continue
        moves = legal_moves(position)
        assert legal_moves(view(position, to_move(position))) == moves


@players
def test_a_view_tells_no_secret_and_a_guess_fills_it(edition: Edition, players: int) -> None:
    for position, _ in list(states_of_a_game(edition, players, seed=9))[::5]:
        for viewer in range(players):
            seen = view(position, viewer)
            assert seen.known == []
            assert seen.stack_size == position.stack_size
            for number, player in enumerate(seen.players):
                if number != viewer and not position.is_over:
                    assert player.name_garden is None
                    assert player.master is None or player.master_used
            guess = guess_unknown(seen, seed=1)
            assert Position.from_text(edition, guess.to_text()) == guess
            if position.decision not in ("deal-garden", "deal-master"):
                assert "?" not in guess.to_text()
                assert view(guess, viewer) == seen


@players
def test_an_illegal_move_leaves_the_state_as_it_was(edition: Edition, players: int) -> None:
    everything = {move for _, move in states_of_a_game(edition, players, seed=11)}
    rng = random.Random(0)
    for position, _ in list(states_of_a_game(edition, players, seed=12))[::3]:
        before, moves = position.to_text(), legal_moves(position)
        for move in rng.sample(sorted(everything, key=str), 10):
            if move not in moves:
                with pytest.raises(IllegalMove):
                    apply(position, move)
        assert position.to_text() == before


@players
def test_chance_outcomes_are_the_moves_of_a_chance_node(edition: Edition, players: int) -> None:
    for position, _ in states_of_a_game(edition, players, seed=14):
        outcomes = chance_outcomes(position)
        assert (to_move(position) == -1) == bool(outcomes)
        if outcomes:
            assert [move for move, _ in outcomes] == legal_moves(position)
            assert all(weight > 0 for _, weight in outcomes)
            if position.decision.startswith("draw"):
                total = sum(weight for _, weight in outcomes)
                assert total == (1 if position.known else position.stack_size)


@players
def test_breakdowns_sum_to_the_total_and_the_best_wins(edition: Edition, players: int) -> None:
    for game in random_games(new_game(edition, players), 30, seed=15):
        breakdowns = scores(game.position)
        for points in breakdowns:
            parts = points.as_dict()
            assert list(parts) == list(breakdown_names)
            total = parts.pop("total")
            assert total == sum(parts.values())
        best = max(points.total for points in breakdowns)
        assert winners(game.position) == [
            number for number, points in enumerate(breakdowns) if points.total == best
        ]


@players
def test_games_end_with_full_gardens_and_one_seed_gives_one_game(
    edition: Edition, players: int
) -> None:
    start = new_game(edition, players)
    games = random_games(start, 20, seed=16)
    again = random_games(start, 20, seed=16)
    for game, other in zip(games, again, strict=True):
        assert game.position == other.position
        assert game.position.is_over
        assert not game.capped
        assert all(player.garden.is_full for player in game.position.players)
    assert games[0].position != games[1].position


def test_a_capped_game_says_so() -> None:
    (game,) = random_games(new_game(default_edition(), 2), 1, seed=1, max_turns=3)
    assert game.capped
    assert game.turns == 3
    assert not game.position.is_over


def test_one_seed_gives_one_deal() -> None:
    edition = default_edition()
    assert deal(edition, 4, 1) == deal(edition, 4, 1)
    assert deal(edition, 4, 1) != deal(edition, 4, 2)


def test_a_settled_stack_holds_the_same_tiles_and_has_one_outcome_a_draw() -> None:
    edition = default_edition()
    position = deal(edition, 2, 3)
    assert len(position.known) == 80
    assert Counter(position.known) == Counter(
        dict(zip(edition.tile_ids, edition.tile_counts, strict=True))
    )
    assert [move.to_text() for move, _ in chance_outcomes(position)] == [
        f"draw:{position.known[0]}"
    ]


def test_shuffling_keeps_what_is_known_on_top() -> None:
    edition = default_edition()
    fields = deal(edition, 2, 3).to_text().split(" ")
    fields[9] = (
        "nw>ne>plain=16,nw=9,ne=9,top=6,left=6,nw-se=4,ne-sw=4,"
        "island=4,north=4,west=4,east-west=4,north-west=4,north-east=4"
    )
    position = Position.from_text(edition, " ".join(fields))
    shuffled = shuffle_stack(position, seed=1)
    assert shuffled.known[:2] == ["nw", "ne"]
    assert len(shuffled.known) == 80
    assert view(shuffled, 0) == view(position, 0)


@players
def test_every_decision_and_every_kind_of_move_appears_in_random_play(players: int) -> None:
    decisions, kinds = {"end"}, set()
    for seed in range(60):
        for position, move in states_of_a_game(default_edition(), players, seed):
            decisions.add(position.decision)
            kinds.add(move.kind)
    # Of two players only one other can have a stored tile.
    impossible = {"ishikawa-jozan-more"} if players == 2 else set()
    assert decisions == set(decision_names) - impossible
    assert kinds == set(MoveKind) - ({MoveKind.STOP} if players == 2 else set())


@players
def test_records_survive_their_texts(edition: Edition, players: int) -> None:
    start = new_game(edition, players)
    record = Record.of_moves(start, random_moves(start, 18), seed=18)
    again = Record.from_text(edition, record.to_text())
    assert again == record
    assert again.scores == [points.total for points in scores(record.position)]
