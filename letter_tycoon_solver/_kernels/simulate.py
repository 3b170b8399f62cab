"""Games on the table: their changes by the rules, turns, whole games, and what these teach."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from . import game_layouts as of
from . import layouts as on
from .bits import chance, copy, draw, entry, kernel, lowest, present
from .desk import COSTS, count_cards, n_cards, set_desk
from .layouts import Setting
from .leave import exchange_worth, kept_cards, order_hand
from .many import find_best
from .score import WORST, money_of, stock_of
from .shortlist import HEAP_TOP, N_LISTED, empty_shortlist, swap_plays
from .worth import letters_of_rack, patent_to_buy, set_balance, set_worth, turns_to_goal

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
def pay_out(table, pay, used):
    """The bank pays the player for a play, and royalties for the cards used, by letter."""
    player = table[of.ACTIVE]
    table[of.MONEY + player] += money_of(pay)
    table[of.STOCK + player] += stock_of(pay)
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
            look_at_table(table, cards, tools)
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
        pay_out(table, turn[of.THE_PLAY + on.PLAY_PAY], used[of.ALL_USED])
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
    hand, community, evaluation = cards[me], cards[of.COMMUNITY_PILE], tools.evaluation[me]
    most = 0
    for player in range(n_players):
        most = max(most, table[of.VALUE + player])
    turns = turns_to_goal(table[of.GOAL] - most, n_players, evaluation)
    if table[of.FINAL_ROUND]:
        turns = 1.0 * (table[of.FINAL_ROUND] - table[of.ROUND])
    desk, letters, worth = tools.desk, letters_of_rack(hand, community), tools.worth
    set_balance(desk, evaluation)
    set_worth(desk, hand, community, owner, n_players - 1, turns, letters, evaluation, worth)


@kernel
def choose_play(table, cards, seed, tools):
    """Puts the play that static evaluation chooses on top of the shortlist, if there is any."""
    me = table[of.ACTIVE]
    community, owner, money = cards[of.COMMUNITY_PILE], tools.owner, table[of.MONEY + me]
    setting = Setting(community, owner, money, tools.trie, tools.workspace)
    temperature = tools.evaluation[me, of.TEMPERATURE]
    n_listed = 1 if temperature == 0 else of.CONSIDERED
    empty_shortlist(tools.workspace.shortlist, n_listed, WORST)
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
    packed, slot = 0, 0
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


# The learned value of a position: the chance to win, the lead at the end. See game_layouts.py.


@kernel
def set_features(table, cards, player, features):
    """Fills in the features of a game that is not over, with the goal not reached.

    player   who has just played a turn
    """
    n_players = table[of.N_PLAYERS]
    features[:] = 0.0
    nearest = table[of.GOAL]
    for seat in range(n_players):
        nearest = min(nearest, table[of.GOAL] - table[of.VALUE + seat])
    nearest = max(0, nearest)
    for seat in range(n_players):
        set_seat(table, player, seat, nearest, features)
    at = n_players * of.AT_SEAT
    turns = in_range(nearest / of.TURNS_UNIT)
    features[at + of.ROUND_NOW] = in_range(table[of.ROUND] / of.ROUND_UNIT)
    features[at + of.TURNS] = turns
    at += of.AT_TABLE
    features[at + (table[of.START_PLAYER] - player - 1) % n_players] = 1.0
    at += n_players
    for letter in range(on.N_LETTERS):
        owner = table[of.OWNER + letter]
        if owner != of.NO_PLAYER:
            seat = (owner - player) % n_players
            features[at + seat * on.N_LETTERS + letter] = 1.0
            features[at + (n_players + seat) * on.N_LETTERS + letter] = turns
    at += 2 * n_players * on.N_LETTERS
    of_abilities = at + (n_players + 1) * on.N_LETTERS
    for seat in range(n_players + 1):
        pile = cards[(player + seat) % n_players if seat < n_players else of.COMMUNITY_PILE]
        for i in range(n_cards(pile)):
            card = np.int64(pile[i]) - on.CODE_OF_A
            features[at + seat * on.N_LETTERS + card] += 1.0 / of.CARDS_UNIT
            place = of.PLACE_OF_ABILITY[card]
            if place != of.NO_ABILITY and table[of.OWNER + card] == of.NO_PLAYER:
                features[of_abilities + seat * of.N_ABILITIES + place] += 1.0 / of.CARDS_UNIT


@kernel
def set_seat(table, player, seat, nearest, features):
    """Fills in what is told of a seat."""
    n_players, at = table[of.N_PLAYERS], seat * of.AT_SEAT
    there = (player + seat) % n_players
    money, distance = table[of.MONEY + there], table[of.GOAL] - table[of.VALUE + there]
    rival = there
    if seat == 0:
        rival = (player + 1) % n_players
        for other in range(n_players):
            if other != player and score_of(table, other) > score_of(table, rival):
                rival = other
    ahead = score_of(table, player) - score_of(table, rival)
    features[at + of.MONEY_THERE] = in_range(money / of.MONEY_UNIT)
    features[at + of.DISTANCE_THERE] = in_range(distance / of.DISTANCE_UNIT)
    features[at + of.AHEAD] = in_range(ahead / of.LEAD_UNIT)
    features[at + of.CLOSE] = max(0.0, in_range(1.0 - (distance - money) / of.MONEY_UNIT))
    features[at + of.CLEARLY_AHEAD] = math.tanh(ahead / of.CLEAR_LEAD)
    features[at + of.AHEAD_PER_TURN] = in_range(ahead / (of.LAST_DOLLARS + nearest))


@kernel
def in_range(number):
    """The number, brought into the range that the network has learned."""
    return max(-of.MOST_FEATURE, min(number, of.MOST_FEATURE))


@kernel
def network_value(network):
    """The chance to win, and the lead at the end, by the features."""
    inner, hidden, features = network.inner, network.hidden, network.features
    for unit in range(len(hidden)):
        hidden[unit] = network.inner_bias[unit]
    for i in range(len(features)):
        feature = features[i]
        if feature != 0.0:
            for unit in range(len(hidden)):
                hidden[unit] += feature * inner[i, unit]
    log_odds, lead = network.outer_bias[0], network.outer_bias[1]
    for unit in range(len(hidden)):
        if hidden[unit] > 0.0:
            log_odds += network.outer[0, unit] * hidden[unit]
            lead += network.outer[1, unit] * hidden[unit]
    log_odds = max(-of.MOST_LOG_ODDS, min(of.MOST_LOG_ODDS, log_odds))
    return 1.0 / (1.0 + math.exp(-log_odds)), lead * of.FINAL_LEAD_UNIT


# Whole games, played by static evaluation from a position on.
#
# Each game takes its own random words, DRAWS_PER_GAME of them, more than a game can use; so it
# depends on the seed and its number alone, and turns that are compared are given the same cards.


DRAWS_PER_GAME: Final = 1 << 20
"""A turn draws some words, a shuffle at most 102."""


@entry
def compare(start, first, turns, stage, most_turns, sides, scratch, outcomes):
    """Plays games from one table with each of some turns; the same games for every turn.

    first        number of the first game
    turns        int64 [n_turns, TURN_SIZE]: of the active player, of which `stage` is done
    most_turns   of a game, 1 or more; one in which nobody has reached the goal by then is left
                 there, and its end is that of the learned value
    The rest     see game_layouts.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    leads, wins, seed = outcomes.leads, outcomes.wins, start.seed
    viewer = start.table[of.ACTIVE]
    for game in range(leads.shape[1]):
        for i in range(len(turns)):
            copy(start.table, table)
            copy_rows(start.cards, cards)
            deal(table, cards, seed, first + game, start.n_hidden)
            take_turn(table, cards, seed, turns[i], stage, sides.own, turn)
            n = 1
            while table[of.IS_OVER] == 0 and (n < most_turns or table[of.FINAL_ROUND]):
                tools = sides.own if table[of.ACTIVE] == viewer else sides.theirs
                take_turn(table, cards, seed, start.undecided, of.AT_START, tools, turn)
                n += 1
            if table[of.IS_OVER]:
                wins[i, game], leads[i, game] = win_share(table, viewer), lead_of(table, viewer)
            else:
                set_features(table, cards, viewer, sides.network.features)
                wins[i, game], leads[i, game] = network_value(sides.network)


@entry
def deal(table, cards, seed, number, n_hidden):
    """Deals what is unseen, which lies in the deck, to the hands with hidden cards and the deck.

    n_hidden   int64 [N_PILES]: the hidden cards of each hand and of the discards, which come behind
               the others
    """
    table[of.N_DRAWS] = number * DRAWS_PER_GAME
    shuffle(cards[of.DECK_PILE], table[of.END], table, seed)
    for pile in range(of.N_PILES):
        at = 0
        while n_hidden[pile] and cards[pile, at]:
            at += 1
        for i in range(n_hidden[pile]):
            cards[pile, at + i] = draw_card(table, cards, seed)


@kernel
def copy_rows(source, rows):
    """Fills in rows with those of another array."""
    for at in range(len(rows)):
        copy(source[at], rows[at])


# Games from the first deal on, played by static evaluation, with a log of every turn.
#
# For the value to learn from, a game begins by changed tables, by which the players do other things
# than they would, up to some turn; from then on all go by the same tables, and positions are kept.
# So there are positions that static evaluation would not bring about, and what becomes of them
# under it.
#
# log   float64 [n_games, n_turns, LOG_SIZE]: a row for each turn of a game
#       LOG_PLAYER who played
#       EARNED     the margin of the turn: money + stock - royalties to the average opponent
#       DISTANCE   from the goal of the patents of the leader, before the turn
#       IS_LAST    1 when the last round was known before the turn, else 0
#       IS_KNOWN   1 when words were played and no card was replaced, else 0: only then the next two
#                  are true
#       IN_HAND    by letter, cards left in the hand by the play, before any is discarded
#       KEPT_CARDS by letter, those of them that are kept
#       ON_TABLE   by letter, cards that are left in the community
#       OWNED      by letter, 1 if the player owned the patent before the turn, else 0


LOG_PLAYER, EARNED, DISTANCE, IS_LAST, IS_KNOWN = 0, 1, 2, 3, 4
IN_HAND: Final = IS_KNOWN + 1
KEPT_CARDS: Final = IN_HAND + on.N_LETTERS
ON_TABLE: Final = KEPT_CARDS + on.N_LETTERS
OWNED: Final = ON_TABLE + on.N_LETTERS
LOG_SIZE: Final = OWNED + on.N_LETTERS


@entry
def play_games(start, deals, tables, tools, scratch, log, kept, ends):
    """Plays a game for each deal.

    deals      int64 [n_games]: numbers; equal numbers are the same deal
    log        see above; 0 before; a game that is not over after its rows is left there
    The rest   see game_layouts.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    for game in range(len(deals)):
        new_deal(start, deals[game], scratch)
        copy_rows(tables.changed[game], tools.evaluation)
        n = n_kept = 0
        while table[of.IS_OVER] == 0 and n < log.shape[1]:
            if n == tables.n_changed[game]:
                copy_rows(tables.plain, tools.evaluation)
            log_table(table, cards, log[game, n])
            me = table[of.ACTIVE]
            take_turn(table, cards, start.seed, start.undecided, of.AT_START, tools, turn)
            log_turn(table, me, turn, tools, log[game, n])
            n += 1
            is_kept = n >= tables.n_changed[game] and table[of.FINAL_ROUND] == 0
            if is_kept and n_kept < kept.players.shape[1]:
                set_features(table, cards, me, kept.features[game, n_kept])
                kept.players[game, n_kept] = me
                n_kept += 1
        kept.players[game, n_kept:] = of.NO_PLAYER
        ends.n_turns[game] = n if table[of.IS_OVER] else 0
        for player in range(table[of.N_PLAYERS]):
            ends.leads[game, player] = lead_of(table, player)
            ends.wins[game, player] = win_share(table, player)


@kernel
def new_deal(start, number, scratch):
    """Deals hands and community of a new game."""
    table, cards = scratch.table, scratch.cards
    copy(start.table, table)
    copy_rows(start.cards, cards)
    deal(table, cards, start.seed, number, start.n_hidden)
    for i in range(start.n_community):
        cards[of.COMMUNITY_PILE, i] = draw_card(table, cards, start.seed)


@kernel
def log_table(table, cards, row):
    """Logs what is so before a turn, with all cards of hand and community."""
    me = table[of.ACTIVE]
    most = 0
    for player in range(table[of.N_PLAYERS]):
        most = max(most, table[of.VALUE + player])
    row[LOG_PLAYER] = me
    row[EARNED] = -lead_of(table, me)
    row[DISTANCE] = table[of.GOAL] - most
    row[IS_LAST] = 1.0 if table[of.FINAL_ROUND] else 0.0
    for letter in range(on.N_LETTERS):
        row[OWNED + letter] = 1.0 if table[of.OWNER + letter] == me else 0.0
    count_cards(cards[me], row[IN_HAND:], 1)
    count_cards(cards[me], row[KEPT_CARDS:], 1)
    count_cards(cards[of.COMMUNITY_PILE], row[ON_TABLE:], 1)


@kernel
def log_turn(table, me, turn, tools, row):
    """Logs the turn that was played."""
    used = tools.used
    row[EARNED] += lead_of(table, me)
    row[IS_KNOWN] = 1.0 if turn[of.ACTION] == of.LAY and turn[of.REPLACED] == of.NO_LETTER else 0.0
    used[:] = 0
    if turn[of.ACTION] == of.LAY:
        count_used(tools.desk, turn, used)
    for letter in range(on.N_LETTERS):
        row[IN_HAND + letter] -= used[of.HAND_USED, letter]
        row[ON_TABLE + letter] -= used[of.COMMUNITY_USED, letter]
    add_letters(turn[of.DISCARDED], used[of.HAND_USED])
    for letter in range(on.N_LETTERS):
        row[KEPT_CARDS + letter] -= used[of.HAND_USED, letter]
