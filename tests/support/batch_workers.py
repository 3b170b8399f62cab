"""Functions to run on the workers of _work/executors.py, and executors that record them."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver._work.executors import IsStopped, Stopped


def square(_lexicon: Lexicon, share: int, _is_stopped: IsStopped) -> int:
    return share * share


def nothing(_lexicon: Lexicon, share: int, _is_stopped: IsStopped) -> None:
    if share == 7:
        raise KeyboardInterrupt


def late_if_early(_lexicon: Lexicon, share: int, _is_stopped: IsStopped) -> int:
    """Finish the first of eight shares last."""
    time.sleep(0.02 * (7 - share % 8))
    return share


def words_and_worker(lexicon: Lexicon, share: int, _is_stopped: IsStopped) -> tuple[str, int]:
    """Return a word of the lexicon, and the worker that looked it up."""
    time.sleep(0.02)
    return lexicon.word(share % len(lexicon)), os.getpid()


def unlucky(_lexicon: Lexicon, share: int, _is_stopped: IsStopped) -> int:
    if share == 5:
        raise RuntimeError("share", 5)
    return share


def killed_at_nine(_lexicon: Lexicon, share: int, _is_stopped: IsStopped) -> int:
    if share == 9:
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGKILL)
    return share


def until_stopped(_lexicon: Lexicon, share: int, is_stopped: IsStopped) -> int:
    """Finish the first two shares; let the others wait a limited time for their cancellation."""
    for _ in range(20_000 if share >= 2 else 0):
        if is_stopped():
            raise Stopped
        time.sleep(0.001)
    return share


class Watched(Executor):
    """An executor that passes tasks on and records the size of each."""

    def __init__(self, inner: Executor, n_workers: int) -> None:
        self._inner = inner
        self._max_workers = n_workers
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sizes.append(len(pickle.dumps((fn, args, kwargs))))
        return self._inner.submit(fn, *args, **kwargs)


class Immediate(Executor):
    """An executor that runs a task at once, and does not tell its number of workers."""

    n_submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.n_submitted += 1
        assert self.n_submitted < 1_000, "it would go on for ever"
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future
