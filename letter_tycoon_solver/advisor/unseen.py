"""The cards that a player does not see, and those among which the next one is drawn."""

from __future__ import annotations

from ..game.state import HIDDEN, SeenState
from ..play import CARD_SOURCES


def unseen_cards(seen: SeenState) -> str:
    """The cards of the deck, the hidden hands and the hidden discards, sorted."""
    return "".join(letter * n for letter, n in seen.unseen.items())


def discards_of_turn(seen: SeenState) -> str:
    """The discards with the cards of the words on the table: what is shuffled without a deck.

    For discards that are hidden, all the cards that they may be.
    """
    shown = seen.discards.replace(HIDDEN, "")
    hidden = unseen_cards(seen) if HIDDEN in seen.discards else ""
    return shown + hidden + seen.turn.cards_used(CARD_SOURCES)


def drawn_from(seen: SeenState) -> str:
    """The cards one of which is drawn next, each as likely: without a deck, the discards."""
    return unseen_cards(seen) if seen.deck_size else discards_of_turn(seen)
