"""The user's cache folder: its place, its safety, and its size.

    FOLDER/KEY.v1.lexicon  a compiled lexicon, see lexicon/cache.py
    FOLDER/NAME-KEY.code   compiled kernels, see _aot/kept.py

The package runs these files as machine code, or reads them without further checks. So it uses them
only if nobody else could have put them there: the folders and files must be the user's own, and no
one else may write to them. Where the system has no such modes and owners, as on Windows, the folder
must lie in the user's profile folder. If these conditions fail, or there is no such folder, the
package says so once and works without it.

After each write, the package removes unfinished files of killed processes, then files unused for
MAX_UNUSED_DAYS, then the files unused for longest, until MAX_BYTES are left.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from ._files import clear_unfinished, make_private_folder, written_beside
from ._log import say_once

FOLDER_VARIABLE: Final = "LETTER_TYCOON_CACHE"
"""The environment variable that names another folder."""

LEXICON_SUFFIX: Final = ".lexicon"
KERNELS_SUFFIX: Final = ".code"

MAX_BYTES: Final = 512 * 1024 * 1024
MAX_UNUSED_DAYS: Final = 90

_DAY: Final = 86_400
_MODE: Final = 0o644
"""The permissions of the files: whatever the umask allows, nobody else may write to them."""
_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_HAS_MODES: Final = os.name == "posix"
_MEND: Final = "mend that (chown, chmod go-w), or "


def folder() -> Path | None:
    """Return the user's folder, which may not exist yet; log once and return None without one."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).absolute()
    import platformdirs  # Slow to import, and not needed where the variable is set.

    try:
        path = platformdirs.user_cache_path("letter-tycoon-solver", appauthor=False)
    except (OSError, RuntimeError):  # RuntimeError: the user has no home.
        path = Path()
    if path.is_absolute():
        return path
    say_once(
        "Your user has no home folder, so nothing that is compiled can be kept; set "
        f"{FOLDER_VARIABLE} to a folder of your own."
    )
    return None


def is_trusted(path: Path) -> bool:
    """Return True if a folder exists and nobody else can write to it; log once if others can."""
    try:
        fault = _fault_of(path)
    except OSError:
        return False
    if fault is not None:
        say_once(
            f"{path} is not used to keep what is compiled, because {fault}; "
            f"{_MEND if _HAS_MODES else ''}name another folder in {FOLDER_VARIABLE} or"
            " NUMBA_CACHE_DIR."
        )
    return fault is None


def open_trusted(path: Path) -> BinaryIO | None:
    """Open a file of a trusted folder; None if it is missing or not the user's own."""
    if not is_trusted(path.parent):
        return None
    try:
        file = path.open("rb")
    except OSError:
        return None
    if _fault_of(file.fileno()) is not None:
        file.close()
        return None
    return file


def mark_used(path: Path) -> None:
    """Mark a file as used; once a day is enough."""
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - _DAY:
            os.utime(path)


def write(path: Path, content: bytes | bytearray) -> bool:
    """Keep a file, which is renamed when it is complete; False if that is impossible."""
    try:
        make_private_folder(path.parent)
        if not is_trusted(path.parent):
            return False
        # Windows refuses to rename onto `path` while another process has it mapped.
        with written_beside(path, _MODE) as unfinished:
            unfinished.write_bytes(content)
    except OSError as error:
        say_once(
            f"{path.parent} cannot be written ({error.strerror or error}), so what is compiled is "
            f"not kept; name another folder in {FOLDER_VARIABLE} or NUMBA_CACHE_DIR."
        )
        return False
    return True


def keep_small(root: Path, newest: Path) -> None:
    """Remove old files, and the oldest if there are too many, but not `newest`."""
    others: list[Path] = []
    for suffix in (LEXICON_SUFFIX, KERNELS_SUFFIX):
        clear_unfinished(root, f"*{suffix}")
        others += (path for path in root.glob(f"*{suffix}") if path.is_file() and path != newest)
    oldest = time.time() - MAX_UNUSED_DAYS * _DAY
    room = MAX_BYTES - _size(newest)
    for path in sorted(others, key=_last_use, reverse=True):
        room -= _size(path)
        if room < 0 or _last_use(path) < oldest:
            with suppress(OSError):  # Another process may remove it first.
                path.unlink()


def _fault_of(place: Path | int) -> str | None:
    """Return the reason why others could change a folder or open file; None if they cannot."""
    status = os.stat(place)  # noqa: PTH116 (takes both)
    if not _HAS_MODES:
        # An open file was found in a folder that was checked before.
        is_closed = isinstance(place, int) or _is_in_profile(place)
        return None if is_closed else "it is not in the profile folder of your user"
    if status.st_uid != os.geteuid():
        return "it belongs to another user"
    if status.st_mode & _WRITABLE_BY_OTHERS:
        return "other users can write to it"
    return None


def _is_in_profile(path: Path) -> bool:
    try:
        return path.resolve().is_relative_to(Path.home().resolve())
    except (OSError, RuntimeError):  # RuntimeError: the user has no home.
        return False


def _last_use(path: Path) -> float:
    """Return seconds since 1970; the current time if the file is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()


def _size(path: Path) -> int:
    """Return the bytes in a file; none if it is gone."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
