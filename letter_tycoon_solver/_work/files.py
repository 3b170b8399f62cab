"""Paths that are given, and the private names that files have beside them until they are whole."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from ..errors import InvalidInputError


def parse_path(path: object) -> Path:
    """The path; raises InvalidInputError for what is none."""
    try:
        parsed = Path(path)  # type: ignore[arg-type]
        is_path = b"\0" not in os.fsencode(parsed)
    except (TypeError, UnicodeError):
        is_path = False
    if not is_path:
        raise InvalidInputError(
            f"{path!r} is given for a file; give its path, a string without NUL or a Path"
        )
    return parsed


def unfinished_beside(path: Path) -> Path:
    """A name beside the path that no other file has."""
    # Not from tempfile, whose files are closed to all other users whatever the umask says.
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}.unfinished")


def named_if_free(unfinished: Path, path: Path) -> Path:
    """Gives a file another path if no file has it; returns the path that it has then."""
    try:
        path.open("xb").close()
        return unfinished.replace(path)
    except OSError:
        return unfinished


@contextlib.contextmanager
def written_beside(path: Path) -> Iterator[Path]:
    """Where to write a file, which then gets its name; after an error it is removed."""
    unfinished = unfinished_beside(path)
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
