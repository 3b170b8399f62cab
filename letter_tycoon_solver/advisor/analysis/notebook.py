"""Advice and analyses as tables for notebooks."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

from ..._html import NOTHING, SHOWN, html_grid
from .verdict import Verdict

if TYPE_CHECKING:
    from ..advice import Advice
    from .result import Analysis, Decision, Summary

_PLANS = ("#", "Plan", "Win %", "Margin", "Games", "Equity")
_TURNS = ("Round", "Player", "Win %", "Played", "Verdict", "Best", "Lost %", "Lost $", "Games")
_PURCHASES = ("Round", "Player", "Bought", "Verdict", "Best", "Lost $")
_SCORES = ("Player", "Score %", "Best", "Fine", "Mistakes", "Blunders", "Lost % a turn", "Won")


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
    """The decisions, scores and purchases as HTML tables, and the costliest turns in words."""
    rows = [
        [
            str(decision.round),
            html.escape(analysis.names[decision.player]),
            f"{100 * decision.win:.0f}",
            html.escape(played_text(decision)),
            decision.verdict.value,
            *_cost(decision),
            f"{decision.games:,}",
        ]
        for decision in analysis.decisions
    ]
    summaries = analysis.summaries()
    scores = [_score(summary) for summary in summaries]
    without = "".join(
        f"<p>{html.escape(why)}</p>" for one in summaries if (why := one.no_score_in_words())
    )
    told = "".join(f"<li>{html.escape(line)}</li>" for line in analysis.costliest_in_words())
    costliest = f"<ol>{told}</ol>" if told else ""
    bought = html_grid(_PURCHASES, _purchases(analysis)) if analysis.purchases else ""
    return html_grid(_TURNS, rows) + html_grid(_SCORES, scores) + without + costliest + bought


def _purchases(analysis: Analysis) -> list[list[str]]:
    return [
        [
            str(one.round),
            html.escape(analysis.names[one.player]),
            html.escape(one.played.notation),
            one.verdict.value,
            html.escape(one.best.notation),
            f"{one.loss:.1f}",
        ]
        for one in analysis.purchases
    ]


def played_text(decision: Decision) -> str:
    """The turn that was played, in plain text; words that were taken back are named."""
    if decision.taken_back:
        return f"{decision.taken_back} taken back, discard {decision.played.discards}"
    return decision.played.notation


def _cost(decision: Decision) -> list[str]:
    if decision.verdict is Verdict.BEST:
        return ["", "", ""]
    return [
        html.escape(decision.best.notation),
        _with_error(100 * decision.win_loss, 100 * decision.win_loss_se),
        _with_error(decision.margin_loss, decision.margin_loss_se),
    ]


def _score(summary: Summary) -> list[str]:
    return [
        html.escape(summary.name),
        _score_cell(summary),
        *map(str, (summary.best, summary.fine, summary.mistakes, summary.blunders)),
        _with_error(100 * summary.win_loss, 100 * summary.win_loss_se),
        won_text(summary),
    ]


def _score_cell(summary: Summary) -> str:
    if summary.score is None or summary.score_se is None:
        return NOTHING
    return _with_error(100 * summary.score, 100 * summary.score_se)


def won_text(summary: Summary) -> str:
    """The victories of the games that are over: "1 of 2"; "" if none is."""
    return f"{summary.victories:g} of {summary.finished}" if summary.finished else ""


def _with_error(value: float, error: float) -> str:
    if math.isnan(value):
        return NOTHING
    return f"{value:.1f}" if math.isnan(error) else f"{value:.1f} &plusmn; {error:.1f}"
