"""Repairs for standard streams that are closed or have no buffer.

`hint >&-` closes one, and PYTHONUNBUFFERED=1 removes their buffers.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Final, Literal, TextIO

_STDIN: Final = 0
_STDOUT: Final = 1
_STDERR: Final = 2


def open_closed_streams() -> None:
    """Open a substitute for every closed standard stream.

    Such a stdin is empty, such a stderr loses what is written, and writing to such a stdout raises
    OSError, as in any other program. Without this, the next file opened would take the place of the
    stream and get its text.
    """
    for descriptor in (_STDIN, _STDOUT, _STDERR):
        if not _is_open(descriptor):
            _occupy(descriptor)
    # Python sets streams to None if they were closed when it started.
    if sys.stdin is None:
        sys.stdin = _text(_STDIN, "r")
    if sys.stdout is None:
        sys.stdout = _text(_STDOUT, "w")
    if sys.stderr is None:
        sys.stderr = _text(_STDERR, "w")


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


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _occupy(descriptor: int) -> None:
    # A stream that is open only for reading refuses writes.
    mode = os.O_WRONLY if descriptor == _STDERR else os.O_RDONLY
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)
    else:
        os.set_inheritable(descriptor, True)


def _text(descriptor: int, mode: Literal["r", "w"]) -> TextIO:
    return open(descriptor, mode, encoding="utf-8", closefd=False)
