"""Games from the first deal on, played by static evaluation, with a log of every turn.

log   float64 [n_games, n_turns, LOG_SIZE]: a row for each turn of a game
      LOG_PLAYER who played
      EARNED     the margin of the turn: money + stock - royalties to the average opponent
      DISTANCE   from the goal of the patents of the leader, before the turn
      IS_LAST    1 when the last round was known before the turn, else 0
      IS_KNOWN   1 when words were played and no card was replaced, else 0: only then the next two
                 are true
      IN_HAND    by letter, cards left in the hand by the play, before any is discarded
      KEPT_CARDS by letter, those of them that are kept
      ON_TABLE   by letter, cards that are left in the community
      OWNED      by letter, 1 if the player owned the patent before the turn, else 0
"""

from __future__ import annotations

from typing import Final

from .bits import entry, kernel
from .desk_layout import N_LETTERS
from .game_layout import (
    ACTION,
    ACTIVE,
    ALL_USED,
    AT_START,
    COMMUNITY_PILE,
    COMMUNITY_USED,
    DECK_PILE,
    DISCARDED,
    FINAL_ROUND,
    GOAL,
    HAND_USED,
    IS_OVER,
    LAY,
    N_PLAYERS,
    NEXT,
    NO_LETTER,
    OWNER,
    REPLACED,
    VALUE,
)
from .game_table import lead_of, win_share
from .simulate import copy_table, deal
from .turn import add_letters, count_used, take_turn
from .worth import count_cards

LOG_PLAYER, EARNED, DISTANCE, IS_LAST, IS_KNOWN = 0, 1, 2, 3, 4
IN_HAND: Final = IS_KNOWN + 1
KEPT_CARDS: Final = IN_HAND + N_LETTERS
ON_TABLE: Final = KEPT_CARDS + N_LETTERS
OWNED: Final = ON_TABLE + N_LETTERS
LOG_SIZE: Final = OWNED + N_LETTERS


@entry
def play_games(start, deals, evaluations, tools, scratch, before, log, ends):
    """Plays a game for each deal.

    deals         int64 [n_games]: numbers; equal numbers are the same deal
    evaluations   float64 [n_games, MAX_PLAYERS, EVALUATION_SIZE]
    before        int64 [2, 26]: to work on
    log           see above; a game that is not over after its rows is left there
    The rest      see game_layout.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    for game in range(len(deals)):
        copy_tables(evaluations[game], tools.evaluation)
        new_deal(start, deals[game], scratch)
        n = 0
        while table[IS_OVER] == 0 and n < log.shape[1]:
            log_table(table, cards, before, log[game, n])
            me = table[ACTIVE]
            take_turn(table, cards, start.seed, start.undecided, AT_START, tools, turn)
            log_turn(table, me, turn, tools, before, log[game, n])
            n += 1
        note_end(table, n, game, ends)


@kernel
def note_end(table, n_turns, game, ends):
    """Fills in the end of a game after so many turns."""
    ends.n_turns[game] = n_turns if table[IS_OVER] else 0
    for player in range(table[N_PLAYERS]):
        ends.leads[game, player] = lead_of(table, player)
        ends.wins[game, player] = win_share(table, player)


@kernel
def copy_tables(tables, evaluation):
    """Has all players go by these tables."""
    for player in range(evaluation.shape[0]):
        for k in range(evaluation.shape[1]):
            evaluation[player, k] = tables[player, k]


@kernel
def new_deal(start, number, scratch):
    """Deals hands and community of a new game."""
    table, cards = scratch.table, scratch.cards
    copy_table(start.table, start.cards, table, cards)
    deal(table, cards, start.seed, number, start.n_hidden)
    for i in range(start.n_community):
        cards[COMMUNITY_PILE, i] = cards[DECK_PILE, table[NEXT]]
        table[NEXT] += 1


@kernel
def log_table(table, cards, before, row):
    """Logs what is so before a turn, and counts hand and community by letter."""
    me = table[ACTIVE]
    most = 0
    for player in range(table[N_PLAYERS]):
        most = max(most, table[VALUE + player])
    row[LOG_PLAYER] = me
    row[EARNED] = -lead_of(table, me)
    row[DISTANCE] = table[GOAL] - most
    row[IS_LAST] = 1.0 if table[FINAL_ROUND] else 0.0
    for letter in range(N_LETTERS):
        row[OWNED + letter] = 1.0 if table[OWNER + letter] == me else 0.0
        before[0, letter] = before[1, letter] = 0
    count_cards(cards[me], before[0])
    count_cards(cards[COMMUNITY_PILE], before[1])


@kernel
def log_turn(table, me, turn, tools, before, row):
    """Logs the turn that was played."""
    used = tools.used
    row[EARNED] += lead_of(table, me)
    row[IS_KNOWN] = 1.0 if turn[ACTION] == LAY and turn[REPLACED] == NO_LETTER else 0.0
    for letter in range(N_LETTERS):
        used[HAND_USED, letter] = used[COMMUNITY_USED, letter] = used[ALL_USED, letter] = 0
    if turn[ACTION] == LAY:
        count_used(tools.desk, turn, used)
    for letter in range(N_LETTERS):
        row[IN_HAND + letter] = before[0, letter] - used[HAND_USED, letter]
        row[ON_TABLE + letter] = before[1, letter] - used[COMMUNITY_USED, letter]
    add_letters(turn[DISCARDED], used[HAND_USED])
    for letter in range(N_LETTERS):
        row[KEPT_CARDS + letter] = before[0, letter] - used[HAND_USED, letter]
        used[HAND_USED, letter] = 0
