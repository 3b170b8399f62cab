"""New games: what was chosen, as the engine takes it."""

from __future__ import annotations

import contextlib
import dataclasses
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..._files import make_private_folder
from ...advisor.players import ABOUT, PlayerKind, computer_named
from ...errors import InvalidInputError
from ...game import Game
from ...game.records import record_in
from ...lexicon import Lexicon
from ...rules.ruleset import PRESETS, ChallengeMode, ChallengeRule, Ruleset, Stacking
from ..links import Link, Links
from .hosted_game import HostedGame
from .names import names_of
from .schema import GameToPlay

_SEED_BITS: Final = 128
"""Nobody can try all seeds for the one that has dealt their own hand."""
_FIRST_LEVELS: Final = ("medium", "static")
"""The levels that a new game begins with: the first of these that there is."""


def begin(new: GameToPlay, lexicon: Lexicon, folder: Path, links: Links) -> tuple[Game, Link]:
    """A new game with its record, and the link of who has made it.

    Raises:
        InvalidInputError: there can be no such game.
        RecordError: it cannot be recorded.
        OSError: its links cannot be kept.
    """
    names = names_of(new.seats)
    people = [seat for seat, name in enumerate(names) if computer_named(name) is None]
    if not people:
        raise InvalidInputError("computers alone play no game here; give a seat to a person")
    game = Game(names, new_seed(), lexicon, _ruleset(new))
    maker, *others = people
    with _recorded(game, folder) as path:
        (link,) = links.add(path, [maker], invited=others, hints=new.hints)
    return game, link


def begin_again(before: HostedGame, folder: Path, links: Links) -> Game:
    """A new game of the same players in the same seats, with its record and their links.

    Raises:
        RecordError: it cannot be recorded.
        OSError: its links cannot be kept.
    """
    state = before.state
    game = Game(before.names, new_seed(), state.lexicon, state.ruleset)
    with _recorded(game, folder) as path:
        links.add_rematch(path, before.path)
    return game


@contextlib.contextmanager
def _recorded(game: Game, folder: Path) -> Iterator[Path]:
    """The path of the new record of a game, which goes again if the links cannot be kept."""
    make_private_folder(folder)
    path = record_in(folder, game)
    try:
        yield path
    except OSError:
        game.close()
        path.unlink()
        raise


def levels() -> list[str]:
    """Return the levels of computers, as the roster has them."""
    return [kind.value for kind in PlayerKind]


def about_levels() -> dict[str, str]:
    """Return a sentence on each level."""
    return {kind.value: text for kind, text in ABOUT.items()}


def first_level() -> str:
    """The level that a new game begins with."""
    known = levels()
    return next((level for level in _FIRST_LEVELS if level in known), known[0])


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(_SEED_BITS)


def _ruleset(new: GameToPlay) -> Ruleset:
    ruleset = PRESETS[new.ruleset]
    goals = dict(ruleset.goals)
    if new.goal is not None:
        goals[len(new.seats)] = new.goal
    return dataclasses.replace(
        ruleset,
        stacking=ruleset.stacking if new.stacking is None else Stacking(new.stacking),
        challenge=ChallengeRule(ChallengeMode(new.challenge), new.retries),
        goals=goals,
    )
