"""Hints: what they may use, what they depend on, and what they say."""

import doctest

import pytest

from niwashi import IllegalMove, stone
from niwashi.stone import hints as module
from tests.stone.states import FULL, full, play, player, state

ONE_TILE = "11=plain@ 12=nw"


def step2(virtue: int = 2) -> stone.Position:
    return state("step2", player(ONE_TILE, virtue=virtue), player("11=plain@", virtue=1))


def last_turn() -> stone.Position:
    """Both gardens are full: whatever player 1 does, the game is over then."""
    first = player(full("plain", "ne"), virtue=3, master="zen-ami!")
    return state("step2", first, player(full("top", "left", "nw")))


def test_the_example_is_true() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


def test_every_legal_move_is_ranked_once() -> None:
    position = step2()
    found = stone.hint(position, samples=300)
    assert sorted(hint.move for hint in found.hints) == stone.legal_moves(position)
    assert [hint.rank for hint in found.hints] == list(range(1, len(found.hints) + 1))
    assert found.games == sum(hint.samples for hint in found.hints) >= 300
    assert found.player == 0
    assert (found.best.diff, found.best.diff_stderr, found.best.win_diff) == (0, 0, 0)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_ranking_does_not_depend_on_the_number_of_workers(workers: int) -> None:
    position = step2()
    found = stone.hint(position, samples=400, seed=3, workers=workers)
    assert found.hints == stone.hint(position, samples=400, seed=3, workers=3).hints
    assert found.workers == workers


def test_another_seed_samples_other_games() -> None:
    first, second = (stone.hint(step2(), samples=300, seed=seed) for seed in (1, 2))
    assert first.best.expected != second.best.expected


@pytest.mark.parametrize("viewer_knows", ["everything", "nothing"])
def test_what_the_player_may_not_know_changes_nothing(viewer_knows: str) -> None:
    position = stone.shuffle_stack(step2(), seed=1)
    other = stone.shuffle_stack(step2(), seed=2)
    assert position.known != other.known
    text = other.to_text()
    hidden = text.split(" ")[-1].split(";")
    hidden[3:] = ["?", "?"] if viewer_knows == "nothing" else ["garden-11", "zen-ami"]
    other = stone.Position.from_text(other.edition, text.rsplit(" ", 1)[0] + " " + ";".join(hidden))
    assert stone.hint(position, samples=300).hints == stone.hint(other, samples=300).hints


def test_what_the_player_knows_counts() -> None:
    """Only the stone that the Name Garden shows on 12 is worth its price."""
    position = state(
        "step2",
        player(FULL.replace("plain@", "plain").replace("12=plain", "12=plain@"), virtue=1,
               card="garden-05"),
        player("11=nw@"),
    )  # fmt: skip
    [with_card] = [h for h in stone.hint(position, samples=300).hints if str(h.move) == "buy:H12"]
    other = stone.Position.from_text(
        position.edition, position.to_text().replace("garden-05", "garden-14")
    )
    [without] = [h for h in stone.hint(other, samples=300).hints if str(h.move) == "buy:H12"]
    assert with_card.expected != without.expected


def test_a_search_can_be_taken_up_again() -> None:
    position = step2()
    search = stone.HintSearch(position, seed=5)
    first = search.run(samples=200)
    second = search.run(samples=800)
    assert first.games < second.games
    assert second.hints == stone.hint(position, samples=800, seed=5).hints
    assert second.seconds > first.seconds > 0
    assert search.run(samples=800).games == second.games


def test_a_budget_in_seconds_ends_the_search() -> None:
    position = step2()
    short = stone.hint(position, seconds=0.001)
    assert all(hint.samples > 0 for hint in short.hints)
    assert stone.hint(position, seconds=0.3).games > short.games


def test_it_ends_when_the_best_is_clear() -> None:
    found = stone.hint(last_turn(), samples=10**9)
    assert found.clear
    assert found.best.move.to_text() == "meditate"
    assert found.best.expected == found.best.score_now
    assert found.best.sd == 0


def test_a_single_move_is_a_hint_too() -> None:
    position = state(
        "answer-reveal",
        player("11=plain@", master="kentei"),
        player("11=plain@", virtue=2),
        hand="nw", declared="drawn", answers="2",
    )  # fmt: skip
    found = stone.hint(position)
    assert [hint.move.to_text() for hint in found.hints] == ["keep"]
    assert found.clear
    assert found.best.samples >= 64


def test_a_move_that_is_asked_for_gets_as_many_samples_as_the_best() -> None:
    position = step2()
    plain = stone.hint(position, samples=2000)
    paused = min(plain.hints, key=lambda hint: hint.samples)
    assert paused.samples < plain.best.samples
    asked = stone.hint(position, samples=2000, move=paused.move)
    assert asked.of(paused.move).samples == asked.best.samples


def test_a_move_is_marked_by_the_points_it_loses() -> None:
    hint = stone.hint(step2(), samples=100).best
    marks = {}
    for lost in (-3.0, 0.0, 0.74, 0.75, 1.9, 2.0, 3.9, 4.0, 30.0):
        fields = {**hint.__dict__, "diff": -lost}
        marks[lost] = stone.Hint(**fields).mark
    assert list(marks.values()) == ["", "", "", "?!", "?!", "?", "?", "??", "??"]


def test_an_interrupt_keeps_the_ranking_so_far() -> None:
    search = stone.HintSearch(step2(), seed=1)
    reports: list[stone.Hints] = []

    def interrupt(hints: stone.Hints) -> None:
        reports.append(hints)
        if len(reports) == 3:
            raise KeyboardInterrupt

    found = search.run(samples=10**9, on_progress=interrupt)
    assert found.interrupted
    assert found.hints == reports[-1].hints


def test_only_decisions_of_players_can_be_helped_with() -> None:
    start = stone.deal(stone.default_edition(), 2, 1)
    with pytest.raises(ValueError, match=r"^hint: chance decides at 'draw', no player$"):
        stone.hint(start)
    over = play(last_turn(), "meditate")
    assert over.is_over
    with pytest.raises(ValueError, match=r"^hint: the game is over$"):
        stone.hint(over)


def test_bad_limits_and_moves_are_refused() -> None:
    position = step2()
    with pytest.raises(ValueError, match=r"^budget: it must be more than 0 seconds$"):
        stone.hint(position, seconds=0)
    with pytest.raises(ValueError, match=r"^samples: at least 1 is needed$"):
        stone.hint(position, samples=0)
    with pytest.raises(ValueError, match=r"^workers: at least 1 is needed$"):
        stone.hint(position, workers=0)
    with pytest.raises(IllegalMove, match="'buy:L11' is not one of"):
        stone.hint(position, move=stone.Move.from_text(position.edition, "buy:L11"))
    with pytest.raises(KeyError, match="buy:L11"):
        stone.hint(position, samples=50).of(stone.Move.from_text(position.edition, "buy:L11"))
