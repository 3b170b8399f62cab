"""The learned value of a position: the chance to win, the lead at the end. See value_layout.py."""

from __future__ import annotations

import math

import numpy as np

from .bits import kernel
from .desk_layout import CODE_OF_A, N_LETTERS
from .game_layout import (
    COMMUNITY_PILE,
    GOAL,
    MONEY,
    N_ABILITIES,
    N_PLAYERS,
    NO_ABILITY,
    NO_PLAYER,
    OWNER,
    PLACE_OF_ABILITY,
    ROUND,
    START_PLAYER,
    VALUE,
)
from .game_table import score_of
from .value_layout import (
    AHEAD,
    AHEAD_PER_TURN,
    AT_SEAT,
    AT_TABLE,
    CARDS_UNIT,
    CLEAR_LEAD,
    CLEARLY_AHEAD,
    CLOSE,
    DISTANCE_THERE,
    DISTANCE_UNIT,
    FINAL_LEAD_UNIT,
    LAST_DOLLARS,
    LEAD_UNIT,
    MONEY_THERE,
    MONEY_UNIT,
    MOST_FEATURE,
    MOST_LOG_ODDS,
    ROUND_NOW,
    ROUND_UNIT,
    TURNS,
    TURNS_UNIT,
)


@kernel
def value_after_turn(table, cards, player, network):
    """The chance to win, and the lead at the end, of a player whose turn has just been played.

    The game is not over, and the goal is not reached.
    """
    set_features(table, cards, player, network.features)
    return network_value(network)


@kernel
def set_features(table, cards, player, features):
    """Fills in the features; see value_layout.py."""
    n_players = table[N_PLAYERS]
    for i in range(len(features)):
        features[i] = 0.0
    nearest = table[GOAL]
    for seat in range(n_players):
        nearest = min(nearest, table[GOAL] - table[VALUE + seat])
    nearest = max(0, nearest)
    for seat in range(n_players):
        set_seat(table, player, seat, nearest, features)
    at = n_players * AT_SEAT
    turns = in_range(nearest / TURNS_UNIT)
    features[at + ROUND_NOW] = in_range(table[ROUND] / ROUND_UNIT)
    features[at + TURNS] = turns
    at += AT_TABLE
    features[at + (table[START_PLAYER] - player - 1) % n_players] = 1.0
    at += n_players
    for letter in range(N_LETTERS):
        owner = table[OWNER + letter]
        if owner != NO_PLAYER:
            seat = (owner - player) % n_players
            features[at + seat * N_LETTERS + letter] = 1.0
            features[at + (n_players + seat) * N_LETTERS + letter] = turns
    at += 2 * n_players * N_LETTERS
    of_abilities = at + (n_players + 1) * N_LETTERS
    for seat in range(n_players + 1):
        pile = cards[(player + seat) % n_players if seat < n_players else COMMUNITY_PILE]
        for i in range(len(pile)):
            if pile[i] == 0:
                break
            card = np.int64(pile[i]) - CODE_OF_A
            features[at + seat * N_LETTERS + card] += 1.0 / CARDS_UNIT
            place = PLACE_OF_ABILITY[card]
            if place != NO_ABILITY and table[OWNER + card] == NO_PLAYER:
                features[of_abilities + seat * N_ABILITIES + place] += 1.0 / CARDS_UNIT


@kernel
def set_seat(table, player, seat, nearest, features):
    """Fills in what is told of a seat."""
    n_players, at = table[N_PLAYERS], seat * AT_SEAT
    there = (player + seat) % n_players
    money, distance = table[MONEY + there], table[GOAL] - table[VALUE + there]
    rival = there
    if seat == 0:
        rival = (player + 1) % n_players
        for other in range(n_players):
            if other != player and score_of(table, other) > score_of(table, rival):
                rival = other
    ahead = score_of(table, player) - score_of(table, rival)
    features[at + MONEY_THERE] = in_range(money / MONEY_UNIT)
    features[at + DISTANCE_THERE] = in_range(distance / DISTANCE_UNIT)
    features[at + AHEAD] = in_range(ahead / LEAD_UNIT)
    features[at + CLOSE] = max(0.0, in_range(1.0 - (distance - money) / MONEY_UNIT))
    features[at + CLEARLY_AHEAD] = math.tanh(ahead / CLEAR_LEAD)
    features[at + AHEAD_PER_TURN] = in_range(ahead / (LAST_DOLLARS + nearest))


@kernel
def in_range(number):
    """The number, brought into the range that the network has learned."""
    return max(-MOST_FEATURE, min(number, MOST_FEATURE))


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
    log_odds = max(-MOST_LOG_ODDS, min(MOST_LOG_ODDS, log_odds))
    return 1.0 / (1.0 + math.exp(-log_odds)), lead * FINAL_LEAD_UNIT
