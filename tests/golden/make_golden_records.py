"""Records new golden games: PYTHONPATH=tests python tests/golden/make_golden_records.py FOLDER

Only for a new version of the format, in a folder of its own below records, such as records/v2; see
support/records.py. Nothing that is there is ever overwritten.
"""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

from support.games import WordPlayer, short_words
from support.records import GAMES, WORD_FILE, Golden, lexicon_of, transcript

from letter_tycoon_solver.game import Game, Player, RandomPlayer, play_out

NAMES = ["Ann", "Bob", "Çelik", "Дана", "Eve [2]"]
MOST_ACTIONS = 1000


def record(golden: Golden, seed: int, folder: Path) -> None:
    """Plays the game with some steps undone and redone."""
    lexicon = lexicon_of(golden, folder)
    make = WordPlayer if golden.lexicon == WORD_FILE else RandomPlayer
    players: list[Player] = [make(seed * 10 + number) for number in range(golden.n_players)]
    with Game(NAMES[: golden.n_players], seed, lexicon, golden.ruleset) as game:
        for action, _ in itertools.islice(play_out(game.state, players), golden.n_before):
            game.apply(action)
    if golden.n_before:
        game = Game.from_state(game.state, game.names)
    with game:
        game.record_to(folder / f"{golden.name}.jsonl")
        n_actions = golden.n_actions or MOST_ACTIONS
        for action, _ in itertools.islice(play_out(game.state, players), n_actions):
            game.apply(action)
            if len(game.history) % 23 == 0:
                game.undo(2)
                game.redo()
                game.redo()
        text = json.dumps(game.state.to_dict(), indent=1) + "\n"
    (folder / f"{golden.name}.json").write_text(text, "ascii")
    (folder / f"{golden.name}.txt").write_text(transcript(game), "utf-8")


def main(folder: Path) -> None:
    """Records all games."""
    folder.mkdir(parents=True)
    (folder / WORD_FILE).write_text("\n".join(sorted(short_words())).lower() + "\n", "ascii")
    for seed, golden in enumerate(GAMES):
        if folder.name == f"v{golden.version}":
            record(golden, seed, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
