"""How good a decision was, in one of four words."""

from __future__ import annotations

import enum
from typing import Final

MISTAKE: Final = 0.02
"""A mistake loses so much of the chance to win beyond its error: one game in fifty."""
BLUNDER: Final = 0.10
"""And a blunder so much: one game in ten."""
ERRORS: Final = 2
"""Standard errors that are taken from a loss first: in one of 44 decisions chance makes up more."""


class Verdict(enum.Enum):
    """How good a decision was, by what it lost of the chance to win beyond its error.

    The loss beyond its error is the mean loss less ERRORS standard errors, as a share of a game.
    Nobody is blamed for what a few games more might show to be nothing.

    Attributes:
        BEST: what the advisor would have done, or what made no difference in any game.
        FINE: less than MISTAKE was lost; so is every loss within its error.
        MISTAKE: from MISTAKE to less than BLUNDER.
        BLUNDER: BLUNDER or more.
    """

    BEST = "best"
    FINE = "fine"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


def verdict_on(lost: float) -> Verdict:
    """The verdict on a decision that is not the best, by its loss beyond its error."""
    if lost >= BLUNDER:
        return Verdict.BLUNDER
    return Verdict.MISTAKE if lost >= MISTAKE else Verdict.FINE
