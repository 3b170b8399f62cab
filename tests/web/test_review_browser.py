"""Reviews in a browser: a game from its file to its last turn, on a phone and at a desk."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from support import records
from support.browser import Visits
from support.online import text_of
from support.pages import (
    DESK,
    PHONE,
    TIMEOUT,
    Running,
    Visit,
    file_of,
    judging,
    served,
)
from support.told import followed

from letter_tycoon_solver.advisor import analysis
from letter_tycoon_solver.web import practice, review
from letter_tycoon_solver.web.simulations import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LEGEND = """(width) => {
  const texts = [...document.querySelectorAll(".picture svg > g.line + text")]
    .filter((one) => one.checkVisibility());
  const boxes = texts.map((one) => one.getBBox());
  const apart = (a, b) => a.y !== b.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
  const isFree = (a) => boxes.every((b) => a === b || apart(a, b));
  const wide = boxes.filter((a) => a.x + a.width > width || !isFree(a));
  return [boxes.map(({y}) => y), wide.map(({x, width}) => [x, width])];
}"""
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const how = {dataTransfer: data, bubbles: true, cancelable: true};
  document.body.dispatchEvent(new DragEvent("drop", how));
}"""
SMALL, LARGE = (PHONE, "light"), (DESK, "dark")
NAMES = ("W" * 24, "MMMM MMMM", "Wilhelmine von Habsburg", "Al", "i" * 24)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def running(site: Site, data_folder: Path, seconds: float) -> Iterator[Running]:  # noqa: ARG001
    with judging(site, seconds) as running:
        yield running


@pytest.fixture
def record(site: Site, tmp_path: Path) -> Path:
    """A finished game."""
    return file_of(records.played_game(site.lexicon(None)), tmp_path)


def test_a_game_from_its_file_to_its_last_turn(  # noqa: PLR0915 (one line per click)
    phone: Visit, record: Path, axe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a phone, and from the next mistake on at a desk."""
    page = phone.page
    page.goto("/review")
    page.get_by_label("Open a game").set_input_files(record)
    page.wait_for_url("**/review?game=*")
    page.get_by_text("All 12 turns are judged.").wait_for()
    page.get_by_role("heading", name="Ann and Ben").wait_for()
    # The chart: a line for each player, a point for each turn and each end.
    chart = page.locator(".picture svg:visible")
    for part in ("chance", "lead"):
        assert chart.locator(f".{part} polyline").count() == 2
        assert chart.locator(f".{part} g:has(polyline) .point").count() == 12 + 2
    items = page.locator("#turns .plan")
    assert items.count() == 12
    shown = [item.locator(".figure").inner_text() for item in items.all()]
    assert {text.split()[-1] for text in shown} <= {"best", "fine", "mistake", "blunder"}
    phone.look(axe)

    # A turn is opened, gone through by keyboard, reloaded, and closed by going back.
    whole = page.url
    items.nth(4).click()
    heading = page.locator("#turn h2")
    assert "5 of 12" in heading.inner_text()
    page.keyboard.press("ArrowRight")
    page.get_by_text("6 of 12").wait_for()
    assert page.url.endswith("&turn=6")
    check_chart_beside_turn(page)
    page.get_by_role("link", name="Turn before").click()
    page.get_by_text("5 of 12").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Turn before"
    assert page.locator("#turn .card-row.long .card").count() == 7
    assert page.locator("#turn .seat-line").count() == 2
    verdict = page.locator("#turn .verdict").inner_text()
    page.reload()
    page.get_by_text("All 12 turns are judged.").wait_for()
    assert page.locator("#turn .verdict").inner_text() == verdict
    page.get_by_text(re.compile("^Why it is")).click()
    assert page.locator("#turn .why li").count() >= 2
    phone.look(axe, (SMALL, LARGE))
    # From mistake to mistake, by button and by key; at the last one there is no next.
    wrong = [at for at, text in enumerate(shown, 1) if text.split()[-1] in ("mistake", "blunder")]
    for at in [one for one in wrong if one > 5]:
        page.get_by_role("link", name="Next mistake").click()
        page.get_by_text(f"{at} of 12").wait_for()
        check_chart_beside_turn(page)
    assert page.get_by_role("link", name="Next mistake").get_attribute("href") is None
    at = max(5, *wrong)
    before = [one for one in wrong if one < at]
    page.keyboard.press("p")
    page.get_by_text(f"{max(before, default=at)} of 12").wait_for()
    check_another_word(page)
    tap_a_word(page)
    page.go_back()
    page.locator("#turn").wait_for(state="hidden")
    assert page.url == whole
    turning = page.get_by_role("link", name="The turning point:")
    assert re.search(r": (Ann|Ben), round \d: .* would have won", turning.inner_text())
    turning.click()
    page.locator("#turn .verdict").wait_for()
    page.go_back()
    page.locator("#turn").wait_for(state="hidden")
    # The chart is for a finger too: at its right end is the last turn.
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] - 40, "y": 100})
    page.get_by_text("12 of 12").wait_for()
    page.keyboard.press("Escape")
    page.locator("#turn").wait_for(state="hidden")

    check_what_is_saved(page, record)
    monkeypatch.setattr(practice, "is_owner", lambda _: False)
    page.get_by_role("button", name=re.compile("^Practise .* mistakes$")).first.click()
    page.get_by_text("Mistakes are kept for who sits at this machine.").wait_for()
    assert all("403" in error for error in phone.errors)
    phone.errors.clear()


def test_a_game_that_was_played_online_is_dropped_on_the_page(visits: Visits) -> None:
    """At a desk; no hand is known."""
    window = visits(DESK, "dark")
    page = window.page
    page.goto("/review")
    page.get_by_text("replay page (.html)").wait_for()
    page.get_by_label("Open a game").wait_for(state="attached")
    page.evaluate(DROP, ["archive.json", text_of(4, ())])
    page.get_by_role("heading", name="Player 1 and Player 0").wait_for()
    assert not page.locator("#turns").is_visible()
    bought = page.locator("#purchases li")
    assert bought.count() > 4
    assert re.match("^[★✓?]+Player [01], round 1: ", bought.first.inner_text().strip())
    window.check()


def test_the_hint_board_has_the_goal_of_a_short_game(phone: Visit) -> None:
    page = phone.page
    page.goto("/?hand=JWLEANZ&community=EES&opponent=&goal=17")
    page.get_by_text("goal: $17").click()
    page.get_by_label("Goal in $").fill("20")
    page.get_by_label("Goal in $").press("Enter")
    page.get_by_text("goal: $20").wait_for()
    assert "goal=20" in page.url
    phone.check()
    page.get_by_label("Goal in $").fill("45")
    page.get_by_label("Goal in $").press("Enter")
    page.wait_for_url(lambda url: "goal" not in url)


def test_names_of_every_length(visits: Visits, site: Site, tmp_path: Path) -> None:
    """Those of a chart stay in it and apart."""
    path = file_of(records.played_game(site.lexicon(None), names=NAMES), tmp_path)
    visit = visits()
    page = visit.page
    page.goto("/review")
    page.get_by_label("Open a game").set_input_files(path)
    page.locator("#turns .plan").first.wait_for()
    for window, width in ((SMALL, 340), (LARGE, 720)):
        visit.resize(*window)
        rows, wide = page.evaluate(LEGEND, width)
        assert wide == []
        assert len(rows) == len(NAMES)
        assert len(set(rows)) > 1


def tap_a_word(page: Page) -> None:
    """The first turn with words says what one of them means."""
    turn = page.locator("#turns .plan").filter(has=page.locator(".laid")).first
    turn.click()
    turn.and_(page.locator("[aria-current]")).wait_for()
    page.locator("#turn .meaning summary").first.click()
    page.get_by_role("link", name=re.compile("^More about ")).wait_for()


def check_chart_beside_turn(page: Page) -> None:
    """The chart with its mark and the head of the turn are in the window, one below the other."""
    tops = page.evaluate(
        """() => [".picture .chosen", "#turn h2"].map((one) => {
          const seen = [...document.querySelectorAll(one)].find((one) => one.checkVisibility());
          const {top, bottom} = seen.getBoundingClientRect();
          return [top, bottom, innerHeight];
        })"""
    )
    (mark, mark_end, _), (head, head_end, height) = tops
    assert 0 <= mark < mark_end <= head < head_end <= height


def check_another_word(page: Page) -> None:
    """The position of the turn is on the Hint board a tap away, and one step back is the turn."""
    turn, hand = page.url, page.locator("#turn .card-row.long .card").all_inner_texts()
    page.get_by_role("link", name="Try another word").click()
    page.locator("#hinted .plan").first.wait_for()
    assert page.locator(".card-row.long .slot").all_inner_texts() == hand
    page.go_back()
    page.locator("#turn .verdict").wait_for()
    assert page.url == turn


def check_what_is_saved(page: Page, record: Path) -> None:
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    assert saved.value.path().read_bytes() == record.read_bytes()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the chart").click()
    root = ElementTree.fromstring(saved.value.path().read_text("utf-8"))
    assert root.tag == f"{SVG}svg"
    assert {one.text for one in root.iter(f"{SVG}text")} >= {"Ann", "Ben", "100 %", "end"}
    assert all(one.get("stroke") for one in root.iter(f"{SVG}polyline"))


@pytest.mark.smoke
def test_a_review_fills_in_and_goes_on(
    phone: Visit, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, n_begun, may_go_on = phone.page, itertools.count(), threading.Event()
    judged_at_once = analysis.judge

    def held(*question: Any) -> object:
        if next(n_begun) >= 3:
            may_go_on.wait(60)
        return judged_at_once(*question)

    monkeypatch.setattr(review, "judge", held)
    page.goto("/review")
    page.get_by_label("Open a game").set_input_files(record)
    page.get_by_text("Judging 12 turns").wait_for()
    page.locator("#turns .figure:not(.pending)").first.wait_for()
    page.locator("#turns .plan").nth(11).click()
    page.get_by_text("Not judged yet").wait_for()
    phone.check()
    page.get_by_role("link", name="Words").click()
    page.get_by_role("heading", name="Is it a word?").wait_for()
    monkeypatch.setattr(review, "judge", None)
    may_go_on.set()
    page.go_back()
    # Reloaded, it knows at once what was judged.
    page.locator("#turns .figure:not(.pending)").first.wait_for()
    page.get_by_role("button", name="Go on").wait_for()


def test_a_review_goes_on_when_a_server_that_was_killed_is_back(
    browser: Browser, data: Path
) -> None:
    file_of(followed(10), data / "tracked")
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    with served() as (process, address):
        page.goto(f"{address}review")
        page.locator(".games .plan").click()
        page.locator("#turns .figure:not(.pending)").first.wait_for()
        process.kill()
        process.wait()
        page.get_by_text("The server does not answer.").wait_for()
        with served("--port", str(urlsplit(address).port)):
            page.get_by_text("All 3 turns are judged.").wait_for()
    context.close()


def test_what_is_no_record_is_explained(phone: Visit, tmp_path: Path) -> None:
    page = phone.page
    page.goto("/review")
    damaged = tmp_path / "game.jsonl"
    damaged.write_text("A game of chess\n", "utf-8")
    page.get_by_label("Open a game").set_input_files(damaged)
    page.get_by_role("alert").get_by_text("Line 1 of the record: is not a JSON object").wait_for()
    page.get_by_role("link", name="Back to Review").click()
    page.get_by_label("Open a game").wait_for(state="attached")
    # That is how the browser notes the answer 422; it is no mistake of the page.
    assert all("422" in error for error in phone.errors)
    phone.errors.clear()
