"""Stone Garden as JSON objects: the keys of `--json`, and of the pages' answers."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from niwashi import stone

if TYPE_CHECKING:
    from niwashi.solver.stone import GardenResult


def state_document(position: stone.Position) -> dict[str, Any]:
    """What every command says about a state; players are numbered from 1, as in texts."""
    return {
        "state": position.to_text(),
        "decision": position.decision,
        "player": position.concerned + 1,
        "chance": position.is_chance,
    }


def winners_of(position: stone.Position) -> list[int]:
    """The winners of a game that is over, numbered from 1."""
    return [player + 1 for player in stone.winners(position)] if position.is_over else []


def edition_document(check: stone.EditionCheck) -> dict[str, Any]:
    """The keys of `stone edition check --json`, but for `file`."""
    return {
        "name": check.file and check.file.name,
        "provenance": check.file and check.file.provenance,
        "usable": check.is_usable,
        **edition_counts(check.file),
        "errors": list(check.errors),
        "warnings": list(check.warnings),
    }


def edition_counts(file: stone.EditionFile | None) -> dict[str, Any]:
    """How many of everything an edition file lists; nothing if it has not the right shape."""
    if file is None:
        return {}
    surfaces: Counter[str] = Counter()
    for tile in file.tile:
        surfaces[tile.surface] += tile.count
    return {
        "tiles": {tile.id: tile.count for tile in file.tile},
        "sand": surfaces["sand"],
        "moss": surfaces["moss"],
        "total": surfaces.total(),
        "name_gardens": len(file.name_garden),
    }


def garden_document(garden: stone.Garden, card: str | None, virtue: int) -> dict[str, Any]:
    """The keys of `stone score --json`. InvalidText for a card that the edition has not."""
    return {
        "garden": garden.to_text(),
        "card": card,
        **stone.score(garden, card, virtue).as_dict(),
    }


def result_document(
    result: "GardenResult", players: int, virtue: int, *, timed: bool
) -> dict[str, Any]:
    """The keys of `stone solve --json`."""
    garden = result.position
    points = None if garden is None else stone.score(garden, result.card, virtue).as_dict()
    return {
        "status": result.status.value,
        "score": result.score,
        "bound": None if garden is None else result.bound,
        "card": result.card,
        "players": players,
        "moves": [move.to_text() for move in result.moves],
        "garden": garden and garden.to_text(),
        "breakdown": points,
        "reason": result.reason,
        "seconds": round(result.seconds, 3) if timed else None,
        "work": round(result.work, 6),
        "workers": result.workers,
        "seed": result.seed,
    }


def hints_document(
    position: stone.Position, hints: stone.Hints, *, timed: bool, top: int | None = None
) -> dict[str, Any]:
    """The keys of `stone hint --json`; only the first `top` hints, if that is said."""
    return {
        **state_document(position),
        "hints": [_hint(hint) for hint in hints.hints[:top]],
        "method": hints.method,
        "clear": hints.clear,
        "games": hints.games,
        "seed": hints.seed,
        "seconds": round(hints.seconds, 3) if timed else None,
        "workers": hints.workers,
    }


def _hint(hint: stone.Hint) -> dict[str, Any]:
    """A hint as an object; chances are 0 to 1."""
    numbers = {
        "expected": hint.expected,
        "stderr": hint.stderr,
        "sd": hint.sd,
        "diff": hint.diff,
        "diff_stderr": hint.diff_stderr,
        "win": hint.win,
        "win_stderr": hint.win_stderr,
        "win_diff": hint.win_diff,
        "win_diff_stderr": hint.win_diff_stderr,
        "lead": hint.lead,
    }
    return {
        "rank": hint.rank,
        "move": hint.move.to_text(),
        "mark": hint.mark,
        "score_now": hint.score_now,
        **{name: round(number, 4) for name, number in numbers.items()},
        "samples": hint.samples,
    }
