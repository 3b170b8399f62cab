"""The finished parts of a survey in a folder, so that one that was killed can go on.

A part is some rows of the survey. Its file is called survey-DIGEST-START-STOP.part, with the first
16 hex digits of the digest of the survey's specification and the range of the rows. It holds

    0    BLAKE2b, 32 bytes, of the digest, the range and all that follows
    32   the rows of the tally, one per patent set, little-endian int64, compressed by zlib

Files are written beside and renamed. What is damaged, or is of another survey, is not read.
"""

from __future__ import annotations

import hashlib
import os
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
        """The parts in a folder, which is made; raises InvalidInputError if it takes no files."""
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
        return cls(path, digest, shape)

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
            if path.suffix in (_SUFFIX, _UNFINISHED_SUFFIX):
                with suppress(OSError):
                    path.unlink()

    @property
    def _name(self) -> str:
        return f"survey-{self.digest[:_DIGITS_SHOWN]}"

    def _path(self, rows: range) -> Path:
        return self.folder / f"{self._name}-{rows.start}-{rows.stop}{_SUFFIX}"

    def _check(self, rows: range, payload: bytes) -> bytes:
        head = f"{self.digest} {rows.start} {rows.stop}\n".encode("ascii")
        return hashlib.blake2b(head + payload, digest_size=_CHECK_SIZE).digest()


def _unique(name: str) -> str:
    """A name that no other process uses."""
    return f"{name}.{os.urandom(8).hex()}"
