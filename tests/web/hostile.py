"""Requests that nobody means well with, drawn from a seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from starlette.routing import Route

from niwashi import jardin, stone
from niwashi.web.messages import Asked

EMPTY = jardin.Position().to_text()
STATE = stone.deal(stone.default_edition(), 2, 1).to_text()
GARDEN = "plain@,nw:S,_,_,_/_,island,_,_,_/_,_,_,_,_"

#: What stands for texts of the games, good, bad and absurd.
TEXTS = (
    EMPTY,
    EMPTY.replace(" 1 0", " 3p 0"),
    EMPTY.replace(" 1 0", " end 3"),
    EMPTY + " ",
    "125",
    "125 366 124",
    "444",
    "5:L53+B25",
    "*R11",
    "-",
    "X",
    "~11,12",
    "LBTRM=",
    "",
    " ",
    "\x00",
    "\ud7ff\U0001f38d",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "niwashi jardin record 1\n1 125 5:L53+B25 -31\n",
    "niwashi jardin record 1\nseed: 99999999999999999999\n",
    "9" * 4000,
    "~" + ",".join(["11"] * 900),
)
VALUES: tuple[object, ...] = (
    *TEXTS,
    0,
    -1,
    1,
    1.5,
    2**63,
    -(2**70),
    1e308,
    True,
    False,
    None,
    [],
    {},
    [None],
    ["11"],
)
#: Keys of searches, so that what begins will soon end.
LIMITS = ("budget", "time_limit", "samples")
#: What may be good for a key.
GOOD: dict[str, tuple[object, ...]] = {
    "position": (*TEXTS[:3], EMPTY.replace(" 1 0", " 12 0")),
    "positions": ([EMPTY], [EMPTY, EMPTY]),
    "roll": ("125", "444", None),
    "move": ("5:L53+B25", "*L11", "-", "~11,12", "place", "draw:plain", None),
    "moves": ([], ["5:L53+B25"], ["-"], ["garden:garden-01"]),
    "dice": ("125", ""),
    "faces": ("LBTRM=", "=MRTBL"),
    "seed": (0, 7, None),
    "spaces": (["11"], ["11", "13"], []),
    "players": ([{"moves": ["5:L53+B25"]}], [{"player": "Aki", "moves": []}], 2, 4),
    "record": (
        "niwashi jardin record 1\n1 125 5:L53+B25 -31\n",
        "niwashi stone record 1\nplayers: 2\n\ndeal-garden 1 garden:garden-01\n",
    ),
    "edition": (None, None, "schema = 1", "a." * 400 + "b = 1", "[[tile]]\n" * 900),
    "garden": (GARDEN, GARDEN.replace("_", "plain"), "_,_,_,_,_/_,_,_,_,_/_,_,_,_,_"),
    "state": (STATE, STATE, STATE.replace("draw", "end")),
    "card": (None, "garden-01"),
    "virtue": (0, 6),
    "viewer": (1, 2),
    "policy": (None, "greedy", "planner"),
    "tiles": (None, {"plain": 15}),
    "draws": (0, 100_000),
    "budget": (0.01,),
    "time_limit": (0.01,),
    "samples": (1, 5),
}
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")


@dataclass(frozen=True)
class Hostile:
    """A request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


def requests(seed: int, routes: list[Route]) -> Iterator[Hostile]:
    """An endless row of requests to the routes of a server, the same for a seed."""
    rng = random.Random(seed)
    while True:
        route = rng.choice(routes)
        path = route.path.replace("{name}", "L")
        if rng.random() < 0.05:
            path += rng.choice(("/..", "%00", "?a=b", "/x" * 50, "%E3%81%82", "x" * 3000))
        headers = {"Content-Type": "application/json"}
        if rng.random() < 0.05:
            headers["Content-Type"] = rng.choice(("text/plain", "", "application/json; charset=x"))
        if rng.random() < 0.05:
            headers["Host"] = rng.choice(("evil.example", "", "127.0.0.1:x", "[::", "a" * 300))
        if rng.random() < 0.05:
            headers["Origin"] = rng.choice(("null", "http://evil.example", "http://127.0.0.1"))
        body = _body(rng, route.endpoint.__module__)
        usual = sorted(route.methods or METHODS)
        method = rng.choice(usual if rng.random() < 0.9 else METHODS)
        yield Hostile(method, path, headers, body)


def _body(rng: random.Random, module: str) -> bytes:
    chance = rng.random()
    if chance < 0.03:
        return rng.randbytes(rng.randrange(200))
    if chance < 0.05:
        return rng.choice((b"[" * 50_000, b'{"a":' * 9000, b" " * 70_000, b"\xff\xfe{}", b"{"))
    kinds = [kind for kind in _kinds(Asked) if kind.__module__ == module]
    fields: tuple[str, ...] = rng.choice(kinds).__struct_fields__ if kinds else ()
    keys = [field for field in fields if field in LIMITS or rng.random() < 0.9]
    if rng.random() < 0.1:
        keys.append(rng.choice((*GOOD, "__class__", "")))
    document = {key: _value(rng, key) for key in keys}
    text = msgspec.json.encode(document)
    if rng.random() < 0.05:
        cut = rng.randrange(len(text))
        text = text[:cut] + rng.randbytes(3) + text[cut:]
    return text


def _kinds(kind: type[Asked]) -> list[type[Asked]]:
    return [each for child in kind.__subclasses__() for each in (child, *_kinds(child))]


def _value(rng: random.Random, key: str, depth: int = 3) -> object:
    if key in GOOD and rng.random() < 0.8:
        return rng.choice(GOOD[key])
    if key in LIMITS:
        return rng.choice((-1, 0, 1e308, "1", None))
    if depth and rng.random() < 0.2:
        if rng.random() < 0.5:
            return [_value(rng, "", depth - 1) for _ in range(rng.randrange(4))]
        return {rng.choice((*GOOD, "")): _value(rng, "", depth - 1) for _ in range(3)}
    return rng.choice(VALUES)
