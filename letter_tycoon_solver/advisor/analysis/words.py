"""What a decision has cost, in words."""

from __future__ import annotations

from ...play import Play, join_words
from ..plans import Plan
from .result import Decision
from .verdict import Verdict


def in_words(decision: Decision) -> str:
    """As `Decision.in_words`."""
    turn = f"round {decision.round}: {_played(decision)}"
    if decision.verdict is Verdict.BEST:
        return f"{turn} was best"
    loss, error = 100 * decision.win_loss, 100 * decision.win_loss_se
    more = "less" if loss < 0 else "more"
    best = _plan(decision.best, decision.played, _words(decision.best, decision.played))
    return f"{turn}; {best} would have won {abs(loss):.1f} ± {error:.1f} % {more}"


def _played(decision: Decision) -> str:
    if decision.taken_back:
        return f"{decision.taken_back} taken back"
    plan, play = decision.played, decision.played.play
    words = _words(plan, decision.best)
    if play is not None:
        words += f" for ${play.money}" + (f" and {play.stock} stock" if play.stock else "")
    return _plan(plan, decision.best, words)


def _words(plan: Plan, other: Plan) -> str:
    """The bare words; in notation if that is all that tells the two plans apart."""
    if plan.play is None:
        return ""
    is_alike = other.play is not None and _bare(plan.play) == _bare(other.play)
    if is_alike and other.play is not None and plan.play.notation != other.play.notation:
        return plan.play.notation
    return _bare(plan.play)


def _bare(play: Play) -> str:
    return join_words(play.words)


def _plan(plan: Plan, other: Plan, words: str) -> str:
    """The words, with what else tells the plan from the other."""
    if plan.replace:
        return f"{plan.replace} replaced"
    if plan.play is None:
        return f"{plan.discards} exchanged" if plan.discards else "a pass"
    has_same_words = other.play is not None and plan.play.notation == other.play.notation
    if has_same_words and plan.buy == other.buy:
        return f"{words} with {plan.discards or 'nothing'} discarded"
    if plan.buy:
        return f"{words} with {plan.buy} bought"
    return f"{words} without a purchase" if has_same_words else words
