"""Who can play, by name, and the making of such players."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Final

from ..errors import InvalidInputError, show
from ..game.players import GreedyPlayer, Player, RandomPlayer
from ..game.state import MAX_PLAYERS, MIN_PLAYERS
from .players import AdvisorPlayer, StaticPlayer


class PlayerKind(enum.Enum):
    """Who plays. The value is the name."""

    ADVISOR = "advisor"
    STATIC = "static"
    GREEDY = "greedy"
    RANDOM = "random"


PLANNING: Final = frozenset({PlayerKind.ADVISOR, PlayerKind.STATIC})
"""Those that go by static evaluation, whose tables a lexicon may lack."""


def new_player(
    kind: PlayerKind,
    seed: int = 0,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    executor: Executor | None = None,
) -> Player:
    """A player of a kind.

    Args:
        kind: which one.
        seed: of the advisor and the random one; the others do the same every time.
        seconds: as `AdvisorPlayer` takes it; only the advisor does.
        playouts: the same.
        executor: the same.
    """
    match kind:
        case PlayerKind.ADVISOR:
            return AdvisorPlayer(seconds, playouts, seed, executor)
        case PlayerKind.STATIC:
            return StaticPlayer()
        case PlayerKind.GREEDY:
            return GreedyPlayer()
        case PlayerKind.RANDOM:
            return RandomPlayer(seed)


def parse_players(players: object) -> tuple[PlayerKind, ...]:
    """The players in "advisor,greedy", or in a list of such names.

    Raises:
        InvalidInputError: a name is unknown, or there are fewer or more players than a game has.
    """
    if isinstance(players, str):
        players = players.split(",")
    if not isinstance(players, Iterable):
        raise InvalidInputError(f"players is {show(players)}; give a list of names")
    kinds = tuple(map(_parse_player, players))
    if not MIN_PLAYERS <= len(kinds) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the number of players is {len(kinds)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as"
            " in advisor,greedy"
        )
    return kinds


def _parse_player(name: object) -> PlayerKind:
    try:
        return PlayerKind(name.strip().lower() if isinstance(name, str) else name)
    except ValueError:
        known = ", ".join(kind.value for kind in PlayerKind)
        raise InvalidInputError(f"no player is called {name!r}; choose from {known}") from None


def computer_named(name: str) -> PlayerKind | None:
    """The kind of a player with this name, such as "greedy 2"; None for a person."""
    return _BY_NAME.get(name.partition(" ")[0])


_BY_NAME: Final = {kind.value: kind for kind in PlayerKind}
