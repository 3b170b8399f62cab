"""The best plays of a position: every word, every pair of words, each as often as asked.

pairs of groups are tried from the best down, so that a bound can end the search once `limit`
plays are kept; what a pair could earn is weighed before how its cards could be laid.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from .bits import GUARD, GUARD_BIT, ONE, ZERO, beyond, kernel, present, total
from .board import (
    ABILITIES,
    COINS,
    COMMUNITY,
    FACTOR,
    HAND,
    MAX_CHOICES,
    MAX_COST,
    N_CARDS,
    N_HAND,
    NONE,
    PAYS_ROYALTY,
    RACK,
    STOCK,
    W_LEAVE,
    W_MONEY,
    W_PATENT,
    W_PATENT_VALUE,
    W_ROYALTY,
    W_STOCK,
    WEIGHTS_SIZE,
    Case,
    V,
    X,
    Z,
    n_doublers,
    set_board,
)
from .lay import MAX_OPTIONS, lay_hand, lay_most_hand, list_options
from .score import (
    OUTCOME_SIZE,
    PLAY_SIZE,
    WORST,
    best_option,
    fill_play,
    score_option,
    set_words,
)
from .walk import (
    G_BOUND,
    G_FLAGS,
    G_KIND,
    G_LENGTH,
    G_LETTERS,
    G_NODE,
    GROUP_SIZE,
    KIND,
    find_groups,
)

WORD_SHIFT: Final = 2
FIRST_ROOM: Final = 1024


class Shortlist(NamedTuple):
    """The plays kept so far.

    plays   int64 [room, PLAY_SIZE]
    heap    int64 [room]: once the list is full, rows of plays, a heap with the last in rank on top
    size    int64 [2]: how many plays, how many at most
    """

    plays: Any
    heap: Any
    size: Any


@kernel
def sort_groups(groups):
    """Groups by falling bound, as a new array. Shell sort: small, and the same on every machine."""
    n = len(groups)
    order = np.arange(n)
    gap = n // 2
    while gap > 0:
        for i in range(gap, n):
            moving = order[i]
            bound = int(groups[moving, G_BOUND])
            j = i
            while j >= gap and int(groups[order[j - gap], G_BOUND]) < bound:
                order[j] = order[j - gap]
                j -= gap
            order[j] = moving
        gap = gap * 5 // 11 if gap > 2 else gap - 1
    return groups[order]


@kernel
def solve(text, money, material, trie, rules, weights, choices, limit, every_way):
    """The plays of a position, `board` and `slots`; see set_board and rank_plays."""
    board, slots = set_board(text, money, material, rules)
    case = Case(board, slots, rules, weights, choices)
    groups = find_groups(trie, case)
    return rank_plays(groups, trie, case, limit, every_way), slots


@kernel
def rank_plays(groups, trie, case, limit, every_way):
    """The `limit` best plays, unsorted: plays.

    every_way   False: each word or pair of words laid in its best way; True: in every way
    """
    desk = np.empty((MAX_OPTIONS, 5), np.uint64)
    kept = new_shortlist(limit)
    nobody = np.zeros(GROUP_SIZE, np.uint64)
    for i in range(len(groups)):
        kept = add_plays(groups[i], nobody, trie, case, every_way, desk, kept)
    if int(case.board[ABILITIES]) & V:
        kept = add_pairs(sort_groups(groups), trie, case, every_way, desk, kept)
    return kept.plays[: kept.size[0]]


@kernel
def add_pairs(groups, trie, case, every_way, desk, kept):
    """Keeps the plays of two words; `groups` by falling bound."""
    board = case.board
    letters = groups[:, G_LETTERS].copy()
    lengths = groups[:, G_LENGTH].astype(np.int64)
    bounds = groups[:, G_BOUND].astype(np.int64)
    extra = n_extra_letters(board)
    most_letters = int(board[N_CARDS]) + extra
    rest = most_of_the_rest(case)
    for i in range(len(groups)):
        if 2 * bounds[i] + rest < lowest_score(kept):
            break
        for j in range(i, len(groups)):
            least = lowest_score(kept)
            if bounds[i] + bounds[j] + rest < least:
                break
            if lengths[i] + lengths[j] > most_letters:
                continue
            both = letters[i] + letters[j]
            if int(total(beyond(both, board[RACK]))) > extra:
                continue
            if least > WORST:
                owed = royalty_bound(case, both, extra)
                if most_pay(case, groups[i], groups[j]) + rest + owed < least:
                    continue
            kept = add_plays(groups[i], groups[j], trie, case, every_way, desk, kept)
    return kept


@kernel
def n_extra_letters(board):
    """How many letters may be no cards: the duplicate and the suffix."""
    abilities = int(board[ABILITIES])
    return (1 if abilities & X else 0) + (1 if abilities & Z else 0)


@kernel
def most_of_the_rest(case):
    """No less than what all but coins and stock can add to a score."""
    weights = case.weights
    most = max(0, weights[W_PATENT_VALUE] * MAX_COST)
    most += max(0, weights[W_ROYALTY] * int(case.board[N_CARDS]))
    most += max(0, weights[W_LEAVE] * int(case.board[N_HAND]))
    best_patent = 0
    for at in range(W_PATENT, WEIGHTS_SIZE):
        best_patent = max(best_patent, weights[at])
    return most + best_patent


@kernel
def royalty_bound(case, letters, extra):
    """No less than what the royalties of these letters add to a score, where that is negative."""
    owed = int(total(letters & case.board[PAYS_ROYALTY])) - extra
    return min(0, case.weights[W_ROYALTY]) * max(0, owed)


@kernel
def most_pay(case, one, two):
    """What coins and stock of two groups add to a score at most."""
    rules, choices = case.rules, case.choices
    which = int(one[G_FLAGS] | two[G_FLAGS] << GUARD_BIT)
    length_1, length_2 = int(one[G_LENGTH]), int(two[G_LENGTH])
    most = WORST
    for i in range(MAX_CHOICES):
        if choices[which, i, 0] < 0:
            break
        factor_1 = rules[FACTOR + n_doublers(choices[which, i, 0])]
        factor_2 = rules[FACTOR + n_doublers(choices[which, i, 1])]
        money = rules[COINS + length_1] * factor_1 + rules[COINS + length_2] * factor_2
        stock = rules[STOCK + length_1] * factor_1 + rules[STOCK + length_2] * factor_2
        most = max(most, case.weights[W_MONEY] * money + case.weights[W_STOCK] * stock)
    return most


# Plays of two groups -------------------------------------------------------------------------


@kernel
def add_plays(one, two, trie, case, every_way, desk, kept):
    """Keeps the plays with a word of each group; `two` is all zero for plays of one word."""
    outcome = np.empty(OUTCOME_SIZE, np.int64)
    best = np.empty(OUTCOME_SIZE, np.int64)
    found = best_option(case, one, two, desk, outcome, best)
    if found < 0 or best[0] < lowest_score(kept):
        return kept
    if not every_way:
        option = desk[found]
        if case.weights[W_LEAVE] < 0:
            hand_1, hand_2 = lay_most_hand(case.board, option[0], option[1])
        else:
            hand_1, hand_2 = lay_hand(case.board, option[0], option[1], best[5])
        play = np.empty(PLAY_SIZE, np.int64)
        fill_play(case, option, best, hand_1, hand_2, play)
        return add_words(one, two, trie, play, False, kept)
    kind_1, kind_2 = int(one[G_KIND]), int(two[G_KIND])
    n = list_options(
        case.board, one[G_LETTERS], kind_1, two[G_LETTERS], kind_2, GUARD, ZERO, desk
    )
    for at in range(n):
        kept = add_splits(one, two, trie, case, desk[at], kept)
    return kept


@kernel
def add_splits(one, two, trie, case, option, kept):
    """Keeps the plays of an option for every split of its cards over hand and community."""
    outcome = np.empty(OUTCOME_SIZE, np.int64)
    play = np.empty(PLAY_SIZE, np.int64)
    board = case.board
    cards_1, cards_2 = option[0], option[1]
    cards = cards_1 + cards_2
    if beyond(cards, board[RACK]) != ZERO:
        return kept
    low_1, high_1 = hand_range(board[HAND], board[COMMUNITY], cards_1)
    hand_1 = low_1
    while True:
        hand_left, community_left = board[HAND] - hand_1, board[COMMUNITY] - (cards_1 - hand_1)
        low_2, high_2 = hand_range(hand_left, community_left, cards_2)
        hand_2 = low_2
        while hand_1 != ZERO:
            if cards_2 == ZERO or hand_2 != ZERO:
                n_from_hand = int(total(hand_1 + hand_2))
                score_option(case, one, two, cards, n_from_hand, outcome)
                fill_play(case, option, outcome, hand_1, hand_2, play)
                mirrored = is_mirror(one, two, option, hand_1, hand_2)
                kept = add_words(one, two, trie, play, mirrored, kept)
            if hand_2 == high_2:
                break
            hand_2 = next_between(hand_2, low_2, high_2)
        if hand_1 == high_1:
            return kept
        hand_1 = next_between(hand_1, low_1, high_1)


@kernel
def hand_range(hand, community, cards):
    """The fewest and the most hand cards for these cards, by field."""
    return beyond(cards, community), cards - beyond(cards, hand)


@kernel
def next_between(cards, low, high):
    """The next multiset with every field from low to high; `cards` is not `high`."""
    below = present(high - cards)
    unit = (below & (~below + ONE)) >> GUARD_BIT
    lower_fields = unit - ONE
    return ((cards + unit) & ~lower_fields) | (low & lower_fields)


@kernel
def is_mirror(one, two, option, hand_1, hand_2):
    """Whether the same word twice, laid so, is another way round what is listed already."""
    if one[G_NODE] != two[G_NODE] or one[G_KIND] != two[G_KIND]:
        return False
    if option[0] != option[1]:
        return option[0] < option[1]
    if hand_1 != hand_2:
        return hand_1 < hand_2
    # An S can be the duplicate in one word and the suffix in the other.
    return int(option[2]) != NONE and option[3] == ONE


@kernel
def add_words(one, two, trie, play, mirrored, kept):
    """Keeps a play for each word of one group, or each pair of words of two."""
    first_word, words = trie.first_word, trie.words
    node, kind = int(one[G_NODE]), int(one[G_KIND])
    node_2, kind_2 = int(two[G_NODE]), int(two[G_KIND])
    one_word = two[G_LENGTH] == ZERO
    same = node == node_2 and kind == kind_2 and not one_word
    row = np.empty(PLAY_SIZE, np.int64)
    for at in range(first_word[node], first_word[node + 1]):
        if int(words[at]) & KIND != kind:
            continue
        word = int(words[at]) >> WORD_SHIFT
        if one_word:
            row[:] = play
            set_words(row, word, -1)
            kept = keep(kept, row)
            continue
        for other in range(at if same else first_word[node_2], first_word[node_2 + 1]):
            if int(words[other]) & KIND != kind_2 or (mirrored and other == at):
                continue
            row[:] = play
            set_words(row, word, int(words[other]) >> WORD_SHIFT)
            kept = keep(kept, row)
    return kept


# The best so far -----------------------------------------------------------------------------


@kernel
def is_before(a, b):
    """Whether play a ranks before b: score, then the words in alphabetical order, then the rest."""
    if a[0] != b[0]:
        return a[0] > b[0]
    word_a, word_b = a[1] & 0xFFFFFFFF, b[1] & 0xFFFFFFFF
    if word_a != word_b:
        return word_a < word_b
    if a[1] != b[1]:
        # The number of a second word that is not there is -1: one word comes first.
        return a[1] >> 32 < b[1] >> 32
    for at in (5, 2, 3):
        if a[at] != b[at]:
            return a[at] < b[at]
    return False


@kernel
def new_shortlist(limit):
    """Room for the `limit` best plays, a positive number."""
    room = min(limit, FIRST_ROOM)
    size = np.zeros(2, np.int64)
    size[1] = limit
    return Shortlist(np.empty((room, PLAY_SIZE), np.int64), np.empty(room, np.int64), size)


@kernel
def lowest_score(kept):
    """The score below which a play need not be looked at."""
    return kept.plays[kept.heap[0], 0] if kept.size[0] == kept.size[1] else WORST


@kernel
def keep(kept, play):
    """The shortlist with a play, if there is room or in the place of the last in rank."""
    n, limit = kept.size[0], kept.size[1]
    if n == limit:
        if is_before(play, kept.plays[kept.heap[0]]):
            kept.plays[kept.heap[0]] = play
            sink(kept, 0)
        return kept
    if n == len(kept.plays):
        room = min(2 * n, limit)
        plays = np.empty((room, PLAY_SIZE), np.int64)
        plays[:n] = kept.plays
        kept = Shortlist(plays, np.empty(room, np.int64), kept.size)
    kept.plays[n] = play
    kept.size[0] = n + 1
    if n + 1 == limit:
        for at in range(limit):
            kept.heap[at] = at
        for at in range(limit // 2 - 1, -1, -1):
            sink(kept, at)
    return kept


@kernel
def sink(kept, at):
    """Moves an entry of the heap down to where it belongs."""
    plays, heap, n = kept.plays, kept.heap, kept.size[0]
    moving = heap[at]
    while 2 * at + 1 < n:
        child = 2 * at + 1
        if child + 1 < n and is_before(plays[heap[child]], plays[heap[child + 1]]):
            child += 1
        if not is_before(plays[moving], plays[heap[child]]):
            break
        heap[at] = heap[child]
        at = child
    heap[at] = moving
