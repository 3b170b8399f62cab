"""In bulk: what are a second thread, process or Dask worker worth, with smaller and larger chunks?

Run: python -m benchmarks.bench_batch_scaling [--quick]

`iter_solve_batch` over a Deal of which each worker deals its own share; the results come back and
are dropped. All ways take turns, round by round. Times are by the clock on the wall, so what other
programs do counts: "speed-up" is the median over the rounds of the ratio of one worker to two in
the same round, "of the best" the ratio of the fastest rounds. Copies of limit.c, one and two at
once, tell what the second core is worth on this machine in the same minutes. "caller" is the CPU
time of this process for a hand: where workers are not its threads, that is what limits how many
workers it can feed. Dask, the extra [dask], is left out where it is not installed, and by --quick.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from letter_tycoon_solver.batch import Deal, iter_solve_batch
from letter_tycoon_solver.lexicon import Lexicon

from .bench_find_plays import owned
from .common import (
    YARDSTICK,
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

Pools = dict[str, dict[int, Executor]]
"""By kind and number of workers."""

THREADS: Final = "threads"
PROCESSES: Final = "processes"
DASK: Final = "Dask workers"

N_WORKERS: Final = (1, 2)
CHUNK_SIZES: Final = (8192, 32_768)
"""The default, and one for Dask."""
SEED: Final = 4


@contextmanager
def pools(quick: bool) -> Iterator[Pools]:
    """All pools, which wait while they are not asked."""
    spawn = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        opened: Pools = {
            THREADS: {n: stack.enter_context(ThreadPoolExecutor(n)) for n in N_WORKERS},
            PROCESSES: {n: stack.enter_context(ProcessPoolExecutor(n, spawn)) for n in N_WORKERS},
        }
        if quick:
            print("without Dask")
        elif find_spec("distributed"):
            opened[DASK] = {n: dask_executor(stack, n) for n in N_WORKERS}
        else:
            print("without Dask: distributed is not installed, see the extra [dask]")
        yield opened


def dask_executor(stack: ExitStack, n_workers: int) -> Executor:
    """The executor of a LocalCluster of processes with one thread each."""
    distributed: Any = import_module("distributed")  # has no types
    cluster = distributed.LocalCluster(
        n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    stack.enter_context(cluster)
    client = stack.enter_context(distributed.Client(cluster))
    executor: Executor = client.get_executor()
    return executor


def seconds_to_solve(deal: Deal, lexicon: Lexicon, executor: Executor, chunk_size: int) -> float:
    """Until the last result is there."""
    start = time.perf_counter()
    for _ in iter_solve_batch(deal, lexicon, executor=executor, chunk_size=chunk_size):
        pass
    return time.perf_counter() - start


def check(opened: Pools, deal: Deal, lexicon: Lexicon) -> None:
    """Warms all pools up; fails if one finds other plays."""
    digests = set()
    for by_number in opened.values():
        for executor in by_number.values():
            digest = hashlib.sha256()
            for chunk in iter_solve_batch(deal, lexicon, executor=executor, chunk_size=500):
                digest.update(chunk.columns.tobytes())
            digests.add(digest.hexdigest())
    assert len(digests) == 1


# Workers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds a hand, one a round: until all were there, and of this process on the CPU."""

    one: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)
    caller: list[float] = field(default_factory=list)

    def row(self, name: str, kind: str) -> tuple[str, ...]:
        """A row of the table."""
        rate = f"{1 / statistics.median(self.two):,.0f}"
        caller = "" if kind == THREADS else shown(statistics.median(self.caller))
        times = shown(statistics.median(self.one)), shown(statistics.median(self.two))
        return (name, *times, rate, *speed_ups(self.one, self.two), caller)


def speed_ups(one: list[float], two: list[float]) -> tuple[str, str]:
    """The median over the rounds, and that of the best rounds."""
    each = (a / b for a, b in zip(one, two, strict=True))
    return shown_ratio(statistics.median(each)), shown_ratio(min(one) / min(two))


def print_scaling(
    opened: Pools,
    deal: Deal,
    lexicon: Lexicon,
    n_rounds: int,
    yardstick: Yardstick | None,
    repetitions: int,
) -> None:
    """Prints the table of one and of two workers."""
    times: dict[tuple[str, int], Times] = defaultdict(Times)
    copies: dict[int, list[float]] = defaultdict(list)
    for _ in range(n_rounds):
        for kind, by_number in opened.items():
            for size in CHUNK_SIZES:
                taken = times[kind, size]
                taken.one.append(seconds_to_solve(deal, lexicon, by_number[1], size) / deal.n)
                start = time.process_time()
                taken.two.append(seconds_to_solve(deal, lexicon, by_number[2], size) / deal.n)
                taken.caller.append((time.process_time() - start) / deal.n)
        for n in N_WORKERS if yardstick else ():
            assert yardstick
            # Each copy does all the racks.
            copies[n].append(yardstick.seconds_at_once(n, repetitions) / n)
    rows = [taken.row(f"{kind}, chunks of {size:,}", kind) for (kind, size), taken in times.items()]
    if yardstick:
        rows.append((f"copies of {YARDSTICK}", "", "", "", *speed_ups(*copies.values()), ""))
    assert not isinstance(deal.patents, int)
    print_table(
        f"{deal.n:,} hands, {owned(deal.patents[0])}, a second worker; {n_rounds} rounds",
        ("workers", "one", "two", "hands/s", "speed-up", "of the best", "caller"),
        rows,
    )


def main() -> None:
    """Prints the tables."""
    quick = is_quick(__doc__)
    n, n_rounds, repetitions = (20_000, 1, 1) if quick else (1_000_000, 7, 40)
    lexicon = Lexicon.load()
    load_before = machine_load()
    with tempfile.TemporaryDirectory() as folder, pools(quick) as opened:
        yardstick = find_yardstick(Path(folder), lexicon, load_racks())
        check(opened, Deal(10_000, seed=SEED), lexicon)
        for share, patents in ((1, ""), (4, "BJKXZ")):
            deal = Deal(n // share, seed=SEED, patents=patents)
            print_scaling(opened, deal, lexicon, n_rounds, yardstick, repetitions)
    print(f"sent once to a worker without the list: {megabytes(len(lexicon.to_bytes()))}")
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


if __name__ == "__main__":
    main()
