"""Turns, players and words of the library as the page is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..definitions.word_facts import NearWords, WordFacts, parse_word
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.play import (
    CARD_SOURCES,
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    Equity,
    PlayedWord,
)
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.turn import Turn
from .schema import (
    EquityParts,
    LaidLetter,
    LaidWord,
    Meaning,
    Pays,
    PlanOfTurn,
    Royalty,
    Seat,
    Source,
    Word,
    YAs,
)

_SOURCES: Final[dict[str, Source]] = {
    HAND: "hand",
    COMMUNITY: "community",
    DUPLICATE: "duplicate",
    SUFFIX: "suffix",
}
Y_AS: Final[dict[str, YAs]] = {VOWEL: "vowel", CONSONANT: "consonant"}


def plan_json(turn: Turn, position: Position) -> PlanOfTurn:
    """A turn of the player of a position."""
    play = turn.play
    return PlanOfTurn(
        notation=turn.notation,
        replace=turn.replace,
        words=[laid_word(*pair) for pair in zip(play.words, play.doublers, strict=True)]
        if play
        else [],
        money=play.money if play else 0,
        stock=play.stock if play else 0,
        royalties=_royalties_json(play.words, position) if play else [],
        purchasable=play.purchasable if play else "",
        buy=turn.buy,
        discards=turn.discards,
        kept=turn.keeps,
        equity=_equity_json(turn.equity),
    )


def laid_word(word: PlayedWord, doublers: str) -> LaidWord:
    """A word as it lies on the table; nobody declares the Ys of one that was taken back."""
    ys = iter(word.y_as)
    letters = [
        LaidLetter(letter, _SOURCES[source], Y_AS.get(next(ys, ""), "") if letter == "Y" else "")
        for letter, source in zip(word.word, word.sources, strict=True)
    ]
    return LaidWord(word.word, letters, doublers)


def _royalties_json(words: tuple[PlayedWord, ...], position: Position) -> list[Royalty]:
    """To each opponent who gets any: $1 for each card whose patent is theirs."""
    told = []
    for number, patents in enumerate(position.opponents, 1):
        if patents and (letters := _used(words, patents)):
            told.append(Royalty(number, len(letters), letters))
    return told


def _used(words: tuple[PlayedWord, ...], patents: str) -> str:
    """The cards of the words whose patents these are, sorted."""
    used = [
        letter
        for word in words
        for letter, source in zip(word.word, word.sources, strict=True)
        if letter in patents and source in CARD_SOURCES
    ]
    return "".join(sorted(used))


def _equity_json(equity: Equity) -> EquityParts:
    return EquityParts(equity.total, equity.margin, equity.patent, equity.leave, equity.community)


def seats_json(seen: SeenState, names: Sequence[str]) -> list[Seat]:
    """The players as all see them."""
    return [
        Seat(name, seat.patents, seat.patent_value, seat.money, seat.stock, score.total)
        for name, seat, score in zip(names, seen.seats, seen.scores, strict=True)
    ]


def word_json(text: str, lexicons: list[Lexicon], ruleset: Ruleset) -> Word:
    """The facts about a word; the first lexicon is that of the game.

    Raises:
        InvalidInputError: the text is not a word of letters.
    """
    facts = WordFacts.of(parse_word(text), lexicons, ruleset)
    near = NearWords.of(facts.word, lexicons[0])
    return Word(
        word=facts.word,
        is_word=facts.is_word,
        lists=facts.lists,
        why_not=facts.why_not,
        means=[
            Meaning(one.lemma, one.part_of_speech.value, one.gloss) for one in facts.definitions
        ],
        anagrams=list(facts.anagrams),
        one_more=list(near.more),
        one_less=list(near.less),
        one_other=list(near.other),
        pays=[
            Pays(patents, pays.money, pays.stock, pays.doublers, [Y_AS[y] for y in pays.y_as])
            for patents, pays in facts.payouts.items()
        ],
        with_suffix=facts.with_suffix,
        needs=facts.needs or "",
    )
