"""The race of some plans: time goes where the decision is still open.

First short games, of a few rounds, whose outcome is estimated: sequential halving, in phases that
take as long each; the plans that are left play as many games, the same ones, then the worse half
go. A plan that is clearly behind goes at once. Then whole games of the finalists: they cost ten
times as much and vary three times as much, but estimate nothing.

In 80 positions whose truth was known, from 2,500 whole games of each plan, the choice gained as
much with horizons of 2, 3 and 5 rounds, and with any weight of dollars up to that below; half as
much with 1 round or twice the weight, and less with whole games alone in the same time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..lexicon import Lexicon
from .estimates import Floats, mean_and_error, mean_and_error_with_outlier
from .plans import Candidate
from .simulation import Simulation

FINALISTS: Final = 4
SHORT_SHARE: Final = 0.7
"""Of time or games, what the short games get."""
GAMES_A_STEP: Final = 64
"""Of each plan, at first; later a quarter of those it has played, at most MOST_GAMES_A_STEP."""
MOST_GAMES_A_STEP: Final = 1024
MIN_GAMES: Final = 64
"""Games of each plan before any is given up, or the race is settled."""
GIVEN_UP: Final = 4.0
"""A plan is given up when it is behind the best by so many standard errors."""
SETTLED: Final = 3.0
"""The race is settled when the best is ahead of the second by so many standard errors."""
DOLLARS_A_VICTORY: Final = 100.0
"""Utility counts victories and, where these say little, dollars: so many make one victory."""
SHORT, WHOLE = 0, 1
ONE_VICTORY, SOME_DOLLARS = 1.0, 10.0
"""What one more game may differ by: games that all end alike leave the error of that, not none."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When a race ends: at a time of time.perf_counter, or after so many games."""

    until: float
    games: int


@dataclass(slots=True, eq=False)
class Runner:
    """A plan in the race: by length of game, SHORT and WHOLE, margins and wins of its games."""

    candidate: Candidate
    margins: tuple[Floats, Floats]
    wins: tuple[Floats, Floats]

    @classmethod
    def of(cls, candidate: Candidate) -> Runner:
        """A plan that has not played yet."""
        none = np.empty(0)
        return cls(candidate, (none, none), (none, none))

    def utility(self, length: int) -> Floats:
        """By game, what it was worth."""
        worth: Floats = self.wins[length] + self.margins[length] / DOLLARS_A_VICTORY
        return worth

    @property
    def n_games(self) -> int:
        """How many games it has played."""
        return len(self.wins[SHORT]) + len(self.wins[WHOLE])

    @property
    def is_whole(self) -> bool:
        """Whether it has played whole games."""
        return len(self.wins[WHOLE]) > 0

    def win(self) -> tuple[float, float]:
        """The mean of its victories and the standard error: of its whole games, if it has any."""
        return mean_and_error_with_outlier(self.wins[self.is_whole], ONE_VICTORY)

    def margin(self) -> tuple[float, float]:
        """The same of its margins."""
        return mean_and_error_with_outlier(self.margins[self.is_whole], SOME_DOLLARS)

    def win_over(self, other: Runner) -> tuple[float, float]:
        """Its victories over those of another on the same games, and the standard error."""
        return _difference(self.wins, other.wins, ONE_VICTORY)

    def margin_over(self, other: Runner) -> tuple[float, float]:
        """The same of its margins."""
        return _difference(self.margins, other.margins, SOME_DOLLARS)

    def ends_like(self, other: Runner) -> bool:
        """Whether no game of the two has ended differently."""
        lengths = (SHORT, WHOLE)
        return all(np.array_equal(self.utility(at), other.utility(at)) for at in lengths)

    def utility_over(self, other: Runner) -> tuple[float, float]:
        """The same of its utility."""
        lengths = (SHORT, WHOLE)
        ours, theirs = (tuple(map(one.utility, lengths)) for one in (self, other))
        return _difference(ours, theirs, ONE_VICTORY)


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
        self.runners = [Runner.of(candidate) for candidate in candidates]
        self.n_games = 0
        self.is_settled = len(candidates) == 1
        self._simulations = (simulation, simulation.to_the_end())
        self._lexicon = lexicon
        self._executor = executor
        self._tell = tell
        self._speeds = [0.0, 0.0]
        """Games a second in the last step, by length; 0 before the first."""

    def run(self, budget: Budget) -> None:
        """Races until the budget is used up or the race is settled."""
        begun = time.perf_counter()
        short = Budget(
            begun + (budget.until - begun) * SHORT_SHARE, round(budget.games * SHORT_SHARE)
        )
        live = self._run_short(short)
        self._run_whole(live[:FINALISTS], budget)

    def _run_short(self, budget: Budget) -> list[Runner]:
        """The plans that are left, best first."""
        live = list(self.runners)
        n_phases = max(1, math.ceil(math.log2(max(1, len(live) / FINALISTS))) + 1)
        for phase in range(n_phases):
            now, left = time.perf_counter(), n_phases - phase
            until = now + (budget.until - now) / left
            games = self.n_games + (budget.games - self.n_games) // left
            while len(live) > 1 and self._play(live, SHORT, Budget(until, games)):
                live = self._without_hopeless(live, SHORT)
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
        """How many games each plays next; only a limit of time makes it depend on the speed."""
        most = max(GAMES_A_STEP, min(n_played // 4, MOST_GAMES_A_STEP))
        n = min(most, (budget.games - self.n_games) // n_live)
        if math.isinf(budget.until):
            return n
        seconds = budget.until - time.perf_counter()
        return min(n, max(1, int(seconds * self._speeds[length] / n_live))) if seconds > 0 else 0

    def _without_hopeless(self, live: list[Runner], length: int) -> list[Runner]:
        best = max(live, key=lambda runner: _mean(runner.utility(length)))
        if len(best.wins[length]) < MIN_GAMES:
            return live
        return [
            runner for runner in live if runner is best or _lead(best, runner, length) <= GIVEN_UP
        ]

    def _sort(self, live: list[Runner]) -> None:
        """Puts the live plans in front, in their order, and says whether the first is clear."""
        reference = live[0]
        live.sort(key=lambda runner: -runner.utility_over(reference)[0])
        gone = [runner for runner in self.runners if runner not in live]
        gone.sort(key=lambda runner: (-runner.n_games, -_mean(runner.utility(SHORT))))
        self.runners = live + gone
        has_games = live[0].n_games >= MIN_GAMES
        self.is_settled = len(self.runners) == 1 or (
            has_games and all(_is_decided(live[0], runner) for runner in live[1:])
        )


def _appended(columns: tuple[Floats, Floats], length: int, more: Floats) -> tuple[Floats, Floats]:
    joined = np.concatenate([columns[length], more])
    return (joined, columns[WHOLE]) if length == SHORT else (columns[SHORT], joined)


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else -math.inf


def _lead(best: Runner, runner: Runner, length: int) -> float:
    """By how many standard errors the best is ahead, on the same games.

    Infinitely many where the difference is the same in every game: in the last turn, and of plans
    that make no difference, of which one may go.
    """
    ahead, error = mean_and_error(best.utility(length) - runner.utility(length))
    return ahead / error if error else math.inf


def _is_decided(best: Runner, runner: Runner) -> bool:
    """Whether the best is clearly ahead, or all games end alike."""
    mean, error = best.utility_over(runner)
    return mean > SETTLED * error or best.ends_like(runner)


def _difference(
    ours: Sequence[Floats], theirs: Sequence[Floats], outlier: float
) -> tuple[float, float]:
    """The mean difference on the same games, and its standard error.

    Short and whole games count by their precision; outlier as above.
    """
    total, weight = 0.0, 0.0
    for length in (SHORT, WHOLE):
        n = min(len(ours[length]), len(theirs[length]))
        if n:
            ahead = ours[length][:n] - theirs[length][:n]
            mean, error = mean_and_error_with_outlier(ahead, outlier)
            total += mean / error**2
            weight += 1 / error**2
    return (total / weight, math.sqrt(1 / weight)) if weight else (0.0, math.inf)
