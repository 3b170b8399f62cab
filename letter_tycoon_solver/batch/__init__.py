"""Many positions at once: deal or read them, solve them on any executor.

```python
from letter_tycoon_solver.batch import Deal, deal_positions, iter_solve_batch, solve_batch
```
"""

from __future__ import annotations

from .deal import Deal, deal_positions
from .plays import BatchPlays
from .positions import Positions
from .solve import BatchInterrupted, iter_solve_batch, solve_batch
from .work import ExecutorDiedError

__all__ = [
    "BatchInterrupted",
    "BatchPlays",
    "Deal",
    "ExecutorDiedError",
    "Positions",
    "deal_positions",
    "iter_solve_batch",
    "solve_batch",
]
