"""Gardens whose points were worked out by others."""

import json
from pathlib import Path

import numpy as np
import pytest

from niwashi import jardin
from niwashi.jardin import batch

LINES = (
    (Path(__file__).parent.parent / "cases" / "jardin_score.ndjson")
    .read_text(encoding="utf-8")
    .splitlines()
)


def test_there_are_forty_layouts() -> None:
    assert len(LINES) == len(set(LINES)) == 40


@pytest.mark.parametrize("line", LINES)
def test_a_layout_is_worth_what_is_written_beside_it(line: str) -> None:
    case = json.loads(line)
    position = jardin.Position.from_text(case.pop("position"))
    assert jardin.score(position).as_dict() == case


def test_all_layouts_in_one_array_are_worth_the_same() -> None:
    cases = [json.loads(line) for line in LINES]
    positions = [jardin.Position.from_text(case["position"]) for case in cases]
    totals = batch.score(batch.to_array(positions))["total"]
    assert np.array_equal(totals, [case["total"] for case in cases])
