"""Random positions: cards dealt from a full deck, patents given to random players.

Row i of a deal takes the words DRAWS i to DRAWS (i + 1) - 1 of the sequence of random_words.py, so
a row depends on the seed and its number alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..rules.ruleset import MAX_CARDS
from .bits import entry, kernel
from .desk_layout import N_LETTERS
from .random_words import draw

PATENT_DRAWS: Final = 16
"""The first draw for patents: behind those for the cards and the next card of the deck."""
DRAWS: Final = 128

assert MAX_CARDS < PATENT_DRAWS
assert PATENT_DRAWS + 2 * N_LETTERS <= DRAWS


@entry
def deal_cards(seed, start, deck, hands, communities, next_cards):
    """Deals the rows from `start` on.

    seed                 uint64
    deck                 uint8 [102]: upper-case ASCII
    hands, communities   uint8 [n, width]: filled in, sorted
    next_cards           uint8 [n]: filled in with the card that is drawn next
    """
    deck = deck.copy()
    hand_size, community_size = hands.shape[1], communities.shape[1]
    n_cards = hand_size + community_size + 1
    places = np.empty(n_cards, np.int64)
    for row in range(len(hands)):
        first = (start + row) * DRAWS
        for i in range(n_cards):
            places[i] = i + draw(seed, first + i, len(deck) - i)
            deck[i], deck[places[i]] = deck[places[i]], deck[i]
        copy_sorted(deck, 0, hands[row])
        copy_sorted(deck, hand_size, communities[row])
        next_cards[row] = deck[n_cards - 1]
        # Back to the order that every row begins with.
        for i in range(n_cards - 1, -1, -1):
            deck[i], deck[places[i]] = deck[places[i]], deck[i]


@kernel
def copy_sorted(deck, first, cards):
    """Fills `cards` with the cards from `first` on, by letter."""
    for i in range(len(cards)):
        card = deck[first + i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


@entry
def deal_patents(seed, start, n_patents, n_players, owners):
    """Gives so many different patents in each row to random players.

    owners   uint8 [n, 26]: filled in; by letter 0 for nobody, else the player from 1
    """
    letters = np.arange(N_LETTERS)
    for row in range(len(owners)):
        first = (start + row) * DRAWS + PATENT_DRAWS
        for letter in range(N_LETTERS):
            letters[letter] = letter
            owners[row, letter] = 0
        for i in range(n_patents):
            place = i + draw(seed, first + 2 * i, N_LETTERS - i)
            letters[i], letters[place] = letters[place], letters[i]
            owners[row, letters[i]] = 1 + draw(seed, first + 2 * i + 1, n_players)
