"""Games of the engine by the rules of tables online, as their logs are written from them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

from support.game_players import WordPlayer, short_words
from support.online_logs import Log, online_log

from letter_tycoon_solver.game import Game, GameState, OnlineGame, read_online
from letter_tycoon_solver.rules.ruleset import (
    ONLINE,
    ChallengeMode,
    ChallengeRule,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)

CHALLENGES = [
    ChallengeRule(),
    ChallengeRule(ChallengeMode.AUTOMATIC),
    ChallengeRule(ChallengeMode.AUTOMATIC, 2),
]


def ruleset_of(seed: int) -> Ruleset:
    return replace(
        ONLINE,
        stacking=list(Stacking)[seed % 3],
        challenge=CHALLENGES[seed // 3 % 3],
        replaceable=Replaceable.HAND_OR_COMMUNITY,
        reshuffle=Reshuffle.WITHOUT_WORDS,
    )


@cache
def game_of(seed: int, n_turns: int | None = None) -> Game:
    """A game of 2 to 5 players, to its end or so many turns."""
    names = [f"Player {number}" for number in range(2 + seed % 4)]
    game = Game(names, seed, short_words(), ruleset_of(seed))
    players = [WordPlayer(10 * seed + number) for number in range(len(names))]
    turns = {turn_of(game.state)}
    while not game.state.is_over and (n_turns is None or len(turns) <= n_turns):
        asked = game.state.to_act
        game.apply(players[asked].choose(game.state.seen_by(asked)))
        turns.add(turn_of(game.state))
    return game


def turn_of(state: GameState) -> tuple[int, int]:
    return state.round, state.active


@cache
def log_of(seed: int) -> Log:
    """Its log; with every other seed, ids are numbers and cards an object."""
    return online_log(game_of(seed), seed=seed, as_numbers=seed % 2 == 1)


def text_of(seed: int, seats: tuple[int, ...] | None = None) -> str:
    """An archive with the private parts of these seats, None for all; of one seat an old one."""
    log = log_of(seed)
    is_old = seats is not None and len(seats) == 1
    return json.dumps(log.old_archive(seats) if is_old else log.archive(seats))


def read(text: str, *, me: str | None = None) -> OnlineGame:
    return read_online(text, me=me, lexicon=short_words())
