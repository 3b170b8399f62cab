"""The places of all that a search works on: plays, the desk, the memory, rows of turns, text.

Nothing here needs Numba, so that who prepares a search need not import it.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..evaluation.tables import MAX_KEPT
from ..lexicon.trie import BLOCK, CLASSES_BELOW_TOP, WORD_SIZE, Trie
from ..rules.cards import DOUBLERS, MIN_WORD_LENGTH, PATENT_COST
from ..rules.cards import LETTERS as ALPHABET
from ..rules.cards import VOWELS as VOWEL_CARDS
from ..rules.ruleset import MAX_CARDS, MAX_PLAYED_LETTERS

# A packed play: what its bits mean, for kernels, for NumPy and for plain Python.
#
# play      int64 [PLAY_SIZE], the bytes of a row of PLAY_DTYPE. Kernels read and write its integers
#           by the functions of score.py:
#           PLAY_SCORE    the ranking as one integer
#           PLAY_WORDS    number of word 1, of word 2
#           PLAY_HAND_1   hand cards of word 1, a multiset of cards as on the desk
#           PLAY_HAND_2   hand cards of word 2
#           PLAY_PAY      money, stock, royalties
#           PLAY_DETAILS  all from patent_value to n_words
#           While a search goes on, plays are LISTED_SIZE integers, with
#           PLAY_CARDS    the cards of both words, a multiset likewise


PLAY_DTYPE: Final = np.dtype(
    [
        ("score", "<i8"),
        ("word", "<i4", (2,)),
        ("from_hand", "<u8", (2,)),
        ("money", "<u2"),
        ("stock", "<u2"),
        ("royalties", "u1", (4,)),
        ("patent_value", "u1"),
        ("n_left", "u1"),
        ("duplicate", "u1"),
        ("duplicate_word", "u1"),
        ("suffix_word", "u1"),
        ("doublers", "u1", (2,)),
        ("n_words", "u1"),
    ]
)
"""The columns are described at the top of search/plays.py."""

MAX_OPPONENTS: Final = PLAY_DTYPE["royalties"].shape[0]

PLAY_STRUCT: Final = struct.Struct("<q2i2Q2H4B8B")
"""A row of PLAY_DTYPE as plain numbers: twenty, in the order of the columns."""

assert PLAY_STRUCT.size == PLAY_DTYPE.itemsize

_INT_BYTES: Final = 8
PLAY_SIZE: Final = PLAY_DTYPE.itemsize // _INT_BYTES
PLAY_CARDS: Final = PLAY_SIZE
LISTED_SIZE: Final = PLAY_SIZE + 1


def _offset(column: str, at: int = 0) -> int:
    """The first byte of a column, or of one of its parts."""
    kind, offset = PLAY_DTYPE.fields[column][:2]  # type: ignore[index]
    return offset + at * kind.base.itemsize


def _entry(column: str, at: int = 0) -> int:
    """The place of a column among the integers of a play."""
    return _offset(column, at) // _INT_BYTES


def _shift(column: str, at: int = 0) -> int:
    """Its lowest bit there."""
    return _offset(column, at) % _INT_BYTES * 8


PLAY_SCORE: Final = _entry("score")
PLAY_WORDS: Final = _entry("word")
PLAY_HAND_1, PLAY_HAND_2 = _entry("from_hand"), _entry("from_hand", 1)
PLAY_PAY: Final = _entry("money")
PLAY_DETAILS: Final = _entry("patent_value")


class Laid(NamedTuple):
    """A play but for its words, by its integers."""

    score: int
    hand_1: int
    hand_2: int
    cards: int
    pay: int
    details: int


SECOND_WORD_SHIFT: Final = _shift("word", 1)
MONEY_SHIFT, STOCK_SHIFT = _shift("money"), _shift("stock")
ROYALTIES_SHIFT: Final = _shift("royalties")
PATENT_VALUE_SHIFT, N_LEFT_SHIFT = _shift("patent_value"), _shift("n_left")
DUPLICATE_SHIFT, DUPLICATE_WORD_SHIFT = _shift("duplicate"), _shift("duplicate_word")
SUFFIX_WORD_SHIFT: Final = _shift("suffix_word")
DOUBLERS_1_SHIFT, DOUBLERS_2_SHIFT = _shift("doublers"), _shift("doublers", 1)
N_WORDS_SHIFT: Final = _shift("n_words")
N_WORDS_AT: Final = _offset("n_words")
"""The byte of a row that says how many words there are; 0 for no play."""

NO_WORD: Final = -1
"""The number of a second word that is not there."""
NO_EXTRA: Final = 255
"""In the place of the letter or slot of a duplicate, or of the word of a suffix: there is none."""


# The desk: one array with all that the search of a position works on. Where things lie on it.
#
# desk    int64 [DESK_SIZE]; entries as named below.
#         The position. There is a slot for each letter of the rack, and for S if the player owns Z.
#         Slots go from the cheapest patent to the dearest, ties from Z to A, so that the highest
#         slot of a set is the dearest patent and the lowest the card that is easiest to part with.
#         The ruleset and the ranking, see questions.py. A score is linear in the weights.
#         Space to work in: see lay.py for OPTIONS, search.py for C_LEFT, leave.py for K_VOWELS.
# asked   int64 [ASKED_SIZE], what is asked of a search:
#         ASKED_LIMIT      how many plays or turns, at least 1
#         ASKED_EVERY_WAY  0: each word or pair of words laid in its best way; 1: in every way
#         ASKED_MONEY      dollars of the player
#         ASKED_SCOPE      LISTED_PLAYS by the ranking; N_PLAYS in every way, without limit. By
#                          equity ONLY_PLAYS, words alone; WHOLE_TURNS: also the best exchange, and
#                          the best card to replace; ALL_CANDIDATES: also other purchases, discards,
#                          exchanges and cards to replace, for the advisor; GIVEN_TURN: the worth of
#                          that one. The rest is asked by equity:
#         ASKED_STAGE      how far the turn is: AT_START, PAID or BOUGHT_ALREADY of game_layouts.py
#         ASKED_ROUNDS     the player's turns after this one; NOT_KNOWN while nobody is at the goal
#         ASKED_GOAL       value of patents that ends the game
#         ASKED_REPLACE    1 if a card may be replaced with Q
#         ASKED_ITSELF     1 if the card that is replaced may be drawn again: without a deck
# text    uint8 [TEXT_SIZE], the position: hand, community, own patents, then each opponent's,
#         clockwise; upper-case ASCII with a SEPARATOR between them, a 0 behind
#
# One array, because a call that takes many costs more than what it does.


N_LETTERS: Final = len(ALPHABET)
N_SLOTS: Final = MAX_CARDS + 1
MAX_COST: Final = max(PATENT_COST.values())
N_LENGTHS: Final = MAX_PLAYED_LETTERS + 1
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

# A multiset is an int64 with a field of 5 bits per slot; which letter a slot stands for is the
# matter of the position. At most 12 slots, and no field ever exceeds 26. The top bit of a field,
# its guard, is clear in a multiset of cards and carries the answer of a comparison: a set of slots
# is the set of their guards.
FIELD_BITS: Final = 5
FIELD: Final = (1 << FIELD_BITS) - 1
GUARD_BIT: Final = FIELD_BITS - 1
ONES: Final = sum(1 << FIELD_BITS * slot for slot in range(N_SLOTS))
GUARD: Final = np.int64(ONES << GUARD_BIT)

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
BUDGET = DUPLICATES + KEY_SIZE  # by dollars to spend: guards of the slots whose patent it buys
SLOT_LETTER = BUDGET + MAX_COST + 1  # by slot: its letter, 0 for A
SLOT_COST = SLOT_LETTER + N_SLOTS  # by slot: cost of the patent
OWNED_BY = SLOT_COST + N_SLOTS  # by owner: whole fields of the letters whose patent that one owns
UNITS = OWNED_BY + FIRST_OPPONENT + MAX_OPPONENTS  # by bit of a key that may be laid: such a card
# The slots of the cards in hand: vowels, then others, each by falling worth when kept.
N_VOWEL_SLOTS = UNITS + KEY_SIZE * WORD_SIZE
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
# Space to work in. O_...: the entries of an option, counted from where it begins on the desk.
O_CARDS_1, O_CARDS_2, O_DUPLICATE, O_DUPLICATE_WORD, O_SUFFIX_WORD = 0, 1, 2, 3, 4
O_FROM_HAND, O_SCORE, O_DOUBLERS, OPTION_SIZE = 5, 6, 7, 8
OPTIONS = CHOICES + N_FLAGS**2 * MAX_CHOICES
# No suffix, or one of word 1 or 2; each with no duplicate, or one of any slot in word 1 or 2.
MAX_OPTIONS: Final = 3 * (1 + 2 * N_SLOTS)
# C_...: the search for pairs, see search.py. K_...: the cards kept, see leave.py.
_FIRST_C = OPTIONS + OPTION_SIZE * MAX_OPTIONS
C_LEFT, C_AT, C_NEXT_1, C_NEXT_2, C_MEMBER_1, C_MEMBER_2, C_MEMBERS, C_GROUPS = (
    _FIRST_C + at for at in range(8)
)
K_VOWELS, K_OTHERS, K_SUMS = (C_GROUPS + 1 + at for at in range(3))
LEAVES = K_SUMS + 1 + MAX_KEPT  # leaves that were looked at: see leave_worth in leave.py
LEAVE_BITS: Final = 6
LEAVE_SIZE: Final = 4
N_SEEN = LEAVES + (LEAVE_SIZE << LEAVE_BITS)  # by letter: cards in hand and community, see worth.py
DESK_SIZE: Final = N_SEEN + N_LETTERS

ASKED_LIMIT, ASKED_EVERY_WAY, ASKED_MONEY, ASKED_SCOPE, ASKED_STAGE = 0, 1, 2, 3, 4
ASKED_ROUNDS, ASKED_GOAL, ASKED_REPLACE, ASKED_ITSELF, ASKED_SIZE = 5, 6, 7, 8, 9
ONLY_PLAYS, WHOLE_TURNS, ALL_CANDIDATES, GIVEN_TURN, LISTED_PLAYS, N_PLAYS = 0, 1, 2, 3, 4, 5
NOT_KNOWN: Final = -1
MAX_OWNERS: Final = 5
TEXT_SIZE: Final = MAX_CARDS + 1 + N_LETTERS + MAX_OWNERS + 1
"""Cards of hand and community, every patent, what separates them, and the 0."""

VOWEL_LETTERS: Final = sum(1 << ALPHABET.index(letter) for letter in VOWEL_CARDS)
LETTER_Q, LETTER_S, LETTER_Y = (ALPHABET.index(letter) for letter in "QSY")

ALL_LETTERS: Final = np.int64((1 << N_LETTERS) - 1)
CODE_OF_A: Final = ord("A")
SEPARATOR: Final = ord("/")
N_CARD_SECTIONS: Final = 2


# The memory that a search works in, and the formats that lie there.
#
# queue        int32 [2, QUEUE_SIZE] and
# found        int32 [n]: space for a walk of the trie, see walk.py
# places       uint8 [n + LINE]: of each class found its place by worth, see above; behind
#              them NO_PLACE_BY_WORTH
# seen         uint8 [N_PLACES]: 1 at the places by worth that some class has
# groups       int64 [n, GROUP_SIZE]: the words of an anagram class whose ends mean the same for
#              B and Z, so that they earn the same:
#              G_LETTERS  their letters, duplicate and suffix included, as a multiset
#              G_LENGTH   how many letters
#              G_FLAGS    the doublers the position allows them
#              G_CLASS    the number of the class
#              G_KIND     the bits of their entries in Trie.words that matter
#              G_WORDS    how many words
# shortlist    see shortlist.py
# buckets      int64 [N_TRAITS, BUCKET_SIZE]: by key, the traits of classes with the doublers owned:
#              B_FIRST, B_END   where its members begin and end; an end of 0: not filled in
#              B_KEYS     not by key: the keys that have classes, those that pay most first
# members      int64 [n, MEMBER_SIZE]: classes by bucket:
#              M_LETTERS  the letters
#              M_CLASS    the number of the class
#              M_FIRST, M_END   where its groups begin and end; an end of 0 before it is split
# bucket_pairs int64 [MAX_BUCKET_PAIRS, PAIR_SIZE], those still to come: a bound of what such words
#              can score, of what their coins and stock add to it, of their coins; the two keys


Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

MAX_CLASSES: Final = (1 << MAX_CARDS + 1) * (1 + N_SLOTS) + 1
"""More than any walk finds: each card and the suffix or not, and each slot, or none, twice."""
MAX_CLASSES_BUT_ONE: Final = (1 << MAX_CARDS) * (1 + N_LETTERS)
"""More than a walk finds that may lack any letter: each card, and each letter or none once more."""
TOPS_AT_ONCE: Final = 512
"""Keys of the top level of the trie that a walk takes at a time; ENABLE has 306.

A tenth of it makes a walk take twice as long: each level of each part ends with a wrong guess.
"""
QUEUE_SIZE: Final = TOPS_AT_ONCE * CLASSES_BELOW_TOP // BLOCK + BLOCK
FOUND_AT_ONCE: Final = TOPS_AT_ONCE * CLASSES_BELOW_TOP + BLOCK
"""Blocks and classes below them, and space behind for a block of which nothing counts."""

LINE: Final = 64
"""Bytes that are compared at once, see bits.py."""
N_PLACES: Final = N_TRAITS + -N_TRAITS % LINE
NO_PLACE_BY_WORTH: Final = 255
assert N_TRAITS <= NO_PLACE_BY_WORTH

N_KINDS: Final = 4
G_LETTERS, G_LENGTH, G_FLAGS, G_CLASS, G_KIND, G_WORDS, GROUP_SIZE = 0, 1, 2, 3, 4, 5, 6

MAX_BUCKETS: Final = (N_LENGTHS - MIN_WORD_LENGTH) * N_FLAGS
MAX_BUCKET_PAIRS: Final = MAX_BUCKETS * (MAX_BUCKETS + 1) // 2
M_LETTERS, M_CLASS, M_FIRST, M_END, MEMBER_SIZE = 0, 1, 2, 3, 4
B_FIRST, B_END, B_KEYS, BUCKET_SIZE = 0, 1, 2, 3
P_MOST, P_EARNED, P_COINS, P_KEY_1, P_KEY_2, PAIR_SIZE = 0, 1, 2, 3, 4, 5


class Workspace(NamedTuple):
    """The memory for the search of a position; see above."""

    queue: npt.NDArray[np.int32]
    found: npt.NDArray[np.int32]
    places: Bytes
    seen: Bytes
    groups: Ints
    shortlist: Ints
    members: Ints
    buckets: Ints
    bucket_pairs: Ints


class Columns(NamedTuple):
    """Many positions, a row each; see set_desk in desk.py."""

    hands: Bytes
    """[n, width], as communities."""
    communities: Bytes
    owners: Bytes
    """[n, 26]."""
    money: npt.NDArray[np.integer]
    n_opponents: Bytes


class Setting(NamedTuple):
    """All of a position but the hand, see set_desk in desk.py, and what the search needs."""

    community: Bytes
    owner: Bytes
    money: int
    trie: Trie
    workspace: Workspace


def new_workspace(top: int) -> Workspace:
    """Memory to find so many plays in; each thread needs its own.

    The system lends only what is used.
    """
    return Workspace(
        queue=np.empty((2, QUEUE_SIZE), np.int32),
        found=np.empty(max(MAX_CLASSES, MAX_CLASSES_BUT_ONE) + FOUND_AT_ONCE, np.int32),
        places=np.empty(MAX_CLASSES + LINE, np.uint8),
        seen=np.empty(N_PLACES, np.uint8),
        groups=np.empty((N_KINDS * MAX_CLASSES, GROUP_SIZE), np.int64),
        shortlist=np.empty((2 + top, LISTED_SIZE), np.int64),
        members=np.empty((MAX_CLASSES, MEMBER_SIZE), np.int64),
        buckets=np.empty((N_TRAITS, BUCKET_SIZE), np.int64),
        bucket_pairs=np.empty((MAX_BUCKET_PAIRS, PAIR_SIZE), np.int64),
    )


# A row of `Turns`: a whole turn and its worth, in whole numbers. Python and JavaScript read rows.
#
# row     int64 [ROW_SIZE], the bytes of TURN_DTYPE:
#         the play       LISTED_SIZE integers, see above; all 0 without words. Of words
#                        that lie on the table already there is no number
#         ROW_REPLACED   letter of the card that is replaced with Q, 0 for A; then nothing else is
#                        planned. NO_LETTER for none
#         ROW_BOUGHT     letter of the patent to buy, or NO_LETTER
#         ROW_KEPT       the cards of the hand that stay, a multiset like the cards of the play; all
#                        others that are not played are discarded, or exchanged
#         ROW_TOTAL      equity, the sum of its four parts:
#         ROW_MARGIN     money + stock - royalties to the average opponent. Of a card to replace all
#                        that the best turn after it is worth, on average
#         ROW_PATENT     what the patent will bring
#         ROW_LEAVE      what the cards kept add to the next turn
#         ROW_COMMUNITY  what is left in the community for the next player, 0 or less as a rule
#         Equity counts in units: a dollar is DECIMALS times the number of opponents, at least one


TURN_DTYPE: Final = np.dtype(
    [
        ("play", PLAY_DTYPE),
        ("cards", "<u8"),
        ("replaced", "<i8"),
        ("bought", "<i8"),
        ("kept", "<u8"),
        ("total", "<i8"),
        ("margin", "<i8"),
        ("patent", "<i8"),
        ("leave", "<i8"),
        ("community", "<i8"),
    ]
)
AFTER_PLAY: Final = struct.Struct("<Q2qQ5q")
"""The numbers behind the bytes of the play."""

ROW_REPLACED, ROW_BOUGHT, ROW_KEPT = LISTED_SIZE, LISTED_SIZE + 1, LISTED_SIZE + 2
ROW_TOTAL, ROW_MARGIN, ROW_PATENT = LISTED_SIZE + 3, LISTED_SIZE + 4, LISTED_SIZE + 5
ROW_LEAVE, ROW_COMMUNITY, ROW_SIZE = LISTED_SIZE + 6, LISTED_SIZE + 7, LISTED_SIZE + 8

assert ROW_SIZE * 8 == TURN_DTYPE.itemsize == PLAY_STRUCT.size + AFTER_PLAY.size

# All candidates
MORE_PURCHASES: Final = 6
"""For so many plays other purchases are candidates too."""
MORE_DISCARDS: Final = 6
"""For so many plays other discards are candidates too."""
OTHER_DISCARDS: Final = 4
"""So many other discards."""
EXCHANGES: Final = 8
"""Sets of cards to exchange that are candidates; the whole hand always is."""

MAX_WAYS: Final = (MAX_CARDS + 2) ** 2 // 4
"""Numbers of vowels and of other cards to keep of a hand, at most."""
WAY_KEPT, WAY_WORTH, WAY_SIZE = 0, 1, 2
"""The columns of `ways`: the cards kept, and what they are worth as a weight."""


class Inquiry(NamedTuple):
    """A question about a turn, and the tables that it is answered by.

    asked        see the top of this file
    given        int64 [ROW_SIZE]: the turn that is given; or the play of the words on the table, if
                 the turn is past AT_START
    pile         int64 [26]: by letter how likely it is drawn next, in any unit
    evaluation   float64 [EVALUATION_SIZE], of the player: see game_layouts.py
    worth        float64 [26]: see worth.py; filled in
    ways         int64 [MAX_WAYS, WAY_SIZE]: to work on
    """

    asked: Ints
    given: Ints
    pile: Ints
    evaluation: npt.NDArray[np.float64]
    worth: npt.NDArray[np.float64]
    ways: Ints


class Equities(NamedTuple):
    """The tables that many positions are ranked by, by number of opponents; none: no equity.

    evaluations   float64 [5, EVALUATION_SIZE]: see game_layouts.py
    goals         int64 [5]: value of patents that ends the game
    worth         float64 [26]: to work on
    """

    evaluations: npt.NDArray[np.float64]
    goals: Ints
    worth: npt.NDArray[np.float64]


class TextCells(NamedTuple):
    """The cells of a column of text.

    data      uint8: the ASCII of all cells, one after the other, "?" for other characters
    offsets   int64 [n + 1]: where each cell begins, and the last ends
    """

    data: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]
