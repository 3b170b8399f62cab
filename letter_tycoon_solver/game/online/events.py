"""One event of a log, and the checked reading of its arguments.

What an event means is told by its type and its arguments, never by its text, which is translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ...errors import InvalidInputError, show
from ...rules.cards import CARD_COUNT, LETTERS, MIN_WORD_LENGTH
from ...rules.play import CARD_SOURCES, CONSONANT, SOURCES, VOWEL, PlayedWord
from ...rules.ruleset import MAX_PLAYED_LETTERS

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
    """A card that is named.

    Attributes:
        id: the same as long as the game lasts; it says nothing of the letter.
        letter: upper case.
    """

    id: str
    letter: str


@dataclass(frozen=True, slots=True)
class LaidWord:
    """A word on the table.

    Attributes:
        played: its letters, and where they come from.
        cards: those of hand and community, in the order of the word.
    """

    played: PlayedWord
    cards: tuple[Card, ...]

    def ids(self, source: str) -> list[str]:
        """The ids of its cards that come from there."""
        sources = [s for s in self.played.sources if s in CARD_SOURCES]
        return [card.id for card, s in zip(self.cards, sources, strict=True) if s == source]


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a log.

    Attributes:
        move: the number of the move, as the site shows it.
        kind: its type.
        args: what comes with it; an object, a list or nothing.
        player: id of the only player who was told of it, None if all were.
    """

    move: int
    kind: str
    args: object
    player: str | None

    def get(self, name: str) -> object:
        """An argument, None if it is missing."""
        return self.args.get(name) if isinstance(self.args, Mapping) else None

    def id_of(self, name: str) -> str:
        """An id, which older logs write as a number."""
        found = as_id(self.get(name))
        if found is None:
            raise self.error(name, "an id")
        return found

    def whole(self, name: str) -> int:
        """A number, which may be written as a text."""
        value = self.get(name)
        text = as_id(value)
        if text is None or not (text.isascii() and text.isdigit()) or int(text) > MAX_NUMBER:
            raise self.error(name, f"a whole number up to {MAX_NUMBER}")
        return int(text)

    def letter(self, name: str) -> str:
        """One letter from A to Z."""
        value = self.get(name)
        if not isinstance(value, str) or value not in CARD_COUNT:
            raise self.error(name, "a letter from A to Z")
        return value

    def ids(self, name: str) -> tuple[str, ...]:
        """A list of different ids."""
        found = [as_id(value) for value in items_of(self.get(name))]
        known = tuple(one for one in found if one is not None)
        if not found or len(set(known)) < len(found):
            raise self.error(name, "a list of ids")
        return known

    def cards(self, name: str) -> tuple[Card, ...]:
        """Cards, in a list or in an object by their ids."""
        cards = cards_from(self.get(name))
        if cards is None:
            raise self.error(name, "a list of cards")
        return cards

    def word(self, name: str) -> LaidWord:
        """A word on the table."""
        word = _word_from(self.get(name))
        if word is None:
            raise self.error(name, "a word with its cards")
        return word

    def error(self, name: str, expected: str) -> OnlineLogError:
        """The error that an argument is not as expected."""
        value = self.get(name)
        return OnlineLogError(
            self.move, f"{name!r} of {show(self.kind)} is {show(value)}, not {expected}"
        )


def as_id(value: object) -> str | None:
    """An id or a number as a text; None for anything else."""
    if type(value) is int and 0 <= value < 1 << 63:
        return str(value)
    return value if isinstance(value, str) and 0 < len(value) <= 20 else None


def cards_from(value: object) -> tuple[Card, ...] | None:
    """The cards in a list, or in an object by their ids; None if they are none."""
    cards = [_card_from(item) for item in items_of(value)]
    known = tuple(card for card in cards if card is not None)
    are_cards = cards and len({card.id for card in known}) == len(cards)
    return known if are_cards else None


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
    letters, sources, types = (
        value.get(name) for name in ("letters", "letter_origins", "letter_types")
    )
    ids = value.get("card_ids")
    if not (isinstance(letters, str) and isinstance(sources, str) and isinstance(types, str)):
        return None
    fits = isinstance(ids, list) and len(letters) == len(sources) == len(types) == len(ids)
    if not fits or not MIN_WORD_LENGTH <= len(letters) <= MAX_PLAYED_LETTERS:
        return None
    if not (set(letters) <= set(LETTERS) and set(sources) <= set(SOURCES)):
        return None
    assert isinstance(ids, list)
    y_as = "".join(kind for kind, letter in zip(types, letters, strict=True) if letter == "Y")
    numbers = [as_id(one) for one, s in zip(ids, sources, strict=True) if s in CARD_SOURCES]
    if not set(y_as) <= {VOWEL, CONSONANT} or None in numbers:
        return None
    used = [a for a, s in zip(letters, sources, strict=True) if s in CARD_SOURCES]
    cards = (Card(str(number), a) for number, a in zip(numbers, used, strict=True))
    return LaidWord(PlayedWord.trusted(letters, sources, y_as), tuple(cards))
