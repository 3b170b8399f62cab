"""Practice: the hands of the day and mistakes, without a script and in a browser."""

from __future__ import annotations

import dataclasses
import datetime
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

import httpx
import pytest
from support import records
from support.browser import Visits
from support.pages import DESK, PageText, Running, Visit, file_of, show
from support.records import lost

from letter_tycoon_solver import best_turns
from letter_tycoon_solver._user_data import games_folder, puzzles_file
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.advisor.practice import Box, Puzzle, hands_of, puzzles_of
from letter_tycoon_solver.errors import counted
from letter_tycoon_solver.game.state import SeenState
from letter_tycoon_solver.web import practice
from letter_tycoon_solver.web.simulations import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page


DAY = "2026-11-22"
HANDS = f"/practice/hands?day={DAY}&lexicon=enable"
FROM_ELSEWHERE = {"X-Forwarded-For": "192.0.2.1"}


@pytest.fixture(scope="module")
def mistakes(site: Site) -> tuple[Puzzle, ...]:
    """Mistakes of a game."""
    game = records.played_game(site.lexicon(None))
    choices = [one for one in played_in(game).choices if one.seen.active == 1][:3]
    decisions = [
        replace(
            lost(0.2, round=number),
            played=one.turn,
            best=best_turns(one.seen, site.lexicon(None))[0],
        )
        for number, one in enumerate(choices, 1)
    ]
    return puzzles_of(choices, decisions)


def hands_on(site: Site, name: str | None = None) -> tuple[SeenState, ...]:
    return hands_of(datetime.date.fromisoformat(DAY), site.lexicon(name))


def cards(page: PageText) -> list[str]:
    """The cards of the community, and of the hand, with the signs of their owners left out."""
    return [text.replace(" ", "") for text in page.texts("cards")]


def send(client: httpx.Client, address: str, turn: str | None) -> httpx.Response:
    """Send the form of a page; None gives up."""
    form = {"give-up": "1"} if turn is None else {"turn": turn}
    return client.post(address, data=form)


def best_of(seen: SeenState) -> str:
    return best_turns(seen, seen.lexicon)[0].notation


def test_the_hands_of_a_day_are_played_without_a_script(server: Running, site: Site) -> None:
    client, hands = server.client, hands_on(site)
    points = []
    for number, hand in enumerate(hands, 1):
        address = f"{HANDS}&hand={number}"
        first = client.get(HANDS)
        assert (first.status_code, first.headers["location"]) == (303, address)
        page = show(client, address)
        assert cards(page) == [hand.community, hand.position.hand]
        assert page.value("telling", "action") == address
        turns = {1: best_of(hand), 2: "exchange nothing"}
        answer = send(client, address, turns.get(number))
        assert (answer.status_code, answer.headers["location"]) == (303, address)
        page = show(client, address)
        points.append(page.text("verdict").partition(" of 10 points: ")[0])
        assert len(page.texts("plan")) == 5
        told = page.texts("why")[0]
        assert ("Behind the best" in told) == (number == 2)
        # It counts once.
        send(client, address, best_of(hand))
        assert show(client, address).text("verdict") == page.text("verdict")
    line = show(client, HANDS).text("share")
    total = sum(map(int, points))
    assert line == f"Letter Tycoon {DAY}, all words (ENABLE): {total} of 50 = {' '.join(points)}"
    assert (points[0], points[2:]) == ("10", ["0", "0", "0"])
    # Those of another list are still to be played, and do not change what was played.
    other = "/practice/hands?day=2026-11-22&lexicon=common"
    assert client.get(other).headers["location"].endswith("hand=1")
    send(client, f"{other}&hand=1", None)
    assert show(client, HANDS).text("share") == line


def test_hands_of_another_list_are_its_own(client: httpx.Client, site: Site) -> None:
    """A list that is not there is refused, and the one that was chosen is remembered."""
    hands = hands_on(site, "common")
    page = show(client, "/practice/hands", day=DAY, lexicon="common", hand=1)
    assert cards(page) == [hands[0].community, hands[0].position.hand]
    refused = client.get("/practice", params={"lexicon": "nosuch"})
    assert refused.status_code == 422
    for name, chosen in (("enable", "enable"), ("", "enable"), ("common", "common")):
        page = show(client, "/practice", **({"lexicon": name} if name else {}))
        (link,) = page.links("Play")[1:]
        assert f"lexicon={chosen}" in link


@pytest.mark.parametrize(
    ("address", "turn", "status", "part"),
    [
        (f"{HANDS}&hand=1", "JEWELS", 422, "JEWELS"),
        (f"{HANDS}&hand=1", "", 422, "turn"),
        (f"{HANDS}&hand=1", "<i>x", 422, "<i>X"),
        ("/practice/hands?day=2026-13-01&hand=1", "PANZER", 422, "2026-11-22"),
        ("/practice/mistakes?key=0123456789abcdef", "PANZER", 404, "no such position"),
    ],
)
def test_what_cannot_be_is_a_problem(
    server: Running, address: str, turn: str, status: int, part: str
) -> None:
    answer = server.client.post(address, data={"turn": turn}, headers={"Accept": "text/html"})
    assert answer.status_code == status
    page = PageText(answer.text)
    assert part.lower() in page.text("problem").lower()
    assert page.links("Back to Practice") == ["/practice"]


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "%ff%fe",
        json.dumps({"day": DAY, "turns": {"enable": ["", "JEWELS"]}}),
        json.dumps({"day": "today", "lexicon": 7}),
        json.dumps({"day": DAY, "turns": {"enable": [""] * 9}}),
    ],
)
def test_a_damaged_cookie_is_as_none(server: Running, kept: str) -> None:
    client = server.client
    client.cookies.set(practice.COOKIE, quote(kept), path="/practice")
    assert client.get(HANDS).headers["location"] == f"{HANDS}&hand=1"
    assert client.get("/practice").status_code == 200


def test_mistakes_are_for_the_owner_and_come_again(
    server: Running, mistakes: tuple[Puzzle, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "SECONDS", 0.05)
    client, today = server.client, datetime.date.today()
    tomorrow = today + datetime.timedelta(1)
    Box(puzzles_file()).add(mistakes, today)
    keys = [one.key for one in Box(puzzles_file()).due(today)]
    assert "3 today" in show(client, "/practice").html
    elsewhere = client.get("/practice", headers=FROM_ELSEWHERE)
    assert (elsewhere.status_code, "Your own mistakes" in elsewhere.text) == (200, False)
    for path in ("/practice/mistakes", f"/practice/mistakes?key={keys[0]}"):
        assert client.get(path, headers=FROM_ELSEWHERE).status_code == 403
        assert client.post(path, data={"turn": "x"}, headers=FROM_ELSEWHERE).status_code == 403
    by_key = {one.key: one for one in mistakes}
    page = show(client, "/practice/mistakes")
    assert page.text("h1") == "3 mistakes to go"
    action = page.value("telling", "action")
    assert action == f"/practice/mistakes?key={keys[0]}"
    first = by_key[keys[0]]
    answer = send(client, action, first.best)
    page = show(client, answer.headers["location"])
    assert page.text("verdict") == "Right: as good as the best. It is done."
    assert (page.text("h1"), first.told in page.html) == ("2 mistakes to go", True)
    # The next is asked; a turn that was never tried is asked of simulated games.
    page = show(client, page.links("Next")[0])
    assert page.text("h1") == "2 mistakes to go"
    action = page.value("telling", "action")
    page = show(client, send(client, action, "exchange nothing").headers["location"])
    assert page.text("verdict") in (
        f"Not it. It comes again on {tomorrow}.",
        "Right: as good as the best. It is done.",
    )
    page = show(client, page.links("Next")[0])
    answer = send(client, page.value("telling", "action"), None)
    page = show(client, answer.headers["location"])
    assert page.text("verdict") == f"You gave up. It comes again on {tomorrow}."
    assert client.get("/practice/mistakes").headers["location"] == "/practice"
    assert "Nothing more today" in show(client, "/practice").html
    assert Box(puzzles_file()).due(today) == []


def test_a_word_list_that_is_not_here_is_called_as_elsewhere(
    server: Running, mistakes: tuple[Puzzle, ...]
) -> None:
    gone = dataclasses.replace(mistakes[0], lexicon_digest="0" * 64)
    Box(puzzles_file()).add([gone], datetime.date.today())
    answer = server.client.get(f"/practice/mistakes?key={gone.key}")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "the word list all words (ENABLE) is not here"


def test_only_the_owner_keeps_the_mistakes_of_a_review(server: Running) -> None:
    path, sent = "/review/mistakes?game=nothing", {"player": "0"}
    assert server.client.post(path, data=sent, headers=FROM_ELSEWHERE).status_code == 403
    assert server.client.post(path, data=sent).status_code == 404
    assert not puzzles_file().exists()


# In a browser, by taps and by keyboard ------------------------------------------------------------


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
    visit.look(axe, windows)
    page.get_by_role("link", name="Play", exact=True).nth(1).click()
    page.get_by_role("heading", name="Hand 1 of 5").wait_for()
    visit.look(axe, windows)
    tap_word(page, word)
    page.get_by_text(re.compile("^Pays |^How was it laid")).first.wait_for()
    if page.locator(".way").count():
        page.locator(f"[data-row='{best.notation.partition(',')[0]}']").click()
    page.locator(f"[data-row=buy-{best.buy}]").click()
    if best.discards:
        page.get_by_role("button", name="More cards discarded?").click()
        for letter in best.discards:
            page.locator(f"[data-row=key-{letter}]").click()
    visit.look(axe, windows)
    page.get_by_role("button", name="I played it").click()
    page.get_by_text("10 of 10 points: the best turn.").wait_for()
    assert page.locator("#best-turns .plan").count() == 5
    page.locator("#best-turns .plan").first.click()
    page.get_by_text("Keeps ").first.wait_for()
    page.get_by_text("Why the first is best").click()
    visit.look(axe, windows)


def give_up(page: Page) -> None:
    """Gives up where the script has made the panel: a press that began before would be lost."""
    page.get_by_role("button", name="Exchange", exact=True).wait_for()
    page.get_by_role("button", name="Give up").click()


def test_the_result_of_a_day_is_kept(visits: Visits, axe: str) -> None:
    visit = visits(*LARGE)
    page, windows = visit.page, (SMALL, LARGE)
    page.goto("/practice/hands")
    for number in range(1, 6):
        page.get_by_role("heading", name=f"Hand {number} of 5").wait_for()
        give_up(page)
        page.get_by_text("0 of 10 points: you gave up.").wait_for()
        page.get_by_role("link", name="Next hand" if number < 5 else "The result").click()
    page.get_by_role("heading", name="0 of 50 points").wait_for()
    line = page.locator(".share").inner_text()
    assert line == f"Letter Tycoon {datetime.date.today()}, common words: 0 of 50 = 0 0 0 0 0"
    assert page.get_by_role("row").count() == 6
    visit.look(axe, windows)
    # A hand counts once, also for somebody who goes back.
    page.go_back()
    page.get_by_text("0 of 10 points: you gave up.").wait_for()
    page.goto("/practice")
    page.get_by_text("0 of 50 points").wait_for()
    page.get_by_role("link", name="See the result").wait_for()
    # Those of another list are still to be played, and the choice is kept.
    words = page.get_by_label("Words of the hands")
    assert words.evaluate("(one) => one.selectedOptions[0].text") == "common words"
    assert words.locator("option").all_inner_texts() == ["all words (ENABLE)", "common words"]
    visit.look()
    words.select_option("enable")
    page.get_by_role("link", name="Play", exact=True).last.wait_for()
    page.reload()
    page.get_by_role("heading", name="Today's five hands").wait_for()
    assert words.input_value() == "enable"
    assert page.get_by_text("0 of 50 points").count() == 0


@pytest.mark.smoke
def test_a_hand_by_keyboard_alone(page: Page, site: Site) -> None:
    lexicon = site.lexicon("common")
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
    page.get_by_role("heading", name="mistakes to go").wait_for()
    puzzles = Box(puzzles_file()).due(datetime.date.today())
    assert puzzles
    page.get_by_role("heading", name=f"{len(puzzles)} mistakes to go").wait_for()
    phone.check()
    page.get_by_role("button", name="Exchange", exact=True).click()
    page.get_by_role("button", name="I exchanged nothing").click()
    page.get_by_text(re.compile("^(Not it|Right: as good as the best)\\. It ")).wait_for()
    page.get_by_text(re.compile("^In the game, round ")).wait_for()
    phone.check(axe)
    assert len(Box(puzzles_file()).due(datetime.date.today())) == len(puzzles) - 1
    page.get_by_role("link", name="Next").click()
    for left in range(len(puzzles) - 1, 0, -1):
        page.get_by_role("heading", name=f"{counted(left, 'mistake')} to go").wait_for()
        give_up(page)
        page.get_by_text("You gave up. It comes again on").wait_for()
        page.get_by_role("link", name="Next").click()
    page.get_by_text(re.compile("Nothing more today|All are done")).wait_for()
    assert Box(puzzles_file()).due(datetime.date.today()) == []
