"""Pages and scripts in browsers: Chromium, a static host, and the fixtures of their tests.

This is a plugin of tests/conftest.py, because a second file of that name would hide it. Fixtures
import what they need themselves, so that other tests do not wait for it.
"""

from __future__ import annotations

import functools
import json
import os
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import pytest

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser
    from support.pages import Running, Visit

    from letter_tycoon_solver import Lexicon
    from letter_tycoon_solver.web.site import Site

SECONDS: Final = 60
"""The longest wait for the page; on a machine without other work nothing takes a tenth of it."""

_FIND: Final = """(name) => [...document.querySelectorAll("main :is(a, button)")].find((one) =>
  one.checkVisibility() && [one.ariaLabel, one.innerText.trim()].includes(name))"""
_EVENTS_OF_ERRORS: Final = {"Runtime.exceptionThrown", "Log.entryAdded"}


class Chromium:
    """A browser for the block of a `with`."""

    def __init__(self, path: str, profile: Path) -> None:
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        # It reads commands from descriptor 3 and writes replies to 4.
        script = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1'
        self._process = subprocess.Popen(
            ["sh", "-c", script, path, *options, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._unread = b""
        self._n_commands = 0
        self.events: list[dict[str, Any]] = []
        """All that the tabs have told."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self.ask("Browser.close")

    def ask(self, method: str, session: str | None = None, **parameters: object) -> dict[str, Any]:
        """The result of a command; it must have one."""
        reply = self.reply(method, session, **parameters)
        assert "error" not in reply, reply
        result: dict[str, Any] = reply["result"]
        return result

    def reply(
        self, method: str, session: str | None = None, **parameters: object
    ) -> dict[str, Any]:
        """The reply to a command, be it a result or an error."""
        self._n_commands += 1
        command = {"id": self._n_commands, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        assert self._process.stdin
        self._process.stdin.write(json.dumps(command).encode() + b"\0")
        self._process.stdin.flush()
        while (told := self._told()).get("id") != self._n_commands:
            self.events.append(told)
        return told

    def _told(self) -> dict[str, Any]:
        assert self._process.stdout
        while b"\0" not in self._unread:
            read = os.read(self._process.stdout.fileno(), 1 << 16)
            assert read, "Chromium has ended"
            self._unread += read
        message, _, self._unread = self._unread.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        return told


class Tab:
    """A page, which must stay without errors."""

    def __init__(self, browser: Chromium, url: str) -> None:
        self._browser = browser
        self._url = url
        self._context = browser.ask("Target.createBrowserContext")["browserContextId"]
        window = {"width": 390, "height": 844, "browserContextId": self._context}
        target = browser.ask("Target.createTarget", url="about:blank", **window)["targetId"]
        attached = browser.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session: str = attached["sessionId"]
        for domain in ("Runtime", "Log", "Page", "DOM"):
            self._ask(f"{domain}.enable")

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        return self._browser.ask(method, self._session, **parameters)

    def goto(self, path: str) -> None:
        self._ask("Page.navigate", url=self._url + path)

    def evaluate(self, script: str) -> Any:
        """The value of an expression; None if it fails, as while a page loads."""
        how = {"expression": script, "returnByValue": True}
        found = self._browser.reply("Runtime.evaluate", self._session, **how).get("result", {})
        return None if "exceptionDetails" in found else found.get("result", {}).get("value")

    def answer(self, script: str) -> Any:
        """The value that an expression promises; it must come."""
        how = {"expression": script, "returnByValue": True, "awaitPromise": True}
        found = self._ask("Runtime.evaluate", **how)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait_for(self, script: str) -> Any:
        """The value of an expression as soon as it is true."""
        end = time.monotonic() + SECONDS
        while not (value := self.evaluate(script)):
            shown = self.evaluate("document.body.innerText")
            assert time.monotonic() < end, f"{script} stays false on the page:\n{shown}"
            time.sleep(0.05)
        return value

    def wait_for_text(self, text: str) -> None:
        self.wait_for(f"document.body.innerText.includes({json.dumps(text)})")

    def tap(self, name: str) -> None:
        """Click the first button or link of this name, as soon as it is there."""
        self.wait_for(f"({_FIND})({json.dumps(name)}).click() ?? true")

    def type(self, selector: str, text: str) -> None:
        """Write into a field, as soon as it is there."""
        field = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"({field}.focus(), document.activeElement === {field})")
        self._ask("Input.insertText", text=text)

    def open_file(self, selector: str, path: Path) -> None:
        """Choose a file in a field for files."""
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
        self.wait_for("document.readyState === 'complete'")  # Its scripts listen from then on.
        found = self._ask(
            "Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})"
        )
        self._ask("DOM.setFileInputFiles", objectId=found["result"]["objectId"], files=[str(path)])

    def close(self) -> None:
        """Leave the page, and check that nothing went wrong in it."""
        self.evaluate("0")  # Until this is answered, all before it is told.
        errors = [event["params"] for event in self._browser.events if self._is_error(event)]
        self._browser.ask("Target.disposeBrowserContext", browserContextId=self._context)
        assert errors == []

    def _is_error(self, event: dict[str, Any]) -> bool:
        said = event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] != "log"
        return event.get("sessionId") == self._session and (
            said or event["method"] in _EVENTS_OF_ERRORS
        )


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

    def stop(self) -> None:
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

    def __init__(self, chromium: str, folder: Path) -> None:
        root = folder / "root"
        root.mkdir()
        (root / "index.html").write_text("<!doctype html><title>Scripts</title>", "utf-8")
        (root / "tests").symlink_to(TESTS)
        (root / "web").symlink_to(str(resources.files("letter_tycoon_solver") / "web"))
        self._host = Host(root)
        self._browser = Chromium(chromium, folder / "profile")
        self._tab = Tab(self._browser, self._host.url)

    def __enter__(self) -> Self:
        self._tab.goto("/index.html")
        self._tab.wait_for("document.title === 'Scripts'")
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.__exit__()
        self._host.stop()

    def call(self, module: str, function: str, *given: object) -> Any:
        """The answer of a function of a module in tests/web/table/; it must not throw."""
        arguments = ", ".join(map(json.dumps, given))
        called = f"import('/tests/{module}').then((module) => module.{function}({arguments}))"
        return self._tab.answer(called)


# A server with its word lists, and browsers: fixtures for the tests of the page.

Visits = Callable[..., "Visit"]
"""Opens a window: of a phone by day, or of another size and scheme."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def site() -> Site:
    """A server's word lists, loaded."""
    from letter_tycoon_solver.web.site import Site

    return Site()


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

    from letter_tycoon_solver.rules.ruleset import PRESETS
    from letter_tycoon_solver.web.static_site import write_site

    root = tmp_path_factory.mktemp("host")
    write_site(root / PATH[1:], lexicon, PRESETS)
    return root / PATH[1:]


@pytest.fixture
def static_host(static_site: Path) -> Iterator[Host]:
    """A host of the site without a server."""

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
