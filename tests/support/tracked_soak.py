"""Tell many random games of the engine, turn by turn, for every seat.

    PYTHONPATH=tests python -m support.tracked_soak --games 10000

It needs the folder of the package on the path (an installed package will do). All numbers of
players, rulesets, challenge modes and both ways of seeing discards take turns; every third game is
told by a scorekeeper too. After every turn the view must match the engine; wrong input must be
refused and change nothing. It stops at the first failure, and names the seed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from support.games import all_rulesets
from support.told import engine_steps, follow

RULESETS = all_rulesets()
BATCH = 50


def tell_games(seeds: range) -> Counter[str]:
    counts = Counter[str]()
    for seed in seeds:
        try:
            counts += tell_game(seed)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
    return counts


def tell_game(seed: int) -> Counter[str]:
    n_players = 2 + seed % 4
    steps = engine_steps(seed, n_players, RULESETS[seed // 8 % len(RULESETS)])
    counts = Counter({"games": 1, "actions": len(steps) - 1, "ended": steps[-1][1].is_over})
    seats = [*range(n_players), *([None] if seed % 3 == 0 else [])]
    for seat in seats:
        game = follow(steps, seat, sees_discards=bool(seed // 4 % 2), chance=random.Random(seed))
        counts["games told"] += 1
        counts["turns told"] += len(game.turns)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="The seed of the first game.")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    shares = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    begin, total = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor(given.workers) as pool:
        for counts in pool.map(tell_games, shares):
            total += counts
            if total["games"] % 250 == 0:
                print(f"{time.monotonic() - begin:7.0f} s  {dict(total)}", flush=True)  # noqa: T201
    print(dict(total))  # noqa: T201


if __name__ == "__main__":
    main()
