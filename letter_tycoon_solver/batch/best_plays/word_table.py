"""The words of a lexicon as columns, and the cards needed to lay them.

A word table has a row for each word:

numbers    int32 [n]; the number of the word, see Lexicon.word
lengths    int64 [n]
counts     uint8 [n, 26]; the number of each letter
doublers   uint8 [n]; the doublers that may apply: a set as in cards.DOUBLERS, limited to the
           player's patents. B and J may both apply with the Ys as vowels, K with one vowel in all
suffixed   bool [n]; True if the word ends with S

A word is laid in forms: with the duplicate of one letter or none, with the suffix or without.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from ...lexicon import Lexicon
from ...lexicon.spelling import spelling_of
from ...rules.cards import CARD_COUNT, DOUBLERS, LETTERS, MIN_CARDS_FOR_DUPLICATE, VOWELS
from ...rules.ruleset import DuplicateScope, Stacking, ways_to_double

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

DECK: Final[Bytes] = np.array(list(CARD_COUNT.values()), np.uint8)
_S: Final = LETTERS.index("S")
_Q: Final = LETTERS.index("Q")
_Y: Final = LETTERS.index("Y")
_IS_VOWEL: Final = np.array([letter in VOWELS for letter in LETTERS])
_MAY_BE_VOWEL: Final = np.array([letter in VOWELS or letter == "Y" for letter in LETTERS])


@dataclass(frozen=True, slots=True)
class Extras:
    """Letters that are not cards, in a word or in a turn: the duplicate, the suffix."""

    duplicate: bool
    suffix: bool

    @property
    def n(self) -> int:
        """The number of extras."""
        return self.duplicate + self.suffix


def owned_extras(patents: str) -> list[Extras]:
    """Return what the owner of these patents may add to the cards of a turn, the fewest first."""
    choices = product((False, True)[: 1 + ("X" in patents)], (False, True)[: 1 + ("Z" in patents)])
    return sorted((Extras(*choice) for choice in choices), key=lambda extras: extras.n)


@dataclass(frozen=True, slots=True)
class WordTable:
    """Words as columns, described at the top."""

    numbers: npt.NDArray[np.int32]
    lengths: Ints
    counts: Bytes
    doublers: Bytes
    suffixed: Bools

    @classmethod
    def of(cls, lexicon: Lexicon, patents: str, most_letters: int) -> WordTable:
        """Make the table of the words with at most so many letters, in alphabetical order."""
        spelling = spelling_of(lexicon)
        chosen = spelling.lengths <= most_letters
        numbers, lengths = np.flatnonzero(chosen), spelling.lengths[chosen]
        letters = spelling.text_of(chosen).astype(np.int64) - ord("A")
        rows = np.repeat(np.arange(len(numbers)), lengths)
        size = len(numbers) * len(LETTERS)
        flat = np.bincount(rows * len(LETTERS) + letters, minlength=size)
        counts = flat.astype(np.uint8).reshape(len(numbers), len(LETTERS))
        ends = np.cumsum(lengths)
        first, last = letters[ends - lengths], letters[ends - 1]
        return cls(
            numbers.astype(np.int32),
            lengths,
            counts,
            _doublers(patents, lengths, counts, first, last),
            last == _S,
        )

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, rows: Ints | Bools | slice) -> WordTable:
        return WordTable(
            self.numbers[rows],
            self.lengths[rows],
            self.counts[rows],
            self.doublers[rows],
            self.suffixed[rows],
        )

    def forms(self, extras: Extras, scope: DuplicateScope) -> Forms:
        """List every way to lay each word with exactly these extras, from an endless deck."""
        rows = np.flatnonzero(self.suffixed) if extras.suffix else np.arange(len(self))
        cards = self.counts[rows]
        if extras.suffix:
            cards[:, _S] -= 1
        if not extras.duplicate:
            return Forms(rows, cards, np.full(len(rows), -1))
        in_word = scope is DuplicateScope.WORD
        at, letters = np.nonzero(cards >= (2 if in_word else 1))
        rows, cards = rows[at], cards[at]
        cards[np.arange(len(at)), letters] -= 1
        if in_word:
            enough = cards.sum(axis=1) >= MIN_CARDS_FOR_DUPLICATE
            rows, cards, letters = rows[enough], cards[enough], letters[enough]
        return Forms(rows, cards, letters)


@dataclass(frozen=True, slots=True)
class Forms:
    """Ways to lay words.

    Attributes:
        rows: int64 [n]; the row of the word in its table.
        cards: uint8 [n, 26]; the number of factory cards used, by letter.
        duplicated: int64 [n]; the letter of the duplicate, -1 for none; with the turn scope, the
            original may have to lie in the other word.
    """

    rows: Ints
    cards: Bytes
    duplicated: Ints

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, some: slice | Bools) -> Forms:
        return Forms(self.rows[some], self.cards[some], self.duplicated[some])

    def that_fit(self, n_cards: int) -> Forms:
        """Keep the forms that the deck has the cards for, with at most this number of cards."""
        fits = (self.cards <= DECK).all(axis=1) & (self.cards.sum(axis=1) <= n_cards)
        return self[fits]


def forms_alone(words: WordTable, patents: str, most_cards: int) -> Iterator[Forms]:
    """Yield the forms that a rack can lay in a turn of one word, the fewest extras first."""
    for extras in owned_extras(patents):
        # In a turn of one word, both scopes of the duplicate mean that word.
        yield words.forms(extras, DuplicateScope.WORD).that_fit(most_cards)


def factors(doublers_1: int, doublers_2: int, stacking: Stacking) -> set[tuple[int, int]]:
    """Return the factors by which doublers multiply two words' earnings, for each best choice."""
    return {
        (stacking.factor(given_1.bit_count()), stacking.factor(given_2.bit_count()))
        for given_1, given_2 in ways_to_double(doublers_1, doublers_2, stacking)
    }


def _doublers(patents: str, lengths: Ints, counts: Bytes, first: Ints, last: Ints) -> Bytes:
    """Find the doublers that may apply to each word.

    A word with a Q has the card or its duplicate. The duplicate doubles too, wherever its original
    may lie in the other word.
    """
    n_vowels = counts[:, _IS_VOWEL].sum(axis=1)
    n_ys = counts[:, _Y]
    # A word of at least three letters that is half vowels has at least two of them.
    holds = {
        "B": _MAY_BE_VOWEL[first] & _MAY_BE_VOWEL[last],
        "J": 2 * (n_vowels + n_ys) >= lengths,
        "K": (n_vowels == 1) | ((n_vowels == 0) & (n_ys > 0)),
        "Q": counts[:, _Q] > 0,
    }
    doublers = np.zeros(len(lengths), np.uint8)
    for place, letter in enumerate(DOUBLERS):
        if letter == "Q" or letter in patents:
            doublers |= np.where(holds[letter], np.uint8(1 << place), np.uint8(0))
    return doublers
