"""A server with its word lists, and browsers: fixtures for the tests of the page.

This is a plugin of tests/conftest.py, because a second file of that name would hide it. Fixtures
import what they need themselves, so that other tests do not wait for it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser
    from support.browser import Host, Scripts
    from support.pages import Running, Visit

    from letter_tycoon_solver import Lexicon
    from letter_tycoon_solver.web.site import Site

Visits = Callable[..., "Visit"]
"""Opens a window: of a phone by day, or of another size and scheme."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def site() -> Site:
    """A server's word lists, loaded."""
    from letter_tycoon_solver.web.site import Site

    site = Site()
    site.warm_up()
    return site


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
    """A server without any games."""
    from support.pages import Running

    with Running(site) as running:
        yield running


@pytest.fixture(scope="session")
def static_site(tmp_path_factory: pytest.TempPathFactory, lexicon: Lexicon) -> Path:
    """The site without a server, in a folder to serve with all above it."""
    from support.browser import PATH

    from letter_tycoon_solver.rules.ruleset import PRESETS
    from letter_tycoon_solver.web.static_site import write_site

    root = tmp_path_factory.mktemp("host")
    write_site(root / PATH[1:], lexicon, PRESETS)
    return root / PATH[1:]


@pytest.fixture
def static_host(static_site: Path) -> Iterator[Host]:
    """A host of the site without a server."""
    from support.browser import Host

    host = Host(static_site.parents[1])
    yield host
    host.stop()


@pytest.fixture
def client(running: Running) -> httpx.Client:
    """A client of the server."""
    return running.client


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser; without one the test is skipped, except in CI."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        message = "no browser for the tests of the page; install it with: apt-get install chromium"
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(message)
        pytest.skip(message)
    return found


@pytest.fixture(scope="session")
def scripts(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scripts]:
    """The scripts of the table in a browser."""
    from support.browser import Scripts

    with Scripts(chromium, tmp_path_factory.mktemp("scripts")) as scripts:
        yield scripts


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """The browser, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


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
    """The page on a phone."""
    return visits()


@pytest.fixture(params=["phone", "desk"])
def window(request: pytest.FixtureRequest, visits: Visits) -> Visit:
    """The page on a light phone and at a dark desk."""
    from support.pages import DESK

    return visits() if request.param == "phone" else visits(DESK, "dark")


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which finds obstacles for disabled people."""
    folder = resources.files("axe_playwright_python")
    return (folder / "axe.min.js").read_text("utf-8")
