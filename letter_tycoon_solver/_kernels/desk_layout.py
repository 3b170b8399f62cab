"""The desk: one array with all that the search of a position works on. Where things lie on it.

desk      int64 [DESK_SIZE]; entries as named below.
          The position. There is a slot for each letter of the rack, and for S if the player owns Z.
          Slots go from the cheapest patent to the dearest, ties from Z to A, so that the highest
          slot of a set is the dearest patent and the lowest the card that is easiest to part with.
          The ruleset and the ranking, see arguments.py. A score is linear in the weights.
          Space to work in: see lay.py for OPTIONS, pairs.py for CURSOR, leave.py for KEEPING.
asked     int64 [ASKED_SIZE], what is asked of a search:
          ASKED_LIMIT      how many plays, at least 1
          ASKED_EVERY_WAY  0: each word or pair of words laid in its best way; 1: in every way
          ASKED_MONEY      dollars of the player
text      uint8 [TEXT_SIZE], the position: hand, community, own patents, then each opponent's,
          clockwise; upper-case ASCII with a SEPARATOR between them, a 0 behind

One array, because a call that takes many costs more than what it does. Nothing here needs Numba, so
that who prepares a desk need not import it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..evaluation.tables import MAX_KEPT
from ..lexicon.trie import WORD_SIZE
from ..rules.cards import DOUBLERS, MIN_WORD_LENGTH, PATENT_COST
from ..rules.cards import LETTERS as ALPHABET
from ..rules.cards import VOWELS as VOWEL_CARDS
from ..rules.ruleset import MAX_CARDS, MAX_PLAYED_LETTERS
from .play_layout import MAX_OPPONENTS

N_LETTERS: Final = len(ALPHABET)
N_SLOTS: Final = MAX_CARDS + 1
MAX_COST: Final = max(PATENT_COST.values())
N_LENGTHS: Final = MAX_PLAYED_LETTERS + 1
MIN_LENGTH: Final = MIN_WORD_LENGTH
MAX_DOUBLERS: Final = 3
"""On one word: K excludes B and J, so B, J and Q."""
N_FLAGS: Final = 1 << len(DOUBLERS)
"""Sets of doublers."""
N_TRAITS: Final = N_LENGTHS * N_FLAGS
"""Lengths with doublers: traits of classes that can be laid, see lexicon/trie.py."""
KEY_SIZE: Final = 2
"""Words of a key."""
NOBODY, PLAYER, FIRST_OPPONENT = 0, 1, 2
"""Owners of a patent; the opponents go on clockwise."""
TIE_ORDER: Final = "EIUOMAYRLCSTNKDQGBPFZXVWJH"
"""The first of two words takes hand cards before the other. If they are as long and have the same
doublers, it is the one with more of the first letter here in which they differ."""

# The position
HAND, COMMUNITY, RACK = 0, 1, 2
PAYS_ROYALTY = 3  # whole fields of the letters that an opponent owns
VOWELS = 4  # whole fields of A E I O U
Y_FIELD, Q_FIELD = 5, 6  # whole field of the letter, 0 if it has no slot
S_UNIT = 7  # one S, 0 if it has no slot
ABILITIES = 8
N_HAND, N_CARDS = 9, 10
MONEY_IN_HAND = 11  # in hand, at most MAX_COST: more makes no difference
LETTER_SET = 12  # the letters that have a slot, as a set in TIE_ORDER
SHIFTS = 13  # by place in TIE_ORDER: the shift of the field of that letter
# Keys as in lexicon/trie.py, KEY_SIZE words each: of the rack and the suffix; of what is no card
# but may be the duplicate: one more of each of these letters.
AVAILABLE = SHIFTS + N_LETTERS
DUPLICATES = AVAILABLE + KEY_SIZE
UNITS = DUPLICATES + KEY_SIZE  # by bit of a key that may be laid: one card of that letter
BUDGET = (
    UNITS + KEY_SIZE * WORD_SIZE
)  # by dollars to spend: guards of the slots whose patent it buys
SLOT_LETTER = BUDGET + MAX_COST + 1  # by slot: its letter, 0 for A
SLOT_COST = SLOT_LETTER + N_SLOTS  # by slot: cost of the patent
OWNED_BY = SLOT_COST + N_SLOTS  # by owner: whole fields of the letters whose patent that one owns
# The slots of the cards in hand: vowels, then others, each by falling worth when kept.
N_VOWEL_SLOTS = OWNED_BY + FIRST_OPPONENT + MAX_OPPONENTS
N_HAND_SLOTS = N_VOWEL_SLOTS + 1
HAND_SLOTS = N_HAND_SLOTS + 1

# desk[ABILITIES]; B, J, K and Q are also the bits of a set of doublers
B, J, K, Q = (1 << place for place in range(len(DOUBLERS)))
V, X, Z, TURN_SCOPE = 16, 32, 64, 128
ABILITY_LETTERS = tuple(ALPHABET.index(letter) for letter in "BJKVXZ")
ABILITY_BITS = (B, J, K, V, X, Z)

# The ruleset
PAYOUT_COINS = HAND_SLOTS + N_SLOTS  # by length of the word
PAYOUT_STOCK = PAYOUT_COINS + N_LENGTHS  # by length of the word
FACTOR = PAYOUT_STOCK + N_LENGTHS  # by number of doublers
ONE_DOUBLER = FACTOR + MAX_DOUBLERS + 1  # 1 if at most one doubler is named
TURN = ONE_DOUBLER + 1  # 1 if the scope of the duplicate is the turn
# The ranking
W_MONEY = TURN + 1  # worth of a dollar
W_STOCK = W_MONEY + 1  # of a share
W_ROYALTY = W_STOCK + 1  # of a dollar of royalties
W_PATENT_VALUE = W_ROYALTY + 1  # of a dollar of the dearest patent that can be bought
W_LEAVE = W_PATENT_VALUE + 1  # of a card kept
W_ANY_PATENT = W_LEAVE + 1  # 1 if the chance to buy some patent has a worth of its own
W_PATENT = W_ANY_PATENT + 1  # by letter, that worth
W_ANY_KEPT = W_PATENT + N_LETTERS  # 1 if it matters which cards are left, in hand or community
W_KEPT = W_ANY_KEPT + 1  # by letter, worth of such a card kept in hand, and
W_BALANCE = W_KEPT + N_LETTERS  # [MAX_KEPT + 1, MAX_KEPT + 1] by number of vowels and of others
W_USED = W_BALANCE + (MAX_KEPT + 1) ** 2  # by letter, worth of such a card of the community used
# Bounds. By the traits of a class (see lexicon/trie.py), [N_LENGTHS, N_FLAGS]: no less than the
# coins of its words; no less than what their coins and stock add to a score. No less than what all
# else can add, but for patents and for which cards are left. In this position: no less than what
# all but patents can add, by number of letters laid; what the patent worth most adds, by dollars to
# spend; where it matters which cards are left, no less than so many of the hand are worth.
COINS = W_USED + N_LETTERS
WORTH = COINS + N_TRAITS
REST_ANYWHERE = WORTH + N_TRAITS
REST = REST_ANYWHERE + 1
BEST_PATENT = REST + N_LENGTHS
MOST_KEPT = BEST_PATENT + MAX_COST + 1
# What words with the same traits can be paid: by traits their place in the order of WORTH, and by
# place the traits.
PLACE_BY_WORTH = MOST_KEPT + MAX_CARDS + 1
BY_WORTH = PLACE_BY_WORTH + N_TRAITS
# How doublers may be given to two words: [16, 16, MAX_CHOICES], by the doublers the second word
# could have, then the first. An entry is d1 + 16 d2 for the doublers d1 and d2 of the two words; -1
# ends a row. No other way doubles one word as often and the other more often.
CHOICES = BY_WORTH + N_TRAITS
MAX_CHOICES = 4
# Workspace to work in
OPTION_SIZE = 8
OPTIONS = np.int64(CHOICES + N_FLAGS**2 * MAX_CHOICES)
CURSOR = int(OPTIONS) + OPTION_SIZE * 3 * (1 + 2 * N_SLOTS)
CURSOR_SIZE = 8
KEEPING = CURSOR + CURSOR_SIZE
KEEPING_SIZE = 3 + MAX_KEPT
LEAVES = KEEPING + KEEPING_SIZE  # leaves that were looked at: see leave_worth in leave.py
LEAVE_BITS: Final = 6
LEAVE_SIZE: Final = 4
DESK_SIZE: Final = LEAVES + (LEAVE_SIZE << LEAVE_BITS)

ASKED_LIMIT, ASKED_EVERY_WAY, ASKED_MONEY, ASKED_SIZE = 0, 1, 2, 3
MAX_OWNERS: Final = 5
TEXT_SIZE: Final = MAX_CARDS + 1 + N_LETTERS + MAX_OWNERS + 1
"""Cards of hand and community, every patent, what separates them, and the 0."""

VOWEL_LETTERS: Final = sum(1 << ALPHABET.index(letter) for letter in VOWEL_CARDS)
LETTER_Q, LETTER_S, LETTER_Y = (ALPHABET.index(letter) for letter in "QSY")

CODE_OF_A: Final = ord("A")
SEPARATOR: Final = ord("/")
N_CARD_SECTIONS: Final = 2
