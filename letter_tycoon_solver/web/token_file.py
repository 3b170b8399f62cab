"""The token, kept from one start of the server to the next: phones that have it stay let in.

    FOLDER/page/token    the token and a line feed, beside the links to games

Only its user can read the file. One that others could read, or that holds something else, is not
used: a new token takes its place.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from pathlib import Path
from typing import Final

from .._files import written_beside
from .._user_data import token_file
from ..errors import InvalidInputError
from .guard import new_token
from .replies import error_text

_TOKEN: Final = re.compile(rb"[A-Za-z0-9_-]{32,64}\n")
_MAX_BYTES: Final = 80
_MODE: Final = 0o600
_MODE_OF_FOLDER: Final = 0o700


def users_token(*, is_new: bool = False) -> tuple[str, str]:
    """The token of the user's server, and why it cannot be kept, or nothing.

    Args:
        is_new: whether it is to be another than before.

    Raises:
        InvalidInputError: the one before cannot be removed.
    """
    try:
        path = token_file()
        if is_new:
            _remove(path)
        return _known(path) or _keep_new(path), ""
    except RuntimeError:
        return new_token(), "there is no home folder"
    except OSError as error:
        return new_token(), error_text(error)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InvalidInputError(
            f"the token before cannot be removed: {error_text(error)}; remove {path}"
        ) from None


def _keep_new(path: Path) -> str:
    token = new_token()
    path.parent.mkdir(_MODE_OF_FOLDER, parents=True, exist_ok=True)
    with written_beside(path, _MODE) as unfinished:
        unfinished.write_bytes(token.encode() + b"\n")
    if _known(path) is None:  # On a file system that knows no users.
        raise PermissionError(errno.EACCES, "others could read it")
    return token


def _known(path: Path) -> str | None:
    """The token in a file; None if it holds none, or others may know it."""
    try:
        return _read(path)
    except OSError:
        return None


def _read(path: Path) -> str | None:
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        return None
    if sys.platform != "win32" and (status.st_mode & 0o077 or status.st_uid != os.getuid()):
        return None
    with path.open("rb") as file:
        held = file.read(_MAX_BYTES)
    return held.decode("ascii").strip() if _TOKEN.fullmatch(held) else None
