"""What Jardín's searches found as JSON objects: the keys of `--json`, and of the pages' answers."""

from collections.abc import Sequence
from typing import Any

from niwashi import jardin
from niwashi.jardin.review import Judgement
from niwashi.solver.result import Result


def hints_document(
    position: jardin.Position, roll: jardin.Roll | None, hints: jardin.Hints, *, timed: bool
) -> dict[str, Any]:
    """The keys of `jardin hint --json`."""
    return {
        "position": position.to_text(),
        "roll": roll and roll.to_text(),
        "hints": [_hint(hint) for hint in hints.hints],
        "method": hints.method,
        "clear": hints.clear,
        "games": hints.games,
        "seed": hints.seed,
        "seconds": round(hints.seconds, 3) if timed else None,
        "workers": hints.workers,
    }


def _hint(hint: jardin.Hint) -> dict[str, Any]:
    numbers = {
        "expected": hint.expected,
        "stderr": hint.stderr,
        "sd": hint.sd,
        "diff": hint.diff,
        "diff_stderr": hint.diff_stderr,
    }
    return {
        "rank": hint.rank,
        "move": hint.move.to_text(),
        "mark": hint.mark,
        "score_now": hint.score_now,
        **{name: round(number, 4) for name, number in numbers.items()},
        "samples": hint.samples,
        "breakdown": {rule: round(points, 4) for rule, points in hint.breakdown.items()},
    }


def result_document(
    result: Result[jardin.Position, jardin.Move],
    rolls: Sequence[jardin.Roll],
    engine: str,
    *,
    timed: bool,
) -> dict[str, Any]:
    """The keys of `jardin solve --json`."""
    assert result.position is not None
    return {
        "status": result.status.value,
        "score": result.score,
        "bound": result.bound,
        "dice": jardin.dice_to_text(rolls),
        "moves": [move.to_text() for move in result.moves],
        "position": result.position.to_text(),
        "breakdown": jardin.score(result.position).as_dict(),
        "engine": engine,
        "confirmed": result.confirmed,
        "seconds": round(result.seconds, 3) if timed else None,
        "work": round(result.work, 6),
        "workers": result.workers,
        "seed": result.seed,
    }


def judgement_document(judgement: Judgement) -> dict[str, Any]:
    """An entry of `moves` of `jardin review --json`."""
    numbers = {
        "expected": judgement.expected,
        "best_expected": judgement.best_expected,
        "given_away": judgement.given_away,
        "given_away_stderr": judgement.stderr,
        "luck": judgement.luck,
    }
    roll = judgement.step.roll
    return {
        "clock": judgement.step.before.clock,
        "roll": roll and roll.to_text(),
        "move": judgement.step.move.to_text(),
        "mark": judgement.mark,
        "best": judgement.best.to_text(),
        **{name: None if number is None else round(number, 4) for name, number in numbers.items()},
    }
