"""`GuessedCard`: a card of a game played elsewhere whose letter nobody saw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import InvalidInputError, show
from ..rules.cards import CARD_COUNT, parse_whole
from .table import MAX_PLAYERS


@dataclass(frozen=True, slots=True)
class GuessedCard:
    """A card of the deal whose letter is not known; another one stands for it.

    Attributes:
        player: in whose hand it was; None for the community.
        card: the letter that stands for it.
        until: how many actions were done before the one that discarded it; None if none did.

    Raises:
        InvalidInputError: one of them is something else.
    """

    player: int | None
    card: str
    until: int | None

    def __post_init__(self) -> None:
        if self.player is not None:
            parse_whole(self.player, "the player of a guessed card", 0, MAX_PLAYERS - 1)
        if not isinstance(self.card, str) or self.card not in CARD_COUNT:
            raise InvalidInputError(
                f"a guessed card is {show(self.card)}; give one letter from A to Z"
            )
        if self.until is not None:
            parse_whole(self.until, "the action that discarded a guessed card", 0)

    @classmethod
    def from_list(cls, data: object) -> GuessedCard:
        """The card that `to_list` wrote.

        Raises:
            InvalidInputError: the data is something else.
        """
        if not isinstance(data, list) or len(data) != 3:
            raise InvalidInputError(
                f"{show(data)} is not a guessed card; give [player, card, until]"
            )
        return cls(*data)

    def to_list(self) -> list[object]:
        """The card as [player, card, until]."""
        return [self.player, self.card, self.until]


def cards_of(guesses: Iterable[GuessedCard], player: int | None, n_actions: int) -> str:
    """The letters that stand for cards that are there after so many actions."""
    return "".join(
        guess.card
        for guess in guesses
        if guess.player == player and (guess.until is None or n_actions <= guess.until)
    )
