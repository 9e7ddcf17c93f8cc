"""The fast core held against the slow reference, which was written from the rules alone."""

import random
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from niwashi import IllegalMove, InvalidText, jardin
from tests.jardin import full_but, position_text
from tests.jardin.strategies import (
    CLOCKS,
    POND_CLOCKS,
    TURN_CLOCKS,
    arbitrary_texts,
    faces_texts,
    mutated,
    position_texts,
    random_pond,
    roll_texts,
    seeds,
)
from tests.reference import jardin as reference

steady = settings(derandomize=True, deadline=None, max_examples=100)


def both(text: str) -> tuple[jardin.Position, reference.Garden]:
    return jardin.Position.from_text(text), reference.read(text)


def space_numbers(spaces: set[reference.Space] | frozenset[reference.Space]) -> list[int]:
    return sorted(6 * (row - 1) + column - 1 for row, column in spaces)


def core_result(position: jardin.Position, roll: str | None, move: str, faces: str) -> str | None:
    """The text of the position after the move, None if the core refuses it."""
    rolled = None if roll is None else jardin.Roll.from_text(roll, faces)
    try:
        return jardin.apply(position, jardin.Move.from_text(move), rolled).to_text()
    except (IllegalMove, InvalidText):
        return None


def reference_result(
    garden: reference.Garden, roll: str | None, move: str, faces: str
) -> str | None:
    try:
        return reference.write(reference.apply(garden, roll, move, faces))
    except ValueError:
        return None


def test_both_know_the_same_rolls_with_the_same_weights() -> None:
    outcomes = {roll.to_text(): weight for roll, weight in jardin.chance_outcomes()}
    assert outcomes == reference.rolls()


# --- Scores --------------------------------------------------------------------------------------


@given(position_texts())
@settings(steady, max_examples=200)
def test_scores_agree_rule_by_rule(text: str) -> None:
    position, garden = both(text)
    assert jardin.score(position).as_dict() == reference.score(garden)


@given(st.integers(-40, 120))
@steady
def test_solo_ranks_agree(total: int) -> None:
    assert jardin.solo_rank(total) == reference.solo_rank(total)


@given(st.lists(position_texts(("12", "end")), max_size=3), st.booleans())
@settings(steady, max_examples=30)
def test_standings_agree(texts: list[str], twice: bool) -> None:
    texts = texts + texts if twice else texts
    sheets = [jardin.Position.from_text(text) for text in texts]
    results = [(jardin.score(entry).total, entry.prunings) for entry in sheets]
    assert jardin.standings(sheets) == reference.standings(results)


# --- Moves ---------------------------------------------------------------------------------------


@given(position_texts(TURN_CLOCKS), roll_texts, faces_texts)
@steady
def test_legal_moves_of_a_turn_agree(text: str, roll: str, faces: str) -> None:
    position, garden = both(text)
    rolled = jardin.Roll.from_text(roll, faces)
    moves = [move.to_text() for move in jardin.legal_moves(position, rolled)]
    expected = reference.legal_moves(garden, roll, faces)
    assert set(moves) == expected
    assert len(moves) == len(expected) == jardin.count_moves(position, rolled)


@given(
    arbitrary_texts(TURN_CLOCKS, max_empty=5).filter(lambda text: text.endswith("3")),
    roll_texts,
    faces_texts,
)
@settings(steady, max_examples=60)
def test_legal_moves_agree_where_little_can_be_drawn(text: str, roll: str, faces: str) -> None:
    position, garden = both(text)
    rolled = jardin.Roll.from_text(roll, faces)
    moves = {move.to_text() for move in jardin.legal_moves(position, rolled)}
    assert moves == reference.legal_moves(garden, roll, faces)


@given(position_texts(TURN_CLOCKS), roll_texts, faces_texts, seeds)
@steady
def test_results_of_legal_moves_agree(text: str, roll: str, faces: str, seed: int) -> None:
    position, garden = both(text)
    moves = sorted(reference.legal_moves(garden, roll, faces))
    for move in random.Random(seed).choices(moves, k=5):
        after = core_result(position, roll, move, faces)
        assert after is not None
        assert after == reference_result(garden, roll, move, faces)


@given(position_texts(CLOCKS), st.none() | roll_texts, faces_texts, seeds)
@settings(steady, max_examples=100)
def test_any_move_is_taken_or_refused_by_both(
    text: str, roll: str | None, faces: str, seed: int
) -> None:
    position, garden = both(text)
    rng = random.Random(seed)

    def placing() -> str:
        return rng.choice("LBTRM=") + rng.choice("123456") + rng.choice("123456")

    pond = rng.sample(sorted(reference.GRID), rng.randint(1, 4))
    for move in (
        "X",
        "-",
        "*" + placing(),
        f"{rng.choice(roll or '123456')}:{placing()}+{placing()}",
        reference.write_move(reference.Pond(frozenset(pond))),
    ):
        assert core_result(position, roll, move, faces) == reference_result(
            garden, roll, move, faces
        )


@given(position_texts(TURN_CLOCKS), roll_texts, seeds)
@settings(steady, max_examples=100)
def test_a_legal_move_with_a_character_changed_is_taken_or_refused_by_both(
    text: str, roll: str, seed: int
) -> None:
    position, garden = both(text)
    rng = random.Random(seed)
    moves = sorted(reference.legal_moves(garden, roll))
    for _ in range(5):
        move = mutated(rng.choice(moves), rng.getrandbits(32))
        faces = jardin.standard_faces
        assert core_result(position, roll, move, faces) == reference_result(
            garden, roll, move, faces
        )


# --- Ponds ---------------------------------------------------------------------------------------


@given(position_texts(POND_CLOCKS), seeds)
@settings(steady, max_examples=80)
def test_any_pond_is_taken_or_refused_by_both(text: str, seed: int) -> None:
    position, garden = both(text)
    rng = random.Random(seed)
    legal = random_pond(garden.ponds, rng, 12)
    scattered = set(rng.sample(sorted(reference.GRID), rng.randint(1, 30)))
    spaces = sorted(reference.GRID)
    for pond in (
        legal,
        scattered,
        reference.reachable({min(scattered)}, scattered),
        legal ^ {rng.choice(spaces)},
        legal ^ {rng.choice(spaces), rng.choice(spaces)},
        reference.GRID - scattered,
    ):
        expected = reference.is_legal_pond(garden, pond)
        assert jardin.is_legal_pond(position, space_numbers(pond)) == expected
        if pond:
            move = reference.write_move(reference.Pond(frozenset(pond)))
            after = core_result(position, None, move, "LBTRM=")
            assert after == reference_result(garden, None, move, "LBTRM=")
            assert (after is not None) == expected
            assert (jardin.Move.from_text(move) in jardin.legal_moves(position)) == expected


@given(st.sets(st.sampled_from(sorted(reference.GRID))))
@settings(steady, max_examples=100)
def test_shapes_agree(pond: set[reference.Space]) -> None:
    expected = reference.is_legal_pond(reference.start(), pond)
    assert jardin.is_pond_shape(space_numbers(pond)) == expected


@pytest.mark.parametrize("size", [1, 2, 3, 34, 35, 36])
def test_all_smallest_and_all_largest_shapes_agree(size: int) -> None:
    for pond in combinations(sorted(reference.GRID), size):
        expected = reference.is_legal_pond(reference.start(), set(pond))
        assert jardin.is_pond_shape(space_numbers(set(pond))) == expected


@given(st.sets(st.sampled_from(sorted(reference.GRID)), max_size=14))
@steady
def test_ponds_within_a_few_scattered_spaces_agree(allowed: set[reference.Space]) -> None:
    table = jardin.PondTable(space_numbers(allowed))
    expected = reference.legal_ponds_within(reference.start(), allowed)
    assert [pond.spaces for pond in table] == sorted(map(space_numbers, expected))


@given(st.integers(1, 3), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3))
@settings(steady, max_examples=20)
def test_ponds_within_a_block_agree(top: int, height: int, left: int, width: int) -> None:
    allowed = {
        (row, column) for row in range(top, top + height) for column in range(left, left + width)
    }
    table = jardin.PondTable(space_numbers(allowed))
    expected = reference.legal_ponds_within(reference.start(), allowed)
    assert [pond.spaces for pond in table] == sorted(map(space_numbers, expected))


@given(arbitrary_texts(("9p", "12p"), max_pond=20))
@settings(steady, max_examples=50)
def test_decisions_at_a_pond_clock_with_little_room_agree(text: str) -> None:
    position, garden = both(text)
    assume(len(position.pondable) <= 14)
    decisions = [move.to_text() for move in jardin.legal_moves(position)]
    assert set(decisions) == reference.legal_moves(garden, None)
    assert len(decisions) == reference.count_ponds(garden) + 1 == jardin.count_moves(position)


# --- Perft ---------------------------------------------------------------------------------------


@given(position_texts(TURN_CLOCKS))
@settings(steady, max_examples=12)
def test_perft_of_one_turn_agrees(text: str) -> None:
    position, garden = both(text)
    assert jardin.perft(position, 1) == reference.perft(garden, 1)


def test_perft_of_the_first_turn_agrees() -> None:
    assert jardin.perft(jardin.Position(), 1) == reference.perft(reference.start(), 1) == 16416


@given(arbitrary_texts(("1", "4", "8", "11"), max_empty=2))
@settings(steady, max_examples=6)
def test_perft_of_the_last_empty_spaces_agrees(text: str) -> None:
    position, garden = both(text)
    assert jardin.perft(position, 2) == reference.perft(garden, 2)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_perft_across_a_pond_decision_agrees(depth: int) -> None:
    """Turn 12, then no pond or one where there is room, and nothing after the end."""
    ponds = ("14 24 34 44 54 53 52 51", "", "16 26 36 46 56 66")
    text = position_text(full_but("11"), ponds, "12", 2)
    position, garden = both(text)
    assert 6 <= len(position.pondable) <= 10
    assert jardin.perft(position, depth) == reference.perft(garden, depth)
    assert jardin.perft(position, 3) == 0


def test_perft_after_a_pond_decision_agrees() -> None:
    ponds = ("14 24 34 44 54 53 52 51", "16 26 36 46 56 66")
    position, garden = both(position_text(full_but("11 12"), ponds, "9p", 3))
    assert jardin.perft(position, 2) == reference.perft(garden, 2)
