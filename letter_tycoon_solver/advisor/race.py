"""The race of some plans: time goes where the decision is still open.

First short games, to the player's next turn, whose end the learned value tells: sequential halving,
in phases that take as long each; the plans that are left play as many games, the same ones, then
the worse half go. A plan that is clearly behind goes at once. Then whole games of the finalists,
with other deals: they cost two to six times as much and vary far more, but estimate nothing. Where
the learned value is not asked, as in the last round, all games are whole.

Before any game static evaluation says which plan is better, and it goes on counting as some games.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..lexicon import Lexicon
from .estimates import Floats, mean_and_error_with_outlier, rows_mean_and_error
from .plans import Candidate
from .simulation import Simulation

FINALISTS: Final = 4
FIRST_SHARE: Final = 0.85
"""The share of time or games for those that narrow the plans down."""
GAMES_A_STEP: Final = 16
"""The first games of each plan; later half of those it has played, at most MOST_GAMES_A_STEP."""
MOST_GAMES_A_STEP: Final = 1024
FEW_GAMES: Final = 16
"""The games of each plan before any is given up."""
MIN_GAMES: Final = 64
"""The games of each plan before the race is settled."""
GIVEN_UP: Final = 4.0
"""A plan is given up when it is behind the best by so many standard errors."""
SETTLED: Final = 3.0
"""The race is settled when the best is ahead of the second by so many standard errors."""
DOLLARS_A_VICTORY: Final = 100.0
"""So many dollars of equity win one game more."""
MARGIN_A_VICTORY: Final = 1000.0
"""Utility counts victories and, where these say little, dollars at the end: so many make one."""
PRIOR_GAMES: Final = 60
"""Static evaluation counts as so many games."""
SHORT, WHOLE = 0, 1
ONE_VICTORY: Final = 1.0
_TINY: Final = 1e-9
"""Less than any game may differ by."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """The doubt that the games of a race leave, beside their own error.

    Attributes:
        one_game: what one more game may differ by: games that all end alike leave the error of
            that, not none.
        of_short: what short games are off by where two plans are compared, however many: the
            standard deviation from thousands of whole games, 0.0125 of a victory
            (benchmarks/bench_certainty.py --short-games). What they say of one plan is off by more.
    """

    one_game: float
    of_short: float


VICTORIES: Final = Doubt(ONE_VICTORY, 0.01)
DOLLARS: Final = Doubt(10.0, 1.0)


@dataclass(frozen=True, slots=True)
class Budget:
    """When a race ends: at a time of time.perf_counter, or after so many games."""

    until: float
    games: int


@dataclass(slots=True, eq=False)
class Runner:
    """A plan in the race: by length of game, SHORT and WHOLE, margins and wins of its games.

    Attributes:
        candidate: the plan.
        off_by: what the chance that short games tell may be off by, however many; see
            learned_value.py.
        margins: dollars, of short and of whole games.
        wins: the same of victories.
    """

    candidate: Candidate
    off_by: float
    margins: tuple[Floats, Floats]
    wins: tuple[Floats, Floats]

    @classmethod
    def of(cls, candidate: Candidate, off_by: float) -> Runner:
        """A plan that has not played yet."""
        none = np.empty(0)
        return cls(candidate, off_by, (none, none), (none, none))

    def utility(self, length: int) -> Floats:
        """By game, what it was worth."""
        worth: Floats = self.wins[length] + self.margins[length] / MARGIN_A_VICTORY
        return worth

    @property
    def prior(self) -> float:
        """Its utility by static evaluation, which compares plans."""
        return self.candidate.plan.equity.total / DOLLARS_A_VICTORY

    @property
    def n_games(self) -> int:
        """The number of games it has played."""
        return len(self.wins[SHORT]) + len(self.wins[WHOLE])

    @property
    def first_length(self) -> int:
        """The kind of its first games: WHOLE in a race without short ones."""
        return SHORT if len(self.wins[SHORT]) else WHOLE

    @property
    def is_whole(self) -> bool:
        """True if it has played whole games."""
        return len(self.wins[WHOLE]) > 0

    def win(self) -> tuple[float, float]:
        """The mean of its victories and the standard error; NaN without games."""
        return _together(self.wins, VICTORIES.one_game, self.off_by)

    def margin(self) -> tuple[float, float]:
        """The same of its margins."""
        off_by = self.off_by * DOLLARS_A_VICTORY
        return _together(self.margins, DOLLARS.one_game, off_by)

    def win_over(self, other: Runner) -> tuple[float, float]:
        """Its victories over those of another on the same games, and the standard error."""
        ahead = _ahead(self.wins, other.wins)
        return _together(ahead, VICTORIES.one_game, VICTORIES.of_short)

    def margin_over(self, other: Runner) -> tuple[float, float]:
        """The same of its margins."""
        ahead = _ahead(self.margins, other.margins)
        return _together(ahead, DOLLARS.one_game, DOLLARS.of_short)


class Race:
    """One race. `runners` are in their present order, the best first."""

    def __init__(
        self,
        simulation: Simulation,
        candidates: Sequence[Candidate],
        lexicon: Lexicon,
        executor: Executor,
        tell: Callable[[Race], object] | None = None,
    ) -> None:
        off_by = simulation.value_off_by(lexicon)
        self.runners = [Runner.of(candidate, off_by) for candidate in candidates]
        self.n_games = 0
        self.is_settled = len(candidates) == 1
        self._n_live = len(candidates)
        if simulation.is_whole:
            self._first, whole = WHOLE, simulation
        else:
            # Near the end whole games of the same deals would be the same games.
            self._first, whole = SHORT, simulation.with_other_deals().to_the_end()
        self._simulations = (simulation, whole)
        self._lexicon = lexicon
        self._executor = executor
        self._tell = tell
        self._speeds = [0.0, 0.0]
        """Games a second in the last step, by length; 0 before the first."""

    def run(self, budget: Budget) -> None:
        """Races until the budget is used up or the race is settled."""
        begun = time.perf_counter()
        first = Budget(
            begun + (budget.until - begun) * FIRST_SHARE, round(budget.games * FIRST_SHARE)
        )
        live = self._run_first(first)
        self._run_whole(live[:FINALISTS], budget)

    def _run_first(self, budget: Budget) -> list[Runner]:
        """Narrows the plans down; those that are left, best first."""
        live = list(self.runners)
        n_phases = max(1, math.ceil(math.log2(max(1, len(live) / FINALISTS))) + 1)
        for phase in range(n_phases):
            now, left = time.perf_counter(), n_phases - phase
            until = now + (budget.until - now) / left
            games = self.n_games + (budget.games - self.n_games) // left
            while len(live) > 1 and self._play(live, self._first, Budget(until, games)):
                live = self._without_hopeless(live)
            if phase < n_phases - 1 and len(live) > FINALISTS:
                live = live[: max(FINALISTS, (len(live) + 1) // 2)]
            self._sort(live)
        return live

    def _run_whole(self, live: list[Runner], budget: Budget) -> None:
        while self._play(live, WHOLE, budget):
            if self.is_settled and len(live[0].wins[WHOLE]) >= MIN_GAMES:
                break

    def _play(self, live: list[Runner], length: int, budget: Budget) -> bool:
        """Plays a step with each and sorts them; False if the budget does not allow it."""
        begun = time.perf_counter()
        first = len(live[0].wins[length])
        n = self._games_of_step(len(live), first, length, budget)
        if n < 1:
            return False
        margins, wins = self._simulations[length].play(
            [runner.candidate for runner in live], first, n, self._lexicon, self._executor
        )
        for row, runner in enumerate(live):
            runner.margins = _appended(runner.margins, length, margins[row])
            runner.wins = _appended(runner.wins, length, wins[row])
        self.n_games += n * len(live)
        self._speeds[length] = n * len(live) / (time.perf_counter() - begun)
        self._sort(live)
        if self._tell is not None:
            self._tell(self)
        return True

    def _games_of_step(self, n_live: int, n_played: int, length: int, budget: Budget) -> int:
        """The games that each plays next; they depend on the speed only with a time limit."""
        most = max(GAMES_A_STEP, min(n_played // 2, MOST_GAMES_A_STEP))
        n = min(most, (budget.games - self.n_games) // n_live)
        if math.isinf(budget.until):
            return n
        seconds = budget.until - time.perf_counter()
        return min(n, max(1, int(seconds * self._speeds[length] / n_live))) if seconds > 0 else 0

    def _without_hopeless(self, live: list[Runner]) -> list[Runner]:
        """The plans that may still be the best; they are in order."""
        if live[0].n_games < FEW_GAMES:
            return live
        found = behind(live, live[0])
        is_hopeless = (found.mean > GIVEN_UP * found.error) | found.is_sure
        return [
            live[0],
            *(one for one, gone in zip(live[1:], is_hopeless[1:], strict=True) if not gone),
        ]

    def _sort(self, live: list[Runner]) -> None:
        """Puts the live plans in front, in their order, and says whether the first is clear."""
        mean = behind(live, live[0]).mean
        live[:] = [live[at] for at in np.argsort(mean, kind="stable")]
        if len(live) < self._n_live:
            gone = [runner for runner in self.runners if runner not in live]
            self.runners[len(live) :] = sorted(gone, key=_how_far)
            self._n_live = len(live)
        self.runners[: len(live)] = live
        found = behind(live, live[0])
        is_decided = (found.mean > SETTLED * found.error) | found.is_sure
        has_games = live[0].n_games >= MIN_GAMES
        self.is_settled = len(self.runners) == 1 or (has_games and bool(is_decided.all()))


@dataclass(frozen=True, slots=True)
class Behind:
    """By how much each of some plans is behind another, on the same games.

    Attributes:
        mean: float64 [n_plans], of the utility, by static evaluation too.
        error: float64 [n_plans]: its standard error.
        is_sure: bool [n_plans]: whether that is the same in every game, as in the last turn, or
            nothing, as of plans that make no difference, of which one may go.
    """

    mean: Floats
    error: Floats
    is_sure: npt.NDArray[np.bool_]


def behind(plans: Sequence[Runner], other: Runner) -> Behind:
    """See Behind; all have played as many games."""
    prior = other.prior - np.array([one.prior for one in plans])
    if not other.n_games:
        return Behind(prior, np.full(len(plans), math.inf), np.zeros(len(plans), np.bool_))
    total, weight = np.zeros(len(plans)), np.zeros(len(plans))
    is_sure = np.ones(len(plans), np.bool_)
    for length in (SHORT, WHOLE):
        if n := len(other.wins[length]):
            by_game = other.utility(length) - np.stack([one.utility(length) for one in plans])
            mean, error = rows_mean_and_error(by_game, VICTORIES.one_game)
            variance = error**2
            if length == other.first_length:
                # Static evaluation counts as more games, of the same mean error.
                share = n / (n + PRIOR_GAMES)
                mean = share * mean + (1 - share) * prior
                variance *= share
            if length == SHORT:
                variance += VICTORIES.of_short**2
            total += mean / variance
            weight += 1 / variance
            is_sure &= (by_game.min(axis=1) > -_TINY) & (np.ptp(by_game, axis=1) < _TINY)
    return Behind(total / weight, weight**-0.5, is_sure)


def _how_far(runner: Runner) -> tuple[int, float]:
    """Orders plans that are out of the race: by how far they came, then by what they were worth."""
    played = runner.utility(runner.first_length)
    total = float(played.sum()) + PRIOR_GAMES * runner.prior
    return -runner.n_games, -total / (len(played) + PRIOR_GAMES)


def _appended(columns: tuple[Floats, Floats], length: int, more: Floats) -> tuple[Floats, Floats]:
    joined = np.concatenate([columns[length], more])
    return (joined, columns[WHOLE]) if length == SHORT else (columns[SHORT], joined)


def _ahead(ours: Sequence[Floats], theirs: Sequence[Floats]) -> list[Floats]:
    """By length, the differences in the games that both have played."""
    ends = [min(map(len, both)) for both in zip(ours, theirs, strict=True)]
    return [our[:n] - their[:n] for our, their, n in zip(ours, theirs, ends, strict=True)]


def _together(games: Sequence[Floats], one_game: float, off_by: float) -> tuple[float, float]:
    """The mean of games, by length, and its standard error; short and whole ones by precision.

    Of no games, NaN for both.

    Args:
        games: short and whole ones.
        one_game: what one more may differ by; see Doubt.
        off_by: what the short ones are off by, however many.
    """
    total = weight = 0.0
    for length, values in enumerate(games):
        if len(values):
            mean, error = mean_and_error_with_outlier(values, one_game)
            variance = error**2 + (off_by**2 if length == SHORT else 0.0)
            total += mean / variance
            weight += 1 / variance
    return (total / weight, weight**-0.5) if weight else (math.nan, math.nan)
