"""The log of a game that was played online: its file, its events, its seats, and its turns."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from ..errors import InvalidInputError, counted, require, show, show_text
from ..rules.cards import CARD_COUNT, LETTERS, MIN_WORD_LENGTH, PATENT_COST
from ..rules.play import CARD_SOURCES, COMMUNITY, CONSONANT, HAND, SOURCES, VOWEL, PlayedWord
from ..rules.ruleset import (
    MAX_PLAYED_LETTERS,
    MAX_RETRIES,
    ONLINE,
    ChallengeMode,
    ChallengeRule,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)
from .table import MAX_NAME, MAX_PLAYERS, MIN_PLAYERS

# The file of a game that was played online, taken out of what it is wrapped in.
#
#     {"status": 1, "data": {"logs": [PACKET...], "players": [{"id", "name"}...]}}    an archive
#     {"status": 1, "data": {"valid": 1, "data": [PACKET...]}}                         an older one
#     g_gamelogs = {...} and completesetup("lettertycoon", ..., {...})                 a replay page
#
#     PACKET  {"channel": "/table/t1" or "/player/p2", "move_id", "packet_type", "data": [EVENT...]}
#     EVENT   {"uid": time in hex, "type", "args"}
#
# A move is one click. Its packets come channel by channel, and by their uids the events of a move
# are in order again. A packet without a move belongs to that of the packet before it.


GAME: Final = "lettertycoon"
HOW_TO_SAVE: Final = (
    "save the archive of a finished game (JSON) or its replay page (HTML), as the page about online"
    " games in the docs says"
)
MAX_DEPTH: Final = 12
"""No file wraps its packets so often."""
MAX_PACKETS: Final = 10_000
"""No log has more: a long game has 300."""

_PAGE_LOG: Final = re.compile(r"g_gamelogs\s*=\s*(?=\{)")
_PAGE_SETUP: Final = re.compile(r"completesetup\(\s*[\"']([a-z0-9_]+)[\"']")
_LOG: Final = re.compile(r"[\ufeff\s]*(<|\{(?!\s*\"format\"))")
"""A page, or JSON that is not the header of a record."""
_CHANNEL: Final = re.compile(r"/(table/t|player/p)(\d{1,20})")
_RUNNING: Final = "history"
"""The type of packets in the log of a game that goes on."""


@dataclass(frozen=True, slots=True)
class Log:
    """The content of a file: its events in order, and the names told beside them, by ids.

    `setup` is of a replay page what its viewer saw at the beginning, else empty.
    """

    table: str
    events: tuple[Event, ...]
    names: Mapping[str, str]
    setup: Mapping[str, object]


def is_online_log(text: str) -> bool:
    """Does a text begin as the log of a game online does?

    Raises:
        InvalidInputError: it is not a string.

    Examples:
        >>> from letter_tycoon_solver.game import is_online_log
        >>> is_online_log("JEWELS")
        False
    """
    require(text, str, "the text")
    return _LOG.match(text) is not None


def read_log(text: str) -> Log:
    """The log in a text; raises OnlineLogError if it is damaged, or of a game that is not over."""
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return _read_page(text)
    if not text.startswith("{"):
        raise OnlineLogError(
            None,
            "the file is neither JSON nor a page, and the text of a log does not tell where cards"
            f" come from; {HOW_TO_SAVE}",
        )
    return _unwrapped(_parsed(text, 0), {})


def _read_page(text: str) -> Log:
    setup = _PAGE_SETUP.search(text)
    if setup and setup[1] != GAME:
        raise OnlineLogError(None, f"the page is of another game, {show_text(setup[1])}")
    found = _PAGE_LOG.search(text)
    if found is None:
        raise OnlineLogError(None, f"the page has no log in it; {HOW_TO_SAVE}")
    seen = _parsed(text, text.find("{", setup.end())) if setup else None
    return _unwrapped(_parsed(text, found.end()), seen if isinstance(seen, dict) else {})


def _parsed(text: str, start: int) -> object:
    try:
        value, _ = json.JSONDecoder().raw_decode(text, max(start, 0))
    except json.JSONDecodeError as error:
        raise OnlineLogError(
            None,
            f"the file is damaged in line {error.lineno}, character {error.colno:,}, or was cut"
            f" off there; {HOW_TO_SAVE}",
        ) from None
    except (ValueError, RecursionError):
        raise OnlineLogError(None, f"the file has no log of a game in it; {HOW_TO_SAVE}") from None
    return value


def _unwrapped(document: object, setup: Mapping[str, object]) -> Log:
    names: dict[str, str] = {}
    for _ in range(MAX_DEPTH):
        if not isinstance(document, dict):
            break
        if "error" in document:
            raise OnlineLogError(None, f"the site gave no log: {show(document['error'])}")
        names.update(names_in(document.get("players")))
        document = document.get("logs", document.get("data"))
    if not isinstance(document, list):
        raise OnlineLogError(None, f"the file has no log of a game in it; {HOW_TO_SAVE}")
    return _log_of(document, names, setup)


def names_in(players: object) -> dict[str, str]:
    """Names by id, in a list of players or an object of them."""
    names = {}
    for player in items_of(players):
        if isinstance(player, dict):
            number, name = as_id(player.get("id")), player.get("name")
            if number is not None and isinstance(name, str):
                names[number] = name
    return names


def _log_of(packets: list[object], names: dict[str, str], setup: Mapping[str, object]) -> Log:
    if len(packets) > MAX_PACKETS:
        raise OnlineLogError(
            None,
            f"the file has more than {MAX_PACKETS:,} packets, and no log has so many;"
            f" {HOW_TO_SAVE}",
        )
    found: list[tuple[int, str, Event]] = []
    table, move = "", 0
    for packet in packets:
        move = _move_of(packet, move)
        assert isinstance(packet, dict)
        channel = _CHANNEL.fullmatch(str(packet.get("channel")))
        if channel is None:
            continue
        player = channel[2] if channel[1] == "player/p" else None
        table = table if player else channel[2]
        found += _events_of(packet, move, player)
    # Stable: where two uids are equal the order of the file decides.
    found.sort(key=lambda item: item[:2])
    events = tuple(event for _, _, event in found)
    return Log(table, events, {**names_in(setup.get("players")), **names}, setup)


def _move_of(packet: object, move: int) -> int:
    if not isinstance(packet, dict):
        raise OnlineLogError(move or None, f"{show(packet)} is not a packet of a log")
    if packet.get("packet_type") == _RUNNING:
        raise OnlineLogError(
            None,
            "the game is not over, and help in a game that is played is against the rules of the"
            " site; save the log when it is over",
        )
    number = packet.get("move_id")
    if number is None:
        return move
    found = as_number(number)
    if found is None:
        raise OnlineLogError(move or None, f"{show(number)} is not the number of a move")
    return found


def _events_of(
    packet: dict[str, object], move: int, player: str | None
) -> Iterator[tuple[int, str, Event]]:
    data = packet.get("data")
    for item in data if isinstance(data, list) else [None]:
        event = item if isinstance(item, dict) else {}
        kind, uid = event.get("type"), event.get("uid")
        if not isinstance(kind, str):
            raise OnlineLogError(move, f"{show(item)} is not an event of a log")
        at = uid if isinstance(uid, str) else ""
        yield move, at, Event(move, kind, event.get("args"), player)


# One event of a log, and the checked reading of its arguments.
#
# What an event means is told by its type and its arguments, never by its text, which is translated.


T = TypeVar("T")

MAX_NUMBER: Final = 9999
"""No number of a log is larger: dollars, cards, retries."""


class OnlineLogError(InvalidInputError):
    """The log of a game that was played online cannot be read.

    Attributes:
        move: where, by the number that the site shows; None for the whole file.
        what: what is wrong there.
    """

    def __init__(self, move: int | None, what: str) -> None:
        super().__init__(move, what)
        self.move = move
        self.what = what

    def __str__(self) -> str:
        return self.what if self.move is None else f"move {self.move}: {self.what}"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is named; its id stays the same as long as the game lasts."""

    id: str
    letter: str


@dataclass(frozen=True, slots=True)
class LaidWord:
    """A word on the table, and its cards of hand and community, in the order of the word."""

    played: PlayedWord
    cards: tuple[Card, ...]

    def ids(self, source: str) -> list[str]:
        """The ids of its cards that come from there."""
        sources = [s for s in self.played.sources if s in CARD_SOURCES]
        return [card.id for card, s in zip(self.cards, sources, strict=True) if s == source]


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a log; `player` is the id of the only one who was told of it, None for all."""

    move: int
    kind: str
    args: object
    player: str | None

    def get(self, name: str) -> object:
        """An argument, None if it is missing."""
        return self.args.get(name) if isinstance(self.args, Mapping) else None

    def id_of(self, name: str) -> str:
        """An id, which older logs write as a number."""
        return self.checked(name, as_id(self.get(name)), "an id")

    def whole(self, name: str) -> int:
        """A number, which may be written as a text."""
        number = as_number(self.get(name))
        found = None if number is None or number > MAX_NUMBER else number
        return self.checked(name, found, f"a whole number up to {MAX_NUMBER}")

    def letter(self, name: str) -> str:
        """One letter from A to Z."""
        value = self.get(name)
        found = value if isinstance(value, str) and value in CARD_COUNT else None
        return self.checked(name, found, "a letter from A to Z")

    def ids(self, name: str) -> tuple[str, ...]:
        """A list of different ids."""
        items = items_of(self.get(name))
        ids = {known: None for item in items if (known := as_id(item)) is not None}
        are_ids = 0 < len(ids) == len(items)
        return self.checked(name, tuple(ids) if are_ids else None, "a list of ids")

    def cards(self, name: str) -> tuple[Card, ...]:
        """Cards, in a list or in an object by their ids."""
        return self.checked(name, cards_from(self.get(name)), "a list of cards")

    def word(self, name: str) -> LaidWord:
        """A word on the table."""
        return self.checked(name, _word_from(self.get(name)), "a word with its cards")

    def checked(self, name: str, found: T | None, expected: str) -> T:
        """An argument as it was read; raises OnlineLogError if it is not as expected."""
        if found is None:
            raise OnlineLogError(
                self.move,
                f"{name!r} of {show(self.kind)} is {show(self.get(name))}, not {expected}",
            )
        return found


def as_id(value: object) -> str | None:
    """An id or a number as a text; None for anything else."""
    if type(value) is int and 0 <= value < 1 << 63:
        return str(value)
    return value if isinstance(value, str) and 0 < len(value) <= 20 else None


def as_number(value: object) -> int | None:
    """A whole number, which may be written as a text; None for anything else."""
    text = as_id(value)
    return int(text) if text is not None and text.isascii() and text.isdigit() else None


def cards_from(value: object) -> tuple[Card, ...] | None:
    """The cards in a list, or in an object by their ids; None if they are none."""
    items = items_of(value)
    cards = {card.id: card for item in items if (card := _card_from(item)) is not None}
    return tuple(cards.values()) if 0 < len(cards) == len(items) else None


def items_of(value: object) -> list[object]:
    """Return the items of a list or an object; nothing of anything else."""
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []


def _card_from(value: object) -> Card | None:
    if not isinstance(value, Mapping):
        return None
    number, letter = as_id(value.get("id")), value.get("type")
    if number is None or not isinstance(letter, str) or letter not in CARD_COUNT:
        return None
    return Card(number, letter)


def _word_from(value: object) -> LaidWord | None:
    if not isinstance(value, Mapping):
        return None
    names = ("letters", "letter_origins", "letter_types", "card_ids")
    letters, sources, types, ids = map(value.get, names)
    if not (isinstance(letters, str) and isinstance(sources, str) and isinstance(types, str)):
        return None
    if not isinstance(ids, list) or not len(letters) == len(sources) == len(types) == len(ids):
        return None
    if not (set(letters) <= set(LETTERS) and set(sources) <= set(SOURCES)):
        return None
    y_as = "".join(kind for kind, letter in zip(types, letters, strict=True) if letter == "Y")
    laid = zip(ids, letters, sources, strict=True)
    used = [(as_id(one), letter) for one, letter, source in laid if source in CARD_SOURCES]
    is_word = MIN_WORD_LENGTH <= len(letters) <= MAX_PLAYED_LETTERS
    if not is_word or not set(y_as) <= {VOWEL, CONSONANT} or None in [one for one, _ in used]:
        return None
    cards = tuple(Card(str(one), letter) for one, letter in used)
    return LaidWord(PlayedWord.trusted(letters, sources, y_as), cards)


# A turn as a log tells it.


@dataclass(slots=True)
class Attempt:
    """Words that were laid.

    doublers  per word that was paid, those that the log names
    stands    None as long as that is not known
    settled   the move in which it was
    refused   the word that was none
    """

    move: int
    words: tuple[LaidWord, ...]
    doublers: list[str] = field(default_factory=list)
    challenger: int | None = None
    stands: bool | None = None
    settled: int = 0
    refused: str = ""

    def ids(self, source: str) -> list[str]:
        """Those of its cards from there."""
        return [number for word in self.words for number in word.ids(source)]


@dataclass(slots=True)
class LoggedTurn:
    """A turn, as the log tells it; None is what it does not tell.

    end        its last move
    replaced   HAND or COMMUNITY if a card was replaced with Q, in the move `replaced_in`
    gone       the id of that card
    came_for   the card that came for it
    money      dollars that players got, by seat; stock likewise
    came       cards that came into the community
    discards   how many cards were discarded beside those played
    discarded  their ids
    drawn      cards that came into the hand
    piles      how many cards deck and discards have in the end
    """

    player: int
    end: int = 0
    replaced: str = ""
    replaced_in: int = 0
    gone: str | None = None
    came_for: Card | None = None
    attempts: list[Attempt] = field(default_factory=list)
    money: Counter[int] = field(default_factory=Counter)
    stock: Counter[int] = field(default_factory=Counter)
    bought: str = ""
    came: tuple[Card, ...] = ()
    discards: int | None = None
    discarded: tuple[str, ...] | None = None
    drawn: tuple[Card, ...] | None = None
    piles: tuple[int, int] | None = None

    @property
    def stood(self) -> Attempt | None:
        """The words that stood."""
        return self.attempts[-1] if self.attempts and self.attempts[-1].stands else None

    def used(self, source: str) -> list[str]:
        """The ids of the cards from there that the words that stood have used."""
        return self.stood.ids(source) if self.stood else []


# The seats in a log, and the result that the site gives.


TURN_STATES = ("5", "20", "30")
"""In which the active player is the one whose turn it is."""
END = "99"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a player, as the site gives it; after a game that was given up, 1 or 0."""

    score: int
    place: int
    has_conceded: bool


@dataclass(frozen=True, slots=True)
class Seating:
    """The players, clockwise, first the one who starts; who never had a turn may sit anywhere.

    Without the end of the game there are no results.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    results: tuple[Result, ...]


def seating_of(log: Log) -> Seating:
    """The players of a log; raises OnlineLogError if it does not tell them."""
    names = dict(log.names)
    order: dict[str, None] = {}
    found: dict[str, Mapping[str, object]] = {}
    for event in log.events:
        if event.kind == "gameStateChange":
            state = as_id(event.get("id"))
            player = as_id(event.get("active_player"))
            if state in TURN_STATES and player is not None:
                order.setdefault(player)
            if state == END:
                found = _results_in(event)
                names.update(names_in(list(found.values())))
        elif (number := as_id(event.get("player_id"))) is not None:
            name = event.get("player_name")
            if isinstance(name, str):
                names.setdefault(number, name)
    ids = tuple(dict.fromkeys([*order, *_by_setup(log, order), *names, *found]))
    if not MIN_PLAYERS <= len(ids) <= MAX_PLAYERS:
        raise OnlineLogError(
            None,
            f"the log has {counted(len(ids), 'player')}; {MIN_PLAYERS} to {MAX_PLAYERS} can play",
        )
    return Seating(
        ids,
        _printable(names.get(number, "") for number in ids),
        tuple(_result(number, found[number]) for number in ids) if set(found) == {*ids} else (),
    )


def _by_setup(log: Log, order: Iterable[str]) -> list[str]:
    """The players of a replay page, clockwise from the first who had a turn."""
    players = [
        (text, str(number))
        for player in items_of(log.setup.get("players"))
        if isinstance(player, dict)
        and (number := as_id(player.get("id")))
        and (text := as_id(player.get("order")))
    ]
    ids = [number for _, number in sorted(players)]
    first = next(iter(order), None)
    start = ids.index(first) if first in ids else 0
    return ids[start:] + ids[:start]


def _results_in(event: Event) -> dict[str, Mapping[str, object]]:
    args = event.get("args")
    result = args.get("result") if isinstance(args, Mapping) else None
    return {
        number: item
        for item in items_of(result)
        if isinstance(item, Mapping) and (number := as_id(item.get("id"))) is not None
    }


def _result(number: str, item: Mapping[str, object]) -> Result:
    score, place = as_number(item.get("score")), as_number(item.get("rank"))
    if score is None or place is None:
        raise OnlineLogError(None, f"the result of the player {number} is {show(item)}")
    return Result(score, place, as_id(item.get("concede")) not in (None, "0"))


def _printable(names: Iterable[str]) -> tuple[str, ...]:
    """Names as a game takes them: no two the same, none without a letter."""
    found: list[str] = []
    for seat, name in enumerate(names):
        plain = "".join(c if c.isprintable() else "?" for c in name)[: MAX_NAME - 4].strip()
        plain = plain or f"player {seat + 1}"
        numbered = (f"{plain} ({number})" for number in range(2, MAX_PLAYERS + 1))
        found.append(next(one for one in (plain, *numbered) if one not in found))
    return tuple(found)


# The turns in a log.


ONLINE_RULES: Final = replace(
    ONLINE,
    replaceable=Replaceable.HAND_OR_COMMUNITY,
    reshuffle=Reshuffle.WITHOUT_WORDS,
)
"""The common part of all tables online."""


class TurnReader:
    """Takes the events of a log one by one.

    turns       those that are finished
    unfinished  the turn that goes on, or in which the log ends
    stackings   what several doublers may do, as far as the words that were paid tell
    mode        who checks words, None if no word was checked
    retries     how often a player may try again, None if nobody had to
    """

    def __init__(self, log: Log, seating: Seating) -> None:
        self.turns: list[LoggedTurn] = []
        self.stackings = list(Stacking)
        self.mode: ChallengeMode | None = None
        self.retries: int | None = None
        self.is_over = False
        self._log = log
        self.seating = seating
        self._numbers = {number: seat for seat, number in enumerate(seating.ids)}
        self.unfinished: LoggedTurn | None = None
        self._has_ended = False
        self._doublers = ""

    def read(self) -> None:
        """Reads all events. Raises OnlineLogError; what was read so far is there."""
        for event in self._log.events:
            handle = _HANDLERS.get(event.kind)
            if handle is not None:
                handle(self, event)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the table; what the log does not tell is as by default."""
        mode = self.mode or ChallengeMode.PLAYERS
        retries = (self.retries or 0) if mode is ChallengeMode.AUTOMATIC else 0
        challenge = ChallengeRule(mode, retries)
        return replace(ONLINE_RULES, stacking=self.stackings[0], challenge=challenge)

    def _now(self, event: Event) -> LoggedTurn:
        if self.unfinished is None:
            raise OnlineLogError(event.move, f"{event.kind} is told, and nobody's turn has begun")
        return self.unfinished

    def _player(self, event: Event, name: str = "player_id") -> int:
        number = event.id_of(name)
        if number not in self._numbers:
            raise OnlineLogError(event.move, f"{number} is not one of the players")
        return self._numbers[number]

    def _of_active(self, event: Event) -> LoggedTurn:
        """The turn, of an event that says whose it is, or that only this player was told of."""
        turn = self._now(event)
        told = event.player or event.id_of("player_id")
        if self._numbers.get(told) != turn.player:
            name = self.seating.names[turn.player]
            raise OnlineLogError(event.move, f"{event.kind} of {told} is told in a turn of {name}")
        return turn

    def _on_state(self, event: Event) -> None:
        # 5 begins a turn, 20 asks for Q, 30 for words; 35 checks them, 40 asks who challenges, 45
        # pays them. 50 asks for a patent, 51 sells it, 55 refills the community. 60 asks for
        # discards, 70 for the card that pays for refused words; 75 refills the hand, 76 ends the
        # turn, 99 the game.
        match state := as_number(event.get("id")):
            case 5 | 20 | 30:
                self._begin(event, is_new=state == 5)
            case 35:
                self.mode = ChallengeMode.AUTOMATIC
            case 40:
                self.mode = ChallengeMode.PLAYERS
            case 45:
                self._decide(event, stands=True)
            case 51 if not self._now(event).bought:
                raise OnlineLogError(event.move, "a patent was bought, and which is missing")
            case 70:
                self._check_refused(event)
            case 75 | 76:
                self._has_ended = True
            case 99:
                self._end(event)

    def _begin(self, event: Event, *, is_new: bool) -> None:
        player, turn = self._player(event, "active_player"), self.unfinished
        if turn is not None and turn.player == player and not is_new:
            self._check_refused(event)
            return
        if turn is not None:
            self._close(event)
            expected = (turn.player + 1) % len(self._numbers)
            if player != expected:
                name = self.seating.names[expected]
                raise OnlineLogError(event.move, f"the turn of {name} before this is missing")
        self.unfinished = LoggedTurn(player)

    def _end(self, event: Event) -> None:
        if self.unfinished is not None and self._has_ended:
            self._close(event)
        self.is_over = True

    def _close(self, event: Event) -> None:
        turn = self._now(event)
        self._check_refused(event)
        turn.end = event.move
        if turn.stood and len(turn.stood.doublers) < len(turn.stood.words):
            raise OnlineLogError(turn.stood.settled, "words stand, and what they earn is missing")
        n_used = len(turn.used(COMMUNITY))
        if len(turn.came) != n_used:
            raise OnlineLogError(
                turn.end,
                f"{len(turn.came)} cards came into the community, and {n_used} of it were used",
            )
        n_discarded = None if turn.discarded is None else len(turn.discarded)
        if turn.discards is None:
            turn.discards = n_discarded or 0
        elif n_discarded not in (None, turn.discards):
            raise OnlineLogError(
                turn.end, f"{turn.discards} cards were discarded, and {n_discarded} are named"
            )
        self.turns.append(turn)
        self.unfinished, self._has_ended = None, False

    def _on_replaced(self, event: Event) -> None:
        turn = self._now(event)
        turn.replaced_in = event.move
        if event.kind == "playerReplacedCardFromCommunity":
            turn.replaced, turn.gone = COMMUNITY, event.id_of("card_id")
            return
        turn.replaced = HAND
        if event.player is not None:
            turn.gone = self._of_active(event).gone = event.id_of("card_id")

    def _on_words(self, event: Event) -> None:
        turn = self._of_active(event)
        self._check_refused(event)
        words = [event.word("main_word")]
        if event.get("second_word") is not None:
            words.append(event.word("second_word"))
        if turn.stood is not None:
            raise OnlineLogError(event.move, "words are laid, and others stand already")
        turn.attempts.append(Attempt(event.move, tuple(words)))

    def _on_challenger(self, event: Event) -> None:
        self._attempt(event).challenger = self._player(event)

    def _on_refused(self, event: Event) -> None:
        word, attempt = event.get("rejected_word"), self._attempt(event)
        laid = next((one.played.word for one in attempt.words if one.played.word == word), None)
        attempt.refused = event.checked("rejected_word", laid, "one of the words that were laid")
        self._decide(event, stands=False)
        if event.kind == "playerChallengeSucceeded" and attempt.challenger is None:
            raise OnlineLogError(event.move, "words are refused, and nobody has challenged them")

    def _on_upheld(self, event: Event) -> None:
        if self._attempt(event).challenger is None:
            raise OnlineLogError(event.move, "a challenge has failed, and nobody has challenged")
        self._decide(event, stands=True)

    def _on_retry(self, event: Event) -> None:
        if event.kind == "playerMayTryAgainRetriesLeft":
            self.retries = min(event.whole("retries_total"), MAX_RETRIES)
        elif event.kind == "playerMayTryAgain":
            self.retries = MAX_RETRIES
        elif self.retries is None:
            self.retries = 0

    def _attempt(self, event: Event) -> Attempt:
        turn = self._now(event)
        if not turn.attempts:
            raise OnlineLogError(event.move, f"{event.kind} is told, and no words were laid")
        return turn.attempts[-1]

    def _decide(self, event: Event, *, stands: bool) -> None:
        attempt = self._attempt(event)
        if attempt.stands is (not stands):
            raise OnlineLogError(event.move, "words both stand and are refused")
        attempt.stands = stands
        attempt.settled = attempt.settled or event.move

    def _check_refused(self, event: Event) -> None:
        """Raises OnlineLogError if the turn goes on, and nobody has said if words stand."""
        turn = self._now(event)
        if turn.attempts and turn.attempts[-1].stands is None:
            raise OnlineLogError(event.move, "words were laid, and what became of them is missing")

    def _on_doubler(self, event: Event) -> None:
        self._doublers += event.kind.removeprefix("playerWordUsed")[0]

    def _on_payout(self, event: Event) -> None:
        turn = self._of_active(event)
        self._decide(event, stands=True)
        attempt = self._attempt(event)
        if len(attempt.doublers) == len(attempt.words):
            raise OnlineLogError(event.move, "words are paid twice")
        word = attempt.words[len(attempt.doublers)].played.word
        attempt.doublers.append("".join(sorted(self._doublers)))
        self._doublers = ""
        money, stock = event.whole("money"), event.whole("stock")
        one, n = ONLINE_RULES.payout, len(word)
        factors = {way: way.factor(len(attempt.doublers[-1])) for way in self.stackings}
        self.stackings = [
            way
            for way, times in factors.items()
            if (money, stock) == (one.coins[n] * times, one.stock[n] * times)
        ]
        if not self.stackings:
            raise OnlineLogError(
                event.move, f"{word} earns ${money} and {stock} stock, which cannot be"
            )
        turn.money[turn.player] += money
        turn.stock[turn.player] += stock

    def _on_royalties(self, event: Event) -> None:
        self._now(event).money[self._player(event)] += event.whole("royalties")

    def _on_dollar(self, event: Event) -> None:
        gets = event.kind == "playerReceivedPayment"
        self._now(event).money[self._player(event)] += 1 if gets else -1

    def _on_bought(self, event: Event) -> None:
        turn, letter, cost = self._of_active(event), event.letter("letter"), event.whole("cost")
        if turn.stood is None or turn.bought or cost != PATENT_COST[letter]:
            raise OnlineLogError(
                event.move,
                f"{letter} is bought for ${cost}; one patent may be bought after words that stand,"
                f" and {letter} costs ${PATENT_COST[letter]}",
            )
        turn.bought = letter

    def _on_community(self, event: Event) -> None:
        turn, cards = self._now(event), event.cards("new_cards")
        if turn.replaced == COMMUNITY and turn.came_for is None and not turn.attempts:
            turn.came_for = self._one(event, cards)
        elif turn.stood is not None and not turn.came:
            turn.came = cards
        else:
            raise OnlineLogError(event.move, "cards come into the community, and none was used")

    def _on_hand(self, event: Event) -> None:
        turn, cards = self._of_active(event), event.cards("new_cards")
        is_early = not turn.attempts and turn.discards is None and turn.discarded is None
        if turn.replaced == HAND and turn.came_for is None and is_early:
            turn.came_for = self._one(event, cards)
        elif turn.drawn is None:
            turn.drawn = cards
        else:
            raise OnlineLogError(event.move, "cards are drawn twice")

    def _on_discards(self, event: Event) -> None:
        turn = self._now(event)
        if event.kind == "activePlayerDiscardedCards":
            self._of_active(event).discarded = event.ids("card_ids")
        else:
            turn.discards = event.whole("num_cards")

    def _on_sizes(self, event: Event) -> None:
        if self.unfinished is not None:
            self.unfinished.piles = event.whole("deck_count"), event.whole("discard_count")

    def _one(self, event: Event, cards: tuple[Card, ...]) -> Card:
        if len(cards) != 1:
            raise OnlineLogError(event.move, f"{len(cards)} cards come for one that was replaced")
        return cards[0]


_HANDLERS: Final[Mapping[str, Callable[[TurnReader, Event], None]]] = {
    "gameStateChange": TurnReader._on_state,
    "playerReplacedCardFromHand": TurnReader._on_replaced,
    "activePlayerReplacedCardFromHand": TurnReader._on_replaced,
    "playerReplacedCardFromCommunity": TurnReader._on_replaced,
    "playerPlayedWord": TurnReader._on_words,
    "playerChallenged": TurnReader._on_challenger,
    "playerChallengeSucceeded": TurnReader._on_refused,
    "automaticChallengeRejectedWord": TurnReader._on_refused,
    "playerChallengeFailed": TurnReader._on_upheld,
    "playerMayTryAgain": TurnReader._on_retry,
    "playerMayTryAgainRetriesLeft": TurnReader._on_retry,
    "playerMustDiscardNoRetries": TurnReader._on_retry,
    **{f"playerWordUsed{letter}Patent": TurnReader._on_doubler for letter in "BJK"},
    "playerWordUsedQLetter": TurnReader._on_doubler,
    "playerReceivedMoneyAndStock": TurnReader._on_payout,
    "playerReceivedRoyalties": TurnReader._on_royalties,
    "playerReceivedPayment": TurnReader._on_dollar,
    "challengerPaidPenalty": TurnReader._on_dollar,
    "playerBoughtPatent": TurnReader._on_bought,
    "communityReceivedCards": TurnReader._on_community,
    "activePlayerReceivedCards": TurnReader._on_hand,
    "activePlayerDiscardedCards": TurnReader._on_discards,
    "playerDiscardedNumberOfCards": TurnReader._on_discards,
    "deckAndDiscardSizesChanged": TurnReader._on_sizes,
}
"""By type, what is done with an event. All others say nothing that does not follow."""

KINDS: Final = frozenset(_HANDLERS) - {"gameStateChange"}
"""The types of events that other games have not got."""
