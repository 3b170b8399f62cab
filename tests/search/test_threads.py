"""Eight threads on one lexicon find what one finds."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from support.no_jit import NO_JIT
from support.strategies import ABILITY_SETS, random_position

from letter_tycoon_solver import Lexicon, Plays, Position, find_plays

N_THREADS = 8


def answer(position: Position, lexicon: Lexicon) -> tuple[Plays, list[str], int]:
    plays = find_plays(position, lexicon, limit=30)
    every = find_plays(position, lexicon, variants="all", limit=50)
    return plays, [play.notation for play in (*plays, *every)], len(plays.position.notation)


def test_threads_find_what_one_finds() -> None:
    rng = random.Random(8)
    positions = [
        random_position(rng, rng.choice(ABILITY_SETS), n_hand=4 if NO_JIT else 6, n_community=2)
        for _ in range(8 if NO_JIT else 40)
    ]
    lexicon = Lexicon.load()
    alone = [answer(position, lexicon) for position in positions]
    start = threading.Barrier(N_THREADS)

    def work(shift: int) -> list[tuple[Plays, list[str], int]]:
        """The same positions, each thread beginning at another, all at once."""
        start.wait()
        turned = positions[shift:] + positions[:shift]
        answers = [answer(position, lexicon) for position in turned]
        return answers[len(answers) - shift :] + answers[: len(answers) - shift]

    with ThreadPoolExecutor(N_THREADS) as pool:
        for answers in pool.map(work, [i * len(positions) // N_THREADS for i in range(N_THREADS)]):
            assert answers == alone
