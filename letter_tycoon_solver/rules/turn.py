"""`Turn`: a whole turn, as it is advised, typed, told or sent.

Notation of a turn, its parts in this order:

    replace X                a card replaced with Q; alone, what follows depends on the card drawn;
                             "replace X from community" where the ruleset allows it
    JeWeLs                   words, in the notation of plays
    exchange JZ              cards for new ones in place of words
    challenged by Ben        an opponent who doubted the words
    buy J                    a patent
    discard AZ               cards that go beyond those played

A "?" stands for a card that was not seen.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import InvalidInputError, require, require_each, show
from .notation import parse_turn
from .play import NOT_EVALUATED, Equity, Play, PlayedWord, words_notation

_NOTHING: Final = "nothing"


def parse_laid(
    words: Sequence[PlayedWord], doublers: Sequence[str] | None, what: str
) -> tuple[tuple[PlayedWord, ...], tuple[str, ...] | None]:
    """The words and their doublers; raises InvalidInputError, which names `what`, if they are none.

    The words may be malformed.
    """
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
        replace: the card that the owner of Q replaces first, "" for none; in a small letter one of
            the community, where the ruleset allows it.
        play: the words, judged: what they earn is known. None for words that were not judged yet,
            and without words.
        words: the words, judged or not; () without words. Those typed without saying where their
            letters come from have all of them from the community, or all from the hand.
        doublers: per word the doublers claimed; None for those that earn most.
        buy: the patent to buy, "" for none.
        discards: cards that go beyond those played; of an exchange, the cards exchanged.
        challenger: the opponent who challenged the words, "" if nobody said who; None if they were
            not challenged.
        leave: the cards of the hand that stay, "" where the hand is not known.
        equity: static evaluation; all 0 of a turn that was not evaluated.

    Raises:
        InvalidInputError: a value of another type, words in a turn of another kind, or a turn of
            words without any.
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
        """The turn that `notation` wrote, or that a person says in short: "jewels j -az".

        Words are not judged; `discards` are "*" for all cards that there are.

        Args:
            text: in the notation; see notation.py, also for what may be left out.
            typed: whether a person types it at the start of a turn: then a capital at the beginning
                of a word says nothing, and "buy b" is the word BUY and the patent B.

        Raises:
            InvalidInputError: the text is not in the notation.
        """
        said = parse_turn(text, typed=typed)
        if said.words:
            kind = TurnKind.WORDS
        elif said.exchange is not None:
            kind = TurnKind.EXCHANGE
        elif said.buy is not None or said.challenger is not None:
            kind = TurnKind.REST
        elif said.discard is None:
            kind = TurnKind.REPLACE
        else:
            # After a replaced card, and of nothing, it is an exchange; else it may be the rest of a
            # turn whose words lie on the table.
            is_exchange = said.replace is not None or not said.discard
            kind = TurnKind.EXCHANGE if is_exchange else TurnKind.REST
        return cls(
            kind,
            said.replace or "",
            words=said.words,
            doublers=said.doublers,
            buy=said.buy or "",
            discards=said.exchange or said.discard or "",
            challenger=said.challenger,
        )

    @property
    def notation(self) -> str:
        """The turn in a line: "JeWeLs, buy J, discard AZ"; see the top of this module.

        Raises:
            InvalidInputError: a word does not have one source for each letter.
        """
        where = " from community" if self.replace.islower() else ""
        parts = [f"replace {self.replace.upper()}{where}"] if self.replace else []
        if self.kind is TurnKind.EXCHANGE:
            parts.append(f"exchange {self.discards or _NOTHING}")
        elif self.kind is not TurnKind.REPLACE:
            parts += self._of_words()
        return ", ".join(parts)

    def _of_words(self) -> list[str]:
        """The words and what follows them, as far as it is there."""
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
