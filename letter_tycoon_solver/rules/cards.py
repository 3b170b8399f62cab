"""The material of the game: 102 factory cards, 26 patents, and multisets of cards.

The numbers come from the table "Material" of the rulebook.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final

from ..errors import InvalidInputError, show

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS: Final = frozenset("AEIOU")
"""The letters that are always vowels. The player declares each Y a vowel or a consonant."""

# fmt: off
#                    A  B  C  D   E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
_COUNTS: Final =  (  9, 2, 2, 4, 12, 2, 3, 4, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 6, 6, 4, 2, 2, 1, 2, 1)
_COSTS: Final =   (  8, 2, 3, 4, 10, 3, 3, 5, 7, 2, 2, 4, 3, 7, 7, 3, 2, 6, 6, 8, 3, 2, 3, 2, 3, 2)
# fmt: on

HIDDEN: Final = "?"
"""An unseen card."""
ALL_CARDS: Final = "*"
"""All cards that may be discarded."""

CARD_COUNT: Final = dict(zip(LETTERS, _COUNTS, strict=True))
"""The number of cards of each letter in the deck."""
PATENT_COST: Final = dict(zip(LETTERS, _COSTS, strict=True))
"""The price of each patent in dollars, which is also its value at the end of the game."""
DECK_SIZE: Final = sum(CARD_COUNT.values())
"""102 cards."""

MIN_WORD_LENGTH: Final = 3
MAX_WORDS: Final = 2
"""The most words in a turn, with V."""
MIN_CARDS_FOR_DUPLICATE: Final = 3
"""The fewest factory cards in a play with the X duplicate."""

ABILITIES: Final = "BJKQVXZ"
"""The patents with an ability."""

DOUBLERS: Final = "BJKQ"
"""The patents B, J and K, and the card Q. In a set of them, bit i is the one at place i."""
BY_PATENT_COST: Final = tuple(sorted(LETTERS, key=lambda a: (-PATENT_COST[a], a)))
"""The letters, dearest patent first, ties by letter."""


def parse_letters(text: str, what: str, also: str = "") -> str:
    """Return letters of any case in upper case, sorted; `what` and `also` are for the error."""
    if not isinstance(text, str):
        raise InvalidInputError(
            f"{show(text)} is given for {what}; give a string of the letters A to Z{also}"
        )
    upper = text.upper() if text.isascii() else text
    for letter in upper:
        if letter not in CARD_COUNT:
            raise InvalidInputError(
                f"{what} {show(text)} contains {letter!r}; only the letters A to Z are cards"
            )
    return "".join(sorted(upper))


def parse_cards(text: str, what: str) -> str:
    """Return `text` as `parse_letters`, then HIDDEN for each card that was not seen."""
    letters = text.replace(HIDDEN, "") if isinstance(text, str) else text
    hidden = f", and {HIDDEN} for a card not seen"
    return parse_letters(letters, what, hidden) + HIDDEN * (len(text) - len(letters))


def parse_whole(value: object, what: str, least: int, most: int | None = None) -> int:
    """Return `value`, any integer but a bool, as an int; raise InvalidInputError out of bounds."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
        if least <= number and (most is None or number <= most):
            return number
        shown = str(number) if abs(number) < 10**20 else "a number of more than 20 digits"
    except TypeError:
        shown = show(value)
    allowed = f"from {least}" + (f" to {most}" if most is not None else "")
    raise InvalidInputError(f"{what} is {shown}; give a whole number {allowed}")


def count_letters(letters: Iterable[str]) -> dict[str, int]:
    """Count how often each letter occurs."""
    counts: dict[str, int] = {}
    for letter in letters:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def check_deck_holds(letters: str, what: str) -> None:
    """Raise InvalidInputError if `letters` has more of a letter than the deck."""
    for letter, n in count_letters(letters).items():
        if n > CARD_COUNT[letter]:
            raise InvalidInputError(
                f"{what} hold {n} cards {letter}; the deck has only {CARD_COUNT[letter]}"
            )


def n_cards_text(n: int) -> str:
    """Format a number of cards for a message: "1 card", "2 cards"."""
    return f"{n} card" if n == 1 else f"{n} cards"


def remove_cards(cards: str, used: str) -> str:
    """Remove one card for each letter of `used`: that letter, or else an unseen card."""
    for letter in used:
        cards = cards.replace(letter if letter in cards else HIDDEN, "", 1)
    return cards


def sorted_cards(cards: str) -> str:
    """Sort the letters, with the unseen cards last."""
    return "".join(sorted(cards.replace(HIDDEN, ""))) + HIDDEN * cards.count(HIDDEN)
