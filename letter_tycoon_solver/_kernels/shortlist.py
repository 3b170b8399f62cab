"""The plays listed so far: all, or the best of them, and their order.

shortlist int64 [2 + capacity, LISTED_SIZE]. Row 0 says how many plays are listed, how many may be,
          and below which score none need be; then the plays; the last row is for the play that is
          looked at. Once as many are listed as may be, they are a heap with the last in rank on
          top.
          A play is described in layouts.py.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from . import layouts as on
from .bits import allocating, copy, kernel
from .score import first_word, second_word, swap_words

N_LISTED, LIMIT, LEAST = 0, 1, 2
HEAP_TOP: Final = 1
KEY_BITS: Final = 62
DIGIT_BITS: Final = 8


@kernel
def empty_shortlist(shortlist, limit, least):
    """Empties a list that is to have the best `limit` plays of those that score `least`."""
    shortlist[0, N_LISTED], shortlist[0, LIMIT], shortlist[0, LEAST] = 0, limit, least


@kernel
def lowest_score(shortlist):
    """The score below which a play need not be looked at."""
    is_full = shortlist[0, N_LISTED] == shortlist[0, LIMIT]
    return shortlist[HEAP_TOP, on.PLAY_SCORE] if is_full else shortlist[0, LEAST]


@allocating
def with_room(shortlist, n):
    """The same plays with room for n more, or for as many as may be listed."""
    needed = min(shortlist[0, N_LISTED] + n, shortlist[0, LIMIT])
    if needed <= len(shortlist) - 2:
        return shortlist
    capacity = min(max(needed, 2 * len(shortlist)), shortlist[0, LIMIT])
    more = np.empty((2 + capacity, on.LISTED_SIZE), np.int64)
    for row in range(shortlist[0, N_LISTED] + 1):
        copy(shortlist[row], more[row])
    return more


@kernel
def add_play(shortlist, word_1, word_2, laid):
    """Lists a play of these words, or puts it in the place of the last in rank if it is better.

    word_1, word_2   by number; word_2 is NO_WORD if there is none
    laid             the rest of the play, see layouts.py

    There is room, see `with_room`.
    """
    n, limit = shortlist[0, N_LISTED], shortlist[0, LIMIT]
    if n < limit:
        write_play(shortlist, n + 1, word_1, word_2, laid)
        shortlist[0, N_LISTED] = n + 1
        if n + 1 == limit:
            build_heap(shortlist)
    elif laid.score >= shortlist[HEAP_TOP, on.PLAY_SCORE]:
        new = len(shortlist) - 1
        write_play(shortlist, new, word_1, word_2, laid)
        if is_before(shortlist, new, HEAP_TOP):
            swap_plays(shortlist, new, HEAP_TOP)
            sink(shortlist, HEAP_TOP, limit)


@kernel
def write_play(plays, row, word_1, word_2, laid):
    """Writes a play with its words in alphabetical order."""
    hand_1, hand_2, details = laid.hand_1, laid.hand_2, laid.details
    if 0 <= word_2 < word_1:
        word_1, word_2, hand_1, hand_2 = word_2, word_1, hand_2, hand_1
        details = swap_words(details)
    plays[row, on.PLAY_SCORE], plays[row, on.PLAY_PAY] = laid.score, laid.pay
    plays[row, on.PLAY_WORDS] = word_1 | word_2 << on.SECOND_WORD_SHIFT
    plays[row, on.PLAY_HAND_1], plays[row, on.PLAY_HAND_2] = hand_1, hand_2
    plays[row, on.PLAY_DETAILS] = details | (1 if word_2 < 0 else 2) << on.N_WORDS_SHIFT
    plays[row, on.PLAY_CARDS] = laid.cards


# Order ---------------------------------------------------------------------------------------


@kernel
def is_before(plays, a, b):
    """True if play a ranks before b: score, then the words in alphabetical order, then the rest."""
    if plays[a, on.PLAY_SCORE] != plays[b, on.PLAY_SCORE]:
        return plays[a, on.PLAY_SCORE] > plays[b, on.PLAY_SCORE]
    words_a, words_b = plays[a, on.PLAY_WORDS], plays[b, on.PLAY_WORDS]
    if words_a != words_b:
        if first_word(words_a) != first_word(words_b):
            return first_word(words_a) < first_word(words_b)
        # NO_WORD is below every number: one word comes first.
        return second_word(words_a) < second_word(words_b)
    if plays[a, on.PLAY_DETAILS] != plays[b, on.PLAY_DETAILS]:
        return plays[a, on.PLAY_DETAILS] < plays[b, on.PLAY_DETAILS]
    if plays[a, on.PLAY_HAND_1] != plays[b, on.PLAY_HAND_1]:
        return plays[a, on.PLAY_HAND_1] < plays[b, on.PLAY_HAND_1]
    return plays[a, on.PLAY_HAND_2] < plays[b, on.PLAY_HAND_2]


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
    for k in range(on.LISTED_SIZE):
        shortlist[a, k], shortlist[b, k] = shortlist[b, k], shortlist[a, k]


@allocating
def in_order(shortlist, every_way, size):
    """The plays, best first: int64 [n, size], of each so many of its integers."""
    n = shortlist[0, N_LISTED]
    plays = np.empty((n, size), np.int64)
    if n > 1 and not every_way:
        keys, bits = rank_keys(shortlist)
        if bits <= KEY_BITS:
            copy_by_keys(shortlist, keys, bits, plays)
            return plays
    sort_shortlist(shortlist)
    for i in range(n):
        copy(shortlist[i + 1], plays[i])
    return plays


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
    best = worst = shortlist[1, on.PLAY_SCORE]
    last_1, last_2 = 1, 0
    for row in range(1, n + 1):
        score, words = shortlist[row, on.PLAY_SCORE], shortlist[row, on.PLAY_WORDS]
        best, worst = max(best, score), min(worst, score)
        last_1 = max(last_1, first_word(words))
        last_2 = max(last_2, second_word(words) + 1)
    bits_1, bits_2 = n_bits(last_1), n_bits(last_2)
    bits = n_bits(best - worst) + bits_1 + bits_2
    keys = np.empty(n, np.int64)
    if bits <= KEY_BITS:
        for i in range(n):
            score, words = shortlist[i + 1, on.PLAY_SCORE], shortlist[i + 1, on.PLAY_WORDS]
            key = (best - score) << bits_1 | first_word(words)
            keys[i] = key << bits_2 | second_word(words) + 1
    return keys, bits


@kernel
def n_bits(x):
    """The length of a number that is not negative."""
    n = 0
    while x >> n:
        n += 1
    return n


@allocating
def copy_by_keys(shortlist, keys, bits, plays):
    """Fills in the plays by rising key: a radix sort from the lowest digit."""
    n = len(keys)
    order, sorted_order = np.empty(n, np.int64), np.empty(n, np.int64)
    for i in range(n):
        order[i] = i
    starts = np.empty(1 << DIGIT_BITS, np.int64)
    for shift in range(0, bits, DIGIT_BITS):
        starts[:] = 0
        for i in range(n):
            starts[keys[i] >> shift & len(starts) - 1] += 1
        place = 0
        for digit in range(len(starts)):
            place, starts[digit] = place + starts[digit], place
        for i in range(n):
            digit = keys[order[i]] >> shift & len(starts) - 1
            sorted_order[starts[digit]] = order[i]
            starts[digit] += 1
        order, sorted_order = sorted_order, order
    for i in range(n):
        copy(shortlist[order[i] + 1], plays[i])
