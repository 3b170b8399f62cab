"""The code of a kernel for arguments of some types.

Machine code is kept on disk (object_cache.py); to load it takes some milliseconds, and no Numba.
What is not there yet is compiled (compiling.py). Where that fails, as with a version of Numba that
it does not know, Numba compiles the same kernels by what it documents.
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
from . import object_cache, ways
from .machine_code import Call, MachineCode, outline
from .object_cache import Identity
from .ways import Way

Code = Callable[[tuple[Any, ...]], Callable[[], Any]]
"""Makes a call of the arguments."""


class _Failure:
    """True once compiling.py has failed in this process."""

    is_known = False


_starters: Final[list[int]] = []


def kept(name: str, types: str) -> Code | None:
    """The machine code from disk, of a kernel by its name; None if it is to be compiled."""
    with suppress(Exception), IMPORTING:  # Whatever it is: what compiles says so.
        _forget_starters()
        if code := object_cache.load(Identity.of(name, types)):
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
        if code := object_cache.load(identity):
            return code
        for_good = ", once" if object_cache.version_folder() else ""
        say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
        from . import compiler_process
    if not ways.all_wait():
        with suppress(OSError):  # There is such a process, or can be none.
            note_starter(compiler_process.start_for(identity, outlines))
    with ExitStack() as stack:
        with suppress(OSError):  # Without a lock, others may do the same.
            stack.enter_context(object_cache.claimed(identity.stem, wait=True))
        with IMPORTING:
            return object_cache.load(identity) or _compiled_here(identity, outlines)


def note_starter(process: int) -> None:
    """Notes a process that has started one which compiles, and ends at once."""
    _starters.append(process)


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
    object_cache.save(identity, *made)
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
