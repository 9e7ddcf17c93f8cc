"""Each rule of the model by itself: what it allows and what it forbids."""

from collections.abc import Iterable

import pytest
from ortools.sat.python import cp_model

from niwashi import jardin
from niwashi.jardin import MoveKind, Position
from niwashi.solver.jardin.model import KINDS, SPACES, JardinModel
from tests.solver.jardin.positions import GAME, random_game

EMPTY = "....../....../....../....../....../......"
Fixing = tuple[cp_model.IntVar, int]


class Solver(cp_model.CpSolver):
    """A solver that remembers how it ended."""

    status: cp_model.CpSolverStatus = cp_model.UNKNOWN


def space(text: str) -> int:
    return 6 * (int(text[0]) - 1) + int(text[1]) - 1


def spaces(text: str) -> list[int]:
    return [space(part) for part in text.split()]


def model_at(
    clock: str, dice: str = "", decorations: str = EMPTY, ponds: str = EMPTY, prunings: int = 0
) -> JardinModel:
    start = Position.from_text(f"{decorations} {ponds} {clock} {prunings}")
    return JardinModel(start, jardin.dice_from_text(dice))


def best(model: JardinModel, fixings: Iterable[Fixing] = ()) -> int:
    """The best score with some variables fixed to values that are allowed."""
    solver = solve_fixed(model, fixings)
    assert solver.status == cp_model.OPTIMAL
    return round(solver.objective_value)


def allowed(model: JardinModel, fixings: Iterable[Fixing] = ()) -> bool:
    """Whether the rules leave any plan with some variables fixed."""
    model.model.clear_objective()
    status = solve_fixed(model, fixings).status
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return status == cp_model.OPTIMAL


def solve_fixed(model: JardinModel, fixings: Iterable[Fixing]) -> Solver:
    for variable, value in fixings:
        model.model.add(variable == value)
    solver = Solver()
    solver.parameters.num_workers = 1
    solver.status = solver.solve(model.model)
    return solver


def water(model: JardinModel, text: str) -> list[Fixing]:
    """These spaces are water, and all others are not."""
    wet = set(spaces(text))
    return [(model.variables.water[s], int(s in wet)) for s in SPACES]


def garden(decorations: str, ponds: str) -> int:
    """The model's score of a finished garden."""
    return best(model_at("end", "", decorations, ponds))


@pytest.mark.parametrize("seed", range(40))
def test_model_and_core_agree_on_any_finished_garden(seed: int) -> None:
    _, _, position = random_game(seed)
    assert best(JardinModel(position, [])) == jardin.score(position).total


@pytest.mark.parametrize("seed", range(12))
def test_model_allows_any_legal_game_and_counts_its_points(seed: int) -> None:
    dice, moves, position = random_game(seed)
    model = JardinModel(Position(), dice)
    v = model.variables
    wet = set(position.water)
    fixings: list[Fixing] = [(v.water[s], int(s in wet)) for s in SPACES]
    turns = [m for m in moves if m.kind not in (MoveKind.POND, MoveKind.NO_POND)]
    for i, move in enumerate(turns):
        for option, use, placed in zip(v.options[i], v.option[i], v.placed[i], strict=True):
            letters = "".join(sorted(letter for letter, _ in move.placings))
            same = (option.kind, option.location, option.letters) == (
                move.kind,
                move.location or 0,
                letters,
            )
            fixings.append((use, int(same)))
            if same:
                for letter, where in zip(sorted(set(letters)), placed, strict=True):
                    fixings += [(x, int((letter, s) in move.placings)) for s, x in where.items()]
    assert best(model, fixings) == jardin.score(position).total


@pytest.mark.parametrize("seed", range(12))
def test_hint_is_complete_and_feasible(seed: int) -> None:
    dice, moves, position = random_game(seed)
    model = JardinModel(Position(), dice)
    model.hint(moves, position)
    hint = model.model.proto.solution_hint
    assert sorted(hint.vars) == list(range(len(model.model.proto.variables)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.fix_variables_to_their_hinted_value = True
    assert solver.solve(model.model) == cp_model.OPTIMAL
    assert solver.objective_value == jardin.score(position).total


def test_a_space_holds_one_decoration() -> None:
    model = model_at("12", "112", ponds=EMPTY)
    v = model.variables
    assert allowed(model, [(v.dry["L"][0], 1), (v.dry["B"][1], 1)])
    model = model_at("12", "112")
    v = model.variables
    assert not allowed(model, [(v.dry["L"][0], 1), (v.dry["B"][0], 1)])


def test_a_space_is_earth_or_water() -> None:
    model = model_at("12p")
    v = model.variables
    assert not allowed(model, [(v.earth[0], 1), (v.water[0], 1)])


def test_a_turn_uses_its_roll_in_one_way() -> None:
    model = model_at("12", "125")
    assert not allowed(model, [(use, 1) for use in model.variables.option[0][:2]])


def test_a_draw_lies_in_its_cross_and_a_prune_anywhere() -> None:
    model = model_at("12", "125")
    v = model.variables
    for option, placed in zip(v.options[0], v.placed[0], strict=True):
        for where in placed:
            expected = 11 if option.kind is MoveKind.DRAW else 36
            assert len(where) == expected
    # Lantern and bamboo of a 125 need location 5.
    assert allowed(model, [(v.dry["L"][space("53")], 1), (v.dry["B"][space("25")], 1)])
    model = model_at("12", "125")
    v = model.variables
    assert not allowed(model, [(v.dry["L"][space("53")], 1), (v.dry["B"][space("22")], 1)])


def test_two_equal_decorations_are_both_drawn() -> None:
    model = model_at("12", "115")
    v = model.variables
    two = [(v.dry["L"][space("51")], 1), (v.dry["L"][space("55")], 1)]
    assert allowed(model, two)
    model = model_at("12", "115")
    v = model.variables
    draw = next(
        i for i, o in enumerate(v.options[0]) if o.kind is MoveKind.DRAW and o.location == 5
    )
    lying = sum(x for s in SPACES for x in (v.dry["L"][s], v.wet["L"][s]))
    model.model.add(lying == 1)
    assert not allowed(model, [(v.option[0][draw], 1)])


def test_a_decoration_that_no_die_shows_is_not_drawn() -> None:
    model = model_at("12", "125")
    assert not allowed(model, [(model.variables.dry["R"][0], 1)])


@pytest.mark.parametrize(("clock", "dice", "kind"), [("6", 7, "t"), ("7", 6, "T")])
def test_a_tree_belongs_to_the_half_year_it_is_drawn_in(clock: str, dice: int, kind: str) -> None:
    rolls = " ".join(["333"] + ["111"] * (dice - 1))
    other = "T" if kind == "t" else "t"
    model = model_at(clock, rolls)
    assert allowed(model, [(model.variables.dry[kind][0], 1)])
    model = model_at(clock, rolls)
    assert not allowed(model, [(model.variables.dry[other][0], 1)])


def test_three_prunings_are_allowed_and_four_are_not() -> None:
    for used, most in ((0, 3), (2, 1), (3, 0)):
        for wanted in (most, most + 1):
            model = model_at("9", "125 366 124 556", prunings=used)
            v = model.variables
            prunes = [
                use
                for options, chosen in zip(v.options, v.option, strict=True)
                for option, use in zip(options, chosen, strict=True)
                if option.kind is MoveKind.PRUNE
            ]
            model.model.add(sum(prunes) == wanted)
            assert allowed(model) == (wanted == most)


def test_a_turn_is_not_skipped_while_something_can_be_drawn() -> None:
    model = model_at("12", "111", decorations="......" + "/BBBBBB" * 5, prunings=2)
    assert not allowed(model, [(model.variables.option[0][-1], 1)])


FULL_CROSS = "RRRRR./R...../R...../R...../R...../R....."


@pytest.mark.parametrize(("prunings", "skips"), [(3, True), (2, False)])
def test_a_skip_needs_three_prunings_and_full_crosses(prunings: int, skips: bool) -> None:
    model = model_at("12", "111", decorations=FULL_CROSS, prunings=prunings)
    assert allowed(model, [(model.variables.option[0][-1], 1)]) == skips
    model = model_at("12", "111", decorations=FULL_CROSS, prunings=prunings)
    assert allowed(model, [(model.variables.option[0][-1], 0)]) != skips


def test_a_full_grid_is_skipped_with_leaves_left() -> None:
    model = model_at("12", "125", decorations="/".join(["RRRRRR"] * 6), prunings=0)
    assert allowed(model, [(model.variables.option[0][-1], 1)])


def test_a_cross_of_the_roll_with_two_empty_spaces_forbids_the_skip() -> None:
    decorations = "RRRRRR/R...../R...../R...../R...../R....."
    model = model_at("12", "112", decorations=decorations, prunings=3)
    assert not allowed(model, [(model.variables.option[0][-1], 1)])


def test_a_skip_counts_only_what_was_drawn_before() -> None:
    """Turn 11 fills the cross, so turn 12 is skipped; turn 11 itself cannot be."""
    decorations = "RRRR../R...../R...../R...../R...../R....."
    model = model_at("11", "111 111", decorations=decorations, prunings=3)
    v = model.variables
    assert allowed(model, [(v.option[1][-1], 1)])
    model = model_at("11", "111 111", decorations=decorations, prunings=3)
    assert not allowed(model, [(model.variables.option[0][-1], 1)])


def test_old_ponds_stay_and_keep_their_distance() -> None:
    ponds = "11..../....../....../....../....../......"
    model = model_at("12p", ponds=ponds)
    assert not allowed(model, [(model.variables.water[0], 0)])
    for text, may_be_water in (("13", False), ("23", False), ("14", True), ("31", True)):
        model = model_at("12p", ponds=ponds)
        assert allowed(model, [(model.variables.water[space(text)], 1)]) == may_be_water


def test_water_does_not_touch_at_a_corner_alone() -> None:
    model = model_at("9p", "111 111 111")
    assert not allowed(model, water(model, "22 33"))
    model = model_at("9p", "111 111 111")
    assert not allowed(model, water(model, "23 32"))
    model = model_at("9p", "111 111 111")
    assert allowed(model, water(model, "22 32 33"))


@pytest.mark.parametrize(
    ("clock", "dice", "most"), [("3p", 9, 4), ("4", 9, 3), ("9", 4, 2), ("12p", 0, 1)]
)
def test_as_many_new_ponds_as_seasons_to_come(clock: str, dice: int, most: int) -> None:
    singles = ["11", "13", "31", "33", "51", "53", "55"]
    for ponds in (most, most + 1):
        model = model_at(clock, " ".join(["123"] * dice))
        assert allowed(model, water(model, " ".join(singles[:ponds]))) == (ponds == most)


@pytest.mark.parametrize(
    ("ring", "inside"),
    [
        ("22 23 24 32 34 42 43 44", "33"),
        ("22 23 24 25 32 35 42 43 44 45", "33 34"),
        ("11 12 13 14 21 24 31 34 41 42 43 44", "22 23 32 33"),
    ],
)
def test_rings_are_refused(ring: str, inside: str) -> None:
    """The third is too large for the static rows: it is cut off when it appears."""
    model = model_at("12p")
    if len(inside.split()) > 2:
        assert allowed(model, water(model, ring))
        model = model_at("12p")
        model.constraints.no_ring_around(spaces(inside))
    assert not allowed(model, water(model, ring))
    model = model_at("12p")
    model.constraints.no_ring_around(spaces(inside))
    assert allowed(model, water(model, f"{ring} {inside}"))


def test_cutting_a_ring_never_forbids_a_pond_around_a_corner_of_the_garden() -> None:
    model = model_at("12p")
    model.constraints.no_ring_around(spaces("11"))
    assert allowed(model, water(model, "12 21 22"))


@pytest.mark.parametrize(
    ("decorations", "ponds", "points"),
    [
        # J7: alone; at distance 4; at distance 3; a wet lantern cancels a dry one
        ("L...../....../....../....../....../......", EMPTY, 3 - 35),
        ("L...L./....../....../....../....../......", EMPTY, 6 - 34),
        ("L..L../....../....../....../....../......", EMPTY, 0 - 34),
        ("L..L../....../....../....../....../......", "...1.." + EMPTY[6:], 3 - 34 - 1),
        # J8: alone; two; beside a wet one
        ("B...../....../....../....../....../......", EMPTY, 0 - 35),
        ("BB..../....../....../....../....../......", EMPTY, 4 - 34),
        ("BB..../....../....../....../....../......", ".1...." + EMPTY[6:], 2 + 3 - 35),
        # J9: early and late, wet
        ("tT..../....../....../....../....../......", EMPTY, 3 - 34),
        ("tT..../....../....../....../....../......", "1....." + EMPTY[6:], 2 + 3 - 35),
        # J10: on earth, in water, beside another at a corner
        ("R...../....../....../....../....../......", EMPTY, 1 - 35),
        ("R...../....../....../....../....../......", "1....." + EMPTY[6:], 2 + 3 - 35),
        ("R...../.R..../....../....../....../......", EMPTY, 0 - 34),
        # J11: one, two and three sides; wet
        ("M...../....../....../....../....../......", ".1...." + EMPTY[6:], 1 + 3 - 34),
        (".M..../....../....../....../....../......", "1...../11..../" + EMPTY[14:], 2 + 3 - 32),
        (".M..../....../....../....../....../......", "1.1.../111.../" + EMPTY[14:], 3 + 3 - 30),
        ("M...../....../....../....../....../......", "1....." + EMPTY[6:], 3 - 36),
        # J12: spans earth; reaches the edge; on earth
        (".=..../....../....../....../....../......", ".1...." + EMPTY[6:], 1 + 3 - 35),
        ("=...../....../....../....../....../......", "1....." + EMPTY[6:], 0 + 3 - 35),
        ("=...../....../....../....../....../......", EMPTY, 0 - 36),
        # J12: a bridge beside another does not score, whether that one could or not
        (".==.../....../....../....../....../......", ".11..." + EMPTY[6:], 0 + 3 - 34),
    ],
)
def test_each_criterion_counts_as_the_rules_say(decorations: str, ponds: str, points: int) -> None:
    assert (
        garden(decorations, ponds)
        == jardin.score(Position.from_text(f"{decorations} {ponds} end 0")).total
    )
    assert garden(decorations, ponds) == points


@pytest.mark.parametrize(("bridges", "points"), [(1, 1), (2, 4), (3, 9), (4, 15), (5, 15)])
def test_bridges_count_together(bridges: int, points: int) -> None:
    """Bridges on every other space of a pond along row 2, earth north and south of it."""
    row = "".join("=" if c % 2 == 0 and c // 2 < bridges else "." for c in range(6))
    more = "".join("=" if c % 2 == 0 and c // 2 + 3 < bridges else "." for c in range(6))
    decorations = f"....../{row}/....../....../{more}/......"
    ponds = "....../111111/....../....../222222/......"
    assert garden(decorations, ponds) == points + 6 - 24


def test_every_kind_of_decoration_can_lie_anywhere() -> None:
    model = model_at("12p")
    v = model.variables
    assert set(v.dry) == set(v.wet) == set(KINDS)


def test_the_example_game_has_a_model_that_validates() -> None:
    model = JardinModel(Position(), jardin.dice_from_text(GAME))
    assert model.model.validate() == ""
