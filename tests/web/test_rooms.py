"""Each room of the page works in a browser: one look at what it is for.

What people can do there, on phones and at desks, is tested with Playwright.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import Chromium, Tab
from support.pages import Running
from support.records import played_game

from letter_tycoon_solver.web.pages import ROOMS
from letter_tycoon_solver.web.site import Site


@pytest.fixture(scope="session")
def window(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with Chromium(chromium, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def tab(window: Chromium, running: Running) -> Iterator[Tab]:
    tab = Tab(window, running.url)
    yield tab
    tab.close()


def test_hint(tab: Tab) -> None:
    tab.goto("/")
    tab.tap("See an example")
    tab.wait_for("document.querySelectorAll('#hinted .plan').length > 5")
    tab.wait_for("document.querySelector('#hinted .plan .figure').innerText.includes('%')")
    tab.wait_for("document.querySelector('#hinted .plan').click() ?? true")
    tab.wait_for_text("from the community")


def test_words(tab: Tab) -> None:
    tab.goto("/words")
    tab.type("input", "listen")
    tab.wait_for_text("Yes: LISTEN is in enable.")
    tab.tap("SILENT")
    tab.wait_for_text("Yes: SILENT is in enable.")


def test_practice(tab: Tab) -> None:
    tab.goto("/practice")
    tab.tap("Play")
    tab.wait_for_text("Hand 1 of 5")


def test_play(tab: Tab) -> None:
    tab.goto("/play")
    tab.tap("New game")
    tab.type("main input", "Ann")
    tab.tap("Begin")
    tab.wait_for_text("Ann (you)")


def test_track(tab: Tab) -> None:
    tab.goto("/track")
    tab.tap("New game")
    tab.wait_for_text("Your hand")


def test_review(tab: Tab, site: Site, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with played_game(site.lexicon(None)) as game:
        game.record_to(path)
    tab.goto("/review")
    tab.open_file("input[type=file]", path)
    tab.wait_for_text("Judging 12 turns")


def test_every_room_has_a_test() -> None:
    tested = {name.removeprefix("test_") for name in globals()}
    assert {path.strip("/") or "hint" for path in ROOMS} <= tested
