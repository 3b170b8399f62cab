"""The memory that a search works in, and the formats that lie there.

queue          int32 [2, QUEUE_SIZE] and
found          int32 [n]: space for a walk of the trie, see walk.py
places         uint8 [n + LINE]: of each class found its place by worth, see desk_layout.py; behind
               them NO_PLACE_BY_WORTH
seen           uint8 [N_PLACES]: 1 at the places by worth that some class has
groups         int64 [n, GROUP_SIZE]: the words of an anagram class whose ends mean the same for
               B and Z, so that they earn the same:
               G_LETTERS  their letters, duplicate and suffix included, as a multiset
               G_LENGTH   how many letters
               G_FLAGS    the doublers the position allows them
               G_CLASS    the number of the class
               G_KIND     the bits of their entries in Trie.words that matter
               G_WORDS    how many words
shortlist      see shortlist.py
buckets        int64 [N_TRAITS, BUCKET_SIZE]: by key, the traits of classes with the doublers owned:
               B_FIRST, B_END   where its members begin and end; an end of 0: not filled in
               B_KEYS     not by key: the keys that have classes, those that pay most first
members        int64 [n, MEMBER_SIZE]: classes by bucket:
               M_LETTERS  the letters
               M_CLASS    the number of the class
               M_FIRST, M_END   where its groups begin and end; an end of 0 before it is split
bucket_pairs   int64 [MAX_BUCKET_PAIRS, PAIR_SIZE], those still to come: a bound of what such words
               can score, of what their coins and stock add to it, of their coins; the two keys

Nothing here needs Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..lexicon.trie import BLOCK, CLASSES_BELOW_TOP, Trie
from ..rules.ruleset import MAX_CARDS
from .desk_layout import MIN_LENGTH, N_FLAGS, N_LENGTHS, N_LETTERS, N_SLOTS, N_TRAITS
from .play_layout import LISTED_SIZE

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
"""Bytes that are compared at once, see blocks.py."""
N_PLACES: Final = N_TRAITS + -N_TRAITS % LINE
NO_PLACE_BY_WORTH: Final = 255
assert N_TRAITS <= NO_PLACE_BY_WORTH

N_KINDS: Final = 4
G_LETTERS, G_LENGTH, G_FLAGS, G_CLASS, G_KIND, G_WORDS, GROUP_SIZE = 0, 1, 2, 3, 4, 5, 6

MAX_BUCKETS: Final = (N_LENGTHS - MIN_LENGTH) * N_FLAGS
MAX_BUCKET_PAIRS: Final = MAX_BUCKETS * (MAX_BUCKETS + 1) // 2
M_LETTERS, M_CLASS, M_FIRST, M_END, MEMBER_SIZE = 0, 1, 2, 3, 4
B_FIRST, B_END, B_KEYS, BUCKET_SIZE = 0, 1, 2, 3
P_MOST, P_EARNED, P_COINS, P_KEY_1, P_KEY_2, PAIR_SIZE = 0, 1, 2, 3, 4, 5


class PairSearch(NamedTuple):
    """The memory for a search for pairs of classes; see the top of this file."""

    members: Ints
    buckets: Ints
    bucket_pairs: Ints


class Found(NamedTuple):
    """The classes that a walk has found, by number, and their places by worth."""

    numbers: npt.NDArray[np.int32]
    places: Bytes
    seen: Bytes


class Workspace(NamedTuple):
    """The memory for the search of a position; see the top of this file."""

    queue: npt.NDArray[np.int32]
    found: npt.NDArray[np.int32]
    places: Bytes
    seen: Bytes
    groups: Ints
    shortlist: Ints
    pairs: PairSearch


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
    """The part of a position that hands share: see set_desk in desk.py.

    All of a position but the hand, and what the search needs.
    """

    community: Bytes
    owner: Bytes
    money: int
    material: Ints
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
        pairs=PairSearch(
            members=np.empty((MAX_CLASSES, MEMBER_SIZE), np.int64),
            buckets=np.empty((N_TRAITS, BUCKET_SIZE), np.int64),
            bucket_pairs=np.empty((MAX_BUCKET_PAIRS, PAIR_SIZE), np.int64),
        ),
    )
