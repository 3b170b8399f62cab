"""The part of a game that is decided by each turn: from there it is played anew some times.

The variance of the result has two parts: that of what is to be expected at this turn, which is
decided, and what the cards still to be drawn add. Two ends of a game that differ in these cards
alone have only the first part in common, so it is their covariance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .drawing import Look, draw_lines, finish, legend, new_figure
from .estimates import N_GROUPS, Data, Estimate, Floats, estimate, jackknifed, percent, table
from .finding import Finding, Run
from .games import Games, State

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS: Final = (2, 4)
N_GAMES: Final = 2_000
N_ENDS: Final = 4
"""Ends of each game, from each turn."""
LAST_TURN: Final = 20
EVERY: Final = 2
"""Turns between those that are looked at."""
N_FAVOURITES: Final = 1_000
"""Games in which the favourite is looked for."""
FAVOURITE_AFTER: Final = (0, 4, 8, 12)
"""Turns of all players."""
N_CHOOSING, N_CHECKING = 24, 8
"""Ends of a game that name its favourite, and others that say how often the favourite wins."""


def measure(run: Run) -> Data:
    """The share decided, of the victory and of the margin, by turn."""
    return {
        **{str(n): _of_players(run, n) for n in PLAYERS},
        "favourite": {str(n): _favourites(run, n) for n in PLAYERS},
    }


def _of_players(run: Run, n_players: int) -> Data:
    games = Games(run.lexicon, n_players, run.seed + n_players)
    random = np.random.default_rng([run.seed, n_players])
    n = run.n(N_GAMES, least=2 * N_GROUPS)
    turns = list(range(0, LAST_TURN + 1, EVERY))
    wins = np.zeros((len(turns), n, N_ENDS, n_players))
    leads = np.zeros_like(wins)
    for number in range(n):
        state = games.deal(number)
        for at in range(len(turns)):
            ends = games.finished([*_anew(state, 1 + number * N_ENDS, n, random)])
            wins[at, number], leads[at, number] = ends.wins, ends.leads
            state = games.play(state, EVERY)
    return {
        "turns": turns,
        "games": n,
        "win": [decided(of_turn) for of_turn in wins],
        "margin": [decided(of_turn) for of_turn in leads],
    }


def _favourites(run: Run, n_players: int) -> Data:
    """The share of wins of a turn's favourite, by turn; other ends than these name it."""
    games = Games(run.lexicon, n_players, run.seed + n_players)
    random = np.random.default_rng([run.seed, n_players, 1])
    n, n_ends = run.n(N_FAVOURITES), N_CHOOSING + N_CHECKING
    wins = np.zeros((len(FAVOURITE_AFTER), n))
    for number in range(n):
        state, played = games.deal(number), 0
        for at, turn in enumerate(FAVOURITE_AFTER):
            state, played = games.play(state, turn - played), turn
            ends = games.finished(_anew(state, number * n_ends, n, random, n_ends)).wins
            favourite = ends[:N_CHOOSING].mean(axis=0).argmax()
            wins[at, number] = ends[N_CHOOSING:, favourite].mean()
    return {str(turn): estimate(wins[at]) for at, turn in enumerate(FAVOURITE_AFTER)}


def _anew(
    state: State, first: int, n: int, random: np.random.Generator, n_ends: int = N_ENDS
) -> list[State]:
    """The game with other cards to come; the numbers are behind those of all deals."""
    if state.is_over:
        return [state] * n_ends
    return [state.redealt(n * n_ends + first + end, random) for end in range(n_ends)]


def decided(results: Floats) -> Estimate:
    """The share of the variance of results, [n_games, N_ENDS, n_players], that is decided."""
    centred = results - results.mean(axis=(0, 1))
    squares = (centred**2).sum(axis=(1, 2))
    # The sum over pairs of different ends.
    common = ((centred.sum(axis=1) ** 2).sum(axis=1) - squares) / (N_ENDS - 1)

    def share(chosen: Any) -> float:
        return float(common[chosen].sum() / squares[chosen].sum())

    groups = np.arange(len(results)) % N_GROUPS
    return jackknifed([share(groups != group) for group in range(N_GROUPS)], share(groups >= 0))


def texts(data: Data) -> Mapping[str, str]:
    """The table, and some shares."""
    of_two = data["2"]
    half = next(
        turn for turn, one in zip(of_two["turns"], of_two["win"], strict=True) if one["mean"] >= 0.5
    )
    favourite = data["favourite"]
    favourites = [
        [str(turn), *(percent(favourite[str(n)][str(turn)]) for n in PLAYERS)]
        for turn in FAVOURITE_AFTER
    ]
    return {
        "favourites": table(["turns played", *(f"{n} players" for n in PLAYERS)], favourites),
        **{
            f"favourite_{n}_{turn}": f"{100 * one['mean']:.0f}"
            for n, by_turn in favourite.items()
            for turn, one in by_turn.items()
        },
        "luck_games": f"{of_two['games']:,}",
        "luck_deal": f"{100 * of_two['win'][0]['mean']:.0f}",
        "luck_half": str(half),
    }


def draw(data: Data, look: Look) -> Figure:
    """The share decided by turn."""
    figure, axes = new_figure(look, 3.4)
    lines = {}
    for what, name in (("win", "victory"), ("margin", "margin")):
        for n in map(str, PLAYERS):
            shares = [{k: 100 * one[k] for k in ("mean", "error")} for one in data[n][what]]
            lines[f"{n} players, {name}"] = (data[n]["turns"], shares)
    draw_lines(axes, look, lines)
    axes.set_ylim(0, 102)
    axes.set_xticks(range(0, LAST_TURN + 1, 4))
    finish(axes, look, "How much is decided", "turns played, of all players", "decided, %")
    legend(axes, look, place="lower right")
    return figure


FINDING: Final = Finding("luck", measure, texts, {"luck": draw}, of_people=True)
