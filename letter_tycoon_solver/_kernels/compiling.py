"""Numba at work: news for those who wait for it, and what to do when its cache is damaged."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
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


def forget(kernel: Any) -> None:
    """Deletes what Numba keeps of a kernel on disk, as far as that can be."""
    folder = Path(kernel.stats.cache_path or os.devnull)
    module = Path(kernel.py_func.__code__.co_filename).stem
    for path in folder.glob(f"{module}.{kernel.py_func.__name__}-*.nb[ic]"):
        with contextlib.suppress(OSError):
            path.unlink()
