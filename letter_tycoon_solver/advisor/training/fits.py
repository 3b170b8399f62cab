"""The tables of static evaluation that are fitted to games of self-play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from ..._kernels import self_play as log
from ..._kernels.desk_layout import N_LETTERS
from ...evaluation.tables import MAX_KEPT
from ...rules.cards import ABILITIES, LETTERS, VOWELS
from ..estimates import Floats
from .self_play import PlayedGames

LEAST_SEEN: Final = 100
"""The fewest turns with a number of vowels and other cards kept for the tables to use them."""
_CELLS: Final = (MAX_KEPT + 1) ** 2
_IS_VOWEL: Final = np.array([letter in VOWELS for letter in LETTERS])
_ABILITIES: Final = [LETTERS.index(letter) for letter in ABILITIES]

Balance = tuple[tuple[float, ...], ...]


class LeastSquares:
    """A linear regression that keeps only sums; sums of whole numbers are exact."""

    def __init__(self, n_columns: int) -> None:
        self._xx = np.zeros((n_columns, n_columns))
        self._xy = np.zeros(n_columns)

    def add(self, x: Floats, y: Floats) -> None:
        """Add rows: x float64 [n, n_columns], y float64 [n]."""
        self._xx += x.T @ x
        self._xy += x.T @ y

    @property
    def sums(self) -> Floats:
        """By column, the sum of its squares."""
        return np.diag(self._xx).copy()

    def coefficients(self) -> Floats:
        """float64 [n_columns]; the shortest of the best fits if columns depend on each other."""
        found = np.linalg.lstsq(self._xx, self._xy, rcond=1e-10)[0]
        return np.asarray(found, np.float64)


def fit_kept(games: Iterable[PlayedGames], n_players: int) -> tuple[dict[str, float], Balance]:
    """Fit what kept cards add to the margin of the next turn: the tables `kept` and `balance`.

    `kept` has the value of each letter kept alone. `balance` has what several cards add to the sum
    of their letters, by number of vowels and of other cards.

    In these games cards are kept at random. The regression holds constant all cards that the play
    left in the hand: a hand with many cards left met a poor community, and part of that community
    is still there. It also holds constant the patents with an ability, and their pairs.
    """
    regression = LeastSquares(_CELLS + 2 * N_LETTERS + _n_controls())
    for played in games:
        now, then = _turn_pairs(played, n_players)
        is_known = now[:, log.IS_KNOWN] == 1
        now, then = now[is_known], then[is_known]
        kept = now[:, log.KEPT_CARDS : log.ON_TABLE]
        cells = np.zeros((len(now), _CELLS))
        n_vowels = kept[:, _IS_VOWEL].sum(axis=1).astype(np.int64)
        n_others = kept[:, ~_IS_VOWEL].sum(axis=1).astype(np.int64)
        cells[np.arange(len(now)), n_vowels * (MAX_KEPT + 1) + n_others] = 1
        in_hand = now[:, log.IN_HAND : log.KEPT_CARDS]
        x = np.concatenate([cells, kept, in_hand, _controls(then)], axis=1)
        regression.add(x, then[:, log.EARNED])
    found = regression.coefficients()
    cells = found[:_CELLS].reshape(MAX_KEPT + 1, MAX_KEPT + 1)
    is_seen = regression.sums[:_CELLS].reshape(cells.shape) >= LEAST_SEEN
    letters = found[_CELLS : _CELLS + N_LETTERS]
    return _alone(letters, cells, is_seen)


def fit_community(games: Iterable[PlayedGames]) -> dict[str, float]:
    """Fit what each letter, left in the community, adds to the next player's margin.

    The value is relative to the card drawn in its place: a community of new cards is the intercept.
    The regression holds the patents with an ability, and their pairs, constant.
    """
    regression = LeastSquares(N_LETTERS + 1 + _n_controls())
    for played in games:
        before, then = _turn_pairs(played, 1)
        x = np.concatenate(
            [before[:, log.ON_TABLE : log.OWNED], np.ones((len(then), 1)), _controls(then)], axis=1
        )
        regression.add(x, then[:, log.EARNED])
    return _by_letter(regression.coefficients()[:N_LETTERS])


def fit_pace(games: Iterable[PlayedGames]) -> float:
    """Compute how much the leader's patents grow in a round.

    This is the mean distance from the goal before a turn, divided by the mean number of rounds
    after it.
    """
    distance, n_rounds = 0.0, 0
    for played in games:
        n_players = int(played.log[..., log.LOG_PLAYER].max()) + 1
        is_open = played.is_turn & (played.log[..., log.IS_LAST] == 0)
        distance += float(played.log[is_open, log.DISTANCE].sum())
        rounds = np.arange(is_open.shape[1]) // n_players
        n_rounds += int((played.n_turns[:, None] // n_players - 1 - rounds)[is_open].sum())
    return distance / n_rounds if n_rounds else float("nan")


def _alone(
    letters: Floats, cells: Floats, is_seen: npt.NDArray[np.bool_]
) -> tuple[dict[str, float], Balance]:
    """Shift values from balance to letters: one card kept alone adds its letter's value.

    The regression alone cannot tell a value of all vowels, or of all others, from their letters'.
    """
    cells = cells - cells[0, 0]
    of_vowel, of_other = cells[1, 0], cells[0, 1]
    numbers = np.arange(MAX_KEPT + 1)
    cells = cells - of_vowel * numbers[:, None] - of_other * numbers
    balance = []
    for row, seen in zip(cells, is_seen, strict=True):
        n_seen = int(np.argmin(seen)) if not seen.all() else len(seen)
        if not n_seen:
            break
        balance.append(tuple(row[:n_seen].tolist()))
    kept = letters + np.where(_IS_VOWEL, of_vowel, of_other)
    return _by_letter(kept), tuple(balance) or ((0.0,),)


def _turn_pairs(played: PlayedGames, apart: int) -> tuple[Floats, Floats]:
    """Return rows of the log, and for each the row of the turn that comes so many turns later."""
    is_pair = played.is_turn[:, apart:]
    return played.log[:, :-apart][is_pair], played.log[:, apart:][is_pair]


def _controls(rows: Floats) -> Floats:
    """Return the patents with an ability that the player owns, and their pairs."""
    owned = rows[:, log.OWNED :][:, _ABILITIES]
    first, second = np.triu_indices(len(_ABILITIES), 1)
    return np.concatenate([owned, owned[:, first] * owned[:, second]], axis=1)


def _n_controls() -> int:
    n = len(_ABILITIES)
    return n + n * (n - 1) // 2


def _by_letter(values: Floats) -> dict[str, float]:
    return dict(zip(LETTERS, values.tolist(), strict=True))
