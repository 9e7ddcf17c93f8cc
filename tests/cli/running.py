"""Runs the command line within the process, as a shell would see it."""

import io
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from niwashi.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that failed."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


class Shell:
    """`niwashi` with arguments and standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: Any, stdin: str = "") -> Ran:
        """Runs the command and takes what it printed."""
        self._monkeypatch.setattr(sys, "argv", ["niwashi", *map(str, arguments)])
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = self._capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return Ran(stop.value.code, out, err)
