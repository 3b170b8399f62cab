"""Which source files compiled kernels depend on, as one hash."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import time
from pathlib import Path
from typing import Final

from .._imported import IMPORTED_AT
from .forms import KERNELS

_IMPORTED: Final = (
    *("_files", "_forks", "_imported", "_json", "_log", "_user_cache", "errors"),
    *("evaluation/ranking", "evaluation/tables", "lexicon/trie", "rules/cards", "rules/ruleset"),
)
"""Their imports from outside these two folders, and what those import: their constants are
frozen in the compiled code."""


def paths() -> list[Path]:
    """The source files: the kernels, what compiles them, and what they import from the package."""
    own = Path(__file__).parent
    modules = [*own.glob("*.py"), *(own.parent / "_kernels").glob("*.py")]
    return sorted(modules) + [own.parent / f"{name}.py" for name in _IMPORTED]


def digest() -> bytes | None:
    """SHA-256 of all source files; None if it would not tell what this process runs.

    That is so where there are no source files to read, as in a zip archive, and where they have
    changed since the package was imported.
    """
    content = hashlib.sha256()
    files = paths()
    if not _loaded() <= set(files):
        return None
    now = time.time()
    for path in files:
        try:
            status, source = path.stat(), path.read_bytes()
        except OSError:
            return None
        if any(IMPORTED_AT <= at <= now for at in (status.st_mtime, status.st_ctime)):
            return None
        content.update(f"{path.name} {len(source)}\n".encode())
        content.update(source)
    return content.digest()


@functools.cache
def digest_at_start() -> bytes | None:
    """Return `digest`, found out once in a process."""
    return digest()


def _loaded() -> set[Path]:
    """The files of the kernels' modules in this process."""
    return {
        Path(module.__file__ or os.devnull)
        for name, module in list(sys.modules.items())
        if name.startswith((f"{__package__}.", f"{KERNELS}."))
    }
