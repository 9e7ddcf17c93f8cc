"""The application: pages, drawings and the JSON under them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from niwashi.web import front, jardin, stone
from niwashi.web.jobs import Jobs
from niwashi.web.messages import ERRORS
from niwashi.web.security import Guard

STATIC = Path(__file__).parent / "static"

#: Addresses of the pages and their files.
PAGES = {
    "/": "index.html",
    "/jardin": "jardin.html",
    "/review": "review.html",
    "/stone": "stone.html",
    "/stone/play": "stone-play.html",
}


def create_app(host: str = "127.0.0.1", jobs: Jobs | None = None) -> Starlette:
    """The application for a server bound to `host`."""
    jobs = jobs or Jobs()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(jobs.warm_up)  # pages need not wait for it
            yield

    routes: list[BaseRoute] = [
        *(Route(address, _page(file)) for address, file in PAGES.items()),
        *front.routes,
        *jardin.routes,
        *stone.routes,
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, host=host)],
        exception_handlers=ERRORS,
        lifespan=lifespan,
    )
    app.state.jobs = jobs
    return app


def _page(file: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / file)

    return page
