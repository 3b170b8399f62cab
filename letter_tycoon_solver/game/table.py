"""A table: its fields, what it answers alone, the rules that only read it, and its text.

Played cards stay where they came from until the clean-up moves them; `turn.play` says which they
are.
"""

from __future__ import annotations

import enum
import hashlib
import html
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeVar

from .._json import MAX_BITS
from ..errors import (
    JOINERS,
    IllegalMoveError,
    InvalidInputError,
    require,
    require_choice,
    require_each,
    show,
    there_are,
)
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, HIDDEN, PATENT_COST, parse_cards, remove_cards
from ..rules.play import CARD_SOURCES, HAND, Play
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import LastRound, Ruleset

# The chance of a game: a seed and how many shuffles it has made, as an immutable value.


_KEY_BYTES: Final = 8


def parse_pile(cards: str, what: str) -> str:
    """The cards in the order in which they lie, checked as `parse_cards` does."""
    parse_cards(cards, what)
    return cards.upper()


@dataclass(frozen=True, slots=True)
class Chance:
    """A deterministic source of shuffles, the same on every machine and version of Python.

    Shuffle n of seed s gives each card a key of 8 bytes, cut from SHAKE-256 of "s/n" in ASCII, and
    sorts the cards by their keys.

    Attributes:
        seed: a whole number of at most MAX_BITS bits, negative ones too.
        shuffles: shuffles made so far, from 0.
        known: for a game that was played elsewhere, the cards that come first after the next
            shuffles, in their order; the first that is not there comes after a later shuffle.

    Raises:
        InvalidInputError: one of them is something else.
    """

    seed: int
    shuffles: int = 0
    known: str = ""

    def __post_init__(self) -> None:
        for name, value in (("seed", self.seed), ("number of shuffles", self.shuffles)):
            if type(value) is not int or value.bit_length() > MAX_BITS:
                raise InvalidInputError(
                    f"the {name} is {show(value)}; give a whole number of at most {MAX_BITS} bits"
                )
        if self.shuffles < 0:
            raise InvalidInputError(f"the number of shuffles is {self.shuffles}; it is 0 or more")
        object.__setattr__(self, "known", parse_pile(self.known, "the cards of known shuffles"))

    def shuffle(self, cards: str) -> tuple[str, Chance]:
        """The cards in random order, and the chance for the next shuffle.

        Raises:
            InvalidInputError: the cards are not a string.
        """
        require(cards, str, "the cards")
        first = ""
        for card in self.known:
            place = card if card in cards else HIDDEN
            if place not in cards:
                break
            first, cards = first + card, cards.replace(place, "", 1)
        message = f"{self.seed}/{self.shuffles}".encode("ascii")
        stream = hashlib.shake_256(message).digest(_KEY_BYTES * len(cards))
        keyed = sorted(
            (stream[at * _KEY_BYTES : (at + 1) * _KEY_BYTES], card) for at, card in enumerate(cards)
        )
        rest = "".join(card for _, card in keyed)
        return first + rest, Chance(self.seed, self.shuffles + 1, self.known[len(first) :])


# The ledger: what lies before the players, the payments, and what these make of it.


class PaymentKind(enum.Enum):
    """Why money or stock changes hands."""

    PAYOUT = "payout"
    ROYALTY = "royalty"
    CHALLENGE = "challenge"
    PURCHASE = "purchase"


@dataclass(frozen=True, slots=True)
class Payment:
    """One line of the ledger. Nothing else ever moves money or stock.

    Attributes:
        kind: why it is paid.
        giver: number of a player; None is the bank.
        receiver: likewise.
        money: dollars.
        stock: shares.
        letters: royalty: the cards it is for; purchase: the patent; else empty.
    """

    kind: PaymentKind
    giver: int | None
    receiver: int | None
    money: int
    stock: int = 0
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """The property of one player.

    Attributes:
        hand: letters, sorted; HIDDEN for cards of others that a viewer may not know.
        patents: letters, sorted.
        money: dollars.
        stock: shares.
    """

    hand: str
    patents: str = ""
    money: int = 0
    stock: int = 0

    @property
    def patent_value(self) -> int:
        """Cost of the patents owned, in dollars."""
        return sum(PATENT_COST[letter] for letter in self.patents)


def settle(seats: Sequence[Seat], ledger: Iterable[Payment]) -> tuple[Seat, ...]:
    """The seats after all payments of the ledger."""
    after = list(seats)
    for payment in ledger:
        for player, sign in ((payment.giver, -1), (payment.receiver, 1)):
            if player is not None:
                seat = after[player]
                money, stock = seat.money + sign * payment.money, seat.stock + sign * payment.stock
                after[player] = replace(seat, money=money, stock=stock)
    return tuple(after)


MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
MAX_ROUND: Final = 1_000_000
"""The kernels count no further."""
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
class Table:
    """The common part of `GameState` and `SeenState`; alone, it is seen without any hand.

    Attributes:
        ruleset: the rules of this table.
        lexicon: the valid words; not part of equality, `repr` or `to_dict`.
        seats: one per player, clockwise; a player's number is the index.
        community: face-up cards, sorted letters.
        discards: letters, oldest first.
        phase: what is asked now.
        active: the player whose turn it is, at the end the last.
        to_act: the player who is asked; another than `active` only in a challenge.
        round: from 1; a round begins with the start player.
        start_player: holder of the start marker.
        final_round: the round after which the game ends; None until a player reaches the goal.
        turn: what has happened in this turn.
        payments: the ledger of the last action.
        deck: letters, the next card to draw first; HIDDEN for each that is not known.

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
    deck: str

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
    def deck_size(self) -> int:
        """Cards in the deck."""
        return len(self.deck)

    @property
    def unseen(self) -> dict[str, int]:
        """Cards of each letter that are nowhere seen: in the deck, in hands, among discards."""
        hands = "".join(seat.hand for seat in self.seats)
        seen = self.community + self.discards + hands + self.deck
        return {letter: n - seen.count(letter) for letter, n in CARD_COUNT.items()}

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
        """The solver's view of that player, with at most MAX_MONEY.

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
        return state_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(state_text(self))}</pre>"


_FIELDS: Final = tuple(field.name for field in fields(Table))
T = TypeVar("T", bound=Table)


def with_seat(table: T, player: int, seat: Seat) -> T:
    """The table with another seat for a player."""
    return replace(table, seats=(*table.seats[:player], seat, *table.seats[player + 1 :]))


def fields_of(table: Table) -> dict[str, Any]:
    """The fields of Table, for another kind of table."""
    return {name: getattr(table, name) for name in _FIELDS}


def require_table(table: object) -> None:
    """Raises InvalidInputError for what is neither a GameState nor a SeenState."""
    if not isinstance(table, Table):
        raise InvalidInputError(f"{show(table)} is given; give a GameState or a SeenState")


# The rules that only read a table: what words pay, what they leave to be bought, and the end.


def payout_ledger(table: Table) -> list[Payment]:
    """List the payments for the words on the table: the payout, then the royalties."""
    play = table.turn.play
    assert play is not None, "a phase after the play"
    payout = Payment(PaymentKind.PAYOUT, None, table.active, play.money, play.stock)
    # $1 from the bank to an opponent for every card whose patent that opponent owns.
    royalties = [
        Payment(PaymentKind.ROYALTY, None, opponent, len(letters), letters=letters)
        for opponent, letters in royalty_letters(play, table).items()
    ]
    return [payout, *royalties]


def bought(table: Table) -> str:
    """The patent that the last action has bought, or ""."""
    return "".join(p.letters for p in table.payments if p.kind is PaymentKind.PURCHASE)


def royalty_letters(play: Play, table: Table) -> dict[int, str]:
    """The letters of the cards played, by the opponent who owns their patents, clockwise."""
    used = "".join(word.letters_from(CARD_SOURCES) for word in play.words)
    earned = {}
    for opponent in table.clockwise_from(table.active)[1:]:
        patents = table.seats[opponent].patents
        if letters := "".join(letter for letter in used if letter in patents):
            earned[opponent] = letters
    return earned


def is_last_turn(table: Table) -> bool:
    """True if the active player has no turn after this one, as things stand."""
    return table.round == table.final_round


def ends_round(table: Table) -> bool:
    """True if the round is complete after the turn."""
    return table.clockwise_from(table.active)[1] == table.start_player


def ends_game(table: Table) -> bool:
    """True if the game is over after the turn, as things stand."""
    return is_last_turn(table) and ends_round(table)


def final_round(table: Table, patent_value: int) -> int | None:
    """The last round, once the active player's patents are worth so much; None before the goal."""
    if table.final_round is not None or patent_value < table.goal:
        return table.final_round
    return table.round + (table.ruleset.last_round is LastRound.ONE_MORE_TURN)


# The names of the players of a game.


MAX_NAME: Final = 100

_JOINED: Final = frozenset({"Lo", "Mc", "Mn", "Sk", "Sm", "So"})
"""Categories of what they join: emoji, and letters of scripts such as Arabic and Devanagari."""


def parse_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, checked; raises InvalidInputError if they cannot be those of the players."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise InvalidInputError(f"names is {show(names)}; give a list with one name per player")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"{there_are(len(names), 'name')}; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME or not _is_visible(name):
            raise InvalidInputError(
                f"{show(name)} is not a name of a player; give 1 to {MAX_NAME} printable characters"
            )
    if len(set(names)) < len(names):
        raise InvalidInputError(f"two players have the same name in {', '.join(names)}")
    return tuple(names)


@contextmanager
def with_names(names: Sequence[str]) -> Iterator[None]:
    """Puts the players' names into errors that are raised within."""
    try:
        yield
    except IllegalMoveError as error:
        if error.player is not None:
            error.name = names[error.player]
        raise


def _is_visible(name: str) -> bool:
    """Is every character printable, or a joiner where it changes what is seen?"""
    return all(
        char.isprintable() or (char in JOINERS and _are_joined(name[max(at - 1, 0) : at + 2 : 2]))
        for at, char in enumerate(name)
    )


def _are_joined(sides: str) -> bool:
    return len(sides) == 2 and all(
        not char.isascii() and unicodedata.category(char) in _JOINED for char in sides
    )


def said_name(player: int, names: Sequence[str]) -> str:
    """The name of a player, or the number where the name cannot be read back from a turn."""
    name = names[player]
    is_plain = " ".join(name.split()) == name and not set(name) & set(",<>")
    return name if is_plain and player_named(name, names) == player else str(player)


def player_named(name: object, names: Sequence[str]) -> int:
    """The player with that name, in any case, or number; raises InvalidInputError without one."""
    if isinstance(name, str):
        found = [n for n, other in enumerate(names) if other == name] or [
            n for n, other in enumerate(names) if _folded(other) == _folded(name)
        ]
        if not found and name.isascii() and name.isdigit() and len(name) == 1:
            found = [int(name)] if int(name) < len(names) else []
        if len(found) == 1:
            return found[0]
    elif type(name) is int and 0 <= name < len(names):
        return name
    raise InvalidInputError(
        f"there is no player {show(name)}; the players are {', '.join(names)}, or 0 to"
        f" {len(names) - 1}"
    )


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


# The cards that a player does not see, and those among which the next one is drawn.


def unseen_cards(table: Table) -> str:
    """The cards of the deck, the hidden hands and the hidden discards, sorted."""
    return "".join(letter * n for letter, n in table.unseen.items())


def may_hold(table: Table, cards: str) -> bool:
    """May the active player have these cards in hand, besides those on the table?"""
    left = Counter(table.leave)
    n_hidden = left.pop(HIDDEN, 0)
    more = Counter(cards) - left
    unseen = table.unseen if n_hidden else {}
    return more.total() <= n_hidden and all(
        letter == HIDDEN or n <= unseen.get(letter, 0) for letter, n in more.items()
    )


def discards_of_turn(seen: Table) -> str:
    """The discards with the cards of the words on the table: what is shuffled without a deck."""
    return seen.discards + seen.turn.cards_used(CARD_SOURCES)


def drawn_from(seen: Table) -> tuple[Counter[str], int]:
    """By letter, how likely it is drawn next, from the deck or else the discards.

    In whole parts, and how many of these are one known card; a hidden discard is any unseen card.
    """
    unseen = Counter(unseen_cards(seen))
    if seen.deck:
        return unseen, 1
    pile = Counter(discards_of_turn(seen))
    n_hidden = pile.pop(HIDDEN, 0)
    if not n_hidden:
        return pile, 1
    parts = unseen.total()
    return Counter(
        {card: pile[card] * parts + n_hidden * unseen[card] for card in pile | unseen}
    ), parts


# A table in text for logs, terminals and notebooks.


def names_of(table: Table, names: Sequence[str] | None) -> Sequence[str]:
    """The names, one for each player; None calls them by their numbers."""
    require_table(table)
    if names is None:
        return [f"player {number}" for number in range(len(table.seats))]
    require_each(names, str, "the names")
    if len(names) != len(table.seats):
        raise InvalidInputError(
            f"{there_are(len(names), 'name')} for {len(table.seats)} players; give one for each"
        )
    return names


def state_text(table: Table, names: Sequence[str] | None = None) -> str:
    """The state in a few lines: the round, the community, and a line for each player.

    Args:
        table: the whole state, or what one player sees.
        names: one per player; None calls them by their numbers.

    Raises:
        InvalidInputError: `table` is not a state, or there is another number of names.

    Examples:
        >>> from letter_tycoon_solver.game import new_game, state_text
        >>> print(state_text(new_game(2, seed=1, lexicon="enable"), ["Ann", "Ben"]))
        round 1, turn of Ann, start; goal 45
        community EEE
        >*Ann  ADEPTVW  patents - (0)  $0  stock 0  total 0
          Ben  EFHILOO  patents - (0)  $0  stock 0  total 0
    """
    names = names_of(table, names)
    width = max(map(len, names))
    lines = [_heading_text(table, names), f"community {table.community or '-'}"]
    for number, (name, seat) in enumerate(zip(names, table.seats, strict=True)):
        mark = ">" if number == table.to_act and not table.is_over else " "
        start = "*" if number == table.start_player else " "
        lines.append(f"{mark}{start}{name:<{width}}  {_seat_text(seat)}")
    if table.turn.play:
        lines.append(f"on the table: {table.turn.play.notation}")
    return "\n".join(lines)


def ranking_text(table: Table, names: Sequence[str] | None = None) -> str:
    """The players from first to last with their scores, a line each.

    Args:
        table: as of `state_text`.
        names: as of `state_text`.

    Raises:
        InvalidInputError: as of `state_text`.

    Examples:
        >>> from letter_tycoon_solver.game import new_game, ranking_text
        >>> print(ranking_text(new_game(2, seed=1, lexicon="enable"), ["Ann", "Ben"]))
        1. Ann (shared): 0 = 0 patents + $0 + 0 stock
        1. Ben (shared): 0 = 0 patents + $0 + 0 stock
    """
    names = names_of(table, names)
    scores = table.scores
    lines: list[str] = []
    for place in table.ranking:
        first = len(lines) + 1
        for player in place:
            score = scores[player]
            shared = " (shared)" if len(place) > 1 else ""
            lines.append(
                f"{first}. {names[player]}{shared}: {score.total} = {score.patents} patents + "
                f"${score.money} + {score.stock} stock"
            )
    return "\n".join(lines)


def _heading_text(table: Table, names: Sequence[str]) -> str:
    goal = f"goal {table.goal}"
    if table.final_round is not None:
        goal += f" reached, last round {table.final_round}"
    whose = "over" if table.is_over else f"turn of {names[table.active]}, {table.phase.value}"
    return f"round {table.round}, {whose}; {goal}"


def _seat_text(seat: Seat) -> str:
    hand = seat.hand if HIDDEN not in seat.hand else f"{seat.hand.rstrip(HIDDEN) or '-'}.."
    total = seat.patent_value + seat.money + seat.stock
    return (
        f"{hand}  patents {seat.patents or '-'} ({seat.patent_value})  ${seat.money}  "
        f"stock {seat.stock}  total {total}"
    )


def payment_text(payment: Payment, names: Sequence[str]) -> str:
    """The payment in words."""
    giver = "the bank" if payment.giver is None else names[payment.giver]
    receiver = "the bank" if payment.receiver is None else names[payment.receiver]
    match payment.kind:
        case PaymentKind.PAYOUT:
            stock = f" and {payment.stock} stock" if payment.stock else ""
            return f"{receiver} gets ${payment.money}{stock}"
        case PaymentKind.ROYALTY:
            return f"{receiver} gets ${payment.money} for {payment.letters}"
        case PaymentKind.CHALLENGE:
            return f"the words stand, {giver} pays {receiver} ${payment.money}"
        case PaymentKind.PURCHASE:
            return f"{giver} pays ${payment.money}"


# The kinds of opponents that advice can take the other players for.


class Opponents(enum.Enum):
    """A kind that opponents are taken for; easy, medium and hard are computers of that level."""

    COMMON = "common"
    """People who know common words; with these they play what static evaluation finds best."""
    STATIC = "static"
    """Experts: the same with every word."""
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @property
    def called(self) -> str:
        """The words for them, as in "against people who know common words"."""
        return _CALLED.get(self) or f"computers of level {self.value}"


_CALLED: Final = {
    Opponents.COMMON: "people who know common words",
    Opponents.STATIC: "experts who know every word",
}
AT_A_TABLE: Final = Opponents.COMMON
"""The kind that all chances are against, unless another is chosen."""


def parse_opponents(opponents: object) -> Opponents:
    """A kind of opponents, or that of a name in any case; raises InvalidInputError without one."""
    return require_choice(opponents, Opponents, "opponents is {}")
