"""Conversations with the command, through a pipe or a terminal."""

from __future__ import annotations

import contextlib
import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest

from letter_tycoon_solver import cli

Answer = Callable[[str], str | None]
"""Turns the output since the last answer into the next line; None ends the input."""

PATIENCE = 60.0
_ON_ITS_TERMINAL = """
import fcntl, sys, termios
from letter_tycoon_solver.cli import main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C reaches only those whose terminal it is.
sys.exit(main())
"""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Talk(NamedTuple):
    code: int
    out: str
    err: str


class _Person:
    """A stdin that answers the text written to a stdout."""

    def __init__(self, stdout: io.StringIO, answer: Answer) -> None:
        self._stdout = stdout
        self._answer = answer
        self._read = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        text = self._stdout.getvalue()
        new, self._read = text[self._read :], len(text)
        line = self._answer(new)
        return "" if line is None else f"{line}\n"


def talk(args: Sequence[str], answer: Answer) -> Talk:
    """Run the command in this process, through pipes."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", _Person(out, answer))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = cli.run(args)
    return Talk(code, out.getvalue(), err.getvalue())


def say(*lines: str) -> Answer:
    """Type these lines, whatever is asked, and then Ctrl-D."""
    rest = iter(lines)
    return lambda _: next(rest, None)


class Terminal:
    """The command in a process of its own, on a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self._process = process
        self._descriptor = descriptor
        self._text = ""

    def wait_for(self, text: str) -> str:
        """Return everything up to this text, without colours."""
        end = time.monotonic() + PATIENCE
        while text not in self._text:
            assert time.monotonic() < end, f"no {text!r} in {self._text!r}"
            assert self._read(), f"no {text!r} before the end of {self._text!r}"
        before, _, self._text = self._text.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def press_ctrl_c(self) -> None:
        """Press until it works, because Python misses one between the prompt and its wait."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(3)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def end(self) -> tuple[int, str]:
        """Return the exit code and the rest of the output."""
        while self._read():
            pass
        return self._process.wait(PATIENCE), self._text

    def _read(self) -> bool:
        """Read the available output; return False at the end."""
        ready, _, _ = select.select([self._descriptor], [], [], PATIENCE)
        try:
            data = os.read(self._descriptor, 1 << 16) if ready else b""
        except OSError:  # On Linux this means that the other side is closed.
            data = b""
        self._text += _ESCAPES.sub("", data.decode(errors="replace")).replace("\r", "")
        return bool(data)


@contextlib.contextmanager
def terminal(*args: str, columns: int = 100) -> Iterator[Terminal]:
    import pty

    descriptor, side = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", _ON_ITS_TERMINAL, *args],
        stdin=side,
        stdout=side,
        stderr=side,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": str(columns)},
    ) as process:
        os.close(side)
        try:
            yield Terminal(process, descriptor)
        finally:
            process.kill()
            os.close(descriptor)
