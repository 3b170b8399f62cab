"""Hints in a game: the plans of a turn, or of what is left of it, by static evaluation."""

from __future__ import annotations

from typing import Final

from ...advisor.plans import candidates_of
from ...evaluation.tables import Evaluation
from ...game import SeenState
from ..plans import told_plan
from ..schema import Hint

_MAX_PLANS: Final = 20


def hint_of(seen: SeenState) -> Hint:
    """The plans of whose turn it is.

    Args:
        seen: what the player sees, who is asked in the turn.
    """
    evaluation = Evaluation.of(seen.lexicon.digest)
    found = candidates_of(seen, seen.lexicon, evaluation)[:_MAX_PLANS]
    return Hint(
        plans=[told_plan(candidate.plan, seen.position) for candidate in found],
        note="",
        advice_needs="",
        tables=evaluation.name,
    )
