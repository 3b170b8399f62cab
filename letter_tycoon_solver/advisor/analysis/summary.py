"""`Summary`: the cost of a player's turns, and the score."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .decision import Decision
from .verdict import Verdict

MIN_OPEN_TURNS: Final = 3
"""Fewer turns make no score. Most players have as many in the shortest games, those of five."""


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
        if self.score is not None:
            return ""
        if self.open_turns >= MIN_OPEN_TURNS:
            return f"No score for {self.name}: no simulated game was won."
        return (
            f"No score for {self.name}: the game was open in {self.open_turns} of {self.turns}"
            f" turns, and a score takes {MIN_OPEN_TURNS}."
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A player in one game; `won` is None if it is not over."""

    decisions: Sequence[Decision]
    won: float | None


def won_text(summary: Summary) -> str:
    """The victories of the games that are over: "1 of 2"; "" if none is."""
    return f"{summary.victories:g} of {summary.finished}" if summary.finished else ""


def summary_of(name: str, parts: Sequence[Part]) -> Summary:
    """Add up the decisions of a player."""
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
