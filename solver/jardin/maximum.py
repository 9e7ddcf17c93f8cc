"""The most that any dice allow: the theoretical maximum, found and proven in the core.

The question is that of `water.py` with the dice left open: a turn may use any location and any two
decorations. Targets between the best plan and the bound are tried, the middle one first; each is
refuted for every water pattern, or reached by a plan, which makes its own dice.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from ortools.sat.python import cp_model

from niwashi._core.exact import SeamReport, SeamWorker, WaterProblem
from niwashi._core.jardin import Move, MoveKind, Position, Roll, score
from niwashi.jardin.play import replay
from niwashi.processors import processors
from niwashi.solver.jardin.confirm import layout_model
from niwashi.solver.jardin.model import MAX_PRUNINGS, SIDE, TURNS, components
from niwashi.solver.jardin.water import Statistics
from niwashi.solver.result import ModelDisagreement, Result, Status
from niwashi.solver.running import Interrupts, configured

FACES: Final = "LBTRM="

#: Search nodes after which a pattern is put aside: most searches here fail or succeed at once.
_NODES_A_PATTERN: Final = 1_000
_NODES_AT_LAST: Final = 50_000
#: CP-SAT's deterministic time, about seconds, for a pattern that even these leave open.
_WORK_TO_DECORATE: Final = 300


@dataclass(frozen=True, slots=True)
class Limits:
    """What a maximum is asked under; by default nothing but the rules."""

    ponds: int = 4  #: at most so many
    prunings: int | None = None  #: exactly so many (J3)
    without: str | None = None  #: a letter that no die shows

    def __str__(self) -> str:
        parts = []
        if self.prunings is not None:
            parts.append(f"exactly {self.prunings} prunings")
        if self.ponds < 4:
            parts.append(f"at most {self.ponds} ponds")
        if self.without is not None:
            parts.append(f"without {self.without}")
        return ", ".join(parts) or "any game"


class Undecided(RuntimeError):
    """A water pattern is too hard for the search: the question stays open."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Progress: a target was tried."""

    target: int
    score: int | None  #: of the best plan so far
    bound: int
    seconds: float
    statistics: Statistics  #: of this target's tests


def dice_of(moves: Sequence[Move]) -> list[Roll]:
    """Dice that allow the turns of a plan: a draw needs its location and its two decorations."""
    dice = []
    for move in moves:
        faces = [FACES.index(letter) + 1 for letter, _ in move.placings]
        if move.kind is MoveKind.DRAW:
            assert move.location is not None
            dice.append(Roll.from_text("".join(map(str, sorted([move.location, *faces])))))
        elif move.kind is MoveKind.PRUNE:
            dice.append(Roll.from_text(3 * str(faces[0])))
        elif move.kind is MoveKind.SKIP:
            raise ModelDisagreement("a plan of the greatest score skips a turn")
    return dice


def prove_maximum(
    limits: Limits | None = None,
    *,
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_progress: Callable[[Tried], None] | None = None,
) -> Result[Position, Move]:
    """The greatest score of a whole game under some limits, with moves that reach it.

    `dice_of(result.moves)` are dice that allow it. `checkpoint` is a file that remembers which
    targets are refuted, so that the proof goes on where it was stopped; one made for other limits
    is an error (ValueError). An interrupt ends the search with the best plan and bound so far.
    ValueError for limits out of range; Undecided if some pattern is too hard.
    """
    limits = limits or Limits()
    n = workers or processors()
    started = time.monotonic()
    interrupts = Interrupts()
    problem = WaterProblem.any_dice(limits.ponds, limits.prunings, limits.without)
    with interrupts, ThreadPoolExecutor(n) as pool:
        team = [SeamWorker(problem) for _ in range(n)]
        list(pool.map(SeamWorker.learn, team, [[0] if limits.ponds else []] * n))
        seams = range(problem.seam_count)
        bounds = pool.map(lambda i: max(map(team[i].bound, seams[i::n])), range(n))
        bound = max(bounds)
        bound = min(bound, _remembered(checkpoint, limits, bound))
        best = score(Position()).total - 1
        plan: list[Move] = []
        position: Position | None = None
        while best < bound and not interrupts.noted:
            statistics = Statistics()
            target = (best + bound + 2) // 2

            def look(i: int, target: int = target) -> list[SeamReport]:
                if limits.ponds == 0:  # no water, no seams: the dry garden is all there is
                    return [team[0].prove_pattern([], target, _NODES_A_PATTERN)] if i == 0 else []
                reports = []
                for seam in seams[i::n]:
                    if interrupts.noted:
                        break
                    reports.append(team[i].prove(seam, target, _NODES_A_PATTERN))
                    if reports[-1].found is not None:
                        break
                return reports

            reports = [report for part in pool.map(look, range(n)) for report in part]
            found = [(r.found.score, r.found.moves) for r in reports if r.found is not None]
            for water in [w for report in reports for w in report.undecided]:
                if found:
                    break
                report = team[0].prove_pattern(water, target, _NODES_AT_LAST)
                reports.append(report)
                if report.found is not None:
                    found = [(report.found.score, report.found.moves)]
                elif report.undecided and not interrupts.noted:
                    found = [(target, decorate(water, target, bound, limits))]
            for report in reports:
                statistics.add(report)
            if found:
                plan = max(found, key=lambda each: each[0])[1]
                position = replay(Position(), dice_of(plan), plan)[-1].after
                best = score(position).total
                if not target <= best <= bound:
                    raise ModelDisagreement(f"a plan of {best} points, bound {bound}")
            elif not interrupts.noted:
                bound = target - 1
                _remember(checkpoint, limits, bound)
            if on_progress is not None:
                reached = best if plan else None
                seconds = time.monotonic() - started
                on_progress(Tried(target, reached, bound, seconds, statistics))
    total = best if plan else None
    return Result(
        status=Status.OPTIMAL
        if total == bound
        else Status.UNKNOWN
        if total is None
        else Status.FEASIBLE,
        score=total,
        bound=bound,
        moves=plan,
        position=position,
        seconds=time.monotonic() - started,
        workers=n,
        seed=0,
        interrupted=interrupts.noted,
    )


def decorate(water: Sequence[int], target: int, bound: int, limits: Limits) -> list[Move]:
    """A plan for a pattern that the search leaves open, by CP-SAT. Undecided if it has none.

    Worth `target` at least, and as much as may be found; no garden is worth more than `bound`.
    It refutes nothing, so that the first proof owes nothing to this model, which the second shares.
    """
    grid = tuple(tuple(int(SIDE * r + c in water) for c in range(SIDE)) for r in range(SIDE))
    ponds = components(set(water))
    model, lies, total = layout_model(grid, len(ponds))
    model.add(total >= target)
    model.add(total <= bound)
    model.maximize(total)
    model.add(sum(x for (kind, _), x in lies.items() if kind.upper() == limits.without) == 0)
    # What each half-year draws, by kind, space and the cross it uses, 0 for a prune (J2, J3).
    drawn = {
        (half, kind, space, cross): model.new_bool_var(f"{half}{kind}{space}{cross}")
        for half in range(2)
        for kind, space in lies
        if kind != "Tt"[half]
        for cross in {0, space[0] + 1, space[1] + 1}
    }
    for (kind, space), x in lies.items():
        model.add(sum(d for (_, k, s, _), d in drawn.items() if (k, s) == (kind, space)) == x)
    draws = {
        (half, cross): model.new_int_var(0, TURNS // 2, f"draws{half}{cross}")
        for half in range(2)
        for cross in range(SIDE + 1)
    }
    for (half, cross), n in draws.items():
        here = sum(d for (h, _, _, v), d in drawn.items() if (h, v) == (half, cross))
        model.add(here == (n if cross == 0 else 2 * n))
    for half in range(2):
        model.add(sum(n for (h, _), n in draws.items() if h == half) == TURNS // 2)
    prunings = draws[0, 0] + draws[1, 0]
    model.add(prunings <= MAX_PRUNINGS if limits.prunings is None else prunings == limits.prunings)
    solver = configured(workers=1, seed=0, presolve=True)
    solver.parameters.max_deterministic_time = _WORK_TO_DECORATE
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Undecided(f"target {target}: a pattern takes too long to decide")
    turns: list[Move] = []
    for half in range(2):
        for cross in range(SIDE + 1):
            placings = [
                f"{kind.upper()}{r + 1}{c + 1}"
                for (h, kind, (r, c), v), d in drawn.items()
                if (h, v) == (half, cross) and solver.boolean_value(d)
            ]
            size = 1 if cross == 0 else 2
            turns += [
                Move.from_text((f"{cross}:" if cross else "*") + "+".join(placings[i : i + size]))
                for i in range(0, len(placings), size)
            ]
    plan: list[Move] = []
    for season in range(TURNS // 3):
        pond = Move.pond(ponds[season]) if season < len(ponds) else Move.from_text("-")
        plan += [*turns[3 * season : 3 * season + 3], pond]
    return plan


def _remembered(checkpoint: Path | None, limits: Limits, bound: int) -> int:
    if checkpoint is None or not checkpoint.exists():
        return bound
    kept = json.loads(checkpoint.read_text(encoding="utf-8"))
    if kept.get("limits") != asdict(limits):
        raise ValueError(f"checkpoint {checkpoint}: it belongs to another question")
    return int(kept["bound"])


def _remember(checkpoint: Path | None, limits: Limits, bound: int) -> None:
    if checkpoint is not None:
        text = json.dumps({"limits": asdict(limits), "bound": bound})
        beside = checkpoint.with_name(checkpoint.name + ".new")
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(checkpoint)
