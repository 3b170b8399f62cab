"""The findings of an analysis: decisions, a score for each player, and the costliest turns."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ...errors import InvalidInputError, require, show
from ...game.opponents import AT_A_TABLE, Opponents
from .decision import Decision
from .notebook import decisions_html, purchases_html, summaries_html
from .purchases import Purchase
from .summary import Part, Summary, summary_of

COSTLIEST: Final = 3
"""So many of the turns are told in words."""


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
        opponents: what they were taken for in the games.
    """

    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    victories: tuple[float, ...] | None
    margins: tuple[float, ...] | None
    seconds: float = field(compare=False)
    tables: str
    own_tables: bool
    purchases: tuple[Purchase, ...] = ()
    opponents: Opponents = AT_A_TABLE

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
        lines = self.costliest_in_words()
        costliest = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
        return (
            decisions_html(self.names, self.decisions)
            + summaries_html(self.summaries())
            + (f"<ol>{costliest}</ol>" if costliest else "")
            + (purchases_html(self.names, self.purchases) if self.purchases else "")
        )


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
    by_name: dict[str, list[Part]] = {}
    for analysis in given:
        require(analysis, Analysis, "the analysis")
        for player, name in enumerate(analysis.names):
            own = [decision for decision in analysis.decisions if decision.player == player]
            if own:
                won = None if analysis.victories is None else analysis.victories[player]
                by_name.setdefault(name, []).append(Part(own, won))
    return tuple(summary_of(name, parts) for name, parts in by_name.items())
