"""Many gardens at once: the same answers as one at a time, and no crash whatever the array."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from niwashi import InvalidText, jardin
from niwashi.jardin import batch
from tests.jardin import full_but, sheet

FIELDS = ("lantern", "bamboo", "tree", "rock", "moss", "bridge", "pond", "penalty", "total")

Reader = Callable[[NDArray[np.void]], object]
READERS = pytest.mark.parametrize("read", [batch.score, batch.from_array])


def as_rows(scores: NDArray[np.void]) -> list[dict[str, int]]:
    return [dict(zip(FIELDS, row.item(), strict=True)) for row in scores]


@pytest.fixture(scope="module")
def games() -> NDArray[np.void]:
    return batch.random_games(10_000, seed=2024)


# --- Shapes and values ---------------------------------------------------------------------------


def test_an_array_of_games_is_scored_as_each_game_is(games: NDArray[np.void]) -> None:
    scores = batch.score(games)
    assert scores.shape == games.shape == (10_000,)
    assert scores.dtype == batch.score_dtype
    assert as_rows(scores) == [jardin.score(game).as_dict() for game in batch.from_array(games)]


def test_random_games_are_played_to_their_end_by_the_rules(games: NDArray[np.void]) -> None:
    assert games.dtype == batch.position_dtype
    assert set(games["clock"]) == {16}
    positions = batch.from_array(games)
    assert all(position.is_over for position in positions)
    assert {position.prunings for position in positions} == {0, 1, 2, 3}
    drawn = [sum(len(position.spaces_of(letter)) for letter in "LBTRM=") for position in positions]
    assert max(drawn) == 24
    assert all(
        count <= 24 - position.prunings for count, position in zip(drawn, positions, strict=True)
    )
    ponds = [sum(map(bool, position.ponds)) for position in positions]
    assert set(ponds) == {0, 1, 2, 3, 4}


def test_dtypes_have_the_fields_that_are_documented() -> None:
    position, score = batch.position_dtype, batch.score_dtype
    assert position.names == ("decorations", "late_trees", "ponds", "clock", "prunings")
    assert (position["decorations"].shape, position["ponds"].shape) == ((6,), (4,))
    assert score.names == FIELDS
    assert all(score[name] == np.int32 for name in FIELDS)


def test_an_array_of_positions_holds_sets_as_bit_masks() -> None:
    array = batch.to_array([sheet("L11 B66 t12", ("33 34",), "4", 2)])
    assert array.shape == (1,)
    row = array[0]
    assert list(row["decorations"]) == [1, 1 << 35, 1 << 1, 0, 0, 0]
    assert list(row["ponds"]) == [1 << 14 | 1 << 15, 0, 0, 0]
    assert (row["late_trees"], row["clock"], row["prunings"]) == (0, 4, 2)
    assert batch.to_array([sheet("T11", clock="9")])[0]["late_trees"] == 1


def test_positions_come_back_from_an_array(games: NDArray[np.void]) -> None:
    positions = batch.from_array(games[:100])
    array = batch.to_array(positions)
    assert array.dtype == batch.position_dtype
    assert array.tobytes() == games[:100].tobytes()
    assert batch.from_array(array) == positions


def test_no_games_make_empty_arrays() -> None:
    assert batch.random_games(0, seed=1).shape == (0,)
    assert batch.score(batch.to_array([])).shape == (0,)
    assert batch.from_array(batch.to_array([])) == []


def test_scoring_leaves_the_array_as_it_was(games: NDArray[np.void]) -> None:
    before = games.tobytes()
    batch.score(games)
    assert games.tobytes() == before


# --- Random games --------------------------------------------------------------------------------


def test_a_game_depends_on_the_seed_and_its_number_alone(games: NDArray[np.void]) -> None:
    few = batch.random_games(10, seed=2024)
    assert few.tobytes() == games[:10].tobytes()
    assert batch.random_games(10, seed=2025).tobytes() != few.tobytes()


def test_games_of_one_seed_differ_from_each_other(games: NDArray[np.void]) -> None:
    assert len({row.tobytes() for row in games}) == len(games)


def test_games_go_on_from_any_start() -> None:
    start = sheet("L11 R66", ("33",), "12", 3)
    for position in batch.from_array(batch.random_games(50, seed=1, start=start)):
        assert (position.decoration_at(0), position.decoration_at(35)) == ("L", "R")
        assert position.ponds[0] == [14]
        assert position.prunings == 3
    over = sheet("L11", clock="end")
    assert set(batch.from_array(batch.random_games(5, seed=1, start=over))) == {over}


def test_games_are_played_with_the_given_faces() -> None:
    """With room in one cross only, the dice alone decide what is drawn there."""
    start = sheet(full_but("12 13"), clock="12", prunings=3)

    def drawn(faces: str) -> list[list[str]]:
        games = batch.from_array(batch.random_games(200, seed=5, start=start, faces=faces))
        marks = [[game.decoration_at(space) or "" for space in (1, 2)] for game in games]
        return [sorted(pair) for pair in marks]

    other_letter = dict(zip("LBTRM=", "=MRTBL", strict=True))
    plain = drawn("LBTRM=")
    assert len({tuple(pair) for pair in plain}) > 10
    assert drawn("=MRTBL") == [
        sorted(other_letter.get(letter, "") for letter in pair) for pair in plain
    ]


@pytest.mark.parametrize(
    ("games", "seed", "faces"), [(-1, 1, "LBTRM="), (1, 1, "LBTRM"), (1, 1, "LBTRMM")]
)
def test_impossible_wishes_for_games_are_refused(games: int, seed: int, faces: str) -> None:
    with pytest.raises(ValueError, match=r"games|faces"):
        batch.random_games(games, seed, faces=faces)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_is_a_number_of_64_bits(seed: int) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        batch.random_games(1, seed)


# --- Views ---------------------------------------------------------------------------------------


def test_views_are_scored_as_copies_are(games: NDArray[np.void]) -> None:
    holder = np.zeros(100, dtype=[("tag", np.uint8), ("position", batch.position_dtype)])
    holder["position"] = games[:100]
    unaligned = np.frombuffer(b"\0" + games[:100].tobytes(), batch.position_dtype, offset=1)
    fixed = games.copy()
    fixed.setflags(write=False)
    for view in (
        games[::3],
        games[::-1],
        games[100:50:-7],
        np.broadcast_to(games[0], (20,)),
        games[:100].reshape(10, 10)[:, 3],
        holder["position"],
        unaligned,
        fixed,
        games.astype(batch.position_dtype.newbyteorder()),
    ):
        copied = np.array([row.item() for row in view], dtype=batch.position_dtype)
        assert as_rows(batch.score(view)) == as_rows(batch.score(copied))
        assert batch.from_array(view) == batch.from_array(copied)


# --- Arrays that are wrong -----------------------------------------------------------------------


@READERS
@pytest.mark.parametrize("dtype", [np.float64, np.uint64, np.int8, object, "U1", np.bool_])
def test_an_array_of_another_dtype_is_refused(read: Reader, dtype: str | type) -> None:
    with pytest.raises((TypeError, ValueError), match=r"[Pp]osition"):
        read(np.zeros(4, dtype=dtype))


@READERS
def test_an_array_of_scores_is_no_array_of_positions(read: Reader) -> None:
    with pytest.raises((TypeError, ValueError), match=r"[Pp]osition"):
        read(np.zeros(4, dtype=batch.score_dtype))


@READERS
@pytest.mark.parametrize("shape", [(), (2, 2), (4, 1), (1, 4), (2, 1, 2), (0, 3)])
def test_an_array_of_another_shape_is_refused(read: Reader, shape: tuple[int, ...]) -> None:
    with pytest.raises((TypeError, ValueError), match="one-dimensional"):
        read(np.zeros(shape, dtype=batch.position_dtype))


@READERS
@pytest.mark.parametrize("seed", range(5))
def test_garbage_never_crashes(read: Reader, seed: int) -> None:
    garbage = np.random.default_rng(seed).bytes(200 * batch.position_dtype.itemsize)
    array = np.frombuffer(garbage, dtype=batch.position_dtype)
    try:
        read(array)
    except InvalidText as error:
        refusal = str(error)
    else:
        refusal = ""
    # Scores of garbage are garbage; as positions it is refused.
    assert refusal.startswith("array[0]: position: ") == (read is batch.from_array)


def test_all_ones_are_scored_without_a_crash() -> None:
    array = np.frombuffer(b"\xff" * 10 * 104, dtype=batch.position_dtype)
    assert batch.score(array).shape == (10,)


def spoiled(field: str, value: int | list[int]) -> NDArray[np.void]:
    """Three gardens at the end; the second is not one."""
    array = batch.to_array(3 * [sheet(clock="end")])
    array[field][1] = value
    return array


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (spoiled("decorations", [1 << 36, 0, 0, 0, 0, 0]), "lies outside the garden"),
        (spoiled("decorations", [0, 1, 0, 0, 1, 0]), "space 11 holds two decorations"),
        (spoiled("late_trees", 1), "a late tree is no tree"),
        (spoiled("late_trees", 1 << 63), "a late tree is no tree"),
        (spoiled("ponds", [0, 0, 0, 1 << 40]), "pond 4 lies outside the garden"),
        (spoiled("ponds", [1, 0, 2, 0]), "pond 3 touches another pond at space 12"),
        (spoiled("ponds", [1, 0, 1, 0]), "pond 3 touches another pond at space 11"),
        (spoiled("ponds", [0, 5, 0, 0]), "pond 2 is not connected"),
        (spoiled("ponds", [0b000111_000101_000111, 0, 0, 0]), "pond 1 encloses earth"),
        (spoiled("clock", 17), "the clock is past the end"),
        (spoiled("clock", 2**64 - 1), "the clock is past the end"),
        (spoiled("prunings", 4), "more than 3 prunings"),
    ],
)
def test_an_array_with_a_position_no_text_describes_is_refused(
    array: NDArray[np.void], message: str
) -> None:
    with pytest.raises(InvalidText, match=message):
        batch.from_array(array)


def test_a_late_tree_or_pond_before_its_time_is_refused() -> None:
    early = batch.to_array([sheet("T11", ("33",), "8")])
    early["clock"] = 8  # turn 7 comes next
    with pytest.raises(InvalidText, match="space 11 holds a tree of spring or summer"):
        batch.from_array(early)
    early["late_trees"] = 0
    early["clock"] = 3
    with pytest.raises(InvalidText, match="pond 1 is traced before the end of autumn"):
        batch.from_array(early)


# --- Threads -------------------------------------------------------------------------------------


def test_threads_do_not_disturb_each_other(games: NDArray[np.void]) -> None:
    expected = batch.score(games).tobytes()
    with ThreadPoolExecutor(2) as pool:
        played = [pool.submit(batch.random_games, 10_000, 2024) for _ in range(4)]
        scored = [pool.submit(batch.score, games) for _ in range(4)]
        assert {task.result().tobytes() for task in played} == {games.tobytes()}
        assert {task.result().tobytes() for task in scored} == {expected}
