"""The best plays of a position: every word and every pair of words, laid as asked.

Classes, and pairs of groups, are tried from the best down, so that a bound ends the search once
enough plays are listed; what a pair could earn is weighed before how its cards could be laid.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..lexicon.trie import TRAITS_DOUBLERS, WORD_SHIFT
from . import layouts as on
from .bits import (
    NOTHING,
    ONE,
    allocating,
    drop_lowest,
    inlined,
    kernel,
    lowest,
    matching,
    prefetch,
)
from .lay import ALONE, hand_range, list_options, next_between, of_second, share_hand_cards
from .layouts import Found
from .pairs import begin_pairs, by_rank, key_of, next_pair, split_class
from .score import best_option, laid_play, most_score, score_option
from .shortlist import add_play, in_order, lowest_score, new_shortlist, with_room
from .walk import (
    add_groups,
    find_groups,
    kinds_that_matter,
    letters_of,
    most_of_class,
    most_of_rest,
    n_words_of,
    traits_here,
    walk,
)

NOT_MIRRORED: Final = np.bool_(False)


@allocating
def found_plays(asked, trie, desk, workspace, size):
    """The best plays of the position on the desk: int64 [n, size], see in_order."""
    limit, every_way = asked[on.ASKED_LIMIT], asked[on.ASKED_EVERY_WAY] != 0
    n = walk(trie, desk, workspace)
    found = Found(workspace.found[:n], workspace.places, workspace.seen)
    groups = workspace.groups
    n_words = count_words(trie, found.numbers)
    shortlist = new_shortlist(limit, n_words)
    place_classes(desk, trie, found)
    if n_words > limit and not every_way:
        list_words(desk, trie, found, groups, shortlist)
    else:
        for i in range(find_groups(desk, trie, found.numbers, groups)):
            if every_way:
                shortlist = add_all_plays(desk, trie, groups, i, ALONE, shortlist)
            else:
                add_best_words(desk, trie, groups, i, shortlist)
    if desk[on.ABILITIES] & on.V:
        shortlist = add_pairs(desk, trie, found, every_way, workspace, shortlist)
    return in_order(shortlist, every_way, size)


@kernel
def count_words(trie, found):
    """The number of words of some classes."""
    n = NOTHING
    for i in range(len(found)):
        n += n_words_of(trie, np.int64(found[i]))
    return n


@allocating
def add_pairs(desk, trie, found, every_way, workspace, shortlist):
    """Lists the plays of two words of the classes found."""
    groups, search = workspace.groups, workspace.pairs
    begin_pairs(desk, found, lowest_score(shortlist), search)
    while next_pair(desk, trie, found, search, lowest_score(shortlist)):
        if not every_way:
            members = search.members
            n = n_words_of(trie, members[desk[on.C_MEMBER_1], on.M_CLASS])
            n *= n_words_of(trie, members[desk[on.C_MEMBER_2], on.M_CLASS])
            shortlist = with_room(shortlist, n)
            add_best_of_classes(desk, trie, groups, search, shortlist)
            continue
        first_1, end_1 = split_class(desk, trie, desk[on.C_MEMBER_1], groups, search)
        first_2, end_2 = split_class(desk, trie, desk[on.C_MEMBER_2], groups, search)
        for i in range(first_1, end_1):
            for j in range(i if first_1 == first_2 else first_2, end_2):
                one, other = by_rank(desk, groups, i, j)
                shortlist = add_all_plays(desk, trie, groups, one, other, shortlist)
    return shortlist


# Plays of one word, best first ---------------------------------------------------------------


@kernel
def place_classes(desk, trie, found):
    """Fills in the places by worth of the classes found, and which places there are."""
    numbers, places, seen = found.numbers, found.places, found.seen
    doublers = desk[on.ABILITIES] | ~TRAITS_DOUBLERS
    for place in range(len(seen)):
        seen[place] = 0
    for i in range(len(numbers)):
        place = desk[on.PLACE_BY_WORTH + (np.int64(trie.traits[numbers[i]]) & doublers)]
        places[i] = place
        seen[place] = 1
    for i in range(len(numbers), len(numbers) + on.LINE):
        places[i] = on.NO_PLACE_BY_WORTH


@kernel
def list_words(desk, trie, found, groups, shortlist):
    """Lists the best plays of one word, as many as the shortlist is limited to.

    found    the classes within reach
    groups   int64 [N_KINDS, GROUP_SIZE] at least: room for the groups of a class
    """
    most_rest = most_of_rest(desk)
    # From the classes that can be paid most to those that can be paid least.
    for first in range(0, on.N_PLACES, on.LINE):
        to_come = matching(found.seen, first, ONE)
        while to_come:
            place = first + lowest(to_come)
            to_come = drop_lowest(to_come)
            traits, least = desk[on.BY_WORTH + place], lowest_score(shortlist)
            # The bound that ends the search: no later class can reach the list.
            if desk[on.WORTH + traits] + most_rest < least:
                return
            if most_of_class(desk, traits) >= least:
                list_words_at(desk, trie, found, place, groups, shortlist)


@kernel
def list_words_at(desk, trie, found, place, groups, shortlist):
    """Lists the best plays of one word of the classes at a place by worth."""
    for first in range(0, len(found.numbers), on.LINE):
        same = matching(found.places, first, place)
        while same:
            number = np.int64(found.numbers[first + lowest(same)])
            same = drop_lowest(same)
            add_class(desk, trie, number, groups, shortlist)


@kernel
def add_class(desk, trie, number, groups, shortlist):
    """Lists the best plays of a class."""
    prefetch(trie.first_word, number)
    letters = letters_of(trie, desk, number)
    traits, least = traits_here(trie, desk, number), lowest_score(shortlist)
    if most_score(desk, letters, desk[on.WORTH + traits], desk[on.COINS + traits], least) < least:
        return
    end = add_groups(desk, trie, number, letters, groups, NOTHING)
    for group in range(end):
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
        add_words(desk, trie, groups, i, j, laid, NOT_MIRRORED, shortlist)


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
def add_best_of_classes(desk, trie, groups, search, shortlist):
    """`add_best_plays` for the two classes that next_pair has found."""
    first_1, end_1 = split_class(desk, trie, desk[on.C_MEMBER_1], groups, search)
    first_2, end_2 = split_class(desk, trie, desk[on.C_MEMBER_2], groups, search)
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
