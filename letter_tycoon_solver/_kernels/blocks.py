"""Blocks of eight keys (see lexicon/trie.py), tested at once by vector instructions.

LLVM makes of them what the processor has: a test is two or three instructions. Which of eight keys
have passed is a number of eight bits.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .._aot import forms
from ..lexicon.trie import BLOCK
from .bits import NOTHING, ONE, kernel, popcount
from .workspace import LINE

_PLACES: Final = tuple(
    tuple(sorted(range(BLOCK), key=lambda place: (not passed >> place & 1, place)))
    for passed in range(1 << BLOCK)
)
"""By the keys that have passed their places, in front; the others behind."""

if not forms.is_for_compiler():
    _PLACES_IN_ROWS: Final = np.array(_PLACES, np.int32)

    @kernel
    def fitting(keys, first, lacking):
        """The keys of a block that have no bit of `lacking`, as a set of their places."""
        passed = 0
        for place in range(BLOCK):
            if not keys[first + place] & lacking:
                passed |= 1 << place
        return passed

    @kernel
    def fitting_but_one(keys, first, lacking, barred):
        """The keys of a block that have at most one bit of `lacking`, and none of `barred`."""
        passed = 0
        for place in range(BLOCK):
            key = keys[first + place]
            if popcount(key & lacking) <= 1 and not key & barred:
                passed |= 1 << place
        return passed

    @kernel
    def prefetch(array, at):
        """Does nothing: to fetch an item of an array ahead is a matter of machine code."""

    @kernel
    def matching(numbers, first, wanted):
        """Those of 64 bytes that are `wanted`, as a set of their places."""
        same = NOTHING
        for place in range(LINE):
            if numbers[first + place] == wanted:
                same |= ONE << place
        return same

    @kernel
    def write_places(passed, first, out, at):
        """Writes `first` plus the places of the keys that have passed, from `at` on.

        Behind them it writes nonsense: eight numbers in all.
        """
        for place in range(BLOCK):
            out[at + place] = first + _PLACES_IN_ROWS[passed, place]

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    _INT32, _INT64 = ir.IntType(32), ir.IntType(64)
    _BYTES = ir.ArrayType(ir.IntType(8), BLOCK)
    _EIGHT_BYTES = ir.VectorType(ir.IntType(8), BLOCK)
    _LINE = ir.VectorType(ir.IntType(8), LINE)
    _EIGHT_INT32, _EIGHT_INT64 = ir.VectorType(_INT32, BLOCK), ir.VectorType(_INT64, BLOCK)

    def _repeated(builder: Any, number: Any, vector: Any) -> Any:
        """A vector with the same number in all places."""
        nothing = ir.Constant(vector, ir.Undefined)
        one = builder.insert_element(nothing, number, ir.Constant(_INT32, 0))
        first = ir.Constant(ir.VectorType(_INT32, vector.count), [0] * vector.count)
        return builder.shuffle_vector(one, nothing, first)

    def _address(context: Any, builder: Any, array: Any, of_type: Any, at: Any, vector: Any) -> Any:
        """The address of a vector in an array."""
        data = make_array(of_type)(context, builder, array).data
        return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())

    def _masked(context: Any, builder: Any, of_type: Any, args: Any, mask: Any) -> Any:
        """The bits of a mask in the keys of a block."""
        address = _address(context, builder, args[0], of_type, args[1], _EIGHT_INT64)
        block = builder.load(address, align=8)
        return builder.and_(block, _repeated(builder, mask, _EIGHT_INT64))

    def _zeros(builder: Any, numbers: Any) -> Any:
        """Those of eight numbers that are 0."""
        nothing = ir.Constant(_EIGHT_INT64, [0] * BLOCK)
        are_zero = builder.icmp_unsigned("==", numbers, nothing)
        return builder.zext(builder.bitcast(are_zero, ir.IntType(BLOCK)), _INT64)

    @intrinsic
    def fitting(typingctx: Any, keys: Any, first: Any, lacking: Any) -> Any:
        """The keys of a block that have no bit of `lacking`, as a set of their places."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _zeros(builder, _masked(context, builder, signature.args[0], args, args[2]))

        return types.int64(keys, types.int64, types.int64), codegen

    @intrinsic
    def fitting_but_one(typingctx: Any, keys: Any, first: Any, lacking: Any, barred: Any) -> Any:
        """The keys of a block that have at most one bit of `lacking`, and none of `barred`."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            lacks = _masked(context, builder, signature.args[0], args, args[2])
            is_barred = _masked(context, builder, signature.args[0], args, args[3])
            ones = ir.Constant(_EIGHT_INT64, [1] * BLOCK)
            but_one = builder.and_(lacks, builder.sub(lacks, ones))
            return _zeros(builder, builder.or_(but_one, is_barred))

        return types.int64(keys, types.int64, types.int64, types.int64), codegen

    @intrinsic
    def prefetch(typingctx: Any, array: Any, at: Any) -> Any:
        """Has the processor fetch an item of an array, and does not wait for it."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            byte = ir.IntType(8).as_pointer()
            data = make_array(signature.args[0])(context, builder, args[0]).data
            address = builder.bitcast(builder.gep(data, [args[1]]), byte)
            kind = ir.FunctionType(ir.VoidType(), [byte, _INT32, _INT32, _INT32])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            # To be read, as close by as can be, and data.
            builder.call(function, [address, *(ir.Constant(_INT32, n) for n in (0, 3, 1))])
            return context.get_dummy_value()

        return types.none(array, types.int64), codegen

    @intrinsic
    def matching(typingctx: Any, numbers: Any, first: Any, wanted: Any) -> Any:
        """Those of 64 bytes that are `wanted`, as a set of their places."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            address = _address(context, builder, args[0], signature.args[0], args[1], _LINE)
            line = builder.load(address, align=1)
            byte = builder.trunc(args[2], ir.IntType(8))
            same = builder.icmp_unsigned("==", line, _repeated(builder, byte, _LINE))
            return builder.bitcast(same, _INT64)

        return types.int64(numbers, types.int64, types.int64), codegen

    @intrinsic
    def write_places(typingctx: Any, passed: Any, first: Any, out: Any, at: Any) -> Any:
        """Writes `first` plus the places of the keys that have passed, from `at` on.

        Behind them it writes nonsense: eight numbers in all.
        """

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            rows = ir.Constant(
                ir.ArrayType(_BYTES, len(_PLACES)), [ir.Constant(_BYTES, row) for row in _PLACES]
            )
            table = cgutils.global_constant(builder.module, "places", rows)
            table.align = BLOCK
            row = builder.gep(table, [ir.Constant(_INT64, 0), args[0]])
            places = builder.load(builder.bitcast(row, _EIGHT_BYTES.as_pointer()), align=BLOCK)
            first_32 = builder.trunc(args[1], _INT32)
            numbers = builder.add(
                builder.zext(places, _EIGHT_INT32), _repeated(builder, first_32, _EIGHT_INT32)
            )
            address = _address(context, builder, args[2], signature.args[2], args[3], _EIGHT_INT32)
            builder.store(numbers, address, align=4)
            return context.get_dummy_value()

        return types.none(types.int64, types.int64, out, types.int64), codegen
