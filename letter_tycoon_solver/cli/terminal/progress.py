"""Progress of long work on stderr: a bar on a terminal, else regular lines or nothing."""

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

Tell = Callable[[int, int | None], None]
"""Called with the amount done and the total, None while it is unknown; the first call has the
amount done before."""

SECONDS_BETWEEN_LINES: Final = 15.0
LEAST_SECONDS: Final = 1.0
"""The shortest time for a rate: parts come in order, so several can come at once."""


def bar_or_lines(things: str) -> AbstractContextManager[Tell]:
    """Show progress for work of hours; `things` is the unit: "hands"."""
    return _bar(things) if _is_terminal() else _lines(things)


def bar_or_nothing(things: str) -> AbstractContextManager[Tell]:
    """Show progress for shorter work; `things` is the unit: "positions"."""
    return _bar(things) if _is_terminal() else contextlib.nullcontext(lambda _done, _n: None)


def bar_beside_stdout(things: str, *, is_shown: bool) -> AbstractContextManager[Tell]:
    """Show a bar as `bar_or_nothing` does, but none between the rows that a terminal shows.

    Args:
        things: what is counted.
        is_shown: rows are written to stdout meanwhile.
    """
    if is_shown and sys.stdout is not None and sys.stdout.isatty():
        return contextlib.nullcontext(lambda _done, _n: None)
    return bar_or_nothing(things)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


class _Rate:
    """Things a second, counted from the first part on, because the search may compile before it."""

    def __init__(self) -> None:
        self._since: tuple[float, int] | None = None

    def at(self, done: int) -> float:
        """Return the rate when so many are done; 0 within the first second."""
        now = time.monotonic()
        if self._since is None:
            self._since = now, done
        start, before = self._since
        return (done - before) / (now - start) if now - start >= LEAST_SECONDS else 0.0


@contextlib.contextmanager
def _lines(things: str) -> Iterator[Tell]:
    rate, last = _Rate(), 0.0
    has_begun = False

    def tell(done: int, n: int | None) -> None:
        nonlocal last, has_begun
        now = time.monotonic()
        if not has_begun:
            has_begun, last = True, now
            _tell_found(done, n, things)
        elif (speed := rate.at(done)) and now - last >= SECONDS_BETWEEN_LINES and done != n:
            last = now
            left = "" if n is None else f", {_duration((n - done) / speed)} left"
            note(f"{_count(done, n, things)}, {_speed(speed)}{left}")

    yield tell


@contextlib.contextmanager
def _bar(things: str) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task: TaskID | None = None
        rate = _Rate()

        def tell(done: int, n: int | None) -> None:
            nonlocal task
            text = _count(done, n, things)
            if task is None:
                _tell_found(done, n, things)
                task = bar.add_task(text, total=n, completed=done)
            else:
                speed = rate.at(done)
                text += f", {_speed(speed)}" if speed else ""
                bar.update(task, description=text, total=n, completed=done)

        yield tell


def _tell_found(done: int, n: int | None, things: str) -> None:
    if done:
        note(f"Going on from {_count(done, n, things)} that were finished before.")


def _count(done: int, n: int | None, things: str) -> str:
    return f"{done:,} {things}" if n is None else f"{done:,} of {n:,} {things}"


def _speed(rate: float) -> str:
    """Format a rate with at least two digits: "1,234 a second", "0.25 a second"."""
    return f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second"


def _duration(seconds: float) -> str:
    """Format a time in at most two units: "1 h 5 min", "40 s"."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"
