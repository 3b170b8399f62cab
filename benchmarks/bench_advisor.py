"""The advisor: how fast are its games, its advice, its players and its analysis?

Run: python -m benchmarks.bench_advisor [--quick]

The first table is about one core. "whole" and "short" are games of the simulation, from new games
on, with one plan and one thread; beside them the same by the engine, played by GreedyPlayers. A
turn is the choice at its start, over all such states of greedy games. All take turns with limit.c:
a time is CPU time, the median of the rounds, "ratio" how many times as long as it takes to find the
anagram classes of a rack in C.

The others are by the clock on the wall, because advice is limited by it: other programs that work
make playouts fewer. "a CPU second" is what the playouts would be on a core of their own. Advice is
measured in some positions, of new games and of the middle of greedy ones; "early" counts those in
which it was settled before the time was up. Its times are those of the whole call. The game that is
analyzed is the longest of ten.
"""

from __future__ import annotations

import itertools
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from letter_tycoon_solver._work.executors import available_cpus
from letter_tycoon_solver.advisor import Advice, Evaluation, StaticPlayer, advise
from letter_tycoon_solver.advisor.analysis import DEFAULT_SECONDS, analyze
from letter_tycoon_solver.advisor.simulation import Candidate, Simulation, candidates_of
from letter_tycoon_solver.game import (
    Game,
    GameState,
    GreedyPlayer,
    Phase,
    Player,
    SeenState,
    new_game,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon

from .common import (
    YARDSTICK,
    Method,
    Times,
    find_yardstick,
    is_quick,
    load_racks,
    machine_load,
    measure,
    print_table,
    shown,
    shown_ratio,
)

SIZES: Final = (2, 4)
"""Numbers of players."""
N_ANALYZED: Final = 4
"""Players of the game that is analyzed, and"""
N_TO_CHOOSE: Final = 10
"""how many games it is the longest of."""
GREEDY: Final = "whole, by the engine"
WHOLE: Final = "whole"
SHORT: Final = "short, to the next turn"


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes of a run.

    n_rounds      of the first table
    n_games       simulated games a method and round
    n_positions   in which advice is given
    advice, analysis   seconds for each; None is the default
    """

    n_rounds: int
    n_games: int
    n_positions: int
    advice: float
    analysis: float | None


FULL: Final = Scale(15, 600, 5, 1.0, None)
QUICK: Final = Scale(1, 20, 1, 0.1, 0.01)


# Games and turns on one core ---------------------------------------------------------------------


def game_methods(
    lexicon: Lexicon, n_players: int, scale: Scale, one_thread: Executor
) -> Iterator[Method]:
    """Simulated games and, fewer, games of the engine."""
    starts = [new_game(n_players, seed, lexicon) for seed in range(scale.n_positions)]
    short = [simulated(state, lexicon) for state in starts]
    whole = [(simulation.to_the_end(), best) for simulation, best in short]
    for length, simulations in ((WHOLE, whole), (SHORT, short)):
        n_each = scale.n_games // len(simulations)

        def play(
            simulations: list[tuple[Simulation, Candidate]] = simulations, n_each: int = n_each
        ) -> None:
            for simulation, best in simulations:
                simulation.play([best], 0, n_each, lexicon, one_thread)

        yield Method(f"{n_players} players, {length}", n_each * len(simulations), play, length)

    def play_greedily() -> None:
        for state in starts:
            greedy_states(state)

    yield Method(f"{n_players} players, {GREEDY}", len(starts), play_greedily, GREEDY)


def simulated(state: GameState, lexicon: Lexicon) -> tuple[Simulation, Candidate]:
    """Short games from a state, and the plan that is best by static evaluation."""
    seen, evaluation = state.seen_by(state.to_act), Evaluation.of(lexicon.digest)
    return Simulation.of(seen, evaluation, 0), candidates_of(seen, lexicon, evaluation)[0]


def greedy_states(start: GameState) -> list[GameState]:
    """The states of a game between greedy players in which a turn begins."""
    players = [GreedyPlayer()] * len(start.seats)
    states = [start, *(state for _, state in play_out(start, players))]
    return [state for state in states if state.phase is Phase.START]


def turn_methods(lexicon: Lexicon, n_players: int, scale: Scale) -> Iterator[Method]:
    """The calls that a player makes for a turn."""
    seen = [
        state.seen_by(state.to_act)
        for seed in range(scale.n_positions)
        for state in greedy_states(new_game(n_players, seed, lexicon))
    ]
    makers: tuple[Callable[[], Player], ...] = (StaticPlayer, GreedyPlayer)
    for maker in makers:

        def choose(maker: Callable[[], Player] = maker, states: list[SeenState] = seen) -> None:
            for state in states:
                maker().choose(state)

        yield Method(f"{n_players} players, a turn of {maker.__name__}", len(seen), choose)


def game_row(method: Method, times: Times) -> tuple[str, ...]:
    """A row of the first table."""
    per_second = f"{1 / statistics.median(times.seconds):,.0f}"
    return (method.name, f"{method.n:,}", *times.shown(), per_second)


# Advice ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Advised:
    """One call of `advise` and the seconds it took."""

    advice: Advice
    seconds: float
    cpu_seconds: float


def advised(
    state: GameState, lexicon: Lexicon, seconds: float, executor: Executor | None
) -> Advised:
    """Asks once."""
    start, cpu_start = time.perf_counter(), time.process_time()
    advice = advise(state, lexicon, seconds=seconds, opponents="static", executor=executor)
    return Advised(advice, time.perf_counter() - start, time.process_time() - cpu_start)


def advice_rows(
    lexicon: Lexicon, scale: Scale, executors: Sequence[tuple[str, Executor | None]]
) -> Iterator[tuple[str, ...]]:
    """One for each number of players, moment and executor; the ratio is to the first executor."""
    for n_players in SIZES:
        games = [
            greedy_states(new_game(n_players, seed, lexicon)) for seed in range(scale.n_positions)
        ]
        moments = {
            "first turn": [states[0] for states in games],
            "middle": [states[len(states) // 2] for states in games],
        }
        for moment, positions in moments.items():
            runs: dict[str, list[Advised]] = {name: [] for name, _ in executors}
            for position, (name, executor) in itertools.product(positions, executors):
                runs[name].append(advised(position, lexicon, scale.advice, executor))
            base = playouts_of(runs[executors[0][0]])
            for name, results in runs.items():
                yield (
                    f"{n_players} players, {moment}, {name}",
                    *advice_row(results, scale.advice),
                    shown_ratio(statistics.median(playouts_of(results)) / statistics.median(base)),
                )


def playouts_of(results: list[Advised]) -> list[int]:
    """The number of games that each call played."""
    return [one.advice.playouts for one in results]


def advice_row(results: list[Advised], limit: float) -> tuple[str, ...]:
    """The figures of the same kind of positions."""
    playouts = playouts_of(results)
    seconds = [one.seconds for one in results]
    return (
        f"{statistics.median(playouts):,.0f}",
        f"{min(playouts):,}",
        f"{sum(playouts) / sum(one.cpu_seconds for one in results):,.0f}",
        f"{sum(one.advice.seconds < limit for one in results)} of {len(results)}",
        shown(statistics.median(seconds)),
        shown(max(seconds)),
    )


# Analysis ----------------------------------------------------------------------------------------


def static_game(lexicon: Lexicon, seed: int) -> Game:
    """A whole game between players that plan."""
    names = [f"player {number}" for number in range(N_ANALYZED)]
    game = Game(names, seed, lexicon)
    for action, _ in play_out(game.state, [StaticPlayer() for _ in names]):
        game.apply(action)
    return game


def analysis_row(lexicon: Lexicon, seconds: float | None) -> tuple[str, ...]:
    """An analysis of the game: its time, and as a ratio to the seconds it may take."""
    games = [static_game(lexicon, seed) for seed in range(N_TO_CHOOSE)]
    game = max(games, key=lambda game: len(game.history))
    start = time.perf_counter()
    analysis = analyze(game, lexicon, seconds=seconds)
    taken = time.perf_counter() - start
    n, each = len(analysis.decisions), seconds or DEFAULT_SECONDS
    fewest = min(decision.games for decision in analysis.decisions)
    return (
        f"{N_ANALYZED} players, {shown(each).strip()} a decision",
        str(n),
        shown(taken),
        shown(taken / n),
        shown_ratio(taken / n / each),
        f"{fewest:,}",
    )


def main() -> None:
    """Prints the tables."""
    scale = QUICK if is_quick(__doc__) else FULL
    lexicon = Lexicon.load()
    load_before = machine_load()
    with ThreadPoolExecutor(1) as one:
        print_games(lexicon, scale, one)
        executors = [("1 thread", one), (f"default, {available_cpus()} threads", None)]
        print_table(
            f"Advice for {shown(scale.advice).strip()}; positions of a kind: {scale.n_positions}",
            (
                *("position", "playouts", "fewest", "a CPU second", "early"),
                *("time", "longest", "ratio"),
            ),
            advice_rows(lexicon, scale, executors),
        )
    print_table(
        "Analysis of a whole game",
        ("game", "decisions", "time", "a decision", "ratio", "fewest games"),
        [analysis_row(lexicon, scale.analysis)],
    )
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


def print_games(lexicon: Lexicon, scale: Scale, one_thread: Executor) -> None:
    """Measures and prints the first table."""
    methods = [
        method
        for n_players in SIZES
        for method in (
            *game_methods(lexicon, n_players, scale, one_thread),
            *turn_methods(lexicon, n_players, scale),
        )
    ]
    for method in methods:
        method.call()  # Compiles.
    with tempfile.TemporaryDirectory() as folder:
        yardstick = find_yardstick(Path(folder), lexicon, load_racks(2_000))
        times = measure(methods, (yardstick,), scale.n_rounds)
        unit = f"; {YARDSTICK}: {shown(yardstick.seconds())}" if yardstick else ""
    print_table(
        f"Games and turns on one core; {scale.n_rounds} rounds{unit}",
        ("what", "a round", "time each", "ratio", "a second"),
        [game_row(method, times[method]) for method in methods],
    )


if __name__ == "__main__":
    main()
