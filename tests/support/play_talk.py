"""Conversations with the command `play` in a game whose first turns are known."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from pathlib import Path

from support.terminal_talk import Talk, say, talk

from letter_tycoon_solver.game import GameState, new_game
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK, ChallengeMode, Ruleset
from letter_tycoon_solver.search.plays import Plays
from letter_tycoon_solver.search.solver import find_plays
from letter_tycoon_solver.search.turns import Turns, best_turns

NO_CHALLENGE = dataclasses.replace(
    RULEBOOK, challenge=dataclasses.replace(RULEBOOK.challenge, mode=ChallengeMode.NONE)
)


def seed_with_start_player(player: int, n_players: int = 2) -> int:
    return next(
        seed
        for seed in itertools.count()
        if new_game(n_players, seed, ["CAT"]).start_player == player
    )


MINE = seed_with_start_player(0)
"""A seed of a game for two in which the first player starts."""


def play(record: Path, *lines: str, options: Sequence[str] = (), seed: int = MINE) -> Talk:
    """Type these lines in a new game for two against a greedy player, then Ctrl-D."""
    players = () if "--players" in options else ("--players", "me,greedy")
    args = ["play", "--seed", str(seed), "--save", str(record), *players, *options]
    return talk(args, say(*lines))


def best_plays(state: GameState) -> Plays:
    assert isinstance(state.lexicon, Lexicon)
    return find_plays(state.position, state.lexicon, state.ruleset)


def first_turns(enable: Lexicon, limit: int | None = 20) -> Turns:
    return best_turns(new_game(2, MINE, enable).seen_by(0), enable, limit=limit)


def first_plays(enable: Lexicon, ruleset: Ruleset = RULEBOOK) -> Plays:
    return best_plays(new_game(2, MINE, enable, ruleset))
