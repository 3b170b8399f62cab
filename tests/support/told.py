"""Games told turn by turn, as people at a table do, in a line or by taps."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest
from support.games import WordPlayer, short_words

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.errors import LetterTycoonError
from letter_tycoon_solver.game import (
    ACCEPT,
    Action,
    ActionKind,
    GameState,
    Phase,
    Player,
    ToldTurn,
    TrackedGame,
    new_game,
    play_out,
    read_game_text,
)
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
MAX_ACTIONS = 400


@dataclass(frozen=True)
class Telling:
    """A turn told by one person, and the state after it."""

    text: str
    community: str
    drew: str | None
    before: GameState
    after: GameState


def engine_steps(seed: int, n_players: int, ruleset: Ruleset) -> list[tuple[Action, GameState]]:
    """Return the actions of a game, each with the state after it; the first has no action."""
    state = new_game(n_players, seed, short_words(), ruleset)
    players = [WordPlayer(100 * seed + player) for player in range(n_players)]
    steps: list[tuple[Action, GameState]] = [(ACCEPT, state)]
    return [*steps, *itertools.islice(play_out(state, players), MAX_ACTIONS - 1)]


@dataclass
class Teller:
    """Tell the turns of a game as the player of a seat, or as a scorekeeper (None)."""

    seat: int | None
    sees_discards: bool
    chance: random.Random
    parts: list[str] = field(default_factory=list)
    drew: str = ""
    community: str = ""

    def tellings(self, steps: Sequence[tuple[Action, GameState]]) -> Iterator[Telling]:
        begin = steps[0][1]
        for (_, before), (action, after) in itertools.pairwise(steps):
            self._note(before, action, after)
            if self._ends(action, after):
                yield self._told(begin, after)
                begin = after

    def _ends(self, action: Action, after: GameState) -> bool:
        """Is something told here? At the end of a turn, and now and then before."""
        if after.phase is Phase.OVER or action.kind in (ActionKind.DISCARD, ActionKind.EXCHANGE):
            return True
        if after.phase is Phase.PENALTY or action.kind is ActionKind.REPLACE:
            return self.chance.random() < 0.3
        return action.kind is ActionKind.PLAY and after.phase is Phase.START

    def _told(self, begin: GameState, after: GameState) -> Telling:
        own = begin.active == self.seat
        drew, community = self.drew if own else None, self.community
        told = Telling(", ".join(self.parts), community, drew, begin, after)
        self.parts, self.drew, self.community = [], "", ""
        return told

    def _note(self, before: GameState, action: Action, after: GameState) -> None:
        match action:
            case Action(ActionKind.PLAY):
                laid = after.turn.play
                self.parts.append(laid.notation if laid else action.notation.removeprefix("play "))
            case Action(ActionKind.CHALLENGE):
                self.parts.append(f"challenged by {NAMES[before.to_act]}")
            case Action(ActionKind.BUY, letter):
                self.parts.append(f"buy {letter}")
            case Action(ActionKind.ACCEPT | ActionKind.DECLINE):
                return
            case Action(ActionKind.REPLACE, card) if card.islower():
                self.parts.append(f"replace {card.upper()} from community")
                self.community += _came(before.community, card.upper(), after.community)
            case Action(ActionKind.REPLACE, card):
                self.parts.append(f"replace {self._seen(before, card)}")
                self._drawn(before, after, card)
            case Action(ActionKind.EXCHANGE, cards):
                verb = "discard" if before.phase is Phase.PENALTY else "exchange"
                self.parts.append(f"{verb} {self._seen(before, cards) or 'nothing'}")
                self._drawn(before, after, cards)
            case Action(ActionKind.DISCARD, cards):
                if cards:
                    self.parts.append(f"discard {self._seen(before, cards)}")
                self.community += _came(
                    before.community, before.turn.cards_used("c"), after.community
                )
                self._drawn(before, after, before.turn.cards_used("h") + cards)

    def _seen(self, before: GameState, cards: str) -> str:
        own = before.active == self.seat
        return cards if own or self.sees_discards else "?" * len(cards)

    def _drawn(self, before: GameState, after: GameState, gone: str) -> None:
        active = before.active
        came = list(_came(before.seats[active].hand, gone, after.seats[active].hand))
        self.chance.shuffle(came)
        self.drew += "".join(came)


def _came(before: str, gone: str, after: str) -> str:
    came = Counter(after)
    came.subtract(Counter(before))
    came.update(Counter(gone))
    assert min(came.values(), default=0) >= 0
    return "".join(sorted(came.elements()))


def dealt(
    first: GameState, seat: int | None, names: Sequence[str] = NAMES, n_unknown: int = 0
) -> TrackedGame:
    """Begin to track a game from a seat, or as a scorekeeper (None).

    n_unknown   how many cards of the hand are not known
    """
    hand = "" if seat is None else first.seats[seat].hand[n_unknown:] + "?" * n_unknown
    return TrackedGame(
        names[: len(first.seats)],
        first=first.active,
        community=first.community,
        seat=seat,
        hand=hand,
        lexicon=first.lexicon,
        ruleset=first.ruleset,
    )


def follow(
    steps: Sequence[tuple[Action, GameState]],
    seat: int | None,
    *,
    sees_discards: bool,
    chance: random.Random,
) -> TrackedGame:
    """Tell a game; after every turn the view must match the engine."""
    first = steps[0][1]
    game = dealt(first, seat)
    check_view(game, first, sees_discards=sees_discards)
    for telling in Teller(seat, sees_discards, chance).tellings(steps):
        if chance.random() < 0.1:
            check_refusals(game, telling, chance)
        game.push(telling.text, community=telling.community, drew=telling.drew)
        check_view(game, telling.after, sees_discards=sees_discards)
    return game


def check_view(game: TrackedGame, state: GameState, *, sees_discards: bool) -> None:
    """Compare every field; discards that nobody saw may be anything."""
    if game.seat is None:
        for number, (seat, other) in enumerate(zip(game.table.seats, state.seats, strict=True)):
            hidden = state.seen_by(1 if number == 0 else 0).seats[number].hand
            assert seat == replace(other, hand=hidden)
        expected = state.seen_by(0)
        seen = replace(expected, seats=game.table.seats)
        for name in ("community", "phase", "active", "to_act", "round", "final_round", "turn"):
            assert getattr(game.table, name) == getattr(expected, name)
        assert game.table.start_player == expected.start_player
        assert game.table.payments == expected.payments
    else:
        seen, expected = game.seen, state.seen_by(game.seat)
        assert replace(seen, discards="") == replace(expected, discards="")
    pile = game.table.discards
    assert len(pile) == len(expected.discards)
    assert all(a in {"?", b} for a, b in zip(pile, expected.discards, strict=True))
    if sees_discards:
        assert pile == expected.discards
    unseen = Counter(state.deck) + Counter("".join(seat.hand for seat in state.seats))
    unseen += Counter(b for a, b in zip(pile, expected.discards, strict=True) if a == "?")
    if game.seat is not None:
        unseen -= Counter(state.seats[game.seat].hand)
    if game.seat != state.active:
        unseen -= Counter(state.turn.cards_used("h"))
    assert {letter: n for letter, n in game.unseen.items() if n} == dict(unseen)
    assert seen.deck_size == len(state.deck)


def check_refusals(game: TrackedGame, telling: Telling, chance: random.Random) -> None:
    """Check that wrong input is refused with a reason, and changes nothing."""
    before, turns = game.table, game.turns
    for text, community, drew in _wrong(telling, chance):
        with pytest.raises(LetterTycoonError):
            game.push(text, community=community, drew=drew)
        assert game.table == before
        assert game.turns is turns


def _wrong(telling: Telling, chance: random.Random) -> Iterator[tuple[str, str | None, str | None]]:
    own = telling.drew is not None
    text, community, drew = telling.text, telling.community, telling.drew
    # These are more cards than there are, in a visible and in a hidden hand.
    yield "QQQ", "", "ABC" if own else None
    yield "exchange QQ", "", "AB" if own else None
    # These are too many new cards, or impossible ones.
    yield text, community + chance.choice("AEIOU") * 11, drew
    yield text, community, "Q" * 11
    if community and not telling.after.is_over:
        yield text, None, "Q" * 11 if own else None
        yield text, "Z" * 2 + community[2:] if len(community) > 1 else "?", drew
    if own:
        yield text, community, (drew or "") + "A"
    # These are impossible purchases.
    if telling.before.phase is Phase.START:
        yield f"{text}, buy A, buy A", community, drew
        yield "CAT, buy Q", "", "ABC" if own else None
        yield "buy A", "", None
    yield "", "", None
    yield "nonsense, sell J", community, drew


# Tracked games for three, at their beginning and in the middle.


AT_TABLE = ["left", "me", "right"]
LEXICON = Lexicon.from_words(
    ["JEWELS", "CEDES", "LANE", "CEDE", "YACHT", "CAT", "ACT", "TEA", "TEN", "NET", "AREA", "AQUA",
     "BOOKS", "SEE", "OAK", "TEE", "EEL", "LEE", "ZEE"]
)  # fmt: skip


def start(
    seat: str | int | None = "me",
    hand: str = "JWLEANZ",
    community: str = "EES",
    first: str | int = "left",
    ruleset: Ruleset | None = None,
) -> TrackedGame:
    return TrackedGame(
        AT_TABLE,
        seat=seat,
        hand=hand,
        community=community,
        first=first,
        lexicon=LEXICON,
        **({} if ruleset is None else {"ruleset": ruleset}),
    )


def three_turns() -> TrackedGame:
    game = start()
    game.push("CeDEs, buy C", community="AO")
    game.push("LANe, discard Z", drew="ERTO", community="K")
    game.push("exchange ??")
    return game


def with_seat(game: TrackedGame, number: int, round_: int = 9, **fields: Any) -> TrackedGame:
    """Change a seat at the beginning, by hand, as it would take many turns, and the round."""
    first = game.views[0]
    seats = list(first.seats)
    seats[number] = replace(seats[number], **fields)
    game._course = replace(game._course, first=replace(first, seats=tuple(seats), round=round_))
    return game


# A game of people, told on the page by taps; it is that of docs/at-the-table.md.


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
    game = TrackedGame(PLAYERS, first=0, seat=1, hand="BDEGISU", community="EWY")
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
    if page.get_by_role("button", name=re.compile("^Show all ")).count():
        page.get_by_role("button", name=re.compile("^Show all ")).click()
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


def begin_to_keep_score(page: Page) -> None:
    """A game of two, of which only the community is seen; on the page of a new game."""
    tap(page, "Remove Player 3", "Player 1 is me")
    page.get_by_role("button", name=re.compile("^Community")).click()
    page.keyboard.type("ees")
    tap(page, "Begin")


def kept(page: Page) -> tuple[str, int]:
    """The text of the game that the page shows, and how many of its events are not undone."""
    number = page.url.partition("game=")[2]
    saved = page.evaluate("(number) => localStorage[`letter-tycoon-game-${number}`]", number)
    _, about, text = saved.split("\n", 2)
    return text, json.loads(about)["done"]


def game_kept(page: Page) -> TrackedGame:
    """The game that the page shows, without what is undone."""
    text, done = kept(page)
    game = read_game_text(text)
    assert isinstance(game, TrackedGame)
    while len(game.turns) > done:
        game.undo()
    return game


def is_as_told(page: Page, n_turns: int) -> None:
    """The browser has kept what the library makes of it, and the page shows that."""
    game = game_kept(page)
    assert len(game.turns) == n_turns
    expected = followed(n_turns)
    assert game.views[-1] == expected.views[-1]
    shown = page.locator(".seat-line .score").all_inner_texts()
    scores = [int(re.sub(r"\D", "", text)) for text in shown]
    assert scores == [score.total for score in expected.table.scores]


def open_text(page: Page, text: str) -> None:
    """Opens a game that was saved."""
    page.goto("/track")
    reader = page.get_by_label("Open a game that was saved as text")
    reader.set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.wait_for_url("**/track*game=*")
    page.locator(".seat-line").first.wait_for()


# Games of the engine written down as people at the table see them, as lines for `track`.


@dataclass
class PaperGame:
    """A whole game, as the player of one seat saw it.

    names    the names of the players
    first    the first state
    end      the last state
    lines    one a turn
    """

    names: Sequence[str]
    seat: int
    first: GameState
    end: GameState
    lines: list[str]

    @property
    def options(self) -> list[str]:
        """The options of `track` for the beginning."""
        return [
            f"--players={','.join(self.names)}",
            f"--me={self.names[self.seat]}",
            f"--hand={self.first.seats[self.seat].hand}",
            f"--community={self.first.community}",
            f"--first={self.names[self.first.start_player]}",
        ]


class _TurnTeller(Teller):
    """Tell every turn as a whole."""

    def _ends(self, action: Action, after: GameState) -> bool:
        starts = after.phase is Phase.START and action.kind is not ActionKind.REPLACE
        return after.is_over or starts


def written_down(
    names: Sequence[str],
    seat: int,
    players: Sequence[Player],
    seed: int,
    lexicon: Lexicon,
    ruleset: Ruleset = RULEBOOK,
) -> PaperGame:
    """Play a game, and write down what one player sees of it."""
    first = new_game(len(names), seed, lexicon, ruleset)
    steps: list[tuple[Action, GameState]] = [(ACCEPT, first), *play_out(first, players)]
    game = dealt(first, seat, names)
    tellings = _TurnTeller(seat, sees_discards=False, chance=random.Random(seed)).tellings(steps)
    lines = [_short_line(game, telling) for telling in tellings]
    return PaperGame(names, seat, first, steps[-1][1], lines)


def _short_line(game: TrackedGame, telling: Telling) -> str:
    """Return the shortest line that people would write, and tell it to the game."""
    refusals = []
    for bare in (True, False):
        line = " ".join(_short(part, bare=bare) for part in telling.text.split(", "))
        if telling.drew:
            line += f" < {telling.drew}"
        if telling.community or (telling.drew is None and "exchange" not in telling.text):
            line += f" > {telling.community}".rstrip()
        try:
            game.push(ToldTurn.parse(line, typed=True).line)
        except LetterTycoonError as error:
            refusals.append(f"{line}: {error}")
            continue
        return line
    raise AssertionError("\n".join(refusals))


def _short(part: str, *, bare: bool) -> str:
    """A part of a turn, and unless the way to lay them must be told, words without it."""
    verb, _, cards = part.partition(" ")
    hidden, cards = cards.startswith("?"), cards.removeprefix("nothing").lower()
    match verb:
        case "buy":
            return cards
        case "replace":
            return "q" if hidden else f"q {cards}"
        case "exchange" | "discard":
            dash = "- " if verb == "exchange" else "-"
            return f"{dash}{len(cards) if hidden or not cards else cards}"
    return re.sub(r"[/*][a-zA-Z]+|[()+]", "", part).lower() if bare else part
