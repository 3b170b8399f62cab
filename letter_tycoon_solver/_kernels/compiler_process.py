"""Compiles a kernel in a process of its own, which has nothing of this one but the search path.

The process works in a folder of the package: Numba reads settings from a file of the working
directory, whatever that file is, and again for each function that it compiles.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from ..errors import InvalidInputError
from . import sources, ways
from .ways import Way

_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import main; main()"
)
_SETTINGS_FILE: Final = ".numba_config.yaml"
_MOST_SETTINGS: Final = 1 << 16
"""Bytes."""


def is_called_for() -> bool:
    """Whether the working directory has settings; they are not meant for this package."""
    return os.path.lexists(_SETTINGS_FILE)


def check_settings() -> None:
    """Checks that this process can import Numba.

    Raises:
        InvalidInputError: the settings would fill the memory.
    """
    with contextlib.suppress(OSError):
        path = Path(_SETTINGS_FILE).absolute()
        size = path.stat().st_size
        if path.is_file() and size > _MOST_SETTINGS:
            raise InvalidInputError(
                f"Numba would read {path} with its {size:,} bytes; move it, or work in another "
                "folder"
            )


def compiled_elsewhere(name: str, outlines: tuple[Any, ...]) -> tuple[bytes, bytes]:
    """As compiling.compiled, of a kernel by its name, "module.function".

    Raises:
        Exception: there is no such process, or it has failed.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        raise OSError("this program cannot start Python")
    search_path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 (takes "")
    done = subprocess.run(
        # Modules of the working directory are not to be found.
        [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", _PROGRAM],
        input=pickle.dumps(search_path) + pickle.dumps((name, outlines)),
        capture_output=True,
        cwd=Path(__file__).parent,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(said.splitlines()[-1] if said else f"exit code {done.returncode}")
    digest, returns, object_file = pickle.loads(done.stdout)
    if digest != (sources.digest_at_start() or digest):
        raise RuntimeError("the source files are not those that this process has imported")
    return returns, object_file


def main() -> None:
    """What that process does: takes a job from its input, and answers on its output."""
    # Numba may be told to write to its output too.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    name, outlines = pickle.load(sys.stdin.buffer)
    from . import compiling

    kernel = ways.function(name, Way.AS_ONE_PIECE)
    returns, object_file = compiling.compiled(kernel, outlines)
    with output:
        pickle.dump((sources.digest_at_start(), returns, object_file), output)
