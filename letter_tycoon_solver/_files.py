"""Paths from the user, and files that appear under their names only when they are complete.

A file is written in the same folder as .NAME.RANDOM.unfinished, with 16 hex digits, and then
renamed. Its writer holds a lock on it. The next writer of NAME removes unfinished files without a
lock, because a killed process left them. Windows needs no lock: there, nobody can remove a file
that another process has open.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Final

from .errors import InvalidInputError, show

_SUFFIX: Final = ".unfinished"
_ANY_RANDOM: Final = 16 * "[0-9a-f]"
_MAX_NUMBER: Final = 99
"""The most files of one name."""
_MAX_NAME: Final = 200
"""The longest name in bytes; systems allow 255, and a hidden name is 29 longer."""
_MODE: Final = 0o666
PRIVATE: Final = 0o600
"""The permissions of a file that other users of the machine must not read."""


def parse_path(path: object) -> Path:
    """Return the path of a file; InvalidInputError if it is no Path, and no str without NUL."""
    try:
        parsed = Path(path)  # type: ignore[arg-type]
        is_path = b"\0" not in os.fsencode(parsed)
    except (TypeError, UnicodeError):
        is_path = False
    if not is_path:
        raise InvalidInputError(
            f"{show(path)} is given for a file; give its path, a string without NUL or a Path"
        )
    return parsed


def is_folder(path: Path) -> bool:
    """Return True for a folder; unlike `Path.is_dir`, False where a name is too long to ask."""
    return os.path.isdir(path)  # noqa: PTH112


class UnfinishedFile:
    """A hidden, unfinished file that this process owns, in the folder of the final one.

    It exists and is empty. To fill it, open `path`, and close it again before the renaming.
    """

    def __init__(self, target: Path, mode: int = _MODE) -> None:
        """Make the file, after removing the unfinished files of killed processes."""
        clear_unfinished(target.parent, glob.escape(_stem(target)))
        self.path, self._claim = _claimed_beside(target, mode)

    def rename(self, target: Path) -> None:
        """Give the file the name `target`, and replace a file with that name."""
        self._close_to_rename()
        try:
            self.path.replace(target)
        finally:
            self._claim.close()

    def rename_to_new(self, target: Path) -> None:
        """Give the file the name `target`; FileExistsError if another file has it."""
        self._close_to_rename()
        try:
            os.link(self.path, target)
        except FileExistsError:
            raise
        except OSError:
            # The file system has no hard links, so an empty file reserves the name first.
            target.open("xb").close()
            self.path.replace(target)
        self.remove()

    def rename_to_free(self, target: Path) -> Path:
        """Give the file the name `target`, followed by a number if other files have that name.

        Returns the new path, or the hidden one if the file cannot be renamed.
        """
        for number in ("", *range(2, _MAX_NUMBER + 1)):
            path = target.with_name(f"{target.name}{number}")
            try:
                self.rename_to_new(path)
            except FileExistsError:
                continue
            except OSError:
                break
            return path
        self._claim.close()
        return self.path

    def remove(self) -> None:
        """Remove the file if it still has its hidden name."""
        self._claim.close()
        self.path.unlink(missing_ok=True)

    def _close_to_rename(self) -> None:
        """Close the file on Windows, which cannot rename an open one.

        Elsewhere the lock is kept until then: without it another writer would remove the file.
        """
        if sys.platform == "win32":
            self._claim.close()


@contextlib.contextmanager
def written_beside(target: Path, mode: int = _MODE) -> Iterator[Path]:
    """Yield a path to write to; the file then gets its name, or is removed after an error."""
    unfinished = UnfinishedFile(target, mode)
    try:
        yield unfinished.path
        unfinished.rename(target)
    finally:
        unfinished.remove()


def write_new(target: Path, data: bytes, mode: int = _MODE) -> None:
    """Write a new file; it appears complete or not at all. FileExistsError if there is one."""
    unfinished = UnfinishedFile(target, mode)
    try:
        unfinished.path.write_bytes(data)
        unfinished.rename_to_new(target)
    finally:
        unfinished.remove()


def make_private_folder(path: Path) -> None:
    """Make a folder and its parents, closed to other users whatever the umask allows."""
    missing = [path]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)


def clear_unfinished(folder: Path, pattern: str) -> None:
    """Remove the unfinished files of killed processes whose names match a `glob` pattern."""
    for path in folder.glob(f".{pattern}.{_ANY_RANDOM}{_SUFFIX}"):
        if path.is_file() and not path.is_symlink():
            # Another process may remove it first.
            with contextlib.suppress(OSError):
                _remove_if_left(path)


def _remove_if_left(path: Path) -> None:
    if sys.platform == "win32":
        path.unlink()  # Raises OSError if a process has it open.
    else:
        with path.open("r+b", buffering=0) as file:
            if _take_lock(file):
                path.unlink()


def _claimed_beside(target: Path, mode: int) -> tuple[Path, FileIO]:
    while True:
        # tempfile is of no use here: it closes its files to other users whatever the umask allows.
        path = target.with_name(f".{_stem(target)}.{os.urandom(8).hex()}{_SUFFIX}")
        claim = FileIO(path, "x", opener=lambda name, flags: os.open(name, flags, mode))
        # Another writer may have removed the file as abandoned before it was locked.
        if _take_lock(claim) is not False and path.exists():
            return path, claim
        claim.close()


def _stem(target: Path) -> str:
    """Return the name of a file, shortened if the hidden name would be too long."""
    name = os.fsencode(target.name)
    if len(name) <= _MAX_NAME:
        return target.name
    return hashlib.blake2b(name, digest_size=16).hexdigest()


def _take_lock(file: FileIO) -> bool | None:
    """Take the lock of a file: True if this process has it now, None where there are no locks."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # The file system has no locks.
        return None
    return True
