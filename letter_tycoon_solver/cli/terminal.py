"""Standard streams: their repair, notes and progress on stderr, JSON on stdout."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import io
import json
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

import click

from .. import _log
from ..errors import FallbackTablesWarning, PartsWarning, show_text
from ..lexicon import LexiconWarning

if TYPE_CHECKING:
    from rich.progress import TaskID

# Repairs for standard streams that are closed or have no buffer.
#
# `hint >&-` closes one, and PYTHONUNBUFFERED=1 removes their buffers.


def open_closed_streams() -> None:
    """Open a substitute for every closed standard stream.

    Such a stdin is empty, such a stderr loses what is written, and writing to such a stdout raises
    OSError, as in any other program. Without this, the next file opened would take the place of the
    stream and get its text.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            # It gets the lowest free number, this one. Open only for reading, it refuses writes.
            mode = os.O_WRONLY if name == "stderr" else os.O_RDONLY
            os.set_inheritable(os.open(os.devnull, mode), True)
        # Python sets streams to None if they were closed when it started.
        if getattr(sys, name) is None:
            how = "r" if name == "stdin" else "w"
            setattr(sys, name, open(descriptor, how, encoding="utf-8", closefd=False))  # noqa: SIM115


def give_stdout_a_buffer() -> None:
    """Give a stdout without a buffer one that is emptied after each line.

    Without a buffer, a full disk takes only a part of the text, and Python forgets the rest. A
    buffer writes everything, or raises OSError.
    """
    stdout = sys.stdout
    if isinstance(stdout, io.TextIOWrapper) and isinstance(stdout.buffer, io.RawIOBase):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(stdout.buffer),
            encoding=stdout.encoding,
            errors=stdout.errors,
            line_buffering=True,
        )


def drop_stdout() -> None:
    """Drop the text still waiting for stdout, which Python would try to write again at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# Notes on stderr: long waits, and warnings.


_MAX_LINE: Final = 1000
"""Most characters of a line, whatever the user has typed or a file has in it."""


def note(text: str) -> None:
    """Write a line to stderr, or several, without what a terminal would obey."""
    for line in text.splitlines():
        click.echo(show_text(line, _MAX_LINE), err=True)


class _Notes(logging.Handler):
    """A handler that shows the library's log as notes."""

    def emit(self, record: logging.LogRecord) -> None:
        note(record.getMessage())


@contextlib.contextmanager
def log_as_notes() -> Iterator[None]:
    """Show the library's log in this block, such as about compiling, as lines on stderr."""
    logger, handler = logging.getLogger(_log.NAME), _Notes()
    propagated = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    finally:
        logger.propagate = propagated
        logger.removeHandler(handler)


_NOTED: Final = (LexiconWarning, PartsWarning)


@contextlib.contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Show each warning about word lists and kept parts once, in a line of its own."""
    with warnings.catch_warnings():
        show_others = warnings.showwarning
        shown: set[str] = set()

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if category not in _NOTED:
                show_others(message, category, *place)
            elif str(message) not in shown:
                shown.add(str(message))
                note(f"Note: {message}")

        for kind in _NOTED:
            warnings.simplefilter("always", kind)
        # The commands say it in a note of their own.
        warnings.simplefilter("ignore", FallbackTablesWarning)
        warnings.showwarning = show  # type: ignore[assignment]
        yield


def write_json(document: Mapping[str, object]) -> None:
    """Write the document to stdout; it may hold enums, dataclasses and what has `to_dict`."""
    json.dump(document, sys.stdout, indent=2, allow_nan=False, default=_plain)
    sys.stdout.write("\n")


def fields_of(value: Any, *properties: str) -> dict[str, object]:
    """Return the fields of a dataclass by name, and some of its properties after them."""
    names = [field.name for field in dataclasses.fields(value)]
    return {name: getattr(value, name) for name in (*names, *properties)}


def _plain(value: Any) -> object:
    """Return something simpler for a value that JSON does not have."""
    if isinstance(value, enum.Enum):
        return value.value
    return value.to_dict() if hasattr(value, "to_dict") else fields_of(value)


# Progress of long work on stderr: a bar on a terminal, else regular lines or nothing.


Tell = Callable[[int, int | None], None]
"""Called with the amount done and the total, None while it is unknown; the first call has the
amount done before."""

SECONDS_BETWEEN_LINES: Final = 15.0
LEAST_SECONDS: Final = 1.0
"""The shortest time for a rate: parts come in order, so several can come at once."""


def bar_or_lines(things: str) -> AbstractContextManager[Tell]:
    """Show progress for work of hours; `things` is the unit: "hands"."""
    return _bar(things) if _is_terminal() else _lines(things)


def bar_or_nothing(things: str, *, has_rows: bool = False) -> AbstractContextManager[Tell]:
    """Show progress for shorter work, but no bar between rows that a terminal shows.

    Args:
        things: the unit: "positions".
        has_rows: rows are written to stdout meanwhile.
    """
    if _is_terminal() and not (has_rows and sys.stdout is not None and sys.stdout.isatty()):
        return _bar(things)
    return contextlib.nullcontext(lambda _done, _n: None)


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
