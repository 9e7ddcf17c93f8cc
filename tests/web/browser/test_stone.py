"""Stone Garden in a real browser: the layout bench, and a game against computer players."""

import re
from importlib import resources
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from niwashi import stone
from tests.stone.states import player, state
from tests.web.browser.conftest import Open

EDITION = stone.default_edition()
RECONSTRUCTION = (
    resources.files("niwashi").joinpath("editions/reconstruction.toml").read_text("utf-8")
)
EMPTY = "_,_,_,_,_"
ALMOST_FULL = "plain@,nw,nw,nw,nw/nw,nw,nw,nw,nw/ne,ne,ne,ne,_"
GARDEN = f"nw':S,ne',plain,top',plain:R/ne,nw,left@,north:H,_/{EMPTY}"


def bench(garden: str = "", **fields: Any) -> str:
    """The address of a garden on the layout bench."""
    return "/stone#" + urlencode({"garden": garden, **fields} if garden else fields)


def game(seats: str = "human,greedy", **fields: Any) -> str:
    """The address of a game."""
    return "/stone/play#" + urlencode({"seats": seats, "seed": 5, **fields})


def asked(decision: str, *players: dict[str, str], **fields: Any) -> str:
    """The address of a game that begins with a state; no moves were made yet."""
    start = state(decision, *players, **fields).to_text()
    return game(",".join(["human", *["greedy"] * (len(players) - 1)]), start=start, moves="")


def ready(page: Page) -> None:
    """Waits until everything that was begun is shown."""
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")


def of_address(page: Page) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).fragment).items()}


def points(page: Page) -> int:
    return int(page.inner_text("#total").replace("−", "-"))


def focused(page: Page) -> str | None:
    space: str | None = page.evaluate("() => document.activeElement.dataset.space ?? null")
    return space


# --- the layout bench ----------------------------------------------------------------------------


def lay(page: Page, tool: str, *spaces: str) -> None:
    page.check(f'input[value="{tool}"]')
    for space in spaces:
        page.click(f'[data-space="{space}"]')
    ready(page)


def test_a_garden_is_laid_out_by_mouse_and_scored_at_every_change(visit: Open) -> None:
    page = visit("/stone")
    ready(page)
    lay(page, "tile:north-west", "11", "12")
    page.click("#rotate")
    lay(page, "tile:nw", "21", "22", "22")  # the second click turns it back
    lay(page, "stone:L", "11", "12")
    lay(page, "monk", "21")
    page.select_option("#card", "garden-06")
    page.select_option("#virtue", "2")
    ready(page)
    shown = of_address(page)
    assert shown["garden"] == f"north-west:L,north-west:L,_,_,_/nw'@,nw,_,_,_/{EMPTY}"
    garden = stone.Garden.from_text(EDITION, shown["garden"])
    assert points(page) == stone.score(garden, "garden-06", 2).total
    rows = page.locator("#score tbody tr").all_inner_texts()
    assert any("Horaisan" in row and "10" in row for row in rows)
    name = page.get_attribute('[data-space="12"]', "aria-label")
    assert name == "12: moss tile north-west, large standing stone; not connected to 11, 22"
    expect(page.locator('[data-left="tile:nw"]')).to_have_text("8 left")


def test_a_garden_is_laid_out_by_keyboard(visit: Open) -> None:
    page = visit("/stone")
    ready(page)
    page.focus('input[value="tile:plain"]')
    page.keyboard.press("ArrowRight")
    expect(page.locator('input[value="tile:nw"]')).to_be_checked()
    page.focus('[data-space="11"]')
    for key in ("Enter", "ArrowRight", "Space", "t", "ArrowDown", "Enter", "r", "ArrowUp", "m"):
        page.keyboard.press(key)
    ready(page)
    assert focused(page) == "12"
    assert of_address(page)["garden"] == f"nw,nw'@,_,_,_/_,nw:R,_,_,_/{EMPTY}"
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    ready(page)
    assert of_address(page)["garden"] == f"nw,nw',_,_,_/_,nw:R,_,_,_/{EMPTY}"


def test_what_may_not_stand_is_refused_with_the_reason(visit: Open) -> None:
    page = visit(bench(GARDEN))
    ready(page)
    lay(page, "stone:B", "12")
    expect(page.locator("#message")).to_have_class("refused")
    expect(page.locator("#message")).to_contain_text("12 is refused: a stone next to another")
    lay(page, "stone:B", "25")
    expect(page.locator("#message")).to_have_text("25 is refused: no tile lies there.")
    assert of_address(page)["garden"] == GARDEN


def test_the_best_from_here_is_searched_in_sight_and_laid_out(visit: Open) -> None:
    page = visit(bench(ALMOST_FULL, virtue=2))
    ready(page)
    own = points(page)
    page.evaluate(
        """() => {
            window.told = [];
            const line = document.getElementById("progress");
            new MutationObserver(() => window.told.push(line.textContent))
                .observe(line, { childList: true });
        }"""
    )
    page.click("#solve")
    expect(page.locator("#progress")).to_contain_text("which is proven")
    told = page.evaluate("() => window.told")
    assert any(re.match(r"Best \d+; no garden is worth more than \d+; ", text) for text in told)
    best = int(page.inner_text("#progress").split()[0])
    assert best > own
    expect(page.locator("#compare tbody tr")).to_have_count(15)
    page.click("#take")
    ready(page)
    assert points(page) == best
    garden = stone.Garden.from_text(EDITION, of_address(page)["garden"])
    assert garden.is_full
    assert stone.score(garden, None, 2).total == best


def test_a_search_can_be_stopped(visit: Open) -> None:
    page = visit("/stone")
    ready(page)
    page.route("**/api/stone/solve", lambda route: None)  # it will not be answered
    page.click("#solve")
    expect(page.locator("#progress")).to_have_text("Searching…")
    page.click("#solve")
    expect(page.locator("#progress")).to_have_text("Stopped.")
    expect(page.locator("#solve")).to_have_text("Search")


def test_an_edition_that_cannot_be_used_is_refused_with_every_place(
    visit: Open, tmp_path: Path
) -> None:
    file = tmp_path / "box.toml"
    file.write_text(
        RECONSTRUCTION.replace('arcs = ["nw"]', 'arcs = ["<b>"]').replace("count = 16", "count = 0")
    )
    page = visit(bench(GARDEN))
    ready(page)
    page.set_input_files("#edition-file", file)
    expect(page.locator("#edition-problem p")).to_have_text("This edition cannot be used.")
    problems = page.locator("#edition-problem li").all_inner_texts()
    assert any("tile[0].count" in problem for problem in problems)
    assert any("tile[1].arcs" in problem and "<b>" in problem for problem in problems)
    assert page.inner_text("#edition-name").startswith("reconstruction: 80 tiles")
    assert of_address(page)["garden"] == GARDEN


def test_a_file_that_is_no_edition_at_all_is_refused(visit: Open, tmp_path: Path) -> None:
    page = visit("/stone")
    ready(page)
    for contents in (b"\x89PNG\r\n\x1a\n\x00\xff", b"x" * 40_000, b""):
        file = tmp_path / "box.toml"
        file.write_bytes(contents)
        page.set_input_files("#edition-file", file)
        expect(page.locator("#edition-problem")).not_to_be_empty()
    assert page.inner_text("#edition-name").startswith("reconstruction")


def test_an_edition_of_ones_own_is_used_and_travels_in_the_address(
    visit: Open, tmp_path: Path, address: str
) -> None:
    file = tmp_path / "box.toml"
    mine = RECONSTRUCTION.replace('name = "reconstruction"', 'name = "my <i>box</i>"')
    file.write_text(mine.replace('id = "plain"', 'id = "bare"'))
    page = visit(bench(GARDEN))
    ready(page)
    page.set_input_files("#edition-file", file)
    expect(page.locator("#edition-name")).to_contain_text("my <i>box</i>: 80 tiles")
    lay(page, "tile:bare", "11")
    assert of_address(page)["garden"].startswith("bare,")
    other = visit(page.url.removeprefix(address))
    ready(other)
    expect(other.locator("#edition-name")).to_contain_text("my <i>box</i>")
    assert of_address(other)["garden"].startswith("bare,")


def test_an_address_that_holds_no_garden_does_no_harm(visit: Open, address: str) -> None:
    page = visit("/stone#" + urlencode({"garden": "<b>"}))
    for fields in ({"edition": "AAAA"}, {"card": "garden-99"}):
        ready(page)
        expect(page.locator("#message")).to_contain_text("The address: ")
        assert points(page) == 0
        page.goto("about:blank")
        page.goto(address + "/stone#" + urlencode(fields))
    ready(page)


def test_a_garden_is_saved_and_loaded(visit: Open, tmp_path: Path) -> None:
    page = visit(bench(GARDEN))
    ready(page)
    page.click("#files")
    with page.expect_download() as saved:
        page.click("#save")
    file = tmp_path / "garden.txt"
    saved.value.save_as(file)
    assert file.read_text().strip() == GARDEN
    other = visit("/stone")
    ready(other)
    other.click("#files")
    other.fill("#text", "plain,plain")
    other.click("#use-text")
    expect(other.locator("#files-problem")).to_contain_text("garden: ")
    other.set_input_files("#load", file)
    expect(other.locator("#message")).to_contain_text("Loaded.")
    assert of_address(other)["garden"] == GARDEN


# --- a game --------------------------------------------------------------------------------------


def position_of(page: Page) -> stone.Position:
    """The state that the game of the address has come to."""
    shown = of_address(page)
    seats = shown["seats"].split(",")
    if "start" in shown:
        position = stone.Position.from_text(EDITION, shown["start"])
    else:
        position = stone.new_game(EDITION, len(seats))
    for text in shown.get("moves", "").split():
        position = stone.apply(position, stone.Move.from_text(EDITION, text))
    return position


def is_over(page: Page) -> bool:
    return page.locator("#end").is_visible()


def decide(page: Page) -> None:
    """One decision by mouse: buys what costs most, else takes a space, else the first button."""
    before = page.url
    stones = page.locator('#whats [data-what^="buy"], #whats [data-what^="take"]')
    if stones.count():
        stones.last.click()
    where = page.locator("#choices [aria-pressed=true], #whats [aria-pressed=true]").count()
    direct = page.locator("#choices [data-what]:not([aria-pressed])")
    if where and (stones.count() or not direct.count()):
        while page.url == before:
            page.locator(".space.open").first.click()
            ready(page)
    else:
        direct.first.click()
        ready(page)


def test_a_game_is_played_to_its_end_by_mouse(visit: Open) -> None:
    page = visit(game("greedy,human"))
    ready(page)
    decisions = set()
    for _ in range(200):
        if is_over(page):
            break
        decisions.add(position_of(page).decision)
        decide(page)
    position = position_of(page)
    assert position.is_over
    assert {"step1", "place", "step2"} <= decisions
    totals = [points.total for points in stone.scores(position)]
    shown = page.locator("#ranking tfoot td").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in shown] == totals
    won = 1 in stone.winners(position)
    assert ("You have won" in page.inner_text("#end-title")) == (won and totals[0] != totals[1])
    assert page.locator("#others").inner_text().count("garden-") == 1  # all cards are shown


def test_a_turn_is_played_by_keyboard(visit: Open) -> None:
    page = visit(game())
    ready(page)
    page.focus('[data-space="22"]')
    page.keyboard.press("1")
    ready(page)
    assert position_of(page).decision == "place"
    assert focused(page) == "11"
    tile = position_of(page).hand[0]
    page.keyboard.press("t")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#would")).to_contain_text(f"lay {tile}' on 31")
    page.keyboard.press("Enter")
    ready(page)
    assert position_of(page).decision == "step2"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # meditate is what is left
    ready(page)
    position = position_of(page)
    assert (position.decision, position.concerned) == ("step1", 0)
    assert position.players[0].garden.to_text().endswith(f"/{tile}'@,_,_,_,_")
    assert position.players[0].virtue == 1


def test_a_hint_is_shown_in_the_garden_and_played(visit: Open) -> None:
    page = visit(asked("place", player(), player(), hand="nw", declared="drawn"))
    ready(page)
    page.click("#hints")
    best = page.locator("#advice-list button").first
    expect(best).to_contain_text("% to win")
    move = best.get_attribute("title")
    hint = page.locator(f'#advice-list [title="{move}"]')  # the first may be another by now
    picture = page.get_attribute("#picture", "src")
    hint.hover()
    expect(page.locator("#would")).to_contain_text("lay nw")
    expect(page.locator("#picture")).not_to_have_attribute("src", str(picture))
    hint.click()
    page.wait_for_function("() => /moves=./.test(location.hash)")
    assert of_address(page)["moves"].split()[0] == move


def test_a_master_thinks_in_a_process_of_its_own_and_can_be_left(visit: Open) -> None:
    page = visit(game("human,hint", budget=10))
    ready(page)
    for _ in range(2):  # the tile is placed
        decide(page)
    page.click('[data-what="meditate"]')
    expect(page.locator("#when")).to_have_text("Player 2 thinks…")
    page.click("#undo")
    ready(page)
    expect(page.locator("#when")).to_have_text("Your turn")
    assert position_of(page).concerned == 0


STONES = player("11=plain:S@ 12=nw 13=plain:H 21=plain 31=plain", virtue=3, master="kentei")


def card(master: str) -> dict[str, str]:
    """The player of `STONES` who has just used a card."""
    return {**STONES, "master": f"{master}!"}


#: What is asked, what is chosen first (unless there is nothing to choose), where, and the move.
CHOICES = (
    (asked("step2", STONES, player()), "Step 2", "buy S", ["31"], "buy:S31"),
    (asked("kentei", card("kentei"), player()), "Kentei", None, ["13", "31"], "move:13-31"),
    (asked("step2", STONES, player()), "Step 2", "step", ["12"], "step:12"),
    (asked("muso-soseki", card("muso-soseki"), player()), "Muso", "take S", ["31"], "take:S31"),
    (asked("sen-no-rikyu", card("sen-no-rikyu"), player()), "Sen no", None, ["21"], "monk:21"),
    (
        *(asked("ishikawa-jozan", card("ishikawa-jozan"), player(stored="top")), "Ishikawa"),
        *("from 2 top'", ["22"], "from:2:22=top'"),
    ),
)


def test_decisions_are_made_by_what_and_then_where(visit: Open, address: str) -> None:
    page = visit(CHOICES[0][0])
    for path, question, what, spaces, move in CHOICES:
        page.goto(address + path)
        expect(page.locator("#task")).to_contain_text(question)
        ready(page)
        if what is not None:
            page.click(f'[data-what="{what}"]')
        for space in spaces:
            page.click(f'[data-space="{space}"]')
        page.wait_for_function("() => /moves=./.test(location.hash)")
        assert of_address(page)["moves"].split()[0] == move
        ready(page)


def test_a_swap_asks_last_how_the_tiles_lie(visit: Open) -> None:
    gardener = player("11=plain@ 12=nw 21=north", master="kobori-enshu!")
    page = visit(asked("kobori-enshu", gardener, player()))
    ready(page)
    for space in ("21", "12"):
        page.click(f'[data-space="{space}"]')
    ways = page.locator("#choices button:has(.tile)")
    expect(ways).to_have_count(4)
    ways.last.click()
    ready(page)
    assert of_address(page)["moves"].split()[0] == "swap:12=north'+21=nw'"


def test_a_space_that_is_not_possible_is_refused_with_the_reason(visit: Open) -> None:
    page = visit(asked("place", player("11=plain@"), player(), hand="nw", declared="drawn"))
    ready(page)
    page.click('[data-space="35"]')
    expect(page.locator("#message")).to_contain_text("35 is refused: ")
    expect(page.locator("#message")).to_contain_text("beside a tile")


def test_only_what_the_human_may_know_is_shown(visit: Open) -> None:
    page = visit(game("human,greedy,planner"))
    ready(page)
    position = position_of(page)
    texts = page.locator("main").inner_text() + page.inner_html("#others") + page.inner_html("#log")
    for other in position.players[1:]:
        assert other.name_garden is not None
        assert other.name_garden not in texts
        assert str(other.master) not in texts
    assert str(position.players[0].name_garden) in texts


def test_moves_are_taken_back_and_done_again(visit: Open) -> None:
    page = visit(game())
    ready(page)
    first = of_address(page)["moves"]
    for _ in range(4):
        decide(page)
    later = of_address(page)["moves"]
    for _ in range(4):
        page.click("#undo")
        ready(page)
    assert of_address(page)["moves"] == first
    expect(page.locator("#undo")).to_be_disabled()
    for _ in range(4):
        page.keyboard.press("Control+y")
        ready(page)
    assert of_address(page)["moves"] == later


def test_a_game_is_saved_loaded_and_linked(visit: Open, tmp_path: Path, address: str) -> None:
    page = visit(game())
    ready(page)
    for _ in range(3):
        decide(page)
    page.click("#files")
    with page.expect_download() as saved:
        page.click("#save")
    file = tmp_path / "game.txt"
    saved.value.save_as(file)
    assert stone.Record.from_text(EDITION, file.read_text()).position == position_of(page)
    other = visit("/stone/play")
    ready(other)
    other.click("#files")
    other.set_input_files("#load", file)
    expect(other.locator("#message")).to_have_text("Loaded game.txt.")
    assert position_of(other) == position_of(page)
    linked = visit(page.url.removeprefix(address))
    ready(linked)
    assert position_of(linked) == position_of(page)
    assert linked.inner_text("#log") == page.inner_text("#log")


def test_a_new_game_is_set_up(visit: Open) -> None:
    page = visit("/stone/play")
    ready(page)
    page.click("#new")
    page.select_option("#opponent-2", "planner")
    page.select_option("#opponent-3", "random")
    page.select_option("#seat", "1")
    page.click("#new-dialog summary")
    page.fill("#seed", "x")
    page.click("#begin")
    expect(page.locator("#new-problem")).to_have_text("The seed is a number.")
    page.fill("#seed", "12")
    page.click("#begin")
    expect(page.locator("#new-dialog")).to_be_hidden()
    ready(page)
    assert of_address(page)["seats"] == "planner,human,random"
    assert of_address(page)["seed"] == "12"
    assert position_of(page).concerned == 1


def test_an_address_that_holds_no_game_begins_a_new_one(visit: Open, address: str) -> None:
    page = visit(game(moves="fly"))
    for fields in ({"moves": "", "start": "<b>"}, {"seats": "human", "moves": ""}):
        ready(page)
        expect(page.locator("#message")).to_contain_text("The address: ")
        assert position_of(page).decision == "step1"
        page.goto("about:blank")
        page.goto(address + "/stone/play#" + urlencode({"seats": "human,greedy", **fields}))
    ready(page)


# --- for everybody -------------------------------------------------------------------------------


def finished() -> str:
    """The address of a game that is over."""
    policies = [stone.make_policy("greedy", seed) for seed in (1, 2)]
    played = stone.play_game(stone.new_game(EDITION, 2), policies, 3)
    return game(moves=" ".join(move.to_text() for move in played.moves))


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = {
    "bench": (bench(GARDEN, card="garden-06"), []),
    "bench files": (bench(), ["#files"]),
    "step 1": (game("human,greedy,planner"), []),
    "place": (asked("place", player("11=plain@"), player(), hand="nw", declared="drawn"), []),
    "step 2": (asked("step2", STONES, player()), ['[data-what="buy S"]']),
    "hints": (asked("step2", STONES, player()), ["#hints", "#advice-list button"]),
    "end": (finished(), []),
    "new game": (game(), ["#new", "#new-dialog summary"]),
    "files": (game(), ["#files"]),
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_that_keeps_people_out(visit: Open, name: str) -> None:
    path, clicks = PAGES[name]
    page = visit(path)
    ready(page)
    for click in clicks:
        page.locator(click).first.click()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_is_wide_enough(visit: Open, name: str) -> None:
    path, clicks = PAGES[name]
    page = visit(path, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    ready(page)
    for click in clicks:
        page.locator(click).first.tap()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("button, a.button, .pick")]
            .filter((each) => each.checkVisibility())
            .map((each) => each.getBoundingClientRect())
            .map(({ width, height }) => Math.min(width, height)))"""
    )
    assert smallest >= 24
