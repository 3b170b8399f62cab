"""Advice and analyses as tables for notebooks."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

from ..plays_table import NOTHING, SHOWN, html_grid

if TYPE_CHECKING:
    from .analysis.analysis import Analysis, Decision
    from .think import Advice

_PLANS = ("#", "Plan", "Win %", "Margin", "Games", "Equity")
_TURNS = ("Round", "Player", "Win %", "Played", "Best", "Lost %", "Lost $", "Games")


def advice_html(advice: Advice) -> str:
    """The first plans as an HTML table; errors as in `RankedPlan`."""
    rows = [
        [
            str(number),
            html.escape(ranked.notation),
            _with_error(100 * ranked.win, 100 * (ranked.win_loss_se or ranked.win_se)),
            _with_error(ranked.margin, ranked.margin_loss_se or ranked.margin_se),
            f"{ranked.playouts:,}",
            f"{ranked.plan.equity.total:+.1f}",
        ]
        for number, ranked in enumerate(advice.plans[:SHOWN], 1)
    ]
    hidden = len(advice.plans) - len(rows)
    more = f"<p>... and {hidden:,} more</p>" if hidden else ""
    return html_grid(_PLANS, rows) + more


def analysis_html(analysis: Analysis) -> str:
    """The decisions as an HTML table."""
    rows = [
        [
            str(decision.round),
            html.escape(analysis.names[decision.player]),
            f"{100 * decision.win:.0f}",
            html.escape(played_text(decision)),
            *_cost(decision),
            f"{decision.games:,}",
        ]
        for decision in analysis.decisions
    ]
    return html_grid(_TURNS, rows)


def played_text(decision: Decision) -> str:
    """What was played, in plain text; words that were taken back are named."""
    if decision.taken_back:
        return f"{decision.taken_back} taken back, discard {decision.played.discards}"
    return decision.played.notation


def _cost(decision: Decision) -> list[str]:
    if decision.is_best:
        return ["best", "", ""]
    return [
        html.escape(decision.best.notation),
        _with_error(100 * decision.win_loss, 100 * decision.win_loss_se),
        _with_error(decision.margin_loss, decision.margin_loss_se),
    ]


def _with_error(value: float, error: float) -> str:
    if math.isnan(value):
        return NOTHING
    return f"{value:.1f}" if math.isnan(error) else f"{value:.1f} &plusmn; {error:.1f}"
