"""`niwashi serve` as users start it."""

import signal
import socket
import subprocess
import sys
from unittest.mock import patch

import pytest

from tests.cli.runner import TIMEOUT, niwashi, refusal, running
from tests.web.server import SOLVE, begin


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_the_address_is_printed_and_strangers_are_warned_of(host: str, warned: bool) -> None:
    with running("serve", "--host", host, "--port", "0", stdin=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        assert server.stdout.readline().startswith(f"http://{host}:")
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=TIMEOUT)
    assert ("whoever can reach" in complaints) == warned
    assert "Traceback" not in complaints
    assert server.returncode == 130


def test_ctrl_c_ends_searches_too() -> None:
    with running("serve", "--port", "0", stdin=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        host, port = server.stdout.readline().strip().removeprefix("http://").rstrip("/").split(":")
        search = begin((host, int(port)), "/api/jardin/solve", SOLVE)
        assert b'"done":false' in search.getresponse().readline()
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=TIMEOUT)
        search.close()
    assert complaints == "niwashi: interrupted\n"
    assert server.returncode == 130


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        message = refusal(niwashi("serve", "--port", port))
    assert message.startswith(f"serve: cannot listen at 127.0.0.1 port {port}: ")


def test_a_host_that_is_not_here_is_named() -> None:
    assert "cannot listen at 192.0.2.1" in refusal(niwashi("serve", "--host", "192.0.2.1"))


def test_without_the_extra_it_is_said_what_to_install() -> None:
    with patch.dict(sys.modules, {"uvicorn": None}):
        assert "pip install 'niwashi[web]'" in refusal(niwashi("serve", "--port", 0))
