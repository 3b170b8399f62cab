"""Words that a person would lay: the Ys as they pay most, and what is for or against them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from ...errors import IllegalPlay, InvalidInputError
from ...game import PlayWords, SeenState
from ...rules.play import CONSONANT, VOWEL, Play, PlayedWord
from ...rules.referee import adjudicate
from ...rules.ruleset import ChallengeMode
from ..replies import sentence
from .schema import Looked, WordToLay
from .told import told_play

_MOST_YS: Final = 4
"""Of a word that can be laid: two cards, and the duplicate of one."""


def to_play(words: Sequence[WordToLay], seen: SeenState) -> PlayWords:
    """The action that lays the words, with the Ys that are not declared as they pay most.

    Words that may not be laid are taken as they are: the rules say why.
    """
    ways = [PlayWords(way) for way in itertools.product(*map(_declared, words))]
    if len(ways) == 1:
        return ways[0]
    return max(ways, key=lambda way: _pay(way, seen))


def look_at(
    words: Sequence[WordToLay], seen: SeenState, names: Sequence[str], hints: bool
) -> Looked:
    """What is for or against words, also when it is the turn of another.

    Args:
        words: one, or two.
        seen: what the player sees.
        names: of all players.
        hints: whether the player may know more than the rules say.
    """
    mode = seen.ruleset.challenge.mode
    not_words = None
    if hints or mode is ChallengeMode.NONE:
        not_words = [word.word.upper() for word in words if word.word.upper() not in seen.lexicon]
    try:
        play = _judged(to_play(words, seen), seen)
    except (IllegalPlay, InvalidInputError) as error:
        return Looked(sentence(error, names), None, "", not_words)
    why_not = ""
    if not_words and mode is ChallengeMode.NONE:
        verb = "is" if len(not_words) == 1 else "are"
        why_not = f"{' and '.join(not_words)} {verb} not in the word list {seen.lexicon.name}."
    return Looked(why_not, told_play(play, seen, seen.viewer), play.purchasable, not_words)


def _declared(word: WordToLay) -> Iterator[PlayedWord]:
    """The word with its Ys as they are declared, or in every way."""
    ys = word.word.upper().count("Y")
    if word.y_as is not None or ys > _MOST_YS:
        yield PlayedWord(word.word, word.sources, word.y_as or VOWEL * ys)
        return
    for way in itertools.product(VOWEL + CONSONANT, repeat=ys):
        yield PlayedWord(word.word, word.sources, "".join(way))


def _pay(way: PlayWords, seen: SeenState) -> tuple[int, int]:
    try:
        play = _judged(way, seen)
    except (IllegalPlay, InvalidInputError):
        return -1, 0
    return play.money + play.stock, play.money


def _judged(way: PlayWords, seen: SeenState) -> Play:
    return adjudicate(seen.position, way.words, ruleset=seen.ruleset)
