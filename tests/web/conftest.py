"""The web page for tests: a client without a server, and a real server with a real browser before it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
import uvicorn
from fastapi.testclient import TestClient

from triptych.settings import Settings
from triptych.web.app import make_app
from triptych.web.state import Site, WebOptions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MakeClient = Callable[..., TestClient]
MakeServer = Callable[..., "Served"]
SCREENS: tuple[tuple[int, Literal["dark", "light"]], ...] = ((390, "dark"), (1440, "light"))


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    url: str
    site: Site


@pytest.fixture
def options(tmp_path: Path) -> WebOptions:
    """A store of this test's own, and work done in a thread."""
    return WebOptions(settings=Settings(store=str(tmp_path / "store.db")), workers=0)


@pytest.fixture
def make_client(options: WebOptions) -> Iterator[MakeClient]:
    """Clients by options: `make_client(token="…")`."""
    with ExitStack() as stack:

        def make(**said: Any) -> TestClient:
            app = make_app(_changed(options, said))
            stack.callback(app.state.site.close)
            return TestClient(app, base_url="http://127.0.0.1", follow_redirects=False)

        yield make


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    """A client with the usual options."""
    return make_client()


@pytest.fixture
def form_key(client: TestClient) -> str:
    """What a form of this client's pages holds."""
    key: str = client.app.state.site.form_key  # type: ignore[attr-defined]
    return key


@pytest.fixture
def serve(options: WebOptions) -> Iterator[MakeServer]:
    """Real servers on loopback by options."""
    with ExitStack() as stack:
        yield lambda **said: stack.enter_context(_serving(_changed(options, said)))


@contextmanager
def _serving(options: WebOptions) -> Iterator[Served]:
    app = make_app(options)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Served(f"http://127.0.0.1:{port}", app.state.site)
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page of the browser; the test fails where a script failed or something was blocked or missing on the way."""
    opened = browser.new_page()
    troubles: list[str] = []
    opened.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    yield opened
    # A page that is an error on purpose is reported by the browser as well.
    assert [line for line in troubles if "the server responded with a status of 4" not in line] == []


def check_accessible(page: "Page") -> None:
    """Fail where axe-core finds something serious on a page."""
    from axe_playwright_python.sync_playwright import Axe

    # What is still fading in has little contrast.
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
    found = Axe().run(page).response["violations"]
    assert [
        (one["id"], [node["target"] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ] == []


def check_everywhere(page: "Page", address: str) -> None:
    """Fail where a page is not accessible, or wider than its window, on a dark phone or a light wide screen."""
    for width, scheme in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.goto(address)
        check_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, width)


def _changed(options: WebOptions, said: dict[str, Any]) -> WebOptions:
    return replace(options, **said)
