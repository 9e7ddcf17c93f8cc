"""Robbery (S9) and Shigemori Mirei (S11)."""

from niwashi.stone import Position

from .states import play, player, state, texts

THREE = "11=plain@ 12=plain 13=plain"
TWO = "11=plain@ 12=plain"
ONE = "11=plain@"


def asked_after(position: Position, moves: str = "place") -> list[int]:
    """Who is asked, everybody passing."""
    position = play(position, moves)
    asked = []
    while position.decision == "answer-robbery":
        asked.append(position.concerned + 1)
        position = play(position, "pass")
    assert position.decision == "place"
    assert position.concerned == position.active
    return asked


def test_only_players_with_two_virtue_are_asked_and_in_turn_order() -> None:
    players = [player(virtue=2), player(virtue=1), player(), player(virtue=6)]
    assert asked_after(state("step1", *players, active=3, hand="nw")) == [4, 1]


def test_nobody_is_asked_where_nobody_can_rob() -> None:
    assert asked_after(state("step1", player(), player(virtue=1), hand="nw")) == []


def test_every_declared_placing_is_a_new_chance_to_rob() -> None:
    position = state("step1", player(stored="ne"), player(virtue=2), hand="nw")
    assert asked_after(position, "place-stored pass 11=ne place") == [2]


def test_a_declared_placing_cannot_be_taken_back() -> None:
    position = state("step1", player(stored="ne"), player(virtue=2), hand="nw")
    assert texts(play(position, "place")) == ["rob", "pass"]
    assert all("=nw" in text for text in texts(play(position, "place pass")))


def test_the_robber_pays_two_virtue_and_places_at_once() -> None:
    after = play(state("step1", player(), player(virtue=3), hand="nw"), "place rob keep")
    assert (after.decision, after.concerned) == ("place", 1)
    assert after.players[1].virtue == 1
    assert texts(after)[0] == "11=nw"


def test_fewest_laid_tiles_wins_and_storage_does_not_count() -> None:
    position = state(
        "step1",
        player(),
        player(TWO, virtue=2),
        player(ONE, virtue=2, stored="top"),
        player(THREE, virtue=2),
        hand="nw",
    )
    assert play(position, "place rob rob rob keep").concerned == 2


def test_a_tie_goes_to_the_first_in_turn_order_after_the_active_player() -> None:
    players = [player(ONE, virtue=2), player(ONE, virtue=2), player(), player(TWO, virtue=2)]
    position = state("step1", *players, active=3, hand="nw")
    assert play(position, "place rob rob rob keep").concerned == 0


def test_a_losing_robber_pays_nothing() -> None:
    position = state("step1", player(), player(ONE, virtue=4), player(TWO, virtue=4), hand="nw")
    after = play(position, "place rob rob keep")
    assert [p.virtue for p in after.players] == [0, 2, 4]


def test_a_robbed_drawn_tile_spends_its_action() -> None:
    position = state("step1", player(virtue=1), player(virtue=2), hand="nw")
    assert play(position, "place rob keep 11=nw").decision == "step2"


def test_after_a_robbed_drawn_tile_the_stored_one_may_be_placed() -> None:
    position = state("step1", player(stored="ne"), player(virtue=2), hand="nw")
    assert texts(play(position, "place rob keep 11=nw")) == ["place-stored", "done"]


def test_a_robbed_stored_tile_leaves_the_drawn_one_its_action() -> None:
    position = state("step1", player(stored="ne"), player(virtue=2), hand="nw")
    after = play(position, "place-stored rob keep 11=ne")
    assert after.players[0].storage is None
    assert texts(after) == ["place", "offer", "store"]


def test_step_2_follows_a_robbery() -> None:
    position = state("step1", player(), player(virtue=2), hand="nw")
    after = play(position, "place rob keep 11=nw meditate")
    assert after.players[0].virtue == 1
    assert after.active == 1


def test_a_robbed_player_with_an_unused_card_is_asked_whatever_card_it_is() -> None:
    position = state("step1", player(master="kentei"), player(virtue=2), hand="nw")
    assert texts(play(position, "place rob")) == ["keep"]


def test_a_robbed_player_with_a_used_card_is_not_asked() -> None:
    position = state("step1", player(master="kentei!"), player(virtue=2), hand="nw")
    assert play(position, "place rob").decision == "place"


def test_shigemori_is_not_asked_for_when_nobody_robs() -> None:
    position = state("step1", player(master="shigemori-mirei"), player(virtue=2), hand="nw")
    assert play(position, "place pass").decision == "place"


def test_shigemori_stops_the_robbery_and_the_robbers_pay_nothing() -> None:
    position = state("step1", player(master="shigemori-mirei"), player(virtue=2), hand="nw")
    asked = play(position, "place rob")
    assert texts(asked) == ["reveal", "keep"]
    after = play(asked, "reveal")
    assert (after.decision, after.concerned) == ("place", 0)
    assert after.players[0].master_used
    assert after.players[1].virtue == 2


def test_shigemori_protects_the_rest_of_the_turn() -> None:
    position = state(
        "step1", player(master="shigemori-mirei", stored="ne"), player(virtue=2), hand="nw"
    )
    assert play(position, "place rob reveal 11=nw place-stored").decision == "place"


def test_shigemori_leaves_earlier_robberies_as_they_are() -> None:
    position = state(
        "step1",
        player(master="shigemori-mirei", stored="ne"),
        player(virtue=2),
        player(virtue=2),
        hand="nw",
    )
    after = play(position, "place-stored rob pass keep 11=ne place rob reveal 11=nw")
    assert after.players[1].garden.to_text().startswith("ne@")
    assert after.players[1].virtue == 0


def test_shigemoris_shield_is_gone_in_the_next_turn() -> None:
    position = state("step1", player(master="shigemori-mirei"), player(virtue=2), hand="nw")
    after = play(position, "place rob reveal 11=nw meditate draw:nw place")
    assert after.decision == "place"  # player 1 has too little virtue to rob
    again = play(after, "11=nw meditate draw:nw place")
    assert again.decision == "answer-robbery"


def test_shigemori_may_be_used_and_step_2_taken_in_one_turn() -> None:
    position = state("step1", player(master="shigemori-mirei"), player(virtue=2), hand="nw")
    assert texts(play(position, "place rob reveal 11=nw")) == ["meditate"]
