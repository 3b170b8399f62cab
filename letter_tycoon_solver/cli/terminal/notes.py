"""What the command says on stderr: that something takes long, and warnings."""

from __future__ import annotations

import contextlib
import functools
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import click

from ... import solver
from ...lexicon import LexiconWarning


def note(text: str) -> None:
    """One line on stderr."""
    click.echo(text, err=True)


def announced_compilation() -> AbstractContextManager[None]:
    """Says so if the search has to be compiled in this block."""
    return solver.announced_compilation(_say_that_it_compiles)


@functools.cache
def _say_that_it_compiles() -> None:
    """Once in a process: a command may need several parts of the search."""
    note("Compiling the search, once; this takes some seconds ...")


@contextlib.contextmanager
def lexicon_warnings_as_notes() -> Iterator[None]:
    """Shows a LexiconWarning as one line without the place in the code."""
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
