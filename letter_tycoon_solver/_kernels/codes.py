"""The code of a kernel for arguments of some types.

Machine code is kept on disk (kept_code.py); to load it takes some milliseconds, and no Numba. What
is not there yet is compiled (compiling.py). Where that fails, as with a version of Numba that it
does not know, Numba compiles the same kernels by what it documents.
"""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, Final

from .._forks import IMPORTING
from .._log import frames_in_package, is_worker, say_once
from ..errors import FallbackCompilerWarning
from . import kept_code, ways
from .kept_code import Identity
from .machine_code import Call, MachineCode, outline
from .ways import Way

Code = Callable[[tuple[Any, ...]], Callable[[], Any]]
"""Makes a call of the arguments."""


class _Failure:
    """Whether compiling.py has failed in this process."""

    is_known = False


_starters: Final[list[int]] = []
"""Processes that have started one which compiles. They end at once."""


def kept(name: str, types: str) -> Code | None:
    """The machine code from disk, of a kernel by its name; None if it is to be compiled."""
    with suppress(Exception), IMPORTING:  # Whatever it is: what compiles says so.
        _forget_starters()
        if code := kept_code.load(Identity.of(name, types)):
            return functools.partial(Call, code)
    return None


def made(name: str, types: str, args: tuple[Any, ...]) -> Code:
    """The code for arguments of these types, compiled if need be."""
    if not _Failure.is_known:
        try:
            return functools.partial(Call, machine_code(name, types, tuple(map(outline, args))))
        except Exception as error:  # Whatever it is: the answers do not depend on it.
            _Failure.is_known = True
            _warn_of_fallback(error)
    return _by_numba(name, args)


def machine_code(name: str, types: str, outlines: tuple[Any, ...]) -> MachineCode:
    """The machine code from disk, or compiled and kept there.

    Another process compiles it, unless the user has said that this one waits for its own: so no
    thread has to wait that needs another kernel.

    Raises:
        Exception: it cannot be compiled.
    """
    with IMPORTING:
        identity = Identity.of(name, types)
        if code := kept_code.load(identity):
            return code
        for_good = ", once" if kept_code.version_folder() else ""
        say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
    if not ways.all_wait():
        with suppress(OSError):  # There is such a process, or can be none.
            start_compiler(identity, outlines, is_urgent=True)
    with ExitStack() as stack:
        with suppress(OSError):  # Without a lock, others may do the same.
            stack.enter_context(kept_code.claimed(identity, wait=True))
        with IMPORTING:
            return kept_code.load(identity) or _compiled_here(identity, outlines)


def start_compiler(identity: Identity, outlines: tuple[Any, ...], *, is_urgent: bool) -> None:
    """Has another process compile machine code and keep it.

    Raises:
        BlockingIOError: a process is at it.
        OSError: there can be no such process.
    """
    with IMPORTING:
        from . import compiler_process
    _starters.append(compiler_process.start(identity, outlines, is_urgent=is_urgent))


def _forget_starters() -> None:
    """Lets the system forget those that have ended."""
    for process in _starters.copy():
        with suppress(ChildProcessError):  # This process is a fork.
            if os.waitpid(process, os.WNOHANG) == (0, 0):
                continue
        _starters.remove(process)


def _compiled_here(identity: Identity, outlines: tuple[Any, ...]) -> MachineCode:
    """The machine code, which is kept if that is possible."""
    from . import compiler_process

    if compiler_process.is_called_for():
        made = compiler_process.compiled_elsewhere(identity.name, outlines)
    else:
        made = compiler_process.compiled_here(identity.name, outlines)
    code = MachineCode(*made)
    kept_code.save(identity, *made)
    return code


def _by_numba(name: str, args: tuple[Any, ...]) -> Code:
    """The code that Numba makes and keeps by itself."""
    with IMPORTING:
        from . import compiler_process

        compiler_process.check_settings()
        import numba

        function = ways.function(name, Way.BY_NUMBA)
        function.compile(tuple(map(numba.typeof, args)))
    return lambda args: functools.partial(function, *args)


def _warn_of_fallback(error: Exception) -> None:
    if not is_worker():  # Else whoever gave it the work has been told.
        warnings.warn(
            f"the search is compiled in another way, because the usual one has failed ({error}); "
            "it takes longer to compile and to search, and all answers are the same. The usual one "
            "needs a version of Numba that this package allows",
            FallbackCompilerWarning,
            stacklevel=frames_in_package(),
        )
