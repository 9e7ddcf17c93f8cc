"""Each rule of the model by itself: what it allows, what it forbids, what it counts."""

import random
from collections.abc import Iterable, Mapping

import pytest
from ortools.sat.python import cp_model

from niwashi.solver.stone.geometry import SPACES
from niwashi.solver.stone.model import Constraints, GardenModel
from niwashi.solver.stone.supply import Card, Layout, Supply
from niwashi.stone import Edition, Garden, breakdown_names, default_edition, score
from tests.solver.stone.editions import box_like_edition
from tests.solver.stone.gardens import random_garden, tiles_of

Fixing = tuple[cp_model.IntVar, int]
EDITION = default_edition()
#: In every way alike but for what is named: `n`, `w` have another edge there, `x` an arc.
SMALL = Edition(
    "small",
    "for tests",
    [
        ("sand", "sand", 17, "--", "s", "--", "s", []),
        ("moss", "moss", 17, "--", "s", "--", "s", []),
        ("n", "sand", 17, "mm", "s", "--", "s", []),
        ("w", "sand", 17, "--", "s", "--", "m", []),
        ("mw", "moss", 17, "--", "s", "--", "m", []),
        ("x", "sand", 17, "--", "s", "--", "s", ["nw", "ne", "sw", "se"]),
        ("d", "sand", 17, "--", "s", "--", "s", ["nw", "se"]),
        ("one", "sand", 1, "-o", "s", "--", "s", []),
    ],
    [("card", 9, ["S....", "..*..", "....R"])],
)


class Solver(cp_model.CpSolver):
    """A solver that remembers how it ended."""

    status: cp_model.CpSolverStatus = cp_model.UNKNOWN


def solve_fixed(model: GardenModel, fixings: Iterable[Fixing]) -> Solver:
    for variable, value in fixings:
        model.model.add(variable == value)
    solver = Solver()
    solver.parameters.num_workers = 1
    solver.status = solver.solve(model.model)
    assert solver.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return solver


def fixed(model: GardenModel, layout: Layout) -> list[Fixing]:
    """All tiles and stones as in the garden, nothing else said."""
    v = model.variables
    found = [(v.empty[s], int(layout.patterns[s] is None)) for s in SPACES]
    found += [
        (tile, int(layout.patterns[s] == p)) for s in SPACES for p, tile in enumerate(v.tile[s])
    ]
    found += [(v.stone[t][s], int(layout.stones[s] == t)) for t in v.stone for s in SPACES]
    return found


def model_of(
    edition: Edition = SMALL,
    *,
    start: Garden | None = None,
    players: int = 4,
    tiles: Mapping[str, int] | None = None,
    card: str | None = None,
    partial: bool = True,
    virtue: int = 0,
) -> GardenModel:
    supply = Supply(edition, players, tiles, start or Garden(edition))
    return GardenModel(supply, Card.of(edition, card) if card else None, virtue, partial)


def small(rows: str) -> Garden:
    """A garden of SMALL: `.` empty, s m n w x d the tiles, M the moss with another west edge.

    Capitals behind a tile are stones: `sS` a standing stone on sand.
    """
    names = {"s": "sand", "m": "moss", "M": "mw", "o": "one"}
    texts = []
    for row in rows.split("/"):
        cells = []
        for cell in row.split():
            tile, stone = cell[0], cell[1:]
            name = "_" if tile == "." else names.get(tile, tile)
            cells.append(name + ("'" if stone.startswith("'") else ""))
            stone = stone.lstrip("'")
            cells[-1] += f":{stone}" if stone else ""
        texts.append(",".join(cells))
    return Garden.from_text(SMALL, "/".join(texts))


REST = "/. . . . ./. . . . ."
SAND = "s s s s s"


def counted(
    garden: Garden, card: str | None = None, virtue: int = 0, whole: bool = False
) -> dict[str, int]:
    """What the model counts for a garden by criterion, like the core's breakdown.

    With the whole supply, or for speed with no other tiles than lie in the garden.
    """
    tiles = None if whole else tiles_of(garden)
    model = model_of(garden.edition, card=card, virtue=virtue, tiles=tiles)
    solver = solve_fixed(model, fixed(model, model.supply.layout_of(garden)))
    assert solver.status == cp_model.OPTIMAL
    found = {name: solver.value(e) for name, e in model.objective.criteria().items()}
    return {**found, "total": round(solver.objective_value)}


def allowed(model: GardenModel, fixings: Iterable[Fixing]) -> bool:
    """Whether the rules leave anything with some variables fixed."""
    model.model.clear_objective()
    return solve_fixed(model, fixings).status == cp_model.OPTIMAL


def garden_allowed(model: GardenModel, garden: Garden) -> bool:
    return allowed(model, fixed(model, model.supply.layout_of(garden)))


def random_case(seed: int) -> tuple[Garden, str | None, int]:
    rng = random.Random(seed)
    edition = EDITION if seed % 2 else box_like_edition(seed)
    tiles = 15 if seed % 3 else rng.randrange(16)
    card = rng.choice([None, *(card.id for card in edition.name_gardens)])
    return random_garden(edition, seed, tiles, rng.randrange(16)), card, rng.randrange(7)


@pytest.mark.parametrize("block", range(8))
def test_model_and_core_agree_on_any_garden(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        garden, card, virtue = random_case(seed)
        by_core = score(garden, card, virtue).as_dict()
        by_model = counted(garden, card, virtue, whole=seed % 10 < 2)
        # Of equally good choices the model may take a diagonal where the core takes knights.
        for breakdown in (by_core, by_model):
            breakdown["knight"] += breakdown.pop("diagonal")
        assert by_model == by_core, garden.to_text()


@pytest.mark.parametrize("block", range(4))
def test_every_variable_has_its_value_in_any_garden(block: int) -> None:
    """The values given as a hint are a solution, and count what the core counts."""
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        garden, card, virtue = random_case(seed)
        full = garden.is_full
        tiles = tiles_of(garden) if seed % 10 else None
        model = model_of(garden.edition, card=card, partial=not full, virtue=virtue, tiles=tiles)
        values = list(model.assignment(model.supply.layout_of(garden)))
        assert len(values) == len({v.index for v, _ in values}) == len(model.model.proto.variables)
        solver = solve_fixed(model, values)
        assert solver.status == cp_model.OPTIMAL
        assert solver.objective_value == score(garden, card, virtue).total


def test_the_models_names_are_those_of_the_core() -> None:
    assert [*model_of().objective.criteria(), "total"] == list(breakdown_names)


def test_a_space_shows_one_pattern() -> None:
    v = (model := model_of()).variables
    assert allowed(model, [(v.tile[0][1], 1)])
    v = (model := model_of()).variables
    assert not allowed(model, [(v.tile[0][0], 1), (v.tile[0][1], 1)])
    v = (model := model_of()).variables
    assert not allowed(model, [(v.tile[0][0], 1), (v.empty[0], 1)])


@pytest.mark.parametrize("turned", ["", "'"])
def test_no_tile_is_laid_more_often_than_there_is(turned: str) -> None:
    assert garden_allowed(model_of(), small("o s s s s" + REST))
    assert not garden_allowed(model_of(), small(f"o s o{turned} s s" + REST))


def test_tiles_of_two_names_that_look_alike_are_one_supply() -> None:
    tiles: list[tuple[str, str, int, str, str, str, str, list[str]]] = [
        ("a", "sand", 1, "-o", "s", "--", "s", []),
        ("b", "sand", 1, "--", "s", "o-", "s", []),
    ]
    edition = Edition(
        "twins", "for tests", [*tiles, ("moss", "moss", 9, "--", "s", "--", "s", [])], []
    )
    supply = Supply(edition, 2, None, Garden(edition))
    assert sorted(supply.kinds.values()) == [2, 9]
    assert len(supply.patterns) == 3
    garden = Garden.from_text(edition, "a,b',_,_,_/_,_,_,_,_/_,_,_,_,_")
    assert supply.garden_of(supply.layout_of(garden)) == garden


def test_laid_tiles_and_stones_stay_as_they_are() -> None:
    start = small("n' mS . . ." + REST)
    assert garden_allowed(model_of(start=start), start)
    assert garden_allowed(model_of(start=start), small("n' mS s . ." + REST))
    for other in ("n mS s . .", "n' m s . .", "n' mH s . .", ". mS s . ."):
        assert not garden_allowed(model_of(start=start), small(other + REST))


def test_a_stone_may_be_added_to_a_laid_tile() -> None:
    start = small("n' m . . ." + REST)
    assert garden_allowed(model_of(start=start), small("n' mS . . ." + REST))


def test_a_garden_is_full_unless_it_may_be_partial() -> None:
    full, partial = small(f"{SAND}/{SAND}/{SAND}"), small(f"{SAND}/{SAND}/s s s s .")
    for garden, may in ((full, True), (partial, False)):
        model = model_of(partial=False)
        assert garden_allowed(model, garden) == may
        assert garden_allowed(model_of(partial=True), garden)


@pytest.mark.parametrize(
    ("garden", "may"),
    [
        (". . . . ./. . . . ./. . . . .", True),
        ("s . . . ./. . . . ./. . . . .", True),
        (". . . . ./. . . . ./s . . . .", True),
        (". . . . ./s . . . ./. . . . .", False),
        (". . . . s/. . . . ./. . . . .", False),
        ("s . . . ./. . . . ./s . . . .", False),  # the first tile lies in one corner
        ("s . . . ./s . . . ./s . . . .", True),
        ("s s s . ./. . s . ./s s s . .", True),
        ("s s . . ./. . s . ./. . . . .", False),
        ("s s . . ./. . . s s/. . . s s", False),  # a ring by itself
    ],
)
def test_tiles_of_a_partial_garden_were_laid_next_to_each_other(garden: str, may: bool) -> None:
    assert garden_allowed(model_of(), small(garden)) == may


def test_tiles_are_laid_next_to_what_lies_already() -> None:
    start = small(". . . . s/. . . . ./. . . . .")
    assert garden_allowed(model_of(start=start), start)
    assert garden_allowed(model_of(start=start), small(". . . s s/. . . . s/. . . . ."))
    assert not garden_allowed(model_of(start=start), small("s . . . s/. . . . ./. . . . ."))


def test_stones_stand_on_tiles_one_on_each() -> None:
    for fixings in ([("S", 0), ("H", 0)], [("S", 1)]):
        model = model_of(start=small("s . . . ." + REST))
        v = model.variables
        stones = [(v.stone[t][s], 1) for t, s in fixings]
        assert not allowed(model, [*stones, (v.empty[1], 1)])
    v = (model := model_of(start=small("s . . . ." + REST))).variables
    assert allowed(model, [(v.stone["S"][0], 1)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stones_are_as_many_as_players_have(players: int) -> None:
    counts = {2: (4, 5, 2, 3), 3: (5, 6, 3, 4), 4: (6, 7, 4, 5)}[players]
    supply = dict(zip("HSRL", counts, strict=True))
    for stone, most in supply.items():
        for count in (most, most + 1):
            v = (model := model_of(players=players, partial=False)).variables
            stones: list[Fixing] = [(v.stone[stone][s], int(s < count)) for s in SPACES]
            assert allowed(model, stones) == (count == most)


def test_stones_keep_apart_off_moss() -> None:
    for row, may in (("m m", True), ("m s", False), ("s m", False), ("s s", False)):
        model = model_of(start=small(f"{row} . . ." + REST))
        v = model.variables
        assert allowed(model, [(v.stone["S"][0], 1), (v.stone["H"][1], 1)]) == may
        column = row.split()
        model = model_of(start=small(f"{column[0]} . . . ./{column[1]} . . . ./. . . . ."))
        v = model.variables
        assert allowed(model, [(v.stone["S"][0], 1), (v.stone["H"][5], 1)]) == may
    model = model_of(start=small("s . . . ./. s . . ./. . . . ."))
    v = model.variables
    assert allowed(model, [(v.stone["S"][0], 1), (v.stone["H"][6], 1)])


def test_a_garden_has_one_boat() -> None:
    v = (model := model_of()).variables
    assert allowed(model, [(v.stone["B"][0], 1)])
    v = (model := model_of()).variables
    assert not allowed(model, [(v.stone["B"][0], 1), (v.stone["B"][14], 1)])
    start = small("sB . . . ." + REST)
    v = (model := model_of(start=start)).variables
    assert not allowed(model, [(v.stone["B"][14], 1)])


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("s s . . ." + REST, 0),
        ("s w . . ." + REST, 0),  # sand beside sand always connects
        ("m w . . ." + REST, -2),
        ("m w' . . ." + REST, 0),
        ("s M . . ." + REST, -2),
        ("m M . . ." + REST, -2),
        ("M' M . . ." + REST, 0),
        ("w' M . . ." + REST, 0),
        ("s . . . ./n . . . ./. . . . .", -2),
        ("s . . . ./n' . . . ./. . . . .", 0),
        ("n' . . . ./n . . . ./. . . . .", 0),
        ("s . . . ./m . . . ./. . . . .", 0),
        ("s . . . ./n . . . ./n . . . .", -4),
    ],
)
def test_unconnected_pairs_count(garden: str, points: int) -> None:
    assert counted(small(garden))["pattern"] == points == score(small(garden)).pattern


def test_only_a_full_garden_without_unconnected_pairs_has_the_bonus() -> None:
    full = f"{SAND}/{SAND}/{SAND}"
    assert counted(small(full))["connected"] == 7
    assert counted(small(full[:-1] + "."))["connected"] == 0
    assert counted(small(full.replace("s", "n", 1)))["connected"] == 7  # at the edge
    assert counted(small(full[:-1] + "n"))["connected"] == 0


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("m . . . ." + REST, 0),
        ("s . . . ." + REST, 1),
        ("s s s . ./s m s . ./s s s . .", 3),
        ("s s s . ./s s m . ./s s s . .", 6),
        (f"{SAND}/{SAND}/s s s s m", 12),
        (f"{SAND}/{SAND}/{SAND}", 15),
        ("s s . . ./s . . . ./s s . . .", 3),
    ],
)
def test_the_largest_rectangle_of_sand_counts(garden: str, points: int) -> None:
    assert counted(small(garden))["sand"] == points == score(small(garden)).sand


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("s m n m s", 5),
        ("s m n s s", 0),
        ("s m n m m", 0),
        ("n s m s n", 5),
        ("n s m s n'", 0),
        ("s n m n' s", 0),
        ("s s . s s", 0),
        ("d s . s d", 0),
    ],
)
def test_rows_are_symmetric_if_patterns_agree_as_they_lie(row: str, points: int) -> None:
    """Without column 3 a row cannot be reached, so it is reached from below."""
    garden = small(f"{row}/{SAND}/. . . . .")
    assert counted(garden)["symmetry"] == 5 + points + (5 if "." in row else 0)
    assert counted(garden)["symmetry"] == score(garden).symmetry


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("x s . . ./s s . . ./. . . . .", 0),
        ("x x . . ./s s . . ./. . . . .", 2 + 2),  # below and above them
        ("x s . . ./x s . . ./. . . . .", 2 + 2),
        ("x s . . ./s x . . ./. . . . .", 0),  # opposite corners alone
        ("x x . . ./x s . . ./. . . . .", 2 + 2 + 2),
        ("x x . . ./x x . . ./. . . . .", 8 + 4 * 2),
        ("d x . . ./x d . . ./. . . . .", 8),
        ("d d . . ./d d . . ./. . . . .", 0),
        ("d' . . . ./d . . . ./. . . . .", 0),
        ("x m . . ./x . . . ./. . . . .", 2 + 2),
    ],
)
def test_whirlpools_count_by_vertex(garden: str, points: int) -> None:
    assert counted(small(garden))["whirlpool"] == score(small(garden)).whirlpool == points


def test_each_type_of_stone_counts_once() -> None:
    garden = small("sS . sS . ./s s s . ./sH . sR . .")
    assert counted(garden)["stone_types"] == 6


MOSS = "m m m m m"


def standing(stones: str) -> Garden:
    """A garden all of moss with these stones, row by row."""
    return small("/".join(" ".join(f"m{t}".rstrip(".") for t in row) for row in stones.split("/")))


@pytest.mark.parametrize(
    ("stones", "points"),
    [
        ("S..../..H../.....", 5),
        ("S..../.H.../.....", 0),
        ("S..../.H.../..S..", 7),
        ("S..../H.H../.....", 0),  # another stone in the block
        ("S..../.HS../.....", 0),
        ("S.S../...../.H...", 5),  # the stone in the middle counts once
        ("S..../..H../S....", 5),
        ("S..../..H../....S", 5),
        ("S...S/..H../.....", 5),
        ("S..S./..H../.....", 5),
        ("S..../..H../...S.", 5),
        ("S..../.H.../H.S..", 0),
        ("S...H/.H.H./..S..", 7),
        ("S...S/..H../S...S", 5),
        (".S.../...H./.....", 5),
        ("H..../...../.S...", 5),
        ("H..../.R.../.S...", 0),
        ("..L../.S.S./H...H", 7),
        ("S...S/.H.H./..R..", 7),
    ],
)
def test_knights_and_diagonals_share_no_stone(stones: str, points: int) -> None:
    breakdown = counted(standing(stones))
    assert breakdown["knight"] + breakdown["diagonal"] == points
    by_core = score(standing(stones))
    assert by_core.knight + by_core.diagonal == points


@pytest.mark.parametrize(
    ("stones", "horaisan", "honourable"),
    [
        ("LL.../...../.....", 10, 0),
        ("L.L../...../.....", 0, 0),
        ("...../LL.../.....", 0, 0),
        ("LLL../...../.....", 10, 0),
        ("LL.LL/...../.....", 10, 0),
        ("SLS../...../.....", 0, 15),
        ("..SLS/...../.....", 0, 15),
        ("SLSLS/...../.....", 0, 15),
        ("LSL../...../.....", 0, 0),
        ("SHS../...../.....", 0, 0),
        ("SLSLL/...../.....", 10, 15),
        ("LLSLS/...../.....", 10, 15),
        ("...../SLS../LL...", 0, 0),
    ],
)
def test_horaisan_and_three_honourable_stones(stones: str, horaisan: int, honourable: int) -> None:
    breakdown = counted(standing(stones))
    assert (breakdown["horaisan"], breakdown["three_honourable"]) == (horaisan, honourable)


@pytest.mark.parametrize(
    ("stones", "reclining", "boat"),
    [
        ("..R../...../..R..", 6, 0),
        (".R.R./...../R....", 0, 0),
        ("...../...../..B..", 0, 3),
        ("...../...../....B", 0, 3),
        ("..B../...../.....", 0, 0),
        ("...../B..../.....", 0, 0),
    ],
)
def test_reclining_stones_and_boat(stones: str, reclining: int, boat: int) -> None:
    breakdown = counted(standing(stones))
    assert (breakdown["reclining"], breakdown["boat"]) == (reclining, boat)


@pytest.mark.parametrize(
    ("stones", "points"),
    [
        ("S..../..B../....R", 9),
        ("SL.../..H../B...R", 9),
        ("H..../..B../....R", 0),
        ("S..../...../....R", 0),
        ("S..../..B../.....", 0),
    ],
)
def test_a_name_garden_must_stand_as_shown(stones: str, points: int) -> None:
    assert counted(standing(stones), "card")["name_garden"] == points
    assert counted(standing(stones))["name_garden"] == 0


@pytest.mark.parametrize("virtue", [0, 6])
def test_virtue_counts(virtue: int) -> None:
    assert counted(Garden(SMALL), virtue=virtue)["total"] == virtue


@pytest.mark.parametrize("seed", range(12))
def test_the_worth_of_stones_follows_from_their_rules(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On any moss, the rules one by one allow exactly what was counted beforehand."""
    monkeypatch.setattr(Constraints, "worth_of_stones", lambda self: None)
    rng = random.Random(seed)
    moss = {s for s in SPACES if rng.random() < seed / 11}
    card = "card" if seed % 2 else None
    cells = ["m" if s in moss else "s" for s in SPACES]
    if seed % 3 == 0:
        cells[7] += rng.choice("HSRLB")
    garden = small("/".join(" ".join(cells[i : i + 5]) for i in (0, 5, 10)))
    model = model_of(start=garden, card=card, players=2 + seed % 3)
    v = model.variables
    model.model.clear_objective()
    model.model.maximize(model.objective.stones())
    solver = solve_fixed(model, [])
    worth = max(points for needed, points in v.frontier if moss.issuperset(needed))
    assert worth == solver.objective_value


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_models_validate(seed: int) -> None:
    assert model_of(box_like_edition(seed)).model.validate() == ""
