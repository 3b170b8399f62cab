"""A position laid on the desk: see layouts.py."""

from __future__ import annotations

from typing import Final

import numpy as np

from .._aot.forms import constant
from ..lexicon.trie import COPY_BITS, KEY_LETTERS, WORD_SIZE
from ..rules.cards import LETTERS, PATENT_COST
from . import layouts as on
from .bits import ONE, kernel, popcount, total
from .leave import set_rest

SLOT_ORDER: Final = constant([LETTERS.index(letter) for letter in KEY_LETTERS])
"""The letters in the order of slots, 0 for A."""
TIE_PLACE: Final = constant([on.TIE_ORDER.index(letter) for letter in LETTERS])
"""By letter its place in TIE_ORDER."""
COSTS: Final = constant([PATENT_COST[letter] for letter in LETTERS])
"""By letter what its patent costs."""
COPY_BIT: Final = constant(COPY_BITS)
"""By copy of a letter and letter, its bit in a key (see lexicon/trie.py)."""
SLOT_RANK: Final = COPY_BIT[0]
"""By letter the bit of its first copy: its place in the order of slots."""


@kernel
def split_text(text, ends, owner):
    """Fills in where hand and community of a text end, and who owns patents: see layouts.py.

    Returns how many opponents there are.
    """
    section = 0
    for i in range(n_cards(text)):
        if text[i] == on.SEPARATOR:
            if section < on.N_CARD_SECTIONS:
                ends[section] = i
            section += 1
        elif section >= on.N_CARD_SECTIONS:
            owner[np.int64(text[i]) - on.CODE_OF_A] = section - 1
    return section - on.N_CARD_SECTIONS


@kernel
def set_desk(desk, hand, community, owner, money):
    """Lays a position on a desk with a ruleset and a ranking, whatever position it held.

    hand, community   uint8: upper-case ASCII; a 0 ends them early
    owner             uint8 [26]: by letter who owns the patent, see NOBODY
    """
    abilities = on.Q | on.TURN_SCOPE if desk[on.TURN] else on.Q
    for i in range(len(on.ABILITY_LETTERS)):
        if owner[on.ABILITY_LETTERS[i]] == on.PLAYER:
            abilities |= on.ABILITY_BITS[i]
    letters = ranks_of(hand) | ranks_of(community)
    if abilities & on.Z:
        letters |= 1 << SLOT_RANK[on.LETTER_S]
    desk[: on.UNITS] = 0
    desk[on.ABILITIES] = abilities
    desk[on.HAND] = cards_of(hand, letters)
    desk[on.COMMUNITY] = cards_of(community, letters)
    desk[on.RACK] = desk[on.HAND] + desk[on.COMMUNITY]
    desk[on.N_HAND], desk[on.N_CARDS] = total(desk[on.HAND]), total(desk[on.RACK])
    desk[on.MONEY_IN_HAND] = min(money, on.MAX_COST)
    at = 0
    while letters != 0:
        bit = letters & -letters
        letter = SLOT_ORDER[popcount(bit - 1)]
        letters ^= bit
        set_letter(desk, letter, at)
        field, cost = on.FIELD << on.FIELD_BITS * at, COSTS[letter]
        desk[on.SLOT_LETTER + at], desk[on.SLOT_COST + at] = letter, cost
        desk[on.OWNED_BY + np.int64(owner[letter])] |= field
        if owner[letter] > on.PLAYER:
            desk[on.PAYS_ROYALTY] |= field
        elif owner[letter] == on.NOBODY:
            desk[on.BUDGET + cost] |= field & on.GUARD
        at += 1
    for budget in range(on.MAX_COST):
        desk[on.BUDGET + budget + 1] |= desk[on.BUDGET + budget]
    set_rest(desk)


@kernel
def ranks_of(cards):
    """The letters of some cards as a set of places in the order of slots."""
    letters = 0
    for i in range(n_cards(cards)):
        letters |= 1 << SLOT_RANK[np.int64(cards[i]) - on.CODE_OF_A]
    return letters


@kernel
def cards_of(cards, letters):
    """The multiset of some cards, with a slot for each of the letters, as of ranks_of."""
    multiset = 0
    for i in range(n_cards(cards)):
        rank = SLOT_RANK[np.int64(cards[i]) - on.CODE_OF_A]
        multiset += 1 << on.FIELD_BITS * popcount(letters & ((1 << rank) - 1))
    return multiset


@kernel
def set_letter(desk, letter, slot):
    """Notes on the desk where a letter has its slot and what it is."""
    shift = on.FIELD_BITS * slot
    field = on.FIELD << shift
    place = TIE_PLACE[letter]
    desk[on.LETTER_SET] |= 1 << place
    desk[on.SHIFTS + place] = shift
    if letter == on.LETTER_S:
        desk[on.S_UNIT] = 1 << shift
    elif letter == on.LETTER_Q:
        desk[on.Q_FIELD] = field
    elif letter == on.LETTER_Y:
        desk[on.Y_FIELD] = field
    elif 1 << letter & on.VOWEL_LETTERS:
        desk[on.VOWELS] |= field
    set_copies(desk, letter, shift)


@kernel
def set_copies(desk, letter, shift):
    """Notes on the desk the bits of a letter in keys."""
    abilities = desk[on.ABILITIES]
    n = desk[on.RACK] >> shift & on.FIELD
    if letter == on.LETTER_S and abilities & on.Z:
        n += 1
    for copy in range(n + 1):
        bit = COPY_BIT[copy, letter]
        desk[on.UNITS + bit] = 1 << shift
        if copy < n:
            desk[on.AVAILABLE + bit // WORD_SIZE] |= ONE << bit % WORD_SIZE
        elif abilities & on.X:
            desk[on.DUPLICATES + bit // WORD_SIZE] |= ONE << bit % WORD_SIZE


@kernel
def n_cards(cards):
    """The number of cards before the 0, if there is one."""
    n = 0
    while n < len(cards) and cards[n]:
        n += 1
    return n


@kernel
def count_cards(pile, counts, step):
    """Adds `step` for each card of a pile to counts by letter; returns how many they are."""
    n = n_cards(pile)
    for i in range(n):
        counts[np.int64(pile[i]) - on.CODE_OF_A] += step
    return n
