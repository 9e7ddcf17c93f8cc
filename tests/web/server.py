"""`niwashi serve` as a process, for tests that need a real connection."""

import http.client
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.cli.runner import NIWASHI, TIMEOUT, environment

EMPTY = "....../....../....../....../....../...... ....../....../....../....../....../...... 1 0"

#: A search that takes a while.
SOLVE = {"dice": "125 366 124 556 235 146 112 346 256 245 136 444", "time_limit": 120}


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """Runs the server at a free port; yields host and port."""
    command = [*NIWASHI, "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
            yield host, int(port)
        finally:
            server.terminate()


def ask(
    where: tuple[str, int], path: str, asked: object, **headers: str
) -> tuple[int, dict[str, Any]]:
    """One question, one answer: status and document."""
    connection = http.client.HTTPConnection(*where, timeout=TIMEOUT)
    try:
        headers = {"Content-Type": "application/json", **headers}
        connection.request("POST", path, json.dumps(asked), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def begin(where: tuple[str, int], path: str, asked: object) -> http.client.HTTPConnection:
    """Asks for a search, and leaves before the answer is read."""
    connection = http.client.HTTPConnection(*where, timeout=TIMEOUT)
    connection.request("POST", path, json.dumps(asked), {"Content-Type": "application/json"})
    return connection
