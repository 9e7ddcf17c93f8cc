"""Jardín Japonés in a real browser, as people play it."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from niwashi import jardin
from tests.web.browser.conftest import Open

#: A space that no pond can enclose with its neighbour, and one of the other corner.
POND = ("11", "12", "22")
PLIES = 16


@pytest.fixture
def visit(visit: Open) -> Open:
    """Opens pages and waits until the game is shown: before that no space can be chosen."""

    def opened(path: str, **options: object) -> Page:
        page = visit(path, **options)
        if page.locator("#board").count():
            expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
        return page

    return opened


def link(
    *players: str, seed: int | None = 3, start: jardin.Position | None = None, clock: int = 0
) -> str:
    """The address of a game of these players, each of whom has played greedily to a clock."""
    dice = jardin.random_dice(3)
    game = jardin.make_policy("greedy", 0, faces=jardin.standard_faces).play(
        jardin.Position(), dice
    )
    moves = [move.to_text() for move in game.moves[:clock]]
    rolls = [str(roll) for roll in dice[: clock - clock // 4]]
    fields = {"dice": ".".join(rolls), "player": ["!".join([name, *moves]) for name in players]}
    if seed is not None:
        fields["seed"] = str(seed)
    if start is not None:
        fields["from"] = start.to_text()
    return "/jardin#" + urlencode(fields, doseq=True)


def headline(page: Page) -> str:
    return page.inner_text("#when")


def points(page: Page) -> int:
    return int(page.inner_text("#score tfoot .number").split()[-1].replace("−", "-"))


def space(page: Page, name: str) -> tuple[float, float]:
    """The middle of a space."""
    box = page.locator(f'[data-space="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def after_a_move(page: Page, before: str) -> None:
    """Waits until the address is another: it changes when the sheet is shown."""
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")


def play_by_mouse(page: Page) -> None:
    """One decision: the first die that can be used, the first spaces; a pond of one space."""
    before = page.url
    if "pond" in headline(page):
        space = pondable(page)
        if space is None:
            page.click("#leave")
        else:
            page.click(f'[data-space="{space}"]')
            expect(page.locator("#trace")).to_have_attribute("aria-disabled", "false")
            page.click("#trace")
    else:
        page.locator(".die:enabled").first.click()
        for _ in range(2):
            page.locator(".space.open").first.click()
    after_a_move(page, before)


def pondable(page: Page) -> str | None:
    """A space that is no water and has none around it, if there is one."""
    position = jardin.Position.from_text(position_of(page))
    if not position.pondable:
        return None
    row, column = divmod(position.pondable[-1], 6)
    return f"{row + 1}{column + 1}"


def position_of(page: Page) -> str:
    """The position as the page itself tells it."""
    page.click("#files")
    text = page.input_value("#position")
    page.click("#files-dialog [data-close]")
    return text


def test_a_whole_game_is_played_by_mouse(visit: Open) -> None:
    page = visit(link(""))
    expect(page.locator(".die")).to_have_count(3)
    for _ in range(PLIES):
        play_by_mouse(page)
    expect(page.locator("#end")).to_be_visible()
    assert headline(page) == "The year is over"
    position = jardin.Position.from_text(position_of(page))
    assert position.is_over
    assert points(page) == jardin.score(position).total
    rank = jardin.solo_rank_names[jardin.solo_rank(points(page))]
    assert rank in page.inner_text("#end-title")
    expect(page.locator(".turn.done")).to_have_count(PLIES)


def test_a_whole_game_is_played_by_keyboard(visit: Open) -> None:
    page = visit(link(""))
    expect(page.locator(".die")).to_have_count(3)
    page.focus('[data-space="11"]')
    for _ in range(PLIES):
        before = page.url
        if "pond" in headline(page):
            page.keyboard.press("n")
        else:
            page.keyboard.press(page.inner_text(".die:enabled >> nth=0")[0])
            for _ in range(2):
                spaces = page.locator(".space.open")
                expect(spaces.first).to_be_visible()
                walk_to(page, str(spaces.first.get_attribute("data-space")))
                page.keyboard.press("Enter")
        after_a_move(page, before)
    expect(page.locator("#end")).to_be_visible()
    assert jardin.Position.from_text(position_of(page)).is_over


def walk_to(page: Page, name: str) -> None:
    """Moves the focus within the garden, by arrow keys alone."""
    here = page.evaluate("() => document.activeElement.dataset.space")
    for axis, keys in enumerate((("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))):
        way = int(name[axis]) - int(here[axis])
        for _ in range(abs(way)):
            page.keyboard.press(keys[way > 0])
    assert page.evaluate("() => document.activeElement.dataset.space") == name


def test_choosing_a_die_lights_its_cross_and_says_so(visit: Open) -> None:
    page = visit(link(""))
    die = page.locator(".die").first
    location = die.inner_text()[0]
    die.click()
    lit = {str(each.get_attribute("data-space")) for each in page.locator(".space.open").all()}
    names = {f"{row}{column}" for row in "123456" for column in "123456"}
    assert lit == {name for name in names if location in name}
    assert f"in row {location} or column {location}" in page.inner_text("#task")
    assert "can go here" in str(page.locator(".space.open").first.get_attribute("aria-label"))


def test_a_leaf_is_pruned_and_the_bonsai_shows_it(visit: Open) -> None:
    page = visit(link(""))
    page.click("#prune")
    page.locator(".die").last.click()
    expect(page.locator(".space.open")).to_have_count(36)
    page.click('[data-space="44"]')
    expect(page.locator("#leaves")).to_have_text("2 of 3 leaves left to prune")
    assert position_of(page).endswith(" 2 1")


def test_moves_are_taken_back_and_done_again(visit: Open) -> None:
    page = visit(link(""))
    expect(page.locator("#undo")).to_be_disabled()
    play_by_mouse(page)
    played = position_of(page)
    page.click("#undo")
    expect(page.locator("#when")).to_have_text("Autumn, turn 1 of 12")
    page.keyboard.press("Control+y")
    expect(page.locator("#when")).to_have_text("Autumn, turn 2 of 12")
    assert position_of(page) == played


def test_a_pond_is_drawn_with_the_pointer_and_its_points_are_shown_at_once(visit: Open) -> None:
    page = visit(link("", clock=3))
    before = points(page)
    page.mouse.move(*space(page, POND[0]))
    page.mouse.down()
    for name in POND[1:]:
        page.mouse.move(*space(page, name), steps=3)
    page.mouse.up()
    expect(page.locator("#message")).to_contain_text("A pond of 3")
    after = points(page)
    assert after != before
    page.click("#trace")
    expect(page.locator("#when")).to_have_text("Winter, turn 4 of 12")
    assert points(page) == after
    assert len(jardin.Position.from_text(position_of(page)).ponds[0]) == 3


def test_an_outline_that_is_no_pond_is_refused_with_the_reason(visit: Open) -> None:
    page = visit(link("", clock=3))
    page.click('[data-space="11"]')
    page.click('[data-space="13"]')
    expect(page.locator("#message")).to_have_text("Not yet a pond: the pond is not connected.")
    expect(page.locator("#trace")).to_have_attribute("aria-disabled", "true")
    page.press("#trace", "Enter")
    expect(page.locator("#message")).to_contain_text("This is no pond: the pond is not connected")
    assert position_of(page).split()[2] == "3p"


def test_a_space_beside_a_pond_is_refused_as_one_draws(visit: Open) -> None:
    beside = (
        "....../....../....../....../....../...... 1...../....../....../....../....../...... 6p 0"
    )
    page = visit(link("", start=jardin.Position.from_text(beside)))
    page.click('[data-space="22"]')
    expect(page.locator("#message")).to_contain_text("another pond around it")
    expect(page.locator(".outlined")).to_have_count(0)


def test_a_hint_is_shown_in_the_garden_and_played(visit: Open) -> None:
    page = visit(link(""))
    page.click("#hints")
    best = page.locator("#advice-list button").first
    best.hover()
    expect(page.locator("#score .change").first).to_be_visible()
    move = best.get_attribute("title")
    before = page.url
    best.click()
    after_a_move(page, before)
    assert urlencode({"": f"!{move}"})[1:] in page.url
    expect(page.locator("#advice-list button").first).not_to_have_attribute("title", str(move))


def test_what_was_possible_is_searched_in_sight_and_laid_beside(visit: Open) -> None:
    dice = jardin.random_dice(3)
    greedy = jardin.make_policy("greedy", 0, faces=jardin.standard_faces)
    start = greedy.play(jardin.Position(), dice)
    middle = jardin.replay(jardin.Position(), dice, start.moves[:12])[-1].after
    rest = [move.to_text() for move in start.moves[12:]]
    fields = {
        "dice": ".".join(str(roll) for roll in dice[9:]),
        "from": middle.to_text(),
        "player": "!".join(["", *rest]),
    }
    page = visit("/jardin#" + urlencode(fields))
    own = points(page)
    page.evaluate(
        """() => {
          const line = document.getElementById("progress");
          window.seen = [];
          new MutationObserver(() => window.seen.push(line.textContent))
            .observe(line, { childList: true });
        }"""
    )
    page.click("#possible")
    expect(page.locator("#compare")).to_be_visible()
    assert re.match(r"Best \d+; ", page.evaluate("() => window.seen[0]"))
    possible = int(page.inner_text("#best-caption").removeprefix("Possible: "))
    assert page.inner_text("#own-caption") == f"Yours: {own}".replace("-", "−")
    assert possible >= own
    assert "proven" in page.inner_text("#progress")
    expect(page.locator("#best")).to_have_attribute("src", re.compile("^data:image/svg"))


def test_several_players_use_the_same_dice_and_are_ranked(visit: Open) -> None:
    page = visit(link("Aki", "Ben", clock=14))
    for _ in range(4):
        play_by_mouse(page)
    players = page.locator(".places li")
    expect(players).to_have_count(2)
    assert {text.split(":")[0] for text in players.all_inner_texts()} == {"Aki", "Ben"}
    moves = re.findall(r"player=[^&]*", page.url)
    assert len(moves) == 2


def test_a_name_is_a_name_and_nothing_else(visit: Open) -> None:
    name = "<img src=x onerror=alert(1)>"
    page = visit(link(name, "Ben"))
    expect(page.locator("#players strong").first).to_have_text(name)
    assert page.locator("#players img").count() == 0


def test_dice_of_the_table_are_clicked_in(visit: Open) -> None:
    page = visit("/jardin")
    page.click("#new")
    page.check("input[value=table]")
    page.click("#begin")
    for face in ("5", "2", "2"):
        page.click(f'.die[aria-label^="{face},"]')
    expect(page.locator("#message")).to_have_text("The roll is 2 bamboo, 2 bamboo, 5 moss.")
    expect(page.locator(".die")).to_have_count(3)
    assert "dice=225" in page.url


def test_a_link_shows_what_was_seen(visit: Open, address: str) -> None:
    page = visit(link(""))
    play_by_mouse(page)
    other = visit(page.url.removeprefix(address))
    expect(other.locator("#when")).to_have_text("Autumn, turn 2 of 12")
    assert position_of(other) == position_of(page)


def test_a_link_that_holds_no_game_is_refused_and_a_new_one_begun(visit: Open) -> None:
    page = visit("/jardin#dice=125&player=!5:L53%2BB99")
    expect(page.locator("#when")).to_have_text("Autumn, turn 1 of 12")


def test_a_game_is_saved_as_a_record_and_loaded(visit: Open, tmp_path: Path) -> None:
    page = visit(link("Aki", clock=5))
    position = position_of(page)
    page.click("#files")
    with page.expect_download() as saved:
        page.click("#save")
    file = tmp_path / "game.txt"
    saved.value.save_as(file)
    assert jardin.Record.from_text(file.read_text()).position.to_text() == position
    other = visit("/jardin")
    other.click("#files")
    other.set_input_files("#load", file)
    expect(other.locator("#message")).to_have_text("Loaded game.txt.")
    assert position_of(other) == position


def test_a_file_that_is_no_record_is_refused(visit: Open, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Aki,\n")
    page = visit("/jardin")
    page.click("#files")
    page.set_input_files("#load", file)
    expect(page.locator("#files-problem")).to_contain_text("record: the first line is not")


def test_a_game_is_reviewed_and_its_best_moves_are_shown(visit: Open) -> None:
    dice = jardin.random_dice(3)
    worst = jardin.make_policy("random", 5, faces=jardin.standard_faces).play(
        jardin.Position(), dice
    )
    before = jardin.replay(jardin.Position(), dice, worst.moves[:13])[-1].after
    moves = [move.to_text() for move in worst.moves[13:]]
    fields = {
        "dice": ".".join(str(roll) for roll in dice[10:]),
        "from": before.to_text(),
        "player": "!".join(["Aki", *moves]),
    }
    page = visit("/review#" + urlencode(fields))
    expect(page.locator("#sum")).to_contain_text("given away")
    expect(page.locator("#decisions button")).to_have_count(3)
    expect(page.locator("#optimum")).to_contain_text("(proven)")
    page.click("#after")
    assert "&show=1" in page.url
    expect(page.locator("#verdict")).to_contain_text("Played: ")


PAGES = {
    "front": ("/", []),
    "turn": (link("Aki", "Ben", clock=5), [".die:enabled"]),
    "pond": (link("", clock=3), ['[data-space="11"]', '[data-space="13"]']),
    "end": (link("", clock=16), []),
    "new game": (link(""), ["#new"]),
    "files": (link(""), ["#files"]),
    "review": ("/review" + link("", clock=16).removeprefix("/jardin"), []),
    "paste": ("/review", []),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_that_keeps_people_out(visit: Open, name: str, scheme: str) -> None:
    path, clicks = PAGES[name]
    page = visit(path, color_scheme=scheme)
    if "#" in path:
        expect(page.locator("#when")).not_to_have_text("\u200b")
    for click in clicks:
        page.locator(click).first.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_is_wide_enough(visit: Open, name: str) -> None:
    path, clicks = PAGES[name]
    page = visit(path, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    if "#" in path:
        expect(page.locator("#when")).not_to_have_text("\u200b")
    for click in clicks:
        page.locator(click).first.tap()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    for each in page.locator("button:visible, a.button:visible").all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
