"""A batch on a Dask cluster of two worker processes, one of which is killed."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import string
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest
from support.batch_workers import square, unlucky
from support.selection import Later, slow_with

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver._work import executors
from letter_tycoon_solver._work.executors import SHARES_PER_WORKER, done_in_order
from letter_tycoon_solver.batch import BatchPlays, Deal, ExecutorDiedError, solve_batch

distributed = Later("distributed")

# The tests kill what they have started: sockets and tasks of those end as they may.
pytestmark = [
    *slow_with("distributed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed"),
]

N_WORKERS = 2
CHUNK = 300
DEAL = Deal(40 * CHUNK, seed=21, patents="BJKX", n_players=3)


def made_up_lexicon(seed: int) -> Lexicon:
    """Words that no worker has on its disk, and some that can be played."""
    rng = random.Random(seed)
    made_up = ("".join(rng.choices(string.ascii_uppercase, k=5)) for _ in range(2_000))
    common = ("".join(rng.choices("AEINRST", k=4)) for _ in range(300))
    return Lexicon.from_words([*made_up, *common])


LEXICON = made_up_lexicon(0)


def new_cluster() -> Any:
    return distributed.LocalCluster(
        n_workers=N_WORKERS,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    )


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with new_cluster() as cluster, distributed.Client(cluster, set_as_default=False) as client:
        yield client


@pytest.fixture(scope="module")
def executor(client: Any) -> Executor:
    executor: Executor = client.get_executor()
    return executor


@pytest.fixture(scope="module")
def solved() -> BatchPlays:
    """By threads."""
    return solve_batch(DEAL, LEXICON, limit=2, count=True)


def test_a_cluster_gives_what_threads_give(executor: Executor, solved: BatchPlays) -> None:
    for positions in (DEAL, DEAL.positions()):
        options: dict[str, Any] = {"limit": 2, "count": True, "chunk_size": CHUNK}
        other = solve_batch(positions, LEXICON, executor=executor, **options)
        assert other == solved
        assert other.columns.tobytes() == solved.columns.tobytes()
    assert sum(map(len, solved)) > len(DEAL)


def test_the_shares_in_flight_are_as_many_as_the_cluster_can_use(
    executor: Executor, client: Any
) -> None:
    assert sum(client.nthreads().values()) == N_WORKERS
    assert executors.shares_ahead(executor) == N_WORKERS * SHARES_PER_WORKER


def test_equal_shares_are_separate_tasks(executor: Executor) -> None:
    """To Dask, equal calls of a pure function are one; to cancel one would cancel the other."""
    first = done_in_order(square, [3] * 20, LEXICON, executor)
    second = done_in_order(square, [3] * 20, LEXICON, executor)
    assert next(first) == next(second) == (3, 9)
    first.close()
    assert list(second) == [(3, 9)] * 19


def test_what_a_function_raises_passes_through(executor: Executor) -> None:
    done = done_in_order(unlucky, range(20), LEXICON, executor)
    with pytest.raises(RuntimeError, match=r"^\('share', 5\)$") as caught:
        list(done)
    assert type(caught.value) is RuntimeError
    # The cluster is as before.
    assert list(done_in_order(square, [4], LEXICON, executor)) == [(4, 16)]


def test_a_killed_worker_loses_nothing(client: Any, executor: Executor, solved: BatchPlays) -> None:
    """A nanny starts another, which has no lexicon yet."""
    before = set(client.run(os.getpid).values())

    def progress(n: int) -> None:
        if n == 4 * CHUNK:
            os.kill(min(before), signal.SIGKILL)

    other = solve_batch(
        DEAL, LEXICON, limit=2, count=True, executor=executor, chunk_size=CHUNK, progress=progress
    )
    assert other == solved
    client.wait_for_workers(N_WORKERS, timeout=60)
    after = set(client.run(os.getpid).values())
    assert min(before) not in after
    again = solve_batch(DEAL, LEXICON, limit=2, count=True, executor=executor, chunk_size=CHUNK)
    assert again == solved


class Overtaken:
    """A future of Dask whose worker dies between its result and the question for its status."""

    status = "pending"

    async def _result(self, *, raiseit: bool) -> int:  # noqa: ARG002 (as Dask calls it)
        return 9


async def cascade(future: Future[Any]) -> None:
    await distributed.cfexecutor._cascade_future(Overtaken(), future)


class OvertakenOnce(Executor):
    """Dask's own executor, but for the first task, which it hears of as of one that is lost."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner
        self.n_submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.n_submitted += 1
        if self.n_submitted > 1:
            return self._inner.submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        # In a thread, as Playwright leaves a loop running in that of the tests.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, cascade(future)).result()
        return future


def test_a_worker_that_dies_just_after_its_result(executor: Executor) -> None:
    """Dask's executor then gives a TypeError of its own; the share is done again."""
    once = OvertakenOnce(executor)
    assert list(done_in_order(square, [3, 4], LEXICON, once)) == [(3, 9), (4, 16)]
    assert once.n_submitted == 3


def test_a_client_that_is_closed() -> None:
    with distributed.Client(
        processes=False, dashboard_address=":0", set_as_default=False
    ) as client:
        executor = client.get_executor()
    with pytest.raises(ExecutorDiedError, match="the executor broke down"):
        solve_batch(DEAL, LEXICON, executor=executor)
