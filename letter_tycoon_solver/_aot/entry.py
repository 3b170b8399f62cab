"""The kernels that Python calls, where their machine code comes from, and how it is called.

An installation has made one module of all of them (kept.py), or the wheel brings one that nearly
every processor can use. Where there is none, as after an edit, a module of the one that is asked
for is compiled, once, by a process of its own (compiler_process.py). Where nothing can be compiled,
plain Python answers, and a warning says so.

A module is an object file, and needs no Numba. It has a function for each entry, by its name:
int32 (int64 *words), which returns NOTHING, NUMBER, ARRAY or FAILED. It also has `release`:
void (int64 owner), for the memory of an array that a kernel has returned.

words     int64 [n + RESULT_SIZE]: the arguments, then what the kernel returns, each as Numba lays
          it out:
          a number      one word
          an array      NO_OWNER, NO_OWNER, items, bytes of an item, address, shape, strides
          a NamedTuple  its fields in turn
          If the kernel fails, there is the address of what Numba says of the exception instead.
"""

from __future__ import annotations

import ctypes
import functools
import os
import pickle
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from .._forks import IMPORTING
from .._log import frames_in_package, is_worker
from ..errors import FallbackCompilerWarning
from . import compiler_process, forms, kept
from .kept import KeptModule, Target

RELEASE: Final = "release"
RESULT_SIZE: Final = 16
NO_OWNER: Final = 0
_ITEMS, _ITEM_SIZE, _ADDRESS = 2, 3, 4
NOTHING, NUMBER, ARRAY, FAILED = range(4)

_Function = Callable[[tuple[Any, ...]], Callable[[], Any]]
_Run = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_Release = ctypes.CFUNCTYPE(None, ctypes.c_int64)
_ENGINES: Final[list[Any]] = []
"""They hold the machine code."""


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
        yield int(np.float64(value).view(np.int64))
    else:
        yield int(value)


def _prepared(run: Any, release: Any, args: tuple[Any, ...]) -> Callable[[], Any]:
    """The call of machine code with these arguments, for one thread at a time.

    It returns what the kernel does; of an array, which is contiguous, the bytes.
    """
    given = list(_words_of(args))
    first = len(given)
    words = (ctypes.c_int64 * (first + RESULT_SIZE))(*given)
    address = ctypes.addressof(words)

    def call(_: Any = args) -> Any:  # Else their memory could be gone.
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


class Library:
    """Entries that make one module.

    Args:
        name: that of its files.
        entries: those that are made already.
    """

    def __init__(self, name: str = "all", entries: Iterable[Entry] = ()) -> None:
        self._name = name
        self._entries = list(entries)
        self._cannot_compile = False

    def entry(self, name: str, *outlines: Any) -> Entry:
        """A kernel that Python calls.

        Args:
            name: "module.function".
            outlines: those of its arguments.
        """
        entry = Entry(self, name, outlines)
        self._entries.append(entry)
        return entry

    def file(self, target: Target) -> KeptModule:
        """The file of the module for some machines."""
        return KeptModule(self._name, [f"{one.name}({one.types})" for one in self._entries], target)

    def made(self, target: Target) -> bytes:
        """The module, which came with the package, or is from disk, or is compiled.

        Raises:
            InvalidInputError: it is for browsers and to be compiled, and there is no linker.
            Exception: it cannot be compiled.
        """
        asked = [one.asked for one in self._entries]
        make = functools.partial(compiler_process.compiled, asked, target)
        return self.file(target).loaded_or_made(make)

    def make(self) -> bool:
        """Make the module for this machine, unless it is kept; True if it is kept now, or raise."""
        made = self.made(kept.processor())
        return self.file(kept.processor()).load() == made

    def put(self, folder: Path, target: Target) -> Path:
        """Put the module in a folder that a package brings along, or raise."""
        return self.file(target).put(self.made(target), folder)

    def load(self, entry: Entry) -> None:
        """Give an entry its machine code, compiled if need be, unless it cannot be."""
        alone = Library(entry.name, [entry])
        # Whatever it is, as a processor that LLVM does not know; and LLVM is imported here.
        with suppress(Exception), IMPORTING:
            for target in (kept.processor(), kept.baseline()):
                for library in (self, alone) if target.is_here else ():
                    with suppress(Exception):  # The next may do, or a new one.
                        if module := library.file(target).load():
                            _give_code(library._entries, module)
                            return
        if not self._cannot_compile:
            try:
                _give_code([entry], alone.made(kept.processor()))
            except Exception as error:  # Whatever it is: the answers do not depend on it.
                self._cannot_compile = True
                if not is_worker():  # Else whoever gave it the work has been told.
                    warnings.warn(
                        "the search runs as plain Python, some hundred times slower, because it "
                        f"cannot be compiled ({error}); all answers are the same. To compile it "
                        "needs a version of Numba that this package allows",
                        FallbackCompilerWarning,
                        stacklevel=frames_in_package(),
                    )


class Entry:
    """A kernel that Python calls. Compiled it does not hold the GIL.

    It returns nothing, a whole number, or an array or the bytes of one.

    Attributes:
        name: "module.function".
        asked: the name, and the outlines of its arguments: numbers, arrays without items, and
            NamedTuples of them.
        types: those of its arguments.
        function: prepares a call of its machine code; None until that is loaded.
    """

    def __init__(self, library: Library, name: str, outlines: tuple[Any, ...]) -> None:
        self.name = name
        self.asked: Final = name, outlines
        self.types: Final = type_names(outlines)
        self._library = library
        self.function: _Function | None = None

    def __call__(self, *args: Any) -> Any:
        """Call it once; raises as `prepared`."""
        return self.prepared(*args)()

    def prepared(self, *args: Any) -> Callable[[], Any]:
        """The call with these arguments, to be made often, by one thread at a time.

        What is in the arrays may be changed between calls.

        Raises:
            TypeError: the arguments have other types.
        """
        if (types := type_names(args)) != self.types:
            raise TypeError(f"{self.name} was given {types}; it takes {self.types}")
        if function := self.make_ready():
            return function(args)
        interpreted = functools.partial(forms.function(self.name), *map(forms.checked, args))
        # Its integers wrap around, as those of machine code do.
        return np.errstate(over="ignore")(interpreted)

    def make_ready(self) -> _Function | None:
        """Load or compile it before it is called; None if plain Python is to answer."""
        if self.function is None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
            self._library.load(self)
        return self.function


def _give_code(entries: Sequence[Entry], module: bytes) -> None:
    """Load a module, and give its entries their machine code."""
    import llvmlite.binding as llvm  # It takes a while, and not every program searches.

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    # An engine for each, as modules may have the same names in them.
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(module))
    engine.finalize_object()
    _ENGINES.append(engine)
    release = _Release(engine.get_function_address(RELEASE))
    for entry in entries:
        run = _Run(engine.get_function_address(entry.name.partition(".")[2]))
        entry.function = functools.partial(_prepared, run, release)
