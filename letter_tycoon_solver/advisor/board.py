"""A game as one player sees it, laid out for the kernels: see _kernels/game_layout.py."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from .._kernels import game_layout as layout
from ..cards import CARD_COUNT, LETTERS, parse_whole
from ..errors import InvalidInputError
from ..game.chance import Chance
from ..game.possible import check_possible
from ..game.state import HIDDEN, GameState, Phase, SeenState, Table
from ..position import MAX_MONEY
from ..ruleset import LastRound
from .unseen import unseen_cards

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Board:
    """The arrays of a game, read-only; the cards that the viewer cannot see are all in the deck.

    table      int64 [TABLE_SIZE]
    cards      uint8 [N_PILES, DECK_SIZE]
    n_hidden   int64 [MAX_PLAYERS]: cards of each hand that are to be dealt from the deck
    """

    table: Ints
    cards: Bytes
    n_hidden: Ints

    @classmethod
    def of(cls, seen: SeenState) -> Board:
        """The board of a view that can be; what lies on the table still is in the hand."""
        cards = np.zeros((layout.N_PILES, layout.DECK_SIZE), np.uint8)
        n_hidden = np.zeros(layout.MAX_PLAYERS, np.int64)
        for player, seat in enumerate(seen.seats):
            n_hidden[player] = seat.hand.count(HIDDEN)
            _lay(cards[player], seat.hand.replace(HIDDEN, ""))
        _lay(cards[layout.COMMUNITY_PILE], seen.community)
        _lay(cards[layout.DISCARD_PILE], seen.discards)
        deck = unseen_cards(seen)
        _lay(cards[layout.DECK_PILE], deck)
        table = _table_of(seen)
        table[layout.END], table[layout.N_DISCARDS] = len(deck), len(seen.discards)
        for array in (table, cards, n_hidden):
            array.flags.writeable = False
        return cls(table, cards, n_hidden)


def check_view(seen: SeenState) -> None:
    """Raises InvalidInputError, with what is wrong, for what no player can see in any game."""
    for seat in seen.seats:
        parse_whole(seat.money, "money of a player", 0, MAX_MONEY)
        parse_whole(seat.stock, "stock of a player", 0, MAX_MONEY)
        _check_letters(seat.patents, "patents of a player")
        _check_letters(seat.hand.replace(HIDDEN, ""), "cards in a hand")
    _check_letters(seen.community, "cards of the community")
    _check_letters(seen.discards, "discards")
    if seen.viewer not in range(len(seen.seats)):
        raise InvalidInputError(f"the viewer is player {seen.viewer} of {len(seen.seats)} players")
    if HIDDEN in seen.seats[seen.viewer].hand:
        raise InvalidInputError("a card of the viewer's own hand is hidden; name all its cards")
    for letter, n in seen.unseen().items():
        if n < 0:
            raise InvalidInputError(
                f"more cards {letter} are seen than the {CARD_COUNT[letter]} that the deck has;"
                " look again at the hand, the community and the discards"
            )
    n_unseen = len(unseen_cards(seen))
    n_hidden = sum(seat.hand.count(HIDDEN) for seat in seen.seats)
    if n_hidden + seen.deck_size != n_unseen:
        raise InvalidInputError(
            f"{n_unseen} cards are not seen; the hidden hands hold {n_hidden} and the deck"
            f" {seen.deck_size}. Look again at the hands and the discards"
        )
    check_possible(_game_with(seen))


def _check_letters(letters: str, what: str) -> None:
    if unknown := set(letters) - set(LETTERS):
        raise InvalidInputError(
            f"the {what} are {letters!r}; {min(unknown)!r} is no letter from A to Z"
        )


def _game_with(seen: SeenState) -> GameState:
    """A game in which the viewer sees this."""
    deck, seats = unseen_cards(seen), []
    for seat in seen.seats:
        n_hidden = seat.hand.count(HIDDEN)
        hand = sorted(seat.hand.replace(HIDDEN, "") + deck[:n_hidden])
        seats.append(replace(seat, hand="".join(hand)))
        deck = deck[n_hidden:]
    common = {field.name: getattr(seen, field.name) for field in fields(Table)}
    common["seats"] = tuple(seats)
    return GameState(**common, deck=deck, chance=Chance(0))


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
