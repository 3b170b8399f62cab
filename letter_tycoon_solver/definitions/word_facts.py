"""Facts about a word that need no position, such as before a challenge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import InvalidInputError, show
from ..lexicon import Lexicon
from ..lexicon.word_list import MAX_WORD_LENGTH
from ..rules.cards import (
    CARD_COUNT,
    LETTERS,
    MIN_CARDS_FOR_DUPLICATE,
    MIN_WORD_LENGTH,
    count_letters,
)
from ..rules.referee import CARD_DOUBLER, WordPayout, most_letters, word_payout
from ..rules.ruleset import DuplicateScope, Ruleset
from . import Definition, define

_PATENT_SETS: Final = ("", "B", "J", "K", "BJ")
"""The sets of doublers that may apply together."""
_SUFFIX: Final = "S"


def parse_word(text: str, such_as: str = "such as JEWELS") -> str:
    """Check a word and return it in upper case; the message gives an example."""
    word = text.strip()
    if not word.isascii() or not word.isalpha():
        raise InvalidInputError(f"{show(text)} is not a word; give the letters A to Z, {such_as}")
    if len(word) > MAX_WORD_LENGTH:
        raise InvalidInputError(
            f"{show(text)} has {len(word)} letters; a word has at most {MAX_WORD_LENGTH}"
        )
    return word.upper()


@dataclass(frozen=True, slots=True)
class WordFacts:
    """The facts about a word.

    The game's word list comes first in `lists`. The payouts are those of each set of patents that
    all double the word; a word that is too short, or longer than `most`, has none. `with_suffix` is
    the word with the S of Z, "" if that is not a word. `needs` has the patents that supply cards
    beyond the deck's, "" for none; it is None if no patents are enough.
    """

    word: str
    lists: dict[str, bool]
    definitions: tuple[Definition, ...]
    anagrams: tuple[str, ...]
    most: int
    payouts: dict[str, WordPayout]
    with_suffix: str
    needs: str | None

    @classmethod
    def of(cls, word: str, lexicons: Sequence[Lexicon], ruleset: Ruleset) -> WordFacts:
        """Collect the facts about a word in upper case; the first lexicon is the game's."""
        lexicon, most = lexicons[0], most_letters(ruleset)
        has_a_length = MIN_WORD_LENGTH <= len(word) <= most
        longer = word + _SUFFIX
        return cls(
            word=word,
            lists=_lists(word, lexicons),
            definitions=define(word),
            anagrams=tuple(other for other in lexicon.anagrams(word) if other != word),
            most=most,
            payouts=_payouts(word, ruleset) if has_a_length else {},
            with_suffix=longer if len(longer) <= most and longer in lexicon else "",
            needs=_patents_needed(word, ruleset),
        )

    @property
    def lexicon_name(self) -> str:
        """The name of the game's word list."""
        return next(iter(self.lists))

    @property
    def is_word(self) -> bool:
        """True if the word is in the game's word list."""
        return self.lists[self.lexicon_name]

    @property
    def why_not(self) -> str:
        """The reason, in a sentence, why the word can never be laid; "" if it can."""
        if len(self.word) < MIN_WORD_LENGTH:
            return f"It is too short: a word has at least {MIN_WORD_LENGTH} letters."
        if len(self.word) > self.most:
            return f"It is too long: a word has at most {self.most} letters."
        return "" if self.needs is not None else "The deck has too few cards for it."

    def to_dict(self) -> dict[str, object]:
        """Return the facts as plain data for JSON."""
        return {
            "word": self.word,
            "lists": self.lists,
            "definitions": [definition.to_dict() for definition in self.definitions],
            "why_not": self.why_not or None,
            "anagrams": list(self.anagrams),
            "payouts": [
                {
                    "patents": patents,
                    "money": pays.money,
                    "stock": pays.stock,
                    "doublers": pays.doublers,
                    "y_as": pays.y_as,
                }
                for patents, pays in self.payouts.items()
            ],
            "with_suffix": self.with_suffix or None,
            "needs": self.needs,
        }


@dataclass(frozen=True, slots=True)
class NearWords:
    """Words of a lexicon that differ from a word by one letter more, one less or another one."""

    more: tuple[str, ...]
    less: tuple[str, ...]
    other: tuple[str, ...]

    @classmethod
    def of(cls, word: str, lexicon: Lexicon) -> NearWords:
        """Find those of a word in upper case, which need not be valid."""
        cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]

        def found(spelled: Iterable[str]) -> tuple[str, ...]:
            return tuple(sorted({one for one in spelled if one != word and one in lexicon}))

        return cls(
            found(left + letter + right for left, right in cuts for letter in LETTERS),
            found(left + right[1:] for left, right in cuts if right),
            found(left + letter + right[1:] for left, right in cuts if right for letter in LETTERS),
        )


def _lists(word: str, lexicons: Sequence[Lexicon]) -> dict[str, bool]:
    """Look the word up in each list; a list whose name is taken is called by its path."""
    found: dict[str, bool] = {}
    for lexicon in lexicons:
        name = lexicon.name if lexicon.name not in found else str(lexicon.source)
        found[name] = word in lexicon
    return found


def _payouts(word: str, ruleset: Ruleset) -> dict[str, WordPayout]:
    found = {patents: word_payout(word, patents, ruleset=ruleset) for patents in _PATENT_SETS}
    return {
        patents: pays
        for patents, pays in found.items()
        if pays.doublers.replace(CARD_DOUBLER, "") == patents
    }


def _patents_needed(word: str, ruleset: Ruleset) -> str | None:
    """Return the patents that supply missing cards: X repeats a card, and Z adds the last S."""
    for patents, cards in (("", word), ("Z", word.removesuffix(_SUFFIX))):
        n_missing = sum(max(0, n - CARD_COUNT[a]) for a, n in count_letters(cards).items())
        if not n_missing:
            return patents
        if n_missing == 1:
            # Rule (X): the word needs at least three factory cards.
            if len(cards) > MIN_CARDS_FOR_DUPLICATE:
                return "X" + patents
            if ruleset.duplicate_scope is DuplicateScope.TURN:
                return "VX" + patents
    return None
