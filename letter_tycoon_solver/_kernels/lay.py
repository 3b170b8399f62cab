"""How words can be laid: duplicate, suffix, and cards from hand and community.

options   uint64 [MAX_OPTIONS, 5]: cards of word 1, cards of word 2, slot of the duplicate or NONE,
          its word, word of the suffix or NONE; words from 0

A play of one word is a pair whose second word has no letters.
"""

from __future__ import annotations

from typing import Final

from .bits import (
    FIELD,
    FIELD_BITS,
    GUARD_BIT,
    N_SLOTS,
    ONE,
    THREE,
    TWO,
    ZERO,
    U,
    beyond,
    kernel,
    lowest,
    present,
    single,
    total,
)
from .board import ABILITIES, COMMUNITY, HAND, NONE, RACK, S_UNIT, TURN_SCOPE, X, Z

ENDS_WITH_S: Final = 2
MAX_OPTIONS: Final = 3 * (1 + 2 * N_SLOTS)


@kernel
def covers(from_hand, cards_1, cards_2):
    """Whether each word can have one of the hand cards; cards_2 is 0 if there is one word."""
    hand = present(from_hand)
    for_1, for_2 = hand & present(cards_1), hand & present(cards_2)
    if cards_2 == ZERO:
        return for_1 != ZERO
    if for_1 == ZERO or for_2 == ZERO:
        return False
    if for_1 != for_2 or not single(for_1):
        return True
    return total(from_hand) > ONE


@kernel
def fewest_hand_cards(board, cards_1, cards_2):
    """How many hand cards the words need, community cards first; -1 if they can't be laid."""
    cards = cards_1 + cards_2
    if beyond(cards, board[RACK]) != ZERO:
        return -1
    forced = beyond(cards, board[COMMUNITY])
    n = int(total(forced))
    if covers(forced, cards_1, cards_2):
        return n
    takes = cards - beyond(cards, board[HAND])
    spare = present(takes - forced)
    for_1, for_2 = spare & present(cards_1), spare & present(cards_2)
    if cards_2 == ZERO:
        return n + 1 if for_1 != ZERO else -1
    has_1 = present(forced) & present(cards_1) != ZERO
    has_2 = present(forced) & present(cards_2) != ZERO
    if has_1 and has_2:
        return n + 1 if spare != ZERO else -1
    if has_1:
        return n + 1 if for_2 != ZERO else -1
    if has_2:
        return n + 1 if for_1 != ZERO else -1
    if for_1 == ZERO or for_2 == ZERO:
        return -1
    if for_1 == for_2 and single(for_1) and total(takes & (for_1 - (for_1 >> GUARD_BIT))) < TWO:
        return -1
    return n + 2


@kernel
def lay_hand(board, cards_1, cards_2, n):
    """Which n cards come from the hand, the fewest for these words; by word.

    Community cards first. Where a hand card must be chosen, it is the lowest slot: the one with
    the cheapest patent (the rarer letter, the harder to use later), ties to the later letter.
    """
    cards = cards_1 + cards_2
    from_hand = beyond(cards, board[COMMUNITY])
    missing = n - int(total(from_hand))
    if missing > 0:
        spare = cards - beyond(cards, board[HAND]) - from_hand
        from_hand = add_hand_cards(spare, from_hand, cards_1, cards_2, missing)
    return share_hand_cards(from_hand, cards_1, cards_2)


@kernel
def lay_most_hand(board, cards_1, cards_2):
    """As `lay_hand` for a player who wants cards to go: hand cards first."""
    cards = cards_1 + cards_2
    return share_hand_cards(cards - beyond(cards, board[HAND]), cards_1, cards_2)


@kernel
def add_hand_cards(spare, from_hand, cards_1, cards_2, missing):
    """`from_hand` with one or two of the `spare` cards, lowest slots first, that cover the words."""
    first = present(spare)
    while first != ZERO:
        unit_1 = (first & (~first + ONE)) >> GUARD_BIT
        first &= first - ONE
        with_1 = from_hand + unit_1
        if missing == 1:
            if covers(with_1, cards_1, cards_2):
                return with_1
            continue
        second = present(spare - unit_1) & ~((unit_1 << GUARD_BIT) - ONE)
        while second != ZERO:
            unit_2 = (second & (~second + ONE)) >> GUARD_BIT
            second &= second - ONE
            if covers(with_1 + unit_2, cards_1, cards_2):
                return with_1 + unit_2
    return from_hand


@kernel
def share_hand_cards(from_hand, cards_1, cards_2):
    """Hand cards by word: all that the first word can take, less one if the second has none."""
    hand_1 = from_hand - beyond(from_hand, cards_1)
    hand_2 = from_hand - hand_1
    if cards_2 != ZERO and hand_2 == ZERO:
        both = present(hand_1) & present(cards_2)
        unit = (both & (~both + ONE)) >> GUARD_BIT
        hand_1 -= unit
        hand_2 += unit
    return hand_1, hand_2


@kernel
def list_options(board, letters_1, kind_1, letters_2, kind_2, always, if_in_hand, options):
    """Every way to lay the letters with or without suffix and duplicate; returns how many.

    always, if_in_hand    guards of the letters whose duplicate is listed though the cards would
                          do: always, or only if it saves a hand card
    options               uint64 [n, 5]: cards of word 1, of word 2, slot of the duplicate or NONE,
                          its word, word of the suffix or NONE (words from 0)
    """
    abilities = int(board[ABILITIES])
    n = 0
    for suffix in range(-1, 2):
        cards_1, cards_2 = letters_1, letters_2
        if suffix == 0:
            if abilities & Z == 0 or kind_1 & ENDS_WITH_S == 0:
                continue
            cards_1 -= board[S_UNIT]
        elif suffix == 1:
            if abilities & Z == 0 or kind_2 & ENDS_WITH_S == 0:
                continue
            cards_2 -= board[S_UNIT]
        suffix_word = U(suffix) if suffix >= 0 else U(NONE)
        cards = cards_1 + cards_2
        excess = beyond(cards, board[RACK])
        if excess == ZERO:
            options[n, 0], options[n, 1] = cards_1, cards_2
            options[n, 2], options[n, 3], options[n, 4] = U(NONE), ZERO, suffix_word
            n += 1
            twice = always | (if_in_hand & present(beyond(cards, board[COMMUNITY])))
        elif total(excess) == ONE:
            twice = present(excess)
        else:
            continue
        if abilities & X == 0:
            continue
        twice &= present(cards)
        in_turn = abilities & TURN_SCOPE != 0
        while twice != ZERO:
            guard = twice & (~twice + ONE)
            twice ^= guard
            slot = lowest(guard) // FIELD_BITS
            for word in range(2):
                if may_duplicate(cards_1, cards_2, slot, word, in_turn):
                    unit = guard >> GUARD_BIT
                    options[n, 0] = cards_1 - unit if word == 0 else cards_1
                    options[n, 1] = cards_2 - unit if word == 1 else cards_2
                    options[n, 2], options[n, 3], options[n, 4] = slot, U(word), suffix_word
                    n += 1
    return n


@kernel
def may_duplicate(cards_1, cards_2, slot, word, in_turn):
    """Whether the letter of a slot may be the duplicate in a word: its original, three cards."""
    shift = slot * FIELD_BITS
    mine = cards_1 if word == 0 else cards_2
    if mine >> shift & FIELD == ZERO:
        return False
    scope = cards_1 + cards_2 if in_turn else mine
    return scope >> shift & FIELD >= TWO and total(scope) > THREE
