"""Actions of a player: one frozen dataclass per action, and the error for doing it wrongly.

An action is only a wish; whether it is legal in a state is for `legal.py` to say.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, cast, final, get_args

from .._json import check_fields, read_field, read_optional
from ..errors import IllegalMoveError, InvalidInputError, require, show
from ..rules.cards import CARD_COUNT, parse_letters
from ..rules.play import COMMUNITY, HAND, Play, PlayedWord, join_words


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
        card: one letter from A to Z.
        source: HAND, or COMMUNITY where the ruleset allows it: h or c.

    Raises:
        InvalidInputError: they are something else.
    """

    kind: ClassVar[str] = "replace"
    card: str
    source: str = HAND

    def __post_init__(self) -> None:
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
    Records call it "discard", and a `Discard` "clean-up".

    Attributes:
        cards: letters from A to Z in any order.

    Raises:
        InvalidInputError: the cards are something else.
    """

    kind: ClassVar[str] = "discard"
    cards: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", parse_letters(self.cards, "the cards to exchange"))

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
        cards: letters from A to Z in any order.

    Raises:
        InvalidInputError: the cards are something else.
    """

    kind: ClassVar[str] = "clean-up"
    cards: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", parse_letters(self.cards, "the cards to discard"))

    def __str__(self) -> str:
        return f"discard {self.cards or 'nothing'}"


Action = ReplaceCard | Exchange | PlayWords | Challenge | Accept | Buy | Decline | Discard

ACTIONS: Final[tuple[type[Action], ...]] = get_args(Action)
"""Every class of action. Nothing else is one, not even a class derived from one."""

KINDS: Final = tuple(action.kind for action in ACTIONS)
"""The names of the actions in a record."""


def action_to_dict(action: Action) -> dict[str, object]:
    """The action as plain data for JSON; `action_from_dict` reads it back.

    Raises:
        InvalidInputError: `action` is not an action.
    """
    match action:
        case PlayWords(words, doublers):
            return {
                "kind": action.kind,
                "words": [word.to_list() for word in words],
                "doublers": None if doublers is None else list(doublers),
            }
        case ReplaceCard(card, source):
            where = {} if source == HAND else {"source": source}
            return {"kind": action.kind, "card": card, **where}
        case Buy(letter):
            return {"kind": action.kind, "letter": letter}
        case Exchange(cards) | Discard(cards):
            return {"kind": action.kind, "cards": cards}
        case Challenge() | Accept() | Decline():
            return {"kind": action.kind}
        case _:
            raise InvalidInputError(f"{show(action)} is not an action; give one, such as Exchange")


def action_from_dict(data: object) -> Action:
    """The action that `action_to_dict` wrote.

    Raises:
        InvalidInputError: the data has another kind, other fields, or values that are not allowed.
    """
    kind = read_field(data, "kind", str)
    if kind not in _READERS:
        raise InvalidInputError(
            f"there is no action {show(kind)}; choose one of {', '.join(KINDS)}"
        )
    action = _READERS[kind](data)
    check_fields(data, action_to_dict(action))
    return action


def _read_play(data: object) -> PlayWords:
    words = tuple(PlayedWord.from_list(word) for word in read_field(data, "words", list))
    doublers = read_optional(data, "doublers", list)
    return PlayWords(words, None if doublers is None else tuple(doublers))


_READERS: Final[Mapping[str, Callable[[object], Action]]] = {
    ReplaceCard.kind: lambda data: ReplaceCard(
        read_field(data, "card", str),
        read_field({"source": HAND, **cast("dict[str, object]", data)}, "source", str),
    ),
    Exchange.kind: lambda data: Exchange(read_field(data, "cards", str)),
    PlayWords.kind: _read_play,
    Challenge.kind: lambda _: Challenge(),
    Accept.kind: lambda _: Accept(),
    Buy.kind: lambda data: Buy(read_field(data, "letter", str)),
    Decline.kind: lambda _: Decline(),
    Discard.kind: lambda data: Discard(read_field(data, "cards", str)),
}


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
