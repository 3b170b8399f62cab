"""A game on the table: its changes by the rules, see game/rules.py, and a turn."""

from __future__ import annotations

import math

import numpy as np

from . import game_layouts as of
from . import layouts as on
from .bits import ONE, chance, copy, draw, entry, kernel, lowest, present
from .desk import COSTS, n_cards, set_desk
from .layouts import Setting
from .leave import exchange_worth, kept_cards, order_hand
from .many import find_best
from .score import money_of, stock_of
from .shortlist import ANY_SCORE, HEAP_TOP, N_LISTED, empty_shortlist, swap_plays
from .worth import (
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
        j = draw(seed, table[of.N_DRAWS], i + 1)
        table[of.N_DRAWS] += 1
        pile[i], pile[j] = pile[j], pile[i]


@kernel
def draw_card(table, cards, seed):
    """The next card; when the deck is empty, the discards become a new one."""
    if table[of.NEXT] == table[of.END]:
        n = table[of.N_DISCARDS]
        for i in range(n):
            cards[of.DECK_PILE, i] = cards[of.DISCARD_PILE, i]
        shuffle(cards[of.DECK_PILE], n, table, seed)
        table[of.NEXT], table[of.END], table[of.N_DISCARDS] = 0, n, 0
        table[of.N_SHUFFLES] += 1
    card = cards[of.DECK_PILE, table[of.NEXT]]
    table[of.NEXT] += 1
    return card


@kernel
def exchange(table, cards, seed, pile, gone):
    """Discards cards of a pile, `gone` by letter, then draws as many; `gone` is 0 afterwards."""
    hand = cards[pile]
    for i in range(n_cards(hand)):
        letter = np.int64(hand[i]) - on.CODE_OF_A
        if gone[letter] > 0:
            gone[letter] -= 1
            cards[of.DISCARD_PILE, table[of.N_DISCARDS]] = hand[i]
            table[of.N_DISCARDS] += 1
            hand[i] = of.GONE
    for i in range(n_cards(hand)):
        if hand[i] == of.GONE:
            hand[i] = draw_card(table, cards, seed)


@kernel
def pay_out(table, money, stock, used):
    """The bank pays the player for a play, and royalties for the cards used, by letter."""
    player = table[of.ACTIVE]
    table[of.MONEY + player] += money
    table[of.STOCK + player] += stock
    for letter in range(on.N_LETTERS):
        owner = table[of.OWNER + letter]
        if owner not in (of.NO_PLAYER, player):
            table[of.MONEY + owner] += used[letter]


@kernel
def buy(table, letter):
    """The active player buys a patent."""
    player, cost = table[of.ACTIVE], COSTS[letter]
    table[of.MONEY + player] -= cost
    table[of.OWNER + letter] = player
    table[of.VALUE + player] += cost
    if table[of.FINAL_ROUND] == 0 and table[of.VALUE + player] >= table[of.GOAL]:
        table[of.FINAL_ROUND] = table[of.ROUND] + table[of.MORE_ROUNDS]


@kernel
def end_turn(table):
    """The next player's turn; when the round is complete the next round, or the end."""
    next_player = (table[of.ACTIVE] + 1) % table[of.N_PLAYERS]
    if next_player == table[of.START_PLAYER]:
        if table[of.ROUND] == table[of.FINAL_ROUND]:
            table[of.IS_OVER] = 1
            return
        table[of.ROUND] += 1
    table[of.ACTIVE] = next_player


@kernel
def score_of(table, player):
    """Patents, money and stock of a player."""
    return table[of.VALUE + player] + table[of.MONEY + player] + table[of.STOCK + player]


@kernel
def win_share(table, player):
    """1 for the winner, 0 for another; those who share the victory share it."""
    best, best_value, n_best = -1, -1, 0
    for other in range(table[of.N_PLAYERS]):
        score, value = score_of(table, other), table[of.VALUE + other]
        if score > best or (score == best and value > best_value):
            best, best_value, n_best = score, value, 1
        elif score == best and value == best_value:
            n_best += 1
    mine = score_of(table, player) == best and table[of.VALUE + player] == best_value
    return 1.0 / n_best if mine else 0.0


@kernel
def lead_of(table, player):
    """The score of a player over that of the average opponent."""
    others = 0
    for other in range(table[of.N_PLAYERS]):
        if other != player:
            others += score_of(table, other)
    return score_of(table, player) - others / (table[of.N_PLAYERS] - 1)


# A turn of a game on the table, as planned or by static evaluation. See game_layouts.py.


@entry
def take_turn(table, cards, seed, planned, stage, tools, turn):
    """Plays the turn of the active player, and fills in `turn`.

    planned   the turn, see game_layouts.py, of which `stage` is done
    """
    me = table[of.ACTIVE]
    desk, used = tools.desk, tools.used
    turn[:] = of.NO_LETTER
    turn[of.TURN_PLAYER] = me
    look_at_table(table, cards, tools)
    # A patent that is bought can change it.
    is_last_turn = 0 < table[of.FINAL_ROUND] <= table[of.ROUND]
    if planned[of.ACTION] == of.UNDECIDED:
        decide_action(table, cards, seed, planned, tools, turn)
    else:
        hand, community, money = cards[me], cards[of.COMMUNITY_PILE], table[of.MONEY + me]
        set_desk(desk, hand, community, tools.owner, money)
        turn[of.ACTION] = planned[of.ACTION]
        copy(planned[of.THE_PLAY :], turn[of.THE_PLAY : of.BOUGHT])
    used[:] = 0
    if turn[of.ACTION] == of.LAY:
        lay_and_buy(table, planned, stage, tools, turn)
    turn[of.DISCARDED] = planned[of.DISCARDED]
    if planned[of.DISCARDED] == of.UNDECIDED:
        order_hand(desk)
        turn[of.DISCARDED] = 0 if is_last_turn else cards_to_discard(desk, used)
        if turn[of.ACTION] == of.EXCHANGE and turn[of.DISCARDED] == 0:
            turn[of.DISCARDED] = packed_letters(desk, desk[on.HAND])
    # The community is refilled before the hand.
    exchange(table, cards, seed, of.COMMUNITY_PILE, used[of.COMMUNITY_USED])
    add_letters(turn[of.DISCARDED], used[of.HAND_USED])
    exchange(table, cards, seed, me, used[of.HAND_USED])
    end_turn(table)


@kernel
def decide_action(table, cards, seed, planned, tools, turn):
    """Static evaluation: replaces a card with Q, then plays words or exchanges cards."""
    desk, used, shortlist = tools.desk, tools.used, tools.workspace.shortlist
    me = table[of.ACTIVE]
    choose_play(table, cards, seed, tools)
    if tools.owner[on.LETTER_Q] == on.PLAYER and planned[of.REPLACED] != of.NO_LETTER:
        letter = planned[of.REPLACED]
        if letter == of.UNDECIDED:
            letter = card_to_replace(cards[me], tools)
        if letter != of.NO_LETTER:
            used[of.HAND_USED] = 0
            used[of.HAND_USED, letter] = 1
            exchange(table, cards, seed, me, used[of.HAND_USED])
            turn[of.REPLACED] = letter
            look_at_cards(table, cards, tools)
            choose_play(table, cards, seed, tools)
    has_play = shortlist[0, N_LISTED] > 0
    if has_play and tools.evaluation[me, of.TEMPERATURE] == 0:
        has_play = shortlist[HEAP_TOP, on.PLAY_SCORE] >= exchange_worth(desk)
    turn[of.ACTION] = of.LAY if has_play else of.EXCHANGE
    for k in range(on.LISTED_SIZE):
        turn[of.THE_PLAY + k] = shortlist[HEAP_TOP, k] if has_play else 0


@kernel
def lay_and_buy(table, planned, stage, tools, turn):
    """Pays for the words of a turn and buys a patent, as far as that is not done."""
    used = tools.used
    if stage == of.AT_START:
        count_used(tools.desk, turn, used)
        pay = turn[of.THE_PLAY + on.PLAY_PAY]
        pay_out(table, money_of(pay), stock_of(pay), used[of.ALL_USED])
    else:
        add_letters(turn[of.THE_PLAY], used[of.HAND_USED])
        add_letters(turn[of.THE_PLAY + 1], used[of.COMMUNITY_USED])
        for k in range(on.N_LETTERS):
            used[of.ALL_USED, k] = used[of.HAND_USED, k] + used[of.COMMUNITY_USED, k]
    if stage == of.BOUGHT_ALREADY:
        return
    letter = planned[of.BOUGHT]
    if letter == of.UNDECIDED:
        letters = 0
        for sold in range(on.N_LETTERS):
            is_free = table[of.OWNER + sold] == of.NO_PLAYER and used[of.ALL_USED, sold] > 0
            if is_free and COSTS[sold] <= table[of.MONEY + table[of.ACTIVE]]:
                letters |= 1 << sold
        letter = patent_to_buy(letters, tools.worth)
    if letter != of.NO_LETTER:
        buy(table, letter)
        turn[of.BOUGHT] = letter


@kernel
def look_at_table(table, cards, tools):
    """Sets owners, and what patents and cards are worth to the active player."""
    owner = tools.owner
    me, n_players = table[of.ACTIVE], table[of.N_PLAYERS]
    for letter in range(on.N_LETTERS):
        player = table[of.OWNER + letter]
        seat = on.PLAYER + (player - me) % n_players
        owner[letter] = on.NOBODY if player == of.NO_PLAYER else seat
    evaluation, desk = tools.evaluation[me], tools.desk
    turns = turns_left(table, evaluation)
    set_balance(desk, evaluation)
    # Of all letters: the card that is drawn for one that is replaced may have any.
    letters = on.ALL_LETTERS
    set_worth(desk, owner, n_players - 1, turns, letters, evaluation, tools.worth)
    look_at_cards(table, cards, tools)


@kernel
def look_at_cards(table, cards, tools):
    """Sets what cards are worth to the active player, as far as that depends on those seen."""
    me, n_others = table[of.ACTIVE], table[of.N_PLAYERS] - 1
    hand, community, evaluation = cards[me], cards[of.COMMUNITY_PILE], tools.evaluation[me]
    letters, worth = letters_of_rack(hand, community), tools.worth
    set_worth_of_cards(tools.desk, hand, community, n_others, letters, evaluation, worth)


@kernel
def turns_left(table, evaluation):
    """The turns that the active player will still have, by the race to the goal."""
    if table[of.FINAL_ROUND]:
        return 1.0 * (table[of.FINAL_ROUND] - table[of.ROUND])
    most = 0
    for player in range(table[of.N_PLAYERS]):
        most = max(most, table[of.VALUE + player])
    return turns_to_goal(table[of.GOAL] - most, table[of.N_PLAYERS], evaluation)


@kernel
def choose_play(table, cards, seed, tools):
    """Puts the play that static evaluation chooses on top of the shortlist, if there is any."""
    me = table[of.ACTIVE]
    community, owner, money = cards[of.COMMUNITY_PILE], tools.owner, table[of.MONEY + me]
    setting = Setting(community, owner, money, tools.trie, tools.workspace)
    temperature = tools.evaluation[me, of.TEMPERATURE]
    n_listed = ONE if temperature == 0 else ONE * of.CONSIDERED
    empty_shortlist(tools.workspace.shortlist, n_listed, ANY_SCORE)
    find_best(tools.desk, cards[me], setting)
    if temperature > 0:
        choose_by_chance(table, seed, temperature, tools)


@kernel
def choose_by_chance(table, seed, temperature, tools):
    """Puts one of the plays that are listed on top, or lists none: the exchange is among them."""
    desk, shortlist = tools.desk, tools.workspace.shortlist
    scale = temperature * desk[on.W_MONEY]
    chosen, most = 0, exchange_worth(desk) + scale * luck(table, seed)
    for row in range(HEAP_TOP, HEAP_TOP + shortlist[0, N_LISTED]):
        worth = shortlist[row, on.PLAY_SCORE] + scale * luck(table, seed)
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
    number = chance(seed, table[of.N_DRAWS])
    table[of.N_DRAWS] += 1
    return -math.log(-math.log(number))


@kernel
def card_to_replace(hand, tools):
    """The card that is worth least when kept, of those that the best play leaves, or NO_LETTER."""
    desk, used, shortlist = tools.desk, tools.used, tools.workspace.shortlist
    used[of.HAND_USED] = 0
    if shortlist[0, N_LISTED]:
        count_cards_of(desk, shortlist[HEAP_TOP, on.PLAY_HAND_1], used[of.HAND_USED])
        count_cards_of(desk, shortlist[HEAP_TOP, on.PLAY_HAND_2], used[of.HAND_USED])
    worst = least = np.int64(of.NO_LETTER)
    for i in range(n_cards(hand)):
        card = np.int64(hand[i]) - on.CODE_OF_A
        if used[of.HAND_USED, card] > 0:
            used[of.HAND_USED, card] -= 1
        elif worst == of.NO_LETTER or desk[on.W_KEPT + card] < least:
            worst, least = card, desk[on.W_KEPT + card]
    return worst


@kernel
def cards_to_discard(desk, used):
    """The cards left in the hand that are not worth keeping, as in DISCARDED; see order_hand."""
    leave = desk[on.HAND]
    slots = present(leave)
    while slots:
        slot = lowest(slots) // on.FIELD_BITS
        slots &= slots - 1
        leave -= used[of.HAND_USED, desk[on.SLOT_LETTER + slot]] << slot * on.FIELD_BITS
    return packed_letters(desk, leave - kept_cards(desk, leave))


@kernel
def packed_letters(desk, cards):
    """A multiset of cards, packed as in DISCARDED."""
    packed, slot = np.int64(0), 0
    while cards:
        for _ in range(cards & on.FIELD):
            packed = packed << of.LETTER_BITS | desk[on.SLOT_LETTER + slot] + 1
        cards >>= on.FIELD_BITS
        slot += 1
    return packed


@kernel
def add_letters(packed, counts):
    """Adds letters, packed as in DISCARDED, to counts by letter."""
    while packed:
        counts[(packed & (1 << of.LETTER_BITS) - 1) - 1] += 1
        packed >>= of.LETTER_BITS


@kernel
def count_cards_of(desk, cards, counts):
    """Adds a multiset of cards by slot to counts by letter."""
    slot = 0
    while cards:
        counts[desk[on.SLOT_LETTER + slot]] += cards & on.FIELD
        cards >>= on.FIELD_BITS
        slot += 1


@kernel
def count_used(desk, turn, used):
    """Fills in the cards that the play of a turn uses; `used` is 0."""
    count_cards_of(desk, turn[of.THE_PLAY + on.PLAY_HAND_1], used[of.HAND_USED])
    count_cards_of(desk, turn[of.THE_PLAY + on.PLAY_HAND_2], used[of.HAND_USED])
    count_cards_of(desk, turn[of.THE_PLAY + on.PLAY_CARDS], used[of.ALL_USED])
    for letter in range(on.N_LETTERS):
        used[of.COMMUNITY_USED, letter] = used[of.ALL_USED, letter] - used[of.HAND_USED, letter]
