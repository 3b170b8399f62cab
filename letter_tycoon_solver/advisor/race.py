"""The race of some plans, played on any executor; who races on is said by _kernels/race.py."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._kernels import entries
from .._kernels.race_layout import (
    DOLLARS_A_VICTORY,
    FIRST_GAME,
    IS_SETTLED,
    LENGTH,
    N_GAMES,
    N_LIVE,
    new_race,
)
from ..lexicon import Lexicon
from ..rules.turn import Turn
from .estimates import Floats
from .plans import Candidate
from .ranked_plan import RankedPlan
from .simulation import Simulation


@dataclass(frozen=True, slots=True)
class Budget:
    """When a race ends: at a time of time.perf_counter, or after so many games."""

    until: float
    games: int


class Race:
    """One race."""

    def __init__(
        self,
        simulation: Simulation,
        candidates: Sequence[Candidate],
        lexicon: Lexicon,
        executor: Executor,
        budget: Budget,
    ) -> None:
        self._candidates = candidates
        prior = np.array([one.plan.equity.total / DOLLARS_A_VICTORY for one in candidates])
        off_by, is_whole = simulation.value_off_by(lexicon), simulation.is_whole
        self._race = new_race(prior, off_by, is_whole, budget.until, budget.games)
        # Near the end whole games of the same deals would be the same games.
        whole = simulation if is_whole else simulation.with_other_deals().to_the_end()
        self._simulations = (simulation, whole)
        self._lexicon = lexicon
        self._executor = executor

    @property
    def n_games(self) -> int:
        """The number of games of all plans."""
        return int(self._race.state[N_GAMES])

    @property
    def is_settled(self) -> bool:
        """Return True if the first plan is ahead beyond doubt, or all are the same."""
        return bool(self._race.state[IS_SETTLED])

    def run(self, tell: Callable[[Race], object] | None = None) -> None:
        """Race until the budget is used up or the race is settled."""
        none = np.empty((len(self._candidates), 0))
        n = self._go_on(none, none)
        while n:
            state, order = self._race.state, self._race.order
            live = [self._candidates[plan] for plan in order[: state[N_LIVE]]]
            simulation, first = self._simulations[state[LENGTH]], int(state[FIRST_GAME])
            games = simulation.play(live, first, n, self._lexicon, self._executor)
            n = self._go_on(*games)
            if tell is not None:
                tell(self)

    def standings(self) -> tuple[RankedPlan, ...]:
        """The plans in their present order, the best first."""
        return tuple(
            ranked(self._candidates[plan].plan, row.tolist())
            for plan, row in zip(self._race.order, self._race.rows, strict=True)
        )

    def _go_on(self, margins: Floats, wins: Floats) -> int:
        games = map(np.ascontiguousarray, (margins, wins))
        n: int = entries.race_on(self._race, *games, time.perf_counter())
        return n


def ranked(plan: Turn, row: list[float]) -> RankedPlan:
    """A plan with what the games say of it: a row of the race."""
    games, *values, whole = row
    known: tuple[Any, ...] = (plan, int(games), *values, whole == 1)
    return RankedPlan(*known)
