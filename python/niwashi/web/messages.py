"""How a request's body becomes a typed object, and an answer or a mistake becomes JSON."""

import logging
from typing import Annotated, Any, TypeVar

import anyio
import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from niwashi import IllegalMove, InvalidText

BODY_LIMIT = 64 * 1024
_BODY_SECONDS = 10.0

T = TypeVar("T")

#: A text of the games: a position, a move, dice.
Text = Annotated[str, msgspec.Meta(max_length=4096)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a request may hold. Its keys are those of the command line."""


class Refused(Exception):
    """A request that is not answered: the status, and one line that says why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Answer(Response):
    """An answer in JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """Whatever msgspec can write."""
        return msgspec.json.encode(content)


async def read(request: Request, kind: type[T], *, limit: int = BODY_LIMIT) -> T:
    """The body of a request. Raises Refused for one that is too long, or is not what is asked."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "body: its content type is not application/json")
    body = bytearray()
    try:
        with anyio.fail_after(_BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > limit:
                    raise Refused(413, f"body: it is longer than {limit} bytes")
    except TimeoutError:
        raise Refused(408, "body: it takes too long to come") from None
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:  # a ValidationError is one
        raise Refused(400, f"body: {error}") from None


def _answer_mistake(_request: Request, error: Exception) -> Response:
    return _refusal(400, str(error))


def _answer_refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _refusal(error.status, str(error))


def _answer_http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _refusal(error.status_code, error.detail, error.headers)


def _answer_bug(_request: Request, error: Exception) -> Response:
    logging.getLogger("niwashi.web").error("a request failed", exc_info=error)
    return _refusal(500, "the server has made a mistake")


def _refusal(status: int, message: str, headers: Any = None) -> Response:
    extra = {"Retry-After": "2"} if status == 503 else {}
    return Answer(
        {"error": " ".join(message.split())},
        status_code=status,
        headers={**(headers or {}), **extra},
    )


#: For Starlette: what becomes of everything that a handler may raise.
ERRORS = {
    InvalidText: _answer_mistake,
    IllegalMove: _answer_mistake,
    Refused: _answer_refused,
    HTTPException: _answer_http,
    ClientDisconnect: _answer_mistake,  # nobody will read it
    Exception: _answer_bug,
}
