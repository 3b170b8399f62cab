"""A packed play: what its bits mean, for kernels, for NumPy and for plain Python.

play      int64 [PLAY_SIZE], the bytes of a row of PLAY_DTYPE. Kernels read and write its integers
          by the functions of packed_play.py:
          PLAY_SCORE    the ranking as one integer
          PLAY_WORDS    number of word 1, of word 2
          PLAY_HAND_1   hand cards of word 1, a multiset of cards as on the desk
          PLAY_HAND_2   hand cards of word 2
          PLAY_PAY      money, stock, royalties
          PLAY_DETAILS  all from patent_value to n_words
          While a search goes on, plays are LISTED_SIZE integers, with
          PLAY_CARDS    the cards of both words, a multiset likewise

Nothing here needs Numba.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import numpy as np

PLAY_DTYPE: Final = np.dtype(
    [
        ("score", "<i8"),
        ("word", "<i4", (2,)),
        ("from_hand", "<u8", (2,)),
        ("money", "<u2"),
        ("stock", "<u2"),
        ("royalties", "u1", (4,)),
        ("patent_value", "u1"),
        ("n_left", "u1"),
        ("duplicate", "u1"),
        ("duplicate_word", "u1"),
        ("suffix_word", "u1"),
        ("doublers", "u1", (2,)),
        ("n_words", "u1"),
    ]
)
"""The columns are described at the top of plays.py."""

MAX_OPPONENTS: Final = PLAY_DTYPE["royalties"].shape[0]

PLAY_STRUCT: Final = struct.Struct("<q2i2Q2H4B8B")
"""A row of PLAY_DTYPE as plain numbers: twenty, in the order of the columns."""

assert PLAY_STRUCT.size == PLAY_DTYPE.itemsize

_INT_BYTES: Final = 8
PLAY_SIZE: Final = PLAY_DTYPE.itemsize // _INT_BYTES
PLAY_CARDS: Final = PLAY_SIZE
LISTED_SIZE: Final = PLAY_SIZE + 1


def _offset(column: str, at: int = 0) -> int:
    """The first byte of a column, or of one of its parts."""
    kind, offset = PLAY_DTYPE.fields[column][:2]  # type: ignore[index]
    return offset + at * kind.base.itemsize


def _entry(column: str, at: int = 0) -> int:
    """The place of a column among the integers of a play."""
    return _offset(column, at) // _INT_BYTES


def _shift(column: str, at: int = 0) -> int:
    """Its lowest bit there."""
    return _offset(column, at) % _INT_BYTES * 8


PLAY_SCORE: Final = _entry("score")
PLAY_WORDS: Final = _entry("word")
PLAY_HAND_1, PLAY_HAND_2 = _entry("from_hand"), _entry("from_hand", 1)
PLAY_PAY: Final = _entry("money")
PLAY_DETAILS: Final = _entry("patent_value")


class Laid(NamedTuple):
    """A play but for its words, by its integers."""

    score: int
    hand_1: int
    hand_2: int
    cards: int
    pay: int
    details: int


SECOND_WORD_SHIFT: Final = _shift("word", 1)
MONEY_SHIFT, STOCK_SHIFT = _shift("money"), _shift("stock")
ROYALTIES_SHIFT: Final = _shift("royalties")
PATENT_VALUE_SHIFT, N_LEFT_SHIFT = _shift("patent_value"), _shift("n_left")
DUPLICATE_SHIFT, DUPLICATE_WORD_SHIFT = _shift("duplicate"), _shift("duplicate_word")
SUFFIX_WORD_SHIFT: Final = _shift("suffix_word")
DOUBLERS_1_SHIFT, DOUBLERS_2_SHIFT = _shift("doublers"), _shift("doublers", 1)
N_WORDS_SHIFT: Final = _shift("n_words")
N_WORDS_AT: Final = _offset("n_words")
"""The byte of a row that says how many words there are; 0 for no play."""

NO_WORD: Final = np.int64(-1)
"""The number of a second word that is not there."""
NO_EXTRA: Final = np.int64(255)
"""In the place of the letter or slot of a duplicate, or of the word of a suffix: there is none."""
