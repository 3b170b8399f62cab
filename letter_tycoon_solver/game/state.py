"""The state of a game: `GameState`, all of it, and `SeenState`, what one player may know.

Where the 102 cards are, at every moment: in the deck, among the discards, in the community, or in a
hand. Played cards stay where they came from until the clean-up moves them; `turn.play` says which
they are.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..errors import InvalidInputError, require, show
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, HIDDEN, remove_cards
from ..rules.play import HAND, Play
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from .chance import Chance
from .ledger import Payment, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..search.turn_rows import OpenTurn
    from .legal import LegalActions

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
NOBODY: Final = -1
"""The viewer of a table that is seen without any hand."""

TableOpponent = str | tuple[str, int, int]
"""An opponent at a table, as far as seen: patents, or patents, money and stock."""


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
class Table:
    """The common part of `GameState` and `SeenState`.

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
    discards: str
    phase: Phase
    active: int
    to_act: int
    round: int
    start_player: int
    final_round: int | None
    turn: TurnSoFar
    payments: tuple[Payment, ...]

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
    def legal_actions(self) -> LegalActions:
        """The actions open to `to_act` now: a lazy view to iterate, test with `in`, and count."""
        # Here, because legal.py builds on this module; so do text.py and state_json.py below.
        from .legal import LegalActions

        return LegalActions(self)

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

    def __str__(self) -> str:
        from .text import state_text

        return state_text(self)

    def _repr_html_(self) -> str:
        from .notebook import state_html

        return state_html(self)


def require_table(table: object) -> None:
    """Raises InvalidInputError for what is neither a GameState nor a SeenState."""
    if not isinstance(table, Table):
        raise InvalidInputError(f"{show(table)} is given; give a GameState or a SeenState")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenState(Table):
    """The view of `viewer`: a `GameState` without the deck and the chance.

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

    @classmethod
    def at_table(  # noqa: PLR0913 (one for each thing that is seen)
        cls,
        hand: str,
        community: str,
        *,
        patents: str = "",
        money: int = 0,
        stock: int = 0,
        opponents: Sequence[TableOpponent],
        discards: str = "",
        round: int | None = None,  # noqa: A002
        start_player: int | None = None,
        final_round: int | None = None,
        replaced: bool = False,
        lexicon: Lexicon,
        ruleset: Ruleset = RULEBOOK,
    ) -> SeenState:
        """Return your view at the start of your turn in a game of people, as `advise` takes it.

        You are player 0 of the view, the opponents are 1, 2, ... clockwise. Cards that you do not
        name are in the deck or in the hands of the opponents.

        Args:
            hand: your cards, all of them.
            community: the face-up cards, all of them.
            patents: yours.
            money: your dollars.
            stock: your stock.
            opponents: one for each, clockwise from you: patents, or patents, money and stock.
            discards: oldest first as far as you know, "?" for each card that you did not see.
            round: from 1; by default the first in which everyone can own what they do.
            start_player: who has the start marker; by default you, if that can be.
            final_round: the last round, once a player has reached the goal; by default the round,
                where the ruleset leaves no other.
            replaced: you have replaced a card with Q in this turn.
            lexicon: the words of the game.
            ruleset: the rules of the table.

        Returns:
            The view.

        Raises:
            InvalidInputError: no game can look like this; the message says which number is wrong.
        """
        from .follow.view_at_table import view_at_table

        return view_at_table(
            hand,
            community,
            patents=patents,
            money=money,
            stock=stock,
            opponents=opponents,
            discards=discards,
            round_=round,
            start_player=start_player,
            final_round=final_round,
            replaced=replaced,
            lexicon=lexicon,
            ruleset=ruleset,
        )

    @classmethod
    def parse(cls, text: str, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> SeenState:
        """The view that `str(view)` wrote at the start of a turn, as FEN is for chess.

        Args:
            text: hand, community, players, viewer, discards, active player, round, start player,
                last round and phase, as in "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start".
            lexicon: the words of the game.
            ruleset: the rules of the table.

        Returns:
            The view.

        Raises:
            InvalidInputError: the text is not such a line, is of another phase, or says what no
                player can see.
        """
        from .follow.view_text import parse_view_text

        return parse_view_text(text, lexicon, ruleset)

    def __str__(self) -> str:
        from .follow.view_text import view_text

        return view_text(self)

    @property
    def position(self) -> Position:
        """The solver's view of the viewer, whosever turn it is."""
        return self.position_of(self.viewer)

    @property
    def open_turn(self) -> OpenTurn:
        """The turn, or the rest of it, that the viewer is to plan: for `best_turns`.

        Raises:
            InvalidInputError: the viewer is not asked for a turn now.
        """
        from .open_turns import open_turn

        return open_turn(self)

    @property
    def unseen(self) -> dict[str, int]:
        """Cards of each letter that are in the deck, in other hands or among discards not seen."""
        seen = self.community + self.discards + "".join(seat.hand for seat in self.seats)
        return {letter: n - seen.count(letter) for letter, n in CARD_COUNT.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(Table):
    """All of a game at one moment; immutable. `new_game` makes the first one, `apply` the others.

    Attributes:
        deck: letters, the next card to draw first.
        chance: the source of all later shuffles.
    """

    deck: str
    chance: Chance

    @property
    def position(self) -> Position:
        """The solver's view of the player whose turn it is."""
        return self.position_of(self.active)

    def seen_by(self, player: int) -> SeenState:
        """Return the view of that player.

        Raises:
            InvalidInputError: there is no such player.
        """
        self._check_player(player)
        return SeenState(
            ruleset=self.ruleset,
            lexicon=self.lexicon,
            seats=tuple(
                seat if number == player else self._hide_hand(number)
                for number, seat in enumerate(self.seats)
            ),
            community=self.community,
            discards=self.discards,
            phase=self.phase,
            active=self.active,
            to_act=self.to_act,
            round=self.round,
            start_player=self.start_player,
            final_round=self.final_round,
            turn=self.turn if player == self.active else self.with_leave_hidden(),
            payments=self.payments,
            viewer=player,
            deck_size=len(self.deck),
        )

    def to_dict(self) -> dict[str, object]:
        """The state as plain data for JSON, without the lexicon; `from_dict` reads it back."""
        from .state_json import state_to_dict

        return state_to_dict(self)

    @classmethod
    def from_dict(cls, data: object, lexicon: Lexicon | Iterable[str]) -> GameState:
        """The state that `to_dict` wrote.

        Args:
            data: plain data, as from JSON; letters are taken in any case.
            lexicon: the one to go on with, as for `new_game`.

        Raises:
            InvalidInputError: other data, or a state no game can be in: its cards are one deck, and
                phase, players asked, rounds, patents, money, the words on the table (with all they
                earn) and the ledger fit together.
            LexiconError: the words given make no lexicon.
        """
        from .state_json import state_from_dict

        return state_from_dict(data, lexicon)

    def with_leave_hidden(self) -> TurnSoFar:
        """The turn as the opponents see it."""
        play = self.turn.play
        if play is None:
            return self.turn
        return replace(self.turn, play=replace(play, leave=HIDDEN * len(play.leave)))

    def _hide_hand(self, player: int) -> Seat:
        seat = self.seats[player]
        shown = self.turn.cards_used(HAND) if player == self.active else ""
        return replace(seat, hand=shown + HIDDEN * (len(seat.hand) - len(shown)))
