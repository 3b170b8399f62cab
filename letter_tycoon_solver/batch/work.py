"""Work in shares on any `concurrent.futures.Executor`: threads, processes, a cluster.

A share is sent with the digest of its lexicon, not with the lexicon. A worker that does not have it
and cannot load it from its own disk asks for it, and is sent it once.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from ..errors import InvalidInputError, LetterTycoonError, LexiconError
from ..lexicon import Lexicon

Share = TypeVar("Share")
Result = TypeVar("Result")

IsStopped = Callable[[], bool]
"""Whether the work was called off; a function may look between the steps of a share."""

Function = Callable[[Lexicon, Share, IsStopped], Result]

SHARES_PER_WORKER: Final = 4
"""So many are handed out before the first is done, so that no worker waits."""
SHARES_AHEAD: Final = 256
"""The same for an executor that does not tell how many workers it has."""
MAX_LEXICONS: Final = 4
"""So many lexicons a worker keeps."""


class ExecutorDiedError(LetterTycoonError):
    """The executor broke down before the work was done; its workers were killed, or it was shut.

    `done` is what was finished, as the function that raises it describes.
    """

    def __init__(self, message: str, done: object = None) -> None:
        super().__init__(message, done)
        self.message = message
        self.done = done

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class _Ticket:
    """How a share names its lexicon."""

    digest: str
    reference: bytes
    """The pickled lexicon if that is only a reference to its list, else nothing."""

    @classmethod
    def of(cls, lexicon: Lexicon) -> _Ticket:
        return cls(lexicon.digest, pickle.dumps(lexicon) if lexicon.source else b"")


@dataclass(frozen=True, slots=True)
class _Missing:
    """The answer of a worker that has no lexicon."""


def available_cpus() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done_in_order(
    function: Function[Share, Result],
    shares: Iterable[Share],
    lexicon: Lexicon,
    executor: Executor | None = None,
) -> Iterator[tuple[Share, Result]]:
    """Each share with what the function made of it, in the order of the shares.

    function   picklable, where the executor pickles
    executor   by default a pool of threads, one for each processor, for the time of the work

    If the executor dies or the work is interrupted, what is finished comes before the error; then
    shares may be missing in between. Work that has not begun is cancelled.

    Raises:
        InvalidInputError: not an Executor.
        ExecutorDiedError: the executor broke down.
        KeyboardInterrupt: Ctrl-C; threads stop at the next look at `IsStopped`.
    """
    if executor is None:
        with ThreadPoolExecutor(available_cpus()) as threads:
            yield from _Run(threads, function, lexicon).results(shares)
        return
    if not isinstance(executor, Executor):
        raise InvalidInputError(
            f"executor is {executor!r}; give a concurrent.futures.Executor, such as a"
            " ProcessPoolExecutor or a Dask client's get_executor()"
        )
    yield from _Run(executor, function, lexicon).results(shares)


class _Run(Generic[Share, Result]):
    """One run of a function over shares."""

    def __init__(
        self, executor: Executor, function: Function[Share, Result], lexicon: Lexicon
    ) -> None:
        self._executor = executor
        self._function = function
        self._lexicon = lexicon
        self._ticket = _Ticket.of(lexicon)
        self._stopped = threading.Event()
        # What pickles cannot share an event; such workers finish what they have begun.
        shares_memory = isinstance(executor, ThreadPoolExecutor)
        self._is_stopped = self._stopped.is_set if shares_memory else _never
        self._waiting: deque[tuple[Share, Future[Result | _Missing]]] = deque()
        _keep(lexicon)

    def results(self, shares: Iterable[Share]) -> Iterator[tuple[Share, Result]]:
        n_ahead = SHARES_PER_WORKER * getattr(self._executor, "_max_workers", 0) or SHARES_AHEAD
        try:
            for share in shares:
                self._waiting.append((share, self._submit(share)))
                if len(self._waiting) >= n_ahead:
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
        try:
            return self._executor.submit(
                _do, self._function, share, self._ticket, content, self._is_stopped
            )
        except RuntimeError as error:  # Of a broken pool, and of one that was shut down.
            raise _died(error) from error

    def _next(self) -> tuple[Share, Result]:
        share, future = self._waiting[0]
        try:
            result = future.result()
            if isinstance(result, _Missing):
                result = self._submit(share, self._lexicon.to_bytes()).result()
        except BaseException as error:
            if _is_of_executor(error):
                raise _died(error) from error
            raise
        if isinstance(result, _Missing):
            raise LexiconError(f"a worker could not keep {self._lexicon!r}, which it was sent")
        self._waiting.popleft()
        return share, result

    def _call_off(self) -> None:
        self._stopped.set()
        for _, future in self._waiting:
            future.cancel()

    def _finished(self) -> Iterator[tuple[Share, Result]]:
        """What is done of what is waited for."""
        for share, future in self._waiting:
            if future.done() and not future.cancelled():
                with contextlib.suppress(Exception):
                    result = future.result()
                    if not isinstance(result, _Missing):
                        yield share, result


class Stopped(Exception):  # noqa: N818 - no error: the work was called off
    """Raised by a function that has seen that it was stopped."""


def _never() -> bool:
    return False


def _is_of_executor(error: BaseException) -> bool:
    """Whether an error is not that of the function but that of the executor.

    Those of Dask are known by name: it is not imported here.
    """
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    names = {kind.__name__ for kind in type(error).__mro__}
    return bool(names & {"KilledWorker", "CommClosedError", "FutureCancelledError"})


def _died(error: BaseException) -> ExecutorDiedError:
    return ExecutorDiedError(
        f"the executor broke down ({type(error).__name__}: {error}); what was finished is kept:"
        " start the rest again with a new executor"
    )


# On a worker -----------------------------------------------------------------------------------

_lexicons: Final[OrderedDict[str, Lexicon]] = OrderedDict()
"""The lexicons of this process by digest, the last used last."""
_lexicons_lock: Final = threading.Lock()


def _do(
    function: Function[Share, Result],
    share: Share,
    ticket: _Ticket,
    content: bytes,
    is_stopped: IsStopped,
) -> Result | _Missing:
    lexicon = _find(ticket, content)
    return _Missing() if lexicon is None else function(lexicon, share, is_stopped)


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
