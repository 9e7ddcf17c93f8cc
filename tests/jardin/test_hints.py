"""Hints of Jardín: what is refused, what the ranking depends on, and what its numbers are."""

from dataclasses import replace

import pytest

from niwashi import IllegalMove, jardin
from tests.jardin import played_to, position_text, sheet

START = jardin.Position()
ROLL = jardin.Roll.from_text("125")
POND = sheet("L53 B25 t11 L22 R12 M66", clock="3p", prunings=2)
#: No die is left to throw after this decision: only the last pond follows.
LAST = played_to("12")


def hint(samples: int = 300, *, seed: int = 0, workers: int | None = None) -> jardin.Hints:
    return jardin.hint(START, ROLL, samples=samples, seed=seed, workers=workers)


def test_the_ranking_is_in_order_and_the_first_gives_nothing_away() -> None:
    hints = hint().hints
    assert [hint.rank for hint in hints] == list(range(1, len(hints) + 1))
    assert (hints[0].diff, hints[0].mark) == (0, "")
    assert all(hint.diff <= 0 for hint in hints)
    assert [hint.expected for hint in hints] == sorted(
        (hint.expected for hint in hints), reverse=True
    )


def test_the_ranking_depends_on_the_seed_not_on_the_workers() -> None:
    assert hint(workers=1).hints == hint(workers=3).hints
    assert hint(seed=1).hints != hint(seed=2).hints


def test_a_search_that_goes_on_comes_to_the_same_as_one_in_a_single_run() -> None:
    search = jardin.HintSearch(START, ROLL)
    first = search.run(samples=100)
    second = search.run(samples=600)
    assert first.games < second.games
    assert second.hints == hint(600).hints
    assert second.seconds >= first.seconds


def test_the_score_now_is_that_of_the_garden_after_the_move() -> None:
    for entry in hint().hints:
        assert entry.score_now == jardin.score(jardin.apply(START, entry.move, ROLL)).total


def test_an_idea_of_the_players_is_sampled_as_often_as_the_best() -> None:
    move = jardin.Move.from_text("*L66")
    hints = jardin.hint(START, ROLL, samples=300, move=move)
    assert hints.of(move).samples == hints.best.samples
    with pytest.raises(KeyError):
        hints.of(jardin.Move.from_text("X"))


def test_where_no_die_is_left_the_numbers_are_certain() -> None:
    hints = jardin.hint(LAST, jardin.Roll.from_text("146"))
    assert hints.best.stderr == 0
    pond_clock = jardin.apply(LAST, hints.best.move, jardin.Roll.from_text("146"))
    last = jardin.hint(pond_clock)
    end = jardin.apply(pond_clock, last.best.move)
    assert last.best.expected == jardin.score(end).total
    assert hints.best.expected <= last.best.expected


def test_the_last_pond_is_the_best_there_is() -> None:
    """Tried one by one: a garden with little room for a fourth pond."""
    position = sheet("L66", ("11 12 13 14 15 21 31 41 51", "33 34 43 44", "36"), clock="12p")
    best = max(
        jardin.score(jardin.apply(position, move)).total for move in jardin.legal_moves(position)
    )
    assert jardin.hint(position).best.expected == best


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0, ""), (0.49, ""), (0.5, "?!"), (1.49, "?!"), (1.5, "?"), (2.9, "?"), (3, "??"), (9, "??")],
)
def test_a_move_is_marked_by_the_points_it_loses(lost: float, mark: str) -> None:
    assert replace(hint(50).best, diff=-lost).mark == mark


def test_what_cannot_be_ranked_is_refused() -> None:
    over = jardin.Position.from_text(position_text())
    with pytest.raises(IllegalMove, match="the game is over"):
        jardin.hint(over)
    with pytest.raises(IllegalMove, match="roll: one is needed at turn 1"):
        jardin.hint(START)
    with pytest.raises(IllegalMove, match="roll: none is drawn at the pond decision 3p"):
        jardin.hint(POND, ROLL)
    with pytest.raises(IllegalMove):
        jardin.hint(START, ROLL, move=jardin.Move.from_text("X"))
    with pytest.raises(IllegalMove):
        jardin.hint(POND, move=jardin.Move.from_text("~53,55"))
    with pytest.raises(ValueError, match="budget"):
        jardin.hint(START, ROLL, seconds=0)
    with pytest.raises(ValueError, match="samples"):
        jardin.hint(START, ROLL, samples=0)
    with pytest.raises(ValueError, match="workers"):
        jardin.hint(START, ROLL, workers=0)
