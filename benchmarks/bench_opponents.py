"""The advisor against people: how far off is the chance that it tells, and for whom is it?

Run: python -m benchmarks.bench_opponents [--quick] [--positions N]

In turns of fresh games between static players, late and early alike, advice is asked for twice,
with opponents taken for people who know common words, and for experts. What the plan that comes
first really wins against people, thousands of whole games with other deals say. Only turns in which
something is open count: the plan that is first by static evaluation wins 3 to 97 %. By number of
players and time, in percent of a game:

    said ±      the error that advice for people tells, as the root of its mean square
    off by      what its chance differs from the truth by, likewise, without the chance of the truth
    too high    the mean of that difference, with its standard error: the plan that comes first is
                that which was lucky, too
    experts     the same mean of advice for experts: what it is to take people for players who know
                every word
    choice      what the plan of advice for people wins more against people than that of advice for
                experts, in the same games

Times are those of one processor, so that other programs on the machine make little difference.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from letter_tycoon_solver.advisor import Advice, Evaluation, Opponents, advise
from letter_tycoon_solver.advisor.simulation import (
    LEVEL_OF,
    Candidate,
    Floats,
    Simulation,
    candidates_of,
    mean_and_error,
)
from letter_tycoon_solver.game import SeenState
from letter_tycoon_solver.lexicon import Lexicon

from .bench_certainty import IS_OPEN, turns
from .common import add_quick, machine_load, print_table

CASES: Final = ((2, 1.0), (2, 4.0), (3, 1.0), (4, 1.0), (5, 1.0))
"""Players, and seconds to think."""
QUICK_CASES: Final = ((2, 0.5),)
N_POSITIONS: Final = 36
N_QUICK: Final = 2
GAMES: Final = 10_000
"""These many tell the truth."""
GAMES_TO_LOOK: Final = 1_000
"""These many tell whether a turn is open."""
SEED: Final = 20_261_123
PEOPLE: Final = Opponents.COMMON
EXPERTS: Final = Opponents.STATIC


@dataclass(frozen=True, slots=True)
class Compared:
    """Advice on a position, for people and for experts, and the truth against people.

    Attributes:
        people: advice with opponents taken for people.
        experts: the same for experts.
        wins: [2, GAMES] of the first plan of each, in the same games against people.
    """

    people: Advice
    experts: Advice
    wins: Floats

    @property
    def is_told(self) -> bool:
        """Are there games enough for both chances?"""
        return not any(math.isnan(one.turns[0].win_se) for one in (self.people, self.experts))

    @property
    def too_high(self) -> float:
        """The chance that advice for people tells, less the truth."""
        return float(self.people.turns[0].win - self.wins[0].mean())

    @property
    def experts_too_high(self) -> float:
        """The same of advice for experts, of its own plan."""
        return float(self.experts.turns[0].win - self.wins[1].mean())


def positions(n_players: int, lexicon: Lexicon, thread: ThreadPoolExecutor) -> Iterator[SeenState]:
    """Open turns, one of a game at most."""
    for number, seen in enumerate(turns(n_players, lexicon, SEED)):
        first = candidates_of(seen, lexicon, Evaluation.of(lexicon.digest))[:1]
        wins = truth(seen, first, lexicon, 2 * number, GAMES_TO_LOOK, thread)
        if IS_OPEN[0] < wins.mean() < IS_OPEN[1]:
            yield seen


def truth(
    seen: SeenState,
    plans: Sequence[Candidate],
    lexicon: Lexicon,
    seed: int,
    games: int,
    thread: ThreadPoolExecutor,
) -> Floats:
    """[n_plans, games]: victories of whole games against people, the same games for each plan."""
    evaluation = Evaluation.of(lexicon.digest)
    whole = Simulation.of(seen, evaluation, SEED + seed, LEVEL_OF[PEOPLE]).to_the_end()
    return whole.play(plans, 0, games, lexicon, thread)[1]


def compared(
    seen: SeenState, seconds: float, lexicon: Lexicon, seed: int, thread: ThreadPoolExecutor
) -> Compared:
    """Asks twice, and finds out."""
    people, experts = (
        advise(seen, lexicon, seconds=seconds, seed=seed, opponents=taken_for, executor=thread)
        for taken_for in (PEOPLE, EXPERTS)
    )
    by_notation = {
        candidate.turn.notation: candidate
        for candidate in candidates_of(seen, lexicon, Evaluation.of(lexicon.digest))
    }
    first = [by_notation[advice.best.notation] for advice in (people, experts)]
    wins = truth(seen, first, lexicon, 2 * seed + 1, GAMES, thread)
    return Compared(people, experts, wins)


def row(n_players: int, seconds: float, found: Sequence[Compared]) -> tuple[str, ...]:
    """A row for a number of players and a time."""
    off = np.array([one.too_high for one in found])
    chance = np.array([mean_and_error(one.wins[0])[1] for one in found])
    said = np.array([one.people.turns[0].win_se for one in found])
    gained = np.array([float((one.wins[0] - one.wins[1]).mean()) for one in found])
    off_by = math.sqrt(max(0.0, float((off**2 - chance**2).mean())))
    games = statistics.median(one.people.turns[0].playouts for one in found)
    return (
        str(n_players),
        f"{seconds:g} s",
        f"{games:,.0f}",
        f"{100 * math.sqrt(float((said**2).mean())):.2f}",
        f"{100 * off_by:.2f}",
        _percent(off),
        _percent(np.array([one.experts_too_high for one in found])),
        _percent(gained),
    )


def _percent(values: Floats) -> str:
    mean, error = mean_and_error(values)
    return f"{100 * mean:+.2f} ± {100 * error:.2f}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_quick(parser)
    parser.add_argument("--positions", type=int, default=N_POSITIONS, help="of each case")
    given = parser.parse_args()
    n = N_QUICK if given.quick else given.positions
    lexicon = Lexicon.load()
    # The advisor, too, looks at the processor's clock.
    time.perf_counter = time.process_time
    load_before = machine_load()
    with ThreadPoolExecutor(1) as thread:

        def rows() -> Iterator[tuple[str, ...]]:
            for n_players, seconds in QUICK_CASES if given.quick else CASES:
                open_turns = positions(n_players, lexicon, thread)
                yield row(
                    n_players,
                    seconds,
                    [
                        one
                        for number, seen in zip(range(n), open_turns, strict=False)
                        if (one := compared(seen, seconds, lexicon, number, thread)).is_told
                    ],
                )

        print_table(
            f"The chance to win against people; {n} positions of each, one thread",
            ("players", "after", "games", "said ±", "off by", "too high", "experts", "choice"),
            rows(),
        )
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


if __name__ == "__main__":
    main()
