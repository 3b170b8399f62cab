"""The vector tests of the kernels as functions that a process can call which compiles kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from letter_tycoon_solver._kernels import bits
from letter_tycoon_solver.lexicon.trie import BLOCK


@njit
def tested(keys: Any, lacking: int, barred: int, first: int) -> tuple[int, int, Any]:
    """The keys of the second block that fit, and those that fit but for one bit; their places."""
    places = np.zeros(BLOCK + 1, np.int32)
    passed = bits.fitting(keys, BLOCK, lacking)
    bits.write_places(passed, first, places, 1)
    return passed, bits.fitting_but_one(keys, BLOCK, lacking, barred), places


@njit
def compared(numbers: Any, first: int, wanted: int) -> int:
    """The places of a line with this number, as bits."""
    same: int = bits.matching(numbers, first, wanted)
    return same
