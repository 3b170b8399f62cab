"""The features of a position, and the network that tells its learned value by them.

features   float32 [n_features(n_players)]: a position after the turn of a player, as seen from
           there with all hands known. Seats are counted from the player on, clockwise, the own one
           is 0:
           by seat     AT_SEAT: MONEY_THERE, DISTANCE_THERE to the goal, AHEAD of that seat (the
                       player's own: of the best of the others), CLOSE to the goal with what the
                       seat can pay, and CLEARLY_AHEAD, AHEAD_PER_TURN made of AHEAD
           at the table  ROUND_NOW, TURNS until the leader is at the goal, in a rough unit
           [n_players]   1 for how many seats still have a turn in this round
           [n_players, 26]   1 for the owner of a patent, by seat
           [n_players, 26]   the same, times TURNS: what a patent brings grows with them
           [n_players + 1, 26]  how many cards, by seat and, last, in the community
           [n_players + 1, N_ABILITIES]  the same, of letters whose patent has an ability and no
                       owner
           No number is larger than MOST_FEATURE.

Nothing here needs Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .desk_layout import N_LETTERS
from .game_layout import N_ABILITIES, Floats, Ints, Tools

Singles = npt.NDArray[np.float32]

MONEY_THERE, DISTANCE_THERE, AHEAD, CLOSE, CLEARLY_AHEAD, AHEAD_PER_TURN = 0, 1, 2, 3, 4, 5
AT_SEAT: Final = 6
ROUND_NOW, TURNS, AT_TABLE = 0, 1, 2
MOST_FEATURE: Final = 4.0

# Units, so that most numbers are between -1 and 1.
MONEY_UNIT: Final = 15.0
DISTANCE_UNIT: Final = 30.0
LEAD_UNIT: Final = 30.0
CLEAR_LEAD: Final = 10.0
ROUND_UNIT: Final = 10.0
TURNS_UNIT: Final = 15.0
CARDS_UNIT: Final = 2.0
FINAL_LEAD_UNIT: Final = 40.0
"""The unit of the lead at the end, as the network tells it."""
MOST_LOG_ODDS: Final = 30.0
LAST_DOLLARS: Final = 5.0
"""So much more than the distance to the goal a lead is compared with."""


class Network(NamedTuple):
    """A network with one hidden layer of rectified units, and memory to work in, for one thread.

    inner        float32 [n_features, n_hidden]
    inner_bias   float32 [n_hidden]
    outer        float32 [2, n_hidden]: of the log-odds to win, and of the lead at the end
    outer_bias   float32 [2]
    features     see above
    hidden       float32 [n_hidden]
    """

    inner: Singles
    inner_bias: Singles
    outer: Singles
    outer_bias: Singles
    features: Singles
    hidden: Singles


def n_features(n_players: int) -> int:
    """The number of features of a position."""
    by_seat = AT_SEAT + 1 + 2 * N_LETTERS
    by_pile = N_LETTERS + N_ABILITIES
    return AT_TABLE + n_players * by_seat + (n_players + 1) * by_pile


class Sides(NamedTuple):
    """The tools of the active player and of the others, and the learned value of their games."""

    own: Tools
    theirs: Tools
    network: Network


class Tables(NamedTuple):
    """The tables that players go by in games to learn from.

    changed     float64 [n_games, MAX_PLAYERS, EVALUATION_SIZE]: those of the first turns
    n_changed   int64 [n_games]: how many turns are by them
    plain       float64 [MAX_PLAYERS, EVALUATION_SIZE]: those of the other turns
    """

    changed: Floats
    n_changed: Ints
    plain: Floats


class Kept(NamedTuple):
    """The positions to learn from, filled in.

    features   float32 [n_games, n_kept, n_features]: of positions after a turn: the last by changed
               tables, or the first, and those after it; see above
    players    int64 [n_games, n_kept]: whose turn it was, NO_PLAYER where the game has no more
               positions, as the goal is reached
    """

    features: Singles
    players: Ints
