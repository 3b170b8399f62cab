"""A module of compiled kernels in memory, called by the address of their arguments; needs no Numba.

words     int64 [n + RESULT_SIZE]: the arguments, then what the kernel returns, each as Numba lays
          it out:
          a number      one word
          an array      NO_OWNER, NO_OWNER, items, bytes of an item, address, shape, strides
          a NamedTuple  its fields in turn
          If the kernel fails, there is the address of what Numba says of the exception instead.

A module is a line with a word for each entry, its name and what it returns ("solve=a count=n"),
and an object file with a function for each by its name: int32 (int64 *words); 0, or it failed. It
also has `release`: void (int64 owner), for the memory of an array that a kernel has returned.
"""

from __future__ import annotations

import ctypes
import pickle
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

RELEASE: Final = "release"
RESULT_SIZE: Final = 16
NO_OWNER: Final = 0
_ITEMS, _ITEM_SIZE, _ADDRESS = 2, 3, 4
NOTHING_BACK, NUMBER_BACK, ARRAY_BACK = "-", "n", "a"
"""The kinds of what a kernel returns."""

_Run = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_Release = ctypes.CFUNCTYPE(None, ctypes.c_int64)
_DOUBLE, _WORD = struct.Struct("<d"), struct.Struct("<q")


@dataclass(frozen=True, slots=True)
class ArrayOutline:
    """The type of an array without gaps."""

    dtype: np.dtype[Any]
    n_dimensions: int


def type_name(value: Any) -> str:
    """The type of an argument, or of its outline; the same one needs the same machine code."""
    if isinstance(value, np.ndarray):
        gaps = "" if value.flags.c_contiguous else " with gaps"
        return f"{value.dtype.str}{value.ndim}{gaps}"
    if isinstance(value, ArrayOutline):
        return f"{value.dtype.str}{value.n_dimensions}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({','.join(map(type_name, value))})"
    if isinstance(value, np.generic):
        return value.dtype.name
    return {bool: "bool", int: "int64", float: "float64"}[type(value)]


def type_names(values: tuple[Any, ...]) -> str:
    """The types of arguments, or of their outlines."""
    return ",".join(map(type_name, values))


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


def module_of(returns: Mapping[str, str], object_file: bytes) -> bytes:
    """A module: see the top of this file.

    Args:
        returns: by the names of its functions, NOTHING_BACK, NUMBER_BACK or ARRAY_BACK.
        object_file: the machine code.
    """
    return " ".join(f"{name}={kind}" for name, kind in returns.items()).encode() + (
        b"\n" + object_file
    )


class MachineCode:
    """A loaded module."""

    def __init__(self, module: bytes) -> None:
        """Load a module: see the top of this file."""
        import llvmlite.binding as llvm  # It takes a while, and not every program searches.

        line, _, object_file = module.partition(b"\n")
        self._returns = dict(word.split("=") for word in line.decode().split())
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        # It holds the code; an engine for each, as modules may have the same names in them.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(object_file))
        self._engine.finalize_object()
        self._release = _Release(self._engine.get_function_address(RELEASE))

    def function(self, name: str) -> Function:
        """The entry of this name."""
        run = _Run(self._engine.get_function_address(name))
        return Function(run, self._returns[name], self._release, self._engine)


@dataclass(frozen=True, slots=True)
class Function:
    """A compiled kernel."""

    run: Any
    returns: str
    release: Any
    engine: Any
    """It holds the code."""


class Call:
    """A kernel with arguments, for one thread at a time. Whoever changes an array changes them."""

    __slots__ = ("_address", "_first", "_function", "_given", "_words")

    def __init__(self, function: Function, args: tuple[Any, ...]) -> None:
        words = list(words_of(args))
        self._function = function
        self._given = args  # Else their memory could be gone.
        self._first = len(words)
        self._words = (ctypes.c_int64 * (len(words) + RESULT_SIZE))(*words)
        self._address = ctypes.addressof(self._words)

    def __call__(self) -> Any:
        """Call the kernel and return what it does; of an array, which is contiguous, the bytes."""
        function, words, first = self._function, self._words, self._first
        if function.run(self._address):
            raise _exception(words[first])
        if function.returns == ARRAY_BACK:
            size = words[first + _ITEMS] * words[first + _ITEM_SIZE]
            array = ctypes.string_at(words[first + _ADDRESS], size)
            function.release(words[first])
            return array
        return words[first] if function.returns == NUMBER_BACK else None


def _exception(address: int) -> Exception:
    """The exception, as Numba keeps it: the address and length of a pickle come first."""
    pickled = ctypes.c_void_p.from_address(address).value
    length = ctypes.c_int32.from_address(address + ctypes.sizeof(ctypes.c_void_p)).value
    kind, args, *_ = pickle.loads(ctypes.string_at(pickled or 0, length))
    exception: Exception = kind(*(args or ()))
    return exception
