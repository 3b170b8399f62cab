"""The beginning of a game of people: what the options say, and questions for the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from ...errors import InvalidInputError, show
from ...game import SeenDeal, TrackedGame
from ...game.names import parse_names, player_named
from ...lexicon import Lexicon
from ...rules.ruleset import Ruleset
from ..options.inputs import EMPTY, letters_from
from .track_lines import Lines

T = TypeVar("T")

NOBODY: Final = ("", EMPTY, "none", "nobody")
"""Stand for the seat of a scorekeeper."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The options about the beginning; None for those to be asked."""

    players: str | None
    me: str | None
    hand: str | None
    community: str | None
    first: str | None


def begin(setup: Setup, lines: Lines, lexicon: Lexicon, ruleset: Ruleset) -> TrackedGame:
    """The game at its beginning, not recorded.

    Raises:
        InvalidInputError: what the options say cannot be, or what a script answers.
    """

    def said(given: str | None, question: str, read: Callable[[str], T]) -> T:
        return lines.ask_until(question, read) if given is None else read(given)

    names = said(setup.players, "Players, clockwise, as in Ann, Ben, Cleo: ", _names)

    def seat_from(text: str) -> int | None:
        return None if text.lower() in NOBODY else player_named(text, names)

    def starter_from(text: str) -> int:
        return player_named(text or names[0], names)

    seat = said(setup.me, "Which one are you? (Enter: none, to keep score) ", seat_from)
    if seat is None and setup.hand:
        raise InvalidInputError(
            f"the hand {show(setup.hand)} is given, and not whose; name the player with --me"
        )
    hand = ""
    if seat is not None:
        hand = said(setup.hand, "Your hand: ", _cards("hand", ruleset.hand_size))
    community = said(
        setup.community, "The community: ", _cards("community", ruleset.community_size)
    )
    first = said(setup.first, f"Who starts? (Enter: {names[0]}) ", starter_from)
    return TrackedGame(names, SeenDeal(seat, hand, community, first), lexicon, ruleset)


def ask_deal(game: TrackedGame, lines: Lines) -> SeenDeal:
    """The deal told anew; what is answered with nothing stays."""
    deal, ruleset, names = game.deal, game.table.ruleset, game.names

    def asked(question: str, before: str, read: Callable[[str], T]) -> T:
        return lines.ask_until(f"{question} (Enter: {before}) ", lambda text: read(text or before))

    hand = ""
    if deal.seat is not None:
        hand = asked("Your first hand", deal.hand, _cards("hand", ruleset.hand_size))
    community = asked(
        "The first community", deal.community, _cards("community", ruleset.community_size)
    )
    first = asked("Who started?", names[deal.first], lambda text: player_named(text, names))
    return SeenDeal(deal.seat, hand, community, first)


def _names(text: str) -> tuple[str, ...]:
    return parse_names([name.strip() for name in text.split(",")])


def _cards(what: str, size: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        cards = letters_from(text)
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {cards or '(none)'} has {len(cards)} cards; {size} are dealt"
            )
        # A deal says which letters there are.
        return SeenDeal(0, cards, "", 0).hand

    return read
