"""`Decision`: a decision of a game, what it cost, and that in words."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.play import Play, join_words
from ...rules.turn import Turn
from .difference import Difference, difference_of
from .verdict import ERRORS, Verdict, is_decided, verdict_on, verdict_on_dollars


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game, and what it cost.

    Losses are those of `played` against `best`, on the same games; below 0 if `played` did better
    in these games. All are 0 if it is the best plan that was played.

    Attributes:
        round: when it was, from 1.
        player: whose turn it was.
        played: what the player did.
        taken_back: words that lay first and were not words: the play is the exchange that followed.
        best: what the advisor would have done.
        win: the chance to win before the turn, with the best plan.
        win_se: its standard error. Those of chances are as if one more game had ended otherwise, so
            that a few games that end alike prove little.
        win_loss: what was lost of the chance to win.
        win_loss_se: its standard error.
        margin: the final margin with the best plan: the score over that of the average opponent, in
            dollars.
        margin_se: its standard error.
        margin_loss: what was lost of the final margin, in dollars.
        margin_loss_se: its standard error.
        games: whole games with each of the two.
    """

    round: int
    player: int
    played: Turn
    taken_back: str
    best: Turn
    win: float
    win_se: float
    win_loss: float
    win_loss_se: float
    margin: float
    margin_se: float
    margin_loss: float
    margin_loss_se: float
    games: int

    @property
    def is_decided(self) -> bool:
        """Was the game won or lost with both plans, their errors included?"""
        doubt = ERRORS * max(self.win_se, self.win_loss_se)
        chances = sorted((self.win, self.win - self.win_loss))
        return is_decided((chances[0] - doubt, chances[1] + doubt))

    @property
    def sure_loss(self) -> float:
        """The loss of the chance to win beyond its error: less ERRORS standard errors."""
        return self.win_loss - ERRORS * self.win_loss_se

    @property
    def sure_margin_loss(self) -> float:
        """The same of the final margin, in dollars."""
        return self.margin_loss - ERRORS * self.margin_loss_se

    @property
    def verdict(self) -> Verdict:
        """Best, fine, a mistake or a blunder: in a decided game, by dollars."""
        makes_no_difference = not any((self.win_loss, self.margin_loss, self.margin_loss_se))
        if makes_no_difference or self.played.notation == self.best.notation:
            return Verdict.BEST
        if self.is_decided:
            return verdict_on_dollars(self.sure_margin_loss)
        return verdict_on(self.sure_loss)

    @property
    def difference(self) -> Difference:
        """The first part in which the turn differs from the best one."""
        return difference_of(self.played, self.best, self.taken_back)

    def in_words(self) -> str:
        """One line, without the name of the player.

        Such as "round 3: CAT for $1; JEWELS with J bought would have won 8.2 ± 1.1 % more"; in a
        decided game "would have ended $8.2 ± 1.1 better".
        """
        if self.verdict is Verdict.BEST:
            return f"round {self.round}: {_played(self, None)} was best"
        return (
            f"round {self.round}: {_played(self, self.best)};"
            f" {_said(self.best, self.played)} would have {_difference(self)}"
        )


def played_text(decision: Decision) -> str:
    """The turn that was played, in plain text; words that were taken back are named."""
    if decision.taken_back:
        return f"{decision.taken_back} taken back, discard {decision.played.discards}"
    return decision.played.notation


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
