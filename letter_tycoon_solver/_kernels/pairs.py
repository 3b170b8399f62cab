"""Pairs of classes that can be played together, best first, and their groups.

Classes of one length and the same doublers earn alike: they are a bucket. Pairs of buckets are
taken by what they can score, until nothing that is left can reach the shortlist. Most buckets are
never looked at: their letters are only counted, and a class only split, when needed.

search    a PairSearch: see layouts.py
desk      C_LEFT: how many pairs of buckets are to come; C_AT: the pair at work, -1 if there is
          none; the next members to be tried; the members found; where members and groups end
"""

from __future__ import annotations

import numpy as np

from . import layouts as on
from .bits import ONE, beyond, drop_lowest, kernel, lowest, matching, popcount, total
from .score import WORST, earn, most_score
from .walk import add_groups, letters_of, most_of_patent, most_of_rest, n_extra_letters


@kernel
def begin_pairs(desk, found, least, search):
    """Makes the classes found ready for next_pair.

    least   the least score that matters
    """
    buckets, bucket_pairs = search.buckets, search.bucket_pairs
    n_buckets = list_buckets(desk, found, buckets)
    most_letters = desk[on.N_CARDS] + n_extra_letters(desk)
    most_rest = most_of_rest(desk)
    n = 0
    for i in range(n_buckets):
        key_1 = buckets[i, on.B_KEYS]
        for j in range(i, n_buckets):
            key_2 = buckets[j, on.B_KEYS]
            if desk[on.WORTH + key_1] + desk[on.WORTH + key_2] + most_rest < least:
                break
            n_letters = key_1 // on.N_FLAGS + key_2 // on.N_FLAGS
            if n_letters <= most_letters:
                earned, coins = most_earned(desk, key_1, key_2)
                most = earned + desk[on.REST + n_letters] + most_of_patent(desk, coins)
                bucket_pairs[n, on.P_MOST] = most
                bucket_pairs[n, on.P_EARNED], bucket_pairs[n, on.P_COINS] = earned, coins
                bucket_pairs[n, on.P_KEY_1], bucket_pairs[n, on.P_KEY_2] = key_1, key_2
                if most >= least:
                    n += 1
    desk[on.C_LEFT], desk[on.C_AT] = n, -1
    desk[on.C_MEMBERS], desk[on.C_GROUPS] = 0, 0


@kernel
def list_buckets(desk, found, buckets):
    """Lists the buckets that have classes, those that pay most first; returns how many."""
    n = 0
    for first in range(0, on.N_PLACES, on.LINE):
        there = matching(found.seen, first, ONE)
        while there:
            key = desk[on.BY_WORTH + first + lowest(there)]
            there = drop_lowest(there)
            buckets[n, on.B_KEYS], buckets[key, on.B_END] = key, 0
            n += 1
    return n


@kernel
def fill_members(desk, trie, found, key, search):
    """Fills in the members of a bucket, once."""
    members, buckets = search.members, search.buckets
    if buckets[key, on.B_END]:
        return
    buckets[key, on.B_FIRST] = end = desk[on.C_MEMBERS]
    for first in range(0, len(found.numbers), on.LINE):
        same = matching(found.places, first, desk[on.PLACE_BY_WORTH + key])
        while same:
            number = np.int64(found.numbers[first + lowest(same)])
            same = drop_lowest(same)
            members[end, on.M_LETTERS] = letters_of(trie, desk, number)
            members[end, on.M_CLASS] = number
            members[end, on.M_END] = 0
            end += 1
    buckets[key, on.B_END] = desk[on.C_MEMBERS] = end


@kernel
def most_earned(desk, key_1, key_2):
    """The most that coins and stock of two words can add to a score, and their most coins."""
    share_doublers = key_1 & key_2 & (on.B | on.J | on.K)
    # Where more doublers can be worse, not all words of a class may have B.
    if not share_doublers or desk[on.W_MONEY] < 0 or desk[on.W_STOCK] < 0:
        return desk[on.WORTH + key_1] + desk[on.WORTH + key_2], desk[on.COINS + key_1] + desk[
            on.COINS + key_2
        ]
    length_1, length_2 = key_1 // on.N_FLAGS, key_2 // on.N_FLAGS
    most, most_coins = WORST, 0
    first = on.CHOICES + (key_1 % on.N_FLAGS | key_2 % on.N_FLAGS << 4) * on.MAX_CHOICES
    for at in range(first, first + on.MAX_CHOICES):
        if desk[at] < 0:
            break
        coins, stock = earn(desk, length_1, length_2, desk[at])
        most = max(most, desk[on.W_MONEY] * coins + desk[on.W_STOCK] * stock)
        most_coins = max(most_coins, coins)
    return most, most_coins


@kernel
def next_pair(desk, trie, found, search, least):
    """Finds the next two classes that may be laid together and score `least`: see C_LEFT.

    False if there are no more.
    """
    bucket_pairs = search.bucket_pairs
    while True:
        at = desk[on.C_AT]
        if at < 0 or bucket_pairs[at, on.P_MOST] < least:
            if not next_bucket_pair(desk, trie, found, search, least):
                return False
        elif pair_in_buckets(desk, search, least):
            return True
        else:
            desk[on.C_AT] = -1


@kernel
def next_bucket_pair(desk, trie, found, search, least):
    """Takes the pair of buckets that can score most; False if none left could score `least`."""
    buckets, bucket_pairs = search.buckets, search.bucket_pairs
    n = desk[on.C_LEFT]
    if n == 0:
        return False
    best = 0
    for at in range(1, n):
        if bucket_pairs[at, on.P_MOST] > bucket_pairs[best, on.P_MOST]:
            best = at
    if bucket_pairs[best, on.P_MOST] < least:
        return False
    last = n - 1
    for k in range(on.PAIR_SIZE):
        bucket_pairs[best, k], bucket_pairs[last, k] = bucket_pairs[last, k], bucket_pairs[best, k]
    desk[on.C_LEFT], desk[on.C_AT] = last, last
    fill_members(desk, trie, found, bucket_pairs[last, on.P_KEY_1], search)
    fill_members(desk, trie, found, bucket_pairs[last, on.P_KEY_2], search)
    desk[on.C_NEXT_1] = buckets[bucket_pairs[last, on.P_KEY_1], on.B_FIRST]
    desk[on.C_NEXT_2] = buckets[bucket_pairs[last, on.P_KEY_2], on.B_FIRST]
    return True


@kernel
def pair_in_buckets(desk, search, least):
    """Does the same as next_pair in the buckets at work."""
    members, buckets, bucket_pairs = search.members, search.buckets, search.bucket_pairs
    at = desk[on.C_AT]
    key_1, key_2 = bucket_pairs[at, on.P_KEY_1], bucket_pairs[at, on.P_KEY_2]
    earned, coins = bucket_pairs[at, on.P_EARNED], bucket_pairs[at, on.P_COINS]
    end_1, end_2 = buckets[key_1, on.B_END], buckets[key_2, on.B_END]
    first_2 = buckets[key_2, on.B_FIRST]
    most_beyond = 1 if desk[on.ABILITIES] & on.X else 0
    available = desk[on.RACK]
    if desk[on.ABILITIES] & on.Z:
        available += desk[on.S_UNIT]
    i, j = desk[on.C_NEXT_1], desk[on.C_NEXT_2]
    while i < end_1:
        letters = members[i, on.M_LETTERS]
        while j < end_2:
            others = members[j, on.M_LETTERS]
            both = letters + others
            j += 1
            # The guards of the letters there are too few of.
            lacking = on.GUARD & ~((available | on.GUARD) - both)
            if popcount(lacking) > most_beyond:
                continue
            if lacking and not is_duplicate(desk, letters, others, available):
                continue
            if most_score(desk, both, earned, coins, least) >= least:
                desk[on.C_NEXT_1], desk[on.C_NEXT_2] = i, j
                desk[on.C_MEMBER_1], desk[on.C_MEMBER_2] = i, j - 1
                return True
        i += 1
        j = i if key_1 == key_2 else first_2
    return False


@kernel
def is_duplicate(desk, letters, others, available):
    """True if the letters that two words have beyond the available can be the duplicate."""
    unit = beyond(letters + others, available)
    if total(unit) > 1:
        return False
    # The card that is used twice lies in the same word, or in either.
    field = unit * on.FIELD
    in_either = desk[on.ABILITIES] & on.TURN_SCOPE != 0
    return in_either or letters & field > unit or others & field > unit


# Groups of words -----------------------------------------------------------------------------


@kernel
def split_class(desk, trie, member, groups, search):
    """Find the groups of a member; at first write them behind the others."""
    members = search.members
    if members[member, on.M_END] == 0:
        first = desk[on.C_GROUPS]
        letters, number = members[member, on.M_LETTERS], members[member, on.M_CLASS]
        end = add_groups(desk, trie, number, letters, groups, first)
        members[member, on.M_FIRST], members[member, on.M_END] = first, end
        desk[on.C_GROUPS] = end
    return members[member, on.M_FIRST], members[member, on.M_END]


@kernel
def by_rank(desk, groups, i, j):
    """Two groups, i not behind j; first the one that takes hand cards before the other.

    That is the one that can pay more; equal pay: the shorter, see TIE_ORDER.
    """
    key_1, key_2 = key_of(groups, i), key_of(groups, j)
    lead = desk[on.WORTH + key_1] - desk[on.WORTH + key_2]
    if lead == 0:
        lead = key_2 - key_1
    if lead == 0 and comes_first(desk, groups[j, on.G_LETTERS], groups[i, on.G_LETTERS]):
        lead = -1
    return (i, j) if lead >= 0 else (j, i)


@kernel
def key_of(groups, group):
    """The traits of the words of a group."""
    return groups[group, on.G_LENGTH] * on.N_FLAGS + groups[group, on.G_FLAGS]


@kernel
def comes_first(desk, letters, others):
    """True if a word with these letters is the first of two, see TIE_ORDER."""
    places = desk[on.LETTER_SET]
    while places:
        shift = desk[on.SHIFTS + lowest(places)]
        places &= places - 1
        more = (letters >> shift & on.FIELD) - (others >> shift & on.FIELD)
        if more:
            return more > 0
    return False
