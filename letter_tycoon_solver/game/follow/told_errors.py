"""An error about told turns that is mended by asking for what is missing."""

from __future__ import annotations

from ...errors import InvalidInputError


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
