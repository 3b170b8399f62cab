"""A page in a browser window, checked as strictly as a person would."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
