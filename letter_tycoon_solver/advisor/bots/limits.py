"""The times of players from outside, and the price of a fault; tournaments judge by them."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ...errors import InvalidInputError, LetterTycoonError, require_choice, show


class FaultError(LetterTycoonError):
    """A player from outside did not do its part; the message goes on behind its name."""


class Loses(enum.Enum):
    """The price of a fault. The value is its name on the command line."""

    GAME = "game"
    """The game is lost and ends."""
    TURN = "turn"
    """The player passes; a player with MAX_FAULTS faults in a game loses it."""


MAX_FAULTS = 10
"""Faults in a game that a player may have, so that a silent one does not take hours."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The time of a player from outside, and the price of a fault.

    Attributes:
        turn: seconds for a turn, and for each answer to words.
        game: seconds for all its turns in a game; None for no limit.
        grace: seconds after the end of its time, in which an answer still counts.
        loses: the price of a fault: an illegal turn, no answer in time, a crash, junk.

    Raises:
        InvalidInputError: a value is out of range.
    """

    turn: float = 10.0
    game: float | None = None
    grace: float = 1.0
    loses: Loses = Loses.GAME

    def __post_init__(self) -> None:
        for name, least in (("turn", 0.001), ("game", 0.001), ("grace", 0.0)):
            value = getattr(self, name)
            if name == "game" and value is None:
                continue
            if type(value) not in (int, float) or not least <= value <= 86_400:
                raise InvalidInputError(
                    f"the time of a player from outside, {name}, is {show(value)}; give seconds"
                    f" from {least:g} to 86400"
                )
        object.__setattr__(
            self, "loses", require_choice(self.loses, Loses, "a fault cannot lose {}")
        )

    def to_dict(self) -> dict[str, object]:
        """Return every field as plain data."""
        return {
            "turn": self.turn,
            "game": self.game,
            "grace": self.grace,
            "loses": self.loses.value,
        }
