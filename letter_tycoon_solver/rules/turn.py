"""`Turn`: a whole turn, as it is advised, typed or sent; docs/notation.md has the notation."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import InvalidInputError, require, require_each, show
from .cards import ALL_CARDS, CARD_COUNT, HIDDEN, MIN_WORD_LENGTH, parse_cards
from .play import (
    NOT_EVALUATED,
    WORD_JOIN,
    Equity,
    Play,
    PlayedWord,
    parse_words,
    words_notation,
)
from .ruleset import MAX_CARDS

CAME: Final = ">"
DREW: Final = "<"

_WORDS: Final = re.compile(r"[^\s&]*(?:\s*&\s*[^\s&]*)*")
_MARKED: Final = re.compile(rf"\s*([{CAME}{DREW}])\s*")
# DREW is a word too: at the beginning of a line, and after &.
_TYPED_MARKED: Final = re.compile(
    rf"\s*([{CAME}{DREW}]|(?<=[^&\s])\s+drew(?=\s))\s*", re.IGNORECASE
)
# A capital at the beginning of a typed word is that of a sentence.
_TITLE: Final = re.compile(r"(?<![^&\s])[A-Z][a-z]+(?![^/*&\s])")
_COUNT: Final = re.compile("[0-9]{1,2}")
_NOTHING: Final = "nothing"
_CHALLENGED: Final = "challenged"
_FROM_COMMUNITY: Final = "from community"
_JOIN: Final = WORD_JOIN.strip()
_VERBS: Final = ("replace", "exchange", "buy", "discard")
_SHOWN: Final = '"JeWeLs, buy J, discard Z", "exchange JZ" or "replace X"'


def parse_laid(
    words: Sequence[PlayedWord], doublers: Sequence[str] | None, what: str
) -> tuple[tuple[PlayedWord, ...], tuple[str, ...] | None]:
    """Return the words, which may be malformed, and their doublers; `what` names them in errors."""
    require_each(words, PlayedWord, f"the words of {what}")
    if doublers is None:
        return tuple(words), None
    require_each(doublers, str, f"the doublers of {what}")
    if len(doublers) != len(words):
        raise InvalidInputError(
            f"the doublers of {what} are {show(doublers)}, and it has {len(words)} words; give one"
            " string for each, or None"
        )
    return tuple(words), tuple(doublers)


class TurnKind(enum.Enum):
    """The action of a turn."""

    WORDS = "words"
    """Words are played."""
    EXCHANGE = "exchange"
    """Cards are exchanged in place of words."""
    REPLACE = "replace"
    """A card is replaced with Q; the rest is open until the new card is seen."""
    REST = "rest"
    """Words lie on the table already: a patent is bought, cards are discarded."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn, or what is left of one.

    Attributes:
        kind: the action.
        replace: the card that the owner of Q replaces first, "" for none; a small letter for a
            card of the community, if the ruleset allows it.
        play: the words and their earnings; None if they were not judged yet, and without words.
        words: the words, judged or not; () without words. If it was not said where their letters
            come from, all come from the community, or all from the hand.
        doublers: the doublers claimed for each word; None for those that earn most.
        buy: the patent to buy, "" for none.
        discards: cards beyond those played; in an exchange, the cards exchanged.
        challenger: the opponent who challenged the words, "" if nobody said who; None if they were
            not challenged.
        leave: the cards of the hand that stay, "" if the hand is unknown.
        equity: static evaluation; all 0 if the turn was not evaluated.

    Raises:
        InvalidInputError: a value has another type, or the words do not fit the kind.
    """

    kind: TurnKind
    replace: str = ""
    play: Play | None = None
    words: tuple[PlayedWord, ...] = ()
    doublers: tuple[str, ...] | None = None
    buy: str = ""
    discards: str = ""
    challenger: str | None = None
    leave: str = ""
    equity: Equity = NOT_EVALUATED

    def __post_init__(self) -> None:
        if self.play is not None:
            require(self.play, Play, "the play of a turn")
            object.__setattr__(self, "words", self.play.words)
            object.__setattr__(self, "doublers", self.play.doublers)
        else:
            words, doublers = parse_laid(self.words, self.doublers, "a turn")
            object.__setattr__(self, "words", words)
            object.__setattr__(self, "doublers", doublers)
        for name in ("replace", "buy", "discards", "leave"):
            if type(getattr(self, name)) is not str:
                require(getattr(self, name), str, f"{name} of a turn")
        if self.challenger is not None:
            require(self.challenger, str, "the challenger of a turn")
        require(self.equity, Equity, "the equity of a turn")
        if type(self.kind) is not TurnKind or (self.kind is TurnKind.WORDS) != bool(self.words):
            raise InvalidInputError(
                f"a turn of the kind {show(self.kind)} has {len(self.words) or 'no'} words; give"
                " TurnKind.WORDS with words, or another TurnKind without"
            )

    @classmethod
    def parse(cls, text: str, *, typed: bool = False) -> Turn:
        """Read the turn that `notation` wrote, or a short form: "jewels j -az".

        Words are not judged; `discards` are "*" for all cards.

        Args:
            text: in the notation of docs/notation.md, at full length or short.
            typed: True if a person types it at the start of a turn: a capital at the beginning of a
                word and a comma too many mean nothing, "buy b" is the word BUY and the patent B,
                and "challenged by Ben -z" goes on after the name.

        Raises:
            InvalidInputError: the text is not in the notation.
        """
        require(text, str, "the turn")
        require(typed, bool, "typed")
        reader = _Reader(text, typed)
        for part in text.split(","):
            reader.read(" ".join(part.split()))
        return reader.turn()

    @property
    def notation(self) -> str:
        """The turn in a line: "JeWeLs, buy J, discard AZ".

        Raises:
            InvalidInputError: a word does not have one source for each letter.
        """
        where = f" {_FROM_COMMUNITY}" if self.replace.islower() else ""
        parts = [f"replace {self.replace.upper()}{where}"] if self.replace else []
        if self.kind is TurnKind.EXCHANGE:
            parts.append(f"exchange {self.discards or _NOTHING}")
        elif self.kind is not TurnKind.REPLACE:
            parts += self._of_words()
        return ", ".join(parts)

    def _of_words(self) -> list[str]:
        """Return the words and what follows them, as far as it is there."""
        parts = [words_notation(self.words, self.doublers)] if self.words else []
        if self.challenger is not None:
            parts.append(f"challenged by {self.challenger}" if self.challenger else "challenged")
        if self.buy:
            parts.append(f"buy {self.buy}")
        if self.discards:
            parts.append(f"discard {self.discards}")
        return parts or [f"buy {_NOTHING}"]

    def __str__(self) -> str:
        return self.notation

    def to_dict(self) -> dict[str, object]:
        """Return the turn as plain data for JSON; equity in dollars, with its parts."""
        return {
            "turn": self.notation,
            "replace": self.replace,
            "play": self.play.to_dict() if self.play else None,
            "buy": self.buy,
            "discards": self.discards,
            "leave": self.leave,
            "equity": self.equity.to_dict(),
        }


# Reading the notation of turns --------------------------------------------------------------------


def split_line(text: str, *, typed: bool = False) -> tuple[str, str | None, str | None]:
    """Split a line at a table: the turn, the cards for the community, and those for the hand.

    "drew" is a mark only if it is typed; it may be part of a name.
    """
    require(text, str, "the turn")
    require(typed, bool, "typed")
    turn, *pieces = (_TYPED_MARKED if typed else _MARKED).split(text.strip())
    turn = turn.rstrip(" ,") if pieces else turn
    came: dict[str, str] = {}
    for mark, given in zip(pieces[::2], pieces[1::2], strict=True):
        name = CAME if mark == CAME else DREW
        if name in came:
            raise InvalidInputError(f'{show(text)} has "{mark.strip()}" twice; give it once')
        cards, challenge, rest = given.partition("!")
        turn += f" {challenge}{rest}" if challenge else ""
        came[name] = _letters(cards)
    return turn, came.get(CAME), came.get(DREW)


class _Reader:
    """Reads a turn part by part: words, challenger, and the others by their verbs."""

    def __init__(self, text: str, typed: bool) -> None:
        self._text = text
        self._typed = typed
        self._found: dict[str, str] = {}
        self._renews = False

    def turn(self) -> Turn:
        """Return the turn that was read."""
        found = self._found
        if not found:
            raise InvalidInputError(
                f"{show(self._text)} says nothing of what is done; give a turn such as {_SHOWN}"
            )
        if "exchange" in found and found.keys() - {"exchange", "replace"}:
            raise InvalidInputError(
                f"{show(self._text)} exchanges cards and does more; an exchange is in place of"
                " words"
            )
        words, doublers = parse_words(found["words"]) if "words" in found else ((), None)
        replaced, exchanged = self._one_card(), self._cards("exchange")
        buy, discarded = self._patent(), self._cards("discard")
        return Turn(
            self._kind(discarded),
            replaced,
            words=words,
            doublers=doublers,
            buy=buy,
            discards=exchanged or discarded,
            challenger=found.get("challenger"),
        )

    def _kind(self, discarded: str) -> TurnKind:
        found = self._found
        if "words" in found:
            return TurnKind.WORDS
        if "exchange" in found:
            return TurnKind.EXCHANGE
        if found.keys() & {"buy", "challenger"}:
            return TurnKind.REST
        if "discard" not in found:
            return TurnKind.REPLACE
        # After a replaced card, and of nothing, it is an exchange; else it may be the rest of a
        # turn whose words lie on the table.
        is_exchange = "replace" in found or not discarded
        return TurnKind.EXCHANGE if is_exchange else TurnKind.REST

    def read(self, part: str) -> None:
        """Read a part between commas, in which blanks are single."""
        if not part and not self._typed:
            raise InvalidInputError(
                f"{show(self._text)} has an empty part; give a turn such as {_SHOWN}"
            )
        while part:
            part = self._read_first(part)

    def _read_first(self, part: str) -> str:
        """Read the first thing that is said; return the rest."""
        token, _, rest = part.partition(" ")
        verb = token.lower()
        if token.startswith("!"):
            return self._challenge(part[1:].lstrip(), ends_at_mark=True)
        if verb == _CHALLENGED and self._is_challenge(token, rest):
            name = rest.partition(" ")[2] if rest.lower().startswith("by ") else rest
            name = "" if name.lower() == "by" else name
            return self._challenge(name, ends_at_mark=self._typed)
        if token.startswith("-"):
            given = f"{token[1:]} {rest}".strip()
            return self._take_cards("discard" if self._has_begun else "exchange", given)
        if verb in _VERBS and rest and not self._is_a_word(verb, rest):
            return self._take_cards(verb, rest)
        if "words" in self._found or (len(token) == 1 and self._found.keys() - {"replace"}):
            return self._go_on(token, rest)
        return self._begin(token, rest, part)

    @property
    def _has_begun(self) -> bool:
        """True if the words were said, or are on the table."""
        return bool(self._found.keys() & {"words", "challenger", "buy", "discard"})

    def _is_challenge(self, token: str, rest: str) -> bool:
        """True for a "challenged" clause, not for the word itself laid in capitals."""
        if "words" in self._found:
            return bool(rest) or token == _CHALLENGED
        return rest.lower().startswith("by ") or rest.lower() == "by"

    def _is_a_word(self, verb: str, rest: str) -> bool:
        """Return True for a verb that was laid as a word, as before &.

        No turn begins with a purchase, so BUY at the start of a typed turn is a word.
        """
        patent = rest.partition(" ")[0]
        is_first = self._typed and not self._has_begun
        return rest.startswith(_JOIN) or (verb == "buy" and is_first and len(patent) == 1)

    def _begin(self, token: str, rest: str, part: str) -> str:
        """Read the words, or a card replaced before them."""
        verb, next_token = token.lower(), rest.partition(" ")[0]
        if verb == "q" and "replace" not in self._found and not rest.startswith(_JOIN):
            is_said = len(next_token) == 1 and next_token not in "-!"
            self._say("replace", next_token if is_said else HIDDEN)
            return rest.partition(" ")[2] if is_said else rest
        is_exact = verb == "lay"
        if verb in {"play", "lay"} and len(next_token) >= MIN_WORD_LENGTH:
            part = rest
        match = _WORDS.match(part)
        words = match[0] if match else ""
        rest = part[len(words) :].lstrip()
        if self._typed and not is_exact:
            words = _TITLE.sub(lambda title: title[0].lower(), words)
        self._say("words", words)
        return rest

    def _go_on(self, token: str, rest: str) -> str:
        """Read what follows the words: a patent alone; after cards, another card."""
        last = next((name for name in ("discard", "exchange") if name in self._found), None)
        if len(token) != 1:
            raise InvalidInputError(
                f"{show(token)} is neither the letter of a patent nor cards in the notation of"
                f' turns; give the rest of the turn as in "jewels j -z" or {_SHOWN}'
            )
        if last is None:
            self._say("buy", token)
        else:
            self._found[last] += token
        return rest

    def _challenge(self, given: str, *, ends_at_mark: bool) -> str:
        """Read the name of a challenger; in the short form a mark may follow it."""
        tokens, name = given.split(" "), []
        while tokens and not (ends_at_mark and tokens[0].startswith(("!", "-"))):
            name.append(tokens.pop(0))
        self._say("challenger", " ".join(name).strip())
        return " ".join(tokens)

    def _take_cards(self, verb: str, given: str) -> str:
        """Read the letters after a verb, up to the next thing that is said."""
        tokens = given.split(" ") if given else []
        cards = tokens.pop(0) if tokens else ""
        is_one = verb in {"buy", "replace"}
        while tokens and not is_one and not _begins_a_part(tokens[0]):
            cards += tokens.pop(0)
        self._say(verb, _letters(cards))
        rest = " ".join(tokens)
        if verb == "replace" and rest.lower().startswith(_FROM_COMMUNITY):
            self._renews = True
            return rest[len(_FROM_COMMUNITY) :].lstrip()
        return rest

    def _say(self, name: str, given: str) -> None:
        if name in self._found:
            raise InvalidInputError(f"{show(self._text)} says {name} twice; say each thing once")
        self._found[name] = given

    def _cards(self, verb: str) -> str:
        given = self._found.get(verb, "")
        if given == ALL_CARDS:
            return given
        if _COUNT.fullmatch(given) and int(given) <= MAX_CARDS:
            return HIDDEN * int(given)
        return parse_cards(given, f"the cards to {verb}")

    def _one_card(self) -> str:
        card = self._cards("replace")
        if "replace" in self._found and (len(card) != 1 or card == ALL_CARDS):
            raise InvalidInputError(
                f"{show(self._text)} replaces {show(self._found['replace'])}; give one card"
            )
        return card.lower() if self._renews else card

    def _patent(self) -> str:
        given = self._found.get("buy", "").upper()
        if given and given not in CARD_COUNT:
            raise InvalidInputError(
                f"the patent to buy is {show(self._found['buy'])}; give one letter from A to Z"
            )
        return given


def _begins_a_part(token: str) -> bool:
    return token.startswith(("!", "-")) or token.lower() in {*_VERBS, _CHALLENGED}


def _letters(cards: str) -> str:
    """Remove blanks and commas; "-" and "nothing" are no cards."""
    cards = "".join(cards.replace(",", " ").split())
    return "" if cards.lower() in {"-", _NOTHING} else cards
