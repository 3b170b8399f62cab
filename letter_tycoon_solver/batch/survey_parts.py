"""The finished parts of a survey in a folder, so that one that was killed can go on.

A part is some rows of the survey. Its file is called survey-DIGEST-START-STOP.part, with the first
16 hex digits of the digest of the survey's specification and the range of the rows. It holds

    0    BLAKE2b, 32 bytes, of the digest, the range and all that follows
    32   the rows of the tally, one per patent set, little-endian int64, compressed by zlib

Files are written beside and renamed. What is damaged, or is of another survey, is not read. When a
survey starts, the files of others of which none was written in the last 30 days are removed.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
import warnings
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from ..errors import InvalidInputError
from .tally import Ints

FORMAT_VERSION: Final = 1
"""To be raised when this format or the tally change; it is a part of the digest."""

_CHECK_SIZE: Final = 32
_DIGITS_SHOWN: Final = 16
_SUFFIX: Final = ".part"
_UNFINISHED_SUFFIX: Final = ".unfinished"
_NUMBERS: Final = np.dtype("<i8")
_FILE: Final = re.compile(
    rf"survey-([0-9a-f]{{{_DIGITS_SHOWN}}})-[0-9]+-[0-9]+\{_SUFFIX}(\.[0-9a-f]+\{_UNFINISHED_SUFFIX})?"
)
"""The name of a part, finished or not; its group is the digest."""
_ABANDONED_SECONDS: Final = 30 * 24 * 3600.0
"""A survey that has written nothing for so long will not go on."""


class SurveyWarning(UserWarning):
    """A finished part of a survey could not be kept; the survey goes on without."""


@dataclass(frozen=True, slots=True)
class SurveyParts:
    """The parts of one survey in a folder.

    digest   of the specification, as hex
    shape    of the tally: [patent sets, row size]
    """

    folder: Path
    digest: str
    shape: tuple[int, int]

    @classmethod
    def open(
        cls, folder: str | os.PathLike[str], digest: str, shape: tuple[int, int]
    ) -> SurveyParts:
        """The parts in a folder, which is made; those of abandoned surveys are removed.

        Raises InvalidInputError if the folder takes no files.
        """
        try:
            path = Path(folder)
            path.mkdir(parents=True, exist_ok=True)
            probe = path / f"{_unique('survey')}{_UNFINISHED_SUFFIX}"
            probe.write_bytes(bytes(_CHECK_SIZE))
            probe.unlink()
        except (OSError, TypeError, ValueError) as error:
            raise InvalidInputError(
                f"the parts of the survey cannot be kept in {folder!r} ({error}); give a folder"
                " that can be written"
            ) from None
        parts = cls(path, digest, shape)
        parts._remove_abandoned()
        return parts

    def read(self, rows: range) -> Ints | None:
        """The counts of a part; None if it is not there or not good."""
        try:
            content = self._path(rows).read_bytes()
        except OSError:
            return None
        payload = content[_CHECK_SIZE:]
        if content[:_CHECK_SIZE] != self._check(rows, payload):
            return None
        numbers = np.frombuffer(zlib.decompress(payload), _NUMBERS)
        return numbers.reshape(self.shape).astype(np.int64)

    def write(self, rows: range, counts: Ints) -> None:
        """Keeps the counts of a part; warns SurveyWarning if that was not possible."""
        payload = zlib.compress(counts.astype(_NUMBERS).tobytes())
        path = self._path(rows)
        unfinished = path.with_name(f"{_unique(path.name)}{_UNFINISHED_SUFFIX}")
        try:
            try:
                unfinished.write_bytes(self._check(rows, payload) + payload)
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
        except OSError as error:
            warnings.warn(
                f"a finished part of the survey could not be kept ({error}); the survey goes on,"
                " but if it is killed this part is done again",
                SurveyWarning,
                stacklevel=2,
            )

    def remove(self) -> None:
        """Removes every file of this survey."""
        for path in self.folder.glob(f"{self._name}-*"):
            if _FILE.fullmatch(path.name):
                _remove(path)

    def _remove_abandoned(self) -> None:
        """Removes the files of other surveys that have written nothing for long."""
        files: dict[str, list[Path]] = {}
        for path in self.folder.glob("survey-*"):
            name = _FILE.fullmatch(path.name)
            if name is not None and name[1] != self.digest[:_DIGITS_SHOWN]:
                files.setdefault(name[1], []).append(path)
        oldest = time.time() - _ABANDONED_SECONDS
        for paths in files.values():
            # A survey that removes its files is complete, and removes all of them.
            with suppress(OSError):
                if max(path.stat().st_mtime for path in paths) < oldest:
                    for path in paths:
                        _remove(path)

    @property
    def _name(self) -> str:
        return f"survey-{self.digest[:_DIGITS_SHOWN]}"

    def _path(self, rows: range) -> Path:
        return self.folder / f"{self._name}-{rows.start}-{rows.stop}{_SUFFIX}"

    def _check(self, rows: range, payload: bytes) -> bytes:
        head = f"{self.digest} {rows.start} {rows.stop}\n".encode("ascii")
        return hashlib.blake2b(head + payload, digest_size=_CHECK_SIZE).digest()


def _remove(path: Path) -> None:
    # Another process may remove it first.
    with suppress(OSError):
        path.unlink()


def _unique(name: str) -> str:
    """A name that no other process uses."""
    return f"{name}.{os.urandom(8).hex()}"
