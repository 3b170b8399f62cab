"""The owner of Q: which card it is best to replace before the action, in expectation."""

from __future__ import annotations

import numpy as np

from .bits import ONE, entry, kernel
from .deal import copy_sorted
from .desk import n_cards, set_desk
from .desk_layout import CODE_OF_A, LETTER_Q, N_LETTERS, PLAYER, W_ANY_KEPT, W_LEAVE
from .leave import exchange_worth
from .play_layout import PLAY_SCORE
from .score import WORST
from .search_many import find_best, setting_of
from .shortlist import ANY_SCORE, HEAP_TOP, N_LISTED, empty_shortlist
from .wild_card import (
    ANY_LETTER,
    NO_PLACE,
    is_score_of_class,
    new_replacements,
    score_replacements,
)


@entry
def replace_rows(columns, next_cards, card_counts, desks, material, trie, workspace, new_hands):
    """Fills in the hands after the owners of Q have replaced a card, or none.

    next_cards    uint8 [n]: the card that is drawn, upper-case ASCII; unknown when they choose
    card_counts   int64 [26]: the cards of the deck
    new_hands     uint8 [n, width]: filled in, sorted
    The rest      see search_many.solve_rows; workspace for one play
    """
    hand = np.empty(new_hands.shape[1], np.uint8)
    replacements = new_replacements(len(hand))
    unseen = np.empty(N_LETTERS, np.int64)
    for row in range(len(new_hands)):
        for i in range(len(hand)):
            hand[i] = columns.hands[row, i]
        if columns.owners[row, LETTER_Q] == PLAYER:
            for letter in range(N_LETTERS):
                unseen[letter] = card_counts[letter]
            take(unseen, columns.hands[row])
            take(unseen, columns.communities[row])
            desk = desks[columns.n_opponents[row]]
            setting = setting_of(columns, row, material, trie, workspace)
            place = place_to_replace(desk, hand, unseen, setting, replacements)
            if place != NO_PLACE:
                hand[place] = next_cards[row]
        copy_sorted(hand, 0, new_hands[row])


@kernel
def take(unseen, cards):
    """Takes cards from those that are unseen."""
    for i in range(len(cards)):
        if cards[i] == 0:
            break
        unseen[np.int64(cards[i]) - CODE_OF_A] -= 1


@kernel
def place_to_replace(desk, hand, unseen, setting, replacements):
    """The place in the hand of the card to replace, NO_PLACE for none.

    The score of the best play is compared, summed over the unseen cards: each is drawn as likely.
    A position without a play scores 0. Equal sums: no card, then the first.
    """
    n_unseen = 0
    for letter in range(N_LETTERS):
        n_unseen += unseen[letter]
    set_desk(desk, hand, setting.community, setting.owner, setting.money, setting.material)
    at_once = is_score_of_class(desk)
    if at_once:
        score = or_nothing(score_replacements(desk, hand, unseen, setting, replacements))
    else:
        score = best_score(desk, hand, ANY_SCORE, setting)
    best, best_place = score * n_unseen, NO_PLACE
    for place in range(n_cards(hand)):
        if place > 0 and hand[place] == hand[place - 1]:
            continue
        if at_once:
            expected = expected_at_once(replacements.scores[place], unseen)
        else:
            expected = expected_score(desk, hand, place, unseen, ANY_SCORE, setting)
        if expected > best:
            best, best_place = expected, place
    return best_place


@kernel
def expected_at_once(scores, unseen):
    """The same as expected_score, from the row of a card in Replacements.scores."""
    expected = 0
    for letter in range(N_LETTERS):
        expected += unseen[letter] * or_nothing(max(scores[letter], scores[ANY_LETTER]))
    return expected


@kernel
def or_nothing(score):
    """The score, 0 if it is that of no play."""
    return score if score > WORST else 0


@kernel
def expected_score(desk, hand, place, unseen, least, setting):
    """The score of the best play after a card is replaced, summed over the unseen cards.

    least   what a position scores at least
    """
    last = n_cards(hand) - 1
    card, last_card = hand[place], hand[last]
    hand[place], hand[last] = last_card, 0
    # Whatever is drawn, the others can be played, and no less is left.
    played = ANY_SCORE
    if desk[W_LEAVE] >= 0:
        played = best_play(desk, hand, ANY_SCORE, setting)
    expected = 0
    for letter in range(N_LETTERS):
        if unseen[letter]:
            hand[last] = letter + CODE_OF_A
            expected += unseen[letter] * max(least, best_score(desk, hand, played, setting))
    hand[last], hand[place] = last_card, card
    return expected


@kernel
def best_score(desk, hand, played, setting):
    """The score of the best play with a hand, 0 if there is none.

    Where it matters which cards are left, that of the best exchange if it is more.

    played   what some play scores, or ANY_SCORE
    """
    best = or_nothing(best_play(desk, hand, played, setting))
    return max(best, exchange_worth(desk)) if desk[W_ANY_KEPT] else best


@kernel
def best_play(desk, hand, played, setting):
    """The score of the best play with a hand, or `played` if none scores more."""
    shortlist = setting.workspace.shortlist
    empty_shortlist(shortlist, ONE, played + 1)
    find_best(desk, hand, setting)
    return shortlist[HEAP_TOP, PLAY_SCORE] if shortlist[0, N_LISTED] else played
