"""The words within reach: a walk of the trie (see _trie.py for its arrays).

groups    uint64 [n, GROUP_SIZE]: the words of an anagram class whose ends mean the same for B and
          Z, so that they earn the same:
          their letters, duplicate and suffix included, as a multiset; how many letters; the
          doublers the position allows them; the node of the class; the low bits of their entries
          in Trie.words; how many words; a bound of what they can add to a score (int64)

Nodes are visited in the order they are found, from a queue. A depth-first stack is 1.2 times
slower: each step waits for the one before. One loop without the inner one is no faster.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .bits import FIELD, FIELD_BITS, N_SLOTS, ONE, TWO, ZERO, U, kernel, lowest, popcount, total
from .board import (
    ABILITIES,
    COINS,
    FACTOR,
    LETTERS,
    Q_FIELD,
    RACK,
    S_UNIT,
    SHIFTS,
    STOCK,
    VOWELS,
    W_MONEY,
    W_STOCK,
    Y_FIELD,
    B,
    J,
    K,
    Q,
    X,
    Z,
    n_doublers,
)

CHILDREN: Final = U((1 << 26) - 1)
ACCEPT_SHIFT: Final = U(26)
FIRST_CHILD_SHIFT: Final = U(27)
KIND: Final = 3
VOWEL_ENDS: Final = 1

G_LETTERS, G_LENGTH, G_FLAGS, G_NODE, G_KIND, G_WORDS, G_BOUND, GROUP_SIZE = 0, 1, 2, 3, 4, 5, 6, 7


@kernel
def n_submultisets(cards):
    """In how many ways some of the cards can be taken; bounds the nodes of a walk."""
    ways = 1
    while cards != ZERO:
        ways *= int(cards & FIELD) + 1
        cards >>= FIELD_BITS
    return ways


@kernel
def walk(nodes, board, available, queue, found):
    """Every anagram class within `available` cards; returns how many.

    queue   uint64 [n, 3]: room for the walk: node, letters used, letters left as a set
    found   uint64 [n, 2]: filled with the index of the node and its letters
    """
    queue[0, 0], queue[0, 1], queue[0, 2] = nodes[0], ZERO, board[LETTERS]
    head, tail, n = 0, 1, 0
    while head < tail:
        node, used, letters = queue[head, 0], queue[head, 1], queue[head, 2]
        head += 1
        children = node & CHILDREN
        first = node >> FIRST_CHILD_SHIFT
        to_visit = children & letters
        while to_visit != ZERO:
            bit = to_visit & (~to_visit + ONE)
            place = first + popcount(children & (bit - ONE))
            child = nodes[place]
            shift = board[U(SHIFTS) + lowest(to_visit)]
            to_visit ^= bit
            now = used + (ONE << shift)
            left = letters
            if (available ^ now) >> shift & FIELD == ZERO:
                left = letters & ~bit
            # Written always and counted if wanted: a branch here would be guessed wrong.
            found[n, 0], found[n, 1] = place, now
            n += child >> ACCEPT_SHIFT & ONE
            queue[tail, 0], queue[tail, 1], queue[tail, 2] = child, now, left
            tail += child & CHILDREN & left != ZERO
    return n


@kernel
def walk_with_duplicate(nodes, board, available, queue, found):
    """As `walk`, with one card that may count twice.

    Letters are sorted on every path, so the duplicate of a letter can only follow its last card:
    no second search. queue has a fourth column: bit 63 while the duplicate is unused, and the
    letter that may be duplicated next.
    """
    unused = ONE << U(63)
    queue[0, 0], queue[0, 1], queue[0, 2], queue[0, 3] = nodes[0], ZERO, board[LETTERS], unused
    head, tail, n = 0, 1, 0
    while head < tail:
        node, used, letters = queue[head, 0], queue[head, 1], queue[head, 2]
        again = queue[head, 3]
        head += 1
        children = node & CHILDREN
        first = node >> FIRST_CHILD_SHIFT
        to_visit = children & (letters | again)
        while to_visit != ZERO:
            bit = to_visit & (~to_visit + ONE)
            place = first + popcount(children & (bit - ONE))
            child = nodes[place]
            shift = board[U(SHIFTS) + lowest(to_visit)]
            to_visit ^= bit
            now = used + (ONE << shift)
            left, next_again = letters, ZERO
            if letters & bit != ZERO:
                next_again = again & unused
                if (available ^ now) >> shift & FIELD == ZERO:
                    left = letters & ~bit
                    if next_again != ZERO:
                        next_again |= bit
            found[n, 0], found[n, 1] = place, now
            n += child >> ACCEPT_SHIFT & ONE
            queue[tail, 0], queue[tail, 1], queue[tail, 2] = child, now, left
            queue[tail, 3] = next_again
            tail += child & CHILDREN & (left | next_again) != ZERO
    return n


@kernel
def find_classes(nodes, board):
    """Every anagram class that cards, duplicate and suffix could spell: uint64 [n, 2]."""
    abilities = int(board[ABILITIES])
    available = board[RACK]
    if abilities & Z:
        available += board[S_UNIT]
    size = n_submultisets(available)
    if abilities & X:
        size *= 1 + N_SLOTS
    queue = np.empty((size + 1, 4), np.uint64)
    found = np.empty((size + 1, 2), np.uint64)
    if abilities & X:
        n = walk_with_duplicate(nodes, board, available, queue, found)
    else:
        n = walk(nodes, board, available, queue, found)
    return found[:n]


@kernel
def find_groups(trie, case):
    """The classes, split by what the ends of their words mean for B and Z: see `groups`."""
    board, first_word, words = case.board, trie.first_word, trie.words
    found = find_classes(trie.nodes, board)
    groups = np.empty((4 * len(found), GROUP_SIZE), np.uint64)
    abilities = int(board[ABILITIES])
    n = 0
    for i in range(len(found)):
        node, letters = int(found[i, 0]), found[i, 1]
        length = total(letters)
        flags = class_flags(board, letters, length, abilities)
        # How many words of each of the four kinds, 16 bits each.
        kinds = 0
        for at in range(first_word[node], first_word[node + 1]):
            kinds += 1 << 16 * int(words[at] & KIND)
        for kind in range(4):
            n_words = kinds >> 16 * kind & 0xFFFF
            if n_words:
                mine = flags if kind & VOWEL_ENDS else flags & ~B
                groups[n, G_LETTERS] = letters
                groups[n, G_LENGTH] = length
                groups[n, G_FLAGS] = U(mine)
                groups[n, G_NODE] = U(node)
                groups[n, G_KIND] = U(kind)
                groups[n, G_WORDS] = U(n_words)
                groups[n, G_BOUND] = U(most_worth(case, int(length), mine))
                n += 1
    return groups[:n]


@kernel
def class_flags(board, letters, length, abilities):
    """The doublers that a word of these letters could have, B if its ends allow."""
    vowels = total(letters & board[VOWELS])
    ys = total(letters & board[Y_FIELD])
    flags = abilities & B
    if TWO * (vowels + ys) >= length:
        flags |= abilities & J
    if vowels == ONE or (vowels == ZERO and ys > ZERO):
        flags |= abilities & K
    if letters & board[Q_FIELD] != ZERO:
        flags |= Q
    return flags


@kernel
def most_worth(case, length, flags):
    """No less than what the coins and stock of a word can add to a score."""
    rules, weights = case.rules, case.weights
    patents = max(n_doublers(flags & (B | J)), n_doublers(flags & K))
    coins, stock = rules[COINS + length], rules[STOCK + length]
    factor = rules[FACTOR + patents + n_doublers(flags & Q)]
    return max(weights[W_MONEY] * coins, weights[W_MONEY] * coins * factor) + max(
        weights[W_STOCK] * stock, weights[W_STOCK] * stock * factor
    )
