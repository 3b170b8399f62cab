"""The desk: one array with all that the search of a position works on.

desk      int64 [DESK_SIZE]; entries as named below.
          The position. There is a slot for each letter of the rack, and for S if the player owns Z.
          Slots go from the cheapest patent to the dearest, ties from Z to A, so that the highest
          slot of a set is the dearest patent and the lowest the card that is easiest to part with.
          The ruleset and the ranking, as solver.py prepares them. A score is linear in the weights.
          Room to work in: see score.py for OUTCOME, BEST and PLAY, lay.py for OPTIONS.

One array, because a call that takes many costs more than what it does.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .bits import FIELD, FIELD_BITS, GUARD, N_SLOTS, kernel, total

# The position
HAND, COMMUNITY, RACK = 0, 1, 2
PAYS_ROYALTY = 3  # whole fields of the letters that an opponent owns
VOWELS = 4  # whole fields of A E I O U
Y_FIELD, Q_FIELD = 5, 6  # whole field of the letter, 0 if it has no slot
S_UNIT = 7  # one S, 0 if it has no slot
ABILITIES = 8
N_HAND, N_CARDS = 9, 10
LETTERS = 11  # the letters that have a slot, as a set in SEARCH_ORDER
BUDGET = 12  # 11 entries: guards of the slots whose patent costs at most 0..10 and is for sale
SHIFTS = 23  # 26 entries: the shift of the field of each letter in SEARCH_ORDER
MONEY = 49  # in hand, at most MAX_COST: more makes no difference
SLOT_LETTER = 50  # N_SLOTS entries each: letter, 0 for A; cost of its patent; owner of the patent,
SLOT_COST = 62  # 0 nobody, 1 the player, 2.. opponents clockwise
SLOT_OWNER = 74
MAX_COST = 10

# desk[ABILITIES]; B, J, K and Q are also the bits of a set of doublers
B, J, K, Q = 1, 2, 4, 8
V, X, Z, TURN_SCOPE = 16, 32, 64, 128

# The ruleset
COINS, STOCK = 86, 100  # by length of the word
FACTOR = 114  # by number of doublers, 0 to 3
ONE_DOUBLER = 118  # 1 if at most one doubler is named
TURN = 119  # 1 if the scope of the duplicate is the turn
# The ranking
W_MONEY, W_STOCK, W_ROYALTY = 120, 121, 122  # worth of a dollar, a share, a royalty
W_PATENT_VALUE, W_LEAVE = 123, 124  # worth of a dollar of the dearest patent, of a card kept
W_ANY_PATENT = 125  # 1 if the chance to buy some patent has a worth of its own
W_PATENT = 126  # 26 entries: by letter, that worth
# How doublers may be given to two words: [16, 16, MAX_CHOICES], by the doublers the second word
# could have, then the first. An entry is d1 + 16 d2 for the doublers d1 and d2 of the two words; -1
# ends a row. No other way gives as many to one word and more to the other.
CHOICES = 152
MAX_CHOICES = 4
# Room to work in
OUTCOME, BEST, PLAY = np.int64(1176), np.int64(1182), 1188  # 6 entries each
OPTIONS = np.int64(1194)
OPTION_SIZE = 5
DESK_SIZE: Final = 1194 + OPTION_SIZE * 3 * (1 + 2 * N_SLOTS)

VOWEL_LETTERS: Final = sum(1 << ord(letter) - ord("A") for letter in "AEIOU")
LETTER_Q, LETTER_S, LETTER_Y = 16, 18, 24

ABILITY_LETTERS = (1, 9, 10, 21, 23, 25)
ABILITY_BITS = (B, J, K, V, X, Z)

CODE_OF_A: Final = ord("A")
SEPARATOR: Final = ord("/")
N_CARD_SECTIONS: Final = 2

NONE: Final = np.int64(255)
"""No letter, no word."""


@kernel
def set_desk(text, money, material, template):
    """The desk of a position.

    text       uint8: hand, community, own patents, then each opponent's, clockwise; upper-case
               ASCII with a SEPARATOR between them
    material   int64 [3, 26]: letters in the order of slots; the place of each letter in
               SEARCH_ORDER; cost of each letter's patent
    template   int64 [DESK_SIZE]: a desk with a ruleset and a ranking
    """
    desk = template.copy()
    cards, owner = np.zeros((2, 26), np.int64), np.zeros(26, np.int64)
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
    for i in range(26):
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
