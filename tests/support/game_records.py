"""Games with a record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.game_players import WordPlayer, short_words

from letter_tycoon_solver.game import Game
from letter_tycoon_solver.rules.ruleset import ONLINE, Ruleset

NAMES = ["Ann", "Bob", "Çelik"]


def act(game: Game, n_actions: int, seed: int = 0) -> None:
    players = [WordPlayer(seed + number) for number in range(len(game.names))]
    for _ in range(n_actions):
        state = game.state
        if not state.is_over:
            game.apply(players[state.to_act].choose(state.seen_by(state.to_act)))


def recorded(path: Path, n_actions: int = 30, ruleset: Ruleset = ONLINE, seed: int = 7) -> Game:
    """Record a game of some actions, some undone and some redone, and close the record."""
    game = Game(NAMES, seed, short_words(), ruleset)
    with game:
        game.record_to(path)
        act(game, n_actions)
        game.undo()
        game.undo()
        game.redo()
        act(game, 3)
        game.undo()
    return game


def load(path: Path) -> Game:
    return Game.load(path, short_words())


def edit(path: Path, line: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the object in one line."""
    lines = path.read_text("ascii").splitlines()
    data = json.loads(lines[line - 1])
    change(data)
    lines[line - 1] = json.dumps(data)
    path.write_text("\n".join(lines) + "\n", "ascii")
