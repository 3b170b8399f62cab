"""Where the cards of told words come from, where people did not say it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..cards import MAX_WORDS
from ..errors import IllegalPlay, InvalidInputError, LetterTycoonError, Reason, require, show
from ..play import (
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    Play,
    PlayedWord,
    parse_notation,
)
from ..ruleset import MAX_PLAYED_LETTERS
from .actions import PlayWords
from .state import SeenState
from .told_rules import judge_words, may_hold
from .told_text import BareWord, bare_words

MAX_SHOWN_READINGS: Final = 6
"""So many ways are shown in a message."""


class AmbiguousWordsError(InvalidInputError):
    """Words can be laid in several ways that make a difference, and it was not said in which.

    Attributes:
        words: as they were told.
        readings: every way, in notation; tell one of these instead.
    """

    def __init__(self, words: str, readings: Sequence[str]) -> None:
        super().__init__(words, tuple(readings))
        self.words = words
        self.readings = tuple(readings)

    def __str__(self) -> str:
        shown = ", ".join(self.readings[:MAX_SHOWN_READINGS])
        more = len(self.readings) - MAX_SHOWN_READINGS
        rest = f" and {more} more" if more > 0 else ""
        return (
            f"{show(self.words)} can be laid in {len(self.readings)} ways: {shown}{rest}; small"
            " letters are community cards. Give the one that was laid"
        )


def read_words(
    seen: SeenState,
    words: str,
    n_community: int | None,
    n_hand: int | None = None,
    *,
    asks: bool = True,
) -> PlayWords:
    """The words that lie on the table.

    In notation they are what they say. Those in capitals are from the hand if they can be. Else
    every way to lay them is tried. Ys that are not declared are declared at their best.

    Args:
        seen: the view before the words.
        words: in notation, or bare.
        n_community: how many community cards are used; None if that is not known.
        n_hand: how many cards of the hand, likewise.
        asks: whether capitals that can be of the hand contradict community cards that are used;
            else they are laid with these.

    Returns:
        The words, with their doublers if these were said.

    Raises:
        AmbiguousWordsError: there are several ways, which leave other cards, or capitals contradict
            the number of community cards.
        IllegalPlay: there is none.
        InvalidInputError: the text is not in the notation, or with other numbers of cards the words
            could be laid.
    """
    bare = bare_words(words)
    if bare is None:
        return PlayWords(*parse_notation(words))
    _check_length(words, bare)
    as_said = _found(_ways(seen, bare, _from_hand(bare))) if _are_capitals(bare) else []
    if as_said and not n_community:
        return as_said[0][0]
    ways = list(_ways(seen, bare, _sources(seen, bare)))
    found = _found(ways, n_community, n_hand)
    if not found:
        raise _refusal(seen, words, ways, n_community, n_hand)
    if len(found) == 1 and not (as_said and asks):
        return found[0][0]
    raise AmbiguousWordsError(words, [play.notation for _, play in (*as_said, *found)])


def ways_to_lay(seen: SeenState, words: str) -> tuple[Play, ...]:
    """All ways in which words may lie on the table that leave other cards.

    Raises IllegalPlay if there is none, and InvalidInputError if the text is not in the notation.
    """
    require(words, str, "the words")
    bare = bare_words(words)
    if bare is None:
        return (judge_words(seen, PlayWords(*parse_notation(words))),)
    _check_length(words, bare)
    ways = list(_ways(seen, bare, _sources(seen, bare)))
    found = _found(ways)
    if not found:
        raise _refusal(seen, words, ways)
    return tuple(play for _, play in found)


Way = tuple[PlayWords, Play | IllegalPlay]
"""Words as they may lie, with what they earn or why they are illegal."""


def _check_length(words: str, bare: Sequence[BareWord]) -> None:
    if sum(len(word.letters) for word in bare) > MAX_PLAYED_LETTERS * MAX_WORDS:
        raise InvalidInputError(f"{show(words)} has more letters than two words ever have")


def _from_hand(bare: Sequence[BareWord]) -> list[list[str]]:
    return [[HAND * len(word.letters) for word in bare]]


def _are_capitals(bare: Sequence[BareWord]) -> bool:
    return all(word.is_capitals for word in bare)


def _found(
    ways: Iterable[Way], n_community: int | None = None, n_hand: int | None = None
) -> list[tuple[PlayWords, Play]]:
    """The legal ways, of those that leave the same cards the one that pays most."""
    found: dict[object, tuple[PlayWords, Play]] = {}
    for words, play in ways:
        if isinstance(play, IllegalPlay) or n_community not in (None, _n_from(COMMUNITY, words)):
            continue
        if n_hand not in (None, _n_from(HAND, words)):
            continue
        key = _cards(play, HAND), _cards(play, COMMUNITY)
        if key not in found or _pay(play) > _pay(found[key][1]):
            found[key] = words, play
    return list(found.values())


def _refusal(
    seen: SeenState,
    words: str,
    ways: Sequence[Way],
    n_community: int | None = None,
    n_hand: int | None = None,
) -> LetterTycoonError:
    """Why there is no way: the rule that is broken with no ability, if it is not about cards."""
    legal = [way for way, play in ways if isinstance(play, Play)]
    if legal and n_community not in (None, *(_n_from(COMMUNITY, way) for way in legal)):
        return InvalidInputError(
            f"{show(words)} takes {_numbers(COMMUNITY, legal)} of the community"
            f" {seen.community}, and {n_community} came instead; give the cards that came"
        )
    if legal:
        return InvalidInputError(
            f"{show(words)} takes {_numbers(HAND, legal)} cards of the hand, and {n_hand} were"
            " drawn for it; give the cards that were drawn"
        )
    refusals = sorted(
        (
            (_n_special(way), error.reason is Reason.CARD_NOT_AVAILABLE, at)
            for at, (way, error) in enumerate(ways)
            if isinstance(error, IllegalPlay)
        ),
    )
    error = ways[refusals[0][-1]][1]
    assert isinstance(error, IllegalPlay)
    return error


def _ways(
    seen: SeenState, bare: Sequence[BareWord], all_sources: Iterable[Sequence[str]]
) -> Iterator[Way]:
    claimed = tuple(word.doublers for word in bare)
    doublers = claimed if any(claimed) else None
    for sources in all_sources:
        for y_as in itertools.product(*map(_declarations, bare)):
            words = PlayWords(
                tuple(
                    PlayedWord(word.letters, source, ys)
                    for word, source, ys in zip(bare, sources, y_as, strict=True)
                ),
                doublers,
            )
            try:
                yield words, judge_words(seen, words)
            except IllegalPlay as error:
                yield words, error


def _declarations(word: BareWord) -> list[str]:
    """Ways to declare the Ys: as said, or all vowels, or at most one a vowel.

    No other can be the best (rules, "Payout").
    """
    n = word.letters.count("Y")
    if word.y_as or not n:
        return [word.y_as]
    return list(dict.fromkeys([CONSONANT * n, VOWEL + CONSONANT * (n - 1), VOWEL * n]))


def _sources(seen: SeenState, bare: Sequence[BareWord]) -> Iterator[list[str]]:
    """Sources of the letters of each word; which of equal letters it is makes no difference.

    All from the hand comes first; of the others, only those whose hand cards the player may have.
    """
    words = [word.letters for word in bare]
    letters = "".join(words)
    yield [HAND * len(word) for word in words]
    for special in _specials(seen, words):
        for places in _community_places(seen.community, words, special):
            sources = [
                COMMUNITY if at in places else special.get(at, HAND) for at in range(len(letters))
            ]
            in_hand = "".join(a for a, s in zip(letters, sources, strict=True) if s == HAND)
            if (special or places) and may_hold(seen, in_hand):
                yield _split("".join(sources), words)


def _specials(seen: SeenState, words: Sequence[str]) -> Iterator[dict[int, str]]:
    """Ways to use duplicate and suffix: the source by the place among all letters."""
    patents = seen.active_seat.patents
    ends = list(itertools.accumulate(map(len, words)))
    suffixes: list[dict[int, str]] = [{}]
    if "Z" in patents:
        suffixes += [
            {end - 1: SUFFIX} for end, word in zip(ends, words, strict=True) if word[-1:] == "S"
        ]
    duplicates: list[dict[int, str]] = [{}]
    if "X" in patents:
        begin = 0
        for word, end in zip(words, ends, strict=True):
            duplicates += [{begin + word.index(a): DUPLICATE} for a in dict.fromkeys(word)]
            begin = end
    for duplicate, suffix in itertools.product(duplicates, suffixes):
        if not duplicate.keys() & suffix.keys():
            yield duplicate | suffix


def _community_places(
    community: str, words: Sequence[str], special: Mapping[int, str]
) -> Iterator[set[int]]:
    """Ways to take letters from the community: their places among all letters.

    By how many of each letter each word takes.
    """
    places: dict[tuple[str, int], list[int]] = {}
    at = 0
    for number, word in enumerate(words):
        for letter in word:
            if letter in community and at not in special:
                places.setdefault((letter, number), []).append(at)
            at += 1
    most = [min(len(found), community.count(letter)) for (letter, _), found in places.items()]
    for numbers in itertools.product(*(range(n, -1, -1) for n in most)):
        taken: dict[str, int] = {}
        for (letter, _), n in zip(places, numbers, strict=True):
            taken[letter] = taken.get(letter, 0) + n
        if all(n <= community.count(letter) for letter, n in taken.items()):
            yield {
                at for found, n in zip(places.values(), numbers, strict=True) for at in found[:n]
            }


def _split(text: str, words: Sequence[str]) -> list[str]:
    ends = list(itertools.accumulate(map(len, words)))
    return [text[end - len(word) : end] for end, word in zip(ends, words, strict=True)]


def _numbers(source: str, ways: Iterable[PlayWords]) -> str:
    """How many cards of a source the ways take."""
    return " or ".join(map(str, sorted({_n_from(source, way) for way in ways})))


def _n_from(source: str, words: PlayWords) -> int:
    """How many cards of a source the words take."""
    return sum(word.sources.count(source) for word in words.words)


def _n_special(words: PlayWords) -> int:
    """How many letters come from no card."""
    return sum(source in DUPLICATE + SUFFIX for word in words.words for source in word.sources)


def _cards(play: Play, sources: str) -> str:
    return "".join(sorted("".join(word.letters_from(sources) for word in play.words)))


def _pay(play: Play) -> tuple[int, int]:
    return play.money + play.stock, play.money
