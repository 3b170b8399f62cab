"""The players by name: in messages of the rules, and in what is said to one of them."""

from __future__ import annotations

from collections.abc import Sequence

from ...advisor.roster import computer_named, parse_kind
from ...errors import InvalidInputError
from ...game.players import numbered
from .schema import NewSeat


def names_of(seats: Sequence[NewSeat]) -> tuple[str, ...]:
    """A name for each seat: that of the person, or the level of the computer, numbered.

    So a record says by the names who is a computer, also to the command.

    Raises:
        InvalidInputError: a seat has neither a name nor a level or both, a level is unknown, two
            people have one name, or one has that of a computer.
    """
    labels = numbered([_label(seat) for seat in seats])
    folded = [label.casefold() for label in labels]
    for seat, label in zip(seats, labels, strict=True):
        if seat.name and (label != seat.name.strip() or folded.count(label.casefold()) > 1):
            raise InvalidInputError(
                f"two players are called {seat.name.strip()}; give each a name of their own"
            )
    return labels


def _label(seat: NewSeat) -> str:
    name = " ".join(seat.name.split())
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
    return name
