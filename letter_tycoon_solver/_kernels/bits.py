"""Small tools: cards as one integer, blocks of keys tested at once, random numbers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from .._aot import forms
from ..lexicon.trie import BLOCK
from .layouts import FIELD, FIELD_BITS, GUARD, GUARD_BIT, LINE, N_SLOTS, ONES

_IS_COMPILED: Final = forms.PROCESS.compiles

if _IS_COMPILED:
    from llvmlite import ir
    from numba import njit, types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    _BIT, _INT32, _INT64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
    _BYTES = ir.ArrayType(ir.IntType(8), BLOCK)
    _EIGHT_BYTES = ir.VectorType(ir.IntType(8), BLOCK)
    _LINE = ir.VectorType(ir.IntType(8), LINE)
    _EIGHT_INT32, _EIGHT_INT64 = ir.VectorType(_INT32, BLOCK), ir.VectorType(_INT64, BLOCK)


def allocating(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """A kernel that makes or returns arrays."""
    if _IS_COMPILED:
        # Python calls no kernel by itself: see entries.py. Numba documents few of these options.
        uncalled = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
        compiled: Callable[..., Any] = njit(nogil=True, error_model="numpy", **uncalled)(function)
        return compiled
    function.__globals__["np"] = forms.CHECKED_NUMPY
    return function


entry: Final = allocating
"""A kernel that entries.py has for Python."""


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that makes no array and returns none.

    So it need not count references to the arrays it is handed; where it does, that is more than
    half of the time of a search.
    """
    return allocating(function, _nrt=False)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel like `kernel` that always stands in the place of a call, made for its arguments."""
    return allocating(function, _nrt=False, forceinline=True)


def instructed(
    code: Callable[[Any, Any, Any, Any], Any],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A function that stands for machine instructions Python has no name for.

    The arguments are arrays and whole numbers; it returns a whole number.

    Args:
        code: builds the instructions; given are the context and builder of LLVM, the signature,
            and the values of the arguments.
    """

    def of_function(function: Callable[..., Any]) -> Callable[..., Any]:
        if not _IS_COMPILED:
            return function

        def typed(_context: Any, *given: Any) -> Any:
            kinds = [one if isinstance(one, types.Array) else types.int64 for one in given]
            return types.int64(*kinds), code

        own = inspect.signature(function)
        first = inspect.Parameter("context", inspect.Parameter.POSITIONAL_ONLY)
        typed.__signature__ = own.replace(parameters=[first, *own.parameters.values()])  # type: ignore[attr-defined]
        return intrinsic(functools.wraps(function)(typed))

    return of_function


ONE: Final = np.int64(1)
"""For bits: an int of Python would not wrap around."""
LOW: Final = (ONES << GUARD_BIT) - ONES
TOP_SHIFT: Final = FIELD_BITS * (N_SLOTS - 1)

_ALL_BITS: Final = (1 << 64) - 1


@instructed(lambda _context, builder, _signature, args: builder.ctpop(args[0]))
def popcount(x: Any) -> Any:
    """The number of bits that are set."""
    return (int(x) & _ALL_BITS).bit_count()


@instructed(lambda _context, builder, _signature, args: builder.cttz(args[0], ir.Constant(_BIT, 1)))
def lowest(x: Any) -> Any:
    """Index of the lowest set bit; x is not 0."""
    return (int(x) & -int(x)).bit_length() - 1


@instructed(
    lambda _context, builder, _signature, args: builder.sub(
        ir.Constant(_INT64, 63), builder.ctlz(args[0], ir.Constant(_BIT, 1))
    )
)
def highest(x: Any) -> Any:
    """Index of the highest set bit; x is not 0."""
    return int(x).bit_length() - 1


@kernel
def copy(source, row):
    """Fills in a row with the beginning of another, or all of it."""
    for at in range(len(row)):
        row[at] = source[at]


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


# Blocks of eight keys (see lexicon/trie.py), tested at once by vector instructions.
#
# LLVM makes of them what the processor has: a test is two or three instructions. Which of eight
# keys have passed is a number of eight bits.


def _in_front(passed: int) -> list[int]:
    """The places of a block: those of the keys that have passed, then the others."""
    return sorted(range(BLOCK), key=lambda place: (not passed >> place & 1, place))


_PLACES: Final = forms.constant([_in_front(passed) for passed in range(1 << BLOCK)])


def _repeated(builder: Any, number: Any, vector: Any) -> Any:
    """A vector with the same number in all places."""
    nothing = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(nothing, number, ir.Constant(_INT32, 0))
    first = ir.Constant(ir.VectorType(_INT32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, nothing, first)


def _address(context: Any, builder: Any, signature: Any, args: Any, first: int, kind: Any) -> Any:
    """The address of something of this kind in an array: the arguments `first` and behind it."""
    data = make_array(signature.args[first])(context, builder, args[first]).data
    return builder.bitcast(builder.gep(data, [args[first + 1]]), kind.as_pointer())


def _masked(context: Any, builder: Any, signature: Any, args: Any, mask: Any) -> Any:
    """The bits of a mask in the keys of a block."""
    address = _address(context, builder, signature, args, 0, _EIGHT_INT64)
    block = builder.load(address, align=8)
    return builder.and_(block, _repeated(builder, mask, _EIGHT_INT64))


def _zeros(builder: Any, numbers: Any) -> Any:
    """Those of eight numbers that are 0."""
    are_zero = builder.icmp_unsigned("==", numbers, ir.Constant(_EIGHT_INT64, [0] * BLOCK))
    return builder.zext(builder.bitcast(are_zero, ir.IntType(BLOCK)), _INT64)


def _fitting(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _zeros(builder, _masked(context, builder, signature, args, args[2]))


@instructed(_fitting)
def fitting(keys: Any, first: Any, lacking: Any) -> Any:
    """The keys of a block that have no bit of `lacking`, as a set of their places."""
    passed = 0
    for place in range(BLOCK):
        if not keys[first + place] & lacking:
            passed |= 1 << place
    return passed


def _fitting_but_one(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    lacks = _masked(context, builder, signature, args, args[2])
    is_barred = _masked(context, builder, signature, args, args[3])
    ones = ir.Constant(_EIGHT_INT64, [1] * BLOCK)
    but_one = builder.and_(lacks, builder.sub(lacks, ones))
    return _zeros(builder, builder.or_(but_one, is_barred))


@instructed(_fitting_but_one)
def fitting_but_one(keys: Any, first: Any, lacking: Any, barred: Any) -> Any:
    """The keys of a block that have at most one bit of `lacking`, and none of `barred`."""
    passed = 0
    for place in range(BLOCK):
        key = keys[first + place]
        if popcount(key & lacking) <= 1 and not key & barred:
            passed |= 1 << place
    return passed


def _prefetch(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    byte = ir.IntType(8)
    address = _address(context, builder, signature, args, 0, byte)
    kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), _INT32, _INT32, _INT32])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    # To be read, as close by as can be, and data.
    builder.call(function, [address, *(ir.Constant(_INT32, n) for n in (0, 3, 1))])
    return ir.Constant(_INT64, 0)


@instructed(_prefetch)
def prefetch(array: Any, at: Any) -> None:
    """Has the processor fetch an item of an array, and does not wait for it."""


def _matching(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    line = builder.load(_address(context, builder, signature, args, 0, _LINE), align=1)
    byte = builder.trunc(args[2], ir.IntType(8))
    same = builder.icmp_unsigned("==", line, _repeated(builder, byte, _LINE))
    return builder.bitcast(same, _INT64)


@instructed(_matching)
def matching(numbers: Any, first: Any, wanted: Any) -> Any:
    """Those of 64 bytes that are `wanted`, as a set of their places."""
    same = np.int64(0)
    for place in range(LINE):
        if numbers[first + place] == wanted:
            same |= ONE << place
    return same


def _write_places(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    rows = [ir.Constant(_BYTES, row) for row in _PLACES.tolist()]
    table = cgutils.global_constant(
        builder.module, "places", ir.Constant(ir.ArrayType(_BYTES, len(rows)), rows)
    )
    table.align = BLOCK
    row = builder.gep(table, [ir.Constant(_INT64, 0), args[0]])
    places = builder.load(builder.bitcast(row, _EIGHT_BYTES.as_pointer()), align=BLOCK)
    first = _repeated(builder, builder.trunc(args[1], _INT32), _EIGHT_INT32)
    numbers = builder.add(builder.zext(places, _EIGHT_INT32), first)
    address = _address(context, builder, signature, args, 2, _EIGHT_INT32)
    builder.store(numbers, address, align=4)
    return ir.Constant(_INT64, 0)


@instructed(_write_places)
def write_places(passed: Any, first: Any, out: Any, at: Any) -> None:
    """Writes `first` plus the places of the keys that have passed, from `at` on.

    Behind them it writes nonsense: eight numbers in all.
    """
    for place in range(BLOCK):
        out[at + place] = first + _PLACES[passed, place]


# Random numbers that depend on a seed and their place alone: a SplitMix64 sequence.
#
# The sequence (Steele, Lea and Flood, 2014) can be entered anywhere, so that rows of a deal and
# games of a simulation do not depend on how they are shared out.


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
