"""Players from outside: what the protocol costs a turn, and games through it against those here.

    python -m benchmarks.bench_protocol

referee   the view as text, the message, and the answer read: what is done here for a turn
engine    the message and the view read, and the turn written: what `letter-tycoon engine` does
pipes     a line to a program and back, with nothing done at either end: `cat`
games     of two static players, through `cmd:` and in this process, in alternating runs
"""

from __future__ import annotations

import shlex
import statistics
import sys
import time
from collections.abc import Iterator

from letter_tycoon_solver import Lexicon, Turn
from letter_tycoon_solver._work.line_process import LineProcess
from letter_tycoon_solver.advisor import StaticPlayer, bots, tournament
from letter_tycoon_solver.advisor.bots import message, read_message
from letter_tycoon_solver.game import Phase, SeenState, new_game, play_out
from letter_tycoon_solver.rules.ruleset import RULEBOOK

from .common import best_seconds, is_quick, machine_load, print_table

PROGRAM = f"cmd:{shlex.quote(sys.executable)} -m letter_tycoon_solver engine --player static"
RUNS = 5
SECONDS = 10.0


def main() -> None:
    """Measures and prints the tables."""
    n_games = 100 if is_quick(__doc__) else 1000
    print(f"load: {machine_load()}")
    lexicon = Lexicon.load()
    views = [view for seed in range(20) for view in _starts(seed, lexicon)]
    player = StaticPlayer()
    turns = [str(player.turn(view)) for view in views]
    lines = [_go(view) for view in views]
    answers = [message(bots.TURN, turn=turn) for turn in turns]
    parsed = [Turn.parse(turn) for turn in turns]

    def referee() -> None:
        for view, answer in zip(views, answers, strict=True):
            _go(view)
            Turn.parse(read_message(answer)["turn"])

    def engine() -> None:
        for line, turn in zip(lines, parsed, strict=True):
            SeenState.parse(read_message(line)["view"], lexicon, RULEBOOK)
            message(bots.TURN, turn=str(turn))

    parts = [("referee", best_seconds(referee)), ("engine", best_seconds(engine))]
    parts.append(("pipes", best_seconds(lambda: _there_and_back(lines))))
    each = [(name, seconds / len(views)) for name, seconds in parts]
    rows = [*each, ("all", sum(seconds for _, seconds in each))]
    print_table(
        f"{len(views)} turns",
        ("part", "ms a turn"),
        [(name, f"{1000 * seconds:.3f}") for name, seconds in rows],
    )
    _print_games(n_games, lexicon)


def _starts(seed: int, lexicon: Lexicon) -> Iterator[SeenState]:
    """The views at the beginnings of the turns of a game."""
    state = new_game(2, seed, lexicon)
    for _, after in play_out(state, [StaticPlayer(), StaticPlayer()]):
        if after.phase is Phase.START:
            yield after.seen_by(after.active)


def _go(view: SeenState) -> bytes:
    return message(bots.GO, view=str(view), since=[], seconds=SECONDS)


def _there_and_back(lines: list[bytes]) -> None:
    process = LineProcess(["cat"])
    for line in lines:
        until = time.monotonic() + SECONDS
        process.drop_unread()
        process.send(line, until)
        process.receive(until)
    process.close()


def _print_games(n_games: int, lexicon: Lexicon) -> None:
    for player in ("static", PROGRAM):
        tournament([player, player], 4, lexicon, seed=0)  # Loads what is loaded once.
    here: list[float] = []
    through: list[float] = []
    for run in range(RUNS):
        for player, seconds in (("static", here), (PROGRAM, through)):
            begun = time.perf_counter()
            tournament([player, player], n_games, lexicon, seed=run)
            seconds.append(time.perf_counter() - begun)
    ratios = [b / a for a, b in zip(here, through, strict=True)]
    print_table(
        f"{n_games:,} games",
        (f"median of {RUNS}", "seconds"),
        [
            ("in this process", f"{statistics.median(here):.2f}"),
            ("through cmd:", f"{statistics.median(through):.2f}"),
            ("ratio", f"{statistics.median(ratios):.2f}"),
        ],
    )


if __name__ == "__main__":
    main()
