"""The finished parts of a survey: see _work/checkpoints.py for the files.

A part stores the rows of its tally, one per patent set, as little-endian int64, compressed
by zlib.
"""

from __future__ import annotations

import zlib
from typing import Final

import numpy as np

from ..._kernels.tally_layout import Ints

FORMAT_VERSION: Final = 1
"""Raise this number when the format or the tally changes; the digest includes it."""

_NUMBERS: Final = np.dtype("<i8")


class SurveyWarning(UserWarning):
    """A finished part of a survey could not be kept; the survey continues."""


def encoded(counts: Ints) -> bytes:
    """Return the payload of a part."""
    return zlib.compress(counts.astype(_NUMBERS).tobytes())


def decoded(payload: bytes, shape: tuple[int, int]) -> Ints:
    """Return the counts of a part; `shape` is the tally's: [patent sets, row size]."""
    return np.frombuffer(zlib.decompress(payload), _NUMBERS).reshape(shape).astype(np.int64)
