"""Shared parts of commands that can be stopped and continued, and that write files."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from ..._files import UnfinishedFile, make_private_folder
from ..._user_cache import folder
from ..._work.executors import ExecutorDiedError
from ...errors import InvalidInputError
from ...rules.ruleset import PRESETS, Ruleset
from ..terminal.notes import note

T = TypeVar("T")


def folder_of_parts(name: str, what: str) -> Path | None:
    """Return the cache folder for finished parts; None if it cannot be used."""
    if (cache := folder()) is None:
        note(f"So a {what} that is stopped will begin anew.")
        return None
    path = cache / name
    with contextlib.suppress(OSError):
        make_private_folder(path)
    if os.access(path, os.W_OK | os.X_OK):
        return path
    note(f"{path} cannot be written, so a {what} that is stopped will begin anew.")
    return None


@contextlib.contextmanager
def shows_what_is_done(kind: type[T], show: Callable[[T], object]) -> Iterator[None]:
    """Show the finished part if the work in this block ends early.

    Args:
        kind: the type of `done` in an interruption, or in the error of a broken executor.
        show: the function that shows it.

    Raises:
        click.ClickException: the executor broke down.
    """
    try:
        yield
    except (KeyboardInterrupt, ExecutorDiedError) as error:
        done = getattr(error, "done", None)
        if isinstance(done, kind):
            show(done)
        if isinstance(error, ExecutorDiedError):
            raise click.ClickException(str(error)) from error
        raise


def note_stopped(done: int, asked: int, things: str) -> None:
    """Say how far the work came, and how to continue it."""
    note(f"Stopped after {done:,} of {asked:,} {things}; the same command goes on from there.")


@contextlib.contextmanager
def first_warning_as_note(kind: type[Warning]) -> Iterator[None]:
    """Show the first warning of a kind as one line, without its place in the code."""
    with warnings.catch_warnings():
        show_others = warnings.showwarning
        shown: list[str] = []

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if not issubclass(category, kind):
                show_others(message, category, *place)
            elif not shown:
                shown.append(str(message))
                note(f"Note: {message}")

        warnings.simplefilter("always", kind)
        warnings.showwarning = show  # type: ignore[assignment]
        yield


def check_place(path: Path) -> None:
    """Refuse a file that could not be written, before the work starts.

    Raises:
        InvalidInputError: the folder is missing or not writable, or the file is not ordinary.
    """
    try:
        if path.exists() and not path.is_file():
            raise InvalidInputError(f"{path} is not an ordinary file; give another name")
        UnfinishedFile(path).remove()
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be written: {error.strerror or error}; give another place"
        ) from error


def rules_in_words(ruleset_name: str, ruleset: Ruleset) -> str:
    """Return the name of the ruleset, and the stacking if it differs from the ruleset's own."""
    if ruleset.stacking is PRESETS[ruleset_name].stacking:
        return ruleset_name
    return f"{ruleset_name}, doublers {ruleset.stacking.value}"
