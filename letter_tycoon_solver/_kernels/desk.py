"""A position laid on the desk: see layout.py."""

from __future__ import annotations

import numpy as np

from .bits import FIELD, FIELD_BITS, GUARD, allocating, kernel, total
from .layout import (
    ABILITIES,
    ABILITY_BITS,
    ABILITY_LETTERS,
    BUDGET,
    CODE_OF_A,
    COMMUNITY,
    HAND,
    LETTER_Q,
    LETTER_S,
    LETTER_Y,
    LETTERS,
    MAX_COST,
    MONEY,
    N_CARD_SECTIONS,
    N_CARDS,
    N_HAND,
    N_LETTERS,
    PAYS_ROYALTY,
    Q_FIELD,
    RACK,
    S_UNIT,
    SEPARATOR,
    SHIFTS,
    SLOT_COST,
    SLOT_LETTER,
    SLOT_OWNER,
    TURN,
    TURN_SCOPE,
    VOWEL_LETTERS,
    VOWELS,
    Y_FIELD,
    Q,
    Z,
)


@allocating
def set_desk(text, money, material, template):
    """The desk of a position.

    text       uint8: hand, community, own patents, then each opponent's, clockwise; upper-case
               ASCII with a SEPARATOR between them
    material   int64 [3, 26]: letters in the order of slots; the place of each letter in
               SEARCH_ORDER; cost of each letter's patent
    template   int64 [DESK_SIZE]: a desk with a ruleset and a ranking
    """
    desk = template.copy()
    cards, owner = np.zeros((2, N_LETTERS), np.int64), np.zeros(N_LETTERS, np.int64)
    section = 0
    for character in text:
        if character == SEPARATOR:
            section += 1
        elif section < N_CARD_SECTIONS:
            cards[section, int(character) - CODE_OF_A] += 1
        else:
            owner[int(character) - CODE_OF_A] = section - 1
    abilities = own_abilities(owner) | (TURN_SCOPE if desk[TURN] else 0)
    at = 0
    for i in range(N_LETTERS):
        letter = material[0, i]
        is_suffix = letter == LETTER_S and abilities & Z != 0
        if cards[0, letter] + cards[1, letter] == 0 and not is_suffix:
            continue
        shift = FIELD_BITS * at
        desk[HAND] |= cards[0, letter] << shift
        desk[COMMUNITY] |= cards[1, letter] << shift
        desk[SLOT_LETTER + at] = letter
        desk[SLOT_COST + at], desk[SLOT_OWNER + at] = material[2, letter], owner[letter]
        set_letter(desk, letter, material[1, letter], shift)
        set_patent(desk, owner[letter], material[2, letter], shift)
        at += 1
    desk[RACK] = desk[HAND] + desk[COMMUNITY]
    desk[N_HAND], desk[N_CARDS] = total(desk[HAND]), total(desk[RACK])
    desk[ABILITIES] = abilities
    desk[MONEY] = min(money, MAX_COST)
    return desk


@kernel
def own_abilities(owner):
    """The patents of the player that the search must know, and the Q card, as a set."""
    abilities = Q
    for i in range(len(ABILITY_LETTERS)):
        if owner[ABILITY_LETTERS[i]] == 1:
            abilities |= ABILITY_BITS[i]
    return abilities


@kernel
def set_letter(desk, letter, place, shift):
    """Notes on the desk where a letter has its slot and what it is."""
    field = FIELD << shift
    desk[LETTERS] |= 1 << place
    desk[SHIFTS + place] = shift
    if letter == LETTER_S:
        desk[S_UNIT] = 1 << shift
    elif letter == LETTER_Q:
        desk[Q_FIELD] = field
    elif letter == LETTER_Y:
        desk[Y_FIELD] = field
    elif 1 << letter & VOWEL_LETTERS:
        desk[VOWELS] |= field


@kernel
def set_patent(desk, owner, cost, shift):
    """Notes on the desk whom a card of this letter pays, or what its patent takes."""
    field = FIELD << shift
    if owner > 1:
        desk[PAYS_ROYALTY] |= field
    elif owner == 0:
        for budget in range(cost, MAX_COST + 1):
            desk[BUDGET + budget] |= field & GUARD


@kernel
def n_doublers(doublers):
    """How many doublers a set of them has."""
    return (doublers & 1) + (doublers >> 1 & 1) + (doublers >> 2 & 1) + (doublers >> 3 & 1)
