"""The worth of the cards that a play leaves, in hand and in the community, and of patents.

desk      from KEEPING, filled in by leave_worth: how many vowels and how many others are kept; the
          weights of the best other cards, added up, for none to MAX_KEPT of them, by best_leave
          From LEAVES, what leave_worth has found in this position, by place LEAVE_SIZE entries: the
          leave or NO_LEAVE, what it is worth, how many vowels and how many others are kept
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..evaluation.tables import DECIMALS, MAX_KEPT, MAX_WORTH, NEVER_KEPT
from ..rules.ruleset import MAX_CARDS
from .bits import FIELD, FIELD_BITS, kernel, lowest, present, total
from .layouts import (
    BEST_PATENT,
    BUDGET,
    COMMUNITY,
    HAND,
    HAND_SLOTS,
    KEEPING,
    LEAVE_BITS,
    LEAVE_SIZE,
    LEAVES,
    MAX_COST,
    MOST_KEPT,
    N_CARDS,
    N_HAND,
    N_HAND_SLOTS,
    N_LENGTHS,
    N_VOWEL_SLOTS,
    REST,
    REST_ANYWHERE,
    SLOT_LETTER,
    VOWELS,
    W_ANY_KEPT,
    W_ANY_PATENT,
    W_BALANCE,
    W_KEPT,
    W_MONEY,
    W_PATENT,
    W_USED,
    WAY_KEPT,
    WAY_WORTH,
)
from .walk import n_extra_letters

K_VOWELS, K_OTHERS, K_SUMS = 0, 1, 2
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
    for budget in range(MAX_COST + 1):
        desk[BEST_PATENT + budget] = 0
    if desk[W_ANY_PATENT]:
        set_best_patents(desk)
    rest = desk[REST_ANYWHERE]
    if desk[W_ANY_KEPT]:
        rest += used_worth(desk, desk[COMMUNITY], 0)
    for length in range(N_LENGTHS):
        desk[REST + length] = rest
    if desk[W_ANY_KEPT]:
        order_hand(desk)
        set_most_kept(desk)
        not_from_hand = desk[N_CARDS] - desk[N_HAND] + n_extra_letters(desk)
        for length in range(N_LENGTHS):
            n_left = desk[N_HAND] - max(1, length - not_from_hand)
            desk[REST + length] += desk[MOST_KEPT + max(0, n_left)]


@kernel
def set_most_kept(desk):
    """Fills in MOST_KEPT."""
    for n in range(MAX_CARDS + 1):
        desk[MOST_KEPT + n] = 0
    best_leave(desk, desk[HAND])
    n_others = min(MAX_KEPT, total(desk[HAND] & ~desk[VOWELS]))
    n_vowels, of_vowels = 0, 0
    raise_most_kept(desk, n_vowels, of_vowels, n_others)
    for at in range(desk[N_VOWEL_SLOTS]):
        slot = desk[HAND_SLOTS + at]
        for _ in range(desk[HAND] >> slot * FIELD_BITS & FIELD):
            if n_vowels < MAX_KEPT:
                n_vowels += 1
                of_vowels += desk[W_KEPT + desk[SLOT_LETTER + slot]]
                raise_most_kept(desk, n_vowels, of_vowels, n_others)
    for n in range(MAX_CARDS):
        desk[MOST_KEPT + n + 1] = max(desk[MOST_KEPT + n], desk[MOST_KEPT + n + 1])


@kernel
def raise_most_kept(desk, n_vowels, of_vowels, n_others):
    """Raises MOST_KEPT to what some vowels are worth with others; KEEPING has the others."""
    row, first = W_BALANCE + n_vowels * (MAX_KEPT + 1), MOST_KEPT + n_vowels
    for others in range(n_others + 1):
        worth = desk[row + others] + of_vowels + desk[KEEPING + K_SUMS + others]
        desk[first + others] = max(desk[first + others], worth)


@kernel
def set_best_patents(desk):
    """Fills in BEST_PATENT."""
    so_far = best = 0
    for budget in range(MAX_COST + 1):
        best = max(best, best_patent(desk, desk[BUDGET + budget] & ~so_far))
        so_far = desk[BUDGET + budget]
        desk[BEST_PATENT + budget] = best


@kernel
def best_patent(desk, for_sale):
    """The most that the chance to buy one of these patents is worth; 0 to buy none."""
    best = 0
    while for_sale:
        slot = lowest(for_sale) // FIELD_BITS
        for_sale &= for_sale - 1
        best = max(best, desk[W_PATENT + desk[SLOT_LETTER + slot]])
    return best


@kernel
def order_hand(desk):
    """Fills in HAND_SLOTS; ties in worth to the first letter."""
    vowels = present(desk[HAND] & desk[VOWELS])
    desk[N_VOWEL_SLOTS] = add_by_worth(desk, vowels, 0)
    desk[N_HAND_SLOTS] = add_by_worth(desk, present(desk[HAND]) & ~vowels, desk[N_VOWEL_SLOTS])
    for place in range(1 << LEAVE_BITS):
        desk[LEAVES + place * LEAVE_SIZE] = NO_LEAVE


@kernel
def add_by_worth(desk, slots, first):
    """Adds slots, given by their guards, to HAND_SLOTS from `first` on; returns where they end."""
    end = first
    while slots:
        slot = lowest(slots) // FIELD_BITS
        slots &= slots - 1
        letter = desk[SLOT_LETTER + slot]
        at = end
        while at > first:
            before = desk[SLOT_LETTER + desk[HAND_SLOTS + at - 1]]
            lead = desk[W_KEPT + before] - desk[W_KEPT + letter]
            if lead > 0 or (lead == 0 and before < letter):
                break
            desk[HAND_SLOTS + at] = desk[HAND_SLOTS + at - 1]
            at -= 1
        desk[HAND_SLOTS + at] = slot
        end += 1
    return end


@kernel
def leave_worth(desk, leave):
    """The most that hand cards are worth of which any may be kept, 0 for none; fills KEEPING.

    A search asks for the same leaves again and again.
    """
    at = LEAVES + (leave * SPREAD >> 64 - LEAVE_BITS & (1 << LEAVE_BITS) - 1) * LEAVE_SIZE
    if desk[at + L_LEAVE] != leave:
        desk[at + L_LEAVE], desk[at + L_WORTH] = leave, best_leave(desk, leave)
        desk[at + L_VOWELS] = desk[KEEPING + K_VOWELS]
        desk[at + L_OTHERS] = desk[KEEPING + K_OTHERS]
    desk[KEEPING + K_VOWELS], desk[KEEPING + K_OTHERS] = desk[at + L_VOWELS], desk[at + L_OTHERS]
    return desk[at + L_WORTH]


@kernel
def best_leave(desk, leave):
    """The worth that leave_worth tells, looked for.

    Of as many vowels and as many others the best of each are kept. Equal worth: fewer vowels, then
    fewer others.
    """
    sums = KEEPING + K_SUMS
    n_others = 0
    desk[sums] = 0
    for at in range(desk[N_VOWEL_SLOTS], desk[N_HAND_SLOTS]):
        slot = desk[HAND_SLOTS + at]
        for _ in range(leave >> slot * FIELD_BITS & FIELD):
            if n_others < MAX_KEPT:
                of_card = desk[W_KEPT + desk[SLOT_LETTER + slot]]
                desk[sums + n_others + 1] = desk[sums + n_others] + of_card
                n_others += 1
    best = best_with_vowels(desk, 0, 0, n_others, 0)
    n_vowels, of_vowels = 0, 0
    for at in range(desk[N_VOWEL_SLOTS]):
        slot = desk[HAND_SLOTS + at]
        for _ in range(leave >> slot * FIELD_BITS & FIELD):
            if n_vowels < MAX_KEPT:
                n_vowels += 1
                of_vowels += desk[W_KEPT + desk[SLOT_LETTER + slot]]
                best = best_with_vowels(desk, n_vowels, of_vowels, n_others, best)
    return best


@kernel
def best_with_vowels(desk, n_vowels, of_vowels, n_others, best):
    """The most with so many vowels kept, or `best`; fills KEEPING if it is more."""
    if n_vowels == 0:
        desk[KEEPING + K_VOWELS] = desk[KEEPING + K_OTHERS] = 0
    row = W_BALANCE + n_vowels * (MAX_KEPT + 1)
    for others in range(n_others + 1):
        worth = desk[row + others] + of_vowels + desk[KEEPING + K_SUMS + others]
        if worth > best:
            best = worth
            desk[KEEPING + K_VOWELS], desk[KEEPING + K_OTHERS] = n_vowels, others
    return best


@kernel
def kept_cards(desk, leave):
    """The cards of a leave that are worth most when kept; see order_hand and leave_worth."""
    leave_worth(desk, leave)
    return first_cards(desk, leave, desk[KEEPING + K_VOWELS], desk[KEEPING + K_OTHERS])


@kernel
def first_cards(desk, leave, n_vowels, n_others):
    """So many vowels and other cards of a leave, those worth most."""
    n_vowel_slots = desk[N_VOWEL_SLOTS]
    vowels = first_of_slots(desk, leave, 0, n_vowel_slots, n_vowels)
    return vowels + first_of_slots(desk, leave, n_vowel_slots, desk[N_HAND_SLOTS], n_others)


@kernel
def first_of_slots(desk, leave, first, end, n):
    """The first n cards of a leave that are in some of HAND_SLOTS."""
    cards = 0
    for at in range(first, end):
        shift = desk[HAND_SLOTS + at] * FIELD_BITS
        n_here = min(n, leave >> shift & FIELD)
        cards += n_here << shift
        n -= n_here
    return cards


@kernel
def kept_worth(desk, kept):
    """The worth of cards when just these are kept."""
    n_vowels = total(kept & desk[VOWELS])
    n_others, unit = total(kept) - n_vowels, desk[W_MONEY] // DECIMALS
    if n_vowels > MAX_KEPT or n_others > MAX_KEPT:
        return WORTH_OF_TOO_MANY * unit
    worth = desk[W_BALANCE + n_vowels * (MAX_KEPT + 1) + n_others]
    if worth < LEAST_BALANCE * unit:
        return WORTH_OF_TOO_MANY * unit
    slots = present(kept)
    while slots:
        slot = lowest(slots) // FIELD_BITS
        slots &= slots - 1
        worth += (kept >> slot * FIELD_BITS & FIELD) * desk[W_KEPT + desk[SLOT_LETTER + slot]]
    return worth


@kernel
def list_ways(desk, leave, ways):
    """Lists what may be worth most when kept, best first: the best of as many vowels and others.

    Equal worth: fewer vowels, then fewer others. Where no cards matter there is one way: all stay.
    Returns how many there are; `ways` see layouts.py.
    """
    if desk[W_ANY_KEPT] == 0:
        ways[0, WAY_KEPT] = leave
        return 1
    n_vowels, n = total(leave & desk[VOWELS]), 0
    for vowels in range(n_vowels + 1):
        for others in range(total(leave) - n_vowels + 1):
            kept = first_cards(desk, leave, vowels, others)
            worth = kept_worth(desk, kept)
            at = n
            while at > 0 and ways[at - 1, WAY_WORTH] < worth:
                ways[at, WAY_KEPT] = ways[at - 1, WAY_KEPT]
                ways[at, WAY_WORTH] = ways[at - 1, WAY_WORTH]
                at -= 1
            ways[at, WAY_KEPT], ways[at, WAY_WORTH] = kept, worth
            n += 1
    return n


@kernel
def exchange_worth(desk):
    """The worth of the cards that an exchange keeps, if it matters; see order_hand.

    A hand that is best kept whole is exchanged whole: it would stay for ever.
    """
    if desk[W_ANY_KEPT] == 0:
        return 0
    worth = leave_worth(desk, desk[HAND])
    return worth if desk[KEEPING + K_VOWELS] + desk[KEEPING + K_OTHERS] < desk[N_HAND] else 0


@kernel
def used_worth(desk, cards, least):
    """The worth of cards of the community that are used; each counts `least` at least."""
    worth = 0
    slots = present(cards)
    while slots:
        slot = lowest(slots) // FIELD_BITS
        slots &= slots - 1
        n = cards >> slot * FIELD_BITS & FIELD
        worth += n * max(least, desk[W_USED + desk[SLOT_LETTER + slot]])
    return worth
