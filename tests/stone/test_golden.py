"""Recorded games: replayed line by line, and together they show everything that can happen."""

from pathlib import Path

import pytest

from niwashi.stone import MoveKind, Record, decision_names, default_edition, master_names

GAMES = sorted(Path(__file__).parents[1].joinpath("golden", "stone").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_legal_and_scores_as_recorded(path: Path) -> None:
    record = Record.from_text(default_edition(), path.read_text())
    assert record.position.is_over
    assert record.to_text() == path.read_text()


def test_every_decision_move_and_card_appears_in_a_recorded_game() -> None:
    decisions, kinds, cards = {"end"}, set(), set()
    for path in GAMES:
        for step in Record.from_text(default_edition(), path.read_text()).steps:
            decisions.add(step.before.decision)
            kinds.add(step.move.kind)
            for before, after in zip(step.before.players, step.after.players, strict=True):
                if after.master_used and not before.master_used:
                    cards.add(after.master)
    assert decisions == set(decision_names)
    assert kinds == set(MoveKind)
    assert cards == set(master_names)
