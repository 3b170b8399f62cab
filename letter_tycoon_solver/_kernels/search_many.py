"""The best plays of many positions, one after the other, in the same memory."""

from __future__ import annotations

from .bits import ONE, entry, kernel
from .count import count_plays
from .desk import set_desk
from .desk_layout import ABILITIES, V
from .pairs import begin_pairs, next_pair
from .play_layout import PLAY_SIZE
from .search_one import add_best_of_classes, list_words
from .shortlist import ANY_SCORE, N_LISTED, empty_shortlist, lowest_score, sort_shortlist
from .walk import walk


@entry
def solve_rows(hands, communities, owners, money, n_opponents, desks, material, trie, room, plays):
    """Fills in the best plays of each position, best first.

    hands, communities   uint8 [n, width]: see set_desk
    owners               uint8 [n, 26]
    money                int64 [n]
    n_opponents          uint8 [n]
    desks                int64 [5, DESK_SIZE]: by number of opponents a desk to work on, with the
                         ruleset and the ranking
    room                 see search_room.py
    plays                int64 [n, top, PLAY_SIZE]: see play_layout.py; all 0 where there is no play
    """
    top = plays.shape[1]
    shortlist = room.shortlist
    for row in range(len(hands)):
        desk = desks[n_opponents[row]]
        empty_shortlist(shortlist, top, ANY_SCORE)
        find_best(desk, hands[row], communities[row], owners[row], money[row], material, trie, room)
        sort_shortlist(shortlist)
        n = shortlist[0, N_LISTED]
        for at in range(top):
            for k in range(PLAY_SIZE):
                plays[row, at, k] = shortlist[at + 1, k] if at < n else 0


@kernel
def find_best(desk, hand, community, owner, money, material, trie, room):
    """Lists the best plays of a position, as the shortlist, which is empty, asks; see set_desk."""
    set_desk(desk, hand, community, owner, money, material)
    list_best(desk, trie, room)


@kernel
def list_best(desk, trie, room):
    """Lists the best plays of the position on the desk."""
    n = walk(trie, desk, room.queue, room.found)
    list_words(desk, trie, room.found[:n], room.bounds, room.groups, room.shortlist)
    if desk[ABILITIES] & V:
        add_best_pairs(desk, trie, n, room)


@kernel
def add_best_pairs(desk, trie, n, room):
    """Lists the best plays of two words, for n classes found."""
    groups, shortlist, search = room.groups, room.shortlist, room.pairs
    found = room.found[:n]
    begin_pairs(desk, trie, found, ONE, lowest_score(shortlist), search)
    while next_pair(desk, trie, found, search, lowest_score(shortlist)):
        add_best_of_classes(desk, trie, groups, search, shortlist)


@entry
def count_rows(hands, communities, owners, money, n_opponents, desks, material, trie, counts):
    """Fills in how many plays each position has, laid in every way; arguments of solve_rows.

    counts   int64 [n]
    """
    for row in range(len(hands)):
        desk = desks[n_opponents[row]]
        set_desk(desk, hands[row], communities[row], owners[row], money[row], material)
        counts[row] = count_plays(desk, trie)
