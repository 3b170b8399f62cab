"""A turn as a log tells it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules.play import Play
from ..ledger import Seat
from ..table import Phase
from .events import Card, LaidWord


@dataclass(slots=True)
class Attempt:
    """Words that were laid.

    move        in which they were laid
    doublers    per word, as the log names them, then those that count; empty until they are paid
    challenger  who challenged them, if it was a player
    stands      None as long as that is not known
    settled     the move in which it was
    refused     the word that was none
    play        what they earn, once they stand
    """

    move: int
    words: tuple[LaidWord, ...]
    doublers: list[str] = field(default_factory=list)
    challenger: int | None = None
    stands: bool | None = None
    settled: int = 0
    refused: str = ""
    play: Play | None = None

    def letters(self, sources: str) -> str:
        """Those of its cards from there."""
        return "".join(word.played.letters_from(sources) for word in self.words)

    def ids(self, source: str) -> list[str]:
        """Those of its cards from there."""
        return [number for word in self.words for number in word.ids(source)]


@dataclass(slots=True)
class LoggedTurn:
    """A turn, as the log tells it.

    player      whose
    end         its last move
    replaced    HAND or COMMUNITY if a card was replaced with Q, else ""
    replaced_in  in which move
    gone        the id of that card, None if it is not told
    came_for    the card that came for it, None if it is not told
    attempts    words that were laid
    offers      patents that could be bought
    bought      the one that was
    purchase_ended  the move in which it was bought, or none was
    came        cards that came into the community
    discards    how many cards were discarded beside those played, None if it is not told
    discarded   their ids, None if they are not told
    drawn       cards that came into the hand, None if they are not told
    piles       how many cards deck and discards have in the end, None if it is not told
    seats       what all have at the end of it
    """

    player: int
    end: int = 0
    replaced: str = ""
    replaced_in: int = 0
    gone: str | None = None
    came_for: Card | None = None
    attempts: list[Attempt] = field(default_factory=list)
    offers: str = ""
    bought: str = ""
    purchase_ended: int = 0
    came: tuple[Card, ...] = ()
    discards: int | None = None
    discarded: tuple[str, ...] | None = None
    drawn: tuple[Card, ...] | None = None
    piles: tuple[int, int] | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def stood(self) -> Attempt | None:
        """The words that stood."""
        return self.attempts[-1] if self.attempts and self.attempts[-1].stands else None

    def used(self, source: str) -> list[str]:
        """The ids of the cards from there that the words that stood have used."""
        return self.stood.ids(source) if self.stood else []


@dataclass(frozen=True, slots=True)
class OnlineStep:
    """The table after a move, as all see it.

    Attributes:
        move: its number.
        phase: what is asked; CLEAN_UP also where cards are exchanged for new ones.
        active: whose turn it is.
        seats: money, stock and patents of each player; no hands.
    """

    move: int
    phase: Phase
    active: int
    seats: tuple[Seat, ...]
