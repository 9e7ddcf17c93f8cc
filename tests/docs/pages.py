"""The Markdown pages, their fenced blocks, and what runs those blocks.

The words behind a fence say what becomes of a block:

- `console`: every line that begins with `$ ` is run, and prints what stands below it, `...` being
  anything; without any such lines nothing is compared;
- `sh`: every line is run;
- `python`: run, all blocks of a page as one program; with `>>>` its output is compared;
- `LANGUAGE FILE`: becomes a file for the commands of the page;
- `… not-run: WHY`: left out, for the reason given.
"""

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.cli.runner import environment

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

#: `...` stands for anything, also for several lines.
MATCHES = doctest.OutputChecker().check_output
_END_OF_OUTPUT = "== end of output, exit code"
_TIMEOUT = 120.0


class Block(NamedTuple):
    """A fenced block: the words behind the fence, its first line, and what is in it."""

    words: str
    number: int
    text: str

    @property
    def lines(self) -> list[str]:
        """What is in it, line by line."""
        return self.text.splitlines()

    @property
    def language(self) -> str:
        """The first of the words, which says how it is coloured."""
        return self.words.partition(" ")[0]

    @property
    def reason(self) -> str:
        """Why it is not run; empty if it is."""
        return self.words.partition(" not-run: ")[2]

    @property
    def file(self) -> str:
        """The name of the file that it becomes; empty if none."""
        found = re.fullmatch(r"\w+ (\S+\.\w+)", self.words)
        return found[1] if found else ""


class Command(NamedTuple):
    """A command that a page shows, where, and what it says is printed."""

    line: str
    number: int
    shown: str


class Ran(NamedTuple):
    """What a command printed on both streams, and its exit code."""

    printed: str
    code: int


def name_of(page: Path) -> str:
    """The page's path in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    found = []
    fence: tuple[str, int] | None = None
    block: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("```"):
            block.append(line)
        elif fence is None:
            fence, block = (line.removeprefix("```"), number + 1), []
        else:
            assert line == "```", f"{page.name} line {number}"
            found.append(Block(*fence, "\n".join(block) + "\n"))
            fence = None
    assert fence is None, f"{page.name}: the block of line {fence} has no end"
    return found


def commands_of(page: Path) -> Iterator[Command]:
    """The commands of a page that are run, in order."""
    for block in blocks_of(page):
        if block.words == "sh":
            yield from (Command(line, block.number + i, "") for i, line in enumerate(block.lines))
        elif block.words == "console":
            yield from _commands_of(block)


def _commands_of(block: Block) -> Iterator[Command]:
    starts = [i for i, line in enumerate(block.lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"line {block.number} is no command"
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        shown = "".join(f"{line}\n" for line in block.lines[start + 1 : end])
        yield Command(block.lines[start].removeprefix("$ "), block.number + start, shown)


def run(commands: Sequence[Command], folder: Path) -> list[Ran]:
    """Runs commands one after another in one shell, so that what one sets or writes is there."""
    script = ['niwashi() { "$PYTHON" -m niwashi "$@"; }', "exec 2>&1 </dev/null"]
    for command in commands:
        script += [command.line, f'echo "{_END_OF_OUTPUT} $?"']
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=folder,
        env={**environment(), "PYTHON": sys.executable},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=_TIMEOUT,
        check=False,
    )
    printed = re.split(rf"{_END_OF_OUTPUT} (\d+)\n", done.stdout)
    ran = [Ran(*pair) for pair in zip(printed[:-1:2], map(int, printed[1::2]), strict=True)]
    assert len(ran) == len(commands), done.stdout
    return ran


def bare(text: str) -> str:
    """The text without what nobody sees: blanks at the ends of lines, empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"
