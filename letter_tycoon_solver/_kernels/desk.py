"""A position laid on the desk: see layouts.py."""

from __future__ import annotations

import numpy as np

from ..lexicon.trie import WORD_SIZE
from .bits import FIELD, FIELD_BITS, GUARD, ONE, allocating, kernel, popcount, total
from .layouts import (
    ABILITIES,
    ABILITY_BITS,
    ABILITY_LETTERS,
    AVAILABLE,
    BUDGET,
    CODE_OF_A,
    COMMUNITY,
    DUPLICATES,
    FIRST_OPPONENT,
    HAND,
    KEY_SIZE,
    LETTER_Q,
    LETTER_S,
    LETTER_SET,
    LETTER_Y,
    MAX_COST,
    MAX_OPPONENTS,
    MONEY_IN_HAND,
    N_CARD_SECTIONS,
    N_CARDS,
    N_FLAGS,
    N_HAND,
    N_LETTERS,
    NOBODY,
    OWNED_BY,
    PAYS_ROYALTY,
    PLAYER,
    Q_FIELD,
    RACK,
    S_UNIT,
    SEPARATOR,
    SHIFTS,
    SLOT_COST,
    SLOT_LETTER,
    TURN,
    TURN_SCOPE,
    UNITS,
    VOWEL_LETTERS,
    VOWELS,
    Y_FIELD,
    Q,
    X,
    Z,
)
from .leave import set_rest

SLOT_ORDER, TIE_PLACE, COST, COPY_BIT = 0, 1, 2, 3
"""The rows of `material`, int64 [3 + MAX_COPIES, 26]: letters in the order of slots, which is that
of KEY_LETTERS; by letter its place in TIE_ORDER and the cost of its patent; from COPY_BIT on, by
copy of the letter, its bit in a key (see lexicon/trie.py)."""
SLOT_RANK = COPY_BIT
"""The bit of the first copy: by letter, its place in the order of slots."""


@allocating
def set_desk_of_text(desk, text, money, material):
    """Lays a position that is given as text on a desk: see layouts.py and set_desk."""
    ends = np.zeros(N_CARD_SECTIONS, np.int64)
    owner = np.zeros(N_LETTERS, np.uint8)
    split_text(text, ends, owner)
    set_desk(desk, text[: ends[0]], text[ends[0] + 1 : ends[1]], owner, money, material)


@kernel
def split_text(text, ends, owner):
    """Fills in where hand and community of a text end, and who owns patents: see layouts.py.

    Returns how many opponents there are.
    """
    section = 0
    for i in range(n_cards(text)):
        if text[i] == SEPARATOR:
            if section < N_CARD_SECTIONS:
                ends[section] = i
            section += 1
        elif section >= N_CARD_SECTIONS:
            owner[np.int64(text[i]) - CODE_OF_A] = section - 1
    return section - N_CARD_SECTIONS


@kernel
def set_desk(desk, hand, community, owner, money, material):
    """Lays a position on a desk with a ruleset and a ranking, whatever position it held.

    hand, community   uint8: upper-case ASCII; a 0 ends them early
    owner             uint8 [26]: by letter who owns the patent, see NOBODY
    """
    abilities = own_abilities(owner) | (TURN_SCOPE if desk[TURN] else 0)
    letters = ranks_of(hand, material) | ranks_of(community, material)
    if abilities & Z:
        letters |= 1 << material[SLOT_RANK, LETTER_S]
    desk[ABILITIES] = abilities
    desk[HAND] = cards_of(hand, letters, material)
    desk[COMMUNITY] = cards_of(community, letters, material)
    desk[RACK] = desk[HAND] + desk[COMMUNITY]
    desk[N_HAND], desk[N_CARDS] = total(desk[HAND]), total(desk[RACK])
    desk[MONEY_IN_HAND] = min(money, MAX_COST)
    desk[PAYS_ROYALTY] = desk[VOWELS] = desk[Y_FIELD] = desk[Q_FIELD] = desk[S_UNIT] = 0
    desk[LETTER_SET] = 0
    for owner_of in range(FIRST_OPPONENT + MAX_OPPONENTS):
        desk[OWNED_BY + owner_of] = 0
    for word in range(KEY_SIZE):
        desk[AVAILABLE + word] = desk[DUPLICATES + word] = 0
    for budget in range(MAX_COST + 1):
        desk[BUDGET + budget] = 0
    at = 0
    while letters != 0:
        bit = letters & -letters
        letter = material[SLOT_ORDER, popcount(bit - 1)]
        letters ^= bit
        set_letter(desk, letter, at, material)
        set_patent(desk, np.int64(owner[letter]), material[COST, letter], at)
        desk[SLOT_LETTER + at] = letter
        at += 1
    for budget in range(MAX_COST):
        desk[BUDGET + budget + 1] |= desk[BUDGET + budget]
    set_rest(desk)


@kernel
def own_abilities(owner):
    """The patents of the player that the search must know, and the Q card, as a set."""
    abilities = Q
    for i in range(len(ABILITY_LETTERS)):
        if owner[ABILITY_LETTERS[i]] == PLAYER:
            abilities |= ABILITY_BITS[i]
    return abilities


@kernel
def ranks_of(cards, material):
    """The letters of some cards as a set of places in the order of slots."""
    letters = 0
    for i in range(len(cards)):
        if cards[i] == 0:
            break
        letters |= 1 << material[SLOT_RANK, np.int64(cards[i]) - CODE_OF_A]
    return letters


@kernel
def cards_of(cards, letters, material):
    """The multiset of some cards, with a slot for each of the letters, as of ranks_of."""
    multiset = 0
    for i in range(len(cards)):
        if cards[i] == 0:
            break
        rank = material[SLOT_RANK, np.int64(cards[i]) - CODE_OF_A]
        multiset += 1 << FIELD_BITS * popcount(letters & ((1 << rank) - 1))
    return multiset


@kernel
def set_letter(desk, letter, slot, material):
    """Notes on the desk where a letter has its slot and what it is."""
    shift = FIELD_BITS * slot
    field = FIELD << shift
    place = material[TIE_PLACE, letter]
    desk[LETTER_SET] |= 1 << place
    desk[SHIFTS + place] = shift
    if letter == LETTER_S:
        desk[S_UNIT] = 1 << shift
    elif letter == LETTER_Q:
        desk[Q_FIELD] = field
    elif letter == LETTER_Y:
        desk[Y_FIELD] = field
    elif 1 << letter & VOWEL_LETTERS:
        desk[VOWELS] |= field
    set_copies(desk, letter, shift, material)


@kernel
def set_copies(desk, letter, shift, material):
    """Notes on the desk the bits of a letter in keys."""
    abilities = desk[ABILITIES]
    n = desk[RACK] >> shift & FIELD
    if letter == LETTER_S and abilities & Z:
        n += 1
    for copy in range(n + 1):
        bit = material[COPY_BIT + copy, letter]
        desk[UNITS + bit] = 1 << shift
        if copy < n:
            desk[AVAILABLE + bit // WORD_SIZE] |= ONE << bit % WORD_SIZE
        elif abilities & X:
            desk[DUPLICATES + bit // WORD_SIZE] |= ONE << bit % WORD_SIZE


@kernel
def set_patent(desk, owner, cost, slot):
    """Notes on the desk whom a card of this slot pays, or at which budget its patent can be had."""
    field = FIELD << FIELD_BITS * slot
    desk[SLOT_COST + slot] = cost
    desk[OWNED_BY + owner] |= field
    if owner > PLAYER:
        desk[PAYS_ROYALTY] |= field
    elif owner == NOBODY:
        desk[BUDGET + cost] |= field & GUARD


@kernel
def n_doublers(doublers):
    """The number of doublers in a set of them."""
    return popcount(doublers & (N_FLAGS - 1))


@kernel
def n_cards(cards):
    """The number of cards before the 0, if there is one."""
    n = 0
    while n < len(cards) and cards[n]:
        n += 1
    return n
