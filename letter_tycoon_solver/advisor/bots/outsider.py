"""Players from outside by name: "cmd:./mybot --fast", "package.module:Class", or installed."""

from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from ...errors import InvalidInputError, show, show_text
from ...game.players import Player
from .limits import FaultError, Limits
from .player import ClassPlayer, OutsidePlayer, ProgramPlayer
from .program import Command, Program

PROGRAM: Final = "cmd:"
GROUP: Final = "letter_tycoon_solver.players"
"""The entry points of installed packages that are players."""


@dataclass(frozen=True, slots=True)
class Outsider:
    """A player from outside; picklable.

    Attributes:
        label: the name that it was given by.
        limits: the referee's rules for it.
        command: the program and its arguments; () for a class.
        target: "package.module:Class"; "" for a program.
    """

    label: str
    limits: Limits
    command: Command = ()
    target: str = ""

    @classmethod
    def parse(cls, name: str, limits: Limits) -> Outsider | None:
        """Return the player that a name says; None if it says none from outside.

        Raises:
            InvalidInputError: the command or the class cannot be used.
        """
        if name.startswith(PROGRAM):
            return cls(name, limits, _parse_command(name))
        target = name if ":" in name else _installed(name)
        if target is None:
            return None
        player = cls(name, limits, target=target)
        player.new_player()
        return player

    @property
    def tables(self) -> None:
        """Return None: nothing is known of its tables."""

    @property
    def needs_tables(self) -> bool:
        """Return False: static evaluation is not asked."""
        return False

    @property
    def thinks(self) -> bool:
        """Return False: it has the time of its limits."""
        return False

    def new_player(self, *_: object) -> OutsidePlayer:
        """Return a player for one game; what our own players are given, it does not get."""
        if self.command:
            return ProgramPlayer(self.command, self.limits)
        return ClassPlayer(_new(self.target), self.limits)

    def check(self) -> None:
        """Start a program once, and keep it for the first game.

        Raises:
            InvalidInputError: it cannot be started, or does not say hello.
        """
        if self.command:
            try:
                Program.borrow(self.command).give_back()
            except FaultError as fault:
                raise InvalidInputError(f"{self.label} {fault}") from None

    def to_dict(self, *_: object) -> dict[str, object]:
        """Return all that its games depend on, as far as it can be seen, as plain data."""
        return {
            "command": list(self.command),
            "class": self.target,
            "limits": self.limits.to_dict(),
            "files": [_digest(path) for path in _sources(self)],
        }


def _parse_command(name: str) -> Command:
    try:
        command = tuple(shlex.split(name.removeprefix(PROGRAM)))
    except ValueError as error:
        raise InvalidInputError(f"{show(name)} is no command: {error}") from None
    if not command:
        raise InvalidInputError(f"{show(name)} has no command; give one, as in cmd:./mybot --fast")
    return command


def _installed(name: str) -> str | None:
    """The class of the player of an installed package, if there is one of this name."""
    return next((point.value for point in entry_points(group=GROUP, name=name)), None)


@functools.cache
def _load(target: str) -> Callable[[], Player]:
    """Import a class; modules beside which the command is given are found, too."""
    module, _, name = target.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # A module from outside may raise anything.
        raise InvalidInputError(
            f"the player {show(target)} cannot be imported ({type(error).__name__}:"
            f" {show_text(error)}); give package.module:Class"
        ) from error
    if not callable(getattr(found, "choose", None)):
        raise InvalidInputError(
            f"{show(target)} has no method choose; give a class with choose(seen), as"
            " letter_tycoon_solver.game.Player describes it"
        )
    return found  # type: ignore[no-any-return]


def _new(target: str) -> Player:
    try:
        return _load(target)()
    except InvalidInputError:
        raise
    except Exception as error:
        raise InvalidInputError(
            f"{target}() raises {type(error).__name__}: {show_text(error)}; give a class that"
            " takes no arguments"
        ) from error


def _sources(player: Outsider) -> list[Path]:
    """The files that a player is made of, as far as they are named."""
    if player.command:
        return [Path(shutil.which(player.command[0]) or ""), *map(Path, player.command[1:])]
    return [Path(inspect.getsourcefile(_load(player.target)) or "")]


def _digest(path: Path) -> str:
    """The hash of a file; "" for what is none."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
