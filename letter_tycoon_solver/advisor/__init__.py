"""The advisor: static evaluation, simulation, and the players that use them.

```python
from letter_tycoon_solver.advisor import advise

advice = advise(game_state, lexicon, seconds=1.0)
advice.best.notation
```
"""

from __future__ import annotations

from ..evaluation.tables import Evaluation, Fitted
from ..game.opponents import Opponents
from .advice import Advice, advise
from .analysis.analysis import analyze
from .analysis.decision import Decision
from .analysis.difference import Difference
from .analysis.plot import plot_analysis
from .analysis.purchases import Purchase
from .analysis.result import Analysis, AnalysisInterrupted, summarize
from .analysis.summary import Summary
from .analysis.verdict import Verdict
from .bots.limits import Limits, Loses
from .players import AdvisorPlayer, StaticPlayer
from .ranked_plan import RankedPlan
from .roster import PlayerKind, new_player
from .tournaments.parts import TournamentWarning
from .tournaments.result import PlayerResult, Tournament
from .tournaments.tournament import TournamentInterrupted, tournament
from .typed_turns import appraise

__all__ = [
    "Advice",
    "AdvisorPlayer",
    "Analysis",
    "AnalysisInterrupted",
    "Decision",
    "Difference",
    "Evaluation",
    "Fitted",
    "Limits",
    "Loses",
    "Opponents",
    "PlayerKind",
    "PlayerResult",
    "Purchase",
    "RankedPlan",
    "StaticPlayer",
    "Summary",
    "Tournament",
    "TournamentInterrupted",
    "TournamentWarning",
    "Verdict",
    "advise",
    "analyze",
    "appraise",
    "new_player",
    "plot_analysis",
    "summarize",
    "tournament",
]
