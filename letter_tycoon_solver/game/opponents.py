"""The kinds of opponents that advice can take the other players for."""

from __future__ import annotations

import enum
from typing import Final

from ..errors import require_choice


class Opponents(enum.Enum):
    """A kind that opponents are taken for. The value is the name."""

    COMMON = "common"
    """People who know common words; with these they play what static evaluation finds best."""
    STATIC = "static"
    """Experts: the same with every word."""
    EASY = "easy"
    """They choose like the bot of that name."""
    MEDIUM = "medium"
    """The same."""
    HARD = "hard"
    """The same."""

    @property
    def called(self) -> str:
        """The words for them, as in "against people who know common words"."""
        return _CALLED.get(self) or f"players like the bot {self.value}"


_CALLED: Final = {
    Opponents.COMMON: "people who know common words",
    Opponents.STATIC: "experts who know every word",
}
AT_A_TABLE: Final = Opponents.COMMON
"""The kind that all chances are against, unless another is chosen."""


def parse_opponents(opponents: object) -> Opponents:
    """A kind of opponents, or that of a name in any case.

    Raises:
        InvalidInputError: there is no such kind.
    """
    return require_choice(opponents, Opponents, "opponents is {}")
