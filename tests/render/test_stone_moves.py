import pytest

from niwashi import stone
from niwashi.render.stone_moves import MASTERS, QUESTIONS, move_words, parts_of, question
from tests.stone.states import player, state

EDITION = stone.default_edition()
CHANCE = {"deal-garden", "deal-master", "draw", "draw-zen-ami", "draw-sesshu"}


def decisions(games: int, seed: int) -> list[stone.Position]:
    """Every state of some random games at which a player decides."""
    start = stone.new_game(EDITION, 4)
    found = []
    for number in range(games):
        position = start
        for move in stone.random_moves(start, seed + number, 40):
            if not position.is_chance:
                found.append(position)
            position = stone.apply(position, move)
    return found


def test_every_decision_of_a_player_has_its_question() -> None:
    assert set(QUESTIONS) == set(stone.decision_names) - CHANCE - {"end"}


def test_every_master_gardener_is_explained() -> None:
    assert tuple(MASTERS) == stone.master_names


def test_questions_and_moves_have_words_without_gaps_at_every_decision() -> None:
    seen = set()
    for here in decisions(30, 1):
        seen.add(here.decision)
        asked = question(here)
        assert asked
        assert "  " not in asked
        words = [move_words(here, move) for move in stone.legal_moves(here)]
        assert all(word and "None" not in word and "  " not in word for word in words)
    assert seen == set(QUESTIONS)


def test_moves_that_differ_only_in_where_or_how_can_be_told_apart_by_their_parts() -> None:
    for here in decisions(8, 50):
        moves = stone.legal_moves(here)
        assert len({parts_of(move) for move in moves}) == len(moves)


@pytest.mark.parametrize(
    ("text", "action", "spaces", "tiles", "others"),
    [
        ("place", "place", (), (), (None, None, None)),
        ("12=nw'", "lay", ("12",), ("nw'",), (None, None, None)),
        ("buy:S23", "buy", ("23",), (), ("S", None, None)),
        ("take:B31", "take", ("31",), (), ("B", None, None)),
        ("step:12", "step", ("12",), (), (None, None, None)),
        ("monk:12", "monk", ("12",), (), (None, None, None)),
        ("move:12-34", "move", ("12", "34"), (), (None, None, None)),
        ("swap:11=plain+23=nw'", "swap", ("11", "23"), ("plain", "nw'"), (None, None, None)),
        ("from:3:22=island", "from", ("22",), ("island",), (None, 3, None)),
        ("give:2", "give", (), (), (None, 2, None)),
        ("card:kentei", "card", (), (), (None, None, "kentei")),
        ("discard:nw-se", "discard-tile", (), ("nw-se",), (None, None, None)),
        ("discard", "discard", (), (), (None, None, None)),
        ("discard-all", "discard-all", (), (), (None, None, None)),
        ("garden:garden-01", "garden", (), (), (None, None, "garden-01")),
        ("draw:plain", "draw", (), ("plain",), (None, None, None)),
    ],
)
def test_a_move_is_taken_apart(
    text: str, action: str, spaces: object, tiles: object, others: object
) -> None:
    parts = parts_of(stone.Move.from_text(EDITION, text))
    assert (parts.action, parts.spaces, parts.tiles) == (action, spaces, tiles)
    assert (parts.stone, parts.player, parts.card) == others


def test_the_question_names_the_tile_that_is_declared() -> None:
    here = state(
        "answer-robbery",
        player("11=plain@", stored="island", virtue=1),
        player(virtue=3),
        hand="nw",
        concerned=2,
        declared="stored",
    )
    asked = question(here)
    assert asked == "Player 1 is about to place island: will you rob it for 2 virtue?"


def test_the_question_after_the_drawn_tile_is_about_the_stored_one() -> None:
    here = state("step1", player("11=plain@", stored="island"), player())
    assert question(here) == "Step 1: will you place the stored tile too?"
    done, place = (
        move_words(here, stone.Move.from_text(EDITION, text)) for text in ("done", "place-stored")
    )
    assert (done, place) == ("go on to step 2", "place the stored tile, island")
