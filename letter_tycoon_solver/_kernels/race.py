"""The race of some plans: time goes where the decision is still open.

First short games, to the player's next turn, whose end the learned value tells: sequential halving,
in phases that take as long each; the plans that are left play as many games, the same ones, then
the worse half go. A plan that is clearly behind goes at once. Then whole games of the finalists,
with other deals: they cost two to six times as much and vary far more, but estimate nothing. Where
the learned value is not asked, as in the last round, all games are whole.

Before any game static evaluation says which plan is better, and it goes on counting as some games.

A race plays no games: whoever calls it plays a step, tells what came of it and asks for the next.
See game_layouts.py.
"""

from __future__ import annotations

import math

import numpy as np

from .bits import entry, kernel
from .game_layouts import (
    DOLLARS_A_VICTORY,
    FEW_GAMES,
    FINALISTS,
    FIRST_GAME,
    FIRST_LENGTH,
    FIRST_SHARE,
    FIRST_UNTIL,
    GAMES_A_STEP,
    GIVEN_UP,
    IS_SETTLED,
    LENGTH,
    MARGIN_A_VICTORY,
    MARGINS_OFF_BY,
    MIN_GAMES,
    MOST_GAMES,
    MOST_GAMES_A_STEP,
    N_GAMES,
    N_LIVE,
    N_PHASES,
    N_RANKED,
    NOT_BEGUN,
    OFF_BY,
    ONE_MARGIN,
    ONE_VICTORY,
    PHASE,
    PHASE_GAMES,
    PHASE_UNTIL,
    PRIOR_GAMES,
    S_GAMES,
    S_LEAST,
    S_MARGIN,
    S_MARGIN_2,
    S_MOST,
    S_UTILITY,
    S_UTILITY_2,
    S_WIN,
    S_WIN_2,
    SETTLED,
    SHORT,
    SPEED,
    STANDING_GAMES,
    STANDING_MARGIN,
    STANDING_MARGIN_LOSS,
    STANDING_SIZE,
    STANDING_WHOLE,
    STANDING_WIN,
    STANDING_WIN_LOSS,
    STEP_BEGUN,
    TINY,
    UNTIL,
    VICTORIES_OFF_BY,
    WHOLE,
)


@entry
def race_on(race, margins, wins, now):
    """Takes in the games of a step, and says how many each live plan plays next; 0 at the end.

    margins, wins   float64 [N_LIVE, n]: by plan in its order, and game; none before the first step.
                    A margin is the final score over that of the average opponent, a win the share
                    of the victory
    now             the time, in seconds; a time without end makes it of no matter
    """
    state = race.state
    has_played = wins.shape[1] > 0
    if state[PHASE] == NOT_BEGUN:
        begin(race, now)
    if has_played:
        take_in(race, margins, wins)
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
    state[IS_SETTLED] = len(race.order) == 1
    begin_phase(race, np.int64(0), now)


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
    """Says which games come next, and how many of each live plan."""
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
        return np.int64(0)
    return games_of_step(race, np.int64(WHOLE), clock[UNTIL], state[MOST_GAMES], now)


@kernel
def games_of_step(race, length, until, games, now):
    """The games that each live plan plays next; they depend on the speed only with a time limit."""
    state, first = race.state, race.order[0]
    n_played = np.int64(race.sums[length, first, first, S_GAMES])
    state[LENGTH], state[FIRST_GAME] = length, n_played
    most = max(GAMES_A_STEP, min(n_played // 2, MOST_GAMES_A_STEP))
    n = max(0, min(most, (games - state[N_GAMES]) // state[N_LIVE]))
    if math.isinf(until):
        return n
    if until <= now:
        return np.int64(0)
    in_time = (until - now) * race.clock[SPEED + length] / state[N_LIVE]
    return min(n, np.int64(max(1.0, min(in_time, 1.0 * MOST_GAMES_A_STEP))))


# What the games say --------------------------------------------------------------------------


@kernel
def take_in(race, margins, wins):
    """Adds the games of a step."""
    state, order = race.state, race.order
    sums, n_live = race.sums[state[LENGTH]], state[N_LIVE]
    for game in range(wins.shape[1]):
        for i in range(n_live):
            for j in range(n_live):
                win, margin = wins[i, game], margins[i, game]
                utility = win + margin / MARGIN_A_VICTORY
                if i != j:
                    utility -= wins[j, game] + margins[j, game] / MARGIN_A_VICTORY
                    win -= wins[j, game]
                    margin -= margins[j, game]
                add_game(sums[order[i], order[j]], utility, win, margin)


@kernel
def add_game(sums, utility, win, margin):
    """Adds a game to the sums of two plans."""
    if sums[S_GAMES] == 0:
        sums[S_LEAST] = sums[S_MOST] = utility
    sums[S_GAMES] += 1
    sums[S_UTILITY] += utility
    sums[S_UTILITY_2] += utility * utility
    sums[S_LEAST], sums[S_MOST] = min(sums[S_LEAST], utility), max(sums[S_MOST], utility)
    sums[S_WIN] += win
    sums[S_WIN_2] += win * win
    sums[S_MARGIN] += margin
    sums[S_MARGIN_2] += margin * margin


@kernel
def squared_error(n, total, squares, one_game):
    """The squared standard error of a mean, as if one more game were off by `one_game`."""
    return (max(0.0, squares - total * total / n) + one_game * one_game) / (n * n)


@kernel
def look_behind(race, plan, other, place):
    """Fills in by how much a plan is behind another in utility, and the standard error.

    Both have played as many games. Returns 1 if it is the same in every game, as in the last turn,
    or nothing, as of plans that make no difference, of which one may go; else 0.
    """
    first_length = race.state[FIRST_LENGTH]
    prior = race.prior[other] - race.prior[plan]
    total = weight = 0.0
    is_sure = 1
    for length in range(WHOLE + 1):
        n = race.sums[length, other, other, S_GAMES]
        if n == 0:
            continue
        mean = least = most = 0.0
        variance = squared_error(n, 0.0, 0.0, ONE_VICTORY)
        if plan != other:
            ahead = race.sums[length, other, plan]
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
    """True if the plan of a place is behind the first by more than so many errors, or for sure."""
    is_sure = look_behind(race, race.order[place], race.order[0], place)
    return is_sure == 1 or race.means[place] > n_errors * race.errors[place]


@kernel
def n_games_of(race, plan):
    """The games that a plan has played."""
    return race.sums[SHORT, plan, plan, S_GAMES] + race.sums[WHOLE, plan, plan, S_GAMES]


# Order ---------------------------------------------------------------------------------------


@kernel
def leave_out_hopeless(race):
    """Puts the plans that may still be the best in front of the others; only they are live."""
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
    """Moves a plan to an earlier place; those between move down."""
    plan = order[place]
    while place > to:
        order[place] = order[place - 1]
        place -= 1
    order[to] = plan


@kernel
def put_in_order(race):
    """Puts the live plans in their order, then those that are gone; says if the first is clear."""
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
def came_further(race, plan, other):
    """Orders plans that are out of the race: by how far they came, then by what they were worth."""
    ours, theirs = n_games_of(race, plan), n_games_of(race, other)
    if ours != theirs:
        return ours > theirs
    return worth_of(race, plan) > worth_of(race, other)


@kernel
def worth_of(race, plan):
    """The mean utility of a plan in its first kind of games."""
    own = race.sums[race.state[FIRST_LENGTH], plan, plan]
    return (own[S_UTILITY] + PRIOR_GAMES * race.prior[plan]) / (own[S_GAMES] + PRIOR_GAMES)


# Standings -----------------------------------------------------------------------------------


@kernel
def fill_rows(race):
    """Fills in what the games say of each plan."""
    off_by, order, rows = race.clock[OFF_BY], race.order, race.rows
    for place in range(len(order)):
        plan, row = order[place], rows[place]
        for at in range(STANDING_SIZE):
            row[at] = math.nan
        row[STANDING_GAMES] = n_games_of(race, plan)
        row[STANDING_WHOLE] = race.sums[WHOLE, plan, plan, S_GAMES] > 0
        of_margins = off_by * DOLLARS_A_VICTORY
        mean_and_error(race, plan, plan, S_WIN, ONE_VICTORY, off_by, row[STANDING_WIN:])
        mean_and_error(race, plan, plan, S_MARGIN, ONE_MARGIN, of_margins, row[STANDING_MARGIN:])
        set_losses(race, plan, rows[0], row)


@kernel
def set_losses(race, plan, best, row):
    """Fills in what a plan loses against the first, and by that its values."""
    first = race.order[0]
    if plan == first:
        row[STANDING_WIN_LOSS] = row[STANDING_WIN_LOSS + 1] = 0.0
        row[STANDING_MARGIN_LOSS] = row[STANDING_MARGIN_LOSS + 1] = 0.0
    else:
        lost, of_margin = row[STANDING_WIN_LOSS:], row[STANDING_MARGIN_LOSS:]
        mean_and_error(race, first, plan, S_WIN, ONE_VICTORY, VICTORIES_OFF_BY, lost)
        mean_and_error(race, first, plan, S_MARGIN, ONE_MARGIN, MARGINS_OFF_BY, of_margin)
        if not math.isnan(row[STANDING_WIN_LOSS]):
            row[STANDING_WIN] = best[STANDING_WIN] - row[STANDING_WIN_LOSS]
            row[STANDING_MARGIN] = best[STANDING_MARGIN] - row[STANDING_MARGIN_LOSS]
    # Short games may say of a plan that it loses more than whole games say there is to win.
    win = row[STANDING_WIN]
    row[STANDING_WIN] = win if math.isnan(win) else min(max(win, 0.0), 1.0)
    row[STANDING_WIN_LOSS] += win - row[STANDING_WIN]


@kernel
def mean_and_error(race, plan, other, column, one_game, off_by, found):
    """Writes a mean over games, and its standard error; short and whole ones by precision.

    one_game   the most that one more may differ by
    off_by     the error of the short ones, however many
    """
    total = weight = 0.0
    for length in range(WHOLE + 1):
        sums = race.sums[length, plan, other]
        n = sums[S_GAMES]
        if n > 0:
            variance = squared_error(n, sums[column], sums[column + 1], one_game)
            if length == SHORT:
                variance += off_by * off_by
            total += sums[column] / n / variance
            weight += 1 / variance
    if weight > 0:
        found[0], found[1] = total / weight, 1.0 / math.sqrt(weight)
