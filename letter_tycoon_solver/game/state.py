"""A game at one moment: whole, or as one player sees it; its set-up, and what it must hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from .._json import read_enum, read_field, read_optional, read_whole
from ..errors import IllegalPlay, InvalidInputError, require, show, show_text, there_are
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import (
    CARD_COUNT,
    DECK_SIZE,
    HIDDEN,
    LETTERS,
    check_deck_holds,
    n_cards_text,
    parse_cards,
    parse_letters,
    parse_whole,
    sorted_cards,
)
from ..rules.play import HAND, Play
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import RULEBOOK, ChallengeMode, LastRound, Ruleset
from ..search.rows import OpenTurn
from .actions import lay, may_replace, play_of
from .table import (
    MAX_PLAYERS,
    MAX_ROUND,
    MIN_PLAYERS,
    Chance,
    Payment,
    PaymentKind,
    Phase,
    Seat,
    Table,
    TurnSoFar,
    bought,
    drawn_from,
    ends_game,
    fields_of,
    parse_pile,
    with_seat,
)

_TURN_PHASES = (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP)
YOU: Final = 0
"""The number of the person who looks; the opponents are 1, 2, ... clockwise."""
TableOpponent = str | tuple[str, int, int]
"""An opponent at a table, as far as seen: patents, or patents, money and stock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenState(Table):
    """The view of one player: a `GameState` without the chance, whose deck is HIDDEN.

    The hand of another player has the cards of the words on the table, in their order, then HIDDEN
    for every other card. So has the `leave` of the play, for all but the player who made it. In a
    game of people, `discards` has HIDDEN for a card that the viewer did not see.

    Attributes:
        viewer: the player who looks.
    """

    viewer: int

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

        Raises:
            InvalidInputError: no advice can be given on it; the message says what is wrong.
        """
        require(ruleset, Ruleset, "the ruleset")
        require(replaced, bool, "replaced")
        others = _parse_opponents(opponents, ruleset.hand_size)
        position = Position(hand, community, patents, [seat.patents for seat in others], money)
        own_stock = parse_whole(stock, "your stock", 0, MAX_MONEY)
        pile = parse_pile(discards, "the discards")
        check_sizes(position.hand, position.community, ruleset, "at the start of a turn it has {}")
        seen = position.hand + position.community + pile.replace(HIDDEN, "")
        check_deck_holds(seen, "hand, community and discards together")
        own = Seat(position.hand, position.patents, position.money, own_stock)
        seats = (own, *others)
        start = cls(
            ruleset=ruleset,
            seats=seats,
            community=position.community,
            discards=pile,
            active=YOU,
            to_act=YOU,
            start_player=YOU,
            turn=TurnSoFar(replaced=replaced),
            viewer=YOU,
            deck=hidden_deck(seats, position.community, pile),
            lexicon=lexicon_of(lexicon),
        )
        view = _with_rounds(start, round, start_player, final_round)
        check_view(view)
        return view

    @classmethod
    def parse(cls, text: str, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> SeenState:
        """The view that `str(view)` wrote at the start of a turn, as FEN is for chess.

        Args:
            text: hand, community, players (patents:money:stock), viewer, discards (oldest first),
                active player, round, start player, last round and phase, as in
                "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start".
            lexicon: the words of the game.
            ruleset: the rules of the table.

        Raises:
            InvalidInputError: the text is not such a line, is of another phase, or says what no
                player can see.
        """
        require(text, str, "the text of a view")
        require(ruleset, Ruleset, "the ruleset")
        fields = text.split()
        if len(fields) != _N_FIELDS:
            raise InvalidInputError(
                f"{show(text)} has {len(fields)} fields and a view has {_N_FIELDS}: hand,"
                " community, players, viewer, discards, active player, round, start player, last"
                ' round and phase, as in "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start"'
            )
        hand, community, owned, viewer, discards, active, round_, start, last, phase = fields
        players = [_parse_player(player) for player in owned.split("/")]
        if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
            raise InvalidInputError(
                f"the players {show(owned)} are {len(players)}; {MIN_PLAYERS} to {MAX_PLAYERS} can"
                " play"
            )
        own = _number(viewer, "the viewer", len(players) - 1)
        hands = [HIDDEN * ruleset.hand_size] * len(players)
        hands[own] = parse_letters(_letters(hand), "the hand")
        pool = parse_letters(_letters(community), "the community")
        pile = parse_pile(_letters(discards), "the discards")
        whose = _number(active, "the active player", len(players) - 1)
        at, so_far = _parse_phase(phase)
        seats = tuple(Seat(cards, *player) for cards, player in zip(hands, players, strict=True))
        seen = cls(
            ruleset=ruleset,
            lexicon=lexicon_of(lexicon),
            seats=seats,
            community=pool,
            discards=pile,
            phase=at,
            active=whose,
            to_act=whose,
            round=_number(round_, "the round"),
            start_player=_number(start, "the start player", len(players) - 1),
            final_round=None if last == _NOTHING else _number(last, "the last round"),
            turn=so_far,
            viewer=own,
            deck=hidden_deck(seats, pool, pile),
        )
        check_view(seen)
        return seen

    def __str__(self) -> str:
        players = "/".join(
            f"{seat.patents or _NOTHING}:{seat.money}:{seat.stock}" for seat in self.seats
        )
        last = _NOTHING if self.final_round is None else str(self.final_round)
        return " ".join(
            [
                self.seats[self.viewer].hand,
                self.community or _NOTHING,
                players,
                str(self.viewer),
                self.discards or _NOTHING,
                str(self.active),
                str(self.round),
                str(self.start_player),
                last,
                _phase_text(self),
            ]
        )

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
            0 if self.deck else one,
            None if is_start else self.turn.play,
            self.phase is Phase.CLEAN_UP,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(Table):
    """All of a game at one moment, immutable. `new_game` makes the first, `apply` the others.

    Of a game that was played elsewhere, HIDDEN stands for each card, of a hand as of the deck,
    whose letter nobody has told.

    Attributes:
        chance: the source of all later shuffles.
    """

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
        fields = fields_of(self) | {"deck": HIDDEN * len(self.deck)}
        if player != self.active:
            play = self.turn.play
            leave = HIDDEN * len(play.leave) if play else ""
            fields["turn"] = replace(self.turn, play=play and replace(play, leave=leave))
        shown = {player: self.seats[player].hand}
        shown.setdefault(self.active, self.turn.cards_used(HAND))
        hands = [shown.get(number, "") for number in range(len(self.seats))]
        fields["seats"] = tuple(
            replace(seat, hand=hand + HIDDEN * (len(seat.hand) - len(hand)))
            for seat, hand in zip(self.seats, hands, strict=True)
        )
        return SeenState(**fields, viewer=player)

    def to_dict(self) -> dict[str, object]:
        """The state as plain data for JSON, without the lexicon; `from_dict` reads it back."""
        play, chance = self.turn.play, asdict(self.chance)
        return {
            "ruleset": self.ruleset.to_dict(),
            "seats": [asdict(seat) for seat in self.seats],
            "community": self.community,
            "discards": self.discards,
            "deck": self.deck,
            "chance": {name: value for name, value in chance.items() if value != ""},
            "phase": self.phase.value,
            "active": self.active,
            "to_act": self.to_act,
            "round": self.round,
            "start_player": self.start_player,
            "final_round": self.final_round,
            "payments": [{**asdict(one), "kind": one.kind.value} for one in self.payments],
            "turn": {**asdict(replace(self.turn, play=None)), "play": play and play.to_dict()},
        }

    @classmethod
    def from_dict(cls, data: object, lexicon: Lexicon | Iterable[str]) -> GameState:
        """The state that `to_dict` wrote.

        Args:
            data: plain data, as from JSON; letters are taken in any case.
            lexicon: the one to go on with, as for `new_game`.

        Raises:
            InvalidInputError: other data, or a state that rules cannot go on from. Whether a game
                could have come to it is not asked.
            LexiconError: the words given make no lexicon.
        """
        chance = {"known": "", **read_field(data, "chance", dict)}
        state = cls(
            ruleset=Ruleset.from_dict(read_field(data, "ruleset", dict)),
            lexicon=lexicon_of(lexicon),
            seats=tuple(_seat_from_dict(seat) for seat in read_field(data, "seats", list)),
            community=_read_cards(data, "community"),
            discards=_read_pile(data, "discards"),
            phase=read_enum(data, "phase", Phase),
            active=read_whole(data, "active"),
            to_act=read_whole(data, "to_act"),
            round=read_whole(data, "round"),
            start_player=read_whole(data, "start_player"),
            final_round=read_optional(data, "final_round", int),
            turn=_turn_from_dict(read_field(data, "turn", dict)),
            payments=tuple(_payment_from_dict(item) for item in read_field(data, "payments", list)),
            deck=_read_pile(data, "deck"),
            chance=Chance(
                read_field(chance, "seed", int),
                read_whole(chance, "shuffles"),
                read_field(chance, "known", str),
            ),
        )
        check_table(state)
        return state


# A view in one line of text, as FEN is for chess: "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start".
#
# The fields are those that `SeenState.parse` names; nothing is "-". The phase is "start", or
# "penalty" where a card pays for a word that was none; "start+q" once a card was replaced,
# "start+2" after two words that the rules refused, "start+q2" for both. Every other hand is full,
# all other cards are in the deck. In other phases the words on the table follow the phase; such a
# text is to be read by people only.


_NOTHING: Final = "-"
_N_FIELDS: Final = 10
_NUMBER: Final = re.compile("[0-9]{1,9}")
_PHASE: Final = re.compile(r"(start|penalty)(?:\+(q?)([0-9]{0,2}))?")


def _phase_text(seen: SeenState) -> str:
    turn = seen.turn
    if turn.play is not None:
        return f"{seen.phase.value}+{turn.play.notation.replace(' ', '')}"
    done = "q" * turn.replaced + (str(turn.failed_words) if turn.failed_words else "")
    return f"{seen.phase.value}+{done}" if done else seen.phase.value


def _letters(field: str) -> str:
    return "" if field == _NOTHING else field


def _parse_player(text: str) -> tuple[str, int, int]:
    parts = text.split(":")
    if len(parts) != 3:
        raise InvalidInputError(
            f'the player {show(text)} is not patents:money:stock, as in "KQ:5:1" or "-:0:0"'
        )
    patents = parse_letters(_letters(parts[0]), "the patents of a player")
    return patents, _number(parts[1], "the money"), _number(parts[2], "the stock")


def _number(text: str, what: str, most: int | None = None) -> int:
    if not _NUMBER.fullmatch(text) or (most is not None and int(text) > most):
        limit = "" if most is None else f" to {most}"
        raise InvalidInputError(f"{what} is {show(text)}; give a whole number from 0{limit}")
    return int(text)


def _parse_phase(text: str) -> tuple[Phase, TurnSoFar]:
    match = _PHASE.fullmatch(text.lower())
    if match is None:
        raise InvalidInputError(
            f"the phase is {show(text)}; a view is read at the start of a turn only, where it is"
            ' "start", "start+q" once a card was replaced, and where a card pays for a word that'
            ' was none: "penalty"'
        )
    return Phase(match[1]), TurnSoFar(replaced=bool(match[2]), failed_words=int(match[3] or 0))


# The view of a person at the table, as a `SeenState`; what is not said is inferred.


def hidden_deck(seats: Sequence[Seat], community: str, discards: str = "") -> str:
    """All cards that lie nowhere else. Raises InvalidInputError if the game has not so many."""
    hands = "".join(seat.hand for seat in seats)
    elsewhere = hands + community + discards
    n_seen, n_hidden = len(elsewhere.replace(HIDDEN, "")), discards.count(HIDDEN)
    if n_seen <= DECK_SIZE < len(elsewhere):
        raise InvalidInputError(
            f"{n_seen} cards are seen, which leaves {DECK_SIZE - n_seen};"
            f" {there_are(len(seats) - 1, 'opponent')} with {hands.count(HIDDEN)} cards"
            f"{f', and {n_hidden} discards were not seen' if n_hidden else ''}. Look again at the"
            " discards"
        )
    return HIDDEN * (DECK_SIZE - len(elsewhere))


def _parse_opponents(opponents: Sequence[TableOpponent], hand_size: int) -> list[Seat]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or not opponents:
        raise InvalidInputError(
            f"opponents is {show(opponents)}; give a list with one item per opponent, clockwise:"
            ' patents, or patents, money and stock, as in ["E", ("", 3, 0)]'
        )
    hand = HIDDEN * hand_size
    return [_parse_opponent(opponent, n, hand) for n, opponent in enumerate(opponents, 1)]


def _parse_opponent(opponent: object, number: int, hand: str) -> Seat:
    parts = (opponent, 0, 0) if isinstance(opponent, str) else opponent
    if not isinstance(parts, list | tuple) or len(parts) != 3:
        raise InvalidInputError(
            f'an opponent is {show(opponent)}; give patents, as "KQ", or patents, money and stock,'
            ' as ("KQ", 3, 0)'
        )
    patents, money, stock = parts
    return Seat(
        hand,
        parse_letters(patents, f"the patents of opponent {number}"),
        parse_whole(money, f"the money of opponent {number}", 0, MAX_MONEY),
        parse_whole(stock, f"the stock of opponent {number}", 0, MAX_MONEY),
    )


def _with_rounds(
    state: SeenState, round_: int | None, start_player: int | None, final: int | None
) -> SeenState:
    """The state with what is said of the rounds; nothing said is the first round."""
    given = None if round_ is None else parse_whole(round_, "the round", 1, MAX_ROUND)
    if final is not None:
        parse_whole(final, "the last round", 1, MAX_ROUND + 1)
    elif any(seat.patent_value >= state.goal for seat in state.seats):
        if state.ruleset.last_round is LastRound.ONE_MORE_TURN:
            raise InvalidInputError(
                "a player has reached the goal, and by this ruleset all have one more turn; give"
                " the round and the last round, to say whether it is this round or the next"
            )
        final = given or 1
    state = replace(state, round=given or final or 1, final_round=final)
    return replace(state, start_player=_start_player(start_player, state))


def _start_player(given: int | None, state: SeenState) -> int:
    """Find who has the start marker: by the race to the goal not everyone can have it."""
    reached = [player for player, seat in enumerate(state.seats) if seat.patent_value >= state.goal]
    more = int(state.ruleset.last_round is LastRound.ONE_MORE_TURN)
    # In the round in which the goal is reached, those who have reached it have had their turn.
    is_now = state.final_round == state.round + more
    n, active = len(state.seats), state.active
    possible = [
        start
        for start in range(n)
        if not is_now or all((one - start) % n < (active - start) % n for one in reached)
    ]
    if given is not None:
        parse_whole(given, "the start player", 0, len(state.seats) - 1)
        if given in possible:
            return given
    if not possible:
        raise InvalidInputError(
            f"your patents reach the goal of ${state.goal}, so your last turn is over; look again"
            " at the patents"
        )
    if given is None and len(possible) in (1, len(state.seats)):
        return possible[0]
    who = " and ".join(f"opponent {player}" for player in reached)
    raise InvalidInputError(
        f"{who} reached the goal of ${state.goal} in a turn before yours, and the game goes on"
        " to the player before the start marker; the start player can be "
        f"{' or '.join(map(str, possible))}"
    )


# A `GameState` as plain JSON data.


def _read_cards(data: object, name: str) -> str:
    """Cards in no order, sorted; HIDDEN for each that nobody has told."""
    return parse_cards(read_field(data, name, str), f"the field {name!r}")


def _read_pile(data: object, name: str) -> str:
    return parse_pile(read_field(data, name, str), f"the field {name!r}")


def _seat_from_dict(data: object) -> Seat:
    return Seat(
        hand=_read_cards(data, "hand"),
        patents=parse_letters(read_field(data, "patents", str), "the field 'patents'"),
        money=read_whole(data, "money"),
        stock=read_whole(data, "stock"),
    )


def _turn_from_dict(data: dict[str, object]) -> TurnSoFar:
    play = read_optional(data, "play", dict)
    return TurnSoFar(
        replaced=read_field(data, "replaced", bool),
        failed_words=read_whole(data, "failed_words"),
        play=None if play is None else Play.from_dict(play),
        challenged=read_field({"challenged": False, **data}, "challenged", bool),
    )


def _payment_from_dict(data: object) -> Payment:
    return Payment(
        kind=read_enum(data, "kind", PaymentKind),
        giver=read_optional(data, "giver", int),
        receiver=read_optional(data, "receiver", int),
        money=read_whole(data, "money"),
        stock=read_whole(data, "stock"),
        letters=read_field(data, "letters", str),
    )


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
    cuts, chance = cut_for_start(n_players, seed)
    start_player = _nearest_to_z(cuts[-1])[0]
    deck, chance = chance.shuffle(FULL_DECK)
    size, pool = ruleset.hand_size, ruleset.community_size
    dealt = [(player - start_player) % n_players * size for player in range(n_players)]
    hands, rest = [deck[at : at + size] for at in dealt], deck[n_players * size :]
    words = lexicon_of(lexicon)
    start = told_state(hands, rest[:pool], start_player, rest[pool:], words, ruleset)
    return replace(start, chance=chance)


def told_state(
    hands: Sequence[str],
    community: str,
    first: int,
    draws: str,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> GameState:
    """The first state of a game in which these cards were dealt, and those drawn in this order.

    Cards that nobody has told are HIDDEN. Raises InvalidInputError for more cards of a letter than
    a game has.
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
    return GameState(
        ruleset=ruleset,
        lexicon=lexicon,
        seats=tuple(Seat(sorted_cards(hand)) for hand in hands),
        community=sorted_cards(community),
        active=first,
        to_act=first,
        start_player=first,
        deck=deck,
        chance=Chance(0, known=draws[n_deck:]),
    )


def is_dealt(state: GameState) -> bool:
    """Is it the first state of the game with its seed, which `new_game` deals?"""
    return state == new_game(len(state.seats), state.chance.seed, state.lexicon, state.ruleset)


def cut_for_start(n_players: int, seed: int) -> tuple[tuple[Cut, ...], Chance]:
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


# What rules and kernels need of a table. Whether a game could have come to it is not asked.

_WORDS_LIE = frozenset({Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP})


def check_view(seen: SeenState) -> None:
    """Raises InvalidInputError, with what is wrong, for a view that nothing can be asked of."""
    viewer = seen.viewer
    if viewer not in range(len(seen.seats)):
        raise InvalidInputError(f"the viewer is player {viewer} of {len(seen.seats)} players")
    if HIDDEN in seen.seats[viewer].hand:
        raise InvalidInputError("a card of the viewer's own hand is hidden; name all its cards")
    if seen.deck.strip(HIDDEN):
        raise InvalidInputError(
            f"a card of the deck is named; give {HIDDEN!r} for each card of the deck"
        )
    check_table(seen)


def check_table(table: Table) -> None:
    """Raises InvalidInputError, with what is wrong, for a table that rules or kernels cannot take.

    Unchallenged words need not be in the lexicon: another may be given to go on with.
    """
    _check_cards(table)
    _check_players(table)
    for seat in table.seats:
        check_sizes(seat.hand, table.community, table.ruleset)
    _check_holdings(table)
    _check_rounds(table)
    _check_turn(table)


def _check_players(state: Table) -> None:
    n_players = len(state.seats)
    if not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the state has {n_players} seats; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in ("active", "to_act", "start_player"):
        if getattr(state, name) not in range(n_players):
            raise InvalidInputError(
                f"the field {name!r} is not a player; give one from 0 to {n_players - 1}"
            )
    if (state.to_act != state.active) != (state.phase is Phase.CHALLENGE):
        raise InvalidInputError(
            f"the phase is {state.phase.value} and player {state.to_act} is asked in the turn of "
            f"player {state.active}; in a challenge an opponent is asked, else the active player"
        )


def _check_cards(table: Table) -> None:
    for seat in table.seats:
        _check_letters(seat.patents, "patents of a player")
        _check_letters(seat.hand.replace(HIDDEN, ""), "cards in a hand")
    _check_letters(table.community.replace(HIDDEN, ""), "cards of the community")
    _check_letters(table.discards.replace(HIDDEN, ""), "discards")
    _check_letters(table.deck.replace(HIDDEN, ""), "cards of the deck")
    for letter, n in table.unseen.items():
        if n < 0:
            raise InvalidInputError(
                f"there are more cards {letter} than the {CARD_COUNT[letter]} that a game has; look"
                " again at the hands, the community, the discards and the deck"
            )
    hands = "".join(seat.hand for seat in table.seats)
    n_cards = len(hands + table.community + table.discards + table.deck)
    if n_cards != DECK_SIZE:
        raise InvalidInputError(
            f"hands, community, discards and deck hold {n_cards} cards; the game has {DECK_SIZE}."
            " Look again at the discards and the deck"
        )


def _check_letters(letters: str, what: str) -> None:
    if unknown := set(letters) - set(LETTERS):
        raise InvalidInputError(
            f"the {what} are {letters!r}; {min(unknown)!r} is not a letter from A to Z"
        )


def check_sizes(
    hand: str, community: str, ruleset: Ruleset, rule: str = "the ruleset deals {}"
) -> None:
    """Raises InvalidInputError, with the rule, unless there are as many cards as are dealt."""
    for what, cards, size in (
        ("hand", hand, ruleset.hand_size),
        ("community", community, ruleset.community_size),
    ):
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {show_text(cards or '(none)')} has {n_cards_text(len(cards))};"
                f" {rule.format(size)}"
            )


def _check_holdings(state: Table) -> None:
    owned = "".join(seat.patents for seat in state.seats)
    for letter in owned:
        if owned.count(letter) > 1:
            raise InvalidInputError(f"patent {letter} is owned twice; a patent has one owner")
    for seat in state.seats:
        parse_whole(seat.money, "money of a player", 0, MAX_MONEY)
        parse_whole(seat.stock, "stock of a player", 0, MAX_MONEY)


def _check_rounds(state: Table) -> None:
    parse_whole(state.round, "the round", 1, MAX_ROUND)
    if state.is_over and not ends_game(state):
        raise InvalidInputError("the game is over before its last round is complete")
    last = state.final_round
    reached = any(seat.patent_value >= state.goal for seat in state.seats)
    if reached != (last is not None):
        raise InvalidInputError(
            f"the field 'final_round' is {last}, and the goal {state.goal} is "
            f"{'' if reached else 'not '}reached; the last round is known from then on"
        )
    more = int(state.ruleset.last_round is LastRound.ONE_MORE_TURN)
    if last is not None and not state.round <= last <= state.round + more:
        raise InvalidInputError(
            f"the last round is {last} in round {state.round}; the ruleset has "
            f"{state.ruleset.last_round.value}"
        )


def _check_turn(state: Table) -> None:
    turn, rule, phase = state.turn, state.ruleset.challenge, state.phase
    if (phase in _WORDS_LIE) != (turn.play is not None):
        raise InvalidInputError(
            f"the phase is {phase.value} and words {'do not ' if phase in _WORDS_LIE else ''}lie "
            "on the table; they lie there from the play to the clean-up"
        )
    if phase is Phase.CHALLENGE and rule.mode is not ChallengeMode.PLAYERS:
        raise InvalidInputError(f"players do not challenge in the mode {rule.mode.value}")
    if phase is Phase.PENALTY and rule.mode is ChallengeMode.NONE:
        raise InvalidInputError("the phase is penalty; without challenges there is none")
    if turn.failed_words > rule.retries + 1:
        raise InvalidInputError(
            f"{turn.failed_words} words have failed this turn; with {rule.retries} retries it is "
            f"over after {rule.retries + 1}"
        )
    if turn.replaced and "Q" not in state.active_seat.patents:
        raise InvalidInputError("a card was replaced by a player who does not own Q")
    if turn.play is not None:
        _check_words(state, turn.play)
    players = {None, *range(len(state.seats))}
    for payment in state.payments:
        if not {payment.giver, payment.receiver} <= players:
            raise InvalidInputError(
                f"the payment {payment} is not between the bank and the {len(players) - 1} players"
            )


def _check_words(state: Table, play: Play) -> None:
    # They are judged as they were laid, before the patent that may have been bought.
    patents = "".join(one for one in state.active_seat.patents if one not in bought(state))
    before = with_seat(state, state.active, replace(state.active_seat, patents=patents))
    try:
        again = play_of(before, lay(play.words, play.doublers), None)
    except IllegalPlay as error:
        raise InvalidInputError(f"the words on the table are illegal: {error}") from None
    if _earned(again) != _earned(play):
        raise InvalidInputError("the words on the table do not earn what the state says")


def _earned(play: Play) -> tuple[object, ...]:
    return play.doublers, play.money, play.stock, play.royalties, play.leave
