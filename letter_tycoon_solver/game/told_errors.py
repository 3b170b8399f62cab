"""Errors about told turns that can be mended by asking for what is missing."""

from __future__ import annotations

from ..errors import InvalidInputError


class MissingCardsError(InvalidInputError):
    """Cards came that were not told.

    Attributes:
        text: what is to be told, in words.
        n_cards: how many.
        source: HAND for the hand of the player who tells, or COMMUNITY.
    """

    def __init__(self, text: str, n_cards: int, source: str) -> None:
        super().__init__(text, n_cards, source)
        self.text = text
        self.n_cards = n_cards
        self.source = source

    def __str__(self) -> str:
        return self.text


class RetellError(InvalidInputError):
    """A turn cannot be among those before it; the cause is the error of the turn.

    Attributes:
        turn: its number, from 1.
        told: its text, as it was told.
        name: the player whose turn it would be.
        reason: why it cannot be.
    """

    def __init__(self, turn: int, told: str, name: str, reason: str) -> None:
        super().__init__(turn, told, name, reason)
        self.turn = turn
        self.told = told
        self.name = name
        self.reason = reason

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.told!r} of {self.name}, cannot be then: {self.reason}"
