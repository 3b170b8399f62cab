"""Compiles in another process, which has nothing of this one but the search path.

The other process works in a folder of the package: Numba reads settings from a file of the working
directory, whatever that file is, and again for each function that it compiles. It ends when this
one does, for whatever reason.

    to it     the search path; whether it is for a browser, the entries; then the pipe stays open
    from it   lines: "DONE OF" of its functions are lowered; then "made" and a pickle of the digest
              of its sources and the module, or "failed" and what the error says
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from . import forms, sources

if TYPE_CHECKING:
    from .compiling import Entries

_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import main; main()"
)
_FOLDER: Final = Path(__file__).parent
_OF_LOWERING: Final = 0.7
"""The share of the time until all functions are lowered."""


class _Kernel(Protocol):
    """The part of an `Entry` that is needed here: entry.py imports this module."""

    name: str
    outlines: tuple[Any, ...]


def compiled(
    entries: Iterable[_Kernel],
    settings: Mapping[str, str] = MappingProxyType({}),
    *,
    for_browser: bool = False,
) -> bytes:
    """Make a module of entries.

    Args:
        entries: the kernels that Python calls in it.
        settings: of Numba, beside those that this process has.
        for_browser: make WebAssembly, not code for the processor here.

    Raises:
        Exception: there is no such process, or it has failed.
    """
    import subprocess  # Slow to import, and of no use where nothing is compiled.

    job = for_browser, tuple((entry.name, entry.outlines) for entry in entries)
    search_path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 (takes "")
    with subprocess.Popen(
        _command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_FOLDER,
        env={**os.environ, **settings},
    ) as child:
        assert child.stdin
        assert child.stdout
        try:
            child.stdin.write(pickle.dumps(search_path) + pickle.dumps(job))
            child.stdin.flush()
            for line in child.stdout:
                word, _, rest = line.decode().strip().partition(" ")
                if word == "made":
                    digest, module = pickle.load(child.stdout)
                    if digest != (sources.digest_at_start() or digest):
                        raise RuntimeError("the sources are not those that this process imported")
                    return bytes(module)
                if word == "failed":
                    raise RuntimeError(rest)
                _show(f"{100 * _OF_LOWERING * int(word) / int(rest):3.0f} %")
        finally:
            _show("     \r")
            child.stdin.close()  # Which ends it, should it not be done.
    raise RuntimeError(f"the compiler has ended with exit code {child.returncode}")


def main() -> None:
    """Compile what the input asks for, in the other process."""
    # Numba may be told to write to its output too.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    gc.disable()  # It would take a sixth of the time to find that nearly all is in use.
    forms.take_for_compiler()
    done = total = 0

    def heard() -> None:
        nonlocal done
        done += 1
        output.write(f"{done} {max(done, total)}\n".encode())
        output.flush()

    try:
        for_browser, entries = pickle.load(sys.stdin.buffer)
        threading.Thread(target=_end_with_parent, daemon=True).start()
        total = _n_functions(entries)
        compiler = import_module(".wasm" if for_browser else ".compiling", __package__)
        module = compiler.compiled(entries, heard)
    except Exception as error:  # Whatever it is, it is told.
        told = " ".join(f"{type(error).__name__}: {error}".split())
        output.write(f"failed {told}\n".encode())
    else:
        output.write(b"made\n" + pickle.dumps((sources.digest_at_start(), module)))
    output.flush()
    os._exit(0)  # There is much to clear away, and nobody needs it to be.


def _show(progress: str) -> None:
    """Write over the line on a terminal that tells how far the compiler is."""
    with suppress(OSError, ValueError):  # The terminal may be gone.
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write(f"\r{progress}")
            sys.stderr.flush()


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def _n_functions(entries: Entries) -> int:
    """The number of functions that some entries need."""
    found: set[object] = set()
    waiting = [forms.function(name) for name, _ in entries]
    while waiting:
        function = waiting.pop()
        plain = getattr(function, "py_func", None)
        if plain is not None and plain not in found:
            found.add(plain)
            waiting += map(plain.__globals__.get, plain.__code__.co_names)
    return len(found)


def _command() -> list[str]:
    """The command line of the other process; raises OSError if there can be none."""
    if not sys.executable or getattr(sys, "frozen", False):
        raise OSError("this program cannot start Python")
    # Modules of the working directory are not to be found.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", _PROGRAM]
