"""The games in a browser: `niwashi serve`, extra `niwashi[web]`.

The server holds no game. A request carries the texts of a position and what is asked of it; the
page keeps the history, and its address can hold all of it. Only searches that are running live
here, each in a process of its own (`jobs`).
"""

import socket
from collections.abc import Callable


class WebExtraMissing(ImportError):
    """Starlette or uvicorn is not installed."""


def serve(host: str, port: int, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serves the pages until it is interrupted; `ready` is told the address once there is one.

    Port 0 takes a free one. Raises WebExtraMissing without the extra, OSError if the address cannot
    be had, and KeyboardInterrupt when the user ends it.
    """
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise WebExtraMissing("serve: it needs more: pip install 'niwashi[web]'") from None
    from niwashi.web.app import create_app
    from niwashi.web.jobs import Jobs

    jobs = Jobs()

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            jobs.stop()  # no answer keeps the server waiting
            await super().shutdown(sockets)

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=256) as server:
        config = uvicorn.Config(
            create_app(host, jobs),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            limit_concurrency=512,
            timeout_graceful_shutdown=1,
        )
        name = f"[{host}]" if ":" in host else host
        ready(f"http://{name}:{server.getsockname()[1]}/")
        Server(config).run(sockets=[server])
