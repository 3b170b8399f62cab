"""How far a survey is, on stderr: a bar in a terminal, else a line every so often."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final

from .notes import note

if TYPE_CHECKING:
    from rich.progress import TaskID

Tell = Callable[[int, int], None]
"""Called with the hands done and all hands; first with those that were done before."""

SECONDS_BETWEEN_LINES: Final = 15.0
LEAST_SECONDS: Final = 1.0
"""Parts come in order, so several can come at once: a shorter time says nothing of the rate."""


def shown_progress() -> AbstractContextManager[Tell]:
    """What `survey` calls as its progress."""
    return _bar() if sys.stderr is not None and sys.stderr.isatty() else _lines()


class _Rate:
    """Hands a second, from the first part on: before it, the search may have been compiled."""

    def __init__(self) -> None:
        self._since: tuple[float, int] | None = None

    def at(self, done: int) -> float:
        """The rate when so many hands are done; 0 if a second has not told it yet."""
        now = time.monotonic()
        if self._since is None:
            self._since = now, done
        start, before = self._since
        return (done - before) / (now - start) if now - start >= LEAST_SECONDS else 0.0


@contextlib.contextmanager
def _lines() -> Iterator[Tell]:
    rate, last = _Rate(), 0.0
    has_begun = False

    def tell(done: int, n: int) -> None:
        nonlocal last, has_begun
        now = time.monotonic()
        if not has_begun:
            has_begun, last = True, now
            _tell_found(done, n)
        elif (speed := rate.at(done)) and now - last >= SECONDS_BETWEEN_LINES and done < n:
            last = now
            left = _duration((n - done) / speed)
            note(f"{done:,} of {n:,} hands, {speed:,.0f} a second, {left} left")

    yield tell


@contextlib.contextmanager
def _bar() -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} hands"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task: TaskID | None = None
        rate = _Rate()

        def tell(done: int, n: int) -> None:
            nonlocal task
            if task is None:
                _tell_found(done, n)
                task = bar.add_task("", total=n, completed=done, rate="")
            else:
                speed = rate.at(done)
                bar.update(task, completed=done, rate=f"{speed:,.0f} a second" if speed else "")

        yield tell


def _tell_found(done: int, n: int) -> None:
    if done:
        note(f"Going on from {done:,} of {n:,} hands that were finished before.")


def _duration(seconds: float) -> str:
    """In two units at most: "1 h 5 min", "40 s"."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"
