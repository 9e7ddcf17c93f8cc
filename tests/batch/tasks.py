"""Tasks for tests, in a module that workers can import."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from niwashi.batch import Row


@dataclass(frozen=True)
class Squares:
    """The square of a number; notes in a file, if there is one, that it was asked.

    From 8 on it waits for a file to appear, if one is given: so a batch stands still when a test
    wants it to.
    """

    notes: Path | None = None
    gate: Path | None = None

    def __call__(self, instance: str) -> Row:
        """ValueError for what is no number."""
        if self.notes is not None:
            with self.notes.open("a", encoding="utf-8") as notes:
                notes.write(f"{instance}\n")
        while int(instance) >= 8 and self.gate is not None and not self.gate.exists():
            time.sleep(0.02)
        return Row(instance, "DONE", score=int(instance) ** 2)


def die_at_3(instance: str) -> Row:
    """Instance 3 ends its process, as when memory is out."""
    if instance == "3":
        os.kill(os.getpid(), signal.SIGKILL)
    return Row(instance, "DONE")


@dataclass(frozen=True)
class DieOnce:
    """Every instance ends the first process that tries it."""

    folder: Path

    def __call__(self, instance: str) -> Row:
        """Leaves a mark the first time."""
        mark = self.folder / instance
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Row(instance, "DONE")


def interrupted_at_3(instance: str) -> Row:
    """Instance 3 is interrupted."""
    if instance == "3":
        raise KeyboardInterrupt
    return Row(instance, "DONE")
