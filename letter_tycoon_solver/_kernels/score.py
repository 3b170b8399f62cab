"""The worth of a play, the best way to lay and pay it, and its integers packed."""

from __future__ import annotations

from typing import Final

from ..evaluation.ranking import NEVER
from .bits import FIELD, FIELD_BITS, GUARD, NOTHING, beyond, highest, kernel, lowest, present, total
from .desk import n_doublers
from .lay import (
    O_CARDS_1,
    O_CARDS_2,
    O_DOUBLERS,
    O_DUPLICATE,
    O_DUPLICATE_WORD,
    O_FROM_HAND,
    O_SCORE,
    O_SUFFIX_WORD,
    covers,
    fewest_hand_cards,
    hand_range,
    list_options,
    most_hand_cards,
    next_between,
    of_second,
)
from .layouts import (
    BUDGET,
    CHOICES,
    COMMUNITY,
    DOUBLERS_1_SHIFT,
    DOUBLERS_2_SHIFT,
    DUPLICATE_SHIFT,
    DUPLICATE_WORD_SHIFT,
    FACTOR,
    FIRST_OPPONENT,
    G_FLAGS,
    G_LENGTH,
    HAND,
    MAX_CHOICES,
    MAX_COST,
    MAX_OPPONENTS,
    MONEY_IN_HAND,
    MONEY_SHIFT,
    MOST_KEPT,
    N_HAND,
    N_LEFT_SHIFT,
    N_WORDS_SHIFT,
    NO_EXTRA,
    ONE_DOUBLER,
    OPTION_SIZE,
    OPTIONS,
    OWNED_BY,
    PATENT_VALUE_SHIFT,
    PAYOUT_COINS,
    PAYOUT_STOCK,
    PAYS_ROYALTY,
    ROYALTIES_SHIFT,
    SECOND_WORD_SHIFT,
    SLOT_COST,
    SLOT_LETTER,
    STOCK_SHIFT,
    SUFFIX_WORD_SHIFT,
    W_ANY_KEPT,
    W_ANY_PATENT,
    W_LEAVE,
    W_MONEY,
    W_PATENT_VALUE,
    W_ROYALTY,
    W_STOCK,
    Laid,
    Q,
)
from .leave import best_patent, leave_worth, used_worth
from .walk import n_extra_letters

# Packs and unpacks the integers of a play: see layouts.py.
#
# Each function has one of the integers: `words` is that at PLAY_WORDS, `pay` at PLAY_PAY, `details`
# at PLAY_DETAILS.


WORD_BITS: Final = 0xFFFFFFFF
PAY_BITS: Final = 0xFFFF
BYTE: Final = 0xFF


@kernel
def pack_words(word_1, word_2):
    """The numbers of the words; that of word 2 is NO_WORD if there is none."""
    return word_1 | word_2 << SECOND_WORD_SHIFT


@kernel
def first_word(words):
    """The number of word 1."""
    return words & WORD_BITS


@kernel
def second_word(words):
    """The number of word 2, or NO_WORD."""
    return words >> SECOND_WORD_SHIFT


@kernel
def pack_pay(money, stock, royalties):
    """Packs the pay of the bank, and the royalties: see royalty_to."""
    return money << MONEY_SHIFT | stock << STOCK_SHIFT | royalties << ROYALTIES_SHIFT


@kernel
def royalty_to(opponent, dollars):
    """The royalties to one opponent; those to several are added up."""
    return dollars << 8 * opponent


@kernel
def money_of(pay):
    """Dollars from the bank."""
    return pay >> MONEY_SHIFT & PAY_BITS


@kernel
def stock_of(pay):
    """Shares of stock from the bank."""
    return pay >> STOCK_SHIFT & PAY_BITS


@kernel
def royalties_of(pay):
    """Dollars to all opponents together."""
    dollars, packed = 0, pay >> ROYALTIES_SHIFT
    for opponent in range(MAX_OPPONENTS):
        dollars += packed >> 8 * opponent & BYTE
    return dollars


@kernel
def pack_details(
    patent_value, n_left, duplicate, duplicate_word, suffix_word, doublers_1, doublers_2
):
    """All but how many words there are: see with_n_words."""
    return (
        patent_value << PATENT_VALUE_SHIFT
        | n_left << N_LEFT_SHIFT
        | duplicate << DUPLICATE_SHIFT
        | duplicate_word << DUPLICATE_WORD_SHIFT
        | suffix_word << SUFFIX_WORD_SHIFT
        | doublers_1 << DOUBLERS_1_SHIFT
        | doublers_2 << DOUBLERS_2_SHIFT
    )


@kernel
def with_n_words(details, n_words):
    """The same details of so many words."""
    return details | n_words << N_WORDS_SHIFT


@kernel
def n_words_of(details):
    """The number of words."""
    return details >> N_WORDS_SHIFT & BYTE


@kernel
def patent_value_of(details):
    """Cost of the dearest patent that could be bought, 0 if there is none."""
    return details >> PATENT_VALUE_SHIFT & BYTE


@kernel
def n_left_of(details):
    """The number of hand cards that are left."""
    return details >> N_LEFT_SHIFT & BYTE


@kernel
def duplicate_of(details):
    """Letter of the duplicate, or NO_EXTRA."""
    return details >> DUPLICATE_SHIFT & BYTE


@kernel
def duplicate_word_of(details):
    """The word the duplicate is in, from 0."""
    return details >> DUPLICATE_WORD_SHIFT & BYTE


@kernel
def suffix_word_of(details):
    """The word with the suffix, from 0, or NO_EXTRA."""
    return details >> SUFFIX_WORD_SHIFT & BYTE


@kernel
def swap_words(details):
    """The details, but for how many words there are, with the first word second."""
    duplicate, duplicate_word = duplicate_of(details), duplicate_word_of(details)
    suffix_word = suffix_word_of(details)
    if duplicate != NO_EXTRA:
        duplicate_word = 1 - duplicate_word
    if suffix_word != NO_EXTRA:
        suffix_word = 1 - suffix_word
    doublers_1 = details >> DOUBLERS_1_SHIFT & BYTE
    doublers_2 = details >> DOUBLERS_2_SHIFT & BYTE
    return pack_details(
        patent_value_of(details),
        n_left_of(details),
        duplicate,
        duplicate_word,
        suffix_word,
        doublers_2,
        doublers_1,
    )


# The worth of a play, and the best way to lay and pay it.
#
# desk      of an option (see lay.py) the score, and the doublers d1 + 16 d2 of the two words


WORST: Final = -(1 << 62)


@kernel
def first_choice(groups, i, j):
    """The place on the desk of the first way to double the words of two groups."""
    flags = groups[i, G_FLAGS] | of_second(groups, j, G_FLAGS) << 4
    return CHOICES + flags * MAX_CHOICES


@kernel
def earn(desk, groups, i, j, choice):
    """Money and stock of two groups with the doublers of a choice: d1 + 16 d2."""
    length_1, length_2 = groups[i, G_LENGTH], of_second(groups, j, G_LENGTH)
    factor_1 = desk[FACTOR + n_doublers(choice)]
    factor_2 = desk[FACTOR + n_doublers(choice >> 4)]
    money = desk[PAYOUT_COINS + length_1] * factor_1 + desk[PAYOUT_COINS + length_2] * factor_2
    stock = desk[PAYOUT_STOCK + length_1] * factor_1 + desk[PAYOUT_STOCK + length_2] * factor_2
    return money, stock


@kernel
def score_option(desk, groups, i, j, option):
    """Fills in score and doublers of an option whose hand cards are chosen, the best for it.

    Equal scores: what pays more in money and stock, then in money, as the referee chooses.
    """
    cards, from_hand = (
        desk[option + O_CARDS_1] + desk[option + O_CARDS_2],
        desk[option + O_FROM_HAND],
    )
    laid = desk[W_ROYALTY] * total(cards & desk[PAYS_ROYALTY])
    laid += desk[W_LEAVE] * (desk[N_HAND] - total(from_hand))
    if desk[W_ANY_KEPT]:
        laid += split_worth(desk, cards, from_hand)
    used = present(cards)
    best, best_paid, best_money, doublers = WORST, 0, 0, NOTHING
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
            best, best_paid, best_money, doublers = score, paid, money, choice
    desk[option + O_SCORE], desk[option + O_DOUBLERS] = best, doublers


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
    """The option with the best score for two groups, the first of equals.

    Returns its place on the desk, -1 if the words can't be laid.
    """
    found, best = -1, WORST
    for option in range(
        OPTIONS, list_options(desk, groups, i, j, unneeded_duplicates(desk)), OPTION_SIZE
    ):
        from_hand = best_hand_cards(desk, desk[option + O_CARDS_1], desk[option + O_CARDS_2])
        if from_hand:
            desk[option + O_FROM_HAND] = from_hand
            score_option(desk, groups, i, j, option)
            if desk[option + O_SCORE] > best:
                found, best = option, desk[option + O_SCORE]
    return found


@kernel
def unneeded_duplicates(desk):
    """The duplicates that may help though the cards would do; see list_options.

    Any where it matters which cards are left, else those that save a royalty.
    """
    if desk[W_ANY_KEPT]:
        return GUARD
    return desk[PAYS_ROYALTY] & GUARD if desk[W_ROYALTY] < 0 else NOTHING


@kernel
def best_hand_cards(desk, cards_1, cards_2):
    """The hand cards with which it is best to lay these cards; 0 if a word would have none."""
    if desk[W_ANY_KEPT]:
        return best_split(desk, cards_1, cards_2)
    if desk[W_LEAVE] < 0:
        return most_hand_cards(desk, cards_1, cards_2)
    return fewest_hand_cards(desk, cards_1, cards_2)


@kernel
def best_split(desk, cards_1, cards_2):
    """The hand cards with which the cards left are worth most; 0 if a word would have none.

    Equal worth: the fewest; then those of the lowest slots, as in fewest_hand_cards.
    """
    cards = cards_1 + cards_2
    low, high = hand_range(desk[HAND], desk[COMMUNITY], cards)
    found, most = NOTHING, WORST
    from_hand = low
    while True:
        if covers(from_hand, cards_1, cards_2):
            worth = split_worth(desk, cards, from_hand) - desk[W_LEAVE] * total(from_hand)
            if worth > most or (worth == most and is_easier(from_hand, found)):
                found, most = from_hand, worth
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
def laid_play(desk, groups, i, j, option, hand_1, hand_2):
    """A play but for its words, of an option that has a score, and the hand cards of the words."""
    cards, doublers = desk[option + O_CARDS_1] + desk[option + O_CARDS_2], desk[option + O_DOUBLERS]
    money, stock = earn(desk, groups, i, j, doublers)
    for_sale = present(cards) & desk[BUDGET + min(desk[MONEY_IN_HAND] + money, MAX_COST)]
    cost = desk[SLOT_COST + highest(for_sale) // FIELD_BITS] if for_sale else 0
    duplicate = desk[option + O_DUPLICATE]
    if duplicate != NO_EXTRA:
        duplicate = desk[SLOT_LETTER + duplicate]
    pay = pack_pay(money, stock, royalties(desk, cards))
    details = pack_details(
        cost,
        desk[N_HAND] - total(hand_1 + hand_2),
        duplicate,
        desk[option + O_DUPLICATE_WORD],
        desk[option + O_SUFFIX_WORD],
        named_doublers(desk, doublers & 15),
        named_doublers(desk, doublers >> 4),
    )
    return Laid(desk[option + O_SCORE], hand_1, hand_2, cards, pay, details)


@kernel
def royalties(desk, cards):
    """Dollars to each opponent, packed."""
    dollars = 0
    for opponent in range(MAX_OPPONENTS):
        owed = total(cards & desk[OWNED_BY + FIRST_OPPONENT + opponent])
        dollars += royalty_to(opponent, owed)
    return dollars


@kernel
def named_doublers(desk, doublers):
    """The doublers to name: the Q card alone, or the first, where at most one applies."""
    if desk[ONE_DOUBLER] == 0 or doublers == 0:
        return doublers
    return Q if doublers & Q else doublers & -doublers
