"""Games of people on the page: told by taps on a phone, kept in its browser."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import Visits
from support.pages import DESK, PHONE, Visit
from support.told import (
    PLAYERS,
    TURNS,
    begin,
    begin_to_keep_score,
    followed,
    game_kept,
    is_as_told,
    of,
    open_plan,
    open_text,
    tap,
    tap_key,
    tell,
    wait_for,
)

from letter_tycoon_solver.game import TrackedGame, game_text
from letter_tycoon_solver.rules.ruleset import RULEBOOK, LastRound

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def text_of(*turns: tuple[str, str | None, str], **deal: Any) -> str:
    """The text of a game of two, told turn by turn."""
    first = {"seat": 1, "hand": "BDEGISU", "community": "EWY", "first": 0}
    game = TrackedGame(["Ann", "Ben"], **{**first, **deal})
    for text, drew, community in turns:
        game.push(text, drew=drew, community=community)
    return game_text(game)


# A game -----------------------------------------------------------------------------------------


def test_a_game_by_taps(phone: Visit, axe: str) -> None:
    tell_on_a_phone(phone, axe)
    see_the_list(phone, axe)


def tell_on_a_phone(phone: Visit, axe: str) -> None:
    """Five turns, with advice, what was undone, and a page that was closed."""
    page = phone.page
    page.goto("/track?new")
    phone.check(axe)
    begin(page)
    phone.check()
    tell(page, 1)
    # One's own turn: plans at once, advice as it settles, and a plan is carried out.
    wait_for(page, "Your turn")
    page.locator("#hinted .plan .figure", has_text="%").first.wait_for()
    open_plan(page, "BUDGIES", "buy B")
    phone.check(axe)
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
    is_as_told(page, 3)
    tap(page, "Undo")
    wait_for(page, of("Cleo"))
    tap(page, "Redo")
    wait_for(page, of("Ann"))
    is_as_told(page, 3)
    tell(page, 4)
    # Half of a turn outlives a page that was closed.
    wait_for(page, "Your turn")
    page.locator(".word-field").click()
    tap_key(page, "INGE")
    page.reload()
    page.get_by_role("button", name="Word: INGE").wait_for()
    tap(page, *["Delete the last card"] * 4)
    tell(page, 5)
    wait_for(page, of("Cleo"))
    is_as_told(page, 5)


def see_the_list(visit: Visit, axe: str) -> None:
    """The game is on it, and one step back leads to it again."""
    page, address = visit.page, visit.page.url
    page.goto("/track")
    page.get_by_role("button", name=re.compile("^Ann, Ben, Cleo round 2")).click()
    wait_for(page, of("Cleo"))
    assert page.url == address
    page.go_back()
    page.get_by_role("heading", name="Follow a game").wait_for()
    visit.check(axe)
    page.go_forward()
    wait_for(page, of("Cleo"))


def test_earlier_turns_are_corrected_and_the_focus_goes_to_what_is_asked_next(
    visits: Visits, axe: str
) -> None:
    """At a desk, where the list of turns, which a correction hides, is below the turn."""
    visit = visits(DESK, "dark")
    page = visit.page

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")

    open_text(page, game_text(followed(10)))
    wait_for(page, "Your turn")
    is_as_told(page, 10)
    tap(page, "All 10 turns")
    visit.check(axe)
    first = page.get_by_role("button", name=re.compile("^1. Ann MILLIARE bought R"))
    first.click()
    press("Correct")
    wait_for(page, "Turn 1 anew: Ann")
    page.locator("[data-row=tell]:focus").wait_for()
    # Advice for another table would mislead, and another turn would drop the correction.
    assert page.locator(".own, .told, .news").filter(visible=True).count() == 0
    press("More cards discarded?")
    page.locator(".row-name:focus").wait_for()
    press("Leave all as it was")
    wait_for(page, "Your turn")
    first.click()
    tap(page, "Correct")
    page.get_by_role("button", name=re.compile("^Buy M for")).click()
    tap(page, "Ann played it")
    page.get_by_text("Corrected; all later turns").wait_for()
    owned = page.locator(".seat-line").first.locator(".patent").all_inner_texts()
    assert owned == [*"IMUX"]
    # One that makes a later one impossible, and the way back.
    page.get_by_role("button", name=re.compile("^3. Cleo ANTHODIA")).click()
    tap(page, "Remove")
    page.get_by_role("alert").get_by_text("Turn 3, ").first.wait_for()
    wait_for(page, "Turn 3 anew: Cleo")
    tap(page, "Leave all as it was")
    wait_for(page, "Your turn")
    assert len(game_kept(page).turns) == 10
    press("Undo")
    wait_for(page, of("Ann"))
    press("Redo")
    wait_for(page, "Your turn")
    page.locator("[data-row=Undo]:focus").wait_for()


def test_an_answer_of_the_word_list_does_not_take_the_key_from_under_a_finger(
    page: Page,
) -> None:
    begin(page)
    answers: list[Route] = []

    def hold(route: Route) -> None:
        answers.append(route)

    page.route("**/api/words/**", hold)
    page.locator(".word-field").click()
    with page.expect_request("**/api/words/MLI?*"):
        tap_key(page, "MLI")
    key = page.locator("#dock").get_by_role("button", name="K", exact=True).bounding_box()
    assert key is not None
    page.mouse.move(key["x"] + 9, key["y"] + 9)
    page.mouse.down()
    for answer in answers:
        answer.continue_()
    page.get_by_text("MLI is not in the list of all words (ENABLE).").wait_for(state="attached")
    page.mouse.up()
    page.wait_for_function("document.querySelector('.word-field').innerText.includes('K')")


def test_whom_advice_takes_the_others_for_stays_chosen(visits: Visits) -> None:
    """A half-told turn stays; the next game goes on with the same."""
    phone = visits(scheme="dark")
    page = phone.page
    begin(page)
    tell(page, 1)
    wait_for(page, "Your turn")
    status = page.locator(".own .status").first
    status.get_by_text("games against people who know common words").wait_for()
    page.locator(".word-field").click()
    tap_key(page, "BUD")
    page.get_by_label("Against").select_option("computers of level hard")
    status.get_by_text("games against computers of level hard").wait_for()
    assert page.locator(".word-field .card").all_inner_texts() == [*"BUD"]
    phone.check()
    page.reload()
    status.get_by_text("games against computers of level hard").wait_for()
    assert page.get_by_label("Against").input_value() == "hard"
    assert page.locator(".word-field .card").all_inner_texts() == [*"BUD"]
    page.locator(".own .plan").first.click()
    page.locator(".own summary", has_text="More").click()
    why = " ".join(page.locator(".own .why li").all_inner_texts())
    assert "Ann" in why or "Cleo" in why
    assert "opponent" not in why.lower()


@pytest.mark.smoke
def test_a_challenge_an_exchange_and_the_keyboard(visits: Visits) -> None:
    """Rarer things: a word that is not one, cards that nobody saw, letters typed."""
    visit = visits(scheme="dark")
    page = visit.page
    page.goto("/track?new")
    tap(page, "Begin")
    page.get_by_role("alert").get_by_text("Tap your 7 cards first.").wait_for()
    tap(page, "Remove Player 3", "Player 1 is me")
    page.get_by_text("you keep the score").wait_for()
    page.get_by_role("button", name=re.compile("^Community")).click()
    page.keyboard.type("ees")
    page.get_by_role("alert").wait_for(state="hidden")
    page.get_by_role("button", name="Begin", exact=True).focus()
    page.keyboard.press("Enter")
    wait_for(page, of("Player 1"))
    page.keyboard.type("vrola")
    page.keyboard.press("Backspace")
    page.get_by_text("VROL is not in the list of all words (ENABLE).").wait_for()
    assert page.get_by_role("button", name="Player 1 played it").is_disabled()
    visit.check()
    tap(page, "Player 2 challenged")
    page.get_by_text("The cards go back.").wait_for()
    tap(page, "Player 1 played it")
    page.get_by_text("Which card did Player 1 discard").wait_for()
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
    assert [turn.text for turn in game_kept(page).turns] == [
        "VROL, challenged by Player 2",
        "discard ?",
        "exchange ???",
    ]
    keep_the_focus(page)


def keep_the_focus(page: Page) -> None:
    """It stays with the turn, whatever of it goes."""
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
    wait_for(page, of("Player 2"))
    assert focus_of(page) == "Tell a turn"


def focus_of(page: Page) -> Any:
    return page.evaluate(
        "(document.activeElement.dataset.row ?? document.activeElement.ariaLabel)"
        " || document.activeElement.tagName"
    )


def test_what_was_told_in_one_go_is_corrected_step_by_step(page: Page) -> None:
    turns = ("plumbq, challenged by Ann, discard ?", None, ""), ("exchange ?", None, "")
    open_text(page, text_of(*turns, seat=None, hand="", first=1))
    page.get_by_role("button", name=re.compile("^1. Ben PLUMBQ challenged by Ann")).click()
    tap(page, "Correct")
    wait_for(page, "Turn 1 anew: Ben")
    page.get_by_text("The cards go back.").wait_for()
    tap(page, "Ben played it")
    page.get_by_text("Corrected; all later turns").wait_for()
    assert [turn.text for turn in game_kept(page).turns] == [
        "PLUMBQ*Q, challenged by Ann",
        "discard ?",
        "exchange ?",
    ]
    tap(page, "Undo")
    wait_for(page, of("Ann"))
    tap(page, "Undo")
    page.get_by_text("Which card did Ben discard").wait_for()
    # The words stand after all: a card that was to pay for them is nothing of the turn now.
    page.get_by_role("button", name=re.compile("^1. Ben PLUMBQ")).click()
    tap(page, "Correct", "Nobody challenged", "Ben played it")
    wait_for(page, of("Ann"))
    page.get_by_text("Tap the letters that Ann played").wait_for()


@pytest.mark.parametrize(
    "own", [{"last_round": LastRound.ONE_MORE_TURN}, {"hand_size": 6}, {"community_size": 2}]
)
def test_for_rules_of_ones_own_there_are_no_hints(page: Page, own: dict[str, Any]) -> None:
    """Those of the rulebook would be wrong."""
    rules = dataclasses.replace(RULEBOOK, **own)
    cards = {"hand": "BDEGISU"[: rules.hand_size], "community": "EWY"[: rules.community_size]}
    open_text(page, text_of(first=1, ruleset=rules, **cards))
    page.get_by_role("alert").get_by_text("no hints here for rules of your own").wait_for()
    assert page.locator("#hinted .plan").count() == 0
    tap(page, "Exchange", "I exchanged nothing")
    wait_for(page, of("Ann"))


def test_a_correction_keeps_what_fits(visits: Visits) -> None:
    """With other letters, the way, the card that came and the purchase stay."""
    visit = visits()
    page = visit.page
    open_text(page, text_of(("LANCeR, buy L", None, "K")))
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
    visit.check()
    tap(page, "Ann played it")
    page.get_by_text("Corrected; all later turns").wait_for()
    page.get_by_role("button", name=re.compile("^1. Ann LANCET bought L · K came")).wait_for()


def test_a_forgotten_turn_and_other_first_cards(page: Page) -> None:
    open_text(page, text_of(("LANCeR, buy L", None, "K"), ("BUDGIES, buy B", "AEGNNST", "")))
    page.get_by_role("button", name=re.compile("^2. Ben BUDGIES")).click()
    tap(page, "Correct the first cards")
    page.get_by_role("button", name="Take Y out: Community").click()
    tap_key(page, "R")
    tap(page, "Correct them")
    page.get_by_text("Corrected; all later turns").wait_for()
    labels = "(all) => all.map((one) => one.innerText)"
    lying = page.locator(".lying .card-row").first.locator(".card").evaluate_all(labels)
    assert lying == [*"KRW"]
    page.get_by_role("button", name=re.compile("^1. Ann LANCER")).click()
    tap(page, "Insert one before", "Exchange")
    tap(page, "Ann exchanged nothing")
    page.get_by_role("alert").get_by_text("Turn 2, ").wait_for()
    wait_for(page, "Turn 2 anew: Ben")
    tap(page, "There was no such turn")
    page.get_by_text("Corrected; all later turns").wait_for()
    assert [turn.text for turn in game_kept(page).turns] == ["exchange nothing", "BUDGIES, buy B"]


def test_a_challenge_is_asked_about_before_the_ways_to_lay(visits: Visits) -> None:
    visit = visits(scheme="dark")
    page = visit.page
    open_text(page, text_of(seat=None, hand="", community="EAT"))
    wait_for(page, of("Ann"))
    page.keyboard.type("teat")
    page.get_by_text("How was it laid?").wait_for()
    page.keyboard.type("x")
    page.get_by_text("TEATX is not in the list of all words (ENABLE).").wait_for(state="attached")
    # More letters may come: who challenged is not asked in the middle of a word.
    appears = "(one) => getComputedStyle(one).animationName"
    assert page.locator(".doubt").evaluate(appears) == "appear"
    page.get_by_text("TEATX is not in the list of all words (ENABLE).").wait_for()
    assert page.locator(".way").count() == 0
    assert page.get_by_text("Pays $").count() == 0
    visit.check()
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


def test_where_the_turns_stand(visits: Visits) -> None:
    """The last two, on a phone below the plans; all are one tap away. Players have their signs."""
    for size in (PHONE, DESK):
        visit = visits(size)
        page = visit.page
        open_text(page, game_text(followed(10)))
        page.locator("#hinted .plan").first.wait_for()
        assert page.locator(".turns .number").all_inner_texts() == ["10.", "9."]
        signs = page.locator(".seat-line .sign")
        names = signs.evaluate_all("(all) => all.map((one) => one.className)")
        assert names == [f"sign player-{seat}" for seat in range(len(PLAYERS))]
        top = page.locator(".turns").bounding_box()
        plans = page.locator(".own").bounding_box()
        assert top is not None
        assert plans is not None
        assert (top["y"] > plans["y"]) if size == PHONE else (top["y"] < DESK[1])
        assert page.locator(".turns .laid").first.get_attribute("aria-label") == "DOUX"
        tap(page, "All 10 turns")
        assert page.locator(".turns .number").count() == 10
        page.get_by_role("button", name=re.compile("^10. Ann DOUX")).click()
        page.get_by_label("DOUX: what it means").click()
        page.get_by_role("link", name="More about DOUX").wait_for()
        visit.check()


LAST = [
    ("ultra, buy T, discard HY", "AEEORST", ""),
    ("pricked, buy K, discard ??", None, "ES"),
    ("FeAsE(S), buy F, discard ??", None, "EI"),
    ("overate, buy O, discard S", "ADINRT", "BJ"),
    ("holiday, buy H", None, "G"),
]


def test_the_end_of_a_game(visits: Visits, axe: str) -> None:
    """The page names the winner with all that counts; undo goes on from there."""
    game = followed(10)
    for text, drew, community in LAST:
        game.push(text, drew=drew, community=community)
    visit = visits(scheme="dark")
    page = visit.page
    open_text(page, game_text(game))
    page.get_by_role("heading", name="Ben wins").wait_for()
    rows = page.locator(".result tbody tr").all_inner_texts()
    assert [re.findall(r"\w+", row) for row in rows] == [
        ["1", "Ben", "35", "17", "5", "57"],
        ["2", "Cleo", "19", "19", "7", "45"],
        ["3", "Ann", "21", "12", "5", "38"],
    ]
    visit.check(axe)
    with page.expect_download() as saved:
        tap(page, "Save as text")
    assert saved.value.suggested_filename == "letter-tycoon-Ann-Ben-Cleo.txt"
    assert saved.value.path().read_text("utf-8") == game_text(game)
    tap(page, "Undo")
    wait_for(page, of("Cleo"))
    tap(page, "Redo")
    page.get_by_role("heading", name="Ben wins").wait_for()
    tap(page, "Review this game")
    page.wait_for_url("**/review?game=*")
    page.get_by_role("heading", name="Ann, Ben and Cleo").wait_for()


# What the browser keeps --------------------------------------------------------------------------


def test_a_game_that_goes_on_in_another_tab(visits: Visits) -> None:
    visit = visits()
    page = visit.page
    open_text(page, game_text(followed(2)))
    wait_for(page, of("Cleo"))
    other = page.context.new_page()
    other.goto(page.url)
    wait_for(other, of("Cleo"))
    tap(other, "Exchange")
    tap(other, "Cleo exchanged nothing")
    wait_for(page, of("Ann"))
    # A correction that is being told goes on; it is not made of a game that has changed.
    page.get_by_role("button", name=re.compile("^3. Cleo exchanged nothing")).click()
    tap(page, "Correct")
    wait_for(page, "Turn 3 anew: Cleo")
    tap(other, "Exchange")
    tap(other, "Ann exchanged nothing")
    wait_for(other, "Your turn")
    tap(page, "Cleo exchanged nothing")
    page.get_by_role("alert").get_by_text("gone on in another tab").wait_for()
    wait_for(page, "Your turn")
    assert len(game_kept(page).turns) == 4


@pytest.mark.parametrize("kind", ["damaged", "gone"])
def test_a_game_that_cannot_be_opened_leads_to_your_games(phone: Visit, kind: str) -> None:
    page = phone.page
    open_text(page, game_text(followed(2)))
    number = page.url.partition("game=")[2]
    change = (
        "localStorage[key] = localStorage[key].slice(0, -9)"
        if kind == "damaged"
        else "localStorage.removeItem(key)"
    )
    page.evaluate(f"(key) => {{ {change} }}", f"letter-tycoon-game-{number}")
    page.reload()
    said = {"damaged": "is damaged and cannot be opened", "gone": "does not keep that game"}[kind]
    page.get_by_role("alert").get_by_text(said).wait_for()
    page.get_by_role("link", name="Your games").click()
    page.wait_for_url("**/track")
    page.get_by_text("is damaged and cannot be opened").wait_for(
        state="visible" if kind == "damaged" else "detached"
    )
    if kind == "damaged":
        phone.check()
        tap(page, "Take it off the list")
        page.get_by_text("is damaged").wait_for(state="detached")


@pytest.mark.parametrize("trouble", ["full", "forbidden"])
def test_a_browser_that_keeps_nothing_says_so_and_goes_on(visits: Visits, trouble: str) -> None:
    visit = visits()
    page = visit.page
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
        if trouble == "full"
        else "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});"
    )
    page.goto("/track")
    tap(page, "New game")
    begin_to_keep_score(page)
    said = {"full": "has no room left for the game", "forbidden": "keeps nothing for this page"}
    page.get_by_text(said[trouble]).wait_for()
    wait_for(page, of("Player 1"))
    tap(page, "Exchange")
    tap(page, "Player 1 exchanged nothing")
    wait_for(page, of("Player 2"))
    visit.check()
    # The game stays with its address.
    page.go_back()
    page.get_by_role("button", name="New game").wait_for()
    page.go_forward()
    wait_for(page, of("Player 2"))
    page.reload()
    wait_for(page, of("Player 2"))
    tap(page, "Undo")
    wait_for(page, of("Player 1"))


def test_a_storage_that_becomes_full_does_not_take_turns_back(page: Page) -> None:
    page.goto("/track?new")
    begin_to_keep_score(page)
    wait_for(page, of("Player 1"))
    page.evaluate(
        "void (Storage.prototype.setItem = () => { throw new DOMException('it is full'); })"
    )
    for name, next_name in (("Player 1", "Player 2"), ("Player 2", "Player 1")):
        tap(page, "Exchange")
        tap(page, f"{name} exchanged nothing")
        wait_for(page, of(next_name))
    page.get_by_text("Round 2").wait_for()
