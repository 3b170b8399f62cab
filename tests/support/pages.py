"""The page: a server, in this process or its own, and visits to it."""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import httpx

from letter_tycoon_solver.web.advice import JobQueue
from letter_tycoon_solver.web.server import LOOPBACK, Address, new_server
from letter_tycoon_solver.web.site import Site

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


def wait_until_ready(client: httpx.Client) -> None:
    """Wait until the server has its word lists."""
    while client.get("/api/status").json()["state"] != "ready":
        time.sleep(0.05)


# A page in a browser window, checked as strictly as a person would.


TIMEOUT = 120_000
"""Milliseconds; on a machine without other work nothing takes a tenth of it."""
PHONE, DESK = (390, 844), (1280, 860)
SCREENSHOTS = os.environ.get("LETTER_TYCOON_SCREENSHOTS")
"""A folder for pictures of the page, for people to look at."""

MEASURE = """() => {
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const all = [...document.querySelectorAll("body *")].filter(shown);
  const small = all.filter((element) => element.matches("button, a, input, select, summary"))
    .filter((element) => !element.matches(".skip, [type=checkbox]"))
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
        self.name = f"{'phone' if size == PHONE else 'desk'}-{scheme}"
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

    def picture(self, name: str) -> None:
        """Take a screenshot, if a folder for them is set."""
        if SCREENSHOTS:
            self.page.screenshot(path=Path(SCREENSHOTS) / f"{self.name}-{name}.png")

    def check_looks(self) -> None:
        """Check that nothing is too small for a thumb or an eye, too wide, or an empty box."""
        expected = {"small": [], "tiny": [], "empty": [], "wide": 0}
        self.page.wait_for_load_state()  # Its style is there then.
        measured = self.page.evaluate(MEASURE)
        assert measured == expected, measured

    def check_with(self, axe: str) -> None:
        """Check that axe-core finds no obstacle on the page as it is now."""
        # The page's policy blocks added scripts, but not those of the browser's tools.
        session = self.page.context.new_cdp_session(self.page)
        session.send("Runtime.evaluate", {"expression": axe})
        found = self.page.evaluate("async () => (await axe.run(document)).violations")
        shown = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
        assert shown == [], json.dumps(shown, indent=1)

    def close(self) -> None:
        """End the visit, and check that nothing went wrong in it."""
        self._context.close()
        assert self.errors == []
