"""Which two classes can be played together, best first, and how they are split into groups.

Classes of one length and the same doublers earn alike: they are a bucket. Pairs of buckets are
taken by what their words earn together, until nothing that is left can reach the shortlist. Most
buckets are never looked at: their letters are only counted, and a class only split, when needed.

search    a PairSearch: see search_room.py
desk      from CURSOR: how many pairs of buckets are to come; the pair at work, -1 if there is none;
          the next members to be tried; the members found; where the groups end
"""

from __future__ import annotations

import numpy as np

from .bits import FIELD, GUARD, allocating, beyond, kernel, lowest, popcount, total
from .desk import n_doublers
from .desk_layout import (
    ABILITIES,
    CHOICES,
    COINS,
    CURSOR,
    FACTOR,
    LETTER_SET,
    MAX_CHOICES,
    N_CARDS,
    N_FLAGS,
    PAYOUT_COINS,
    PAYOUT_STOCK,
    RACK,
    REST,
    S_UNIT,
    SHIFTS,
    TURN_SCOPE,
    W_MONEY,
    W_STOCK,
    WORTH,
    X,
    Z,
)
from .score import WORST, most_score
from .search_room import (
    B_FIRST,
    B_IS_COUNTED,
    B_KEYS,
    BUCKET_SIZE,
    G_FLAGS,
    G_LENGTH,
    G_LETTERS,
    M_CLASS,
    M_END,
    M_FIRST,
    M_LETTERS,
    MAX_BUCKET_PAIRS,
    MEMBER_SIZE,
    N_KEYS,
    P_COINS,
    P_EARNED,
    P_KEY_1,
    P_KEY_2,
    PairSearch,
)
from .walk import add_groups, letters_of, n_extra_letters, traits_here

C_LEFT, C_AT, C_NEXT_1, C_NEXT_2, C_MEMBER_1, C_MEMBER_2, C_GROUPS = 0, 1, 2, 3, 4, 5, 6


@allocating
def new_search(n):
    """Memory for the pairs of n classes."""
    return PairSearch(
        np.empty((n, MEMBER_SIZE), np.int64),
        np.empty((N_KEYS + 1, BUCKET_SIZE), np.int64),
        np.empty((MAX_BUCKET_PAIRS, 4), np.int64),
    )


@kernel
def begin_pairs(desk, trie, found, first_group, least, search):
    """Makes some classes ready for next_pair.

    found         int32 [n]: the classes
    first_group   where their groups are to begin
    least         the least score that matters
    """
    buckets, bucket_pairs = search.buckets, search.bucket_pairs
    n_buckets = fill_buckets(desk, trie, found, search.members, buckets)
    most_letters = desk[N_CARDS] + n_extra_letters(desk)
    n = 0
    for i in range(n_buckets):
        for j in range(i, n_buckets):
            key_1, key_2 = buckets[i, B_KEYS], buckets[j, B_KEYS]
            if key_1 // N_FLAGS + key_2 // N_FLAGS > most_letters:
                continue
            if desk[WORTH + key_1] + desk[WORTH + key_2] + desk[REST] < least:
                continue
            earned, coins = most_earned(desk, key_1, key_2)
            bucket_pairs[n, P_EARNED], bucket_pairs[n, P_COINS] = earned, coins
            bucket_pairs[n, P_KEY_1], bucket_pairs[n, P_KEY_2] = key_1, key_2
            n += 1
    desk[CURSOR + C_LEFT], desk[CURSOR + C_AT], desk[CURSOR + C_GROUPS] = n, -1, first_group


@kernel
def fill_buckets(desk, trie, found, members, buckets):
    """Sorts classes into their buckets; returns how many have any."""
    for key in range(N_KEYS + 1):
        buckets[key, B_FIRST] = buckets[key, B_IS_COUNTED] = 0
    for i in range(len(found)):
        buckets[traits_here(trie, desk, found[i]), B_FIRST] += 1
    begin, n_buckets = 0, 0
    for key in range(N_KEYS + 1):
        size = buckets[key, B_FIRST]
        buckets[key, B_FIRST] = begin
        begin += size
        if size:
            buckets[n_buckets, B_KEYS] = key
            n_buckets += 1
    for i in range(len(found)):
        key = traits_here(trie, desk, found[i])
        at = buckets[key, B_FIRST]
        members[at, M_CLASS], members[at, M_END] = found[i], 0
        buckets[key, B_FIRST] += 1
    # Each now begins where it ends.
    for key in range(N_KEYS, 0, -1):
        buckets[key, B_FIRST] = buckets[key - 1, B_FIRST]
    buckets[0, B_FIRST] = 0
    return n_buckets


@kernel
def count_letters(desk, trie, key, search):
    """Fills in the letters of the members of a bucket, once."""
    members, buckets = search.members, search.buckets
    if not buckets[key, B_IS_COUNTED]:
        buckets[key, B_IS_COUNTED] = 1
        for at in range(buckets[key, B_FIRST], buckets[key + 1, B_FIRST]):
            members[at, M_LETTERS] = letters_of(trie, desk, members[at, M_CLASS])


@kernel
def most_earned(desk, key_1, key_2):
    """The most that coins and stock of two words can add to a score, and their most coins."""
    if desk[W_MONEY] < 0 or desk[W_STOCK] < 0:
        # Then more doublers can be worse, and not all words of a class have B.
        return desk[WORTH + key_1] + desk[WORTH + key_2], desk[COINS + key_1] + desk[COINS + key_2]
    length_1, length_2 = key_1 // N_FLAGS, key_2 // N_FLAGS
    coins_1, coins_2 = desk[PAYOUT_COINS + length_1], desk[PAYOUT_COINS + length_2]
    stock_1, stock_2 = desk[PAYOUT_STOCK + length_1], desk[PAYOUT_STOCK + length_2]
    most, most_coins = WORST, 0
    first = CHOICES + (key_1 % N_FLAGS | key_2 % N_FLAGS << 4) * MAX_CHOICES
    for at in range(first, first + MAX_CHOICES):
        if desk[at] < 0:
            break
        factor_1 = desk[FACTOR + n_doublers(desk[at])]
        factor_2 = desk[FACTOR + n_doublers(desk[at] >> 4)]
        coins = coins_1 * factor_1 + coins_2 * factor_2
        stock = stock_1 * factor_1 + stock_2 * factor_2
        most = max(most, desk[W_MONEY] * coins + desk[W_STOCK] * stock)
        most_coins = max(most_coins, coins)
    return most, most_coins


@kernel
def next_pair(desk, trie, search, least):
    """Finds the next two classes that may be laid together and score `least`: see CURSOR.

    False if there are no more.
    """
    bucket_pairs = search.bucket_pairs
    while True:
        at = desk[CURSOR + C_AT]
        if at < 0 or bucket_pairs[at, P_EARNED] + desk[REST] < least:
            if not next_bucket_pair(desk, trie, search, least):
                return False
        elif pair_in_buckets(desk, search, least):
            return True
        else:
            desk[CURSOR + C_AT] = -1


@kernel
def next_bucket_pair(desk, trie, search, least):
    """Takes the pair of buckets that earns most; False if none is left that could score `least`."""
    buckets, bucket_pairs = search.buckets, search.bucket_pairs
    n = desk[CURSOR + C_LEFT]
    if n == 0:
        return False
    best = 0
    for at in range(1, n):
        if bucket_pairs[at, P_EARNED] > bucket_pairs[best, P_EARNED]:
            best = at
    if bucket_pairs[best, P_EARNED] + desk[REST] < least:
        return False
    last = n - 1
    for k in range(4):
        bucket_pairs[best, k], bucket_pairs[last, k] = bucket_pairs[last, k], bucket_pairs[best, k]
    desk[CURSOR + C_LEFT], desk[CURSOR + C_AT] = last, last
    count_letters(desk, trie, bucket_pairs[last, P_KEY_1], search)
    count_letters(desk, trie, bucket_pairs[last, P_KEY_2], search)
    desk[CURSOR + C_NEXT_1] = buckets[bucket_pairs[last, P_KEY_1], B_FIRST]
    desk[CURSOR + C_NEXT_2] = buckets[bucket_pairs[last, P_KEY_2], B_FIRST]
    return True


@kernel
def pair_in_buckets(desk, search, least):
    """As next_pair, in the buckets at work."""
    members, buckets, bucket_pairs = search.members, search.buckets, search.bucket_pairs
    at = desk[CURSOR + C_AT]
    key_1, key_2 = bucket_pairs[at, P_KEY_1], bucket_pairs[at, P_KEY_2]
    earned, coins = bucket_pairs[at, P_EARNED], bucket_pairs[at, P_COINS]
    end_1, end_2 = buckets[key_1 + 1, B_FIRST], buckets[key_2 + 1, B_FIRST]
    first_2 = buckets[key_2, B_FIRST]
    most_beyond = 1 if desk[ABILITIES] & X else 0
    available = desk[RACK]
    if desk[ABILITIES] & Z:
        available += desk[S_UNIT]
    i, j = desk[CURSOR + C_NEXT_1], desk[CURSOR + C_NEXT_2]
    while i < end_1:
        letters = members[i, M_LETTERS]
        while j < end_2:
            others = members[j, M_LETTERS]
            both = letters + others
            j += 1
            # The guards of the letters there are too few of.
            lacking = GUARD & ~((available | GUARD) - both)
            if popcount(lacking) > most_beyond:
                continue
            if lacking and not is_duplicate(desk, letters, others, available):
                continue
            if most_score(desk, both, earned, coins) >= least:
                desk[CURSOR + C_NEXT_1], desk[CURSOR + C_NEXT_2] = i, j
                desk[CURSOR + C_MEMBER_1], desk[CURSOR + C_MEMBER_2] = i, j - 1
                return True
        i += 1
        j = i if key_1 == key_2 else first_2
    return False


@kernel
def is_duplicate(desk, letters, others, available):
    """Whether what two words have beyond the available, of one letter, can be the duplicate."""
    unit = beyond(letters + others, available)
    if total(unit) > 1:
        return False
    # The card that is used twice lies in the same word, or in either.
    field = unit * FIELD
    in_either = desk[ABILITIES] & TURN_SCOPE != 0
    return in_either or letters & field > unit or others & field > unit


# Groups of words -----------------------------------------------------------------------------


@kernel
def split_class(desk, trie, member, groups, search):
    """Where the groups of a member begin and end; at first it writes them behind the others."""
    members = search.members
    if members[member, M_END] == 0:
        first = desk[CURSOR + C_GROUPS]
        letters, number = members[member, M_LETTERS], members[member, M_CLASS]
        end = add_groups(desk, trie, number, letters, groups, first)
        members[member, M_FIRST], members[member, M_END] = first, end
        desk[CURSOR + C_GROUPS] = end
    return members[member, M_FIRST], members[member, M_END]


@kernel
def by_rank(desk, groups, i, j):
    """Two groups, i not behind j; first the one that takes hand cards before the other.

    That is the one that can pay more; equal pay: the shorter, see TIE_ORDER.
    """
    key_1, key_2 = key_of(groups, i), key_of(groups, j)
    lead = desk[WORTH + key_1] - desk[WORTH + key_2]
    if lead == 0:
        lead = key_2 - key_1
    if lead == 0 and comes_first(desk, groups[j, G_LETTERS], groups[i, G_LETTERS]):
        lead = -1
    return (i, j) if lead >= 0 else (j, i)


@kernel
def key_of(groups, group):
    """The traits of the words of a group."""
    return groups[group, G_LENGTH] * N_FLAGS + groups[group, G_FLAGS]


@kernel
def comes_first(desk, letters, others):
    """Whether a word with these letters is the first of two, see TIE_ORDER."""
    places = desk[LETTER_SET]
    while places:
        shift = desk[SHIFTS + lowest(places)]
        places &= places - 1
        more = (letters >> shift & FIELD) - (others >> shift & FIELD)
        if more:
            return more > 0
    return False
