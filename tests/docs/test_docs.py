"""The pages on rules and notation: their examples are read, their tests exist."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from niwashi import InvalidText, jardin
from niwashi.jardin import batch
from tests.docs.pages import DOCS, ROOT, Block, blocks_of
from tests.jardin import numbers
from tests.reference import jardin as reference

RULES = DOCS / "rules-jardin.md"
NOTATION = DOCS / "notation.md"
PAGES = pytest.mark.parametrize("page", [RULES, NOTATION], ids=lambda page: page.name)


def blocks(page: Path, *words: str) -> pytest.MarkDecorator:
    """Every block whose fence says one of `words`; there must be one of each."""
    chosen = [example for example in blocks_of(page) if example.words in words]
    assert {example.words for example in chosen} == set(words)
    ids = [f"line {example.number}" for example in chosen]
    return pytest.mark.parametrize("example", chosen, ids=ids)


def rewritten_position(text: str) -> str:
    assert reference.write(reference.read(text)) == text
    return jardin.Position.from_text(text).to_text()


def rewritten_move(text: str) -> str:
    return jardin.Move.from_text(text).to_text()


def rewritten_roll(text: str) -> str:
    return jardin.Roll.from_text(text).to_text()


def rewritten_dice(text: str) -> str:
    return jardin.dice_to_text(jardin.dice_from_text(text))


def rewritten_faces(text: str) -> str:
    return "".join(jardin.Roll.from_text(3 * face, text).decorations[0] for face in "123456")


LINES: dict[str, Callable[[str], str]] = {
    "position": rewritten_position,
    "move": rewritten_move,
    "roll": rewritten_roll,
    "dice": rewritten_dice,
    "faces": rewritten_faces,
}

REFUSED: dict[str, Callable[[str], object]] = {
    "position refused": jardin.Position.from_text,
    "move refused": jardin.Move.from_text,
    "faces refused": rewritten_faces,
}


# --- notation.md ---------------------------------------------------------------------------------


@blocks(NOTATION, *LINES)
def test_what_an_example_shows_is_read_and_written(example: Block) -> None:
    """`read -> written`, or one text that is both."""
    for line in example.lines:
        text, _, written = line.partition(" -> ")
        assert LINES[example.words](text) == (written or text)


@blocks(NOTATION, *REFUSED)
def test_what_an_example_shows_as_refused_is_refused(example: Block) -> None:
    for line in example.lines:
        with pytest.raises(InvalidText):
            REFUSED[example.words](line)


@blocks(NOTATION, "move sorted")
def test_moves_shown_in_order_are_in_order(example: Block) -> None:
    moves = [jardin.Move.from_text(line) for line in example.lines]
    assert [move.to_text() for move in moves] == example.lines
    assert all(first < second for first, second in pairwise(moves))


@blocks(NOTATION, "record")
def test_a_record_that_is_shown_is_read(example: Block) -> None:
    record = jardin.Record.from_text(example.text)
    assert record.steps
    assert jardin.Record.from_text(record.to_text()) == record


@blocks(NOTATION, "record refused")
def test_a_record_that_is_shown_as_refused_is_refused(example: Block) -> None:
    with pytest.raises(InvalidText, match="line 2"):
        jardin.Record.from_text(example.text)


def test_a_record_is_shown_as_it_is_written() -> None:
    whole = next(example for example in blocks_of(NOTATION) if example.words == "record")
    assert jardin.Record.from_text(whole.text).to_text().splitlines() == whole.lines[1:]


def test_the_list_of_clocks_is_complete() -> None:
    clocks = " ".join(reference.CLOCKS)
    assert f"`{clocks}`" in NOTATION.read_text(encoding="utf-8")


def test_fields_of_arrays_are_all_described() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    names = [*(batch.position_dtype.names or ()), *(batch.score_dtype.names or ())]
    assert len(names) == 14
    for name in names:
        assert f"`{name}`" in text


# --- rules-jardin.md -----------------------------------------------------------------------------


def test_every_ruling_has_its_heading_once_and_in_order() -> None:
    headings = re.findall(r"^### (J\d+) · \S", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == [f"J{number}" for number in range(1, 17)]


def test_every_ruling_names_a_test() -> None:
    sections = re.split(r"^##+ ", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for section in sections:
        title = section.partition("\n")[0]
        if re.match(r"J\d+ ", title):
            rule = title.partition(" ")[0].lower()
            assert f"`test_{rule}_" in section, title
        for point in re.split(r"^(?=\*\*)", section, flags=re.MULTILINE):
            if point.startswith("**Ruling"):
                assert re.search(r"^Tests?: `test_", point, re.MULTILINE), point


@blocks(RULES, "pond", "not-a-pond")
def test_ponds_are_drawn_as_the_rules_have_them(example: Block) -> None:
    gardens = list(zip(*(line.split() for line in example.lines), strict=True))
    assert len(gardens) == 4
    for rows in gardens:
        assert len(rows) == 6
        assert all(len(row) == 6 and set(row) <= {".", "~"} for row in rows)
        spaces = " ".join(
            f"{row}{column}"
            for row, letters in enumerate(rows, start=1)
            for column, letter in enumerate(letters, start=1)
            if letter == "~"
        )
        legal = example.words == "pond"
        assert jardin.is_pond_shape(numbers(spaces)) == legal, spaces
        pond = {(int(name[0]), int(name[1])) for name in spaces.split()}
        assert reference.is_legal_pond(reference.start(), pond) == legal, spaces


@blocks(RULES, "score")
def test_gardens_are_worth_what_is_written_below_them(example: Block) -> None:
    gardens = list(zip(*(line.split("|") for line in example.lines), strict=True))
    assert len(gardens) >= 3
    for *rows, result in gardens:
        decorations, ponds = zip(*(row.split() for row in rows), strict=True)
        text = f"{'/'.join(decorations)} {'/'.join(ponds)} end 0"
        criterion, points = result.split()
        assert jardin.score(jardin.Position.from_text(text)).as_dict()[criterion] == int(points)
        assert reference.score(reference.read(text))[criterion] == int(points)


def test_the_table_of_ranks_has_their_names() -> None:
    section = RULES.read_text(encoding="utf-8").partition("### J16 ")[2]
    row = r"^\| (?:up to )?(\d+)(?:–\d+| and more)? \| (.+) \|$"
    ranks = re.findall(row, section, re.MULTILINE)
    assert [name for _, name in ranks] == jardin.solo_rank_names
    assert [jardin.solo_rank(int(start)) for start, _ in ranks] == list(range(6))
    assert [jardin.solo_rank(int(start) - 1) for start, _ in ranks[1:]] == list(range(5))


# --- Both ----------------------------------------------------------------------------------------


@PAGES
def test_every_example_is_of_a_kind_that_is_checked(page: Path) -> None:
    checked = {
        RULES: {"pond", "not-a-pond", "score"},
        NOTATION: {*LINES, *REFUSED, "move sorted", "record", "record refused", "python", "sh"},
    }[page]
    assert {example.words for example in blocks_of(page)} <= checked | {"text"}


@PAGES
def test_tests_that_are_named_exist(page: Path) -> None:
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    }
    named = set(re.findall(r"\btest_\w+\b(?!\.py)", page.read_text(encoding="utf-8")))
    assert named <= defined, sorted(named - defined)
