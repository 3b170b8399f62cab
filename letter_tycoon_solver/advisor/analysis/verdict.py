"""A judgement of a decision, in one of four words."""

from __future__ import annotations

import enum
from collections.abc import Collection
from typing import Final

from ..._kernels.race_layout import DOLLARS_A_VICTORY

MISTAKE: Final = 0.02
"""A mistake loses so much of the chance to win beyond its error: one game in fifty."""
BLUNDER: Final = 0.10
"""And a blunder so much: one game in ten."""
MISTAKE_DOLLARS: Final = MISTAKE * DOLLARS_A_VICTORY
"""The same of the final margin, in a decided game: a dollar counts as a percent, as in the race.
(Whole games of two from open positions say 1.2 %, those of more players more.)"""
BLUNDER_DOLLARS: Final = BLUNDER * DOLLARS_A_VICTORY
ERRORS: Final = 2
"""Standard errors that are taken from a loss first: in one of 44 decisions chance makes up more."""
DECIDED: Final = 0.03
"""A game is decided where the chances are so near to 0 or to 1, errors included. At most so much
can be lost there: hardly a mistake, whatever is played."""


class Verdict(enum.Enum):
    """A judgement of a decision, by what it lost beyond its error.

    In an open game that is the mean loss of the chance to win, less ERRORS standard errors, as a
    share of a game. In a decided game it is the same of the final margin, in dollars. Nobody is
    blamed for what a few games more might show to be nothing.

    Attributes:
        BEST: the best plan that was found, or what made no difference in any game.
        FINE: less than MISTAKE (MISTAKE_DOLLARS) was lost; so is every loss within its error.
        MISTAKE: from MISTAKE (MISTAKE_DOLLARS) to less than BLUNDER (BLUNDER_DOLLARS).
        BLUNDER: BLUNDER (BLUNDER_DOLLARS) or more.
    """

    BEST = "best"
    FINE = "fine"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


def is_decided(chances: Collection[float]) -> bool:
    """Are all of them next to 0, or all next to 1?"""
    return max(chances) <= DECIDED or min(chances) >= 1 - DECIDED


def verdict_on(lost: float) -> Verdict:
    """The verdict on a decision that is not the best, by its loss beyond its error."""
    if lost >= BLUNDER:
        return Verdict.BLUNDER
    return Verdict.MISTAKE if lost >= MISTAKE else Verdict.FINE


def verdict_on_dollars(lost: float) -> Verdict:
    """The same in a decided game, by dollars."""
    if lost >= BLUNDER_DOLLARS:
        return Verdict.BLUNDER
    return Verdict.MISTAKE if lost >= MISTAKE_DOLLARS else Verdict.FINE
