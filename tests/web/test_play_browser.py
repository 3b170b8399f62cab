"""Games against computers on the page, which deals, keeps and undoes them by itself."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from support.browser import Visits
from support.pages import DESK, PHONE
from support.told import kept, tap, wait_for

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.game import Game, game_text, read_game_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

SAME_SEED = "crypto.getRandomValues = (numbers) => numbers.fill(5);"
"""Every game has the same cards."""
OVER = re.compile(" wins$| share the victory$")


def begin(page: Page, *computers: str) -> None:
    page.goto("/play")
    tap(page, "New game")
    page.get_by_label("Your name").fill("Ann")
    for _ in computers[1:]:
        tap(page, "Add a computer")
    for number, computer in enumerate(computers):
        page.locator(f"[data-row=computer-{number}]").select_option(computer)
    tap(page, "Begin")
    wait_for(page, "Your turn")


def play_a_hint(page: Page) -> None:
    """The best plan of one's turn, by four taps; then the computers have played, too."""
    _, n_turns = kept(page)
    n_players = page.locator(".seat-line").count()
    tap(page, "Hint")
    page.locator("#hinted .plan").first.click()
    tap(page, "Play this")
    page.locator("[data-row=tell]").click()
    over = page.locator("h2", has_text=OVER)
    while kept(page)[1] < n_turns + n_players and not over.count():
        page.wait_for_timeout(20)


def hand(page: Page) -> str:
    shown = page.locator(".lying .card-row.long .card")
    return "".join(shown.evaluate_all("(all) => all.map((one) => one.innerText.trim()[0])"))


def test_a_game_to_its_end(visits: Visits, axe: str) -> None:
    """Undone, loaded again, kept as the library has it, and then reviewed."""
    visit = visits(PHONE)
    page = visit.page
    page.add_init_script(SAME_SEED)
    page.goto("/play?new")
    page.get_by_role("heading", name="New game").wait_for()
    visit.check(axe)
    begin(page, "easy", "best")
    visit.check(axe)
    for number in range(60):
        page.locator("h2", has_text=re.compile(f"^Your turn$|{OVER.pattern}")).wait_for()
        if page.locator("h2", has_text=OVER).count():
            break
        if number == 1:
            undo_and_load_again(page)
        play_a_hint(page)
    visit.check(axe)
    with page.expect_download() as saved:
        tap(page, "Save as text")
    text = saved.value.path().read_text("utf-8")
    game = read_game_text(text)
    assert isinstance(game, Game)
    assert game.state.is_over
    assert [score.total for score in game.state.scores] == [
        int(re.sub(r"\D", "", score))
        for score in page.locator(".seat-line .score").all_inner_texts()
    ]
    assert in_order(game_text(game)) == in_order(text)
    tap(page, "Review this game")
    page.get_by_role("heading", name="Ann, Easy and Best").wait_for()


def in_order(text: str) -> str:
    """A game whose drawn cards are sorted: of a deck that ran out the library has no order."""
    return re.sub("< ([A-Z]+)", lambda drawn: "".join(sorted(drawn[1])), text)


def undo_and_load_again(page: Page) -> None:
    """The cards come in the same order; who has undone may go on as it was."""
    before, text = hand(page), kept(page)
    tap(page, "Undo")
    page.get_by_text("Undone.").wait_for()
    assert hand(page) != before
    tap(page, "Redo")
    wait_for(page, "Your turn")
    assert (hand(page), kept(page)) == (before, text)
    tap(page, "Undo")
    page.get_by_text("Undone.").wait_for()
    page.reload()
    wait_for(page, "Your turn")
    page.locator("[data-row=tell]").click()
    page.locator(".turns .number").nth(2).wait_for()
    wait_for(page, "Your turn")
    assert (hand(page), kept(page)[1]) == (before, text[1])


def test_words_and_cards_by_taps_and_keyboard(visits: Visits) -> None:
    """A word of no list cannot be laid; of others one sees neither hands nor what they drew."""
    visit = visits(DESK, "dark")
    page = visit.page
    page.add_init_script(SAME_SEED)
    begin(page, "hard")
    cards = hand(page)
    page.keyboard.type(cards[:3])
    page.keyboard.press("Backspace")
    page.keyboard.type(cards[2:])
    page.get_by_text(f"{cards} is not in the list of all words (ENABLE).").wait_for()
    assert page.locator("[data-row=tell]").is_disabled()
    visit.check()
    tap(page, "Exchange")
    page.keyboard.type(cards[:2])
    tap(page, "I exchanged 2")
    wait_for(page, "Your turn")
    turns = page.locator(".turns .aside").all_inner_texts()
    text, _ = kept(page)
    game = read_game_text(text)
    assert isinstance(game, Game)
    assert hand(page) == "".join(sorted(game.state.seats[0].hand))
    assert sum("drew" in turn for turn in turns) == 1
    assert page.locator(".seat-line").count() == 2
    unseen = page.locator(".unseen-cards summary").inner_text()
    deck = len(game.state.deck)
    assert unseen == f"Unseen: {deck + 7} cards"


def test_a_computer_that_does_not_answer_is_asked_again(visits: Visits) -> None:
    visit = visits()
    page = visit.page
    page.route("**/api/turn", lambda route: route.fulfill(status=503, body="Busy"))
    page.add_init_script(SAME_SEED)
    page.goto("/play?new")
    tap(page, "Begin")
    page.locator("h2", has_text="Your turn").or_(page.get_by_role("alert")).first.wait_for()
    if not page.get_by_text("Try again").count():
        tap(page, "Exchange", "I exchanged nothing")
    page.get_by_role("alert").get_by_text("Medium does not play: ").wait_for()
    visit.check()
    tell_its_turn(page)
    page.unroute("**/api/turn")
    tap(page, "Try again")
    wait_for(page, "Your turn")
    # That is how the browser notes the answer 503.
    visit.errors = [one for one in visit.errors if "503" not in one]


def tell_its_turn(page: Page) -> None:
    """A word that a person types while a computer has the turn is not played for it."""
    before = kept(page)
    game = read_game_text(before[0])
    assert isinstance(game, Game)
    hand = Counter(game.state.seats[game.state.active].hand)
    open_cards = {*game.state.community}
    word = next(w for w in Lexicon.load() if Counter(w) <= hand and not open_cards & {*w})
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type(word)
    for _ in range(3):
        page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    assert kept(page) == before


@pytest.mark.smoke
def test_a_turn_by_keyboard_alone(page: Page) -> None:
    """The focus goes to the turn that a plan fills in, and stays with the game."""
    begin(page, "easy")
    page.get_by_role("button", name="Hint", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator("#hinted .plan").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play this").focus()
    page.keyboard.press("Enter")
    focused = "document.activeElement.dataset.row ?? document.activeElement.ariaLabel"
    assert page.evaluate(focused) == "tell"
    page.keyboard.press("Enter")
    page.locator(".turns .number").nth(1).wait_for()
    wait_for(page, "Your turn")
    assert page.evaluate("document.activeElement !== document.body")


def test_a_game_begins_where_the_place_of_the_person_is_damaged(page: Page) -> None:
    damaged = '{"names": ["Ann", "Ben"], "me": 7}'
    page.add_init_script(f"localStorage.setItem('letter-tycoon-settings', '{damaged}')")
    page.goto("/play?new")
    assert page.get_by_label("Your name").input_value() == "Ann"
    tap(page, "Begin")
    page.get_by_role("heading", name="Game", exact=True).wait_for()


def test_the_last_opponents_are_offered_again(page: Page) -> None:
    begin(page, "easy", "hard")
    page.goto("/play")
    page.get_by_role("button", name=re.compile("^Ann, easy, hard round 1")).wait_for()
    tap(page, "New game")
    assert page.get_by_label("Your name").input_value() == "Ann"
    chosen = [page.locator(f"[data-row=computer-{number}]").input_value() for number in range(2)]
    assert chosen == ["easy", "hard"]
    # Track has a list of its own, and opens neither that game nor its text.
    page.goto("/track?game=1")
    page.get_by_role("alert").get_by_text("another room").wait_for()
    page.goto("/track")
    page.get_by_role("heading", name="Follow a game").wait_for()
    assert page.locator(".games li").count() == 0
    text = game_text(Game(["Ann", "Ben"], 1, Lexicon.load()))
    reader = page.get_by_label("Open a game that was saved as text")
    reader.set_input_files({"name": "g.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.get_by_role("alert").get_by_text("all hands are known").wait_for()
    reader.set_input_files({"name": "g.txt", "mimeType": "text/plain", "buffer": b"Dear diary"})
    page.get_by_role("alert").get_by_text("Letter Tycoon 1").wait_for()
