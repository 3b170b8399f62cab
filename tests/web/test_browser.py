"""The page in a browser, as people use it: on a phone and at a desk, light and dark."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from support.browser import Visits
from support.pages import DESK, Visit
from support.told import begin_to_keep_score, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


BOARD = "/?hand=JWLEANZ&community=EES&you=KXZ.3&opponent=E.2.1&opponent=S"
FOCUSED = "[...document.querySelectorAll('#hinted .plan')].indexOf(document.activeElement)"
"""The place of the plan with the focus, -1 for none."""

LINES = """(all) => all.filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one.firstChild);
  const tops = new Set([...words.getClientRects()].map((box) => box.top));
  return tops.size > 1 || one.scrollWidth > one.clientWidth;
}).map((one) => one.textContent)"""
"""Elements whose first words take more than a line, or more than their place."""

MOVED = """globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const {sources} of list.getEntries()) moved.push(...sources.map(({node}) => node?.id));
}).observe({type: "layout-shift", buffered: true});"""
"""The ids of the elements that were pushed away by others."""


def plays(page: Page) -> Any:
    return page.locator("#hinted .plan")


def wait_for_advice(page: Page) -> None:
    page.locator("#hinted .plan .figure", has_text="%").first.wait_for()


def think_briefly(page: Page, seconds: float = 0.5) -> None:
    """Let advice end after some seconds; a chance to win needs 500 games."""
    page.route(
        "**/api/advice?*",
        lambda route: route.continue_(url=f"{route.request.url}&seconds={seconds}"),
    )


def all_plans(page: Page) -> None:
    """Unfold the rows after the first."""
    page.get_by_role("button", name=re.compile(r"^Show all \d+$")).click()


def open_more(page: Page) -> None:
    """Unfold what stands behind "More" of the open plan."""
    page.locator("#hinted .detail summary", has_text="More").click()


# Hints -------------------------------------------------------------------------------------------


def test_a_hint_from_taps_to_the_picture_of_the_cards(phone: Visit, axe: str) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_text("plays appear with every tap").wait_for()
    phone.look(axe)
    page.get_by_role("link", name="See an example").click()
    plays(page).first.wait_for()
    page.go_back()
    tap(page, *"JWL")
    page.get_by_text("Exchange").first.wait_for()
    tap(page, *"EANZ")
    page.locator(".card-row.short[data-selected]").wait_for()
    phone.look(axe)
    tap(page, *"EES")
    # The rows are full, so the letters give way to the answer.
    page.locator("#dock").wait_for(state="hidden")
    page.get_by_role("button", name=re.compile("^You no patents")).click()
    page.get_by_role("button", name=re.compile("^Patent K, ")).click()
    page.get_by_role("button", name="Money of You: one more").click()
    page.get_by_role("button", name=re.compile("^Opponent no patents")).click()
    page.get_by_role("button", name=re.compile("^Patent E, ")).click()
    phone.look()
    tap(page, "Done")
    assert page.url.endswith("/?hand=JWLEANZ&community=EES&you=K.1.0&opponent=E")
    wait_for_advice(page)
    all_plans(page)
    page.locator("#hinted").get_by_role("button", name=re.compile("^LAWNS ")).click()
    detail = page.locator("#hinted .detail")
    cards = detail.locator(".laid.large .card")
    assert cards.all_inner_texts() == [*"LAWNS"]
    kinds = [card.get_attribute("class") for card in cards.all()]
    assert kinds == ["card hand"] * 4 + ["card community"]
    assert "S from the community" in detail.inner_text()
    assert "LAWNS doubled by K" not in detail.inner_text()
    open_more(page)
    detail.get_by_text("LAWNS doubled by K").wait_for()
    phone.look(axe)


def test_one_list_has_a_row_for_each_word(phone: Visit) -> None:
    """By the chance to win with its error, then by equity; other ways to play it are inside."""
    page = phone.page
    think_briefly(page, 5)
    page.goto(BOARD)
    wait_for_advice(page)
    page.get_by_role("button", name="Think again").wait_for()
    rows = page.locator("#hinted .plan")
    # A slow phone builds no row that nobody sees.
    assert rows.count() == rows.filter(visible=True).count() == 8
    all_plans(page)
    assert page.evaluate(FOCUSED) == 8
    words = [row.locator(".what").inner_html() for row in rows.all()]
    assert len({re.sub("<[^>]*>", "", word) for word in words}) == len(words) > 10
    figures = rows.locator(".figure").all_inner_texts()
    chances = [one for one in figures if re.fullmatch(r"~?[\d.]+ %", one)]
    assert figures[: len(chances)] == chances != []
    equities = [float(one) for one in figures[len(chances) :]]
    assert equities == sorted(equities, reverse=True)
    unders = rows.locator(".under").all_inner_texts()
    assert all(re.fullmatch(r"± [\d.]+", one) for one in unders[: len(chances)])
    assert set(unders[len(chances) :]) == {"equity"}
    page.get_by_text("± is the standard error").wait_for()
    rows.first.click()
    detail = page.locator("#hinted .detail")
    because = detail.locator(".because").inner_text()
    assert re.fullmatch(r"It should bring [^.]+(\.\d[^.]+)+\.", because)
    open_more(page)
    assert detail.locator(".why li").count() >= 3
    phone.look()
    rows.nth(1).click()
    assert detail.count() == 1
    assert detail.locator(".because").inner_text().startswith("Beside ")


def with_another_way(route: Route) -> None:
    """The plans, and the first one without its purchase."""
    hint = route.fetch().json()
    first = hint["turns"][0]
    words = first["notation"].partition(",")[0]
    hint["turns"].insert(1, {**first, "notation": words, "buy": ""})
    route.fulfill(json=hint)


def test_the_ways_to_play_a_word_are_chosen_by_keyboard(visits: Visits) -> None:
    page = visits(DESK, "dark").page
    # Which words have several depends on how much is simulated: here the first one has, always.
    page.route("**/api/hint", with_another_way)
    page.goto("/?hand=JWLEAN&community=EES")
    page.locator("#hinted .plan").first.click()
    page.locator(".variants summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    opened = page.url
    way = page.evaluate("document.activeElement.dataset.row")
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => location.href !== before", arg=opened)
    assert page.evaluate("document.activeElement.dataset.row") == way
    assert page.locator(".variant[aria-pressed=true]").get_attribute("data-row") == way
    page.keyboard.press("Escape")
    page.locator(".detail").wait_for(state="detached")


def test_whom_advice_takes_the_others_for_is_chosen_beside_the_chances(phone: Visit) -> None:
    page = phone.page
    page.goto(BOARD)
    against, status = page.get_by_label("Against"), page.locator("#advice .status").first
    against.wait_for()
    assert against.locator("option:checked").inner_text() == "people who know common words"
    status.get_by_text("games against people who know common words").wait_for()
    against.focus()
    against.select_option("experts who know every word")
    status.get_by_text("games against experts who know every word").wait_for()
    assert against.evaluate("(one) => one === document.activeElement")
    assert page.url.endswith("&against=static")
    phone.look()
    page.reload()
    status.get_by_text("games against experts who know every word").wait_for()
    assert against.input_value() == "static"
    tap(page, "New cards")
    assert page.url.endswith("&against=static")
    page.goto(BOARD + "&against=nobody")
    status.get_by_text("games against people who know common words").wait_for()
    against.select_option("computers of level easy")
    against.select_option("people who know common words")
    assert "against" not in page.url
    # One step back from an open plan leads to the opponents of before, too.
    plays(page).first.click()
    against.select_option("experts who know every word")
    status.get_by_text("games against experts who know every word").wait_for()
    page.go_back()
    status.get_by_text("games against people who know common words").wait_for()
    assert against.input_value() == "common"


def test_owners_are_told_by_a_sign_and_not_by_colour_alone(page: Page) -> None:
    page.goto(BOARD)
    signs = page.locator(".card-row.short .sign")
    signs.first.wait_for()
    shapes = {
        sign.get_attribute("class"): sign.evaluate(
            "(one) => getComputedStyle(one).clipPath + getComputedStyle(one).borderRadius"
        )
        for sign in page.locator(".player-name .sign").all()
    }
    assert len(set(shapes.values())) == len(shapes) == 3
    assert [sign.get_attribute("class") for sign in signs.all()] == [
        *("sign player-1", "sign player-1", "sign player-2")
    ]


def test_back_and_reload(page: Page) -> None:
    page.goto(BOARD)
    plays(page).first.click()
    opened = page.url
    word = page.locator("#hinted .laid.large").first.get_attribute("aria-label")
    page.reload()
    page.locator("#hinted .detail").wait_for()
    assert page.locator("#hinted .laid.large").first.get_attribute("aria-label") == word
    page.go_back()
    page.locator("#hinted .detail").wait_for(state="detached")
    assert "play=" not in page.url
    page.go_forward()
    page.locator("#hinted .detail").wait_for()
    assert page.url == opened
    plays(page).first.click()
    page.locator("#hinted .detail").wait_for(state="detached")
    tap(page, "New cards")
    plays(page).first.wait_for(state="detached")
    assert page.url.endswith("/?you=KXZ.3.0&opponent=E.2.1&opponent=S")
    page.go_back()
    plays(page).first.wait_for()
    assert "hand=JWLEANZ" in page.url
    page.get_by_role("link", name="Words").click()
    page.get_by_role("heading", name="Is it a word?").wait_for()
    page.go_back()
    plays(page).first.wait_for()


def test_the_last_board_is_there_again(page: Page) -> None:
    page.goto(BOARD)
    page.get_by_role("button", name="Take Z out: Hand").click()
    page.goto("/words")
    page.goto("/")
    plays(page).first.wait_for()
    assert page.get_by_role("button", name=re.compile("^Take . out: Hand$")).count() == 6
    tap(page, "New board")
    page.get_by_text("plays appear with every tap").wait_for()
    page.goto("/")
    page.get_by_text("plays appear with every tap").wait_for()
    # A browser that keeps nothing has the board in the address.
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});"
    )
    page.goto(BOARD)
    plays(page).first.wait_for()
    tap(page, "New board")
    page.get_by_text("plays appear with every tap").wait_for()


def test_what_is_chosen_once_is_chosen_in_every_room(page: Page) -> None:
    page.goto(BOARD)
    wait_for_advice(page)
    page.get_by_label("Against").select_option("hard")
    page.get_by_text("Rules: rulebook, all words (ENABLE)").click()
    page.get_by_role("combobox", name="Word list").select_option("common")
    page.goto("/track?new")
    page.get_by_text("Rules: rulebook, common words").click()
    page.get_by_role("combobox", name="Rules").select_option("online")
    page.evaluate("localStorage.removeItem('letter-tycoon-board')")
    begin_to_keep_score(page)
    page.get_by_role("heading", name="Player 1").wait_for()
    page.goto("/")
    page.get_by_text("Rules: online, common words").wait_for(state="attached")
    # Settings that nobody can read are none.
    page.evaluate('localStorage.setItem(\'letter-tycoon-settings\', \'{"names": 7, "me": "x"\')')
    page.goto("/track?new")
    page.get_by_text("Rules: rulebook, all words (ENABLE)").wait_for()


def test_an_address_keeps_the_word_list_that_it_names(page: Page) -> None:
    """The first one has no need of a name, unless this browser has chosen another."""
    page.add_init_script(
        "localStorage.setItem('letter-tycoon-settings', '{\"lexicon\": \"common\"}')"
    )
    page.goto("/?hand=JWLEAN&community=EES&lexicon=enable")
    plays(page).first.wait_for()
    page.get_by_role("button", name="Take N out: Hand").click()
    page.wait_for_url("**hand=JWLEA&community=EES&lexicon=enable")
    page.reload()
    page.get_by_text("Rules: rulebook, all words (ENABLE)").wait_for(state="attached")


def test_a_turn_that_was_played_is_carried_out(phone: Visit) -> None:
    """Its cards leave, money, stock and patent come, and royalties are paid."""
    page = phone.page
    page.goto("/?hand=JWLEANZ&community=EES&you=K.3&opponent=EL.2.1&opponent=")
    page.locator("#hinted").get_by_role("button", name=re.compile("^JEWELS ")).click()
    brief = page.locator("#hinted .open .brief").inner_text()
    assert "buy J" in brief
    _, _, discards = brief.partition("discard ")
    phone.check()
    tap(page, "I played this")
    page.get_by_role("button", name="New cards").wait_for()
    query = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    # JEWELS pays $4 and 1 stock; E twice and L bring the first opponent $3.
    assert query["you"] == ["JK.5.1"]
    assert query["opponent"] == ["EL.5.1", ""]
    left = Counter("JWLEANZ" + "EES") - Counter("JEWELS" + discards)
    assert Counter(query["hand"][0] + "".join(query.get("community", []))) == left
    page.go_back()
    page.get_by_role("button", name="Take J out: Hand").wait_for()


@pytest.mark.smoke
def test_by_keyboard_alone(visits: Visits) -> None:
    page = visits(DESK, "dark").page
    page.goto("/")
    page.locator(".key").first.wait_for()
    page.keyboard.type("jwlx")
    page.keyboard.press("Backspace")
    page.keyboard.type("eanzees")
    wait_for_advice(page)
    assert "hand=JWLEANZ&community=EES" in page.url
    page.keyboard.press("Enter")
    page.locator(".detail").first.wait_for()
    page.keyboard.press("Escape")
    page.locator(".detail").first.wait_for(state="detached")
    page.locator("#hinted .plan").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == 1
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUSED) == 0
    page.keyboard.press("Enter")
    page.locator("#hinted .detail").wait_for()


def test_the_focus_stays_where_it_is(page: Page) -> None:
    page.goto("/?hand=JW")
    key = page.get_by_role("button", name="E", exact=True)
    key.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**hand=JWE")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "E"
    page.keyboard.press("Space")
    page.wait_for_url("**hand=JWEE")


def test_cards_players_and_rules_change(page: Page) -> None:
    page.goto("/?hand=ABQDEYY&you=Q")
    tap(page, "Take B out: Hand")
    page.wait_for_url("**hand=AQDEYY&you=Q")
    assert page.get_by_role("button", name="Q, owned by you", exact=True).is_disabled()
    tap(page, "Add an opponent")
    page.get_by_role("button", name=re.compile("^Opponent 2 ")).click()
    page.get_by_role("button", name=re.compile("^Patent Q, .*owned by you")).click()
    page.get_by_label("Stock of Opponent 2", exact=True).fill("3")
    page.keyboard.press("Tab")
    page.wait_for_url("**hand=AQDEYY&opponent=&opponent=Q.0.3")
    tap(page, "Remove opponent 2")
    page.wait_for_url("**hand=AQDEYY")
    page.get_by_text("Rules: rulebook, all words (ENABLE)").click()
    page.get_by_role("combobox", name="Word list").select_option("common")
    page.wait_for_url("**hand=AQDEYY&lexicon=common")
    page.get_by_role("combobox", name="Rules").select_option("online")
    page.wait_for_url("**hand=AQDEYY&lexicon=common&ruleset=online")


def test_hint_on_the_narrowest_phone(visits: Visits) -> None:
    """Nothing is cut off, and no word of a row or a key is broken."""
    visit = visits((320, 640))
    page = visit.page
    page.goto("/")
    page.get_by_role("button", name="Done", exact=True).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    broken = page.locator(".row-name, .keys .key").evaluate_all(LINES)
    assert broken == []


def test_nothing_is_pushed_away_while_hint_starts(page: Page) -> None:
    page.add_init_script(MOVED)
    page.goto("/?hand=JWLEANZ&community=EES&you=K.3&opponent=E.2.1")
    wait_for_advice(page)
    moved = page.evaluate("moved")
    assert {"extras", "hinted"}.isdisjoint(moved)
    assert page.locator("#extras").is_visible()


def test_a_board_that_cannot_be_is_explained(phone: Visit) -> None:
    page = phone.page
    page.goto("/?hand=ZZ")
    page.get_by_role("alert").get_by_text("the deck has only 1").wait_for()
    assert page.get_by_text("Tap the letters in your hand").is_hidden()
    # That is how the browser notes the answer 422; it is no mistake of the page.
    assert phone.errors
    assert all("422" in error for error in phone.errors)
    phone.errors.clear()
    tap(page, "Delete the last card")
    page.get_by_role("alert").wait_for(state="hidden")


def test_a_full_board_that_no_game_has_gets_no_advice(page: Page) -> None:
    page.goto("/?hand=JWLEANZ&community=EES&you=AEINOS")
    page.get_by_text("No advice: ").wait_for()
    assert plays(page).count() > 3


def test_advice_asks_again_when_the_server_is_back(phone: Visit) -> None:
    page = phone.page
    think_briefly(page)
    page.goto(BOARD)
    again = page.get_by_role("button", name="Think again")
    again.wait_for()
    for path in ("**/api/advice?*", "**/api/setup"):
        page.route(path, lambda route: route.abort())
    again.click()
    page.get_by_text("The server does not answer.").wait_for()
    page.unroute_all()
    page.get_by_text(re.compile("games against .*[.]")).wait_for()
    # The browser says that it had no answer.
    phone.errors = [one for one in phone.errors if "net::ERR_FAILED" not in one]


def test_advice_that_is_refused_does_not_ask_again(phone: Visit) -> None:
    page = phone.page
    think_briefly(page)
    page.goto(BOARD)
    page.get_by_role("button", name="Think again").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/api/advice?*", lambda route: route.fulfill(status=503, body="Busy"))
    with page.expect_response("**/api/setup"):  # It is there, so it has refused.
        page.get_by_role("button", name="Think again").click()
    page.get_by_text("The server is busy or has stopped.").wait_for()
    page.wait_for_timeout(600)  # A page that asks again asks for the setup first.
    assert sum("/api/advice" in one for one in asked) == 1
    phone.errors = [one for one in phone.errors if "503" not in one]


def test_words_knows_the_patents_of_the_board(page: Page) -> None:
    page.goto("/?hand=JWLEANZ&community=EES&you=AKX&lexicon=common")
    plays(page).first.wait_for()
    page.get_by_role("link", name="Words", exact=True).click()
    page.get_by_text("Is it a word, what does it mean").wait_for()
    page.get_by_label("Word", exact=True).fill("jewels")
    page.get_by_text("Yes: JEWELS is in the list of common words.").wait_for()
    assert page.url.endswith("you=K")


# The order of the plans while advice thinks, and what is said of the first ------------------------


IN_ORDER = """async ([lines, before, isFinal]) => {
  const {inOrder} = await import("/static/advice.js");
  const all = lines.map(([notation, total, chance]) => ({
    plan: {notation, equity: {total}},
    ...(chance && {chance: {value: chance[0], error: chance[1]}}),
  }));
  return inOrder(all, before, isFinal).map(({plan}) => plan.notation).join("");
}"""
ORDERS: Final[dict[str, tuple[list[Any], str, str, str]]] = {
    "equity has no doubt": ([["a", 1], ["b", 2], ["c", 1]], "", "bac", "bac"),
    "any chance first": ([["a", 9], ["b", 1, [0.1, 0.1]]], "ab", "ba", "ba"),
    "within the error": ([["a", 1, [0.5, 0]], ["b", 1, [0.52, 0.03]]], "ab", "ab", "ba"),
    "beyond the error": ([["a", 1, [0.5, 0]], ["b", 1, [0.52, 0.01]]], "ab", "ba", "ba"),
    "past several": (
        [["a", 1, [0.5, 0.01]], ["b", 1, [0.3, 0.1]], ["c", 1, [0.6, 0.01]]],
        *("bac", "cab", "cab"),
    ),
}
"""Notations with equities and chances, the order before, while advice thinks, and at the end."""


def test_a_row_moves_only_beyond_doubt(page: Page) -> None:
    page.goto("/words")
    for why, (lines, before, *orders) in ORDERS.items():
        shown = [
            page.evaluate(IN_ORDER, [lines, [*before], is_final]) for is_final in (False, True)
        ]
        assert shown == orders, why


LEAD = """async ([lines, isSettled]) => {
  const {lead} = await import("/static/advice.js");
  return lead(lines.map(([word, chance]) => ({
    plan: {words: [{word}]},
    ...(chance && {chance: {value: chance[0], error: chance[1]}}),
  })), isSettled);
}"""
LEADS: Final[tuple[tuple[list[Any], bool, str], ...]] = (
    ([["A", [0.73, 0]], ["B", [0.67, 0.01]]], True, "The first is ahead beyond doubt."),
    (
        [["A", [0.732, 0]], ["A", [0.731, 0.01]], ["B", [0.677, 0.012]]],
        False,
        "The first is ahead beyond doubt; the ways to play it are close.",
    ),
    ([["A", [0.73, 0]], ["A", [0.73, 0.01]], ["B", [0.70, 0.011]]], False, "The first are"),
    ([["A", [0.73, 0]], ["A", [0.73, 0.01]]], False, "The first are close."),
    ([["A", None], ["B", None]], False, "The first are close."),
)


def test_rows_are_close_only_where_words_are(page: Page) -> None:
    page.goto("/words")
    for lines, is_settled, said in LEADS:
        assert page.evaluate(LEAD, [lines, is_settled]).startswith(said)


# Words, and the meaning of a word wherever it lies ------------------------------------------------


@pytest.mark.smoke
def test_words(phone: Visit) -> None:
    page = phone.page
    page.goto("/words")
    page.get_by_label("Word", exact=True).fill("listen")
    page.get_by_text("Yes: LISTEN is in the list of all words (ENABLE).").wait_for()
    page.get_by_text("verb: ").first.wait_for()
    phone.look()
    page.get_by_role("link", name="SILENT").click()
    page.get_by_text("Yes: SILENT is in the list of all words (ENABLE).").wait_for()
    page.go_back()
    page.get_by_text("Yes: LISTEN is in the list of all words (ENABLE).").wait_for()
    page.reload()
    page.get_by_text("Yes: LISTEN is in the list of all words (ENABLE).").wait_for()
    page.get_by_label("Word", exact=True).fill("qqqq")
    page.get_by_text("No: QQQQ is not in the list of all words (ENABLE).").wait_for()
    page.get_by_text("The deck has too few cards for it.").wait_for()
    assert "Pays" not in page.locator("#found").inner_text()
    page.get_by_label("Word list").select_option("common")
    page.get_by_text("No: QQQQ is not in the list of common words.").wait_for()
    assert page.url.endswith("/words?word=QQQQ&lexicon=common")
    longest = "PNEUMONOULTRAMICROSCOPICSILICOVOLCANOCONIOSES"
    page.get_by_label("Word", exact=True).fill(longest)
    page.get_by_text("It is too long").wait_for()
    phone.check()


def test_words_near_it_and_what_a_word_pays_now(phone: Visit, axe: str) -> None:
    page = phone.page
    page.goto("/words")
    page.get_by_text("Is it a word, what does it mean and pay").wait_for()
    phone.look(axe)
    page.get_by_role("link", name="JEWELS").click()
    page.get_by_text("Yes: JEWELS is in the list of all words (ENABLE).").wait_for()
    page.get_by_label("Word", exact=True).fill("hart")
    page.get_by_text("Yes: HART is in the list of all words (ENABLE).").wait_for()
    near = {
        name: page.locator(f"dt:text-is('{name}') + dd a").all_inner_texts()
        for name in ("Same letters", "One letter more", "One letter less", "One letter changed")
    }
    assert near["Same letters"] == ["RATH", "TAHR"]
    assert {"CHART", "HEART", "HARTS"} <= set(near["One letter more"])
    assert {"ART", "HAT"} <= set(near["One letter less"])
    assert {"HARM", "CART"} <= set(near["One letter changed"])
    pays = page.locator("dt:text-is('Pays') + dd")
    assert pays.inner_text() == "$2; or $4, doubled by K"
    page.get_by_role("button", name="Patent K is yours").click()
    page.get_by_text("$4, doubled by K", exact=True).wait_for()
    assert page.url.endswith("/words?word=HART&you=K")
    phone.look(axe)
    page.get_by_label("Word", exact=True).fill("hartx")
    page.get_by_text("No: HARTX is not in the list of all words (ENABLE).").wait_for()
    assert page.locator("dt:text-is('One letter less') + dd a").all_inner_texts() == ["HART"]


def test_one_tap_says_what_a_word_means(phone: Visit, axe: str) -> None:
    page = phone.page
    page.goto("/?hand=JWLEANZ&community=EES")
    page.locator("#hinted").get_by_role("button", name=re.compile("^JEWELS ")).click()
    tapped = page.locator("#hinted .meaning summary")
    tapped.focus()
    page.keyboard.press("Enter")
    page.locator(".meaning").get_by_text("noun: ").first.wait_for()
    phone.look(axe)
    page.get_by_role("link", name="More about JEWELS").click()
    page.get_by_text("Yes: JEWELS is in the list of all words (ENABLE).").wait_for()
