"""The words within reach: a walk of the trie (see lexicon/trie.py for its arrays and keys).

Level by level, from the top: of the keys of some blocks those that fit lead to the blocks below. So
no test waits for another, and nothing depends on a guess of the processor.
"""

from __future__ import annotations

import numpy as np

from ..lexicon.trie import (
    BLOCK,
    CLASSES_BELOW_TOP,
    ENDS_WITH_S,
    TRAITS_DOUBLERS,
    TRAITS_LENGTH_SHIFT,
    VOWEL_ENDS,
    WORD_SIZE,
)
from . import layouts as on
from .bits import (
    allocating,
    fitting,
    fitting_but_one,
    kernel,
    lowest,
    popcount,
    prefetch,
    write_places,
)


@kernel
def walk(trie, desk, workspace):
    """Finds every anagram class that cards, duplicate and suffix could spell; returns how many."""
    keys, found = trie.keys, workspace.found
    # The blocks to be tested, and those found below, in turns.
    here, there = workspace.queue[0], workspace.queue[1]
    n_tops = -(-len(trie.traits) // CLASSES_BELOW_TOP)
    begin_2 = n_tops * (CLASSES_BELOW_TOP + CLASSES_BELOW_TOP // BLOCK)
    begin_3 = begin_2 + n_tops * BLOCK
    n = 0
    for first in range(0, n_tops, on.TOPS_AT_ONCE):
        n_blocks = (min(on.TOPS_AT_ONCE, n_tops - first) + BLOCK - 1) // BLOCK
        for i in range(n_blocks):
            here[i] = first // BLOCK + i
        n_here = find_below(desk, keys, begin_3, here, n_blocks, there)
        n_here = find_below(desk, keys, begin_2, there, n_here, here)
        n_here = find_below(desk, keys, n_tops * CLASSES_BELOW_TOP, here, n_here, there)
        n_found = find_below(desk, keys, 0, there, n_here, found[n:])
        n += drop_unfit(trie, desk, found[n:], n_found)
    return n


@kernel
def find_below(desk, keys, begin, blocks, n, below):
    """Fills in the numbers of the keys that fit in some blocks of a level; returns how many.

    begin   where the level begins among the keys
    """
    lacking, duplicates = ~desk[on.AVAILABLE], desk[on.DUPLICATES]
    n_below = 0
    for i in range(n):
        first = np.int64(blocks[i]) * BLOCK
        if duplicates:
            passed = fitting_but_one(keys, begin + first, lacking, lacking & ~duplicates)
        else:
            passed = fitting(keys, begin + first, lacking)
        write_places(passed, first, below, n_below)
        n_below += popcount(passed)
    return n_below


@kernel
def drop_unfit(trie, desk, found, n):
    """Keeps those that fit whole of n classes, rising, whose low words do; returns how many."""
    n_low = len(trie.traits) - len(trie.more_keys)
    kept = n
    while kept and found[kept - 1] >= n_low:
        kept -= 1
    for i in range(kept, n):
        number = np.int64(found[i])
        found[kept] = number
        lacks = trie.keys[number] & ~desk[on.AVAILABLE]
        lacks_more = more_key(trie, number) & ~desk[on.AVAILABLE + 1]
        is_barred = lacks_more & ~desk[on.DUPLICATES + 1] != 0
        kept += not is_barred and popcount(lacks) + popcount(lacks_more) <= 1
    return kept


@kernel
def more_key(trie, number):
    """The high word of the key of a class."""
    n_low = len(trie.traits) - len(trie.more_keys)
    return trie.more_keys[number - n_low] if number >= n_low else 0


@kernel
def letters_of(trie, desk, number):
    """The letters of a class that was found, as a multiset."""
    letters = add_letters_of(desk, trie.keys[number], on.UNITS, 0)
    return add_letters_of(desk, more_key(trie, number), on.UNITS + WORD_SIZE, letters)


@allocating
def letters_of_all(trie, desk, found):
    """The letters of all classes found: bit by bit, which vector instructions do."""
    n = len(found)
    keys, letters = np.empty(n, np.int64), np.zeros(n, np.int64)
    for i in range(n):
        keys[i] = trie.keys[found[i]]
    bits = desk[on.AVAILABLE] | desk[on.DUPLICATES]
    while bits:
        bit = lowest(bits)
        bits &= bits - 1
        unit = desk[on.UNITS + bit]
        for i in range(n):
            letters[i] += (keys[i] >> bit & 1) * unit
    n_low = len(trie.traits) - len(trie.more_keys)
    while n and found[n - 1] >= n_low:
        n -= 1
        letters[n] = letters_of(trie, desk, np.int64(found[n]))
    return letters


@kernel
def add_letters_of(desk, key, units, letters):
    """Adds the letters of one word of a key."""
    while key:
        letters += desk[units + lowest(key)]
        key &= key - 1
    return letters


@allocating
def find_groups(desk, trie, found, groups):
    """Writes the groups of some classes, see layouts.py; returns how many groups there are."""
    letters, n = letters_of_all(trie, desk, found), 0
    for i in range(len(found)):
        n = add_groups(desk, trie, np.int64(found[i]), letters[i], groups, n)
    return n


@kernel
def add_groups(desk, trie, number, letters, groups, n):
    """Writes the groups of a class behind the first n; returns where they end."""
    first_word, words = trie.first_word, trie.words
    traits = traits_here(trie, desk, number)
    mask = kinds_that_matter(desk)
    # What no word of the class has makes no difference.
    if not traits & on.B:
        mask &= ~VOWEL_ENDS
    if letters & desk[on.S_UNIT] * on.FIELD == 0:
        mask &= ~ENDS_WITH_S
    if mask == 0:
        # Then the words need not be looked at, which lie far away.
        write_group(desk, groups, n, number, letters, traits, 0)
        groups[n, on.G_WORDS] = n_words_of(trie, number)
        return n + 1
    end = n
    for at in range(first_word[number], first_word[number + 1]):
        kind = np.int64(words[at]) & mask
        row = n
        while row < end and groups[row, on.G_KIND] != kind:
            row += 1
        if row == end:
            write_group(desk, groups, row, number, letters, traits, kind)
            groups[row, on.G_WORDS] = 0
            end += 1
        groups[row, on.G_WORDS] += 1
    return end


@kernel
def n_words_of(trie, number):
    """The number of words of a class, which are fetched ahead."""
    first = np.int64(trie.first_word[number])
    prefetch(trie.words, first)
    return np.int64(trie.first_word[number + 1]) - first


@kernel
def write_group(desk, groups, row, number, letters, traits, kind):
    """Writes all of a group but how many words it has."""
    if not kind & VOWEL_ENDS:
        traits &= ~on.B
    length = traits >> TRAITS_LENGTH_SHIFT
    groups[row, on.G_LETTERS], groups[row, on.G_LENGTH] = letters, length
    groups[row, on.G_FLAGS], groups[row, on.G_CLASS] = traits & TRAITS_DOUBLERS, number
    groups[row, on.G_KIND] = kind


@kernel
def most_of_class(desk, traits):
    """No less than what a word can score."""
    rest = desk[on.REST + (traits >> TRAITS_LENGTH_SHIFT)]
    return desk[on.WORTH + traits] + rest + most_of_patent(desk, desk[on.COINS + traits])


@kernel
def most_of_rest(desk):
    """No less than what rest and patent add to any score: most is left after the shortest words."""
    return desk[on.REST] + desk[on.BEST_PATENT + on.MAX_COST]


@kernel
def most_of_patent(desk, coins):
    """No less than what the chance to buy a patent adds to the score of words that pay so much."""
    return desk[on.BEST_PATENT + min(desk[on.MONEY_IN_HAND] + coins, on.MAX_COST)]


@kernel
def kinds_that_matter(desk):
    """The bits of an entry in Trie.words that make a difference: for the owner of B, and of Z."""
    abilities = desk[on.ABILITIES]
    return (VOWEL_ENDS if abilities & on.B else 0) | (ENDS_WITH_S if abilities & on.Z else 0)


@kernel
def n_extra_letters(desk):
    """The number of letters that may be no cards: the duplicate and the suffix."""
    return (1 if desk[on.ABILITIES] & on.X else 0) + (1 if desk[on.ABILITIES] & on.Z else 0)


@kernel
def traits_here(trie, desk, number):
    """The traits of a class (see lexicon/trie.py) with the doublers that the player has."""
    return np.int64(trie.traits[number]) & (desk[on.ABILITIES] | ~TRAITS_DOUBLERS)
