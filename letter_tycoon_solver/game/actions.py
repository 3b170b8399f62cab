"""Actions of a player, one frozen dataclass each, and which of them are legal.

The checks here and the effects in `rules.py` are to be read side by side. Everything works on what
is seen: the hand of a `SeenState` may have cards that are HIDDEN, and any unseen card may be one.
"""

from __future__ import annotations

import enum
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import ClassVar, Final, cast, final, get_args

from .._json import check_fields, read_field, read_optional
from ..errors import PLAYER, IllegalMoveError, IllegalPlay, InvalidInputError, Reason, require, show
from ..lexicon import Lexicon
from ..rules.cards import (
    CARD_COUNT,
    HIDDEN,
    PATENT_COST,
    count_letters,
    n_cards_text,
    parse_cards,
)
from ..rules.play import CARD_SOURCES, COMMUNITY, HAND, Play, PlayedWord, join_words
from ..rules.position import MAX_MONEY, Position
from ..rules.referee import adjudicate
from ..rules.ruleset import ChallengeMode, Replaceable
from ..search.plays import Plays
from ..search.solver import find_plays
from .table import (
    Phase,
    SeenData,
    TableData,
    may_hold,
    require_table,
    unseen_cards,
    unseen_in,
    with_seat,
)

# Actions of a player: one frozen dataclass per action, and the error for doing it wrongly.
#
# An action is only a wish; whether it is legal in a state is said below.


class ActionReason(enum.Enum):
    """Why an action is illegal. The value is the rule in a few words."""

    GAME_OVER = "nothing is done after the end of the game"
    NOT_YOUR_TURN = "only the player who is asked acts"
    WRONG_PHASE = "each phase of a turn has its own actions"
    REPLACEMENT_NOT_OWNED = "replacing a card needs the Q patent"
    REPLACEMENT_TOO_LATE = "one card is replaced per turn, before anything else"
    NOT_REPLACEABLE = "a card of the community is replaced only where the ruleset allows it"
    NOT_IN_HAND = "only cards that are left in the hand are discarded"
    NOT_ONE_CARD = "a lost challenge costs exactly one card"
    CARD_NOT_USED = "a patent is bought only if a card of its letter was used this turn"
    PATENT_OWNED = "a patent is sold once"
    TOO_DEAR = "a patent is paid with the money in hand"


class IllegalAction(IllegalMoveError):  # noqa: N818  (as IllegalPlay)
    """An action breaks a rule.

    Attributes:
        reason: the rule that is broken.
        player: as of `IllegalMoveError`.
        name: as of `IllegalMoveError`.
    """

    reason: ActionReason


@final
@dataclass(frozen=True, slots=True)
class ReplaceCard:
    """Q patent: discard `card` and draw one in its place, before the turn's action.

    Attributes:
        card: one letter from A to Z; HIDDEN for a card that was not seen.
        source: HAND, or COMMUNITY where the ruleset allows it: h or c.

    Raises:
        InvalidInputError: they are something else.
    """

    kind: ClassVar[str] = "replace"
    card: str
    source: str = HAND

    def __post_init__(self) -> None:
        if not isinstance(self.card, str) or self.card != HIDDEN:
            object.__setattr__(self, "card", _parse_one_letter(self.card, "the card to replace"))
        if not isinstance(self.source, str) or self.source not in (HAND, COMMUNITY):
            raise InvalidInputError(
                f"the source of the card to replace is {show(self.source)}; give {HAND} for the"
                f" hand or {COMMUNITY} for the community"
            )

    @classmethod
    def of(cls, card: str) -> ReplaceCard:
        """The action for `Turn.replace`: a small letter is a card of the community.

        Raises:
            InvalidInputError: `card` is no letter.
        """
        require(card, str, "the card to replace")
        return cls(card, COMMUNITY if card.islower() else HAND)

    def __str__(self) -> str:
        where = " from community" if self.source == COMMUNITY else ""
        return f"replace {self.card}{where}"


@final
@dataclass(frozen=True, slots=True)
class Exchange:
    """Discard `cards` and draw as many, in place of playing a word.

    Also pays for words that a challenge has found not to be in the lexicon: then exactly one card.

    Attributes:
        cards: letters from A to Z in any order; HIDDEN for each card that was not seen.

    Raises:
        InvalidInputError: the cards are something else.
    """

    kind: ClassVar[str] = "exchange"
    cards: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", parse_cards(self.cards, "the cards to exchange"))

    def __str__(self) -> str:
        return f"exchange {self.cards or 'nothing'}"


@final
@dataclass(frozen=True, slots=True)
class PlayWords:
    """Play one word, or two.

    Attributes:
        words: the played words.
        doublers: per word, the doublers claimed ("KQ"); None claims those that earn most.

    Raises:
        InvalidInputError: a value of another type, or not as many doublers as words.
    """

    kind: ClassVar[str] = "play"
    words: tuple[PlayedWord, ...]
    doublers: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not _is_sequence_of(self.words, PlayedWord):
            raise InvalidInputError(f"words is {show(self.words)}; give a tuple of PlayedWord")
        object.__setattr__(self, "words", tuple(self.words))
        if self.doublers is None:
            return
        if not _is_sequence_of(self.doublers, str) or len(self.doublers) != len(self.words):
            raise InvalidInputError(
                f"doublers is {show(self.doublers)}; give None or one string for each of the "
                f"{len(self.words)} words"
            )
        doublers = tuple("".join(sorted(claimed.upper())) for claimed in self.doublers)
        object.__setattr__(self, "doublers", doublers)

    @classmethod
    def of(cls, play: Play) -> PlayWords:
        """The action that plays what the solver found, with the doublers it chose.

        Raises:
            InvalidInputError: `play` is not a Play.
        """
        require(play, Play, "the play")
        return cls(play.words, play.doublers)

    def __str__(self) -> str:
        # Not the notation: the words may be malformed.
        return f"play {join_words(self.words) or 'nothing'}"


@final
@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that a word on the table is not in the lexicon. Of two words, both are looked up."""

    kind: ClassVar[str] = "challenge"

    def __str__(self) -> str:
        return "challenge"


@final
@dataclass(frozen=True, slots=True)
class Accept:
    """Let the words on the table stand."""

    kind: ClassVar[str] = "accept"

    def __str__(self) -> str:
        return "accept"


@final
@dataclass(frozen=True, slots=True)
class Buy:
    """Buy the patent of `letter`.

    Attributes:
        letter: one letter from A to Z.

    Raises:
        InvalidInputError: the letter is something else.
    """

    kind: ClassVar[str] = "buy"
    letter: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "letter", _parse_one_letter(self.letter, "the patent to buy"))

    def __str__(self) -> str:
        return f"buy {self.letter}"


@final
@dataclass(frozen=True, slots=True)
class Decline:
    """Buy no patent."""

    kind: ClassVar[str] = "decline"

    def __str__(self) -> str:
        return "buy nothing"


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the played cards and `cards` beyond them, then refill the hand: the clean-up.

    Attributes:
        cards: letters from A to Z in any order; HIDDEN for each card that was not seen.

    Raises:
        InvalidInputError: the cards are something else.
    """

    kind: ClassVar[str] = "discard"
    cards: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", parse_cards(self.cards, "the cards to discard"))

    def __str__(self) -> str:
        return f"discard {self.cards or 'nothing'}"


Action = ReplaceCard | Exchange | PlayWords | Challenge | Accept | Buy | Decline | Discard

ACTIONS: Final[tuple[type[Action], ...]] = get_args(Action)
"""Every class of action. Nothing else is one, not even a class derived from one."""

_BY_KIND: Final[Mapping[str, type[Action]]] = {kind.kind: kind for kind in ACTIONS}
"""The actions by their names in a record."""


def action_to_dict(action: Action) -> dict[str, object]:
    """The action as plain data for JSON; `action_from_dict` reads it back.

    Raises:
        InvalidInputError: `action` is not an action.

    Examples:
        >>> from letter_tycoon_solver.game import Exchange, action_to_dict
        >>> action_to_dict(Exchange("JZ"))
        {'kind': 'exchange', 'cards': 'JZ'}
    """
    match action:
        case PlayWords(words, doublers):
            said: dict[str, object] = {
                "words": [word.to_list() for word in words],
                "doublers": None if doublers is None else list(doublers),
            }
        case ReplaceCard(card, source):
            said = {"card": card} if source == HAND else {"card": card, "source": source}
        case _ if type(action) in ACTIONS:
            said = asdict(action)
        case _:
            raise InvalidInputError(f"{show(action)} is not an action; give one, such as Exchange")
    return {"kind": action.kind, **said}


def action_from_dict(data: object) -> Action:
    """The action that `action_to_dict` wrote.

    Raises:
        InvalidInputError: the data has another kind, other fields, or values that are not allowed.

    Examples:
        >>> from letter_tycoon_solver.game import action_from_dict
        >>> action_from_dict({"kind": "exchange", "cards": "JZ"})
        Exchange(cards='JZ')
    """
    kind = read_field(data, "kind", str)
    if kind not in _BY_KIND:
        raise InvalidInputError(
            f"there is no action {show(kind)}; choose one of {', '.join(_BY_KIND)}"
        )
    if kind == PlayWords.kind:
        action: Action = _read_play(data)
    else:
        given = {"source": HAND, **cast("dict[str, object]", data)}
        make: Callable[..., Action] = _BY_KIND[kind]
        action = make(*(read_field(given, one.name, str) for one in fields(_BY_KIND[kind])))
    check_fields(data, action_to_dict(action))
    return action


def _read_play(data: object) -> PlayWords:
    words = tuple(PlayedWord.from_list(word) for word in read_field(data, "words", list))
    doublers = read_optional(data, "doublers", list)
    return PlayWords(words, None if doublers is None else tuple(doublers))


def _parse_one_letter(letter: str, what: str) -> str:
    if not isinstance(letter, str) or len(letter) != 1 or letter.upper() not in CARD_COUNT:
        raise InvalidInputError(f"{what} is {show(letter)}; give one letter from A to Z")
    return letter.upper()


def _is_sequence_of(values: object, kind: type) -> bool:
    return (
        isinstance(values, Sequence)
        and not isinstance(values, str)
        and all(isinstance(value, kind) for value in values)
    )


# The legal actions: the check of one, and the live view of all of them.


ACTIONS_OF: Final[Mapping[Phase, tuple[type[Action], ...]]] = {
    Phase.START: (ReplaceCard, PlayWords, Exchange),
    Phase.CHALLENGE: (Accept, Challenge),
    Phase.PENALTY: (Exchange,),
    Phase.PURCHASE: (Buy, Decline),
    Phase.CLEAN_UP: (Discard,),
    Phase.OVER: (),
}
"""The actions that belong to each phase."""


class LegalActions:
    """The actions open to the player who is asked. Nothing is computed before it is asked for.

    - `action in view` asks the rules, and for words the referee.
    - `for action in view` gives replacements, then words (found by the solver, best first), then
      discards.
    - `len(view)` and `view.count()` do not build the actions; `bool(view)` does not even count.

    The solver ranks words, so the first one comes after the whole search, and so does their number;
    of millions of plays (V, X and Z owned) that takes seconds, and memory for all of them.

    Iterating gives only words in the lexicon, with Ys and doublers at their best. More words are
    `in` the view: where words are challenged, by players or by the engine, any letters may be
    tried; and Ys may be declared worse than possible.

    For a `SeenState` whose viewer is not asked, the view is empty.
    """

    __slots__ = ("_table",)

    def __init__(self, table: TableData) -> None:
        require_table(table)
        self._table = table

    def __contains__(self, action: object) -> bool:
        try:
            check(self._table, cast("Action", action))
        except (IllegalAction, IllegalPlay, InvalidInputError):
            return False
        return True

    def __bool__(self) -> bool:
        return is_asked(self._table)

    def __len__(self) -> int:
        return self.count()

    def __iter__(self) -> Iterator[Action]:
        table = self._table
        if not is_asked(table):
            return
        match table.phase:
            case Phase.START:
                yield from self._starts()
            case Phase.CHALLENGE:
                yield Accept()
                yield Challenge()
            case Phase.PENALTY:
                yield from map(Exchange, sorted(set(table.active_seat.hand)))
            case Phase.PURCHASE:
                yield from map(Buy, purchasable(table))
                yield Decline()
            case Phase.CLEAN_UP:
                yield from map(Discard, _selections(table.leave))

    def count(self) -> int:
        """Count the actions that iterating gives."""
        table = self._table
        if not is_asked(table):
            return 0
        match table.phase:
            case Phase.START:
                hand = table.active_seat.hand
                return len(self._replacements()) + self.plays().n_legal + _count_selections(hand)
            case Phase.CHALLENGE:
                return 2
            case Phase.PENALTY:
                return len(set(table.active_seat.hand))
            case Phase.PURCHASE:
                return len(purchasable(table)) + 1
            case _:
                return _count_selections(table.leave)

    def plays(self) -> Plays:
        """Every play of the player who starts a turn, as the solver ranks them by margin."""
        table = self._table
        return find_plays(
            table.position_of(table.active),
            table.lexicon,
            ruleset=table.ruleset,
            variants="all",
        )

    def __repr__(self) -> str:
        return f"<legal actions of player {self._table.to_act} in phase {self._table.phase.value}>"

    def _replacements(self) -> list[ReplaceCard]:
        table = self._table
        if not may_replace(table):
            return []
        return [
            ReplaceCard(card, source)
            for source, cards in (
                (HAND, table.active_seat.hand),
                (COMMUNITY, _replaceable_in_community(table)),
            )
            for card in sorted(set(cards))
        ]

    def _starts(self) -> Iterator[Action]:
        table = self._table
        hand = table.active_seat.hand
        yield from self._replacements()
        yield from map(PlayWords.of, self.plays())
        yield from map(Exchange, _selections(hand))


def check(table: TableData, action: Action) -> Play | None:
    """Checks an action, and tells what words earn.

    Args:
        table: the whole state, or what one player sees.
        action: what `table.to_act` would do.

    Returns:
        For words that may lie on the table the play, with what they earn; for other actions None.

    Raises:
        IllegalAction: a rule is broken; its `reason` names the rule.
        IllegalPlay: a rule about words is broken; its `reason` names the rule.
        InvalidInputError: `table` is not a state, or `action` not an action.

    Examples:
        >>> from letter_tycoon_solver.game import Exchange, check, new_game
        >>> state = new_game(2, seed=1, lexicon="enable")
        >>> check(state, Exchange(state.active_seat.hand[:2])) is None
        True
    """
    require_table(table)
    _require_action(action)
    if not table.is_over and not is_asked(table):
        raise IllegalAction(
            ActionReason.NOT_YOUR_TURN,
            f"{PLAYER} is asked: {action} is not possible",
            table.to_act,
        )
    return check_rules(table, action)


def check_rules(table: TableData, action: Action) -> Play | None:
    """Check as `check` does, but let a view be of any player: whoever is asked acts."""
    _require_action(action)
    _check_phase(table, action)
    match action:
        case ReplaceCard(card, source):
            _check_replacement(table, card, source)
        case Exchange(cards):
            _check_discard(table, cards)
        case PlayWords():
            return judge(table, action, table.active)
        case Buy(letter):
            check_purchase(table, letter)
        case Discard(cards):
            _check_has(table, cards)
    return None


def _require_action(action: object) -> None:
    if type(action) not in ACTIONS:
        raise InvalidInputError(f"{show(action)} is not an action; give one, such as Exchange")


def is_asked(table: TableData) -> bool:
    """Is there someone to act, and if only one player looks, is it this one?"""
    if isinstance(table, SeenData) and table.viewer != table.to_act:
        return False
    return not table.is_over


def _check_phase(table: TableData, action: Action) -> None:
    """The action belongs to the phase."""
    if table.is_over:
        raise IllegalAction(ActionReason.GAME_OVER, f"the game is over: {action} is too late")
    if type(action) in ACTIONS_OF[table.phase]:
        return
    allowed = ", ".join(action.kind for action in ACTIONS_OF[table.phase])
    raise IllegalAction(
        ActionReason.WRONG_PHASE,
        f"{action} is not possible now; the phase {table.phase.value} has {allowed}",
    )


def may_replace(table: TableData) -> bool:
    """Q: before the turn's action, once. A word that the engine refused was an action.

    Raises:
        InvalidInputError: `table` is neither a GameState nor a SeenState.

    Examples:
        >>> from letter_tycoon_solver.game import may_replace, new_game
        >>> may_replace(new_game(2, seed=1, lexicon="enable"))
        False
    """
    require_table(table)
    turn = table.turn
    return "Q" in table.active_seat.patents and not turn.replaced and not turn.failed_words


def _check_replacement(table: TableData, card: str, source: str) -> None:
    """The player may replace a card, and it is there."""
    if "Q" not in table.active_seat.patents:
        raise IllegalAction(
            ActionReason.REPLACEMENT_NOT_OWNED, f"{PLAYER} cannot replace {card}", table.active
        )
    if not may_replace(table):
        raise IllegalAction(
            ActionReason.REPLACEMENT_TOO_LATE, f"{card} cannot be replaced any more this turn"
        )
    if source == HAND:
        _check_has(table, card)
    elif card not in _replaceable_in_community(table):
        raise IllegalAction(
            ActionReason.NOT_REPLACEABLE,
            f"{card} cannot be replaced in the community {table.community or '(no cards)'}",
        )


def _replaceable_in_community(table: TableData) -> str:
    is_allowed = table.ruleset.replaceable is Replaceable.HAND_OR_COMMUNITY
    return table.community if is_allowed else ""


def _check_discard(table: TableData, cards: str) -> None:
    """Any cards of the hand; exactly one for a lost challenge."""
    if table.phase is Phase.PENALTY and len(cards) != 1:
        raise IllegalAction(ActionReason.NOT_ONE_CARD, f"{cards or 'no card'} was to be discarded")
    _check_has(table, cards)


def judge(table: TableData, action: PlayWords, player: int) -> Play:
    """Return the play; raises IllegalPlay if the words may not lie on the table.

    The lexicon is asked here only if nobody challenges; else the challenge asks it.
    """
    nobody_challenges = table.ruleset.challenge.mode is ChallengeMode.NONE
    return play_of(table, action, player, table.lexicon if nobody_challenges else None)


def play_of(table: TableData, action: PlayWords, player: int, lexicon: Lexicon | None) -> Play:
    """Return the play of the words; of a hand that is not all seen, no card of the leave is known.

    Raises IllegalPlay, also if the hand cannot have the cards.
    """
    play = adjudicate(
        _with_hand_known(table, player, action.words).position_of(player),
        action.words,
        lexicon=lexicon,
        ruleset=table.ruleset,
        doublers=action.doublers,
    )
    hand = table.seats[player].hand
    if HIDDEN not in hand:
        return play
    n_taken = sum(len(word.letters_from(HAND)) for word in play.words)
    return replace(play, leave=HIDDEN * (len(hand) - n_taken))


def _with_hand_known(table: TableData, player: int, words: Sequence[PlayedWord]) -> TableData:
    """The table in which no card that the words may take is hidden."""
    seat = table.seats[player]
    if HIDDEN in table.community:
        table = replace(table, community=table.community.replace(HIDDEN, ""))
    if HIDDEN not in seat.hand:
        return table
    taken = Counter("".join(word.letters_from(HAND) for word in words))
    more = "".join((taken - Counter(seat.hand)).elements())
    _check_unseen(table, player, more)
    # With any other card in hand the words earn the same.
    hand = seat.hand.replace(HIDDEN, "") + more or unseen_cards(table)[0]
    return with_seat(table, player, replace(seat, hand=hand))


def _check_unseen(table: TableData, player: int, cards: str) -> None:
    """Raises IllegalPlay unless the hidden cards of the player's hand can be these."""
    n_hidden = table.seats[player].hand.count(HIDDEN)
    if len(cards) > n_hidden:
        raise IllegalPlay(
            Reason.CARD_NOT_AVAILABLE,
            f"the words take {n_cards_text(len(cards))} from a hand of {n_hidden}",
        )
    unseen = unseen_in(table)
    for letter, n in count_letters(cards).items():
        if n > unseen[letter]:
            raise IllegalPlay(
                Reason.CARD_NOT_AVAILABLE,
                f"{PLAYER} cannot have {n} {letter} in hand: {unseen[letter]} are not seen"
                " elsewhere",
                player,
            )


def purchasable(table: TableData) -> str:
    """Letters of the patents the active player may buy now, dearest first, ties by letter.

    Everyone may know them; there are none in any other phase than the purchase.

    Raises:
        InvalidInputError: `table` is neither a GameState nor a SeenState.

    Examples:
        >>> from letter_tycoon_solver.game import new_game, purchasable
        >>> purchasable(new_game(2, seed=1, lexicon="enable"))  # before any word is played
        ''
    """
    require_table(table)
    return affordable(table) if table.phase is Phase.PURCHASE else ""


def affordable(table: TableData, earned: int = 0) -> str:
    """List `purchasable` patents of the words on the table, in any phase.

    With the money in hand and what is still to be earned: once the words are paid, the payout and
    a challenge's dollar are in hand.
    """
    # Which hand it is and who owns what does not matter, so this works for any viewer.
    played = table.turn.cards_used(HAND)
    owned = "".join(seat.patents for seat in table.seats)
    position = Position(played, patents=owned, money=min(table.active_seat.money, MAX_MONEY))
    return position.purchasable(table.turn.cards_used(CARD_SOURCES), earned)


def check_purchase(table: TableData, letter: str) -> None:
    """Raises IllegalAction, which says why, unless the patent is one of the purchasable ones."""
    if letter in purchasable(table):
        return
    used = table.turn.cards_used(CARD_SOURCES)
    if letter not in used:
        raise IllegalAction(
            ActionReason.CARD_NOT_USED, f"{letter} is not among the cards used, {used}"
        )
    for player, seat in enumerate(table.seats):
        if letter in seat.patents:
            raise IllegalAction(ActionReason.PATENT_OWNED, f"{PLAYER} owns {letter}", player)
    raise IllegalAction(
        ActionReason.TOO_DEAR,
        f"{letter} costs {PATENT_COST[letter]}; {PLAYER} has {table.active_seat.money}",
        table.active,
    )


def _check_has(table: TableData, cards: str) -> None:
    """The active player may have these cards left in the hand."""
    if may_hold(table, table.active, cards):
        return
    left = table.leave
    if HIDDEN in left:
        raise IllegalAction(
            ActionReason.NOT_IN_HAND,
            f"{PLAYER} cannot discard {cards} ({n_cards_text(len(cards))}), of {len(left)} left in"
            " the hand; look at what is seen elsewhere",
            table.active,
        )
    letter, n = next((a, n) for a, n in count_letters(cards).items() if n > left.count(a))
    raise IllegalAction(
        ActionReason.NOT_IN_HAND,
        f"{n} {letter} to be discarded, of {left.count(letter)} left in the hand",
    )


def _selections(cards: str) -> Iterator[str]:
    """Every distinct choice of some of the cards, none first, then by number and alphabet."""
    for size in range(len(cards) + 1):
        yield from sorted({"".join(some) for some in itertools.combinations(cards, size)})


def _count_selections(cards: str) -> int:
    return math.prod(n + 1 for n in count_letters(cards).values())
