"""Where the cards of told words come from, where people did not say it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from ..errors import IllegalPlay, InvalidInputError, LetterTycoonError, Reason, show
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
from .actions import PlayWords
from .state import SeenState
from .told_rules import judge_words
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


def read_words(seen: SeenState, words: str, n_community: int | None) -> PlayWords:
    """The words that lie on the table.

    In notation they are what they say, and so are capitals that fit: cards from the hand. Else
    every way to lay them is tried.

    Args:
        seen: the view before the words.
        words: in notation, or bare.
        n_community: how many community cards are used; None if that is not known.

    Returns:
        The words, with their doublers if these were said.

    Raises:
        AmbiguousWordsError: there are several ways, from which other cards or payouts follow.
        IllegalPlay: there is none; for want of a better reason, as all cards were from the hand.
        InvalidInputError: the text is not in the notation, or with other numbers of community cards
            the words could be laid.
    """
    bare = bare_words(words)
    exact = PlayWords(*parse_notation(words))
    in_capitals = bare is not None and all(word.is_capitals for word in bare)
    if bare is None or (in_capitals and _fits(seen, exact, n_community)):
        return exact
    ways = list(_ways(seen, bare, n_community))
    found: dict[object, tuple[PlayWords, Play]] = {}
    for way, play in ways:
        if isinstance(play, Play):
            key = (_cards(play, HAND), _cards(play, COMMUNITY), _cards(play, DUPLICATE + SUFFIX))
            if key not in found or _pay(play) > _pay(found[key][1]):
                found[key] = way, play
    if not found:
        raise _refusal(seen, words, bare, n_community)
    if len(found) > 1:
        raise AmbiguousWordsError(words, [play.notation for _, play in found.values()])
    ((way, _),) = found.values()
    return way


def n_community_of(words: PlayWords) -> int:
    """How many community cards the words use."""
    return sum(word.sources.count(COMMUNITY) for word in words.words)


def _fits(seen: SeenState, words: PlayWords, n_community: int | None) -> bool:
    if n_community:
        return False
    try:
        judge_words(seen, words)
    except (IllegalPlay, InvalidInputError):
        return False
    return True


def _refusal(
    seen: SeenState, words: str, bare: Sequence[BareWord], n_community: int | None
) -> LetterTycoonError:
    """Why there is no way."""
    ways = list(_ways(seen, bare, None))
    numbers = sorted({n_community_of(way) for way, play in ways if isinstance(play, Play)})
    if numbers:
        return InvalidInputError(
            f"{show(words)} takes {' or '.join(map(str, numbers))} cards of the community"
            f" {seen.community}, and {n_community} came for it; give the cards that came"
        )
    refusals = [error for _, error in ways if isinstance(error, IllegalPlay)]
    return next(
        (error for error in refusals if error.reason is not Reason.CARD_NOT_AVAILABLE),
        refusals[0],
    )


def _ways(
    seen: SeenState, bare: Sequence[BareWord], n_community: int | None
) -> Iterator[tuple[PlayWords, Play | IllegalPlay]]:
    """Ways to lay the words, with what they earn or why they are illegal."""
    claimed = tuple(word.doublers for word in bare)
    doublers = claimed if any(claimed) else None
    for sources in _sources(seen, [word.letters for word in bare], n_community):
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


def _sources(seen: SeenState, words: Sequence[str], n_community: int | None) -> Iterator[list[str]]:
    """Sources of the letters of each word; which of equal letters it is makes no difference."""
    letters = "".join(words)
    for special in _specials(seen, words):
        for places in _community_places(seen.community, words, special, n_community):
            sources = [
                COMMUNITY if at in places else special.get(at, HAND) for at in range(len(letters))
            ]
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
    community: str, words: Sequence[str], special: dict[int, str], n_community: int | None
) -> Iterator[set[int]]:
    """Ways to take letters from the community: their places among all letters."""
    letters = "".join(words)
    free = [at for at, a in enumerate(letters) if a in community and at not in special]
    sizes = range(len(community) + 1) if n_community is None else [n_community]
    seen_ways = set()
    for size in sizes:
        for places in itertools.combinations(free, size):
            taken = "".join(letters[at] for at in places)
            if any(taken.count(a) > community.count(a) for a in taken):
                continue
            key = tuple(sorted((_word_of(at, words), letters[at]) for at in places))
            if key not in seen_ways:
                seen_ways.add(key)
                yield set(places)


def _word_of(at: int, words: Sequence[str]) -> int:
    return 0 if at < len(words[0]) else 1


def _split(text: str, words: Sequence[str]) -> list[str]:
    ends = list(itertools.accumulate(map(len, words)))
    return [text[end - len(word) : end] for end, word in zip(ends, words, strict=True)]


def _cards(play: Play, sources: str) -> str:
    return "".join(sorted("".join(word.letters_from(sources) for word in play.words)))


def _pay(play: Play) -> tuple[int, int]:
    return play.money + play.stock, play.money
