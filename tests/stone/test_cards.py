"""The Master Gardeners (S11)."""

import pytest

from niwashi.stone import Position

from .states import ALL_BUT_35, FULL, allows, empty_stack, play, player, state, texts

PAIR = "11=plain@ 12=nw"
ROW = "11=plain@ 12=plain 13=plain"


Fields = dict[str, str]


def holding(
    master: str,
    cells: str = "",
    others: tuple[Fields, ...] = (),
    stored: str = "-",
    virtue: int = 0,
) -> Position:
    owner = player(cells, master=master, stored=stored, virtue=virtue)
    return state("step2", owner, *(others or (player(),)))


def usable(
    master: str,
    cells: str = "",
    others: tuple[Fields, ...] = (),
    stored: str = "-",
    virtue: int = 0,
) -> bool:
    return allows(holding(master, cells, others, stored, virtue), f"card:{master}")


def test_a_card_is_used_once() -> None:
    after = play(holding("kanamori-sowa"), "card:kanamori-sowa")
    assert after.players[0].master_used
    assert not usable("kanamori-sowa!")


def test_muso_soseki_puts_any_stone_of_the_yard_anywhere_and_costs_no_virtue() -> None:
    position = play(holding("muso-soseki", ROW, virtue=1), "card:muso-soseki")
    assert {text[5:] for text in texts(position)} == {
        f"{stone}{space}" for stone in "HSRLB" for space in ("11", "12", "13")
    }
    assert play(position, "take:B13").players[0].virtue == 1


def test_muso_soseki_keeps_to_the_neighbour_and_boat_rules() -> None:
    cells = "11=plain@ 12=plain 13=plain:B"
    position = play(
        state("step2", player(cells, master="muso-soseki"), player(), player()), "card:muso-soseki"
    )
    assert {text[5:] for text in texts(position)} == {f"{stone}11" for stone in "HSRL"}


def test_muso_soseki_earns_the_bonus_step_on_the_monks_tile() -> None:
    position = play(holding("muso-soseki", ROW), "card:muso-soseki")
    assert play(position, "take:H11").decision == "bonus"
    assert play(position, "take:H12").active == 1


def test_muso_soseki_needs_a_place_for_a_stone() -> None:
    assert not usable("muso-soseki")
    assert not usable("muso-soseki", "11=plain:H@ 12=plain")


def test_zen_ami_draws_two_and_places_or_discards_each_in_either_order() -> None:
    position = play(holding("zen-ami", PAIR), "card:zen-ami")
    assert position.decision == "draw-zen-ami"
    position = play(position, "draw:top draw:ne")
    assert position.hand == ["ne", "top"]
    assert allows(position, "13=top")
    assert allows(position, "13=ne'")
    assert allows(position, "discard:top")
    after = play(position, "13=top discard:ne")
    assert after.discards == {"ne": 1}
    assert after.active == 1


def test_zen_amis_discards_cost_no_virtue() -> None:
    after = play(holding("zen-ami", PAIR), "card:zen-ami draw:top draw:top discard:top discard:top")
    assert after.players[0].virtue == 0
    assert after.discards == {"top": 2}


def test_zen_amis_second_tile_is_discarded_when_the_first_fills_the_garden() -> None:
    after = play(holding("zen-ami", ALL_BUT_35), "card:zen-ami draw:top draw:ne 35=top")
    assert texts(after) == ["discard:ne"]


def test_sesshu_draws_three_and_places_one() -> None:
    position = play(holding("sesshu", PAIR), "card:sesshu draw:top draw:ne draw:top")
    assert allows(position, "13=top")
    after = play(position, "13=top")
    assert after.discards == {"ne": 1, "top": 1}
    assert after.active == 1


def test_sesshu_may_discard_all_three() -> None:
    after = play(holding("sesshu", PAIR), "card:sesshu draw:top draw:ne draw:top discard-all")
    assert after.discards == {"ne": 1, "top": 2}


@pytest.mark.parametrize("master", ["zen-ami", "sesshu", "ishikawa-jozan"])
def test_cards_that_lay_tiles_need_a_garden_that_is_not_full(master: str) -> None:
    others = (player(stored="nw"),)
    assert usable(master, ALL_BUT_35, others)
    assert not usable(master, FULL, others)


@pytest.mark.parametrize(
    ("master", "rest"), [("zen-ami", "draw:nw draw:nw"), ("sesshu", "draw:nw draw:nw draw:nw")]
)
def test_a_first_tile_that_comes_by_card_goes_to_a_left_corner(master: str, rest: str) -> None:
    position = play(holding(master), f"card:{master} {rest}")
    placings = [text for text in texts(position) if "=" in text]
    assert placings == ["11=nw", "11=nw'", "31=nw", "31=nw'"]
    assert play(position, "31=nw").players[0].garden.monk == 10


def test_tiles_drawn_by_a_card_come_from_the_discards_when_the_stack_is_empty() -> None:
    position = empty_stack(holding("zen-ami", PAIR), left="nw")
    after = play(position, "card:zen-ami draw:nw")
    assert after.decision == "draw-zen-ami"
    assert after.discards == {}
    assert after.stack_size == 80 - 2 - 1


def test_sen_no_rikyu_moves_the_monk_to_any_other_tile_and_gives_an_action() -> None:
    position = play(holding("sen-no-rikyu", ROW, virtue=1), "card:sen-no-rikyu")
    assert texts(position) == ["monk:12", "monk:13"]
    after = play(position, "monk:13")
    assert after.decision == "extra"
    assert texts(after) == ["meditate", "step:12", "buy:H13"]
    assert play(after, "buy:H13").decision == "bonus"


def test_sen_no_rikyu_needs_another_tile() -> None:
    assert not usable("sen-no-rikyu", "11=plain@")


def test_kentei_moves_a_stone_and_gives_an_action_without_a_bonus_step() -> None:
    position = play(holding("kentei", "11=plain@ 12=plain 13=plain:R"), "card:kentei")
    assert texts(position) == ["move:13-11", "move:13-12"]
    after = play(position, "move:13-11")
    assert after.players[0].garden.stones[0] == "R"
    assert after.decision == "extra"
    assert texts(after) == ["meditate", "step:12"]


def test_kentei_lifts_the_stone_before_its_new_neighbours_are_checked() -> None:
    cells = "11=plain@ 12=plain:R 13=plain 14=plain 15=plain:H"
    position = play(holding("kentei", cells), "card:kentei")
    assert allows(position, "move:12-11")
    assert allows(position, "move:12-13")
    assert not allows(position, "move:12-14")  # next to 15


def test_kentei_may_move_the_boat() -> None:
    position = play(holding("kentei", "11=plain@ 12=plain:B"), "card:kentei")
    assert texts(position) == ["move:12-11"]


def test_kentei_needs_a_stone_that_can_go_somewhere() -> None:
    assert not usable("kentei", ROW)
    assert not usable("kentei", "11=plain:H@")


def test_an_extra_action_allows_no_card() -> None:
    position = play(holding("kentei", "11=plain@ 12=plain:R"), "card:kentei move:12-11")
    assert not any(text.startswith("card:") for text in texts(position))


def test_kobori_enshu_swaps_two_stoneless_tiles_each_in_either_rotation() -> None:
    position = play(holding("kobori-enshu", "11=nw@ 12=ne 13=plain:H"), "card:kobori-enshu")
    assert texts(position) == [
        "swap:11=ne+12=nw",
        "swap:11=ne+12=nw'",
        "swap:11=ne'+12=nw",
        "swap:11=ne'+12=nw'",
    ]
    after = play(position, "swap:12=nw'+11=ne")
    assert after.players[0].garden.to_text().startswith("ne@,nw',plain:H,_")


def test_kobori_enshu_needs_two_tiles_without_stones() -> None:
    assert not usable("kobori-enshu", "11=nw@ 12=ne:H")


def test_kanamori_sowa_gives_four_virtue_up_to_six() -> None:
    assert play(holding("kanamori-sowa"), "card:kanamori-sowa").players[0].virtue == 4
    assert play(holding("kanamori-sowa", virtue=3), "card:kanamori-sowa").players[0].virtue == 6


def test_kanamori_sowa_cannot_be_used_with_six_virtue() -> None:
    assert usable("kanamori-sowa", virtue=5)
    assert not usable("kanamori-sowa", virtue=6)


def test_ishikawa_jozan_takes_stored_tiles_of_others_and_places_each_at_once() -> None:
    others = (player(stored="nw"), player(), player(stored="plain"))
    position = play(holding("ishikawa-jozan", "11=nw@", others), "card:ishikawa-jozan")
    assert texts(position)[0] == "from:2:12=nw"
    assert texts(position)[-1] == "from:4:21=plain"
    after = play(position, "from:4:12=plain")
    assert after.players[3].storage is None
    assert "stop" in texts(after)
    assert play(after, "from:2:13=nw'").active == 1


def test_ishikawa_jozan_takes_at_least_one_and_no_more_than_fit() -> None:
    others = (player(stored="nw"), player(stored="ne"))
    position = play(holding("ishikawa-jozan", ALL_BUT_35, others), "card:ishikawa-jozan")
    assert not allows(position, "stop")
    after = play(position, "from:3:35=ne")
    assert after.active == 1
    assert after.players[1].storage == "nw"


def test_ishikawa_jozan_needs_a_stored_tile_of_another_player() -> None:
    assert not usable("ishikawa-jozan", "11=nw@", stored="ne")


def test_tiles_that_come_by_card_are_safe_from_robbers() -> None:
    others = (player(virtue=6),)
    after = play(holding("zen-ami", PAIR, others), "card:zen-ami draw:nw draw:nw 13=nw")
    assert after.decision == "zen-ami"


def test_shigemori_mirei_is_no_action_of_step_2() -> None:
    assert not usable("shigemori-mirei", ROW, (player(virtue=6),), virtue=3)
