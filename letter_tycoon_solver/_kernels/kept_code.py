"""Compiled kernels on disk, so that an installation compiles once.

Numba's own cache looks only at the file of the function that Python calls, not at those of the
functions that one calls, and unpickles whatever lies in its folder. So the kernels have another: a
folder of the user's cache (_user_cache.py), named after a hash of all that the machine code is
made from: the sources, Python, NumPy, Numba and LLVM. It has a file for each kernel and the types
of its arguments, processor, and settings of Numba:

    0   8s   _MAGIC
    8   32s  checksum: SHA-256 of what the file is for and of all behind it
    40       what Numba makes of a compiled function to be kept, pickled

The checksum finds accidents, before anything is unpickled or run. Whatever is not as it should be
is compiled again and replaced.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import llvmlite
import numba
import numpy as np
from numba import config
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from .. import _user_cache
from .._log import say_once
from . import sources

_MAGIC: Final = b"LTYKERN1"
_SEAL_SIZE: Final = len(_MAGIC) + 32
_SUFFIX: Final = ".code"
_SUBFOLDER: Final = "letter-tycoon-solver"
"""In the folder that the user has named for the compiled code of all programs."""
_NOT_IN_THE_CODE: Final = ("CACHE", "COLOR", "CUDA", "THREAD")
"""Settings of Numba with these words do not change the code for a processor."""


def keep(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a compiled function this cache; without JIT it is a function of Python's, and stays so.

    Numba has no public way for that; all it asks of a cache are the methods of KeptCode.
    """
    if isinstance(kernel, Dispatcher):
        kernel._cache = KeptCode(kernel.py_func)  # type: ignore[attr-defined]
    return kernel


def root() -> Path | None:
    """The folder with the folders of all versions of the kernels; None if none can be used."""
    chosen = config.CACHE_DIR  # type: ignore[attr-defined]
    path = Path(chosen).absolute() / _SUBFOLDER if chosen else _user_cache.folder()
    if path is None or (path.exists() and not _user_cache.is_trusted(path)):
        return None
    return path


class KeptCode:
    """The cache of one kernel, as Numba's dispatcher uses it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        folder = _folder()
        return None if folder is None else str(folder)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled function for these types of arguments; None if it is to be compiled."""
        target_context.refresh()
        if (folder := _folder()) is not None:
            identity = _Identity.of(self._name, signature, target_context.codegen())
            loaded = None
            # Whatever it is that fails here, to compile anew is right.
            with suppress(Exception):
                loaded = _load(identity, folder, signature, target_context)
            if loaded is not None:
                _user_cache.mark_used(folder)
                return loaded
            say_once("Compiling the search, once; this takes up to a minute ...")
        else:
            say_once("Compiling the search; this takes up to a minute ...")
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keeps a compiled function, if that is possible."""
        digest = sources.digest_at_start()
        # While it was compiled, the sources may have been replaced.
        if digest is None or digest != sources.digest() or (folder := _folder()) is None:
            return
        if compiled.library.has_dynamic_globals:  # It holds addresses of this process.
            return
        identity = _Identity.of(self._name, signature, compiled.codegen)
        with suppress(Exception):  # What cannot be kept can be used all the same.
            _save(identity, folder, compiled)

    def flush(self) -> None:
        """Numba asks for it when everything is to be compiled anew, which overwrites the files."""


class _Identity(NamedTuple):
    """What a file is for: equal for equal machine code from the same sources."""

    name: str
    key: bytes

    @classmethod
    def of(cls, name: str, signature: Any, codegen: Any) -> _Identity:
        settings = {
            setting: str(value)
            for setting, value in vars(config).items()
            if setting.isupper() and not any(word in setting for word in _NOT_IN_THE_CODE)
        }
        target = codegen.magic_tuple()  # The system, the processor and its abilities.
        what = (name, str(signature), target, sorted(settings.items()))
        return cls(name, hashlib.sha256(repr(what).encode()).digest())

    def path(self, folder: Path) -> Path:
        return folder / f"{self.name}-{self.key.hex()[:32]}{_SUFFIX}"

    def seal(self, payload: bytes | memoryview) -> bytes:
        """What stands before the payload of the right file."""
        checksum = hashlib.sha256(self.key + _version())
        checksum.update(payload)
        return _MAGIC + checksum.digest()


def _version() -> bytes:
    """SHA-256 of what all kernels are made from; empty if that is not known."""
    digest = sources.digest_at_start()
    if digest is None:
        return b""
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    return hashlib.sha256(digest + repr(versions).encode()).digest()


def _folder() -> Path | None:
    """The folder of this version of the kernels, which may not exist yet."""
    version, path = _version(), root()
    if not version or path is None:
        return None
    return path / f"{_user_cache.KERNELS_PREFIX}{version.hex()[:32]}"


def _load(identity: _Identity, folder: Path, signature: Any, target_context: Any) -> Any:
    """The function in a file; None if there is none, or not this one."""
    file = _user_cache.open_trusted(identity.path(folder))
    if file is None:
        return None
    with file:
        content = memoryview(file.read())
    seal, payload = content[:_SEAL_SIZE], content[_SEAL_SIZE:]
    if seal != identity.seal(payload):
        return None
    compiled = CompileResult._rebuild(target_context, *pickle.loads(payload))
    return compiled if tuple(compiled.signature.args) == tuple(signature) else None


def _save(identity: _Identity, folder: Path, compiled: Any) -> None:
    payload = dumps(compiled._reduce())
    if _user_cache.write(identity.path(folder), identity.seal(payload) + payload):
        _user_cache.keep_small(folder.parent, folder)
