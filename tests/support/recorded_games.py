"""Games to be reviewed: one of the engine, finished, and one of people."""

from __future__ import annotations

from letter_tycoon_solver.game import (
    Game,
    GreedyPlayer,
    Player,
    RandomPlayer,
    TrackedGame,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon

NAMES = ("Ann", "Ben")
SEED = 5


def played_game(lexicon: Lexicon) -> Game:
    """A game to its end, by one who earns most and one who plays at random."""
    game = Game(NAMES, SEED, lexicon)
    players: list[Player] = [GreedyPlayer(), RandomPlayer(SEED)]
    for action, _ in list(play_out(game.state, players)):
        game.apply(action)
    return game


def game_that_goes_on(lexicon: Lexicon) -> Game:
    """The same, without its last actions."""
    game = played_game(lexicon)
    for _ in range(12):
        game.undo()
    return game


def tracked_game(lexicon: Lexicon) -> TrackedGame:
    """Two turns of a game of people, told by the second."""
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
