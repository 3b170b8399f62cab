"""The state of a game: `GameState`, all of it, and `SeenState`, what one player may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..errors import InvalidInputError, require
from ..lexicon import Lexicon
from ..rules.cards import HIDDEN, LETTERS, parse_letters, parse_whole
from ..rules.play import HAND
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from ..search.turn_rows import OpenTurn
from .ledger import Seat
from .legal import LegalActions, may_replace
from .notebook import state_html
from .state_json import state_from_dict, state_to_dict
from .table import GameData, Phase, SeenData, TableData, TurnSoFar, fields_of, lexicon_of
from .text import state_text
from .unseen import drawn_from
from .validate import check_view
from .view_at_table import YOU, TableOpponent, deck_size, parse_opponents, with_rounds
from .view_text import parse_view_text, view_text

_TURN_PHASES = (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(TableData):
    """The common part of `GameState` and `SeenState`: the fields are those of `TableData`."""

    @property
    def legal_actions(self) -> LegalActions:
        """The actions open to `to_act` now: a lazy view to iterate, test with `in`, and count."""
        return LegalActions(self)

    def __str__(self) -> str:
        return state_text(self)

    def _repr_html_(self) -> str:
        return state_html(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenState(SeenData, Table):
    """The view of one player, `viewer`: a `GameState` without the deck and the chance."""

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
        require(ruleset, Ruleset, "the ruleset")
        require(replaced, bool, "replaced")
        others = parse_opponents(opponents, ruleset.hand_size)
        position = Position(hand, community, patents, [seat.patents for seat in others], money)
        own_stock = parse_whole(stock, "your stock", 0, MAX_MONEY)
        require(discards, str, "the discards")
        parse_letters(discards.replace(HIDDEN, ""), "the discards")
        pile = discards.upper()
        start = cls(
            ruleset=ruleset,
            seats=(Seat(position.hand, position.patents, position.money, own_stock), *others),
            community=position.community,
            discards=pile,
            active=YOU,
            to_act=YOU,
            start_player=YOU,
            turn=TurnSoFar(replaced=replaced),
            viewer=YOU,
            deck_size=deck_size(position, pile, ruleset),
            lexicon=lexicon_of(lexicon),
        )
        seen = with_rounds(start, round, start_player, final_round)
        check_view(seen)
        return seen

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
        return parse_view_text(cls, text, lexicon, ruleset)

    def __str__(self) -> str:
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
        if self.phase not in _TURN_PHASES or self.viewer != self.active:
            raise InvalidInputError(
                f"player {self.viewer} has no turn to plan: the phase is {self.phase.value}, and"
                f" player {self.active} has the turn; ask at the start of the player's own turn"
            )
        is_start = self.phase is Phase.START
        if not is_start and self.turn.play is None:
            raise InvalidInputError(
                f"the phase is {self.phase.value} and no words lie on the table; give a view at the"
                " start of a turn, or one with the play in its turn"
            )
        draws, one = drawn_from(self) if is_start else ({}, 0)
        return OpenTurn(
            self.position,
            self.ruleset,
            None if self.final_round is None else self.final_round - self.round,
            is_start and may_replace(self),
            tuple([draws.get(letter, 0) for letter in LETTERS]) if is_start else (),
            0 if self.deck_size else one,
            None if is_start else self.turn.play,
            self.phase is Phase.CLEAN_UP,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(GameData, Table):
    """All of a game at one moment, immutable. `new_game` makes the first, `apply` the others."""

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
        fields = fields_of(self)
        if player != self.active:
            fields["turn"] = self.with_leave_hidden()
        fields["seats"] = tuple(
            seat if number == player else self._hide_hand(number)
            for number, seat in enumerate(self.seats)
        )
        return SeenState(**fields, viewer=player, deck_size=len(self.deck))

    def to_dict(self) -> dict[str, object]:
        """The state as plain data for JSON, without the lexicon; `from_dict` reads it back."""
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
        return state_from_dict(cls, data, lexicon)

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
