"""Word lists and processors, which all rooms share: one simulation at a time, others wait in line.

A simulation runs in a thread of its own and its kernels without Python's lock, so hints go on being
answered. It ends when its client has gone: the next time that it tells how far it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final

import msgspec

from .._log import NAME as LOGGER_NAME
from .._work.executors import available_cpus
from ..advisor import Advice, Evaluation, advise
from ..advisor.advice import MIN_PLAYOUTS
from ..advisor.reasons import reasons
from ..errors import InvalidInputError, show
from ..game.state import SeenState
from ..game.table import AT_A_TABLE, Opponents
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..lexicon.word_list import SHIPPED
from .schema import AdviceSoFar, Done, Problem, RankedRow, Waiting, plan_json

DEFAULT_SECONDS: Final = 10.0
MAX_SECONDS: Final = 30.0
_TOLD_A_SECOND: Final = 5
_LOGGER: Final = logging.getLogger(LOGGER_NAME)
MAX_PLANS: Final = 12
"""Enough for several words, with their purchases and discards."""
_NICENESS: Final = 10
_WARM_TABLES: Final = (("JWLEANZ", "EES", "QVXZ"), ("JVVWWXZ", "CCQ", ""))
"""Hand, community and patents: words of all kinds, and cards to exchange, whose worth is sampled as
at the end of a computer's turn."""

NAMES: Final[dict[type, str]] = {
    AdviceSoFar: "advice",
    Waiting: "waiting",
    Problem: "problem",
    Done: "done",
}
"""By what is told, the name of the server-sent event."""


class Site:
    """The lexicons by name, that of the command line first.

    Raises:
        LexiconError: the word list of the command line cannot be used.
    """

    def __init__(self, lexicon: str = DEFAULT_LEXICON) -> None:
        self._lexicons: dict[str, Lexicon] = {}
        for one in map(Lexicon.load, dict.fromkeys([lexicon, *SHIPPED])):
            # A file may have the name of a shipped list; it is the one that was asked for.
            self._lexicons.setdefault(one.name, one)

    def warm_up(self) -> None:
        """Have everything loaded that hints and advice need, so that the first do not wait."""
        for hand, community, patents in _WARM_TABLES:
            view = SeenState.at_table(
                hand, community, patents=patents, opponents=[""], lexicon=self.lexicon(None)
            )
            # Against people, whose words are found then, too.
            advise(view, view.lexicon, playouts=MIN_PLAYOUTS, opponents=AT_A_TABLE)

    def lexicons(self) -> Sequence[Lexicon]:
        """The lexicons that can be asked for."""
        return list(self._lexicons.values())

    def lexicon(self, name: str | None) -> Lexicon:
        """The lexicon of this name, the first for None.

        Raises:
            InvalidInputError: there is no such lexicon here.
        """
        chosen = next(iter(self._lexicons)) if name is None else name
        if chosen not in self._lexicons:
            raise InvalidInputError(
                f"there is no word list {show(chosen)} here; choose one of"
                f" {', '.join(self._lexicons)}"
            )
        return self._lexicons[chosen]

    def lexicon_with(self, digest: str) -> Lexicon | None:
        """The lexicon with this digest, if it is here."""
        return next((one for one in self._lexicons.values() if one.digest == digest), None)


# The line ----------------------------------------------------------------------------------------


class _StoppedError(Exception):
    """Nobody listens any more."""


class Job:
    """A computation that waits for the processors, or has them.

    Attributes:
        ahead: how many it was told to wait for.
        inbox: what is to be sent; Done is the last.
        is_stopped: set when nobody listens any more.
    """

    def __init__(self) -> None:
        self.ahead = 0
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.is_stopped = threading.Event()
        self._loop = asyncio.get_running_loop()

    def check(self) -> None:
        """Ends the job if nobody listens any more; for the work to call now and then."""
        if self.is_stopped.is_set():
            raise _StoppedError

    def tell(self, event: msgspec.Struct) -> None:
        """Has something sent; for the work to call."""
        # A server that has stopped has no loop any more, and nobody to tell.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.inbox.put_nowait, event)


Work = Callable[[Job, Executor], object]
"""Computes in a thread of its own, with the workers of the line; it tells and checks by the job."""


class JobQueue:
    """The line of the jobs, the first of which runs: first in, first out.

    All methods belong to the event loop. The line is as long as there are connections: who listens
    has one, and the server has a limit for those.

    Attributes:
        line: the jobs that somebody listens to; one that was left while it runs ends in a moment.
    """

    def __init__(self) -> None:
        self.line: list[Job] = []
        self._is_closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="simulation")
        self._workers = ThreadPoolExecutor(available_cpus(), "playouts", _step_back)

    async def events(self, work: Work) -> AsyncGenerator[Any]:
        """All that a work tells, and until it runs how many are before it; the last is Done.

        Whoever goes away before that ends it.
        """
        if self._is_closed:
            yield Done("server stops")
            return
        job, told = Job(), None
        self.line.append(job)
        done = asyncio.get_running_loop().run_in_executor(self._thread, self._run, job, work)
        done.add_done_callback(lambda _: self._leave(job))
        self._tell_places()
        try:
            while not isinstance(told, Done):
                yield (told := await job.inbox.get())
        finally:
            self._leave(job)

    def close(self) -> None:
        """Ends all streams."""
        self._is_closed = True
        for job in self.line:
            job.is_stopped.set()
            job.inbox.put_nowait(Done("server stops"))
        self._thread.shutdown(wait=False)
        self._workers.shutdown(wait=False)

    def _run(self, job: Job, work: Work) -> None:
        """Works in this thread, until that is done or nobody listens."""
        try:
            job.check()
            work(job, self._workers)
            job.tell(Done("finished"))
        except Exception:
            if job.is_stopped.is_set():
                return  # Perhaps the workers were dismissed because the server stops.
            _LOGGER.exception("A simulation has failed.")
            job.tell(Problem("Mistake", 500, "The server has made a mistake; see its output."))
            job.tell(Done("problem"))

    def _leave(self, job: Job) -> None:
        job.is_stopped.set()
        if job in self.line:
            self.line.remove(job)
            self._tell_places()

    def _tell_places(self) -> None:
        """To those that have more or fewer before them than they were told."""
        for ahead, job in enumerate(self.line):
            if job.ahead != ahead:
                job.ahead = ahead
                job.inbox.put_nowait(Waiting(ahead))


def _step_back() -> None:
    """Has this thread leave the processors to those that answer hints, where a thread can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


# The simulation of a table ------------------------------------------------------------------------


def simulation(
    view: SeenState, lexicon: Lexicon, seconds: float, opponents: Opponents = AT_A_TABLE
) -> Work:
    """Return the work that simulates a table and sends what it has found a few times a second."""

    def work(job: Job, workers: Executor) -> None:
        last_told = -math.inf

        def progress(advice: Advice) -> None:
            nonlocal last_told
            job.check()
            if advice.seconds - last_told >= 1 / _TOLD_A_SECOND:
                last_told = advice.seconds
                job.tell(advice_json(advice, view, lexicon, final=False))

        advice = advise(
            view,
            lexicon,
            seconds=seconds,
            opponents=opponents,
            executor=workers,
            progress=progress,
        )
        job.tell(advice_json(advice, view, lexicon, final=True))

    return work


def advice_json(advice: Advice, view: SeenState, lexicon: Lexicon, *, final: bool) -> AdviceSoFar:
    """The best turns of advice, with their reasons."""
    evaluation = Evaluation.of(lexicon.digest)
    names = ["you", *(f"opponent {n}" for n in range(1, len(view.seats)))]
    turns = []
    for number, ranked in enumerate(advice.turns[:MAX_PLANS]):
        row = RankedRow(
            turn=plan_json(ranked.turn),
            win=_if_known(ranked.win),
            error=_if_known(ranked.win_loss_se if number else ranked.win_se),
            whole=ranked.whole,
            reasons=list(reasons(ranked.turn, view, evaluation, names)),
        )
        turns.append(row)
    return AdviceSoFar(
        turns=turns,
        playouts=advice.playouts,
        seconds=advice.seconds,
        settled=advice.settled,
        final=final,
        against=advice.opponents,
    )


def _if_known(number: float) -> float | None:
    """JSON has no NaN and no infinity."""
    return number if math.isfinite(number) else None
