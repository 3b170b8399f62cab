"""A limit on how often a client may do what costs something for ever, such as a file."""

from __future__ import annotations

import time
from collections import deque

from ..errors import LetterTycoonError


class TooOftenError(LetterTycoonError):
    """A client has done something too often in a while."""


class Limit:
    """Counts what each client does. Its method belongs to the event loop.

    Args:
        what: of the message, such as "games begun".
        most: so often a client may do it,
        seconds: in so long.
    """

    def __init__(self, what: str, most: int, seconds: float) -> None:
        self._what = what
        self._most = most
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def check(self, client: str) -> None:
        """Raises TooOftenError if once more would be too often."""
        now = time.monotonic()
        times = self._times.get(client)
        if times and len(times) == self._most and now - times[0] < self._seconds:
            wait = max(1, round((self._seconds - (now - times[0])) / 60))
            raise TooOftenError(
                f"{self._most} {self._what} in a short time are enough; wait {wait} minutes"
            )

    def count(self, client: str) -> None:
        """Counts it once more. Raises TooOftenError if it is once too often."""
        self.check(client)
        now = time.monotonic()
        # Those who have done nothing lately are forgotten, so that there are never many.
        self._times = {
            one: times for one, times in self._times.items() if now - times[-1] < self._seconds
        }
        self._times.setdefault(client, deque(maxlen=self._most)).append(now)
