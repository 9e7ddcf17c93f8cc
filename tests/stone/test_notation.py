"""Texts of gardens, moves, states, views and records."""

import re
from pathlib import Path

import pytest

from niwashi import IllegalMove, InvalidText
from niwashi.stone import Garden, Move, Position, Record, deal, default_edition, new_game, view

from .states import garden_text, play, player, state

ED = default_edition()
REST = ",_,_,_/_,_,_,_,_/_,_,_,_,_"


def test_a_garden_text_is_read_and_written() -> None:
    text = "plain,nw':R,plain,island:L@,_/_,_,_,_,_/_,_,_,_,_"
    assert Garden.from_text(ED, text).to_text() == text


def test_a_turned_tile_that_looks_the_same_is_written_unturned() -> None:
    assert Garden.from_text(ED, f"plain',plain'{REST}").to_text() == f"plain,plain{REST}"
    assert Garden.from_text(ED, f"plain',plain{REST}") == Garden.from_text(ED, f"plain,plain{REST}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "garden: 1 rows joined by '/', not 3"),
        ("_,_,_,_,_/_,_,_,_,_", "garden: 2 rows"),
        ("_,_,_,_,_/_,_,_,_/_,_,_,_,_", "garden: row 2 has 4 spaces, not 5"),
        (f"plain,wood{REST}", "garden: space 12: tile: unknown tile 'wood'"),
        (f"plain,_,{REST}", "garden: row 1 has 6 spaces, not 5"),
        (f"plain,{REST}", "garden: space 12: tile: unknown tile ''"),
        (f"plain:X,_{REST}", "garden: space 11: unknown stone 'X'"),
        (f"plain:,_{REST}", "garden: space 11: '' is not one stone"),
        (f"plain:HH,_{REST}", "garden: space 11: 'HH' is not one stone"),
        (f"_:H,_{REST}", "garden: space 11 is empty but has a stone"),
        (f"_@,_{REST}", "garden: space 11 is empty but has a monk"),
        (f"plain@,plain@{REST}", "garden: space 12: a second monk, the first stands on 11"),
        (f"plain@:H,_{REST}", "garden: space 11: tile: unknown tile 'plain@'"),
        (f"plain:H,plain:H{REST}", "garden: a stone next to another, off moss (S5) on space 11"),
        (f"island:B,island:B{REST}", "garden: two boats (S5)"),
        (f"plain\n,_{REST}", "garden: space 11: tile: unknown tile 'plain?'"),
    ],
)
def test_what_is_no_garden_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(InvalidText) as error:
        Garden.from_text(ED, text)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


MOVES = [
    "garden:garden-03",
    "master:kentei",
    "draw:nw-se",
    "place",
    "place-stored",
    "offer",
    "discard",
    "store",
    "done",
    "accept",
    "decline",
    "give:2",
    "withdraw",
    "rob",
    "pass",
    "reveal",
    "keep",
    "11=plain",
    "23=nw'",
    "meditate",
    "step:23",
    "buy:R23",
    "card:sesshu",
    "stay",
    "take:B35",
    "discard:nw",
    "discard-all",
    "monk:23",
    "move:11-23",
    "swap:11=ne+12=nw'",
    "from:2:33=nw'",
    "stop",
]


def test_every_kind_of_move_is_read_and_written() -> None:
    moves = [Move.from_text(ED, text) for text in MOVES]
    assert [move.to_text() for move in moves] == MOVES
    assert len({move.kind for move in moves}) == 31
    assert moves == sorted(moves)


def test_moves_are_read_in_any_order_and_written_in_one() -> None:
    assert Move.from_text(ED, "swap:12=nw'+11=plain'").to_text() == "swap:11=plain+12=nw'"
    assert Move.from_text(ED, "11=plain'").to_text() == "11=plain"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "plac", "place ", "Place", "41=nw", "16=nw", "1=nw", "11=", "11=wood", "=nw"),
        *("give:", "give:0", "give:5", "give:12", "step:", "step:00", "buy:X11", "buy:R", "buy:"),
        *("card:", "card:nobody", "garden:", "garden:kentei", "master:garden-01", "draw:"),
        *("move:11", "move:11-", "move:11-12-13", "swap:11=nw", "swap:11=nw+11=ne", "swap:"),
        *("from:2", "from:2:", "from:9:11=nw", "take:11", "monk:", "discard:", "discard:wood"),
        *("unknown:11", "11=nw''", "11=nw\n", "\u00e9", "x" * 1000),
    ],
)
def test_what_is_no_move_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidText, match=r"^move: ") as error:
        Move.from_text(ED, text)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 200


def test_a_new_game_is_written_as_documented() -> None:
    text = new_game(ED, 2).to_text()
    assert text == (
        "deal-garden 1 1 - - - - H4S5R2L3B1 - plain=16,nw=10,ne=10,top=6,left=6,nw-se=4,ne-sw=4,"
        "island=4,north=4,west=4,east-west=4,north-west=4,north-east=4 "
        "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_;-;0;-;- _,_,_,_,_/_,_,_,_,_/_,_,_,_,_;-;0;-;-"
    )


def test_a_robbery_is_written_as_documented() -> None:
    position = state(
        "step1", player("11=nw@", stored="top"), player(), player(virtue=2), player(virtue=3),
        hand="nw",
    )  # fmt: skip
    fields = play(position, "offer decline decline decline place rob").to_text().split(" ")
    assert fields[:7] == ["answer-robbery", "1", "4", "nw", "drawn", "o", "3"]


def changed(position: Position, **fields: str) -> str:
    parts = position.to_text().split(" ")
    for name, value in fields.items():
        parts[int(name[1:])] = value
    return " ".join(parts)


STEP1 = state("step1", player("11=nw@", stored="top"), player("31=plain@", virtue=2), hand="nw")
GARDEN = STEP1.to_text().split(" ")[10]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"f0": "step3"}, "state: unknown decision 'step3'"),
        ({"f1": "3"}, "state: active player: '3' is not a player from 1 to 2"),
        ({"f2": "0"}, "state: player concerned: '0' is not a player"),
        ({"f2": "2"}, "state: only the active player is concerned at 'step1'"),
        ({"f3": "wood"}, "state: hand: unknown tile 'wood'"),
        ({"f3": "-"}, "state: 9 tiles 'nw', the edition has 10"),
        ({"f3": "nw,ne,top,nw"}, "state: hand: 4 tiles, at most 3"),
        ({"f4": "taken"}, "state: declared tile: 'taken' is not drawn, stored or -"),
        ({"f4": "drawn"}, "state: the declared tile does not go with 'step1'"),
        ({"f5": "x"}, "state: marks: 'x' is not o, s, os or -"),
        ({"f5": "s"}, "state: mark 's', but the active player has not used a card"),
        ({"f6": "2"}, "state: player 2 cannot have answered"),
        ({"f6": "2,1"}, "state: answers: '2,1' is not ascending"),
        ({"f7": "H4S5R2L3"}, "state: yard: 'H4S5R2L3' is not like H4S5R2L3B1"),
        ({"f7": "H4S5R2L3B2"}, "state: 2 stones B, 2 players have 1"),
        ({"f8": "nw=0"}, "state: discards: tile 'nw' with count 0"),
        ({"f8": "nw"}, "state: discards: 'nw' is not TILE=COUNT"),
        ({"f8": "nw=1,nw=1"}, "state: discards: tile 'nw' is there twice"),
        ({"f8": "nw=1"}, "state: 11 tiles 'nw', the edition has 10"),
        ({"f8": "nw=1000"}, "state: discards: '1000' is not a number up to 127"),
        ({"f9": "-"}, "state: 1 tiles 'plain', the edition has 16"),
        ({"f9": "nw>>"}, "state: stack: unknown tile ''"),
        ({"f10": GARDEN.replace(";0;", ";7;")}, "state: player 1: virtue: '7' is not a number up"),
        ({"f10": GARDEN.replace("@", "")}, "state: player 1: no monk"),
        ({"f10": GARDEN.replace("top", "log")}, "state: player 1: storage: unknown tile 'log'"),
        ({"f10": GARDEN + ";x"}, "state: player 1: 6 parts joined by ';', not 5"),
        ({"f10": GARDEN.replace("kobori-enshu", "x")}, "state: player 1: unknown Master card 'x'"),
        ({"f10": GARDEN.replace("kobori-enshu", "?!")}, "state: player 1: unknown Master card '?'"),
        ({"f10": GARDEN.replace("kobori-enshu", "-")}, "state: player 1: the Master card is miss"),
        ({"f10": GARDEN.replace("garden-01", "garden-02")}, "state: player 2: the Name Garden is"),
        ({"f10": GARDEN.replace("nw@,_", "nw@,_:H")}, "state: player 1: garden: space 12 is empty"),
    ],
)  # fmt: skip
def test_what_is_no_state_is_refused_with_the_place(fields: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidText) as error:
        Position.from_text(ED, changed(STEP1, **fields))
    assert str(error.value).startswith(message)


def test_a_state_of_one_player_or_five_is_refused() -> None:
    parts = STEP1.to_text().split(" ")
    for wrong in (parts[:-1], [*parts, *parts[-1:] * 3]):
        with pytest.raises(InvalidText, match="fields separated by single blanks"):
            Position.from_text(ED, " ".join(wrong))


def test_a_view_shows_neither_the_others_cards_nor_the_order_of_the_stack() -> None:
    position = deal(ED, 3, seed=1)
    seen = view(position, 1).to_text().split(" ")
    whole = position.to_text().split(" ")
    assert seen[9].startswith("plain=16,nw=10,")
    assert [field.split(";")[3:] for field in seen[10:]] == [
        ["?", "?"],
        whole[11].split(";")[3:],
        ["?", "?"],
    ]


def test_a_used_card_is_seen_by_all() -> None:
    position = state("step1", player(master="kentei!"), player(), hand="nw")
    assert view(position, 1).players[0].master == "kentei"


def test_the_words_of_the_documentation_are_those_of_the_program() -> None:
    text = Path(__file__).parents[2].joinpath("docs/notation-stone.md").read_text()
    for move in MOVES:
        word = re.match("[a-z-]*", move)
        assert word is not None
        assert f"`{word[0]}" in text


def record_text() -> list[str]:
    start = new_game(ED, 2)
    moves = "garden:garden-03 garden:garden-01 master:kentei master:sesshu draw:nw store"
    return (
        Record.of_moves(start, [Move.from_text(ED, m) for m in moves.split()]).to_text().split("\n")
    )


def test_a_record_is_read_line_by_line() -> None:
    lines = record_text()
    assert lines[0] == "niwashi stone record 1"
    assert lines[-2].split() == ["step1", "1", "store"]
    commented = [*lines[:-2], "", "# a comment", *lines[-2:]]
    assert Record.from_text(ED, "\n".join(commented)).moves[-1].to_text() == "store"


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (0, "niwashi jardin record 1", "record: the first line is not"),
        (1, "author: me", "record: line 2: unexpected field 'author'"),
        (2, "digest: 00", "record: it was played with another edition, 'reconstruction'"),
        (3, "players: 9", "record: players: 9 is not 2 to 4"),
        (3, "players: x", "record: players: 'x' is not a number"),
        (3, "", "record: one of the fields 'players' and 'start' is wanted"),
        (3, "start: x", "record: start: state: 1 fields"),
        (5, "deal-garden 1", "record: line 6: 2 columns, not 3"),
        (5, "deal-master 1 garden:garden-03", "record: line 6: decision deal-master where deal-g"),
        (5, "deal-garden 2 garden:garden-03", "record: line 6: player 2 where 1 is concerned"),
        (5, "deal-garden 1 garden:garden-99", "record: line 6: move: 'garden:garden-99'"),
    ],
)  # fmt: skip
def test_a_wrong_record_is_refused_with_the_line(line: int, text: str, message: str) -> None:
    lines = record_text()
    lines[line] = text
    with pytest.raises(InvalidText) as error:
        Record.from_text(ED, "\n".join(lines))
    assert str(error.value).startswith(message)


def test_an_illegal_move_in_a_record_is_named_with_its_line() -> None:
    lines = record_text()
    lines[-2] = "step1 1 discard"
    with pytest.raises(IllegalMove, match=r"^record: line \d+: move: 'discard' is not one of"):
        Record.from_text(ED, "\n".join(lines))


def test_a_garden_text_helper_writes_what_the_program_reads() -> None:
    assert Garden.from_text(ED, garden_text("11=nw@ 12=ne':H")).stones[1] == "H"
