"""Work in shares on any `concurrent.futures.Executor`: threads, processes, a cluster.

A share carries the digest of its lexicon, not the lexicon. A worker that cannot find the lexicon in
memory or on its own disk gives the share back, and gets it again with the lexicon.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import pickle
import queue
import signal
import socket
import threading
import traceback
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from ..errors import InvalidInputError, LetterTycoonError, LexiconError, show
from ..lexicon import Lexicon

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_PARENT_DIED: Final = 1
"""The exit status of a worker whose parent has died."""
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

    A pool's worker would wait for ever, because other workers hold the pipe open too.
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


Share = TypeVar("Share")
Result = TypeVar("Result")

IsStopped = Callable[[], bool]
"""Returns True if the work was cancelled; a function may ask between the steps of a share."""

Function = Callable[[Lexicon, Share, IsStopped], Result]

SHARES_PER_WORKER: Final = 4
"""Shares handed out before the first is done, so that no worker waits."""
SHARES_AHEAD: Final = 256
"""The same for an executor that does not tell its number of workers."""
_SHARES_PER_LOOK: Final = 64
"""After this many shares a cluster is asked again for its number of workers, as it may grow."""
_SECONDS_PER_LOOK: Final = 0.2
"""The longest wait, because on Windows Ctrl-C does not reach a thread that waits without limit."""
MAX_LEXICONS: Final = 4
"""The number of lexicons that a worker keeps."""


class ExecutorDiedError(LetterTycoonError):
    """The executor broke down before the work was done; its workers were killed, or it was shut.

    `done` holds the finished part, in the form described by the function that raises the error.
    """

    def __init__(self, message: str, done: object = None) -> None:
        super().__init__(message, done)
        self.done = done


@dataclass(frozen=True, slots=True)
class _Ticket:
    """The name of a share's lexicon."""

    digest: str
    reference: bytes
    """The pickled lexicon if it is only a reference to its list, else nothing."""

    @classmethod
    def of(cls, lexicon: Lexicon) -> _Ticket:
        return cls(lexicon.digest, pickle.dumps(lexicon) if lexicon.source else b"")


@dataclass(frozen=True, slots=True)
class _Task(Generic[Share, Result]):
    """The message to a worker."""

    function: Function[Share, Result]
    share: Share
    is_stopped: IsStopped
    ticket: _Ticket
    content: bytes
    """The lexicon, or nothing."""
    submitter: int
    """The process that hands out the task."""

    def __dask_tokenize__(self) -> str:
        """Give each task its own token: Dask runs equal tasks once, even if they were cancelled."""
        return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class _Missing:
    """The answer of a worker that lacks the lexicon."""

    worker: str


@dataclass(slots=True)
class _Asked(Generic[Share, Result]):
    """A share that is under way."""

    share: Share
    number: int
    """The number of tasks submitted before, including those given back."""
    future: Future[Result | _Missing]


def available_cpus() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def shares_memory(executor: Executor | None) -> bool:
    """Return True if workers are threads of this process, as they are by default."""
    return executor is None or isinstance(executor, ThreadPoolExecutor)


def done_in_order(
    function: Function[Share, Result],
    shares: Iterable[Share],
    lexicon: Lexicon,
    executor: Executor | None = None,
) -> Generator[tuple[Share, Result]]:
    """Yield each share with the function's result, in the order of the shares.

    If the executor dies or the work is interrupted, the finished results come before the error, and
    shares may be missing between them. Work that has not begun is then cancelled, and also when the
    iterator is closed.

    The function is picklable if the executor pickles; its errors pass through. The shares are taken
    as they are handed out. The lexicon is sent only to workers that lack it. By default a pool of
    threads ends with the work.

    Raises:
        InvalidInputError: not an Executor; raised at the call, all other errors while iterating.
        ExecutorDiedError: the executor broke down.
        KeyboardInterrupt: Ctrl-C; threads stop when they next call `IsStopped`.
    """
    if executor is None:
        return _on_own_threads(function, shares, lexicon)
    if not isinstance(executor, Executor):
        raise InvalidInputError(
            f"executor is {show(executor)}; give a concurrent.futures.Executor, such as a"
            " ProcessPoolExecutor or a Dask client's get_executor()"
        )
    return _Run(executor, function, lexicon).results(shares)


def _on_own_threads(
    function: Function[Share, Result], shares: Iterable[Share], lexicon: Lexicon
) -> Generator[tuple[Share, Result]]:
    with own_threads(None) as threads:
        yield from _Run(threads, function, lexicon).results(shares)


@contextlib.contextmanager
def own_threads(executor: Executor | None) -> Iterator[Executor]:
    """Give the executor; without one, threads that end with the block."""
    if executor is not None:
        yield executor
        return
    with ThreadPoolExecutor(available_cpus()) as threads:
        yield threads


class _Run(Generic[Share, Result]):
    """One run of a function over shares."""

    def __init__(
        self, executor: Executor, function: Function[Share, Result], lexicon: Lexicon
    ) -> None:
        self._executor = executor
        self._function = function
        self._lexicon = lexicon
        self._ticket = _Ticket.of(lexicon)
        self._content = b""
        self._stopped = threading.Event()
        # An event cannot be pickled, so workers in other processes finish what they have begun.
        self._is_stopped = self._stopped.is_set if shares_memory(executor) else never_stopped
        self._waiting: deque[_Asked[Share, Result]] = deque()
        self._answered: queue.SimpleQueue[Future[Result | _Missing]] = queue.SimpleQueue()
        self._n_submitted = 0
        self._sent_for: dict[str, int] = {}
        """By worker that had no lexicon, the submission that last carried it."""
        _keep(lexicon)

    def results(self, shares: Iterable[Share]) -> Generator[tuple[Share, Result]]:
        n_ahead = 0
        try:
            for at, share in enumerate(shares):
                if at % _SHARES_PER_LOOK == 0:
                    n_ahead = shares_ahead(self._executor)
                while not self._answered.empty():
                    self._take_answer()
                self._waiting.append(_Asked(share, self._n_submitted, self._submit(share)))
                while len(self._waiting) >= n_ahead:
                    yield self._next()
            while self._waiting:
                yield self._next()
        except (ExecutorDiedError, KeyboardInterrupt):
            self._call_off()
            yield from self._finished()
            raise
        finally:
            self._call_off()

    def _submit(self, share: Share, content: bytes = b"") -> Future[Result | _Missing]:
        task = _Task(self._function, share, self._is_stopped, self._ticket, content, os.getpid())
        self._n_submitted += 1
        try:
            future = self._executor.submit(_do, task)
        except Exception as error:
            # Broken pools, and pools that were shut down, raise RuntimeError.
            if isinstance(error, RuntimeError) or _is_of_executor(error):
                raise _died(error) from error
            raise
        future.add_done_callback(self._answered.put)
        return future

    def _next(self) -> tuple[Share, Result]:
        first = self._waiting[0]
        self._wait_for(first)
        if _was_lost_by_dask(first.future):
            first.future = self._submit(first.share)
            self._wait_for(first)
        try:
            result = first.future.result()
        except BaseException as error:
            if _is_of_executor(error):
                raise _died(error) from error
            raise
        assert not isinstance(result, _Missing)
        self._waiting.popleft()
        return first.share, result

    def _wait_for(self, asked: _Asked[Share, Result]) -> None:
        while not asked.future.done() or _is_missing(asked.future):
            self._take_answer()

    def _take_answer(self) -> None:
        """Wait a limited time for an answer; hand out again the shares that were given back.

        Nobody can choose the worker for a task. So the lexicon is sent once, with one share, for
        each worker that lacks it.
        """
        try:
            future = self._answered.get(timeout=_SECONDS_PER_LOOK)
        except queue.Empty:
            return
        if not _has_result(future) or not isinstance(answer := future.result(), _Missing):
            return
        asked = next(asked for asked in self._waiting if asked.future is future)
        # A share handed out before the lexicon was sent says nothing new.
        is_known = self._sent_for.get(answer.worker, -1) >= asked.number
        if not is_known:
            self._sent_for[answer.worker] = self._n_submitted
            self._content = self._content or self._lexicon.to_bytes()
        asked.number = self._n_submitted
        asked.future = self._submit(asked.share, b"" if is_known else self._content)

    def _call_off(self) -> None:
        self._stopped.set()
        for asked in self._waiting:
            asked.future.cancel()

    def _finished(self) -> Iterator[tuple[Share, Result]]:
        """Yield the finished results among those awaited."""
        for asked in self._waiting:
            if _has_result(asked.future):
                result = asked.future.result()
                if not isinstance(result, _Missing):
                    yield asked.share, result


class Stopped(Exception):  # noqa: N818 - not an error: the work was cancelled
    """Raised by a function that noticed its cancellation."""


def never_stopped() -> bool:
    """Tell work that nobody cancels that it goes on."""
    return False


def shares_ahead(executor: Executor | None) -> int:
    """Return the number of shares to hand out before the first is done."""
    if executor is None:
        return SHARES_PER_WORKER * available_cpus()
    # The first attribute is that of the standard library's pools, the second that of mpi4py.
    n_workers = getattr(executor, "_max_workers", 0) or getattr(executor, "num_workers", 0)
    client = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "nthreads"):  # This is Dask.
        # If Dask does not answer, the next share will fail with the reason.
        with contextlib.suppress(Exception):
            n_workers = sum(client.nthreads().values())
    return SHARES_PER_WORKER * n_workers or SHARES_AHEAD


def _has_result(future: Future[Result]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _is_missing(future: Future[Result | _Missing]) -> bool:
    return _has_result(future) and isinstance(future.result(), _Missing)


def _is_of_executor(error: BaseException) -> bool:
    """Return True for an error of the executor; Dask is not imported, so its module tells it."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    return any(kind.__module__.partition(".")[0] == "distributed" for kind in type(error).__mro__)


def _was_lost_by_dask(future: Future[Result]) -> bool:
    """Return True if a worker died just after it had sent its result.

    Then Dask's `_cascade_future` (distributed/cfexecutor.py) takes the result for an error.
    """
    error = None if future.cancelled() else future.exception()
    if not isinstance(error, TypeError | ValueError | AttributeError):
        return False
    frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    return frames[-1:] == ["_cascade_future"]


def _died(error: BaseException) -> ExecutorDiedError:
    reason = f"{type(error).__name__}: {error}".removesuffix(": ")
    return ExecutorDiedError(
        f"the executor broke down ({reason}); what was finished is kept:"
        " start the rest again with a new executor"
    )


# On a worker -----------------------------------------------------------------------------------

_lexicons: Final[OrderedDict[str, Lexicon]] = OrderedDict()
"""The lexicons of this process by digest, the most recently used last."""
_lexicons_lock: Final = threading.Lock()


def _do(task: _Task[Share, Result]) -> Result | _Missing:
    _end_with(task.submitter)
    lexicon = _find(task.ticket, task.content)
    if lexicon is None:
        return _Missing(f"{socket.gethostname()} {os.getpid()}")
    return task.function(lexicon, task.share, task.is_stopped)


def _end_with(submitter: int) -> None:
    """Let a worker of a process pool end when the process that owns the pool is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid == submitter:
        end_with_parent()


def _find(ticket: _Ticket, content: bytes) -> Lexicon | None:
    with _lexicons_lock:
        lexicon = _lexicons.get(ticket.digest)
    if lexicon is None and content:
        lexicon = Lexicon.from_bytes(content)
    if lexicon is None and ticket.reference:
        with contextlib.suppress(LexiconError):
            lexicon = pickle.loads(ticket.reference)
    if lexicon is None or lexicon.digest != ticket.digest:
        return None
    _keep(lexicon)
    return lexicon


def _keep(lexicon: Lexicon) -> None:
    with _lexicons_lock:
        _lexicons[lexicon.digest] = lexicon
        _lexicons.move_to_end(lexicon.digest)
        while len(_lexicons) > MAX_LEXICONS:
            _lexicons.popitem(last=False)
