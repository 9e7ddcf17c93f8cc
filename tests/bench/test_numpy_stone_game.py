"""Random Stone Garden games in NumPy against the core: the same moves, and what they lead to."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest

from bench.peers import numpy_stone_game as game
from bench.peers.numpy_jardin import any_of
from bench.peers.numpy_stone import Ints
from bench.peers.numpy_stone_game import Decision, Games
from niwashi import stone
from niwashi.stone import Move, MoveKind, Position
from tests.stone.editions import random_edition

DEFAULT = stone.default_edition()
#: Compared with the core are so many games move by move, and so many moves of each decision.
GAMES, MOVES = 2, 15
WORDS = {
    Decision.STEP1: ("place", "place-stored", "offer", "discard", "store", "done"),
    Decision.ANSWER_OFFER: ("accept", "decline"),
    Decision.ANSWER_ROBBERY: ("rob", "pass"),
    Decision.ANSWER_REVEAL: ("reveal", "keep"),
}
LAST_WORDS = {
    Decision.CHOOSE_TAKER: "withdraw",
    Decision.BONUS: "stay",
    Decision.SESSHU: "discard-all",
    Decision.ISHIKAWA_JOZAN_MORE: "stop",
}


def move_text(games: Games, row: int, decision: Decision, column: int, columns: int) -> str:
    """The core's text of a column of `MOVES_AT`."""
    edition = games.edition

    def space(number: int) -> str:
        return f"{number // 5 + 1}{number % 5 + 1}"

    def laying(tile: int, number: int) -> str:
        return f"{space(number // 2)}={edition.face_to_text(2 * tile + number % 2)}"

    def standing(number: int) -> str:
        return game.STONES[number // 15] + space(number % 15)

    if decision in WORDS:
        return WORDS[decision][column]
    if decision in LAST_WORDS and column == columns - 1:
        return LAST_WORDS[decision]
    match decision:
        case Decision.DRAW | Decision.DRAW_ZEN_AMI | Decision.DRAW_SESSHU:
            return f"draw:{edition.tile_ids[column // game.most_alike(games)]}"
        case Decision.CHOOSE_TAKER:
            return f"give:{column + 1}"
        case Decision.PLACE:
            return laying(game.declared_tiles(games, np.array([row]))[0], column)
        case Decision.STEP2 | Decision.EXTRA:
            if column == game.CARD:
                player = games.active[row]
                return f"card:{stone.master_names[games.master[row, player]]}"
            if column >= game.BUY:
                return f"buy:{standing(column - game.BUY)}"
            return f"step:{space(column - game.STEP)}" if column else "meditate"
        case Decision.BONUS:
            return f"step:{space(column)}"
        case Decision.MUSO_SOSEKI:
            return f"take:{standing(column)}"
        case Decision.ZEN_AMI | Decision.SESSHU:
            if column >= game.DISCARD_HAND:
                return f"discard:{edition.tile_ids[games.hand[row, column - game.DISCARD_HAND]]}"
            place, number = divmod(column, game.LAYINGS)
            return laying(games.hand[row, place], number)
        case Decision.SEN_NO_RIKYU:
            return f"monk:{space(column)}"
        case Decision.KENTEI:
            return f"move:{space(column // 15)}-{space(column % 15)}"
        case Decision.KOBORI_ENSHU:
            pair, rotations = divmod(column, 4)
            one, other = game.FIRST[pair], game.SECOND[pair]
            tiles = games.faces[row, games.active[row]].astype(int) // 2
            here = laying(tiles[other], 2 * one + rotations // 2)
            return f"swap:{here}+{laying(tiles[one], 2 * other + rotations % 2)}"
        case _:
            player, number = divmod(column, game.LAYINGS)
            return f"from:{player + 1}:{laying(games.storage[row, player], number)}"


def steps(games: Games) -> Iterator[tuple[Decision, Ints]]:
    """Random games to their end: what is decided next, and in which games."""
    while (games.decision != Decision.END).any():
        for decision in game.MOVES_AT:
            rows = np.flatnonzero(games.decision == decision)
            if len(rows):
                yield decision, rows


@dataclass
class Compared:
    """Games at their end, and what was the same in NumPy and in the core before."""

    games: Games
    decisions: Counter[Decision] = field(default_factory=Counter)
    moves: set[Move] = field(default_factory=set)
    reshuffled: int = 0


def compare(games: Games, seed: int) -> Compared:
    """Plays games to their end; the moves that are compared lead where the core's lead."""
    rng = np.random.default_rng(seed)
    edition = games.edition
    compared = Compared(games)
    for decision, rows in steps(games):
        if decision == Decision.DRAW:
            # Boats and robberies are rare where virtue is: in every second game it is not.
            games.virtue[rows[rows % 2 == 1]] = 6
        legal = game.MOVES_AT[decision](games, rows)
        # The last move more often than the others: `stop` would be rare.
        last = legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)
        choices = np.where(rng.random(len(rows)) < 0.3, last, any_of(legal, rng))
        picked = rows < GAMES
        picked |= np.arange(len(rows)) < MOVES - compared.decisions[decision]
        picked |= (decision == Decision.STEP2) & (choices == game.CARD)
        picked |= games.shielded[rows] | ~games.bag[rows].any(axis=1)
        checked = np.flatnonzero(picked)
        before = [Position.from_text(edition, game.to_text(games, rows[i])) for i in checked]
        moves = []
        for i, position in zip(checked, before, strict=True):
            texts = {
                column: move_text(games, rows[i], decision, column, legal.shape[1])
                for column in np.flatnonzero(legal[i]).tolist()
            }
            assert Counter(texts.values()) == legal_moves(position)
            moves.append(Move.from_text(edition, texts[choices[i]]))
        game.make(games, decision, rows, choices)
        for i, position, move in zip(checked, before, moves, strict=True):
            after = stone.apply(position, move)
            assert game.to_text(games, rows[i]) == after.to_text()
            compared.reshuffled += after.stack_size > position.stack_size
        compared.decisions[decision] += len(checked)
        compared.moves.update(moves)
    return compared


def legal_moves(position: Position) -> dict[str, int]:
    """The core's moves, each once; at a draw, as often as there are tiles."""
    if position.is_chance:
        return {outcome.to_text(): weight for outcome, weight in stone.chance_outcomes(position)}
    return {move.to_text(): 1 for move in stone.legal_moves(position)}


@cache
def compared_games(players: int) -> Compared:
    games = game.deal(DEFAULT, players, 40, np.random.default_rng(players))
    return compare(games, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_are_those_of_the_core_and_lead_where_they_lead(players: int) -> None:
    assert compared_games(players).decisions.total() > 500


def test_decisions_moves_and_cards_of_every_kind_were_compared() -> None:
    every = [compared_games(players) for players in (2, 3, 4)]
    moves = {move for compared in every for move in compared.moves}
    cards = {f"card:{name}" for name in stone.master_names} - {"card:shigemori-mirei"}
    assert {decision for compared in every for decision in compared.decisions} == set(game.MOVES_AT)
    assert {move.kind for move in moves} == set(MoveKind) - {MoveKind.GARDEN, MoveKind.MASTER}
    assert {move.to_text() for move in moves if move.kind == MoveKind.CARD} == cards


def test_discards_become_the_stack_as_in_the_core() -> None:
    edition = random_edition(1, tiles=33)
    games = game.deal(edition, 2, 20, np.random.default_rng(1))
    assert compare(games, 1).reshuffled > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_core_counts_the_same_points_at_the_end(players: int) -> None:
    games = compared_games(players).games
    for row, totals in enumerate(game.final_scores(games)):
        position = Position.from_text(DEFAULT, game.to_text(games, row))
        assert position.is_over
        assert [points.total for points in stone.scores(position)] == totals.tolist()


def test_random_games_are_as_long_and_worth_as_much_as_those_of_the_core() -> None:
    ours = game.random_games(DEFAULT, 2, 2000, np.random.default_rng(5))
    core = stone.random_games(stone.new_game(DEFAULT, 2), 4000, seed=5)
    totals = [[points.total for points in stone.scores(c.position)] for c in core]
    samples = {
        "points": (game.final_scores(ours).mean(axis=1), np.mean(totals, axis=1)),
        "spread": (np.ptp(game.final_scores(ours), axis=1), np.ptp(totals, axis=1)),
        "turns": (ours.turns, np.array([c.turns for c in core])),
        # The core deals the cards move by move.
        "moves": (ours.moves, np.array([c.moves - 4 for c in core])),
    }
    for name, (one, other) in samples.items():
        error = (one.var() / len(one) + other.var() / len(other)) ** 0.5
        assert abs(one.mean() - other.mean()) < 5 * error, name


def test_cards_are_dealt_to_one_player_each_and_all_as_likely() -> None:
    games = game.deal(DEFAULT, 3, 3000, np.random.default_rng(2))
    for cards, number in ((games.master, 9), (games.name_garden, 14)):
        assert all(len(set(dealt)) == 3 for dealt in cards.tolist())
        counts = np.bincount(cards[:, 0], minlength=number)
        assert (np.abs(counts - 3000 / number) < 5 * (3000 / number) ** 0.5).all()


def test_games_stop_after_as_many_turns_as_they_may_have() -> None:
    games = game.deal(DEFAULT, 2, 40, np.random.default_rng(3))
    game.play(games, np.random.default_rng(3), max_turns=38)
    over = games.decision == Decision.END
    assert 0 < over.sum() < 40
    assert set(games.turns[~over]) == {38}
    assert games.turns.max() == 38
