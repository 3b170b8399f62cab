"""The next turn of a player who keeps some cards, over the cards that are drawn until then.

draws   uint8 [n, n_drawn], upper-case ASCII: in each row the cards that are drawn, the first one
        first: those that the community misses, then those for the hand. A hand that misses fewer
        takes the first of them, so that sets of cards kept are compared on the same draws
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .bits import entry, kernel
from .desk import n_cards
from .random_words import draw
from .replace import best_score
from .shortlist import ANY_SCORE
from .workspace import Setting

FIRST_DRAW: Final = 1 << 60
"""The first draw in the sequence of random_words.py: behind those of all games of a seed."""


@entry
def draw_samples(unseen, discards, n_deck, seed, draws):
    """Fills in draws: `n_deck` of the unseen cards, each as likely, then discards.

    unseen, discards   uint8: upper-case ASCII, put in another order
    seed               uint64
    """
    n_drawn = draws.shape[1]
    number = FIRST_DRAW
    for sample in range(len(draws)):
        for i in range(n_drawn):
            if i < n_deck:
                draws[sample, i] = draw_from(unseen, i, seed, number)
            else:
                draws[sample, i] = draw_from(discards, i - n_deck, seed, number)
            number += 1


@kernel
def draw_from(pile, first, seed, number):
    """One of the cards of a pile from `first` on, which is put in that place."""
    at = first + draw(seed, number, len(pile) - first)
    pile[first], pile[at] = pile[at], pile[first]
    return pile[first]


@entry
def best_scores(desk, kept, community, draws, owner, money, material, trie, workspace, scores):
    """Fills in the score of the best play after each draw, with each set of cards kept.

    kept        uint8 [n_sets, hand size]: upper-case ASCII, 0 behind the last card
    community   uint8 [community size]: the same; filled up
    scores      float64 [n_sets, n]: 0 where there is no play, or none is better than to exchange
    The rest    see Setting in workspace.py; workspace for one play
    """
    setting = Setting(community, owner, money, material, trie, workspace)
    hand = np.empty(kept.shape[1], np.uint8)
    n_community = n_cards(community)
    n_missing = len(community) - n_community
    for sample in range(len(draws)):
        for i in range(n_missing):
            community[n_community + i] = draws[sample, i]
        for row in range(len(kept)):
            n_kept = n_cards(kept[row])
            for i in range(len(hand)):
                new = n_missing + i - n_kept
                hand[i] = kept[row, i] if i < n_kept else draws[sample, new]
            scores[row, sample] = max(0, best_score(desk, hand, ANY_SCORE, setting))
