"""The stream of a simulation as the answer to a request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..game.opponents import Opponents
from ..game.state import SeenState
from ..lexicon import Lexicon
from .advice import DEFAULT_SECONDS, MAX_SECONDS, NAMES, Simulations, Stream
from .operation import Parameter
from .replies import event
from .requests import client_of
from .schema import Done
from .streams import EventsResponse

SECONDS: Final = Parameter(
    "seconds",
    "query",
    float,
    f"How long to think, above 0, at most {MAX_SECONDS:g}; by default {DEFAULT_SECONDS:g}.",
)


def advice_answer(
    request: Request,
    simulations: Simulations,
    view: SeenState,
    lexicon: Lexicon,
    opponents: Opponents,
    names: Sequence[str] = (),
) -> Response:
    """Advice on a view, as events.

    Args:
        request: may say in its query how many `seconds` to think.
        simulations: the line that the simulation joins.
        view: the table.
        lexicon: the words of the game.
        opponents: what they are taken for.
        names: of the players, as the reasons name them; by default "you" and numbered opponents.

    Raises:
        msgspec.ValidationError: the seconds are not a number, or too many.
        LineIsFullError: too many simulations wait already.
    """
    seconds = seconds_of(request, DEFAULT_SECONDS, MAX_SECONDS)
    stream = Stream(view, lexicon, seconds, client_of(request), opponents, names)
    simulations.join(stream)
    return EventsResponse(_events(stream), on_leave=lambda: simulations.leave(stream))


def seconds_of(request: Request, default: float, most: float) -> float:
    """Read from the query of a request how many seconds to think.

    Raises:
        msgspec.ValidationError: it is not a number, or too many.
    """
    seconds = msgspec.convert(request.query_params.get("seconds", default), float, strict=False)
    if not 0 < seconds <= most:
        raise msgspec.ValidationError(
            f"seconds is {seconds:g}; give a number above 0, at most {most:g}"
        )
    return seconds


async def _events(stream: Stream) -> AsyncIterator[bytes]:
    while True:
        told = await stream.inbox.get()
        yield event(NAMES[type(told)], told)
        if isinstance(told, Done):
            return
