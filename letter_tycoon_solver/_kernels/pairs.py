"""Which two groups of words (see walk.py) can be played together, best first.

Groups of one length and the same doublers earn alike: they are a bucket. Pairs of buckets are taken
by what their words earn together, until nothing that is left can reach the shortlist.

search    a PairSearch: see search_room.py
desk      from CURSOR: how many pairs of buckets are to come; the pair at work, -1 if there is none;
          the next members to be tried; the groups found
"""

from __future__ import annotations

import numpy as np

from .bits import FIELD, GUARD, allocating, beyond, kernel, lowest, popcount, total
from .desk import n_doublers
from .desk_layout import (
    CHOICES,
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
    SHIFTS,
    W_MONEY,
    W_STOCK,
)
from .score import WORST, most_score
from .search_room import (
    B_FIRST,
    B_KEYS,
    G_FLAGS,
    G_LENGTH,
    G_LETTERS,
    M_GROUP,
    M_LETTERS,
    MAX_BUCKET_PAIRS,
    N_KEYS,
    P_COINS,
    P_EARNED,
    P_KEY_1,
    P_KEY_2,
    PairSearch,
)
from .walk import most_worth, n_extra_letters

C_LEFT, C_AT, C_NEXT_1, C_NEXT_2, C_GROUP_1, C_GROUP_2 = 0, 1, 2, 3, 4, 5


@allocating
def new_search(n):
    """Memory for the pairs of n groups."""
    return PairSearch(
        np.empty((n, 2), np.int64),
        np.empty((N_KEYS + 1, 2), np.int64),
        np.empty((MAX_BUCKET_PAIRS, 4), np.int64),
    )


@kernel
def begin_pairs(desk, groups, first, end, search):
    """Makes the groups from first to end ready for next_pair."""
    buckets, bucket_pairs = search.buckets, search.bucket_pairs
    n_buckets = fill_buckets(groups, first, end, search.members, buckets)
    most_letters = desk[N_CARDS] + n_extra_letters(desk)
    n = 0
    for i in range(n_buckets):
        for j in range(i, n_buckets):
            key_1, key_2 = buckets[i, B_KEYS], buckets[j, B_KEYS]
            # The first word takes hand cards before the second.
            if worth_of(desk, key_1) < worth_of(desk, key_2):
                key_1, key_2 = key_2, key_1
            if key_1 // N_FLAGS + key_2 // N_FLAGS <= most_letters:
                earned, coins = most_earned(desk, key_1, key_2)
                bucket_pairs[n, P_EARNED], bucket_pairs[n, P_COINS] = earned, coins
                bucket_pairs[n, P_KEY_1], bucket_pairs[n, P_KEY_2] = key_1, key_2
                n += 1
    desk[CURSOR + C_LEFT], desk[CURSOR + C_AT] = n, -1


@kernel
def fill_buckets(groups, first, end, members, buckets):
    """Sorts the groups into their buckets; returns how many have any."""
    for key in range(N_KEYS + 1):
        buckets[key, B_FIRST] = 0
    for group in range(first, end):
        buckets[key_of(groups, group), B_FIRST] += 1
    begin, n_buckets = 0, 0
    for key in range(N_KEYS + 1):
        size = buckets[key, B_FIRST]
        buckets[key, B_FIRST] = begin
        begin += size
        if size:
            buckets[n_buckets, B_KEYS] = key
            n_buckets += 1
    for group in range(first, end):
        key = key_of(groups, group)
        at = buckets[key, B_FIRST]
        members[at, M_LETTERS], members[at, M_GROUP] = groups[group, G_LETTERS], group
        buckets[key, B_FIRST] += 1
    # Each now begins where it ends.
    for key in range(N_KEYS, 0, -1):
        buckets[key, B_FIRST] = buckets[key - 1, B_FIRST]
    buckets[0, B_FIRST] = 0
    return n_buckets


@kernel
def key_of(groups, group):
    """The bucket of a group."""
    return groups[group, G_LENGTH] * N_FLAGS + groups[group, G_FLAGS]


@kernel
def worth_of(desk, key):
    """The most that the coins and stock of a word add to a score."""
    return most_worth(desk, key // N_FLAGS, key % N_FLAGS)


@kernel
def most_earned(desk, key_1, key_2):
    """The most that coins and stock of two words can add to a score, and their most coins."""
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
def next_pair(desk, search, least):
    """Finds the next two groups that may be laid together and score `least`: see CURSOR.

    False if there are no more.
    """
    bucket_pairs = search.bucket_pairs
    while True:
        at = desk[CURSOR + C_AT]
        if at < 0 or bucket_pairs[at, P_EARNED] + desk[REST] < least:
            if not next_bucket_pair(desk, search, least):
                return False
        elif pair_in_buckets(desk, search, least):
            return True
        else:
            desk[CURSOR + C_AT] = -1


@kernel
def next_bucket_pair(desk, search, least):
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
    extra, rack = n_extra_letters(desk), desk[RACK]
    i, j = desk[CURSOR + C_NEXT_1], desk[CURSOR + C_NEXT_2]
    while i < end_1:
        letters = members[i, M_LETTERS]
        while j < end_2:
            both = letters + members[j, M_LETTERS]
            j += 1
            # The guards of the letters there are too few of: quicker to count than these.
            if popcount(GUARD & ~((rack | GUARD) - both)) > extra:
                continue
            if extra and total(beyond(both, rack)) > extra:
                continue
            if most_score(desk, both, earned, coins) >= least:
                desk[CURSOR + C_NEXT_1], desk[CURSOR + C_NEXT_2] = i, j
                one, other = members[i, M_GROUP], members[j - 1, M_GROUP]
                if key_1 == key_2 and comes_first(desk, members[j - 1, M_LETTERS], letters):
                    one, other = other, one
                desk[CURSOR + C_GROUP_1], desk[CURSOR + C_GROUP_2] = one, other
                return True
        i += 1
        j = i if key_1 == key_2 else first_2
    return False


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
