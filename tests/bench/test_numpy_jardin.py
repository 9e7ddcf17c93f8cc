"""Jardín in NumPy against the core: what is timed beside it must be the same game."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.peers import numpy_jardin
from bench.peers.numpy_jardin import Sheets
from niwashi import jardin
from niwashi.jardin import batch
from tests.jardin.strategies import POND_CLOCKS, TURN_CLOCKS, position_texts, roll_texts, seeds


def sheets_of(*positions: jardin.Position) -> Sheets:
    return Sheets.from_array(batch.to_array(positions))


def faces_of(*rolls: str) -> numpy_jardin.Ints:
    return np.array([sorted(int(die) - 1 for die in roll) for roll in rolls])


@given(st.lists(position_texts(), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_every_criterion_has_the_points_of_the_core(texts: list[str]) -> None:
    positions = [jardin.Position.from_text(text) for text in texts]
    points = numpy_jardin.score(sheets_of(*positions))
    for row, position in enumerate(positions):
        assert {name: values[row] for name, values in points.items()} == jardin.score(
            position
        ).as_dict()


def test_sheets_come_back_as_the_array_they_were_made_of() -> None:
    games = batch.random_games(500, seed=3)
    assert Sheets.from_array(games).to_array(16).tobytes() == games.tobytes()


@given(position_texts(TURN_CLOCKS), roll_texts)
@settings(max_examples=50, deadline=None)
def test_there_are_as_many_choices_as_moves(text: str, roll: str) -> None:
    position = jardin.Position.from_text(text)
    legal = numpy_jardin.legal_moves(sheets_of(position), faces_of(roll))
    assert legal.sum() == len(jardin.legal_moves(position, jardin.Roll.from_text(roll)))


@given(position_texts(TURN_CLOCKS), roll_texts)
@settings(max_examples=20, deadline=None)
def test_the_choices_lead_where_the_moves_lead(text: str, roll: str) -> None:
    position, dice = jardin.Position.from_text(text), jardin.Roll.from_text(roll)
    choices = np.flatnonzero(numpy_jardin.legal_moves(sheets_of(position), faces_of(roll))[0])
    sheets = sheets_of(*[position] * len(choices))
    numpy_jardin.apply(sheets, faces_of(*[roll] * len(choices)), choices, position.turn)
    after = [jardin.apply(position, move, dice) for move in jardin.legal_moves(position, dice)]
    clock = int(batch.to_array(after[:1])["clock"][0])
    reached = batch.from_array(sheets.to_array(clock))
    assert sorted(p.to_text() for p in reached) == sorted(p.to_text() for p in after)


@given(position_texts(POND_CLOCKS), seeds)
@settings(max_examples=20, deadline=None)
def test_ponds_grown_at_random_are_legal(text: str, seed: int) -> None:
    position = jardin.Position.from_text(text)
    ponds = numpy_jardin.random_ponds(sheets_of(*[position] * 30), np.random.default_rng(seed))
    for pond in ponds:
        spaces = np.flatnonzero(pond).tolist()
        assert not spaces or jardin.is_legal_pond(position, spaces)


def test_games_end_in_positions_that_the_core_reads_with_ponds_of_all_sizes() -> None:
    sheets = numpy_jardin.random_games(300, np.random.default_rng(1))
    games = batch.from_array(sheets.to_array(16))
    sizes = {len(pond) for game in games for pond in game.ponds}
    assert sizes == set(range(9))
    drawn = (sheets.decorations >= 0).sum(axis=1)
    assert drawn.max() == 24
    assert (drawn >= 21).all()
    assert set(sheets.prunings) == {0, 1, 2, 3}


def test_random_games_are_worth_what_those_of_the_core_are() -> None:
    ours = numpy_jardin.score(numpy_jardin.random_games(2000, np.random.default_rng(5)))["total"]
    core = batch.score(batch.random_games(20_000, seed=5))["total"]
    error = (ours.var() / len(ours) + core.var() / len(core)) ** 0.5
    assert abs(ours.mean() - core.mean()) < 4 * error


def test_one_of_the_marked_columns_is_drawn_each_as_likely() -> None:
    marked = np.zeros((3000, 5), np.bool_)
    marked[:, [1, 4]] = True
    chosen = numpy_jardin.any_of(marked, np.random.default_rng(0))
    assert set(chosen) == {1, 4}
    assert 1350 < (chosen == 1).sum() < 1650
