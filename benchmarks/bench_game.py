"""The rules engine: how long do its steps and whole games take?

Run: python -m benchmarks.bench_game [--quick]

apply         one action, median over greedy games of 4 players in mode "players", by kind of action
greedy game   a whole game of 4 GreedyPlayers, solver and views included
record line   digest of the state, JSON, write to the file

The baseline is the referee alone: `adjudicate` on the plays of the same games.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from pathlib import Path

from letter_tycoon_solver.game import (
    Action,
    ActionKind,
    Game,
    GameState,
    GreedyPlayer,
    apply,
    new_game,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.referee import adjudicate

from .common import Summary, is_quick, print_table, seconds_each, shown, shown_ratio

N_GAMES = 100
N_PLAYERS = 4

Step = tuple[GameState, Action]


def main() -> None:
    """Measures and prints the table."""
    n_games = 5 if is_quick(__doc__) else N_GAMES
    lexicon = Lexicon.load()
    _play_game(0, lexicon)  # compiles the search
    games, seconds = [], []
    for seed in range(n_games):
        begin = time.perf_counter()
        games.append(_play_game(seed, lexicon))
        seconds.append(time.perf_counter() - begin)
    steps = [step for game in games for step in game]
    referee = _time_referee(steps)
    by_kind = _time_apply(steps)
    times = {
        "referee": referee,
        "apply, any action": [taken for kind in by_kind.values() for taken in kind],
        **{f"  {kind}": taken for kind, taken in sorted(by_kind.items())},
        "state.seen_by(player)": seconds_each(lambda step: step[0].seen_by(step[0].to_act), steps),
        "record line": _time_record(games, lexicon),
        "greedy game": seconds,
    }
    baseline = Summary.of(referee).median
    found = [(what, len(taken), Summary.of(taken)) for what, taken in times.items()]
    print_table(
        f"{n_games} games of {N_PLAYERS} greedy players, {len(steps):,} actions",
        ("what", "times", "median", "99th percentile", "x referee"),
        [
            (what, f"{n:,}", shown(of.median), shown(of.p99), shown_ratio(of.median / baseline))
            for what, n, of in found
        ],
    )


def _play_game(seed: int, lexicon: Lexicon) -> list[Step]:
    state = new_game(N_PLAYERS, seed, lexicon)
    steps = []
    for action, after in play_out(state, [GreedyPlayer()] * N_PLAYERS):
        steps.append((state, action))
        state = after
    return steps


def _time_referee(steps: list[Step]) -> list[float]:
    plays = [
        (state.position, state.ruleset, action)
        for state, action in steps
        if action.kind is ActionKind.PLAY
    ]
    return seconds_each(
        lambda play: adjudicate(play[0], play[2].words, ruleset=play[1], doublers=play[2].doublers),
        plays,
    )


def _time_apply(steps: list[Step]) -> dict[str, list[float]]:
    by_kind: dict[str, list[float]] = defaultdict(list)
    times = seconds_each(lambda step: apply(*step), steps)
    for (_, action), seconds in zip(steps, times, strict=True):
        by_kind[action.kind.value].append(seconds)
    return by_kind


def _time_record(games: list[list[Step]], lexicon: Lexicon) -> list[float]:
    """The time that a record adds to `Game.apply`."""
    names = [f"player {number}" for number in range(N_PLAYERS)]
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for seed, steps in enumerate(games):
            plain = Game(names, seed, lexicon)
            with Game(names, seed, lexicon) as recorded:
                recorded.record_to(Path(folder) / f"{seed}.jsonl")
                for _, action in steps:
                    begin = time.perf_counter()
                    plain.apply(action)
                    middle = time.perf_counter()
                    recorded.apply(action)
                    times.append(time.perf_counter() - middle - (middle - begin))
    return times


if __name__ == "__main__":
    main()
