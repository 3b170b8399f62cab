"""Who sits at the table of `play`: people and bots, their names, and what a bot does."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from ...advisor.roster import PlayerKind, new_player
from ...errors import InvalidInputError
from ...game import Action, Game
from ...game.players import numbered
from ...game.state import MAX_PLAYERS, MIN_PLAYERS


class Person(enum.Enum):
    """Who decides for a player without being a bot. The value is its name on the command line."""

    ME = "me"
    """A person at this terminal."""


ME: Final = Person.ME

Kind = PlayerKind | Person
"""Who decides for a player."""

_KINDS: Final[dict[str, Kind]] = {kind.value: kind for kind in (ME, *PlayerKind)}


def parse_kinds(text: str) -> tuple[Kind, ...]:
    """The kinds in "me,greedy,random", in the order of the seats."""
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in _KINDS:
            raise InvalidInputError(
                f"--players has {name!r}; each player is one of {', '.join(_KINDS)}"
            )
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"--players has {len(names)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as in me,greedy"
        )
    return tuple(_KINDS[name] for name in names)


def names_of(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """A name for each player: "me", and numbered if there are several, "greedy 1", "greedy 2"."""
    return numbered([kind.value for kind in kinds])


def kinds_of(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of players with such names; anyone else is a person."""
    return tuple(_KINDS.get(name.partition(" ")[0], ME) for name in names)


class Bots:
    """The bots at the table, by seat. After an undo they plan anew what is no longer as planned."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds = kinds
        self._bots = {seat: new_player(kind) for seat, kind in enumerate(kinds) if kind is not ME}

    def choose(self, game: Game) -> Action:
        """What the bot who is asked does, knowing what its player may know.

        A random one goes by the number of actions before: it does the same again after an undo or
        in a game that is resumed.
        """
        state = game.state
        bot = self._bots[state.to_act]
        if self._kinds[state.to_act] is PlayerKind.RANDOM:
            bot = new_player(PlayerKind.RANDOM, game.seed * 1_000_003 + len(game.history))
        return bot.choose(state.seen_by(state.to_act))
