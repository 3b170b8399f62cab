"""Random games and what stands on their tables, for the scripts that tell them in a browser."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from support.game_invariants import all_rulesets
from support.game_players import WordPlayer, short_words
from support.told_games import engine_steps, follow

from letter_tycoon_solver.game import Game, GameState, SeenState, TrackedGame
from letter_tycoon_solver.game.state import Table

NAMES = ("Ann", "Mary Ann", "Cleo, the <third>", "\u5b89", "5")
RULESETS = all_rulesets()


@cache
def words() -> dict[str, object]:
    """The word list of a page."""
    lexicon = short_words()
    return {"name": lexicon.name, "sha256": lexicon.digest, "list": sorted(lexicon)}


def played(seed: int) -> Game:
    """A game whose hands are all known, in each third to its end."""
    n_players = 2 + seed % 4
    game = Game(NAMES[:n_players], seed, short_words(), RULESETS[seed * 7 % len(RULESETS)])
    players = [WordPlayer(seed + number) for number in range(n_players)]
    most = 400 if seed % 3 == 0 else 20 + seed % 50
    while not game.state.is_over and len(game.history) < most:
        asked = game.state.to_act
        game.apply(players[asked].choose(game.state.seen_by(asked)))
    return game


def told(seed: int) -> TrackedGame:
    """A game as one person at its table sees it, or a scorekeeper."""
    n_players = 2 + seed % 4
    chance = random.Random(seed)
    seat = chance.choice([None, *range(n_players)])
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    return follow(steps, seat, sees_discards=seed % 2 == 0, chance=chance)


def shown(table: Table) -> dict[str, Any]:
    """The table as rules.js has it."""
    assert isinstance(table, GameState | SeenState)
    deck = len(table.deck) if isinstance(table, GameState) else table.deck_size
    return {
        "seats": [[seat.hand, seat.patents, seat.money, seat.stock] for seat in table.seats],
        "community": table.community,
        "discards": table.discards,
        "deck": deck,
        "phase": table.phase.value,
        "active": table.active,
        "start": table.start_player,
        "round": table.round,
        "finalRound": table.final_round,
        "replaced": table.turn.replaced,
        "failed": table.turn.failed_words,
    }


def damaged(text: str, rng: random.Random) -> str:
    """The text of a game with a line left out, twice there, or another one than it was."""
    lines = text.splitlines()
    at = rng.randrange(8, len(lines))
    line = lines[at]
    parts = line.split(", ")
    place = rng.randrange(len(line))
    changes: list[list[str]] = [
        [],
        [line, line],
        [line[:place] + rng.choice([line[place].swapcase(), *"AEQZeqz?"]) + line[place + 1 :]],
        [line + rng.choice([", buy E", ", discard A", " > E", " < E", ", challenged by Ann"])],
        [line.replace(rng.choice([", buy ", " < ", " > "]), rng.choice([", discard ", " < "]))],
        [", ".join(parts[:1] + parts[2:])],
    ]
    return "\n".join([*lines[:at], *rng.choice(changes), *lines[at + 1 :], ""])
