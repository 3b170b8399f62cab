"""Each room of the page works in a browser: one look at what it is for.

What people can do there, on phones and at desks, is tested more slowly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.pages import PHONE, Running, Visit
from support.records import played_game

from letter_tycoon_solver.web.advice import Site
from letter_tycoon_solver.web.pages import ROOMS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(chromium: Browser, running: Running) -> Iterator[Page]:
    visit = Visit(chromium, running.url, PHONE, "light")
    yield visit.page
    visit.close()


def test_hint(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="See an example").click()
    page.locator("#hinted .figure", has_text="%").first.wait_for()
    page.locator("#hinted .plan").nth(5).wait_for()
    from_hand = page.get_by_text("from the hand").first  # Every word has one.
    assert not from_hand.is_visible()
    page.locator("#hinted .plan").first.click()
    from_hand.wait_for()


def test_words(page: Page) -> None:
    page.goto("/words")
    page.get_by_label("Word", exact=True).fill("listen")
    page.get_by_text("Yes: LISTEN is in the list of all words (ENABLE).").wait_for()
    page.get_by_role("link", name="SILENT").click()
    page.get_by_text("Yes: SILENT is in the list of all words (ENABLE).").wait_for()


def test_practice(page: Page) -> None:
    page.goto("/practice")
    page.get_by_role("main").get_by_role("link", name="Play").click()
    page.get_by_role("heading", name="Hand 1 of 5").wait_for()


def test_play(page: Page) -> None:
    page.goto("/play")
    page.get_by_text("New game").click()
    page.get_by_role("textbox").first.fill("Ann")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Ann (you)").first.wait_for()


def test_track(page: Page) -> None:
    page.goto("/track")
    page.get_by_text("New game").click()
    page.get_by_role("button", name=re.compile("^Your hand")).wait_for()


def test_review(page: Page, site: Site, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with played_game(site.lexicon(None)) as game:
        game.record_to(path)
    page.goto("/review")
    page.get_by_label("Open a game").set_input_files(path)
    page.get_by_text("Judging 12 turns").wait_for()


def test_every_room_has_a_test() -> None:
    tested = {name.removeprefix("test_") for name in globals()}
    assert {path.strip("/") or "hint" for path in ROOMS} <= tested
