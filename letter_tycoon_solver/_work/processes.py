"""Worker processes that end with this process, however it ends."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_PARENT_DIED: Final = 1
"""The exit status of a worker whose parent has died; nobody reads it."""
_SECONDS_TO_FORGET: Final = 0.1
"""Python 3.11 prints a traceback if workers die before their pool has forgotten cancelled work."""


@contextlib.contextmanager
def worker_processes(n: int) -> Iterator[ProcessPoolExecutor]:
    """Start n processes that ignore Ctrl-C, and end them at once after an error."""
    others = set(multiprocessing.active_children())
    # A process with threads cannot be forked safely.
    spawn = multiprocessing.get_context("spawn")
    have_started = spawn.Event()
    pool = ProcessPoolExecutor(n, spawn, initializer=_begin, initargs=(have_started,))
    try:
        with _without_interrupts():
            # The pool starts a process for each task for which none is free.
            for _ in range(n):
                pool.submit(os.getpid)
        have_started.set()
        yield pool
    except BaseException:
        # Their unfinished work is useless, and may take long.
        started = set(multiprocessing.active_children()) - others
        threading.Timer(_SECONDS_TO_FORGET, _terminate, [started]).start()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _terminate(processes: set[BaseProcess]) -> None:
    for process in processes:
        process.terminate()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes in this block that never hear Ctrl-C, which is for their parent."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(have_started: Event) -> None:
    # Windows lets no process inherit what its parent ignores.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    have_started.wait()


def end_with_parent() -> None:
    """End this process as soon as the process that started it with `multiprocessing` is gone.

    A pool's worker would wait for ever for the next task, because other workers hold the pipe open
    too. Does nothing in a process that was started in another way.
    """
    _watch_parent(os.getpid())


@functools.cache
def _watch_parent(_of: int) -> None:
    """Start the thread once in each process: a fork inherits the cache, but not the thread."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    # sys.exit would end only this thread.
    os._exit(_PARENT_DIED)
