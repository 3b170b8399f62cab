"""Ways in which words may lie on the table: the source of each card, and the sound of each Y.

People leave both out. Words in capitals only, or in small letters only, are bare: their cards may
come from anywhere. All others say where each card comes from. Ys that are not declared are declared
as they pay most.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ..errors import PLAYER, IllegalPlay, InvalidInputError, LetterTycoonError, Reason, show
from ..rules.cards import HIDDEN, MAX_WORDS, count_letters, n_cards_text, remove_cards
from ..rules.play import (
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    Play,
    PlayedWord,
    join_words,
    words_notation,
)
from ..rules.ruleset import MAX_PLAYED_LETTERS
from .actions import PlayWords
from .legal import judge
from .state import SeenState

MAX_SHOWN_READINGS: Final = 6
"""So many ways are shown in a message."""


class AmbiguousWordsError(LetterTycoonError, ValueError):
    """Words can be laid in several ways that make a difference, and it was not said in which.

    Attributes:
        words: as they were given.
        readings: every way, in notation; give one of these instead.
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
            " letters are community cards. Give one of these"
        )


Way = tuple[PlayWords, Play | IllegalPlay]
"""Words as they may lie, with what they earn or why they are illegal."""


def is_bare(words: Sequence[PlayedWord]) -> bool:
    """Do the words leave out where their cards come from?"""
    return all(set(word.sources) in ({HAND}, {COMMUNITY}) for word in words)


def notation_of(words: PlayWords) -> str:
    """The words as they were given."""
    return words_notation(words.words, words.doublers)


def read_words(
    seen: SeenState,
    words: PlayWords,
    n_community: int | None = None,
    n_hand: int | None = None,
    *,
    asks: bool = True,
    player: int | None = None,
) -> Play:
    """The words as they lie, and what they earn.

    Bare words in capitals are from the hand if they can be; else every way to lay bare words is
    tried.

    Args:
        seen: the view before the words.
        words: as they were given.
        n_community: how many community cards are used; None if that is not known.
        n_hand: how many cards of the hand, likewise.
        asks: whether capitals that can be of the hand contradict community cards that are used;
            else they are laid with these.
        player: who lays them; by default the active player.

    Raises:
        AmbiguousWordsError: there are several ways, which leave other cards, or capitals contradict
            the number of community cards.
        IllegalPlay: there is none.
        InvalidInputError: with other numbers of cards the words could be laid.
    """
    who = seen.active if player is None else player
    is_said = not is_bare(words.words)
    are_capitals = all(HAND in word.sources for word in words.words)
    as_said = _found(_declared(seen, who, words)) if is_said or are_capitals else []
    if as_said and (is_said or not n_community):
        return as_said[0]
    ways = _all_ways(seen, who, words)
    found = [] if is_said else _found(ways, n_community, n_hand)
    if not found:
        raise _refusal(seen, who, words, ways, n_community, n_hand)
    if len(found) == 1 and not (as_said and asks):
        return found[0]
    raise AmbiguousWordsError(notation_of(words), [play.notation for play in (*as_said, *found)])


def ways_to_lay(seen: SeenState, words: PlayWords) -> list[Play]:
    """All ways in which words of the active player may lie that leave other cards.

    Raises:
        IllegalPlay: there is none.
        InvalidInputError: the words have more letters than two words ever have.
    """
    ways = _all_ways(seen, seen.active, words)
    found = _found(ways)
    if not found:
        raise _refusal(seen, seen.active, words, ways)
    return found


def may_hold(seen: SeenState, player: int, cards: str) -> bool:
    """May the player have these cards in hand, besides those on the table?"""
    laid = seen.turn.cards_used(HAND) if player == seen.active else ""
    left = Counter(remove_cards(seen.seats[player].hand, laid))
    n_hidden = left.pop(HIDDEN, 0)
    more = Counter(cards) - left
    return more.total() <= n_hidden and all(
        n <= seen.unseen.get(letter, 0) for letter, n in more.items()
    )


def _judged(seen: SeenState, player: int, words: PlayWords) -> Play:
    """Return the play of the words.

    Raises IllegalPlay, also if a hand that is not seen cannot have the cards.
    """
    hand, community = seen.seats[player].hand, seen.community
    if HIDDEN in community:
        seen = replace(seen, community=community.replace(HIDDEN, ""))
    if HIDDEN in hand:
        shown = "".join(word.letters_from(HAND) for word in words.words)
        more = "".join((Counter(shown) - Counter(hand)).elements())
        _check_unseen(seen, player, more)
        # With any other card in hand the words earn the same.
        other = next(letter for letter, n in seen.unseen.items() if n)
        seat = replace(seen.seats[player], hand=hand.replace(HIDDEN, "") + more or other)
        seen = replace(seen, seats=(*seen.seats[:player], seat, *seen.seats[player + 1 :]))
    return judge(seen, words, player)


def _check_unseen(seen: SeenState, player: int, cards: str) -> None:
    """Raises IllegalPlay unless the player, whose hand is not seen, may have these cards."""
    n_hidden = seen.seats[player].hand.count(HIDDEN)
    if len(cards) > n_hidden:
        raise IllegalPlay(
            Reason.CARD_NOT_AVAILABLE,
            f"the words take {n_cards_text(len(cards))} from a hand of {n_hidden}",
        )
    for letter, n in count_letters(cards).items():
        n_unseen = seen.unseen.get(letter, 0)
        if n > n_unseen:
            raise IllegalPlay(
                Reason.CARD_NOT_AVAILABLE,
                f"{PLAYER} cannot have {n} {letter} in hand: {n_unseen} are not seen elsewhere",
                player,
            )


def _found(
    ways: Iterable[Way], n_community: int | None = None, n_hand: int | None = None
) -> list[Play]:
    """The legal ways, of those that leave the same cards the one that pays most."""
    found: dict[tuple[str, str], Play] = {}
    for _, play in ways:
        if isinstance(play, IllegalPlay):
            continue
        hand, community = _cards(play, HAND), _cards(play, COMMUNITY)
        if n_community not in (None, len(community)) or n_hand not in (None, len(hand)):
            continue
        key = hand, community
        if key not in found or _pay(play) > _pay(found[key]):
            found[key] = play
    return list(found.values())


def _refusal(
    seen: SeenState,
    player: int,
    words: PlayWords,
    ways: Sequence[Way],
    n_community: int | None = None,
    n_hand: int | None = None,
) -> LetterTycoonError:
    """Why there is no way: the rule that is broken with no ability, if it is not about cards."""
    legal = [play for _, play in ways if isinstance(play, Play)]
    shown = show(notation_of(words)) if legal else ""
    if legal and n_community not in (None, *(len(_cards(play, COMMUNITY)) for play in legal)):
        return InvalidInputError(
            f"{shown} takes {_numbers(COMMUNITY, legal)} of the community {seen.community}, and"
            f" {n_community} came instead; give the cards that came"
        )
    if legal:
        return InvalidInputError(
            f"{shown} takes {_numbers(HAND, legal)} cards of the hand, and {n_hand} were drawn for"
            " it; give the cards that were drawn"
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
    there = Counter(seen.seats[player].hand + seen.community)
    letters = "".join(word.word for word in words.words)
    missing = (Counter(letters) - there).elements()
    is_about_cards = error.reason is Reason.CARD_NOT_AVAILABLE and is_bare(words.words)
    if HIDDEN in there or not is_about_cards or not (lacked := " ".join(sorted(missing))):
        return error
    return IllegalPlay(
        error.reason, f"{join_words(words.words)} needs cards that are not there: {lacked}"
    )


def _all_ways(seen: SeenState, player: int, words: PlayWords) -> list[Way]:
    """The words as they may lie: bare ones in every way."""
    if not is_bare(words.words):
        return list(_declared(seen, player, words))
    if sum(len(word.word) for word in words.words) > MAX_PLAYED_LETTERS * MAX_WORDS:
        raise InvalidInputError(
            f"{show(notation_of(words))} has more letters than two words ever have"
        )
    ways: list[Way] = []
    for sources in _sources(seen, player, [word.word for word in words.words]):
        laid = tuple(
            replace(word, sources=source) for word, source in zip(words.words, sources, strict=True)
        )
        ways += _declared(seen, player, replace(words, words=laid))
    return ways


def _declared(seen: SeenState, player: int, words: PlayWords) -> Iterator[Way]:
    """The words with their Ys as they are declared, or in every way that may be the best."""
    for y_as in itertools.product(*map(_declarations, words.words)):
        declared = tuple(replace(word, y_as=ys) for word, ys in zip(words.words, y_as, strict=True))
        way = replace(words, words=declared)
        try:
            yield way, _judged(seen, player, way)
        except IllegalPlay as error:
            yield way, error


def _declarations(word: PlayedWord) -> list[str]:
    """Ways to declare the Ys: as said, or all vowels, or at most one a vowel.

    No other can be the best (rules, "Payout").
    """
    n = word.word.count("Y")
    if word.y_as or not n:
        return [word.y_as]
    return list(dict.fromkeys([CONSONANT * n, VOWEL + CONSONANT * (n - 1), VOWEL * n]))


def _sources(seen: SeenState, player: int, words: Sequence[str]) -> Iterator[list[str]]:
    """Sources of the letters of each word; which of equal letters it is makes no difference.

    All from the hand comes first; of the others, only those whose hand cards the player may have.
    """
    letters = "".join(words)
    yield [HAND * len(word) for word in words]
    for special in _specials(seen.seats[player].patents, words):
        for places in _community_places(seen.community, words, special):
            sources = [
                COMMUNITY if at in places else special.get(at, HAND) for at in range(len(letters))
            ]
            in_hand = "".join(a for a, s in zip(letters, sources, strict=True) if s == HAND)
            if (special or places) and may_hold(seen, player, in_hand):
                yield _split("".join(sources), words)


def _specials(patents: str, words: Sequence[str]) -> Iterator[dict[int, str]]:
    """Ways to use duplicate and suffix: the source by the place among all letters."""
    ends = list(itertools.accumulate(map(len, words)))
    suffixes: list[dict[int, str]] = [{}]
    if "Z" in patents:
        suffixes += [
            {end - 1: SUFFIX} for end, word in zip(ends, words, strict=True) if word[-1:] == "S"
        ]
    yield from suffixes
    if "X" not in patents:
        return
    for suffix in suffixes:
        for word, end in zip(words, ends, strict=True):
            # Of equal letters the last is the duplicate, as the solver has it.
            begin = end - len(word)
            last = {a: at for at, a in enumerate(word, begin) if at not in suffix}
            yield from ({at: DUPLICATE} | suffix for at in last.values())


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


def _numbers(source: str, plays: Iterable[Play]) -> str:
    """List how many cards of a source the plays take."""
    return " or ".join(map(str, sorted({len(_cards(play, source)) for play in plays})))


def _n_special(words: PlayWords) -> int:
    """Count the letters that come from no card."""
    return sum(source in DUPLICATE + SUFFIX for word in words.words for source in word.sources)


def _cards(play: Play, sources: str) -> str:
    return "".join(sorted("".join(word.letters_from(sources) for word in play.words)))


def _pay(play: Play) -> tuple[int, int]:
    return play.money + play.stock, play.money
