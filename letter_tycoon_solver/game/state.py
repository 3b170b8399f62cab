"""The state of a game: `GameState`, `SeenState` as one player may know it, and the set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..errors import InvalidInputError, require, show
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import (
    CARD_COUNT,
    DECK_SIZE,
    HIDDEN,
    LETTERS,
    parse_letters,
    parse_whole,
    sorted_cards,
)
from ..rules.play import HAND
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from ..search.rows import OpenTurn
from .actions import LegalActions, may_replace
from .checks import check_view
from .table import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Chance,
    GameData,
    Phase,
    Seat,
    SeenData,
    TableData,
    TurnSoFar,
    drawn_from,
    fields_of,
)
from .text import (
    YOU,
    TableOpponent,
    deck_size,
    parse_opponents,
    parse_view_text,
    state_from_dict,
    state_html,
    state_text,
    state_to_dict,
    view_text,
    with_rounds,
)

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
            round: from 1; by default the first.
            start_player: who has the start marker; by default you, if that can be.
            final_round: the last round, once a player has reached the goal; by default the round,
                where the ruleset leaves no other.
            replaced: you have replaced a card with Q in this turn.
            lexicon: the words of the game.
            ruleset: the rules of the table.

        Returns:
            The view.

        Raises:
            InvalidInputError: no advice can be given on it; the message says what is wrong.
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
            play = self.turn.play
            leave = HIDDEN * len(play.leave) if play else ""
            fields["turn"] = replace(self.turn, play=play and replace(play, leave=leave))
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
            InvalidInputError: other data, or a state that rules cannot go on from: the cards are a
                deck, each patent has one owner, the last round is known once the goal is
                reached, and the words on the table are legal and earn what it says. Whether a game
                could have come to it is not asked.
            LexiconError: the words given make no lexicon.
        """
        return state_from_dict(cls, data, lexicon)

    def _hide_hand(self, player: int) -> Seat:
        seat = self.seats[player]
        shown = self.turn.cards_used(HAND) if player == self.active else ""
        return replace(seat, hand=shown + HIDDEN * (len(seat.hand) - len(shown)))


# Set-up: the cut for the start player, the hands and the community.


FULL_DECK: Final = "".join(letter * n for letter, n in CARD_COUNT.items())

Cut = tuple[tuple[int, str], ...]
"""One round of cutting: (player, card) of everyone who cut, in order of the seats."""


def new_game(
    n_players: int, seed: int, lexicon: Lexicon | Iterable[str], ruleset: Ruleset = RULEBOOK
) -> GameState:
    """The first state of a game, the same for the same seed.

    Args:
        n_players: 2 to 5.
        seed: a whole number of at most 256 bits; decides the cut and every shuffle.
        lexicon: a Lexicon, the name or path of a list, or words: a set, a list.
        ruleset: the rules of the table.

    Raises:
        InvalidInputError: an argument is not allowed.
        LexiconError: the words make no lexicon, as for `Lexicon.from_words`.

    Examples:
        >>> from letter_tycoon_solver.game import new_game
        >>> state = new_game(3, seed=1, lexicon="enable")
        >>> state.active, state.active_seat.hand, state.community
        (0, 'ADEPTVW', 'CHM')
    """
    require(ruleset, Ruleset, "the ruleset")
    cuts, chance = _cut(n_players, seed)
    start_player = _nearest_to_z(cuts[-1])[0]
    deck, chance = chance.shuffle(FULL_DECK)
    hands, deck = _deal(deck, n_players, start_player, ruleset.hand_size)
    community, deck = deck[: ruleset.community_size], deck[ruleset.community_size :]
    return _first_state(hands, community, start_player, deck, chance, lexicon_of(lexicon), ruleset)


def told_state(
    hands: Sequence[str],
    community: str,
    first: int,
    draws: str,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> GameState:
    """The first state of a game that was played elsewhere.

    Args:
        hands: the first cards of each player; HIDDEN for each that nobody has told.
        community: its first cards, likewise.
        first: the number of the player who starts.
        draws: all cards that are drawn later, in their order, also those after a shuffle.
        lexicon: the words of the game.
        ruleset: the rules of the table.

    Raises:
        InvalidInputError: there are more cards of a letter than a game has.
    """
    dealt = "".join(hands) + community
    n_deck = DECK_SIZE - len(dealt)
    seen = dealt + draws[:n_deck]
    rest = Counter(FULL_DECK)
    rest.subtract(seen.replace(HIDDEN, ""))
    if min(rest.values()) < 0:
        raise InvalidInputError(
            f"there are more cards {min(rest, key=rest.__getitem__)} than a game has; look again at"
            " the hands and at the cards that came"
        )
    n_more = n_deck - len(draws[:n_deck])
    more = HIDDEN * n_more if HIDDEN in seen else "".join(sorted(rest.elements()))
    deck = draws[:n_deck] + more
    chance = Chance(0, known=draws[n_deck:])
    return _first_state(hands, community, first, deck, chance, lexicon, ruleset)


def _first_state(
    hands: Sequence[str],
    community: str,
    first: int,
    deck: str,
    chance: Chance,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> GameState:
    return GameState(
        ruleset=ruleset,
        lexicon=lexicon,
        seats=tuple(Seat(sorted_cards(hand)) for hand in hands),
        community=sorted_cards(community),
        active=first,
        to_act=first,
        start_player=first,
        deck=deck,
        chance=chance,
    )


def is_dealt(state: GameState) -> bool:
    """Is it the first state of the game with its seed, which `new_game` deals?"""
    return state == new_game(len(state.seats), state.chance.seed, state.lexicon, state.ruleset)


def cut_for_start(n_players: int, seed: int) -> tuple[Cut, ...]:
    """The cuts that `new_game` makes with that seed: the first round, then those of ties.

    Args:
        n_players: 2 to 5.
        seed: a whole number of at most 256 bits.

    Raises:
        InvalidInputError: no game has that number of players, or that seed.
    """
    return _cut(n_players, seed)[0]


def _cut(n_players: int, seed: int) -> tuple[tuple[Cut, ...], Chance]:
    """Each player cuts; those with equal cards nearest to Z cut again, among themselves."""
    if type(n_players) is not int or not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the number of players is {show(n_players)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    chance = Chance(seed)
    cuts: list[Cut] = []
    players = list(range(n_players))
    while len(players) > 1:
        deck, chance = chance.shuffle(FULL_DECK)
        cuts.append(tuple(zip(players, deck, strict=False)))
        players = _nearest_to_z(cuts[-1])
    return tuple(cuts), chance


def _nearest_to_z(cut: Cut) -> list[int]:
    best = max(card for _, card in cut)
    return [player for player, card in cut if card == best]


def _deal(deck: str, n_players: int, first: int, size: int) -> tuple[list[str], str]:
    """Hands for everyone, clockwise from `first`, and the rest of the deck."""
    hands = [""] * n_players
    for step in range(n_players):
        cards = deck[step * size : (step + 1) * size]
        hands[(first + step) % n_players] = "".join(sorted(cards))
    return hands, deck[n_players * size :]
