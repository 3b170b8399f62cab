"""Games in a browser, by clicks alone: against a computer, and two people against each other."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support import people
from support.page_fixtures import Rig
from support.page_visit import DESK, PHONE, Visit
from support.running_server import Running

from letter_tycoon_solver.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TWICE = "(button) => { button.click(); button.click(); }"
LINES = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((box) => box.top)).size;
})"""
OVER = """async (names) => {
  const {showPlaces, statusOf} = await import("/static/play-table.js");
  const seats = names.map((name) => ({name, patent_value: 45, money: 137, stock: 12, score: 194}));
  const places = [{players: [1]}, {players: [0]}];
  const game = {phase: "over", round: 1, asked: 0, you: 0, seats, places};
  const place = document.createElement("section");
  document.querySelector("#room").append(place);
  showPlaces(place, game, "");
  return statusOf(game).text;
}"""
DESK_DARK = (DESK, "dark")
PHONE_LIGHT = (PHONE, "light")


@pytest.fixture
def visits(browser: Browser, server: Running) -> Iterator[Callable[..., Visit]]:
    """Opens windows, each of a person of their own."""
    opened = []

    def visit(scene: tuple[tuple[int, int], str] = PHONE_LIGHT) -> Visit:
        opened.append(Visit(browser, server.url, *scene))
        return opened[-1]

    yield visit
    for one in opened:
        one.close()


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def title(page: Page, text: str) -> None:
    """Waits until the page says what is asked."""
    page.get_by_role("heading", name=text, exact=True).wait_for()


def focus(page: Page) -> Any:
    """The id of what has the focus."""
    return page.evaluate("document.activeElement.id")


def begin(page: Page, *others: str, **choices: str) -> None:
    """A new game of Ann, by the form; others in lower case are computers."""
    page.goto("/play")
    page.get_by_label("Your name").fill("Ann")
    for at, other in enumerate(others):
        if at:
            button(page, "Add a player").click()
        kind = page.get_by_label(f"Player {at + 2}", exact=True)
        kind.select_option(other if other.islower() else "")
        if not other.islower():
            page.get_by_label(f"Name of player {at + 2}").fill(other)
    for label, choice in choices.items():
        page.get_by_label(label.replace("_", " "), exact=True).select_option(choice)


def lay(page: Page, text: str, community: str = "") -> None:
    """Taps the cards of a word; those of the community are in the second text."""
    for letter in text:
        name = f"Lay {letter}" + (" of the community" if letter in community else "")
        button(page, name).first.click()


def test_a_whole_game_against_a_computer(  # noqa: PLR0915 (one line per click)
    visits: Callable[..., Visit], axe: str, rig: Rig
) -> None:
    """To its end, with what one meets on the way: exchange, undo, hint, purchase, reload, back."""
    rig("JWLEANZ", "", community="EES", deck="AEIOUTR", patents=["S", ""])
    visit = visits()
    page = visit.page
    begin(page, "medium", Words="none", Length="A short one")
    page.get_by_label("Everyone may ask for hints").check()
    visit.picture("play-new")
    visit.check_looks()
    visit.check_with(axe)
    button(page, "Begin").click()
    title(page, "Your turn")
    assert "/play?seat=" in page.url
    visit.check_with(axe)
    # What was begun is not lost by a reload, or by a visit elsewhere.
    page.reload()
    title(page, "Your turn")
    page.get_by_role("link", name="Words").click()
    page.get_by_role("heading", name="Is it a word?").wait_for()
    page.go_back()
    title(page, "Your turn")
    button(page, "Exchange cards").click()
    for letter in "Z":
        button(page, f"Discard {letter}").click()
    visit.picture("play-exchange")
    button(page, "Exchange Z").click()
    page.get_by_text("Exchanged Z").wait_for()
    title(page, "Your turn")
    button(page, "Undo").click()
    button(page, "Discard Z").wait_for(state="detached")
    button(page, "Lay Z").wait_for()
    lay(page, "WLN")
    page.get_by_text("not in the word list").wait_for()
    assert button(page, "Play WLN").is_disabled()
    button(page, "Clear").click()
    button(page, "Hint").click()
    page.locator("#hinted .plan .figure", has_text="%").first.wait_for()
    page.locator("#hinted").get_by_role("button", name=re.compile("^JEWELS")).first.click()
    button(page, "Lay it ready").click()
    page.get_by_text("Pays $4 and 1 stock").wait_for()
    visit.picture("play-laid")
    visit.check_looks()
    visit.check_with(axe)
    button(page, "Play JEWELS").click()
    title(page, "Buy a patent?")
    visit.picture("play-buy")
    visit.check_looks()
    visit.check_with(axe)
    button(page, "Buy nothing").press("Enter")
    title(page, "Discard?")
    assert focus(page) == "hand"
    button(page, "Discard Z").click()
    visit.picture("play-discard")
    button(page, "Discard Z, end the turn").click()
    page.get_by_role("heading", name=re.compile("thinking|Your turn|won")).wait_for()
    play_on(page)
    page.locator(".places").wait_for()
    page.locator(".news .meaning summary").last.click()
    page.get_by_role("link", name=re.compile("^More about ")).wait_for()
    visit.picture("play-over")
    visit.check_looks()
    visit.check_with(axe)
    page.get_by_role("link", name="Review the game").click()
    page.locator(".told-turn").first.wait_for()
    page.go_back()
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="With Medium").wait_for()
    button(page, "Forget the game with Medium").click()
    page.get_by_role("link", name="With Medium").wait_for(state="detached")


@pytest.mark.parametrize(("name", "lines"), [("Bartholomäus Wu", 2), ("W" * 24, 6)])
def test_a_result_with_a_long_name(visits: Callable[..., Visit], name: str, lines: int) -> None:
    """Only the name may be broken, no more than it has to be."""
    visit = visits()
    page = visit.page
    page.goto("/play")
    button(page, "Begin").wait_for()
    assert page.evaluate(OVER, ["Ann", name]) == "The game is over after 1 round."
    whole = page.locator(".places th[scope=col], .places td:not(:empty)").evaluate_all(LINES)
    assert set(whole) == {1}
    broken, you = page.locator(".places th[scope=row]").evaluate_all(LINES)
    assert (broken <= lines, you) == (True, 1)
    visit.picture(f"play-result-{len(name)}")
    visit.check_looks()


def play_on(page: Page) -> None:
    """Plays what the first hint says, until the game is over."""
    asked = re.compile("Your turn|Buy a patent|Discard|has won|have won|share the victory")
    for _ in range(100):
        heading = page.get_by_role("heading", name=asked).first
        text, version = heading.inner_text(), heading.get_attribute("data-version")
        main = page.locator(".hand-dock .main-action:not(:disabled)")
        if "Buy" in text:
            page.locator(".offer").first.click()
        elif "Discard" in text:
            main.click()
        elif text == "Your turn":
            button(page, "Hint").click()
            page.locator("#hinted .plan").first.click()
            ready = page.locator("#hinted").get_by_role("button", name="Lay it ready")
            page.locator("#hinted .detail").wait_for()
            if ready.count():
                ready.click()
            else:
                button(page, "Exchange cards").click()
                button(page, "All").click()
            main.click()
        else:
            return
        page.locator(f"h1[data-version='{version}']").wait_for(state="detached")


def test_two_people_with_a_challenge(  # noqa: PLR0915 (one line per click)
    visits: Callable[..., Visit], axe: str, rig: Rig, data: Path
) -> None:
    """At a desk and on a phone: an invitation, a bluff that is found out, a challenge in vain."""
    rig("JWLEANZ", "", community="EES", patents=["", "E"])
    desk, phone = visits(DESK_DARK), visits()
    ann, ben = desk.page, phone.page
    begin(ann, "Ben")
    ann.get_by_text("Only this computer can open the page").wait_for()
    button(ann, "Begin").evaluate(TWICE)
    link = ann.get_by_label("Link for Ben").input_value()
    assert len(list((data / "games").iterdir())) == 1
    code = ann.get_by_role("img", name="QR code of the invitation for Ben")
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    desk.picture("play-invitation")
    desk.check_looks()
    desk.check_with(axe)
    ben.goto(link)
    button(ben, "Play as Ben").evaluate(TWICE)
    title(ben, "Waiting for Ann")
    # The invitation is worth nothing any more; the page of who has the seat leads there.
    code.wait_for(state="detached")
    ben.goto(link)
    title(ben, "Waiting for Ann")
    lay(ann, "WLN")
    ann.get_by_text("others may challenge it").wait_for()
    button(ann, "Play WLN").press("Enter")
    title(ben, "Does it stand?")
    ann.get_by_text("Ben may challenge it.").wait_for()
    assert focus(ann) == "hand"
    phone.picture("play-challenge")
    phone.check_looks()
    phone.check_with(axe)
    button(ben, "Challenge").click()
    title(ann, "Taken back")
    ann.get_by_text("Ben challenged: WLN is not in the word list").wait_for()
    # Ann asks to undo, and Ben agrees.
    button(ann, "Ask to undo").press("Enter")
    button(ann, "Never mind").wait_for()
    assert focus(ann) == "hand"
    wish = ben.get_by_role("status").filter(has_text="Ann wants to undo")
    assert "to the turn of Ann in round 2. That takes back 2 steps;" in wish.inner_text()
    phone.picture("play-undo")
    phone.check_looks()
    phone.check_with(axe)
    button(ben, "Agree").press("Enter")
    title(ann, "Your turn")
    ben.get_by_role("status").filter(has_text="Waiting for Ann").wait_for()
    assert (focus(ann), focus(ben)) == ("hand", "hand")
    lay(ann, "JEWELS", community="ES")
    ann.get_by_text("Ben gets $2 for E and E").wait_for()
    button(ann, "Play JEWELS").click()
    title(ben, "Does it stand?")
    button(ben, "Challenge").click()
    title(ann, "Buy a patent?")
    ann.get_by_text("Ben challenged in vain; the bank paid $1").wait_for()
    button(ann, "Buy nothing").click()
    button(ann, "Keep all, end the turn").click()
    title(ben, "Your turn")
    title(ann, "Waiting for Ben")
    assert ben.title().startswith("● Your turn")
    desk.picture("play-waiting")
    desk.check_looks()


def test_patents_and_keys(visits: Callable[..., Visit], rig: Rig) -> None:
    """Duplicate, suffix, second word and Y; the letters are typed."""
    rig("BOKYAND", "", community="TEN", patents=["QVXZ", ""])
    visit = visits(DESK_DARK)
    page = visit.page
    begin(page, "greedy", Words="none")
    button(page, "Begin").click()
    title(page, "Your turn")
    button(page, "Replace a card (Q)").wait_for()
    page.keyboard.type("boqk")
    page.keyboard.press("Backspace")
    button(page, "O once more, by patent X").click()
    page.keyboard.type("k")
    button(page, "Add S (Z)").click()
    page.get_by_text("Pays $3").wait_for()
    visit.picture("play-patents")
    visit.check_looks()
    button(page, "Second word (V)").click()
    page.keyboard.type("any")
    button(page, "Y is a vowel: make it a consonant").wait_for(state="detached")
    button(page, "Y is a consonant: make it a vowel").click()
    button(page, "Y is a vowel: make it a consonant").wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.get_by_text(re.compile("Played BOOKS and ANY")).wait_for()


def test_a_page_goes_on_when_its_server_does(
    browser: Browser, site: Site, data: Path, server: Running, rig: Rig
) -> None:
    """It says that the server is gone, and shows the game once there is one again."""
    rig("JWLEANZ", "", community="EES")
    visit = Visit(browser, server.url, PHONE, "light")
    page = visit.page
    begin(page, "greedy", Words="automatic")
    button(page, "Begin").click()
    lay(page, "WLN")
    page.get_by_text(re.compile(r"^Pays \$1")).wait_for()
    assert page.get_by_text("may challenge").count() == 0
    hand = page.locator(".hand-row .slot").all_inner_texts()
    server.stop()
    page.get_by_text("Your game is safe").wait_for()
    button(page, "Play WLN").click()
    page.get_by_text("Is letter-tycoon serve still running?").wait_for()
    assert list((data / "games").glob("*.jsonl"))
    with Running(site, port=server.address.port):
        page.get_by_text("Your game is safe").wait_for(state="hidden")
        page.get_by_role("alert").wait_for(state="hidden")
        assert page.locator(".hand-row .slot").all_inner_texts() == hand
        # That the server did not answer is what the browser notes.
        visit.errors.clear()
        visit.close()


def test_a_page_goes_on_after_the_clock_went_back(
    browser: Browser, site: Site, server: Running, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has seen was later by the clock, and had a wish that no record knows."""
    rig("JWLEANZ", "", community="EES")
    ann = people.begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)
    visit = Visit(browser, server.url, PHONE, "light")
    page = visit.page
    page.goto(f"/play?seat={ben.secret}")
    title(page, "Waiting for Ann")
    ann.act("exchange nothing")
    title(page, "Your turn")
    ann.undo()
    wish = page.get_by_role("status").filter(has_text="Ann wants to undo")
    wish.wait_for()
    server.stop()
    page.get_by_text("Your game is safe").wait_for()
    time_ns = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: time_ns() - 3_600_000_000_000)
    with Running(site, port=server.address.port) as again:
        wish.wait_for(state="hidden")
        people.Person(again.client, ben.secret).act("exchange nothing")
        title(page, "Waiting for Ann")
        # That the server did not answer is what the browser notes.
        visit.errors.clear()
        visit.close()


@pytest.mark.parametrize("scene", [PHONE_LIGHT, DESK_DARK, (PHONE, "dark"), (DESK, "light")])
def test_a_phone_without_the_token_finds_its_seat_again(
    browser: Browser, site: Site, data: Path, axe: str, scene: tuple[tuple[int, int], str]
) -> None:
    """A browser may forget its cookies; what it has played is still in its list."""
    assert data.exists()
    with Running(site, "a-token-of-the-tests") as guarded:
        visit = Visit(browser, guarded.url, *scene)
        page = visit.page
        page.goto(guarded.address.url)
        begin(page, "greedy")
        button(page, "Begin").click()
        page.locator("h1[data-version]").wait_for()
        page.context.clear_cookies()
        page.reload()
        page.get_by_role("heading", name="Scan the QR code again").wait_for()
        page.get_by_text("Your game is safe").wait_for()
        visit.picture("no-token")
        visit.check_looks()
        visit.check_with(axe)
        # What the host's code says; then the game is a tap away.
        page.goto(guarded.address.url)
        page.get_by_role("link", name="Play", exact=True).click()
        page.get_by_role("link", name="With Greedy").click()
        page.locator("h1[data-version]").wait_for()
        # That there was no token is what the browser notes.
        assert all("401" in error for error in visit.errors)
        visit.errors.clear()
        visit.close()
