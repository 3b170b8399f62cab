"""Compiled modules on disk, so that an installation compiles once.

They lie in the package, where a wheel has put them (OBJECTS), and in a folder of the user's cache
(_user_cache.py) that is named after a hash of the sources. A file is for some entries with
the types of their arguments, for a target, and for settings of Numba:

    0   8s   _MAGIC
    8   32s  checksum: SHA-256 of what the file is for and of all behind it
    40       the module: see machine_code.py, and wasm.py for browsers

The checksum finds accidents, before anything is run. Whatever is not as it should be is compiled
again and replaced. Nothing here needs Numba, and no version of it is in the key: the module does
not, either.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from .. import _user_cache
from .._files import make_private_folder
from . import sources

OBJECTS: Final = Path(__file__).with_name("objects")
"""The modules that came with the package."""
_MAGIC: Final = b"LTYKERN3"
_SEAL_SIZE: Final = len(_MAGIC) + 32
_SUFFIX: Final = ".code"
_SUBFOLDER: Final = "letter-tycoon-solver"
"""In the folder that the user has named for the compiled code of all programs."""
_SETTING: Final = "NUMBA_"
_FOLDER_SETTING: Final = "NUMBA_CACHE_DIR"
_NOT_IN_THE_CODE: Final = ("CACHE", "COLOR", "CUDA", "THREAD", "DISABLE_JIT")
"""Settings of Numba with these words do not change the code for a processor."""


class Identity(NamedTuple):
    """The purpose of a file: equal for equal modules from the same sources."""

    name: str
    key: bytes

    @classmethod
    def of(cls, name: str, entries: Iterable[object], target: str) -> Identity:
        """The identity of a module.

        Args:
            name: for people who look at the files.
            entries: its entries, which as text are their names and the types of their arguments.
            target: the machine that it is for.
        """
        what = (list(map(str, entries)), target, settings())
        return cls(name, hashlib.sha256(repr(what).encode()).digest())

    @property
    def stem(self) -> str:
        """The beginning of the names of its files."""
        return f"{self.name}-{self.key.hex()[:32]}"

    def path(self, folder: Path) -> Path:
        """Its file."""
        return folder / f"{self.stem}{_SUFFIX}"

    def seal(self, module: bytes | memoryview) -> bytes:
        """The head before the right module."""
        checksum = hashlib.sha256(self.key + (sources.digest_at_start() or b""))
        checksum.update(module)
        return _MAGIC + checksum.digest()


def load(identity: Identity) -> bytes | None:
    """The module of the user's cache, or else of the package; None if it is to be compiled."""
    if sources.digest_at_start() is None:
        return None
    folder = version_folder()
    if folder and (module := _opened(identity, _user_cache.open_trusted(identity.path(folder)))):
        _user_cache.mark_used(folder)
        return module
    with suppress(OSError):  # Who could change a file there could change this one.
        return _opened(identity, identity.path(OBJECTS).open("rb"))
    return None


def loaded_or_made(identity: Identity, make: Callable[[], bytes]) -> bytes:
    """The module as it is kept; else it is made, by one process while others wait, and kept."""
    with ExitStack() as stack:
        with suppress(OSError):  # Without a lock, others may do the same.
            stack.enter_context(_claimed(identity))
        if module := load(identity):
            return module
        module = make()
        _save(identity, module)
        return module


def _save(identity: Identity, module: bytes) -> None:
    """Keeps a module in the user's cache, if that is possible."""
    # While it was compiled, the sources may have been replaced.
    if not _is_of_these_sources() or (folder := version_folder()) is None:
        return
    with suppress(Exception):  # What cannot be kept can be used all the same.
        if _user_cache.write(identity.path(folder), identity.seal(module) + module):
            _user_cache.keep_small(folder.parent, folder)


def put_in_package(identity: Identity, module: bytes, objects: Path | None = None) -> Path:
    """Puts a module in the folder that a package brings along; returns the path.

    Raises:
        OSError: its sources are not known, settings of Numba may be in it, or the folder cannot be
            written.
    """
    if chosen := settings():
        raise OSError(f"a package is not for these settings of Numba alone: {dict(chosen)}")
    if not _is_of_these_sources():
        raise OSError("the sources of the kernels cannot be read, or have just been changed")
    folder = objects or OBJECTS
    folder.mkdir(exist_ok=True)
    path = identity.path(folder)
    path.write_bytes(identity.seal(module) + module)
    return path


@contextmanager
def _claimed(identity: Identity) -> Iterator[None]:
    """The lock of a file for whoever makes it; waits for another who does.

    Raises:
        OSError: there can be no lock.
    """
    folder = version_folder()
    if folder is None or sys.platform == "win32":
        raise OSError("there can be no lock")
    import fcntl

    make_private_folder(folder)
    if not _user_cache.is_trusted(folder):
        raise OSError("others could take the lock")
    with FileIO(
        folder / f"{identity.stem}.lock",
        "a",
        opener=lambda name, flags: os.open(name, flags, 0o600),
    ) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:  # No other process is to have it, not even one that was forked meanwhile.
            fcntl.flock(lock, fcntl.LOCK_UN)


def version_folder() -> Path | None:
    """The folder of this version of the kernels, which may not exist yet; None if none can be."""
    digest, path = sources.digest_at_start(), _root()
    if digest is None or path is None:
        return None
    return path / f"{_user_cache.KERNELS_PREFIX}{digest.hex()[:32]}"


def processor() -> str:
    """The target of this machine: its system, its processor and the abilities of that."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"


class Baseline(NamedTuple):
    """The abilities of nearly every processor of a kind, for a wheel that travels.

    Attributes:
        cpu: its name for LLVM.
        features: the abilities that tell those that have it.
    """

    cpu: str
    features: tuple[str, ...]

    @property
    def target(self) -> str:
        """The target of its modules; they call nothing but the library of C."""
        return f"{sys.platform} {self.cpu}"

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings with which Numba compiles for it."""
        return {f"{_SETTING}CPU_NAME": self.cpu, f"{_SETTING}CPU_FEATURES": ""}

    def is_here(self) -> bool:
        """Can the processor of this machine do all that?"""
        import llvmlite.binding as llvm

        here = llvm.get_host_cpu_features()
        return all(here.get(feature) for feature in self.features)


_X86: Final = Baseline(
    "x86-64-v3", ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
)
_ARM: Final = Baseline("generic", ())
_BASELINES: Final = {"x86_64": _X86, "amd64": _X86, "aarch64": _ARM, "arm64": _ARM}
"""By the kind of processor, as Python calls it in small letters."""


def baseline() -> Baseline | None:
    """The baseline of machines of this kind; None if there is none."""
    return _BASELINES.get(platform.machine().lower())


def usable_targets() -> Iterator[str]:
    """The targets whose modules run here, the better one first."""
    yield processor()
    if (found := baseline()) and found.is_here():
        yield found.target


def settings() -> tuple[tuple[str, str], ...]:
    """The settings of Numba that may change the code."""
    return tuple(
        (name, value)
        for name, value in sorted(os.environ.items())
        if name.startswith(_SETTING) and not any(word in name for word in _NOT_IN_THE_CODE)
    )


def _is_of_these_sources() -> bool:
    digest = sources.digest_at_start()
    return digest is not None and digest == sources.digest()


def _opened(identity: Identity, file: BinaryIO | None) -> bytes | None:
    """The module of a file; None if there is none, or it is not this one."""
    if file is None:
        return None
    with file:
        content = memoryview(file.read())
    seal, module = content[:_SEAL_SIZE], content[_SEAL_SIZE:]
    return bytes(module) if seal == identity.seal(module) else None


def _root() -> Path | None:
    """The folder with the folders of all versions of the kernels; None if none can be used."""
    chosen = os.environ.get(_FOLDER_SETTING)
    path = Path(chosen).absolute() / _SUBFOLDER if chosen else _user_cache.folder()
    if path is None or (path.exists() and not _user_cache.is_trusted(path)):
        return None
    return path
