"""What the pages of Stone Garden ask and are answered."""

import json
import random
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from niwashi import stone
from niwashi.render.stone_points import RULE_NAMES
from niwashi.web.stone import routes
from tests.cli.runner import niwashi
from tests.stone.states import player, state

GARDEN = (
    "nw':S,ne',plain,top',plain:R/ne,nw,left,north:H,north-west/"
    "island,west:S,east-west:L@,plain,ne:B"
)
RECONSTRUCTION = (
    resources.files("niwashi").joinpath("editions/reconstruction.toml").read_text("utf-8")
)
SAMPLE = Path(__file__).parents[1].joinpath("cases/stone_edition_sample.toml").read_text("utf-8")
ALMOST_FULL = "plain@,nw,nw,nw,nw/nw,nw,nw,nw,nw/ne,ne,ne,ne,_"
STEP_2 = state("step2", player("11=plain@ 12=nw 21=island", virtue=3), player("11=ne@"))


def ask(client: TestClient, path: str, **asked: Any) -> Any:
    answer = client.post(f"/api/stone/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(client: TestClient, path: str, **asked: Any) -> str:
    answer = client.post(f"/api/stone/{path}", json=asked)
    assert answer.status_code == 400, answer.text
    message = answer.json()["error"]
    assert len(message.splitlines()) == 1
    return str(message)


def stream(client: TestClient, path: str, **asked: Any) -> list[Any]:
    """All updates of a search; only the last is `done`."""
    answer = client.post(f"/api/stone/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    updates = [json.loads(line) for line in answer.text.splitlines()]
    assert [update["done"] for update in updates] == [False] * (len(updates) - 1) + [True]
    return updates


def of_command_line(*arguments: str) -> Any:
    return json.loads(niwashi("stone", *arguments, "--json").out)


def go_on(client: TestClient, game: Any, **asked: Any) -> Any:
    """The game after a move or a policy's choice."""
    same = {key: game[key] for key in ("state", "seed", "draws", "viewer")}
    return ask(client, "play", **same, **asked)


# --- gardens -------------------------------------------------------------------------------------


def test_a_score_has_keys_and_values_of_the_command_line(client: TestClient) -> None:
    asked = {"garden": GARDEN, "card": "garden-06", "virtue": 2}
    shown = of_command_line("score", "--card", "garden-06", "--virtue", "2", GARDEN)
    assert ask(client, "score", **asked) == shown
    layout = ask(client, "layout", **asked)
    assert {key: layout[key] for key in shown} == shown


def test_a_layout_explains_every_point_and_names_every_space(client: TestClient) -> None:
    answer = ask(client, "layout", garden=GARDEN)
    assert [line["name"] for line in answer["lines"]] == list(RULE_NAMES.values())
    assert sum(line["points"] for line in answer["lines"]) == answer["total"]
    assert answer["spaces"][0] == "11: sand tile nw', small standing stone; in a circle"
    assert answer["spaces"][14] == "35: sand tile ne, boat; not connected to 25"
    assert answer["svg"].startswith("<svg")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("plain:S,plain:S,_,_,_/_,_,_,_,_/_,_,_,_,_", "stone"),
        ("plain", "garden: "),
        ("<b>,_,_,_,_/_,_,_,_,_/_,_,_,_,_", "garden: "),
    ],
)
def test_a_garden_that_cannot_be_is_refused_with_the_reason(
    client: TestClient, text: str, reason: str
) -> None:
    assert reason in refusal(client, "score", garden=text)


def test_a_card_that_does_not_exist_is_refused(client: TestClient) -> None:
    assert "garden-99" in refusal(client, "score", garden=GARDEN, card="garden-99")
    assert "garden-99" in refusal(client, "solve", garden=GARDEN, card="garden-99")


def test_the_best_from_here_is_that_of_the_command_line(client: TestClient) -> None:
    asked = {"garden": ALMOST_FULL, "players": 2, "seed": 0}
    updates = stream(client, "solve", **asked)
    last = updates[-1]
    found = of_command_line("solve", "--from", ALMOST_FULL, "--players", "2")
    for key in found.keys() - {"seconds", "work", "workers", "garden"}:
        assert last[key] == found[key], key
    assert last["status"] == "OPTIMAL"
    assert sum(line["points"] for line in last["lines"]) == last["score"]
    assert all(update["score"] <= update["bound"] for update in updates)


def test_what_no_garden_can_come_of_is_said_to_be_infeasible(client: TestClient) -> None:
    [last] = stream(client, "solve", garden=ALMOST_FULL, tiles={"plain": 1, "nw": 9, "ne": 4})
    assert (last["status"], last["score"], last["garden"]) == ("INFEASIBLE", None, None)


def test_more_than_the_box_holds_is_refused_by_the_solver(client: TestClient) -> None:
    boats = "plain:B,_,_,_,_/_,_,_,_,_/_,_,_,_,_".replace("_", "nw", 14)
    assert "nw" in stream(client, "solve", garden=boats)[-1]["error"]


# --- editions ------------------------------------------------------------------------------------


def test_the_box_shows_every_face_and_card(client: TestClient) -> None:
    box = ask(client, "edition")
    edition = stone.default_edition()
    distinct = [n for n in range(2 * len(edition.tile_ids)) if edition.canonical(n) == n]
    assert [face["face"] for face in box["faces"]] == [edition.face_to_text(n) for n in distinct]
    assert [card["card"] for card in box["cards"]] == [card.id for card in edition.name_gardens]
    assert {master["card"] for master in box["masters"]} == set(stone.master_names)
    assert box["yards"]["2"] == {"H": 4, "S": 5, "R": 2, "L": 3, "B": 1}
    assert "not the printed set" in box["provenance"]


def test_an_uploaded_edition_is_checked_like_a_file(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(SAMPLE, "utf-8")
    box = ask(client, "edition", edition=SAMPLE)
    shown = of_command_line("edition", "check", str(file))
    del shown["file"]
    for key in shown.keys() - {"errors", "warnings"}:
        assert box[key] == shown[key], key
    assert box["usable"]
    for kind in ("errors", "warnings"):
        assert box[kind] == [text.replace(str(file), "edition") for text in shown[kind]]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "edition: missing key"),
        ("a = [", "edition: not TOML"),
        (RECONSTRUCTION.replace('arcs = ["nw"]', 'arcs = ["up"]'), "edition: tile[1].arcs"),
        (RECONSTRUCTION.replace('north = "oo"', 'north = "ooo"'), "edition: tile[3].edges.north"),
        (RECONSTRUCTION.replace("count = 16", "count = -1"), "edition: tile[0].count"),
        ("x = " + "[" * 900, "edition: not TOML"),
        ("x = [\n" + "[\n" * 15_000, "edition: not TOML"),
        ("\n" + "a." * 15_000 + "b = 1", "edition: line 2 is longer than 1000"),
        ('name = "\x00\u202e"', "edition: "),
    ],
)
def test_an_edition_that_cannot_be_used_says_why_and_where(
    client: TestClient, text: str, error: str
) -> None:
    box = ask(client, "edition", edition=text)
    assert not box["usable"]
    assert any(problem.startswith(error) for problem in box["errors"]), box["errors"][:3]
    assert "faces" not in box
    assert refusal(client, "score", garden=GARDEN, edition=text) == " ".join(
        box["errors"][0].split()
    )


def test_every_error_of_an_edition_is_told(client: TestClient) -> None:
    text = RECONSTRUCTION.replace('arcs = ["nw"]', 'arcs = ["up"]').replace(
        "points = 8", "points = 0"
    )
    assert len(ask(client, "edition", edition=text)["errors"]) >= 2


def test_an_edition_that_is_too_long_is_refused(client: TestClient) -> None:
    assert "edition" in refusal(client, "edition", edition="#" * (32 * 1024 + 1))


def test_games_and_gardens_can_be_of_another_edition(client: TestClient) -> None:
    box = ask(client, "edition", edition=SAMPLE)
    first = box["faces"][0]["face"]
    text = f"{first}@,_,_,_,_/_,_,_,_,_/_,_,_,_,_"
    assert ask(client, "score", garden=text, edition=SAMPLE)["garden"] == text
    game = ask(client, "new", seed=1, edition=SAMPLE)
    assert game["hand"][0] in box["tiles"]
    assert ask(client, "edition")["name"] == "reconstruction"


# --- a game --------------------------------------------------------------------------------------


def test_a_new_game_is_dealt_and_the_first_tile_is_drawn(client: TestClient) -> None:
    game = ask(client, "new", players=3, seed=5)
    assert (game["decision"], game["player"], game["seed"]) == ("step1", 1, 5)
    assert game["draws"] == len(game["played"]) == 7
    assert [move["move"] for move in game["moves"]] == ["place", "offer", "store"]
    assert game["question"].startswith("Step 1")
    assert game == ask(client, "new", players=3, seed=5)
    assert game["state"] != ask(client, "new", players=3, seed=6)["state"]
    assert isinstance(ask(client, "new")["seed"], int)


def test_nobody_sees_the_cards_that_others_are_dealt(client: TestClient) -> None:
    game = ask(client, "new", players=4, seed=5, viewer=2)
    assert [each["player"] for each in game["seen"]] == [2, 2, 1]
    for number, each in enumerate(game["players"], start=1):
        assert (each["name_garden"] is not None) == (number == 2)
        assert (each["master"] is not None) == (number == 2)
    assert (game["moves"], game["question"]) == ([], "")
    assert game["count"] == 3


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_depends_only_on_what_the_viewer_may_know(
    client: TestClient, seed: int
) -> None:
    start = stone.deal(stone.default_edition(), 3, seed)
    position = start
    for move in stone.random_moves(start, seed, 12)[:40]:
        position = stone.apply(position, move)
    while position.is_chance or position.concerned != 0:
        outcomes = stone.chance_outcomes(position) if position.is_chance else None
        move = outcomes[0][0] if outcomes else stone.legal_moves(position)[0]
        position = stone.apply(position, move)
    other = stone.guess_unknown(stone.view(position, 0), seed)
    assert other != position
    shown, others = (ask(client, "play", state=each.to_text()) for each in (position, other))
    assert shown.pop("state") != others.pop("state")
    assert shown == others


def test_a_move_leads_on_and_what_happened_is_told_in_words(client: TestClient) -> None:
    game = ask(client, "new", seed=1)
    [tile] = game["hand"]
    game = go_on(client, game, move="place")
    assert game["question"] == f"Where does {tile} lie?"
    assert {tuple(move["spaces"]) for move in game["moves"]} == {("11",), ("31",)}
    game = go_on(client, game, move=f"31={tile}")
    assert game["seen"] == [{"player": 1, "move": f"31={tile}", "words": f"lay {tile} on 31"}]
    assert 'data-last="31"' in game["players"][0]["svg"]
    assert game["players"][0]["laid"] == 1


def test_an_illegal_move_is_refused(client: TestClient) -> None:
    game = ask(client, "new", seed=1)
    assert "step1" in refusal(client, "play", state=game["state"], move="meditate")
    assert refusal(client, "play", state=game["state"], move="fly")
    assert refusal(client, "preview", state=game["state"], move="done")


def test_a_policy_decides_only_where_somebody_does(client: TestClient) -> None:
    dealt = stone.new_game(stone.default_edition(), 2).to_text()
    assert "deal-garden" in refusal(client, "play", state=dealt, policy="greedy")
    game = ask(client, "new", seed=1)
    assert refusal(client, "play", state=game["state"], policy="greedy", move="place")


def test_a_viewer_sits_at_the_table(client: TestClient) -> None:
    assert "no player 3" in refusal(client, "new", viewer=3)


@pytest.fixture(scope="module")
def finished(client: TestClient) -> Any:
    """A game of `greedy` against itself, and every move of it."""
    game = ask(client, "new", seed=2)
    moves = game["played"]
    while not game["over"]:
        game = go_on(client, game, policy="greedy")
        moves += game["played"]
    return {**game, "moves": moves}


def test_a_game_ends_with_all_cards_shown_and_winners(finished: Any) -> None:
    totals = [each["score"] for each in finished["players"]]
    assert finished["winners"] == [n + 1 for n, total in enumerate(totals) if total == max(totals)]
    assert all(each["name_garden"] for each in finished["players"])
    assert all(each["laid"] == 15 for each in finished["players"])
    assert finished["question"] == ""


def test_a_record_is_one_for_the_command_line(
    client: TestClient, finished: Any, tmp_path: Path
) -> None:
    asked = {"moves": finished["moves"], "players": 2, "seed": 2}
    record = ask(client, "record/write", **asked)["record"]
    file = tmp_path / "game.txt"
    file.write_text(record, "utf-8")
    replayed = of_command_line("replay", str(file))
    assert replayed["state"] == finished["state"]
    assert replayed["winners"] == finished["winners"]
    again = ask(client, "record/read", record=record)
    assert again["moves"] == finished["moves"]
    assert again == ask(client, "replay", **asked)


def test_a_replay_has_every_decision_and_what_the_viewer_saw(
    client: TestClient, finished: Any
) -> None:
    asked = {"moves": finished["moves"], "players": 2, "seed": 2, "viewer": 2}
    replayed = ask(client, "replay", **asked)
    assert (replayed["draws"], replayed["start"]) == (finished["draws"], None)
    for decision in replayed["decisions"][::10]:
        game = ask(client, "play", **{k: decision[k] for k in ("state", "draws")}, seed=2)
        assert game["player"] == decision["player"]
        assert game["played"] == []
    dealt = [each["number"] for each in replayed["seen"] if each["number"] < 4]
    assert dealt == [1, 3]


def test_a_game_can_begin_with_any_state(client: TestClient) -> None:
    asked = {"state": STEP_2.to_text(), "moves": ["meditate"]}
    replayed = ask(client, "replay", **asked)
    assert replayed["start"] == STEP_2.to_text()
    assert len(replayed["decisions"]) == 1
    record = ask(client, "record/write", **asked)["record"]
    assert ask(client, "record/read", record=record)["start"] == STEP_2.to_text()


def test_a_record_with_a_mistake_is_refused_with_its_line(client: TestClient) -> None:
    record = ask(client, "record/write", moves=["garden:garden-01"])["record"]
    broken = record.replace("garden:garden-01", "garden:garden-77")
    assert "line 6" in refusal(client, "record/read", record=broken)
    assert "move 2" in refusal(client, "replay", moves=["garden:garden-01", "meditate"])


def test_a_preview_shows_the_garden_after_a_move(client: TestClient) -> None:
    shown = ask(client, "preview", state=STEP_2.to_text(), move="buy:S11")
    after = stone.apply(STEP_2, stone.Move.from_text(STEP_2.edition, "buy:S11"))
    assert shown["score_now"] == stone.scores(after)[0].total
    assert shown["words"] == "buy a small standing stone for 11"
    assert 'data-stone="S"' in shown["svg"]
    assert 'data-last="11"' in shown["svg"]


def test_a_hint_has_the_keys_of_the_command_line_and_words(client: TestClient) -> None:
    text = STEP_2.to_text()
    last = stream(client, "hint", state=text, budget=0.05, move="meditate")[-1]
    shown = of_command_line("hint", "--from", text, "--samples", "50")
    assert shown.keys() <= last.keys()
    assert shown["hints"][0].keys() <= last["hints"][0].keys()
    assert len(last["hints"]) == min(10, len(shown["hints"]))
    assert {"meditate for 1 virtue"} <= {hint["words"] for hint in last["hints"]}


def test_a_hint_tells_no_more_moves_than_are_wanted(client: TestClient) -> None:
    asked = {"state": STEP_2.to_text(), "budget": 0.05, "top": 2}
    assert [len(update["hints"]) for update in stream(client, "hint", **asked)][-1] == 2


def test_no_hint_where_nobody_decides(client: TestClient, finished: Any) -> None:
    assert refusal(client, "hint", state=finished["state"])


def test_stones_and_the_monk_have_pictures(client: TestClient) -> None:
    for name in (*"HSRLB", "monk"):
        answer = client.get(f"/art/stone/{name}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
    assert client.get("/art/stone/X.svg").status_code == 404


@pytest.mark.parametrize("page", ["/stone", "/stone/play"])
def test_pages_are_served(client: TestClient, page: str) -> None:
    assert client.get(page).status_code == 200


# --- hostile input -------------------------------------------------------------------------------

JSON = {"Content-Type": "application/json"}

#: What is answered at once, and the keys of it.
KEYS = {
    "edition": ["edition"],
    "score": ["garden", "card", "virtue", "edition"],
    "layout": ["garden", "card", "virtue", "edition"],
    "new": ["players", "viewer", "seed", "edition"],
    "play": ["state", "viewer", "move", "policy", "seed", "draws", "edition"],
    "preview": ["state", "viewer", "move", "edition"],
    "replay": ["state", "moves", "players", "seed", "viewer", "edition"],
    "record/write": ["state", "moves", "players", "seed", "edition"],
    "record/read": ["record", "viewer", "edition"],
}

TEXTS: dict[str, Callable[[], str]] = {
    "garden": lambda: GARDEN,
    "state": STEP_2.to_text,
    "move": lambda: "buy:S11",
    "card": lambda: "garden-06",
    "edition": lambda: RECONSTRUCTION,
    "record": lambda: "niwashi stone record 1\nplayers: 2\n\ndeal-garden 1 garden:garden-01\n",
}


def spoilt(text: str, rng: random.Random) -> str:
    """A text in which something is cut, doubled or replaced."""
    for _ in range(rng.randint(0, 3)):
        at, length = rng.randrange(len(text) + 1), rng.choice([1, 1, 2, 20])
        filling = rng.choice(["", "", "9" * 30, "\x00", "é", ",", "'", text[at : at + 40], "-1"])
        text = text[:at] + filling + text[at + length :]
    return text


def hostile(rng: random.Random, keys: list[str]) -> dict[str, Any]:
    """A request that is nearly one."""
    asked: dict[str, Any] = {}
    for key in keys:
        if key in TEXTS and rng.random() < 0.8:
            asked[key] = spoilt(TEXTS[key](), rng)
        elif key == "moves":
            asked[key] = rng.choice([[], ["meditate"], ["garden:garden-01"], [1], {}, ["\0"] * 50])
        elif key == "policy" and rng.random() < 0.3:
            asked[key] = rng.choice(["greedy", "random", "planner", "hint", ""])
        elif rng.random() < 0.2:
            asked[key] = rng.choice([-1, 0, 1, 2, 3, 5, 2**63, 1e400, 0.5, None, "1", True])
    if rng.random() < 0.05:
        asked["unknown"] = 1
    return asked


@pytest.mark.parametrize("path", KEYS)
def test_hostile_requests_are_answered_or_refused(client: TestClient, path: str) -> None:
    rng = random.Random(path)
    answered = 0
    for _ in range(30):
        asked = hostile(rng, KEYS[path])
        answer = client.post(f"/api/stone/{path}", content=json.dumps(asked), headers=JSON)
        assert answer.status_code in (200, 400), (asked, answer.text)
        answered += answer.status_code == 200
        if answer.status_code == 400:
            assert len(answer.json()["error"].splitlines()) == 1
    assert answered < 30


def test_every_path_that_answers_at_once_is_tried() -> None:
    paths = {route.path.removeprefix("/api/stone/") for route in routes if "/api/" in route.path}
    assert paths == {*KEYS, "hint", "solve"}
