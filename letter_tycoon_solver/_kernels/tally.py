"""Counts what happens in the best plays of many positions."""

from __future__ import annotations

import numpy as np

from .bits import entry, kernel
from .desk_layout import CODE_OF_A, LETTER_S, N_LETTERS
from .packed_play import (
    duplicate_of,
    first_word,
    money_of,
    n_words_of,
    patent_value_of,
    second_word,
    stock_of,
    suffix_word_of,
)
from .play_layout import NO_EXTRA, PLAY_DETAILS, PLAY_PAY, PLAY_WORDS

MONEY_GAIN, STOCK_GAIN, MARGIN_GAIN = 0, 1, 2
"""The rows of `gains`."""
TOTAL, SQUARES = 0, 1
"""Their columns."""


@entry
def tally_rows(plays, baseline, prices, text, starts, tally):
    """Adds the best plays of some positions to a tally.

    plays, baseline   int64 [n, PLAY_SIZE]: see play_layout.py; the plays, and those of the same
                      hands that they are compared with
    prices            int64 [26]: what the patent of a letter costs, 0 if it has an owner
    text, starts      uint8, int64 [n_words + 1]: word i is text[starts[i]:starts[i + 1]]
    tally             its arrays are described in tally_layout.py; added to
    """
    cards = np.empty(N_LETTERS, np.int64)
    for row in range(len(plays)):
        play = plays[row]
        money, stock = money_and_stock(play)
        tally.money[money] += 1
        tally.stock[stock] += 1
        tally.margin[money + stock] += 1
        base_money, base_stock = money_and_stock(baseline[row])
        more_money, more_stock = money - base_money, stock - base_stock
        add_gain(tally.gains, MONEY_GAIN, more_money)
        add_gain(tally.gains, STOCK_GAIN, more_stock)
        add_gain(tally.gains, MARGIN_GAIN, more_money + more_stock)
        details = play[PLAY_DETAILS]
        n_words = n_words_of(details)
        tally.n_words[n_words] += 1
        if n_words:
            count_cards_used(play, n_words, text, starts, tally.word_lengths, cards)
            patent_value = patent_value_of(details)
            add_cards_and_patent(cards, prices, patent_value, tally.cards_used, tally.bought)


@kernel
def money_and_stock(play):
    """The money and stock that a play earns."""
    return money_of(play[PLAY_PAY]), stock_of(play[PLAY_PAY])


@kernel
def add_gain(gains, what, gain):
    """Adds a gain to its sum and to the sum of its squares."""
    gains[what, TOTAL] += gain
    gains[what, SQUARES] += gain * gain


@kernel
def count_cards_used(play, n_words, text, starts, word_lengths, cards):
    """Fills `cards`, by letter, with the factory cards that a play uses; adds its words' lengths.

    The X duplicate and the Z suffix are letters of a word but no cards.
    """
    for letter in range(N_LETTERS):
        cards[letter] = 0
    for at in range(n_words):
        word = second_word(play[PLAY_WORDS]) if at else first_word(play[PLAY_WORDS])
        word_lengths[starts[word + 1] - starts[word]] += 1
        for i in range(starts[word], starts[word + 1]):
            cards[np.int64(text[i]) - CODE_OF_A] += 1
    duplicate = duplicate_of(play[PLAY_DETAILS])
    if duplicate != NO_EXTRA:
        cards[duplicate] -= 1
    if suffix_word_of(play[PLAY_DETAILS]) != NO_EXTRA:
        cards[LETTER_S] -= 1


@kernel
def add_cards_and_patent(cards, prices, patent_value, cards_used, bought):
    """Adds the cards of a play, and the patent that is bought: the first of the dearest.

    patent_value   cost of the dearest patent that could be bought, 0 if there is none
    """
    is_bought = patent_value == 0
    for letter in range(N_LETTERS):
        if cards[letter] == 0:
            continue
        cards_used[letter] += cards[letter]
        if not is_bought and prices[letter] == patent_value:
            bought[letter] += 1
            is_bought = True
