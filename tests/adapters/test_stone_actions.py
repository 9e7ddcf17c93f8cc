"""The numbers of Stone Garden's decisions: none shared, none missing."""

from collections.abc import Iterator

import numpy as np
import pytest

from niwashi import IllegalMove, stone
from niwashi.adapters.stone_actions import StoneActions, StoneView, shares
from niwashi.stone import Move, MoveKind, Position

EDITION = stone.default_edition()


def played(players: int, seeds: range) -> Iterator[tuple[Position, Move]]:
    """Every state of random games, with what was done there."""
    for seed in seeds:
        position = stone.new_game(EDITION, players)
        for move in stone.random_moves(position, seed):
            yield position, move
            position = stone.apply(position, move)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_and_actions_stand_for_each_other(players: int) -> None:
    actions = StoneActions(EDITION, players)
    assert len(set(actions.texts)) == len(actions)
    seen: set[MoveKind] = set()
    for position, _ in played(players, range(12)):
        if position.is_chance:
            outcomes = [move for move, _ in stone.chance_outcomes(position)]
            numbers = [actions.outcome_of(move) for move in outcomes]
            assert [actions.outcome(number) for number in numbers] == outcomes
            continue
        legal = actions.legal(position)
        assert set(legal.values()) == set(stone.legal_moves(position))
        assert list(legal) == sorted(legal)
        assert list(legal) == list(actions.mask(position).nonzero()[0])
        for action, move in legal.items():
            assert actions.action_of(position, move) == action
            seen.add(move.kind)
    assert len(seen) >= 25, set(MoveKind) - seen


def test_an_action_that_is_not_legal_is_refused() -> None:
    actions = StoneActions(EDITION, 2)
    position = next(p for p, _ in played(2, range(1)) if p.decision == "step1")
    with pytest.raises(IllegalMove, match="is not legal here"):
        actions.move_of(position, actions.texts.index("meditate"))


def test_other_players_are_numbered_from_the_one_who_decides() -> None:
    actions = StoneActions(EDITION, 3)
    for position, move in played(3, range(20)):
        if move.kind is MoveKind.GIVE:
            distance = (int(move.to_text()[-1]) - 1 - position.concerned) % 3
            assert actions.texts[actions.action_of(position, move)] == f"give:+{distance}"
            return
    raise AssertionError("nobody gave a tile away")


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_seen_is_what_the_view_shows(players: int) -> None:
    view = StoneView(EDITION, players)
    lengths = list(view.parts.values())
    for number, (position, _) in enumerate(played(players, range(2))):
        viewer = number % players
        seen = view.observe(position, viewer)
        assert seen.shape == (len(view),)
        assert seen.dtype == np.float32
        assert ((seen >= 0) & (seen <= 1)).all()
        # Nothing depends on what the player does not know.
        hidden = stone.guess_unknown(stone.view(position, viewer), seed=number)
        assert (view.observe(hidden, viewer) == seen).all()
        pieces = dict(zip(view.parts, np.split(seen, np.cumsum(lengths)[:-1]), strict=True))
        assert stone.decision_names[int(pieces["decision"].argmax())] == position.decision
        assert int(pieces["active"].argmax()) == (position.active - viewer) % players
        assert int(pieces["deciding"].argmax()) == (position.concerned - viewer) % players
        own = position.players[viewer]
        tiles = pieces["player+0"][: 15 * 21].reshape(15, 21)
        for space, face, stone_, row in zip(
            range(15), own.garden.faces, own.garden.stones, tiles, strict=True
        ):
            assert bool(row[14]) == (face is not None)
            if face is not None:
                assert 2 * int(row[:13].argmax()) + int(row[13]) == face
            assert "HSRLB".find(stone_ or "?") == (row[15:20].argmax() if row[15:20].any() else -1)
            assert bool(row[20]) == (own.garden.monk == space)


def test_the_winner_has_all_and_those_who_tie_share() -> None:
    start = stone.new_game(EDITION, 4)
    assert shares(start) == [0.25] * 4
    for game in stone.random_games(start, 20, seed=3):
        winners = stone.winners(game.position)
        assert shares(game.position) == [
            1 / len(winners) if player in winners else 0.0 for player in range(4)
        ]
