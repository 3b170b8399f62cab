"""Random numbers that depend on a seed and their place alone: a SplitMix64 sequence.

The sequence (Steele, Lea and Flood, 2014) can be entered anywhere, so that rows of a deal and games
of a simulation do not depend on how they are shared out.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .bits import kernel

GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
PRECISION: Final = 53


@kernel
def draw(seed, number, n):
    """A whole number from 0 to n - 1 from a word of the sequence; n up to 1,000.

    The word's upper bits times n: no number is more likely than another by 1 in 10 ** 13.
    """
    return (upper_bits(seed, number) * n) >> PRECISION


@kernel
def chance(seed, number):
    """A number above 0 and below 1 from a word of the sequence."""
    return ((upper_bits(seed, number) >> 1) + 0.5) / (1 << PRECISION - 1)


@kernel
def upper_bits(seed, number):
    """The upper bits of a word, PRECISION of them."""
    x = seed + GAMMA * np.uint64(number + 1)
    x = (x ^ (x >> SHIFT_30)) * MIX_1
    x = (x ^ (x >> SHIFT_27)) * MIX_2
    x ^= x >> SHIFT_31
    return np.int64(x >> SHIFT_11)
