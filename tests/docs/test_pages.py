"""What the pages show is so: every command and program in them runs, every link leads somewhere."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from niwashi.cli import cli
from tests.cli.runner import environment
from tests.docs.pages import (
    DOCS,
    PAGES,
    ROOT,
    Block,
    blocks_of,
    commands_of,
    is_as_shown,
    name_of,
    run,
)

#: How many blocks of a page nothing runs; each says why.
NOT_RUN = {
    "CONTRIBUTING.md": 3,
    "README.md": 1,
    "docs/batch.md": 3,
    "docs/benchmark.md": 1,
    "docs/cpp.md": 1,
    "docs/hints.md": 3,
    "docs/install.md": 2,
    "docs/peers-table.md": 1,
    "docs/peers.md": 1,
    "docs/start.md": 2,
    "docs/web-stone.md": 1,
    "docs/web.md": 2,
}

EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=name_of)


def pages_with(wanted: Callable[[Block], bool]) -> pytest.MarkDecorator:
    """Every page that has such a block."""
    pages = [page for page in PAGES if any(map(wanted, blocks_of(page)))]
    assert pages
    return pytest.mark.parametrize("page", pages, ids=name_of)


@pytest.mark.parametrize("page", [page for page in PAGES if commands_of(page)], ids=name_of)
def test_commands_print_what_a_page_shows(page: Path, tmp_path: Path) -> None:
    commands = commands_of(page)
    for command, ran in zip(commands, run(page, commands, tmp_path), strict=True):
        place = f"{name_of(page)} line {command.number}: {command.line}\n{ran.printed}"
        refusal = command.shown.startswith("niwashi: ") and ran.printed.count("\n") == 1
        assert ran.code == 0 or (ran.code == 2 and refusal), place
        assert is_as_shown(command, ran), place


@pages_with(lambda block: block.words == "python" and not block.is_session)
def test_programs_of_a_page_run(page: Path, tmp_path: Path) -> None:
    programs = [b.text for b in blocks_of(page) if b.words == "python" and not b.is_session]
    (tmp_path / "page.py").write_text("\n".join(programs), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "page.py"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pages_with(lambda block: block.is_session)
def test_sessions_of_a_page_print_what_it_shows(page: Path) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner()
    for block in blocks_of(page):
        if block.words == "python" and block.is_session:
            session = doctest.DocTestParser().get_doctest(
                block.text, names, name_of(page), str(page), block.number - 1
            )
            assert runner.run(session, clear_globs=False).failed == 0
            names = session.globs


@pages_with(lambda block: block.words == "cpp")
def test_programs_for_the_core_compile_and_run(page: Path, tmp_path: Path) -> None:
    sources = sorted(map(str, (ROOT / "cpp" / "src" / "jardin").glob("*.cpp")))
    include = str(ROOT / "cpp" / "include")
    for block in blocks_of(page):
        if block.words == "cpp":
            (tmp_path / "page.cpp").write_text(block.text, encoding="utf-8")
            compile_all = ["c++", "-std=c++20", "-I", include, "page.cpp", *sources, "-o", "page"]
            subprocess.run(compile_all, cwd=tmp_path, check=True)
            subprocess.run([tmp_path / "page"], check=True)


@EACH_PAGE
def test_what_is_not_run_says_why(page: Path) -> None:
    left_out = [block for block in blocks_of(page) if "not-run" in block.words]
    assert all(block.reason for block in left_out)
    assert len(left_out) == NOT_RUN.get(name_of(page), 0)


@EACH_PAGE
def test_every_block_is_of_a_kind_that_something_reads(page: Path) -> None:
    if page in {DOCS / "notation.md", DOCS / "rules-jardin.md"}:  # test_docs.py reads theirs
        return
    directives = {"{toctree}", "{eval-rst}"}
    for block in blocks_of(page):
        known = {"console", "sh", "python", "cpp", "text", *directives}
        is_known = block.words in known or block.words.startswith("{include} ")
        assert is_known or block.file or block.reason, f"line {block.number}: {block.words}"


@EACH_PAGE
def test_no_command_hides_in_an_indented_block(page: Path) -> None:
    inside, before = False, ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        inside ^= line.startswith("```")
        if not inside and not before and line.startswith("    "):
            assert line.split()[0] not in {"niwashi", "python", "python3", "pip", "cmake"}, number
        before = line.strip()


def anchors(page: Path) -> set[str]:
    """The sections of a page, as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EACH_PAGE
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    """The site's build checks those of docs/ as well; this one is for readers of a forge."""
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"https?:", link):
            file, _, section = link.partition("#")
            target = (page.parent / file).resolve() if file else page
            assert target.is_file(), link
            assert not section or section in anchors(target), link


@EACH_PAGE
def test_files_that_are_named_exist(page: Path) -> None:
    for name in re.findall(
        r"`((?:cpp|docs|python|solver|tests|bench)/[\w./-]+\.\w+)`", page.read_text("utf-8")
    ):
        # A header may be named as it is included.
        assert any((at / name).is_file() for at in (ROOT, ROOT / "cpp/include/niwashi")), name


def test_every_page_is_in_the_table_of_contents() -> None:
    listed: set[Path] = set()
    for page in DOCS.rglob("*.md"):
        for block in blocks_of(page):
            if block.words == "{toctree}":
                names = [line for line in block.lines if line and not line.startswith(":")]
                listed |= {(page.parent / f"{name}.md").resolve() for name in names}
    assert listed == {page for page in PAGES if DOCS in page.parents} - {DOCS / "index.md"}


def test_every_header_is_in_the_overview_of_the_core() -> None:
    include = ROOT / "cpp" / "include" / "niwashi"
    rows = re.findall(
        r"^\| `([\w/]+\.hpp)` \| \S", (DOCS / "cpp.md").read_text("utf-8"), re.MULTILINE
    )
    headers = [path.relative_to(include).as_posix() for path in include.rglob("*.hpp")]
    assert sorted(rows) == sorted(headers)


def verbs(command: click.Command, name: str) -> list[str]:
    """The commands below one, as they are typed."""
    if not isinstance(command, click.Group):
        return [name]
    context = click.Context(command)
    below = [(word, command.get_command(context, word)) for word in command.list_commands(context)]
    return [line for word, sub in below if sub for line in verbs(sub, f"{name} {word}")]


def test_every_command_is_shown_somewhere() -> None:
    shown = "\n".join(block.text for page in PAGES for block in blocks_of(page))
    missing = [line for line in verbs(cli, "niwashi") if f"{line}" not in shown]
    assert not missing
