"""A position as the kernels see it.

board     uint64 [BOARD_SIZE]; entries as named below
slots     int64 [3, N_SLOTS]: letter (0 for A), cost of its patent, owner (0 nobody, 1 the player,
          2.. opponents clockwise). There is a slot for each letter of the rack, and for S if the
          player owns Z. Slots go from the cheapest patent to the dearest, ties from Z to A, so that
          the highest slot of a set is the dearest patent and the lowest the card that is easiest
          to part with.
rules     int64 [RULES_SIZE]: coins by length, stock by length, factor by number of doublers, and
          1 if at most one doubler is named, 1 if the scope of the duplicate is the turn
weights   int64 [WEIGHTS_SIZE]: worth of a dollar, a share, a royalty, a dollar of the dearest
          patent for sale, a card kept; 1 if any patent has a worth of its own; then, by letter,
          the worth of the chance to buy it. The score of a play is linear in these.
choices   int64 [256, MAX_CHOICES, 2]: how doublers may be given to two words: row f1 + 16 f2 for
          words that could have the doublers f1 and f2; -1 ends a row. No other way gives as many
          to one word and more to the other.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from .bits import FIELD, FIELD_BITS, GUARD, N_SLOTS, ONE, ZERO, U, kernel, total

# board
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
BOARD_SIZE = 50
MAX_COST = 10

# board[ABILITIES]; B, J, K and Q are also the bits of a set of doublers
B, J, K, Q = 1, 2, 4, 8
V, X, Z, TURN_SCOPE = 16, 32, 64, 128

# rules
COINS, STOCK, FACTOR, ONE_DOUBLER, TURN, RULES_SIZE = 0, 14, 28, 32, 33, 34

# weights
W_MONEY, W_STOCK, W_ROYALTY, W_PATENT_VALUE, W_LEAVE, W_ANY_PATENT, W_PATENT = 0, 1, 2, 3, 4, 5, 6
WEIGHTS_SIZE = 32

MAX_CHOICES = 4

LETTER_A, LETTER_E, LETTER_I, LETTER_O, LETTER_U = 0, 4, 8, 14, 20
LETTER_Q, LETTER_S, LETTER_Y = 16, 18, 24

ABILITY_LETTERS = (1, 9, 10, 21, 23, 25)
ABILITY_BITS = (B, J, K, V, X, Z)

CODE_OF_A: Final = ord("A")
SEPARATOR: Final = ord("/")
N_CARD_SECTIONS: Final = 2

NONE: Final = 255
"""No letter, no word."""


class Case(NamedTuple):
    """All that a score depends on: the arrays described at the top of this file."""

    board: Any
    slots: Any
    rules: Any
    weights: Any
    choices: Any


@kernel
def set_board(text, money, material, rules):
    """The board and the slots of a position.

    text       uint8: hand, community, own patents, then each opponent's, clockwise; upper-case
               ASCII with a SEPARATOR between them
    material   int64 [3, 26]: letters in the order of slots; the place of each letter in
               SEARCH_ORDER; cost of each letter's patent
    """
    board, slots = np.zeros(BOARD_SIZE, np.uint64), np.zeros((3, N_SLOTS), np.int64)
    cards, owner = np.zeros((2, 26), np.int64), np.zeros(26, np.int64)
    section = 0
    for character in text:
        if character == SEPARATOR:
            section += 1
        elif section < N_CARD_SECTIONS:
            cards[section, int(character) - CODE_OF_A] += 1
        else:
            owner[int(character) - CODE_OF_A] = section - 1
    abilities = own_abilities(owner) | (TURN_SCOPE if rules[TURN] else 0)
    shift, at = ZERO, 0
    for i in range(26):
        letter = material[0, i]
        n_hand, n_community = U(cards[0, letter]), U(cards[1, letter])
        is_suffix = letter == LETTER_S and abilities & Z != 0
        if n_hand + n_community == ZERO and not is_suffix:
            continue
        board[HAND] |= n_hand << shift
        board[COMMUNITY] |= n_community << shift
        slots[0, at], slots[1, at], slots[2, at] = letter, material[2, letter], owner[letter]
        set_letter(board, letter, material[1, letter], shift)
        set_patent(board, owner[letter], material[2, letter], shift)
        at += 1
        shift += FIELD_BITS
    board[RACK] = board[HAND] + board[COMMUNITY]
    board[N_HAND], board[N_CARDS] = total(board[HAND]), total(board[RACK])
    board[ABILITIES] = U(abilities)
    board[MONEY] = U(min(money, MAX_COST))
    return board, slots


@kernel
def own_abilities(owner):
    """The patents of the player that the search must know, and the Q card, as a set."""
    abilities = Q
    for i in range(len(ABILITY_LETTERS)):
        if owner[ABILITY_LETTERS[i]] == 1:
            abilities |= ABILITY_BITS[i]
    return abilities


@kernel
def set_letter(board, letter, place, shift):
    """Notes on the board where a letter has its slot and what it is."""
    field = FIELD << shift
    board[LETTERS] |= ONE << U(place)
    board[SHIFTS + place] = shift
    if letter == LETTER_S:
        board[S_UNIT] = ONE << shift
    elif letter == LETTER_Q:
        board[Q_FIELD] = field
    elif letter == LETTER_Y:
        board[Y_FIELD] = field
    elif letter in (LETTER_A, LETTER_E, LETTER_I, LETTER_O, LETTER_U):
        board[VOWELS] |= field


@kernel
def set_patent(board, owner, cost, shift):
    """Notes on the board whom a card of this letter pays, or what its patent takes."""
    field = FIELD << shift
    if owner > 1:
        board[PAYS_ROYALTY] |= field
    elif owner == 0:
        for budget in range(cost, MAX_COST + 1):
            board[BUDGET + budget] |= field & GUARD


@kernel
def n_doublers(doublers):
    """How many doublers a set of them has."""
    return (doublers & 1) + (doublers >> 1 & 1) + (doublers >> 2 & 1) + (doublers >> 3 & 1)
