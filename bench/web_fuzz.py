"""Ten thousand hostile requests to a running server: `python -m bench.web_fuzz [--requests N]`.

Starts `niwashi serve`, asks the requests of `tests/web/hostile.py` over several connections, some
of which are closed before the answer, and counts the statuses. It fails on a 500, on a server that
does not answer, on a search that is left running, and on open files or memory that grow.
"""

import argparse
import collections
import http.client
import json
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.routing import Route

from niwashi.web.app import create_app
from tests.web.hostile import Hostile, requests
from tests.web.server import EMPTY, serving

_TIMEOUT = 300.0
_WARM_UP = 1000  # requests after which files and memory are first counted


def main() -> None:
    """Asks, and prints what came back."""
    parser = argparse.ArgumentParser(prog="bench.web_fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    routes = [route for route in create_app().routes if isinstance(route, Route)]
    source = requests(options.seed, routes)
    lock = threading.Lock()

    with serving() as where, ThreadPoolExecutor(options.clients) as pool:

        def ask_next(number: int) -> str:
            with lock:
                hostile = next(source)
            return ask(where, hostile, leave=number % 20 == 19)

        began = time.monotonic()
        warm = min(_WARM_UP, options.requests // 2)
        statuses = collections.Counter(pool.map(ask_next, range(warm)))
        wait_until_idle(where)
        before = usage()
        statuses.update(pool.map(ask_next, range(warm, options.requests)))
        wait_until_idle(where)
        after = usage()
        seconds = time.monotonic() - began
    print(", ".join(f"{status}: {number}" for status, number in sorted(statuses.items())))
    print(f"{options.requests} requests in {seconds:.0f} s, seed {options.seed}")
    print("after warming up: {files} files, {processes} processes, {kib} KiB".format(**before))
    print("at the end:       {files} files, {processes} processes, {kib} KiB".format(**after))
    grown = after["kib"] > 1.5 * before["kib"] or after["files"] > before["files"] + 8
    if any(status.startswith("5") and status != "503" for status in statuses) or grown:
        sys.exit("web_fuzz: the server has failed")


def ask(where: tuple[str, int], hostile: Hostile, *, leave: bool) -> str:
    """The status of an answer; `left` if the client went away before it."""
    connection = http.client.HTTPConnection(*where, timeout=_TIMEOUT)
    try:
        connection.request(hostile.method, hostile.path, hostile.body, hostile.headers)
        if leave:
            return "left"
        response = connection.getresponse()
        text = response.read()
        if b"made a mistake" in text:
            return f"500 {hostile}"
        return str(response.status)
    except (BrokenPipeError, ConnectionResetError):
        return "refused while it was sent"
    finally:
        connection.close()


def wait_until_idle(where: tuple[str, int]) -> None:
    """Until scores and searches are answered at once, and no search is left."""
    end = {"position": EMPTY.replace(" 1 0", " end 0"), "dice": ""}
    deadline = time.monotonic() + _TIMEOUT
    for path, asked in (("score", {"position": EMPTY}), ("solve", end)):
        body = json.dumps(asked).encode()
        headers = {"Content-Type": "application/json"}
        hostile = Hostile("POST", f"/api/jardin/{path}", headers, body)
        while ask(where, hostile, leave=False) != "200":
            if time.monotonic() > deadline:
                sys.exit(f"web_fuzz: {path} is not answered any more")
    while usage()["searches"]:
        if time.monotonic() > deadline:
            sys.exit("web_fuzz: a search is stuck")
        time.sleep(0.1)


def usage() -> dict[str, int]:
    """Files, memory, processes and running searches of the server (Linux)."""
    family = descendants(os.getpid())
    # Searches are forked from the fork server: children of a child of the server.
    servers = [pid for pid in children(os.getpid()) if b"serve" in command(pid)]
    [main_process] = servers
    forks = [pid for child in children(main_process) for pid in children(child)]
    status = Path(f"/proc/{main_process}/status").read_text()
    kib = next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]
    return {
        "files": len(list(Path(f"/proc/{main_process}/fd").iterdir())),
        "processes": len(family),
        "kib": int(kib),
        "searches": len(forks),
    }


def command(pid: int) -> bytes:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task")
    return [
        int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()
    ]


def descendants(pid: int) -> list[int]:
    """All that come from a process."""
    return [each for child in children(pid) for each in (child, *descendants(child))]


if __name__ == "__main__":
    main()
