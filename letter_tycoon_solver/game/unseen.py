"""The cards that a player does not see, and those among which the next one is drawn."""

from __future__ import annotations

from collections import Counter

from ..rules.cards import HIDDEN
from ..rules.play import CARD_SOURCES
from .table import SeenData


def unseen_cards(seen: SeenData) -> str:
    """The cards of the deck, the hidden hands and the hidden discards, sorted."""
    return "".join(letter * n for letter, n in seen.unseen.items())


def discards_of_turn(seen: SeenData) -> str:
    """The discards with the cards of the words on the table: what is shuffled without a deck."""
    return seen.discards + seen.turn.cards_used(CARD_SOURCES)


def drawn_from(seen: SeenData) -> tuple[Counter[str], int]:
    """By letter, how likely it is drawn next: in whole parts, so many for one card that is known.

    Without a deck it is one of the discards. Of those that are hidden, each is any unseen card.
    """
    unseen = Counter(unseen_cards(seen))
    if seen.deck_size:
        return unseen, 1
    pile = Counter(discards_of_turn(seen))
    n_hidden = pile.pop(HIDDEN, 0)
    if not n_hidden:
        return pile, 1
    parts = unseen.total()
    return Counter(
        {card: pile[card] * parts + n_hidden * unseen[card] for card in pile | unseen}
    ), parts
