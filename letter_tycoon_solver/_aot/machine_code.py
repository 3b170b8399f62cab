"""A module of compiled kernels in memory, called by the address of their arguments; needs no Numba.

A module is an object file with a function for each entry, by its name: int32 (int64 *words), which
returns NOTHING, NUMBER, ARRAY or FAILED. It also has `release`: void (int64 owner), for the memory
of an array that a kernel has returned.

words     int64 [n + RESULT_SIZE]: the arguments, then what the kernel returns, each as Numba lays
          it out:
          a number      one word
          an array      NO_OWNER, NO_OWNER, items, bytes of an item, address, shape, strides
          a NamedTuple  its fields in turn
          If the kernel fails, there is the address of what Numba says of the exception instead.
"""

from __future__ import annotations

import ctypes
import pickle
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

RELEASE: Final = "release"
RESULT_SIZE: Final = 16
NO_OWNER: Final = 0
_ITEMS, _ITEM_SIZE, _ADDRESS = 2, 3, 4
NOTHING, NUMBER, ARRAY, FAILED = range(4)
Entries = Sequence[tuple[str, tuple[Any, ...]]]
"""The names of entries, "module.function", and the outlines of their arguments."""

_Run = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_Release = ctypes.CFUNCTYPE(None, ctypes.c_int64)
_DOUBLE, _WORD = struct.Struct("<d"), struct.Struct("<q")


def type_names(values: tuple[Any, ...]) -> str:
    """The types of arguments, or of their outlines; the same ones need the same machine code."""
    return ",".join(map(_type_name, values))


def _type_name(value: Any) -> str:
    if isinstance(value, np.ndarray):
        gaps = "" if value.flags.c_contiguous else " with gaps"
        return f"{value.dtype.str}{value.ndim}{gaps}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({type_names(value)})"
    if isinstance(value, np.generic):
        return value.dtype.name
    return {bool: "bool", int: "int64", float: "float64"}[type(value)]


def _words_of(value: Any) -> Iterator[int]:
    """The words of an argument."""
    if isinstance(value, np.ndarray):
        yield from (NO_OWNER, NO_OWNER, value.size, value.itemsize)
        yield from (value.__array_interface__["data"][0], *value.shape, *value.strides)
    elif isinstance(value, tuple):
        for field in value:
            yield from _words_of(field)
    elif isinstance(value, float | np.floating):
        yield _WORD.unpack(_DOUBLE.pack(value))[0]
    else:
        yield int(value)


def functions_of(module: bytes, names: Sequence[str]) -> list[Function]:
    """Load a module, and return its entries of these names."""
    import llvmlite.binding as llvm  # It takes a while, and not every program searches.

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    # An engine for each, as modules may have the same names in them.
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(module))
    engine.finalize_object()
    release = _Release(engine.get_function_address(RELEASE))
    return [Function(_Run(engine.get_function_address(one)), release, engine) for one in names]


@dataclass(frozen=True, slots=True)
class Function:
    """A compiled kernel."""

    run: Any
    release: Any
    engine: Any
    """It holds the code."""

    def prepared(self, args: tuple[Any, ...]) -> Callable[[], Any]:
        """The call with these arguments, for one thread at a time.

        It returns what the kernel does; of an array, which is contiguous, the bytes.
        """
        given = list(_words_of(args))
        first = len(given)
        words = (ctypes.c_int64 * (first + RESULT_SIZE))(*given)
        address = ctypes.addressof(words)
        run, release = self.run, self.release

        def call(_: Any = (self, args)) -> Any:  # Else their memory could be gone.
            kind = run(address)
            if kind == NUMBER:
                return words[first]
            if kind == ARRAY:
                size = words[first + _ITEMS] * words[first + _ITEM_SIZE]
                array = ctypes.string_at(words[first + _ADDRESS], size)
                release(words[first])
                return array
            if kind == FAILED:
                raise _exception(words[first])
            return None

        return call


def _exception(address: int) -> Exception:
    """The exception, as Numba keeps it: the address and length of a pickle come first."""
    pickled = ctypes.c_void_p.from_address(address).value
    length = ctypes.c_int32.from_address(address + ctypes.sizeof(ctypes.c_void_p)).value
    kind, args, *_ = pickle.loads(ctypes.string_at(pickled or 0, length))
    exception: Exception = kind(*(args or ()))
    return exception
