"""Many positions at once: deal or read them, solve them on any executor, survey them.

```python
from letter_tycoon_solver.batch import Deal, solve_batch

result = solve_batch(Deal(1_000_000, seed=1, patents="KX"), lexicon)
result.margin.mean()
```
"""

from __future__ import annotations

from .._kernels.game_layouts import Tally
from .._work.executors import ExecutorDiedError
from .._work.resumable import Interrupted
from ..errors import PartsWarning
from .best_plays import BestPlays, best_possible
from .files import BadRow, OutputError, PlaysWriter, PositionReader, read_positions
from .positions import Deal, Positions
from .solve import BatchPlays, iter_solve_batch, solve_batch
from .surveys import Distribution, PatentSetSurvey, Sample, Survey, survey

__all__ = [
    "BadRow",
    "BatchPlays",
    "BestPlays",
    "Deal",
    "Distribution",
    "ExecutorDiedError",
    "Interrupted",
    "OutputError",
    "PartsWarning",
    "PatentSetSurvey",
    "PlaysWriter",
    "PositionReader",
    "Positions",
    "Sample",
    "Survey",
    "Tally",
    "best_possible",
    "iter_solve_batch",
    "read_positions",
    "solve_batch",
    "survey",
]


def __dir__() -> list[str]:
    return sorted(__all__)
