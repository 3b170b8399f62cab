"""Changes of a game on the table, by the rules of game/rules.py. See game_layout.py."""

from __future__ import annotations

import numpy as np

from .bits import kernel
from .desk_layout import CODE_OF_A, N_LETTERS
from .game_layout import (
    ACTIVE,
    DECK_PILE,
    DISCARD_PILE,
    END,
    FINAL_ROUND,
    GOAL,
    GONE,
    IS_OVER,
    MONEY,
    MORE_ROUNDS,
    N_DISCARDS,
    N_DRAWS,
    N_PLAYERS,
    N_SHUFFLES,
    NEXT,
    NO_PLAYER,
    OWNER,
    ROUND,
    START_PLAYER,
    STOCK,
    VALUE,
)
from .random_words import draw


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
    for i in range(len(hand)):
        if hand[i] == 0:
            break
        letter = np.int64(hand[i]) - CODE_OF_A
        if gone[letter] > 0:
            gone[letter] -= 1
            cards[DISCARD_PILE, table[N_DISCARDS]] = hand[i]
            table[N_DISCARDS] += 1
            hand[i] = GONE
    for i in range(len(hand)):
        if hand[i] == 0:
            break
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
