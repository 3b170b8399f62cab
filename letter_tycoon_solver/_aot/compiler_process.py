"""Compiles in another process, which has nothing of this one but the search path.

The other process works in a folder of the package: Numba reads settings from a file of the working
directory, whatever that file is, and again for each function that it compiles. It ends when this
one does, for whatever reason. On a terminal it says how far it is.

    to it     pickles: the search path; what is asked for; then the pipe stays open
    from it   a pickle: the module and the digest of its sources, or an error
"""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from .._log import say_once
from ..errors import InvalidInputError
from . import forms, kept
from .kept import Target

_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import main; main()"
)
_OF_LOWERING: Final = 70
"""The percentage of the time until all functions are lowered."""


Entries = Sequence[tuple[str, tuple[Any, ...]]]
"""The names of entries, "module.function", and the outlines of their arguments."""


def compiled(entries: Entries, target: Target) -> bytes:
    """Make a module of entries for some machines.

    Raises:
        InvalidInputError: it is for browsers, and there is no linker.
        Exception: there is no such process, or it has failed.
    """
    import subprocess  # Slow to import, and of no use where nothing is compiled.

    linker = _linker() if target == kept.BROWSER else ()
    for_good = ", once" if kept.digest() and kept.cache_folder() else ""
    say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
    # The code is that of the target, whatever the user has set for other programs.
    variables = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    search_path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 (takes "")
    answer: Any = None
    with subprocess.Popen(
        _command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if _is_on_terminal() else subprocess.DEVNULL,
        cwd=Path(__file__).parent,
        env={**variables, **target.settings},
    ) as child:
        assert child.stdin
        assert child.stdout
        try:
            child.stdin.write(pickle.dumps(search_path) + pickle.dumps((entries, linker)))
            child.stdin.flush()
            with suppress(EOFError):
                answer = pickle.load(child.stdout)
        finally:
            child.stdin.close()  # Which ends it, should it not be done.
            if _is_on_terminal():
                sys.stderr.write("\r     \r")
    if answer is None:
        raise RuntimeError(f"the compiler has ended with exit code {child.returncode}")
    if isinstance(answer, Exception):
        raise answer
    module, digest = answer
    if digest != (kept.digest() or digest):
        raise RuntimeError("the sources are not those that this process imported")
    return bytes(module)


def _is_on_terminal() -> bool:
    with suppress(AttributeError, OSError, ValueError):  # There may be none, or no longer.
        return sys.stderr.isatty()
    return False


def _command() -> list[str]:
    """The command line of the other process; raises OSError if there can be none."""
    if not sys.executable or getattr(sys, "frozen", False):
        raise OSError("this program cannot start Python")
    # Modules of the working directory are not to be found.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", _PROGRAM]


def _linker() -> Sequence[str]:
    """The command line of a linker for WebAssembly."""
    if find_spec("ziglang"):
        return sys.executable, "-m", "ziglang", "wasm-ld"
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 14, -1))):
        if path := shutil.which(name):
            return (path,)
    raise InvalidInputError(
        "the kernels are to be linked for browsers, and there is no wasm-ld; install one with: pip"
        ' install "letter-tycoon-solver[site]"'
    )


def main() -> None:
    """Compile what the input asks for, in the other process."""
    # Numba may be told to write to its output too.
    output, terminal = (os.fdopen(os.dup(fd), "wb") for fd in (1, 2))
    for fd in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), fd)
    gc.disable()  # It would take a sixth of the time to find that nearly all is in use.
    forms.take_for_compiler()
    done = total = 0

    def heard() -> None:
        nonlocal done
        done += 1
        if terminal.isatty():
            with suppress(OSError):  # It may be gone.
                terminal.write(b"\r%3d %%" % (_OF_LOWERING * done // max(done, total)))
                terminal.flush()

    answer: Any
    try:
        entries, linker = pickle.load(sys.stdin.buffer)
        threading.Thread(target=_end_with_parent, daemon=True).start()
        total = _n_functions(entries)
        compiling = import_module(".compiling", __package__)
        answer = compiling.compiled(entries, heard, linker), kept.digest()
    except Exception as error:  # Whatever it is, it is told; who reads it has no Numba.
        answer = RuntimeError(" ".join(f"{type(error).__name__}: {error}".split()))
    output.write(pickle.dumps(answer))
    output.flush()
    os._exit(0)  # There is much to clear away, and nobody needs it to be.


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def _n_functions(entries: Entries) -> int:
    """The number of functions that some entries need."""
    found: set[object] = set()
    waiting = [forms.function(name) for name, _ in entries]
    while waiting:
        plain = getattr(waiting.pop(), "py_func", None)
        if plain is not None and plain not in found:
            found.add(plain)
            waiting += map(plain.__globals__.get, plain.__code__.co_names)
    return len(found)
