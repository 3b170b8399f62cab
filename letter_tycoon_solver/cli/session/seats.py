"""Who sits at the table of `play`: people and bots, their names, and what a bot does."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from ...errors import InvalidInputError
from ...game import Action, Game, GreedyPlayer, Player, RandomPlayer
from ...game.players import numbered
from ...game.state import MAX_PLAYERS, MIN_PLAYERS


class Kind(enum.Enum):
    """Who decides for a player. The value is its name on the command line."""

    ME = "me"
    """A person at this terminal."""
    GREEDY = "greedy"
    STATIC = "static"
    ADVISOR = "advisor"
    RANDOM = "random"


PLANNING: Final = frozenset({Kind.STATIC, Kind.ADVISOR})
"""The bots that go by static evaluation, whose tables a lexicon may lack."""


def parse_kinds(text: str) -> tuple[Kind, ...]:
    """The kinds in "me,greedy,random", in the order of the seats."""
    names = [name.strip().lower() for name in text.split(",")]
    known = [kind.value for kind in Kind]
    for name in names:
        if name not in known:
            raise InvalidInputError(
                f"--players has {name!r}; each player is one of {', '.join(known)}"
            )
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"--players has {len(names)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play, as in me,greedy"
        )
    return tuple(map(Kind, names))


def names_of(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """A name for each player: "me", and numbered if there are several, "greedy 1", "greedy 2"."""
    return numbered([kind.value for kind in kinds])


def kinds_of(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of players with such names; anyone else is a person."""
    bots = {kind.value: kind for kind in Kind if kind is not Kind.ME}
    return tuple(bots.get(name.partition(" ")[0], Kind.ME) for name in names)


class Bots:
    """The bots at the table, by seat. After an undo they plan anew what is no longer as planned."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds = kinds
        self._planning = {
            seat: _planning_bot(kind) for seat, kind in enumerate(kinds) if kind in PLANNING
        }

    def choose(self, game: Game) -> Action:
        """What the bot who is asked does, knowing what its player may know.

        A random one goes by the number of actions before: it does the same again after an undo or
        in a game that is resumed.
        """
        state = game.state
        bot: Player = GreedyPlayer()
        if self._kinds[state.to_act] is Kind.RANDOM:
            bot = RandomPlayer(game.seed * 1_000_003 + len(game.history))
        bot = self._planning.get(state.to_act, bot)
        return bot.choose(state.seen_by(state.to_act))


def _planning_bot(kind: Kind) -> Player:
    # Here, because the simulation comes along.
    from ...advisor import AdvisorPlayer, StaticPlayer

    return StaticPlayer() if kind is Kind.STATIC else AdvisorPlayer()
