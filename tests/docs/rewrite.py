"""Writes into pages what their commands print now, where they show something else.

    python -m tests.docs.rewrite docs/hints.md

Look at the difference before committing it: what a page left out with `...` is there again.
"""

import sys
import tempfile
from pathlib import Path

from tests.docs.pages import commands_of, is_as_shown, printed, run


def rewrite(page: Path) -> None:
    """Replaces what stands below the commands of a page that print something else by now."""
    commands = commands_of(page)
    with tempfile.TemporaryDirectory() as folder:
        ran = run(page, commands, Path(folder))
    lines = page.read_text(encoding="utf-8").splitlines()
    for command, result in reversed(list(zip(commands, ran, strict=True))):
        if not is_as_shown(command, result):
            end = command.number + len(command.shown.splitlines())
            lines[command.number : end] = printed(result)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name).resolve())
