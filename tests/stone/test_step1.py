"""Step 1: draw, place, transfer, discard, store (S6 to S8)."""

import pytest

from niwashi import IllegalMove
from niwashi.stone import legal_moves

from .states import ALL_BUT_35, FULL, allows, empty_stack, play, player, state, texts


def test_the_first_tile_goes_to_an_upper_or_lower_left_corner_in_either_rotation() -> None:
    position = play(state("step1", player(), player(), hand="nw"), "place")
    assert texts(position) == ["11=nw", "11=nw'", "31=nw", "31=nw'"]


def test_a_tile_that_looks_the_same_turned_is_listed_once() -> None:
    position = play(state("step1", player(), player(), hand="plain"), "place")
    assert texts(position) == ["11=plain", "31=plain"]


def test_the_monk_goes_on_the_first_tile_and_stays_there() -> None:
    position = play(state("step1", player(), player(), hand="nw"), "place 31=nw")
    assert position.players[0].garden.to_text() == "_,_,_,_,_/_,_,_,_,_/nw@,_,_,_,_"
    later = state("step1", player("31=nw@"), player(), hand="ne")
    assert play(later, "place 32=ne").players[0].garden.monk == 10


def test_later_tiles_go_next_to_a_laid_one() -> None:
    position = play(state("step1", player("12=nw@"), player(), hand="plain"), "place")
    assert texts(position) == ["11=plain", "13=plain", "22=plain"]


def test_the_drawn_tile_is_placed_offered_or_stored_without_virtue() -> None:
    assert texts(state("step1", player(), player(), hand="nw")) == ["place", "offer", "store"]


def test_discarding_needs_a_virtue_point_and_costs_it() -> None:
    position = state("step1", player(virtue=1), player(), hand="nw")
    after = play(position, "discard")
    assert after.players[0].virtue == 0
    assert after.discards == {"nw": 1}
    assert after.decision == "step2"
    assert not allows(state("step1", player(), player(), hand="nw"), "discard")


def test_a_tile_is_stored_only_in_an_empty_storage() -> None:
    assert not allows(state("step1", player(stored="ne"), player(), hand="nw"), "store")


def test_a_tile_stored_this_turn_stays() -> None:
    after = play(state("step1", player(), player(), hand="nw"), "store")
    assert after.decision == "step2"
    assert after.players[0].storage == "nw"


def test_the_stored_tile_may_be_placed_before_the_drawn_one() -> None:
    position = state("step1", player("11=nw@", stored="ne"), player(), hand="top")
    after = play(position, "place-stored 12=ne")
    assert texts(after) == ["place", "offer", "store"]


def test_the_stored_tile_may_be_placed_after_the_drawn_one() -> None:
    position = state("step1", player("11=nw@", stored="ne"), player(), hand="top")
    after = play(position, "place 12=top")
    assert texts(after) == ["place-stored", "done"]
    assert play(after, "place-stored 13=ne").decision == "step2"
    assert play(after, "done").players[0].storage == "ne"


def test_the_stored_tile_may_be_placed_and_the_drawn_one_stored() -> None:
    position = state("step1", player("11=nw@", stored="ne"), player(), hand="top")
    after = play(position, "place-stored 12=ne store")
    assert after.players[0].storage == "top"
    assert after.decision == "step2"


def test_the_stored_tile_may_be_placed_after_a_discard() -> None:
    position = state("step1", player("11=nw@", stored="ne", virtue=1), player(), hand="top")
    assert texts(play(position, "discard")) == ["place-stored", "done"]


def test_every_other_player_answers_an_offer_in_turn_order() -> None:
    position = state("step1", player(), player(), player(), player(), active=3, hand="nw")
    asked = []
    position = play(position, "offer")
    while position.decision == "answer-offer":
        asked.append(position.concerned + 1)
        assert texts(position) == ["accept", "decline"]
        position = play(position, "decline")
    assert asked == [4, 1, 2]
    assert (position.decision, position.concerned) == ("step1", 2)


def test_a_tile_is_offered_once() -> None:
    position = state("step1", player(), player(), hand="nw")
    assert texts(play(position, "offer decline")) == ["place", "store"]
    assert texts(play(position, "offer accept withdraw")) == ["place", "store"]


def test_the_active_player_chooses_among_those_who_accepted() -> None:
    position = state("step1", player(), player(), player(), player(), hand="nw")
    assert texts(play(position, "offer accept decline accept")) == ["give:2", "give:4", "withdraw"]


def test_a_transfer_gives_two_virtue_and_the_taker_places_at_once() -> None:
    position = play(state("step1", player(virtue=1), player(), hand="nw"), "offer accept give:2")
    assert position.players[0].virtue == 3
    assert (position.decision, position.concerned) == ("place", 1)
    after = play(position, "31=nw'")
    assert after.players[1].garden.to_text() == "_,_,_,_,_/_,_,_,_,_/nw'@,_,_,_,_"
    assert (after.decision, after.concerned) == ("step2", 0)


def test_a_transfer_gives_no_virtue_beyond_six() -> None:
    position = state("step1", player(virtue=5), player(), hand="nw")
    assert play(position, "offer accept give:2").players[0].virtue == 6


def test_a_transferred_tile_cannot_be_robbed() -> None:
    position = state("step1", player(), player(virtue=6), player(virtue=6), hand="nw")
    assert play(position, "offer accept decline give:2").decision == "place"


def test_the_stored_tile_may_be_placed_before_the_offer_and_after_the_transfer() -> None:
    position = state("step1", player("11=nw@", stored="ne"), player(), hand="top")
    assert allows(play(position, "place-stored 12=ne"), "offer")
    assert texts(play(position, "offer accept give:2 11=top")) == ["place-stored", "done"]


def test_the_stored_tile_is_never_offered_discarded_or_given() -> None:
    position = state("step1", player("11=nw@", stored="ne", virtue=3), player())
    assert texts(position) == ["place-stored", "done"]


def test_an_illegal_move_leaves_the_position_as_it_was() -> None:
    position = state("step1", player(), player(), hand="nw")
    before = position.to_text()
    with pytest.raises(IllegalMove, match="move: 'meditate' is not one of the 3 moves"):
        play(position, "meditate")
    assert position.to_text() == before


def test_a_full_garden_takes_only_step_2() -> None:
    position = state("step2", player("11=plain@"), player(FULL), active=1)
    after = play(position, "meditate")
    assert (after.decision, after.active) == ("step2", 1)


def test_with_a_full_garden_tiles_are_only_placed_or_stored() -> None:
    position = state("step1", player("11=nw@", virtue=6), player(FULL, virtue=6), hand="nw")
    assert texts(position) == ["place", "store"]
    assert play(position, "place").decision == "place"


def test_a_drawn_tile_left_over_when_the_stored_one_fills_the_garden_is_stored() -> None:
    position = state("step1", player(ALL_BUT_35, stored="nw"), player(), hand="ne")
    after = play(position, "place-stored 35=nw")
    assert after.decision == "step2"
    assert after.players[0].storage == "ne"
    assert after.hand == []


def test_a_stored_tile_stays_when_the_drawn_one_fills_the_garden() -> None:
    position = state("step1", player(ALL_BUT_35, stored="nw"), player(), hand="ne")
    after = play(position, "place 35=ne")
    assert after.decision == "step2"
    assert after.players[0].storage == "nw"


def test_a_robber_who_fills_his_garden_ends_transfer_discard_and_robbery_within_the_turn() -> None:
    position = state(
        "step1",
        player("11=nw@", stored="top", virtue=3),
        player(ALL_BUT_35, virtue=6),
        player("11=nw@", virtue=1),
        hand="ne",
    )
    after = play(position, "place-stored rob keep 35=top")
    assert after.decision == "step1"
    assert texts(after) == ["place", "store"]


def test_the_discards_become_the_stack_when_a_tile_must_be_drawn_and_none_is_left() -> None:
    position = state("step2", player("11=plain@"), player(), player(), discards="plain=1")
    after = play(empty_stack(position), "meditate")
    assert after.decision == "draw"
    assert after.discards == {}
    assert after.bag == position.bag | {"plain": 15}


def test_the_game_ends_after_the_turn_in_which_the_last_garden_is_filled() -> None:
    # Two full gardens need more plain tiles than there are.
    other = FULL.replace("plain", "nw").replace("33=nw", "33=ne").replace("34=nw", "34=ne")
    for space in ("22", "23", "24"):
        other = other.replace(f"{space}=nw", f"{space}=ne")
    position = state("step1", player(ALL_BUT_35), player(other), hand="ne")
    after = play(position, "place 35=ne")
    assert after.decision == "step2"
    over = play(after, "meditate")
    assert over.is_over
    assert over.decision == "end"
    assert legal_moves(over) == []
