"""The finished parts of a survey: see _work/checkpoints.py for the files.

The payload of a part is the rows of its tally, one per patent set, little-endian int64, compressed
by zlib.
"""

from __future__ import annotations

import os
import warnings
import zlib
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..._work.checkpoints import KeptParts
from .tally import Ints

FORMAT_VERSION: Final = 1
"""To be raised when this format or the tally change; it is a part of the digest."""

_NUMBERS: Final = np.dtype("<i8")


class SurveyWarning(UserWarning):
    """A finished part of a survey could not be kept; the survey goes on without."""


@dataclass(frozen=True, slots=True)
class SurveyParts:
    """The parts of one survey; `shape` of the tally: [patent sets, row size]."""

    parts: KeptParts
    shape: tuple[int, int]

    @classmethod
    def open(
        cls, folder: str | os.PathLike[str], digest: str, shape: tuple[int, int]
    ) -> SurveyParts:
        """The parts in a folder.

        Raises:
            InvalidInputError: the folder takes no files.
        """
        return cls(KeptParts.open(folder, "survey", digest), shape)

    def read(self, rows: range) -> Ints | None:
        """The counts of a part; None if it is not there or not good."""
        payload = self.parts.read(rows)
        if payload is None:
            return None
        numbers = np.frombuffer(zlib.decompress(payload), _NUMBERS)
        return numbers.reshape(self.shape).astype(np.int64)

    def write(self, rows: range, counts: Ints) -> None:
        """Keeps the counts of a part; warns SurveyWarning if that was not possible."""
        try:
            self.parts.write(rows, zlib.compress(counts.astype(_NUMBERS).tobytes()))
        except OSError as error:
            warnings.warn(
                f"a finished part of the survey could not be kept ({error}); the survey goes on,"
                " but if it is killed this part is done again",
                SurveyWarning,
                stacklevel=2,
            )

    def remove(self) -> None:
        """Removes every file of this survey."""
        self.parts.remove()
