"""The findings of an analysis: decisions, a score for each player, and the costliest turns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...errors import InvalidInputError, require, show
from ...rules.turn import Turn
from .difference import Difference, difference_of
from .purchases import Purchase
from .verdict import ERRORS, Verdict, is_decided, verdict_on, verdict_on_dollars

COSTLIEST: Final = 3
"""So many of the turns are told in words."""
MIN_OPEN_TURNS: Final = 3
"""Fewer turns make no score. Most players have as many in the shortest games, those of five."""


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
        from .words import in_words

        return in_words(self)


@dataclass(frozen=True, slots=True)
class Summary:
    """The cost of a player's turns: in a game, or in all games under the name.

    Attributes:
        name: of the player.
        games: in how many of the games the player has turns.
        finished: how many of these games are over.
        victories: how many of those the player won, a shared one in parts.
        turns: how many turns; a replacement with Q and what follows are one.
        open_turns: how many of them were judged by the chance to win, as the game was not decided.
        best: how many decisions were best,
        fine: fine,
        mistakes: mistakes,
        blunders: or blunders.
        score: the share of what could be won, 0 to 1: the chances to win with what was played, over
            those with the best plans, each summed over the decisions while the game was open. So a
            turn counts by what was at stake. Never more than 1, as that would be luck; None with
            fewer than MIN_OPEN_TURNS open turns, or if nothing could be won in them.
        score_se: its standard error, or None.
        win_loss: mean of the chance to win that was lost in a turn.
        win_loss_se: its standard error.
        margin_loss: mean of the final margin that was lost in a turn, in dollars.
        margin_loss_se: its standard error.
    """

    name: str
    games: int
    finished: int
    victories: float
    turns: int
    open_turns: int
    best: int
    fine: int
    mistakes: int
    blunders: int
    score: float | None
    score_se: float | None
    win_loss: float
    win_loss_se: float
    margin_loss: float
    margin_loss_se: float

    def no_score_in_words(self) -> str:
        """Why there is no score, in one line; "" if there is one."""
        from .words import no_score_in_words

        return no_score_in_words(self)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, decision by decision.

    Attributes:
        names: of the players.
        decisions: in the order of the game; a replacement with Q is one of its own, a turn that is
            not finished none.
        victories: by player the share of the victory; None if the game is not over.
        margins: by player the final margin, in dollars; None if the game is not over.
        seconds: that it took; not part of equality.
        tables: the name of the lexicon whose tables static evaluation uses.
        own_tables: whether that is the lexicon that is played with.
        purchases: of players whose hands are not known, in the order of the game.
    """

    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    victories: tuple[float, ...] | None
    margins: tuple[float, ...] | None
    seconds: float = field(compare=False)
    tables: str
    own_tables: bool
    purchases: tuple[Purchase, ...] = ()

    def summaries(self) -> tuple[Summary, ...]:
        """One for each player with a turn in the analysis, in the order of the seats."""
        return summarize([self])

    def costliest(self) -> tuple[Decision, ...]:
        """The decisions that lost most, at most COSTLIEST, and only losses beyond their error.

        First those that lost chances to win, then those that lost dollars in a decided game.
        """
        chances = [one for one in self.decisions if not one.is_decided and one.sure_loss > 0]
        dollars = [one for one in self.decisions if one.is_decided and one.sure_margin_loss > 0]
        chances.sort(key=lambda decision: -decision.win_loss)
        dollars.sort(key=lambda decision: -decision.margin_loss)
        return tuple([*chances, *dollars][:COSTLIEST])

    def costliest_in_words(self) -> tuple[str, ...]:
        """The same in a line each: the name, and `Decision.in_words`."""
        return tuple(
            f"{self.names[decision.player]}, {decision.in_words()}" for decision in self.costliest()
        )

    def _repr_html_(self) -> str:
        from .notebook import analysis_html

        return analysis_html(self)


class AnalysisInterrupted(KeyboardInterrupt):
    """Ctrl-C in `analyze`; `done` is the Analysis of the decisions that were finished."""

    def __init__(self, done: Analysis) -> None:
        super().__init__(done)
        self.done = done

    def __str__(self) -> str:
        return f"interrupted after {len(self.done.decisions):,} decisions"


def summarize(analyses: Iterable[Analysis]) -> tuple[Summary, ...]:
    """Add up what each player has lost over several games.

    Args:
        analyses: of any games; players of the same name are the same.

    Returns:
        One for each name that has a turn in them, as they come first.

    Raises:
        InvalidInputError: these are not analyses.
    """
    try:
        given = list(analyses)
    except TypeError:
        raise InvalidInputError(f"analyses is {show(analyses)}; give several Analysis") from None
    by_name: dict[str, list[_Part]] = {}
    for analysis in given:
        require(analysis, Analysis, "the analysis")
        for player, name in enumerate(analysis.names):
            own = [decision for decision in analysis.decisions if decision.player == player]
            if own:
                won = None if analysis.victories is None else analysis.victories[player]
                by_name.setdefault(name, []).append(_Part(own, won))
    return tuple(_summary(name, parts) for name, parts in by_name.items())


@dataclass(frozen=True, slots=True)
class _Part:
    """A player in one game; `won` is None if it is not over."""

    decisions: Sequence[Decision]
    won: float | None


def _summary(name: str, parts: Sequence[_Part]) -> Summary:
    decisions = [decision for part in parts for decision in part.decisions]
    while_open = [[one for one in part.decisions if not one.is_decided] for part in parts]
    turns, open_turns = _turns(part.decisions for part in parts), _turns(while_open)
    verdicts = Counter(decision.verdict for decision in decisions)
    win_loss = sum(decision.win_loss for decision in decisions)
    win_loss_se = math.hypot(*(decision.win_loss_se for decision in decisions))
    scored = [one for own in while_open for one in own] if open_turns >= MIN_OPEN_TURNS else []
    score, score_se = _score(scored)
    return Summary(
        name=name,
        games=len(parts),
        finished=sum(part.won is not None for part in parts),
        victories=sum(part.won for part in parts if part.won is not None),
        turns=turns,
        open_turns=open_turns,
        best=verdicts[Verdict.BEST],
        fine=verdicts[Verdict.FINE],
        mistakes=verdicts[Verdict.MISTAKE],
        blunders=verdicts[Verdict.BLUNDER],
        score=score,
        score_se=score_se,
        win_loss=win_loss / turns,
        win_loss_se=win_loss_se / turns,
        margin_loss=sum(decision.margin_loss for decision in decisions) / turns,
        margin_loss_se=math.hypot(*(decision.margin_loss_se for decision in decisions)) / turns,
    )


def _turns(games: Iterable[Sequence[Decision]]) -> int:
    """Count the turns of a player's decisions in some games."""
    return sum(len({decision.round for decision in decisions}) for decisions in games)


def _score(decisions: Sequence[Decision]) -> tuple[float, float] | tuple[None, None]:
    """Return `Summary.score` and its standard error."""
    could_win = sum(decision.win for decision in decisions)
    if could_win <= 0:
        return None, None
    lost = sum(decision.win_loss for decision in decisions)
    lost_se = math.hypot(*(decision.win_loss_se for decision in decisions))
    # No game wins less than nothing; sums of floats may.
    return min(max(1 - lost / could_win, 0.0), 1.0), min(lost_se / could_win, 1.0)
