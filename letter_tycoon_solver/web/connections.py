"""Connections, so that nobody can take all of them: a limit for each address, and one of time."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MAX_OF_ADDRESS: Final = 64
"""A share of the limit for all, so that several devices have to agree to shut others out."""
SECONDS_TO_ASK: Final = 15.0
"""A connection is closed unless the head of a request has come by then. Its body has as long."""


class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP, as uvicorn speaks it, for those who do not take too much of it."""

    _awaited: object = None
    _silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Takes a connection, or closes it at once."""
        super().connection_made(transport)
        if sum(_address(one) == _address(self) for one in self.connections) > MAX_OF_ADDRESS:
            transport.abort()
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Takes what has come."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Goes on to the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets it."""
        super().connection_lost(exc)
        self._stop_timer()

    def _watch(self) -> None:
        """Gives each part of each request its time. Bytes of the same part give no more of it."""
        awaited = self._part_awaited()
        if awaited == self._awaited or self.transport.is_closing():
            return
        self._awaited = awaited
        self._stop_timer()
        if awaited is not None:
            self._silence = self.loop.call_later(SECONDS_TO_ASK, self._end_silence)

    def _part_awaited(self) -> object:
        """The part of a request that the client has to send; None while it has to wait itself."""
        cycle = self.cycle
        # Of a second request sent before the answer to the first, uvicorn reads no more for now.
        if getattr(self, "pipeline", None):
            return None
        if cycle is None or (cycle.response_complete and not cycle.more_body):
            return "head", cycle
        return ("body", cycle) if cycle.more_body else None

    def _stop_timer(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _end_silence(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


def _address(connection: Any) -> str:
    return connection.client[0] if connection.client else ""
