"""Finds the cards for words that a person types, in the word list or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...errors import InvalidInputError
from ...game import PlayWords, SeenState
from ...lexicon import Lexicon
from ...rules.cards import LETTERS, MIN_WORD_LENGTH, count_letters
from ...rules.play import Play
from ...rules.position import Position
from ...search.solver import find_plays

_MAX_SHOWN: Final = 40
_LETTERS_WITHOUT_CARDS: Final = 2
"""The duplicate of X and the suffix of Z."""


def lay_words(seen: SeenState, text: str) -> PlayWords:
    """The play of one word, or of two joined by &, that has the best margin.

    The search finds the cards, the duplicate, the suffix, Ys and doublers, in a lexicon of these
    words alone. So a word that is in no list is laid like any other.

    Raises:
        InvalidInputError: the words cannot be laid; one sentence for the person.
    """
    words = [word.strip().upper() for word in text.split("&")]
    position = seen.position
    for word in words:
        _check_word(word, position)
    _check_number(words, position)
    play = _best_play(seen, words)
    if play is None:
        raise InvalidInputError(_why_not(words, position))
    return PlayWords.of(play)


def _check_word(word: str, position: Position) -> None:
    if not word or not set(word) <= set(LETTERS):
        shown = word if len(word) <= _MAX_SHOWN else word[:_MAX_SHOWN] + ".."
        raise InvalidInputError(f'{shown!r} is not a word; type a word, or "help"')
    if len(word) < MIN_WORD_LENGTH:
        raise InvalidInputError(
            f'{word} is too short, a word has at least {MIN_WORD_LENGTH} letters; type "help" for '
            "what else you can do"
        )
    if len(word) > len(position.hand + position.community) + _LETTERS_WITHOUT_CARDS:
        raise InvalidInputError(f"there are no cards for a word of {len(word)} letters")


def _check_number(words: Sequence[str], position: Position) -> None:
    if len(words) > 2:
        raise InvalidInputError(f"{len(words)} words are too many; with the V patent you play two")
    if len(words) == 2 and "V" not in position.patents:
        raise InvalidInputError("two words need the V patent, and you do not own it")


def _best_play(seen: SeenState, words: Sequence[str]) -> Play | None:
    plays = find_plays(seen.position, Lexicon.from_words(words), seen.ruleset)
    for play in plays:
        if sorted(word.word for word in play.words) == sorted(words):
            return play
    return None


def _why_not(words: Sequence[str], position: Position) -> str:
    what = " & ".join(words)
    there = count_letters(position.hand + position.community)
    needed = count_letters("".join(words))
    missing = "".join(letter * (n - there.get(letter, 0)) for letter, n in sorted(needed.items()))
    if not missing:
        return f"{what} needs a card from your hand in every word"
    return f"{what} needs cards that are not there: {' '.join(missing)}"
