"""The stream of a simulation as the answer to a request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..game.state import SeenState
from ..game.table import Opponents
from ..lexicon import Lexicon
from .advice import DEFAULT_SECONDS, MAX_SECONDS, NAMES, JobQueue, Stream
from .endpoint import About
from .replies import event
from .requests import client_of
from .schema import Done
from .streams import EventsResponse

Seconds = Annotated[
    float,
    About(f"How long to think, above 0, at most {MAX_SECONDS:g}; by default {DEFAULT_SECONDS:g}."),
]


def advice_answer(
    request: Request,
    jobs: JobQueue,
    view: SeenState,
    lexicon: Lexicon,
    seconds: float,
    opponents: Opponents,
) -> Response:
    """Advice on a view, as events.

    Args:
        request: tells who asks.
        jobs: the line that the simulation joins.
        view: the table.
        lexicon: the words of the game.
        seconds: how long to think.
        opponents: what they are taken for.

    Raises:
        msgspec.ValidationError: there are too many seconds, or none.
        LineIsFullError: too many simulations wait already.
    """
    check_seconds(seconds, MAX_SECONDS)
    stream = Stream(view, lexicon, seconds, client_of(request), opponents)
    jobs.join(stream)
    return EventsResponse(_events(stream), on_leave=lambda: jobs.leave(stream))


def check_seconds(seconds: float, most: float) -> None:
    """Refuse to think for no time, or for longer than allowed.

    Raises:
        msgspec.ValidationError: it is so.
    """
    if not 0 < seconds <= most:
        raise msgspec.ValidationError(
            f"seconds is {seconds:g}; give a number above 0, at most {most:g}"
        )


async def _events(stream: Stream) -> AsyncIterator[bytes]:
    while True:
        told = await stream.inbox.get()
        yield event(NAMES[type(told)], told)
        if isinstance(told, Done):
            return
