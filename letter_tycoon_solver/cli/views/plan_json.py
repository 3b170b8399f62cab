"""Plans as plain data for JSON."""

from __future__ import annotations

import math

from ...evaluation.static_plan import StaticPlan


def plan_to_dict(plan: StaticPlan) -> dict[str, object]:
    """A plan: strings, numbers and lists; equity in dollars, with its parts."""
    return {
        "plan": plan.notation,
        "replace": plan.replace,
        "play": plan.play.to_dict() if plan.play else None,
        "buy": plan.buy,
        "discards": plan.discards,
        "equity": plan.equity.to_dict(),
    }


def finite(number: float) -> float | None:
    """JSON has no NaN."""
    return number if math.isfinite(number) else None
