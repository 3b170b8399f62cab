"""The check of many positions that come as columns: see batch/positions.py."""

from __future__ import annotations

import numpy as np

from .bits import entry, kernel
from .desk import n_cards
from .desk_layout import CODE_OF_A, N_LETTERS, PLAYER


@entry
def first_wrong_row(hands, communities, owners, money, n_opponents, most, card_counts):
    """The first row that is not a position, or has too many cards; the number of rows if none.

    most          int64 [3]: cards of a hand and of the community, opponents
    card_counts   int64 [26]: the cards of the deck
    The rest      see search_many.solve_rows
    """
    counts = np.zeros(N_LETTERS, np.int64)
    for row in range(len(hands)):
        right = n_opponents[row] <= most[2] and money[row] >= 0
        last_owner = PLAYER + np.int64(n_opponents[row])
        for letter in range(N_LETTERS):
            right &= owners[row, letter] <= last_owner
            counts[letter] = 0
        right &= count_right_cards(hands[row], most[0], counts)
        right &= count_right_cards(communities[row], most[1], counts)
        for letter in range(N_LETTERS):
            right &= counts[letter] <= card_counts[letter]
        if not right:
            return row
    return len(hands)


@kernel
def count_right_cards(cards, most, counts):
    """Counts cards by letter; False if some are no cards, or there are too many."""
    n = n_cards(cards)
    for at in range(n):
        letter = np.int64(cards[at]) - CODE_OF_A
        if letter < 0 or letter >= N_LETTERS:
            return False
        counts[letter] += 1
    for at in range(n, len(cards)):
        if cards[at]:
            return False
    return n <= most
