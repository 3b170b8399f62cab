"""Whole games, played by static evaluation from a position on.

Each game takes its own random words, DRAWS_PER_GAME of them, more than a game can use; so it
depends on the seed and its number alone, and plans that are compared are given the same cards.
"""

from __future__ import annotations

from typing import Final

from .bits import entry, kernel
from .game_layout import (
    ACTIVE,
    AT_START,
    DECK_PILE,
    DECK_SIZE,
    END,
    FINAL_ROUND,
    IS_OVER,
    N_DRAWS,
    N_PILES,
    N_SHUFFLES,
    NEXT,
    TABLE_SIZE,
)
from .game_table import lead_of, shuffle, win_share
from .turn import take_turn
from .value import value_after_turn

DRAWS_PER_GAME: Final = 1 << 20
"""A turn draws some words, a shuffle at most 102."""


@entry
def deal_unseen(table, cards, seed, number, n_hidden):
    """Deals what is unseen, which lies in the deck, to the hands with hidden cards and the deck.

    n_hidden   int64 [N_PILES]: the hidden cards of each hand and of the discards, which come behind
               the others
    """
    deal(table, cards, seed, number, n_hidden)


@entry
def play_on(table, cards, seed, plan, stage, undecided, tools, turns, shuffles):
    """Plays the game on the table to the end, or so many turns as `turns` has rows.

    plan        the turn to begin with, see game_layout.py, of which `stage` is done
    undecided   a turn with nothing decided
    turns       int64 [n, TURN_SIZE]: filled in
    shuffles    uint8 [n, DECK_SIZE]: filled in with the deck after each shuffle, as long as there
                is room

    Returns how many turns were played.
    """
    table[N_SHUFFLES] = n_shuffles = 0
    n = 0
    while table[IS_OVER] == 0 and n < len(turns):
        if n == 0:
            take_turn(table, cards, seed, plan, stage, tools, turns[n])
        else:
            take_turn(table, cards, seed, undecided, AT_START, tools, turns[n])
        n += 1
        if table[N_SHUFFLES] != n_shuffles:
            if n_shuffles < len(shuffles):
                for i in range(table[END]):
                    shuffles[n_shuffles, i] = cards[DECK_PILE, i]
            n_shuffles += 1
    return n


@entry
def compare(start, first, plans, stage, most_turns, sides, scratch, outcomes):
    """Plays games from one table with each of some plans; the same games for every plan.

    first        number of the first game
    plans        int64 [n_plans, TURN_SIZE]: of the active player, of which `stage` is done
    most_turns   of a game, 1 or more; one in which nobody has reached the goal by then is left
                 there, and its end is that of the learned value
    The rest     see game_layout.py; sides in value_layout.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    leads, wins, seed = outcomes.leads, outcomes.wins, start.seed
    viewer = start.table[ACTIVE]
    for game in range(leads.shape[1]):
        for i in range(len(plans)):
            copy_table(start.table, start.cards, table, cards)
            deal(table, cards, seed, first + game, start.n_hidden)
            take_turn(table, cards, seed, plans[i], stage, sides.own, turn)
            n = 1
            while table[IS_OVER] == 0 and (n < most_turns or table[FINAL_ROUND]):
                tools = sides.own if table[ACTIVE] == viewer else sides.theirs
                take_turn(table, cards, seed, start.undecided, AT_START, tools, turn)
                n += 1
            if table[IS_OVER]:
                wins[i, game], leads[i, game] = win_share(table, viewer), lead_of(table, viewer)
            else:
                value = value_after_turn(table, cards, viewer, sides.network)
                wins[i, game], leads[i, game] = value


@kernel
def deal(table, cards, seed, number, n_hidden):
    """See deal_unseen."""
    table[N_DRAWS] = number * DRAWS_PER_GAME
    deck = cards[DECK_PILE]
    n = table[END]
    shuffle(deck, n, table, seed)
    for pile in range(N_PILES):
        at = 0
        while n_hidden[pile] and cards[pile, at]:
            at += 1
        for i in range(n_hidden[pile]):
            cards[pile, at + i] = deck[table[NEXT]]
            table[NEXT] += 1


@kernel
def copy_table(root, root_cards, table, cards):
    """Copies a game."""
    for k in range(TABLE_SIZE):
        table[k] = root[k]
    for pile in range(N_PILES):
        for i in range(DECK_SIZE):
            cards[pile, i] = root_cards[pile, i]
