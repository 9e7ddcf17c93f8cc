"""`docs/web.md` says what can be asked."""

import json
import re
import shlex
from pathlib import Path

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from niwashi.web import jardin

TEXT = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
TABLE = TEXT.partition("`/api/jardin/…`")[2]
ROWS = dict(re.findall(r"^\| `([a-z/]+)` \| (.*?) \|", TABLE, re.M))
KINDS = {
    "score": jardin.ScoreAsked,
    "sheet": jardin.SheetAsked,
    "pond": jardin.PondAsked,
    "dice": jardin.DiceAsked,
    "replay": jardin.ReplayAsked,
    "standings": jardin.StandingsAsked,
    "record/write": jardin.GameAsked,
    "record/read": jardin.RecordAsked,
    "hint": jardin.HintAsked,
    "solve": jardin.SolveAsked,
    "review": jardin.ReviewAsked,
}


def test_every_path_is_told_and_no_other() -> None:
    paths = [route.path for route in jardin.routes if isinstance(route, Route)]
    asked = {path.removeprefix("/api/jardin/") for path in paths if path.startswith("/api/")}
    assert asked == ROWS.keys() == KINDS.keys()


@pytest.mark.parametrize("path", KINDS)
def test_every_key_that_can_be_asked_is_told(path: str) -> None:
    assert set(KINDS[path].__struct_fields__) <= set(re.findall(r"`(\w+)`", ROWS[path]))


def test_the_example_is_answered(client: TestClient) -> None:
    [command] = re.findall(r"^\$ (curl .*?')$", TEXT, re.M | re.S)
    words = shlex.split(command.replace("\\\n", " "))
    path = words[2].removeprefix("http://127.0.0.1:8000")
    answer = client.post(path, json=json.loads(words[-1]))
    assert answer.json()["total"] == sum(
        value for key, value in answer.json().items() if key not in ("position", "total")
    )
