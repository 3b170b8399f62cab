"""Parts of an analysis as tables for notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence

from ..._html import html_texts, with_error
from .decision import Decision, played_text
from .purchases import Purchase
from .summary import Summary, won_text
from .verdict import Verdict

_TURNS = ("Round", "Player", "Win %", "Played", "Verdict", "Best", "Lost %", "Lost $", "Games")
_PURCHASES = ("Round", "Player", "Bought", "Verdict", "Best", "Lost $")
_SCORES = ("Player", "Score %", "Best", "Fine", "Mistakes", "Blunders", "Lost % a turn", "Won")


def decisions_html(names: Sequence[str], decisions: Sequence[Decision]) -> str:
    """The decisions, a row each."""
    rows = [
        (
            one.round,
            names[one.player],
            f"{100 * one.win:.0f}",
            played_text(one),
            one.verdict.value,
            *_cost(one),
            f"{one.games:,}",
        )
        for one in decisions
    ]
    return html_texts(_TURNS, rows)


def _cost(decision: Decision) -> tuple[str, str, str]:
    if decision.verdict is Verdict.BEST:
        return "", "", ""
    return (
        decision.best.notation,
        with_error(100 * decision.win_loss, 100 * decision.win_loss_se),
        with_error(decision.margin_loss, decision.margin_loss_se),
    )


def summaries_html(summaries: Sequence[Summary]) -> str:
    """The scores, a row for each player, and why some have none."""
    rows = [
        (
            one.name,
            "" if one.score is None else with_error(100 * one.score, 100 * (one.score_se or 0.0)),
            *(one.best, one.fine, one.mistakes, one.blunders),
            with_error(100 * one.win_loss, 100 * one.win_loss_se),
            won_text(one),
        )
        for one in summaries
    ]
    why = [one.no_score_in_words() for one in summaries]
    return html_texts(_SCORES, rows) + "".join(f"<p>{html.escape(one)}</p>" for one in why if one)


def purchases_html(names: Sequence[str], purchases: Sequence[Purchase]) -> str:
    """The purchases of players whose hands are not known, a row each."""
    rows = [
        (
            one.round,
            names[one.player],
            one.played.notation,
            one.verdict.value,
            one.best.notation,
            f"{one.loss:.1f}",
        )
        for one in purchases
    ]
    return html_texts(_PURCHASES, rows)
