"""Compiles a kernel in another process, which has nothing of this one but the search path.

The other process works in a folder of the package: Numba reads settings from a file of the working
directory, whatever that file is, and again for each function that it compiles.
"""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final

from .. import _user_cache
from ..errors import InvalidInputError
from . import object_cache, shipped, sources, ways
from .machine_code import type_name
from .object_cache import Identity
from .ways import Way

Compiler = Callable[[str, tuple[Any, ...]], tuple[bytes, bytes]]

_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import main; main()"
)
_FOLDER: Final = Path(__file__).parent
_NICENESS: Final = 10
_BESIDE: Final = "compiler"
"""The lock of the process that compiles beside."""
_JOB: Final = ".job"
"""Ends the name of a file with a function and its arguments, in the folder of the version."""
_FIRST: Final = "0."
"""Begins the name of a job that comes before those of kernels."""
_SETTINGS_FILE: Final = ".numba_config.yaml"
_MOST_SETTINGS: Final = 1 << 16
"""Bytes."""


def is_called_for() -> bool:
    """Return True if the working directory has settings; they are not meant for this package."""
    return os.path.lexists(_SETTINGS_FILE)


def check_settings() -> None:
    """Checks that this process can import Numba.

    Raises:
        InvalidInputError: the settings would fill the memory.
    """
    with suppress(OSError):
        path = Path(_SETTINGS_FILE).absolute()
        size = path.stat().st_size
        if path.is_file() and size > _MOST_SETTINGS:
            raise InvalidInputError(
                f"Numba would read {path} with its {size:,} bytes; move it, or work in another "
                "folder"
            )


def compiled_elsewhere(
    name: str, outlines: tuple[Any, ...], compiler: Compiler | None = None
) -> tuple[bytes, bytes]:
    """Compile a kernel by its name, "module.function", as compiled_here.

    Args:
        name: of the kernel.
        outlines: of its arguments.
        compiler: what compiles it there, by default `compiled_here`.

    Raises:
        Exception: there is no such process, or it has failed.
    """
    done = subprocess.run(
        _command(),
        input=_job(_answer, compiler or compiled_here, name, outlines),
        capture_output=True,
        cwd=_FOLDER,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(said.splitlines()[-1] if said else f"exit code {done.returncode}")
    digest, returns, object_file = pickle.loads(done.stdout)
    if digest != (sources.digest_at_start() or digest):
        raise RuntimeError("the source files are not those that this process has imported")
    return returns, object_file


def start_for(identity: Identity, outlines: tuple[Any, ...]) -> int:
    """Has a kernel compiled and kept by a process of its own, which has the lock of the kernel.

    Raises:
        BlockingIOError: another process has the lock.
        OSError: there can be no such process, or no lock.
    """
    with object_cache.claimed(identity.stem) as lock:
        return _started(lock, _keep_one, identity, outlines)


def add_job(identity: Identity, outlines: tuple[Any, ...]) -> None:
    """Leaves a kernel to the one process of the machine that compiles beside, if it can be kept."""
    _add_job(identity.stem, _keep_claimed, identity, outlines)


def add_call(function: str) -> None:
    """Leave a call of "module.function", for what it compiles, to the same process, first of all.

    What is compiled after it shares most functions with it, and takes half as long.
    """
    _add_job(f"{_FIRST}{function}", _call, function)


def _add_job(name: str, *job: Any) -> None:
    if folder := object_cache.version_folder():
        _user_cache.write(folder / f"{name}{_JOB}", pickle.dumps(job))


def start_beside(identity: Identity) -> int | None:
    """Starts the process that compiles beside, if it is to compile this kernel and does not yet.

    It gives way to others, says nothing, and ends with its work.

    Raises:
        BlockingIOError: it is there.
        OSError: there can be no such process, or no lock.
    """
    folder = object_cache.version_folder()
    if folder is None or not folder.joinpath(f"{identity.stem}{_JOB}").exists():
        return None
    with object_cache.claimed(_BESIDE) as lock:
        return _started(lock, _work_off, folder)


def _started(lock: FileIO, work: Callable[..., None], *args: Any) -> int:
    """Starts a process that has the lock from now on, and goes on when this one ends.

    Returns the id of one that starts it, and ends at once.
    """
    process = subprocess.Popen(
        _command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=_FOLDER,
        pass_fds=[lock.fileno()],
        start_new_session=True,
    )
    process.returncode = 0  # Nobody need wait for it; else Python would complain of that.
    assert process.stdin
    with suppress(BrokenPipeError), process.stdin:
        process.stdin.write(_job(_detached, work, *args))
    return process.pid


def main() -> None:
    """Take a job from the input, in the other process."""
    work, *args = pickle.load(sys.stdin.buffer)
    work(*args)


def _answer(compiler: Compiler, name: str, outlines: tuple[Any, ...]) -> None:
    # Numba may be told to write to its output too.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    result = (sources.digest_at_start(), *compiler(name, outlines))
    with output:
        pickle.dump(result, output)


def _detached(work: Callable[..., None], *args: Any) -> None:
    if os.fork() == 0:
        work(*args)


def _work_off(folder: Path) -> None:
    """Compiles what it is to, and what comes meanwhile."""
    os.nice(_NICENESS)
    while waiting := sorted(folder.glob(f"*{_JOB}")):
        file = _user_cache.open_trusted(waiting[0])
        # First of all: what fails is not to be tried again until it is asked for again.
        waiting[0].unlink()
        if file:
            with file, suppress(Exception):  # Whatever it is: there may be others.
                work, *args = pickle.load(file)
                work(*args)
        gc.collect()


def _call(function: str) -> None:
    os.environ[ways.SETTING] = ways.WAIT
    module, _, name = function.rpartition(".")
    getattr(importlib.import_module(module), name)()


def _keep_claimed(identity: Identity, outlines: tuple[Any, ...]) -> None:
    with object_cache.claimed(identity.stem):
        _keep_one(identity, outlines)


def _keep_one(identity: Identity, outlines: tuple[Any, ...]) -> None:
    # Whoever had the lock before may have just kept it.
    if not object_cache.load(identity):
        object_cache.save(identity, *compiled_here(identity.name, outlines))


def compiled_here(name: str, outlines: tuple[Any, ...]) -> tuple[bytes, bytes]:
    """Compile a kernel by its name: what it returns, and its object file.

    Raises:
        Exception: it cannot be compiled, or the code would not do in another process.
    """
    from . import compiling

    is_enabled = gc.isenabled()
    gc.disable()  # It would take a sixth of the time to find that nearly all is in use.
    try:
        with suppress(Exception):  # Whatever it is: what was not shipped is compiled from sources.
            if not object_cache.settings() and (made := _shipped(name, outlines)):
                return made[0], compiling.object_file(made[1])
        returns, code = compiling.lowered(ways.function(name, Way.AS_ONE_PIECE), outlines)
        return returns, compiling.object_file(code)
    finally:
        if is_enabled:
            gc.enable()


def _shipped(name: str, outlines: tuple[Any, ...]) -> tuple[bytes, str] | None:
    return shipped.lowered(name, ",".join(map(type_name, outlines)))


def _command() -> list[str]:
    """The command line of the other process; raises OSError if there can be none."""
    if not sys.executable or getattr(sys, "frozen", False):
        raise OSError("this program cannot start Python")
    # Modules of the working directory are not to be found.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", _PROGRAM]


def _job(*parts: Any) -> bytes:
    search_path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 (takes "")
    return pickle.dumps(search_path) + pickle.dumps(parts)
