import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from bench.peers import report, solvers
from bench.peers.games import BATCH, PLAIN, Speed
from bench.peers.mip import NotExportable, exported
from bench.peers.process import run
from bench.peers.report import Race
from bench.peers.solvers import SOLVERS, Limits, Outcome, UnsoundAnswer, score_of, solve_by
from bench.peers.table import BEGIN, END
from niwashi import jardin
from niwashi.jardin import Move
from niwashi.solver.jardin import solve
from niwashi.solver.jardin.model import JardinModel
from tests.solver.jardin.positions import GAME, position_at, random_game

LIMITS = Limits(seconds=60, workers=1, seed=0)
ENDINGS = [("11", 1), ("12", 2), ("12p", 3)]


def hinted(model: JardinModel, moves: list[Move], final: jardin.Position) -> list[int]:
    """The values of a plan."""
    model.hint(moves, final)
    hint = model.model.proto.solution_hint
    values = dict(zip(hint.vars, hint.values, strict=True))
    return [int(values[v]) for v in range(len(model.model.proto.variables))]


@pytest.mark.parametrize("clock", ["1", *(clock for clock, _ in ENDINGS)])
def test_every_constraint_of_the_model_is_exported(clock: str) -> None:
    mip = exported(JardinModel(*position_at(clock, 1)).model)
    assert len(mip.rows) > 1000
    assert set(mip.lower) == {0}
    assert set(mip.upper) == {1}


@pytest.mark.parametrize("seed", range(20))
def test_a_plan_satisfies_the_rows_and_has_its_score(seed: int) -> None:
    dice, moves, final = random_game(seed)
    model = JardinModel(jardin.Position(), dice)
    mip = exported(model.model)
    values = hinted(model, moves, final)
    assert mip.violations(values) == []
    assert mip.value(values) == jardin.score(final).total
    assert score_of(model, mip, dice, values) == jardin.score(final).total


def test_an_assignment_becomes_the_plan_that_it_is_made_of() -> None:
    dice = jardin.dice_from_text(GAME)
    found = solve(jardin.Position(), dice, time_limit=1, workers=1)
    assert found.position is not None
    model = JardinModel(jardin.Position(), dice)
    values = hinted(model, found.moves, found.position)
    assert score_of(model, exported(model.model), dice, values) == found.score


def test_a_ring_has_no_score() -> None:
    model = JardinModel(jardin.Position(), jardin.dice_from_text(GAME))
    values = [0] * len(model.model.proto.variables)
    assert model.rings_of(solvers.Assignment(values)) == []
    for space in range(36):
        row, column = divmod(space, 6)
        if max(abs(2 * row - 5), abs(2 * column - 5)) == 3:
            values[model.variables.water[space].index] = 1
    assert model.rings_of(solvers.Assignment(values)) == [[14, 15, 20, 21]]


def test_a_violated_row_is_an_error() -> None:
    dice, moves, final = random_game(1)
    model = JardinModel(jardin.Position(), dice)
    values = hinted(model, moves, final)
    values[model.variables.earth[0].index] ^= 1
    with pytest.raises(UnsoundAnswer, match="violates"):
        score_of(model, exported(model.model), dice, values)


Build = Callable[[cp_model.CpModel, cp_model.IntVar, cp_model.IntVar, cp_model.IntVar], object]


def linear(model: cp_model.CpModel, *v: cp_model.IntVar) -> cp_model.Constraint:
    return model.add_linear_constraint(2 * v[0] - 3 * v[1] + v[2], -2, 1)


KINDS: dict[str, Build] = {
    "linear": linear,
    "linear if": lambda m, x, y, z: linear(m, x, y, z).only_enforce_if(x),
    "linear if not": lambda m, x, y, z: linear(m, x, y, z).only_enforce_if(~y),
    "linear if both": lambda m, x, y, z: linear(m, x, y, z).only_enforce_if(x, ~z),
    "equality if": lambda m, x, y, z: m.add(x + y == z).only_enforce_if(~z),
    "implication": lambda m, x, y, z: m.add_implication(x, ~y),
    "and": lambda m, x, y, z: m.add_bool_and(~x, y),
    "and if": lambda m, x, y, z: m.add_bool_and(~x, y).only_enforce_if(z),
    "or": lambda m, x, y, z: m.add_bool_or(x, ~y, z),
    "or if": lambda m, x, y, z: m.add_bool_or(x, ~y).only_enforce_if(z),
    "at most one": lambda m, x, y, z: m.add_at_most_one(x, ~y, z),
    "exactly one": lambda m, x, y, z: m.add_exactly_one(x, ~y, ~z),
    "constant": lambda m, x, y, z: m.add(cp_model.LinearExpr.sum([]) <= 3),
    "never if": lambda m, x, y, z: m.add(x - x >= 1).only_enforce_if(z),
}


def assignments() -> Iterator[list[int]]:
    return ([n & 1, n >> 1 & 1, n >> 2] for n in range(8))


@pytest.mark.parametrize("kind", KINDS)
def test_rows_allow_exactly_what_the_constraint_allows(kind: str) -> None:
    def build() -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        model = cp_model.CpModel()
        x, y, z = (model.new_bool_var(name) for name in "xyz")
        KINDS[kind](model, x, y, z)
        model.maximize(x + 2 * y - z + 7)
        return model, [x, y, z]

    mip = exported(build()[0])
    for values in assignments():
        model, variables = build()
        for variable, value in zip(variables, values, strict=True):
            model.add(variable == value)
        solver = cp_model.CpSolver()
        allowed = solver.solve(model) == cp_model.OPTIMAL
        assert (mip.violations(values) == []) == allowed, values
        if allowed:
            assert mip.value(values) == solver.objective_value


def test_integers_are_loosened_by_their_bounds() -> None:
    model = cp_model.CpModel()
    n = model.new_int_var(-3, 5, "n")
    on = model.new_bool_var("on")
    model.add(2 * n <= -4).only_enforce_if(on)
    model.maximize(n)
    mip = exported(model)
    allowed = {(k, b) for k in range(-4, 7) for b in (0, 1) if not mip.violations([k, b])}
    assert allowed == {(k, b) for k in range(-3, 6) for b in (0, 1) if not b or k <= -2}


HOLE = cp_model.Domain.from_values([0, 2])
REFUSED: dict[str, tuple[str, Build]] = {
    "xor": ("constraint 0: bool_xor", lambda m, x, y, z: m.add_bool_xor(x, y, z)),
    "product": (
        "constraint 0: int_prod",
        lambda m, x, y, z: m.add_multiplication_equality(x, y, z),
    ),
    "maximum": ("constraint 0: lin_max", lambda m, x, y, z: m.add_max_equality(x, [y, z])),
    "hole": ("constraint 0: its domain", lambda m, x, y, z: m.add(x + y + z != 1)),
    "never": ("constraint 0: it never holds", lambda m, x, y, z: m.add(x - x >= 1)),
    "domain": ("variable 3", lambda m, x, y, z: m.new_int_var_from_domain(HOLE, "n")),
    "assumption": ("assumptions", lambda m, x, y, z: m.add_assumption(x)),
    "minimum": ("objective", lambda m, x, y, z: m.minimize(x)),
    "real objective": ("objective", lambda m, x, y, z: m.maximize(0.5 * x)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_row_is_refused(what: str) -> None:
    message, build = REFUSED[what]
    model = cp_model.CpModel()
    x, y, z = (model.new_bool_var(name) for name in "xyz")
    model.maximize(x)
    build(model, x, y, z)
    with pytest.raises(NotExportable, match=message):
        exported(model)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("clock", "seed"), ENDINGS)
def test_all_solvers_prove_the_same_optimum(clock: str, seed: int, solver: str) -> None:
    pytest.importorskip("highspy")
    pytest.importorskip("pyscipopt")
    position, dice = position_at(clock, seed)
    outcome = solve_by(solver, position, dice, LIMITS)
    assert outcome.proven
    assert outcome.score == solve(position, dice, workers=1).score


@pytest.mark.parametrize("solver", [solvers.CP_SAT, solvers.HIGHS, solvers.SCIP])
@pytest.mark.parametrize("workers", [1, 2])
def test_no_solution_at_all_is_an_error(
    solver: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("highspy")
    pytest.importorskip("pyscipopt")

    def impossible(start: jardin.Position, dice: list[jardin.Roll]) -> JardinModel:
        model = JardinModel(start, dice)
        model.at_least(150)
        return model

    monkeypatch.setattr(solvers, "JardinModel", impossible)
    with pytest.raises(UnsoundAnswer, match="no solution"):
        solve_by(solver, *position_at("12", 2), Limits(60, workers, 0))


def outcome(solver: str, score: int | None, bound: int | None, seconds: float = 1.0) -> Outcome:
    return Outcome(solver, score, False, bound, seconds, seconds)


def race(*outcomes: Outcome) -> Race:
    return Race("125", 70, list(outcomes))


def test_consistent_outcomes_pass() -> None:
    race(outcome("a", 71, 71), outcome("b", 60, 80), outcome("c", None, None)).check()


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([outcome("a", 71, 71), outcome("b", 69, 70)], "b says .* above 70 .* a reached 71"),
        ([outcome("a", 72, 75), outcome("b", None, 71)], "b says .* above 71 .* a reached 72"),
        ([outcome("a", 71, 71), outcome("b", 73, 80)], "a says .* above 71 .* b reached 73"),
        ([outcome("a", 69, 69)], "a says .* above 69 .* an earlier run reached 70"),
    ],
)
def test_a_bound_below_a_score_is_an_error(outcomes: Iterable[Outcome], message: str) -> None:
    with pytest.raises(UnsoundAnswer, match=message):
        race(*outcomes).check()


def test_a_row_says_what_a_run_was() -> None:
    limits = Limits(seconds=10, workers=2, seed=0)
    proven = outcome("a", 71, 71, 9.0)
    assert report.run_row("125", proven, limits) == "| 125 | a | 71 | 71 | proven | 9.0 | 1.0 |"
    late = outcome("a", 70, 71, 12.0)
    assert "| 70 | 71 | not proven, late | 12.0 |" in report.run_row("125", late, limits)
    ring = Outcome("a", None, True, 71, 9.0, 18.0)
    assert "| ring | 71 | not proven | 9.0 | 2.0 |" in report.run_row("125", ring, limits)
    killed = Outcome("a", None, False, None, 40.0, None, killed=True)
    assert "| – | – | killed, late | 40.0 | – |" in report.run_row("125", killed, limits)


def test_ratios_are_against_niwashi_water() -> None:
    first = race(outcome(solvers.WATER, 71, 71, 2.0), outcome(solvers.SCIP, 71, 71, 8.0))
    second = race(outcome(solvers.WATER, 71, 72, 4.0), outcome(solvers.SCIP, 70, 74, 9.0))
    assert report.time_ratio([first], solvers.SCIP) == "4.0"
    assert report.time_ratio([first, second], solvers.SCIP) == "4.0"
    assert report.time_ratio([second], solvers.SCIP) == "–"
    assert report.gap_ratio([first], solvers.SCIP) == "–"
    assert report.gap_ratio([second], solvers.SCIP) == "4.0"
    unproven = race(outcome(solvers.WATER, 71, 71, 2.0), outcome(solvers.SCIP, 70, 74, 60.0))
    assert report.time_ratio([unproven], solvers.SCIP) == "≥ 30.0"
    assert report.gap_ratio([unproven], solvers.SCIP) == "∞"


def test_the_command_writes_its_page_and_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("highspy")
    pytest.importorskip("pyscipopt")
    from bench.peers import __main__ as command

    file, page, readme = (tmp_path / name for name in ("peers.json", "peers.md", "README.md"))
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    arguments = ["peers", "--parts", "solvers", "--sequences", "1", "--time-limit", "2"]
    arguments += ["--json", str(file), "--out", str(page), "--readme", str(readme)]
    monkeypatch.setattr("sys.argv", arguments)

    def pretend(solver: str, dice: str, limits: Limits) -> Outcome:
        return outcome(solver, 71, bounds[solver], limits.seconds)

    bounds = dict.fromkeys(SOLVERS, 71)
    monkeypatch.setattr(command, "run", pretend)
    assert command.main() == 0
    printed = capsys.readouterr().out
    assert "| SCIP | 1 of 1 | 1 of 1 | 71.0 | 71.0 | 0.0 | 2.0 | 1.0 | – |" in printed
    assert "python -m bench.peers --parts solvers" in printed
    assert "--json" not in printed
    assert page.read_text(encoding="utf-8") == printed.removesuffix("\n")
    races = json.loads(file.read_text(encoding="utf-8"))["races"]
    assert [o["solver"] for o in races[0]["outcomes"]] == list(SOLVERS)
    assert all(o["proven"] for o in races[0]["outcomes"])
    before, table = readme.read_text(encoding="utf-8").split(f"{BEGIN}\n")
    assert before == "before\n"
    assert "| SCIP | 1; 71.0 ≤ 71.0; 2.0 s |" in table
    assert table.endswith(f"|\n{END}\nafter\n")

    bounds[solvers.SCIP] = 70
    assert command.main() == 1
    assert "SCIP says that nothing above 70 is possible" in capsys.readouterr().err


def test_the_command_measures_games_and_openspiel_in_processes_of_their_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    openspiel = pytest.importorskip("bench.peers.openspiel")
    from bench.peers import __main__ as command

    answers = {
        "measured": [Speed("Jardín", "random games", side, 10.0) for side in (PLAIN, BATCH)],
        "playouts": [openspiel.Playouts("Jardín", "yacht", 5.0, 36, 35)],
        "jardin_match": [openspiel.Pair(0, 10, 60)],
        "stone_match": [openspiel.Pair(0, 0.0, 1.0)],
    }
    asked: list[tuple[str, tuple[float, ...]]] = []

    def pretend(work: Callable[..., object], *arguments: float) -> object:
        asked.append((work.__name__, arguments))
        return answers[work.__name__]

    monkeypatch.setattr(command, "alone", pretend)
    arguments = ["peers", "--quick", "--parts", "openspiel", "games", "--games", "7"]
    monkeypatch.setattr("sys.argv", [*arguments, "--seed", "3"])
    assert command.main() == 0
    assert asked == [
        ("measured", (0.2, 3)),
        ("playouts", (0.2, 3)),
        ("jardin_match", (7, 0.02, 3)),
        ("stone_match", (7, 0.02, 3)),
    ]
    printed = capsys.readouterr().out
    assert "| `yacht` | 5 | 10 in one call | 2 |" in printed
    assert "## Solvers" not in printed


@pytest.mark.parametrize("option", ["--sequences", "--time-limit", "--games", "--budget"])
def test_the_command_refuses_amounts_of_nothing(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench.peers import __main__ as command

    monkeypatch.setattr("sys.argv", ["peers", option, "0"])
    with pytest.raises(SystemExit, match="2"):
        command.main()
    assert f"{option[2:]} must be more than 0" in capsys.readouterr().err


def test_a_process_keeps_its_limits() -> None:
    pytest.importorskip("pyscipopt")
    done = run(solvers.SCIP, GAME, Limits(seconds=2, workers=1, seed=0))
    assert not done.killed
    assert done.seconds < 10
    assert done.cpu_seconds is not None
    assert done.cpu_seconds < 1.2 * done.seconds
    assert done.bound is None or done.bound >= 70


def test_the_command_runs_every_solver() -> None:
    pytest.importorskip("highspy")
    pytest.importorskip("pyscipopt")
    options = ["--parts", "solvers", "--sequences", "1", "--time-limit", "0.5"]
    command = [sys.executable, "-m", "bench.peers", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert all(f" | {solver} | " in done.stdout for solver in SOLVERS)
