"""The names of the players of a game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from ..errors import JOINERS, IllegalMoveError, InvalidInputError, show, there_are
from .table import MAX_PLAYERS, MIN_PLAYERS

MAX_NAME: Final = 100
"""Most characters of a player's name."""

_JOINED: Final = frozenset({"Lo", "Mc", "Mn", "Sk", "Sm", "So"})
"""Categories of what they join: emoji, and letters of scripts such as Arabic and Devanagari."""


def parse_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, checked; raises InvalidInputError if they cannot be those of the players."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise InvalidInputError(f"names is {show(names)}; give a list with one name per player")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"{there_are(len(names), 'name')}; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME or not _is_visible(name):
            raise InvalidInputError(
                f"{show(name)} is not a name of a player; give 1 to {MAX_NAME} printable characters"
            )
    if len(set(names)) < len(names):
        raise InvalidInputError(f"two players have the same name in {', '.join(names)}")
    return tuple(names)


@contextmanager
def with_names(names: Sequence[str]) -> Iterator[None]:
    """Puts the players' names into errors that are raised within."""
    try:
        yield
    except IllegalMoveError as error:
        if error.player is not None:
            error.name = names[error.player]
        raise


def _is_visible(name: str) -> bool:
    """Is every character printable, or a joiner where it changes what is seen?"""
    return all(
        char.isprintable() or (char in JOINERS and _are_joined(name[max(at - 1, 0) : at + 2 : 2]))
        for at, char in enumerate(name)
    )


def _are_joined(sides: str) -> bool:
    return len(sides) == 2 and all(
        not char.isascii() and unicodedata.category(char) in _JOINED for char in sides
    )


def said_name(player: int, names: Sequence[str]) -> str:
    """The name of a player, or the number where the name cannot be read back from a turn."""
    name = names[player]
    is_plain = " ".join(name.split()) == name and not set(name) & set(",<>")
    return name if is_plain and player_named(name, names) == player else str(player)


def player_named(name: object, names: Sequence[str]) -> int:
    """The number of the player with that name, in any case, or that number.

    Raises InvalidInputError if there is none, or several.
    """
    if isinstance(name, str):
        found = [n for n, other in enumerate(names) if other == name] or [
            n for n, other in enumerate(names) if _folded(other) == _folded(name)
        ]
        if not found and name.isascii() and name.isdigit() and len(name) == 1:
            found = [int(name)] if int(name) < len(names) else []
        if len(found) == 1:
            return found[0]
    elif type(name) is int and 0 <= name < len(names):
        return name
    raise InvalidInputError(
        f"there is no player {show(name)}; the players are {', '.join(names)}, or 0 to"
        f" {len(names) - 1}"
    )


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
