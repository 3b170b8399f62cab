"""Plans as plain data for JSON."""

from __future__ import annotations

import math

from ...evaluation.static_plan import StaticPlan


def plan_to_dict(plan: StaticPlan) -> dict[str, object]:
    """Return a plan as strings, numbers and lists; equity is in dollars, with its parts."""
    return {
        "plan": plan.notation,
        "replace": plan.replace,
        "play": plan.play.to_dict() if plan.play else None,
        "buy": plan.buy,
        "discards": plan.discards,
        "equity": plan.equity.to_dict(),
    }


def finite(number: float) -> float | None:
    """Return None in place of NaN, which JSON does not have."""
    return number if math.isfinite(number) else None
