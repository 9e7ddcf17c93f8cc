"""The case by case proof: diagrams never bound too low, and find what there is."""

import itertools
import math
import random
from collections import Counter

import pytest

from niwashi._core.exact import Diagram
from niwashi._core.search import GardenAnnealer
from niwashi.solver.result import ModelDisagreement, Status
from niwashi.solver.running import configured
from niwashi.solver.stone import cases as cases_module
from niwashi.solver.stone import maximum
from niwashi.solver.stone.cases import Case, Domain, Tiles
from niwashi.solver.stone.geometry import RECTANGLES, SPACES
from niwashi.solver.stone.model import GardenModel
from niwashi.solver.stone.supply import Card, Layout, Supply
from niwashi.solver.stone.worth import best_stones, by_moss
from niwashi.stone import Edition, Garden, ScoreBreakdown, default_edition, score
from tests.solver.stone.editions import box_like_edition
from tests.solver.stone.gardens import random_garden

EDITION = default_edition()
MOST_GARDENS = 400
EDITIONS = [EDITION, *(box_like_edition(seed) for seed in range(12))]


def tiles_of(edition: Edition, players: int = 4, card: str | None = None) -> Tiles:
    supply = Supply(edition, players, None, Garden(edition))
    return Tiles(supply, None if card is None else Card.of(edition, card))


def diagram_of(tiles: Tiles, case: Case, virtue: int = 0) -> Diagram:
    return Diagram(
        tiles.patterns,
        tiles.counts,
        case.domain,
        case.symmetric,
        case.whole is True,
        case.rectangle is not None,
        case.points(),
        case.constant(virtue),
        10_000_000,
    )


def parts_of(tiles: Tiles, layout: Layout) -> ScoreBreakdown:
    return score(tiles.supply.garden_of(layout), None, 0)


def points_without_stones(breakdown: ScoreBreakdown) -> int:
    b = breakdown
    return b.sand + b.moss + b.symmetry + b.whirlpool + b.pattern + b.connected


def some_domain(tiles: Tiles, rng: random.Random, patterns: list[int | None], width: int) -> Domain:
    """On some spaces what lies there, on others that and a few more patterns."""
    domain: Domain = []
    for p in patterns:
        assert p is not None
        more = rng.sample(range(len(tiles.patterns)), min(len(tiles.patterns), width))
        domain.append(sorted({p, *more}) if rng.random() < 0.6 else [p])
    return domain


def case_of(tiles: Tiles, patterns: list[int | None], domain: Domain) -> tuple[Case, int]:
    """A case to which these tiles belong, exact, and what they are worth without stones."""
    breakdown = parts_of(tiles, Layout(patterns, [None] * 15))
    moss = {s for s, p in enumerate(patterns) if p is not None and tiles.moss(p)}
    rectangle = max(((), *map(tuple, RECTANGLES)), key=lambda r: (moss.isdisjoint(r)) * len(r))
    symmetric = tuple(
        patterns[5 * r] == patterns[5 * r + 4] and patterns[5 * r + 1] == patterns[5 * r + 3]
        for r in range(3)
    )
    narrower = tiles.narrowed(domain, dict.fromkeys(rectangle, False), symmetric)
    assert narrower is not None
    case = Case(narrower, symmetric, breakdown.connected > 0, 0, rectangle)
    return case, points_without_stones(breakdown)


@pytest.mark.parametrize("seed", range(40))
def test_no_diagram_bounds_a_garden_too_low(seed: int) -> None:
    """Whatever the prices, the target up to its score, and the pairs looked at."""
    rng = random.Random(seed)
    tiles = tiles_of(EDITIONS[seed % len(EDITIONS)])
    patterns = tiles.supply.layout_of(random_garden(tiles.supply.edition, seed, stones=0)).patterns
    if seed % 3 == 0:  # symmetric where the supply allows it
        for s, n in ((0, 4), (1, 3), (5, 9), (10, 14), (11, 13)):
            patterns[n] = patterns[s]
    kinds = Counter(
        next(k for k, faces in enumerate(tiles.supply.kinds) if p in faces) for p in patterns
    )
    if any(count > tiles.counts[k] for k, count in kinds.items()):
        pytest.skip("not within the supply")
    case, points = case_of(tiles, patterns, some_domain(tiles, rng, patterns, 3))
    for exact in (True, False):
        wider = case if exact else Case(case.domain, case.symmetric, case.whole, case.stones)
        diagram = diagram_of(tiles, wider)
        while True:
            for steps in (1, 5, 20):
                target = points - rng.choice((0, 0, 3))
                assert not diagram.tighten(target, steps)
                assert diagram.bound >= points
            if diagram.is_detailed:
                break
            diagram = diagram.refined(points - rng.choice((0, 0, 3)), 10_000_000)
            assert diagram.is_complete
        narrower = diagram.restricted(
            case.domain,
            case.symmetric,
            case.whole is True,
            True,
            case.points(),
            case.constant(0),
        )
        assert not narrower.tighten(points, 10)
        assert narrower.enumerate(points, 10_000_000)
        assert narrower.found is not None
        assert narrower.found[0] >= points


@pytest.mark.parametrize("seed", range(24))
def test_a_diagram_finds_the_best_of_all_gardens_of_a_case(seed: int) -> None:
    rng = random.Random(seed)
    edition = EDITIONS[seed % len(EDITIONS)]
    tiles = tiles_of(edition)
    patterns = tiles.supply.layout_of(random_garden(edition, seed, stones=0)).patterns
    domain = some_domain(tiles, rng, patterns, 1)
    symmetric = (seed % 2 == 0, False, seed % 4 == 0)
    narrower = tiles.narrowed(domain, {}, symmetric)
    if narrower is None:
        first = [p for p in patterns if p is not None]
        narrower = tiles.narrowed([[first[0], *d] for d in domain], {}, symmetric)
    if narrower is None:
        pytest.skip("no tile is there twice")
    while math.prod(len(d) for d in narrower) > MOST_GARDENS:
        sizes = [len(d) for d in narrower]
        space = sizes.index(max(sizes))
        fewer = [d[:-1] if s == space else d for s, d in enumerate(narrower)]
        again = tiles.narrowed(fewer, {}, symmetric)
        assert again is not None
        narrower = again
    case = Case(narrower, symmetric, False, 0, ())
    best = None
    kind = {p: k for k, faces in enumerate(tiles.supply.kinds) for p in faces}
    for laid in itertools.product(*narrower):
        used = Counter(kind[p] for p in laid)
        if any(count > tiles.counts[k] for k, count in used.items()):
            continue
        if any(
            symmetric[r] and (laid[5 * r], laid[5 * r + 1]) != (laid[5 * r + 4], laid[5 * r + 3])
            for r in range(3)
        ):
            continue
        b = parts_of(tiles, Layout(list(laid), [None] * 15))
        points = b.moss + b.whirlpool + b.pattern + 5 * sum(symmetric)
        best = points if best is None else max(best, points)
    diagram = diagram_of(tiles, case)
    target = -100
    diagram.tighten(target, 30)
    while not diagram.is_detailed:
        diagram = diagram.refined(target, 10_000_000)
        diagram.tighten(target, 10)
    assert diagram.enumerate(target, 10_000_000)
    assert (diagram.found and diagram.found[0]) == best
    if best is not None:
        assert diagram.found is not None
        b = parts_of(tiles, Layout(list(diagram.found[1]), [None] * 15))
        assert b.moss + b.whirlpool + b.pattern + 5 * sum(symmetric) == best


@pytest.mark.parametrize("seed", range(6))
def test_the_annealer_counts_as_the_core_does_and_keeps_to_the_supply(seed: int) -> None:
    edition = EDITIONS[seed]
    tiles = tiles_of(edition, 2 + seed % 3, edition.name_gardens[0].id)
    annealer = GardenAnnealer(tiles.patterns, tiles.counts, tiles.domain, tiles.by_moss(), seed)
    for steps in (1, 100, 20_000):
        annealer.run(steps)
        garden = tiles.supply.garden_of(tiles.layout(annealer.best()))
        assert score(garden, edition.name_gardens[0].id, 0).total == annealer.points


@pytest.mark.parametrize("card", [None, "garden-03", "garden-14"])
def test_stones_are_as_good_as_was_counted(card: str | None) -> None:
    rng = random.Random(7)
    shown = None if card is None else Card.of(EDITION, card)
    for _ in range(20):
        moss = [s for s in SPACES if rng.random() < 0.5]
        count = rng.choice((2, 3, 4))
        supply = {t: rng.randint(0, count) for t in "HSRLB"}
        stones = best_stones(supply, {}, shown, moss)
        faces = [("island" if s in moss else "plain") for s in SPACES]
        cells = [f"{f}:{t}" if t else f for f, t in zip(faces, stones, strict=True)]
        text = "/".join(",".join(cells[i : i + 5]) for i in (0, 5, 10))
        b = score(Garden.from_text(EDITION, text), card, 0)
        total = b.total - points_without_stones(b)
        assert total == by_moss(supply, {}, shown)[sum(1 << s for s in moss)]
        assert not Counter(t for t in stones if t) - Counter(supply)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_proofs_agree(seed: int) -> None:
    """Case by case, and CP-SAT's of the model, which shares nothing with it but `worth`."""
    rng = random.Random(seed)
    edition = EDITION
    all_tiles = [
        t for t, n in zip(edition.tile_ids, edition.tile_counts, strict=True) for _ in range(n)
    ]
    chosen = dict(Counter(rng.sample(all_tiles, 15)))
    ours = maximum(edition, tiles=chosen, workers=1, seed=seed)
    model = GardenModel(Supply(edition, 4, chosen, Garden(edition)))
    solver = configured(1, seed, True)
    solver.solve(model.model)
    assert ours.status is Status.OPTIMAL
    assert ours.score == round(solver.objective_value) == round(solver.best_objective_bound)


def test_a_small_diagram_is_divided_when_it_may_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fits into memory, the answer is the same."""
    edition = EDITION
    whole = maximum(edition, workers=1)
    monkeypatch.setattr(cases_module, "MOST_ARCS", 5_000)
    monkeypatch.setattr(cases_module, "FEW_ARCS", 100)
    monkeypatch.setattr(cases_module, "SEARCHED_ARCS", 200)
    divided = maximum(edition, workers=1)
    assert divided.status is Status.OPTIMAL
    assert divided.score == whole.score


def test_an_edition_with_too_many_edges_is_left_to_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiles = {"plain": 11, "island": 4}
    expected = maximum(EDITION, tiles=tiles, workers=1)
    monkeypatch.setattr(cases_module, "MOST_EDGES", 1)
    result = maximum(EDITION, tiles=tiles, workers=1)
    assert (result.status, result.score) == (Status.OPTIMAL, expected.score)


def test_cases_that_count_too_much_are_an_error_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    constant = Case.constant
    monkeypatch.setattr(Case, "constant", lambda self, virtue: constant(self, virtue) + 1)
    with pytest.raises(ModelDisagreement):
        maximum(EDITION, tiles={"plain": 12, "island": 4}, workers=1)
