"""Writes what is promised from now on: PYTHONPATH=tests python tests/golden/make_golden_promises.py

After a change of what is public; see support/promises.py. What was promised before and is lost
shows in the difference of the files. A text that is to mean something from now on is put into
notation.json without its meaning: `"CAT, buy C": null`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace

from support import promises

from letter_tycoon_solver import RULEBOOK, Lexicon
from letter_tycoon_solver.game import Game, GreedyPlayer, TrackedGame, game_text


def main() -> int:
    """Write all of them but the inputs."""
    folder = promises.FOLDER
    (folder / "answers").mkdir(parents=True, exist_ok=True)
    (folder / "positions.csv").write_text(
        "hand,community,patents,opponents,money\nJWLEANZ,EES,K,E/-,0\nA,,,.,0\n", "utf-8"
    )
    lexicon = Lexicon.load("common")
    (folder / "game.jsonl").unlink(missing_ok=True)
    short = replace(RULEBOOK, goals={2: 5})
    with Game(["Ann", "Ben"], seed=1, lexicon=lexicon, ruleset=short) as game:
        game.record_to(folder / "game.jsonl")
        while not game.state.is_over:
            game.push(GreedyPlayer().choose(game.state.seen_by(game.state.to_act)))
    (folder / "game.txt").write_text(game_text(game), "utf-8")
    with TrackedGame(
        ["Ann", "Ben"], seat="Ben", hand="JWLEANZ", community="EES", first="Ann", lexicon=lexicon
    ) as table:
        (folder / "tracked.jsonl").unlink(missing_ok=True)
        table.record_to(folder / "tracked.jsonl")
        table.push("CeDEs, buy C", community="AO")
        table.push("aJoWAN, buy J, discard Z", community="TI", drew="ABCDE")
    for name, data in {
        "names": promises.names(),
        "commands": promises.commands(),
        "columns": promises.columns(),
        "notation": promises.meanings(promises.texts()),
        "tracked": promises.tracked(folder / "tracked.jsonl"),
        **{f"answers/{name}": promises.answer(name) for name in promises.ANSWERS},
    }.items():
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        (folder / f"{name}.json").write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
