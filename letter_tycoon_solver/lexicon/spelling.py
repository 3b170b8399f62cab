"""The letters of all words of a lexicon as two arrays, for kernels and columns."""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .lexicon import Lexicon

_MOST_KEPT: Final = 4
"""The number of spellings that a process keeps."""


class Spelling(NamedTuple):
    """The words of a lexicon by number: word i is text[starts[i]:starts[i + 1]].

    text     uint8; upper-case ASCII
    starts   int64 [n_words + 1]
    """

    text: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """int64 [n_words]: the number of letters of each word."""
        return np.diff(self.starts)

    def text_of(self, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
        """Return the text of some words, one after the other.

        Args:
            chosen: bool [n_words]; True for the wanted words.
        """
        return self.text[np.repeat(chosen, self.lengths)]


@functools.lru_cache(maxsize=_MOST_KEPT)
def spelling_of(lexicon: Lexicon) -> Spelling:
    """Return the spelling, made once for each lexicon: some 3 MB for 170,000 words."""
    words = list(lexicon)
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum([len(word) for word in words], out=starts[1:])
    return Spelling(np.frombuffer("".join(words).encode("ascii"), np.uint8), starts)
