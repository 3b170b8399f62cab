"""The room Practice in a browser: the hands of the day, and mistakes, by taps and by keyboard."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

import pytest
from support import records
from support.browser import Visits
from support.pages import DESK, Running, Visit, file_of

from letter_tycoon_solver import best_turns
from letter_tycoon_solver._user_data import games_folder, puzzles_file
from letter_tycoon_solver.advisor.practice import Box, hands_of
from letter_tycoon_solver.web import practice
from letter_tycoon_solver.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL, LARGE = ((320, 568), "light"), (DESK, "dark")


@pytest.fixture
def running(server: Running) -> Running:
    """The page of a user who has no games yet."""
    return server


def tap_word(page: Page, notation: str) -> None:
    """Tap the cards of a word: capitals of the hand, small letters of the community."""
    for letter in notation:
        of = "your hand" if letter.isupper() else "the community"
        name = f"{letter.upper()} of {of}"
        page.get_by_role("button", name=name, exact=True).first.click()


def test_a_hand_by_taps(visits: Visits, site: Site, axe: str) -> None:
    visit, lexicon = visits(*SMALL), site.lexicon("common")
    page, windows = visit.page, (LARGE, SMALL)
    best = best_turns(hands_of(datetime.date.today(), lexicon)[0], lexicon)[0]
    word = re.sub("[^A-Za-z]", "", best.notation.partition(",")[0])
    page.goto("/practice")
    page.get_by_text("The same five for everybody").wait_for()
    page.get_by_text("None yet. Open a game in Review").wait_for()
    left = """([one]) => {
      const text = document.createRange();
      text.selectNodeContents(one.firstChild ?? one);
      return text.getBoundingClientRect().left;
    }"""
    label = page.get_by_text("Words of the hands").evaluate_all(left)
    assert label == page.get_by_role("heading", name="Practice").evaluate_all(left)
    visit.look("practice", axe, windows)
    page.get_by_role("link", name="Play", exact=True).nth(1).click()
    page.get_by_role("heading", name="Hand 1 of 5").wait_for()
    visit.look("practice-hand", axe, windows)
    tap_word(page, word)
    page.get_by_text(re.compile("^Pays |^How was it laid")).first.wait_for()
    visit.look("practice-word", axe, windows)
    if page.locator(".way").count():
        page.locator(f"[data-row='{best.notation.partition(',')[0]}']").click()
    page.locator(f"[data-row=buy-{best.buy}]").click()
    if best.discards:
        page.get_by_role("button", name="More cards discarded?").click()
        for letter in best.discards:
            page.locator(f"[data-row=key-{letter}]").click()
        visit.look("practice-discard", axe, windows)
    page.get_by_role("button", name="I played it").click()
    page.get_by_text("10 of 10 points: the best turn.").wait_for()
    assert page.locator("#best-turns .plan").count() == 5
    visit.look("practice-best", axe, windows)
    page.locator("#best-turns .plan").first.click()
    page.get_by_text("What it is worth, in $").first.wait_for()
    page.get_by_text("Why the first is best").click()
    visit.look("practice-why", axe, windows)


def test_the_result_of_a_day_is_kept_and_shared(visits: Visits, axe: str) -> None:
    visit = visits(*LARGE)
    page, windows = visit.page, (SMALL, LARGE)
    page.goto("/practice/hands")
    for number in range(1, 6):
        page.get_by_role("heading", name=f"Hand {number} of 5").wait_for()
        if number == 2:
            # What was played is there when the page is loaded again.
            page.reload()
            page.get_by_role("heading", name="Hand 2 of 5").wait_for()
        page.get_by_role("button", name="Give up").click()
        page.get_by_text("0 of 10 points: you gave up.").wait_for()
        if number == 2:
            # A hand counts once, also for somebody who goes back.
            page.go_back()
            page.get_by_role("heading", name="Hand 1 of 5").wait_for()
            page.get_by_text("0 of 10 points: you gave up.").wait_for()
            page.go_forward()
        page.get_by_role("link", name="Next hand" if number < 5 else "The result").click()
    page.get_by_role("heading", name="0 of 50 points").wait_for()
    line = page.get_by_label("The result, to share").input_value()
    assert line == f"Letter Tycoon {datetime.date.today()} (common): 0 of 50 = 0 0 0 0 0"
    assert page.get_by_role("row").count() == 6
    visit.look("practice-result", axe, windows)
    page.get_by_role("link", name="Back").click()
    page.get_by_text("0 of 50 points").wait_for()
    page.get_by_role("link", name="See the result").wait_for()
    # Those of another list are still to be played, and the choice is kept.
    words = page.get_by_label("Words of the hands")
    assert words.evaluate("(one) => one.selectedOptions[0].text") == "common words"
    visit.look("practice-list", axe, windows)
    words.select_option("enable")
    page.get_by_role("link", name="Play", exact=True).last.wait_for()
    page.reload()
    page.get_by_role("heading", name="Today's five hands").wait_for()
    assert words.input_value() == "enable"
    assert page.get_by_text("0 of 50 points").count() == 0


def test_a_hand_by_keyboard_alone(phone: Visit, site: Site) -> None:
    page, lexicon = phone.page, site.lexicon("common")
    hand = hands_of(datetime.date.today(), lexicon)[0]
    best = best_turns(hand, lexicon)[0]
    page.goto("/practice/hands")
    page.get_by_role("heading", name="Hand 1 of 5").wait_for()
    assert best.play is not None
    page.keyboard.type(best.play.words[0].word.lower())
    page.keyboard.press("Backspace")
    page.keyboard.type(best.play.words[0].word[-1])
    page.get_by_text(re.compile("^Pays |^How was it laid")).first.wait_for()
    if page.locator(".way").count():
        page.locator(".way").first.focus()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Buy nothing").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="I played it").focus()
    page.keyboard.press("Enter")
    page.get_by_text(re.compile("behind the best\\.$")).wait_for()
    page.locator(".result:focus").wait_for()


def test_a_mistake_from_a_review_until_it_is_done(
    phone: Visit, site: Site, axe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "SECONDS", 0.1)
    # Both make mistakes, and a computer has nothing to practise.
    file_of(records.played_game(site.lexicon(None), names=("medium", "Ben")), games_folder())
    page = phone.page
    page.goto("/review")
    page.get_by_role("link", name=re.compile("^Medium and Ben")).click()
    page.get_by_text("All 12 turns are judged.").wait_for()
    assert page.get_by_role("button", name=re.compile("^Practise ")).count() == 1
    page.get_by_role("button", name="Practise Ben").click()
    page.get_by_text(re.compile(r"^\d+ new to practise\.")).wait_for()
    phone.check_looks()
    puzzles = Box(puzzles_file()).due(datetime.date.today())
    assert puzzles
    page.get_by_role("link", name="Practise them now").click()
    page.get_by_role("heading", name=f"Mistake 1 of {len(puzzles)}").wait_for()
    phone.check_looks()
    page.get_by_role("button", name="Exchange", exact=True).click()
    page.get_by_role("button", name="I exchanged nothing").click()
    page.get_by_text(re.compile("^(Not it|Right: as good as the best)\\. It ")).wait_for()
    page.get_by_text(re.compile("^In the game, round ")).wait_for()
    phone.check("practice-mistake", axe)
    assert len(Box(puzzles_file()).due(datetime.date.today())) == len(puzzles) - 1
    page.get_by_role("link", name="Next").click()
    for number in range(2, len(puzzles) + 1):
        page.get_by_role("heading", name=f"Mistake {number} of {len(puzzles)}").wait_for()
        page.get_by_role("button", name="Give up").click()
        page.get_by_text("You gave up. It comes again on").wait_for()
        page.get_by_role("link", name="Next").click()
    page.get_by_text(re.compile("Nothing more today|All are done")).wait_for()
    assert Box(puzzles_file()).due(datetime.date.today()) == []
