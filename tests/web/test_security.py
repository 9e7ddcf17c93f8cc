"""Who may ask, and what an answer forbids."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from niwashi.web.app import PAGES, STATIC, create_app
from niwashi.web.messages import BODY_LIMIT
from niwashi.web.security import is_loopback
from tests.web.server import EMPTY

SCORE = "/api/jardin/score"
ASKED = {"position": EMPTY}


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:99", "[::1]:8000"])
def test_names_of_this_machine_are_answered(client: TestClient, host: str) -> None:
    assert client.post(SCORE, json=ASKED, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "192.168.1.4", "", "localhost@evil.example", "[::"],
)
def test_a_name_that_a_page_elsewhere_has_made_its_own_is_refused(
    client: TestClient, host: str
) -> None:
    answer = client.post(SCORE, json=ASKED, headers={"Host": host})
    assert answer.status_code == 403
    assert answer.json()["error"].startswith("host: ")


def test_a_server_for_others_is_reached_by_number_and_by_its_name_alone() -> None:
    client = TestClient(create_app("garden.example"), base_url="http://garden.example")
    allowed = {"garden.example:8000": 200, "192.168.1.4:8000": 200, "evil.example": 403}
    for host, status in allowed.items():
        assert client.post(SCORE, json=ASKED, headers={"Host": host}).status_code == status


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9000"])
def test_a_page_elsewhere_cannot_ask(client: TestClient, origin: str) -> None:
    answer = client.post(SCORE, json=ASKED, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"].startswith("origin: ")


def test_the_servers_own_page_can_ask(client: TestClient) -> None:
    headers = {"Origin": "http://127.0.0.1:8000"}
    assert client.post(SCORE, json=ASKED, headers=headers).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_read(client: TestClient, kind: str) -> None:
    answer = client.post(SCORE, content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == 415


def test_a_body_that_is_too_long_is_refused_unread(client: TestClient) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.post(SCORE, content=b" " * (BODY_LIMIT + 1), headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"position": 3}',
        b'{"position": "x", "other": 1}',
        b"[" * 60_000,
        b'{"position": "\\ud800"}',
        b'{"position": "\xff"}',
    ],
)
def test_a_body_that_is_not_what_is_asked_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post(SCORE, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json().keys() == {"error"}


@pytest.mark.parametrize("path", [*PAGES, "/static/page.js", "/nowhere", SCORE])
def test_every_answer_forbids_scripts_and_frames_from_elsewhere(
    client: TestClient, path: str
) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"]
)
def test_nothing_but_the_pages_files_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("file", sorted(STATIC.iterdir()), ids=lambda file: file.name)
def test_pages_load_nothing_from_elsewhere_and_have_no_inline_script_or_style(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"(?:https?:)?//[a-z0-9]+\.", text)
    if file.suffix == ".html":
        assert not re.search(r"<script(?![^>]*src=)|<style|\bstyle=|\bon[a-z]+=", text)
    if file.suffix == ".js":
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("garden.example", False),
    ],
)
def test_loopback_is_known_by_number_and_by_name(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected
