"""Players that people can beat: they know fewer words, and often take what is only good.

Such a player looks for plans that are good by static evaluation, as a static player does, and takes
one of them by chance: each dollar that a plan is worth less makes it less likely, the less so the
higher the temperature of the level. It sees what a person in its place sees, and nothing else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..rules.cards import parse_whole
from ..rules.turn import Turn
from ..search.solver import evaluation_of
from .advice import MAX_SEED
from .opponents import Level
from .plans import candidates_of
from .players import PlanningPlayer


def weights_of(equities: Sequence[float], temperature: float) -> list[float]:
    """Return the weight of choice of each plan; the best has 1.

    Args:
        equities: of the plans, in dollars; at least one.
        temperature: above 0, in dollars: a plan worth so much less is taken e times less often.
    """
    best = max(equities)
    return [math.exp((equity - best) / temperature) for equity in equities]


class LevelPlayer(PlanningPlayer):
    """Plays a plan that is good on its level; challenges what is not in the list of the game.

    In the same view of a game it always does the same, so that a game can be undone and resumed.

    Args:
        level: how well it plays; with a temperature above 0.
        seed: of its choices, 0 to 2^64 - 1.

    Raises:
        InvalidInputError: the seed is out of range.
    """

    def __init__(self, level: Level, seed: int = 0) -> None:
        super().__init__()
        self._level = level
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)

    def _make_plan(self, seen: SeenState) -> Turn:
        known, tables = self._level.known(seen.lexicon), self._tables_for(seen)
        if self._level.words is None:
            # Not of the words known, which may be fewer: who plays has been told.
            evaluation_of(seen.lexicon)
        plans = [candidate.plan for candidate in candidates_of(seen, known, tables)]
        return plans[self._drawn([plan.equity.total for plan in plans], seen)]

    def _tables_for(self, seen: SeenState) -> Evaluation:
        return self._level.tables(seen.lexicon)

    def _drawn(self, equities: Sequence[float], seen: SeenState) -> int:
        """Which of the plans is taken."""
        weights = weights_of(equities, self._level.temperature)
        at = self._chance(seen) * sum(weights)
        for number, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return number
        return weights.index(max(weights))

    def _chance(self, seen: SeenState) -> float:
        """From 0 to below 1, by the seed and what is seen."""
        seat = seen.active_seat
        parts = (self._seed, seen.round, seen.active, seen.phase.value, seat.hand, seen.community)
        # By a text, whose random numbers Python promises never to change.
        return random.Random("/".join(map(str, parts))).random()
