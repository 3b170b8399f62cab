"""Compiled kernels of a release, which whoever installs it need not compile.

    NAME-DIGEST.wasm    for browsers: see wasm.py
    NAME-DIGEST.xz      a kernel for arguments of some types, for processors of the kind and systems
                        that the release was made on: what it returns, and its code before LLVM
                        optimises it, see compiling.py. The longer part of the work is done then.

The digest is that of the sources, and of the types and the platform. Any other file is not taken.
"""

from __future__ import annotations

import hashlib
import lzma
import platform
import sysconfig
from pathlib import Path
from typing import Final

from . import object_cache, sources

FOLDER: Final = Path(__file__).with_name("shipped")


def path(name: str, suffix: str, purpose: str) -> Path | None:
    """The path of a file for a purpose, made of these sources; None if these are not known."""
    digest = sources.digest()
    if digest is None:
        return None
    key = hashlib.sha256(digest + purpose.encode()).hexdigest()[:32]
    return FOLDER / f"{name}-{key}{suffix}"


def ship(file: Path | None, content: bytes) -> None:
    """Put a file where a release has it.

    Raises:
        OSError: its sources are not known, settings of Numba may be in it, or the folder cannot be
            written.
    """
    if chosen := object_cache.settings():
        raise OSError(f"a release is not for these settings of Numba alone: {dict(chosen)}")
    if file is None:
        raise OSError("the sources of the kernels cannot be read, or have just been changed")
    FOLDER.mkdir(exist_ok=True)
    file.write_bytes(content)


def ship_lowered(name: str, types: str, returns: bytes, code: str) -> None:
    """Put what compiling.lowered gives where a release has it; raises as `ship`."""
    ship(_lowered_path(name, types), lzma.compress(returns + code.encode()))


def lowered(name: str, types: str) -> tuple[bytes, str] | None:
    """Return the release's `compiling.lowered` of a kernel; None if it has none."""
    file = _lowered_path(name, types)
    if file is None or not file.exists():
        return None
    content = lzma.decompress(file.read_bytes())
    return content[:1], content[1:].decode()


def _lowered_path(name: str, types: str) -> Path | None:
    # On macOS one Python may be for two kinds of processors, and its platform names neither.
    return path(name, ".xz", f"{types} {sysconfig.get_platform()} {platform.machine()}")
