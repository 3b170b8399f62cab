"""Every error of the package: one root class, so that a caller can catch them all."""

from __future__ import annotations

import enum
import itertools
import reprlib
from collections.abc import Sequence
from typing import Any, Final, TypeVar

E = TypeVar("E", bound=enum.Enum)

MAX_SHOWN: Final = 80
"""Most characters of a value in a message."""
MAX_TEXT_SHOWN: Final = 200
"""Most characters of a text in a message, such as a path or cards."""
JOINERS: Final = "\u200c\u200d"
"""They join several characters into one sign, or keep them apart."""
MAX_ILLEGAL_SHOWN: Final = 500
"""Most characters about an illegal move, whose words and cards may be anything."""


class LetterTycoonError(Exception):
    """The root of every error that this package reports on purpose."""

    def __str__(self) -> str:
        # An argument after the message is for the program that catches the error.
        return str(self.args[0]) if self.args else ""


class InvalidInputError(LetterTycoonError, ValueError):
    """An argument is not what the function takes; the message says what is allowed."""


class LexiconError(InvalidInputError):
    """A word list cannot be found, read or used."""


class DefinitionsError(LetterTycoonError):
    """The file of the definitions is missing or damaged."""


class PlayNotFoundError(InvalidInputError, KeyError):
    """No play has the words that were asked for; also a KeyError."""


class FallbackTablesWarning(UserWarning):
    """A lexicon has no tables for static evaluation; those of another are used."""


class FallbackCompilerWarning(UserWarning):
    """The search cannot be compiled and runs as plain Python; the answers are the same."""


class PartsWarning(UserWarning):
    """A finished part of a survey or a tournament could not be kept; the work continues."""


class Reason(enum.Enum):
    """Why a play is illegal. The value is the rule in a few words."""

    NO_WORD = "a play has at least one word"
    TOO_MANY_WORDS = "one word a turn; two for the owner of V"
    NOT_LETTERS = "a word has only the letters A to Z"
    TOO_SHORT = "a word has at least three letters"
    NOT_IN_LEXICON = "the word is not in the lexicon"
    SOURCES_MALFORMED = "one source per letter: h(and), c(ommunity), d(uplicate) or s(uffix)"
    Y_UNDECLARED = "each Y is declared a vowel or a consonant"
    Y_MALFORMED = "one v(owel) or c(onsonant) per Y of the word, and no more"
    CARD_NOT_AVAILABLE = "each card is used at most once per turn"
    NO_HAND_CARD = "each word uses at least one card from the hand"
    SECOND_WORD_NOT_OWNED = "the second word needs the V patent"
    DUPLICATE_NOT_OWNED = "the duplicate needs the X patent"
    SUFFIX_NOT_OWNED = "the suffix needs the Z patent"
    TWO_DUPLICATES = "one duplicate per turn"
    DUPLICATE_WITHOUT_ORIGINAL = "the duplicate repeats a card that is used"
    TOO_FEW_CARDS_FOR_DUPLICATE = "the duplicate needs at least three factory cards"
    TWO_SUFFIXES = "one suffix per turn"
    SUFFIX_NOT_LAST = "the suffix is the last letter of its word"
    SUFFIX_NOT_S = "the suffix is an S"
    DOUBLER_NOT_ALLOWED = "a doubler needs its patent or card, its condition, and works once"


PLAYER: Final = "{player}"
"""Stands for the player in the message of an `IllegalMoveError`."""


class IllegalMoveError(LetterTycoonError, ValueError):
    """A play or an action breaks a rule.

    Attributes:
        reason: the rule that is broken.
        player: the number of the player whom the message is about, or None.
        name: the name of that player; "" if only the number is known.
    """

    reason: enum.Enum

    def __init__(self, reason: enum.Enum, message: str, player: int | None = None) -> None:
        super().__init__(reason, message, player)
        self.reason = reason
        self.player = player
        self.name = ""
        self._message = message

    @property
    def message(self) -> str:
        """The message, which names the word, the card or the player."""
        whole = self._message.replace(PLAYER, self.name or f"player {self.player}")
        return show_text(whole, MAX_ILLEGAL_SHOWN)

    def __str__(self) -> str:
        return f"{self.message} ({self.reason.value})"


class IllegalPlay(IllegalMoveError):
    """A play breaks a rule.

    Attributes:
        reason: the rule that is broken.
        player: as of `IllegalMoveError`.
        name: as of `IllegalMoveError`.
    """

    reason: Reason


def sentence(error: Exception | str) -> str:
    """Return the message of an error, or a text, as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


class _Beginning(reprlib.Repr):
    """The beginning of `repr`, which takes hours for data nested a hundred thousand deep."""

    def __init__(self) -> None:
        super().__init__()
        # A bracket is a character, and so is an item at least.
        self.maxlevel = self.maxlist = self.maxtuple = self.maxset = self.maxdict = MAX_SHOWN
        self.maxstring = self.maxlong = self.maxother = 4 * MAX_SHOWN

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0:
            return "{...}"
        shown = [
            f"{self.repr1(key, level - 1)}: {self.repr1(item, level - 1)}"
            for key, item in itertools.islice(x.items(), self.maxdict)
        ]
        return f"{{{', '.join(shown)}{', ...' if len(x) > self.maxdict else ''}}}"


_beginning: Final = _Beginning().repr


def show(value: object) -> str:
    """Return the value for a message, cut short."""
    try:
        text = _beginning(value)
    except Exception:
        # Whole numbers of some thousand digits, a class whose __repr__ fails.
        text = f"(cannot be shown: {type(value).__name__})"
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def show_text(text: object, most: int = MAX_TEXT_SHOWN) -> str:
    """Return a text for a message, without quotes; of a long one both ends, printable."""
    shown, half = str(text), (most - 3) // 2
    if len(shown) > most:
        shown = f"{shown[:half]}...{shown[-half:]}"
    return printable(shown)


def printable(text: str) -> str:
    """Return the text with escapes for characters that cannot be printed."""
    return "".join(
        char if char.isprintable() or char in JOINERS else repr(char)[1:-1] for char in text
    )


def counted(n: int, noun: str) -> str:
    """Return a number of things: "3 names", "1 name", "no names"."""
    return f"1 {noun}" if n == 1 else f"{f'{n:,}' if n else 'no'} {noun}s"


def there_are(n: int, noun: str) -> str:
    """Return a number of things in a clause: "there is 1 name", "there are no names"."""
    return f"there {'is' if n == 1 else 'are'} {counted(n, noun)}"


def a_or_an(kind: type) -> str:
    """Return the name of a type with its article: "a Play", "an int"."""
    name = kind.__name__
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


def require(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Raise InvalidInputError, which names `what`, unless the value is of the kind."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        raise InvalidInputError(f"{what} is {show(value)}; give {' or '.join(map(a_or_an, kinds))}")


def require_each(values: object, kind: type, what: str) -> None:
    """Raise InvalidInputError, which names `what`, unless it is a sequence of the kind."""
    if (
        not isinstance(values, Sequence)
        or isinstance(values, str)
        or not all(isinstance(value, kind) for value in values)
    ):
        raise InvalidInputError(f"{what} are {show(values)}; give a list of {kind.__name__}")


def require_progress(value: object, function: str) -> None:
    """Raise InvalidInputError, with the function to give, unless it can be called or is None."""
    if value is not None and not callable(value):
        raise InvalidInputError(f"progress is {show(value)}; give {function}")


def require_iterable(values: object, what: str) -> None:
    """Raise InvalidInputError, which names `what`, unless one can iterate over it."""
    try:
        iter(values)  # type: ignore[call-overload]
    except TypeError:
        raise InvalidInputError(
            f"{what} are {show(values)}; give a list or another iterable"
        ) from None


def require_choice(value: object, kinds: type[E], refusal: str) -> E:
    """Return `value`, or the kind of this name in any case; {} in the refusal is what was given."""
    if isinstance(value, kinds):
        return value
    by_name = {kind.value: kind for kind in kinds}
    named = by_name.get(value.strip().lower()) if isinstance(value, str) else None
    if named is None:
        raise InvalidInputError(f"{refusal.format(show(value))}; choose from {', '.join(by_name)}")
    return named
