"""The advisor: how good is what it has chosen after a moment?

Run: python -m benchmarks.bench_certainty [--quick] [--positions FILE]

In some positions of games of two between static players, what each plan wins is known from
thousands of whole games between static players (certainty.txt). Advice is asked for in each, for
some spans of time; "lost" is what the plan that comes first then wins less than the best of the
position, in percent of a game, with its standard error over the positions; "leader" is the same of
the plan that leads by the games; "static" is the plan that is first without any game. The best is
the best by the same games, so that it looks a little better than it is, and all that is lost a
little more: compare, do not add.

Times are those of the processor, so that other programs on the machine make little difference.

The positions were made, some seconds each, by

    python -m benchmarks.bench_certainty --make benchmarks/certainty.txt

which adds those that are missing of N_POSITIONS to the file.

    python -m benchmarks.bench_certainty --short-games

tells what short games are off by in the same positions, however many: by thousands of short and of
whole games of the best plans, the standard deviation of their differences without that of chance.
It is what VICTORIES_OFF_BY in _kernels/race.py and OFF_BY in advisor/simulation.py say.

certainty.txt   a line for each position and each of its plans:
                position   the view, as SeenState.parse reads it
                plan       chance to win, games, notation; the games are the same for all plans, of
                           those with fewer the first
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from letter_tycoon_solver.advisor import Evaluation, StaticPlayer, advise
from letter_tycoon_solver.advisor.simulation import Candidate, Floats, Simulation, candidates_of
from letter_tycoon_solver.game import Phase, SeenState, new_game, play_out
from letter_tycoon_solver.lexicon import Lexicon

from .common import FOLDER, add_quick, machine_load, print_table

FILE: Final = FOLDER / "certainty.txt"
SECONDS: Final = (0.02, 0.05, 0.1, 0.5, 1.0)
QUICK_SECONDS: Final = (0.02,)
N_POSITIONS: Final = 100
N_COMPARED: Final = 4
"""Plans of a position whose short games are compared with whole ones,"""
GAMES_COMPARED: Final = 3_000
"""so many of each,"""
IS_OPEN: Final = 0.03, 0.97
"""where the best wins so many of them."""
N_QUICK: Final = 5
SEED: Final = 20_261_122
PLAYERS: Final = 2
MOST_PLANS: Final = 60
STEPS: Final = ((200, 3.0), (700, 2.5), (2_000, 2.5), (5_000, math.inf))
"""Games of each plan that is left; then those go that are behind by more standard errors, or that
ended as the best in every game."""


@dataclass(frozen=True, slots=True)
class Known:
    """A position, and by notation of its plans what they win and how many games say so."""

    seen: SeenState
    wins: dict[str, float]
    games: dict[str, int]

    @property
    def best(self) -> float:
        """The chance to win of the best plan among those that played most."""
        most = max(self.games.values())
        return max(win for plan, win in self.wins.items() if self.games[plan] == most)

    def lost(self, notation: str) -> float:
        """The chance to win that a plan loses; an unknown plan counts as the worst."""
        return self.best - self.wins.get(notation, min(self.wins.values()))


# What is true ------------------------------------------------------------------------------------


def turns(n_players: int, lexicon: Lexicon, seed: int) -> Iterator[SeenState]:
    """A turn of each of ever more games between static players, early and late alike."""
    for number in itertools.count():
        rng = random.Random(f"{seed} {n_players} {number}")
        start = new_game(n_players, seed + number, lexicon)
        states = [start, *(state for _, state in play_out(start, [StaticPlayer()] * n_players))]
        # Without the last round, in which there is little to choose.
        chosen = rng.choice(
            [
                state
                for state in states
                if state.phase is Phase.START
                and not state.turn.replaced
                and state.final_round is None
            ]
        )
        yield chosen.seen_by(chosen.active)


def known(seen: SeenState, lexicon: Lexicon, number: int, thread: ThreadPoolExecutor) -> Known:
    """Plays whole games of every plan, most of those that may be the best."""
    evaluation = Evaluation.of(lexicon.digest)
    live = candidates_of(seen, lexicon, evaluation)[:MOST_PLANS]
    whole = Simulation.of(seen, evaluation, SEED + number).to_the_end()
    wins: dict[str, Floats] = {candidate.turn.notation: np.empty(0) for candidate in live}
    played = 0
    for games, most_behind in STEPS:
        _, more = whole.play(live, played, games - played, lexicon, thread)
        for candidate, row in zip(live, more, strict=True):
            name = candidate.turn.notation
            wins[name] = np.concatenate([wins[name], row])
        played = games
        live = _without_hopeless(live, wins, most_behind)
    best = max((wins[candidate.turn.notation] for candidate in live), key=np.mean)
    # A plan that went early is known by what it lost on the games that it shares with the best.
    found = {
        name: float(best.mean() - (best[: len(row)] - row).mean()) for name, row in wins.items()
    }
    return Known(seen, found, {name: len(row) for name, row in wins.items()})


def _without_hopeless(
    live: list[Candidate], wins: dict[str, Floats], most_behind: float
) -> list[Candidate]:
    rows = [wins[candidate.turn.notation] for candidate in live]
    best = max(rows, key=np.mean)
    left = []
    for candidate, row in zip(live, rows, strict=True):
        behind = best - row
        error = float(behind.std(ddof=1)) / math.sqrt(len(behind))
        if row is best or (behind.any() and float(behind.mean()) <= most_behind * error):
            left.append(candidate)
    return left


def lines_of(of_position: Known) -> Iterator[str]:
    """The lines of the file about a position."""
    yield f"position {of_position.seen}"
    for plan, win in of_position.wins.items():
        yield f"plan {win:.5f} {of_position.games[plan]} {plan}"


def make(path: Path, lexicon: Lexicon, thread: ThreadPoolExecutor) -> None:
    """Adds the positions that are missing in a file."""
    n_done = len(read(path, lexicon)) if path.exists() else 0
    for number, seen in enumerate(islice(turns(PLAYERS, lexicon, SEED), N_POSITIONS)):
        if number < n_done:
            continue
        lines = lines_of(known(seen, lexicon, number, thread))
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
        print(f"{number + 1} of {N_POSITIONS}", file=sys.stderr)


def read(path: Path, lexicon: Lexicon) -> list[Known]:
    """The positions in a file."""
    found: list[Known] = []
    for line in path.read_text("utf-8").splitlines():
        kind, rest = line.split(" ", 1)
        if kind == "position":
            found.append(Known(SeenState.parse(rest, lexicon), {}, {}))
        else:
            win, games, plan = rest.split(" ", 2)
            found[-1].wins[plan], found[-1].games[plan] = float(win), int(games)
    return found


# What is chosen ----------------------------------------------------------------------------------


def rows(
    found: Sequence[Known], lexicon: Lexicon, seconds: Sequence[float], thread: ThreadPoolExecutor
) -> Iterator[tuple[str, ...]]:
    """One for each span of time."""
    evaluation = Evaluation.of(lexicon.digest)
    first = [candidates_of(one.seen, lexicon, evaluation)[0].turn.notation for one in found]
    by_static = [one.lost(plan) for one, plan in zip(found, first, strict=True)]
    yield ("static", *_mean(by_static), "", "", "", "")
    for span in seconds:
        lost, by_leader, gained, taken, playouts = [], [], [], [], []
        for number, one in enumerate(found):
            begun = time.perf_counter()
            advice = advise(
                one.seen, lexicon, seconds=span, seed=number, opponents="static", executor=thread
            )
            taken.append(time.perf_counter() - begun)
            playouts.append(advice.playouts)
            lost.append(one.lost(advice.best.notation))
            by_leader.append(one.lost(advice.leader.notation))
            gained.append(by_static[number] - lost[-1])
        yield (
            f"{span:g} s",
            *_mean(lost),
            "{} ± {}".format(*_mean(by_leader)),
            "{} ± {}".format(*_mean(gained)),
            f"{statistics.median(playouts):,.0f}",
            f"{statistics.median(taken):.3f} s",
        )


# What short games are off by ----------------------------------------------------------------------


def short_against_whole(
    found: Sequence[Known], lexicon: Lexicon, thread: ThreadPoolExecutor
) -> Iterator[tuple[str, ...]]:
    """A row for the chance of one plan, and one for the difference of two."""
    evaluation = Evaluation.of(lexicon.digest)
    levels, pairs = [], []
    for number, one in enumerate(found):
        if not IS_OPEN[0] < one.best < IS_OPEN[1]:
            continue
        plans = candidates_of(one.seen, lexicon, evaluation)[:MOST_PLANS]
        best = sorted(plans, key=lambda candidate: one.lost(candidate.turn.notation))[:N_COMPARED]
        games = Simulation.of(one.seen, evaluation, 2 * SEED + 2 * number)
        _, short = games.play(best, 0, GAMES_COMPARED, lexicon, thread)
        whole_games = games.with_other_deals().to_the_end()
        _, whole = whole_games.play(best, 0, GAMES_COMPARED, lexicon, thread)
        levels.append(_off(short[0], whole[0]))
        for by_short, by_whole in zip(short[0] - short[1:], whole[0] - whole[1:], strict=True):
            if by_whole.any():
                pairs.append(_off(by_short, by_whole))
    for what, off in (("the chance of a plan", levels), ("the difference of two", pairs)):
        differences, chance = np.array(off).T
        real = math.sqrt(max(0.0, float((differences**2 - chance).mean())))
        yield what, f"{len(off)}", f"{100 * differences.mean():.2f}", f"{100 * real:.2f}"


def _off(short: Floats, whole: Floats) -> tuple[float, float]:
    """The distance of the means, and its variance by chance."""
    chance = short.var(ddof=1) / len(short) + whole.var(ddof=1) / len(whole)
    return float(short.mean() - whole.mean()), float(chance)


def _mean(values: Sequence[float]) -> tuple[str, str]:
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{100 * statistics.mean(values):.2f}", f"{100 * error:.2f}"


def main() -> None:
    """Prints the table, or makes the positions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_quick(parser)
    parser.add_argument("--positions", type=Path, default=FILE, help="the file of the positions")
    parser.add_argument("--make", type=Path, metavar="FILE", help="make the positions instead")
    parser.add_argument("--short-games", action="store_true", help="tell what they are off by")
    given = parser.parse_args()
    lexicon = Lexicon.load()
    # The advisor, too, looks at the processor's clock.
    time.perf_counter = time.process_time
    with ThreadPoolExecutor(1) as thread:
        if given.make:
            make(given.make, lexicon, thread)
            return
        found = read(given.positions, lexicon)[: N_QUICK if given.quick else None]
        load_before = machine_load()
        if given.short_games:
            print_table(
                "What short games are off by, against whole ones",
                ("of", "cases", "mean %", "standard deviation %"),
                short_against_whole(found, lexicon, thread),
            )
            return
        # Compiles.
        advise(found[0].seen, lexicon, playouts=100, opponents="static", executor=thread)
        print_table(
            f"What is lost by the plan that comes first; {len(found)} positions, one thread",
            ("after", "lost %", "±", "leader %", "gained over static %", "games", "time"),
            rows(found, lexicon, QUICK_SECONDS if given.quick else SECONDS, thread),
        )
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


if __name__ == "__main__":
    main()
