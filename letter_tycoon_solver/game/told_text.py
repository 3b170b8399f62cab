"""A turn as people tell it: the notation of plans, with what was not seen, and who challenged.

    CeDEs, buy C, discard Z?       "?" is a card that was not seen
    cedes, buy C                   words in small letters: where their cards come from is inferred
    exchange ???                   or "exchange 3"
    replace ?, CeDEs               a card with Q
    replace X from community       online, one of the community
    CeDEs, challenged by left      the name of a player, or the number from 0; "challenged" where
                                   only one can have done it

Whether challenged words stand follows from the lexicon. If they do not, the card that pays for them
is told with them or in a turn of its own: "CeDEz, challenged by left, discard Z".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..cards import parse_letters
from ..errors import InvalidInputError, require, show
from ..play import WORD_JOIN
from ..ruleset import MAX_CARDS
from .actions import Buy, Decline, ReplaceCard
from .state import HIDDEN
from .turn_text import split_turn

CHALLENGED: Final = "challenged"
_BARE_WORD: Final = re.compile(r"([a-z]+|[A-Z]+)(?:/([vc]+))?(?:\*([BJKQ]+))?")
_COUNT: Final = re.compile("[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class ToldParts:
    """What the parts of a text say; None for a part that is left out.

    replace     one letter or HIDDEN
    renew       a letter of the community that is replaced
    words       as they are given, see `told_words.py`
    exchange, discard   letters, sorted, then HIDDEN for each card that was not seen
    challenger  "" where no name is said
    """

    replace: str | None = None
    renew: str | None = None
    words: str | None = None
    exchange: str | None = None
    buy: Buy | Decline | None = None
    discard: str | None = None
    challenger: str | None = None


def parse_told(text: str) -> ToldParts:
    """The parts of a turn that is told.

    Raises InvalidInputError if the text is not in the notation.
    """
    require(text, str, "the turn")
    parts = text.split(",")
    answers = [part for part in parts if _is_answer(part.split())]
    if len(answers) > 1:
        raise InvalidInputError(f"{show(text)} says {CHALLENGED} twice; only one player can")
    rest = ",".join(part for part in parts if part not in answers)
    found = split_turn(rest) if rest or not answers else {}
    renew = found.pop("replace") if " " in found.get("replace", "") else None
    cards = {
        name: _parse_cards(found[name], name)
        for name in ("replace", "exchange", "discard")
        if name in found
    }
    if len(cards.get("replace", HIDDEN)) != 1:
        raise InvalidInputError(f"{show(text)} replaces {show(cards['replace'])}; give one card")
    buy = found.get("buy")
    return ToldParts(
        **cards,
        renew=None if renew is None else ReplaceCard.parse(renew).card,
        words=found.get("words"),
        buy=None if buy is None else Buy(buy) if buy else Decline(),
        challenger=_parse_challenger(answers[0]) if answers else None,
    )


def _is_answer(words: list[str]) -> bool:
    """Not the word CHALLENGED, laid in capitals or in notation."""
    if len(words) < 2:
        return words == [CHALLENGED]
    return words[0].lower() == CHALLENGED


def _parse_cards(given: str, verb: str) -> str:
    if _COUNT.fullmatch(given) and int(given) <= MAX_CARDS:
        return HIDDEN * int(given)
    shown = parse_letters(given.replace(HIDDEN, ""), f"the cards to {verb}")
    return shown + HIDDEN * given.count(HIDDEN)


def _parse_challenger(part: str) -> str:
    rest = part.split(maxsplit=1)[1:]
    by, _, name = (rest[0] if rest else "by ").partition(" ")
    if by.lower() != "by":
        raise InvalidInputError(f'{show(part.strip())} is not "{CHALLENGED} by" a player')
    return name.strip()


@dataclass(frozen=True, slots=True)
class BareWord:
    """A word that does not say where its letters come from.

    letters      upper case
    is_capitals  it was told in capitals
    y_as         one v or c per Y, "" if it is not said
    doublers     "" if none are said
    """

    letters: str
    is_capitals: bool
    y_as: str
    doublers: str


def bare_words(words: str) -> list[BareWord] | None:
    """Words that are all in capitals or all in small letters; None if some are neither."""
    matches = [_BARE_WORD.fullmatch(part.strip()) for part in words.split(WORD_JOIN.strip())]
    found = [
        BareWord(
            match[1].upper(), match[1].isupper(), match[2] or "", "".join(sorted(match[3] or ""))
        )
        for match in matches
        if match
    ]
    return found if len(found) == len(matches) else None
