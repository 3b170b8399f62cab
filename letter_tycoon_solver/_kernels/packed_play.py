"""Packs and unpacks the integers of a play: see play_layout.py.

Each function has one of the integers: `words` is that at PLAY_WORDS, `pay` at PLAY_PAY, `details`
at PLAY_DETAILS.
"""

from __future__ import annotations

from typing import Final

from .bits import kernel
from .play_layout import (
    DOUBLERS_1_SHIFT,
    DOUBLERS_2_SHIFT,
    DUPLICATE_SHIFT,
    DUPLICATE_WORD_SHIFT,
    MAX_OPPONENTS,
    MONEY_SHIFT,
    N_LEFT_SHIFT,
    N_WORDS_SHIFT,
    NO_EXTRA,
    PATENT_VALUE_SHIFT,
    ROYALTIES_SHIFT,
    SECOND_WORD_SHIFT,
    STOCK_SHIFT,
    SUFFIX_WORD_SHIFT,
)

WORD_BITS: Final = 0xFFFFFFFF
PAY_BITS: Final = 0xFFFF
BYTE: Final = 0xFF


@kernel
def pack_words(word_1, word_2):
    """The numbers of the words; that of word 2 is NO_WORD if there is none."""
    return word_1 | word_2 << SECOND_WORD_SHIFT


@kernel
def first_word(words):
    """The number of word 1."""
    return words & WORD_BITS


@kernel
def second_word(words):
    """The number of word 2, or NO_WORD."""
    return words >> SECOND_WORD_SHIFT


@kernel
def pack_pay(money, stock, royalties):
    """Packs the pay of the bank, and the royalties: see royalty_to."""
    return money << MONEY_SHIFT | stock << STOCK_SHIFT | royalties << ROYALTIES_SHIFT


@kernel
def royalty_to(opponent, dollars):
    """The royalties to one opponent; those to several are added up."""
    return dollars << 8 * opponent


@kernel
def money_of(pay):
    """Dollars from the bank."""
    return pay >> MONEY_SHIFT & PAY_BITS


@kernel
def stock_of(pay):
    """Shares of stock from the bank."""
    return pay >> STOCK_SHIFT & PAY_BITS


@kernel
def royalties_of(pay):
    """Dollars to all opponents together."""
    dollars, packed = 0, pay >> ROYALTIES_SHIFT
    for opponent in range(MAX_OPPONENTS):
        dollars += packed >> 8 * opponent & BYTE
    return dollars


@kernel
def pack_details(
    patent_value, n_left, duplicate, duplicate_word, suffix_word, doublers_1, doublers_2
):
    """All but how many words there are: see with_n_words."""
    return (
        patent_value << PATENT_VALUE_SHIFT
        | n_left << N_LEFT_SHIFT
        | duplicate << DUPLICATE_SHIFT
        | duplicate_word << DUPLICATE_WORD_SHIFT
        | suffix_word << SUFFIX_WORD_SHIFT
        | doublers_1 << DOUBLERS_1_SHIFT
        | doublers_2 << DOUBLERS_2_SHIFT
    )


@kernel
def with_n_words(details, n_words):
    """The same details of so many words."""
    return details | n_words << N_WORDS_SHIFT


@kernel
def n_words_of(details):
    """The number of words."""
    return details >> N_WORDS_SHIFT & BYTE


@kernel
def patent_value_of(details):
    """Cost of the dearest patent that could be bought, 0 if there is none."""
    return details >> PATENT_VALUE_SHIFT & BYTE


@kernel
def n_left_of(details):
    """The number of hand cards that are left."""
    return details >> N_LEFT_SHIFT & BYTE


@kernel
def duplicate_of(details):
    """Letter of the duplicate, or NO_EXTRA."""
    return details >> DUPLICATE_SHIFT & BYTE


@kernel
def duplicate_word_of(details):
    """The word the duplicate is in, from 0."""
    return details >> DUPLICATE_WORD_SHIFT & BYTE


@kernel
def suffix_word_of(details):
    """The word with the suffix, from 0, or NO_EXTRA."""
    return details >> SUFFIX_WORD_SHIFT & BYTE


@kernel
def swap_words(details):
    """The details, but for how many words there are, with the first word second."""
    duplicate, duplicate_word = duplicate_of(details), duplicate_word_of(details)
    suffix_word = suffix_word_of(details)
    if duplicate != NO_EXTRA:
        duplicate_word = 1 - duplicate_word
    if suffix_word != NO_EXTRA:
        suffix_word = 1 - suffix_word
    doublers_1 = details >> DOUBLERS_1_SHIFT & BYTE
    doublers_2 = details >> DOUBLERS_2_SHIFT & BYTE
    return pack_details(
        patent_value_of(details),
        n_left_of(details),
        duplicate,
        duplicate_word,
        suffix_word,
        doublers_2,
        doublers_1,
    )
