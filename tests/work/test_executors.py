"""Shares on threads and processes: their order, their lexicon, and what is kept when work ends."""

from __future__ import annotations

import _thread
import itertools
import multiprocessing
import os
import random
import signal
import string
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from support.batch_workers import (
    Immediate,
    Watched,
    killed_at_nine,
    late_if_early,
    nothing,
    square,
    unlucky,
    until_stopped,
    words_and_worker,
)

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver._work import executors
from letter_tycoon_solver._work.executors import (
    SHARES_AHEAD,
    SHARES_PER_WORKER,
    done_in_order,
)
from letter_tycoon_solver.batch import (
    BatchPlays,
    Deal,
    ExecutorDiedError,
    Interrupted,
    iter_solve_batch,
    solve_batch,
)

N_WORKERS = 2
SMALL = Lexicon.from_words(["CAT", "CATS", "JEWEL", "JEWELS", "EERIE", "SEES", "TEA", "EAT"])
CHUNK = 200
DEAL = Deal(20 * CHUNK, seed=6, patents="BK")


def new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(N_WORKERS, mp_context=multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers have all begun to work."""
    with new_pool() as pool:
        ask_every_worker(list(SMALL), SMALL, pool)
        yield pool


def ask_every_worker(words: list[str], lexicon: Lexicon, pool: Executor) -> None:
    """Has words looked up until every worker has done so."""
    workers: set[int] = set()
    while len(workers) < N_WORKERS:
        done = list(done_in_order(words_and_worker, range(len(words)), lexicon, pool))
        assert [word for _, (word, _) in done] == words
        workers |= {worker for _, (_, worker) in done}


@pytest.fixture(scope="module")
def solved() -> BatchPlays:
    return solve_batch(DEAL, SMALL, limit=2)


def made_up_lexicon(seed: int, n: int = 2_000) -> Lexicon:
    """Words that no worker has on its disk."""
    rng = random.Random(seed)
    return Lexicon.from_words("".join(rng.choices(string.ascii_uppercase, k=6)) for _ in range(n))


def check_part(done: object, whole: BatchPlays, at_least: int) -> None:
    """The rows that are kept are right and in order, and begin without a gap."""
    assert isinstance(done, BatchPlays)
    rows = done.positions.rows
    assert (np.diff(rows) > 0).all()
    assert rows[:at_least].tolist() == list(range(at_least))
    assert np.array_equal(done.columns, whole.columns[rows])
    assert list(done.positions) == [whole.positions[int(row)] for row in rows]


# Order and results -------------------------------------------------------------------------------


@pytest.mark.slow
def test_results_come_in_the_order_of_the_shares(processes: ProcessPoolExecutor) -> None:
    with ThreadPoolExecutor(8) as threads:
        for executor in (None, threads, processes, Immediate()):
            done = done_in_order(late_if_early, range(20), SMALL, executor)
            assert list(done) == [(share, share) for share in range(20)]


def test_processes_give_what_threads_give(
    processes: ProcessPoolExecutor, solved: BatchPlays
) -> None:
    for positions in (DEAL, DEAL.positions(), list(DEAL.positions())):
        for size in (CHUNK, 3 * CHUNK - 1):
            other = solve_batch(positions, SMALL, limit=2, executor=processes, chunk_size=size)
            assert other == solved
            assert other.columns.tobytes() == solved.columns.tobytes()


def test_an_executor_that_is_none() -> None:
    for wrong in ("threads", 4, ThreadPoolExecutor):
        with pytest.raises(InvalidInputError, match=r"give a concurrent\.futures\.Executor"):
            done_in_order(square, [1], SMALL, wrong)  # type: ignore[arg-type]


# The lexicon -------------------------------------------------------------------------------------


def test_a_task_is_small_where_the_lexicon_is_on_disk(processes: ProcessPoolExecutor) -> None:
    lexicon = Lexicon.load()
    watched = Watched(processes, N_WORKERS)
    solve_batch(DEAL, lexicon, executor=watched, chunk_size=CHUNK)
    assert len(watched.sizes) == 20
    assert max(watched.sizes) < 4_000


def test_a_lexicon_from_words_is_sent_once_to_each_worker(processes: ProcessPoolExecutor) -> None:
    """Nobody chooses who takes a task, so a few more are sent; of 100 shares nearly all go bare."""
    lexicon = made_up_lexicon(1)
    size = len(lexicon.to_bytes())
    watched = Watched(processes, N_WORKERS)
    ask_every_worker(list(lexicon)[:100], lexicon, watched)
    sent = [n_bytes for n_bytes in watched.sizes if n_bytes > size]
    assert 1 <= len(sent) <= 3 * N_WORKERS
    assert max(set(watched.sizes) - set(sent)) < 4_000
    watched.sizes.clear()
    ask_every_worker(list(lexicon)[:100], lexicon, watched)
    assert max(watched.sizes) < 4_000


def test_workers_keep_few_lexicons(processes: ProcessPoolExecutor) -> None:
    """One that was forgotten is sent again."""
    lexicons = [made_up_lexicon(seed, n=50) for seed in range(executors.MAX_LEXICONS + 2)]
    for lexicon in (*lexicons, lexicons[0]):
        done = done_in_order(words_and_worker, range(4), lexicon, processes)
        assert [word for _, (word, _) in done] == list(lexicon)[:4]
    assert len(executors._lexicons) <= executors.MAX_LEXICONS


def test_a_list_that_is_gone_is_sent(processes: ProcessPoolExecutor, tmp_path: Path) -> None:
    path = tmp_path / "gone.txt"
    path.write_text("zaps\nzips\nzigzag\n")
    lexicon = Lexicon.load(path)
    compiled = Lexicon.cache_path(path)
    path.unlink()
    compiled.unlink()
    done = done_in_order(words_and_worker, range(3), lexicon, processes)
    assert [word for _, (word, _) in done] == ["ZAPS", "ZIGZAG", "ZIPS"]


def test_a_share_is_sent_again_until_a_worker_has_the_lexicon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker that loses its lexicon before each share is sent it with each."""
    monkeypatch.setattr(executors, "_keep", lambda _lexicon: None)
    monkeypatch.setattr(executors, "_lexicons", {})
    executor = Immediate()
    done = done_in_order(words_and_worker, range(3), SMALL, executor)
    assert [word for _, (word, _) in done] == ["CAT", "CATS", "EAT"]
    assert 6 <= executor.n_submitted <= 9


# When an executor dies ---------------------------------------------------------------------------


def test_a_worker_that_is_killed_in_a_share() -> None:
    with new_pool() as pool:
        done = done_in_order(killed_at_nine, range(40), SMALL, pool)
        kept: list[tuple[int, int]] = []
        with pytest.raises(ExecutorDiedError, match="BrokenProcessPool"):
            kept.extend(done)
    assert [share for share, _ in kept][:9] == list(range(9))
    assert all(share == result for share, result in kept)
    assert (9, 9) not in kept


def test_finished_rows_are_kept_when_a_worker_is_killed(solved: BatchPlays) -> None:
    with new_pool() as pool:

        def progress(n: int) -> None:
            if n == 3 * CHUNK:
                # At rest: for a result that was cut off in the middle, a pool waits for ever.
                while pool._pending_work_items:
                    time.sleep(0.01)
                os.kill(next(iter(pool._processes)), signal.SIGKILL)
                while not pool._broken:
                    time.sleep(0.01)

        with pytest.raises(ExecutorDiedError) as caught:
            solve_batch(DEAL, SMALL, limit=2, executor=pool, chunk_size=CHUNK, progress=progress)
    check_part(caught.value.done, solved, at_least=3 * CHUNK)
    assert len(caught.value.done) < len(DEAL)  # type: ignore[arg-type]
    assert "what was finished is kept" in str(caught.value)


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_that_was_shut_down(kind: type[Executor]) -> None:
    pool = kind()
    pool.shutdown()
    with pytest.raises(ExecutorDiedError, match="cannot schedule new futures") as caught:
        solve_batch(DEAL, SMALL, executor=pool)
    assert len(caught.value.done) == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("cancel", [True, False])
def test_an_executor_that_is_shut_down_at_work(cancel: bool, solved: BatchPlays) -> None:
    pool = ThreadPoolExecutor(N_WORKERS)

    def progress(n: int) -> None:
        if n == 2 * CHUNK:
            pool.shutdown(wait=False, cancel_futures=cancel)

    with pytest.raises(ExecutorDiedError) as caught:
        solve_batch(DEAL, SMALL, limit=2, executor=pool, chunk_size=CHUNK, progress=progress)
    check_part(caught.value.done, solved, at_least=2 * CHUNK)


def test_what_a_function_raises_passes_through(processes: ProcessPoolExecutor) -> None:
    for executor in (None, processes, Immediate()):
        done = done_in_order(unlucky, range(20), SMALL, executor)
        assert [next(done) for _ in range(5)] == [(share, share) for share in range(5)]
        with pytest.raises(RuntimeError) as caught:
            next(done)
        assert type(caught.value) is RuntimeError
        assert caught.value.args == ("share", 5)


# Ctrl-C ------------------------------------------------------------------------------------------


def test_ctrl_c_stops_threads_in_their_shares() -> None:
    begun, stopped = [], []

    def note(lexicon: Lexicon, share: int, is_stopped: executors.IsStopped) -> int:
        begun.append(share)
        try:
            return until_stopped(lexicon, share, is_stopped)
        except executors.Stopped:
            stopped.append(share)
            raise

    def interrupt() -> None:
        while len(begun) < 2 + executors.available_cpus():
            time.sleep(0.001)
        time.sleep(0.2)
        _thread.interrupt_main()

    before = set(threading.enumerate())
    done = done_in_order(note, range(100), SMALL)
    assert [next(done), next(done)] == [(0, 0), (1, 1)]
    interrupter = threading.Thread(target=interrupt)
    interrupter.start()
    with pytest.raises(KeyboardInterrupt):
        next(done)
    interrupter.join()
    assert sorted(stopped) == sorted(begun)[2:]
    assert len(stopped) == executors.available_cpus()
    assert before.issuperset(threading.enumerate())


def test_what_was_done_beyond_the_interrupted_share_is_kept() -> None:
    """A worker process may be interrupted itself; results may be None."""
    kept: list[tuple[int, None]] = []
    done = done_in_order(nothing, range(10), SMALL, Immediate())
    with pytest.raises(KeyboardInterrupt):
        kept.extend(done)
    assert kept == [(share, None) for share in range(10) if share != 7]


def test_an_interrupted_batch_has_what_was_done(solved: BatchPlays) -> None:
    def progress(n: int) -> None:
        if n >= 4 * CHUNK:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=f"interrupted after {4 * CHUNK}") as caught:
        solve_batch(DEAL, SMALL, limit=2, chunk_size=CHUNK, progress=progress)
    assert caught.value.done == solved[: 4 * CHUNK]
    assert isinstance(caught.value, KeyboardInterrupt)


def test_a_batch_interrupted_before_it_began() -> None:
    def interrupted() -> Iterator[Any]:
        raise KeyboardInterrupt
        yield

    with pytest.raises(Interrupted) as caught:
        solve_batch(interrupted(), SMALL, limit=3, count=True)
    assert caught.value.done.columns.shape == (0, 3)
    assert caught.value.done.n_legal is not None


# When nobody wants more --------------------------------------------------------------------------


def test_breaking_out_leaves_no_threads() -> None:
    before = set(threading.enumerate())
    for chunk in iter_solve_batch(Deal(10**9, seed=1), SMALL, chunk_size=CHUNK):
        assert len(chunk) == CHUNK
        assert not before.issuperset(threading.enumerate())
        break
    assert before.issuperset(threading.enumerate())


def test_breaking_out_calls_off_what_has_not_begun() -> None:
    begun = []

    def note(_lexicon: Lexicon, share: int, is_stopped: executors.IsStopped) -> int:
        begun.append(share)
        return until_stopped(_lexicon, share, is_stopped)

    with ThreadPoolExecutor(N_WORKERS) as pool:
        done = done_in_order(note, range(1000), SMALL, pool)
        assert next(done) == (0, 0)
        while len(begun) < 2 + N_WORKERS:
            time.sleep(0.001)
        done.close()
        # The pool itself is the caller's, and goes on.
        assert list(done_in_order(square, [3], SMALL, pool)) == [(3, 9)]
    assert sorted(begun) == list(range(2 + N_WORKERS))


@pytest.mark.parametrize("last", ["", "del chunks"], ids=["kept", "dropped"])
def test_a_program_that_breaks_out_ends(last: str) -> None:
    code = f"""
        from letter_tycoon_solver import Lexicon
        from letter_tycoon_solver.batch import Deal, iter_solve_batch

        lexicon = Lexicon.from_words({list(SMALL)!r})
        deal = Deal(10**9, seed=3, patents="BJKQXZ", n_players=3)
        chunks = iter_solve_batch(deal, lexicon, limit=2, chunk_size=2_000)
        next(chunks)
        {last}
        print("end")
    """
    done = subprocess.run(
        # As in conftest.pytest_configure.
        [sys.executable, "-W", "ignore:overflow encountered:RuntimeWarning", "-c", dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert (done.stdout, done.stderr, done.returncode) == ("end\n", "", 0)


@pytest.mark.parametrize("n_workers", [1, 3])
def test_a_slow_consumer_bounds_the_shares_in_flight(n_workers: int) -> None:
    drawn = itertools.count()
    with ThreadPoolExecutor(n_workers) as pool:
        done = done_in_order(square, drawn, SMALL, pool)
        for n_consumed in range(1, 30):
            next(done)
            ahead = int(repr(drawn)[6:-1]) - n_consumed
            assert 0 <= ahead <= n_workers * SHARES_PER_WORKER
        done.close()


def test_an_executor_that_does_not_tell_its_size_has_a_bound_too() -> None:
    executor = Immediate()
    done = done_in_order(square, itertools.count(), SMALL, executor)
    next(done)
    assert executor.n_submitted == SHARES_AHEAD
    executor.num_workers = 5  # type: ignore[attr-defined]
    done = done_in_order(square, itertools.count(), SMALL, executor)
    next(done)
    assert executor.n_submitted == SHARES_AHEAD + 5 * SHARES_PER_WORKER
