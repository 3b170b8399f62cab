"""The check of many positions that come as columns: see batch/positions.py."""

from __future__ import annotations

import numpy as np

from .bits import entry, kernel
from .desk import n_cards
from .desk_layout import CODE_OF_A, N_LETTERS, PLAYER


@entry
def first_wrong_row(columns, most, card_counts):
    """The first row that is not a position, or has too many cards; the number of rows if none.

    columns       Columns of workspace.py
    most          int64 [3]: cards of a hand and of the community, opponents
    card_counts   int64 [26]: the cards of the deck
    """
    counts = np.zeros(N_LETTERS, np.int64)
    n_opponents = columns.n_opponents
    for row in range(len(n_opponents)):
        right = n_opponents[row] <= most[2] and columns.money[row] >= 0
        last_owner = PLAYER + np.int64(n_opponents[row])
        for letter in range(N_LETTERS):
            right &= columns.owners[row, letter] <= last_owner
            counts[letter] = 0
        right &= count_right_cards(columns.hands[row], most[0], counts)
        right &= count_right_cards(columns.communities[row], most[1], counts)
        for letter in range(N_LETTERS):
            right &= counts[letter] <= card_counts[letter]
        if not right:
            return row
    return len(n_opponents)


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
