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

from collections.abc import Sequence
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


class Trie(NamedTuple):
    """The three arrays described at the top of this file."""

    nodes: Ints
    first_word: npt.NDArray[np.uint32]
    words: npt.NDArray[np.uint32]


def build(words: Sequence[str]) -> Trie:
    """The trie of `words`: different, upper case A to Z, in alphabetical order, at least one."""
    letters = _letter_matrix(words)
    keys = _sorted_letters(letters)
    width = keys.shape[1]
    order = np.argsort(keys.view(f"S{width}").ravel(), kind="stable")
    keys = keys[order]
    depth = (keys != _FAR).sum(axis=1)
    is_new_class = np.ones(len(keys), dtype=np.bool_)
    is_new_class[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    classes = keys[is_new_class]
    node_of_class, nodes = _build_nodes(classes, depth[is_new_class])
    node_of_word = node_of_class[np.cumsum(is_new_class) - 1]
    by_node = np.argsort(node_of_word, kind="stable")
    first_word = np.searchsorted(node_of_word[by_node], np.arange(len(nodes) + 1))
    entries = (order << WORD_SHIFT) | _flags(letters)[order]
    return Trie(nodes, first_word.astype(np.uint32), entries[by_node].astype(np.uint32))


def _letter_matrix(words: Sequence[str]) -> Bytes:
    """uint8 [n_words, longest]: 0 for A to 25 for Z, _FAR behind the end."""
    width = max(map(len, words))
    text = np.array(words, dtype=f"S{width}").view(np.uint8).reshape(len(words), width)
    return np.where(text == 0, _FAR, text - np.uint8(ord("A")))


def _sorted_letters(letters: Bytes) -> Bytes:
    """Each row in SEARCH_ORDER: places in it from 1, _FAR behind the end."""
    place = np.full(256, _FAR, dtype=np.uint8)
    for at, letter in enumerate(SEARCH_ORDER, 1):
        place[ord(letter) - ord("A")] = at
    return np.ascontiguousarray(np.sort(place[letters], axis=1))


def _build_nodes(classes: Bytes, depth: Ints) -> tuple[Ints, Ints]:
    """The node of each class and the nodes.

    Rows of `classes` are sorted, so row i adds the nodes for its letters beyond those it shares
    with row i - 1; written row by row, that is a depth-first walk.
    """
    n_classes, width = classes.shape
    shared = np.zeros(n_classes, dtype=np.int64)
    differs = classes[1:] != classes[:-1]
    shared[1:] = np.argmax(differs, axis=1)
    columns = np.arange(width)
    is_node = (columns >= shared[:, None]) & (columns < depth[:, None])
    row, column = np.nonzero(is_node)
    n_nodes = len(row) + 1
    preorder = np.arange(1, n_nodes)
    # last[i, c]: preorder number of the node at depth c + 1 on the path of row i.
    last = np.zeros((n_classes, width), dtype=np.int32)
    last[row, column] = preorder
    np.maximum.accumulate(last, axis=0, out=last)
    parent = np.where(column == 0, 0, last[row, np.maximum(column - 1, 0)])
    return _lay_out(classes[row, column], parent, last[np.arange(n_classes), depth - 1])


def _lay_out(letter: Bytes, parent: Ints, class_at: npt.NDArray[np.int32]) -> tuple[Ints, Ints]:
    """Moves nodes from their preorder numbers (1..) to their places, siblings adjacent."""
    n_nodes = len(letter) + 1
    place = np.zeros(n_nodes, dtype=np.int64)
    place[1 + np.argsort(parent, kind="stable")] = np.arange(1, n_nodes)
    n_children = np.bincount(parent, minlength=n_nodes)
    first_child = np.cumsum(n_children) - n_children + 1
    mask = np.zeros(n_nodes, dtype=np.int64)
    np.bitwise_or.at(mask, parent, 1 << (letter.astype(np.int64) - 1))
    nodes = np.zeros(n_nodes, dtype=np.int64)
    nodes[place] = mask | (first_child << FIRST_CHILD_SHIFT)
    node_of_class = place[class_at]
    nodes[node_of_class] |= ACCEPT
    return node_of_class, nodes


def _flags(letters: Bytes) -> Ints:
    """Bits 0 and 1 of `Trie.words` for each row of a letter matrix."""
    length = (letters != _FAR).sum(axis=1)
    last = letters[np.arange(len(letters)), length - 1]
    can_be_vowel = np.zeros(256, dtype=np.bool_)
    can_be_vowel[[ord(letter) - ord("A") for letter in (*VOWELS, "Y")]] = True
    vowel_ends = can_be_vowel[letters[:, 0]] & can_be_vowel[last]
    ends_with_s = last == ord("S") - ord("A")
    flags: Ints = np.where(vowel_ends, VOWEL_ENDS, 0) + np.where(ends_with_s, ENDS_WITH_S, 0)
    return flags
