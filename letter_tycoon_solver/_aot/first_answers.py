"""Kernels that answer as plain Python while another process compiles them.

A search for one position takes half a second so; to compile it takes ten.
"""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import numpy as np

from .._forks import IMPORTING
from . import codes, object_cache, ways
from .codes import Code
from .machine_code import outline
from .object_cache import Identity

MOST_SECONDS: Final = 20.0
"""Seconds of a processor for plain Python in a process. Then it waits, which leaves it to the
compiler."""


_begun: Final[set[tuple[str, str]]] = set()
"""The kernels that this process wants to be compiled, and the types of their arguments."""


class _Spent:
    """The time that plain Python has taken in this process so far."""

    seconds = 0.0


def are_wanted() -> bool:
    """Return True if plain Python may answer."""
    return not ways.all_wait() and _Spent.seconds < MOST_SECONDS


def interpreted(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a kernel as plain Python."""
    with np.errstate(over="ignore"):  # Its integers wrap around, as those of machine code do.
        return function(*args)


class FirstAnswers:
    """A kernel with arguments: plain Python, until there is machine code.

    Args:
        function: the kernel as plain Python.
        args: of the call.
        find: returns the code; None while plain Python is to answer.
    """

    __slots__ = ("_args", "_call", "_find", "_function")

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        find: Callable[[], Code | None],
    ) -> None:
        self._function = function
        self._args = args
        self._find = find
        self._call: Callable[[], Any] | None = None

    def __call__(self) -> Any:
        """Call the kernel."""
        if self._call is None and (code := self._find()):
            self._call = code(self._args)
        if self._call is not None:
            return self._call()
        begun = time.thread_time()
        answer = interpreted(self._function, *self._args)
        _Spent.seconds += time.thread_time() - begun
        return answer


def compile_beside(name: str, types: str, args: tuple[Any, ...]) -> None:
    """Has a kernel compiled by a process that goes on when this one ends.

    Where there can be no such process, this one does it when it ends.
    """
    with IMPORTING:
        if object_cache.version_folder() is None:
            return
        is_new = (name, types) not in _begun
        _begun.add((name, types))
        from . import compiler_process
    outlines = tuple(map(outline, args))
    try:
        identity = Identity.of(name, types)
        if is_new:
            compiler_process.add_job(identity, outlines)
        if process := compiler_process.start_beside(identity):
            codes.note_starter(process)
    except BlockingIOError:
        pass  # It is there already.
    except Exception:  # Whatever it is, this process can do without.
        if is_new:
            atexit.register(_compile_at_exit, name, types, outlines)


def compile_ahead(function: str) -> None:
    """Have "module.function" called by the process that compiles beside, for what it compiles.

    Not on a single processor: there it would keep back what is wanted now.
    """
    if (os.cpu_count() or 1) > 1 and (function, "") not in _begun:
        _begun.add((function, ""))
        from . import compiler_process

        with suppress(Exception):  # Then it is compiled when it is asked for.
            compiler_process.add_call(function)


def _compile_at_exit(name: str, types: str, outlines: tuple[Any, ...]) -> None:
    with suppress(Exception):  # All answers are given.
        codes.machine_code(name, types, outlines)
