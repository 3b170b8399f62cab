"""In bulk: what are a second thread, process or Dask worker worth, and which chunks are right?

Run: python -m benchmarks.bench_batch_scaling [--quick]

`iter_solve_batch` over a Deal of which each worker deals its own share; the results come back and
are dropped. All ways take turns, round by round. Times are by the clock on the wall, so what other
programs do counts: "speed-up" is the median over the rounds of the ratio of one worker to two in
the same round, "of the best" the ratio of the fastest rounds. Copies of limit.c, one and two at
once, tell what the second core is worth on this machine in the same minutes. "caller" is the CPU
time of this process for a hand: where workers are not its threads, that is what limits how many
workers it can feed. Dask, the extra [dask], is left out where it is not installed.

The last table is what is sent, pickled: a share of the work, and its result.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import operator
import pickle
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

from letter_tycoon_solver.batch import Deal, Positions, iter_solve_batch, solve_batch, survey
from letter_tycoon_solver.lexicon import Lexicon

from .bench_find_plays import owned
from .common import (
    YARDSTICK,
    Yardstick,
    find_yardstick,
    is_quick,
    load_racks,
    machine_load,
    print_table,
    shown,
    shown_ratio,
)

T = TypeVar("T")

Pools = dict[str, dict[int, Executor]]
"""By kind and number of workers."""

THREADS: Final = "threads"
PROCESSES: Final = "processes"
DASK: Final = "Dask workers"

N_WORKERS: Final = (1, 2)
DEFAULT_CHUNK_SIZE: Final = 8192
LARGER_CHUNK_SIZE: Final = 32_768
CHUNK_SIZES: Final = (100, 1_000, DEFAULT_CHUNK_SIZE, LARGER_CHUNK_SIZE, 100_000)
SEED: Final = 4
YARDSTICK_REPETITIONS: Final = 40


@contextmanager
def pools() -> Iterator[Pools]:
    """All pools, which wait while they are not asked."""
    spawn = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        opened: Pools = {
            THREADS: {n: stack.enter_context(ThreadPoolExecutor(n)) for n in N_WORKERS},
            PROCESSES: {n: stack.enter_context(ProcessPoolExecutor(n, spawn)) for n in N_WORKERS},
        }
        if find_spec("distributed"):
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
    opened: Pools, deal: Deal, lexicon: Lexicon, n_rounds: int, yardstick: Yardstick | None
) -> None:
    """Prints the table of one and of two workers."""
    times: dict[tuple[str, int], Times] = defaultdict(Times)
    copies: dict[int, list[float]] = defaultdict(list)
    for _ in range(n_rounds):
        for kind, by_number in opened.items():
            for size in (DEFAULT_CHUNK_SIZE, LARGER_CHUNK_SIZE):
                taken = times[kind, size]
                taken.one.append(seconds_to_solve(deal, lexicon, by_number[1], size) / deal.n)
                start = time.process_time()
                taken.two.append(seconds_to_solve(deal, lexicon, by_number[2], size) / deal.n)
                taken.caller.append((time.process_time() - start) / deal.n)
        for n in N_WORKERS if yardstick else ():
            assert yardstick
            # Each copy does all the racks.
            copies[n].append(yardstick.seconds_at_once(n, YARDSTICK_REPETITIONS) / n)
    rows = [taken.row(f"{kind}, chunks of {size:,}", kind) for (kind, size), taken in times.items()]
    if yardstick:
        rows.append((f"copies of {YARDSTICK}", "", "", "", *speed_ups(*copies.values()), ""))
    assert not isinstance(deal.patents, int)
    print_table(
        f"{deal.n:,} hands, {owned(deal.patents[0])}, a second worker; {n_rounds} rounds",
        ("workers", "one", "two", "hands/s", "speed-up", "of the best", "caller"),
        rows,
    )


# Chunks ----------------------------------------------------------------------------------------


def print_chunks(opened: Pools, deal: Deal, lexicon: Lexicon, n_rounds: int) -> None:
    """Prints the table of chunk sizes."""
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    for _ in range(n_rounds):
        for size in CHUNK_SIZES:
            for kind, by_number in opened.items():
                executor = by_number[max(N_WORKERS)]
                times[kind, size].append(seconds_to_solve(deal, lexicon, executor, size))

    def cells(size: int) -> Iterator[str]:
        for kind in opened:
            defaults = times[kind, DEFAULT_CHUNK_SIZE]
            ratios = map(operator.truediv, times[kind, size], defaults)
            yield shown(statistics.median(times[kind, size]) / deal.n)
            yield shown_ratio(statistics.median(ratios))

    print_table(
        f"{deal.n:,} hands, {owned('')}, by chunk size; two workers, {n_rounds} rounds",
        ("hands in a chunk", *(title for kind in opened for title in (kind, "ratio"))),
        [(f"{size:,}", *cells(size)) for size in CHUNK_SIZES],
    )


# Bytes -----------------------------------------------------------------------------------------


class MeteringExecutor(Executor):
    """Does the work at once, and counts what would be sent to a worker and back."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.returned: list[int] = []

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Calls the function."""
        future: Future[T] = Future()
        result = fn(*args, **kwargs)
        self.sent.append(len(pickle.dumps((fn, args, kwargs))))
        self.returned.append(len(pickle.dumps(result)))
        future.set_result(result)
        return future


def print_bytes(lexicon: Lexicon, n: int, n_surveyed: int) -> None:
    """Prints the table of what is sent."""
    deal = Deal(n, seed=SEED)

    def solve(positions: Deal | Positions, top: int) -> Callable[[Executor], object]:
        return lambda executor: solve_batch(positions, lexicon, limit=top, executor=executor)

    def count(patent_sets: str) -> Callable[[Executor], object]:
        return lambda executor: survey(
            n_surveyed, lexicon, patent_sets=patent_sets, executor=executor, seed=0
        )

    calls = {
        "solve a Deal": solve(deal, 1),
        "solve a Deal, limit=5": solve(deal, 5),
        "solve Positions": solve(deal.positions(), 1),
        "survey, no patents": count("none"),
        "survey, single patents": count("single"),
        "survey, pairs": count("pairs"),
        "survey, all 128 sets": count("all"),
    }
    rows = []
    for name, call in calls.items():
        meter = MeteringExecutor()
        call(meter)
        sent, returned = max(meter.sent), max(meter.returned)
        hand = "" if name.startswith("survey") else f"{sum(meter.returned) / n:.1f}"
        rows.append((name, f"{sent:,}", f"{returned:,}", hand))
    content = f"{len(lexicon.to_bytes()) / 1e6:.1f} MB"
    print_table(
        f"Bytes, pickled; the lexicon, once for a worker that does not have the list: {content}",
        ("work, in shares of its own size", "a share", "its result", "result a hand"),
        rows,
    )


def main() -> None:
    """Prints the tables."""
    quick = is_quick(__doc__)
    n, n_rounds, n_chunk_rounds, n_surveyed = (20_000, 2, 1, 1) if quick else (1_000_000, 7, 3, 64)
    lexicon = Lexicon.load()
    load_before = machine_load()
    with tempfile.TemporaryDirectory() as folder, pools() as opened:
        yardstick = find_yardstick(Path(folder), lexicon, load_racks())
        check(opened, Deal(10_000, seed=SEED), lexicon)
        for share, patents in ((1, ""), (4, "BJKXZ")):
            deal = Deal(n // share, seed=SEED, patents=patents)
            print_scaling(opened, deal, lexicon, n_rounds, yardstick)
        print_chunks(opened, Deal(n // 5, seed=SEED), lexicon, n_chunk_rounds)
    print_bytes(lexicon, n, n_surveyed)
    print(f"load of the machine before: {load_before}, after: {machine_load()}")


if __name__ == "__main__":
    main()
