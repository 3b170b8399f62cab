"""The cost of a decision, in words."""

from __future__ import annotations

from ...rules.play import Play, join_words
from ...rules.turn import Turn
from .result import MIN_OPEN_TURNS, Decision, Summary
from .verdict import Verdict


def in_words(decision: Decision) -> str:
    """Return `Decision.in_words`."""
    if decision.verdict is Verdict.BEST:
        return f"round {decision.round}: {_played(decision, None)} was best"
    return (
        f"round {decision.round}: {_played(decision, decision.best)};"
        f" {_said(decision.best, decision.played)} would have {_difference(decision)}"
    )


def no_score_in_words(summary: Summary) -> str:
    """Return `Summary.no_score_in_words`."""
    if summary.score is not None:
        return ""
    n, turns = summary.open_turns, summary.turns
    if n >= MIN_OPEN_TURNS:
        return f"No score for {summary.name}: no simulated game was won."
    return (
        f"No score for {summary.name}: the game was open in {n} of {turns} turns, and a score takes"
        f" {MIN_OPEN_TURNS}."
    )


def _difference(decision: Decision) -> str:
    if decision.is_decided:
        loss, error = decision.margin_loss, decision.margin_loss_se
        return f"ended ${abs(loss):.1f} ± {error:.1f} {'worse' if loss < 0 else 'better'}"
    loss, error = 100 * decision.win_loss, 100 * decision.win_loss_se
    return f"won {abs(loss):.1f} ± {error:.1f} % {'less' if loss < 0 else 'more'}"


def _played(decision: Decision, other: Turn | None) -> str:
    if decision.taken_back:
        return f"{decision.taken_back} taken back"
    play = decision.played.play
    if play is None:
        return _said(decision.played, other)
    stock = f" and {play.stock} stock" if play.stock else ""
    return _said(decision.played, other, f" for ${play.money}{stock}")


def _said(plan: Turn, other: Turn | None, earned: str = "") -> str:
    """The plan with what tells it from the other."""
    if plan.replace:
        return f"{plan.replace} replaced"
    if plan.play is None:
        return f"{plan.discards} exchanged" if plan.discards else "a pass"
    against = None if other is None else other.play
    words = f"{_words(plan.play, against)}{earned}"
    is_same_play = against is not None and plan.play.notation == against.notation
    if is_same_play and other is not None and plan.buy == other.buy:
        return f"{words} with {plan.discards or 'nothing'} discarded"
    if plan.buy:
        return f"{words} with {plan.buy} bought"
    return f"{words} without a purchase" if is_same_play else words


def _words(play: Play, other: Play | None) -> str:
    """The bare words; in notation if that is all that tells the two plays apart."""
    bare = join_words(play.words)
    if other is None or play.notation == other.notation or bare != join_words(other.words):
        return bare
    return play.notation
