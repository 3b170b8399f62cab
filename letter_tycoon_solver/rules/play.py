"""`PlayedWord` and `Play`: words on the table, and their earnings; see docs/notation.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .._json import read_field, read_list
from ..errors import InvalidInputError, require, show

EQUITY_PARTS: Final = ("margin", "patent", "leave", "community")


@dataclass(frozen=True, slots=True)
class Equity:
    """The worth of a turn by static evaluation, in dollars over the average opponent.

    Attributes:
        margin: money + stock - royalties to the average opponent, this turn.
        patent: what the patent that is bought will bring: royalties, and its ability.
        leave: what the cards kept add to the next turn, over new cards.
        community: what is left for the next player, seen from the player.
        leave_se: standard error of `leave` where it is sampled, else 0.
    """

    margin: float = 0.0
    patent: float = 0.0
    leave: float = 0.0
    community: float = 0.0
    leave_se: float = 0.0

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return self.margin + self.patent + self.leave + self.community

    def to_dict(self) -> dict[str, float]:
        """Return the parts and their total, for JSON."""
        return {**{part: getattr(self, part) for part in EQUITY_PARTS}, "total": self.total}


NOT_EVALUATED: Final = Equity()


HAND: Final = "h"
COMMUNITY: Final = "c"
DUPLICATE: Final = "d"
SUFFIX: Final = "s"
CARD_SOURCES: Final = HAND + COMMUNITY
SOURCES: Final = CARD_SOURCES + DUPLICATE + SUFFIX

VOWEL: Final = "v"
CONSONANT: Final = "c"

WORD_JOIN: Final = " & "


@dataclass(frozen=True, slots=True)
class PlayedWord:
    """A word and the sources of its letters.

    Any case is accepted. Only the types are checked; `adjudicate` decides if a play is legal.

    Attributes:
        word: the letters, upper case.
        sources: one letter per letter of the word: h hand, c community, d duplicate (X), s suffix
            (Z).
        y_as: one v or c per Y of the word, left to right: declared a vowel or a consonant.

    Raises:
        InvalidInputError: an argument is not a string.
    """

    word: str
    sources: str
    y_as: str = ""

    def __post_init__(self) -> None:
        for name in ("word", "sources", "y_as"):
            text = getattr(self, name)
            if not isinstance(text, str):
                raise InvalidInputError(f"{name} of a played word is {show(text)}; give a string")
            if text.isascii():
                text = text.upper() if name == "word" else text.lower()
            object.__setattr__(self, name, text)

    @classmethod
    def trusted(cls, word: str, sources: str, y_as: str) -> PlayedWord:
        """Make a played word without checks.

        Args:
            word: a string in upper case.
            sources: a string in lower case.
            y_as: a string in lower case.
        """
        played = object.__new__(cls)
        for name, text in (("word", word), ("sources", sources), ("y_as", y_as)):
            object.__setattr__(played, name, text)
        return played

    def letters_from(self, sources: str) -> str:
        """Return the letters with one of these `sources`, in the order of the word.

        Raises:
            InvalidInputError: the word does not have one source for each letter, or `sources` is
                not a string.
        """
        require(sources, str, "the sources")
        self._check_sources()
        return "".join(a for a, s in zip(self.word, self.sources, strict=True) if s in sources)

    def _check_sources(self) -> None:
        if len(self.sources) != len(self.word) or not set(self.sources).issubset(SOURCES):
            raise InvalidInputError(
                f"{show(self.word)} has the sources {show(self.sources)}; give one of {SOURCES}"
                " per letter"
            )

    @property
    def notation(self) -> str:
        """The word in the notation of plays.

        Raises:
            InvalidInputError: the word does not have one source for each letter.
        """
        self._check_sources()
        shapes = {HAND: "{}", DUPLICATE: "({})", SUFFIX: "+{}"}
        letters = [
            letter.lower() if source == COMMUNITY else shapes[source].format(letter)
            for letter, source in zip(self.word, self.sources, strict=True)
        ]
        return "".join(letters) + (f"/{self.y_as}" if self.y_as else "")


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play: one word, or two for the owner of V, and its effects.

    Attributes:
        words: the played words.
        doublers: per word, the doublers that apply, in alphabetical order: letters of B J K Q.
        money: dollars from the bank.
        stock: shares from the bank.
        royalties: dollars to each opponent, clockwise.
        purchasable: letters of the patents that may be bought after the words are paid, dearest
            first, ties by letter.
        patent_value: cost of the dearest of them, 0 if there are none.
        leave: hand cards kept, sorted.
        equity: static evaluation of the turn with its best purchase and discards, if plays are
            ranked by equity; else None. It does not count in comparisons.
    """

    words: tuple[PlayedWord, ...]
    doublers: tuple[str, ...]
    money: int
    stock: int
    royalties: tuple[int, ...]
    purchasable: str
    patent_value: int
    leave: str
    equity: Equity | None = field(default=None, compare=False, repr=False)

    @classmethod
    def from_dict(cls, data: object) -> Play:
        """Read the play that `to_dict` wrote. Only the types are checked.

        Raises:
            InvalidInputError: other data.
        """
        words = read_list(data, "words", dict)
        return cls(
            words=tuple(
                PlayedWord(*(read_field(word, name, str) for name in ("word", "sources", "y_as")))
                for word in words
            ),
            doublers=tuple(read_field(word, "doublers", str) for word in words),
            money=read_field(data, "money", int),
            stock=read_field(data, "stock", int),
            royalties=tuple(read_list(data, "royalties", int)),
            purchasable=read_field(data, "purchasable", str),
            patent_value=read_field(data, "patent_value", int),
            leave=read_field(data, "leave", str),
        )

    @property
    def margin(self) -> float:
        """Money and stock minus the average opponent's royalties."""
        gain = float(self.money + self.stock)
        return gain - sum(self.royalties) / len(self.royalties) if self.royalties else gain

    @property
    def notation(self) -> str:
        """The play in one line; `adjudicate` reads it back."""
        return words_notation(self.words, self.doublers)

    def __str__(self) -> str:
        return self.notation

    def to_dict(self) -> dict[str, object]:
        """Return the play as plain data for JSON; `from_dict` reads it back."""
        return {
            "notation": self.notation,
            "words": [
                {"word": w.word, "sources": w.sources, "y_as": w.y_as, "doublers": d}
                for w, d in zip(self.words, self.doublers, strict=True)
            ],
            "money": self.money,
            "stock": self.stock,
            "royalties": list(self.royalties),
            "margin": self.margin,
            "purchasable": self.purchasable,
            "patent_value": self.patent_value,
            "leave": self.leave,
        }


def words_notation(words: Sequence[PlayedWord], doublers: Sequence[str] | None) -> str:
    """Return the words of a play in one line, with the doublers per word if they are claimed."""
    return WORD_JOIN.join(
        word.notation + (f"*{of_word}" if of_word else "")
        for word, of_word in zip(words, doublers or [""] * len(words), strict=True)
    )


def join_words(words: Sequence[PlayedWord]) -> str:
    """Return the bare words of a play, for a message or a heading."""
    return WORD_JOIN.join(word.word for word in words)


_LETTER: Final = re.compile(r"\(([A-Za-z])\)|\+([A-Za-z])|([A-Z])|([a-z])")
_LETTER_SOURCES: Final = DUPLICATE + SUFFIX + HAND + COMMUNITY
_WORD: Final = re.compile(rf"((?:{_LETTER.pattern})+)(?:/([vc]+))?(?:\*([BJKQ]+))?")


def parse_words(text: str) -> tuple[tuple[PlayedWord, ...], tuple[str, ...] | None]:
    """Return the words of a notation, and their doublers, None if it names none."""
    if not isinstance(text, str):
        raise InvalidInputError(f"{show(text)} is not a string; give a play in notation")
    words: list[PlayedWord] = []
    doublers: list[str] = []
    for part in text.split(WORD_JOIN.strip()):
        match = _WORD.fullmatch(part.strip())
        if match is None:
            raise InvalidInputError(
                f"{show(part.strip())} is not a word in play notation; write hand cards in upper "
                "case, community cards in lower case, (E) a duplicate, +S the suffix, /cv the Ys, "
                "*KQ the doublers, and & between two words"
            )
        words.append(_parse_word(match[1], match[6] or ""))
        doublers.append("".join(sorted(match[7] or "")))
    return tuple(words), tuple(doublers) if any(doublers) else None


def _parse_word(letters: str, y_as: str) -> PlayedWord:
    word = sources = ""
    for match in _LETTER.finditer(letters):
        group = match.lastindex or 0
        word += match[group].upper()
        sources += _LETTER_SOURCES[group - 1]
    return PlayedWord(word, sources, y_as)
