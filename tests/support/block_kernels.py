"""The vector tests of the kernels as functions that a process can call which compiles kernels."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from letter_tycoon_solver._kernels import bits
from letter_tycoon_solver.lexicon.trie import BLOCK


def answer(name: str, *arguments: Any) -> Any:
    """Answer as one of these functions does, compiled."""
    return _compiled(name)(*arguments)


@functools.cache
def _compiled(name: str) -> Callable[..., Any]:
    from numba import njit  # Only the process that compiles waits for it.

    compiled: Callable[..., Any] = njit(globals()[name])
    return compiled


def tested(keys: Any, lacking: int, barred: int, first: int) -> tuple[int, int, Any]:
    """The keys of the second block that fit, and those that fit but for one bit; their places."""
    places = np.zeros(BLOCK + 1, np.int32)
    passed = bits.fitting(keys, BLOCK, lacking)
    bits.write_places(passed, first, places, 1)
    return passed, bits.fitting_but_one(keys, BLOCK, lacking, barred), places


def compared(numbers: Any, first: int, wanted: int) -> int:
    """The places of a line with this number, as bits."""
    same: int = bits.matching(numbers, first, wanted)
    return same
