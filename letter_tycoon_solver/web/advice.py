"""Advice by simulation, streamed: one simulation at a time has the processors, others wait in line.

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
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from .._log import NAME as LOGGER_NAME
from .._work.executors import available_cpus
from ..advisor import Advice, Evaluation, RankedPlan, advise
from ..advisor.reasons import reasons
from ..errors import LetterTycoonError
from ..game.state import SeenState
from ..lexicon import Lexicon
from .plans import told_plan
from .replies import event
from .schema import AdviceSoFar, Chance, Done, Problem, RankedTurn, Waiting

DEFAULT_SECONDS: Final = 10.0
MAX_SECONDS: Final = 30.0
MAX_OF_CLIENT: Final = 4
"""Streams of one client, waiting or thinking."""
MAX_PRESENT: Final = 16
"""Streams of all."""
_TOLD_A_SECOND: Final = 5
_LOGGER: Final = logging.getLogger(LOGGER_NAME)
_MAX_PLANS: Final = 6
_NICENESS: Final = 10

Event = AdviceSoFar | Waiting | Problem | Done
NAMES: Final[dict[type, str]] = {
    AdviceSoFar: "advice",
    Waiting: "waiting",
    Problem: "problem",
    Done: "done",
}
"""By what is told, the name of the server-sent event."""


_Answer = TypeVar("_Answer")
_Tell = Callable[[Event], None]


class LineIsFullError(LetterTycoonError):
    """So many simulations wait that no other may join them."""


class _StoppedError(Exception):
    """Nobody listens any more."""


class _Thinker(Protocol):
    """Who thinks, or waits in the line."""

    @property
    def is_left(self) -> bool:
        """Whether nobody waits for it any more."""
        ...

    def think(self, workers: Executor, tell: _Tell) -> None:
        """Thinks, in the thread that calls it."""
        ...

    def hear(self, event: Event) -> None:
        """Is told something: how many are before it, what was thought, that the server stops."""
        ...

    def stop(self) -> None:
        """Is to end soon, or not to begin."""
        ...


@dataclass(slots=True, eq=False)
class Stream:
    """What one client is told of one simulation.

    Attributes:
        view: the table.
        lexicon: the words of the game.
        seconds: how long to think.
        client: who asks.
        names: of the players, in the order of the seats; by default you and numbered opponents.
        inbox: what is to be sent; Done is the last.
        is_stopped: set when nobody listens any more.
    """

    view: SeenState
    lexicon: Lexicon
    seconds: float
    client: str
    names: Sequence[str] = ()
    inbox: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    is_stopped: threading.Event = field(default_factory=threading.Event)

    @property
    def is_left(self) -> bool:
        """Whether nobody listens any more."""
        return self.is_stopped.is_set()

    def think(self, workers: Executor, tell: _Tell) -> None:
        """Simulates until the time is over or the stream is stopped."""
        _think(self, workers, tell)

    def hear(self, event: Event) -> None:
        """Sends it."""
        self.inbox.put_nowait(event)

    def stop(self) -> None:
        """Says that nobody listens any more."""
        self.is_stopped.set()

    async def events(self) -> AsyncIterator[bytes]:
        """What is sent, until it is done."""
        while True:
            told = await self.inbox.get()
            yield event(NAMES[type(told)], told)
            if isinstance(told, Done):
                return


class _Turn:
    """What a computer thinks about its turn in a game. Nobody listens meanwhile."""

    def __init__(self, choose: Callable[[], Any]) -> None:
        self._choose = choose
        self._loop = asyncio.get_running_loop()
        self.chosen: asyncio.Future[Any] = self._loop.create_future()

    @property
    def is_left(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.chosen.done()

    def think(self, _workers: Executor, _tell: _Tell) -> None:
        """Chooses."""
        if self.is_left:
            return
        try:
            self._tell(self.chosen.set_result, self._choose())
        except Exception as error:
            self._tell(self.chosen.set_exception, error)

    def hear(self, event: Event) -> None:
        """Nobody listens."""

    def stop(self) -> None:
        """Says that nobody waits any more."""
        self.chosen.cancel()

    def _tell(self, method: Callable[[Any], None], value: object) -> None:
        def tell() -> None:
            if not self.chosen.done():
                method(value)

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)


class Simulations:
    """One that thinks, and the line of those that wait.

    All methods belong to the event loop.

    Attributes:
        workers: who plays the simulated games.
    """

    def __init__(self) -> None:
        self._thinking: _Thinker | None = None
        self._waiting: list[_Thinker] = []
        self._is_closed = False
        self._at_close: list[Callable[[], None]] = []
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="simulation")
        self.workers = ThreadPoolExecutor(available_cpus(), "playouts", _step_back)

    def join(self, stream: Stream) -> None:
        """Has a stream think, now or when those before it are done.

        Raises:
            LineIsFullError: too many wait, or too many of this client.
        """
        present = [
            one
            for one in (self._thinking, *self._waiting)
            if isinstance(one, Stream) and not one.is_left
        ]
        own = sum(one.client == stream.client for one in present)
        if own >= MAX_OF_CLIENT or len(present) >= MAX_PRESENT:
            many = f"{own} of your simulations" if own >= MAX_OF_CLIENT else "too many simulations"
            raise LineIsFullError(f"{many} run or wait already; ask again when one has ended")
        self._line_up(stream)

    async def think(self, choose: Callable[[], _Answer]) -> _Answer:
        """What a computer chooses in its turn of a game, when those before it are done.

        Args:
            choose: called in the thread of the simulations; may use the `workers`.

        Raises:
            CancelledError: the server stops.
        """
        turn = _Turn(choose)
        self._line_up(turn)
        try:
            answer: _Answer = await turn.chosen
        finally:
            self.leave(turn)
        return answer

    def leave(self, thinker: _Thinker) -> None:
        """Says that nobody waits for it any more, however far it is."""
        thinker.stop()
        if thinker in self._waiting:
            at = self._waiting.index(thinker)
            del self._waiting[at]
            self._tell_places(at)

    def at_close(self, end: Callable[[], None]) -> None:
        """Has this called too when all streams are ended."""
        self._at_close.append(end)

    def close(self) -> None:
        """Ends all streams."""
        self._is_closed = True
        for thinker in (self._thinking, *self._waiting):
            if thinker is not None:
                thinker.stop()
                thinker.hear(Done("server stops"))
        self._waiting.clear()
        for end in self._at_close:
            end()
        self._thread.shutdown(wait=False)
        self.workers.shutdown(wait=False)

    def _line_up(self, thinker: _Thinker) -> None:
        if self._is_closed:
            thinker.stop()
            thinker.hear(Done("server stops"))
        elif self._thinking is None:
            self._start(thinker)
        else:
            self._waiting.append(thinker)
            self._tell_places(len(self._waiting) - 1)

    def _start(self, thinker: _Thinker) -> None:
        self._thinking = thinker
        loop = asyncio.get_running_loop()

        def tell(event: Event) -> None:
            # A server that has stopped has no loop any more, and nobody to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(thinker.hear, event)

        thought = loop.run_in_executor(self._thread, thinker.think, self.workers, tell)
        thought.add_done_callback(lambda _: self._start_next())

    def _start_next(self) -> None:
        self._thinking = None
        if self._waiting and not self._is_closed:
            self._start(self._waiting.pop(0))
            self._tell_places(0)

    def _tell_places(self, first: int) -> None:
        # One that nobody listens to any more ends in a moment.
        thinking = self._thinking is not None and not self._thinking.is_left
        for ahead, thinker in enumerate(self._waiting[first:], first + thinking):
            thinker.hear(Waiting(ahead))


def _step_back() -> None:
    """Has this thread leave the processors to those that answer hints, where a thread can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _think(stream: Stream, workers: Executor, tell: _Tell) -> None:
    """Simulates in this thread until the time is over or the stream is stopped."""
    last_told = -math.inf

    def progress(advice: Advice) -> None:
        nonlocal last_told
        if stream.is_left:
            raise _StoppedError
        if advice.seconds - last_told >= 1 / _TOLD_A_SECOND:
            last_told = advice.seconds
            tell(_told(advice, stream, final=False))

    try:
        if stream.is_left:
            return
        advice = advise(
            stream.view,
            stream.lexicon,
            seconds=stream.seconds,
            executor=workers,
            progress=progress,
        )
        tell(_told(advice, stream, final=True))
        tell(Done("finished"))
    except _StoppedError:
        return
    except Exception:
        if stream.is_left:  # As when the workers were dismissed because the server stops.
            return
        _LOGGER.exception("The advice has failed.")
        tell(Problem("Advice has failed", 500, "The server has made a mistake; see its output."))
        tell(Done("problem"))


def _told(advice: Advice, stream: Stream, *, final: bool) -> AdviceSoFar:
    evaluation = Evaluation.of(stream.lexicon.digest)
    numbered = [f"opponent {n}" for n in range(1, len(stream.view.seats))]
    names = stream.names or ["you", *numbered]
    return AdviceSoFar(
        plans=[
            _told_ranked(
                ranked, number, reasons(ranked.plan, stream.view, evaluation, names), stream
            )
            for number, ranked in enumerate(advice.plans[:_MAX_PLANS])
        ],
        playouts=advice.playouts,
        seconds=advice.seconds,
        settled=advice.settled,
        final=final,
    )


def _told_ranked(ranked: RankedPlan, number: int, why: Sequence[str], stream: Stream) -> RankedTurn:
    is_first = not number
    return RankedTurn(
        plan=told_plan(ranked.plan, stream.view.position),
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
