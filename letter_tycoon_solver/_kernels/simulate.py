"""Whole games: from a position on, from the first deal on, and what they teach."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from . import game_layouts as of
from . import layouts as on
from .bits import copy, entry, kernel
from .desk import count_cards, n_cards
from .game import add_letters, count_used, lead_of, score_of, shuffle, take_turn, win_share

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
            copy_table(start.table, start.cards, table, cards)
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
    deck = cards[of.DECK_PILE]
    n = table[of.END]
    shuffle(deck, n, table, seed)
    for pile in range(of.N_PILES):
        at = 0
        while n_hidden[pile] and cards[pile, at]:
            at += 1
        for i in range(n_hidden[pile]):
            cards[pile, at + i] = deck[table[of.NEXT]]
            table[of.NEXT] += 1


@kernel
def copy_table(root, root_cards, table, cards):
    """Copies a game."""
    copy(root, table)
    for pile in range(of.N_PILES):
        copy(root_cards[pile], cards[pile])


# Games from the first deal on, played by static evaluation, with a log of every turn.
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
def play_games(start, deals, evaluations, tools, scratch, before, log, ends):
    """Plays a game for each deal.

    deals         int64 [n_games]: numbers; equal numbers are the same deal
    evaluations   float64 [n_games, MAX_PLAYERS, EVALUATION_SIZE]
    before        int64 [2, 26]: to work on
    log           see above; a game that is not over after its rows is left there
    The rest      see game_layouts.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    for game in range(len(deals)):
        copy_tables(evaluations[game], tools.evaluation)
        new_deal(start, deals[game], scratch)
        n = 0
        while table[of.IS_OVER] == 0 and n < log.shape[1]:
            log_table(table, cards, before, log[game, n])
            me = table[of.ACTIVE]
            take_turn(table, cards, start.seed, start.undecided, of.AT_START, tools, turn)
            log_turn(table, me, turn, tools, before, log[game, n])
            n += 1
        note_end(table, n, game, ends)


@kernel
def note_end(table, n_turns, game, ends):
    """Fills in the end of a game after so many turns."""
    ends.n_turns[game] = n_turns if table[of.IS_OVER] else 0
    for player in range(table[of.N_PLAYERS]):
        ends.leads[game, player] = lead_of(table, player)
        ends.wins[game, player] = win_share(table, player)


@kernel
def copy_tables(tables, evaluation):
    """Has all players go by these tables."""
    for player in range(evaluation.shape[0]):
        copy(tables[player], evaluation[player])


@kernel
def new_deal(start, number, scratch):
    """Deals hands and community of a new game."""
    table, cards = scratch.table, scratch.cards
    copy_table(start.table, start.cards, table, cards)
    deal(table, cards, start.seed, number, start.n_hidden)
    for i in range(start.n_community):
        cards[of.COMMUNITY_PILE, i] = cards[of.DECK_PILE, table[of.NEXT]]
        table[of.NEXT] += 1


@kernel
def log_table(table, cards, before, row):
    """Logs what is so before a turn, and counts hand and community by letter."""
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
        before[0, letter] = before[1, letter] = 0
    count_cards(cards[me], before[0], 1)
    count_cards(cards[of.COMMUNITY_PILE], before[1], 1)


@kernel
def log_turn(table, me, turn, tools, before, row):
    """Logs the turn that was played."""
    used = tools.used
    row[EARNED] += lead_of(table, me)
    row[IS_KNOWN] = 1.0 if turn[of.ACTION] == of.LAY and turn[of.REPLACED] == of.NO_LETTER else 0.0
    used[:] = 0
    if turn[of.ACTION] == of.LAY:
        count_used(tools.desk, turn, used)
    for letter in range(on.N_LETTERS):
        row[IN_HAND + letter] = before[0, letter] - used[of.HAND_USED, letter]
        row[ON_TABLE + letter] = before[1, letter] - used[of.COMMUNITY_USED, letter]
    add_letters(turn[of.DISCARDED], used[of.HAND_USED])
    for letter in range(on.N_LETTERS):
        row[KEPT_CARDS + letter] = before[0, letter] - used[of.HAND_USED, letter]
        used[of.HAND_USED, letter] = 0


# Games for the value to learn from, of which positions are kept with their ends.
#
# A game begins by changed tables, by which the players do other things than they would, up to some
# turn; from then on all go by the same tables. So positions are kept that static evaluation would
# not bring about, and what becomes of them under it.


@entry
def play_to_learn(start, deals, tables, tools, scratch, most_turns, positions, ends):
    """Plays a game for each deal.

    most_turns   a game that is not over by then is left there
    The rest     see game_layouts.py, and play_games
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    features, players = positions.features, positions.players
    n_changed = tables.n_changed
    evaluation = tools.evaluation
    for game in range(len(deals)):
        new_deal(start, deals[game], scratch)
        copy_tables(tables.changed[game], evaluation)
        n = kept = 0
        while table[of.IS_OVER] == 0 and n < most_turns:
            if n == n_changed[game]:
                copy_tables(tables.plain, evaluation)
            me = table[of.ACTIVE]
            take_turn(table, cards, start.seed, start.undecided, of.AT_START, tools, turn)
            n += 1
            if n >= n_changed[game] and kept < features.shape[1] and table[of.FINAL_ROUND] == 0:
                set_features(table, cards, me, features[game, kept])
                players[game, kept] = me
                kept += 1
        for row in range(kept, features.shape[1]):
            players[game, row] = of.NO_PLAYER
        note_end(table, n, game, ends)
