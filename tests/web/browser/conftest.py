"""Chromium, one for all tests, and the server it looks at.

Without Chromium these tests are skipped, unless NIWASHI_BROWSER says where it must be.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.web.server import serving

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

_MILLISECONDS = 60_000  # for what must happen soon; only so that a failure ends
expect.set_options(timeout=_MILLISECONDS)

#: Opens a path of the server in a context with these options.
Open = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    required = os.environ.get("NIWASHI_BROWSER")
    path = required or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium here: install the Debian package chromium, or set NIWASHI_BROWSER")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    with serving() as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Opens pages; at the end nothing may have gone wrong in any of them."""
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        # What a page is refused, it says itself.
        if message.type == "error" and "status of 400" not in message.text:
            complaints.append(message.text)

    with ExitStack() as contexts:

        def visit(path: str, **options: object) -> Page:
            context = browser.new_context(**{"reduced_motion": "reduce", **options})  # type: ignore[arg-type]
            contexts.callback(context.close)
            context.set_default_timeout(_MILLISECONDS)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", listen)
            page.goto(address + path)
            return page

        yield visit
    assert complaints == []
