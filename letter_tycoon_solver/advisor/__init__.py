"""The advisor: static evaluation, simulation, and the players that use them.

```python
from letter_tycoon_solver.advisor import advise

advice = advise(game_state, lexicon, seconds=1.0)
advice.best.notation
```
"""

from __future__ import annotations

from .._work.resumable import Interrupted
from ..errors import PartsWarning
from ..evaluation.tables import Evaluation, Fitted
from ..game.table import Opponents
from .advice import Advice, RankedTurn, advise, appraise
from .analysis import Analysis, Summary, analyze, summarize
from .bots import Limits, Loses
from .decisions import Decision, Difference, Purchase, Verdict
from .players import AdvisorPlayer, PlayerKind, StaticPlayer, new_player
from .tournaments import (
    PlayerResult,
    Tournament,
    tournament,
)

__all__ = [
    "Advice",
    "AdvisorPlayer",
    "Analysis",
    "Decision",
    "Difference",
    "Evaluation",
    "Fitted",
    "Interrupted",
    "Limits",
    "Loses",
    "Opponents",
    "PartsWarning",
    "PlayerKind",
    "PlayerResult",
    "Purchase",
    "RankedTurn",
    "StaticPlayer",
    "Summary",
    "Tournament",
    "Verdict",
    "advise",
    "analyze",
    "appraise",
    "new_player",
    "summarize",
    "tournament",
]


def __dir__() -> list[str]:
    return sorted(__all__)
