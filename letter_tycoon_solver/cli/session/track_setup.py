"""The beginning of a game of people: what the options say, and questions for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import InvalidInputError, show
from ...game import Deal, TrackedGame
from ...game.names import parse_names, player_named
from ...lexicon import Lexicon
from ...ruleset import Ruleset
from ..options.inputs import EMPTY, letters_from
from .track_lines import Lines

NOBODY = (EMPTY, "none", "nobody")
"""Stand for a scorekeeper's seat."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the options say of the beginning; None for what is asked."""

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

    def names_from(text: str) -> tuple[str, ...]:
        return parse_names([name.strip() for name in text.split(",")])

    if setup.players is None:
        names = lines.ask_until("Players, clockwise, as in Ann, Ben, Cleo: ", names_from)
    else:
        names = names_from(setup.players)

    def seat_from(text: str) -> int | None:
        return None if text.lower() in {"", *NOBODY} else player_named(text, names)

    if setup.me is None:
        seat = lines.ask_until("Which one are you? (Enter: none, to keep score) ", seat_from)
    else:
        seat = seat_from(setup.me)
    if seat is None and setup.hand:
        raise InvalidInputError(
            f"the hand {show(setup.hand)} is given, and not whose; name the player with --me"
        )

    def cards_from(what: str, size: int, text: str) -> str:
        cards = letters_from(text).upper()
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {cards or '(none)'} has {len(cards)} cards; {size} are dealt"
            )
        # The deal says which letters there are.
        Deal(0, cards, "", 0)
        return cards

    def hand_from(text: str) -> str:
        return cards_from("hand", ruleset.hand_size, text)

    def community_from(text: str) -> str:
        return cards_from("community", ruleset.community_size, text)

    hand = ""
    if seat is not None:
        hand = _said(setup.hand, "Your hand: ", hand_from, lines)
    community = _said(setup.community, "The community: ", community_from, lines)
    first = _said(
        setup.first, f"Who starts? (Enter: {names[0]}) ", lambda text: text or names[0], lines
    )
    return TrackedGame(
        names, Deal(seat, hand, community, player_named(first, names)), lexicon, ruleset
    )
