"""The cards that a player does not see, and those among which the next one is drawn."""

from __future__ import annotations

from ..game.state import SeenState
from ..play import CARD_SOURCES


def unseen_cards(seen: SeenState) -> str:
    """The cards of the deck and the hidden hands, sorted."""
    return "".join(letter * n for letter, n in seen.unseen.items())


def discards_of_turn(seen: SeenState) -> str:
    """The discards with the cards of the words on the table: what is shuffled without a deck."""
    return seen.discards + seen.turn.cards_used(CARD_SOURCES)


def drawn_from(seen: SeenState) -> str:
    """The cards one of which is drawn next, each as likely: without a deck, the discards."""
    return unseen_cards(seen) if seen.deck_size else discards_of_turn(seen)
