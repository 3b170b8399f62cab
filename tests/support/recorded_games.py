"""Games to review: a finished one of the engine, and a tracked one."""

from __future__ import annotations

from collections.abc import Sequence

from letter_tycoon_solver.advisor import StaticPlayer
from letter_tycoon_solver.game import (
    Game,
    GreedyPlayer,
    Phase,
    Player,
    RandomPlayer,
    TrackedGame,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset

NAMES = ("Ann", "Ben")
SEED = 5
HOPELESS_SEED = 11


def played_game(
    lexicon: Lexicon, ruleset: Ruleset = RULEBOOK, names: Sequence[str] = NAMES
) -> Game:
    """Play a game to its end between a greedy and a random player."""
    game = Game(names, SEED, lexicon, ruleset)
    players: list[Player] = [GreedyPlayer(), RandomPlayer(SEED)]
    for action, _ in list(play_out(game.state, players)):
        game.apply(action)
    return game


def hopeless_game(lexicon: Lexicon) -> Game:
    """Play five rounds of a game that Ann, a random player, has lost before the first of them."""
    players: list[Player] = [RandomPlayer(HOPELESS_SEED), StaticPlayer()]
    before = Game(NAMES, HOPELESS_SEED, lexicon)
    for action, state in play_out(before.state, players):
        before.apply(action)
        if state.round == 5 and state.phase is Phase.START:
            break
    game = Game.from_state(before.state, NAMES)
    for action, _ in list(play_out(game.state, players)):
        game.apply(action)
    return game


def game_that_goes_on(lexicon: Lexicon) -> Game:
    """Return the same game without its last actions."""
    game = played_game(lexicon)
    for _ in range(12):
        game.undo()
    return game


def tracked_game(lexicon: Lexicon) -> TrackedGame:
    """Return two turns of a tracked game, told by the second player."""
    game = TrackedGame.start(
        ["Ann", "Ben", "Cleo"],
        first="Ann",
        seat="Ben",
        hand="LANEXZD",
        community="EES",
        lexicon=lexicon,
    )
    game.push("JeWeLs, buy J", community="QTE")
    game.push("LANe, discard Z", drew="RTOI", community="K")
    return game
