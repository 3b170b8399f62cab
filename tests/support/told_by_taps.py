"""A game of people, told on the page by taps; it is that of docs/at-the-table.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from support.running_server import Running

from letter_tycoon_solver.game import TrackedGame
from letter_tycoon_solver.web.track.views import game_json

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAYERS = ["Ann", "Ben", "Cleo"]


@dataclass(frozen=True)
class Turn:
    """The taps of a turn."""

    word: str
    buy: str
    discards: str = ""
    drew: str = ""
    community: str = ""

    @property
    def told(self) -> tuple[str, str | None, str]:
        """Its text, what was drawn, and what came."""
        parts = [self.word.lower(), f"buy {self.buy}"]
        parts += [f"discard {self.discards}"] if self.discards else []
        return ", ".join(parts), self.drew or None, self.community


TURNS = [
    Turn("MILLIARE", "R", community="H"),
    Turn("BUDGIES", "B", drew="AEGNNST"),
    Turn("ANTHODIA", "D", community="E"),
    Turn("TOURNEY", "U", "??", community="IV"),
    Turn("INGESTA", "E", "N", "AAISSTZ", "F"),
    Turn("WHEEPS", "S", "??", community="X"),
    Turn("CHINONE", "I"),
    Turn("ASSAI", "A", "TZ", "AHLRTUY"),
    Turn("FRIJOLE", "J", community="K"),
    Turn("DOUX", "X", "???", community="D"),
]


def followed(n_turns: int) -> TrackedGame:
    """The same game in the library."""
    game = TrackedGame.start(PLAYERS, first=0, seat=1, hand="BDEGISU", community="EWY")
    for turn in TURNS[:n_turns]:
        text, drew, community = turn.told
        game.push(text, drew=drew, community=community)
    return game


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def tap_key(page: Page, keys: str) -> None:
    for key in keys:
        name = "A card that nobody saw" if key == "?" else key
        page.locator("#dock").get_by_role("button", name=name, exact=True).click()


def of(player: str) -> str:
    return f"{player}\N{RIGHT SINGLE QUOTATION MARK}s turn"


def wait_for(page: Page, whose: str) -> None:
    page.get_by_role("heading", name=whose).wait_for()


def tell(page: Page, number: int) -> None:
    """A turn, as people tap it; how it was laid is that of the library."""
    turn, player = TURNS[number - 1], PLAYERS[(number - 1) % 3]
    own = player == "Ben"
    wait_for(page, "Your turn" if own else of(player))
    page.locator(".word-field").click()
    tap_key(page, turn.word)
    lay(page, followed(number).turns[-1].text)
    page.get_by_role("button", name=re.compile(f"^Buy {turn.buy} for")).click()
    if turn.community:
        tap_key(page, turn.community)
    if turn.discards:
        tap(page, "More cards discarded?")
        tap_key(page, turn.discards)
        page.locator("[data-row=next]").click()
    tap_key(page, turn.drew)
    tap(page, "I played it" if own else f"{player} played it")


def lay(page: Page, text: str) -> None:
    """Chooses the way of the notation, if there are several."""
    page.get_by_text(re.compile("^Pays |^How was it laid")).first.wait_for()
    if page.locator(".way").count():
        letters = re.match("[A-Za-z]+", text)
        assert letters
        used = sorted(letter.upper() for letter in letters[0] if letter.islower())
        start = " and ".join(filter(None, [", ".join(used[:-1]), *used[-1:]])) or "none"
        page.get_by_role("button", name=f"With {start} of the community", exact=True).click()
    page.get_by_text(re.compile("^Pays ")).wait_for()


def open_plan(page: Page, word: str, way: str) -> None:
    """Opens the row of a word, and the way to play it that is meant."""
    if page.get_by_role("button", name=re.compile("^All .* plans$")).count():
        page.get_by_role("button", name=re.compile("^All .* plans$")).click()
    page.locator("#hinted").get_by_role("button", name=re.compile(f"^{word} ")).click()
    if way not in page.locator("#hinted .open .brief").inner_text():
        page.locator(".variants summary").click()
        page.locator(".variant", has_text=way).first.click()


def begin(page: Page) -> None:
    page.goto("/track")
    tap(page, "New game")
    for number, name in enumerate(PLAYERS, 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    tap(page, "Player 2 is me")
    signs = page.locator(".seats .sign").evaluate_all("(all) => all.map((one) => one.className)")
    assert signs == [f"sign player-{seat}" for seat in range(3)]
    page.get_by_role("button", name=re.compile("^Your hand")).click()
    tap_key(page, "BDEGISUEWY")
    tap(page, "Begin")


def is_as_told(page: Page, running: Running, n_turns: int) -> None:
    """The server has what the library makes of it, and the page shows that."""
    now = asked(page, running)
    expected = msgspec.to_builtins(game_json(followed(n_turns)))
    for name in ("seats", "community", "hand", "active", "round", "unseen"):
        assert now[name] == expected[name]
    assert [turn["text"] for turn in now["turns"]] == [turn["text"] for turn in expected["turns"]]
    shown = page.locator(".seat-line .score").all_inner_texts()
    scores = [int(re.sub(r"\D", "", text)) for text in shown]
    assert scores == [seat["score"] for seat in expected["seats"]]


def asked(page: Page, running: Running) -> Any:
    """The game of the page, as the server tells it."""
    return running.client.get(f"/api/track/games/{page.url.partition('game=')[2]}").json()
