"""A game as one player sees it, laid out for the kernels: see _kernels/game_layout.py."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .._kernels import game_layout as layout
from ..game.state import SeenState
from ..game.table import Phase, unseen_cards
from ..rules.cards import HIDDEN, LETTERS
from ..rules.ruleset import LastRound

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Board:
    """The arrays of a game, read-only; the cards that the viewer cannot see are all in the deck.

    Attributes:
        table: int64 [TABLE_SIZE].
        cards: uint8 [N_PILES, DECK_SIZE].
        n_hidden: int64 [N_PILES]: cards of each hand, and of the discards, that are to be dealt
            from the deck.
    """

    table: Ints
    cards: Bytes
    n_hidden: Ints

    def __post_init__(self) -> None:
        for array in (self.table, self.cards, self.n_hidden):
            array.flags.writeable = False

    def __reduce__(self) -> tuple[type[Board], tuple[Ints, Bytes, Ints]]:
        # Made anew: unpickled arrays can be written to, which is another type to the kernels, so
        # that each worker would compile them again.
        return Board, (self.table, self.cards, self.n_hidden)

    @classmethod
    def of(cls, seen: SeenState) -> Board:
        """The board of a view that can be; what lies on the table still is in the hand."""
        cards = np.zeros((layout.N_PILES, layout.DECK_SIZE), np.uint8)
        n_hidden = np.zeros(layout.N_PILES, np.int64)
        for player, seat in enumerate(seen.seats):
            n_hidden[player] = seat.hand.count(HIDDEN)
            _lay(cards[player], seat.hand.replace(HIDDEN, ""))
        _lay(cards[layout.COMMUNITY_PILE], seen.community)
        n_hidden[layout.DISCARD_PILE] = seen.discards.count(HIDDEN)
        _lay(cards[layout.DISCARD_PILE], seen.discards.replace(HIDDEN, ""))
        deck = unseen_cards(seen)
        _lay(cards[layout.DECK_PILE], deck)
        table = _table_of(seen)
        table[layout.END], table[layout.N_DISCARDS] = len(deck), len(seen.discards)
        return cls(table, cards, n_hidden)


def _table_of(seen: SeenState) -> Ints:
    table = np.zeros(layout.TABLE_SIZE, np.int64)
    table[layout.N_PLAYERS] = len(seen.seats)
    table[layout.ACTIVE] = seen.active
    table[layout.START_PLAYER] = seen.start_player
    table[layout.ROUND] = seen.round
    table[layout.FINAL_ROUND] = seen.final_round or 0
    table[layout.MORE_ROUNDS] = seen.ruleset.last_round is LastRound.ONE_MORE_TURN
    table[layout.GOAL] = seen.goal
    table[layout.IS_OVER] = seen.phase is Phase.OVER
    table[layout.OWNER : layout.MONEY] = layout.NO_PLAYER
    for player, seat in enumerate(seen.seats):
        table[layout.MONEY + player] = seat.money
        table[layout.STOCK + player] = seat.stock
        table[layout.VALUE + player] = seat.patent_value
        for letter in seat.patents:
            table[layout.OWNER + LETTERS.index(letter)] = player
    return table


def _lay(pile: Bytes, cards: str) -> None:
    pile[: len(cards)] = np.frombuffer(cards.encode("ascii"), np.uint8)
