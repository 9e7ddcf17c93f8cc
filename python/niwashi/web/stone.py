"""Stone Garden: what its pages ask, and what they are answered.

An edition travels as the text of its file, a game as the text of its state, which holds the whole
truth; what is shown of it is always `viewer`'s view (S17). Searches are jobs (`jobs`), and their
functions here run in processes of their own.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from niwashi import IllegalMove, InvalidText, stone
from niwashi.render.stone_json import (
    edition_document,
    garden_document,
    hints_document,
    result_document,
    state_document,
    winners_of,
)
from niwashi.render.stone_moves import MASTERS, Parts, move_words, parts_of, question
from niwashi.render.stone_points import (
    STONE_NAMES,
    STONE_PRICES,
    Tile,
    score_lines,
    space_words,
    tiles,
)
from niwashi.render.stone_svg import stone_card, stone_face, stone_garden, stone_piece
from niwashi.seeds import derived_seed
from niwashi.stone.policies import draw
from niwashi.web.jobs import Say, Seldom, Update, jobs_of
from niwashi.web.messages import Answer, Asked, Refused, Seed, Text, read

FULL_VIRTUE = 6
_BODY_LIMIT = 256 * 1024  # an edition and a record
_LINE_LIMIT = 1000  # of an edition

_EditionText = Annotated[str, msgspec.Meta(max_length=32 * 1024)]
_State = Annotated[str, msgspec.Meta(max_length=8192)]
_Moves = Annotated[list[Text], msgspec.Meta(max_length=4000)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
_Players = Annotated[int, msgspec.Meta(ge=2, le=4)]
_Seat = Annotated[int, msgspec.Meta(ge=1, le=4)]
_Seconds = Annotated[float, msgspec.Meta(gt=0, le=120)]
_Virtue = Annotated[int, msgspec.Meta(ge=0, le=FULL_VIRTUE)]


# --- editions ------------------------------------------------------------------------------------


class EditionAsked(Asked, kw_only=True):
    """`edition` is the text of an edition file; without it, the reconstruction is meant."""

    edition: _EditionText | None = None

    def compile(self) -> stone.Edition:
        """The edition itself. InvalidText names the first thing that is wrong with it."""
        return _compile(self.edition)


def _check(text: str | None) -> stone.EditionCheck:
    """As `check_edition_text`, of lines that the reader of TOML can be trusted with.

    It takes time that grows with the square of a key's length: seconds for one of 32 KiB.
    """
    if text is None:
        return stone.EditionCheck(file=stone.default_edition_file())
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _LINE_LIMIT:
            problem = f"edition: line {number} is longer than {_LINE_LIMIT} characters"
            return stone.EditionCheck(errors=(problem,))
    return stone.check_edition_text(text)


@lru_cache(maxsize=8)
def _compile(text: str | None) -> stone.Edition:
    check = _check(text)
    if check.errors or check.file is None:
        raise InvalidText(check.errors[0])
    return check.file.compile()


async def edition(request: Request) -> Response:
    """As `stone edition check`; of an edition that can be used, also all that is in the box."""
    asked = await read(request, EditionAsked, limit=_BODY_LIMIT)
    return Answer(box_document(asked.edition))


@lru_cache(maxsize=8)
def box_document(text: str | None) -> dict[str, Any]:
    """An edition's errors, or its tiles both ways round and its cards, with pictures.

    What looks the same when it is turned is there once.
    """
    check = _check(text)
    document = edition_document(check)
    if not check.is_usable or check.file is None:
        return document
    edition = check.file.compile()
    return {
        **document,
        "digest": check.file.digest(),
        "faces": [
            _face(tile)
            for number, tile in enumerate(tiles(edition))
            if edition.canonical(number) == number
        ],
        "cards": [
            {
                "card": id_,
                "points": points,
                "layout": layout,
                "svg": stone_card(id_, points, layout),
            }
            for id_, points, layout in edition.source[3]
        ],
        "stones": [
            {"stone": letter, "name": name, "price": STONE_PRICES[letter]}
            for letter, name in STONE_NAMES.items()
        ],
        "yards": {
            players: stone.new_game(stone.default_edition(), players).yard for players in (2, 3, 4)
        },
        "masters": [
            {"card": card, "name": name, "effect": effect}
            for card, (name, effect) in MASTERS.items()
        ],
    }


def _face(tile: Tile) -> dict[str, Any]:
    return {
        "face": tile.text,
        "tile": tile.id,
        "turned": tile.turned,
        "surface": tile.surface,
        "arcs": tile.arcs,
        "svg": stone_face(tile),
    }


# --- gardens -------------------------------------------------------------------------------------


class ScoreAsked(EditionAsked):
    """As `stone score`."""

    garden: _State
    card: Text | None = None
    virtue: _Virtue = 0


async def score(request: Request) -> Response:
    """The points of a garden."""
    asked = await read(request, ScoreAsked, limit=_BODY_LIMIT)
    garden = stone.Garden.from_text(asked.compile(), asked.garden)
    return Answer(garden_document(garden, asked.card, asked.virtue))


async def layout(request: Request) -> Response:
    """All there is to see of a garden: its points, why, and its picture."""
    asked = await read(request, ScoreAsked, limit=_BODY_LIMIT)
    garden = stone.Garden.from_text(asked.compile(), asked.garden)
    return Answer(
        {
            **garden_document(garden, asked.card, asked.virtue),
            "lines": _lines(garden, asked.card, asked.virtue),
            "spaces": space_words(garden),
            "svg": _picture(garden),
        }
    )


def _lines(garden: stone.Garden, card: str | None, virtue: int) -> list[dict[str, Any]]:
    return [
        {"rule": line.rule, "name": line.name, "reason": line.reason, "points": line.points}
        for line in score_lines(garden, card, virtue)
    ]


@lru_cache(maxsize=64)
def _picture(garden: stone.Garden, last: tuple[str, ...] = ()) -> str:
    """The garden alone, with the spaces `last` pointed out."""
    spaces = [(int(name[0]) - 1) * 5 + int(name[1]) - 1 for name in last]
    return stone_garden(garden, last=spaces, breakdown=False)


class SolveAsked(EditionAsked):
    """As `stone solve --from GARDEN`; `virtue` is what is left at the end."""

    garden: _State
    players: _Players = 4
    card: Text | None = None
    tiles: Annotated[dict[Text, _Number], msgspec.Meta(max_length=128)] | None = None
    partial: bool = False
    virtue: _Virtue = FULL_VIRTUE
    time_limit: _Seconds = 30.0
    seed: Seed = 0


async def solve(request: Request) -> Response:
    """The best garden that what lies and stands can become: progress, then the result."""
    asked = await read(request, SolveAsked, limit=_BODY_LIMIT)
    garden = stone.Garden.from_text(asked.compile(), asked.garden)
    stone.score(garden, asked.card)  # names a card that the edition has not
    return jobs_of(request).stream(complete_garden, asked, seconds=asked.time_limit)


def complete_garden(asked: SolveAsked, threads: int, say: Say) -> Update:
    """The job of `solve`."""
    from niwashi.solver.stone import Progress, maximum

    edition = asked.compile()
    tell = Seldom(say)

    def document(progress: Progress) -> Update:
        return {
            "phase": progress.phase,
            "seconds": round(progress.seconds, 3),
            "score": progress.score,
            "bound": progress.bound,
            "garden": progress.garden.to_text(),
            "svg": _picture(progress.garden),
        }

    result = maximum(
        edition,
        players=asked.players,
        card=asked.card,
        tiles=asked.tiles,
        start=stone.Garden.from_text(edition, asked.garden),
        virtue=asked.virtue,
        partial=asked.partial,
        time_limit=asked.time_limit,
        workers=threads,
        seed=asked.seed,
        on_progress=lambda progress: tell(lambda: document(progress)),
    )
    answer = result_document(result, asked.players, asked.virtue, timed=True)
    if result.position is not None:
        answer["lines"] = _lines(result.position, asked.card, asked.virtue)
        answer["svg"] = _picture(result.position)
    return answer


# --- a game --------------------------------------------------------------------------------------


class NewAsked(EditionAsked):
    """A game to begin. Without a seed, one is drawn."""

    players: _Players = 2
    viewer: _Seat = 1
    seed: Seed | None = None


async def new(request: Request) -> Response:
    """A game in which cards are dealt and the first tile is drawn."""
    asked = await read(request, NewAsked, limit=_BODY_LIMIT)
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    start = _new_game(asked.compile(), asked.players)
    return Answer(_Game(start, seed, 0, _viewer(start, asked.viewer)).document())


def _new_game(edition: stone.Edition, players: int) -> stone.Position:
    try:
        return stone.new_game(edition, players)
    except ValueError as error:  # too few tiles or cards for so many
        raise Refused(400, str(error)) from None


class PlayAsked(EditionAsked):
    """A game to go on with: by a move, by what a policy chooses, or by neither, to look at it.

    `seed` is that of the chance nodes, `draws` how many of them came before.
    """

    state: _State
    viewer: _Seat = 1
    move: Text | None = None
    policy: Literal["random", "greedy", "planner"] | None = None
    seed: Seed = 0
    draws: _Number = 0


async def play(request: Request) -> Response:
    """The game after the move, and after the draws that follow it."""
    asked = await read(request, PlayAsked, limit=_BODY_LIMIT)
    edition = asked.compile()
    position = stone.Position.from_text(edition, asked.state)
    game = _Game(position, asked.seed, asked.draws, _viewer(position, asked.viewer))
    if asked.move is not None and asked.policy is not None:
        raise Refused(400, "play: a move or a policy, not both")
    if asked.move is not None:
        game.make(stone.Move.from_text(edition, asked.move))
    elif asked.policy is not None:
        if position.is_over or position.is_chance:
            raise IllegalMove(f"policy: nobody decides at {position.decision}")
        policy = stone.make_policy(asked.policy, derived_seed(asked.seed, -1 - asked.draws))
        game.make(policy.choose(position))
    return Answer(game.document())


class _Game:
    """A game that goes on within a request, and what `viewer` (from 0) sees of it."""

    def __init__(self, position: stone.Position, seed: int, draws: int, viewer: int) -> None:
        self._position = position
        self._seed = seed
        self._draws = draws
        self._viewer = viewer
        self._played: list[str] = []
        self._seen: list[dict[str, Any]] = []
        self._last: dict[int, tuple[str, ...]] = {}

    def make(self, move: stone.Move) -> None:
        """Makes a move. IllegalMove if it is none of the legal ones."""
        before = self._position
        self._position = stone.apply(before, move)
        self._played.append(move.to_text())
        player, parts = before.concerned, parts_of(move)
        if _is_seen(before, move, self._viewer):
            self._seen.append(_seen(before, move))
        if parts.spaces:
            self._last[player] = parts.spaces

    def document(self) -> dict[str, Any]:
        """What a page is told, after the draws that come next."""
        while self._position.is_chance:
            self.make(draw(self._position, self._seed, self._draws))
            self._draws += 1
        position = self._position
        seen = stone.view(position, self._viewer)
        legal = [] if position.is_over else stone.legal_moves(position)
        decides = bool(legal) and position.concerned == self._viewer
        return {
            **state_document(position),
            "active": position.active + 1,
            "over": position.is_over,
            "winners": winners_of(position),
            "seed": self._seed,
            "draws": self._draws,
            "played": self._played,
            "seen": self._seen,
            "viewer": self._viewer + 1,
            "question": question(position) if decides else "",
            "hand": seen.hand,
            "yard": seen.yard,
            "discards": seen.discards,
            "stack": seen.stack_size,
            "players": _players(seen, self._last),
            "count": len(legal),
            "moves": [_move(position, move) for move in legal] if decides else [],
        }


def _is_seen(before: stone.Position, move: stone.Move, viewer: int) -> bool:
    """Whether the viewer (from 0) learns of it: only the cards of others are dealt in secret."""
    return before.concerned == viewer or not before.decision.startswith("deal")


def _seen(before: stone.Position, move: stone.Move) -> dict[str, Any]:
    return {
        "player": before.concerned + 1,
        "move": move.to_text(),
        "words": move_words(before, move),
    }


def _viewer(position: stone.Position, seat: int) -> int:
    if seat > position.player_count:
        raise Refused(400, f"viewer: there is no player {seat}")
    return seat - 1


def _players(seen: stone.Position, last: dict[int, tuple[str, ...]]) -> list[dict[str, Any]]:
    return [
        {
            "player": number + 1,
            "garden": player.garden.to_text(),
            "laid": sum(face is not None for face in player.garden.faces),
            "storage": player.storage,
            "virtue": player.virtue,
            "name_garden": player.name_garden,
            "master": player.master,
            "master_used": player.master_used,
            "score": points.total,
            "lines": _lines(player.garden, player.name_garden, player.virtue),
            "spaces": space_words(player.garden),
            "svg": _picture(player.garden, last.get(number, ())),
        }
        for number, (player, points) in enumerate(
            zip(seen.players, stone.scores(seen), strict=True)
        )
    ]


def _move(position: stone.Position, move: stone.Move) -> dict[str, Any]:
    parts: Parts = parts_of(move)
    return {
        "move": move.to_text(),
        "words": move_words(position, move),
        "action": parts.action,
        "spaces": parts.spaces,
        "tiles": parts.tiles,
        "stone": parts.stone,
        "player": parts.player,
        "card": parts.card,
    }


class PreviewAsked(EditionAsked):
    """A move that somebody thinks about."""

    state: _State
    move: Text
    viewer: _Seat = 1


async def preview(request: Request) -> Response:
    """The viewer's garden after a move, before anything else happens."""
    asked = await read(request, PreviewAsked, limit=_BODY_LIMIT)
    edition = asked.compile()
    position = stone.Position.from_text(edition, asked.state)
    viewer = _viewer(position, asked.viewer)
    move = stone.Move.from_text(edition, asked.move)
    after = stone.view(stone.apply(position, move), viewer)
    last = parts_of(move).spaces if position.concerned == viewer else ()
    return Answer(
        {
            "move": move.to_text(),
            "words": move_words(position, move),
            "score_now": stone.scores(after)[viewer].total,
            "svg": _picture(after.players[viewer].garden, last),
        }
    )


class HintAsked(EditionAsked):
    """As `stone hint`; `top` is how many moves are told."""

    state: _State
    move: Text | None = None
    seed: Seed = 0
    budget: _Seconds = 20.0
    top: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 10


async def hint(request: Request) -> Response:
    """The ranking of the moves, again and again as it gets better."""
    asked = await read(request, HintAsked, limit=_BODY_LIMIT)
    try:
        _search(asked, 1)
    except ValueError as error:
        raise Refused(400, str(error)) from None
    return jobs_of(request).stream(rank_moves, asked, seconds=asked.budget)


def _search(asked: HintAsked, threads: int) -> tuple[stone.Position, stone.HintSearch]:
    edition = asked.compile()
    position = stone.Position.from_text(edition, asked.state)
    move = None if asked.move is None else stone.Move.from_text(edition, asked.move)
    return position, stone.HintSearch(position, seed=asked.seed, workers=threads, move=move)


def rank_moves(asked: HintAsked, threads: int, say: Say) -> Update:
    """The job of `hint`."""
    position, search = _search(asked, threads)
    tell = Seldom(say)

    def document(hints: stone.Hints) -> Update:
        update = hints_document(position, hints, timed=True, top=asked.top)
        for entry, ranked in zip(update["hints"], hints.hints, strict=False):
            entry["words"] = move_words(position, ranked.move)
        return update

    hints = search.run(
        seconds=asked.budget, on_progress=lambda hints: tell(lambda: document(hints))
    )
    return document(hints)


# --- records -------------------------------------------------------------------------------------


class GameAsked(EditionAsked):
    """A game so far: from its first deal, or from `state` if that is said."""

    moves: _Moves
    players: _Players = 2
    state: _State | None = None
    seed: Seed | None = None
    viewer: _Seat = 1

    def record(self) -> stone.Record:
        """The game, checked move by move."""
        edition = self.compile()
        if self.state is not None:
            start = stone.Position.from_text(edition, self.state)
        else:
            start = _new_game(edition, self.players)
        moves = [stone.Move.from_text(edition, text) for text in self.moves]
        return stone.Record.of_moves(start, moves, self.seed)


async def replay(request: Request) -> Response:
    """As `stone replay`, with every decision on the way."""
    asked = await read(request, GameAsked, limit=_BODY_LIMIT)
    return Answer(_replayed(asked.record(), asked.viewer))


async def write_record(request: Request) -> Response:
    """The text of a record file."""
    asked = await read(request, GameAsked, limit=_BODY_LIMIT)
    return Answer({"record": asked.record().to_text()})


class RecordAsked(EditionAsked):
    """The text of a record file."""

    record: Annotated[str, msgspec.Meta(max_length=64 * 1024)]
    viewer: _Seat = 1


async def read_record(request: Request) -> Response:
    """A game from its record, checked line by line; the answer is that of `replay`."""
    asked = await read(request, RecordAsked, limit=_BODY_LIMIT)
    return Answer(_replayed(stone.Record.from_text(asked.compile(), asked.record), asked.viewer))


def _replayed(record: stone.Record, seat: int) -> dict[str, Any]:
    position = record.position
    viewer = _viewer(position, seat)
    from_deal = record.start == stone.new_game(record.edition, record.start.player_count)
    seen = [
        {**_seen(step.before, step.move), "number": number}
        for number, step in enumerate(record.steps)
        if _is_seen(step.before, step.move, viewer)
    ]
    return {
        **state_document(position),
        "over": position.is_over,
        "players": position.player_count,
        "start": None if from_deal else record.start.to_text(),
        "seed": record.seed,
        "draws": sum(step.before.is_chance for step in record.steps),
        "moves": [move.to_text() for move in record.moves],
        "seen": seen,
        "decisions": _decisions(record.steps),
    }


def _decisions(steps: Sequence[stone.Step]) -> list[dict[str, Any]]:
    """Where each player decided: the state, how many moves were made, how many drawn, before it."""
    found = []
    draws = 0
    for number, step in enumerate(steps):
        if step.before.is_chance:
            draws += 1
        else:
            found.append(
                {
                    "state": step.before.to_text(),
                    "player": step.before.concerned + 1,
                    "moves": number,
                    "draws": draws,
                }
            )
    return found


# --- drawings ------------------------------------------------------------------------------------


async def art(request: Request) -> Response:
    """A single drawing: a stone by its letter, or the monk."""
    name = request.path_params["name"]
    if name != "monk" and name not in STONE_NAMES:
        raise Refused(404, "art: there is no such drawing")
    picture = stone_piece("@" if name == "monk" else name)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


routes = [
    Route("/api/stone/edition", edition, methods=["POST"]),
    Route("/api/stone/score", score, methods=["POST"]),
    Route("/api/stone/layout", layout, methods=["POST"]),
    Route("/api/stone/solve", solve, methods=["POST"]),
    Route("/api/stone/new", new, methods=["POST"]),
    Route("/api/stone/play", play, methods=["POST"]),
    Route("/api/stone/preview", preview, methods=["POST"]),
    Route("/api/stone/hint", hint, methods=["POST"]),
    Route("/api/stone/replay", replay, methods=["POST"]),
    Route("/api/stone/record/write", write_record, methods=["POST"]),
    Route("/api/stone/record/read", read_record, methods=["POST"]),
    Route("/art/stone/{name}.svg", art),
]
