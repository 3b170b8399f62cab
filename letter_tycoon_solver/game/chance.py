"""The chance of a game: a seed and how many shuffles it has made, as an immutable value."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from .._json import MAX_BITS
from ..errors import InvalidInputError, require, show
from ..rules.cards import parse_letters

_KEY_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Chance:
    """A deterministic source of shuffles.

    Shuffle n of seed s gives each card a key of 8 bytes, cut from SHAKE-256 of "s/n" in ASCII, and
    sorts the cards by their keys. So it needs no state but the two numbers, and is the same on
    every machine and version of Python (`random.shuffle` makes no such promise).

    Attributes:
        seed: a whole number of at most MAX_BITS bits, negative ones too.
        shuffles: shuffles made so far, from 0.
        known: for a game that was played elsewhere, the cards that come first after the next
            shuffles, in their order; the first that is not there comes after a later shuffle.

    Raises:
        InvalidInputError: one of them is something else.
    """

    seed: int
    shuffles: int = 0
    known: str = ""

    def __post_init__(self) -> None:
        for name, value in (("seed", self.seed), ("number of shuffles", self.shuffles)):
            if type(value) is not int or value.bit_length() > MAX_BITS:
                raise InvalidInputError(
                    f"the {name} is {show(value)}; give a whole number of at most {MAX_BITS} bits"
                )
        if self.shuffles < 0:
            raise InvalidInputError(f"the number of shuffles is {self.shuffles}; it is 0 or more")
        parse_letters(self.known, "the cards of known shuffles")
        object.__setattr__(self, "known", self.known.upper())

    def shuffle(self, cards: str) -> tuple[str, Chance]:
        """The cards in random order, and the chance for the next shuffle.

        Raises:
            InvalidInputError: the cards are not a string.
        """
        require(cards, str, "the cards")
        first = ""
        for card in self.known:
            if card not in cards:
                break
            first, cards = first + card, cards.replace(card, "", 1)
        message = f"{self.seed}/{self.shuffles}".encode("ascii")
        stream = hashlib.shake_256(message).digest(_KEY_BYTES * len(cards))
        keyed = sorted(
            (stream[at * _KEY_BYTES : (at + 1) * _KEY_BYTES], card) for at, card in enumerate(cards)
        )
        rest = "".join(card for _, card in keyed)
        return first + rest, Chance(self.seed, self.shuffles + 1, self.known[len(first) :])
