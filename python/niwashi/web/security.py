"""Who may talk to the server, and what its pages may do.

Three attacks come from a page elsewhere in the user's own browser: a name that is made to point
here (the Host header tells), a request to a known address (the Origin header tells, and bodies must
be JSON, which needs a permission that is never given), and showing these pages in a frame (the
policy forbids it).
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from niwashi.web.messages import Answer

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def is_loopback(host: str) -> bool:
    """Whether nothing but this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Guard:
    """Refuses requests that other pages may have caused, and puts `HEADERS` on every answer."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        """`host` is what the server is bound to."""
        self._app = app
        self._loopback_only = is_loopback(host)
        self._names = {"localhost"}
        if not self._loopback_only:
            self._names |= {host.lower(), socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        refusal = self._refusal(Headers(scope=scope))
        app = self._app if refusal is None else Answer({"error": refusal}, status_code=403)
        await app(scope, receive, send_guarded)

    def _refusal(self, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._is_ours(host):
            return "host: the server is not known by that name"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}" and origin != f"https://{host}":
            return "origin: only the server's own pages may ask it"
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names this server, at whatever port.

        A number is safe where strangers can connect at all: a page elsewhere cannot make its own
        name one.
        """
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._loopback_only
