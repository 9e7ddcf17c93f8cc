import json
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from niwashi import InvalidText, stone
from niwashi.solver.result import Status
from niwashi.solver.stone import GardenResult
from tests.cli.runner import Answer, niwashi

CASES = Path(__file__).parent.parent / "cases"
SAMPLE = CASES / "stone_edition_sample.toml"
GOLDEN = Path(__file__).parent.parent / "golden" / "stone" / "players-2-seed-7.txt"

GARDEN = "nw':S,ne',plain,top',plain:R/ne,nw@,left,north:H,north-west/_,_,_,_,_"
SCORE_KEYS = list(stone.breakdown_names)

TOML = """
schema = 1
name = "mine"
provenance = "copied from the box"

[[tile]]
id = "plain"
surface = "sand"
count = 60
edges = { north = "--", east = "s", south = "--", west = "s" }
arcs = []

[[tile]]
id = "moss"
surface = "moss"
count = 20
edges = { north = "mm", east = "s", south = "--", west = "s" }
arcs = ["sw"]

[[name_garden]]
id = "first"
points = 5
layout = ["S....", "..*..", "....."]
"""


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


def documents(ran: Answer) -> list[Any]:
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def document(ran: Answer) -> Any:
    (only,) = documents(ran)
    return only


def state(players: int = 2, seed: int = 1) -> str:
    return stone.deal(stone.default_edition(), players, seed).to_text()


# score


def test_score_prints_the_keys_of_the_contract_in_order() -> None:
    scored = document(niwashi("stone", "score", "--json", GARDEN))
    assert [key for key in scored if key != "card"] == ["garden", *SCORE_KEYS]
    assert scored["garden"] == GARDEN
    assert scored["total"] == sum(scored[key] for key in SCORE_KEYS[:-1])


def test_score_agrees_with_all_the_given_layouts() -> None:
    text = (CASES / "stone_score.ndjson").read_text(encoding="utf-8")
    wanted = [json.loads(line) for line in text.splitlines()]
    ran = niwashi("stone", "score", "--edition", SAMPLE, "--json", "-", stdin=text)
    scored = documents(ran)
    assert len(scored) == len(wanted) == 40
    for ours, theirs in zip(scored, wanted, strict=True):
        assert {key: ours[key] for key in SCORE_KEYS} == {key: theirs[key] for key in SCORE_KEYS}
        assert ours["card"] == theirs["card"]
    assert ran.err == ""


def test_score_agrees_with_each_layout_by_itself_too() -> None:
    lines = (CASES / "stone_score.ndjson").read_text(encoding="utf-8").splitlines()
    for line in lines[:8]:
        case = json.loads(line)
        card = ["--card", case["card"]] if case["card"] else []
        arguments = ["--edition", SAMPLE, "--virtue", case["virtue_in"], *card, "--json"]
        scored = document(niwashi("stone", "score", *arguments, case["garden"]))
        assert {key: scored[key] for key in SCORE_KEYS} == {key: case[key] for key in SCORE_KEYS}


def test_score_reads_its_own_output() -> None:
    arguments = ("stone", "score", "--json", "--card", "garden-01", "--virtue", 3)
    first = niwashi(*arguments, GARDEN)
    assert niwashi("stone", "score", "--json", "-", stdin=first.out).out == first.out


def test_score_reads_gardens_line_by_line_and_passes_over_blank_ones() -> None:
    empty = "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_"
    ran = niwashi("stone", "score", "--json", "-", stdin=f"{GARDEN}\n\n{empty}\n")
    assert [scored["garden"] for scored in documents(ran)] == [GARDEN, empty]


def test_score_for_people_shows_garden_rules_and_total() -> None:
    ran = niwashi("stone", "score", "--virtue", 2, GARDEN)
    total = stone.score(stone.Garden.from_text(stone.default_edition(), GARDEN), None, 2).total
    assert re.search(rf"^ total +{total}", ran.out, re.MULTILINE)
    assert f"Garden: {GARDEN}" in ran.out
    assert "(S)" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_picture_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "garden.svg"
    assert niwashi("stone", "score", "--svg", file, GARDEN).code == 0
    assert ET.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert list(tmp_path.iterdir()) == [file]


def test_a_picture_shows_one_garden(tmp_path: Path) -> None:
    for gardens in ([GARDEN, GARDEN], ["-"]):
        ran = niwashi("stone", "score", "--svg", tmp_path / "x.svg", *gardens)
        assert ran.code == 2
        assert "svg:" in ran.complaint
    assert list(tmp_path.iterdir()) == []


EMPTY_ROW = "_,_,_,_,_"
EMPTY_ROWS = f"/{EMPTY_ROW}/{EMPTY_ROW}"


@pytest.mark.parametrize(
    ("garden", "words"),
    [
        ("rock,_,_,_,_" + EMPTY_ROWS, "unknown tile 'rock'"),
        ("_:S,_,_,_,_" + EMPTY_ROWS, "11"),
        ("_@,_,_,_,_" + EMPTY_ROWS, "11"),
        ("plain:S,plain:H,_,_,_" + EMPTY_ROWS, "S5"),
        ("plain:B,plain,plain:B,_,_" + EMPTY_ROWS, "boat"),
        ("plain@,plain@,_,_,_" + EMPTY_ROWS, "monk"),
        ("plain:Q,_,_,_,_" + EMPTY_ROWS, "'Q'"),
        ("_,_,_,_" + EMPTY_ROWS, "row 1"),
        ("_,_,_,_,_/_,_,_,_,_", "2 rows"),
        ("", "garden"),
        ("plain\x00,_,_,_,_" + EMPTY_ROWS, "garden"),
        ("\udcff,_,_,_,_" + EMPTY_ROWS, "garden"),
        ("x" * 100_000, "garden"),
        ("{", "JSON"),
        ('{"garden": 3}', "garden"),
        ("{}", "garden"),
        ('{"garden": "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_", "virtue": 7}', "virtue"),
        ('{"garden": "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_", "virtue": true}', "virtue"),
        ('{"garden": "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_", "card": "none"}', "card"),
        ('{"garden": ' + "[" * 100_000, "JSON"),
    ],
)
def test_a_garden_that_breaks_the_rules_is_one_line_and_exit_2(garden: str, words: str) -> None:
    ran = niwashi("stone", "score", "--json", garden)
    assert ran.code == 2
    assert ran.out == ""
    assert words in ran.complaint
    assert len(ran.complaint) < 300


def test_a_bad_line_is_named_and_those_before_it_are_scored() -> None:
    ran = niwashi("stone", "score", "--json", "-", stdin=f"{GARDEN}\n\nnonsense\n{GARDEN}\n")
    assert ran.code == 2
    assert len(ran.out.splitlines()) == 1
    assert "standard input line 3: garden:" in ran.err.splitlines()[-1]


@pytest.mark.parametrize("virtue", ["7", "-1", "many", ""])
def test_virtue_is_0_to_6(virtue: str) -> None:
    ran = niwashi("stone", "score", "--virtue", virtue, GARDEN)
    assert ran.code == 2
    assert "--virtue" in ran.complaint


def test_an_unknown_card_is_named() -> None:
    ran = niwashi("stone", "score", "--card", "garden-99", GARDEN)
    assert ran.code == 2
    assert "card: unknown Name Garden 'garden-99'" in ran.complaint


# The edition in use


def test_the_reconstruction_is_never_taken_for_the_printed_set() -> None:
    for arguments in (
        ["score", GARDEN],
        ["edition", "show"],
        ["moves", "--from", state()],
        ["replay", GOLDEN],
        ["simulate", "--games", 1, "--players", 2],
    ):
        ran = niwashi("stone", *arguments)
        assert ran.code == 0
        notes = [line for line in ran.err.splitlines() if "not the printed set" in line]
        assert len(notes) == 1, arguments


def test_an_edition_that_was_asked_for_needs_no_note(edition: Path) -> None:
    garden = "plain,moss:H,_,_,_" + EMPTY_ROWS
    ran = niwashi("stone", "score", "--edition", edition, "--json", garden)
    assert document(ran)["moss"] == 2
    assert ran.err == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('surface = "moss"\n', "", "tile[1]: missing key 'surface'"),
        ('surface = "moss"', 'surface = "moss"\ncolour = "green"', "unknown key 'colour'"),
        ("count = 20", "count = 0", "tile[1].count"),
        ("count = 20", "count = -1", "tile[1].count"),
        ("count = 20", 'count = "20"', "tile[1].count"),
        ('north = "mm"', 'north = "mmm"', "tile[1].edges.north: 3 segments here, 2 in tile[0]"),
        ('north = "mm"', f'north = "{"m" * 5000}"', "tile[1].edges.north"),
        ('"S...."', '"Q...."', "name_garden[0].layout"),
        ('"S....", "..*.."', '".....", "....."', "name_garden[0].layout"),
        ('id = "moss"', 'id = "plain"', "tile[1].id"),
        ('id = "moss"', 'id = "Moss!"', "tile[1].id"),
        ('arcs = ["sw"]', 'arcs = ["south"]', "tile[1].arcs"),
        ("schema = 1", "schema = 2", "schema"),
        ("[[tile]]", "[[tile", "not TOML"),
    ],
)
def test_an_edition_with_a_mistake_is_refused_with_its_place(
    edition: Path, old: str, new: str, words: str
) -> None:
    assert old in TOML
    edition.write_text(TOML.replace(old, new, 1), encoding="utf-8")
    for arguments in (
        ["edition", "check", edition],
        ["edition", "show", edition],
        ["score", "--edition", edition, "_,_,_,_,_" + EMPTY_ROWS],
        ["simulate", "--games", 1, "--players", 2, "--edition", edition],
    ):
        ran = niwashi("stone", *arguments)
        assert ran.code == 2
        assert str(edition) in ran.complaint
        if "score" in arguments:
            assert words in ran.complaint


def test_an_edition_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for file in (tmp_path / "none.toml", tmp_path):
        for arguments in (["edition", "check", file], ["score", "--edition", file, GARDEN]):
            ran = niwashi("stone", *arguments)
            assert ran.code == 2
            assert f"cannot read '{file}'" in ran.complaint
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in niwashi("stone", "edition", "check", binary).complaint


# edition


def test_check_counts_by_kind(edition: Path) -> None:
    checked = document(niwashi("stone", "edition", "check", "--json", edition))
    assert checked["usable"] is True
    assert checked["errors"] == []
    assert checked["tiles"] == {"plain": 60, "moss": 20}
    assert (checked["sand"], checked["moss"], checked["total"]) == (60, 20, 80)
    assert checked["name_gardens"] == 1
    ran = niwashi("stone", "edition", "check", edition)
    assert "  80  tiles: 60 sand, 20 moss" in ran.out
    assert "edition mine: copied from the box" in ran.out


def test_81_tiles_are_allowed_with_a_warning(edition: Path) -> None:
    edition.write_text(TOML.replace("count = 20", "count = 21"), encoding="utf-8")
    ran = niwashi("stone", "edition", "check", edition)
    assert ran.code == 0
    assert re.search(r"^warning: .*81 tiles", ran.out, re.MULTILINE)


def test_check_names_every_error(edition: Path) -> None:
    edition.write_text(
        TOML.replace("count = 60", "count = 0").replace('"S...."', '"X...."'), encoding="utf-8"
    )
    ran = niwashi("stone", "edition", "check", edition)
    assert ran.code == 2
    errors = [line for line in ran.out.splitlines() if line.startswith("error: ")]
    assert any("tile[0].count" in line for line in errors)
    assert any("name_garden[0].layout" in line for line in errors)
    assert "more error" in ran.complaint
    as_json = niwashi("stone", "edition", "check", "--json", edition)
    assert as_json.code == 2
    assert json.loads(as_json.out)["usable"] is False
    assert len(json.loads(as_json.out)["errors"]) == len(errors)


def test_show_draws_every_face_and_card(tmp_path: Path) -> None:
    file = tmp_path / "edition.svg"
    ran = niwashi("stone", "edition", "show", "--svg", file)
    assert ran.code == 0
    svg = file.read_text(encoding="utf-8")
    default = stone.default_edition()
    for face in range(2 * len(default.tile_ids)):
        if default.canonical(face) == face:
            assert f'data-face="{default.face_to_text(face)}"' in svg
            assert f" {default.face_to_text(face)} " in ran.out
    for card in default.name_gardens:
        assert f'data-card="{card.id}"' in svg
        assert f"{card.id} {card.points}" in ran.out


def test_show_as_json_is_what_the_file_says(edition: Path) -> None:
    shown = document(niwashi("stone", "edition", "show", "--json", edition))
    assert [tile["count"] for tile in shown["tile"]] == [60, 20]
    assert shown["name_garden"][0]["layout"] == ["S....", "..*..", "....."]


def test_names_of_an_edition_cannot_steer_the_terminal(edition: Path) -> None:
    rude = TOML.replace("copied", r"\u009b1m\tcop\u001b[31mied\n")
    edition.write_text(rude, encoding="utf-8")
    for verb in ("check", "show"):
        ran = niwashi("stone", "edition", verb, edition)
        assert "cop [31mied" in ran.out
        assert not [c for c in ran.out if not c.isprintable() and c != "\n"]


def test_the_schema_is_one_json_document() -> None:
    ran = niwashi("stone", "edition", "schema")
    assert json.loads(ran.out) == stone.edition_schema()


# moves


def test_moves_are_those_of_the_core_one_a_line() -> None:
    position = stone.Position.from_text(stone.default_edition(), state())
    assert position.is_chance
    [(outcome, weight)] = stone.chance_outcomes(position)
    ran = niwashi("stone", "moves", "--from", position.to_text())
    assert ran.out == f"{outcome} {weight}\n"
    position = stone.apply(position, outcome)
    ran = niwashi("stone", "moves", "--from", position.to_text())
    assert ran.out.split() == [move.to_text() for move in stone.legal_moves(position)]
    as_json = document(niwashi("stone", "moves", "--json", "--from", position.to_text()))
    assert as_json["moves"] == ran.out.split()
    assert as_json["count"] == len(as_json["moves"])
    assert (as_json["decision"], as_json["player"]) == ("step1", 1)
    assert niwashi("stone", "moves", "--count", "--from", position.to_text()).out == "3\n"


def test_a_state_can_come_from_standard_input() -> None:
    piped = niwashi("stone", "moves", "--from", "-", stdin=state() + "\n")
    assert piped.out == niwashi("stone", "moves", "--from", state()).out


@pytest.mark.parametrize("text", ["", "nonsense", "step1 1 1", "\udc80 1", "9" * 5000])
def test_a_state_that_cannot_be_read_is_one_line_and_exit_2(text: str) -> None:
    for arguments in (["moves", "--from", text], ["replay", "--from", text, "meditate"]):
        ran = niwashi("stone", *arguments)
        assert ran.code == 2
        assert len(ran.complaint) < 300


def test_a_state_with_more_of_a_tile_or_stone_than_there_is_is_refused() -> None:
    for old, new in (("H4S5", "H5S5"), ("plain>", "nw>")):
        assert old in state()
        ran = niwashi("stone", "moves", "--from", state().replace(old, new, 1))
        assert ran.code == 2
        assert "state" in ran.complaint or "position" in ran.complaint


# replay


def test_replay_checks_a_record_and_shows_where_it_leads() -> None:
    record = stone.Record.from_text(stone.default_edition(), GOLDEN.read_text(encoding="utf-8"))
    replayed = document(niwashi("stone", "replay", "--json", GOLDEN))
    assert replayed["state"] == record.position.to_text()
    assert replayed["scores"] == record.scores
    assert replayed["winners"] == [player + 1 for player in stone.winners(record.position)]
    assert replayed["over"] is True
    assert replayed["moves"] == [move.to_text() for move in record.moves]
    assert [list(points) for points in replayed["breakdowns"]] == [SCORE_KEYS, SCORE_KEYS]


def test_replay_for_people_shows_every_garden() -> None:
    ran = niwashi("stone", "replay", GOLDEN)
    assert "Player 1:" in ran.out
    assert "Player 2:" in ran.out
    assert "The game is over." in ran.out


def test_replay_plays_moves_from_a_state() -> None:
    position = stone.Position.from_text(stone.default_edition(), state())
    [(draw, _)] = stone.chance_outcomes(position)
    ran = niwashi("stone", "replay", "--json", "--from", state(), draw, "store", "meditate")
    replayed = document(ran)
    assert replayed["moves"] == [str(draw), "store", "meditate"]
    assert replayed["player"] == 2
    assert replayed["over"] is False
    assert replayed["winners"] == []


def test_the_first_illegal_move_is_named() -> None:
    [(draw, _)] = stone.chance_outcomes(stone.Position.from_text(stone.default_edition(), state()))
    ran = niwashi("stone", "replay", "--from", state(), draw, "discard", "meditate")
    assert ran.code == 2
    assert "move 2:" in ran.complaint
    assert "discard" in ran.complaint
    ran = niwashi("stone", "replay", "--from", state(), draw, "jump")
    assert ran.code == 2
    assert "move 2:" in ran.complaint
    assert "'jump'" in ran.complaint


def test_a_record_with_a_wrong_line_is_refused_by_line(tmp_path: Path) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("step1"))
    lines[number] = "step1 1 done"
    file = tmp_path / "record.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    ran = niwashi("stone", "replay", file)
    assert ran.code == 2
    assert f"line {number + 1}" in ran.complaint


def test_replay_wants_a_record_or_a_state(tmp_path: Path) -> None:
    assert "one record file" in niwashi("stone", "replay").complaint
    assert "cannot read" in niwashi("stone", "replay", tmp_path / "none").complaint


# simulate


def test_simulate_prints_one_game_a_line_and_a_summary_on_stderr() -> None:
    ran = niwashi("stone", "simulate", "--games", 5, "--players", 3, "--json", "--seed", 4)
    games = documents(ran)
    assert [game["game"] for game in games] == [1, 2, 3, 4, 5]
    assert all(not game["capped"] and len(game["scores"]) == 3 for game in games)
    assert "5 games over, 0 stopped at the turn cap" in ran.err
    assert re.search(r"player 3: mean -?[\d.]+ ± [\d.]+, wins \d", ran.err)


def test_every_simulated_game_is_legal_and_ends() -> None:
    for players in (2, 3, 4):
        start = stone.new_game(stone.default_edition(), players)
        ran = niwashi("stone", "simulate", "--games", 4, "--players", players, "--json")
        for game in documents(ran):
            moves = [stone.Move.from_text(start.edition, text) for text in game["moves"]]
            record = stone.Record.of_moves(start, moves)
            assert record.position.is_over
            assert record.position.to_text() == game["state"]
            assert record.scores == game["scores"]


def test_the_same_seed_gives_the_same_games_byte_for_byte() -> None:
    def games(seed: int) -> str:
        return niwashi("stone", "simulate", "--games", 3, "--seed", seed, "--json").out

    assert games(2**64 - 1) == games(2**64 - 1)
    assert games(1) != games(2)


def test_a_game_can_be_simulated_again_by_the_seed_it_names() -> None:
    third = documents(niwashi("stone", "simulate", "--games", 3, "--json"))[2]
    again = document(niwashi("stone", "simulate", "--games", 1, "--seed", third["seed"], "--json"))
    assert again["moves"] == third["moves"]


def test_reaching_the_cap_is_reported() -> None:
    ran = niwashi("stone", "simulate", "--games", 2, "--turn-cap", 5, "--json")
    assert all(game["capped"] and game["turns"] == 5 for game in documents(ran))
    assert all(game["winners"] == [] for game in documents(ran))
    assert "0 games over, 2 stopped at the turn cap" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--games", "-3"],
        ["--games", "x"],
        ["--games", "1", "--players", "5"],
        ["--games", "1", "--players", "1"],
        ["--games", "1", "--policy", "clever"],
        ["--games", "1", "--turn-cap", "0"],
        ["--games", "1", "--seed", "-1"],
        ["--games", "1", "--seed", str(2**64)],
        [],
    ],
)
def test_what_cannot_be_simulated_is_one_line_and_exit_2(arguments: list[str]) -> None:
    ran = niwashi("stone", "simulate", *arguments)
    assert ran.code == 2
    assert ran.complaint


def test_an_edition_too_small_for_so_many_players_is_refused(edition: Path) -> None:
    ran = niwashi("stone", "simulate", "--games", 1, "--players", 4, "--edition", edition)
    assert ran.code == 2
    assert "Name Garden" in ran.complaint or "players" in ran.complaint


# solve and max, with a solver that answers at once


FULL = "/".join([",".join(["plain"] * 5)] * 3)
PLAIN = stone.Garden.from_text(stone.default_edition(), FULL)


class Solver:
    """Stands in for the solver: remembers what it was asked, answers what it was told to."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.status = Status.OPTIMAL
        self.garden: stone.Garden | None = PLAIN
        self.slack = 0
        self.interrupted = False
        self.reason: str | None = None
        self.error: Exception | None = None

    def maximum(
        self, edition: stone.Edition, *, card: str | None = None, **options: Any
    ) -> GardenResult:
        """Answers like `niwashi.solver.stone.maximum`."""
        self.asked.append({"card": card, **options})
        if self.error is not None:
            raise self.error
        score = None if self.garden is None else stone.score(self.garden, card, 6).total
        return GardenResult(
            status=self.status,
            score=score,
            bound=(score or 0) + self.slack,
            moves=[],
            position=self.garden,
            seconds=1.5,
            workers=options["workers"] or 2,
            seed=options["seed"],
            work=0.25,
            interrupted=self.interrupted,
            card=card,
            reason=self.reason,
        )

    def maximum_by_card(self, edition: stone.Edition, **options: Any) -> list[GardenResult]:
        """Answers like `niwashi.solver.stone.maximum_by_card`."""
        return [self.maximum(edition, card=card.id, **options) for card in edition.name_gardens]


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    stand_in = Solver()
    monkeypatch.setattr("niwashi.solver.stone.maximum", stand_in.maximum)
    monkeypatch.setattr("niwashi.solver.stone.maximum_by_card", stand_in.maximum_by_card)
    return stand_in


@pytest.mark.parametrize("verb", ["solve", "max"])
def test_a_solution_has_the_keys_of_the_contract(solver: Solver, verb: str) -> None:
    found = document(niwashi("stone", verb, "--json", "--workers", 1, "--seed", 7))
    assert set(found) >= {
        *("status", "score", "bound", "moves", "garden", "breakdown", "seconds", "workers"),
        "seed",
    }
    assert found["status"] == "OPTIMAL"
    assert found["score"] == found["bound"] == found["breakdown"]["total"]
    assert found["breakdown"]["virtue"] == 6
    assert list(found["breakdown"]) == SCORE_KEYS
    assert found["garden"] == PLAIN.to_text()
    assert (found["seconds"], found["workers"], found["seed"]) == (1.5, 1, 7)
    assert "dice" not in found


def test_the_options_reach_the_solver(solver: Solver) -> None:
    ran = niwashi(
        *("stone", "solve", "--players", 3, "--card", "garden-02", "--tiles", "plain=16, nw=2"),
        *("--from", GARDEN, "--partial", "--time-limit", 5, "--workers", 2, "--seed", 9),
    )
    assert ran.code == 0
    [asked] = solver.asked
    assert asked.pop("start").to_text() == GARDEN
    asked.pop("on_progress")
    assert asked == {
        "players": 3,
        "card": "garden-02",
        "tiles": {"plain": 16, "nw": 2},
        "partial": True,
        "time_limit": 5.0,
        "work_limit": None,
        "workers": 2,
        "seed": 9,
    }


def test_a_work_limit_takes_the_place_of_the_time_limit(solver: Solver) -> None:
    found = document(niwashi("stone", "max", "--work-limit", 3, "--json"))
    assert (solver.asked[0]["time_limit"], solver.asked[0]["work_limit"]) == (None, 3.0)
    assert found["seconds"] is None


def test_a_proof_is_told_from_a_bound(solver: Solver) -> None:
    assert "proven optimal" in niwashi("stone", "max").out
    solver.status, solver.slack = Status.FEASIBLE, 4
    ran = niwashi("stone", "max")
    assert ran.code == 0
    assert "not proven" in ran.out
    assert "(gap 4)" in ran.out


def test_the_best_garden_is_drawn_with_its_card(solver: Solver, tmp_path: Path) -> None:
    file = tmp_path / "best.svg"
    assert niwashi("stone", "solve", "--card", "garden-02", "--svg", file).code == 0
    assert 'data-card="garden-02"' in file.read_text(encoding="utf-8")


def test_every_card_can_be_tried_in_one_run(solver: Solver) -> None:
    cards = [card.id for card in stone.default_edition().name_gardens]
    found = documents(niwashi("stone", "max", "--all-cards", "--json"))
    assert [one["card"] for one in found] == [asked["card"] for asked in solver.asked] == cards
    table = niwashi("stone", "max", "--all-cards").out
    assert all(card in table for card in cards)


@pytest.mark.parametrize(
    "arguments", [["--all-cards", "--card", "garden-01"], ["--all-cards", "--svg", "x.svg"]]
)
def test_all_cards_go_with_neither_one_card_nor_a_picture(
    solver: Solver, arguments: list[str]
) -> None:
    ran = niwashi("stone", "max", *arguments)
    assert ran.code == 2
    assert ran.complaint


def test_no_garden_is_exit_1_and_says_why(solver: Solver, tmp_path: Path) -> None:
    solver.garden, solver.status = None, Status.INFEASIBLE
    file = tmp_path / "none.svg"
    solver.reason = "a full garden needs 15 tiles, but there are 14"
    ran = niwashi("stone", "solve", "--tiles", "plain=14", "--svg", file)
    assert ran.code == 1
    assert ran.out == ""
    assert "a full garden needs 15 tiles, but there are 14 (--partial allows" in ran.err
    assert not file.exists()
    as_json = niwashi("stone", "solve", "--tiles", "plain=14", "--json")
    assert as_json.code == 1
    found = json.loads(as_json.out)
    assert (found["status"], found["score"], found["garden"]) == ("INFEASIBLE", None, None)
    solver.status = Status.UNKNOWN
    assert "within the limit" in niwashi("stone", "solve").err


def test_an_interrupted_search_prints_the_best_so_far(solver: Solver) -> None:
    solver.interrupted, solver.status, solver.slack = True, Status.FEASIBLE, 1
    handler = signal.getsignal(signal.SIGINT)
    try:
        ran = niwashi("stone", "max", "--json")
    finally:
        signal.signal(signal.SIGINT, handler)
    assert ran.code == 130
    assert json.loads(ran.out)["status"] == "FEASIBLE"


def test_what_the_solver_refuses_is_one_line_and_exit_2(solver: Solver) -> None:
    solver.error = InvalidText("tiles: 17 of plain, but the edition has 16")
    ran = niwashi("stone", "solve", "--tiles", "plain=17", "--json")
    assert ran.code == 2
    assert ran.complaint == "niwashi: tiles: 17 of plain, but the edition has 16"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tiles", "plain"], "tiles: 'plain' is not ID=N"),
        (["--tiles", ""], "tiles:"),
        (["--tiles", "plain=-1"], "tiles:"),
        (["--tiles", "plain=" + "9" * 5000], "tiles:"),
        (["--tiles", "plain=3,plain=4"], "tiles: 'plain' is there twice"),
        (["--from", "nonsense"], "garden:"),
        (["--from", "plain:S,plain:S,_,_,_" + EMPTY_ROWS], "S5"),
        (["--card", "garden-99"], "card: unknown Name Garden 'garden-99'"),
        (["--players", "5"], "--players"),
        (["--time-limit", "0"], "--time-limit"),
        (["--time-limit", "soon"], "--time-limit"),
        (["--workers", "0"], "--workers"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_a_wrong_question_is_one_line_and_exit_2(
    solver: Solver, arguments: list[str], words: str
) -> None:
    ran = niwashi("stone", "solve", *arguments)
    assert ran.code == 2
    assert words in ran.complaint
    assert solver.asked == []


# solve and max, with the solver itself


def test_a_small_supply_is_solved_and_proven(tmp_path: Path) -> None:
    file = tmp_path / "best.svg"
    tiles = "plain=4,nw=2,ne=2,top=2,north=2,island=3"
    limits = ("--work-limit", 30, "--workers", 1)
    ran = niwashi(
        *("stone", "solve", "--players", 2, "--card", "garden-02", "--tiles", tiles, *limits),
        *("--json", "--svg", file),
    )
    found = document(ran)
    arguments = ["--virtue", 6, "--card", "garden-02", "--json", found["garden"]]
    assert document(niwashi("stone", "score", *arguments))["total"] == found["score"]
    assert found["status"] == "OPTIMAL"
    assert found["score"] == found["bound"]
    assert len(found["moves"]) >= 15
    assert "data-card" in file.read_text(encoding="utf-8")


def test_what_lies_in_a_garden_stays_and_the_moves_come_on_top() -> None:
    start = f"plain:S@,plain,plain,plain,plain/plain,plain,plain,plain,plain/{EMPTY_ROW}"
    limits = ("--work-limit", 5, "--workers", 1)
    tiles = "plain=15"
    found = document(
        niwashi("stone", "solve", "--from", start, "--tiles", tiles, *limits, "--json")
    )
    assert found["garden"].startswith("plain:S@,")
    assert sum("=" in move for move in found["moves"]) == 5


def test_too_few_tiles_are_infeasible_unless_a_part_is_asked_for() -> None:
    limits = ("--work-limit", 5, "--workers", 1)
    ran = niwashi("stone", "solve", "--tiles", "plain=2", *limits)
    assert ran.code == 1
    assert "15 tiles" in ran.err
    found = document(
        niwashi("stone", "solve", "--tiles", "plain=2", "--partial", *limits, "--json")
    )
    assert found["status"] == "OPTIMAL"
    assert found["garden"].count("plain") == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tiles", "rock=3"], "tiles: unknown tile 'rock'"),
        (["--tiles", "plain=17"], "plain"),
        (["--from", ",".join(["island"] * 5) + EMPTY_ROWS], "island"),
        (["--players", "2", "--from", "plain:R,_,plain:R,_,plain:R" + EMPTY_ROWS], "R"),
    ],
)
def test_more_of_a_tile_or_stone_than_there_is_is_refused(arguments: list[str], words: str) -> None:
    ran = niwashi("stone", "solve", *arguments)
    assert ran.code == 2
    assert words in ran.complaint


# The whole program


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['niwashi', 'stone', '--help']\n"
        "from niwashi.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'ortools', 'rich', 'msgspec'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "Stone Garden" in ran.stdout
