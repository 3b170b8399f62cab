"""The speed of the rules, in one table: `python benchmarks/bench_game.py`.

apply         one action, median over greedy games of 4 players in mode "players", by kind of action
greedy game   a whole game of 4 GreedyPlayers, solver and views included
record line   digest of the state, JSON, write to the file

The baseline is the referee alone: `adjudicate` on the plays of the same games.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

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

N_GAMES = 100
N_PLAYERS = 4

Step = tuple[GameState, Action]


def main() -> None:
    """Measures and prints the table."""
    lexicon = Lexicon.load()
    _play_game(0, lexicon)  # compiles the search
    games, seconds = [], []
    for seed in range(N_GAMES):
        begin = time.perf_counter()
        games.append(_play_game(seed, lexicon))
        seconds.append(time.perf_counter() - begin)
    steps = [step for game in games for step in game]
    table = Table(title=f"{N_GAMES} games of {N_PLAYERS} greedy players, {len(steps):,} actions")
    for heading in ("what", "times", "median", "99th percentile", "unit", "x referee"):
        table.add_column(heading, justify="left" if heading in {"what", "unit"} else "right")
    referee = _time_referee(steps)
    by_kind = _time_apply(steps)
    every = [taken for times in by_kind.values() for taken in times]
    rows = [
        ("referee", referee, 1e6, "µs"),
        ("apply, any action", every, 1e6, "µs"),
        *((f"  {kind}", times, 1e6, "µs") for kind, times in sorted(by_kind.items())),
        ("state.seen_by(player)", _time_views(steps), 1e6, "µs"),
        ("record line", _time_record(games, lexicon), 1e6, "µs"),
        ("greedy game", seconds, 1e3, "ms"),
    ]
    for what, times, scale, unit in rows:
        _add_row(table, what, times, scale, unit, statistics.median(referee))
    Console().print(table)


def _play_game(seed: int, lexicon: Lexicon) -> list[Step]:
    state = new_game(N_PLAYERS, seed, lexicon)
    steps = []
    for action, after in play_out(state, [GreedyPlayer()] * N_PLAYERS):
        steps.append((state, action))
        state = after
    return steps


def _time_referee(steps: list[Step]) -> list[float]:
    times = []
    for state, action in steps:
        if action.kind is ActionKind.PLAY:
            position = state.position
            begin = time.perf_counter()
            adjudicate(position, action.words, ruleset=state.ruleset, doublers=action.doublers)
            times.append(time.perf_counter() - begin)
    return times


def _time_apply(steps: list[Step]) -> dict[str, list[float]]:
    by_kind: dict[str, list[float]] = defaultdict(list)
    for state, action in steps:
        begin = time.perf_counter()
        apply(state, action)
        by_kind[action.kind.value].append(time.perf_counter() - begin)
    return by_kind


def _time_views(steps: list[Step]) -> list[float]:
    times = []
    for state, _ in steps:
        begin = time.perf_counter()
        state.seen_by(state.to_act)
        times.append(time.perf_counter() - begin)
    return times


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


def _add_row(
    table: Table, what: str, times: list[float], scale: float, unit: str, baseline: float
) -> None:
    times = sorted(times)
    median, late = statistics.median(times), times[int(0.99 * (len(times) - 1))]
    table.add_row(
        what,
        f"{len(times):,}",
        f"{median * scale:.1f}",
        f"{late * scale:.1f}",
        unit,
        f"{median / baseline:,.2f}",
    )


if __name__ == "__main__":
    main()
