"""The fields of a table, and the questions that take no other module to answer.

Where the 102 cards are, at every moment: in the deck, among the discards, in the community, or in a
hand. Played cards stay where they came from until the clean-up moves them; `turn.play` says which
they are.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final

from ..errors import InvalidInputError, require, show
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, remove_cards
from ..rules.play import HAND, Play
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import Ruleset
from .chance import Chance
from .ledger import Payment, Seat

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
NOBODY: Final = -1
"""The viewer of a table that is seen without any hand."""


class Phase(enum.Enum):
    """The decision asked of `to_act`. A turn goes through some of these, in this order."""

    START = "start"
    """Replace a card (owner of Q), then discard or play."""
    CHALLENGE = "challenge"
    """Each opponent, clockwise, accepts or challenges the words on the table."""
    PENALTY = "penalty"
    """A word was not in the lexicon: the active player discards one card."""
    PURCHASE = "purchase"
    """The active player buys a patent or not; left out if none can be bought."""
    CLEAN_UP = "clean-up"
    """The active player chooses the cards to discard with those played."""
    OVER = "over"
    """The game has ended; nobody acts."""


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """The turn so far.

    Attributes:
        replaced: the owner of Q has replaced a card.
        failed_words: plays the automatic challenge has refused.
        play: the words on the table and what they earn, None before they are played; once a wrong
            challenge has paid its dollar, `purchasable` counts that too.
        challenged: the words were challenged and stand.
    """

    replaced: bool = False
    failed_words: int = 0
    play: Play | None = None
    challenged: bool = False

    def cards_used(self, sources: str) -> str:
        """Letters of the cards played that come from `sources`, in the order of the words.

        Raises:
            InvalidInputError: `sources` is not a string.
        """
        require(sources, str, "the sources")
        words = self.play.words if self.play else ()
        return "".join(word.letters_from(sources) for word in words)


NEW_TURN: Final = TurnSoFar()


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a player.

    Attributes:
        player: number of the player.
        patents: cost of the patents owned, in dollars.
        money: dollars.
        stock: shares.
    """

    player: int
    patents: int
    money: int
    stock: int

    @property
    def total(self) -> int:
        """The score: patents, money and stock together."""
        return self.patents + self.money + self.stock


@dataclass(frozen=True, slots=True, kw_only=True)
class TableData:
    """The fields of a `Table`.

    Attributes:
        ruleset: the rules of this table.
        lexicon: the valid words. Carried along so that `apply`, `legal_actions` and players need no
            further argument; not part of equality, `repr` or `to_dict`.
        seats: one per player, clockwise; a player's number is the index.
        community: face-up cards, sorted letters.
        discards: letters, oldest first.
        phase: what is asked now.
        active: the player whose turn it is; at the end of the game, whose turn was the last.
        to_act: the player who is asked; differs from `active` only in a challenge.
        round: from 1; a round begins with the start player.
        start_player: holder of the start marker.
        final_round: the round after which the game ends; None until a player reaches the goal.
        turn: what has happened in this turn.
        payments: the ledger of the last action.

    Raises:
        InvalidInputError: the lexicon is not a Lexicon.
    """

    ruleset: Ruleset
    lexicon: Lexicon = field(compare=False, repr=False)
    seats: tuple[Seat, ...]
    community: str
    discards: str = ""
    phase: Phase = Phase.START
    active: int
    to_act: int
    round: int = 1
    start_player: int
    final_round: int | None = None
    turn: TurnSoFar = NEW_TURN
    payments: tuple[Payment, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.lexicon, Lexicon):
            raise InvalidInputError(
                f"the lexicon of a game is {show(self.lexicon)}; give a Lexicon, such as"
                " Lexicon.from_words makes"
            )

    @property
    def goal(self) -> int:
        """Value of one player's patents that ends the game."""
        return self.ruleset.goals[len(self.seats)]

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.phase is Phase.OVER

    @property
    def active_seat(self) -> Seat:
        """The seat of the player whose turn it is."""
        return self.seats[self.active]

    def clockwise_from(self, player: int) -> list[int]:
        """All players in clockwise order, `player` first.

        Raises:
            InvalidInputError: there is no such player.
        """
        self._check_player(player)
        n_players = len(self.seats)
        return [(player + step) % n_players for step in range(n_players)]

    @property
    def leave(self) -> str:
        """The active player's hand without the cards played this turn, sorted."""
        return remove_cards(self.active_seat.hand, self.turn.cards_used(HAND))

    @property
    def scores(self) -> tuple[Score, ...]:
        """One score per player, in the order of the seats; final once the game is over."""
        return tuple(
            Score(player, seat.patent_value, seat.money, seat.stock)
            for player, seat in enumerate(self.seats)
        )

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The players from first to last; those who share a place are together.

        Rule (End): the highest score wins; ties go to the higher value of patents; if still tied
        the place is shared. `ranking[0]` are the winners.
        """
        places: dict[tuple[int, int], list[int]] = {}
        for score in self.scores:
            places.setdefault((score.total, score.patents), []).append(score.player)
        return tuple(tuple(places[key]) for key in sorted(places, reverse=True))

    def position_of(self, player: int) -> Position:
        """The solver's view of that player, whose hand must not be hidden.

        Money counts up to MAX_MONEY, all that a `Position` holds.

        Raises:
            InvalidInputError: the hand is hidden, or there is no such player.
        """
        first, *others = (self.seats[number] for number in self.clockwise_from(player))
        return Position(
            first.hand,
            self.community,
            first.patents,
            tuple(seat.patents for seat in others),
            min(first.money, MAX_MONEY),
        )

    def _check_player(self, player: object) -> None:
        if type(player) is not int or not 0 <= player < len(self.seats):
            raise InvalidInputError(
                f"there is no player {show(player)}; players are 0 to {len(self.seats) - 1}"
            )


_FIELDS: Final = tuple(field.name for field in fields(TableData))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenData(TableData):
    """The fields of a `SeenState`.

    In `seats`, the hand of another player has the cards that lie on the table in the words of the
    turn, in their order, then HIDDEN for every other card. So has the `leave` of the play, for all
    but the player who made it. In a game of people, `discards` has HIDDEN for a card that the
    viewer did not see when it was discarded.

    Attributes:
        viewer: the player who looks.
        deck_size: cards in the deck.
    """

    viewer: int
    deck_size: int

    @property
    def unseen(self) -> dict[str, int]:
        """Cards of each letter that are in the deck, in other hands or among discards not seen."""
        seen = self.community + self.discards + "".join(seat.hand for seat in self.seats)
        return {letter: n - seen.count(letter) for letter, n in CARD_COUNT.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameData(TableData):
    """The fields of a `GameState`.

    Attributes:
        deck: letters, the next card to draw first.
        chance: the source of all later shuffles.
    """

    deck: str
    chance: Chance


def fields_of(table: TableData) -> dict[str, Any]:
    """The fields of TableData, for another kind of table."""
    return {name: getattr(table, name) for name in _FIELDS}


def require_table(table: object) -> None:
    """Raises InvalidInputError for what is neither a GameState nor a SeenState."""
    if not isinstance(table, TableData):
        raise InvalidInputError(f"{show(table)} is given; give a GameState or a SeenState")


def lexicon_of(words: Lexicon | Iterable[str]) -> Lexicon:
    """The lexicon given, or that of the words given.

    Raises:
        InvalidInputError: `words` is neither.
    """
    if isinstance(words, Lexicon):
        return words
    if isinstance(words, str | bytes | bytearray) or not isinstance(words, Iterable):
        raise InvalidInputError(f"lexicon is {show(words)}; give a Lexicon or a set of words")
    return Lexicon.from_words(words)
