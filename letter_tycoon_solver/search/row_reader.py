"""Reads the rows that kernels write: see play_layout.py and turn_layout.py of _kernels/."""

from __future__ import annotations

import bisect
import functools
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import play_layout
from ..evaluation.tables import DECIMALS
from ..lexicon import Lexicon
from ..rules.cards import (
    BY_PATENT_COST,
    DOUBLERS,
    LETTERS,
    MAX_WORDS,
    VOWELS,
    parse_whole,
    remove_cards,
)
from ..rules.equity import Equity
from ..rules.play import (
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    WORD_JOIN,
    Play,
    PlayedWord,
)
from ..rules.position import Position

_NO_WORD: Final = int(play_layout.NO_WORD)
_NO_EXTRA: Final = int(play_layout.NO_EXTRA)
FIELD_BITS, FIELD = 5, 31
"""Bits of a slot in a multiset of cards, and all of them set."""
_DOUBLERS: Final = tuple(
    "".join(letter for bit, letter in enumerate(DOUBLERS) if doublers >> bit & 1)
    for doublers in range(16)
)


class RowReader:
    """Makes plays of rows.

    Args:
        position: the position the rows are of.
        lexicon: the lexicon their words are from.
    """

    __slots__ = ("_letters", "_lexicon", "_position", "_slots")

    def __init__(self, position: Position, lexicon: Lexicon) -> None:
        self._position = position
        self._lexicon = lexicon
        self._slots = slots_of(position)
        self._letters = {0: ""}
        """The letters of multisets that were read: rows have the same ones again and again."""

    def play(self, row: bytes, equity: Equity | None = None) -> Play:
        """The play of a row of PLAY_DTYPE."""
        (
            _,
            number_1,
            number_2,
            hand_1,
            hand_2,
            money,
            stock,
            to_1,
            to_2,
            to_3,
            to_4,
            patent_value,
            _,
            duplicate,
            duplicate_word,
            suffix_word,
            doublers_1,
            doublers_2,
            n_words,
        ) = play_layout.PLAY_STRUCT.unpack(row)
        position = self._position
        letter = LETTERS[duplicate] if duplicate != _NO_EXTRA else ""
        words = [
            self._word(
                number, hand, letter if duplicate_word == at else "", suffix_word == at, doubled
            )
            for at, (number, hand, doubled) in enumerate(
                ((number_1, hand_1, doublers_1), (number_2, hand_2, doublers_2))[:n_words]
            )
        ]
        # Every letter but the suffix is that of a card: a duplicate has its original.
        cards = "".join(
            [w.word[:-1] if at == suffix_word else w.word for at, w in enumerate(words)]
        )
        return Play(
            words=tuple(words),
            doublers=(_DOUBLERS[doublers_1], _DOUBLERS[doublers_2])[:n_words],
            money=money,
            stock=stock,
            royalties=(to_1, to_2, to_3, to_4)[: len(position.opponents)],
            purchasable=position.purchasable(cards, money),
            patent_value=patent_value,
            leave=remove_cards(position.hand, self.letters(hand_1 + hand_2)),
            equity=equity,
        )

    def letters(self, cards: int) -> str:
        """The letters of a multiset of cards, sorted; see _kernels/bits.py."""
        letters = self._letters.get(cards)
        if letters is None:
            letters = "".join(
                letter * (cards >> slot * FIELD_BITS & FIELD)
                for slot, letter in enumerate(self._slots)
            )
            self._letters[cards] = letters = "".join(sorted(letters))
        return letters

    def _word(
        self, number: int, from_hand: int, duplicate: str, suffix: bool, doublers: int
    ) -> PlayedWord:
        word = self._lexicon.word(number)
        hand = self.letters(from_hand)
        # From the right: the suffix is the last letter, the duplicate the last of its letter, and
        # of equal letters the community's come first.
        sources = SUFFIX if suffix else ""
        for letter in reversed(word[:-1] if suffix else word):
            if letter == duplicate:
                sources = DUPLICATE + sources
                duplicate = ""
            elif letter in hand:
                sources = HAND + sources
                hand = hand.replace(letter, "", 1)
            else:
                sources = COMMUNITY + sources
        return PlayedWord.trusted(word, sources, _declare_ys(word, doublers) if "Y" in word else "")


def ranks_with(plays: npt.NDArray[np.void], text: str, lexicon: Lexicon) -> npt.NDArray[np.intp]:
    """Return the rows of PLAY_DTYPE that have just these words: "JEWELS", "jewels & cat"."""
    words = bare_words(text, lexicon)
    if not words:
        return np.empty(0, np.intp)
    # The words have their numbers in alphabetical order.
    every = range(len(lexicon))
    numbers = [bisect.bisect_left(every, word, key=lexicon.word) for word in words]
    first, second = (*numbers, _NO_WORD)[:MAX_WORDS]
    found = plays["word"]
    return np.flatnonzero(
        (plays["n_words"] > 0)
        & (
            ((found[:, 0] == first) & (found[:, 1] == second))
            | ((found[:, 0] == second) & (found[:, 1] == first))
        )
    )


def bare_words(text: str, lexicon: Lexicon) -> list[str]:
    """The words of "jewels & cat"; none if they are not one or two words of the lexicon."""
    words = [word.strip().upper() for word in text.split(WORD_JOIN.strip())]
    return words if len(words) <= MAX_WORDS and all(word in lexicon for word in words) else []


def ranks_between(start: int, stop: int | None, n: int) -> range:
    """The ranks of n from `start` to before `stop`, as for `Sequence.index`.

    Raises InvalidInputError if a bound is not a whole number, or is before the first rank.
    """
    first = parse_whole(start, "start", -n)
    end = None if stop is None else parse_whole(stop, "stop", -n)
    return range(n)[first:end]


def equity_of(parts: Sequence[int], position: Position) -> Equity:
    """Dollars of the four parts of a row, see _kernels/turn_layout.py."""
    dollar = DECIMALS * max(1, len(position.opponents))
    return Equity(*[part / dollar for part in parts])


def multiset(letters: str, position: Position) -> int:
    """Cards of a position as a multiset, see _kernels/bits.py."""
    slots = slots_of(position)
    return sum(1 << FIELD_BITS * slots.index(letter) for letter in letters)


def slots_of(position: Position) -> str:
    """The letter of each slot of a position: see _kernels/desk_layout.py."""
    return _slots_of(position.hand + position.community + "S" * ("Z" in position.patents))


@functools.lru_cache(maxsize=64)
def _slots_of(letters: str) -> str:
    return "".join(letter for letter in reversed(BY_PATENT_COST) if letter in letters)


def _declare_ys(word: str, doublers: int) -> str:
    """The Ys as the doublers want them: all vowels for B and J, one vowel in all for K."""
    n_ys = word.count("Y")
    if doublers & 3:
        return VOWEL * n_ys
    if n_ys and doublers & 4 and not VOWELS.intersection(word):
        return VOWEL + CONSONANT * (n_ys - 1)
    return CONSONANT * n_ys
