"""Server-sent events: a stream that knows when its client has gone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from starlette.responses import StreamingResponse

EVENTS: Final = "text/event-stream"


class EventsResponse(StreamingResponse):
    """A stream that says when its client has gone, also before the first event was sent."""

    def __init__(self, content: AsyncIterator[bytes], on_leave: Callable[[], None]) -> None:
        super().__init__(content, media_type=EVENTS)
        self._on_leave = on_leave

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Sends the events until they end or the client goes."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_leave()
