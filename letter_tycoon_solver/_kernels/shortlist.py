"""The plays listed so far: all, or the best of them, and their order.

shortlist int64 [2 + capacity, PLAY_SIZE]. Row 0 says how many plays are listed and how many may
          be; then the plays; the last row is for the play that is looked at. Once as many are
          listed as may be, they are a heap with the last in rank on top.
          A play has the bytes of plays.PLAY_DTYPE:
          0  score
          1  number of word 1, of word 2: 32 bits each, -1 for no word
          2  hand cards of word 1
          3  hand cards of word 2
          4  money and stock, 16 bits each; royalties of 4 opponents, 8 bits each
          5  8 bits each: cost of the dearest patent, cards kept, letter of the duplicate, its
             word, word of the suffix, doublers of word 1, of word 2, number of words
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .bits import allocating, kernel
from .desk_layout import NO_EXTRA, PLAY
from .score import WORST

PLAY_SIZE: Final = 6
WORD_BITS: Final = 0xFFFFFFFF
N_LISTED, LIMIT = 0, 1
HEAP_TOP: Final = np.int64(1)
NO_WORD: Final = np.int64(-1)
KEY_BITS: Final = 62
DIGIT_BITS: Final = 8


@allocating
def new_shortlist(limit, capacity):
    """An empty list of the best `limit` plays, with room for some."""
    shortlist = np.empty((2 + min(limit, capacity), PLAY_SIZE), np.int64)
    shortlist[0, N_LISTED], shortlist[0, LIMIT] = 0, limit
    return shortlist


@kernel
def lowest_score(shortlist):
    """The score below which a play need not be looked at."""
    return shortlist[HEAP_TOP, 0] if shortlist[0, N_LISTED] == shortlist[0, LIMIT] else WORST


@allocating
def with_room(shortlist, n):
    """The same plays with room for n more, or for as many as may be listed."""
    needed = min(shortlist[0, N_LISTED] + n, shortlist[0, LIMIT])
    if needed <= len(shortlist) - 2:
        return shortlist
    capacity = min(max(needed, 2 * len(shortlist)), shortlist[0, LIMIT])
    more = np.empty((2 + capacity, PLAY_SIZE), np.int64)
    for row in range(shortlist[0, N_LISTED] + 1):
        for k in range(PLAY_SIZE):
            more[row, k] = shortlist[row, k]
    return more


@kernel
def add_play(shortlist, word_1, word_2, desk):
    """Lists PLAY with these words, by number, or in the place of the last in rank if it is better.

    word_2 is -1 for none. There is room, see `with_room`.
    """
    n, limit = shortlist[0, N_LISTED], shortlist[0, LIMIT]
    if n < limit:
        write_play(shortlist, n + 1, word_1, word_2, desk)
        shortlist[0, N_LISTED] = n + 1
        if n + 1 == limit:
            build_heap(shortlist)
    elif desk[PLAY] >= shortlist[HEAP_TOP, 0]:
        new = len(shortlist) - 1
        write_play(shortlist, new, word_1, word_2, desk)
        if is_before(shortlist, new, HEAP_TOP):
            swap_plays(shortlist, new, HEAP_TOP)
            sink(shortlist, HEAP_TOP, limit)


@kernel
def write_play(plays, row, word_1, word_2, desk):
    """Writes PLAY with its words in alphabetical order."""
    plays[row, 0], plays[row, 4] = desk[PLAY], desk[PLAY + 4]
    if word_2 < 0 or word_1 <= word_2:
        plays[row, 1] = word_1 | word_2 << 32
        plays[row, 2], plays[row, 3] = desk[PLAY + 2], desk[PLAY + 3]
        plays[row, 5] = desk[PLAY + 5] | (1 if word_2 < 0 else 2) << 56
    else:
        plays[row, 1] = word_2 | word_1 << 32
        plays[row, 2], plays[row, 3] = desk[PLAY + 3], desk[PLAY + 2]
        plays[row, 5] = swap_words(desk[PLAY + 5]) | 2 << 56


@kernel
def swap_words(rest):
    """The last integer of a play with its first word second."""
    duplicate_word, suffix_word = rest >> 24 & 255, rest >> 32 & 255
    if rest >> 16 & 255 != NO_EXTRA:
        duplicate_word = 1 - duplicate_word
    if suffix_word != NO_EXTRA:
        suffix_word = 1 - suffix_word
    doublers_1, doublers_2 = rest >> 40 & 255, rest >> 48 & 255
    return (
        rest & 0xFFFFFF
        | duplicate_word << 24
        | suffix_word << 32
        | doublers_2 << 40
        | doublers_1 << 48
    )


# Order ---------------------------------------------------------------------------------------


@kernel
def is_before(plays, a, b):
    """Whether play a ranks before b: score, then the words in alphabetical order, then the rest."""
    if plays[a, 0] != plays[b, 0]:
        return plays[a, 0] > plays[b, 0]
    if plays[a, 1] != plays[b, 1]:
        first_a, first_b = plays[a, 1] & WORD_BITS, plays[b, 1] & WORD_BITS
        if first_a != first_b:
            return first_a < first_b
        # The number of a second word that is not there is -1: one word comes first.
        return plays[a, 1] >> 32 < plays[b, 1] >> 32
    if plays[a, 5] != plays[b, 5]:
        return plays[a, 5] < plays[b, 5]
    if plays[a, 2] != plays[b, 2]:
        return plays[a, 2] < plays[b, 2]
    return plays[a, 3] < plays[b, 3]


@kernel
def build_heap(shortlist):
    """Makes the plays a heap with the last in rank on top."""
    n = shortlist[0, N_LISTED]
    for at in range(n // 2, 0, -1):
        sink(shortlist, at, n)


@kernel
def sink(shortlist, at, n):
    """Moves a play of a heap of n down to where it belongs."""
    while 2 * at <= n:
        child = 2 * at
        if child < n and is_before(shortlist, child, child + 1):
            child += 1
        if not is_before(shortlist, at, child):
            return
        swap_plays(shortlist, at, child)
        at = child


@kernel
def swap_plays(shortlist, a, b):
    """Exchanges two rows."""
    for k in range(PLAY_SIZE):
        shortlist[a, k], shortlist[b, k] = shortlist[b, k], shortlist[a, k]


@allocating
def in_order(shortlist, every_way):
    """The plays, best first."""
    n = shortlist[0, N_LISTED]
    if n > 1 and not every_way:
        keys, bits = rank_keys(shortlist)
        if bits <= KEY_BITS:
            return by_keys(shortlist, keys, bits)
    sort_shortlist(shortlist)
    return shortlist[1 : n + 1]


@kernel
def sort_shortlist(shortlist):
    """Puts the plays in order, best first."""
    build_heap(shortlist)
    for end in range(shortlist[0, N_LISTED], 1, -1):
        swap_plays(shortlist, HEAP_TOP, end)
        sink(shortlist, HEAP_TOP, end - 1)


@allocating
def rank_keys(shortlist):
    """For each play its score and words as one integer, lowest first, and how many bits it has.

    With one play for each word or pair of words that decides the order. The keys are only good if
    they have at most KEY_BITS bits.
    """
    n = shortlist[0, N_LISTED]
    best, worst, last_1, last_2 = shortlist[1, 0], shortlist[1, 0], 1, 1
    for row in range(1, n + 1):
        best, worst = max(best, shortlist[row, 0]), min(worst, shortlist[row, 0])
        last_1 = max(last_1, shortlist[row, 1] & WORD_BITS)
        last_2 = max(last_2, (shortlist[row, 1] >> 32) + 1)
    bits_1, bits_2 = n_bits(last_1), n_bits(last_2)
    bits = n_bits(best - worst) + bits_1 + bits_2
    keys = np.empty(n, np.int64)
    if bits <= KEY_BITS:
        for i in range(n):
            key = (best - shortlist[i + 1, 0]) << bits_1 | shortlist[i + 1, 1] & WORD_BITS
            keys[i] = key << bits_2 | (shortlist[i + 1, 1] >> 32) + 1
    return keys, bits


@kernel
def n_bits(x):
    """The length of a number that is not negative."""
    n = 0
    while x >> n:
        n += 1
    return n


@allocating
def by_keys(shortlist, keys, bits):
    """The plays by rising key: a radix sort from the lowest digit."""
    n = len(keys)
    order, sorted_order = np.empty(n, np.int64), np.empty(n, np.int64)
    for i in range(n):
        order[i] = i
    starts = np.empty(1 << DIGIT_BITS, np.int64)
    for shift in range(0, bits, DIGIT_BITS):
        for digit in range(len(starts)):
            starts[digit] = 0
        for i in range(n):
            starts[keys[i] >> shift & 255] += 1
        place = 0
        for digit in range(len(starts)):
            place, starts[digit] = place + starts[digit], place
        for i in range(n):
            digit = keys[order[i]] >> shift & 255
            sorted_order[starts[digit]] = order[i]
            starts[digit] += 1
        order, sorted_order = sorted_order, order
    plays = np.empty((n, PLAY_SIZE), np.int64)
    for i in range(n):
        for k in range(PLAY_SIZE):
            plays[i, k] = shortlist[order[i] + 1, k]
    return plays
