"""Compiled modules on disk, so that an installation compiles once.

They lie in the package, where a wheel has put them (OBJECTS), and in the user's cache
(_user_cache.py). A file is named after what its module is made of: some entries with the types of
their arguments, the sources, the machine, and whether bounds are checked. It holds

    0   32s  checksum: SHA-256 of all that and of what is behind it
    32       the module: see entry.py, and compiling.py for browsers

The checksum finds accidents, before anything is run. Whatever is not as it should be is compiled
again and replaced. No version of Numba is in the name, as the module needs none.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from .. import _user_cache
from .._files import make_private_folder
from .._imported import IMPORTED_AT
from .forms import KERNELS

OBJECTS: Final = Path(__file__).with_name("objects")
"""The modules that came with the package."""
_OF_X86: Final = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
"""The abilities that tell the processors x86-64-v3."""
_IMPORTED: Final = (
    *("_files", "_forks", "_imported", "_json", "_log", "_user_cache", "errors"),
    *("evaluation/ranking", "evaluation/tables", "lexicon/trie", "rules/cards", "rules/ruleset"),
)
"""The imports of the kernels, and of what compiles them, from outside these two folders, and what
those import: their constants are frozen in the compiled code."""


class KeptModule:
    """A module as a file.

    Args:
        name: for people who look at the files.
        entries: their names and the types of arguments.
        target: the machines that it is for.
    """

    def __init__(self, name: str, entries: Sequence[str], target: Target) -> None:
        self.name: Final = name
        what = repr((entries, target.name, target.settings)).encode()
        sources = digest()
        # None if it cannot be told which the sources are: then the module is not kept.
        self.key: Final = None if sources is None else hashlib.sha256(sources + what).digest()

    def path(self, folder: Path) -> Path:
        """Its place in a folder."""
        return folder / f"{self.name}-{(self.key or b'').hex()[:32]}{_user_cache.KERNELS_SUFFIX}"

    def load(self) -> bytes | None:
        """The module, of the user's cache or else of the package; None if it is to be compiled."""
        if self.key is None:
            return None
        folder = cache_folder()
        if folder and (module := self._checked(_user_cache.open_trusted(self.path(folder)))):
            _user_cache.mark_used(self.path(folder))
            return module
        with suppress(OSError):  # Who could change a file there could change this one.
            return self._checked(self.path(OBJECTS).open("rb"))
        return None

    def loaded_or_made(self, make: Callable[[], bytes]) -> bytes:
        """The module as it is kept; else one process makes it, while others wait, and keeps it."""
        with _one_at_a_time():
            if module := self.load():
                return module
            module = make()
            if self.key is not None and (folder := cache_folder()):
                with suppress(Exception):  # What cannot be kept can be used all the same.
                    if _user_cache.write(self.path(folder), self._seal(module) + module):
                        _user_cache.keep_small(folder, self.path(folder))
            return module

    def put(self, module: bytes, folder: Path) -> Path:
        """Put the module in a folder that a package brings along; returns the path.

        Raises:
            OSError: its sources are not known, or the folder cannot be written.
        """
        if self.key is None:
            raise OSError("the sources of the kernels cannot be read, or have just been changed")
        folder.mkdir(exist_ok=True)
        self.path(folder).write_bytes(self._seal(module) + module)
        return self.path(folder)

    def _checked(self, file: BinaryIO | None) -> bytes | None:
        """The module of a file; None if there is none, or it is not this one."""
        if file is None:
            return None
        with file:
            seal, module = file.read(hashlib.sha256().digest_size), file.read()
        return module if seal == self._seal(module) else None

    def _seal(self, module: bytes) -> bytes:
        """The head before the right module."""
        return hashlib.sha256((self.key or b"") + module).digest()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Waits for another process that compiles; where there can be no lock, both do."""
    with ExitStack() as stack:
        if (folder := cache_folder()) and sys.platform != "win32":
            import fcntl

            with suppress(OSError):
                make_private_folder(folder)
                opened = os.open(folder / "kernels.lock", os.O_CREAT | os.O_WRONLY, 0o600)
                stack.callback(os.close, opened)
                fcntl.flock(opened, fcntl.LOCK_EX)
                # No other process is to have it, not even one that was forked meanwhile.
                stack.callback(fcntl.flock, opened, fcntl.LOCK_UN)
        yield


def cache_folder() -> Path | None:
    """The folder of the user's cache, which may not exist yet; None if there can be none.

    It lies in the folder that the user has named for the compiled code of all programs, if any.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    path = Path(chosen).absolute() / "letter-tycoon-solver" if chosen else _user_cache.folder()
    if path is None or (path.exists() and not _user_cache.is_trusted(path)):
        return None
    return path


def sources() -> list[Path]:
    """The source files: the kernels, what compiles them, and what they import from the package."""
    own = Path(__file__).parent
    modules = [*own.glob("*.py"), *(own.parent / "_kernels").glob("*.py")]
    return sorted(modules) + [own.parent / f"{name}.py" for name in _IMPORTED]


@functools.cache
def digest() -> bytes | None:
    """SHA-256 of all source files; None if it would not tell what this process runs.

    That is so where there are no source files to read, as in a zip archive, and where they have
    changed since the package was imported.
    """
    content, now = hashlib.sha256(), time.time()
    for path in sources():
        try:
            status, source = path.stat(), path.read_bytes()
        except OSError:
            return None
        if any(IMPORTED_AT <= at <= now for at in (status.st_mtime, status.st_ctime)):
            return None
        content.update(f"{path.name} {len(source)}\n".encode())
        content.update(source)
    of_kernels = (f"{__package__}.", f"{KERNELS}.")
    loaded = [one for name, one in list(sys.modules.items()) if name.startswith(of_kernels)]
    is_known = {Path(one.__file__ or os.devnull) for one in loaded} <= set(sources())
    return content.digest() if is_known else None


class Target(NamedTuple):
    """The machines that a module is for.

    Attributes:
        name: what tells them from others.
        settings: those with which Numba compiles for them.
        is_here: the machine here is one of them.
    """

    name: str
    settings: Mapping[str, str]
    is_here: bool


BROWSER: Final = Target("wasm32-unknown-unknown", {}, False)


def processor() -> Target:
    """This machine: its system, its processor and the abilities of that."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    name = f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"
    # The one setting of Numba that a user may make for kernels.
    return Target(name, {"NUMBA_BOUNDSCHECK": os.environ.get("NUMBA_BOUNDSCHECK", "0")}, True)


def baseline() -> Target:
    """Nearly every processor of a kind, for a wheel that travels; of an unknown kind, this one.

    A search takes a sixth more time there. Modules call nothing but the library of C.
    """
    import llvmlite.binding as llvm

    machine, abilities = platform.machine().lower(), llvm.get_host_cpu_features()
    if machine in ("x86_64", "amd64"):
        cpu, is_here = "x86-64-v3", all(map(abilities.get, _OF_X86))
    elif machine in ("aarch64", "arm64"):
        cpu, is_here = "generic", True
    else:
        return processor()
    given = {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": "", **processor().settings}
    return Target(f"{sys.platform} {cpu}", given, is_here)
