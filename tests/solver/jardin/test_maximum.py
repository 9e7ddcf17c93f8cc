"""The theoretical maximum: both proofs on small questions, their agreement, and the archive."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from niwashi import jardin
from niwashi._core.exact import WaterProblem
from niwashi.jardin import Position, batch
from niwashi.solver.jardin import archive, confirm
from niwashi.solver.jardin.maximum import Limits, Undecided, decorate, dice_of, prove_maximum
from niwashi.solver.result import ModelDisagreement, Status


@pytest.fixture(scope="module")
def count() -> confirm.WaterCount:
    """Water in the first three rows of a garden."""
    return confirm.WaterCount(3)


@pytest.fixture(scope="module")
def whole() -> confirm.WaterCount:
    """A count of the whole garden's rows, of which only the table of contributions is used."""
    return confirm.WaterCount(2)


def rows_of(position: Position) -> list[int]:
    water = set(position.water)
    return [sum(1 << c for c in range(6) if 6 * r + c in water) for r in range(6)]


def euler(water: set[tuple[int, int]]) -> int:
    """Spaces - adjacent pairs + full blocks."""
    pairs = sum(((r + 1, c) in water) + ((r, c + 1) in water) for r, c in water)
    blocks = sum({(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= water for r, c in water)
    return len(water) - pairs + blocks


def touches_at_a_corner_alone(water: set[tuple[int, int]]) -> bool:
    return any(
        (r + 1, c + d) in water and (r + 1, c) not in water and (r, c + d) not in water
        for r, c in water
        for d in (1, -1)
    )


def test_every_pattern_of_three_rows_is_counted_once(count: confirm.WaterCount) -> None:
    tried = [0] * 5
    for mask in range(1 << 18):
        water = {divmod(s, 6) for s in range(18) if mask >> s & 1}
        if len(water) < 9 and not touches_at_a_corner_alone(water):
            characteristic = euler(water)
            if 0 <= characteristic < 5:
                tried[characteristic] += 1
    counted = [0] * 5
    for profiles, counts in count.last.values():
        fields = confirm.unpack(profiles)
        for n in range(5):
            counted[n] += int(counts[(fields[0] == n) & (fields[1] > 9)].sum())  # 18 - earth < 9
    assert counted == tried


def test_counting_is_never_below_a_garden(whole: confirm.WaterCount) -> None:
    """By profile, and with the lanterns that fit on the garden's earth."""
    games = [
        *batch.from_array(batch.random_games(3_000, 1)),
        *map(annealed, range(200)),
        *(entry.played()[2] for entry in archive.maxima()),
    ]
    totals = np.array([jardin.score(position).total for position in games])
    water = np.array([confirm.water_of(rows_of(position)) for position in games])
    profiles = np.array([whole.profile(rows_of(position)) for position in games])
    by_profile = confirm.most_by_counting(profiles)
    by_packing = confirm.most_by_counting(profiles, lanterns=confirm.room_for_lanterns(water))
    assert (totals <= by_packing).all()
    assert (by_packing <= by_profile).all()
    assert (by_packing < by_profile).any()


def test_as_many_lanterns_fit_as_can_score_together() -> None:
    """Against every set of spaces that are far enough apart, on random water."""
    water = [random.Random(seed).getrandbits(36) for seed in range(40)]
    room = confirm.room_for_lanterns(np.array([*water, 0]), "M")
    assert room[-1] == 6
    for pattern, most in zip(water, room, strict=False):
        earth = [divmod(i, 6) for i in range(36) if not pattern >> i & 1]
        assert most == most_apart(earth)


def most_apart(spaces: list[tuple[int, int]]) -> int:
    """The size of the largest set of spaces pairwise at distance 4 or more."""
    if not spaces:
        return 0
    (row, column), *others = spaces
    far = [(r, c) for r, c in others if abs(r - row) + abs(c - column) >= 4]
    return max(1 + most_apart(far), most_apart(others))


def test_moss_beside_three_water_spaces_takes_a_lanterns_place() -> None:
    hole = np.array([(1 << 36) - 1 & ~(1 << 7)])
    assert confirm.room_for_lanterns(hole) == 0
    assert confirm.room_for_lanterns(hole, without="M") == 1


def annealed(seed: int) -> Position:
    from niwashi._core.search import Annealer

    dice = jardin.random_dice(seed)
    search = Annealer(Position(), dice, seed)
    search.run(2_000)
    return jardin.replay(Position(), dice, search.best().moves)[-1].after


@pytest.mark.parametrize("seed", range(6))
def test_decorations_of_a_game_are_within_reach_and_points_beyond_are_not(seed: int) -> None:
    position = annealed(seed)
    total = jardin.score(position).total
    rows = rows_of(position)
    grid = tuple(tuple(row >> c & 1 for c in range(6)) for row in rows)
    ponds = sum(bool(pond) for pond in position.ponds)
    assert confirm.decorations_reach(grid, ponds, total, 24, "")
    assert not confirm.decorations_reach(grid, ponds, 85, 24, "")


def test_a_pattern_is_found_behind_its_profile(count: confirm.WaterCount) -> None:
    """All patterns with at most one earth space, by tracing and by trying."""
    rows = [0b111111] * 3

    def wanted(profiles: confirm.Packed) -> np.ndarray:
        return np.asarray(confirm.unpack(profiles)[1] <= 1, dtype=np.bool_)  # at most one earth

    traced = sorted(count.patterns(wanted))
    tried = [rows]
    for r, c in itertools.product(range(3), range(6)):
        dug = [row & ~(1 << c) if i == r else row for i, row in enumerate(rows)]
        tried.append(dug)
    assert traced == sorted(tried)


def test_eight_images_are_one_pattern() -> None:
    rng = random.Random(1)
    for _ in range(50):
        rows = [rng.randrange(64) for _ in range(6)]
        first = min(confirm.images(rows))
        again = [sum(v << c for c, v in enumerate(line)) for line in first]
        assert min(confirm.images(again)) == first


@pytest.mark.parametrize("entry", archive.maxima(), ids=lambda entry: str(entry.limits))
def test_archived_plans_are_worth_what_they_say(entry: archive.Maximum) -> None:
    dice, moves, position = entry.played()
    assert len(dice) == 12
    limits = entry.limits
    assert limits.prunings is None or position.prunings == limits.prunings
    assert sum(bool(pond) for pond in position.ponds) <= limits.ponds
    assert limits.without is None or all(
        limits.without not in (letter for letter, _ in move.placings) for move in moves
    )
    if entry.confirmed is not None:
        assert entry.confirmed.reaching == 0
        assert entry.confirmed.patterns == [
            210_562_848,
            659_611_272,
            1_097_368_050,
            1_144_571_046,
            799_194_142,
        ]


def test_without_a_pond_the_dry_garden_is_proven_again() -> None:
    limits = Limits(ponds=0)
    archived = archive.maximum(limits)
    assert archived is not None
    result = prove_maximum(limits, workers=1)
    assert result.status is Status.OPTIMAL
    assert result.score == archived.score
    assert result.position is not None
    assert not any(result.position.ponds)


def test_no_archived_limit_allows_more_than_none() -> None:
    free = archive.maximum(Limits())
    assert free is not None
    assert all(entry.score <= free.score for entry in archive.maxima())
    assert archive.maximum(Limits(ponds=2, prunings=2)) is None


def test_the_maximum_refuses_what_is_above_it_in_the_core() -> None:
    """The heart of the first proof, again: no seam holds a garden of 78 points."""
    from niwashi._core.exact import SeamWorker

    problem = WaterProblem.any_dice()
    worker = SeamWorker(problem)
    worker.learn([0])
    for seam in range(0, problem.seam_count, 7):
        report = worker.prove(seam, 78)
        assert report.found is None
        assert not report.undecided


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(ponds=5), "ponds"),
        (Limits(prunings=4), "prunings"),
        (Limits(without="X"), "without"),
    ],
)
def test_limits_out_of_range_are_refused(limits: Limits, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        prove_maximum(limits, workers=1)


def test_a_checkpoint_is_used_and_belongs_to_its_question(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text('{"limits": {"ponds": 4, "prunings": null, "without": null}, "bound": 40}\n')
    with pytest.raises(ValueError, match="another question"):
        prove_maximum(Limits(prunings=2), workers=1, checkpoint=kept)
    # A bound that is too low is found out by the first plan: nothing is believed blindly.
    with pytest.raises(ModelDisagreement, match="bound 40"):
        prove_maximum(Limits(), workers=1, checkpoint=kept)


@pytest.mark.parametrize(
    ("water", "limits"),
    [
        ([], Limits(ponds=0)),
        ([], Limits(ponds=0, prunings=2)),
        ([0, 1, 14, 28], Limits(without="L")),
    ],
)
def test_a_plan_by_cp_sat_keeps_to_its_limits(water: list[int], limits: Limits) -> None:
    moves = decorate(water, 20, 30, limits)
    position = jardin.replay(Position(), dice_of(moves), moves)[-1].after
    assert position.is_over
    assert position.water == water
    assert jardin.score(position).total >= 20
    assert limits.prunings in (None, position.prunings)
    assert limits.without is None or not position.spaces_of(limits.without)


def test_points_out_of_reach_of_a_pattern_are_undecided_by_cp_sat() -> None:
    with pytest.raises(Undecided):
        decorate([], 43, 50, Limits(ponds=0))


def test_dice_of_a_plan_allow_it() -> None:
    moves = [jardin.Move.from_text(text) for text in ("5:L53+B25", "~11", "*R33")]
    assert jardin.dice_to_text(dice_of(moves)) == "125 444"
