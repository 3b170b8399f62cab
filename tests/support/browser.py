"""Pages and scripts in browsers: a static host, and the fixtures of their tests.

This is a plugin of tests/conftest.py, because a second file of that name would hide it. Fixtures
import what they need themselves, so that other tests do not wait for it.
"""

from __future__ import annotations

import functools
import json
import os
import queue
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser, Page
    from support.pages import Running, Visit

    from letter_tycoon_solver import Lexicon
    from letter_tycoon_solver.web.simulations import Site

# A static host of the site without a server.


PATH: Final = "/some/where"
"""The site lies under a path of its host."""


class Host:
    """A static host of a folder: files, and nothing else.

    Attributes:
        posted: the JSON that a page of a test has sent.
    """

    def __init__(self, root: Path, port: int = 0) -> None:
        class Quiet(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(handler) -> None:  # noqa: N805 (self is the host)
                # A browser may have connected before the host stopped, and ask after.
                if not self._is_stopped:
                    SimpleHTTPRequestHandler.do_GET(handler)

            def do_POST(handler) -> None:  # noqa: N805
                if handler.path != "/answers":
                    handler.send_error(501)
                    return
                length = int(handler.headers["Content-Length"])
                self.posted.put(json.loads(handler.rfile.read(length)))
                handler.send_response(204)
                handler.end_headers()

        self.posted: queue.Queue[Any] = queue.Queue()
        self._is_stopped = False
        handler = functools.partial(Quiet, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self._is_stopped = True
        self._server.shutdown()
        self._server.server_close()


# The scripts of the table in a browser, called with data from Python.
#
#     scripts.call("texts.mjs", "parse", ["JeWeLs, buy J"])
#
# calls `parse` of tests/web/table/texts.mjs, which imports the scripts of the package by
# "/web/...".


TESTS = Path(__file__).parents[1] / "web" / "table"


class Scripts:
    """One page for many calls."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def call(self, module: str, function: str, *given: object) -> Any:
        """The answer of a function of a module in tests/web/table/; it must not throw."""
        arguments = ", ".join(map(json.dumps, given))
        called = f"import('/tests/{module}').then((module) => module.{function}({arguments}))"
        # As text, because objects take Playwright ten times as long.
        told = self._page.evaluate(f"{called}.then((told) => JSON.stringify(told ?? null))")
        return json.loads(told)


# A server with its word lists, and browsers: fixtures for the tests of the page.

Visits = Callable[..., "Visit"]
"""Opens a window: of a phone by day, or of another size and scheme."""
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows, and takes half the time of the others or less."""


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A server's word lists, loaded; on a busy machine its simulations get their share, too."""
    from letter_tycoon_solver.web.simulations import Site

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("letter_tycoon_solver.web.simulations._NICENESS", 0)
        yield Site()


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for the server's games, apart from those of the person who runs the tests."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LETTER_TYCOON_DATA", str(folder))
        yield folder


@pytest.fixture(scope="session")
def running(site: Site, data_folder: Path) -> Iterator[Running]:  # noqa: ARG001 (it is set)
    """A running server."""
    from support.pages import Running

    with Running(site) as running:
        yield running


@pytest.fixture
def seconds() -> float:
    """The time to judge a turn, where a test of Review has a server of its own."""
    return 0.02


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder for the games of one test."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def server(site: Site, data: Path) -> Iterator[Running]:  # noqa: ARG001 (games are kept there)
    """A server without any games, which judges quickly."""
    from support.pages import judging

    with judging(site, 0.05) as running:
        yield running


@pytest.fixture(scope="session")
def static_site(tmp_path_factory: pytest.TempPathFactory, lexicon: Lexicon) -> Path:
    """The site without a server, in a folder to serve with all above it."""

    from letter_tycoon_solver.rules.ruleset import PRESETS
    from letter_tycoon_solver.web.static_site import write_site

    root = tmp_path_factory.mktemp("host")
    write_site(root / PATH[1:], lexicon, PRESETS)
    return root / PATH[1:]


@pytest.fixture
def client(running: Running) -> httpx.Client:
    """A client of the server."""
    return running.client


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, without a window; where there is none the test is skipped, except in CI."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        message = (
            "no browser for the tests of the page; install it with: "
            "apt-get install chromium-headless-shell"
        )
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    """The same for tests that are slow: see tests/conftest.py."""
    return chromium


@pytest.fixture(scope="session")
def scripts(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scripts]:
    """The scripts of the table in a browser."""
    root = tmp_path_factory.mktemp("scripts")
    (root / "index.html").write_text("<!doctype html><title>Scripts</title>", "utf-8")
    (root / "tests").symlink_to(TESTS)
    (root / "web").symlink_to(str(resources.files("letter_tycoon_solver") / "web"))
    with closing(Host(root)) as host, closing(chromium.new_page()) as page:
        page.goto(f"{host.url}/index.html")
        yield Scripts(page)


@pytest.fixture
def visits(browser: Browser, running: Running) -> Iterator[Visits]:
    """Opens windows, each of a person of their own; in the end, nothing went wrong in any."""
    from support.pages import PHONE, Visit

    opened: list[Visit] = []

    def visit(size: tuple[int, int] = PHONE, scheme: str = "light") -> Visit:
        opened.append(Visit(browser, running.url, size, scheme))
        return opened[-1]

    yield visit
    for one in opened:
        one.close()


@pytest.fixture
def phone(visits: Visits) -> Visit:
    """A visit with a phone."""
    return visits()


@pytest.fixture
def page(phone: Visit) -> Page:
    """The page on a phone."""
    return phone.page


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which finds obstacles for disabled people."""
    folder = resources.files("axe_playwright_python")
    return (folder / "axe.min.js").read_text("utf-8")
