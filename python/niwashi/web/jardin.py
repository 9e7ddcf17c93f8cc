"""Jardín Japonés: what the page asks, and what it is answered.

Handlers that only score and draw answer at once; hints, solves and reviews are jobs (`jobs`), and
their functions here run in processes of their own.
"""

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from niwashi import IllegalMove, InvalidText, jardin
from niwashi.render.jardin_json import hints_document, judgement_document, result_document
from niwashi.render.points import SEASONS, plots, score_lines
from niwashi.render.svg import bonsai, drawing, jardin_garden
from niwashi.web.jobs import Say, Seldom, Update, jobs_of
from niwashi.web.messages import Answer, Asked, Refused, Seed, Text, read

_Faces = Annotated[str, msgspec.Meta(max_length=6)]
_Seconds = Annotated[float, msgspec.Meta(gt=0, le=120)]
_Moves = Annotated[list[Text], msgspec.Meta(max_length=16)]


# --- at once -------------------------------------------------------------------------------------


class ScoreAsked(Asked):
    """As `jardin score`."""

    position: Text


async def score(request: Request) -> Response:
    """The points of a garden."""
    asked = await read(request, ScoreAsked)
    position = jardin.Position.from_text(asked.position)
    return Answer({"position": position.to_text(), **jardin.score(position).as_dict()})


class SheetAsked(Asked):
    """A sheet, after `move` if there is one. `roll` is that of the turn."""

    position: Text
    roll: Text | None = None
    move: Text | None = None
    faces: _Faces = jardin.standard_faces


async def sheet(request: Request) -> Response:
    """All there is to see of a sheet; with a roll and no move also what can be done with it."""
    asked = await read(request, SheetAsked)
    position = jardin.Position.from_text(asked.position)
    roll = None if asked.roll is None else jardin.Roll.from_text(asked.roll, asked.faces)
    if asked.move is not None:
        move = jardin.Move.from_text(asked.move)
        after = jardin.apply(position, move, roll)
        return Answer({**sheet_document(after, last=move), "move": move.to_text()})
    moves: list[str] | None = None
    if roll is not None:
        moves = [move.to_text() for move in jardin.legal_moves(position, roll)]
    return Answer({**sheet_document(position), "moves": moves})


def sheet_document(position: jardin.Position, *, last: jardin.Move | None = None) -> dict[str, Any]:
    """What a page shows of a sheet; the spaces of the move `last` are pointed out."""
    total = jardin.score(position)
    return {
        "position": position.to_text(),
        "clock": position.clock,
        "turn": position.turn,
        "season": SEASONS[min(position.season, len(SEASONS) - 1)],
        "pond_decision": position.is_pond_decision,
        "over": position.is_over,
        "prunings": position.prunings,
        "breakdown": total.as_dict(),
        "lines": [
            {"rule": line.rule, "points": line.points, "reason": line.reason}
            for line in score_lines(position)
        ],
        "rank": jardin.solo_rank_names[jardin.solo_rank(total.total)],
        "spaces": [plot.describe() for plot in plots(position)],
        "pondable": [_name(space) for space in position.pondable],
        "svg": jardin_garden(position, last=_spaces(last) if last else (), breakdown=False),
    }


class PondAsked(Asked):
    """Spaces outlined so far, named as players do."""

    position: Text
    spaces: Annotated[list[Text], msgspec.Meta(max_length=36)]


async def pond(request: Request) -> Response:
    """Whether these spaces are a pond: the sheet with it, or the reason why they are not."""
    asked = await read(request, PondAsked)
    position = jardin.Position.from_text(asked.position)
    if not asked.spaces:
        return Answer({"legal": False, "reason": "the pond has no space", "sheet": None})
    move = jardin.Move.from_text("~" + ",".join(asked.spaces))
    try:
        after = jardin.apply(position, move)
    except IllegalMove as error:
        reason = str(error).removeprefix(f"{move} is not legal: ")
        return Answer({"legal": False, "reason": reason, "move": move.to_text(), "sheet": None})
    return Answer(
        {"legal": True, "reason": "", "move": move.to_text(), "sheet": sheet_document(after)}
    )


class DiceAsked(Asked):
    """The dice of a seed."""

    seed: Seed
    faces: _Faces = jardin.standard_faces


async def dice(request: Request) -> Response:
    """Twelve rolls, always the same for a seed."""
    asked = await read(request, DiceAsked)
    jardin.Roll.from_text("111", asked.faces)
    rolls = jardin.random_dice(asked.seed, 12, asked.faces)
    return Answer({"dice": jardin.dice_to_text(rolls), "seed": asked.seed})


class ReplayAsked(Asked):
    """As `jardin replay`."""

    dice: Text
    moves: _Moves
    position: Text | None = None
    faces: _Faces = jardin.standard_faces


async def replay(request: Request) -> Response:
    """A game from its dice and moves, ply by ply."""
    asked = await read(request, ReplayAsked)
    return Answer(_replayed(asked.position, asked.dice, asked.moves, asked.faces))


def _replayed(start: str | None, dice: str, moves: list[str], faces: str) -> dict[str, Any]:
    position = _start(start)
    rolls = jardin.dice_from_text(dice, faces)
    steps = jardin.replay(position, rolls, map(jardin.Move.from_text, moves))
    position = steps[-1].after if steps else position
    points = jardin.score(position)
    return {
        "position": position.to_text(),
        "score": points.total,
        "breakdown": points.as_dict(),
        "moves": [step.move.to_text() for step in steps],
        "plies": [_ply(step) for step in steps],
    }


def _ply(step: jardin.Step) -> dict[str, Any]:
    return {
        "clock": step.before.clock,
        "roll": step.roll and step.roll.to_text(),
        "move": step.move.to_text(),
        "score": step.score,
        "position": step.after.to_text(),
    }


class StandingsAsked(Asked):
    """The sheets of a game."""

    positions: Annotated[list[Text], msgspec.Meta(max_length=32)]


async def standings(request: Request) -> Response:
    """The place of each sheet, and its rank."""
    asked = await read(request, StandingsAsked)
    sheets = [jardin.Position.from_text(text) for text in asked.positions]
    totals = [jardin.score(sheet).total for sheet in sheets]
    return Answer(
        {
            "places": jardin.standings(sheets),
            "totals": totals,
            "ranks": [jardin.solo_rank_names[jardin.solo_rank(total)] for total in totals],
        }
    )


# --- records -------------------------------------------------------------------------------------


class Played(Asked):
    """What one player of a game did."""

    moves: _Moves
    player: Annotated[str, msgspec.Meta(max_length=40)] = ""


class GameAsked(Asked):
    """A game at one table: everybody's moves with the same dice."""

    dice: Text
    players: Annotated[list[Played], msgspec.Meta(min_length=1, max_length=16)]
    position: Text | None = None
    faces: _Faces = jardin.standard_faces
    seed: Seed | None = None


async def write_record(request: Request) -> Response:
    """The text of a record file."""
    asked = await read(request, GameAsked)
    start = _start(asked.position)
    rolls = jardin.dice_from_text(asked.dice, asked.faces)
    texts = []
    for played in asked.players:
        steps = jardin.replay(start, rolls, map(jardin.Move.from_text, played.moves))
        try:
            record = jardin.Record(tuple(steps), played.player, asked.faces, start, asked.seed)
        except ValueError as error:
            raise Refused(400, str(error)) from None
        texts.append(record.to_text())
    return Answer({"record": "\n".join(texts)})


class RecordAsked(Asked):
    """The text of a record file."""

    record: Annotated[str, msgspec.Meta(max_length=32 * 1024)]


async def read_record(request: Request) -> Response:
    """The players of a record file, each checked line by line."""
    asked = await read(request, RecordAsked)
    return Answer(
        {
            "players": [
                {
                    "player": record.player,
                    "faces": record.faces,
                    "start": record.start.to_text(),
                    "seed": record.seed,
                    "dice": jardin.dice_to_text(record.dice),
                    "position": record.position.to_text(),
                    "plies": [_ply(step) for step in record.steps],
                }
                for record in jardin.records_from_text(asked.record)
            ]
        }
    )


# --- jobs ----------------------------------------------------------------------------------------


class HintAsked(Asked):
    """As `jardin hint`."""

    position: Text
    roll: Text | None = None
    move: Text | None = None
    seed: Seed = 0
    budget: _Seconds = 20.0
    faces: _Faces = jardin.standard_faces


async def hint(request: Request) -> Response:
    """The ranking of the moves, again and again as it gets better."""
    asked = await read(request, HintAsked)
    _search(asked)  # what cannot be asked is refused here
    return jobs_of(request).stream(rank_moves, asked, seconds=asked.budget)


def _search(asked: HintAsked, threads: int = 1) -> jardin.HintSearch:
    return jardin.HintSearch(
        jardin.Position.from_text(asked.position),
        None if asked.roll is None else jardin.Roll.from_text(asked.roll, asked.faces),
        seed=asked.seed,
        workers=threads,
        move=None if asked.move is None else jardin.Move.from_text(asked.move),
        faces=asked.faces,
    )


def rank_moves(asked: HintAsked, threads: int, say: Say) -> Update:
    """The job of `hint`."""
    search = _search(asked, threads)
    tell = Seldom(say)

    def document(hints: jardin.Hints) -> Update:
        return hints_document(search.position, search.roll, hints, timed=True)

    hints = search.run(
        seconds=asked.budget, on_progress=lambda hints: tell(lambda: document(hints))
    )
    return document(hints)


class SolveAsked(Asked):
    """As `jardin solve --from POSITION`."""

    dice: Text
    position: Text | None = None
    seed: Seed = 0
    time_limit: _Seconds = 60.0
    faces: _Faces = jardin.standard_faces


async def solve(request: Request) -> Response:
    """The best garden of known dice: how far the search is, then the result."""
    asked = await read(request, SolveAsked)
    start, rolls = _problem(asked)
    if len(rolls) != start.turns_left:
        raise InvalidText(f"dice: {len(rolls)} rolls, but {start.turns_left} turns are left")
    return jobs_of(request).stream(solve_dice, asked, seconds=asked.time_limit)


def _problem(asked: SolveAsked) -> tuple[jardin.Position, list[jardin.Roll]]:
    return _start(asked.position), jardin.dice_from_text(asked.dice, asked.faces)


def solve_dice(asked: SolveAsked, threads: int, say: Say) -> Update:
    """The job of `solve`."""
    from niwashi.solver.jardin import Engine, Progress
    from niwashi.solver.jardin import solve as solve_by_core

    start, rolls = _problem(asked)
    tell = Seldom(say)

    def document(progress: Progress) -> Update:
        return {
            "phase": progress.phase,
            "seconds": round(progress.seconds, 3),
            "score": progress.score,
            "bound": progress.bound,
            "position": progress.position.to_text(),
            "svg": jardin_garden(progress.position, breakdown=False),
        }

    result = solve_by_core(
        start,
        rolls,
        time_limit=asked.time_limit,
        workers=threads,
        seed=asked.seed,
        on_progress=lambda progress: tell(lambda: document(progress)),
    )
    assert result.position is not None
    return {
        **result_document(result, rolls, Engine.WATER, timed=True),
        "sheet": sheet_document(result.position),
    }


class ReviewAsked(Asked):
    """As `jardin review`, of the record of one player."""

    record: Annotated[str, msgspec.Meta(max_length=32 * 1024)]
    samples: Annotated[int, msgspec.Meta(ge=1, le=20_000)] = 1000
    seed: Seed = 0


_REVIEW_SECONDS = 300.0


async def review(request: Request) -> Response:
    """The judgements of a game's decisions, one after another."""
    asked = await read(request, ReviewAsked)
    jardin.Record.from_text(asked.record)
    return jobs_of(request).stream(judge, asked, seconds=_REVIEW_SECONDS)


def judge(asked: ReviewAsked, threads: int, say: Say) -> Update:
    """The job of `review`."""
    from niwashi.jardin.review import judgements

    record = jardin.Record.from_text(asked.record)
    luck = given_away = variance = 0.0
    for judgement in judgements(record, samples=asked.samples, seed=asked.seed, workers=threads):
        luck += judgement.luck or 0.0
        given_away += judgement.given_away
        variance += judgement.stderr**2
        say({**judgement_document(judgement), "position": judgement.step.before.to_text()})
    return {
        "player": record.player,
        "dice": jardin.dice_to_text(record.dice),
        "score": jardin.score(record.position).total,
        "given_away": round(given_away, 4),
        "given_away_stderr": round(variance**0.5, 4),
        "luck": round(luck, 4),
        "samples": asked.samples,
        "seed": asked.seed,
    }


# --- drawings ------------------------------------------------------------------------------------


async def art(request: Request) -> Response:
    """A drawing: a decoration, the sign of a rule, or the bonsai with its leaves."""
    name = request.path_params["name"]
    try:
        picture = bonsai(int(name[-1])) if name[:-1] == "bonsai-" else drawing(name)
    except (KeyError, ValueError):
        raise Refused(404, "art: there is no such drawing") from None
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


def _start(text: str | None) -> jardin.Position:
    """Where a game begins: on the empty sheet, if nothing else is said."""
    return jardin.Position() if text is None else jardin.Position.from_text(text)


def _name(space: int) -> str:
    row, column = divmod(space, 6)
    return f"{row + 1}{column + 1}"


def _spaces(move: jardin.Move) -> list[int]:
    return [*move.spaces, *(space for _, space in move.placings)]


routes = [
    Route("/api/jardin/score", score, methods=["POST"]),
    Route("/api/jardin/sheet", sheet, methods=["POST"]),
    Route("/api/jardin/pond", pond, methods=["POST"]),
    Route("/api/jardin/dice", dice, methods=["POST"]),
    Route("/api/jardin/replay", replay, methods=["POST"]),
    Route("/api/jardin/standings", standings, methods=["POST"]),
    Route("/api/jardin/record/write", write_record, methods=["POST"]),
    Route("/api/jardin/record/read", read_record, methods=["POST"]),
    Route("/api/jardin/hint", hint, methods=["POST"]),
    Route("/api/jardin/solve", solve, methods=["POST"]),
    Route("/api/jardin/review", review, methods=["POST"]),
    Route("/art/jardin/{name}.svg", art),
]
