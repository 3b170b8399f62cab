"""A turn in the short form that one types at the table.

    jewels j > QT          the words, the patent that was bought, the cards that came into the
                           community after ">"
    lane k < ERTO > K      one's own turn: the cards drawn, after "<" or "drew"
    lane k -z < ERTOA > K  "-z" for cards discarded beyond those played; "-2" for two not seen
    - 3    - JZ            exchanged, three cards that were not seen, or these
    q x lane, q lane       a card replaced with Q first, seen or not
    jewelz !left           the player left has challenged; "!" where only one can have done it
    2 > K                  plan 2 of the advice

All that `ToldTurn` takes is a line too: "JeWeLs, buy J, discard Z". A capital at the beginning of a
word is that of a sentence; behind "lay" words are as they stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ...errors import InvalidInputError, show
from ...game import HIDDEN, ToldTurn
from ..terminal.prompt import PART_MARK

CAME: Final = ">"
DREW: Final = "<"
CHALLENGE: Final = "!"
DISCARD: Final = "-"
REPLACE: Final = "q"

_NOTHING: Final = "nothing"
_VERBS: Final = ("discard", "exchange", "replace")
_LEAST_WORD: Final = 3
# DREW is a word too: at the beginning of a line, and behind &.
_MARKED: Final = re.compile(rf"\s*([{CAME}{DREW}]|(?<=[^&\s])\s+drew(?=\s))\s*", re.IGNORECASE)
_TITLE: Final = re.compile(r"^[A-Z][a-z]+(?![^/*])")
_PLAN: Final = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class ToldLine:
    """What a line tells.

    turn    without words if there is a plan
    plan    the number of the plan that is carried out; None if the line says what was done
    words   as they are in the text of the turn; None if there are none
    """

    turn: ToldTurn
    plan: int | None = None
    words: str | None = None

    @property
    def is_challenged(self) -> bool:
        """Is it said that the words were challenged?"""
        parts = self.turn.text.split(f"{PART_MARK} ")
        return any(part != self.words and part.startswith("challenged") for part in parts)

    @property
    def says_more_than_plan(self) -> bool:
        """Is there more than that the words of the plan were challenged?"""
        return bool(self.turn.text) and not (self.is_challenged and PART_MARK not in self.turn.text)


def parse_line(text: str) -> ToldLine:
    """The turn that a line tells.

    Raises:
        InvalidInputError: it is not in the short form; the notation itself is read when the turn is
            carried out.
    """
    pieces = _MARKED.split(text.strip())
    came: dict[str, str] = {}
    for mark, given in zip(pieces[1::2], pieces[2::2], strict=True):
        name = CAME if mark == CAME else DREW
        if name in came:
            raise InvalidInputError(f'{show(text)} has "{mark.strip()}" twice; give it once')
        cards, challenge, rest = given.partition(CHALLENGE)
        pieces[0] += f" {challenge}{rest}"
        came[name] = _letters(cards)
    parts = _Parts()
    # An exchange of letters has a blank between them; words that belong together get none.
    for part in re.sub(r"\s*&\s*", "&", pieces[0]).split(PART_MARK):
        parts.read(part.split())
    if not parts.found and parts.plan is None:
        raise InvalidInputError(
            f"{show(text)} says nothing of what was done; begin with the words, as in jewels j > QT"
        )
    turn = ToldTurn(", ".join(parts.found), came.get(CAME), came.get(DREW))
    return ToldLine(turn, parts.plan, parts.words)


def line_of(turn: ToldTurn) -> str:
    """A turn as a line."""
    parts = [turn.text]
    if turn.drew is not None:
        parts.append(f"{DREW} {turn.drew}")
    if turn.community is not None:
        parts.append(f"{CAME} {turn.community}")
    return " ".join(parts).strip()


@dataclass(slots=True)
class _Parts:
    """The parts of a turn in the notation, as they are read.

    found   all of them
    words   those of them that are words
    plan    a number in place of words
    """

    found: list[str] = field(default_factory=list)
    words: str | None = None
    plan: int | None = None

    def read(self, tokens: list[str]) -> None:
        """Reads what stands between commas."""
        while tokens:
            first = tokens.pop(0)
            if first.startswith(CHALLENGE):
                self._challenge([first[1:], *_taken(tokens)])
            elif first.lower() == "challenged":
                self._challenge([token for token in _taken(tokens) if token.lower() != "by"])
            elif first.startswith(DISCARD):
                self._discard([first[1:], *_taken(tokens)])
            elif self.words is None and self.plan is None:
                self._begin(first, tokens)
            else:
                self._go_on(first, tokens)

    def _begin(self, first: str, tokens: list[str]) -> None:
        """Before the words, or the words."""
        verb, n_letters = first.lower(), len(tokens[0]) if tokens else 0
        if verb == REPLACE:
            self._add("replace", tokens.pop(0) if n_letters == 1 else HIDDEN)
        elif not self.found and _PLAN.fullmatch(first):
            self.plan = int(first)
        elif verb in {"play", "lay"} and n_letters >= _LEAST_WORD:
            self._add_words(tokens.pop(0), is_exact=verb == "lay")
        elif verb in _VERBS and tokens:
            self._add(verb, _letters("".join(_taken(tokens))))
        else:
            self._add_words(first, is_exact=False)

    def _go_on(self, first: str, tokens: list[str]) -> None:
        """Behind the words."""
        verb = first.lower()
        if verb in {"buy", *_VERBS}:
            self._add(verb, _letters("".join(_taken(tokens))))
        elif len(first) == 1:
            self._add("buy", first)
        else:
            raise InvalidInputError(
                f"{show(first)} is neither the letter of a patent nor a card discarded; give the"
                ' rest of the turn as in "jewels j -z > QT"'
            )

    def _add(self, verb: str, cards: str) -> None:
        self.found.append(f"{verb} {cards.upper() or _NOTHING}")

    def _add_words(self, given: str, *, is_exact: bool) -> None:
        words = given.split("&")
        if not is_exact:
            words = [_TITLE.sub(lambda title: title[0].lower(), word) for word in words]
        self.words = " & ".join(words)
        self.found.append(self.words)

    def _challenge(self, name: list[str]) -> None:
        by = " ".join(name).strip()
        self.found.append(f"challenged by {by}" if by else "challenged")

    def _discard(self, cards: list[str]) -> None:
        is_extra = self.words is not None or self.plan is not None
        self._add("discard" if is_extra else "exchange", _letters("".join(cards)))


def _taken(tokens: list[str]) -> list[str]:
    """The tokens up to a mark, which are no longer there."""
    taken = []
    while tokens and not tokens[0].startswith((CHALLENGE, DISCARD)):
        taken.append(tokens.pop(0))
    return taken


def _letters(cards: str) -> str:
    """Without blanks and commas; none for "-" and "nothing"."""
    cards = "".join(cards.replace(PART_MARK, " ").split())
    return "" if cards.lower() in {DISCARD, _NOTHING} else cards
