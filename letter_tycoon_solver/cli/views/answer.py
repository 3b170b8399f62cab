"""The answer of `hint`: plays, and what they are the answer to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...evaluation.equity import Equity
from ...play import Play
from ...plays import Plays
from ...position import Position
from ...ruleset import Stacking
from ...solver import Variants


@dataclass(frozen=True, slots=True)
class Answer:
    """The best plays of a position.

    Attributes:
        plays: as many as were asked for.
        n_plays: how many different plays the position has, every way to lay a word counted.
        ruleset_name: a preset; `stacking` may differ from it.
        rank_keys: what the plays are ranked by.
        top: how many plays were asked for, None for all.
        equity: static evaluation of a play, if they are ranked by that.
    """

    plays: Plays
    n_plays: int
    ruleset_name: str
    stacking: Stacking
    rank_keys: tuple[str, ...]
    variants: Variants
    top: int | None
    equity: Callable[[Play], Equity] | None = None

    @property
    def position(self) -> Position:
        """The position the plays are of."""
        return self.plays.position

    @property
    def is_complete(self) -> bool:
        """Whether more would not have been found if more had been asked for."""
        return self.top is None or len(self.plays) < self.top
