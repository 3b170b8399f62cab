"""A row of `Turns`: a whole turn and its worth, in whole numbers. Python and JavaScript read rows.

row       int64 [ROW_SIZE], the bytes of TURN_DTYPE:
          the play       LISTED_SIZE integers, see play_layout.py; all 0 without words. Of words
                         that lie on the table already there is no number
          ROW_REPLACED   letter of the card that is replaced with Q, 0 for A; then nothing else is
                         planned. NO_LETTER for none
          ROW_BOUGHT     letter of the patent to buy, or NO_LETTER
          ROW_KEPT       the cards of the hand that stay, a multiset like the cards of the play; all
                         others that are not played are discarded, or exchanged
          ROW_TOTAL      equity, the sum of its four parts:
          ROW_MARGIN     money + stock - royalties to the average opponent. Of a card to replace all
                         that the best turn after it is worth, on average
          ROW_PATENT     what the patent will bring
          ROW_LEAVE      what the cards kept add to the next turn
          ROW_COMMUNITY  what is left in the community for the next player, 0 or less as a rule
          Equity counts in units: a dollar is DECIMALS times the number of opponents, at least one

asked     int64 [ASKED_SIZE]; ASKED_LIMIT, ASKED_EVERY_WAY and ASKED_MONEY as in desk_layout.py, and
          ASKED_SCOPE    ONLY_PLAYS: words alone; WHOLE_TURNS: also the best exchange, and the best
                         card to replace; ALL_CANDIDATES: also other purchases, discards, exchanges
                         and cards to replace, for the advisor; GIVEN_TURN: the worth of that one
          ASKED_STAGE    how far the turn is: AT_START, PAID or BOUGHT_ALREADY of game_layout.py
          ASKED_ROUNDS   the player's turns after this one; NOT_KNOWN while nobody is at the goal
          ASKED_GOAL     value of patents that ends the game
          ASKED_REPLACE  1 if a card may be replaced with Q
          ASKED_ITSELF   1 if the card that is replaced may be drawn again: without a deck

Nothing here needs Numba.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.ruleset import MAX_CARDS
from .desk_layout import ASKED_SIZE as SEARCH_ASKED_SIZE
from .play_layout import LISTED_SIZE, PLAY_DTYPE, PLAY_STRUCT

Ints = npt.NDArray[np.int64]

TURN_DTYPE: Final = np.dtype(
    [
        ("play", PLAY_DTYPE),
        ("cards", "<u8"),
        ("replaced", "<i8"),
        ("bought", "<i8"),
        ("kept", "<u8"),
        ("total", "<i8"),
        ("margin", "<i8"),
        ("patent", "<i8"),
        ("leave", "<i8"),
        ("community", "<i8"),
    ]
)
AFTER_PLAY: Final = struct.Struct("<Q2qQ5q")
"""The numbers behind the bytes of the play."""

ROW_REPLACED, ROW_BOUGHT, ROW_KEPT = LISTED_SIZE, LISTED_SIZE + 1, LISTED_SIZE + 2
ROW_TOTAL, ROW_MARGIN, ROW_PATENT = LISTED_SIZE + 3, LISTED_SIZE + 4, LISTED_SIZE + 5
ROW_LEAVE, ROW_COMMUNITY, ROW_SIZE = LISTED_SIZE + 6, LISTED_SIZE + 7, LISTED_SIZE + 8

assert ROW_SIZE * 8 == TURN_DTYPE.itemsize == PLAY_STRUCT.size + AFTER_PLAY.size

ASKED_SCOPE, ASKED_STAGE, ASKED_ROUNDS = (SEARCH_ASKED_SIZE + at for at in range(3))
ASKED_GOAL, ASKED_REPLACE, ASKED_ITSELF = (SEARCH_ASKED_SIZE + 3 + at for at in range(3))
TURN_ASKED_SIZE: Final = SEARCH_ASKED_SIZE + 6
ONLY_PLAYS, WHOLE_TURNS, ALL_CANDIDATES, GIVEN_TURN = 0, 1, 2, 3
NOT_KNOWN: Final = -1

# All candidates
MORE_PURCHASES: Final = 6
"""For so many plays other purchases are candidates too."""
MORE_DISCARDS: Final = 6
"""For so many plays other discards are candidates too."""
OTHER_DISCARDS: Final = 4
"""So many other discards."""
EXCHANGES: Final = 8
"""Sets of cards to exchange that are candidates; the whole hand always is."""

MAX_WAYS: Final = (MAX_CARDS + 2) ** 2 // 4
"""Numbers of vowels and of other cards to keep of a hand, at most."""
WAY_KEPT, WAY_WORTH, WAY_SIZE = 0, 1, 2
"""The columns of `ways`: the cards kept, and what they are worth as a weight."""


class Inquiry(NamedTuple):
    """A question about a turn, and the tables that it is answered by.

    asked        see the top of this file
    given        int64 [ROW_SIZE]: the turn that is given; or the play of the words on the table, if
                 the turn is past AT_START
    pile         int64 [26]: by letter how likely it is drawn next, in any unit
    evaluation   float64 [EVALUATION_SIZE], of the player: see game_layout.py
    worth        float64 [26]: see worth.py; filled in
    n_seen       int64 [26]: to work on
    ways         int64 [MAX_WAYS, WAY_SIZE]: to work on
    """

    asked: Ints
    given: Ints
    pile: Ints
    evaluation: npt.NDArray[np.float64]
    worth: npt.NDArray[np.float64]
    n_seen: Ints
    ways: Ints


class Equities(NamedTuple):
    """The tables that many positions are ranked by, by number of opponents.

    evaluations   float64 [5, EVALUATION_SIZE]: see game_layout.py
    goals         int64 [5]: value of patents that ends the game
    worth         float64 [26]: to work on, and
    n_seen        int64 [26]
    """

    evaluations: npt.NDArray[np.float64]
    goals: Ints
    worth: npt.NDArray[np.float64]
    n_seen: Ints
