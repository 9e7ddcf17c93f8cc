"""The pictures of the front page: a finished garden of each game."""

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from niwashi import jardin, stone
from niwashi.render.stone_svg import stone_garden
from niwashi.render.svg import jardin_garden

#: The solved game that README shows, and the maximum of the reconstruction.
JARDIN = ".L=M=L/.MR..R/BB=M=M/RBBLR./LB..../.T.M.L 1.2.2./1.2222/..2.2./3...22/..2222/4.2.2. end 0"
STONE = (
    "north-west:S,north-east:L,west:S,north-east:L,north-west:L"
    "/island,top',top',top',island:H/island:B,top,top:R,top,island"
)


@cache
def _jardin_picture() -> str:
    return jardin_garden(jardin.Position.from_text(JARDIN), breakdown=False)


@cache
def _stone_picture() -> str:
    garden = stone.Garden.from_text(stone.default_edition(), STONE)
    return stone_garden(garden, breakdown=False)


async def _show_jardin(_request: Request) -> Response:
    return Response(_jardin_picture(), media_type="image/svg+xml")


async def _show_stone(_request: Request) -> Response:
    return Response(_stone_picture(), media_type="image/svg+xml")


routes = [
    Route("/art/front/jardin.svg", _show_jardin),
    Route("/art/front/stone.svg", _show_stone),
]
