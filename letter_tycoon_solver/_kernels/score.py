"""The worth of a play, and the best way to lay and pay it.

desk      from OUTCOME and BEST: score, money, stock, doublers of word 1, doublers of word 2, hand
          cards used; where it matters which cards are left, those used and what those left are
          worth. From PLAY: a play but for its words, see play_layout.py
"""

from __future__ import annotations

from typing import Final

from ..evaluation.ranking import NEVER
from .bits import FIELD, FIELD_BITS, GUARD, NOTHING, beyond, highest, kernel, lowest, present, total
from .desk import n_doublers
from .desk_layout import (
    BEST,
    BUDGET,
    CHOICES,
    COMMUNITY,
    FACTOR,
    HAND,
    MAX_CHOICES,
    MAX_COST,
    MONEY_IN_HAND,
    MOST_KEPT,
    N_HAND,
    ONE_DOUBLER,
    OPTION_SIZE,
    OPTIONS,
    OUTCOME,
    OUTCOME_SIZE,
    PAYOUT_COINS,
    PAYOUT_STOCK,
    PAYS_ROYALTY,
    PLAY,
    SLOT_COST,
    SLOT_LETTER,
    SLOT_OWNER,
    W_ANY_KEPT,
    W_ANY_PATENT,
    W_LEAVE,
    W_MONEY,
    W_PATENT_VALUE,
    W_ROYALTY,
    W_STOCK,
    Q,
)
from .lay import (
    O_CARDS_1,
    O_CARDS_2,
    O_DUPLICATE,
    O_DUPLICATE_WORD,
    O_SUFFIX_WORD,
    covers,
    fewest_hand_cards,
    hand_range,
    list_options,
    next_between,
)
from .leave import best_patent, leave_worth, used_worth
from .packed_play import pack_details, pack_pay, royalty_to
from .play_layout import (
    NO_EXTRA,
    PLAY_CARDS,
    PLAY_DETAILS,
    PLAY_HAND_1,
    PLAY_HAND_2,
    PLAY_PAY,
    PLAY_SCORE,
)
from .walk import n_extra_letters
from .workspace import G_FLAGS, G_LENGTH

SCORE, MONEY_EARNED, STOCK_EARNED, DOUBLERS_1, DOUBLERS_2, N_HAND_USED = 0, 1, 2, 3, 4, 5
FROM_HAND, OF_SPLIT = 6, 7
WORST: Final = -(1 << 62)


@kernel
def first_choice(groups, i, j):
    """Where the ways to double the words of two groups begin on the desk."""
    flags = groups[i, G_FLAGS] | groups[j, G_FLAGS] << 4
    return CHOICES + flags * MAX_CHOICES


@kernel
def earn(desk, groups, i, j, choice):
    """Money and stock of two groups with the doublers of a choice: d1 + 16 d2."""
    length_1, length_2 = groups[i, G_LENGTH], groups[j, G_LENGTH]
    factor_1 = desk[FACTOR + n_doublers(choice)]
    factor_2 = desk[FACTOR + n_doublers(choice >> 4)]
    money = desk[PAYOUT_COINS + length_1] * factor_1 + desk[PAYOUT_COINS + length_2] * factor_2
    stock = desk[PAYOUT_STOCK + length_1] * factor_1 + desk[PAYOUT_STOCK + length_2] * factor_2
    return money, stock


@kernel
def score_option(desk, groups, i, j, cards, n_from_hand, of_split):
    """The best score of two groups laid with these cards, by the doublers; fills OUTCOME.

    of_split   what split_worth says, where it matters which cards are left
    """
    laid = of_split + desk[W_ROYALTY] * total(cards & desk[PAYS_ROYALTY])
    laid += desk[W_LEAVE] * (desk[N_HAND] - n_from_hand)
    used = present(cards)
    # Equal scores: what pays more in money and stock, then in money, as the referee chooses.
    best, best_paid, best_money = WORST, 0, 0
    first = first_choice(groups, i, j)
    for at in range(first, first + MAX_CHOICES):
        choice = desk[at]
        if choice < 0:
            break
        money, stock = earn(desk, groups, i, j, choice)
        score = laid + desk[W_MONEY] * money + desk[W_STOCK] * stock
        for_sale = used & desk[BUDGET + min(desk[MONEY_IN_HAND] + money, MAX_COST)]
        if for_sale:
            dearest = highest(for_sale) // FIELD_BITS
            score += desk[W_PATENT_VALUE] * desk[SLOT_COST + dearest]
            if desk[W_ANY_PATENT]:
                score += best_patent(desk, for_sale)
        paid = money + stock
        better_pay = paid > best_paid or (paid == best_paid and money > best_money)
        if score > best or (score == best and better_pay):
            best, best_paid, best_money = score, paid, money
            desk[OUTCOME + SCORE] = score
            desk[OUTCOME + MONEY_EARNED], desk[OUTCOME + STOCK_EARNED] = money, stock
            desk[OUTCOME + DOUBLERS_1] = choice & 15
            desk[OUTCOME + DOUBLERS_2] = choice >> 4
            desk[OUTCOME + N_HAND_USED] = n_from_hand
    return best


@kernel
def most_score(desk, letters, earned, coins, least):
    """No less than the score of any play with these letters, or than all but `least`.

    earned, coins   the most that its coins and stock add to a score, and the most coins
    """
    n_extra = n_extra_letters(desk)
    most = earned
    owed = total(letters & desk[PAYS_ROYALTY])
    if desk[W_ROYALTY] < 0:
        owed = max(0, owed - n_extra)
    most += desk[W_ROYALTY] * owed
    for_sale = present(letters) & desk[BUDGET + min(desk[MONEY_IN_HAND] + coins, MAX_COST)]
    if for_sale:
        most += max(0, desk[W_PATENT_VALUE]) * desk[SLOT_COST + highest(for_sale) // FIELD_BITS]
        if desk[W_ANY_PATENT]:
            most += best_patent(desk, for_sale)
    n_from_hand = max(1, total(beyond(letters, desk[COMMUNITY])) - n_extra)
    if desk[W_LEAVE] > 0:
        most += desk[W_LEAVE] * (desk[N_HAND] - n_from_hand)
    else:
        most += desk[W_LEAVE] * max(0, desk[N_HAND] - total(letters))
    if desk[W_ANY_KEPT]:
        most += used_worth(desk, desk[COMMUNITY] - beyond(desk[COMMUNITY], letters), 0)
        kept = desk[MOST_KEPT + max(0, desk[N_HAND] - n_from_hand)]
        if n_extra == 0 and most + kept >= least:
            kept = leave_worth(desk, desk[HAND] - beyond(letters, desk[COMMUNITY]))
        most += kept
    return most


@kernel
def best_option(desk, groups, i, j):
    """The option with the best score for two groups, the first of equals; fills BEST.

    Returns its place on the desk, -1 if the words can't be laid.
    """
    if desk[W_ANY_KEPT]:
        return best_option_to_keep(desk, groups, i, j)
    # A duplicate that is not needed helps only if it saves a royalty or a hand card.
    always = desk[PAYS_ROYALTY] & GUARD if desk[W_ROYALTY] < 0 else 0
    if_in_hand = GUARD if desk[W_LEAVE] > 0 else 0
    end = list_options(desk, groups, i, j, always, if_in_hand)
    found, best = -1, WORST
    for option in range(OPTIONS, end, OPTION_SIZE):
        cards_1, cards_2 = desk[option + O_CARDS_1], desk[option + O_CARDS_2]
        n_from_hand = fewest_hand_cards(desk, cards_1, cards_2)
        if n_from_hand < 0:
            continue
        cards = cards_1 + cards_2
        if desk[W_LEAVE] < 0:
            n_from_hand = total(cards - beyond(cards, desk[HAND]))
        score = score_option(desk, groups, i, j, cards, n_from_hand, NOTHING)
        if score > best:
            best, found = score, option
            keep_outcome(desk)
    return found


@kernel
def best_option_to_keep(desk, groups, i, j):
    """The best option where it matters which cards are left: any duplicate may help, or split."""
    end = list_options(desk, groups, i, j, GUARD, NOTHING)
    found, best = -1, WORST
    for option in range(OPTIONS, end, OPTION_SIZE):
        cards_1, cards_2 = desk[option + O_CARDS_1], desk[option + O_CARDS_2]
        from_hand = best_split(desk, cards_1, cards_2)
        if from_hand == 0:
            continue
        cards, of_split = cards_1 + cards_2, desk[OUTCOME + OF_SPLIT]
        score = score_option(desk, groups, i, j, cards, total(from_hand), of_split)
        if score > best:
            best, found = score, option
            keep_outcome(desk)
    return found


@kernel
def keep_outcome(desk):
    """OUTCOME becomes BEST."""
    for k in range(OUTCOME_SIZE):
        desk[BEST + k] = desk[OUTCOME + k]


@kernel
def best_split(desk, cards_1, cards_2):
    """The hand cards with which the cards left are worth most; 0 if a word would have none.

    Fills in FROM_HAND and OF_SPLIT of OUTCOME. Equal worth: the fewest; then those of the lowest
    slots, as in lay_hand.
    """
    cards = cards_1 + cards_2
    low, high = hand_range(desk[HAND], desk[COMMUNITY], cards)
    found, most = 0, WORST
    from_hand = low
    while True:
        if covers(from_hand, cards_1, cards_2):
            of_split = split_worth(desk, cards, from_hand)
            worth = of_split - desk[W_LEAVE] * total(from_hand)
            if worth > most or (worth == most and is_easier(from_hand, found)):
                found, most = from_hand, worth
                desk[OUTCOME + FROM_HAND], desk[OUTCOME + OF_SPLIT] = from_hand, of_split
        if from_hand == high:
            return found
        from_hand = next_between(from_hand, low, high)


@kernel
def split_worth(desk, cards, from_hand):
    """The worth of the cards that a play leaves, in the hand and, seen from it, elsewhere."""
    return leave_worth(desk, desk[HAND] - from_hand) + used_worth(desk, cards - from_hand, NEVER)


@kernel
def is_easier(from_hand, other):
    """True if hand cards are fewer than others, or of lower slots."""
    fewer = total(other) - total(from_hand)
    if fewer != 0 or from_hand == other:
        return fewer > 0
    shift = lowest(from_hand ^ other) // FIELD_BITS * FIELD_BITS
    return from_hand >> shift & FIELD > other >> shift & FIELD


@kernel
def fill_play(desk, option, outcome, hand_1, hand_2):
    """Writes PLAY from an option, OUTCOME or BEST, and the hand cards of the words."""
    cards = desk[option + O_CARDS_1] + desk[option + O_CARDS_2]
    money = desk[outcome + MONEY_EARNED]
    for_sale = present(cards) & desk[BUDGET + min(desk[MONEY_IN_HAND] + money, MAX_COST)]
    cost = desk[SLOT_COST + highest(for_sale) // FIELD_BITS] if for_sale else 0
    duplicate = desk[option + O_DUPLICATE]
    if duplicate != NO_EXTRA:
        duplicate = desk[SLOT_LETTER + duplicate]
    desk[PLAY + PLAY_SCORE] = desk[outcome + SCORE]
    desk[PLAY + PLAY_HAND_1], desk[PLAY + PLAY_HAND_2] = hand_1, hand_2
    desk[PLAY + PLAY_CARDS] = cards
    desk[PLAY + PLAY_PAY] = pack_pay(money, desk[outcome + STOCK_EARNED], royalties(desk, cards))
    desk[PLAY + PLAY_DETAILS] = pack_details(
        cost,
        desk[N_HAND] - total(hand_1 + hand_2),
        duplicate,
        desk[option + O_DUPLICATE_WORD],
        desk[option + O_SUFFIX_WORD],
        named_doublers(desk, desk[outcome + DOUBLERS_1]),
        named_doublers(desk, desk[outcome + DOUBLERS_2]),
    )


@kernel
def royalties(desk, cards):
    """Dollars to each opponent, packed."""
    dollars = 0
    owed = present(cards & desk[PAYS_ROYALTY])
    while owed:
        slot = lowest(owed) // FIELD_BITS
        owed &= owed - 1
        opponent = desk[SLOT_OWNER + slot] - 2
        dollars += royalty_to(opponent, cards >> slot * FIELD_BITS & FIELD)
    return dollars


@kernel
def named_doublers(desk, doublers):
    """The doublers to name: the Q card alone, or the first, where at most one applies."""
    if desk[ONE_DOUBLER] == 0 or doublers == 0:
        return doublers
    return Q if doublers & Q else doublers & -doublers
