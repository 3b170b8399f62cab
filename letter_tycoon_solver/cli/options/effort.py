"""Options of commands that simulate games, and the choice of a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import click

from ...errors import InvalidInputError, show
from ..terminal.notes import note
from .inputs import Decorated

_EFFORT_OPTIONS: Final = (
    click.option(
        "--playouts",
        type=int,
        metavar="N",
        help="Simulate N games instead, with the same result each time.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        help="Another number gives other simulated games.",
    ),
)


def effort_options(seconds: float, what: str) -> Callable[[Decorated], Decorated]:
    """Add --seconds with this default, for `what`, --playouts and --seed."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(_EFFORT_OPTIONS):
            command = option(command)
        return click.option(
            "--seconds",
            type=float,
            metavar="S",
            help=f"How long to think {what}.  [default: {seconds:g}]",
        )(command)

    return decorate


def player_from(text: str, names: Sequence[str]) -> int:
    """Return the number of the player given by name or number.

    Raises:
        InvalidInputError: the player does not exist.
    """
    if text in names:
        return names.index(text)
    if text.isascii() and text.isdecimal() and len(text) == 1 and int(text) < len(names):
        return int(text)
    known = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
    raise InvalidInputError(f"there is no player {show(text)}; the players are {known}")


def note_tables(lexicon_name: str, tables: str, own_tables: bool) -> None:
    """Say on stderr if the tables of another lexicon judge the games."""
    if not own_tables:
        note(f"{borrowed(lexicon_name, tables)} The games are played with {lexicon_name}.")


def borrowed(lexicon_name: str, tables: str) -> str:
    """Return the sentence that another lexicon's tables are used."""
    return (
        f"The word list {lexicon_name} has no tables of its own for static evaluation; those of"
        f" {tables} are used."
    )
