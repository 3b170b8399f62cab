"""A game on the table: its changes by the rules, see game/rules.py, and a turn."""

from __future__ import annotations

import math

import numpy as np

from .bits import FIELD, FIELD_BITS, ONE, chance, draw, entry, kernel, lowest, present
from .desk import n_cards, set_desk
from .game_layouts import (
    ACTION,
    ACTIVE,
    ALL_USED,
    AT_START,
    BOUGHT,
    BOUGHT_ALREADY,
    COMMUNITY_PILE,
    COMMUNITY_USED,
    CONSIDERED,
    DECK_PILE,
    DISCARD_PILE,
    DISCARDED,
    END,
    EXCHANGE,
    FINAL_ROUND,
    GOAL,
    GONE,
    HAND_USED,
    IS_OVER,
    LAY,
    LETTER_BITS,
    MONEY,
    MORE_ROUNDS,
    N_DISCARDS,
    N_DRAWS,
    N_PLAYERS,
    N_SHUFFLES,
    NEXT,
    NO_LETTER,
    NO_PLAYER,
    OWNER,
    REPLACED,
    ROUND,
    START_PLAYER,
    STOCK,
    TEMPERATURE,
    THE_PLAY,
    TURN_PLAYER,
    TURN_SIZE,
    UNDECIDED,
    VALUE,
)
from .layouts import (
    CODE_OF_A,
    HAND,
    LETTER_Q,
    LISTED_SIZE,
    N_LETTERS,
    NOBODY,
    PLAY_CARDS,
    PLAY_HAND_1,
    PLAY_HAND_2,
    PLAY_PAY,
    PLAY_SCORE,
    PLAYER,
    SLOT_LETTER,
    W_KEPT,
    W_MONEY,
    Setting,
)
from .leave import exchange_worth, kept_cards, order_hand
from .many import find_best
from .score import money_of, stock_of
from .shortlist import ANY_SCORE, HEAP_TOP, N_LISTED, empty_shortlist, swap_plays
from .worth import (
    ALL_LETTERS,
    letters_of_rack,
    patent_to_buy,
    set_balance,
    set_worth,
    set_worth_of_cards,
    turns_to_goal,
)

# Changes of a game on the table, by the rules of game/rules.py. See game_layouts.py.


@kernel
def shuffle(pile, n, table, seed):
    """Puts the first n cards of a pile in random order."""
    for i in range(n - 1, 0, -1):
        j = draw(seed, table[N_DRAWS], i + 1)
        table[N_DRAWS] += 1
        pile[i], pile[j] = pile[j], pile[i]


@kernel
def draw_card(table, cards, seed):
    """The next card; when the deck is empty, the discards become a new one."""
    if table[NEXT] == table[END]:
        n = table[N_DISCARDS]
        for i in range(n):
            cards[DECK_PILE, i] = cards[DISCARD_PILE, i]
        shuffle(cards[DECK_PILE], n, table, seed)
        table[NEXT], table[END], table[N_DISCARDS] = 0, n, 0
        table[N_SHUFFLES] += 1
    card = cards[DECK_PILE, table[NEXT]]
    table[NEXT] += 1
    return card


@kernel
def exchange(table, cards, seed, pile, gone):
    """Discards cards of a pile, `gone` by letter, then draws as many; `gone` is 0 afterwards."""
    hand = cards[pile]
    for i in range(n_cards(hand)):
        letter = np.int64(hand[i]) - CODE_OF_A
        if gone[letter] > 0:
            gone[letter] -= 1
            cards[DISCARD_PILE, table[N_DISCARDS]] = hand[i]
            table[N_DISCARDS] += 1
            hand[i] = GONE
    for i in range(n_cards(hand)):
        if hand[i] == GONE:
            hand[i] = draw_card(table, cards, seed)


@kernel
def pay_out(table, money, stock, used):
    """The bank pays the player for a play, and royalties for the cards used, by letter."""
    player = table[ACTIVE]
    table[MONEY + player] += money
    table[STOCK + player] += stock
    for letter in range(N_LETTERS):
        owner = table[OWNER + letter]
        if owner not in (NO_PLAYER, player):
            table[MONEY + owner] += used[letter]


@kernel
def buy(table, letter, cost):
    """The active player buys a patent."""
    player = table[ACTIVE]
    table[MONEY + player] -= cost
    table[OWNER + letter] = player
    table[VALUE + player] += cost
    if table[FINAL_ROUND] == 0 and table[VALUE + player] >= table[GOAL]:
        table[FINAL_ROUND] = table[ROUND] + table[MORE_ROUNDS]


@kernel
def end_turn(table):
    """The next player's turn; when the round is complete the next round, or the end."""
    next_player = (table[ACTIVE] + 1) % table[N_PLAYERS]
    if next_player == table[START_PLAYER]:
        if table[ROUND] == table[FINAL_ROUND]:
            table[IS_OVER] = 1
            return
        table[ROUND] += 1
    table[ACTIVE] = next_player


@kernel
def score_of(table, player):
    """Patents, money and stock of a player."""
    return table[VALUE + player] + table[MONEY + player] + table[STOCK + player]


@kernel
def win_share(table, player):
    """1 for the winner, 0 for another; those who share the victory share it."""
    best, best_value, n_best = -1, -1, 0
    for other in range(table[N_PLAYERS]):
        score, value = score_of(table, other), table[VALUE + other]
        if score > best or (score == best and value > best_value):
            best, best_value, n_best = score, value, 1
        elif score == best and value == best_value:
            n_best += 1
    mine = score_of(table, player) == best and table[VALUE + player] == best_value
    return 1.0 / n_best if mine else 0.0


@kernel
def lead_of(table, player):
    """The score of a player over that of the average opponent."""
    others = 0
    for other in range(table[N_PLAYERS]):
        if other != player:
            others += score_of(table, other)
    return score_of(table, player) - others / (table[N_PLAYERS] - 1)


# A turn of a game on the table, as planned or by static evaluation. See game_layouts.py.


@entry
def take_turn(table, cards, seed, planned, stage, tools, turn):
    """Plays the turn of the active player, and fills in `turn`.

    planned   the turn, see game_layouts.py, of which `stage` is done
    """
    me = table[ACTIVE]
    desk, used = tools.desk, tools.used
    for k in range(TURN_SIZE):
        turn[k] = NO_LETTER
    turn[TURN_PLAYER] = me
    look_at_table(table, cards, tools)
    has_next_turn = not is_last_turn(table)
    if planned[ACTION] == UNDECIDED:
        decide_action(table, cards, seed, planned, tools, turn)
    else:
        hand, community, money = cards[me], cards[COMMUNITY_PILE], table[MONEY + me]
        set_desk(desk, hand, community, tools.owner, money, tools.material)
        turn[ACTION] = planned[ACTION]
        for k in range(LISTED_SIZE):
            turn[THE_PLAY + k] = planned[THE_PLAY + k]
    for k in range(N_LETTERS):
        used[HAND_USED, k] = used[COMMUNITY_USED, k] = used[ALL_USED, k] = 0
    if turn[ACTION] == LAY:
        lay_and_buy(table, planned, stage, tools, turn)
    turn[DISCARDED] = planned[DISCARDED]
    if planned[DISCARDED] == UNDECIDED:
        order_hand(desk)
        turn[DISCARDED] = cards_to_discard(desk, used) if has_next_turn else 0
        if turn[ACTION] == EXCHANGE and turn[DISCARDED] == 0:
            turn[DISCARDED] = packed_letters(desk, desk[HAND])
    # The community is refilled before the hand.
    exchange(table, cards, seed, COMMUNITY_PILE, used[COMMUNITY_USED])
    add_letters(turn[DISCARDED], used[HAND_USED])
    exchange(table, cards, seed, me, used[HAND_USED])
    end_turn(table)


@kernel
def decide_action(table, cards, seed, planned, tools, turn):
    """Static evaluation: replaces a card with Q, then plays words or exchanges cards."""
    desk, used, shortlist = tools.desk, tools.used, tools.workspace.shortlist
    me = table[ACTIVE]
    choose_play(table, cards, seed, tools)
    if tools.owner[LETTER_Q] == PLAYER and planned[REPLACED] != NO_LETTER:
        letter = planned[REPLACED]
        if letter == UNDECIDED:
            letter = card_to_replace(cards[me], tools)
        if letter != NO_LETTER:
            for k in range(N_LETTERS):
                used[HAND_USED, k] = 0
            used[HAND_USED, letter] = 1
            exchange(table, cards, seed, me, used[HAND_USED])
            turn[REPLACED] = letter
            look_at_cards(table, cards, tools)
            choose_play(table, cards, seed, tools)
    has_play = shortlist[0, N_LISTED] > 0
    if has_play and tools.evaluation[me, TEMPERATURE] == 0:
        has_play = shortlist[HEAP_TOP, PLAY_SCORE] >= exchange_worth(desk)
    turn[ACTION] = LAY if has_play else EXCHANGE
    for k in range(LISTED_SIZE):
        turn[THE_PLAY + k] = shortlist[HEAP_TOP, k] if has_play else 0


@kernel
def lay_and_buy(table, planned, stage, tools, turn):
    """Pays for the words of a turn and buys a patent, as far as that is not done."""
    used, costs = tools.used, tools.costs
    if stage == AT_START:
        count_used(tools.desk, turn, used)
        pay = turn[THE_PLAY + PLAY_PAY]
        pay_out(table, money_of(pay), stock_of(pay), used[ALL_USED])
    else:
        add_letters(turn[THE_PLAY], used[HAND_USED])
        add_letters(turn[THE_PLAY + 1], used[COMMUNITY_USED])
        for k in range(N_LETTERS):
            used[ALL_USED, k] = used[HAND_USED, k] + used[COMMUNITY_USED, k]
    if stage == BOUGHT_ALREADY:
        return
    letter = planned[BOUGHT]
    if letter == UNDECIDED:
        letters = 0
        for sold in range(N_LETTERS):
            is_free = table[OWNER + sold] == NO_PLAYER and used[ALL_USED, sold] > 0
            if is_free and costs[sold] <= table[MONEY + table[ACTIVE]]:
                letters |= 1 << sold
        letter = patent_to_buy(letters, costs, tools.worth)
    if letter != NO_LETTER:
        buy(table, letter, costs[letter])
        turn[BOUGHT] = letter


@kernel
def look_at_table(table, cards, tools):
    """Sets owners, and what patents and cards are worth to the active player."""
    owner = tools.owner
    me, n_players = table[ACTIVE], table[N_PLAYERS]
    for letter in range(N_LETTERS):
        player = table[OWNER + letter]
        owner[letter] = NOBODY if player == NO_PLAYER else PLAYER + (player - me) % n_players
    evaluation, desk, costs = tools.evaluation[me], tools.desk, tools.costs
    turns = turns_left(table, evaluation)
    set_balance(desk, evaluation)
    # Of all letters: the card that is drawn for one that is replaced may have any.
    letters = np.int64(ALL_LETTERS)
    set_worth(desk, owner, n_players - 1, turns, letters, costs, evaluation, tools.worth)
    look_at_cards(table, cards, tools)


@kernel
def look_at_cards(table, cards, tools):
    """Sets what cards are worth to the active player, as far as that depends on those seen."""
    me, n_others, n_seen = table[ACTIVE], table[N_PLAYERS] - 1, tools.used[ALL_USED]
    hand, community, evaluation = cards[me], cards[COMMUNITY_PILE], tools.evaluation[me]
    letters, worth = letters_of_rack(hand, community), tools.worth
    set_worth_of_cards(tools.desk, hand, community, n_others, letters, evaluation, worth, n_seen)


@kernel
def is_last_turn(table):
    """True if the active player has no turn after this one."""
    return table[FINAL_ROUND] > 0 and table[ROUND] >= table[FINAL_ROUND]


@kernel
def turns_left(table, evaluation):
    """The turns that the active player will still have, by the race to the goal."""
    if table[FINAL_ROUND]:
        return 1.0 * (table[FINAL_ROUND] - table[ROUND])
    most = 0
    for player in range(table[N_PLAYERS]):
        most = max(most, table[VALUE + player])
    return turns_to_goal(table[GOAL] - most, table[N_PLAYERS], evaluation)


@kernel
def choose_play(table, cards, seed, tools):
    """Puts the play that static evaluation chooses on top of the shortlist, if there is any."""
    me = table[ACTIVE]
    community, owner, money = cards[COMMUNITY_PILE], tools.owner, table[MONEY + me]
    setting = Setting(community, owner, money, tools.material, tools.trie, tools.workspace)
    temperature = tools.evaluation[me, TEMPERATURE]
    n_listed = ONE if temperature == 0 else ONE * CONSIDERED
    empty_shortlist(tools.workspace.shortlist, n_listed, ANY_SCORE)
    find_best(tools.desk, cards[me], setting)
    if temperature > 0:
        choose_by_chance(table, seed, temperature, tools)


@kernel
def choose_by_chance(table, seed, temperature, tools):
    """Puts one of the plays that are listed on top, or lists none: the exchange is among them."""
    desk, shortlist = tools.desk, tools.workspace.shortlist
    scale = temperature * desk[W_MONEY]
    chosen, most = 0, exchange_worth(desk) + scale * luck(table, seed)
    for row in range(HEAP_TOP, HEAP_TOP + shortlist[0, N_LISTED]):
        worth = shortlist[row, PLAY_SCORE] + scale * luck(table, seed)
        if worth > most:
            chosen, most = row, worth
    if chosen:
        swap_plays(shortlist, HEAP_TOP, chosen)
    else:
        shortlist[0, N_LISTED] = 0


@kernel
def luck(table, seed):
    """A number of Gumbel's distribution: what is worth most with it is chosen as if by weights.

    The weight of what is worth less by a unit is e times less.
    """
    number = chance(seed, table[N_DRAWS])
    table[N_DRAWS] += 1
    return -math.log(-math.log(number))


@kernel
def card_to_replace(hand, tools):
    """The card that is worth least when kept, of those that the best play leaves, or NO_LETTER."""
    desk, used, shortlist = tools.desk, tools.used, tools.workspace.shortlist
    for letter in range(N_LETTERS):
        used[HAND_USED, letter] = 0
    if shortlist[0, N_LISTED]:
        count_cards_of(desk, shortlist[HEAP_TOP, PLAY_HAND_1], used[HAND_USED])
        count_cards_of(desk, shortlist[HEAP_TOP, PLAY_HAND_2], used[HAND_USED])
    worst = least = np.int64(NO_LETTER)
    for i in range(n_cards(hand)):
        card = np.int64(hand[i]) - CODE_OF_A
        if used[HAND_USED, card] > 0:
            used[HAND_USED, card] -= 1
        elif worst == NO_LETTER or desk[W_KEPT + card] < least:
            worst, least = card, desk[W_KEPT + card]
    return worst


@kernel
def cards_to_discard(desk, used):
    """The cards left in the hand that are not worth keeping, as in DISCARDED; see order_hand."""
    leave = desk[HAND]
    slots = present(leave)
    while slots:
        slot = lowest(slots) // FIELD_BITS
        slots &= slots - 1
        leave -= used[HAND_USED, desk[SLOT_LETTER + slot]] << slot * FIELD_BITS
    return packed_letters(desk, leave - kept_cards(desk, leave))


@kernel
def packed_letters(desk, cards):
    """A multiset of cards, packed as in DISCARDED."""
    packed, slot = np.int64(0), 0
    while cards:
        for _ in range(cards & FIELD):
            packed = packed << LETTER_BITS | desk[SLOT_LETTER + slot] + 1
        cards >>= FIELD_BITS
        slot += 1
    return packed


@kernel
def add_letters(packed, counts):
    """Adds letters, packed as in DISCARDED, to counts by letter."""
    while packed:
        counts[(packed & (1 << LETTER_BITS) - 1) - 1] += 1
        packed >>= LETTER_BITS


@kernel
def count_cards_of(desk, cards, counts):
    """Adds a multiset of cards by slot to counts by letter."""
    slot = 0
    while cards:
        counts[desk[SLOT_LETTER + slot]] += cards & FIELD
        cards >>= FIELD_BITS
        slot += 1


@kernel
def count_used(desk, turn, used):
    """Fills in the cards that the play of a turn uses; `used` is 0."""
    count_cards_of(desk, turn[THE_PLAY + PLAY_HAND_1], used[HAND_USED])
    count_cards_of(desk, turn[THE_PLAY + PLAY_HAND_2], used[HAND_USED])
    count_cards_of(desk, turn[THE_PLAY + PLAY_CARDS], used[ALL_USED])
    for letter in range(N_LETTERS):
        used[COMMUNITY_USED, letter] = used[ALL_USED, letter] - used[HAND_USED, letter]
