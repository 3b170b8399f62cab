"""A compiled kernel in memory, called by the address of its arguments; needs no Numba.

words     int64 [n + RESULT_SIZE]: the arguments, then what the kernel returns, each as Numba lays
          it out:
          a number      one word
          an array      NO_OWNER, NO_OWNER, items, bytes of an item, address, shape, strides
          a NamedTuple  its fields in turn
          If the kernel fails, there is the address of what Numba says of the exception instead.

An object file has the function `run`: int32 (int64 *words); 0, or it failed. If the kernel returns
an array it also has `release`: void (int64 owner), for the memory of the array.
"""

from __future__ import annotations

import ctypes
import pickle
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

RUN: Final = "run"
RELEASE: Final = "release"
RESULT_SIZE: Final = 16
NO_OWNER: Final = 0
_ITEMS, _ITEM_SIZE, _ADDRESS = 2, 3, 4
NOTHING_BACK, NUMBER_BACK, ARRAY_BACK = b"-", b"n", b"a"
"""The kinds of what a kernel returns."""

_Run = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_Release = ctypes.CFUNCTYPE(None, ctypes.c_int64)
_DOUBLE, _WORD = struct.Struct("<d"), struct.Struct("<q")


def type_name(value: Any) -> str:
    """The type of an argument, or of its outline; the same one needs the same machine code."""
    if isinstance(value, np.ndarray):
        layout = "C" if value.flags.c_contiguous else "A"
        return f"{value.dtype.str}{value.ndim}{layout}"
    if isinstance(value, ArrayOutline):
        return f"{value.dtype.str}{value.n_dimensions}{'C' if value.is_contiguous else 'A'}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({','.join(map(type_name, value))})"
    if isinstance(value, np.generic):
        return value.dtype.name
    return {bool: "bool", int: "int64", float: "float64"}[type(value)]


@dataclass(frozen=True, slots=True)
class ArrayOutline:
    """The type of an array."""

    dtype: np.dtype[Any]
    n_dimensions: int
    is_contiguous: bool


def outline(value: Any) -> Any:
    """An argument without what is in its arrays."""
    if isinstance(value, np.ndarray):
        return ArrayOutline(value.dtype, value.ndim, value.flags.c_contiguous)
    if isinstance(value, tuple):
        return type(value)(*map(outline, value))
    return value


def words_of(value: Any) -> Iterator[int]:
    """The words of an argument."""
    if isinstance(value, np.ndarray):
        yield from (NO_OWNER, NO_OWNER, value.size, value.itemsize)
        yield value.__array_interface__["data"][0]
        yield from value.shape
        yield from value.strides
    elif isinstance(value, tuple):
        for field in value:
            yield from words_of(field)
    elif isinstance(value, float | np.floating):
        yield _WORD.unpack(_DOUBLE.pack(value))[0]
    else:
        yield int(value)


class MachineCode:
    """A compiled kernel."""

    def __init__(self, returns: bytes, object_file: bytes) -> None:
        """Loads an object file; `returns` is NOTHING_BACK, NUMBER_BACK or ARRAY_BACK."""
        import llvmlite.binding as llvm  # It takes a while, and not every program searches.

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        # An engine for each, as all have the same names in them; it holds the code.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(object_file))
        self._engine.finalize_object()
        self.returns = returns
        self.run = _Run(self._engine.get_function_address(RUN))
        if returns == ARRAY_BACK:
            self.release = _Release(self._engine.get_function_address(RELEASE))


class Call:
    """A kernel with arguments, for one thread at a time. Whoever changes an array changes them."""

    __slots__ = ("_address", "_code", "_first", "_given", "_words")

    def __init__(self, code: MachineCode, args: tuple[Any, ...]) -> None:
        words = list(words_of(args))
        self._code = code
        self._given = args  # Else their memory could be gone.
        self._first = len(words)
        self._words = (ctypes.c_int64 * (len(words) + RESULT_SIZE))(*words)
        self._address = ctypes.addressof(self._words)

    def __call__(self) -> Any:
        """Call the kernel and return what it does; of an array, which is contiguous, the bytes."""
        code, words, first = self._code, self._words, self._first
        if code.run(self._address):
            raise _exception(words[first])
        if code.returns == ARRAY_BACK:
            size = words[first + _ITEMS] * words[first + _ITEM_SIZE]
            array = ctypes.string_at(words[first + _ADDRESS], size)
            code.release(words[first])
            return array
        return words[first] if code.returns == NUMBER_BACK else None


def _exception(address: int) -> Exception:
    """The exception, as Numba keeps it: the address and length of a pickle come first."""
    pickled = ctypes.c_void_p.from_address(address).value
    length = ctypes.c_int32.from_address(address + ctypes.sizeof(ctypes.c_void_p)).value
    kind, args, *_ = pickle.loads(ctypes.string_at(pickled or 0, length))
    exception: Exception = kind(*(args or ()))
    return exception
