"""The tables say what was measured, and ratios are niwashi's over the peer's."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.peers.games import BATCH, CALLS, NUMPY, PLAIN, Speed
from bench.peers.report import Race
from bench.peers.solvers import MODEL, SOLVERS, WATER, Limits, Outcome
from bench.peers.table import BEGIN, END, Results, page, ratio_table, short, speed_table, with_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.peers.openspiel import Pair

LIMITS = Limits(seconds=60, workers=2, seed=0)
HERE = {"machine": "a machine", "Python": "3"}


def rows(table: str) -> list[list[str]]:
    """The cells below the heading."""
    lines = table.splitlines()[2:]
    return [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.123456, "0.123"),
        (2, "2"),
        (19.34, "19.3"),
        (99.97, "100"),
        (999.9, "1,000"),
        (1234, "1,230"),
        (371_900, "372,000"),
        (16_300_000, "16.3 million"),
        (1_761_857_220, "1,760 million"),
    ],
)
def test_three_digits_of_a_number_are_shown(number: float, text: str) -> None:
    assert short(number) == text


def test_rates_are_compared_with_one_call_of_the_core() -> None:
    rates = {PLAIN: 10.0, NUMPY: 200.0, CALLS: 50.0, BATCH: 1000.0}
    speeds = [Speed("Jardín", "gardens scored", side, rate) for side, rate in rates.items()]
    speeds += [Speed("Stone Garden", "random games of two", s, rates[s]) for s in (PLAIN, BATCH)]
    results = Results(HERE, LIMITS, 1.0, speeds=speeds)
    jardin, stone = rows(ratio_table(results))
    assert jardin[0] == "Jardín: gardens scored"
    assert jardin[1:3] == [f"{PLAIN} · {NUMPY} · {CALLS}", "10 · 200 · 50"]
    assert jardin[3:] == ["1,000 in one call", "100 · 5 · 20"]
    assert stone[1:] == [PLAIN, "10", "1,000 in one call", "100"]
    assert "| Stone Garden: random games of two | 10 | – | – | 1,000 |" in speed_table(results)


def test_solvers_are_compared_with_the_search_over_water() -> None:
    def outcome(solver: str) -> Outcome:
        proven = solver in (WATER, MODEL)
        bound, seconds = (70, 10.0) if proven else (77, 60.0)
        return Outcome(solver, 70, False, bound, seconds, seconds)

    race = Race("125", 70, [outcome(solver) for solver in SOLVERS])
    found = rows(ratio_table(Results(HERE, LIMITS, 1.0, races=[race])))
    assert [row[1] for row in found] == [s for s in SOLVERS if s not in (WATER, MODEL)]
    assert all(
        row[2:] == ["0; 70.0 ≤ 77.0; 60.0 s", "1; 70.0 ≤ 70.0; 10.0 s", "≥ 6.0 (time)"]
        for row in found
    )


def test_matches_are_compared_by_their_means() -> None:
    openspiel = pytest.importorskip("bench.peers.openspiel")
    matches: dict[str, Sequence[Pair]] = {
        "Jardín": [openspiel.Pair(1, 10, 60), openspiel.Pair(2, 30, 70)],
        "Stone Garden": [openspiel.Pair(1, 0.0, 1.0)],
    }
    jardin, stone = rows(ratio_table(Results(HERE, LIMITS, 0.5, matches=matches)))
    assert jardin[0] == "Jardín: mean score of 2 games on the same dice"
    assert jardin[2:] == ["20", "65 (hints, 0.5 s a decision)", "3.25"]
    assert stone[2:] == ["0", "1 (hints, 0.5 s a decision)", "–"]


def test_the_page_says_how_it_was_made_and_leaves_out_what_was_not_measured() -> None:
    speeds = [Speed("Jardín", "gardens scored", BATCH, 5.0)]
    text = page(Results(HERE, LIMITS, 1.0, speeds=speeds), "python -m bench.peers --quick")
    assert "\npython -m bench.peers --quick\n```\n\nmachine a machine, Python 3.\n" in text
    assert "## Scores, moves and games" in text
    assert "## Solvers" not in text


def test_a_table_takes_the_place_of_the_one_before() -> None:
    text = f"a\n{BEGIN}\nold\n{END}\nb\n"
    assert with_table(text, "new") == f"a\n{BEGIN}\nnew\n{END}\nb\n"
    with pytest.raises(ValueError, match="not there"):
        with_table(f"a\n{BEGIN}\nb\n", "new")


def test_the_readme_has_a_place_for_the_table() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert "\nnew\n" in with_table(text, "new")
