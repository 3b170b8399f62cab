"""`Equity`: what a turn is worth by static evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

EQUITY_PARTS: Final = ("margin", "patent", "leave", "community")


@dataclass(frozen=True, slots=True)
class Equity:
    """The worth of a turn by static evaluation, in dollars over the average opponent.

    Attributes:
        margin: money + stock - royalties to the average opponent, this turn.
        patent: what the patent that is bought will bring: royalties, and its ability.
        leave: what the cards kept add to the next turn, over new cards.
        community: what is left for the next player, seen from the player.
        leave_se: standard error of `leave` where it is sampled, else 0.
    """

    margin: float = 0.0
    patent: float = 0.0
    leave: float = 0.0
    community: float = 0.0
    leave_se: float = 0.0

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return self.margin + self.patent + self.leave + self.community

    def to_dict(self) -> dict[str, float]:
        """The parts and their total, for JSON."""
        return {**{part: getattr(self, part) for part in EQUITY_PARTS}, "total": self.total}


NOT_EVALUATED: Final = Equity()
