"""The API of the room Practice: its questions and answers."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from ..schema import PlanOfTurn, Seat

TurnText = Annotated[str, Meta(max_length=256)]


class PracticePosition(Struct):
    """A position at the start of your turn, for Table of table/rules.js."""

    position: str
    """For `/api/practice/{position}`."""
    seats: list[Seat]
    you: int
    """Your seat."""
    rules: dict[str, Any]
    """The rules, as Ruleset.to_dict."""
    goal: int
    hand: str
    community: str
    discards: str
    deck: int
    """Cards in the deck."""
    start: int
    """The seat with the start marker."""
    round: int
    final_round: int | None
    replaced: bool
    """True if a card has been replaced this turn."""
    lexicon: str


class PracticeRoom(Struct):
    """All that there is to practise on a day."""

    date: datetime.date
    lexicon: str
    """The word list of the hands."""
    hands: list[PracticePosition]
    max_points: int
    """The most points that a hand gives."""
    puzzles: list[PracticePosition]
    """The owner's mistakes that are due; none for anyone else."""
    next: datetime.date | None
    """The day on which the next mistake is due, null for none."""
    is_owner: bool


class Tried(Struct, forbid_unknown_fields=True):
    """A turn that somebody tries, in the notation, to its end; "" gives up."""

    turn: TurnText
    date: datetime.date
    """The day by the person's own clock."""


class Answered(Struct):
    """A turn that was tried, and what was best."""

    turn: PlanOfTurn | None
    """Null for somebody who has given up."""
    best: list[PlanOfTurn]
    """The best turns; by equity, but the best turn of a mistake is that by simulation."""
    lost: float
    """Dollars of equity behind the first of them."""
    behind: str
    """The same in words: "$3.2", or "far" where too many cards are kept."""
    points: int
    why: list[str]
    told: str
    """The cost of the mistake in the game, in words; nothing for a hand."""
    right: bool | None
    """For a mistake; null until it is simulated: ask `/api/practice/{position}/verdicts`."""
    again: datetime.date | None
    """The day on which the mistake comes again; null for never."""


class Verdict(Struct):
    """The verdict of simulated games on an answer to a mistake."""

    right: bool
    again: datetime.date | None
    """The day on which it comes again; null for never."""
