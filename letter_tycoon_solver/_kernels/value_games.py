"""Games for the value to learn from, of which positions are kept with their ends.

A game begins by changed tables, by which the players do other things than they would, up to some
turn; from then on all go by the same tables. So positions are kept that static evaluation would not
bring about, and what becomes of them under it.
"""

from __future__ import annotations

from .bits import entry
from .game_layout import ACTIVE, AT_START, FINAL_ROUND, IS_OVER, NO_PLAYER
from .self_play import copy_tables, new_deal, note_end
from .turn import take_turn
from .value import set_features


@entry
def play_to_learn(start, deals, tables, tools, scratch, most_turns, positions, ends):
    """Plays a game for each deal.

    most_turns   a game that is not over by then is left there
    The rest     see value_layout.py, and play_games in self_play.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    features, players = positions.features, positions.players
    n_changed = tables.n_changed
    evaluation = tools.evaluation
    for game in range(len(deals)):
        new_deal(start, deals[game], scratch)
        copy_tables(tables.changed[game], evaluation)
        n = kept = 0
        while table[IS_OVER] == 0 and n < most_turns:
            if n == n_changed[game]:
                copy_tables(tables.plain, evaluation)
            me = table[ACTIVE]
            take_turn(table, cards, start.seed, start.undecided, AT_START, tools, turn)
            n += 1
            if n >= n_changed[game] and kept < features.shape[1] and table[FINAL_ROUND] == 0:
                set_features(table, cards, me, features[game, kept])
                players[game, kept] = me
                kept += 1
        for row in range(kept, features.shape[1]):
            players[game, row] = NO_PLAYER
        note_end(table, n, game, ends)
