"""Edition files (S1, S2)."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from niwashi import InvalidText
from niwashi.stone import (
    check_edition,
    default_edition,
    default_edition_file,
    edition_schema,
    load_edition,
    new_game,
    read_edition,
)
from niwashi.stone.edition import digest_of, edition_file_of

from .editions import random_edition

Check = Callable[..., list[str]]

SAMPLE = Path(__file__).parent.parent / "cases" / "stone_edition_sample.toml"


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """What there is to say about the sample edition after some replacements."""

    def replaced(*replacements: tuple[str, str]) -> list[str]:
        text = SAMPLE.read_text()
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "my.toml"
        path.write_text(text)
        result = check_edition(path)
        prefix = f"{path}: "
        assert all(message.startswith(prefix) for message in result.errors + result.warnings)
        assert all("\n" not in message for message in result.errors)
        return [message.removeprefix(prefix) for message in result.errors]

    return replaced


def test_the_reconstruction_has_eighty_tiles_and_fourteen_name_gardens() -> None:
    file = default_edition_file()
    assert sum(tile.count for tile in file.tile) == 80
    assert len(file.name_garden) == 14
    assert "not the printed set" in file.provenance
    assert default_edition().provenance == file.provenance


def test_the_reconstructions_name_gardens_are_as_promised() -> None:
    cards = default_edition_file().name_garden
    stones = ["".join(card.layout).replace(".", "") for card in cards]
    assert all(2 <= len(text) <= 4 for text in stones)
    assert sum("*" in text for text in stones) >= 4
    assert all(5 <= card.points <= 15 for card in cards)
    assert [card.points for card in cards] == sorted(card.points for card in cards)
    assert all(text.count("B") <= 1 for text in stones)
    for text in stones:  # a game of two has enough
        assert all(
            text.count(letter) <= n for letter, n in zip("HSRLB", (4, 5, 2, 3, 1), strict=True)
        )


def test_a_good_file_is_counted() -> None:
    result = check_edition(SAMPLE)
    assert result.is_usable
    assert result.errors == ()
    assert result.counts["moss"] == 17
    assert result.counts["tiles"] == 40
    assert result.counts["sand0"] == 6
    assert [message.removeprefix(f"{SAMPLE}: ") for message in result.warnings] == [
        "tile: 40 tiles, the box has 80",
        "name_garden: 4 cards, the box has 14",
        "tile: 3 players need at least 51 tiles, there are 40",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema = 1", "schema = 2", "schema: Invalid enum value 2"),
        ("schema = 1", "", "missing key 'schema'"),
        ("schema = 1", "schema = 1\nauthor = 'me'", "unknown key 'author'"),
        ('name = "sample"', "name = 3", "name: Expected `str`, got `int`"),
        ('id = "sand0"', 'id = "Sand0"', "tile[0].id: 'Sand0' is not a small letter followed"),
        ('id = "sand1"', 'id = "sand0"', "tile[1].id: 'sand0' is there twice"),
        ('id = "sand1"', "", "tile[1]: missing key 'id'"),
        ('id = "sand1"', 'id = "sand1"\ncolour = 3', "tile[1]: unknown key 'colour'"),
        ('surface = "sand"', 'surface = "grass"', "tile[0].surface: 'grass' is neither"),
        ("count = 6", "count = 0", "tile[0].count: 0 is less than 1"),
        ("count = 6", "count = -5", "tile[0].count: -5 is less than 1"),
        ("count = 6", "count = 6.5", "tile[0].count: Expected `int`, got `float`"),
        ("count = 6", "count = 99999999999999", "tile[0].count: Expected `int` <="),
        ("count = 6", "count = 500", "tile: more than 127 tiles"),
        ('north = "aab"', 'north = "aa"', "tile[1].edges.north: 2 segments here, 3 in tile[0]"),
        ('west = "mm"', 'west = "m"', "tile[6].edges.west: 1 segments here, 2 in tile[0]"),
        ('north = "aab"', 'north = "a b"', "tile[1].edges.north: 'a b' has a blank"),
        ('north = "aab"', 'north = ""', "tile[1].edges.north: no segment"),
        ('north = "aba"', f'north = "{"a" * 17}"', "tile[0].edges.north: 17 segments, at most 16"),
        ('north = "aab", ', "", "tile[1].edges: missing key 'north'"),
        ('arcs = ["nw", "se"]', 'arcs = ["nw", "up"]', "tile[2].arcs[1]: 'up' is not nw, ne, sw"),
        ('arcs = ["nw", "se"]', 'arcs = ["nw", "nw"]', "tile[2].arcs[1]: 'nw' is there twice"),
        ('id = "g1"', 'id = "g0"', "name_garden[1].id: 'g0' is there twice"),
        ("points = 15", "points = 0", "name_garden[1].points: 0 is not 1 to 99"),
        ('"..H.."', '"..H."', "name_garden[0].layout[0]: 4 spaces, not 5"),
        ('["..H..", ', "[", "name_garden[0].layout: 2 rows, not 3"),
        ('"..H.."', '"..X.."', "name_garden[0].layout[0]: unknown letter 'X'"),
        ('["..S..", "..B.L"', '["B.S..", "..B.L"', "name_garden[3].layout: more than one boat"),
        ('"..H..", ".*...", "H...."', '".....", ".....", "....."', "name_garden[0].layout: no s"),
        ('"..S.."', '"RRRRR"', "name_garden[3].layout: 5 stones R, there are 4"),
    ],
)  # fmt: skip
def test_an_error_names_table_and_field(check: Check, old: str, new: str, message: str) -> None:
    errors = check((old, new))
    assert any(error.startswith(message) for error in errors), errors


def test_all_errors_are_told(check: Check) -> None:
    errors = check(
        ("count = 6", "count = 0"), ("points = 15", "points = 0"), ('west = "mm"', 'west = "m"')
    )
    assert len(errors) == 3


def test_all_tables_of_a_wrong_shape_are_told(check: Check) -> None:
    assert check(('id = "sand1"', ""), ('id = "g1"', "")) == [
        "tile[1]: missing key 'id'",
        "name_garden[1]: missing key 'id'",
    ]


def test_name_gardens_with_neighbouring_stones_need_as_many_moss_tiles(check: Check) -> None:
    errors = check(('["..S..", "..B.L", "....."]', '["HHHHH", "SSSSS", "LLLLL"]'))
    assert errors == []  # 17 moss tiles
    errors = check(
        ('["..S..", "..B.L", "....."]', '["HHHHH", "SSSSS", "LLLLL"]'),
        ("count = 4", "count = 1"),
    )
    assert errors == [
        "name_garden[3].layout: 15 stones stand next to another, there are only 14 moss tiles (S5)"
    ]


def test_what_is_not_toml_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("schema = ")
    (error,) = check_edition(path).errors
    assert error.startswith(f"{path}: not TOML: ")
    path.write_bytes(b"\xff\xfe")
    assert check_edition(path).errors == (f"{path}: byte 0 is not UTF-8",)
    path.write_text("tile = 3\nschema = 1")
    assert not check_edition(path).is_usable
    with pytest.raises(InvalidText, match=r"bad\.toml: "):
        read_edition(path)
    with pytest.raises(OSError, match=r"none\.toml"):
        check_edition(tmp_path / "none.toml")


def test_no_tiles_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text('schema = 1\nname = "e"\nprovenance = ""\ntile = []\nname_garden = []\n')
    assert check_edition(path).errors == (f"{path}: tile: the edition has no tile",)


def test_81_tiles_are_allowed_with_a_warning(tmp_path: Path) -> None:
    text = Path(SAMPLE).read_text().replace("count = 6", "count = 47", 1)
    path = tmp_path / "my.toml"
    path.write_text(text)
    result = check_edition(path)
    assert result.is_usable
    assert f"{path}: tile: 81 tiles, the box has 80" in result.warnings


def test_tiles_of_one_pattern_are_warned_about(tmp_path: Path) -> None:
    head, first, *rest = SAMPLE.read_text().split("[[tile]]")
    again = first.replace("sand0", "again")
    turned = again.replace('"aba"', '"x"').replace('"aaa"', '"aba"').replace('"x"', '"aaa"')
    for copy, message in ((again, "tile[0]"), (turned, "tile[0], turned")):
        path = tmp_path / "my.toml"
        path.write_text("[[tile]]".join([head, first, copy, *rest]))
        assert f"{path}: tile[1]: the same pattern as {message}" in check_edition(path).warnings


def test_a_game_needs_enough_tiles_and_name_gardens() -> None:
    with pytest.raises(ValueError, match="a game of 3 players needs 51 tiles and 3 Name Gardens"):
        new_game(load_edition(SAMPLE), 3)
    with pytest.raises(ValueError, match="players: 5 is not 2 to 4"):
        new_game(default_edition(), 5)


def test_edges_may_hold_any_printable_character(check: Check) -> None:
    assert check(('north = "aab"', 'north = "│≈ö"')) == []
    assert check(('north = "aab"', 'north = "a\u3000b"'))[0].startswith("tile[1].edges.north")


def test_the_digest_is_that_of_tiles_and_cards(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(SAMPLE.read_text().replace('name = "sample"', 'name = "other"'))
    assert read_edition(path).digest() == read_edition(SAMPLE).digest()
    path.write_text(SAMPLE.read_text().replace("points = 15", "points = 14"))
    assert read_edition(path).digest() != read_edition(SAMPLE).digest()
    assert digest_of(load_edition(SAMPLE)) == read_edition(SAMPLE).digest()


def test_an_edition_gives_its_file_back() -> None:
    assert edition_file_of(default_edition()) == default_edition_file()


def test_editions_can_be_compared_and_pickled() -> None:
    edition = default_edition()
    assert pickle.loads(pickle.dumps(edition)) == edition
    assert edition != random_edition(1)


def test_the_schema_describes_every_key() -> None:
    schema = edition_schema()
    tile = schema["$defs"]["Tile"]
    assert tile["required"] == ["id", "surface", "count", "edges", "arcs"]
    assert tile["additionalProperties"] is False
    assert tile["properties"]["surface"]["enum"] == ["sand", "moss"]


def test_turning_swaps_and_reverses_edges_and_moves_arcs() -> None:
    edition = load_edition(SAMPLE)
    printed, turned = edition.faces[2], edition.faces[3]  # sand1
    assert sorted(printed.arcs) == ["nw", "se", "sw"]
    assert sorted(turned.arcs) == ["ne", "nw", "se"]
    assert edition.face_to_text(3) == "sand1'"
    assert edition.face_from_text("sand1'") == 3
    # north aab, south bab: turned, north is bab backwards and south is baa
    assert turned.north == printed.south
    assert edition.canonical(3) == 3


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "schema = " + "1" * 5000],
    ids=["too deep", "too long"],
)
def test_toml_that_python_cannot_hold_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "edition.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidText, match="not TOML"):
        read_edition(file)


@pytest.mark.parametrize("name", ['"two\\nlines"', '""', '" "'])
def test_a_name_is_one_printable_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / "edition.toml"
    text = SAMPLE.read_text(encoding="utf-8").replace('"sample"', name, 1)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidText, match="name: one printable line is wanted"):
        read_edition(file)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "edition.toml"
    file.write_bytes(b"\xef\xbb\xbf" + SAMPLE.read_bytes())
    assert read_edition(file).name == "sample"
