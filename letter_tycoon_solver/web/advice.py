"""Advice by simulation, streamed: one simulation at a time has the processors, others wait in line.

A simulation runs in a thread of its own and its kernels without Python's lock, so hints go on being
answered. It ends when its client has gone: the next time that it tells how far it is.
"""

from __future__ import annotations

import abc
import asyncio
import contextlib
import logging
import math
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from .._log import NAME as LOGGER_NAME
from .._work.executors import available_cpus
from ..advisor import Advice, Evaluation, RankedPlan, advise
from ..advisor.reasons import reasons
from ..errors import LetterTycoonError
from ..game.state import SeenState
from ..game.table import AT_A_TABLE, Opponents
from ..lexicon import Lexicon
from .plans import plan_json
from .schema import AdviceSoFar, Chance, Done, Problem, RankedTurn, Waiting

DEFAULT_SECONDS: Final = 10.0
MAX_SECONDS: Final = 30.0
MAX_OF_CLIENT: Final = 4
"""Streams of one client, waiting or thinking."""
MAX_PRESENT: Final = 16
"""Streams of all."""
_TOLD_A_SECOND: Final = 5
_LOGGER: Final = logging.getLogger(LOGGER_NAME)
MAX_PLANS: Final = 12
"""Enough for several words, with their purchases and discards."""
_NICENESS: Final = 10

Tell = Callable[[msgspec.Struct], None]
NAMES: Final[dict[type, str]] = {
    AdviceSoFar: "advice",
    Waiting: "waiting",
    Problem: "problem",
    Done: "done",
}
"""By what is told, the name of the server-sent event."""


_Choice = TypeVar("_Choice")


class LineIsFullError(LetterTycoonError):
    """So many simulations wait that no other may join them."""


class _StoppedError(Exception):
    """Nobody listens any more."""


class Job(abc.ABC):
    """A computation for one client, which waits for the processors.

    Attributes:
        client: who asks.
        ahead: how many it was told to wait for, None for nothing.
        inbox: what is to be sent; Done is the last.
        is_stopped: set when nobody listens any more.
    """

    def __init__(self, client: str) -> None:
        self.client = client
        self.ahead: int | None = None
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.is_stopped = threading.Event()

    @property
    def is_left(self) -> bool:
        """True when nobody listens any more."""
        return self.is_stopped.is_set()

    def check(self) -> None:
        """Ends the job if nobody listens any more; for `run` to call now and then."""
        if self.is_left:
            raise _StoppedError

    @abc.abstractmethod
    def run(self, workers: Executor, tell: Tell) -> None:
        """Computes in a thread of its own, with the workers, and tells what comes of it."""


class Stream(Job):
    """The simulation of one table.

    Attributes:
        view: the table.
        lexicon: the words of the game.
        seconds: how long to think.
        opponents: what they are taken for.
        names: of the players, as the reasons name them; "you" and numbered opponents if empty.
    """

    def __init__(
        self,
        view: SeenState,
        lexicon: Lexicon,
        seconds: float,
        client: str,
        opponents: Opponents = AT_A_TABLE,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(client)
        self.view = view
        self.lexicon = lexicon
        self.seconds = seconds
        self.opponents = opponents
        self.names = names

    def run(self, workers: Executor, tell: Tell) -> None:
        """Simulates until the time is over."""
        last_told = -math.inf

        def progress(advice: Advice) -> None:
            nonlocal last_told
            self.check()
            if advice.seconds - last_told >= 1 / _TOLD_A_SECOND:
                last_told = advice.seconds
                tell(_advice_json(advice, self, final=False))

        advice = advise(
            self.view,
            self.lexicon,
            seconds=self.seconds,
            opponents=self.opponents,
            executor=workers,
            progress=progress,
        )
        tell(_advice_json(advice, self, final=True))


class _Chosen(msgspec.Struct):
    """The choice of a computer, or the reason why there is none."""

    choice: Any
    error: Exception | None


class _Turn(Job):
    """The turn of a computer in a game; nobody listens meanwhile."""

    def __init__(self, choose: Callable[[], Any], client: str) -> None:
        super().__init__(client)
        self._choose = choose

    def run(self, workers: Executor, tell: Tell) -> None:  # noqa: ARG002 (as it is called)
        """Chooses."""
        try:
            tell(_Chosen(self._choose(), None))
        except Exception as error:
            tell(_Chosen(None, error))


class JobQueue:
    """The job that runs, and the line of those that wait.

    All methods belong to the event loop.

    Attributes:
        workers: who plays the simulated games.
    """

    def __init__(self) -> None:
        self._running: Job | None = None
        self._waiting: list[Job] = []
        self._latest: list[str] = []
        self._is_closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="simulation")
        self._at_close: list[Callable[[], None]] = []
        self.workers = ThreadPoolExecutor(available_cpus(), "playouts", _step_back)

    @property
    def length(self) -> int:
        """The number of thoughts that run or wait."""
        return len(self._present())

    def join(self, job: Job) -> None:
        """Has a job run, now or when those before it are done.

        Raises:
            LineIsFullError: too many wait, or too many of this client.
        """
        present = [one for one in self._present() if not isinstance(one, _Turn)]
        own = sum(one.client == job.client for one in present)
        if own >= MAX_OF_CLIENT or len(present) >= MAX_PRESENT:
            many = f"{own} of your simulations" if own >= MAX_OF_CLIENT else "too many simulations"
            raise LineIsFullError(f"{many} run or wait already; ask again when one has ended")
        self._line_up(job)

    async def choice(self, choose: Callable[[], _Choice], client: str) -> _Choice:
        """Have a computer choose in its turn of a game, when those before it are done.

        Args:
            choose: called in the thread of the simulations; may use the `workers`.
            client: for whom it plays.

        Raises:
            CancelledError: the server stops.
        """
        turn = _Turn(choose, client)
        self._line_up(turn)
        try:
            while not isinstance(told := await turn.inbox.get(), _Chosen):
                if isinstance(told, Done):
                    raise asyncio.CancelledError
        finally:
            self.leave(turn)
        if told.error is not None:
            raise told.error
        choice: _Choice = told.choice
        return choice

    def at_close(self, end: Callable[[], None]) -> None:
        """Has this called too when all streams are ended."""
        self._at_close.append(end)

    def leave(self, job: Job) -> None:
        """Says that nobody listens to it any more, however far it is."""
        job.is_stopped.set()
        if job in self._waiting:
            self._waiting.remove(job)
            self._tell_places()

    def close(self) -> None:
        """Ends all streams."""
        self._is_closed = True
        for job in (self._running, *self._waiting):
            if job is not None:
                job.is_stopped.set()
                job.inbox.put_nowait(Done("server stops"))
        self._waiting.clear()
        for end in self._at_close:
            end()
        self._thread.shutdown(wait=False)
        self.workers.shutdown(wait=False)

    def _line_up(self, job: Job) -> None:
        if self._is_closed:
            job.inbox.put_nowait(Done("server stops"))
        elif self._running is None:
            self._start(job)
        else:
            self._waiting.append(job)
            self._tell_places()

    def _present(self) -> list[Job]:
        return [one for one in (self._running, *self._waiting) if one and not one.is_left]

    def _start(self, job: Job) -> None:
        self._running = job
        loop = asyncio.get_running_loop()

        def tell(event: msgspec.Struct) -> None:
            # A server that has stopped has no loop any more, and nobody to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(job.inbox.put_nowait, event)

        done = loop.run_in_executor(self._thread, _run, job, self.workers, tell)
        done.add_done_callback(lambda _: self._start_next())

    def _start_next(self) -> None:
        last, self._running = self._running, None
        assert last is not None, "it has run until now"
        present = {one.client for one in self._waiting}
        self._latest = [one for one in self._latest if one in present - {last.client}]
        self._latest.append(last.client)
        if self._waiting and not self._is_closed:
            following = _in_order(self._waiting, last, self._latest)[0]
            self._waiting.remove(following)
            self._start(following)
            self._tell_places()

    def _tell_places(self) -> None:
        """To those that have more or fewer before them than they were told."""
        if self._running is None:
            return
        order = _in_order(self._waiting, self._running, [*self._latest, self._running.client])
        # One that nobody listens to any more ends in a moment.
        for ahead, job in enumerate(order, not self._running.is_left):
            if job.ahead != ahead:
                job.ahead = ahead
                job.inbox.put_nowait(Waiting(ahead))


def _in_order(waiting: Sequence[Job], last: Job, latest: Sequence[str]) -> list[Job]:
    """Return the jobs that wait, in the order in which they will run.

    Turns of computers alternate with the rest: a whole table waits for one, but they must not keep
    everyone else from it. So do the clients: nobody waits for all that another wants.

    Args:
        waiting: in the order in which they came.
        last: the job that runs before them.
        latest: the clients who had something run, the latest one last.
    """
    left, rank = list(waiting), {client: at for at, client in enumerate(latest)}
    order: list[Job] = []
    while left:
        others = [one for one in left if isinstance(one, _Turn) != isinstance(last, _Turn)]
        last = min(others or left, key=lambda one: rank.get(one.client, -1))
        left.remove(last)
        rank[last.client] = len(latest) + len(order)
        order.append(last)
    return order


def _step_back() -> None:
    """Has this thread leave the processors to those that answer hints, where a thread can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _run(job: Job, workers: Executor, tell: Tell) -> None:
    """Thinks in this thread, until that is done or nobody listens."""
    try:
        job.check()
        job.run(workers, tell)
        tell(Done("finished"))
    except _StoppedError:
        return
    except Exception:
        if job.is_left:  # As when the workers were dismissed because the server stops.
            return
        _LOGGER.exception("A simulation has failed.")
        tell(Problem("Mistake", 500, "The server has made a mistake; see its output."))
        tell(Done("problem"))


def _advice_json(advice: Advice, stream: Stream, *, final: bool) -> AdviceSoFar:
    evaluation = Evaluation.of(stream.lexicon.digest)
    names = stream.names or ["you", *(f"opponent {n}" for n in range(1, len(stream.view.seats)))]
    return AdviceSoFar(
        plans=[
            _ranked_json(
                ranked, number, reasons(ranked.plan, stream.view, evaluation, names), stream
            )
            for number, ranked in enumerate(advice.plans[:MAX_PLANS])
        ],
        playouts=advice.playouts,
        seconds=advice.seconds,
        settled=advice.settled,
        final=final,
        against=advice.opponents,
    )


def _ranked_json(ranked: RankedPlan, number: int, why: Sequence[str], stream: Stream) -> RankedTurn:
    is_first = not number
    return RankedTurn(
        plan=plan_json(ranked.plan, stream.view.position),
        playouts=ranked.playouts,
        win=_chance(ranked.win, ranked.win_se if is_first else ranked.win_loss_se),
        margin=_chance(ranked.margin, ranked.margin_se if is_first else ranked.margin_loss_se),
        whole=ranked.whole,
        reasons=list(why),
    )


def _chance(value: float, error: float) -> Chance:
    """JSON has no NaN and no infinity."""
    known = [number if math.isfinite(number) else None for number in (value, error)]
    return Chance(*known)
