"""`RankedPlan`: a plan and what became of it in simulated games; and the order of such plans."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from .._html import NOTHING
from .._kernels.race_layout import MARGIN_A_VICTORY, MIN_GAMES, NEARLY, SETTLED, TIED, TIED_ERRORS
from ..game.table import Phase
from ..rules.turn import Turn

_DIGITS: Final = 3
"""A chance is told in tenths of a percent."""
_AS_GOOD, _BEHIND, _UNKNOWN = range(3)


@dataclass(frozen=True, slots=True, eq=False)
class RankedPlan:
    """A plan and what became of it; NaN is what is not known, as before MIN_GAMES games.

    Equal to another of which the same is known and not known. A margin is the final score over that
    of the average opponent, in dollars.

    Attributes:
        plan: the plan.
        playouts: games that were played with it.
        win: the chance to win: that of the first plan less `win_loss`. A plan that wins more, but
            is behind as it ends with far fewer dollars, is told the chance of the first.
        win_se: the standard error of the victories in its own games; NaN where nearly all of them
            ended alike.
        win_loss: what it loses of the chance to win against the first plan, on the same games,
            short and whole ones by their precision; 0 for the first itself, and for plans that are
            as good as the best.
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


def percent(chance: float) -> str:
    """A chance for people, such as "74.9": games never say that it is 0 or 100."""
    if math.isnan(chance):
        return NOTHING
    if chance < NEARLY:
        return "<0.1"
    return ">99.9" if chance >= 1 - NEARLY else f"{100 * chance:.1f}"


class Ranking:
    """The plans of a race as they are told: one for the same words, in its best way.

    Args:
        standings: every plan of the race, in its order.
        phase: in which the turn is planned.
    """

    def __init__(self, standings: Sequence[RankedPlan], phase: Phase) -> None:
        self._best = standings[0]
        ways: dict[object, list[RankedPlan]] = {}
        for plan in standings:
            ways.setdefault(_subject(plan.plan, phase), []).append(plan)
        self._rows = sorted(map(self._best_way, ways.values()), key=self._place)

    @property
    def is_clear(self) -> bool:
        """Is the first plan ahead of the second beyond doubt?"""
        if len(self._rows) == 1:
            return False
        loss, error = _loss(self._rows[1], self._rows[0])
        return loss > SETTLED * error

    def told(self) -> tuple[RankedPlan, ...]:
        """The plans with what is told of their games."""
        return tuple(map(self._told, self._rows))

    def _place(self, row: RankedPlan) -> tuple[object, ...]:
        """A key: first plans as good as the best, by equity, so that chance seldom decides.

        Then the others by their chances, then those of too few games by equity.
        """
        if not _is_known(row):
            group, loss = _UNKNOWN, 0.0
        elif self._is_as_good(row, self._best):
            group, loss = _AS_GOOD, 0.0
        else:
            group, loss = _BEHIND, -round(min(row.win, self._best.win), _DIGITS)
        return group, loss, *_by_equity(row)

    def _best_way(self, plans: Sequence[RankedPlan]) -> RankedPlan:
        """The one that equity prefers of those that are as good as the foremost."""
        as_good = [plan for plan in plans if self._is_as_good(plan, plans[0])]
        return min(as_good or plans, key=_by_equity)

    def _is_as_good(self, plan: RankedPlan, other: RankedPlan) -> bool:
        """Is a plan no worse than another, as far as the games tell and as far as it matters?"""
        loss, error = _loss(plan, other)
        return _is_known(plan) and loss <= min(TIED, TIED_ERRORS * error)

    def _told(self, row: RankedPlan) -> RankedPlan:
        """A plan with its numbers beside the first one."""
        if not _is_known(row):
            n = math.nan
            return RankedPlan(row.plan, row.playouts, n, n, n, n, n, n, n, n, row.whole)
        first, best = self._rows[0], self._best
        wins_less = not self._is_as_good(row, best) and row.win_loss > 0
        win, loss = (row.win, row.win_loss) if wins_less else (best.win, 0.0)
        is_nearly_sure = not NEARLY <= win < 1 - NEARLY
        # Between the first plan and the leader of the race there is one difference, and one error.
        known = first if row is best else row
        error = 0.0 if row is first else known.win_loss_se
        return replace(
            row,
            win=win,
            win_se=math.nan if is_nearly_sure else row.win_se,
            win_loss=loss,
            win_loss_se=math.nan if is_nearly_sure else error,
            margin_loss=first.margin - row.margin,
            margin_loss_se=0.0 if row is first else known.margin_loss_se,
        )


def _is_known(plan: RankedPlan) -> bool:
    """Has it enough games?"""
    return plan.playouts >= MIN_GAMES


def _subject(plan: Turn, phase: Phase) -> object:
    """Return the words of a plan, or what is left to decide; the best of each is told."""
    match phase:
        case Phase.PURCHASE:
            return plan.buy
        case Phase.CLEAN_UP:
            return plan.discards
    return tuple(sorted(word.word for word in plan.words)) or plan.kind


def _loss(plan: RankedPlan, other: RankedPlan) -> tuple[float, float]:
    """The loss of a plan against another, and its error; dollars alone where all wins are alike."""
    win, margin = plan.win_loss - other.win_loss, plan.margin_loss - other.margin_loss
    margin_error = plan.margin_loss_se / MARGIN_A_VICTORY
    error = math.hypot(plan.win_loss_se, margin_error) if win else margin_error
    return win + margin / MARGIN_A_VICTORY, error


def _by_equity(plan: RankedPlan) -> tuple[float, str]:
    """A key by falling equity, then by the words, as `best_turns` orders."""
    return -round(plan.plan.equity.total, 6), plan.notation.upper()
