"""Every command and every program that a page shows is run, and does what the page says."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from niwashi.cli import GROUPS, cli
from tests.cli.runner import environment
from tests.docs.pages import (
    DOCS,
    MATCHES,
    PAGES,
    ROOT,
    Command,
    bare,
    blocks_of,
    commands_of,
    name_of,
    run,
)

EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=name_of)

#: Blocks that nothing runs here, by page. They say why themselves, but for those of `ELSEWHERE`.
NOT_RUN: dict[str, int] = {}

#: Blocks whose words may not change, and where they are run instead.
ELSEWHERE = {("README.md", 4): "the second line is a step of .ci/run, the first of .ci/package"}


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An empty folder with the files that the page has made of its blocks."""
    page: Path = request.getfixturevalue("page")
    for block in blocks_of(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    return tmp_path


def commands_to_run(page: Path) -> list[Command]:
    """The commands of a page but for those that are run elsewhere."""
    elsewhere = {first for name, first in ELSEWHERE if name == name_of(page)}
    blocks = [b for b in blocks_of(page) if b.number not in elsewhere]
    kept = {line for b in blocks for line in range(b.number, b.number + len(b.lines))}
    return [command for command in commands_of(page) if command.number in kept]


@EACH_PAGE
def test_commands_print_what_a_page_shows(page: Path, folder: Path) -> None:
    commands = commands_to_run(page)
    for command, ran in zip(commands, run(commands, folder), strict=True):
        place = f"{name_of(page)} line {command.number}: {command.line}\n{ran.printed}"
        refused = command.shown.startswith("niwashi: ")
        assert ran.code == (2 if refused else 0), place
        if command.shown:
            assert MATCHES(bare(command.shown), bare(ran.printed), doctest.ELLIPSIS), place


@EACH_PAGE
def test_programs_of_a_page_run(page: Path, folder: Path) -> None:
    programs = [block.text for block in blocks_of(page) if block.words == "python"]
    plain = [program for program in programs if ">>> " not in program]
    if plain:
        (folder / "page.py").write_text("\n".join(plain), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "page.py"],
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout


@EACH_PAGE
def test_sessions_of_a_page_print_what_it_shows(page: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks_of(page):
        if block.words == "python" and ">>> " in block.text:
            session = doctest.DocTestParser().get_doctest(
                block.text, names, name_of(page), str(page), block.number - 1
            )
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed == 0
            names.update(session.globs)


@EACH_PAGE
def test_what_is_not_run_says_why(page: Path) -> None:
    left_out = [block for block in blocks_of(page) if "not-run" in block.words]
    assert all(block.reason for block in left_out)
    assert len(left_out) == NOT_RUN.get(name_of(page), 0)


def test_what_is_run_elsewhere_is_there() -> None:
    there = {(name_of(page), block.number) for page in PAGES for block in blocks_of(page)}
    assert ELSEWHERE.keys() <= there


@EACH_PAGE
def test_no_command_hides_in_an_indented_block(page: Path) -> None:
    before = ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if not before.strip() and line.startswith("    "):
            program = line.split()[0]
            assert program not in {"niwashi", "python", "python3", "pip"}, f"line {number}"
        before = line
