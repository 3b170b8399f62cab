"""Games with a record, the events in it, and the golden records."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from support.games import WordPlayer, short_words

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver._files import parse_path
from letter_tycoon_solver.advisor import Analysis, Decision, StaticPlayer
from letter_tycoon_solver.game import (
    Game,
    GreedyPlayer,
    Phase,
    Player,
    RandomPlayer,
    TrackedGame,
    play_out,
    records,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.position import Position
from letter_tycoon_solver.rules.referee import adjudicate
from letter_tycoon_solver.rules.ruleset import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    ChallengeMode,
    ChallengeRule,
    LastRound,
    Payout,
    Ruleset,
    Stacking,
)

NAMES = ["Ann", "Bob", "Çelik"]


def act(game: Game, n_actions: int | None, seed: int = 0) -> None:
    """Play so many actions, or to the end, without a solver."""
    players = [WordPlayer(seed + number) for number in range(len(game.names))]
    for action, _ in itertools.islice(play_out(game.state, players), n_actions):
        game.apply(action)


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


def resumed(path: Path) -> Game:
    return Game.resume(path, short_words())


def edit(path: Path, line: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the object in one line."""
    lines = path.read_text("ascii").splitlines()
    data = json.loads(lines[line - 1])
    change(data)
    lines[line - 1] = json.dumps(data)
    path.write_text("\n".join(lines) + "\n", "ascii")


def read_record(path: Path) -> records.Record:
    """The lines of a record, for tests that look at them."""
    return records.read_record(parse_path(path), Game)


# Games to review: a finished one of the engine, and a tracked one.


PLAYERS = ("Ann", "Ben")
SEED = 5
HOPELESS_SEED = 11


def played_game(
    lexicon: Lexicon, ruleset: Ruleset = RULEBOOK, names: Sequence[str] = PLAYERS
) -> Game:
    """Play a game to its end between greedy and random players, by turns."""
    game = Game(names, SEED, lexicon, ruleset)
    players: list[Player] = [
        RandomPlayer(SEED) if number % 2 else GreedyPlayer() for number in range(len(names))
    ]
    for action, _ in list(play_out(game.state, players)):
        game.apply(action)
    return game


def hopeless_game(lexicon: Lexicon) -> Game:
    """Play five rounds of a game that Ann, a random player, has lost before the first of them."""
    players: list[Player] = [RandomPlayer(HOPELESS_SEED), StaticPlayer()]
    before = Game(PLAYERS, HOPELESS_SEED, lexicon)
    for action, state in play_out(before.state, players):
        before.apply(action)
        if state.round == 5 and state.phase is Phase.START:
            break
    game = Game.from_state(before.state, PLAYERS)
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
    game = TrackedGame(
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


# Golden records: games that every later version must read and replay.
#
# tests/golden/records has a folder for each version of the format. After a release its files never
# change. A game has the files
#
#     NAME.jsonl   the record, as the program of that time wrote it
#     NAME.json    the last state, as `GameState.to_dict` wrote it at that time
#     NAME.txt     its actions, each with what was paid for it
#
# and words.txt is the word list of games that were not played with a shipped one.


FOLDER: Final = Path(__file__).parents[1] / "golden" / "records"
WORD_FILE: Final = "words.txt"

_NONE: Final = ChallengeRule(ChallengeMode.NONE)
_AUTOMATIC: Final = ChallengeRule(ChallengeMode.AUTOMATIC)
_RETRIES: Final = ChallengeRule(ChallengeMode.AUTOMATIC, retries=2)
_ODD_PAYOUT: Final = Payout(
    coins=(0, 0, 0, 3, 0, 2, 9, 1, 99, 0, 5, 0, 0, 7),
    stock=(0, 0, 0, 0, 4, 1, 0, 3, 0, 99, 2, 0, 1, 0),
)


class Golden(NamedTuple):
    """A game to record.

    n_actions   the number of actions; None plays to the end
    lexicon     the name of a shipped list; WORD_FILE is the list beside the records
    n_before    the number of actions before the state it starts from; 0 starts it from a seed
    """

    name: str
    ruleset: Ruleset
    n_players: int
    n_actions: int | None = None
    lexicon: str = WORD_FILE
    n_before: int = 0

    @property
    def version(self) -> int:
        """The version of the format that the record is in."""
        return 2 if self.n_before else 1


GAMES: Final = [
    Golden("rulebook", RULEBOOK, 3),
    Golden("rulebook-two-players-enable", RULEBOOK, 2, lexicon="enable"),
    Golden("online-five-players", ONLINE, 5),
    Golden("online-common", ONLINE, 3, lexicon="common"),
    Golden("reference-manual", REFERENCE_MANUAL, 4),
    Golden("stacking-add", replace(RULEBOOK, stacking=Stacking.ADD), 3),
    Golden("stacking-at-most-one", replace(RULEBOOK, stacking=Stacking.AT_MOST_ONE), 2),
    Golden("online-stacking-add", replace(ONLINE, stacking=Stacking.ADD, challenge=_NONE), 2),
    Golden("one-more-turn", replace(RULEBOOK, last_round=LastRound.ONE_MORE_TURN), 3),
    Golden("challenge-none", replace(RULEBOOK, challenge=_NONE), 4),
    Golden("challenge-automatic", replace(RULEBOOK, challenge=_AUTOMATIC), 3),
    Golden("challenge-automatic-retries", replace(ONLINE, challenge=_RETRIES), 4),
    Golden("odd-payout", replace(ONLINE, payout=_ODD_PAYOUT, goals={2: 40}), 2),
    Golden("eleven-cards-no-community", Ruleset(hand_size=11, community_size=0), 2),
    Golden("four-cards-seven-community", Ruleset(hand_size=4, community_size=7), 5),
    Golden("high-goal", replace(ONLINE, goals={2: 50}), 2),
    Golden("unfinished", RULEBOOK, 3, n_actions=60),
    Golden("unfinished-online", ONLINE, 4, n_actions=83),
    Golden("from-start", RULEBOOK, 3, n_before=85),
    Golden("from-challenge", ONLINE, 4, n_before=59),
    Golden("from-purchase", replace(RULEBOOK, challenge=_NONE), 2, n_before=80),
    Golden("from-clean-up", RULEBOOK, 5, n_before=68, n_actions=40),
    Golden("from-penalty", replace(ONLINE, challenge=_AUTOMATIC), 3, n_before=56),
]


def transcript(game: Game) -> str:
    """Each action in notation, and what was paid for it; one a line."""
    return "".join(
        f"{action.notation}: {json.dumps(after.to_dict()['payments'])}\n"
        for action, after in zip(game.history, game.states[1:], strict=True)
    )


def lexicon_of(golden: Golden, folder: Path) -> Lexicon:
    """Return the lexicon of the game."""
    return Lexicon.load(folder / WORD_FILE if golden.lexicon == WORD_FILE else golden.lexicon)


def last_state(folder: Path, golden: Golden) -> Any:
    """Return the data of the last state."""
    return json.loads((folder / f"{golden.name}.json").read_text("ascii"))


# Decisions of an analysis, made without games.

POSITION = Position("CATJEWL", "ESO")


def played(notation: str, buy: str = "", discards: str = "") -> Turn:
    play = adjudicate(POSITION, notation, None)
    return Turn(TurnKind.WORDS, play=play, buy=buy, discards=discards)


def exchange(cards: str) -> Turn:
    return Turn(TurnKind.EXCHANGE, discards=cards)


CAT = played("CAT")
JEWELS = played("JEWeLs", buy="J")
DECISION = Decision(3, 0, CAT, "", JEWELS, 0.5, 0.01, 0.082, 0.011, 4.0, 0.3, 2.0, 0.1, 200)
LOST_ALREADY = dataclasses.replace(
    DECISION, win=0.005, win_se=0.001, win_loss=0.002, win_loss_se=0.001, lead=-40.0
)
"""A decision in a game that is lost whatever is played."""


def analysis_of(*made: Decision, names: tuple[str, ...] = ("Ann", "Ben")) -> Analysis:
    return Analysis(names, made, None, None, 1.0, "enable", True)


def lost(loss: float, error: float = 0.0, **others: object) -> Decision:
    return dataclasses.replace(DECISION, win_loss=loss, win_loss_se=error, **others)  # type: ignore[arg-type]
