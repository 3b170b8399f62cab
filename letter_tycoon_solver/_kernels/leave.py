"""The worth of the cards that a play leaves, in hand and in the community, and of patents.

desk      kept_vowels, kept_others: how many of each are kept, filled in by leave_worth; kept_sums:
          the weights of the best other cards, added up, for none to MAX_KEPT of them, by best_leave
          leaves: what leave_worth has found in this position, by place: the leave or NO_LEAVE, what
          it is worth, how many vowels and how many others are kept
"""

from __future__ import annotations

from typing import Final

import numpy as np

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
    for budget in range(on.MAX_COST + 1):
        desk.best_patent[budget] = 0
    if desk.w_any_patent:
        set_best_patents(desk)
    rest = desk.rest_anywhere
    if desk.w_any_kept:
        rest += used_worth(desk, desk.community, 0)
    for length in range(on.N_LENGTHS):
        desk.rest[length] = rest
    if desk.w_any_kept:
        order_hand(desk)
        set_most_kept(desk)
        not_from_hand = desk.n_cards - desk.n_hand + n_extra_letters(desk)
        for length in range(on.N_LENGTHS):
            n_left = desk.n_hand - max(1, length - not_from_hand)
            desk.rest[length] += desk.most_kept[max(0, n_left)]


@kernel
def set_most_kept(desk):
    """Fills in most_kept."""
    for n in range(MAX_CARDS + 1):
        desk.most_kept[n] = 0
    best_leave(desk, desk.hand)
    for n in range(MAX_CARDS):
        desk.most_kept[n + 1] = max(desk.most_kept[n], desk.most_kept[n + 1])


@kernel
def set_best_patents(desk):
    """Fills in best_patent."""
    so_far = best = 0
    for budget in range(on.MAX_COST + 1):
        best = max(best, best_patent(desk, desk.budget[budget] & ~so_far))
        so_far = desk.budget[budget]
        desk.best_patent[budget] = best


@kernel
def best_patent(desk, for_sale):
    """The most that the chance to buy one of these patents is worth; 0 to buy none."""
    best = 0
    while for_sale:
        slot = lowest(for_sale) // on.FIELD_BITS
        for_sale &= for_sale - 1
        best = max(best, desk.w_patent[desk.slot_letter[slot]])
    return best


@kernel
def order_hand(desk):
    """Fills in hand_slots; ties in worth to the first letter."""
    vowels = present(desk.hand & desk.vowels)
    desk.n_vowel_slots = add_by_worth(desk, vowels, 0)
    others = present(desk.hand) & ~vowels
    desk.n_hand_slots = add_by_worth(desk, others, desk.n_vowel_slots)
    for place in range(1 << on.LEAVE_BITS):
        desk.leaves[place, L_LEAVE] = NO_LEAVE


@kernel
def add_by_worth(desk, slots, first):
    """Adds slots, given by their guards, to hand_slots from `first` on; returns where they end."""
    end = first
    while slots:
        slot = lowest(slots) // on.FIELD_BITS
        slots &= slots - 1
        letter = desk.slot_letter[slot]
        at = end
        while at > first:
            before = desk.slot_letter[desk.hand_slots[at - 1]]
            lead = desk.w_kept[before] - desk.w_kept[letter]
            if lead > 0 or (lead == 0 and before < letter):
                break
            desk.hand_slots[at] = desk.hand_slots[at - 1]
            at -= 1
        desk.hand_slots[at] = slot
        end += 1
    return end


@kernel
def leave_worth(desk, leave):
    """The most that hand cards are worth of which any may be kept, 0 for none.

    A search asks for the same leaves again and again.
    """
    place = leave * SPREAD >> 64 - on.LEAVE_BITS & (1 << on.LEAVE_BITS) - 1
    found = desk.leaves[place]
    if found[L_LEAVE] != leave:
        found[L_LEAVE], found[L_WORTH] = leave, best_leave(desk, leave)
        found[L_VOWELS], found[L_OTHERS] = desk.kept_vowels, desk.kept_others
    desk.kept_vowels, desk.kept_others = found[L_VOWELS], found[L_OTHERS]
    return found[L_WORTH]


@kernel
def best_leave(desk, leave):
    """The same as leave_worth, without its memory of earlier leaves.

    Of as many vowels and as many others the best of each are kept. Equal worth: fewer vowels, then
    fewer others. Also fills most_kept for set_most_kept; a later leave, a part of the hand, changes
    nothing there.
    """
    sums = desk.kept_sums
    n_others = sums[0] = 0
    for at in range(desk.n_vowel_slots, desk.n_hand_slots):
        slot = desk.hand_slots[at]
        for _ in range(leave >> slot * on.FIELD_BITS & on.FIELD):
            if n_others < MAX_KEPT:
                of_card = desk.w_kept[desk.slot_letter[slot]]
                sums[n_others + 1] = sums[n_others] + of_card
                n_others += 1
    best = best_with_vowels(desk, 0, 0, n_others, 0)
    n_vowels, of_vowels = 0, 0
    for at in range(desk.n_vowel_slots):
        slot = desk.hand_slots[at]
        for _ in range(leave >> slot * on.FIELD_BITS & on.FIELD):
            if n_vowels < MAX_KEPT:
                n_vowels += 1
                of_vowels += desk.w_kept[desk.slot_letter[slot]]
                best = best_with_vowels(desk, n_vowels, of_vowels, n_others, best)
    return best


@kernel
def best_with_vowels(desk, n_vowels, of_vowels, n_others, best):
    """The most with so many vowels kept, or `best`; fills in the cards kept if it is more."""
    if n_vowels == 0:
        desk.kept_vowels = desk.kept_others = 0
    most = desk.most_kept[n_vowels:]
    for others in range(n_others + 1):
        worth = desk.w_balance[n_vowels, others] + of_vowels + desk.kept_sums[others]
        most[others] = max(most[others], worth)
        if worth > best:
            best = worth
            desk.kept_vowels, desk.kept_others = n_vowels, others
    return best


@kernel
def kept_cards(desk, leave):
    """The cards of a leave that are worth most when kept; see order_hand and leave_worth."""
    leave_worth(desk, leave)
    return first_cards(desk, leave, desk.kept_vowels, desk.kept_others)


@kernel
def first_cards(desk, leave, n_vowels, n_others):
    """So many vowels and other cards of a leave, those worth most."""
    n_vowel_slots = desk.n_vowel_slots
    vowels = first_of_slots(desk, leave, 0, n_vowel_slots, n_vowels)
    return vowels + first_of_slots(desk, leave, n_vowel_slots, desk.n_hand_slots, n_others)


@kernel
def first_of_slots(desk, leave, first, end, n):
    """The first n cards of a leave that are in some of hand_slots."""
    cards = 0
    for at in range(first, end):
        shift = desk.hand_slots[at] * on.FIELD_BITS
        n_here = min(n, leave >> shift & on.FIELD)
        cards += n_here << shift
        n -= n_here
    return cards


@kernel
def kept_worth(desk, kept):
    """The worth of cards when just these are kept."""
    n_vowels = total(kept & desk.vowels)
    n_others, unit = total(kept) - n_vowels, desk.w_money // DECIMALS
    if n_vowels > MAX_KEPT or n_others > MAX_KEPT:
        return WORTH_OF_TOO_MANY * unit
    worth = desk.w_balance[n_vowels, n_others]
    if worth < LEAST_BALANCE * unit:
        return WORTH_OF_TOO_MANY * unit
    slots = present(kept)
    while slots:
        slot = lowest(slots) // on.FIELD_BITS
        slots &= slots - 1
        worth += (kept >> slot * on.FIELD_BITS & on.FIELD) * desk.w_kept[desk.slot_letter[slot]]
    return worth


@kernel
def list_ways(desk, leave, ways):
    """Lists what may be worth most when kept, best first: the best of as many vowels and others.

    Equal worth: fewer vowels, then fewer others. Where no cards matter there is one way: all stay.
    Returns how many there are; `ways` see layouts.py.
    """
    if desk.w_any_kept == 0:
        ways[0, on.WAY_KEPT] = leave
        return 1
    n_vowels, n = total(leave & desk.vowels), 0
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
    if desk.w_any_kept == 0:
        return 0
    worth = leave_worth(desk, desk.hand)
    return worth if desk.kept_vowels + desk.kept_others < desk.n_hand else 0


@kernel
def used_worth(desk, cards, least):
    """The worth of cards of the community that are used; each counts `least` at least."""
    worth = 0
    slots = present(cards)
    while slots:
        slot = lowest(slots) // on.FIELD_BITS
        slots &= slots - 1
        n = cards >> slot * on.FIELD_BITS & on.FIELD
        worth += n * max(least, desk.w_used[desk.slot_letter[slot]])
    return worth
