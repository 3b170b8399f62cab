"""The race of some turns: time goes where the decision is still open.

First short games, to the player's next turn, whose end the learned value tells: sequential halving,
in phases that take as long each; the turns that are left play as many games, the same ones, then
the worse half go. A turn that is clearly behind goes at once. Then whole games of the finalists,
with other deals: they cost 2 to 6 times as much and are noisier, but need no estimated end. Where
the learned value is not asked, as in the last round, all games are whole.

Before any game static evaluation says which turn is better, and it goes on counting as some games.

A race plays no games: whoever calls it plays a step, tells what came of it and asks for the next.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from .bits import entry, kernel
from .game_layouts import Floats, Ints

# The arrays that a race is in.
#
# order    int64 [n]: the turns by number, in their present order; the first N_LIVE are in the race
# prior    float64 [n], by turn: its utility by static evaluation, which compares turns
# state    int64 [STATE_SIZE]; entries as named below
# clock    float64 [CLOCK_SIZE]: the same, in seconds unless they say something else
# sums     float64 [2, n, n, SUMS_SIZE]: by length of game, SHORT and WHOLE, and turn: over the
#          games that it has played with another, what it was ahead of that one by; beside itself,
#          what it was worth:
#          S_GAMES          how many games
#          S_UTILITY, S_UTILITY_2, S_LEAST, S_MOST   utility: sum, sum of squares, least and most
#          S_WIN, S_WIN_2   victories
#          S_LEAD, S_LEAD_2   dollars
# rows     float64 [n, STANDING_SIZE], by place: what the games say of a turn, NaN for what is not
#          known; see RankedTurn in advisor/advice.py
# means, errors   float64 [n]: to work on


# How a race is run
FINALISTS: Final = 4
FIRST_SHARE: Final = 0.85
"""The share of time or games for those that narrow the turns down."""
GAMES_A_STEP: Final = 16
"""The first games of each turn; later half of those it has played, at most MOST_GAMES_A_STEP."""
MOST_GAMES_A_STEP: Final = 1024
FEW_GAMES: Final = 16
"""The games of each turn before any is given up."""
MIN_GAMES: Final = 500
"""The games of each turn before the race is settled, and before anything is told of them."""
GIVEN_UP: Final = 4.0
"""A turn is given up when it is behind the best by so many standard errors."""
SETTLED: Final = 3.0
"""The race is settled when the best is ahead of the second by so many standard errors."""
TIED: Final = 0.01
"""The most that a turn as good as the best loses, in victories and dollars that count as much."""
TIED_ERRORS: Final = 2.0
"""The most standard errors that it loses. Of turns as good as the best equity chooses."""
NEARLY: Final = 0.0005
"""A chance that is no farther from 0 or 1 is told without an error."""
DOLLARS_A_VICTORY: Final = 100.0
"""So many dollars of equity win one game more."""
LEAD_A_VICTORY: Final = 1000.0
"""Utility counts victories and, where these say little, dollars at the end: so many make one."""
PRIOR_GAMES: Final = 60
"""Static evaluation counts as so many games."""
ONE_VICTORY: Final = 1.0
ONE_LEAD: Final = 10.0
"""The most that one more game may differ by, of victories and of dollars: games that all end alike
leave the error of that, not none."""
VICTORIES_OFF_BY: Final = 0.01
LEADS_OFF_BY: Final = 1.0
"""The error of short games where two turns are compared, however many: the standard deviation from
thousands of whole games, 0.0125 of a victory (benchmarks/bench_certainty.py --short-games). What
they say of one turn is off by more."""
TINY: Final = 1e-9
"""Less than any game may differ by."""

SHORT, WHOLE = 0, 1

# The state
N_LIVE = 0
N_RANKED = 1  # the turns that were live when they were put in order last
N_GAMES = 2  # in all
MOST_GAMES = 3  # the budget
FIRST_LENGTH = 4  # that of the first games: WHOLE in a race without short ones
LENGTH, FIRST_GAME = 5, 6  # of the step that is to be played, by each live turn
PHASE, N_PHASES = 7, 8  # of those that narrow the turns down; from 0
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
S_WIN, S_WIN_2, S_LEAD, S_LEAD_2, SUMS_SIZE = 5, 6, 7, 8, 9

STANDING_GAMES, STANDING_WIN, STANDING_WIN_LOSS = 0, 1, 3
STANDING_LEAD, STANDING_LEAD_LOSS, STANDING_WHOLE = 5, 7, 9
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


@entry
def race_on(race, leads, wins, now):
    """Takes in the games of a step, and says how many each live turn plays next; 0 at the end.

    leads, wins   float64 [N_LIVE, n]: by turn in its order, and game; none before the first step.
                  A lead is the final score over that of the average opponent, a win the share of
                  the victory
    now             the time, in seconds; a time without end makes it of no matter
    """
    state = race.state
    has_played = wins.shape[1] > 0
    if state[PHASE] == NOT_BEGUN:
        begin(race, now)
    if has_played:
        take_in(race, leads, wins)
        n_games = wins.size
        state[N_GAMES] += n_games
        race.clock[SPEED + state[LENGTH]] = n_games / max(TINY, now - race.clock[STEP_BEGUN])
        put_in_order(race)
    n = next_step(race, has_played, now)
    fill_rows(race)
    race.clock[STEP_BEGUN] = now
    return n


@kernel
def begin(race, now):
    """Counts the phases and begins the first."""
    state, clock = race.state, race.clock
    n_halvings = 0
    while FINALISTS << n_halvings < len(race.order):
        n_halvings += 1
    state[N_PHASES] = n_halvings + 1
    clock[FIRST_UNTIL] = now + (clock[UNTIL] - now) * FIRST_SHARE
    begin_phase(race, 0, now)


@kernel
def begin_phase(race, phase, now):
    """Shares what is left of time and games among the phases that are left."""
    state, clock = race.state, race.clock
    left = state[N_PHASES] - phase
    state[PHASE] = phase
    if left > 0:
        games = np.int64(np.rint(state[MOST_GAMES] * FIRST_SHARE))
        clock[PHASE_UNTIL] = now + (clock[FIRST_UNTIL] - now) / left
        state[PHASE_GAMES] = state[N_GAMES] + (games - state[N_GAMES]) // left


@kernel
def next_step(race, has_played, now):
    """Says which games come next, and how many of each live turn."""
    state, clock = race.state, race.clock
    while state[PHASE] < state[N_PHASES]:
        if has_played:
            leave_out_hopeless(race)
            has_played = False
        if state[N_LIVE] > 1:
            until, games = clock[PHASE_UNTIL], state[PHASE_GAMES]
            n = games_of_step(race, state[FIRST_LENGTH], until, games, now)
            if n > 0:
                return n
        if state[PHASE] < state[N_PHASES] - 1:
            state[N_LIVE] = min(state[N_LIVE], max(FINALISTS, (state[N_LIVE] + 1) // 2))
        put_in_order(race)
        begin_phase(race, state[PHASE] + 1, now)
        if state[PHASE] == state[N_PHASES]:
            state[N_LIVE] = min(state[N_LIVE], FINALISTS)
    first = race.order[0]
    if has_played and state[IS_SETTLED] and race.sums[WHOLE, first, first, S_GAMES] >= MIN_GAMES:
        return 0
    return games_of_step(race, np.int64(WHOLE), clock[UNTIL], state[MOST_GAMES], now)


@kernel
def games_of_step(race, length, until, games, now):
    """The games that each live turn plays next; they depend on the speed only with a time limit."""
    state, first = race.state, race.order[0]
    n_played = np.int64(race.sums[length, first, first, S_GAMES])
    state[LENGTH], state[FIRST_GAME] = length, n_played
    most = max(GAMES_A_STEP, min(n_played // 2, MOST_GAMES_A_STEP))
    n = max(0, min(most, (games - state[N_GAMES]) // state[N_LIVE]))
    if math.isinf(until):
        return n
    if until <= now:
        return 0
    in_time = (until - now) * race.clock[SPEED + length] / state[N_LIVE]
    return min(n, np.int64(max(1.0, min(in_time, 1.0 * MOST_GAMES_A_STEP))))


# What the games say --------------------------------------------------------------------------


@kernel
def take_in(race, leads, wins):
    """Adds the games of a step."""
    state, order = race.state, race.order
    sums, n_live = race.sums[state[LENGTH]], state[N_LIVE]
    for game in range(wins.shape[1]):
        for i in range(n_live):
            for j in range(n_live):
                win, lead = wins[i, game], leads[i, game]
                utility = win + lead / LEAD_A_VICTORY
                if i != j:
                    utility -= wins[j, game] + leads[j, game] / LEAD_A_VICTORY
                    win -= wins[j, game]
                    lead -= leads[j, game]
                add_game(sums[order[i], order[j]], utility, win, lead)


@kernel
def add_game(sums, utility, win, lead):
    """Adds a game to the sums of two turns."""
    if sums[S_GAMES] == 0:
        sums[S_LEAST] = sums[S_MOST] = utility
    sums[S_GAMES] += 1
    sums[S_UTILITY] += utility
    sums[S_UTILITY_2] += utility * utility
    sums[S_LEAST], sums[S_MOST] = min(sums[S_LEAST], utility), max(sums[S_MOST], utility)
    sums[S_WIN] += win
    sums[S_WIN_2] += win * win
    sums[S_LEAD] += lead
    sums[S_LEAD_2] += lead * lead


@kernel
def squared_error(n, total, squares, one_game):
    """The squared standard error of a mean, as if one more game were off by `one_game`."""
    return (max(0.0, squares - total * total / n) + one_game * one_game) / (n * n)


@kernel
def look_behind(race, turn, other, place):
    """Fills in by how much a turn is behind another in utility, and the standard error.

    Both have played as many games. Returns 1 if it is the same in every game, as in the last turn,
    or nothing, as of turns that make no difference, of which one may go; else 0.
    """
    first_length = race.state[FIRST_LENGTH]
    prior = race.prior[other] - race.prior[turn]
    total = weight = 0.0
    is_sure = 1
    for length in range(WHOLE + 1):
        n = race.sums[length, other, other, S_GAMES]
        if n == 0:
            continue
        mean = least = most = 0.0
        variance = squared_error(n, 0.0, 0.0, ONE_VICTORY)
        if turn != other:
            ahead = race.sums[length, other, turn]
            mean, least, most = ahead[S_UTILITY] / n, ahead[S_LEAST], ahead[S_MOST]
            variance = squared_error(n, ahead[S_UTILITY], ahead[S_UTILITY_2], ONE_VICTORY)
        if length == first_length:
            # Static evaluation counts as more games, of the same mean error.
            share = n / (n + PRIOR_GAMES)
            mean = share * mean + (1 - share) * prior
            variance *= share
        if length == SHORT:
            variance += VICTORIES_OFF_BY**2
        total += mean / variance
        weight += 1 / variance
        if least <= -TINY or most - least >= TINY:
            is_sure = 0
    if weight == 0.0:
        race.means[place], race.errors[place] = prior, math.inf
        return 0
    race.means[place], race.errors[place] = total / weight, 1.0 / math.sqrt(weight)
    return is_sure


@kernel
def is_behind(race, place, n_errors):
    """True if the turn of a place is behind the first by more than so many errors, or for sure."""
    is_sure = look_behind(race, race.order[place], race.order[0], place)
    return is_sure == 1 or race.means[place] > n_errors * race.errors[place]


@kernel
def n_games_of(race, turn):
    """The games that a turn has played."""
    return race.sums[SHORT, turn, turn, S_GAMES] + race.sums[WHOLE, turn, turn, S_GAMES]


# Order ---------------------------------------------------------------------------------------


@kernel
def leave_out_hopeless(race):
    """Puts the turns that may still be the best in front of the others; only they are live."""
    state, order = race.state, race.order
    if n_games_of(race, order[0]) < FEW_GAMES:
        return
    n_live, first_gone = state[N_LIVE], 1
    for place in range(1, n_live):
        if not is_behind(race, place, GIVEN_UP):
            move_up(order, place, first_gone)
            first_gone += 1
    state[N_LIVE] = first_gone


@kernel
def move_up(order, place, to):
    """Moves a turn to an earlier place; those between move down."""
    turn = order[place]
    while place > to:
        order[place] = order[place - 1]
        place -= 1
    order[to] = turn


@kernel
def put_in_order(race):
    """Puts the live turns in their order, then those that are gone; says if the first is clear."""
    state, order, means = race.state, race.order, race.means
    n_live, first = state[N_LIVE], order[0]
    for place in range(n_live):
        look_behind(race, order[place], first, place)
    for place in range(1, n_live):
        mean, to = means[place], place
        while to > 0 and means[to - 1] > mean:
            means[to] = means[to - 1]
            to -= 1
        means[to] = mean
        move_up(order, place, to)
    if n_live < state[N_RANKED]:
        for place in range(n_live + 1, len(order)):
            to = place
            while to > n_live and came_further(race, order[place], order[to - 1]):
                to -= 1
            move_up(order, place, to)
        state[N_RANKED] = n_live
    is_decided = True
    for place in range(n_live):
        is_decided &= is_behind(race, place, SETTLED)
    has_games = n_games_of(race, order[0]) >= MIN_GAMES
    state[IS_SETTLED] = len(order) == 1 or (has_games and is_decided)


@kernel
def came_further(race, turn, other):
    """Orders turns that are out of the race: by how far they came, then by what they were worth."""
    ours, theirs = n_games_of(race, turn), n_games_of(race, other)
    if ours != theirs:
        return ours > theirs
    return worth_of(race, turn) > worth_of(race, other)


@kernel
def worth_of(race, turn):
    """The mean utility of a turn in its first kind of games."""
    own = race.sums[race.state[FIRST_LENGTH], turn, turn]
    return (own[S_UTILITY] + PRIOR_GAMES * race.prior[turn]) / (own[S_GAMES] + PRIOR_GAMES)


# Standings -----------------------------------------------------------------------------------


@kernel
def fill_rows(race):
    """Fills in what the games say of each turn."""
    off_by, order, rows = race.clock[OFF_BY], race.order, race.rows
    for place in range(len(order)):
        turn, row = order[place], rows[place]
        row[:] = math.nan
        row[STANDING_GAMES] = n_games_of(race, turn)
        row[STANDING_WHOLE] = race.sums[WHOLE, turn, turn, S_GAMES] > 0
        of_leads = off_by * DOLLARS_A_VICTORY
        mean_and_error(race, turn, turn, S_WIN, ONE_VICTORY, off_by, row[STANDING_WIN:])
        mean_and_error(race, turn, turn, S_LEAD, ONE_LEAD, of_leads, row[STANDING_LEAD:])
        set_losses(race, turn, rows[0], row)


@kernel
def set_losses(race, turn, best, row):
    """Fills in what a turn loses against the first, and by that its values."""
    first = race.order[0]
    if turn == first:
        row[STANDING_WIN_LOSS] = row[STANDING_WIN_LOSS + 1] = 0.0
        row[STANDING_LEAD_LOSS] = row[STANDING_LEAD_LOSS + 1] = 0.0
    else:
        lost, of_lead = row[STANDING_WIN_LOSS:], row[STANDING_LEAD_LOSS:]
        mean_and_error(race, first, turn, S_WIN, ONE_VICTORY, VICTORIES_OFF_BY, lost)
        mean_and_error(race, first, turn, S_LEAD, ONE_LEAD, LEADS_OFF_BY, of_lead)
        if not math.isnan(row[STANDING_WIN_LOSS]):
            row[STANDING_WIN] = best[STANDING_WIN] - row[STANDING_WIN_LOSS]
            row[STANDING_LEAD] = best[STANDING_LEAD] - row[STANDING_LEAD_LOSS]
    # Short games may say of a turn that it loses more than whole games say there is to win.
    win = row[STANDING_WIN]
    row[STANDING_WIN] = win if math.isnan(win) else min(max(win, 0.0), 1.0)
    row[STANDING_WIN_LOSS] += win - row[STANDING_WIN]


@kernel
def mean_and_error(race, turn, other, column, one_game, off_by, found):
    """Writes a mean over games, and its standard error; short and whole ones by precision.

    one_game   the most that one more may differ by
    off_by     the error of the short ones, however many
    """
    total = weight = 0.0
    for length in range(WHOLE + 1):
        sums = race.sums[length, turn, other]
        n = sums[S_GAMES]
        if n > 0:
            variance = squared_error(n, sums[column], sums[column + 1], one_game)
            if length == SHORT:
                variance += off_by * off_by
            total += sums[column] / n / variance
            weight += 1 / variance
    if weight > 0:
        found[0], found[1] = total / weight, 1.0 / math.sqrt(weight)
