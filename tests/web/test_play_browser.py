"""Games in a browser, by clicks alone: against a computer, and two people against each other."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support import people
from support.page_fixtures import Rig, Visits
from support.pages import DESK, PHONE, Running, Visit

from letter_tycoon_solver.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TWICE = "(button) => { button.click(); button.click(); }"


@pytest.fixture
def running(server: Running) -> Running:
    """The page of a user who has no games yet."""
    return server


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
    visits: Visits, axe: str, rig: Rig
) -> None:
    """To its end, with what one meets on the way: exchange, undo, hint, purchase, reload, back."""
    rig("JWLEANZ", "", community="EES", deck="AEIOUTR", patents=["S", ""])
    visit = visits()
    page = visit.page
    begin(page, "medium", Words="none", Length="A short one")
    page.get_by_label("Everyone may ask for hints").check()
    page.get_by_text("Knows common words and picks good turns").wait_for()
    page.get_by_text("patents worth $17, after about four rounds").wait_for()
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
    # A hint tells as much as one wants to know: the length, the letters, the word, the turn.
    button(page, "Hint").click()
    steps = page.locator(".hint-steps")
    steps.get_by_text("A word of 6 letters.", exact=True).wait_for()
    visit.check_looks()
    assert page.locator("#hinted .plan:visible").count() == 0
    button(page, "Its letters").press("Enter")
    letters = steps.locator("p").nth(1).inner_text()
    assert re.fullmatch(r"(\w ){5}\w\.", letters)
    button(page, "The word").press("Enter")
    word = steps.get_by_role("img").get_attribute("aria-label") or ""
    assert sorted(word) == letters.rstrip(".").split()
    visit.picture("play-hint")
    visit.check_looks()
    visit.check_with(axe)
    button(page, "The whole turn").press("Enter")
    page.locator("#hinted .plan .figure", has_text="%").first.wait_for()
    button(page, "Lay it ready").wait_for()
    jewels = page.locator("#hinted").get_by_role("button", name=re.compile("^JEWELS")).first
    if jewels.get_attribute("aria-expanded") == "false":
        jewels.click()
    button(page, "Lay it ready").click()
    page.get_by_text("Pays $4 and 1 stock").wait_for()
    # What is laid ready is there after a reload.
    order = page.locator(".card-row.long .slot").all_inner_texts()
    page.reload()
    page.get_by_text("Pays $4 and 1 stock").wait_for()
    assert page.locator(".making .slot").all_inner_texts() == list("JEWELS")
    assert page.locator(".card-row.long .slot").all_inner_texts() == order
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
    page.get_by_role("heading", name=re.compile("^Best word")).wait_for()
    page.locator(".news .meaning summary").last.click()
    page.get_by_role("link", name=re.compile("^More about ")).wait_for()
    visit.picture("play-over")
    visit.check_looks()
    visit.check_with(axe)
    page.get_by_role("link", name="Review the game").click()
    page.locator(".told-turn").first.wait_for()
    page.go_back()
    # The same again, one tap away; one step back is the end of the game before.
    before = page.url
    button(page, "Play again").click()
    page.wait_for_function("(before) => location.href !== before", arg=before)
    page.locator("h1[data-version]").wait_for()
    assert "goal $17" in page.locator(".turn").inner_text()
    assert page.locator(".places").count() == 0
    page.go_back()
    button(page, "To the rematch").wait_for()
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="With Medium over").wait_for()
    for _ in range(2):
        button(page, "Forget the game with Medium").first.click()
    page.get_by_role("link", name="With Medium").wait_for(state="detached")


def test_the_fields_of_a_new_game_are_equally_wide(visits: Visits) -> None:
    page = visits().page
    begin(page, "medium")
    fields = page.locator(".field input, .field select")
    ends = fields.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
    assert len(ends) > 4
    assert len(set(ends)) == 1


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
            more = page.locator(".hint-steps button")
            more.or_(page.locator("#hinted .detail:visible")).first.wait_for()
            while more.count():
                more.click()
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
    visits: Visits, axe: str, rig: Rig, data: Path
) -> None:
    """At a desk and on a phone: an invitation, a bluff that is found out, a challenge in vain."""
    rig("JWLEANZ", "", community="EES", patents=["", "E"])
    desk, phone = visits(DESK, "dark"), visits()
    ann, ben = desk.page, phone.page
    begin(ann, "Ben")
    ann.get_by_text("Only this computer can open the page").wait_for()
    button(ann, "Begin").evaluate(TWICE)
    link = ann.get_by_label("Link for Ben").input_value()
    assert len(list((data / "games").iterdir())) == 1
    code = ann.get_by_role("img", name="QR code of the invitation for Ben")
    ann.get_by_text("Another phone cannot open it").wait_for()
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
    stakes = ben.get_by_text("If WLN is in the word list, Ann gets $1 from the bank, as you have")
    assert "none. If not, it is taken back: Ann earns nothing and" in stakes.inner_text()
    ann.get_by_text("Ben may challenge it.").wait_for()
    # What a word means would say if it is one.
    assert ben.locator(".news .laid-words").count() == 1
    assert ben.locator(".news .meaning").count() == 0
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
    assert "to the turn of Ann in round 1. That takes back 2 steps;" in wish.inner_text()
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


def test_patents_and_keys(visits: Visits, rig: Rig) -> None:
    """Duplicate, suffix, second word and Y; the letters are typed."""
    rig("BOKYAND", "", community="TEN", patents=["KQVXZ", ""])
    visit = visits(DESK, "dark")
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
    visits: Visits, site: Site, data: Path, server: Running, rig: Rig
) -> None:
    """It says that the server is gone, and shows the game once there is one again."""
    rig("JWLEANZ", "", community="EES")
    visit = visits()
    page = visit.page
    begin(page, "greedy", Words="automatic")
    button(page, "Begin").click()
    lay(page, "WLN")
    page.get_by_text(re.compile(r"^Pays \$1")).wait_for()
    assert page.get_by_text("may challenge").count() == 0
    hand = page.locator(".card-row .slot").all_inner_texts()
    server.stop()
    page.get_by_text("Your game is safe").wait_for()
    button(page, "Play WLN").click()
    page.get_by_text("Is letter-tycoon serve still running?").wait_for()
    assert list((data / "games").glob("*.jsonl"))
    with Running(site, port=server.address.port):
        page.get_by_text("Your game is safe").wait_for(state="hidden")
        page.get_by_role("alert").wait_for(state="hidden")
        assert page.locator(".card-row .slot").all_inner_texts() == hand
        # That the server did not answer is what the browser notes.
        visit.errors.clear()
        visit.close()


def test_a_page_goes_on_after_the_clock_went_back(
    visits: Visits, site: Site, server: Running, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has seen later times, and a wish that no record knows."""
    rig("JWLEANZ", "", community="EES")
    ann = people.begin(server.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)
    visit = visits()
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


@pytest.mark.parametrize("room", ["play?seat", "track?game"])
def test_a_link_to_no_game_leads_to_those_there_are(visits: Visits, room: str) -> None:
    visit = visits()
    page = visit.page
    page.goto(f"/{room}=nobody-knows-it")
    page.get_by_text(re.compile("^(Nobody has a seat|There is no such game)")).wait_for()
    assert page.get_by_text("This seat on another device").is_hidden()
    assert page.locator("#hand").is_hidden()
    visit.check_looks()
    page.get_by_role("link", name="Your games").click()
    page.wait_for_url(f"**/{room.partition('?')[0]}")
    # That is how the browser notes the answer 404.
    visit.errors.clear()


@pytest.mark.parametrize(
    "scene", [(size, scheme) for size in (PHONE, DESK) for scheme in ("light", "dark")]
)
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


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (390, 844), (844, 390), (667, 375)])
def test_the_table_on_phones_of_all_sizes(
    visits: Visits, rig: Rig, axe: str, size: tuple[int, int]
) -> None:
    """Seven cards in a row, eight letters too, and lying on its side the table beside the hand."""
    rig("JWLEANZ", "", community="EES", patents=["SKQZ", "EAT"], money=[12, 3], stock=[0, 4])
    visit = visits(size, "dark" if size[0] % 100 else "light")
    page = visit.page
    begin(page, "medium", Words="none")
    button(page, "Begin").click()
    title(page, "Your turn")
    lay(page, "JEWELS", community="ES")
    button(page, "Lay A").click()
    button(page, "Lay N").click()
    page.get_by_text("not in the word list").wait_for()
    for cards, letters, narrow in ((".making .slot", 8, 360), ("[data-row^=hand-]", 7, 320)):
        assert page.locator(cards).count() == letters
        tops = page.locator(cards).evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1 or size[0] < narrow
    shown = page.locator("#seats li").last.inner_text().split()
    # The smallest phones have no room to call the dollars money.
    assert " ".join(shown).replace("money ", "") == "You $12 score 24 patents $12 of $45 K Q S Z"
    visit.picture(f"play-table-{size[0]}")
    visit.check_looks()
    visit.check_with(axe)
    # The whole hand and what can be done with it are in sight, with who owns what.
    heights = page.evaluate(
        """() => ["#seats li:last-child", ".hand-dock .main-action"].map(
          (one) => document.querySelector(one).getBoundingClientRect().bottom - innerHeight)"""
    )
    assert max(heights) <= 0


def test_a_rematch_is_a_tap_for_everyone(visits: Visits, server: Running, rig: Rig) -> None:
    rig("JWLEANZ", "", community="EES", patents=["B", ""], active=1, round=2, final_round=2)
    ann, ben = visits().page, visits().page
    anns = people.begin(server.client, "Ann", "Ben", challenge="none", goal=2)
    bens = anns.invite(1)
    bens.act("exchange nothing")
    for page, secret in ((ann, anns.secret), (ben, bens.secret)):
        page.goto(f"/play?seat={secret}")
    for page in (ann, ben):
        button(page, "Play again").wait_for()
    places = [page.locator(".places tbody").inner_text() for page in (ann, ben)]
    assert places[0] != places[1]
    button(ben, "Play again").click()
    ben.locator("h1[data-version]").get_by_text(re.compile("Your turn|Waiting")).wait_for()
    button(ann, "To the rematch").click()
    ann.locator("h1[data-version]").get_by_text(re.compile("Your turn|Waiting")).wait_for()
    # Each has the same sign on both phones, and nobody has to be invited.
    for page, rows in ((ann, ["Ben", "You"]), (ben, ["Ann", "You"])):
        shown = page.locator("#seats .name").all_inner_texts()
        assert shown == rows
        assert page.locator(".code").count() == 0
    signs = [
        page.locator("#seats .sign").evaluate_all("(all) => all.map((one) => one.className)")
        for page in (ann, ben)
    ]
    assert signs[0] == signs[1][::-1]
