"""Players that people can beat: they know fewer words, and often take what is only good.

Such a player looks for plans that are good by static evaluation, as a static player does, and takes
one of them by chance: each dollar that a plan is worth less makes it less likely, the less so the
higher the temperature of the level. It sees what a person in its place sees, and nothing else.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import parse_whole
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..solver import evaluation_of
from .plans import Plan, candidates_of
from .players import PlanningPlayer
from .think import MAX_SEED


@dataclass(frozen=True, slots=True)
class Level:
    """How well somebody plays.

    Attributes:
        temperature: in dollars, above 0: a plan that is worth so much less is taken e times less
            often.
        words: the name of the shipped list that has the words known; None for every word of the
            list that is played.
    """

    temperature: float
    words: str | None = None


class LevelPlayer(PlanningPlayer):
    """Plays a plan that is good on its level; challenges what is not in the list of the game.

    In the same view of a game it always does the same, so that a game can be undone and resumed.

    Args:
        level: how well it plays.
        seed: of its choices, 0 to 2^64 - 1.

    Raises:
        InvalidInputError: the seed is out of range.
    """

    def __init__(self, level: Level, seed: int = 0) -> None:
        super().__init__()
        self._level = level
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)

    def _make_plan(self, seen: SeenState) -> Plan:
        known, tables = self._known(seen.lexicon), self._tables_for(seen)
        if self._level.words is None:
            # Not of the words known, which may be fewer: who plays has been told.
            evaluation_of(seen.lexicon)
        plans = [candidate.plan for candidate in candidates_of(seen, known, tables)]
        return plans[self._drawn([plan.equity.total for plan in plans], seen)]

    def _tables_for(self, seen: SeenState) -> Evaluation:
        words = self._level.words
        return Evaluation.of((Lexicon.load(words) if words else seen.lexicon).digest)

    def _known(self, lexicon: Lexicon) -> Lexicon:
        """The words of the list that the player knows."""
        return _in_both(lexicon, self._level.words) if self._level.words else lexicon

    def _drawn(self, equities: Sequence[float], seen: SeenState) -> int:
        """Which of the plans is taken."""
        best = max(equities)
        weights = [math.exp((equity - best) / self._level.temperature) for equity in equities]
        at = self._chance(seen) * sum(weights)
        for number, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return number
        return equities.index(best)

    def _chance(self, seen: SeenState) -> float:
        """From 0 to below 1, by the seed and what is seen."""
        seat = seen.active_seat
        parts = (self._seed, seen.round, seen.active, seen.phase.value, seat.hand, seen.community)
        # By a text, whose random numbers Python promises never to change.
        return random.Random("/".join(map(str, parts))).random()


@functools.lru_cache(maxsize=4)
def _in_both(lexicon: Lexicon, name: str) -> Lexicon:
    """The words of a shipped list that the lexicon has, too; the lexicon itself if it has none."""
    shipped = Lexicon.load(name)
    words = [word for word in shipped if word in lexicon]
    if len(words) == len(shipped):
        return shipped
    return Lexicon.from_words(words) if words else lexicon
