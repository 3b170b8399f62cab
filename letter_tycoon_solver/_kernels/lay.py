"""Ways to lay words: duplicate, suffix, and cards from hand and community.

desk      from OPTIONS, ways to lay two groups of words, OPTION_SIZE entries each: cards of word 1,
          cards of word 2, slot of the duplicate, its word, word of the suffix; words from 0;
          NO_EXTRA for a slot or the suffix where there is none

A play of one word is a pair whose second word has no letters.
"""

from __future__ import annotations

from ..lexicon.trie import ENDS_WITH_S
from ..rules.cards import MIN_CARDS_FOR_DUPLICATE
from .bits import (
    FIELD,
    FIELD_BITS,
    GUARD_BIT,
    NOTHING,
    beyond,
    kernel,
    lowest,
    present,
    single,
    total,
)
from .desk_layout import (
    ABILITIES,
    COMMUNITY,
    HAND,
    OPTION_SIZE,
    OPTIONS,
    RACK,
    S_UNIT,
    TURN_SCOPE,
    X,
    Z,
)
from .play_layout import NO_EXTRA
from .workspace import G_KIND, G_LETTERS

O_CARDS_1, O_CARDS_2, O_DUPLICATE, O_DUPLICATE_WORD, O_SUFFIX_WORD = 0, 1, 2, 3, 4


@kernel
def covers(from_hand, cards_1, cards_2):
    """True if each word can have one of the hand cards; cards_2 is 0 if there is one word."""
    hand = present(from_hand)
    for_1, for_2 = hand & present(cards_1), hand & present(cards_2)
    if cards_2 == 0:
        return for_1 != 0
    if for_1 == 0 or for_2 == 0:
        return False
    if for_1 != for_2 or not single(for_1):
        return True
    return total(from_hand) > 1


@kernel
def fewest_hand_cards(desk, cards_1, cards_2):
    """The fewest hand cards for the words, community cards first; -1 if one would have none.

    The cards are on the rack.
    """
    cards = cards_1 + cards_2
    forced = beyond(cards, desk[COMMUNITY])
    n = total(forced)
    if covers(forced, cards_1, cards_2):
        return n
    spare = cards - beyond(cards, desk[HAND]) - forced
    missing = n_missing(forced, spare, cards_1, cards_2)
    return n + missing if missing else -1


@kernel
def n_missing(forced, spare, cards_1, cards_2):
    """The spare cards needed for words that `forced` does not cover, counted; 0 if none help."""
    for_1, for_2 = present(spare) & present(cards_1), present(spare) & present(cards_2)
    has_1 = present(forced) & present(cards_1) != 0
    has_2 = present(forced) & present(cards_2) != 0
    if has_1 and has_2:
        # One hand card, which both words could take.
        wanted = for_1 | for_2
    elif has_1:
        wanted = for_2
    elif has_2 or cards_2 == 0:
        wanted = for_1
    else:
        is_one_letter = for_1 == for_2 and single(for_1)
        is_one_card = is_one_letter and total(spare & (for_1 - (for_1 >> GUARD_BIT))) == 1
        return 2 if for_1 and for_2 and not is_one_card else 0
    return 1 if wanted else 0


@kernel
def lay_hand(desk, cards_1, cards_2, n):
    """The n cards that come from the hand, the fewest for these words; by word.

    Community cards first. Where a hand card must be chosen, it is the lowest slot: the one with
    the cheapest patent (the rarer letter, the harder to use later), ties to the later letter.
    """
    cards = cards_1 + cards_2
    from_hand = beyond(cards, desk[COMMUNITY])
    missing = n - total(from_hand)
    if missing > 0:
        spare = cards - beyond(cards, desk[HAND]) - from_hand
        from_hand = add_hand_cards(spare, from_hand, cards_1, cards_2, missing)
    return share_hand_cards(from_hand, cards_1, cards_2)


@kernel
def lay_most_hand(desk, cards_1, cards_2):
    """Does the same as `lay_hand` for a player who wants cards to go: hand cards first."""
    cards = cards_1 + cards_2
    return share_hand_cards(cards - beyond(cards, desk[HAND]), cards_1, cards_2)


@kernel
def add_hand_cards(spare, from_hand, cards_1, cards_2, missing):
    """`from_hand` and one or two of the `spare` cards, lowest slots first, that cover the words."""
    first = present(spare)
    while first != 0:
        unit_1 = (first & -first) >> GUARD_BIT
        first &= first - 1
        with_1 = from_hand + unit_1
        if missing == 1:
            if covers(with_1, cards_1, cards_2):
                return with_1
            continue
        second = present(spare - unit_1) & ~((unit_1 << GUARD_BIT) - 1)
        while second != 0:
            unit_2 = (second & -second) >> GUARD_BIT
            second &= second - 1
            if covers(with_1 + unit_2, cards_1, cards_2):
                return with_1 + unit_2
    return from_hand


@kernel
def share_hand_cards(from_hand, cards_1, cards_2):
    """Hand cards by word: all that the first word can take, less one if the second has none."""
    hand_1 = from_hand - beyond(from_hand, cards_1)
    hand_2 = from_hand - hand_1
    if cards_2 != 0 and hand_2 == 0:
        both = present(hand_1) & present(cards_2)
        unit = (both & -both) >> GUARD_BIT
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
    unit = (below & -below) >> GUARD_BIT
    return ((cards + unit) & -unit) | (low & (unit - 1))


@kernel
def list_options(desk, groups, i, j, always, if_in_hand):
    """Every way to lay two groups with or without suffix and duplicate; returns where they end.

    always, if_in_hand   guards of the letters whose duplicate is listed though the cards would do:
                         always, or only if it saves a hand card
    """
    letters_1, letters_2 = groups[i, G_LETTERS], groups[j, G_LETTERS]
    end = add_options(desk, OPTIONS, letters_1, letters_2, NO_EXTRA, always, if_in_hand)
    if desk[ABILITIES] & Z == 0:
        return end
    kinds = (groups[i, G_KIND], groups[j, G_KIND])
    for word in range(2):
        if kinds[word] & ENDS_WITH_S:
            cards_1 = letters_1 - desk[S_UNIT] * (1 - word)
            cards_2 = letters_2 - desk[S_UNIT] * word
            end = add_options(desk, end, cards_1, cards_2, word, always, if_in_hand)
    return end


@kernel
def add_options(desk, end, cards_1, cards_2, suffix_word, always, if_in_hand):
    """The ways to lay what is no suffix: all cards if there are enough, then with a duplicate."""
    cards = cards_1 + cards_2
    excess = beyond(cards, desk[RACK])
    if excess == 0:
        end = add_option(desk, end, cards_1, cards_2, NO_EXTRA, NOTHING, suffix_word)
        twice = always | (if_in_hand & present(beyond(cards, desk[COMMUNITY])))
    elif total(excess) == 1:
        twice = present(excess)
    else:
        return end
    abilities = desk[ABILITIES]
    if abilities & X == 0:
        return end
    twice &= present(cards)
    while twice:
        guard = twice & -twice
        twice ^= guard
        slot, unit = lowest(guard) // FIELD_BITS, guard >> GUARD_BIT
        for word in range(2):
            unit_2 = unit * word
            unit_1 = unit - unit_2
            if may_duplicate(cards_1, cards_2, slot, word, abilities):
                end = add_option(
                    desk, end, cards_1 - unit_1, cards_2 - unit_2, slot, word, suffix_word
                )
    return end


@kernel
def add_option(desk, end, cards_1, cards_2, duplicate, duplicate_word, suffix_word):
    """Writes one way to lay the words."""
    desk[end + O_CARDS_1], desk[end + O_CARDS_2] = cards_1, cards_2
    desk[end + O_DUPLICATE], desk[end + O_DUPLICATE_WORD] = duplicate, duplicate_word
    desk[end + O_SUFFIX_WORD] = suffix_word
    return end + OPTION_SIZE


@kernel
def may_duplicate(cards_1, cards_2, slot, word, abilities):
    """True if the letter of a slot may be the duplicate in a word: its original, three cards."""
    shift = slot * FIELD_BITS
    cards = cards_2 if word else cards_1
    if cards >> shift & FIELD == 0:
        return False
    scope = cards_1 + cards_2 if abilities & TURN_SCOPE else cards
    return scope >> shift & FIELD > 1 and total(scope) > MIN_CARDS_FOR_DUPLICATE
