"""The Markdown pages, their fenced blocks, and what runs those blocks.

The words behind a fence say what becomes of a block:

- `console`: every line that begins with `$ ` is run, and prints what stands below it, `...` being
  anything; where nothing stands below, it only has to succeed;
- `sh`: every line is run;
- `python`: run, all blocks of a page as one program; a block with `>>>` prints what it shows;
- `cpp`: compiled with the core, and run;
- `LANGUAGE FILE`: becomes a file for the commands of the page;
- `LANGUAGE not-run: WHY`: left out, for the reason given;
- `text`: nothing.

What else is in the notations' own pages is for `test_docs.py`.
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
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]

#: The block whose words may not change: .ci/run runs its second line, .ci/package what the first
#: installs and solves.
ELSEWHERE = ("README.md", "sh")

_END_OF_OUTPUT = "== end of output, exit code"
_TIMEOUT = 900.0


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
    def reason(self) -> str:
        """Why it is not run; empty if it is."""
        return self.words.partition(" not-run: ")[2]

    @property
    def file(self) -> str:
        """The name of the file that it becomes; empty if none."""
        found = re.fullmatch(r"\w+ (\w[\w-]*\.\w+)", self.words)
        return found[1] if found else ""

    @property
    def is_session(self) -> bool:
        """True if it shows what Python prints."""
        return self.text.startswith(">>> ")


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


def commands_of(page: Path) -> list[Command]:
    """The commands of a page that are run, in order."""
    commands: list[Command] = []
    for block in blocks_of(page):
        if block.words == "console":
            commands += _commands_of(block)
        elif block.words == "sh" and (name_of(page), "sh") != ELSEWHERE:
            commands += [Command(line, block.number + i, "") for i, line in enumerate(block.lines)]
    return commands


def _commands_of(block: Block) -> Iterator[Command]:
    starts = [i for i, line in enumerate(block.lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"line {block.number} is no command"
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        shown = "".join(f"{line}\n" for line in block.lines[start + 1 : end])
        yield Command(block.lines[start].removeprefix("$ "), block.number + start, shown)


def run(page: Path, commands: Sequence[Command], folder: Path) -> list[Ran]:
    """Runs commands of a page one after another in one shell, so that what one does is there."""
    for block in blocks_of(page):
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
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
    *pieces, _rest = re.split(rf"{_END_OF_OUTPUT} (\d+)\n", done.stdout)
    ran = [Ran(*pair) for pair in zip(pieces[::2], map(int, pieces[1::2]), strict=True)]
    assert len(ran) == len(commands), done.stdout
    return ran


def is_as_shown(command: Command, ran: Ran) -> bool:
    """True if a command printed what the page shows, or the page shows nothing."""
    wanted, got = _bare(command.shown), _bare(ran.printed)
    compare = doctest.OutputChecker().check_output
    return not command.shown or compare(wanted, got, doctest.ELLIPSIS)


def _bare(text: str) -> str:
    """The text without what nobody sees: blanks at the ends of lines, empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def printed(ran: Ran) -> list[str]:
    """What a command printed, line by line, as a page shows it."""
    return _bare(ran.printed).splitlines()
