"""In bulk: what do a hand and the memory cost by the number of hands, up to ten million?

Run: python -m benchmarks.bench_batch_size [--quick]

Each row is a new process, which solves a Deal of n hands with a thread for each processor, or
surveys as many. Times begin when a few hands are solved: without the start of Python. "peak" is the
most memory that the process held, with Python and the lexicon. "ratio" is the CPU time of a hand,
of all threads, to limit.c just before.
"""

from __future__ import annotations

import math
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .common import (
    FOLDER,
    Yardstick,
    find_yardstick,
    is_quick,
    load_racks,
    machine_load,
    megabytes,
    print_table,
    shown,
    shown_ratio,
)

if TYPE_CHECKING:
    from letter_tycoon_solver.batch import Deal
    from letter_tycoon_solver.lexicon import Lexicon

# Modules that import NumPy or Numba are imported by the new processes only: see common.py.

SEED: Final = 4
FEW: Final = 100


def iterate(deal: Deal, lexicon: Lexicon) -> None:
    """Chunk by chunk; none is kept."""
    from letter_tycoon_solver.batch import iter_solve_batch

    for _ in iter_solve_batch(deal, lexicon):
        pass


def keep_all(deal: Deal, lexicon: Lexicon) -> None:
    """All results at once."""
    from letter_tycoon_solver.batch import solve_batch

    assert len(solve_batch(deal, lexicon)) == deal.n


def survey_single(deal: Deal, lexicon: Lexicon) -> None:
    """The default survey: each hand without patents and with each single one of seven."""
    from letter_tycoon_solver.batch import survey

    assert survey(deal.n, lexicon, seed=deal.seed).n == deal.n


@dataclass(frozen=True, slots=True)
class Way:
    """A way to treat the hands, and for how many."""

    name: str
    run: Callable[[Deal, Lexicon], None]
    patents: str
    largest: int


WAYS: Final = (
    Way("iter_solve_batch, no patents", iterate, "", 10_000_000),
    Way("iter_solve_batch, B J K X Z", iterate, "BJKXZ", 1_000_000),
    Way("iter_solve_batch, all seven", iterate, "BJKQVXZ", 1_000_000),
    Way("solve_batch, no patents, all kept", keep_all, "", 10_000_000),
    Way("survey, each of eight sets", survey_single, "", 1_000_000),
)
SIZES: Final = (10_000, 100_000, 1_000_000, 10_000_000)
QUICK_SIZES: Final = (1_000,)


@dataclass(frozen=True, slots=True)
class Cost:
    """The time and memory that n hands took."""

    way: str
    n: int
    seconds: float
    """By the clock on the wall."""
    cpu_seconds: float
    peak: float
    """Bytes; NaN where the system does not tell."""
    unit: float
    """CPU seconds of limit.c for a rack; NaN without it."""


def cost(way: Way, n: int, unit: float) -> Cost:
    """Measured in a process that did nothing before."""
    from letter_tycoon_solver.batch import Deal
    from letter_tycoon_solver.lexicon import Lexicon

    lexicon = Lexicon.load()
    way.run(Deal(FEW, seed=SEED, patents=way.patents), lexicon)
    deal = Deal(n, seed=SEED, patents=way.patents)
    start, cpu_start = time.perf_counter(), time.process_time()
    way.run(deal, lexicon)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
    return Cost(way.name, n, seconds, cpu_seconds, peak_memory(), unit)


def peak_memory() -> float:
    """The most memory of this process so far, in bytes."""
    if sys.platform == "win32":
        return math.nan
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024)


def in_new_process(way: Way, n: int, yardstick: Yardstick | None) -> Cost:
    """`cost` in a process of its own."""
    unit = yardstick.seconds() if yardstick else math.nan
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as pool:
        return pool.submit(cost, way, n, unit).result()


def words_of_the_list() -> list[str]:
    """The default list, for limit.c."""
    path = FOLDER.parent / "wordlists" / "enable.txt"
    return path.read_text(encoding="ascii").upper().split()


def row(cost: Cost) -> tuple[str, ...]:
    """A row of the table."""
    return (
        cost.way,
        f"{cost.n:,}",
        shown(cost.seconds),
        shown(cost.seconds / cost.n),
        shown(cost.cpu_seconds / cost.n),
        shown_ratio(cost.cpu_seconds / cost.n / cost.unit),
        "" if math.isnan(cost.peak) else megabytes(cost.peak),
    )


def main() -> None:
    """Prints the table."""
    sizes = QUICK_SIZES if is_quick(__doc__) else SIZES
    load_before = machine_load()
    with tempfile.TemporaryDirectory() as folder:
        yardstick = find_yardstick(Path(folder), words_of_the_list(), load_racks())
        costs = [
            in_new_process(way, n, yardstick) for way in WAYS for n in sizes if n <= way.largest
        ]
    print_table(
        "The best play of each of n hands, each row a new process",
        ("way", "n", "time", "per hand", "CPU a hand", "ratio", "peak"),
        map(row, costs),
    )
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


if __name__ == "__main__":
    main()
