"""Ratings of players by who won, and the table that would make them more certain.

The model is Luce's choice: player i wins a table with the chance exp(r_i) / sum(exp(r_j)), over all
who sit there. With two players it is that of Bradley and Terry; with more, the first place of the
model of Plackett and Luce. The r are those of the highest likelihood, found by Newton's method.

Each player is also taken to have drawn a game with one of rating 0. So there are ratings before
there are games, and for who has won all of them.

The errors are over deals (the "sandwich"), because the games of a deal share their cards, but not
less than if its games were independent: where all games are won, deals do not differ.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

ELO: Final = 400 / math.log(10)
"""Elo points of a difference of 1: with 400 points more, a player wins 10 games for one lost."""
MEAN: Final = 1500.0
_STEPS: Final = 100
_CLOSE: Final = 1e-10


@dataclass(frozen=True, slots=True)
class DealWins:
    """The games of one deal.

    Attributes:
        players: who played, as numbers.
        wins: for each the games won; a shared victory counts in parts.
        games: how many there were.
    """

    players: tuple[int, ...]
    wins: tuple[float, ...]
    games: int


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """The strength of players, by their games.

    Attributes:
        values: of each player.
        information: the curvature of the likelihood there.
        covariance: of the values, over deals.
    """

    values: Floats
    information: Floats
    covariance: Floats

    @property
    def weights(self) -> Floats:
        """The weight of each player in the mean: one who is uncertain would make all uncertain."""
        told = np.diag(self.information)
        weights: Floats = told / told.sum()
        return weights

    def in_elo(self) -> tuple[Floats, Floats]:
        """Return the ratings in Elo points about MEAN, and their standard errors."""
        n = len(self.values)
        centre = np.eye(n) - self.weights
        over_deals, over_games = (
            np.diag(centre @ covariance @ centre.T)
            for covariance in (self.covariance, np.linalg.inv(self.information))
        )
        errors = np.sqrt(np.maximum(over_deals, over_games))
        return MEAN + ELO * centre @ self.values, ELO * errors


def strengths(n_players: int, deals: Sequence[DealWins], prior: float = 1.0) -> Strengths:
    """Return the strengths of players.

    Args:
        n_players: how many there are.
        deals: the games.
        prior: the games that each has drawn with a player of strength 0.
    """
    values = np.zeros(n_players)
    for _ in range(_STEPS):
        gradient, information = _slope(values, deals, prior)
        step = np.linalg.solve(information, gradient)
        # Far from the top the curve is no parabola; a player cannot be e^2 times as good at once.
        values = values + step * min(1.0, 2 / max(np.abs(step).max(), _CLOSE))
        if np.abs(step).max() < _CLOSE:
            break
    _, information = _slope(values, deals, prior)
    inverse = np.linalg.inv(information)
    return Strengths(values, information, inverse @ _spread(values, deals, prior) @ inverse)


def _slope(values: Floats, deals: Iterable[DealWins], prior: float) -> tuple[Floats, Floats]:
    drawn = 1 / (1 + np.exp(-values))
    gradient, information = prior * (0.5 - drawn), np.diag(prior * drawn * (1 - drawn))
    for deal in deals:
        at = np.array(deal.players)
        chances = _chances(values[at])
        gradient[at] += np.array(deal.wins) - deal.games * chances
        information[np.ix_(at, at)] += deal.games * _information(chances)
    return gradient, information


def _spread(values: Floats, deals: Iterable[DealWins], prior: float) -> Floats:
    """The variance of the slope, over deals."""
    drawn = 1 / (1 + np.exp(-values))
    spread = np.diag(prior * drawn * (1 - drawn))
    for deal in deals:
        at = np.array(deal.players)
        surprise = np.array(deal.wins) - deal.games * _chances(values[at])
        spread[np.ix_(at, at)] += np.outer(surprise, surprise)
    return spread


def _chances(values: Floats) -> Floats:
    odds = np.exp(values - values.max())
    chances: Floats = odds / odds.sum()
    return chances


def _information(chances: Floats) -> Floats:
    """The outcome of one game."""
    told: Floats = np.diag(chances) - np.outer(chances, chances)
    return told


def best_tables(
    known: Strengths, playing: Sequence[int], n_seats: int, n_tables: int
) -> list[tuple[int, ...]]:
    """Return the tables that make the ratings certain fastest, one after the other.

    Each is the one whose deal is expected to shrink the volume of uncertainty most (the design that
    is called D-optimal): players who are about as strong, and of whom little is known.

    Args:
        known: what is known of all players.
        playing: who can be chosen.
        n_seats: how many sit at a table.
        n_tables: how many tables.
    """
    tables = list(itertools.combinations(playing, n_seats))
    at = np.array(tables)
    told = np.array([n_seats * _information(_chances(known.values[table])) for table in at])
    information, chosen = known.information.copy(), []
    for _ in range(n_tables):
        uncertain = np.linalg.inv(information)[at[:, :, None], at[:, None, :]]
        gains = np.linalg.slogdet(np.eye(n_seats) + uncertain @ told)[1]
        best = int(gains.argmax())
        information[np.ix_(at[best], at[best])] += told[best]
        chosen.append(tables[best])
    return chosen
