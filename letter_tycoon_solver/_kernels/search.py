"""The best plays of a position: every word and every pair of words, laid as asked.

Classes, and pairs of groups, are tried from the best down, so that a bound ends the search once
enough plays are listed; what a pair could earn is weighed before how its cards could be laid.

Classes of one length and the same doublers earn alike: they are a bucket. Pairs of buckets are
taken by what they can score, until nothing that is left can reach the shortlist. Most buckets are
never looked at: their letters are only counted, and a class only split, when needed.

desk      C_LEFT: how many pairs of buckets are to come; C_AT: the pair at work, -1 if there is
          none; the next members to be tried; the members found; where members and groups end
"""

from __future__ import annotations

import numpy as np

from ..lexicon.trie import TRAITS_DOUBLERS, WORD_SHIFT
from . import layouts as on
from .bits import allocating, beyond, inlined, kernel, lowest, matching, popcount, prefetch, total
from .lay import ALONE, hand_range, list_options, next_between, of_second, share_hand_cards
from .score import WORST, best_option, earn, laid_play, most_score, score_option
from .shortlist import add_play, empty_shortlist, in_order, lowest_score, with_room
from .walk import (
    add_groups,
    find_groups,
    kinds_that_matter,
    letters_of,
    most_of_class,
    most_of_patent,
    most_of_rest,
    n_extra_letters,
    n_words_of,
    walk,
)


@kernel
def begin_pairs(desk, least, workspace):
    """Makes the classes found ready for next_pair.

    least   the least score that matters
    """
    buckets, bucket_pairs = workspace.buckets, workspace.bucket_pairs
    n_buckets = list_buckets(desk, workspace)
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
def list_buckets(desk, workspace):
    """Lists the buckets that have classes, those that pay most first; returns how many."""
    buckets, n = workspace.buckets, 0
    for first in range(0, on.N_PLACES, on.LINE):
        there = matching(workspace.seen, first, 1)
        while there:
            key = desk[on.BY_WORTH + first + lowest(there)]
            there &= there - 1
            buckets[n, on.B_KEYS], buckets[key, on.B_END] = key, 0
            n += 1
    return n


@kernel
def fill_members(desk, trie, n_found, key, workspace):
    """Fills in the members of a bucket, once."""
    members, buckets = workspace.members, workspace.buckets
    if buckets[key, on.B_END]:
        return
    buckets[key, on.B_FIRST] = end = desk[on.C_MEMBERS]
    for first in range(0, n_found, on.LINE):
        same = matching(workspace.places, first, desk[on.PLACE_BY_WORTH + key])
        while same:
            number = np.int64(workspace.found[first + lowest(same)])
            same &= same - 1
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
def next_pair(desk, trie, n_found, least, workspace):
    """Finds the next two classes that may be laid together and score `least`: see C_LEFT.

    False if there are no more.
    """
    bucket_pairs = workspace.bucket_pairs
    while True:
        at = desk[on.C_AT]
        if at < 0 or bucket_pairs[at, on.P_MOST] < least:
            if not next_bucket_pair(desk, trie, n_found, least, workspace):
                return False
        elif pair_in_buckets(desk, least, workspace):
            return True
        else:
            desk[on.C_AT] = -1


@kernel
def next_bucket_pair(desk, trie, n_found, least, workspace):
    """Takes the pair of buckets that can score most; False if none left could score `least`."""
    buckets, bucket_pairs = workspace.buckets, workspace.bucket_pairs
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
    key_1, key_2 = bucket_pairs[last, on.P_KEY_1], bucket_pairs[last, on.P_KEY_2]
    fill_members(desk, trie, n_found, key_1, workspace)
    fill_members(desk, trie, n_found, key_2, workspace)
    desk[on.C_NEXT_1], desk[on.C_NEXT_2] = buckets[key_1, on.B_FIRST], buckets[key_2, on.B_FIRST]
    return True


@kernel
def pair_in_buckets(desk, least, workspace):
    """Does the same as next_pair in the buckets at work."""
    members, buckets = workspace.members, workspace.buckets
    bucket_pairs = workspace.bucket_pairs
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
def split_class(desk, trie, member, workspace):
    """Find the groups of a member; at first write them behind the others."""
    members, groups = workspace.members, workspace.groups
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


@allocating
def found_plays(asked, trie, desk, workspace, size):
    """The best plays of the position on the desk: int64 [n, size], see in_order."""
    limit, every_way = asked[on.ASKED_LIMIT], asked[on.ASKED_EVERY_WAY] != 0
    n = walk(trie, desk, workspace)
    groups = workspace.groups
    n_words = 0
    for i in range(n):
        n_words += n_words_of(trie, np.int64(workspace.found[i]))
    shortlist = np.empty((2 + min(limit, n_words), on.LISTED_SIZE), np.int64)
    empty_shortlist(shortlist, limit, WORST)
    place_classes(desk, trie, n, workspace)
    if n_words > limit and not every_way:
        list_words(desk, trie, n, workspace, shortlist)
    else:
        for i in range(find_groups(desk, trie, workspace.found[:n], groups)):
            if every_way:
                shortlist = add_all_plays(desk, trie, groups, i, ALONE, shortlist)
            else:
                add_best_words(desk, trie, groups, i, shortlist)
    if desk[on.ABILITIES] & on.V:
        shortlist = add_pairs(desk, trie, n, every_way, workspace, shortlist)
    return in_order(shortlist, every_way, size)


@allocating
def add_pairs(desk, trie, n_found, every_way, workspace, shortlist):
    """Lists the plays of two words of the classes found."""
    groups, members = workspace.groups, workspace.members
    begin_pairs(desk, lowest_score(shortlist), workspace)
    while next_pair(desk, trie, n_found, lowest_score(shortlist), workspace):
        if not every_way:
            n = n_words_of(trie, members[desk[on.C_MEMBER_1], on.M_CLASS])
            n *= n_words_of(trie, members[desk[on.C_MEMBER_2], on.M_CLASS])
            shortlist = with_room(shortlist, n)
            add_best_of_classes(desk, trie, workspace, shortlist)
            continue
        first_1, end_1 = split_class(desk, trie, desk[on.C_MEMBER_1], workspace)
        first_2, end_2 = split_class(desk, trie, desk[on.C_MEMBER_2], workspace)
        for i in range(first_1, end_1):
            for j in range(i if first_1 == first_2 else first_2, end_2):
                one, other = by_rank(desk, groups, i, j)
                shortlist = add_all_plays(desk, trie, groups, one, other, shortlist)
    return shortlist


# Plays of one word, best first ---------------------------------------------------------------


@kernel
def place_classes(desk, trie, n_found, workspace):
    """Fills in the places by worth of the classes found, and which places there are."""
    found, places, seen = workspace.found, workspace.places, workspace.seen
    doublers = desk[on.ABILITIES] | ~TRAITS_DOUBLERS
    for place in range(len(seen)):
        seen[place] = 0
    for i in range(n_found):
        place = desk[on.PLACE_BY_WORTH + (np.int64(trie.traits[found[i]]) & doublers)]
        places[i] = place
        seen[place] = 1
    for i in range(n_found, n_found + on.LINE):
        places[i] = on.NO_PLACE_BY_WORTH


@kernel
def list_words(desk, trie, n_found, workspace, shortlist):
    """Lists the best plays of one word, as many as the shortlist is limited to."""
    most_rest = most_of_rest(desk)
    # From the classes that can be paid most to those that can be paid least.
    for first in range(0, on.N_PLACES, on.LINE):
        to_come = matching(workspace.seen, first, 1)
        while to_come:
            place = first + lowest(to_come)
            to_come &= to_come - 1
            traits, least = desk[on.BY_WORTH + place], lowest_score(shortlist)
            # The bound that ends the search: no later class can reach the list.
            if desk[on.WORTH + traits] + most_rest < least:
                return
            if most_of_class(desk, traits) >= least:
                list_words_at(desk, trie, n_found, place, workspace, shortlist)


@kernel
def list_words_at(desk, trie, n_found, place, workspace, shortlist):
    """Lists the best plays of one word of the classes at a place by worth."""
    groups, traits = workspace.groups, desk[on.BY_WORTH + place]
    earned, coins = desk[on.WORTH + traits], desk[on.COINS + traits]
    for first in range(0, n_found, on.LINE):
        same = matching(workspace.places, first, place)
        while same:
            number = np.int64(workspace.found[first + lowest(same)])
            same &= same - 1
            prefetch(trie.first_word, number)
            letters, least = letters_of(trie, desk, number), lowest_score(shortlist)
            if most_score(desk, letters, earned, coins, least) < least:
                continue
            for group in range(add_groups(desk, trie, number, letters, groups, 0)):
                if most_of_class(desk, key_of(groups, group)) >= lowest_score(shortlist):
                    add_best_words(desk, trie, groups, group, shortlist)


@kernel
def add_best_words(desk, trie, groups, i, shortlist):
    """`add_best_plays` for plays of one word; a kernel, so that its two callers share one copy."""
    add_best_plays(desk, trie, groups, i, ALONE, shortlist)


# Plays of two groups -------------------------------------------------------------------------


@inlined
def add_best_plays(desk, trie, groups, i, j, shortlist):
    """Lists each word of a group, or pair of words of two, laid in its best way; there is room.

    j is ALONE for plays of one word.
    """
    option = best_option(desk, groups, i, j)
    if option >= 0 and desk[option + on.O_SCORE] >= lowest_score(shortlist):
        cards_1, cards_2 = desk[option + on.O_CARDS_1], desk[option + on.O_CARDS_2]
        hand_1, hand_2 = share_hand_cards(desk[option + on.O_FROM_HAND], cards_1, cards_2)
        laid = laid_play(desk, groups, i, j, option, hand_1, hand_2)
        add_words(desk, trie, groups, i, j, laid, False, shortlist)


@allocating
def add_all_plays(desk, trie, groups, i, j, shortlist):
    """Does the same as `add_best_plays`, in every way to lay the words; makes workspace."""
    option = best_option(desk, groups, i, j)
    if option < 0 or desk[option + on.O_SCORE] < lowest_score(shortlist):
        return shortlist
    end = list_options(desk, groups, i, j, on.GUARD)
    for option in range(on.OPTIONS, end, on.OPTION_SIZE):
        shortlist = add_splits(desk, trie, groups, i, j, option, shortlist)
    return shortlist


@kernel
def add_best_of_classes(desk, trie, workspace, shortlist):
    """`add_best_plays` for the two classes that next_pair has found."""
    groups = workspace.groups
    first_1, end_1 = split_class(desk, trie, desk[on.C_MEMBER_1], workspace)
    first_2, end_2 = split_class(desk, trie, desk[on.C_MEMBER_2], workspace)
    for i in range(first_1, end_1):
        for j in range(i if first_1 == first_2 else first_2, end_2):
            one, other = by_rank(desk, groups, i, j)
            add_best_plays(desk, trie, groups, one, other, shortlist)


@allocating
def add_splits(desk, trie, groups, i, j, option, shortlist):
    """Lists the plays of an option for every split of its cards over hand and community."""
    cards_1, cards_2 = desk[option + on.O_CARDS_1], desk[option + on.O_CARDS_2]
    low_1, high_1 = hand_range(desk[on.HAND], desk[on.COMMUNITY], cards_1)
    hand_1 = low_1
    n_words = groups[i, on.G_WORDS] * max(1, of_second(groups, j, on.G_WORDS))
    while True:
        hand_left, community_left = desk[on.HAND] - hand_1, desk[on.COMMUNITY] - (cards_1 - hand_1)
        low_2, high_2 = hand_range(hand_left, community_left, cards_2)
        hand_2 = low_2
        while hand_1:
            if hand_2 or not cards_2:
                desk[option + on.O_FROM_HAND] = hand_1 + hand_2
                score_option(desk, groups, i, j, option)
                laid = laid_play(desk, groups, i, j, option, hand_1, hand_2)
                mirrored = i == j and is_mirror(desk, option, hand_1, hand_2)
                shortlist = with_room(shortlist, n_words)
                add_words(desk, trie, groups, i, j, laid, mirrored, shortlist)
            if hand_2 == high_2:
                break
            hand_2 = next_between(hand_2, low_2, high_2)
        if hand_1 == high_1:
            return shortlist
        hand_1 = next_between(hand_1, low_1, high_1)


@kernel
def is_mirror(desk, option, hand_1, hand_2):
    """True if the same word twice, laid so, is another way round what is listed already."""
    if desk[option + on.O_CARDS_1] != desk[option + on.O_CARDS_2]:
        return desk[option + on.O_CARDS_1] < desk[option + on.O_CARDS_2]
    if hand_1 != hand_2:
        return hand_1 < hand_2
    # An S can be the duplicate in one word and the suffix in the other.
    return desk[option + on.O_DUPLICATE] != on.NO_EXTRA and desk[option + on.O_DUPLICATE_WORD] == 1


@kernel
def add_words(desk, trie, groups, i, j, laid, mirrored, shortlist):
    """Lists a laid play for each word of one group, or each pair of words of two; there is room."""
    first_word, words = trie.first_word, trie.words
    mask = kinds_that_matter(desk)
    kind_1, kind_2 = groups[i, on.G_KIND], of_second(groups, j, on.G_KIND)
    class_1, class_2 = groups[i, on.G_CLASS], of_second(groups, j, on.G_CLASS)
    for at in range(first_word[class_1], first_word[class_1 + 1]):
        if words[at] & mask != kind_1:
            continue
        word = np.int64(words[at] >> WORD_SHIFT)
        if j == ALONE:
            add_play(shortlist, word, on.NO_WORD, laid)
            continue
        for other in range(at if i == j else first_word[class_2], first_word[class_2 + 1]):
            if words[other] & mask == kind_2 and not (mirrored and other == at):
                add_play(shortlist, word, np.int64(words[other] >> WORD_SHIFT), laid)
