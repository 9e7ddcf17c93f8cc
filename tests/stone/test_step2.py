"""Step 2: meditate, step, buy (S5, S10)."""

from niwashi.stone import Position

from .states import allows, play, player, state, texts

ROW = "11=plain@ 12=plain 13=plain"
BLOCK = ROW + " 21=plain 22=plain 23=plain"


def step2(cells: str = "", virtue: int = 0) -> Position:
    return state("step2", player(cells, virtue=virtue, master="kentei!"), player())


def bought(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("buy:")]


def test_meditating_gives_one_virtue_up_to_six_and_is_always_allowed() -> None:
    assert play(step2(), "meditate").players[0].virtue == 1
    assert play(step2(virtue=6), "meditate").players[0].virtue == 6


def test_a_player_without_tiles_can_only_meditate_or_use_a_card() -> None:
    assert texts(step2(virtue=6)) == ["meditate"]
    with_card = state("step2", player(master="kanamori-sowa"), player())
    assert texts(with_card) == ["meditate", "card:kanamori-sowa"]


def test_the_monk_steps_to_laid_neighbours_only() -> None:
    assert texts(step2(ROW + " 22=plain")) == ["meditate", "step:12"]
    assert play(step2(ROW), "step:12").players[0].garden.monk == 1


def test_each_type_needs_its_price_and_buying_spends_all_virtue() -> None:
    for virtue in range(7):
        types = {text[4] for text in bought(step2("11=plain@", virtue=virtue))}
        assert types == set("HSRLB"[: min(virtue, 5)])
    assert play(step2("11=plain@", virtue=5), "buy:H11").players[0].virtue == 0


def test_stones_stand_in_the_monks_column() -> None:
    assert bought(step2(BLOCK, virtue=1)) == ["buy:H11", "buy:H21"]


def test_with_six_virtue_stones_stand_anywhere() -> None:
    spaces = {text[-2:] for text in bought(step2(BLOCK, virtue=6))}
    assert spaces == {"11", "12", "13", "21", "22", "23"}


def test_a_stone_stands_only_on_a_tile_without_one() -> None:
    assert not allows(step2("11=island:H@ 21=island", virtue=1), "buy:H11")
    assert not allows(step2("11=island:H@ 21=island", virtue=1), "buy:H31")


def test_a_stone_stands_next_to_another_only_if_both_are_on_moss() -> None:
    assert allows(step2("11=island@ 21=north:H", virtue=1), "buy:H11")
    assert not allows(step2("11=plain@ 21=north:H", virtue=1), "buy:H11")
    assert not allows(step2("11=island@ 21=plain:H", virtue=1), "buy:H11")


def test_stones_may_touch_diagonally() -> None:
    assert allows(step2("11=plain@ 12=plain 22=plain:H", virtue=1), "buy:H11")


def test_a_player_places_at_most_one_boat() -> None:
    position = state(
        "step2", player("11=plain@ 12=plain 13=plain:B", virtue=5), player(), player(), player()
    )
    assert allows(position, "buy:L11")
    assert not allows(position, "buy:B11")


def test_a_type_that_is_not_in_the_yard_cannot_be_bought() -> None:
    other = player("11=plain:B@ 21=plain")
    position = state("step2", player("12=plain@", virtue=6, master="kentei!"), other)
    assert position.yard["B"] == 0
    assert {text[4] for text in bought(position)} == set("HSRL")


def test_a_stone_on_the_monks_tile_earns_a_step_that_may_be_declined() -> None:
    position = play(step2(ROW, virtue=1), "buy:H11")
    assert texts(position) == ["step:12", "stay"]
    assert play(position, "step:12").players[0].garden.monk == 1
    assert play(position, "stay").active == 1


def test_a_stone_elsewhere_earns_no_step() -> None:
    assert play(step2("11=plain@ 21=plain", virtue=1), "buy:H21").active == 1


def test_no_step_is_asked_for_where_the_monk_has_nowhere_to_go() -> None:
    assert play(step2("11=plain@", virtue=1), "buy:H11").active == 1


def test_a_bought_stone_leaves_the_yard() -> None:
    assert play(step2("11=plain@", virtue=1), "buy:H11").yard["H"] == 3
