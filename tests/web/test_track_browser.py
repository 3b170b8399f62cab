"""Games of people on the page: told by taps on a phone, gone on with at a desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.page_fixtures import Visits
from support.pages import DESK, PHONE, Running, Visit
from support.told import (
    PLAYERS,
    TURNS,
    asked,
    begin,
    is_as_told,
    of,
    open_plan,
    tap,
    tap_key,
    tell,
    wait_for,
)

from letter_tycoon_solver._user_data import tracked_folder
from letter_tycoon_solver.advisor import Opponents
from letter_tycoon_solver.game import TrackedGame
from letter_tycoon_solver.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def running(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that has nothing but a folder of its own."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path))
    with Running(site) as running:
        yield running


def test_a_game_of_ten_turns_by_taps(visits: Visits, running: Running, axe: str) -> None:
    """On a phone; half of it at a desk in the dark, where the link is opened."""
    phone = visits()
    tell_on_a_phone(phone, running, axe)
    address = phone.page.url
    see_the_list(phone, axe)
    desk = visits(DESK, "dark")
    page = desk.page
    page.goto(address)
    for number in range(6, 11):
        tell(page, number)
    wait_for(page, "Your turn")
    is_as_told(page, running, 10)
    desk.picture("track-desk")
    desk.check_looks()
    desk.check_with(axe)
    correct_and_see(page, running)
    # That is how the browser notes a refusal; it is no mistake of the page.
    assert [error for error in desk.errors if "422" not in error] == []
    desk.errors.clear()


def test_whom_advice_takes_the_others_for_is_kept_with_the_game(visits: Visits) -> None:
    """A half-told turn stays; the command goes on with the same."""
    phone = visits(scheme="dark")
    page = phone.page
    begin(page)
    tell(page, 1)
    wait_for(page, "Your turn")
    status = page.locator(".own .status").first
    status.get_by_text("games against people who know common words").wait_for()
    page.locator(".word-field").click()
    tap_key(page, "BUD")
    page.get_by_label("Against").select_option("players like the bot hard")
    status.get_by_text("games against players like the bot hard").wait_for()
    assert page.locator(".word-field .card").all_inner_texts() == [*"BUD"]
    phone.picture("track-against")
    phone.check_looks()
    page.reload()
    status.get_by_text("games against players like the bot hard").wait_for()
    assert page.get_by_label("Against").input_value() == "hard"
    (record,) = tracked_folder().glob("*")
    assert TrackedGame.load(record).opponents is Opponents.HARD
    refusal = {"title": "Not possible", "status": 422, "detail": "the disk is full"}
    page.route("**/against", lambda route: route.fulfill(status=422, json=refusal))
    page.get_by_label("Against").select_option("easy")
    page.get_by_text("The disk is full.").wait_for()
    page.wait_for_function("document.querySelector('main').getAttribute('aria-busy') === 'false'")
    assert page.get_by_label("Against").input_value() == "hard"
    assert all("422" in error for error in phone.errors)
    phone.errors.clear()
    # The next turn is told on the page as it was before.
    open_plan(page, "BUDGIES", "buy B")
    tap(page, "Play this")
    page.get_by_text("Pays $6 and 1 stock").wait_for()
    tap_key(page, TURNS[1].drew)
    tap(page, "I played it")
    wait_for(page, of("Cleo"))


def tell_on_a_phone(phone: Visit, running: Running, axe: str) -> None:
    """Five turns, with advice, what was undone, and a page that was closed."""
    page = phone.page
    begin(page)
    phone.check_looks()
    tell(page, 1)
    # One's own turn: plans at once, advice as it settles, and a plan is carried out.
    wait_for(page, "Your turn")
    page.locator("#hinted .plan .figure", has_text="%").first.wait_for()
    open_plan(page, "BUDGIES", "buy B")
    phone.picture("track-own")
    phone.check_looks()
    phone.check_with(axe)
    tap(page, "Play this")
    page.get_by_text("Pays $6 and 1 stock").wait_for()
    tap_key(page, TURNS[1].drew)
    tap(page, "I played it")
    tell(page, 3)
    wait_for(page, of("Ann"))
    page.get_by_text("Cleo: ANTHODIA, bought D; Cleo has $2 and 2 stock").wait_for()
    # What is undone is there to be told otherwise, or again.
    tap(page, "Undo")
    wait_for(page, of("Cleo"))
    tap(page, "Cleo played it")
    wait_for(page, of("Ann"))
    is_as_told(page, running, 3)
    tell(page, 4)
    # Half of a turn outlives a page that was closed.
    wait_for(page, "Your turn")
    page.locator(".word-field").click()
    tap_key(page, "INGE")
    page.reload()
    page.get_by_role("button", name="Word: INGE").wait_for()
    tap(page, *["Delete the last card"] * 4)
    phone.picture("track-typing")
    tell(page, 5)
    wait_for(page, of("Cleo"))
    is_as_told(page, running, 5)


def see_the_list(visit: Visit, axe: str) -> None:
    """The game is on it, and one step back leads to it again."""
    page, address = visit.page, visit.page.url
    page.goto("/track")
    page.get_by_role("button", name=re.compile("^Ann, Ben, Cleo 5 turns told")).click()
    wait_for(page, of("Cleo"))
    assert page.url == address
    page.go_back()
    page.get_by_role("heading", name="Follow a game").wait_for()
    visit.check_looks()
    visit.check_with(axe)


def correct_and_see(page: Page, running: Running) -> None:
    """An earlier turn anew, one that makes a later one impossible, and the way back."""
    tap(page, "All 10 turns")
    page.get_by_role("button", name=re.compile("^1. Ann MILLIARE bought R")).click()
    tap(page, "Correct")
    wait_for(page, "Turn 1 anew: Ann")
    # Advice for another table would mislead, and another turn would drop the correction.
    assert page.locator(".own, .told, .news").filter(visible=True).count() == 0
    page.get_by_role("button", name=re.compile("^Buy M for")).click()
    tap(page, "Ann played it")
    page.get_by_text("Corrected; all later turns").wait_for()
    owned = page.locator(".seat-line").first.locator(".patent").all_inner_texts()
    assert owned == [*"IMUX"]
    page.get_by_role("button", name=re.compile("^3. Cleo ANTHODIA")).click()
    tap(page, "Remove")
    page.get_by_role("alert").get_by_text("Turn 3, ").first.wait_for()
    wait_for(page, "Turn 3 anew: Cleo")
    tap(page, "Leave all as it was")
    wait_for(page, "Your turn")
    assert len(asked(page, running)["turns"]) == 10


def test_a_challenge_an_exchange_and_the_keyboard(visits: Visits, running: Running) -> None:
    """Rarer things: a word that is not one, cards that nobody saw, letters typed."""
    visit = visits(scheme="dark")
    page = visit.page
    page.goto("/track?new")
    tap(page, "Remove Player 3", "Player 1 is me")
    page.get_by_text("you keep the score").wait_for()
    page.get_by_role("button", name=re.compile("^Community")).click()
    page.keyboard.type("ees")
    page.get_by_role("button", name="Begin", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_for(page, of("Player 1"))
    assert len(list(tracked_folder().glob("*"))) == 1
    assert focus_of(page) == "Tell a turn"
    page.keyboard.type("vrola")
    page.keyboard.press("Backspace")
    page.get_by_text("VROL is not in enable.").wait_for()
    assert page.get_by_role("button", name="Player 1 played it").is_disabled()
    visit.picture("track-doubt")
    visit.check_looks()
    tap(page, "Player 2 challenged")
    page.get_by_text("The cards go back.").wait_for()
    tap(page, "Player 1 played it")
    page.get_by_text("Which card did Player 1 discard").wait_for()
    visit.picture("track-penalty")
    tap_key(page, "?")
    tap(page, "Player 1 discarded it")
    wait_for(page, of("Player 2"))
    tap(page, "Exchange")
    tap_key(page, "???")
    tap(page, "Player 2 exchanged 3")
    wait_for(page, of("Player 1"))
    # A card of the community that is tapped says itself where it comes from.
    page.keyboard.type("t")
    page.get_by_role("button", name="E of the community", exact=True).first.click()
    page.keyboard.type("a")
    page.get_by_text("Pays $1").wait_for()
    page.get_by_role("button", name="Word: TEA").wait_for()
    assert page.locator(".word-field .card.community").all_inner_texts() == ["E"]
    turn_the_challenge_back(page, running)
    assert [error for error in visit.errors if "503" not in error] == []
    visit.errors.clear()


def focus_of(page: Page) -> Any:
    return page.evaluate(
        "(document.activeElement.dataset.row ?? document.activeElement.ariaLabel)"
        " || document.activeElement.tagName"
    )


def turn_the_challenge_back(page: Page, running: Running) -> None:
    """Correct step by step what was told in one go; half of a turn stays with its table."""
    secret = page.url.partition("game=")[2]
    for text in ("plumbq, challenged by 1, discard ?", "exchange ?"):
        path, version = f"/api/track/games/{secret}", asked(page, running)["version"]
        done = running.client.post(f"{path}/turns", json={"version": version, "text": text})
        assert done.status_code == 200
    page.reload()
    page.get_by_role(
        "button", name=re.compile("^3. Player 1 PLUMBQ challenged by Player 2")
    ).click()
    tap(page, "Correct")
    wait_for(page, "Turn 3 anew: Player 1")
    page.get_by_text("The cards go back.").wait_for()
    tap(page, "Player 1 played it")
    page.get_by_text("Corrected; all later turns").wait_for()
    texts = [turn["text"] for turn in asked(page, running)["turns"]]
    assert texts[3:] == ["PLUMBQ*Q, challenged by Player 2", "discard ?", "exchange ?"]
    tap(page, "Undo")
    wait_for(page, of("Player 2"))
    tap(page, "Undo")
    page.get_by_text("Which card did Player 1 discard").wait_for()
    page.keyboard.type("a")
    # The words stand after all: a card that was to pay for them is nothing of the turn now.
    page.get_by_role("button", name=re.compile("^3. Player 1 PLUMBQ")).click()
    tap(page, "Correct", "Nobody challenged", "Player 1 played it")
    wait_for(page, of("Player 2"))
    page.get_by_text("Tap the letters that Player 2 played").wait_for()
    # What does not answer in JSON is said, and is not said any more once it does.
    page.route("**/api/track/games/**", lambda route: route.fulfill(status=503, body="Busy"))
    look = "document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))"
    page.evaluate(look)
    page.get_by_role("alert").get_by_text("status 503").wait_for()
    page.unroute("**/api/track/games/**")
    page.evaluate(look)
    page.get_by_role("alert").wait_for(state="hidden")
    # The focus stays with the turn, whatever of it goes.
    page.locator("[data-row=kind-exchange]").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("a")
    page.get_by_role("button", name=re.compile("^Take A out")).focus()
    page.keyboard.press("Enter")
    assert focus_of(page) != "BODY"
    page.locator("[data-row=next]").focus()
    page.keyboard.press("Enter")
    assert focus_of(page) == "tell"
    page.keyboard.press("Enter")
    wait_for(page, of("Player 1"))
    assert focus_of(page) == "Tell a turn"


def test_a_correction_keeps_what_fits_and_is_not_lost(visits: Visits, running: Running) -> None:
    """With other letters, the way, the card that came and the purchase stay; also reloaded."""
    deal = {"players": ["Ann", "Ben"], "seat": 1, "hand": "BDEGISU", "community": "EWY", "first": 0}
    begun = running.client.post("/api/track/games", json=deal).json()
    path, version = f"/api/track/games/{begun['secret']}", begun["game"]["version"]
    told = {"version": version, "text": "LANCeR, buy L", "community": "K"}
    version = running.client.post(f"{path}/turns", json=told).json()["version"]
    visit = visits()
    page = visit.page
    page.goto(f"/track?game={begun['secret']}")
    page.get_by_role("button", name=re.compile("^1. Ann LANCER bought L · K came")).click()
    tap(page, "Correct")
    wait_for(page, "Turn 1 anew: Ann")
    page.locator(".word-field").click()
    tap(page, "Delete the last card")
    tap_key(page, "T")
    page.get_by_role("button", name="Word: LANCET").wait_for()
    chosen = page.get_by_role("button", name="Buy L for $4")
    page.get_by_role("button", name="Take K out: New in the community").wait_for()
    assert chosen.get_attribute("aria-pressed") == "true"
    assert page.locator(".word-field .card.community").all_inner_texts() == ["E"]
    # All is asked before the game changes.
    with page.expect_response("**/advice*"):
        page.reload()
    wait_for(page, "Turn 1 anew: Ann")
    page.get_by_role("button", name="Take K out: New in the community").wait_for()
    # Somebody else tells a turn meanwhile: the correction goes on, and is not lost without a word.
    told = {"version": version, "text": "exchange S", "drew": "A"}
    assert running.client.post(f"{path}/turns", json=told).status_code == 200
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")
    wait_for(page, "Turn 1 anew: Ann")
    tap(page, "Ann played it")
    page.get_by_role("alert").get_by_text("Your correction was not made.").wait_for()
    assert chosen.count() == 0
    assert [error for error in visit.errors if "409" not in error] == []
    visit.errors.clear()


def test_a_challenge_is_asked_about_before_the_ways_to_lay(
    visits: Visits, running: Running
) -> None:
    deal = {"players": ["Ann", "Ben"], "seat": None, "community": "EAT", "first": 0}
    begun = running.client.post("/api/track/games", json=deal).json()
    visit = visits(scheme="dark")
    page = visit.page
    page.goto(f"/track?game={begun['secret']}")
    wait_for(page, of("Ann"))
    page.keyboard.type("teat")
    page.get_by_text("How was it laid?").wait_for()
    page.keyboard.type("x")
    page.get_by_text("TEATX is not in enable.").wait_for(state="attached")
    # More letters may come: who challenged is not asked in the middle of a word.
    appears = "(one) => getComputedStyle(one).animationName"
    assert page.locator(".doubt").evaluate(appears) == "appear"
    page.get_by_text("TEATX is not in enable.").wait_for()
    assert page.locator(".way").count() == 0
    assert page.get_by_text("Pays $").count() == 0
    visit.picture("track-challenge")
    visit.check_looks()
    tap(page, "Nobody challenged")
    assert page.locator(".way").count() > 1
    tap(page, "Ben challenged")
    page.get_by_text("The cards go back.").wait_for()
    assert page.locator(".way").count() == 0
    assert page.locator(".doubt").evaluate(appears) == "none"
    assert page.get_by_text("Pays $").count() == 0
    tap(page, "Ann played it")
    page.get_by_text("Which card did Ann discard").wait_for()
    turn = page.locator(".turns .turn").first
    assert turn.inner_text().replace("\n", "").startswith("1.Ann")
    assert turn.locator(".aside").inner_text() == "challenged by Ben · taken back"
    tap_key(page, "?")
    tap(page, "Ann discarded it")
    # What pays for the word is of the same turn.
    numbers = page.locator(".turns .number")
    numbers.nth(1).wait_for()
    assert numbers.all_inner_texts() == ["1.", "1."]


def test_the_turns_stand_under_the_table(visits: Visits, running: Running) -> None:
    """The last two, above the plans; all of them are one tap away."""
    secret = told_by_program(running)
    for size in (PHONE, DESK):
        visit = visits(size)
        page = visit.page
        page.goto(f"/track?game={secret}")
        page.locator("#hinted .plan").first.wait_for()
        assert page.locator(".turns .number").all_inner_texts() == ["10.", "9."]
        top = page.locator(".turns").bounding_box()
        plans = page.locator(".own").bounding_box()
        assert top is not None
        assert plans is not None
        assert top["y"] < (plans["y"] if size == PHONE else DESK[1])
        assert page.locator(".turns .laid").first.get_attribute("aria-label") == "DOUX"
        visit.picture("track-turns")
        tap(page, "All 10 turns")
        assert page.locator(".turns .number").count() == 10
        page.get_by_role("button", name=re.compile("^10. Ann DOUX")).click()
        page.get_by_label("DOUX: what it means").click()
        page.get_by_role("link", name="More about DOUX").wait_for()
        visit.check_looks()


def told_by_program(running: Running) -> str:
    """The secret of the game of ten turns."""
    deal = {"players": PLAYERS, "seat": 1, "hand": "BDEGISU", "community": "EWY", "first": 0}
    begun = running.client.post("/api/track/games", json=deal).json()
    path, version = f"/api/track/games/{begun['secret']}", begun["game"]["version"]
    for text, drew, community in (turn.told for turn in TURNS):
        told = {"version": version, "text": text, "drew": drew, "community": community}
        version = running.client.post(f"{path}/turns", json=told).json()["version"]
    return str(begun["secret"])


LAST = [
    ("ultra, buy T, discard HY", "AEEORST", ""),
    ("pricked, buy K, discard ??", None, "ES"),
    ("FeAsE(S), buy F, discard ??", None, "EI"),
    ("overate, buy O, discard S", "ADINRT", "BJ"),
    ("holiday, buy H", None, "G"),
]


def test_the_end_of_a_game(visits: Visits, running: Running, axe: str) -> None:
    """The page names the winner with all that counts; undo goes on from there."""
    deal = {"players": PLAYERS, "seat": 1, "hand": "BDEGISU", "community": "EWY", "first": 0}
    begun = running.client.post("/api/track/games", json=deal).json()
    path, version = f"/api/track/games/{begun['secret']}", begun["game"]["version"]
    for text, drew, community in [*(turn.told for turn in TURNS), *LAST]:
        told = {"version": version, "text": text, "drew": drew, "community": community}
        version = running.client.post(f"{path}/turns", json=told).json()["version"]
    visit = visits(scheme="dark")
    page = visit.page
    page.goto(f"/track?game={begun['secret']}")
    page.get_by_role("heading", name="Ben wins").wait_for()
    rows = page.locator(".result tbody tr").all_inner_texts()
    assert [re.findall(r"\w+", row) for row in rows] == [
        ["1", "Ben", "35", "17", "5", "57"],
        ["2", "Cleo", "19", "19", "7", "45"],
        ["3", "Ann", "21", "12", "5", "38"],
    ]
    visit.picture("track-end")
    visit.check_looks()
    visit.check_with(axe)
    tap(page, "Undo")
    wait_for(page, of("Cleo"))


SIGNS = """async () => {
  const game = {
    you: 1, active: 1, phase: "start", goal: 45, ranking: [],
    seats: ["Ann", "Ben", "Cyd"].map((name, at) => (
      {name, patents: "EBK"[at], patent_value: 10, money: 3, stock: 0, score: 13})),
  };
  const {ownerOf, seatRows} = await import("/static/seats.js");
  const signs = [...seatRows(game).querySelectorAll(".sign")].map((one) => one.className);
  return [signs, [..."EBKZ"].map((letter) => ownerOf(game, letter))];
}"""


def test_players_have_the_signs_of_their_seats(visits: Visits) -> None:
    """The signs are those of Play and Review, whoever tells the game."""
    visit = visits()
    visit.page.goto("/track")
    signs, owners = visit.page.evaluate(SIGNS)
    assert signs == [f"sign player-{seat}" for seat in range(3)]
    assert owners == [0, 1, 2, -1]


def test_a_link_to_a_game_that_is_gone_leads_to_your_games(phone: Visit) -> None:
    page = phone.page
    page.goto("/track?game=gone")
    page.get_by_text("There is no such game here").wait_for()
    assert page.locator(".telling").is_hidden()
    # That is how the browser notes the answer 404.
    phone.errors = [one for one in phone.errors if "404" not in one]
    page.get_by_role("link", name="Your games").click()
    page.wait_for_url("**/track")
