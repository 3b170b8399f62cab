"""How many plays a position has, without building them."""

from __future__ import annotations

import numpy as np

from .bits import FIELD, FIELD_BITS, GUARD, ZERO, beyond, kernel, total
from .board import ABILITIES, COMMUNITY, HAND, N_CARDS, NONE, RACK, Case, V, set_board
from .lay import MAX_OPTIONS, list_options
from .rank import hand_range, n_extra_letters, next_between
from .walk import G_KIND, G_LENGTH, G_LETTERS, G_WORDS, GROUP_SIZE, find_groups


@kernel
def count(text, money, material, trie, rules, weights, choices):
    """The number of different plays of a position; arguments as of rank.solve."""
    board, slots = set_board(text, money, material, rules)
    case = Case(board, slots, rules, weights, choices)
    return count_plays(find_groups(trie, case), board)


@kernel
def count_plays(groups, board):
    """The number of different plays: what `rank_plays` lists in every way, without a limit."""
    options = np.empty((MAX_OPTIONS, 5), np.uint64)
    nobody = np.zeros(GROUP_SIZE, np.uint64)
    n = 0
    for i in range(len(groups)):
        ways, _ = count_ways(groups[i], nobody, board, options)
        n += ways * int(groups[i, G_WORDS])
    if int(board[ABILITIES]) & V == 0:
        return n
    extra = n_extra_letters(board)
    most_letters = int(board[N_CARDS]) + extra
    for i in range(len(groups)):
        for j in range(i, len(groups)):
            if int(groups[i, G_LENGTH] + groups[j, G_LENGTH]) > most_letters:
                continue
            both = groups[i, G_LETTERS] + groups[j, G_LETTERS]
            if int(total(beyond(both, board[RACK]))) > extra:
                continue
            ways, same = count_ways(groups[i], groups[j], board, options)
            words_1, words_2 = int(groups[i, G_WORDS]), int(groups[j, G_WORDS])
            if i != j:
                n += ways * words_1 * words_2
            else:
                # A word twice: of two ways that mirror each other only one counts.
                n += ways * (words_1 * (words_1 - 1) // 2) + (ways + same) // 2 * words_1
    return n


@kernel
def count_ways(one, two, board, options):
    """In how many ways two groups can be laid, and in how many both words are laid the same."""
    n_options = list_options(
        board, one[G_LETTERS], int(one[G_KIND]), two[G_LETTERS], int(two[G_KIND]), GUARD, ZERO,
        options,
    )  # fmt: skip
    ways = same = 0
    for at in range(n_options):
        cards_1, cards_2 = options[at, 0], options[at, 1]
        if beyond(cards_1 + cards_2, board[RACK]) != ZERO:
            continue
        alike = int(options[at, 2]) == NONE and int(options[at, 4]) == NONE
        low, high = hand_range(board[HAND], board[COMMUNITY], cards_1)
        hand = low
        while True:
            low_2, high_2 = hand_range(
                board[HAND] - hand, board[COMMUNITY] - (cards_1 - hand), cards_2
            )
            if hand != ZERO:
                ways += n_between(low_2, high_2)
                # Without a card from the hand the second word is illegal.
                if cards_2 != ZERO and low_2 == ZERO:
                    ways -= 1
                if alike and beyond(low_2, hand) == ZERO and beyond(hand, high_2) == ZERO:
                    same += 1
            if hand == high:
                break
            hand = next_between(hand, low, high)
    return ways, same


@kernel
def n_between(low, high):
    """How many multisets have every field from low to high."""
    ways = 1
    difference = high - low
    while difference != ZERO:
        ways *= int(difference & FIELD) + 1
        difference >>= FIELD_BITS
    return ways
