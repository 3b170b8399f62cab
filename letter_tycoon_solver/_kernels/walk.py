"""The words within reach: a walk of the trie (see lexicon/trie.py for its arrays).

Nodes are visited in the order they are found, from a queue. A depth-first stack is 1.2 times
slower: each step waits for the one before. One loop without the inner one is no faster.
"""

from __future__ import annotations

import numpy as np

from ..lexicon.trie import ACCEPT_SHIFT, CHILDREN, ENDS_WITH_S, FIRST_CHILD_SHIFT, VOWEL_ENDS
from .bits import FIELD, FIELD_BITS, allocating, kernel, lowest, popcount, total
from .desk import n_doublers
from .desk_layout import (
    ABILITIES,
    LETTER_SET,
    N_LENGTHS,
    N_SLOTS,
    Q_FIELD,
    RACK,
    S_UNIT,
    SHIFTS,
    VOWELS,
    WORTH,
    Y_FIELD,
    B,
    J,
    K,
    Q,
    X,
    Z,
)
from .search_room import (
    G_BOUND,
    G_FLAGS,
    G_KIND,
    G_LENGTH,
    G_LETTERS,
    G_NODE,
    G_WORDS,
    GROUP_SIZE,
    N_KINDS,
)


@kernel
def n_submultisets(cards):
    """In how many ways some of the cards can be taken; bounds the nodes of a walk."""
    ways = 1
    while cards != 0:
        ways *= (cards & FIELD) + 1
        cards >>= FIELD_BITS
    return ways


@kernel
def walk(nodes, desk, available, queue, found):
    """Every anagram class within `available` cards; returns how many.

    queue   int64 [n, 3]: room for the walk: node, letters used, letters left as a set
    found   int64 [n, 2]: filled with the index of the node and its letters
    """
    queue[0, 0], queue[0, 1], queue[0, 2] = nodes[0], 0, desk[LETTER_SET]
    head, tail, n = 0, 1, 0
    while head < tail:
        node, used, letters = queue[head, 0], queue[head, 1], queue[head, 2]
        head += 1
        children = node & CHILDREN
        first = node >> FIRST_CHILD_SHIFT
        to_visit = children & letters
        while to_visit != 0:
            bit = to_visit & -to_visit
            place = first + popcount(children & (bit - 1))
            child = nodes[place]
            shift = desk[SHIFTS + lowest(to_visit)]
            to_visit ^= bit
            now = used + (1 << shift)
            left = letters
            if (available ^ now) >> shift & FIELD == 0:
                left = letters & ~bit
            # Written always and counted if wanted: a branch here would be guessed wrong.
            found[n, 0], found[n, 1] = place, now
            n += child >> ACCEPT_SHIFT & 1
            queue[tail, 0], queue[tail, 1], queue[tail, 2] = child, now, left
            tail += child & CHILDREN & left != 0
    return n


@kernel
def walk_with_duplicate(nodes, desk, available, queue, found):
    """As `walk`, with one card that may count twice.

    Letters are sorted on every path, so the duplicate of a letter can only follow its last card:
    no second search. queue has a fourth column: bit 62 while the duplicate is unused, and the
    letter that may be duplicated next.
    """
    unused = 1 << 62
    queue[0, 0], queue[0, 1], queue[0, 2], queue[0, 3] = nodes[0], 0, desk[LETTER_SET], unused
    head, tail, n = 0, 1, 0
    while head < tail:
        node, used, letters = queue[head, 0], queue[head, 1], queue[head, 2]
        again = queue[head, 3]
        head += 1
        children = node & CHILDREN
        first = node >> FIRST_CHILD_SHIFT
        to_visit = children & (letters | again)
        while to_visit != 0:
            bit = to_visit & -to_visit
            place = first + popcount(children & (bit - 1))
            child = nodes[place]
            shift = desk[SHIFTS + lowest(to_visit)]
            to_visit ^= bit
            now = used + (1 << shift)
            left, next_again = letters, 0
            if letters & bit != 0:
                next_again = again & unused
                if (available ^ now) >> shift & FIELD == 0:
                    left = letters & ~bit
                    if next_again != 0:
                        next_again |= bit
            found[n, 0], found[n, 1] = place, now
            n += child >> ACCEPT_SHIFT & 1
            queue[tail, 0], queue[tail, 1], queue[tail, 2] = child, now, left
            queue[tail, 3] = next_again
            tail += child & CHILDREN & (left | next_again) != 0
    return n


@allocating
def find_classes(nodes, desk):
    """Every anagram class that cards, duplicate and suffix could spell: int64 [n, 2]."""
    abilities = desk[ABILITIES]
    available = desk[RACK]
    if abilities & Z:
        available += desk[S_UNIT]
    size = n_submultisets(available)
    if abilities & X:
        size *= 1 + N_SLOTS
    queue = np.empty((size + 1, 4), np.int64)
    found = np.empty((size + 1, 2), np.int64)
    if abilities & X:
        n = walk_with_duplicate(nodes, desk, available, queue, found)
    else:
        n = walk(nodes, desk, available, queue, found)
    return found[:n]


@allocating
def find_groups(desk, trie):
    """The classes, split by what the ends of their words mean for B and Z: see search_room.py."""
    found = find_classes(trie.nodes, desk)
    groups = np.empty((N_KINDS * len(found) + 1, GROUP_SIZE), np.int64)
    n = 0
    for i in range(len(found)):
        n = add_groups(desk, trie, found[i, 0], found[i, 1], groups, n)
    end_groups(groups, n)
    return groups[: n + 1]


@kernel
def add_groups(desk, trie, node, letters, groups, n):
    """Writes the groups of a class behind the first n; returns where they end."""
    first_word, words = trie.first_word, trie.words
    mask = kinds_that_matter(desk)
    length = total(letters)
    flags = class_flags(desk, letters, length)
    end = n
    for at in range(first_word[node], first_word[node + 1]):
        kind = np.int64(words[at]) & mask
        row = n
        while row < end and groups[row, G_KIND] != kind:
            row += 1
        if row == end:
            mine = flags if kind & VOWEL_ENDS else flags & ~B
            groups[row, G_LETTERS], groups[row, G_LENGTH] = letters, length
            groups[row, G_FLAGS], groups[row, G_NODE] = mine, node
            groups[row, G_KIND], groups[row, G_WORDS] = kind, 0
            groups[row, G_BOUND] = most_worth(desk, length, mine)
            end += 1
        groups[row, G_WORDS] += 1
    return end


@kernel
def end_groups(groups, n):
    """Writes the last row of n groups."""
    for k in range(GROUP_SIZE):
        groups[n, k] = 0


@kernel
def kinds_that_matter(desk):
    """The bits of an entry in Trie.words that make a difference: for the owner of B, and of Z."""
    abilities = desk[ABILITIES]
    return (VOWEL_ENDS if abilities & B else 0) | (ENDS_WITH_S if abilities & Z else 0)


@kernel
def n_extra_letters(desk):
    """How many letters may be no cards: the duplicate and the suffix."""
    return (1 if desk[ABILITIES] & X else 0) + (1 if desk[ABILITIES] & Z else 0)


@kernel
def class_flags(desk, letters, length):
    """The doublers that a word of these letters could have, B if its ends allow."""
    abilities = desk[ABILITIES]
    vowels = total(letters & desk[VOWELS])
    ys = total(letters & desk[Y_FIELD])
    flags = abilities & B
    if 2 * (vowels + ys) >= length:
        flags |= abilities & J
    if vowels == 1 or (vowels == 0 and ys > 0):
        flags |= abilities & K
    if letters & desk[Q_FIELD]:
        flags |= Q
    return flags


@kernel
def most_worth(desk, length, flags):
    """No less than what the coins and stock of a word can add to a score."""
    return desk[WORTH + most_doublers(flags) * N_LENGTHS + length]


@kernel
def most_doublers(flags):
    """How many of these doublers a word can have at most: K excludes B and J."""
    return max(n_doublers(flags & (B | J)), n_doublers(flags & K)) + n_doublers(flags & Q)
