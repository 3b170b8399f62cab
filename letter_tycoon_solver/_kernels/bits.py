"""A multiset of cards as one integer, and the few machine instructions Python has no name for.

A multiset is an int64 with a field of 5 bits per slot; which letter a slot stands for is the matter
of desk_layout.py. At most 12 slots, and no field ever exceeds 26. The top bit of a field, its
guard, is clear in a multiset of cards and carries the answer of a comparison: a set of slots is the
set of their guards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from .._aot import forms
from .desk_layout import N_SLOTS

_IS_COMPILED: Final = forms.is_for_compiler()
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
_UNCOUNTED: Final[dict[str, Any]] = {}

if _IS_COMPILED:
    from numba import njit, types
    from numba.extending import intrinsic

    from .._aot.compiling import InnerCompiler, by_type

    # Python calls no kernel by itself: see entries.py. Numba documents few of these options.
    _OPTIONS.update(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=InnerCompiler)
    _UNCOUNTED.update(_nrt=False)


def allocating(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that makes or returns arrays."""
    return _compiled(function)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that makes no array and returns none.

    So it need not count references to the arrays it is handed; where it does, that is more than
    half of the time of a search.
    """
    return _compiled(function, **_UNCOUNTED)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel like `kernel` that always stands in the place of a call, made for its arguments."""
    return _compiled(function, **_UNCOUNTED, forceinline=True)


def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that entries.py has for Python."""
    return _compiled(function)


def _compiled(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    return by_type(njit(**_OPTIONS, **options)(function)) if _IS_COMPILED else function


FIELD_BITS: Final = 5
FIELD: Final = 31
GUARD_BIT: Final = 4
ONES: Final = sum(1 << 5 * slot for slot in range(N_SLOTS))
# A constant that is handed to a kernel is an np.int64: for each Python int Numba would compile the
# kernel once more.
NOTHING, ONE = np.int64(0), np.int64(1)
GUARD: Final = np.int64(ONES << GUARD_BIT)
LOW: Final = (ONES << GUARD_BIT) - ONES
TOP_SHIFT: Final = 5 * (N_SLOTS - 1)

_ALL_BITS: Final = (1 << 64) - 1

if not _IS_COMPILED:

    def popcount(x: Any) -> Any:
        """The number of bits that are set."""
        return (int(x) & _ALL_BITS).bit_count()

    def lowest(x: Any) -> Any:
        """Index of the lowest set bit; x is not 0."""
        return (int(x) & -int(x)).bit_length() - 1

    def highest(x: Any) -> Any:
        """Index of the highest set bit; x is not 0."""
        return int(x).bit_length() - 1

else:

    @intrinsic
    def popcount(typingctx: Any, x: Any) -> Any:
        """The number of bits that are set."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def lowest(typingctx: Any, x: Any) -> Any:
        """Index of the lowest set bit; x is not 0."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), codegen

    @intrinsic
    def highest(typingctx: Any, x: Any) -> Any:
        """Index of the highest set bit; x is not 0."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), codegen


@kernel
def drop_lowest(x):
    """X without its lowest set bit; x is not 0."""
    return x ^ ONE << lowest(x)


@kernel
def total(cards):
    """The number of cards: the sum of the fields."""
    return (cards * ONES) >> TOP_SHIFT & FIELD


@kernel
def beyond(cards, most):
    """Cards beyond `most`: by field max(cards - most, 0); most at most 15."""
    # By field 16 + most - cards: the guard is clear where cards has more.
    difference = (most | GUARD) - cards
    more = GUARD & ~difference
    return more - (difference & (more - (more >> GUARD_BIT)))


@kernel
def present(cards):
    """The guards of the fields that are not 0; fields at most 16."""
    return (cards + LOW) & GUARD


@kernel
def several(cards):
    """The guards of the fields that are 2 or more; fields at most 17."""
    return (cards + (LOW - ONES)) & GUARD


@kernel
def single(guards):
    """True if a set of slots, given by their guards, has exactly one."""
    return guards != 0 and guards & (guards - 1) == 0
