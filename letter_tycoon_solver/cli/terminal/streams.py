"""The standard streams of the process, where its caller has closed some or they have no buffer.

`hint >&-` closes one, and PYTHONUNBUFFERED=1 takes their buffers.
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
    """Gives every closed standard stream something to hold on to.

    Nothing comes from such a stdin, what goes to such a stderr is lost, and to write to such a
    stdout is an OSError, as in any other program. Else the next file that is opened would take the
    place of the stream, and get what is meant for it.
    """
    for descriptor in (_STDIN, _STDOUT, _STDERR):
        if not _is_open(descriptor):
            _occupy(descriptor)
    # Python has None for the streams that were closed when it started.
    if sys.stdin is None:
        sys.stdin = _text(_STDIN, "r")
    if sys.stdout is None:
        sys.stdout = _text(_STDOUT, "w")
    if sys.stderr is None:
        sys.stderr = _text(_STDERR, "w")


def give_stdout_a_buffer() -> None:
    """Gives a stdout without a buffer one that is emptied after each line.

    Of what is written without a buffer, a disk takes what it has room for, and Python forgets the
    rest. A buffer writes all, or raises OSError.
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
    """Lets go what is still to be written to stdout; Python would try again when it exits."""
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
    # What is open only to be read cannot be written.
    mode = os.O_WRONLY if descriptor == _STDERR else os.O_RDONLY
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)
    else:
        os.set_inheritable(descriptor, True)


def _text(descriptor: int, mode: Literal["r", "w"]) -> TextIO:
    return open(descriptor, mode, encoding="utf-8", closefd=False)
