"""Turns as plain data for JSON."""

from __future__ import annotations

import math

from ...rules.turn import Turn


def turn_to_dict(turn: Turn) -> dict[str, object]:
    """A turn: strings, numbers and lists; equity in dollars, with its parts."""
    return {
        "plan": turn.notation,
        "replace": turn.replace,
        "play": turn.play.to_dict() if turn.play else None,
        "buy": turn.buy,
        "discards": turn.discards,
        "equity": turn.equity.to_dict(),
    }


def finite(number: float) -> float | None:
    """JSON has no NaN."""
    return number if math.isfinite(number) else None
