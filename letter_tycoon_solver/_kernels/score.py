"""What a play is worth, and the best way to lay and pay it.

outcome   int64 [OUTCOME_SIZE]: score, money, stock, doublers of word 1, doublers of word 2, hand
          cards used
plays     int64 [n, PLAY_SIZE]: the bytes of solver.PLAY_DTYPE
"""

from __future__ import annotations

from typing import Final

from .bits import (
    FIELD,
    FIELD_BITS,
    GUARD,
    GUARD_BIT,
    ONE,
    ZERO,
    U,
    beyond,
    highest,
    kernel,
    lowest,
    present,
    total,
)
from .board import (
    BUDGET,
    COINS,
    FACTOR,
    HAND,
    MAX_CHOICES,
    MAX_COST,
    MONEY,
    N_HAND,
    NONE,
    ONE_DOUBLER,
    PAYS_ROYALTY,
    STOCK,
    W_ANY_PATENT,
    W_LEAVE,
    W_MONEY,
    W_PATENT,
    W_PATENT_VALUE,
    W_ROYALTY,
    W_STOCK,
    Q,
    n_doublers,
)
from .lay import fewest_hand_cards, list_options
from .walk import G_FLAGS, G_KIND, G_LENGTH, G_LETTERS

WORST: Final = -(1 << 62)
OUTCOME_SIZE, PLAY_SIZE = 6, 6


@kernel
def score_option(case, one, two, cards, n_from_hand, outcome):
    """The best score of two groups laid with these cards, by the doublers; fills `outcome`."""
    board, rules, weights, choices = case.board, case.rules, case.weights, case.choices
    royalties = int(total(cards & board[PAYS_ROYALTY]))
    laid = weights[W_ROYALTY] * royalties + weights[W_LEAVE] * (int(board[N_HAND]) - n_from_hand)
    used = present(cards)
    length_1, length_2 = int(one[G_LENGTH]), int(two[G_LENGTH])
    which = int(one[G_FLAGS] | two[G_FLAGS] << GUARD_BIT)
    outcome[0], outcome[5] = WORST, n_from_hand
    for i in range(MAX_CHOICES):
        doublers_1, doublers_2 = choices[which, i, 0], choices[which, i, 1]
        if doublers_1 < 0:
            break
        factor_1 = rules[FACTOR + n_doublers(doublers_1)]
        factor_2 = rules[FACTOR + n_doublers(doublers_2)]
        money = rules[COINS + length_1] * factor_1 + rules[COINS + length_2] * factor_2
        stock = rules[STOCK + length_1] * factor_1 + rules[STOCK + length_2] * factor_2
        budget = min(int(board[MONEY]) + money, MAX_COST)
        for_sale = used & board[BUDGET + budget]
        score = laid + weights[W_MONEY] * money + weights[W_STOCK] * stock
        if for_sale != ZERO:
            dearest = highest(for_sale) // FIELD_BITS
            score += weights[W_PATENT_VALUE] * case.slots[1, dearest]
            if weights[W_ANY_PATENT] != 0:
                score += best_patent(case, for_sale)
        if score > outcome[0] or (score == outcome[0] and money > outcome[1]):
            outcome[0], outcome[1], outcome[2] = score, money, stock
            outcome[3], outcome[4] = doublers_1, doublers_2
    return outcome[0]


@kernel
def best_patent(case, for_sale):
    """The most that the chance to buy one of these patents is worth; 0 to buy none."""
    best = 0
    while for_sale != ZERO:
        slot = lowest(for_sale) // FIELD_BITS
        for_sale &= for_sale - ONE
        best = max(best, case.weights[W_PATENT + case.slots[0, slot]])
    return best


@kernel
def best_option(case, one, two, options, outcome, best):
    """The option with the best score for two groups, the first of equals; -1 if none is legal.

    outcome, best   two outcomes; `best` is filled
    """
    board, weights = case.board, case.weights
    always = board[PAYS_ROYALTY] if weights[W_ROYALTY] < 0 else ZERO
    if_in_hand = GUARD if weights[W_LEAVE] > 0 else ZERO
    n = list_options(
        board, one[G_LETTERS], int(one[G_KIND]), two[G_LETTERS], int(two[G_KIND]),
        always & GUARD, if_in_hand, options,
    )  # fmt: skip
    found = -1
    best[0] = WORST
    for i in range(n):
        cards_1, cards_2 = options[i, 0], options[i, 1]
        cards = cards_1 + cards_2
        n_from_hand = fewest_hand_cards(board, cards_1, cards_2)
        if n_from_hand < 0:
            continue
        if weights[W_LEAVE] < 0:
            n_from_hand = int(total(cards - beyond(cards, board[HAND])))
        score = score_option(case, one, two, cards, n_from_hand, outcome)
        if score > best[0]:
            best[:] = outcome
            found = i
    return found


@kernel
def fill_play(case, option, outcome, hand_1, hand_2, play):
    """Writes all but the words of a play."""
    board, slots, rules = case.board, case.slots, case.rules
    cards = option[0] + option[1]
    from_hand = hand_1 + hand_2
    money, stock = outcome[1], outcome[2]
    for_sale = present(cards) & board[BUDGET + min(int(board[MONEY]) + money, MAX_COST)]
    cost = slots[1, highest(for_sale) // FIELD_BITS] if for_sale != ZERO else 0
    royalties = 0
    owed = present(cards & board[PAYS_ROYALTY])
    while owed != ZERO:
        slot = lowest(owed) // FIELD_BITS
        owed &= owed - ONE
        n = int(cards >> (slot * FIELD_BITS) & FIELD)
        royalties += n << (8 * (slots[2, slot] - 2))
    duplicate = slots[0, option[2]] if option[2] != U(NONE) else NONE
    play[0] = outcome[0]
    play[2], play[3] = int(hand_1), int(hand_2)
    play[4] = money | stock << 16 | royalties << 32
    play[5] = (
        cost
        | int(board[N_HAND] - total(from_hand)) << 8
        | duplicate << 16
        | int(option[3]) << 24
        | int(option[4]) << 32
        | named_doublers(rules, outcome[3]) << 40
        | named_doublers(rules, outcome[4]) << 48
    )


@kernel
def named_doublers(rules, doublers):
    """The doublers to name: the Q card alone, or the first, where at most one applies."""
    if rules[ONE_DOUBLER] == 0 or doublers == 0:
        return doublers
    return Q if doublers & Q else doublers & -doublers


@kernel
def set_words(play, word_1, word_2):
    """Writes the numbers of the words into a play, in alphabetical order; word_2 is -1 if none."""
    play[1] = word_1 | (word_2 & 0xFFFFFFFF) << 32
    if word_2 < 0:
        play[5] |= 1 << 56
        return
    play[5] |= 2 << 56
    if word_2 < word_1:
        play[1] = word_2 | word_1 << 32
        play[2], play[3] = play[3], play[2]
        duplicate_word, suffix_word = play[5] >> 24 & 255, play[5] >> 32 & 255
        doublers_1, doublers_2 = play[5] >> 40 & 255, play[5] >> 48 & 255
        if play[5] >> 16 & 255 != NONE:
            duplicate_word = 1 - duplicate_word
        if suffix_word != NONE:
            suffix_word = 1 - suffix_word
        play[5] = (
            play[5] & ~(0xFFFFFFFF << 24)
            | duplicate_word << 24
            | suffix_word << 32
            | doublers_2 << 40
            | doublers_1 << 48
        )
