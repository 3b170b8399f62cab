"""Notes on stderr: long waits, and warnings."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Iterator
from typing import Any, Final

import click

from ... import _log
from ...errors import show_text
from ...lexicon import LexiconWarning

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


@contextlib.contextmanager
def lexicon_warnings_as_notes() -> Iterator[None]:
    """Show a LexiconWarning as one line, without its place in the code."""
    with warnings.catch_warnings():
        show_others = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if issubclass(category, LexiconWarning):
                note(f"Note: {message}")
            else:
                show_others(message, category, *place)

        warnings.simplefilter("always", LexiconWarning)
        warnings.showwarning = show  # type: ignore[assignment]
        yield
