"""Connections, so that nobody can take all of them: a limit for each address, and one of time."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MAX_OF_ADDRESS: Final = 64
"""Of the limit for all, so that several devices have to agree to shut others out."""
SECONDS_TO_ASK: Final = 15.0
"""A connection that has not asked for anything by then is closed."""


class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP, as uvicorn speaks it, for those who do not take too much of it."""

    _silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Takes a connection, or closes it at once."""
        super().connection_made(transport)
        if sum(_address(one) == _address(self) for one in self.connections) > MAX_OF_ADDRESS:
            transport.abort()
            return
        self._silence = self.loop.call_later(SECONDS_TO_ASK, self._end_silence)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets it."""
        super().connection_lost(exc)
        if self._silence is not None:
            self._silence.cancel()

    def _end_silence(self) -> None:
        """The headers of a request have not come."""
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def _address(connection: Any) -> str:
    return connection.client[0] if connection.client else ""
