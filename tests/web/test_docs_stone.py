"""`docs/web-stone.md` says what can be asked, and what is answered."""

import json
import re
import shlex
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from niwashi.web import stone
from niwashi.web.messages import Asked

TEXT = (Path(__file__).parents[2] / "docs" / "web-stone.md").read_text(encoding="utf-8")
ROWS = {row[0]: row[1:] for row in re.findall(r"^\| `([a-z/]+)` \| (.*?) \| (.*) \|$", TEXT, re.M)}
KINDS: dict[str, type[Asked]] = {
    "edition": stone.EditionAsked,
    "score": stone.ScoreAsked,
    "layout": stone.ScoreAsked,
    "solve": stone.SolveAsked,
    "new": stone.NewAsked,
    "play": stone.PlayAsked,
    "preview": stone.PreviewAsked,
    "hint": stone.HintAsked,
    "replay": stone.GameAsked,
    "record/write": stone.GameAsked,
    "record/read": stone.RecordAsked,
}


def words(text: str) -> set[str]:
    """All that stands between backquotes."""
    return {word for code in re.findall(r"`([^`]*)`", text) for word in code.split()}


def test_every_path_is_told_and_no_other() -> None:
    paths = {route.path for route in stone.routes if "/api/" in route.path}
    assert {path.removeprefix("/api/stone/") for path in paths} == ROWS.keys() == KINDS.keys()


@pytest.mark.parametrize("path", KINDS)
def test_every_key_that_can_be_asked_is_told(path: str) -> None:
    assert set(KINDS[path].__struct_fields__) <= words(ROWS[path][0])


def test_every_key_of_a_game_is_told(client: TestClient) -> None:
    told = words(TEXT.partition("A *game* is")[2])
    game = client.post("/api/stone/new", json={}).json()
    assert game.keys() <= told
    for entry in (game["players"][0], game["moves"][0], game["seen"][0]):
        assert entry.keys() <= told


def test_every_key_of_the_other_answers_is_told(client: TestClient) -> None:
    garden = "plain@,nw,_,_,_/_,_,_,_,_/_,_,_,_,_"
    box = client.post("/api/stone/edition", json={}).json()
    shown = {"digest", "faces", "cards", "stones", "yards", "masters"}
    assert shown <= box.keys() & words(ROWS["edition"][1])
    for kind in ("faces", "cards", "stones", "masters"):
        assert box[kind][0].keys() <= words(ROWS["edition"][1])
    layout = client.post("/api/stone/layout", json={"garden": garden}).json()
    assert {"lines", "spaces", "svg"} <= layout.keys() & words(ROWS["layout"][1])
    replayed = client.post("/api/stone/replay", json={"moves": ["garden:garden-01"]}).json()
    assert replayed.keys() <= words(ROWS["replay"][1])


def test_the_example_is_answered(client: TestClient) -> None:
    [command] = re.findall(r"^\$ (curl .*?')$", TEXT, re.M | re.S)
    arguments = shlex.split(command.replace("\\\n", " "))
    path = arguments[2].removeprefix("http://127.0.0.1:8000")
    answer = client.post(path, json=json.loads(arguments[-1]))
    assert answer.json()["virtue"] == 2
