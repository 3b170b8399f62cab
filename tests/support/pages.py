"""The page: a server, in this process or its own, and visits to it."""

from __future__ import annotations

import asyncio
import faulthandler
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from letter_tycoon_solver.game import Game, TrackedGame
from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.web import review
from letter_tycoon_solver.web.guard import LOOPBACK, Address
from letter_tycoon_solver.web.server import new_server
from letter_tycoon_solver.web.simulations import JobQueue, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Running:
    """A server that runs in the block of a `with`; `client` sends requests to it."""

    def __init__(self, site: Site, token: str | None = None, port: int = 0) -> None:
        self._listener = socket.socket(proto=socket.IPPROTO_TCP)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((LOOPBACK, port))
        self._listener.listen()
        self.address = Address(LOOPBACK, self._listener.getsockname()[1], token)
        self.jobs = JobQueue()
        self._server = new_server(site, self.address, self.jobs)
        self._thread = threading.Thread(target=self._run)
        self.client = httpx.Client(base_url=self.url, timeout=60)

    @property
    def url(self) -> str:
        """The address, without the slash at its end."""
        return f"http://{self.address.host}:{self.address.port}"

    def _run(self) -> None:
        asyncio.run(self._server.serve([self._listener]))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.stop()
        self._listener.close()

    def stop(self) -> None:
        """Stop the server, and wait for its end."""
        self._server.should_exit = True
        self._thread.join(60)
        if self._thread.is_alive():
            faulthandler.dump_traceback()
            raise AssertionError("the server does not stop; see where its threads are")


def events(text: str) -> list[tuple[str, Any]]:
    """Return the names and data of server-sent events."""
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@contextmanager
def listening(running: Running, path: str, **query: str) -> Iterator[Iterator[str]]:
    """The names of the events of a stream, as they come."""
    with httpx.stream("GET", running.url + path, params=query, timeout=60) as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        yield (line.removeprefix("event: ") for line in lines if line.startswith("event: "))


# `letter-tycoon serve` as a process of its own.


@contextmanager
def served(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command as a process; yield it and the address that it prints."""
    command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        try:
            yield process, address
        finally:
            process.kill()


# A page in a browser window, checked as strictly as a person would.


TIMEOUT = 120_000
"""Milliseconds; on a machine without other work nothing takes a tenth of it."""
PHONE, DESK = (390, 844), (1280, 860)
Window = tuple[tuple[int, int], str]
"""Its size and its scheme."""
SCREENS: Final[tuple[Window, ...]] = ((DESK, "dark"), (PHONE, "light"))

MEASURE = """() => {
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const all = [...document.querySelectorAll("body *")].filter(shown);
  const small = all.filter((element) => element.matches("button, a, input, select, summary"))
    .filter((element) => !element.matches(".skip, .unseen, [type=checkbox]"))
    .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`);
  const tiny = all.filter((element) => [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
    .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 16)
    .map((element) => element.outerHTML.slice(0, 90));
  const empty = all.filter((element) => element.matches("p:empty") && element.clientHeight > 0)
    .map((element) => element.outerHTML);
  return {small, tiny, empty, wide: document.documentElement.scrollWidth - innerWidth};
}"""


class Visit:
    """A page in a window, which must stay without errors and without requests to other sites."""

    def __init__(self, browser: Browser, url: str, size: tuple[int, int], scheme: Any) -> None:
        self.url = url
        self._context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=size == PHONE,
            base_url=url,
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(TIMEOUT)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda told: self.errors.append(told.text) if told.type != "log" else None,
        )
        self.page.on("request", self._look_at)

    def _look_at(self, request: Any) -> None:
        if not request.url.startswith(self.url):
            self.errors.append(f"outside: {request.url}")

    def look(self, axe: str = "", windows: Sequence[Window] = SCREENS) -> None:
        """Check the page in each of these windows, the last of which stays."""
        for window in windows:
            self.resize(*window)
            self.check(axe)

    def check(self, axe: str = "") -> None:
        """Check that nothing is too small for a thumb or an eye, too wide, or an empty box.

        With the script of axe-core, check that it finds no obstacle either.
        """
        expected = {"small": [], "tiny": [], "empty": [], "wide": 0}
        self.page.wait_for_load_state()  # Its style is there then.
        measured = self.page.evaluate(MEASURE)
        assert measured == expected, measured
        if axe:
            # The page's policy blocks added scripts, but not those of the browser's tools.
            session = self.page.context.new_cdp_session(self.page)
            session.send("Runtime.evaluate", {"expression": axe})
            found = self.page.evaluate("async () => (await axe.run(document)).violations")
            shown = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
            assert shown == [], json.dumps(shown, indent=1)

    def resize(self, size: tuple[int, int], scheme: Any) -> None:
        """Have the same page in another window."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme=scheme)

    def close(self) -> None:
        """End the visit, and check that nothing went wrong in it."""
        self._context.close()
        assert self.errors == []


# Reviews as a browser has them: what is uploaded, what a page says, and what a stream does.

VOID: Final = {"meta", "link", "img", "input", "br"}
FILE: Final = {"Content-Type": "application/octet-stream"}


def file_of(game: Game | TrackedGame, folder: Path) -> Path:
    """The record of a game in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with game:
        return record_in(folder, game)


def text_of(game: Game | TrackedGame, folder: Path) -> str:
    """The record of a game, as it is uploaded."""
    return file_of(game, folder).read_text("utf-8")


def send(client: httpx.Client, record: str | bytes) -> httpx.Response:
    """The answer to an upload."""
    return client.post("/review", content=record, headers={**FILE, "Accept": "text/html"})


def upload(client: httpx.Client, record: str | bytes) -> str:
    """The key of an uploaded game."""
    answer = send(client, record)
    assert answer.status_code == 303, answer.text
    (key,) = parse_qs(urlsplit(answer.headers["location"]).query)["game"]
    return key


def show(client: httpx.Client, path: str = "/review", /, **query: str | int) -> PageText:
    """A page that is there."""
    answer = client.get(path, params=query or None)
    assert answer.status_code == 200, answer.text
    return PageText(answer.text)


def judge(client: httpx.Client, game: str) -> list[tuple[str, str]]:
    """The events of the stream that judges a game, to its end."""
    answer = client.get("/api/judged", params={"game": game})
    assert answer.status_code == 200, answer.text
    return re.findall(r"event: (\w+)\ndata: ?(.*)", answer.text)


@contextmanager
def judging(site: Site, seconds: float) -> Iterator[Running]:
    """A server that has judged nothing yet, and takes so long for each turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review, "SECONDS", seconds)
        with Running(site) as running:
            yield running


class PageText(HTMLParser):
    """The text of a page.

    Attributes:
        html: all of it.
        elements: tag, attributes and text of each element.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[int] = []
        self.feed(html)
        assert not self._open, "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        """An element ends: the one that was opened last."""
        assert self.elements[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        """Text, of all elements that are open."""
        for at in self._open:
            self.elements[at][2].append(data)

    def texts(self, name: str) -> list[str]:
        """The texts of the elements of a class or a tag, with single spaces."""
        return [
            " ".join("".join(text).split())
            for tag, attributes, text in self.elements
            if name == tag or name in attributes.get("class", "").split()
        ]

    def text(self, name: str) -> str:
        """The text of the only element of a class or a tag."""
        (text,) = self.texts(name)
        return text

    def value(self, name: str, attribute: str) -> str:
        """An attribute of the first element of a class or a tag; "" without one."""
        found = (
            attributes.get(attribute, "")
            for tag, attributes, _ in self.elements
            if name == tag or name in attributes.get("class", "").split()
        )
        return next(found, "")

    def links(self, text: str) -> list[str]:
        """The addresses of the links that say so."""
        return [
            attributes["href"]
            for tag, attributes, said in self.elements
            if tag == "a" and "href" in attributes and text in " ".join("".join(said).split())
        ]
