"""One writer for a record: a lock of the operating system on the open file.

It lies on the record itself, not on a file beside it. So none is left behind, nothing else has to
be writable, and all names of a file share it. It belongs to the open file: two in one process are
kept apart as well, and it ends when the file is closed or the process is, in whatever way.
"""

from __future__ import annotations

import errno
import sys
from typing import BinaryIO, Final

if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 1 << 30
    """Behind the end of every record: what is locked on Windows cannot be read by others."""

    def take(file: BinaryIO) -> bool:
        """Takes the lock without waiting; False if another open file has it."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def release(file: BinaryIO) -> None:
        """Gives the lock back."""
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    _NO_LOCKS: Final = frozenset(
        {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}
    )
    """The errors of a file system without locks, such as some network drives. Games can be recorded
    there; the size of the file, checked before each step, shows most other writers."""

    def take(file: BinaryIO) -> bool:
        """Takes the lock without waiting; False if another open file has it."""
        # Not lockf, whose locks know no other open file of the process, and end with any of them.
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
        return True

    def release(file: BinaryIO) -> None:
        """Gives the lock back, also for a process that was forked and has the file open still."""
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)
