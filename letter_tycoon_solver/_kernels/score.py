"""The worth of a play, the best way to lay and pay it, and its integers packed."""

from __future__ import annotations

from typing import Final

from ..evaluation.ranking import NEVER
from . import layouts as on
from .bits import NOTHING, ONE, beyond, highest, kernel, lowest, present, total
from .desk import n_doublers
from .lay import covers, fewest_hand_cards, hand_range, list_options, next_between
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

WORST: Final = -(1 << 62)


@kernel
def earn(desk, length_1, length_2, choice):
    """Money and stock of words of these lengths with the doublers of a choice: d1 + 16 d2."""
    coins_1, coins_2 = desk.payout_coins[length_1], desk.payout_coins[length_2]
    stock_1, stock_2 = desk.payout_stock[length_1], desk.payout_stock[length_2]
    factor_1 = desk.factor[n_doublers(choice)]
    factor_2 = desk.factor[n_doublers(choice >> 4)]
    return coins_1 * factor_1 + coins_2 * factor_2, stock_1 * factor_1 + stock_2 * factor_2


@kernel
def score_option(desk, one, other, option):
    """Fills in score and doublers of an option whose hand cards are chosen, the best for it.

    Equal scores: what pays more in money and stock, then in money, as the referee chooses.
    """
    cards = option.cards_1 + option.cards_2
    from_hand = option.from_hand
    laid = desk.w_royalty * total(cards & desk.pays_royalty)
    laid += desk.w_leave * (desk.n_hand - total(from_hand))
    if desk.w_any_kept:
        laid += split_worth(desk, cards, from_hand)
    used = present(cards)
    best, best_paid, best_money, doublers = WORST, 0, 0, NOTHING
    length_1, length_2 = one.length, other.length
    flags = one.flags | other.flags << 4
    for choice in desk.choices[flags]:
        if choice < 0:
            break
        money, stock = earn(desk, length_1, length_2, choice)
        score = laid + desk.w_money * money + desk.w_stock * stock
        for_sale = used & desk.budget[min(desk.money_in_hand + money, on.MAX_COST)]
        if for_sale:
            dearest = highest(for_sale) // on.FIELD_BITS
            score += desk.w_patent_value * desk.slot_cost[dearest]
            if desk.w_any_patent:
                score += best_patent(desk, for_sale)
        paid = money + stock
        better_pay = paid > best_paid or (paid == best_paid and money > best_money)
        if score > best or (score == best and better_pay):
            best, best_paid, best_money, doublers = score, paid, money, choice
    option.score, option.doublers = best, doublers


@kernel
def most_score(desk, letters, earned, coins, least):
    """No less than the score of any play with these letters, or than all but `least`.

    earned, coins   the most that its coins and stock add to a score, and the most coins
    """
    n_extra = n_extra_letters(desk)
    most = earned
    owed = total(letters & desk.pays_royalty)
    if desk.w_royalty < 0:
        owed = max(0, owed - n_extra)
    most += desk.w_royalty * owed
    for_sale = present(letters) & desk.budget[min(desk.money_in_hand + coins, on.MAX_COST)]
    if for_sale:
        cost = desk.slot_cost[highest(for_sale) // on.FIELD_BITS]
        most += max(0, desk.w_patent_value) * cost
        if desk.w_any_patent:
            most += best_patent(desk, for_sale)
    n_from_hand = max(1, total(beyond(letters, desk.community)) - n_extra)
    if desk.w_leave > 0:
        most += desk.w_leave * (desk.n_hand - n_from_hand)
    else:
        most += desk.w_leave * max(0, desk.n_hand - total(letters))
    if desk.w_any_kept:
        most += used_worth(desk, desk.community - beyond(desk.community, letters), 0)
        kept = desk.most_kept[max(0, desk.n_hand - n_from_hand)]
        if n_extra == 0 and most + kept >= least:
            kept = leave_worth(desk, desk.hand - beyond(letters, desk.community))
        most += kept
    return most


@kernel
def best_option(desk, one, other):
    """The option with the best score for two groups, the first of equals.

    Returns its number, -1 if the words can't be laid.
    """
    found, best = -1, WORST
    end = list_options(desk, one, other, unneeded_duplicates(desk))
    for at in range(end):
        option = desk.options[at]
        from_hand = best_hand_cards(desk, option.cards_1, option.cards_2)
        if from_hand:
            option.from_hand = from_hand
            score_option(desk, one, other, option)
            if option.score > best:
                found, best = at, option.score
    return found


@kernel
def unneeded_duplicates(desk):
    """The duplicates that may help though the cards would do; see list_options.

    Any where it matters which cards are left, else those that save a royalty.
    """
    if desk.w_any_kept:
        return on.GUARD
    return desk.pays_royalty & on.GUARD if desk.w_royalty < 0 else NOTHING


@kernel
def best_hand_cards(desk, cards_1, cards_2):
    """The hand cards with which it is best to lay these cards; 0 if a word would have none."""
    if desk.w_any_kept:
        return best_split(desk, cards_1, cards_2)
    if desk.w_leave < 0:
        most = cards_1 + cards_2 - beyond(cards_1 + cards_2, desk.hand)
        return most if covers(most, cards_1, cards_2) else NOTHING
    return fewest_hand_cards(desk, cards_1, cards_2)


@kernel
def best_split(desk, cards_1, cards_2):
    """The hand cards with which the cards left are worth most; 0 if a word would have none.

    Equal worth: the fewest; then those of the lowest slots, as in fewest_hand_cards.
    """
    cards = cards_1 + cards_2
    low, high = hand_range(desk.hand, desk.community, cards)
    found, most = NOTHING, WORST
    from_hand = low
    while True:
        if covers(from_hand, cards_1, cards_2):
            worth = split_worth(desk, cards, from_hand) - desk.w_leave * total(from_hand)
            if worth > most or (worth == most and is_easier(from_hand, found)):
                found, most = from_hand, worth
        if from_hand == high:
            return found
        from_hand = next_between(from_hand, low, high)


@kernel
def split_worth(desk, cards, from_hand):
    """The worth of the cards that a play leaves, in the hand and, seen from it, elsewhere."""
    return leave_worth(desk, desk.hand - from_hand) + used_worth(desk, cards - from_hand, NEVER)


@kernel
def is_easier(from_hand, other):
    """True if hand cards are fewer than others, or of lower slots."""
    fewer = total(other) - total(from_hand)
    if fewer != 0 or from_hand == other:
        return fewer > 0
    shift = lowest(from_hand ^ other) // on.FIELD_BITS * on.FIELD_BITS
    return from_hand >> shift & on.FIELD > other >> shift & on.FIELD


@kernel
def laid_play(desk, one, other, option, hand_1, hand_2):
    """A play but for its words, of an option that has a score, and the hand cards of the words."""
    cards = option.cards_1 + option.cards_2
    doublers = option.doublers
    length_1, length_2 = one.length, other.length
    money, stock = earn(desk, length_1, length_2, doublers)
    for_sale = present(cards) & desk.budget[min(desk.money_in_hand + money, on.MAX_COST)]
    cost = desk.slot_cost[highest(for_sale) // on.FIELD_BITS] if for_sale else 0
    duplicate = option.duplicate
    if duplicate != on.NO_EXTRA:
        duplicate = desk.slot_letter[duplicate]
    pay = money << on.MONEY_SHIFT | stock << on.STOCK_SHIFT
    pay |= royalties(desk, cards) << on.ROYALTIES_SHIFT
    details = (
        cost << on.PATENT_VALUE_SHIFT
        | desk.n_hand - total(hand_1 + hand_2) << on.N_LEFT_SHIFT
        | duplicate << on.DUPLICATE_SHIFT
        | option.duplicate_word << on.DUPLICATE_WORD_SHIFT
        | option.suffix_word << on.SUFFIX_WORD_SHIFT
        | named_doublers(desk, doublers & 15) << on.DOUBLERS_1_SHIFT
        | named_doublers(desk, doublers >> 4) << on.DOUBLERS_2_SHIFT
    )
    return Laid(option.score, hand_1, hand_2, cards, pay, details)


@kernel
def royalties(desk, cards):
    """Dollars to each opponent, packed."""
    dollars = 0
    for opponent in range(on.MAX_OPPONENTS):
        owed = total(cards & desk.owned_by[on.FIRST_OPPONENT + opponent])
        dollars += owed << 8 * opponent
    return dollars


@kernel
def named_doublers(desk, doublers):
    """The doublers to name: the Q card alone, or the first, where at most one applies."""
    if desk.one_doubler == 0 or doublers == 0:
        return doublers
    return on.Q if doublers & on.Q else doublers & -doublers
