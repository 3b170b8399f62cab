"""The players by name: in messages of the rules, and in what is said to one of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from ...advisor.players import computer_named, parse_kind
from ...errors import InvalidInputError, show
from ...game.players import numbered
from .schema import MAX_NAME_OF_SEAT, NewSeat

_SKIN_TONES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"


def names_of(seats: Sequence[NewSeat]) -> tuple[str, ...]:
    """A name for each seat: that of the person, or the level of the computer, numbered.

    So a record says by the names who is a computer, also to the command.

    Raises:
        InvalidInputError: a seat has neither a name nor a level or both, a level is unknown, two
            people have one name, or one has that of a computer or too long a one.
    """
    called = [_label(seat) for seat in seats]
    labels = numbered(called)
    folded = [label.casefold() for label in labels]
    for seat, name, label in zip(seats, called, labels, strict=True):
        if not seat.level and (label != name or folded.count(label.casefold()) > 1):
            raise InvalidInputError(f"two players are called {name}; give each a name of their own")
    return labels


def _label(seat: NewSeat) -> str:
    name = re.sub(" +", " ", seat.name.strip(" "))
    if bool(name) == bool(seat.level):
        raise InvalidInputError(
            "a seat has to have the name of a person, or the level of a computer"
        )
    if seat.level:
        return parse_kind(seat.level).value
    if computer_named(name) or computer_named(name.casefold()):
        raise InvalidInputError(
            f"a person cannot be called {name}, as a computer is; give another name"
        )
    if _length(name) > MAX_NAME_OF_SEAT:
        raise InvalidInputError(
            f"the name {show(name)} is too long; give at most {MAX_NAME_OF_SEAT} characters"
        )
    return name


def _length(name: str) -> int:
    """Count the signs of a name, without those that only change or join others."""
    changing = ("Cf", "Me", "Mn")
    return sum(
        char not in _SKIN_TONES and unicodedata.category(char) not in changing for char in name
    )
