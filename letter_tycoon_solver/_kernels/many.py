"""Many positions in a call: dealt, read, checked, counted, searched, and their plays tallied."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..rules.ruleset import MAX_CARDS
from . import layouts as on
from .bits import allocating, beyond, draw, entry, kernel, total
from .desk import count_cards, n_cards, set_desk
from .lay import ALONE, hand_range, list_options, next_between
from .layouts import Setting
from .score import WORST, detail, first_word, money_of, second_word, stock_of
from .search import add_best_of_classes, begin_pairs, list_words, next_pair, place_classes
from .shortlist import N_LISTED, empty_shortlist, lowest_score, sort_shortlist
from .walk import find_groups, n_extra_letters, walk
from .worth import letters_of_rack, set_worth, turns_by_race

# The number of plays of a position, without building them.


@allocating
def count_plays(desk, trie, workspace):
    """The number of plays of the position on the desk."""
    groups = workspace.groups
    n_classes = walk(trie, desk, workspace)
    n = find_groups(desk, trie, workspace.found[:n_classes], groups)
    plays = 0
    for i in range(n):
        plays += count_ways(desk, groups, i, ALONE)[0] * groups[i, on.G_WORDS]
    if desk[on.ABILITIES] & on.V:
        plays += count_pairs(desk, groups, n)
    return plays


@kernel
def count_pairs(desk, groups, n):
    """The number of plays of two words of the first n groups."""
    extra = n_extra_letters(desk)
    most_letters = desk[on.N_CARDS] + extra
    plays = 0
    for i in range(n):
        for j in range(i, n):
            if groups[i, on.G_LENGTH] + groups[j, on.G_LENGTH] > most_letters:
                continue
            both = groups[i, on.G_LETTERS] + groups[j, on.G_LETTERS]
            if total(beyond(both, desk[on.RACK])) > extra:
                continue
            ways, alike = count_ways(desk, groups, i, j)
            words = groups[i, on.G_WORDS]
            if i != j:
                plays += ways * words * groups[j, on.G_WORDS]
            else:
                # A word twice: of two ways that mirror each other only one counts.
                plays += ways * (words * (words - 1) // 2) + (ways + alike) // 2 * words
    return plays


@kernel
def count_ways(desk, groups, i, j):
    """The ways to lay two groups, counted, and those in which both words are laid alike."""
    ways = alike = 0
    end = list_options(desk, groups, i, j, on.GUARD)
    for option in range(on.OPTIONS, end, on.OPTION_SIZE):
        cards_1, cards_2 = desk[option + on.O_CARDS_1], desk[option + on.O_CARDS_2]
        no_extra = (
            desk[option + on.O_DUPLICATE] == on.NO_EXTRA
            and desk[option + on.O_SUFFIX_WORD] == on.NO_EXTRA
        )
        low, high = hand_range(desk[on.HAND], desk[on.COMMUNITY], cards_1)
        hand = low
        while True:
            hand_left, community_left = desk[on.HAND] - hand, desk[on.COMMUNITY] - (cards_1 - hand)
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
        ways *= (difference & on.FIELD) + 1
        difference >>= on.FIELD_BITS
    return ways


# The best plays of many positions, one after the other, in the same memory.


@entry
def solve_rows(columns, desks, equities, trie, workspace, plays):
    """Fills in the best plays of each position, best first.

    columns     the positions: Columns of layouts.py
    desks       int64 [5, DESK_SIZE]: by number of opponents a desk to work on, with the ruleset and
                the ranking; by equity, with the balance of the tables: see
                questions.equity_template
    equities    see layouts.py; without goals if plays are not ranked by equity
    workspace   see layouts.py
    plays       int64 [n, top, PLAY_SIZE]: see layouts.py; all 0 where there is no play
    """
    shortlist = workspace.shortlist
    for row in range(len(plays)):
        n, hand = np.int64(columns.n_opponents[row]), columns.hands[row]
        setting = setting_of(columns, row, trie, workspace)
        if len(equities.goals):
            set_worth_of_row(desks[n], hand, setting, n, equities)
        empty_shortlist(shortlist, plays.shape[1], WORST)
        find_best(desks[n], hand, setting)
        sort_shortlist(shortlist)
        for at in range(plays.shape[1]):
            for k in range(on.PLAY_SIZE):
                plays[row, at, k] = shortlist[at + 1, k] if at < shortlist[0, N_LISTED] else 0


@kernel
def setting_of(columns, row, trie, workspace):
    """The setting of the hand of a row."""
    community, owner, money = columns.communities[row], columns.owners[row], columns.money[row]
    return Setting(community, owner, money, trie, workspace)


@kernel
def set_worth_of_row(desk, hand, setting, n_opponents, equities):
    """Sets what patents and cards are worth to the player of a position."""
    evaluation, goal = equities.evaluations[n_opponents], equities.goals[n_opponents]
    # A player alone is taken to have one opponent.
    n_others = max(1, n_opponents)
    turns = turns_by_race(setting.owner, n_others, goal, evaluation)
    community, owner, worth = setting.community, setting.owner, equities.worth
    letters = letters_of_rack(hand, community)
    set_worth(desk, hand, community, owner, n_others, turns, letters, evaluation, worth)


@kernel
def find_best(desk, hand, setting):
    """Lists the best plays of a position, as the shortlist, which is empty, asks; see set_desk."""
    set_desk(desk, hand, setting.community, setting.owner, setting.money)
    trie, workspace, shortlist = setting.trie, setting.workspace, setting.workspace.shortlist
    n = walk(trie, desk, workspace)
    place_classes(desk, trie, n, workspace)
    list_words(desk, trie, n, workspace, shortlist)
    if desk[on.ABILITIES] & on.V:
        begin_pairs(desk, lowest_score(shortlist), workspace)
        while next_pair(desk, trie, n, lowest_score(shortlist), workspace):
            add_best_of_classes(desk, trie, workspace, shortlist)


@entry
def count_rows(columns, desks, trie, workspace, counts):
    """Fills in how many plays each position has, laid in every way; arguments of solve_rows.

    counts   int64 [n]
    """
    for row in range(len(counts)):
        desk, hand, money = desks[columns.n_opponents[row]], columns.hands[row], columns.money[row]
        set_desk(desk, hand, columns.communities[row], columns.owners[row], money)
        counts[row] = count_plays(desk, trie, workspace)


# The check of many positions that come as columns: see batch/positions.py.


@entry
def first_wrong_row(columns, most, card_counts):
    """The first row that is not a position, or has too many cards; the number of rows if none.

    columns       Columns of layouts.py
    most          int64 [3]: cards of a hand and of the community, opponents
    card_counts   int64 [26]: the cards of the deck
    """
    counts = np.zeros(on.N_LETTERS, np.int64)
    n_opponents = columns.n_opponents
    for row in range(len(n_opponents)):
        right = n_opponents[row] <= most[2] and columns.money[row] >= 0
        last_owner = on.PLAYER + np.int64(n_opponents[row])
        for letter in range(on.N_LETTERS):
            right &= columns.owners[row, letter] <= last_owner
            counts[letter] = 0
        right &= n_cards(columns.hands[row]) > 0
        right &= count_right_cards(columns.hands[row], most[0], counts)
        right &= count_right_cards(columns.communities[row], most[1], counts)
        if not (right and deck_holds(counts, card_counts)):
            return row
    return len(n_opponents)


@kernel
def count_right_cards(cards, most, counts):
    """Counts cards by letter; False if some are no cards, or there are too many."""
    n = n_cards(cards)
    for at in range(n):
        letter = np.int64(cards[at]) - on.CODE_OF_A
        if letter < 0 or letter >= on.N_LETTERS:
            return False
        counts[letter] += 1
    for at in range(n, len(cards)):
        if cards[at]:
            return False
    return n <= most


# Random positions: cards dealt from a full deck, patents given to random players.
#
# Row i of a deal takes the words DRAWS i to DRAWS (i + 1) - 1 of the sequence of bits.py, so
# a row depends on the seed and its number alone.


PATENT_DRAWS: Final = 16
"""The first draw for patents: behind those for the cards and the next card of the deck."""
DRAWS: Final = 128

assert MAX_CARDS < PATENT_DRAWS
assert PATENT_DRAWS + 2 * on.N_LETTERS <= DRAWS


@entry
def deal_cards(seed, start, deck, hands, communities, next_cards):
    """Deals the rows from `start` on.

    seed                 uint64
    deck                 uint8 [102]: upper-case ASCII
    hands, communities   uint8 [n, width]: filled in, sorted
    next_cards           uint8 [n]: filled in with the card that is drawn next
    """
    deck = deck.copy()
    hand_size, community_size = hands.shape[1], communities.shape[1]
    n_cards = hand_size + community_size + 1
    places = np.empty(n_cards, np.int64)
    for row in range(len(hands)):
        first = (start + row) * DRAWS
        for i in range(n_cards):
            places[i] = i + draw(seed, first + i, len(deck) - i)
            deck[i], deck[places[i]] = deck[places[i]], deck[i]
        copy_sorted(deck, 0, hands[row])
        copy_sorted(deck, hand_size, communities[row])
        next_cards[row] = deck[n_cards - 1]
        # Back to the order that every row begins with.
        for i in range(n_cards - 1, -1, -1):
            deck[i], deck[places[i]] = deck[places[i]], deck[i]


@kernel
def copy_sorted(deck, first, cards):
    """Fills `cards` with the cards from `first` on, by letter."""
    for i in range(len(cards)):
        card = deck[first + i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


@entry
def deal_patents(seed, start, n_patents, n_players, owners):
    """Gives so many different patents in each row to random players.

    owners   uint8 [n, 26]: filled in; by letter 0 for nobody, else the player from 1
    """
    letters = np.arange(on.N_LETTERS)
    for row in range(len(owners)):
        first = (start + row) * DRAWS + PATENT_DRAWS
        for letter in range(on.N_LETTERS):
            letters[letter] = letter
            owners[row, letter] = 0
        for i in range(n_patents):
            place = i + draw(seed, first + 2 * i, on.N_LETTERS - i)
            letters[i], letters[place] = letters[place], letters[i]
            owners[row, letters[i]] = 1 + draw(seed, first + 2 * i + 1, n_players)


# Positions as people write them, read into the columns of many positions.


CASE_BIT: Final = 32
DASH, NO_OPPONENTS, NEXT_OPPONENT = ord("-"), ord("."), ord("/")


@entry
def read_rows(hand, community, patents, opponents, limits, columns, ok):
    """Fills in each row that is plainly a position; `ok` is 0 for others, which may be or not.

    hand, community, patents, opponents   TextCells: see layouts.py
    limits    int64 [28]: by letter how many cards the deck has, then the most dollars and the most
              opponents
    columns   Columns of layouts.py, filled in but for the money: cards are upper-case ASCII,
              sorted, and owners 0 for nobody, else the player from 1; all 0 before
    ok        uint8 [n]: filled in with 1 or 0
    """
    most_dollars, most_opponents = limits[on.N_LETTERS], limits[on.N_LETTERS + 1]
    cards, communities, owners = columns.hands, columns.communities, columns.owners
    money, counts = columns.money, np.zeros(on.N_LETTERS, np.int64)
    for row in range(len(ok)):
        ok[row] = 0
        if money[row] < 0 or money[row] > most_dollars:
            continue
        n_hand = read_cards(hand, row, cards[row])
        n_community = read_cards(community, row, communities[row])
        if n_hand < 1 or n_community < 0:
            continue
        counts[:] = 0
        count_cards(cards[row], counts, 1)
        count_cards(communities[row], counts, 1)
        if not deck_holds(counts, limits):
            continue
        if read_owners(patents, row, owners[row], on.PLAYER, 1, DASH) < 0:
            continue
        n = read_owners(
            opponents, row, owners[row], on.FIRST_OPPONENT, most_opponents, NO_OPPONENTS
        )
        if n < 0:
            continue
        columns.n_opponents[row] = n
        ok[row] = 1


@kernel
def letter_of(byte):
    """The letter of a byte of text in any case, 0 for A; -1 for anything else."""
    letter = (byte | CASE_BIT) - (on.CODE_OF_A | CASE_BIT)
    return letter if 0 <= letter < on.N_LETTERS else -1


@kernel
def read_cards(column, row, cards):
    """Fills in the cards of a cell, by letter; returns how many, -1 if it is none or too long."""
    data, offsets = column.data, column.offsets
    start, stop = offsets[row], offsets[row + 1]
    if start == stop or (stop - start == 1 and data[start] == DASH):
        return 0
    n = stop - start
    if n > len(cards):
        return -1
    for at in range(n):
        letter = letter_of(int(data[start + at]))
        if letter < 0:
            return -1
        cards[at] = on.CODE_OF_A + letter
    copy_sorted(cards, 0, cards[:n])
    return n


@kernel
def deck_holds(counts, limits):
    """True if the deck has so many cards of every letter."""
    holds = True
    for letter in range(on.N_LETTERS):
        holds &= counts[letter] <= limits[letter]
    return holds


@kernel
def read_owners(column, row, owner, first, most, nothing):
    """Gives the patents of a cell to players; returns how many these are, -1 if unclear.

    first     the first of them; the others come behind NEXT_OPPONENT
    most      players
    nothing   the byte that stands for no players
    """
    data, offsets = column.data, column.offsets
    start, stop = offsets[row], offsets[row + 1]
    if start == stop or (stop - start == 1 and data[start] == nothing):
        return 0
    n = 1
    begin = start
    for at in range(start, stop):
        byte = int(data[at])
        if byte == NEXT_OPPONENT:
            n += 1
            begin = at + 1
            if n > most:
                return -1
            continue
        if byte == DASH:
            # A dash stands alone.
            if at != begin or (at + 1 < stop and data[at + 1] != NEXT_OPPONENT):
                return -1
            continue
        letter = letter_of(byte)
        if letter < 0 or owner[letter]:
            return -1
        owner[letter] = first + n - 1
    return n


# Counts what happens in the best plays of many positions.


TOTAL, SQUARES = 0, 1
"""The columns of `gains`."""


@entry
def tally_rows(plays, baseline, prices, text, starts, tally):
    """Adds the best plays of some positions to a tally.

    plays, baseline   int64 [n, PLAY_SIZE]: see layouts.py; the plays, and those of the same
                      hands that they are compared with
    prices            int64 [26]: what the patent of a letter costs, 0 if it has an owner
    text, starts      uint8, int64 [n_words + 1]: word i is text[starts[i]:starts[i + 1]]
    tally             see game_layouts.py; added to
    """
    cards = np.empty(on.N_LETTERS, np.int64)
    for row in range(len(plays)):
        play = plays[row]
        money, stock = money_of(play[on.PLAY_PAY]), stock_of(play[on.PLAY_PAY])
        tally.money[money] += 1
        tally.stock[stock] += 1
        tally.margin[money + stock] += 1
        base = baseline[row, on.PLAY_PAY]
        more_money, more_stock = money - money_of(base), stock - stock_of(base)
        gains = (more_money, more_stock, more_money + more_stock)
        for metric in range(len(gains)):
            tally.gains[metric, TOTAL] += gains[metric]
            tally.gains[metric, SQUARES] += gains[metric] * gains[metric]
        details = play[on.PLAY_DETAILS]
        n_words = detail(details, on.N_WORDS_SHIFT)
        tally.n_words[n_words] += 1
        if n_words:
            count_cards_used(play, n_words, text, starts, tally.word_lengths, cards)
            patent_value = detail(details, on.PATENT_VALUE_SHIFT)
            add_cards_and_patent(cards, prices, patent_value, tally.cards_used, tally.bought)


@kernel
def count_cards_used(play, n_words, text, starts, word_lengths, cards):
    """Fills `cards`, by letter, with the factory cards that a play uses; adds its words' lengths.

    The X duplicate and the Z suffix are letters of a word but no cards.
    """
    cards[:] = 0
    for at in range(n_words):
        word = second_word(play[on.PLAY_WORDS]) if at else first_word(play[on.PLAY_WORDS])
        word_lengths[starts[word + 1] - starts[word]] += 1
        for i in range(starts[word], starts[word + 1]):
            cards[np.int64(text[i]) - on.CODE_OF_A] += 1
    duplicate = detail(play[on.PLAY_DETAILS], on.DUPLICATE_SHIFT)
    if duplicate != on.NO_EXTRA:
        cards[duplicate] -= 1
    if detail(play[on.PLAY_DETAILS], on.SUFFIX_WORD_SHIFT) != on.NO_EXTRA:
        cards[on.LETTER_S] -= 1


@kernel
def add_cards_and_patent(cards, prices, patent_value, cards_used, bought):
    """Adds the cards of a play, and the patent that is bought: the first of the dearest.

    patent_value   cost of the dearest patent that could be bought, 0 if there is none
    """
    is_bought = patent_value == 0
    for letter in range(on.N_LETTERS):
        if cards[letter] == 0:
            continue
        cards_used[letter] += cards[letter]
        if not is_bought and prices[letter] == patent_value:
            bought[letter] += 1
            is_bought = True
