"""The worth of the cards that a play leaves, in hand and in the community, and of patents.

desk      K_VOWELS, K_OTHERS: how many of each are kept, filled in by leave_worth; from K_SUMS the
          weights of the best other cards, added up, for none to MAX_KEPT of them, by best_leave
          From LEAVES, what leave_worth has found in this position, by place LEAVE_SIZE entries: the
          leave or NO_LEAVE, what it is worth, how many vowels and how many others are kept
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..evaluation.ranking import NEVER
from ..evaluation.tables import DECIMALS, MAX_KEPT, MAX_WORTH, NEVER_KEPT
from ..rules.ruleset import MAX_CARDS
from . import layouts as on
from .bits import kernel, lowest, present, total
from .walk import n_extra_letters

L_LEAVE, L_WORTH, L_VOWELS, L_OTHERS = 0, 1, 2, 3
NO_LEAVE: Final = -1
SPREAD: Final = np.int64(-7046029254386353131)
"""Odd, with bits all over: the high bits of its product with a leave are a place for the leave."""
LEAST_BALANCE: Final = -round(MAX_WORTH * DECIMALS)
"""No balance is worth less, but for numbers of cards that are never kept."""
WORTH_OF_TOO_MANY: Final = round(NEVER_KEPT * DECIMALS)
"""The part of such numbers where they are kept all the same."""


@kernel
def set_rest(desk):
    """Sets the bounds for the position on the desk, and the order in which its cards are kept."""
    desk[on.BEST_PATENT : on.PLACE_BY_WORTH] = 0
    if desk[on.W_ANY_PATENT]:
        set_best_patents(desk)
    rest = desk[on.REST_ANYWHERE]
    if desk[on.W_ANY_KEPT]:
        rest += used_worth(desk, desk[on.COMMUNITY], 0)
    desk[on.REST : on.BEST_PATENT] = rest
    if desk[on.W_ANY_KEPT]:
        order_hand(desk)
        best_leave(desk, desk[on.HAND])
        for n in range(MAX_CARDS):
            desk[on.MOST_KEPT + n + 1] = max(desk[on.MOST_KEPT + n], desk[on.MOST_KEPT + n + 1])
        not_from_hand = desk[on.N_CARDS] - desk[on.N_HAND] + n_extra_letters(desk)
        for length in range(on.N_LENGTHS):
            n_left = desk[on.N_HAND] - max(1, length - not_from_hand)
            desk[on.REST + length] += desk[on.MOST_KEPT + max(0, n_left)]


@kernel
def set_best_patents(desk):
    """Fills in BEST_PATENT."""
    so_far = best = 0
    for budget in range(on.MAX_COST + 1):
        best = max(best, best_patent(desk, desk[on.BUDGET + budget] & ~so_far))
        so_far = desk[on.BUDGET + budget]
        desk[on.BEST_PATENT + budget] = best


@kernel
def best_patent(desk, for_sale):
    """The most that the chance to buy one of these patents is worth; 0 to buy none."""
    best = 0
    while for_sale:
        slot = lowest(for_sale) // on.FIELD_BITS
        for_sale &= for_sale - 1
        best = max(best, desk[on.W_PATENT + desk[on.SLOT_LETTER + slot]])
    return best


@kernel
def order_hand(desk):
    """Fills in HAND_SLOTS; ties in worth to the first letter."""
    vowels = present(desk[on.HAND] & desk[on.VOWELS])
    desk[on.N_VOWEL_SLOTS] = add_by_worth(desk, vowels, 0)
    others = present(desk[on.HAND]) & ~vowels
    desk[on.N_HAND_SLOTS] = add_by_worth(desk, others, desk[on.N_VOWEL_SLOTS])
    for place in range(1 << on.LEAVE_BITS):
        desk[on.LEAVES + place * on.LEAVE_SIZE] = NO_LEAVE


@kernel
def add_by_worth(desk, slots, first):
    """Adds slots, given by their guards, to HAND_SLOTS from `first` on; returns where they end."""
    end = first
    while slots:
        slot = lowest(slots) // on.FIELD_BITS
        slots &= slots - 1
        letter = desk[on.SLOT_LETTER + slot]
        at = end
        while at > first:
            before = desk[on.SLOT_LETTER + desk[on.HAND_SLOTS + at - 1]]
            lead = desk[on.W_KEPT + before] - desk[on.W_KEPT + letter]
            if lead > 0 or (lead == 0 and before < letter):
                break
            desk[on.HAND_SLOTS + at] = desk[on.HAND_SLOTS + at - 1]
            at -= 1
        desk[on.HAND_SLOTS + at] = slot
        end += 1
    return end


@kernel
def leave_worth(desk, leave):
    """The most that hand cards are worth of which any may be kept, 0 for none.

    A search asks for the same leaves again and again.
    """
    place = leave * SPREAD >> 64 - on.LEAVE_BITS & (1 << on.LEAVE_BITS) - 1
    at = on.LEAVES + place * on.LEAVE_SIZE
    if desk[at + L_LEAVE] != leave:
        desk[at + L_LEAVE], desk[at + L_WORTH] = leave, best_leave(desk, leave)
        desk[at + L_VOWELS] = desk[on.K_VOWELS]
        desk[at + L_OTHERS] = desk[on.K_OTHERS]
    desk[on.K_VOWELS], desk[on.K_OTHERS] = desk[at + L_VOWELS], desk[at + L_OTHERS]
    return desk[at + L_WORTH]


@kernel
def best_leave(desk, leave):
    """The same as leave_worth, without its memory of earlier leaves.

    Of as many vowels and as many others the best of each are kept. Equal worth: fewer vowels, then
    fewer others. Also fills MOST_KEPT for set_rest; a later leave, a part of the hand, changes
    nothing there.
    """
    sums = on.K_SUMS
    n_others = 0
    desk[sums] = 0
    for at in range(desk[on.N_VOWEL_SLOTS], desk[on.N_HAND_SLOTS]):
        slot = desk[on.HAND_SLOTS + at]
        for _ in range(leave >> slot * on.FIELD_BITS & on.FIELD):
            if n_others < MAX_KEPT:
                of_card = desk[on.W_KEPT + desk[on.SLOT_LETTER + slot]]
                desk[sums + n_others + 1] = desk[sums + n_others] + of_card
                n_others += 1
    best = best_with_vowels(desk, 0, 0, n_others, 0)
    n_vowels, of_vowels = 0, 0
    for at in range(desk[on.N_VOWEL_SLOTS]):
        slot = desk[on.HAND_SLOTS + at]
        for _ in range(leave >> slot * on.FIELD_BITS & on.FIELD):
            if n_vowels < MAX_KEPT:
                n_vowels += 1
                of_vowels += desk[on.W_KEPT + desk[on.SLOT_LETTER + slot]]
                best = best_with_vowels(desk, n_vowels, of_vowels, n_others, best)
    return best


@kernel
def best_with_vowels(desk, n_vowels, of_vowels, n_others, best):
    """The most with so many vowels kept, or `best`; fills K_VOWELS and K_OTHERS if it is more."""
    if n_vowels == 0:
        desk[on.K_VOWELS] = desk[on.K_OTHERS] = 0
    row, most = on.W_BALANCE + n_vowels * (MAX_KEPT + 1), on.MOST_KEPT + n_vowels
    for others in range(n_others + 1):
        worth = desk[row + others] + of_vowels + desk[on.K_SUMS + others]
        desk[most + others] = max(desk[most + others], worth)
        if worth > best:
            best = worth
            desk[on.K_VOWELS], desk[on.K_OTHERS] = n_vowels, others
    return best


@kernel
def kept_cards(desk, leave):
    """The cards of a leave that are worth most when kept; see order_hand and leave_worth."""
    leave_worth(desk, leave)
    return first_cards(desk, leave, desk[on.K_VOWELS], desk[on.K_OTHERS])


@kernel
def first_cards(desk, leave, n_vowels, n_others):
    """So many vowels and other cards of a leave, those worth most."""
    cards, n = 0, n_vowels
    for at in range(desk[on.N_HAND_SLOTS]):
        if at == desk[on.N_VOWEL_SLOTS]:
            n = n_others
        shift = desk[on.HAND_SLOTS + at] * on.FIELD_BITS
        n_here = min(n, leave >> shift & on.FIELD)
        cards += n_here << shift
        n -= n_here
    return cards


@kernel
def kept_worth(desk, kept):
    """The worth of cards when just these are kept."""
    n_vowels = total(kept & desk[on.VOWELS])
    n_others, unit = total(kept) - n_vowels, desk[on.W_MONEY] // DECIMALS
    if n_vowels > MAX_KEPT or n_others > MAX_KEPT:
        return WORTH_OF_TOO_MANY * unit
    worth = desk[on.W_BALANCE + n_vowels * (MAX_KEPT + 1) + n_others]
    if worth < LEAST_BALANCE * unit:
        return WORTH_OF_TOO_MANY * unit
    return worth + worth_of_cards(desk, kept, on.W_KEPT, NEVER)


@kernel
def list_ways(desk, leave, ways):
    """Lists what may be worth most when kept, best first: the best of as many vowels and others.

    Equal worth: fewer vowels, then fewer others. Where no cards matter there is one way: all stay.
    Returns how many there are; `ways` see layouts.py.
    """
    if desk[on.W_ANY_KEPT] == 0:
        ways[0, on.WAY_KEPT] = leave
        return 1
    n_vowels, n = total(leave & desk[on.VOWELS]), 0
    for vowels in range(n_vowels + 1):
        for others in range(total(leave) - n_vowels + 1):
            kept = first_cards(desk, leave, vowels, others)
            worth = kept_worth(desk, kept)
            at = n
            while at > 0 and ways[at - 1, on.WAY_WORTH] < worth:
                ways[at, on.WAY_KEPT] = ways[at - 1, on.WAY_KEPT]
                ways[at, on.WAY_WORTH] = ways[at - 1, on.WAY_WORTH]
                at -= 1
            ways[at, on.WAY_KEPT], ways[at, on.WAY_WORTH] = kept, worth
            n += 1
    return n


@kernel
def exchange_worth(desk):
    """The worth of the cards that an exchange keeps, if it matters; see order_hand.

    A hand that is best kept whole is exchanged whole: it would stay for ever.
    """
    if desk[on.W_ANY_KEPT] == 0:
        return 0
    worth = leave_worth(desk, desk[on.HAND])
    return worth if desk[on.K_VOWELS] + desk[on.K_OTHERS] < desk[on.N_HAND] else 0


@kernel
def used_worth(desk, cards, least):
    """The worth of cards of the community that are used; each counts `least` at least."""
    return worth_of_cards(desk, cards, on.W_USED, least)


@kernel
def worth_of_cards(desk, cards, weights, least):
    """The weights of cards added up, by letter from `weights` on; each counts `least` at least."""
    worth = 0
    slots = present(cards)
    while slots:
        slot = lowest(slots) // on.FIELD_BITS
        slots &= slots - 1
        n = cards >> slot * on.FIELD_BITS & on.FIELD
        worth += n * max(least, desk[weights + desk[on.SLOT_LETTER + slot]])
    return worth
