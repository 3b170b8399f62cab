"""A program that is talked to line by line, and that ends with this process, however it ends.

A small shell leads a process group with the program in it. It waits for the end of a pipe that only
this process holds open, which the system closes even when this process is killed, and then kills
the group.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from typing import Final

from ..errors import InvalidInputError, LetterTycoonError, show_text

MAX_LINE: Final = 1 << 16
"""The longest line that is read, in bytes."""
_READ: Final = 1 << 16
_SHOWN: Final = 1000
"""Bytes at the end of stderr that are kept."""
_LAST_WORDS_SECONDS: Final = 0.2
"""The longest wait for a program that has closed its stdout."""
_GUARD: Final = ("/bin/sh", "-c", "read -r _; kill -9 0")


class ProgramError(LetterTycoonError):
    """A program did not do its part; the message follows its name: "has ended"."""


class LineProcess:
    """A program that was started; InvalidInputError if that is impossible."""

    def __init__(self, command: Sequence[str]) -> None:
        if sys.platform == "win32":
            raise InvalidInputError("programs play on Linux, macOS and other POSIX systems only")
        self._guard = subprocess.Popen(
            _GUARD, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, process_group=0
        )
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                process_group=self._guard.pid,
            )
        except BaseException as error:
            _end(self._guard)
            if not isinstance(error, OSError | ValueError):
                raise
            raise InvalidInputError(
                f"{show_text(command[0])} cannot be started"
                f" ({getattr(error, 'strerror', None) or error});"
                " give the command of a program that can"
            ) from None
        self._close = weakref.finalize(self, _end, self._guard, self._process)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._poll = select.poll()
        for pipe in (self._out, self._err):
            self._poll.register(pipe, select.POLLIN)
        self._open = {self._out, self._err}
        os.set_blocking(self._in, False)
        self._unread = b""
        self._complaint = b""

    @property
    def last_lines(self) -> str:
        """The end of what the program has written to stderr."""
        return self._complaint.decode("utf-8", "replace").strip()

    def drop_unread(self) -> None:
        """Forget what the program has said without being asked."""
        self._take_in(0)
        self._unread = b""

    def send(self, line: bytes, until: float) -> None:
        """Send a line, with its end.

        Raises:
            TimeoutError: the program did not read it before this moment of `time.monotonic`.
            ProgramError: the program has ended.
        """
        while line:
            try:
                line = line[os.write(self._in, line) :]
            except BlockingIOError:
                self._poll.register(self._in, select.POLLOUT)
                self._wait(until)
                self._poll.unregister(self._in)
            except OSError:
                raise self._ended() from None

    def receive(self, until: float) -> bytes:
        """Return the next line, without its end.

        Raises:
            TimeoutError: it did not come before this moment of `time.monotonic`.
            ProgramError: the program has ended, or the line is longer than MAX_LINE.
        """
        while True:
            line, end, rest = self._unread.partition(b"\n")
            if len(line) > MAX_LINE:
                raise ProgramError(f"wrote a line of more than {MAX_LINE:,} bytes")
            if end:
                self._unread = rest
                return line
            if self._out not in self._open:
                raise self._ended()
            self._wait(until)

    def close(self) -> None:
        """End the program and all that it has started."""
        self._close()

    def _wait(self, until: float) -> None:
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        self._take_in(seconds)

    def _take_in(self, seconds: float) -> None:
        """Wait for output, and take in what is there."""
        for pipe, _ in self._poll.poll(1000 * seconds):
            if pipe == self._in:
                continue
            found = os.read(pipe, _READ)
            if not found:
                self._poll.unregister(pipe)
                self._open.remove(pipe)
            elif pipe == self._err:
                self._complaint = (self._complaint + found)[-_SHOWN:]
            elif len(self._unread) <= MAX_LINE:
                self._unread += found

    def _ended(self) -> ProgramError:
        until = time.monotonic() + _LAST_WORDS_SECONDS
        with contextlib.suppress(TimeoutError):
            while self._open:
                self._wait(until)
        try:
            code = self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return ProgramError("has closed its output")
        if code < 0:
            return ProgramError(f"was ended by the signal {-code}")
        return ProgramError(f"has ended with the exit code {code}")


def _end(*group: subprocess.Popen[bytes]) -> None:
    """Kill a process group, whose leader comes first, and take leave of our children in it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group[0].pid, signal.SIGKILL)
    for process in group:
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
