"""The whole solver: exact on small supplies, honest always."""

import _thread
import functools
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from niwashi import InvalidText
from niwashi.solver.result import ModelDisagreement, Status
from niwashi.solver.stone import GardenResult, Progress, maximum, maximum_by_card
from niwashi.solver.stone.model import Constraints
from niwashi.stone import Edition, Garden, default_edition, score, score_arrays
from tests.solver.stone.editions import box_like_edition
from tests.solver.stone.gardens import (
    LETTERS,
    SUPPLY,
    cells_of,
    neighbours,
    random_garden,
    text_of,
    tiles_of,
)

EDITION = default_edition()
NO_FACE = 255
MOST_GARDENS = 30_000


def check(
    result: GardenResult,
    edition: Edition,
    start: Garden | None = None,
    card: str | None = None,
    virtue: int = 6,
) -> None:
    """The moves lead from the start to the garden, which is worth the score and not the bound."""
    garden = result.position
    assert garden is not None
    assert result.score is not None
    assert result.score == score(garden, card, virtue).total
    assert result.bound >= result.score
    assert (result.status is Status.OPTIMAL) == (result.bound == result.score)
    assert not tiles_of(garden) - Counter(
        dict(zip(edition.tile_ids, edition.tile_counts, strict=True))
    )
    cells = cells_of(start or Garden(edition))
    for move in result.moves:
        text = move.to_text()
        if text.startswith("buy:"):
            stone, s = text[4], 5 * (int(text[5]) - 1) + int(text[6]) - 1
            cell, monk, _ = cells[s].partition("@")
            assert ":" not in cell
            cells[s] = f"{cell}:{stone}{monk}"
        else:
            s = 5 * (int(text[0]) - 1) + int(text[1]) - 1
            laid = [n for n in range(15) if cells[n] != "_"]
            assert cells[s] == "_"
            assert s in (0, 10) if not laid else set(neighbours(s)) & set(laid)
            cells[s] = text[3:]
    text = "/".join(",".join(cells[i : i + 5]) for i in (0, 5, 10))
    assert Garden.from_text(edition, text) == garden


# --- Exhaustive search ---------------------------------------------------------------------------


def ways_to_lay(
    edition: Edition, faces: list[str | None], left: Counter[str], partial: bool
) -> Iterator[list[str | None]]:
    """All ways to fill the empty spaces; reached from what lies there if some may stay empty."""
    empty = [s for s in range(15) if faces[s] is None]
    choices = [tile + turn for tile in left if left[tile] > 0 for turn in ("", "'")]
    options = [*choices, None] if partial else choices
    for chosen in itertools.product(options, repeat=len(empty)):
        if Counter(face.rstrip("'") for face in chosen if face is not None) - left:
            continue
        full = list(faces)
        for s, face in zip(empty, chosen, strict=True):
            full[s] = face
        if not partial or is_reachable(full, {s for s in range(15) if faces[s] is not None}):
            yield full


def is_reachable(faces: list[str | None], old: set[int]) -> bool:
    """S6, by laying tiles one after another from what lies, or from either corner."""
    laid = {s for s in range(15) if faces[s] is not None}
    starts = [old] if old else [{0}, {10}]
    for start in starts:
        reached = start & laid
        while True:
            grown = reached | {n for s in reached for n in neighbours(s) if n in laid}
            if grown == reached:
                break
            reached = grown
        if reached == laid:
            return True
    return False


def ways_to_stand(
    moss: set[int], laid: set[int], standing: dict[int, str], left: Counter[str]
) -> Iterator[dict[int, str]]:
    """All ways to add stones under S5, none included."""

    def grow(space: int, there: dict[int, str], left: Counter[str]) -> Iterator[dict[int, str]]:
        if space == 15:
            yield dict(there)
            return
        yield from grow(space + 1, there, left)
        near = [n for n in neighbours(space) if n in there]
        if (
            space in there
            or space not in laid
            or not moss.issuperset([*near, space] if near else [])
        ):
            return
        for stone in LETTERS:
            if left[stone] > 0:
                there[space] = stone
                left[stone] -= 1
                yield from grow(space + 1, there, left)
                del there[space]
                left[stone] += 1

    return grow(0, dict(standing), Counter(left))


def exhaustive(
    start: Garden, tiles: Counter[str], players: int, card: str | None, partial: bool
) -> int | None:
    """The most points of any completion, with 6 virtue; None if there are too many to look at."""
    edition = start.edition
    cells = cells_of(start)
    faces = [None if c == "_" else c.rstrip("@").partition(":")[0] for c in cells]
    standing = {s: t for s, t in enumerate(start.stones) if t is not None}
    stones = Counter(dict(zip(LETTERS, SUPPLY[players], strict=True)))
    stones["B"] = 1
    stones -= Counter(standing.values())
    rows: list[list[int]] = []
    marks: list[list[int]] = []
    for full in ways_to_lay(edition, faces, tiles - tiles_of(start), partial):
        numbers = [NO_FACE if f is None else edition.face_from_text(f) for f in full]
        laid = {s for s in range(15) if numbers[s] != NO_FACE}
        moss = {s for s in laid if edition.faces[numbers[s]].is_moss}
        for there in ways_to_stand(moss, laid, standing, stones):
            rows.append(numbers)
            marks.append([1 + LETTERS.index(there[s]) if s in there else 0 for s in range(15)])
            if len(rows) > MOST_GARDENS:
                return None
    number = -1 if card is None else [c.id for c in edition.name_gardens].index(card)
    points = score_arrays(
        edition,
        np.array(rows, dtype=np.uint8),
        np.array(marks, dtype=np.uint8),
        np.full(len(rows), number, dtype=np.int16),
        np.full(len(rows), 6, dtype=np.uint8),
    )
    return int(points[:, -1].max())


@functools.cache
def small_instance(seed: int, partial: bool) -> tuple[Garden, Counter[str], int, str | None, int]:
    """A garden nearly done, the few tiles left for it, and the most points it allows."""
    for attempt in itertools.count():
        rng = random.Random(f"{seed} {attempt}")
        edition = EDITION if seed % 2 else box_like_edition(rng.randrange(100))
        players = rng.choice((2, 3, 4))
        done = random_garden(edition, rng.randrange(10**6), 15, 15, players)
        cells = cells_of(done)
        for s in rng.sample(range(15), rng.randint(2, 3)):
            cells[s] = "_"
        for s in rng.sample(range(15), 3):
            cells[s] = cells[s].partition(":")[0]
        start = Garden.from_text(edition, "/".join(",".join(cells[i : i + 5]) for i in (0, 5, 10)))
        tiles = tiles_of(done)
        supply = Counter(dict(zip(edition.tile_ids, edition.tile_counts, strict=True)))
        tiles += Counter(rng.sample(sorted((supply - tiles).elements()), rng.randint(0, 2)))
        if partial:
            tiles -= Counter(rng.sample(sorted((tiles - tiles_of(start)).elements()), 2))
        card = rng.choice([None, *(c.id for c in edition.name_gardens)])
        best = exhaustive(start, tiles, players, card, partial)
        if best is not None:
            return start, tiles, players, card, best
    raise AssertionError


@pytest.mark.parametrize("seed", range(20))
def test_solver_finds_what_exhaustive_search_finds(seed: int) -> None:
    start, tiles, players, card, best = small_instance(seed, partial=False)
    result = maximum(
        start.edition,
        players=players,
        card=card,
        tiles=tiles,
        start=start,
        workers=1,
        seed=seed,
    )
    check(result, start.edition, start, card)
    assert (result.score, result.status) == (best, Status.OPTIMAL)


@pytest.mark.parametrize("presolve", [True, False], ids=["presolve", "no-presolve"])
@pytest.mark.parametrize("seed", range(6))
def test_partial_gardens_are_as_good_as_exhaustive_search_finds(seed: int, presolve: bool) -> None:
    start, tiles, players, card, best = small_instance(seed + 100, partial=True)
    result = maximum(
        start.edition,
        players=players,
        card=card,
        tiles=tiles,
        start=start,
        workers=1,
        partial=True,
        presolve=presolve,
    )
    check(result, start.edition, start, card)
    assert (result.score, result.status) == (best, Status.OPTIMAL)


@pytest.mark.parametrize(
    "tiles",
    [
        {"top": 1},
        {"top": 2},
        {"island": 1, "top": 2},
        {"island": 2, "north": 1},
        {"nw": 2, "ne": 1},
    ],
)
def test_few_tiles_are_laid_from_a_corner_as_exhaustive_search_finds(tiles: dict[str, int]) -> None:
    """From an empty garden; every set of spaces is tried, only two of the stones' types."""
    best = 6
    edition = EDITION
    supply = Counter(tiles)
    count = supply.total()
    rows: list[list[int]] = []
    marks: list[list[int]] = []
    stones = Counter({"S": 2, "L": 2, "R": 1, "B": 1, "H": 1})
    for laid in (c for n in range(1, count + 1) for c in itertools.combinations(range(15), n)):
        faces: list[str | None] = [None] * 15
        for s in laid:
            faces[s] = ""
        if not is_reachable(faces, set()):
            continue
        for chosen in set(itertools.permutations(supply.elements(), len(laid))):
            for turns in itertools.product(("", "'"), repeat=len(laid)):
                numbers = [NO_FACE] * 15
                for s, tile, turn in zip(laid, chosen, turns, strict=True):
                    numbers[s] = edition.face_from_text(tile + turn)
                moss = {s for s in laid if edition.faces[numbers[s]].is_moss}
                for there in ways_to_stand(moss, set(laid), {}, stones):
                    rows.append(numbers)
                    marks.append([LETTERS.find(there.get(s, " ")) + 1 for s in range(15)])
    points = score_arrays(edition, np.array(rows, dtype=np.uint8), np.array(marks, dtype=np.uint8))
    best = max(best, int(points[:, -1].max()) + 6)
    result = maximum(edition, tiles=tiles, partial=True, workers=1)
    check(result, edition)
    assert (result.score, result.status) == (best, Status.OPTIMAL)


# --- The whole supply ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_maximum_of_the_reconstruction_is_proven(players: int) -> None:
    result = maximum(EDITION, players=players, workers=1)
    check(result, EDITION)
    assert (result.status, result.score, result.bound) == (Status.OPTIMAL, 118, 118)
    assert result.gap == 0
    assert result.reason is None


def test_virtue_is_given() -> None:
    tiles = {"plain": 11, "island": 4}
    most, fewer = (maximum(EDITION, tiles=tiles, virtue=v, workers=1) for v in (6, 2))
    check(fewer, EDITION, virtue=2)
    assert most.score is not None
    assert fewer.score == most.score - 4


def test_a_name_garden_is_counted() -> None:
    """It needs stones on either side of row 1, and costs Horaisan and Three Honourable Stones."""
    tiles = {"plain": 11, "island": 4}
    result = maximum(EDITION, tiles=tiles, card="garden-14", workers=1)
    check(result, EDITION, card="garden-14")
    without = maximum(EDITION, tiles=tiles, workers=1)
    assert result.card == "garden-14"
    assert result.status is Status.OPTIMAL
    assert result.position is not None
    assert score(result.position, "garden-14", 6).name_garden == 15
    assert result.score is not None
    assert without.score is not None
    assert without.score < result.score < without.score + 15


def test_bound_never_falls_below_the_score() -> None:
    seen: list[Progress] = []
    result = maximum(box_like_edition(0), time_limit=2.5, workers=2, on_progress=seen.append)
    check(result, box_like_edition(0))
    assert seen
    for before, after in itertools.pairwise(seen):
        assert after.score >= before.score
        assert after.bound <= before.bound
    assert result.score is not None
    assert all(p.bound >= result.score >= p.score for p in seen)
    assert all(score(p.garden, None, 6).total >= p.score for p in seen[:1])


def test_one_worker_and_a_work_limit_reproduce_everything() -> None:
    first, second = (
        maximum(box_like_edition(2), work_limit=0.7, workers=1, seed=5) for _ in range(2)
    )
    assert first.position == second.position
    assert first.moves == second.moves
    assert (first.status, first.score, first.bound) == (second.status, second.score, second.bound)
    assert first.work == second.work
    assert first.status is Status.FEASIBLE


def test_an_interrupt_gives_the_best_so_far() -> None:
    edition = box_like_edition(3)
    timer = threading.Timer(1.5, _thread.interrupt_main)
    timer.start()
    result = maximum(edition, workers=2)
    check(result, edition)
    assert result.interrupted
    assert result.seconds < 20


# --- Given tiles, gardens in progress ------------------------------------------------------------


def test_given_tiles_limit_the_supply() -> None:
    tiles = {"plain": 11, "island": 4}
    result = maximum(EDITION, tiles=tiles, workers=1)
    check(result, EDITION)
    assert result.status is Status.OPTIMAL
    assert result.position is not None
    assert tiles_of(result.position) == Counter(tiles)


def test_a_full_garden_gets_its_stones() -> None:
    text = text_of(["island"] * 4 + ["plain"] * 11, {})
    start = Garden.from_text(EDITION, text)
    result = maximum(EDITION, start=start, workers=1)
    check(result, EDITION, start)
    assert result.status is Status.OPTIMAL
    assert all(move.to_text().startswith("buy:") for move in result.moves)


def test_a_garden_in_progress_is_completed() -> None:
    start = Garden.from_text(EDITION, "nw':R@,_,_,_,_/plain,_,_,_,_/island:L,_,_,_,_")
    result = maximum(EDITION, start=start, workers=1)
    check(result, EDITION, start)
    assert result.status is Status.OPTIMAL
    assert result.position is not None
    assert result.position.monk == 0
    cells = cells_of(result.position)
    assert (cells[0], cells[10]) == ("nw':R@", "island:L")


def test_a_garden_has_the_stones_left_by_the_start() -> None:
    """Two players share two R, and both stand already."""
    start = Garden.from_text(EDITION, "plain:R,_,_,_,_/plain,_,_,_,_/plain:R,_,_,_,_")
    result = maximum(EDITION, players=2, start=start, workers=1)
    check(result, EDITION, start)
    assert result.position is not None
    assert result.position.stones.count("R") == 2


def test_too_few_tiles_have_no_full_garden_and_say_why() -> None:
    result = maximum(EDITION, tiles={"plain": 14})
    assert (result.status, result.score, result.position) == (Status.INFEASIBLE, None, None)
    assert result.reason == "a full garden needs 15 tiles, but there are 14"
    assert result.moves == []


def test_no_tiles_leave_an_empty_garden_if_it_may_be_partial() -> None:
    result = maximum(EDITION, tiles={}, partial=True, workers=1)
    assert result.position == Garden(EDITION)
    assert (result.score, result.status) == (6, Status.OPTIMAL)


def test_a_partial_garden_of_fourteen_tiles() -> None:
    result = maximum(EDITION, tiles={"plain": 14}, partial=True, workers=1)
    check(result, EDITION)
    assert result.status is Status.OPTIMAL
    assert result.position is not None
    assert not result.position.is_full


# --- All cards -----------------------------------------------------------------------------------


def test_all_cards_in_one_run_best_first() -> None:
    tiles = {"plain": 8, "island": 4, "north": 3}
    start = Garden.from_text(EDITION, "plain,island,_,_,_/plain,plain,_,plain,plain/_,_,_,_,_")
    results = maximum_by_card(EDITION, tiles=tiles, start=start, workers=1)
    assert sorted(str(r.card) for r in results) == [c.id for c in EDITION.name_gardens]
    scores = [r.score for r in results]
    assert None not in scores
    assert scores == sorted(scores, key=lambda s: s or 0, reverse=True)
    for result in results:
        check(result, EDITION, start, result.card)
        assert result.status is Status.OPTIMAL
    for result in (results[0], results[-1]):
        alone = maximum(EDITION, tiles=tiles, start=start, workers=1, card=result.card)
        assert alone.score == result.score


def test_all_cards_share_one_time_limit() -> None:
    began = time.monotonic()
    results = maximum_by_card(box_like_edition(3), time_limit=2, workers=1)
    assert time.monotonic() - began < 12
    for result in results:
        check(result, box_like_edition(3), card=result.card)


# --- Wrong input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ({"marble": 3}, "tiles: unknown tile 'marble'"),
        ({"plain": -1}, "tiles: -1 of plain"),
        ({"plain": 17}, "tiles: 17 of plain, but the edition has 16"),
    ],
)
def test_tiles_that_the_edition_has_not_are_refused(tiles: dict[str, int], message: str) -> None:
    with pytest.raises(InvalidText) as error:
        maximum(EDITION, tiles=tiles)
    assert str(error.value) == message


def test_a_start_with_more_than_there_is_is_refused() -> None:
    start = Garden.from_text(EDITION, ",".join(["island"] * 5) + "/_,_,_,_,_/_,_,_,_,_")
    with pytest.raises(InvalidText, match="garden: 5 island tiles, but there are 4"):
        maximum(EDITION, start=start)
    start = Garden.from_text(EDITION, "plain,plain,_,_,_/_,_,_,_,_/_,_,_,_,_")
    with pytest.raises(InvalidText, match="garden: 2 plain tiles, but there are 1"):
        maximum(EDITION, start=start, tiles={"plain": 1, "island": 4})
    with pytest.raises(InvalidText, match="garden: 2 plain tiles, but there are 0"):
        maximum(EDITION, start=start, tiles={"island": 4})
    start = Garden.from_text(EDITION, "plain:R,_,plain:R,_,plain:R/_,_,_,_,_/_,_,_,_,_")
    with pytest.raises(InvalidText, match="garden: 3 stones R, but 2 players have 2"):
        maximum(EDITION, start=start, players=2)


def test_a_start_of_another_edition_is_refused() -> None:
    with pytest.raises(ValueError, match="another edition"):
        maximum(EDITION, start=Garden(box_like_edition(0)))
    with pytest.raises(ValueError, match="another edition"):
        maximum_by_card(EDITION, start=Garden(box_like_edition(0)))


def test_other_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidText, match="card: unknown Name Garden 'x'"):
        maximum(EDITION, card="x")
    for players in (1, 5):
        with pytest.raises(InvalidText, match=f"players: {players} is not 2 to 4"):
            maximum(EDITION, players=players)
    for virtue in (-1, 7):
        with pytest.raises(InvalidText, match=f"virtue: {virtue} is not 0 to 6"):
            maximum(EDITION, virtue=virtue)
    for limit in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="time limit"):
            maximum(EDITION, time_limit=limit)
        with pytest.raises(ValueError, match="work limit"):
            maximum(EDITION, work_limit=limit)
    with pytest.raises(ValueError, match="workers"):
        maximum(EDITION, workers=0)


# --- Disagreement --------------------------------------------------------------------------------


def test_a_model_that_counts_too_much_is_an_error_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Constraints, "symmetric_rows", lambda self: None)
    with pytest.raises(ModelDisagreement):
        maximum(EDITION, tiles={"plain": 14, "nw": 1}, workers=1, partial=True)


def test_a_model_that_forbids_too_much_is_an_error_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        Constraints,
        "one_boat",
        lambda self: self._model.add(sum(self._v.empty) >= 16) and None,
    )
    with pytest.raises(ModelDisagreement):
        maximum(EDITION, workers=1, partial=True)


def test_a_model_that_breaks_the_rules_of_stones_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Constraints, "stones_keep_apart_off_moss", lambda self: None)
    monkeypatch.setattr(Constraints, "worth_of_stones", lambda self: None)
    with pytest.raises(ModelDisagreement):
        maximum(EDITION, tiles={"plain": 15}, workers=1, partial=True)
