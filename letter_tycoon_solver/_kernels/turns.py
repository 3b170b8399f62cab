"""The best turns of a position: words, a patent, the cards to keep; exchanges; a card for Q.

The search lists plays by equity. Each has one purchase and one set of cards to keep that are worth
most. An exchange and, for the owner of Q, a card to replace stand among them by what they are
worth. Where more is asked for, other purchases, discards and cards to replace come to these.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..evaluation.ranking import NEVER, TIES_BASE
from ..lexicon.trie import WORD_SIZE
from ..rules.ruleset import MAX_CARDS
from . import game_layouts as of
from . import layouts as on
from .bits import ONE, allocating, copy, draw, entry, highest, kernel, lowest, popcount, present
from .desk import COPY_BIT, count_cards, n_cards, set_desk, split_text
from .layouts import Ints, Setting
from .leave import exchange_worth, kept_cards, kept_worth, list_ways, used_worth
from .many import copy_sorted, count_plays, find_best, setting_of
from .score import WORST, money_of, royalties_of, stock_of
from .search import found_plays
from .shortlist import HEAP_TOP, N_LISTED, empty_shortlist
from .walk import more_key, traits_here, walk
from .worth import letters_of_rack, patent_to_buy, set_worth, turns_by_race

# The worth of Q: each card of the hand replaced by each that may be drawn, in one search.
#
# A class that lacks one letter of the rack can be laid when that letter is drawn, whichever card is
# replaced for it that the class can do without. A class that lacks nothing can be laid whatever is
# drawn, for such a card. That takes positions in which the score of a class is the same however its
# words are laid: see is_score_of_class.


NO_PLACE: Final = -1
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
        others: int64 [hand size + 1]; the low word of the key of a card of each letter of the hand,
            without the card that is replaced; the last of the whole hand.
    """

    scores: Ints
    last_bits: Ints
    next_bits: Ints
    royalties: Ints
    others: Ints


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
    least = -WORST
    for place in range(n_cards(hand)):
        if place == 0 or hand[place] != hand[place - 1]:
            least = min(least, replacements.scores[place, ANY_LETTER])
    least_worth = least - max(0, desk[on.W_ROYALTY] * MAX_CARDS)
    for i in range(walk(trie, desk, setting.workspace)):
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
    owner, royalties, others = setting.owner, replacements.royalties, replacements.others
    for word in range(on.KEY_SIZE):
        desk[on.DUPLICATES + word] = royalties[word] = 0
    n_seen = desk[on.N_SEEN : on.N_SEEN + on.N_LETTERS]
    n_seen[:] = 0
    count_cards(hand, n_seen, 1)
    count_cards(setting.community, n_seen, 1)
    for letter in range(on.N_LETTERS):
        n = n_seen[letter]
        if owner[letter] > on.PLAYER:
            for nth in range(n + 1):
                add_bit(royalties, 0, COPY_BIT[nth, letter])
        replacements.next_bits[letter] = COPY_BIT[n, letter]
        if unseen[letter]:
            add_bit(desk, on.DUPLICATES, replacements.next_bits[letter])
    others[:] = 0
    for place in range(n_cards(hand)):
        card = np.int64(hand[place]) - on.CODE_OF_A
        replacements.last_bits[place] = COPY_BIT[n_seen[card] - 1, card]
        replacements.scores[place] = WORST
        for other in range(len(others)):
            if other != place:
                others[other] |= ONE << COPY_BIT[0, card]


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
    low, high, others = trie.keys[number], more_key(trie, number), replacements.others
    for place in range(n_cards(hand)):
        if place and hand[place] == hand[place - 1]:
            continue
        scores = replacements.scores[place]
        card = np.int64(hand[place]) - on.CODE_OF_A
        if has_bit(low, high, replacements.last_bits[place]):
            scores[card] = max(scores[card], score)
        elif low & others[place]:
            scores[ANY_LETTER] = max(scores[ANY_LETTER], score)
        else:
            for letter in range(on.N_LETTERS):
                if low >> COPY_BIT[0, letter] & 1:
                    scores[letter] = max(scores[letter], score)
    return low & others[len(others) - 1] != 0


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


# The owner of Q: which card it is best to replace before the action, in expectation.


@entry
def replace_rows(columns, next_cards, card_counts, desks, trie, workspace, new_hands):
    """Fills in the hands after the owners of Q have replaced a card, or none.

    next_cards    uint8 [n]: the card that is drawn, upper-case ASCII; unknown when they choose
    card_counts   int64 [26]: the cards of the deck
    new_hands     uint8 [n, width]: filled in, sorted
    The rest      see many.solve_rows; workspace for one play
    """
    hand = np.empty(new_hands.shape[1], np.uint8)
    replacements = Replacements(
        np.empty((len(hand), on.N_LETTERS + 1), np.int64),
        np.empty(len(hand), np.int64),
        np.empty(on.N_LETTERS, np.int64),
        np.empty(on.KEY_SIZE, np.int64),
        np.empty(len(hand) + 1, np.int64),
    )
    unseen = np.empty(on.N_LETTERS, np.int64)
    for row in range(len(new_hands)):
        copy(columns.hands[row], hand)
        if columns.owners[row, on.LETTER_Q] == on.PLAYER:
            copy(card_counts, unseen)
            count_cards(columns.hands[row], unseen, -1)
            count_cards(columns.communities[row], unseen, -1)
            desk = desks[columns.n_opponents[row]]
            setting = setting_of(columns, row, trie, workspace)
            place = place_to_replace(desk, hand, unseen, setting, replacements)
            if place != NO_PLACE:
                hand[place] = next_cards[row]
        copy_sorted(hand, 0, new_hands[row])


@kernel
def place_to_replace(desk, hand, unseen, setting, replacements):
    """The place in the hand of the card to replace, NO_PLACE for none.

    The score of the best play is compared, summed over the unseen cards: each is drawn as likely.
    A position without a play scores 0. Equal sums: no card, then the first.
    """
    n_unseen = 0
    for letter in range(on.N_LETTERS):
        n_unseen += unseen[letter]
    set_desk(desk, hand, setting.community, setting.owner, setting.money)
    at_once = is_score_of_class(desk)
    if at_once:
        score = or_nothing(score_replacements(desk, hand, unseen, setting, replacements))
    else:
        score = best_score(desk, hand, WORST, setting)
    best, best_place = score * n_unseen, NO_PLACE
    for place in range(n_cards(hand)):
        if place > 0 and hand[place] == hand[place - 1]:
            continue
        if at_once:
            expected = expected_at_once(replacements.scores[place], unseen)
        else:
            expected = expected_score(desk, hand, place, unseen, WORST, setting)
        if expected > best:
            best, best_place = expected, place
    return best_place


@kernel
def expected_at_once(scores, unseen):
    """The same as expected_score, from the row of a card in Replacements.scores."""
    expected = 0
    for letter in range(on.N_LETTERS):
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
    played = WORST
    if desk[on.W_LEAVE] >= 0:
        played = best_play(desk, hand, WORST, setting)
    expected = 0
    for letter in range(on.N_LETTERS):
        if unseen[letter]:
            hand[last] = letter + on.CODE_OF_A
            expected += unseen[letter] * max(least, best_score(desk, hand, played, setting))
    hand[last], hand[place] = last_card, card
    return expected


@kernel
def best_score(desk, hand, played, setting):
    """The score of the best play with a hand, 0 if there is none.

    Where it matters which cards are left, that of the best exchange if it is more.

    played   what some play scores, or WORST
    """
    best = or_nothing(best_play(desk, hand, played, setting))
    return max(best, exchange_worth(desk)) if desk[on.W_ANY_KEPT] else best


@kernel
def best_play(desk, hand, played, setting):
    """The score of the best play with a hand, or `played` if none scores more."""
    shortlist = setting.workspace.shortlist
    empty_shortlist(shortlist, 1, played + 1)
    find_best(desk, hand, setting)
    return shortlist[HEAP_TOP, on.PLAY_SCORE] if shortlist[0, N_LISTED] else played


# The next turn of a player who keeps some cards, over the cards that are drawn until then.
#
# draws   uint8 [n, n_drawn], upper-case ASCII: in each row the cards that are drawn, the first one
#         first: those that the community misses, then those for the hand. A hand that misses fewer
#         takes the first of them, so that sets of cards kept are compared on the same draws


FIRST_DRAW: Final = 1 << 60
"""The first draw in the sequence of bits.py: behind those of all games of a seed."""


@entry
def draw_samples(unseen, discards, n_deck, seed, draws):
    """Fills in draws: `n_deck` of the unseen cards, each as likely, then discards.

    unseen, discards   uint8: upper-case ASCII, put in another order
    seed               uint64
    """
    number = FIRST_DRAW
    for sample in range(len(draws)):
        for i in range(draws.shape[1]):
            pile, first = (unseen, i) if i < n_deck else (discards, i - n_deck)
            at = first + draw(seed, number, len(pile) - first)
            pile[first], pile[at] = pile[at], pile[first]
            draws[sample, i] = pile[first]
            number += 1


@entry
def best_scores(desk, kept, community, draws, owner, money, trie, workspace, scores):
    """Fills in the score of the best play after each draw, with each set of cards kept.

    kept        uint8 [n_sets, hand size]: upper-case ASCII, 0 behind the last card
    community   uint8 [community size]: the same; filled up
    scores      float64 [n_sets, n]: 0 where there is no play, or none is better than to exchange
    The rest    see Setting in layouts.py; workspace for one play
    """
    setting = Setting(community, owner, money, trie, workspace)
    hand = np.empty(kept.shape[1], np.uint8)
    n_community = n_cards(community)
    n_missing = len(community) - n_community
    for sample in range(len(draws)):
        for i in range(n_missing):
            community[n_community + i] = draws[sample, i]
        for row in range(len(kept)):
            n_kept = n_cards(kept[row])
            for i in range(len(hand)):
                new = n_missing + i - n_kept
                hand[i] = kept[row, i] if i < n_kept else draws[sample, new]
            scores[row, sample] = max(0, best_score(desk, hand, WORST, setting))


MOST_OTHERS: Final = (
    on.MORE_PURCHASES * on.N_SLOTS + on.MORE_DISCARDS * on.OTHER_DISCARDS + on.MAX_WAYS + on.N_SLOTS
)
"""More turns than come to those that the search finds."""


@entry
def find_turns(text, inquiry, trie, desk, workspace):
    """The best turns or plays of a position, best first, or how many plays: see ASKED_SCOPE.

    Returns int64 [n, ROW_SIZE] or [n, PLAY_SIZE], or [1, 1].

    text        see layouts.py
    inquiry     see Inquiry in layouts.py
    desk        with the ruleset and a ranking, or the balance of the tables: see questions.py
    workspace   see layouts.py; for one play
    """
    asked, scope = inquiry.asked, inquiry.asked[on.ASKED_SCOPE]
    ends, owner = np.zeros(on.N_CARD_SECTIONS, np.int64), np.zeros(on.N_LETTERS, np.uint8)
    n_opponents = max(1, split_text(text, ends, owner))
    hand, community = text[: ends[0]], text[ends[0] + 1 : ends[1]]
    if scope < on.LISTED_PLAYS:
        look_at_position(desk, hand, community, owner, n_opponents, inquiry)
    setting = Setting(community, owner, asked[on.ASKED_MONEY], trie, workspace)
    set_desk(desk, hand, community, owner, asked[on.ASKED_MONEY])
    if scope == on.N_PLAYS:
        return np.full((1, 1), count_plays(desk, trie, workspace))
    if scope == on.LISTED_PLAYS:
        return found_plays(asked, trie, desk, workspace, on.PLAY_SIZE)
    if scope == on.GIVEN_TURN:
        rows = np.empty((1, on.ROW_SIZE), np.int64)
        copy(inquiry.given, rows[0])
        appraise(desk, rows[0])
        return rows
    if asked[on.ASKED_STAGE] != of.AT_START:
        return rest_of_turn(desk, inquiry)
    return turns_at_start(desk, hand, setting, inquiry)


@allocating
def turns_at_start(desk, hand, setting, inquiry):
    """The turns of which nothing is done yet."""
    asked, scope = inquiry.asked, inquiry.asked[on.ASKED_SCOPE]
    plays = found_plays(asked, setting.trie, desk, setting.workspace, on.LISTED_SIZE)
    n = len(plays)
    rows = np.empty((n + MOST_OTHERS, on.ROW_SIZE), np.int64)
    for i in range(n):
        write_turn(desk, plays[i], inquiry, rows[i])
    if scope == on.ONLY_PLAYS:
        return rows[:n]
    if scope == on.ALL_CANDIDATES:
        n = add_other_purchases(desk, rows, n, inquiry)
        n = add_other_discards(desk, rows, n, len(plays), on.OTHER_DISCARDS, inquiry)
    n = add_exchanges(desk, rows, n, inquiry)
    if asked[on.ASKED_REPLACE]:
        n = add_replacements(desk, hand, setting, rows, n, inquiry)
    sort_rows(rows, n)
    if scope != on.ALL_CANDIDATES:
        n = min(n, asked[on.ASKED_LIMIT])
    return rows[:n]


@kernel
def look_at_position(desk, hand, community, owner, n_opponents, inquiry):
    """Sets what patents and cards are worth to the player."""
    asked, evaluation, worth = inquiry.asked, inquiry.evaluation, inquiry.worth
    turns = 1.0 * asked[on.ASKED_ROUNDS]
    if asked[on.ASKED_ROUNDS] == on.NOT_KNOWN:
        turns = turns_by_race(owner, n_opponents, asked[on.ASKED_GOAL], evaluation)
    # A card that is drawn for one that is replaced may have any letter.
    letters = on.ALL_LETTERS
    if asked[on.ASKED_REPLACE] == 0:
        letters = letters_of_rack(hand, community)
    set_worth(desk, hand, community, owner, n_opponents, turns, letters, evaluation, worth)


# Turns of words ------------------------------------------------------------------------------


@kernel
def write_turn(desk, play, inquiry, row):
    """Writes the turn of a play with its best purchase and the cards best kept."""
    copy(play, row[: on.LISTED_SIZE])
    row[on.ROW_REPLACED] = of.NO_LETTER
    slots, letters = slots_for_sale(desk, row, inquiry.asked[on.ASKED_STAGE]), 0
    while slots:
        letters |= ONE << desk[on.SLOT_LETTER + lowest(slots) // on.FIELD_BITS]
        slots &= slots - 1
    row[on.ROW_BOUGHT] = patent_to_buy(letters, inquiry.worth)
    leave = desk[on.HAND] - row[on.PLAY_HAND_1] - row[on.PLAY_HAND_2]
    row[on.ROW_KEPT] = kept_cards(desk, leave) if desk[on.W_ANY_KEPT] else leave
    appraise(desk, row)


@kernel
def slots_for_sale(desk, row, stage):
    """The patents that can be bought in a turn, by the guards of their slots."""
    if stage == of.BOUGHT_ALREADY:
        return 0
    earned = money_of(row[on.PLAY_PAY]) if stage == of.AT_START else 0
    budget = min(desk[on.MONEY_IN_HAND] + earned, on.MAX_COST)
    return present(row[on.PLAY_CARDS]) & desk[on.BUDGET + budget]


@kernel
def appraise(desk, row):
    """Fills in what a turn is worth, from what is done in it."""
    # A weight on the desk has room behind it for what decides ties.
    pay = row[on.PLAY_PAY]
    earned = desk[on.W_MONEY] * money_of(pay) + desk[on.W_STOCK] * stock_of(pay)
    row[on.ROW_MARGIN] = (earned + desk[on.W_ROYALTY] * royalties_of(pay)) // TIES_BASE
    row[on.ROW_PATENT] = row[on.ROW_LEAVE] = row[on.ROW_COMMUNITY] = 0
    if row[on.ROW_BOUGHT] != of.NO_LETTER:
        row[on.ROW_PATENT] = desk[on.W_PATENT + row[on.ROW_BOUGHT]] // TIES_BASE
    if desk[on.W_ANY_KEPT]:
        from_hand = row[on.PLAY_HAND_1] + row[on.PLAY_HAND_2]
        left = desk[on.COMMUNITY] - (row[on.PLAY_CARDS] - from_hand)
        row[on.ROW_LEAVE] = kept_worth(desk, row[on.ROW_KEPT]) // TIES_BASE
        row[on.ROW_COMMUNITY] = -used_worth(desk, left, NEVER) // TIES_BASE
    row[on.ROW_TOTAL] = (
        row[on.ROW_MARGIN] + row[on.ROW_PATENT] + row[on.ROW_LEAVE] + row[on.ROW_COMMUNITY]
    )


@kernel
def add_other_purchases(desk, rows, n, inquiry):
    """Adds the first turns with every other purchase, or none; returns how many there are."""
    end = n
    for i in range(min(n, on.MORE_PURCHASES)):
        slots, letter = slots_for_sale(desk, rows[i], inquiry.asked[on.ASKED_STAGE]), 0
        # The dearest first; none at last.
        while letter != of.NO_LETTER:
            letter = of.NO_LETTER
            if slots:
                letter = desk[on.SLOT_LETTER + highest(slots) // on.FIELD_BITS]
                slots ^= ONE << highest(slots)
            if letter != rows[i, on.ROW_BOUGHT]:
                copy(rows[i], rows[end])
                rows[end, on.ROW_BOUGHT] = letter
                appraise(desk, rows[end])
                end += 1
    return end


@kernel
def add_other_discards(desk, rows, n, n_plays, most, inquiry):
    """Adds the first turns with other cards kept, at most so many; returns how many there are."""
    end = n
    for i in range(min(n_plays, on.MORE_DISCARDS)):
        leave = desk[on.HAND] - rows[i, on.PLAY_HAND_1] - rows[i, on.PLAY_HAND_2]
        for way in range(1, min(list_ways(desk, leave, inquiry.ways), 1 + most)):
            copy(rows[i], rows[end])
            rows[end, on.ROW_KEPT] = inquiry.ways[way, on.WAY_KEPT]
            appraise(desk, rows[end])
            end += 1
    return end


@allocating
def rest_of_turn(desk, inquiry):
    """The turns once words lie on the table: purchases, or only cards to discard."""
    asked = inquiry.asked
    rows = np.empty((MOST_OTHERS, on.ROW_SIZE), np.int64)
    write_turn(desk, inquiry.given, inquiry, rows[0])
    n = 1
    if asked[on.ASKED_STAGE] == of.PAID:
        n = add_other_purchases(desk, rows, n, inquiry)
        sort_rows(rows, n)
        if asked[on.ASKED_SCOPE] == on.ALL_CANDIDATES:
            n = add_other_discards(desk, rows, n, n, on.OTHER_DISCARDS, inquiry)
            sort_rows(rows, n)
            return rows[:n]
    else:
        n = add_other_discards(desk, rows, n, n, on.MAX_WAYS, inquiry)
    return rows[: min(n, asked[on.ASKED_LIMIT])]


# Turns without words -------------------------------------------------------------------------


@kernel
def add_exchanges(desk, rows, n, inquiry):
    """Adds the exchange that is worth most, or those that may be; returns how many turns there are.

    A hand that is best kept whole is exchanged whole: without a play it would stay for ever.
    """
    hand, ways = desk[on.HAND], inquiry.ways
    if inquiry.asked[on.ASKED_SCOPE] != on.ALL_CANDIDATES:
        kept = kept_cards(desk, hand) if desk[on.W_ANY_KEPT] else hand
        return add_exchange(desk, rows, n, kept if kept != hand else 0)
    n_ways = min(list_ways(desk, hand, ways), on.EXCHANGES)
    is_whole_there = False
    if ways[0, on.WAY_KEPT] != hand:
        for way in range(n_ways):
            if ways[way, on.WAY_KEPT] != hand:
                n = add_exchange(desk, rows, n, ways[way, on.WAY_KEPT])
                is_whole_there |= ways[way, on.WAY_KEPT] == 0
    return n if is_whole_there else add_exchange(desk, rows, n, 0)


@kernel
def add_exchange(desk, rows, n, kept):
    """Adds the exchange of all cards but some; returns how many turns there are."""
    empty_row(rows, n, of.NO_LETTER, kept)
    appraise(desk, rows[n])
    return n + 1


@kernel
def add_replacements(desk, hand, setting, rows, n, inquiry):
    """Adds the card that is best replaced with Q, or every card; returns how many turns there are.

    What one is worth: the best turn after it, on average over all cards that may be drawn. That is
    searched for each of them, and changes the desk.
    """
    pile, n_itself = inquiry.pile, inquiry.asked[on.ASKED_ITSELF]
    n_drawn = n_itself
    for letter in range(on.N_LETTERS):
        n_drawn += pile[letter]
    # What the best play or exchange scores, and what the best turn without a replacement is worth.
    now = max(0, rows[0, on.PLAY_SCORE], exchange_worth(desk))
    most = rows[0, on.ROW_TOTAL]
    for row in range(n):
        most = max(most, rows[row, on.ROW_TOTAL])
    end = write_replacements(desk, rows, n)
    best, best_expected = n, 0
    for row in range(n, end):
        letter, place = rows[row, on.ROW_REPLACED], 0
        while hand[place] != letter + on.CODE_OF_A:
            place += 1
        pile[letter] += n_itself
        expected = expected_score(desk, hand, place, pile, 0, setting)
        pile[letter] -= n_itself
        gain = expected - now * n_drawn
        # Rounded: half of what it is divided by is added.
        worth = most + (2 * gain + TIES_BASE * n_drawn) // (2 * TIES_BASE * n_drawn)
        rows[row, on.ROW_TOTAL] = rows[row, on.ROW_MARGIN] = worth
        # Not by its worth, which leaves out what decides ties.
        if expected > best_expected:
            best, best_expected = row, expected
    if inquiry.asked[on.ASKED_SCOPE] == on.ALL_CANDIDATES:
        return end
    copy(rows[best], rows[n])
    return n + 1


@kernel
def write_replacements(desk, rows, n):
    """Writes a turn for each letter of the hand that may be replaced; returns where they end."""
    for letter in range(on.N_LETTERS):
        slots = present(desk[on.HAND])
        while slots:
            slot = lowest(slots) // on.FIELD_BITS
            slots &= slots - 1
            if desk[on.SLOT_LETTER + slot] == letter:
                empty_row(rows, n, letter, desk[on.HAND] - (ONE << slot * on.FIELD_BITS))
                n += 1
    return n


# Rows ----------------------------------------------------------------------------------------


@kernel
def empty_row(rows, n, replaced, kept):
    """Writes a turn without words."""
    rows[n] = 0
    rows[n, on.ROW_REPLACED], rows[n, on.ROW_KEPT] = replaced, kept
    rows[n, on.ROW_BOUGHT] = of.NO_LETTER


@kernel
def sort_rows(rows, n):
    """Puts turns in order, best first; equal ones stay as they are."""
    for row in range(1, n):
        at = row
        while at > 0 and rows[at - 1, on.ROW_TOTAL] < rows[at, on.ROW_TOTAL]:
            for k in range(on.ROW_SIZE):
                rows[at, k], rows[at - 1, k] = rows[at - 1, k], rows[at, k]
            at -= 1
