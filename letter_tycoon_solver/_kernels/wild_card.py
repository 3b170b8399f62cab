"""The worth of Q: each card of the hand replaced by each that may be drawn, in one search.

A class that lacks one letter of the rack can be laid when that letter is drawn, whichever card is
replaced for it that the class can do without. A class that lacks nothing can be laid whatever is
drawn, for such a card. That takes positions in which the score of a class is the same however its
words are laid: see is_score_of_class.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..lexicon.trie import WORD_SIZE
from ..rules.ruleset import MAX_CARDS
from . import layouts as on
from .bits import ONE, allocating, kernel, lowest, popcount
from .desk import COPY_BIT, n_cards
from .score import WORST
from .walk import more_key, traits_here, walk

NO_PLACE: Final = -1
MOST: Final = -WORST
ANY_LETTER: Final = on.N_LETTERS
"""The column of what can be laid whatever is drawn."""


class Replacements(NamedTuple):
    """The replacements of a position.

    Attributes:
        scores: int64 [hand size, 26 + 1]; by place in the hand of the card that is replaced, the
            best score if a letter is drawn, but for what is in column ANY_LETTER: the best score
            whatever is drawn. WORST where there is no play. Of equal cards the first has them.
        last_bits: int64 [hand size]; the bit of the last copy on the rack of each card, in a key.
        next_bits: int64 [26]; the bit of one more card of each letter.
        royalties: int64 [2]; the key of all cards that pay royalties.
        community: int64 [2]; the key of the community.
    """

    scores: npt.NDArray[np.int64]
    last_bits: npt.NDArray[np.int64]
    next_bits: npt.NDArray[np.int64]
    royalties: npt.NDArray[np.int64]
    community: npt.NDArray[np.int64]


@allocating
def new_replacements(hand_size):
    """Memory for hands of this size."""
    return Replacements(
        np.empty((hand_size, on.N_LETTERS + 1), np.int64),
        np.empty(hand_size, np.int64),
        np.empty(on.N_LETTERS, np.int64),
        np.empty(on.KEY_SIZE, np.int64),
        np.empty(on.KEY_SIZE, np.int64),
    )


@kernel
def is_score_of_class(desk):
    """True if a class scores its pay less its royalties, however it is laid."""
    if desk[on.ABILITIES] & (on.V | on.X | on.Z) or desk[on.W_ANY_KEPT] or desk[on.W_ANY_PATENT]:
        return False
    if desk[on.W_PATENT_VALUE] or desk[on.W_LEAVE]:
        return False
    # More doublers are never worse then, so that WORTH is no bound but the worth itself.
    return desk[on.W_MONEY] >= 0 and desk[on.W_STOCK] >= 0


@kernel
def score_replacements(desk, hand, unseen, setting, replacements):
    """Fills in the replacements; returns the score of the hand as it is, WORST without a play.

    desk     with the position on it, which is_score_of_class; its keys are changed
    hand     uint8, sorted: upper-case ASCII; a 0 ends it early
    unseen   int64 [26]: how many cards of each letter may be drawn
    """
    trie, found = setting.trie, setting.workspace.found
    n = walk(trie, desk, setting.workspace)
    set_bits(desk, hand, unseen, setting, replacements)
    now = WORST
    for i in range(n):
        number = np.int64(found[i])
        score = score_of_class(desk, trie, number, replacements)
        if add_whole(hand, trie, number, score, replacements):
            now = max(now, score)
    # Whatever is drawn, no less can be played: what scores less need not be looked at.
    least = MOST
    for place in range(n_cards(hand)):
        if place == 0 or hand[place] != hand[place - 1]:
            least = min(least, replacements.scores[place, ANY_LETTER])
    least_worth = least - max(0, desk[on.W_ROYALTY] * MAX_CARDS)
    n = walk(trie, desk, setting.workspace)
    for i in range(n):
        number = np.int64(found[i])
        if desk[on.WORTH + traits_here(trie, desk, number)] <= least_worth:
            continue
        score = score_of_class(desk, trie, number, replacements)
        if score > least:
            bit = lacking_bit(desk, trie, number)
            if bit >= 0:
                add_lacking(hand, trie, number, bit, score, replacements)
    return now


@kernel
def set_bits(desk, hand, unseen, setting, replacements):
    """Fills in all but the scores, which become WORST; from now on one letter may lack."""
    owner, royalties = setting.owner, replacements.royalties
    for word in range(on.KEY_SIZE):
        desk[on.DUPLICATES + word] = royalties[word] = replacements.community[word] = 0
    for letter in range(on.N_LETTERS):
        n_community = count_of(setting.community, letter)
        n = n_community + count_of(hand, letter)
        for copy in range(n + 1):
            bit = COPY_BIT[copy, letter]
            if copy < n_community:
                add_bit(replacements.community, 0, bit)
            if owner[letter] > on.PLAYER:
                add_bit(royalties, 0, bit)
        replacements.next_bits[letter] = COPY_BIT[n, letter]
        if unseen[letter]:
            add_bit(desk, on.DUPLICATES, replacements.next_bits[letter])
    for place in range(n_cards(hand)):
        card = np.int64(hand[place]) - on.CODE_OF_A
        n = count_of(setting.community, card) + count_of(hand, card)
        replacements.last_bits[place] = COPY_BIT[n - 1, card]
        for column in range(on.N_LETTERS + 1):
            replacements.scores[place, column] = WORST


@kernel
def count_of(cards, letter):
    """The number of cards of a letter."""
    n = 0
    for i in range(len(cards)):
        if cards[i] == letter + on.CODE_OF_A:
            n += 1
    return n


@kernel
def add_bit(key, first, bit):
    """Adds a bit to the key whose words are from `first` on."""
    key[first + bit // WORD_SIZE] |= ONE << bit % WORD_SIZE


@kernel
def has_bit(low, high, bit):
    """True if a key of two words has a bit."""
    return (high >> bit - WORD_SIZE if bit >= WORD_SIZE else low >> bit) & 1


@kernel
def lacking_bit(desk, trie, number):
    """The bit of a class, which lacks one at most, that the rack has not; -1 if there is none."""
    lacks = trie.keys[number] & ~desk[on.AVAILABLE]
    if lacks:
        return lowest(lacks)
    lacks = more_key(trie, number) & ~desk[on.AVAILABLE + 1]
    return lowest(lacks) + WORD_SIZE if lacks else -1


@kernel
def score_of_class(desk, trie, number, replacements):
    """The score of each of its words, or of the best of them for the owner of B."""
    royalties = replacements.royalties
    owed = popcount(trie.keys[number] & royalties[0])
    owed += popcount(more_key(trie, number) & royalties[1])
    return desk[on.WORTH + traits_here(trie, desk, number)] + desk[on.W_ROYALTY] * owed


@kernel
def add_whole(hand, trie, number, score, replacements):
    """Notes the score of a class that the rack can spell; whether the hand as it is can play it.

    One of the cards must be from the hand.
    """
    low, high, community = trie.keys[number], more_key(trie, number), replacements.community
    is_from_hand = (low & ~community[0] | high & ~community[1]) != 0
    for place in range(n_cards(hand)):
        if place and hand[place] == hand[place - 1]:
            continue
        scores = replacements.scores[place]
        card = np.int64(hand[place]) - on.CODE_OF_A
        if has_bit(low, high, replacements.last_bits[place]):
            scores[card] = max(scores[card], score)
        elif is_from_hand or has_hand_letter(hand, place, low):
            scores[ANY_LETTER] = max(scores[ANY_LETTER], score)
        else:
            for letter in range(on.N_LETTERS):
                if has_bit(low, high, COPY_BIT[0, letter]):
                    scores[letter] = max(scores[letter], score)
    return is_from_hand or has_hand_letter(hand, NO_PLACE, low)


@kernel
def has_hand_letter(hand, but, low):
    """True if a class has a letter of the hand, without the card in one place."""
    for place in range(n_cards(hand)):
        first_bit = COPY_BIT[0, np.int64(hand[place]) - on.CODE_OF_A]
        if place != but and low >> first_bit & 1:
            return True
    return False


@kernel
def add_lacking(hand, trie, number, bit, score, replacements):
    """Notes the score of a class that lacks one card, the one of a bit."""
    low, high, letter = trie.keys[number], more_key(trie, number), 0
    while replacements.next_bits[letter] != bit:
        letter += 1
    for place in range(n_cards(hand)):
        is_equal = place and hand[place] == hand[place - 1]
        is_drawn = np.int64(hand[place]) - on.CODE_OF_A == letter
        if not is_equal and not is_drawn and not has_bit(low, high, replacements.last_bits[place]):
            scores = replacements.scores[place]
            scores[letter] = max(scores[letter], score)
