"""Paths that are given, and files that appear under their names only when they are whole.

A file is written beside, as .NAME.RANDOM.unfinished with 16 hex digits, and then renamed. As long
as its writer lives, the writer holds a lock on it. Whoever writes a file of the same name next
removes what has no such lock: a killed process has left it. On Windows no lock is needed: nobody
can remove a file that another process has open.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Final

from .errors import InvalidInputError, show

_SUFFIX: Final = ".unfinished"
_ANY_RANDOM: Final = 16 * "[0-9a-f]"
_MAX_NUMBER: Final = 99
"""Of files that a job has kept under one name."""
_MAX_NAME: Final = 200
"""Bytes; systems take names of 255, and a hidden name is 29 longer."""
_MODE: Final = 0o666
"""Of a file for which nothing else is said: the umask takes away what it does."""
PRIVATE: Final = 0o600
"""Of a file that other users of the machine must not read."""
_FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def parse_path(path: object) -> Path:
    """The path that is given for a file.

    Raises:
        InvalidInputError: not a str without NUL or a Path.
    """
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


class UnfinishedFile:
    """A hidden file beside the one it is to become, claimed by this process.

    The file is there, and empty; who fills it opens `path`, and closes it before it is renamed.

    Attributes:
        path: its hidden name.
    """

    def __init__(self, target: Path, mode: int = _MODE) -> None:
        """Makes the file, after the removal of what killed processes left beside `target`.

        Args:
            target: the name that the file is to get.
            mode: its permissions, less what the umask takes away.

        Raises:
            OSError: the folder takes no files.
        """
        clear_unfinished(target.parent, glob.escape(_stem(target)))
        self.path, self._claim = _claimed_beside(target, mode)

    def rename(self, target: Path) -> None:
        """Gives the file the name `target`, in place of a file that has it.

        Raises:
            OSError: it cannot be renamed; it keeps its hidden name.
        """
        self._close_to_rename()
        try:
            self.path.replace(target)
        finally:
            self._claim.close()

    def rename_to_new(self, target: Path) -> None:
        """Gives the file the name `target`.

        Raises:
            FileExistsError: a file has that name.
            OSError: it cannot be renamed; it keeps its hidden name.
        """
        self._close_to_rename()
        try:
            os.link(self.path, target)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links. An empty file takes the name first.
            target.open("xb").close()
            self.path.replace(target)
        self.remove()

    def rename_to_free(self, target: Path) -> Path:
        """Gives the file the name `target`, with a number behind it if other files have that.

        Returns the path that it has then, which is its hidden one if it cannot be renamed.
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
        """Removes the file if it still has its hidden name."""
        self._claim.close()
        self.path.unlink(missing_ok=True)

    def _close_to_rename(self) -> None:
        """Windows renames no open file. Elsewhere the lock is held until the file has its name.

        Without it, another writer of this name would take the file for one that was left.
        """
        if sys.platform == "win32":
            self._claim.close()


@contextlib.contextmanager
def written_beside(target: Path, mode: int = _MODE) -> Iterator[Path]:
    """Where to write a file, which then gets its name; after an error it is removed.

    Args:
        target: the name that the file is to get.
        mode: its permissions, less what the umask takes away.

    Raises:
        OSError: the file cannot be made or renamed.
    """
    unfinished = UnfinishedFile(target, mode)
    try:
        yield unfinished.path
        unfinished.rename(target)
    finally:
        unfinished.remove()


def write_new(target: Path, data: bytes, mode: int = _MODE) -> None:
    """Writes a file that is not there yet; it appears whole or not at all.

    Args:
        target: the name that the file is to get.
        data: its content.
        mode: its permissions, less what the umask takes away.

    Raises:
        FileExistsError: a file has that name.
        OSError: it cannot be written.
    """
    unfinished = UnfinishedFile(target, mode)
    try:
        unfinished.path.write_bytes(data)
        unfinished.rename_to_new(target)
    finally:
        unfinished.remove()


def make_private_folder(path: Path) -> None:
    """Makes a folder and those above, closed to all others whatever the umask says.

    Raises:
        OSError: it cannot be made.
    """
    missing = [path]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)


def close_to_others(place: Path | int) -> None:
    """Takes a file or a folder, or an open file, away from all users but its owner.

    Nothing happens where the system has no such modes, or refuses.
    """
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(os.stat(place).st_mode)  # noqa: PTH116 (takes both)
        if mode & _FOR_OTHERS:
            os.chmod(place, mode & ~_FOR_OTHERS)  # noqa: PTH101 (takes both)


def clear_unfinished(folder: Path, pattern: str) -> None:
    """Removes what killed processes left of files whose names match a pattern, as of `glob`."""
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
        # Not from tempfile, whose files are closed to all other users whatever the umask says.
        path = target.with_name(f".{_stem(target)}.{os.urandom(8).hex()}{_SUFFIX}")
        claim = FileIO(path, "x", opener=lambda name, flags: os.open(name, flags, mode))
        # Before it had its lock, somebody may have taken it for one that was left.
        if _take_lock(claim) is not False and path.exists():
            return path, claim
        claim.close()


def _stem(target: Path) -> str:
    """The name of a file, or a short one for it where the hidden name would be too long."""
    name = os.fsencode(target.name)
    if len(name) <= _MAX_NAME:
        return target.name
    return hashlib.blake2b(name, digest_size=16).hexdigest()


def _take_lock(file: FileIO) -> bool | None:
    """Whether this process has the lock of a file now; None where there are no locks."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # Of the file system, which has none.
        return None
    return True
