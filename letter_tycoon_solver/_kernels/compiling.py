"""News of Numba at work, for those who wait for it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import event


@contextlib.contextmanager
def announced(announce: Callable[[], None]) -> Iterator[None]:
    """Calls `announce`, once, if Numba compiles inside the block; its cache is no event."""

    class Announcement(event.Listener):
        said = False

        def on_start(self, event: Any) -> None:
            if not self.said:
                self.said = True
                announce()

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Announcement()):
        yield
