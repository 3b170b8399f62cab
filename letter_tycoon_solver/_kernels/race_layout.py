"""A race of plans: the arrays it is in. See race.py.

order    int64 [n]: the plans by number, in their present order; the first N_LIVE are in the race
prior    float64 [n], by plan: its utility by static evaluation, which compares plans
state    int64 [STATE_SIZE]; entries as named below
clock    float64 [CLOCK_SIZE]: the same, in seconds unless they say something else
sums     float64 [2, n, n, SUMS_SIZE]: by length of game, SHORT and WHOLE, and plan: over the games
         that it has played with another, what it was ahead of that one by; beside itself, what it
         was worth:
         S_GAMES          how many games
         S_UTILITY, S_UTILITY_2, S_LEAST, S_MOST   utility: sum, sum of squares, least and most
         S_WIN, S_WIN_2   victories
         S_MARGIN, S_MARGIN_2   dollars
rows     float64 [n, STANDING_SIZE], by place: what the games say of a plan, NaN for what is not
         known; see RankedPlan in advisor/advice.py
means, errors   float64 [n]: to work on

Nothing here needs Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# How a race is run
FINALISTS: Final = 4
FIRST_SHARE: Final = 0.85
"""The share of time or games for those that narrow the plans down."""
GAMES_A_STEP: Final = 16
"""The first games of each plan; later half of those it has played, at most MOST_GAMES_A_STEP."""
MOST_GAMES_A_STEP: Final = 1024
FEW_GAMES: Final = 16
"""The games of each plan before any is given up."""
MIN_GAMES: Final = 500
"""The games of each plan before the race is settled, and before anything is told of them."""
GIVEN_UP: Final = 4.0
"""A plan is given up when it is behind the best by so many standard errors."""
SETTLED: Final = 3.0
"""The race is settled when the best is ahead of the second by so many standard errors."""
TIED: Final = 0.01
"""The most that a plan as good as the best loses, in victories and dollars that count as much."""
TIED_ERRORS: Final = 2.0
"""The most standard errors that it loses. Of plans as good as the best equity chooses."""
NEARLY: Final = 0.0005
"""A chance that is no farther from 0 or 1 is told without an error."""
DOLLARS_A_VICTORY: Final = 100.0
"""So many dollars of equity win one game more."""
MARGIN_A_VICTORY: Final = 1000.0
"""Utility counts victories and, where these say little, dollars at the end: so many make one."""
PRIOR_GAMES: Final = 60
"""Static evaluation counts as so many games."""
ONE_VICTORY: Final = 1.0
ONE_MARGIN: Final = 10.0
"""The most that one more game may differ by, of victories and of dollars: games that all end alike
leave the error of that, not none."""
VICTORIES_OFF_BY: Final = 0.01
MARGINS_OFF_BY: Final = 1.0
"""The error of short games where two plans are compared, however many: the standard deviation from
thousands of whole games, 0.0125 of a victory (benchmarks/bench_certainty.py --short-games). What
they say of one plan is off by more."""
TINY: Final = 1e-9
"""Less than any game may differ by."""

SHORT, WHOLE = 0, 1

# The state
N_LIVE = 0
N_RANKED = 1  # the plans that were live when they were put in order last
N_GAMES = 2  # in all
MOST_GAMES = 3  # the budget
FIRST_LENGTH = 4  # that of the first games: WHOLE in a race without short ones
LENGTH, FIRST_GAME = 5, 6  # of the step that is to be played, by each live plan
PHASE, N_PHASES = 7, 8  # of those that narrow the plans down; from 0
PHASE_GAMES = 9  # the games in all after which a phase ends
IS_SETTLED = 10
STATE_SIZE: Final = 11
NOT_BEGUN: Final = -1

# The clock
UNTIL, FIRST_UNTIL, PHASE_UNTIL, STEP_BEGUN = 0, 1, 2, 3
SPEED = 4  # by length: games a second in the last step; 0 before the first
OFF_BY = 6  # what the chance that short games tell may be off by, however many
CLOCK_SIZE: Final = 7

S_GAMES, S_UTILITY, S_UTILITY_2, S_LEAST, S_MOST = 0, 1, 2, 3, 4
S_WIN, S_WIN_2, S_MARGIN, S_MARGIN_2, SUMS_SIZE = 5, 6, 7, 8, 9

STANDING_GAMES, STANDING_WIN, STANDING_WIN_LOSS = 0, 1, 3
STANDING_MARGIN, STANDING_MARGIN_LOSS, STANDING_WHOLE = 5, 7, 9
STANDING_SIZE: Final = 10
"""Each value has its standard error behind it."""


class RaceTable(NamedTuple):
    """A race; see the top of this file."""

    order: Ints
    prior: Floats
    state: Ints
    clock: Floats
    sums: Floats
    rows: Floats
    means: Floats
    errors: Floats


def new_race(prior: Floats, off_by: float, is_whole: bool, until: float, games: int) -> RaceTable:
    """A race that has not begun.

    Args:
        prior: see the top of this file.
        off_by: as OFF_BY.
        is_whole: it has no short games.
        until: the time at which it ends.
        games: or after so many games.
    """
    n = len(prior)
    state, clock = np.zeros(STATE_SIZE, np.int64), np.zeros(CLOCK_SIZE)
    state[N_LIVE] = state[N_RANKED] = n
    state[MOST_GAMES], state[FIRST_LENGTH] = games, WHOLE if is_whole else SHORT
    state[PHASE] = NOT_BEGUN
    clock[UNTIL], clock[OFF_BY] = until, off_by
    return RaceTable(
        order=np.arange(n),
        prior=prior,
        state=state,
        clock=clock,
        sums=np.zeros((2, n, n, SUMS_SIZE)),
        rows=np.zeros((n, STANDING_SIZE)),
        means=np.zeros(n),
        errors=np.zeros(n),
    )
