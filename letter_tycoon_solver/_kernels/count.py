"""The number of plays of a position, without building them."""

from __future__ import annotations

from .bits import FIELD, FIELD_BITS, GUARD, allocating, beyond, entry, kernel, total
from .desk import set_desk_of_text
from .desk_layout import (
    ABILITIES,
    ASKED_MONEY,
    COMMUNITY,
    HAND,
    N_CARDS,
    OPTION_SIZE,
    OPTIONS,
    RACK,
    V,
)
from .lay import (
    ALONE,
    O_CARDS_1,
    O_CARDS_2,
    O_DUPLICATE,
    O_SUFFIX_WORD,
    hand_range,
    list_options,
    next_between,
)
from .play_layout import NO_EXTRA
from .walk import find_classes, find_groups, n_extra_letters
from .workspace import G_LENGTH, G_LETTERS, G_WORDS


@entry
def count(asked, text, material, trie, desk):
    """The number of plays that search_one.solve lists in every way; same arguments, no limit."""
    set_desk_of_text(desk, text, asked[ASKED_MONEY], material)
    return count_plays(desk, trie)


@allocating
def count_plays(desk, trie):
    """The number of plays of the position on the desk."""
    groups = find_groups(desk, trie, find_classes(trie, desk))
    plays = 0
    for i in range(len(groups)):
        plays += count_ways(desk, groups, i, ALONE)[0] * groups[i, G_WORDS]
    if desk[ABILITIES] & V:
        plays += count_pairs(desk, groups)
    return plays


@kernel
def count_pairs(desk, groups):
    """The number of plays of two words."""
    n = len(groups)
    extra = n_extra_letters(desk)
    most_letters = desk[N_CARDS] + extra
    plays = 0
    for i in range(n):
        for j in range(i, n):
            if groups[i, G_LENGTH] + groups[j, G_LENGTH] > most_letters:
                continue
            both = groups[i, G_LETTERS] + groups[j, G_LETTERS]
            if total(beyond(both, desk[RACK])) > extra:
                continue
            ways, alike = count_ways(desk, groups, i, j)
            words = groups[i, G_WORDS]
            if i != j:
                plays += ways * words * groups[j, G_WORDS]
            else:
                # A word twice: of two ways that mirror each other only one counts.
                plays += ways * (words * (words - 1) // 2) + (ways + alike) // 2 * words
    return plays


@kernel
def count_ways(desk, groups, i, j):
    """The ways to lay two groups, counted, and those in which both words are laid alike."""
    ways = alike = 0
    end = list_options(desk, groups, i, j, GUARD)
    for option in range(OPTIONS, end, OPTION_SIZE):
        cards_1, cards_2 = desk[option + O_CARDS_1], desk[option + O_CARDS_2]
        no_extra = (
            desk[option + O_DUPLICATE] == NO_EXTRA and desk[option + O_SUFFIX_WORD] == NO_EXTRA
        )
        low, high = hand_range(desk[HAND], desk[COMMUNITY], cards_1)
        hand = low
        while True:
            hand_left, community_left = desk[HAND] - hand, desk[COMMUNITY] - (cards_1 - hand)
            low_2, high_2 = hand_range(hand_left, community_left, cards_2)
            if hand:
                ways += n_between(low_2, high_2)
                if cards_2 and low_2 == 0:
                    # Without a card from the hand the second word is illegal.
                    ways -= 1
                if no_extra and beyond(low_2, hand) == 0 and beyond(hand, high_2) == 0:
                    alike += 1
            if hand == high:
                break
            hand = next_between(hand, low, high)
    return ways, alike


@kernel
def n_between(low, high):
    """The number of multisets with every field from low to high."""
    ways = 1
    difference = high - low
    while difference:
        ways *= (difference & FIELD) + 1
        difference >>= FIELD_BITS
    return ways
