"""The finished parts of a survey: see _work/checkpoints.py for the files.

A part stores the rows of its tally, one per patent set, as little-endian int64, compressed
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
"""Raise this number when the format or the tally changes; the digest includes it."""

_NUMBERS: Final = np.dtype("<i8")


class SurveyWarning(UserWarning):
    """A finished part of a survey could not be kept; the survey continues."""


@dataclass(frozen=True, slots=True)
class SurveyParts:
    """The parts of one survey; `shape` is the tally's: [patent sets, row size]."""

    parts: KeptParts
    shape: tuple[int, int]

    @classmethod
    def open(
        cls, folder: str | os.PathLike[str], digest: str, shape: tuple[int, int]
    ) -> SurveyParts:
        """Open the parts in a folder.

        Raises:
            InvalidInputError: the folder cannot be written.
        """
        return cls(KeptParts.open(folder, "survey", digest), shape)

    def read(self, rows: range) -> Ints | None:
        """Return the counts of a part; None if it is missing or damaged."""
        payload = self.parts.read(rows)
        if payload is None:
            return None
        numbers = np.frombuffer(zlib.decompress(payload), _NUMBERS)
        return numbers.reshape(self.shape).astype(np.int64)

    def write(self, rows: range, counts: Ints) -> None:
        """Keep the counts of a part; warn with SurveyWarning if that is impossible."""
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
        """Remove every file of this survey."""
        self.parts.remove()
