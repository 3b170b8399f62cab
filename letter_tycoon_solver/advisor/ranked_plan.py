"""`RankedPlan`: a plan and what became of it in simulated games."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from ..rules.turn import Turn


@dataclass(frozen=True, slots=True, eq=False)
class RankedPlan:
    """A plan and what became of it; NaN is what is not known, as without games.

    Equal to another of which the same is known and not known. A margin is the final score over that
    of the average opponent, in dollars.

    Attributes:
        plan: the plan.
        playouts: games that were played with it.
        win: the chance to win: that of the first plan less `win_loss`.
        win_se: the standard error of the victories in its own games.
        win_loss: what it loses of the chance to win against the first plan, on the same games,
            short and whole ones by their precision; 0 for the first itself. Below 0 for a plan
            whose final margin is so much worse.
        win_loss_se: its standard error.
        margin: the mean margin: that of the first plan less `margin_loss`.
        margin_se: the standard error of the margins in its own games.
        margin_loss: what it loses of the margin against the first plan, as `win_loss`.
        margin_loss_se: its standard error.
        whole: whether it has games that were played to the end; else all end after the player's
            next turn, and their end is told by the learned value.
    """

    plan: Turn
    playouts: int
    win: float
    win_se: float
    win_loss: float
    win_loss_se: float
    margin: float
    margin_se: float
    margin_loss: float
    margin_loss_se: float
    whole: bool

    @property
    def notation(self) -> str:
        """The plan in a line, as `Turn.notation`."""
        return self.plan.notation

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RankedPlan):
            return NotImplemented
        return self._known() == other._known()

    def __hash__(self) -> int:
        return hash(self._known())

    def _known(self) -> tuple[object, ...]:
        """The values, None for NaN, which is not equal to itself."""
        values = (getattr(self, field.name) for field in fields(self))
        return tuple(
            None if isinstance(value, float) and math.isnan(value) else value for value in values
        )
