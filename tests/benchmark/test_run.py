"""`niwashi.benchmark.run`: what it measures is right, however fast it is."""

from dataclasses import replace

import pytest

from niwashi import benchmark, jardin, stone
from niwashi.benchmark import core, hints, solver
from niwashi.benchmark.report import HintCost, Rate, Report, Solve
from tests.benchmark.small import make_small


def report_of(**sections: object) -> Report:
    report = Report.begin(quick=True, seed=0)
    for name, value in sections.items():
        setattr(report, name, value)
    return report


# --- Core ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[core.jardin_work, core.stone_work], ids=["jardin", "stone"])
def work(request: pytest.FixtureRequest) -> dict[tuple[str, str], tuple[int, int]]:
    """What each way of a game did, and what came of it."""
    return {(one.what, one.way): one.do() for one in request.param(1, 3)}
