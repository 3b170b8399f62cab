"""The advisor: static evaluation, simulation, and the players that use them.

```python
from letter_tycoon_solver.advisor import advise

advice = advise(game_state, lexicon, seconds=1.0)
advice.best.notation
```
"""

from __future__ import annotations

from ..evaluation.equity import Equity
from ..evaluation.tables import Evaluation
from .plans import Plan
from .players import AdvisorPlayer, StaticPlayer
from .think import Advice, RankedPlan, advise

__all__ = [
    "Advice",
    "AdvisorPlayer",
    "Equity",
    "Evaluation",
    "Plan",
    "RankedPlan",
    "StaticPlayer",
    "advise",
]
