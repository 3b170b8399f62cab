"""`Position`: the cards, patents and money that the player to move sees and owns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import InvalidInputError, require, show, show_text
from .cards import (
    BY_PATENT_COST,
    LETTERS,
    PATENT_COST,
    check_deck_holds,
    parse_letters,
    parse_whole,
)
from .ruleset import MAX_CARDS, Ruleset

MAX_OPPONENTS: Final = 4
MAX_MONEY: Final = 1_000_000
_MONEY: Final = re.compile("[0-9]{1,9}")


@dataclass(frozen=True, slots=True, init=False)
class Position:
    """The view of the player to move; checked when made, then immutable.

    Letters may have any case and order.

    Attributes:
        hand: letters of the cards in hand, sorted; at least one.
        community: letters of the face-up cards that all players may use, sorted.
        patents: letters of the patents the player owns, sorted.
        opponents: each opponent's patents, clockwise from the player; 0 to 4 opponents.
        money: dollars before the turn, 0 to MAX_MONEY.

    Raises:
        InvalidInputError: the letters have characters other than A to Z, the hand is empty, there
            are more than MAX_CARDS cards, more of a letter than the deck has, a patent with two
            owners, more than 4 opponents, or the money is out of range.
    """

    hand: str
    community: str
    patents: str
    opponents: tuple[str, ...]
    money: int

    def __init__(
        self,
        hand: str,
        community: str = "",
        patents: str = "",
        opponents: Sequence[str] = (),
        money: int = 0,
    ) -> None:
        hand = parse_letters(hand, "the hand")
        community = parse_letters(community, "the community")
        if not hand:
            raise InvalidInputError("the hand is empty; a play needs at least one hand card")
        if len(hand) + len(community) > MAX_CARDS:
            raise InvalidInputError(
                f"hand {show_text(hand)} and community {show_text(community or '(none)')} hold "
                f"{len(hand) + len(community)} cards; together at most {MAX_CARDS}"
            )
        check_deck_holds(hand + community, "hand and community together")
        own, others = _parse_owners(patents, opponents)
        object.__setattr__(self, "hand", hand)
        object.__setattr__(self, "community", community)
        object.__setattr__(self, "patents", own)
        object.__setattr__(self, "opponents", others)
        object.__setattr__(self, "money", parse_whole(money, "money", 0, MAX_MONEY))

    def check_card_limits(self, ruleset: Ruleset) -> None:
        """Check that the hand and the community have no more cards than the ruleset deals.

        Raises:
            InvalidInputError: there are more, or `ruleset` is not a Ruleset.
        """
        require(ruleset, Ruleset, "the ruleset")
        if len(self.hand) > ruleset.hand_size:
            raise _too_many("hand", self.hand, ruleset.hand_size)
        if len(self.community) > ruleset.community_size:
            raise _too_many("community", self.community, ruleset.community_size)

    def missing_cards(self, ruleset: Ruleset) -> str:
        """Tell which cards are missing from a full deal by the ruleset; "" if none are.

        Raises:
            InvalidInputError: `ruleset` is not a Ruleset.
        """
        require(ruleset, Ruleset, "the ruleset")
        groups = (
            ("hand", self.hand, ruleset.hand_size),
            ("community", self.community, ruleset.community_size),
        )
        return ", ".join(
            f"the {what} has {len(cards)} of {size} cards"
            for what, cards, size in groups
            if len(cards) < size
        )

    def purchasable(self, cards_used: str, money_earned: int) -> str:
        """Return the patents that may be bought after a play, dearest first, ties by letter.

        Rule (Purchase): a factory card with the letter was used this turn, nobody owns the patent,
        and the money, including this turn's payout, is enough.

        Args:
            cards_used: letters of the factory cards in the turn's words, upper case.
            money_earned: dollars from the words, at least 0.

        Raises:
            InvalidInputError: the cards are not a string, or the money is not a whole number from
                0.
        """
        require(cards_used, str, "the cards used")
        if type(money_earned) is not int:
            money_earned = parse_whole(money_earned, "the money earned", 0)
        owned = self.patents + "".join(self.opponents)
        money = self.money + money_earned
        return "".join(
            letter
            for letter in BY_PATENT_COST
            if letter in cards_used and letter not in owned and PATENT_COST[letter] <= money
        )

    @property
    def notation(self) -> str:
        """The position in one line: hand, community, patents, opponents, money.

        An empty field is "-"; opponents are separated by "/", and no opponents at all is ".":
        "AEJLNWZ EES K E/- 0".
        """
        opponents = "/".join(owned or "-" for owned in self.opponents) or "."
        return f"{self.hand} {self.community or '-'} {self.patents or '-'} {opponents} {self.money}"

    def __str__(self) -> str:
        return self.notation

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the position that `notation` wrote.

        Raises:
            InvalidInputError: the text is not a position in this notation.
        """
        fields = text.split() if isinstance(text, str) else []
        if len(fields) != 5 or not _MONEY.fullmatch(fields[4]):
            raise InvalidInputError(
                f"{show(text)} is not a position; give hand, community, patents, opponents and"
                " money, as in 'AEJLNWZ EES K E/- 0'"
            )
        hand, community, patents = ("" if field == "-" else field for field in fields[:3])
        opponents = [] if fields[3] == "." else fields[3].split("/")
        owned = ["" if patents == "-" else patents for patents in opponents]
        return cls(hand, community, patents, owned, int(fields[4]))


def _parse_owners(patents: str, opponents: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise InvalidInputError(
            f"opponents is {show(opponents)}; give a list with one string of patents per opponent, "
            'as in ["E", ""]'
        )
    if len(opponents) > MAX_OPPONENTS:
        raise InvalidInputError(
            f"there are {len(opponents)} opponents; a game has at most {MAX_OPPONENTS}"
        )
    own = parse_letters(patents, "the patents")
    others = tuple(
        parse_letters(owned, f"the patents of opponent {number}")
        for number, owned in enumerate(opponents, 1)
    )
    everyone = own + "".join(others)
    if len(set(everyone)) != len(everyone):
        twice = next(letter for letter in LETTERS if everyone.count(letter) > 1)
        raise InvalidInputError(
            f"patent {twice} is owned {everyone.count(twice)} times (own patents"
            f" {show_text(own or 'none')}, opponents"
            f" {show_text(', '.join(o or 'none' for o in others) or 'none')}); a patent has one"
            " owner"
        )
    return own, others


def _too_many(what: str, cards: str, most: int) -> InvalidInputError:
    return InvalidInputError(
        f"the {what} {show_text(cards)} has {len(cards)} cards; the ruleset allows at most {most}"
    )
