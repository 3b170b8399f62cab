"""Compiled kernels on disk, so that an installation compiles once.

They lie in a folder of the user's cache (_user_cache.py), named after a hash of all that machine
code is made from: the sources, Python, NumPy, Numba and LLVM. It has a file for each entry and the
types of its arguments, processor, and settings of Numba:

    0   8s   _MAGIC
    8   32s  checksum: SHA-256 of what the file is for and of all behind it
    40  1s   what the kernel returns, see machine_code.py
    41       the object file

The checksum finds accidents, before anything is run. Whatever is not as it should be is compiled
again and replaced. Nothing here needs Numba: a process that finds its kernels never imports it.

Where compiling.py fails, Numba keeps its own files in a folder beside them.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from .. import _user_cache
from .._files import make_private_folder
from . import sources
from .machine_code import MachineCode

_MAGIC: Final = b"LTYKERN2"
_SEAL_SIZE: Final = len(_MAGIC) + 32
_SUFFIX: Final = ".code"
_SUBFOLDER: Final = "letter-tycoon-solver"
"""In the folder that the user has named for the compiled code of all programs."""
_SETTING: Final = "NUMBA_"
_FOLDER_SETTING: Final = "NUMBA_CACHE_DIR"
_NOT_IN_THE_CODE: Final = ("CACHE", "COLOR", "CUDA", "THREAD", "DISABLE_JIT")
"""Settings of Numba with these words do not change the code for a processor."""


class Identity(NamedTuple):
    """The purpose of a file: equal for equal machine code from the same sources."""

    name: str
    key: bytes

    @classmethod
    def of(cls, name: str, types: str) -> Identity:
        """The name of an entry, and the types of its arguments by machine_code.type_name."""
        what = (name, types, _processor(), settings())
        return cls(name, hashlib.sha256(repr(what).encode()).digest())

    @property
    def stem(self) -> str:
        """The beginning of the names of its files."""
        return f"{self.name}-{self.key.hex()[:32]}"

    def path(self, folder: Path) -> Path:
        """Its file."""
        return folder / f"{self.stem}{_SUFFIX}"

    def seal(self, payload: bytes | memoryview) -> bytes:
        """The head before the payload of the right file."""
        checksum = hashlib.sha256(self.key + _version())
        checksum.update(payload)
        return _MAGIC + checksum.digest()


def load(identity: Identity) -> MachineCode | None:
    """The machine code; None if it is to be compiled."""
    # Whatever it is that fails here, to compile anew is right.
    with suppress(Exception):
        if payload := kept(identity):
            return MachineCode(payload[:1], payload[1:])
    return None


def kept(identity: Identity) -> bytes | None:
    """The payload of `save`: what the kernel returns, and the code; None if there is none."""
    folder = version_folder()
    payload = _read(identity, folder) if folder else None
    if folder and payload:
        _user_cache.mark_used(folder)
    return payload


def save(identity: Identity, returns: bytes, object_file: bytes) -> None:
    """Keeps machine code, if that is possible."""
    digest = sources.digest_at_start()
    # While it was compiled, the sources may have been replaced.
    if digest is None or digest != sources.digest() or (folder := version_folder()) is None:
        return
    payload = returns + object_file
    with suppress(Exception):  # What cannot be kept can be used all the same.
        if _user_cache.write(identity.path(folder), identity.seal(payload) + payload):
            _user_cache.keep_small(folder.parent, folder)


@contextmanager
def claimed(stem: str, wait: bool = False) -> Iterator[FileIO]:
    """A lock of this version by its name: that of a file for whoever makes the file.

    If this process has not waited for it, one that inherits it has it from then on.

    Raises:
        BlockingIOError: another process has it, and this one is not to wait.
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
        folder / f"{stem}.lock", "a", opener=lambda name, flags: os.open(name, flags, 0o600)
    ) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        try:
            yield lock
        finally:
            if wait:  # No other process is to have it, not even one that was forked meanwhile.
                fcntl.flock(lock, fcntl.LOCK_UN)


def version_folder() -> Path | None:
    """The folder of this version of the kernels, which may not exist yet; None if none can be."""
    version, path = _version(), _root()
    if not version or path is None:
        return None
    return path / f"{_user_cache.KERNELS_PREFIX}{version.hex()[:32]}"


def folder_for_numba() -> Path | None:
    """The folder for what Numba keeps by itself; None if there can be none.

    Numba looks at the file of a kernel only, not at those of the kernels that it calls. So the
    folder is in that of the version.
    """
    folder = version_folder()
    if folder is None:
        return None
    with suppress(OSError):
        make_private_folder(folder)
        if _user_cache.is_trusted(folder):
            return folder / hashlib.sha256(repr(settings()).encode()).hexdigest()[:32]
    return None


def _read(identity: Identity, folder: Path) -> bytes | None:
    """The content of a file behind its seal; None if there is none, or not this one."""
    file = _user_cache.open_trusted(identity.path(folder))
    if file is None:
        return None
    with file:
        content = memoryview(file.read())
    seal, payload = content[:_SEAL_SIZE], content[_SEAL_SIZE:]
    return bytes(payload) if seal == identity.seal(payload) else None


def _root() -> Path | None:
    """The folder with the folders of all versions of the kernels; None if none can be used."""
    chosen = os.environ.get(_FOLDER_SETTING)
    path = Path(chosen).absolute() / _SUBFOLDER if chosen else _user_cache.folder()
    if path is None or (path.exists() and not _user_cache.is_trusted(path)):
        return None
    return path


@functools.cache
def _processor() -> tuple[str, ...]:
    """The system, the processor and its abilities."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def settings() -> tuple[tuple[str, str], ...]:
    """The settings of Numba that may change the code."""
    return tuple(
        (name, value)
        for name, value in sorted(os.environ.items())
        if name.startswith(_SETTING) and not any(word in name for word in _NOT_IN_THE_CODE)
    )


@functools.cache
def _version() -> bytes:
    """SHA-256 of what all kernels are made from; empty if that is not known."""
    digest, numba = sources.digest_at_start(), _numba_version()
    if digest is None or numba is None:
        return b""
    import llvmlite

    versions = (sys.version, np.__version__, numba, llvmlite.__version__)
    return hashlib.sha256(digest + repr(versions).encode()).digest()


def _numba_version() -> str | None:
    """The version of Numba, which is read but not imported; None if it is not known."""
    spec = importlib.util.find_spec("numba")
    if spec is None or spec.origin is None:
        return None
    try:
        return Path(spec.origin).with_name("_version.py").read_text("utf-8")
    except OSError:
        return None
