"""What Jardín's page asks and is answered: the same keys and values as the command line's."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from niwashi import jardin
from niwashi.solver.jardin import solve
from tests.cli.runner import niwashi
from tests.web.server import EMPTY

POND = EMPTY.replace(" 1 0", " 3p 0")
LATE = "TL.MRB/B=M.L./.TRB=M/L.M.TB/=BR.ML/.MTB.R 11..../1...../....../..22../....../33.... 12 1"


def ask(client: TestClient, path: str, **asked: Any) -> Any:
    answer = client.post(f"/api/jardin/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(client: TestClient, path: str, **asked: Any) -> str:
    answer = client.post(f"/api/jardin/{path}", json=asked)
    assert answer.status_code == 400, answer.text
    message = answer.json()["error"]
    assert len(message.splitlines()) == 1
    return str(message)


def stream(client: TestClient, path: str, **asked: Any) -> list[Any]:
    """All updates of a search; only the last is `done`."""
    answer = client.post(f"/api/jardin/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    updates = [json.loads(line) for line in answer.text.splitlines()]
    assert [update["done"] for update in updates] == [False] * (len(updates) - 1) + [True]
    return updates


def of_command_line(*arguments: str) -> Any:
    return json.loads(niwashi("jardin", *arguments, "--json").out)


def test_a_score_has_keys_and_values_of_the_command_line(client: TestClient) -> None:
    assert ask(client, "score", position=LATE) == of_command_line("score", LATE)


def test_a_sheet_lists_the_moves_of_a_roll(client: TestClient) -> None:
    sheet = ask(client, "sheet", position=LATE, roll="125")
    assert sheet["moves"] == of_command_line("moves", "--from", LATE, "--roll", "125")["moves"]
    assert sheet["clock"] == "12"
    assert sheet["season"] == "summer"
    assert sheet["prunings"] == 1


def test_a_sheet_names_every_space_and_explains_every_point(client: TestClient) -> None:
    sheet = ask(client, "sheet", position=LATE)
    assert [label[:4] for label in sheet["spaces"]] == [
        f"{row}{column}: " for row in range(1, 7) for column in range(1, 7)
    ]
    assert sum(line["points"] for line in sheet["lines"]) == sheet["breakdown"]["total"]
    assert sheet["svg"].startswith("<svg")


def test_a_move_leads_to_the_next_sheet_and_is_pointed_out(client: TestClient) -> None:
    sheet = ask(client, "sheet", position=EMPTY, roll="521", move="5:B25+L53")
    assert sheet["move"] == "5:L53+B25"
    assert sheet["position"].split()[2:] == ["2", "0"]
    assert sheet["svg"].count("data-last=") == 2


def test_a_sheet_at_the_end_has_no_season_after_summer(client: TestClient) -> None:
    sheet = ask(client, "sheet", position=EMPTY.replace(" 1 0", " end 0"))
    assert sheet["over"]
    assert sheet["season"] == "summer"
    assert sheet["rank"] == "Mushin"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"position": "nonsense"}, "position: "),
        ({"position": EMPTY, "roll": "127"}, "roll"),
        ({"position": EMPTY, "roll": "125", "move": "4:L41+B42"}, "does not give it"),
        ({"position": EMPTY, "roll": "125", "move": "fly"}, "move"),
        ({"position": EMPTY, "move": "*L11"}, "is drawn first"),
        ({"position": EMPTY, "faces": "LLLLLL", "roll": "125"}, "faces"),
    ],
)
def test_what_cannot_be_read_or_played_is_refused(
    client: TestClient, asked: dict[str, str], words: str
) -> None:
    assert words in refusal(client, "sheet", **asked)


def test_an_outline_that_is_a_pond_shows_what_it_makes_of_the_sheet(client: TestClient) -> None:
    answer = ask(client, "pond", position=POND, spaces=["22", "12"])
    assert answer["legal"]
    assert answer["move"] == "~12,22"
    assert answer["sheet"]["breakdown"]["pond"] == 3


@pytest.mark.parametrize(
    ("spaces", "reason"),
    [
        ([], "the pond has no space"),
        (["11", "13"], "the pond is not connected"),
        (["11", "12", "13", "21", "23", "31", "32", "33"], "the pond encloses earth"),
    ],
)
def test_an_outline_that_is_no_pond_is_refused_with_the_reason(
    client: TestClient, spaces: list[str], reason: str
) -> None:
    answer = ask(client, "pond", position=POND, spaces=spaces)
    assert not answer["legal"]
    assert answer["reason"] == reason


def test_a_space_beside_a_pond_is_refused_with_the_reason(client: TestClient) -> None:
    beside = (
        "....../....../....../....../....../...... 1...../....../....../....../....../...... 6p 0"
    )
    answer = ask(client, "pond", position=beside, spaces=["22"])
    assert answer["reason"] == "space 22 has another pond around it"
    assert "22" not in ask(client, "sheet", position=beside)["pondable"]


def test_dice_depend_on_the_seed_alone(client: TestClient) -> None:
    thrown = ask(client, "dice", seed=7)["dice"]
    assert thrown == jardin.dice_to_text(jardin.random_dice(7))
    assert thrown != ask(client, "dice", seed=8)["dice"]


def test_a_replay_has_the_keys_of_the_command_line_and_its_plies(client: TestClient) -> None:
    moves = ["5:L53+B25", "*R11"]
    answer = ask(client, "replay", dice="125 346", moves=moves)
    plies = answer.pop("plies")
    assert answer == of_command_line("replay", "--dice", "125 346", *moves)
    assert [ply["clock"] for ply in plies] == ["1", "2"]
    assert plies[-1]["position"] == answer["position"]


def test_a_replay_names_the_move_that_is_not_legal(client: TestClient) -> None:
    message = refusal(client, "replay", dice="125 346", moves=["5:L53+B25", "3:L53+B25"])
    assert message.startswith("move 2 (clock 2)")


def test_sheets_that_tie_share_a_place(client: TestClient) -> None:
    better = EMPTY.replace("......", "......", 1).replace(".", "L", 1)
    answer = ask(client, "standings", positions=[EMPTY, better, EMPTY])
    assert answer["places"] == [2, 1, 2]
    assert answer["totals"] == [-36, -32, -36]


def test_a_record_is_written_and_read_back(client: TestClient) -> None:
    players = [{"player": "Aki", "moves": ["5:L53+B25"]}, {"player": "", "moves": []}]
    text = ask(client, "record/write", dice="125", players=players, seed=9)["record"]
    first, second = ask(client, "record/read", record=text)["players"]
    assert (first["player"], first["seed"], first["dice"]) == ("Aki", 9, "125")
    assert [ply["move"] for ply in first["plies"]] == ["5:L53+B25"]
    assert second["plies"] == []
    assert jardin.records_from_text(text)[0].to_text() in text


def test_a_record_that_is_wrong_is_refused_by_its_line(client: TestClient) -> None:
    text = "niwashi jardin record 1\n1 125 5:L53+B25 -30\n"
    assert "line 2" in refusal(client, "record/read", record=text)


def test_a_name_that_a_record_cannot_hold_is_refused(client: TestClient) -> None:
    players = [{"player": "two\nlines", "moves": []}]
    assert "player" in refusal(client, "record/write", dice="", players=players)


def test_hints_get_better_until_the_time_is_over(client: TestClient) -> None:
    updates = stream(client, "hint", position=LATE, roll="125", budget=0.5, seed=3)
    keys = of_command_line("hint", "--from", LATE, "--roll", "125", "--samples", "50").keys()
    assert all(update.keys() == {"done", *keys} for update in updates)
    assert updates[-1]["games"] >= updates[0]["games"]
    legal = ask(client, "sheet", position=LATE, roll="125")["moves"]
    assert {hint["move"] for hint in updates[-1]["hints"]} <= set(legal)


def test_a_hint_that_cannot_be_asked_is_refused_before_it_is_a_job(client: TestClient) -> None:
    assert "roll" in refusal(client, "hint", position=EMPTY)
    assert "budget" in refusal(client, "hint", position=EMPTY, roll="125", budget=1e9)


def test_a_solve_ends_with_a_proof_and_the_keys_of_the_command_line(client: TestClient) -> None:
    last = stream(client, "solve", position=LATE, dice="346")[-1]
    sheet = last.pop("sheet")
    by_core = solve(jardin.Position.from_text(LATE), jardin.dice_from_text("346"))
    assert last["status"] == "OPTIMAL"
    assert last["score"] == last["bound"] == by_core.score == sheet["breakdown"]["total"]
    keys = of_command_line("solve", "--from", LATE, "--dice", "346").keys()
    assert last.keys() == {"done", *keys}


def test_a_solve_wants_a_roll_for_each_turn(client: TestClient) -> None:
    assert "turns are left" in refusal(client, "solve", position=EMPTY, dice="125")


def test_a_review_judges_every_decision_in_order(client: TestClient) -> None:
    record = jardin.Record(
        tuple(
            jardin.replay(
                jardin.Position.from_text(LATE),
                jardin.dice_from_text("346"),
                [jardin.Move.from_text(text) for text in ("*R13", "-")],
            )
        ),
        start=jardin.Position.from_text(LATE),
    )
    updates = stream(client, "review", record=record.to_text(), samples=50)
    assert [update["clock"] for update in updates[:-1]] == ["12", "12p"]
    assert updates[0]["move"] == "*R13"
    assert updates[-1]["score"] == jardin.score(record.position).total
    lost = sum(update["given_away"] for update in updates[:-1])
    assert updates[-1]["given_away"] == pytest.approx(lost, abs=0.001)


@pytest.mark.parametrize("name", ["L", "=", "t", "pond", "bonsai-0", "bonsai-3"])
def test_a_drawing_is_an_image_of_its_own(client: TestClient, name: str) -> None:
    answer = client.get(f"/art/jardin/{name}.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg xmlns=")


@pytest.mark.parametrize("name", ["nothing", "bonsai-4", "bonsai-x", "..%2Fapp"])
def test_a_drawing_that_is_none_is_not_found(client: TestClient, name: str) -> None:
    assert client.get(f"/art/jardin/{name}.svg").status_code == 404
