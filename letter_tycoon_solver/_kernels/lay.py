"""Ways to lay words: duplicate, suffix, and cards from hand and community.

desk      from OPTIONS, ways to lay two groups of words, OPTION_SIZE entries each: cards of word 1,
          cards of word 2, slot of the duplicate, its word, word of the suffix; words from 0;
          NO_EXTRA for a slot or the suffix where there is none. Filled in later: the cards from the
          hand; score and doublers, see score.py

A play of one word has no second group, see ALONE, and no cards of a second word.
"""

from __future__ import annotations

from typing import Final

from ..lexicon.trie import ENDS_WITH_S
from ..rules.cards import MIN_CARDS_FOR_DUPLICATE
from . import layouts as on
from .bits import ONE, beyond, inlined, kernel, lowest, present, several, total

ALONE: Final = -1
"""In the place of the second of two groups: there is one word."""


@kernel
def of_second(groups, j, column):
    """A column of the second of two groups; 0 if it is ALONE."""
    return 0 if j == ALONE else groups[j, column]


@kernel
def covers(from_hand, cards_1, cards_2):
    """True if each word can have one of the hand cards; cards_2 is 0 if there is one word."""
    hand = present(from_hand)
    for_1, for_2 = hand & present(cards_1), hand & present(cards_2)
    if cards_2 == 0:
        return for_1 != 0
    if for_1 == 0 or for_2 == 0:
        return False
    are_several = for_1 != for_2 or for_1 & (for_1 - 1) != 0
    return are_several or total(from_hand) > 1


@kernel
def fewest_hand_cards(desk, cards_1, cards_2):
    """The fewest hand cards for the words, community cards first; 0 if a word would have none.

    Where a hand card must be chosen, it is the lowest slot: the one with the cheapest patent (the
    rarer letter, the harder to use later), ties to the later letter. The cards are on the rack.
    """
    cards = cards_1 + cards_2
    forced = beyond(cards, desk[on.COMMUNITY])
    if covers(forced, cards_1, cards_2):
        return forced
    spare = cards - beyond(cards, desk[on.HAND]) - forced
    from_hand = with_one_more(forced, spare, cards_1, cards_2)
    first = present(spare)
    while first and from_hand == 0:
        unit = (first & -first) >> on.GUARD_BIT
        first &= first - 1
        from_hand = with_one_more(forced + unit, spare - unit, cards_1, cards_2)
    return from_hand


@kernel
def with_one_more(from_hand, spare, cards_1, cards_2):
    """Hand cards with the lowest `spare` one with which they cover the words; 0 if none does."""
    slots = present(spare)
    while slots:
        more = from_hand + ((slots & -slots) >> on.GUARD_BIT)
        slots &= slots - 1
        if covers(more, cards_1, cards_2):
            return more
    return 0


@kernel
def share_hand_cards(from_hand, cards_1, cards_2):
    """Hand cards by word: all that the first word can take, less one if the second has none."""
    hand_1 = from_hand - beyond(from_hand, cards_1)
    hand_2 = from_hand - hand_1
    if cards_2 != 0 and hand_2 == 0:
        both = present(hand_1) & present(cards_2)
        unit = (both & -both) >> on.GUARD_BIT
        hand_1 -= unit
        hand_2 += unit
    return hand_1, hand_2


@kernel
def hand_range(hand, community, cards):
    """The fewest and the most hand cards for these cards, by field."""
    return beyond(cards, community), cards - beyond(cards, hand)


@kernel
def next_between(cards, low, high):
    """The next multiset with every field from low to high; `cards` is not `high`."""
    below = present(high - cards)
    unit = (below & -below) >> on.GUARD_BIT
    return ((cards + unit) & -unit) | (low & (unit - 1))


@inlined
def list_options(desk, groups, i, j, unneeded):
    """Every way to lay two groups with or without suffix and duplicate; returns where they end.

    unneeded   guards of the letters whose duplicate is listed though the cards would do; where
               cards left count, also if it saves a hand card
    """
    letters_1, letters_2 = groups[i, on.G_LETTERS], of_second(groups, j, on.G_LETTERS)
    end = add_options(desk, on.OPTIONS, letters_1, letters_2, on.NO_EXTRA, unneeded)
    if desk[on.ABILITIES] & on.Z == 0:
        return end
    if groups[i, on.G_KIND] & ENDS_WITH_S:
        end = add_options(desk, end, letters_1 - desk[on.S_UNIT], letters_2, 0, unneeded)
    if of_second(groups, j, on.G_KIND) & ENDS_WITH_S:
        end = add_options(desk, end, letters_1, letters_2 - desk[on.S_UNIT], 1, unneeded)
    return end


@inlined
def add_options(desk, end, cards_1, cards_2, suffix_word, unneeded):
    """The ways to lay what is no suffix: all cards if there are enough, then with a duplicate."""
    cards, abilities = cards_1 + cards_2, desk[on.ABILITIES]
    excess = beyond(cards, desk[on.RACK])
    twice = present(excess)
    if excess == 0:
        end = add_option(desk, end, cards_1, cards_2, on.NO_EXTRA, 0, suffix_word)
        twice = unneeded
        if desk[on.W_LEAVE] > 0:
            twice |= present(beyond(cards, desk[on.COMMUNITY]))
    elif total(excess) > 1:
        return end
    if abilities & on.X == 0:
        return end
    twice_1 = twice & may_be_twice(cards_1, cards if abilities & on.TURN_SCOPE else cards_1)
    twice_2 = twice & may_be_twice(cards_2, cards if abilities & on.TURN_SCOPE else cards_2)
    while twice_1 | twice_2:
        slot = lowest(twice_1 | twice_2) // on.FIELD_BITS
        unit = ONE << slot * on.FIELD_BITS
        guard = unit << on.GUARD_BIT
        if twice_1 & guard:
            end = add_option(desk, end, cards_1 - unit, cards_2, slot, 0, suffix_word)
        if twice_2 & guard:
            end = add_option(desk, end, cards_1, cards_2 - unit, slot, 1, suffix_word)
        twice_1, twice_2 = twice_1 & ~guard, twice_2 & ~guard
    return end


@kernel
def may_be_twice(cards, scope):
    """The letters of some cards that may be the duplicate: its original in the scope, three cards.

    The cards, and what is in the scope, are with the duplicate.
    """
    return present(cards) & several(scope) if total(scope) > MIN_CARDS_FOR_DUPLICATE else 0


@kernel
def add_option(desk, end, cards_1, cards_2, duplicate, duplicate_word, suffix_word):
    """Writes one way to lay the words."""
    desk[end + on.O_CARDS_1], desk[end + on.O_CARDS_2] = cards_1, cards_2
    desk[end + on.O_DUPLICATE], desk[end + on.O_DUPLICATE_WORD] = duplicate, duplicate_word
    desk[end + on.O_SUFFIX_WORD] = suffix_word
    return end + on.OPTION_SIZE
