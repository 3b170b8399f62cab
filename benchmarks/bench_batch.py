"""In bulk: how long for the best play of a hand on one core, by the patents that are owned?

Run: python -m benchmarks.bench_batch [--quick]

The best play of each of the 10,000 racks, by margin or by equity, seven cards in hand and three in
the community, one opponent. "kernel" is one call of the kernel for all of them, "solve_batch" the
public call with a pool of one thread. Below are other ways on fewer racks, and what it takes to
deal a hand.

All take turns, round by round, and limit.c and limit_blocks.c run between each two. A time is CPU
time of all threads per hand, the median of the rounds; "ratio" is the median of the ratios to the
mean of limit.c just before and just after, as many times as long as it takes to find the anagram
classes of a rack in C; "to blocks" is that to limit_blocks.c.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from letter_tycoon_solver._kernels import entries
from letter_tycoon_solver._kernels.layouts import PLAY_DTYPE, PLAY_SIZE, new_workspace
from letter_tycoon_solver.batch import Deal, Positions, solve_batch
from letter_tycoon_solver.batch.positions import columns_of
from letter_tycoon_solver.batch.solve import Solver
from letter_tycoon_solver.evaluation.ranking import EQUITY, MARGIN
from letter_tycoon_solver.lexicon import DEFAULT_LEXICON, Lexicon
from letter_tycoon_solver.rules.position import Position
from letter_tycoon_solver.rules.ruleset import RULEBOOK
from letter_tycoon_solver.search.solver import find_plays

from .bench_find_plays import ALL_SEVEN, HAND_SIZE, OPPONENTS, owned
from .common import (
    BLOCKS_YARDSTICK,
    YARDSTICK,
    Method,
    find_yardstick,
    is_quick,
    load_racks,
    machine_load,
    measure,
    print_table,
    shown,
)
from .naive_ways import by_sorted_letters, classes_by_dict

NOBODY: Final = ("",)
PATENT_SETS: Final = ("", "B", "J", "K", "X", "Z", "V", "BJKXZ", ALL_SEVEN)
N_WORKSPACES: Final = 5
"""Some memory is slow, see what was tried in README.md: the kernel works in so many in turn."""
KERNEL: Final = "kernel"
BATCH: Final = "solve_batch"


def positions_of(racks: list[str], patents: str, opponents: tuple[str, ...] = NOBODY) -> Positions:
    """The racks as positions."""
    return Positions.of(
        Position(rack[:HAND_SIZE], rack[HAND_SIZE:], patents, opponents) for rack in racks
    )


def kernel_call(
    positions: Positions, lexicon: Lexicon, rank_by: str = MARGIN
) -> Callable[[], np.ndarray]:
    """One call of the kernel for all positions, which returns the columns of their best plays."""
    n = len(positions)
    solver = Solver.of(lexicon, RULEBOOK, rank_by, limit=1, count=False)
    plays = np.zeros((n, 1, PLAY_SIZE), np.int64)
    given = (columns_of(positions), *solver.desks(lexicon), lexicon.trie)
    workspaces = itertools.cycle([new_workspace(1) for _ in range(N_WORKSPACES)])

    def call() -> np.ndarray:
        entries.solve_rows(*given, next(workspaces), plays)
        return plays.view(PLAY_DTYPE)[:, :, 0]

    return call


def bulk_methods(lexicon: Lexicon, racks: list[str], one_thread: Executor) -> Iterator[Method]:
    """The kernel and `solve_batch` by patents owned."""
    cases = [(owned(patents), positions_of(racks, patents), MARGIN) for patents in PATENT_SETS]
    with_others = positions_of(racks, "", OPPONENTS)
    cases.insert(1, ("no patents, opponents E, R, T", with_others, MARGIN))
    cases += [
        (f"{owned(patents)}, by equity", positions_of(racks, patents), EQUITY)
        for patents in ("", ALL_SEVEN)
    ]
    for name, positions, rank_by in cases:
        kernel = kernel_call(positions, lexicon, rank_by)

        def in_bulk(positions: Positions = positions, rank_by: str = rank_by) -> object:
            return solve_batch(positions, lexicon, rank_by=rank_by, executor=one_thread)

        solved = solve_batch(positions, lexicon, rank_by=rank_by, executor=one_thread)
        assert np.array_equal(kernel(), solved.columns), name
        assert_found_one_by_one(positions[:20], solved.columns, lexicon, rank_by)
        yield Method(name, len(positions), kernel, KERNEL)
        yield Method(name, len(positions), in_bulk, BATCH)


def assert_found_one_by_one(
    positions: Positions, columns: np.ndarray, lexicon: Lexicon, rank_by: str
) -> None:
    """Fails if `find_plays` finds others."""
    for position, best in zip(positions, columns, strict=False):
        alone = find_plays(position, lexicon, rank_by=rank_by, limit=1).columns
        assert np.array_equal(alone, best[: len(alone)]), position


def other_methods(lexicon: Lexicon, racks: list[str]) -> Iterator[Method]:
    """The plain ways, and dealing."""
    for patents in ("", "BJKXZ", ALL_SEVEN):
        positions = list(positions_of(racks[: len(racks) // 5], patents))

        def one_by_one(positions: list[Position] = positions) -> None:
            for position in positions:
                find_plays(position, lexicon, limit=1)

        name = f"loop of find_plays(limit=1), {owned(patents)}"
        yield Method(name, len(positions), one_by_one)
    few = racks[: len(racks) // 20]
    anagrams = by_sorted_letters(lexicon)

    def by_dict() -> None:
        for rack in few:
            classes_by_dict(anagrams, rack)

    yield Method("dict + combinations, classes only, no patents", len(few), by_dict)
    n = len(racks)
    yield Method("deal, nothing solved", n, Deal(n, seed=1).positions)
    yield Method("deal, six patents to random players", n, Deal(n, seed=1, patents=6).positions)


def main() -> None:
    """Prints the tables."""
    quick = is_quick(__doc__)
    racks = load_racks(1_000 if quick else None)
    n_rounds = 1 if quick else 15
    # The yardsticks read a short list sooner.
    lexicon = Lexicon.load("common" if quick else DEFAULT_LEXICON)
    load_before = machine_load()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as one_thread:
        yardstick = find_yardstick(Path(folder), lexicon, racks)
        blocks = find_yardstick(Path(folder), lexicon, racks, BLOCKS_YARDSTICK)
        in_bulk = list(bulk_methods(lexicon, racks, one_thread))
        others = list(other_methods(lexicon, racks))
        for method in others:
            method.call()  # compiles
        times = measure(in_bulk + others, (yardstick, blocks), n_rounds)
        unit = f"; {YARDSTICK}: {shown(yardstick.seconds())}" if yardstick else ""
        unit += f"; {BLOCKS_YARDSTICK}: {shown(blocks.seconds())}" if blocks else ""
    by_way = {(method.name, method.way): times[method].shown() for method in in_bulk}
    print_table(
        f"The best play of each of {len(racks):,} hands; {n_rounds} rounds{unit}",
        ("owned", KERNEL, "ratio", "to blocks", BATCH, "ratio", "to blocks"),
        [
            (name, *by_way[name, KERNEL], *by_way[name, BATCH])
            for name in dict.fromkeys(method.name for method in in_bulk)
        ],
    )
    print_table(
        "Beside it, in the same rounds",
        ("way", "hands", "per hand", "ratio", "to blocks"),
        [(method.name, f"{method.n:,}", *times[method].shown()) for method in others],
    )
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


if __name__ == "__main__":
    main()
