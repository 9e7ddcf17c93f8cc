"""Searches in processes of their own: a few at a time, and none that outlives its client."""

import http.client
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator

import anyio
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from niwashi import InvalidText
from niwashi.web import jobs as module
from niwashi.web.jobs import Jobs, Say, Seldom, Update, jobs_of
from niwashi.web.messages import ERRORS
from tests.cli.runner import TIMEOUT
from tests.web.server import EMPTY, SOLVE, ask, begin, serving


def count(asked: int, threads: int, say: Say) -> Update:
    for number in range(asked):
        say({"number": number})
    return {"threads": threads}


def never_end(asked: object, threads: int, say: Say) -> Update:
    say({"pid": os.getpid()})
    while True:
        time.sleep(60)


def refuse(asked: object, threads: int, say: Say) -> Update:
    raise InvalidText("text: it cannot be read")


def fail(asked: object, threads: int, say: Say) -> Update:
    raise ZeroDivisionError


def die(asked: object, threads: int, say: Say) -> Update:
    os._exit(3)


WORKS = {work.__name__: work for work in (count, never_end, refuse, fail, die)}


def client_for(jobs: Jobs) -> TestClient:
    async def work(request: Request) -> Response:
        return jobs_of(request).stream(WORKS[request.path_params["name"]], 3, seconds=0.2)

    app = Starlette(routes=[Route("/{name}", work)], exception_handlers=ERRORS)
    app.state.jobs = jobs
    return TestClient(app)


def lines(client: TestClient, name: str) -> list[Update]:
    return [json.loads(line) for line in client.get(f"/{name}").text.splitlines()]


def until(condition: Callable[[], bool]) -> None:
    """Waits for what must happen soon; the limit is only there so that a failure ends."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_job_says_what_it_finds_and_ends() -> None:
    assert lines(client_for(Jobs()), "count") == [
        {"done": False, "number": 0},
        {"done": False, "number": 1},
        {"done": False, "number": 2},
        {"done": True, "threads": Jobs().threads},
    ]


def test_what_a_job_refuses_is_said_in_its_last_line() -> None:
    assert lines(client_for(Jobs()), "refuse") == [
        {"done": True, "error": "text: it cannot be read"}
    ]


def test_a_mistake_of_a_job_is_no_mistake_of_the_server() -> None:
    [last] = lines(client_for(Jobs()), "fail")
    assert last == {"done": True, "error": "search: it has made a mistake"}


def test_a_process_that_dies_is_replaced_by_the_next() -> None:
    client = client_for(Jobs(running=1))
    assert lines(client, "die") == [{"done": True, "error": "search: it broke off"}]
    assert lines(client, "count")[-1]["done"]


def test_a_job_that_does_not_end_in_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GRACE_SECONDS", 0.3)
    *updates, last = lines(client_for(Jobs()), "never_end")
    assert last == {"done": True, "error": "search: it took too long"}
    assert not any(is_running(update["pid"]) for update in updates)


def test_a_client_that_does_not_read_holds_no_job_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_GRACE_SECONDS", 0.3)
    monkeypatch.setattr(module, "_LAST_SECONDS", 0.1)

    async def send(line: bytes) -> None:
        await anyio.sleep_forever()

    async def run_twice() -> None:
        jobs = Jobs(running=1)
        await jobs.run(never_end, None, 0.1, send)
        await jobs.run(never_end, None, 0.1, send)

    anyio.run(run_twice)


def test_past_the_queue_the_server_is_busy_and_says_so() -> None:
    jobs = Jobs(running=1, waiting=0)
    jobs.taken = 1
    answer = client_for(jobs).get("/count")
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("busy: ")
    assert "Retry-After" in answer.headers
    jobs.taken = 0
    assert client_for(jobs).get("/count").status_code == 200


def test_jobs_wait_for_their_turn_and_leave_no_place_taken() -> None:
    jobs = Jobs(running=1, waiting=3)

    async def run_all() -> list[bytes]:
        sent: list[bytes] = []

        async def send(line: bytes) -> None:
            sent.append(line)

        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(jobs.run, count, 1, 1.0, send)
        return sent

    sent = [json.loads(line) for line in anyio.run(run_all)]
    assert [line["done"] for line in sent] == [False, True] * 3
    assert jobs.taken == 0


def test_updates_that_nobody_could_read_are_left_out() -> None:
    said: list[Update] = []
    seldom = Seldom(said.append)
    for number in range(1000):
        seldom(lambda number=number: {"number": number})  # type: ignore[misc]
    assert 1 <= len(said) < 1000
    assert said[0] == {"number": 0}


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, int]]:
    with serving() as where:
        yield where


def started(where: tuple[str, int]) -> http.client.HTTPConnection:
    """A search that has sent its first line, as soon as there is a place for it."""
    deadline = time.monotonic() + TIMEOUT
    while True:
        connection = begin(where, "/api/jardin/solve", SOLVE)
        response = connection.getresponse()
        if response.status == 200:
            assert not json.loads(response.readline())["done"]
            return connection
        assert time.monotonic() < deadline
        connection.close()


def test_a_server_full_of_searches_refuses_more_and_goes_on_scoring(
    server: tuple[str, int],
) -> None:
    connections = []
    try:
        for _ in range(Jobs().places):
            connections.append(begin(server, "/api/jardin/solve", SOLVE))
            assert connections[-1].getresponse().status == 200
        status, document = ask(server, "/api/jardin/solve", SOLVE)
        assert status == 503
        assert document["error"].startswith("busy: ")
        status, document = ask(server, "/api/jardin/score", {"position": EMPTY})
        assert (status, document["total"]) == (200, -36)
    finally:
        for connection in connections:
            connection.close()


def test_a_search_stops_when_its_client_goes_away(server: tuple[str, int]) -> None:
    """More clients than there is room for come and go: each leaves its place to the next."""
    for _ in range(Jobs().places + 1):
        started(server).close()


def test_no_process_is_left_by_the_tests() -> None:
    until(lambda: not multiprocessing.active_children())
