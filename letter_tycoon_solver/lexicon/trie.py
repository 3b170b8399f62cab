"""Words -> the arrays that the search walks: a trie of anagram classes.

An anagram class is the set of words that share their letters. The letters of a class, sorted in
SEARCH_ORDER, are its path in the trie, so a walk meets each class once. Arrays:

nodes        int64 [n_nodes]; node 0 is the root
             bits 0..25    which children there are; bit i is the letter SEARCH_ORDER[i]
             bit 26        words end here: the path to the node is an anagram class
             bits 27..62   index of the first child; siblings are adjacent, in SEARCH_ORDER
first_word   uint32 [n_nodes + 1]; the words of node i are words[first_word[i]:first_word[i + 1]]
words        uint32 [n_words], by node and then by alphabet
             bit 0         the word begins and ends with a vowel or a Y
             bit 1         the word ends with S
             bits 2..31    number of the word: its place among all the words in alphabetical order

Sibling groups lie in the order in which a depth-first walk meets their parents, so that a walk
stays near in memory. A trie of 64-bit nodes with the class behind its own array has no limit on
the number of words; packing the class number into the node saves nothing in the walk.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards import VOWELS

SEARCH_ORDER: Final = "EIUOMAYRLCSTNKDQGBPFZXVWJH"
"""The order of letters that visits the fewest nodes, found by local search on random racks."""

CHILDREN: Final = (1 << 26) - 1
ACCEPT_SHIFT: Final = 26
ACCEPT: Final = 1 << ACCEPT_SHIFT
FIRST_CHILD_SHIFT: Final = 27

VOWEL_ENDS: Final = 1
ENDS_WITH_S: Final = 2
WORD_SHIFT: Final = 2

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

_FAR: Final = np.uint8(255)
"""Fills the end of a sorted word, above every letter."""

_PLACE: Final = np.full(256, _FAR, np.uint8)
"""By upper-case ASCII the place in SEARCH_ORDER, from 1."""
_PLACE[[ord(letter) for letter in SEARCH_ORDER]] = np.arange(1, len(SEARCH_ORDER) + 1)

_CAN_BE_VOWEL: Final = np.zeros(256, np.bool_)
_CAN_BE_VOWEL[[ord(letter) for letter in (*VOWELS, "Y")]] = True

_ROWS_AT_ONCE: Final = 1 << 18


class Trie(NamedTuple):
    """The arrays of the trie; what their bits say stands at the top of this file.

    Attributes:
        nodes: int64 [n_nodes]; which children a node has, where they are, and whether words end
            there.
        first_word: uint32 [n_nodes + 1]; where in `words` those of a node begin.
        words: uint32 [n_words]; number of each word and what its ends are, by node and then by
            alphabet.
    """

    nodes: Ints
    first_word: npt.NDArray[np.uint32]
    words: npt.NDArray[np.uint32]


def build(words: npt.NDArray[np.bytes_]) -> Trie:
    """The trie of `words`: different, upper case A to Z, in alphabetical order, at least one.

    Of the matrices of all letters there are two at once, the rest is done in blocks of rows.
    """
    n, width = len(words), words.dtype.itemsize
    letters = np.ascontiguousarray(words).view(np.uint8).reshape(n, width)
    flags = np.concatenate([_flags(letters[rows]) for rows in _blocks(n)])
    keys = np.empty((n, width), np.uint8)
    for rows in _blocks(n):
        keys[rows] = np.sort(_PLACE[letters[rows]], axis=1)
    order = np.argsort(_as_text(keys), kind="stable")
    keys = keys[order]
    is_new_class = np.ones(n, np.bool_)
    np.not_equal(_as_text(keys)[1:], _as_text(keys)[:-1], out=is_new_class[1:])
    node_of_class, nodes = _build_nodes(keys[is_new_class])
    del keys
    node_of_word = node_of_class[np.cumsum(is_new_class) - 1]
    first_word = np.zeros(len(nodes) + 1, np.uint32)
    counts = np.bincount(node_of_word, minlength=len(nodes))
    np.cumsum(counts, dtype=np.uint32, out=first_word[1:])
    by_node = np.argsort(node_of_word, kind="stable")
    entries = (order << WORD_SHIFT) | flags[order]
    return Trie(nodes, first_word, entries[by_node].astype(np.uint32))


def _blocks(n: int) -> Iterator[slice]:
    return (slice(start, start + _ROWS_AT_ONCE) for start in range(0, n, _ROWS_AT_ONCE))


def _as_text(keys: Bytes) -> npt.NDArray[np.bytes_]:
    """The rows as entries that compare as wholes."""
    text: npt.NDArray[np.bytes_] = keys.view(f"S{keys.shape[1]}").ravel()
    return text


def _build_nodes(classes: Bytes) -> tuple[Ints, Ints]:
    """The node of each class and the nodes.

    Rows of `classes` are sorted, so row i adds the nodes for its letters beyond those it shares
    with row i - 1; written row by row, that is a depth-first walk. A class whose letters are the
    first of those of the class before adds none: a row that ends is sorted behind those that go on.
    """
    n = len(classes)
    depth = np.concatenate([(classes[rows] != _FAR).sum(axis=1) for rows in _blocks(n)])
    shared = np.zeros(n, np.int64)
    for rows in _blocks(n - 1):
        shared[1:][rows] = (classes[1:][rows] != classes[:-1][rows]).argmax(axis=1)
    n_added = depth - shared
    # Nodes have their numbers in the order of the walk, and the root has 0.
    last = np.cumsum(n_added)
    branch = _branches(depth, shared, last)
    parent = np.arange(last[-1])
    adds = n_added > 0
    parent[(last - n_added)[adds]] = branch[adds]
    letter = np.concatenate([_letters_added(classes[rows], shared[rows]) for rows in _blocks(n)])
    return _lay_out(letter, parent, np.where(adds, last, branch))


def _letters_added(classes: Bytes, shared: Ints) -> Bytes:
    columns = np.arange(classes.shape[1])
    added: Bytes = classes[(columns >= shared[:, None]) & (classes != _FAR)]
    return added


def _branches(depth: Ints, shared: Ints, last: Ints) -> Ints:
    """Of each class the number of the node where its path leaves that of the class before.

    That is the node of the last letter they share. The nearest class before that has added a node
    at this depth has added this one.
    """
    branch = np.zeros(len(depth), np.int64)
    for column in range(int(shared.max(initial=0))):
        leave_here = np.flatnonzero(shared == column + 1)
        add_here = np.flatnonzero((shared <= column) & (column < depth))
        by = add_here[np.searchsorted(add_here, leave_here) - 1]
        branch[leave_here] = last[by] - depth[by] + column + 1
    return branch


def _lay_out(letter: Bytes, parent: Ints, class_at: Ints) -> tuple[Ints, Ints]:
    """Moves nodes from their numbers in the walk (1..) to their places, siblings adjacent."""
    n_nodes = len(letter) + 1
    mask = np.zeros(n_nodes, np.int32)
    for some in _blocks(len(letter)):
        np.bitwise_or.at(mask, parent[some], np.int32(1) << (letter[some].astype(np.int32) - 1))
    first_child = np.bincount(parent, minlength=n_nodes)
    np.cumsum(first_child, out=first_child)
    first_child[1:] = first_child[:-1] + 1
    first_child[0] = 1
    place = np.zeros(n_nodes, np.int64)
    place[1 + np.argsort(parent, kind="stable")] = np.arange(1, n_nodes)
    nodes = np.zeros(n_nodes, np.int64)
    first_child <<= FIRST_CHILD_SHIFT
    first_child |= mask
    nodes[place] = first_child
    node_of_class = place[class_at]
    nodes[node_of_class] |= ACCEPT
    return node_of_class, nodes


def _flags(letters: Bytes) -> Bytes:
    """Bits 0 and 1 of `Trie.words` for rows of letters, upper-case ASCII with 0 behind the end."""
    length = (letters != 0).sum(axis=1)
    last = letters[np.arange(len(letters)), length - 1]
    vowel_ends = _CAN_BE_VOWEL[letters[:, 0]] & _CAN_BE_VOWEL[last]
    ends_with_s = last == ord("S")
    flags: Bytes = (vowel_ends * VOWEL_ENDS + ends_with_s * ENDS_WITH_S).astype(np.uint8)
    return flags
