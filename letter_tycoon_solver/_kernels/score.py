"""The worth of a play, the best way to lay and pay it, and its integers packed."""

from __future__ import annotations

from typing import Final

from ..evaluation.ranking import NEVER
from . import layouts as on
from .bits import ONE, beyond, highest, kernel, lowest, popcount, present, total
from .lay import covers, fewest_hand_cards, hand_range, list_options, next_between, of_second
from .layouts import Laid
from .leave import best_patent, leave_worth, used_worth
from .walk import n_extra_letters

# The integers of a play: see layouts.py.
#
# Each function has one of them: `words` is that at PLAY_WORDS, `pay` at PLAY_PAY, `details` at
# PLAY_DETAILS.


WORD_BITS: Final = 0xFFFFFFFF
PAY_BITS: Final = 0xFFFF
BYTE: Final = 0xFF


@kernel
def first_word(words):
    """The number of word 1."""
    return words & WORD_BITS


@kernel
def second_word(words):
    """The number of word 2, or NO_WORD."""
    return words >> on.SECOND_WORD_SHIFT


@kernel
def money_of(pay):
    """Dollars from the bank."""
    return pay >> on.MONEY_SHIFT & PAY_BITS


@kernel
def stock_of(pay):
    """Shares of stock from the bank."""
    return pay >> on.STOCK_SHIFT & PAY_BITS


@kernel
def royalties_of(pay):
    """Dollars to all opponents together."""
    dollars, packed = 0, pay >> on.ROYALTIES_SHIFT
    for opponent in range(on.MAX_OPPONENTS):
        dollars += packed >> 8 * opponent & BYTE
    return dollars


@kernel
def detail(details, shift):
    """One of the details, each of which is a byte."""
    return details >> shift & BYTE


@kernel
def swap_words(details):
    """The details, but for how many words there are, with the first word second."""
    if detail(details, on.DUPLICATE_SHIFT) != on.NO_EXTRA:
        details ^= ONE << on.DUPLICATE_WORD_SHIFT
    if detail(details, on.SUFFIX_WORD_SHIFT) != on.NO_EXTRA:
        details ^= ONE << on.SUFFIX_WORD_SHIFT
    changed = detail(details, on.DOUBLERS_1_SHIFT) ^ detail(details, on.DOUBLERS_2_SHIFT)
    return details ^ changed << on.DOUBLERS_1_SHIFT ^ changed << on.DOUBLERS_2_SHIFT


# The worth of a play, and the best way to lay and pay it.
#
# desk      of an option (see lay.py) the score, and the doublers d1 + 16 d2 of the two words


WORST: Final = -(1 << 62)


@kernel
def earn(desk, length_1, length_2, choice):
    """Money and stock of words of these lengths with the doublers of a choice: d1 + 16 d2."""
    coins_1, coins_2 = desk[on.PAYOUT_COINS + length_1], desk[on.PAYOUT_COINS + length_2]
    stock_1, stock_2 = desk[on.PAYOUT_STOCK + length_1], desk[on.PAYOUT_STOCK + length_2]
    factor_1 = desk[on.FACTOR + popcount(choice & 15)]
    factor_2 = desk[on.FACTOR + popcount(choice >> 4)]
    return coins_1 * factor_1 + coins_2 * factor_2, stock_1 * factor_1 + stock_2 * factor_2


@kernel
def score_option(desk, groups, i, j, option):
    """Fills in score and doublers of an option whose hand cards are chosen, the best for it.

    Equal scores: what pays more in money and stock, then in money, as the referee chooses.
    """
    cards = desk[option + on.O_CARDS_1] + desk[option + on.O_CARDS_2]
    from_hand = desk[option + on.O_FROM_HAND]
    laid = desk[on.W_ROYALTY] * total(cards & desk[on.PAYS_ROYALTY])
    laid += desk[on.W_LEAVE] * (desk[on.N_HAND] - total(from_hand))
    if desk[on.W_ANY_KEPT]:
        laid += split_worth(desk, cards, from_hand)
    used = present(cards)
    best, best_paid, best_money, doublers = WORST, 0, 0, 0
    length_1, length_2 = groups[i, on.G_LENGTH], of_second(groups, j, on.G_LENGTH)
    flags = groups[i, on.G_FLAGS] | of_second(groups, j, on.G_FLAGS) << 4
    first = on.CHOICES + flags * on.MAX_CHOICES
    for at in range(first, first + on.MAX_CHOICES):
        choice = desk[at]
        if choice < 0:
            break
        money, stock = earn(desk, length_1, length_2, choice)
        score = laid + desk[on.W_MONEY] * money + desk[on.W_STOCK] * stock
        for_sale = used & desk[on.BUDGET + min(desk[on.MONEY_IN_HAND] + money, on.MAX_COST)]
        if for_sale:
            dearest = highest(for_sale) // on.FIELD_BITS
            score += desk[on.W_PATENT_VALUE] * desk[on.SLOT_COST + dearest]
            if desk[on.W_ANY_PATENT]:
                score += best_patent(desk, for_sale)
        paid = money + stock
        better_pay = paid > best_paid or (paid == best_paid and money > best_money)
        if score > best or (score == best and better_pay):
            best, best_paid, best_money, doublers = score, paid, money, choice
    desk[option + on.O_SCORE], desk[option + on.O_DOUBLERS] = best, doublers


@kernel
def most_score(desk, letters, earned, coins, least):
    """No less than the score of any play with these letters, or than all but `least`.

    earned, coins   the most that its coins and stock add to a score, and the most coins
    """
    n_extra = n_extra_letters(desk)
    most = earned
    owed = total(letters & desk[on.PAYS_ROYALTY])
    if desk[on.W_ROYALTY] < 0:
        owed = max(0, owed - n_extra)
    most += desk[on.W_ROYALTY] * owed
    for_sale = present(letters) & desk[on.BUDGET + min(desk[on.MONEY_IN_HAND] + coins, on.MAX_COST)]
    if for_sale:
        cost = desk[on.SLOT_COST + highest(for_sale) // on.FIELD_BITS]
        most += max(0, desk[on.W_PATENT_VALUE]) * cost
        if desk[on.W_ANY_PATENT]:
            most += best_patent(desk, for_sale)
    n_from_hand = max(1, total(beyond(letters, desk[on.COMMUNITY])) - n_extra)
    if desk[on.W_LEAVE] > 0:
        most += desk[on.W_LEAVE] * (desk[on.N_HAND] - n_from_hand)
    else:
        most += desk[on.W_LEAVE] * max(0, desk[on.N_HAND] - total(letters))
    if desk[on.W_ANY_KEPT]:
        most += used_worth(desk, desk[on.COMMUNITY] - beyond(desk[on.COMMUNITY], letters), 0)
        kept = desk[on.MOST_KEPT + max(0, desk[on.N_HAND] - n_from_hand)]
        if n_extra == 0 and most + kept >= least:
            kept = leave_worth(desk, desk[on.HAND] - beyond(letters, desk[on.COMMUNITY]))
        most += kept
    return most


@kernel
def best_option(desk, groups, i, j):
    """The option with the best score for two groups, the first of equals.

    Returns its place on the desk, -1 if the words can't be laid.
    """
    found, best = -1, WORST
    # The duplicates that may help though the cards would do: those that save a royalty, or any
    # where it matters which cards are left.
    unneeded = desk[on.PAYS_ROYALTY] & on.GUARD if desk[on.W_ROYALTY] < 0 else 0
    if desk[on.W_ANY_KEPT]:
        unneeded = on.GUARD
    end = list_options(desk, groups, i, j, unneeded)
    for option in range(on.OPTIONS, end, on.OPTION_SIZE):
        from_hand = best_hand_cards(desk, desk[option + on.O_CARDS_1], desk[option + on.O_CARDS_2])
        if from_hand:
            desk[option + on.O_FROM_HAND] = from_hand
            score_option(desk, groups, i, j, option)
            if desk[option + on.O_SCORE] > best:
                found, best = option, desk[option + on.O_SCORE]
    return found


@kernel
def best_hand_cards(desk, cards_1, cards_2):
    """The hand cards with which it is best to lay these cards; 0 if a word would have none."""
    if desk[on.W_ANY_KEPT]:
        return best_split(desk, cards_1, cards_2)
    if desk[on.W_LEAVE] < 0:
        most = cards_1 + cards_2 - beyond(cards_1 + cards_2, desk[on.HAND])
        return most if covers(most, cards_1, cards_2) else 0
    return fewest_hand_cards(desk, cards_1, cards_2)


@kernel
def best_split(desk, cards_1, cards_2):
    """The hand cards with which the cards left are worth most; 0 if a word would have none.

    Equal worth: the fewest; then those of the lowest slots, as in fewest_hand_cards.
    """
    cards = cards_1 + cards_2
    low, high = hand_range(desk[on.HAND], desk[on.COMMUNITY], cards)
    found, most = 0, WORST
    from_hand = low
    while True:
        if covers(from_hand, cards_1, cards_2):
            worth = split_worth(desk, cards, from_hand) - desk[on.W_LEAVE] * total(from_hand)
            if worth > most or (worth == most and is_easier(from_hand, found)):
                found, most = from_hand, worth
        if from_hand == high:
            return found
        from_hand = next_between(from_hand, low, high)


@kernel
def split_worth(desk, cards, from_hand):
    """The worth of the cards that a play leaves, in the hand and, seen from it, elsewhere."""
    return leave_worth(desk, desk[on.HAND] - from_hand) + used_worth(desk, cards - from_hand, NEVER)


@kernel
def is_easier(from_hand, other):
    """True if hand cards are fewer than others, or of lower slots."""
    fewer = total(other) - total(from_hand)
    if fewer != 0 or from_hand == other:
        return fewer > 0
    shift = lowest(from_hand ^ other) // on.FIELD_BITS * on.FIELD_BITS
    return from_hand >> shift & on.FIELD > other >> shift & on.FIELD


@kernel
def laid_play(desk, groups, i, j, option, hand_1, hand_2):
    """A play but for its words, of an option that has a score, and the hand cards of the words."""
    cards = desk[option + on.O_CARDS_1] + desk[option + on.O_CARDS_2]
    doublers = desk[option + on.O_DOUBLERS]
    length_1, length_2 = groups[i, on.G_LENGTH], of_second(groups, j, on.G_LENGTH)
    money, stock = earn(desk, length_1, length_2, doublers)
    for_sale = present(cards) & desk[on.BUDGET + min(desk[on.MONEY_IN_HAND] + money, on.MAX_COST)]
    cost = desk[on.SLOT_COST + highest(for_sale) // on.FIELD_BITS] if for_sale else 0
    duplicate = desk[option + on.O_DUPLICATE]
    if duplicate != on.NO_EXTRA:
        duplicate = desk[on.SLOT_LETTER + duplicate]
    pay = money << on.MONEY_SHIFT | stock << on.STOCK_SHIFT
    for opponent in range(on.MAX_OPPONENTS):
        owed = total(cards & desk[on.OWNED_BY + on.FIRST_OPPONENT + opponent])
        pay |= owed << on.ROYALTIES_SHIFT + 8 * opponent
    details = (
        cost << on.PATENT_VALUE_SHIFT
        | desk[on.N_HAND] - total(hand_1 + hand_2) << on.N_LEFT_SHIFT
        | duplicate << on.DUPLICATE_SHIFT
        | desk[option + on.O_DUPLICATE_WORD] << on.DUPLICATE_WORD_SHIFT
        | desk[option + on.O_SUFFIX_WORD] << on.SUFFIX_WORD_SHIFT
        | named_doublers(desk, doublers & 15) << on.DOUBLERS_1_SHIFT
        | named_doublers(desk, doublers >> 4) << on.DOUBLERS_2_SHIFT
    )
    return Laid(desk[option + on.O_SCORE], hand_1, hand_2, cards, pay, details)


@kernel
def named_doublers(desk, doublers):
    """The doublers to name: the Q card alone, or the first, where at most one applies."""
    if desk[on.ONE_DOUBLER] == 0 or doublers == 0:
        return doublers
    return on.Q if doublers & on.Q else doublers & -doublers
