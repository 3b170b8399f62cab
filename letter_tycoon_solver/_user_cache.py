"""The user's cache folder: where it is, whether it can be trusted, and how it stays small.

    FOLDER/KEY.v1.lexicon       a compiled lexicon, see lexicon/cache.py
    FOLDER/kernels-HASH/*.code  compiled kernels, see _kernels/kept_code.py

What is in it is run as machine code or read without further checks, so it is used only if nobody
else could have put it there: the folders and the files are the user's own and no one else may write
to them. Who can write to a folder above could put another one in its place, but not one of the
user's. Where there are no such modes and owners, as on Windows, the folder must lie in the profile
folder of the user, which the system keeps closed to others. Where that is not so, or where there is
no such folder, the package says so once and works without.

It stays small: after a write, what killed processes left unfinished is removed, what was not used
for MAX_UNUSED_DAYS, and of the rest what was used longest ago, until MAX_BYTES are left. A process
that has an old file open or mapped keeps it; where the system refuses to remove such a file, as
Windows does, it stays for the next time.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from ._files import clear_unfinished, make_private_folder, written_beside
from ._log import say_once

FOLDER_VARIABLE: Final = "LETTER_TYCOON_CACHE"
"""The environment variable that names another folder."""

LEXICON_SUFFIX: Final = ".lexicon"
KERNELS_PREFIX: Final = "kernels-"

MAX_BYTES: Final = 512 * 1024 * 1024
MAX_UNUSED_DAYS: Final = 90

_DAY: Final = 86_400
_MODE: Final = 0o644
"""Of the files: whatever the umask says, no one else may write to them."""
_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_HAS_MODES: Final = os.name == "posix"
_MEND: Final = "mend that (chown, chmod go-w), or "


def folder() -> Path | None:
    """The folder of the user, which may not exist yet; None, said once, if there is none."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).absolute()
    import platformdirs  # Costs as much as a load, and is not needed where the variable is set.

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
    """Whether a folder exists and nobody else can put anything into it; says once if others can."""
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
    """A file of a trusted folder, open for reading; None if it is not there or not the user's."""
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
    """Notes that a file, or a folder of kernels, is in use; once a day is enough."""
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - _DAY:
            os.utime(path)


def write(path: Path, content: bytes | bytearray) -> bool:
    """Keeps a file; False if that was not possible.

    Any number of processes can do so at once: each writes a file of its own and renames it, and
    all of them hold the same.
    """
    try:
        make_private_folder(path.parent)
        if not is_trusted(path.parent):
            return False
        # Windows refuses the name while another process has `path` mapped.
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
    """Removes from a folder, laid out as above, what is too old or too much, but not `newest`."""
    now = time.time()
    clear_unfinished(root, f"*{LEXICON_SUFFIX}")
    for path in _entries(root):
        if path.is_dir():
            clear_unfinished(path, "*")
    room = MAX_BYTES - _size(newest)
    others = (path for path in _entries(root) if path != newest)
    for path in sorted(others, key=_last_use, reverse=True):
        room -= _size(path)
        if room < 0 or _last_use(path) < now - MAX_UNUSED_DAYS * _DAY:
            _remove(path)


def _entries(root: Path) -> Iterator[Path]:
    """The compiled lexicons and the folders of kernels, and nothing that lies beside them."""
    for path in root.glob(f"*{LEXICON_SUFFIX}"):
        if path.is_file():
            yield path
    for path in root.glob(f"{KERNELS_PREFIX}*"):
        if path.is_dir() and not path.is_symlink():
            yield path


def _fault_of(place: Path | int) -> str | None:
    """Why others could change a folder, or an open file; None if they cannot."""
    status = os.stat(place)  # noqa: PTH116 (takes both)
    if not _HAS_MODES:
        # A file that is open was found in a folder that was checked.
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
    """Seconds since 1970; now for what another process has just removed."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()


def _size(path: Path) -> int:
    """Bytes of a file, or of the files in a folder."""
    try:
        paths = path.rglob("*") if path.is_dir() else [path]
        return sum(each.stat().st_size for each in paths)
    except OSError:  # Another process has removed it.
        return 0


def _remove(path: Path) -> None:
    """Removes a file or a folder; another process may do so first."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()
