"""Games for the value to learn from, of which positions are kept with their ends.

A game begins by changed tables, by which the players do other things than they would, up to some
turn; from then on all go by the same tables. So positions are kept that static evaluation would not
bring about, and what becomes of them under it.

features   float32 [n_games, n_kept, n_features]: of positions after a turn: the last by changed
           tables, or the first, and those after it; see value_layout.py
players    int64 [n_games, n_kept]: whose turn it was, NO_PLAYER where the game has no more
           positions, as the goal is reached
"""

from __future__ import annotations

from .bits import entry
from .game_layout import ACTIVE, AT_START, FINAL_ROUND, IS_OVER, NO_PLAYER
from .self_play import copy_tables, new_deal, note_end
from .turn import take_turn
from .value import set_features


@entry
def play_to_learn(
    start, deals, changed, n_changed, plain, tools, scratch, most_turns, features, players, ends
):
    """Plays a game for each deal.

    changed      float64 [n_games, MAX_PLAYERS, EVALUATION_SIZE]: the tables of the first turns
    n_changed    int64 [n_games]: how many turns are by them
    plain        float64 [MAX_PLAYERS, EVALUATION_SIZE]: the tables of the other turns
    most_turns   a game that is not over by then is left there
    features, players   see above; filled in
    The rest     see play_games in self_play.py
    """
    table, cards, turn = scratch.table, scratch.cards, scratch.turn
    evaluation = tools.evaluation
    for game in range(len(deals)):
        new_deal(start, deals[game], scratch)
        copy_tables(changed[game], evaluation)
        n = kept = 0
        while table[IS_OVER] == 0 and n < most_turns:
            if n == n_changed[game]:
                copy_tables(plain, evaluation)
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
