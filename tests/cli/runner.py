"""The command line under test: in this process where it can be, in one of its own where it must."""

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from niwashi.cli import main

#: The command as a process of its own, with the interpreter and the package of the tests.
NIWASHI = [sys.executable, "-c", "from niwashi.cli import main; main()"]
TIMEOUT = 60.0

# A shell lets what it starts in the background ignore Ctrl-C; the processes under test must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Answer:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout."""
        return self.out.splitlines()

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that failed."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


def environment() -> dict[str, str]:
    """The environment without what would colour a pipe or change the drawing."""
    colours = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES")
    kept = {name: value for name, value in os.environ.items() if name not in colours}
    return {**kept, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}


def niwashi(*arguments: object, stdin: str | bytes = "") -> Answer:
    """Runs `niwashi` in this process, through its entry point, as a shell would."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in "oe")
    with (
        patch.dict(os.environ, environment(), clear=True),
        patch.object(sys, "argv", ["niwashi", *map(str, arguments)]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
    ):
        try:
            main()
            code: object = 0
        except SystemExit as stop:
            code = stop.code
    assert isinstance(code, int)
    texts = []
    for stream in (out, err):
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        texts.append(stream.buffer.getvalue().decode())
    return Answer(code, *texts)


def jardin(*arguments: str, stdin: str | bytes = "") -> Answer:
    return niwashi("jardin", *arguments, stdin=stdin)


def refusal(answer: Answer) -> str:
    """The one line of an error; fails unless that is all there is."""
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("niwashi: ")
    assert answer.err.endswith("\n")
    line = answer.err[:-1]
    assert line.isprintable(), line  # one line, and nothing that moves a cursor
    return line.removeprefix("niwashi: ")


def process(
    *arguments: str, shell: str = '"$@"', stdin: bytes = b"", **more: Any
) -> subprocess.CompletedProcess[str]:
    """Runs `niwashi` in a process of its own; `shell` says how, and `"$@"` stands for it."""
    return subprocess.run(
        ["bash", "-c", shell, "bash", *NIWASHI, *arguments],
        input=stdin.decode("utf-8", "surrogateescape"),
        errors="surrogateescape",
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        check=False,
        **more,
    )


@contextmanager
def running(*arguments: str, **streams: Any) -> Iterator[subprocess.Popen[str]]:
    """A `niwashi` that runs beside the test, and does not outlive it."""
    with subprocess.Popen(
        [*NIWASHI, *arguments],
        **{
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "env": environment(),
            **streams,
        },
        text=True,
        encoding="utf-8",
    ) as command:
        watchdog = threading.Timer(TIMEOUT, command.kill)
        watchdog.start()
        try:
            yield command
        finally:
            watchdog.cancel()
            command.kill()


@dataclass(frozen=True)
class OnTerminal:
    """What a command did whose stderr was a terminal."""

    code: int
    out: str
    screen: str


def on_terminal(arguments: Sequence[str], *, interrupt_at: str | None = None) -> OnTerminal:
    """Runs `niwashi` with a terminal for stderr; Ctrl-C when `interrupt_at` shows there."""
    import pty

    master, terminal = pty.openpty()
    with running(*arguments, stderr=terminal) as command:
        os.close(terminal)
        seen = b""
        while True:
            try:
                some = os.read(master, 65536)
            except OSError:  # Linux's way to say that the other end is closed
                break
            if not some:
                break
            seen += some
            if interrupt_at is not None and interrupt_at.encode() in seen:
                command.send_signal(signal.SIGINT)
                interrupt_at = None
        os.close(master)
        out, _ = command.communicate(timeout=TIMEOUT)
    return OnTerminal(command.returncode, out, seen.decode(errors="replace"))


def left_in(folder: Path) -> list[str]:
    """The names of all files of a folder, hidden ones too."""
    return sorted(os.listdir(folder))
