"""A multiset of cards as one integer, and the few machine instructions Python has no name for.

A multiset is a uint64 with a field of 5 bits per slot; which letter a slot stands for is the
board's matter (board.py). At most 12 slots, and no field ever exceeds 26. The top bit of a field,
its guard, is clear in a multiset of cards and carries the answer of a comparison: a set of slots
is the set of their guards.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import config, njit, types
from numba.extending import intrinsic

kernel = njit(cache=True, nogil=True)
"""Compiled at the first call with arguments of a kind, then kept on disk; runs without the GIL."""

U: Final = np.uint64
ZERO, ONE, TWO, THREE = U(0), U(1), U(2), U(3)

N_SLOTS: Final = 12
FIELD_BITS: Final = U(5)
FIELD: Final = U(31)
ONES: Final = U(sum(1 << 5 * slot for slot in range(N_SLOTS)))
GUARD: Final = U(sum(16 << 5 * slot for slot in range(N_SLOTS)))
LOW: Final = U(sum(15 << 5 * slot for slot in range(N_SLOTS)))
TOP_SHIFT: Final = U(5 * (N_SLOTS - 1))
GUARD_BIT: Final = U(4)

if config.DISABLE_JIT:

    def popcount(x: Any) -> Any:
        """How many bits are set."""
        return U(int(x).bit_count())

    def lowest(x: Any) -> Any:
        """Index of the lowest set bit; x is not 0."""
        return U((int(x) & -int(x)).bit_length() - 1)

    def highest(x: Any) -> Any:
        """Index of the highest set bit; x is not 0."""
        return U(int(x).bit_length() - 1)

else:

    @intrinsic
    def popcount(typingctx: Any, x: Any) -> Any:
        """How many bits are set."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), codegen

    @intrinsic
    def lowest(typingctx: Any, x: Any) -> Any:
        """Index of the lowest set bit; x is not 0."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.uint64(types.uint64), codegen

    @intrinsic
    def highest(typingctx: Any, x: Any) -> Any:
        """Index of the highest set bit; x is not 0."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.uint64, 63), zeros)

        return types.uint64(types.uint64), codegen


@kernel
def total(cards):
    """How many cards; sum of the fields."""
    return (cards * ONES) >> TOP_SHIFT & FIELD


@kernel
def beyond(cards, most):
    """What `cards` has more than `most`: by field max(cards - most, 0); most at most 15."""
    # By field 16 + most - cards: the guard is clear where cards has more.
    difference = (most | GUARD) - cards
    more = GUARD & ~difference
    return more - (difference & (more - (more >> GUARD_BIT)))


@kernel
def present(cards):
    """The guards of the fields that are not 0; fields at most 16."""
    return (cards + LOW) & GUARD


@kernel
def single(guards):
    """Whether a set of slots, given by their guards, has exactly one."""
    return guards != ZERO and guards & (guards - ONE) == ZERO
