"""The kernels that Python calls, and where their machine code comes from.

An installation has made one module of all of them (kept.py), or the wheel brings one that nearly
every processor can use. Where there is none, as after an edit, a module of the one that is asked
for is compiled, once, by a process of its own (compiler_process.py). Where nothing can be compiled,
plain Python answers, and a warning says so.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from .._forks import IMPORTING
from .._log import frames_in_package, is_worker, say_once
from ..errors import FallbackCompilerWarning
from . import compiler_process, forms, kept
from .kept import KeptModule, Target
from .machine_code import Function, functions_of, type_names


class Library:
    """Entries that make one module."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
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

    def make(self) -> bool:
        """Make the module of all entries and keep it, unless it is there; True if it is there now.

        Raises:
            Exception: it cannot be compiled.
        """
        made = _made(self._entries, kept.processor())
        return _file(self._entries, kept.processor()).load() == made

    def put(self, objects: Path, target: Target) -> Path:
        """Put the module of all entries in the folder of a wheel for some machines.

        Raises:
            Exception: it cannot be compiled, or kept.
        """
        return _file(self._entries, target).put(_made(self._entries, target), objects)

    def load(self, entry: Entry) -> None:
        """Give an entry its machine code, compiled if need be, unless it cannot be."""
        # Whatever it is, as a processor that LLVM does not know; and LLVM is imported here.
        with suppress(Exception), IMPORTING:
            for target in (kept.processor(), kept.baseline()):
                for entries in (self._entries, [entry]) if target.is_here else ():
                    with suppress(Exception):  # The next may do, or a new one.
                        if module := _file(entries, target).load():
                            _give_code(entries, module)
                            return
        if not self._cannot_compile:
            try:
                _give_code([entry], _made([entry], kept.processor()))
            except Exception as error:  # Whatever it is: the answers do not depend on it.
                self._cannot_compile = True
                _warn_of_fallback(error)


class Entry:
    """A kernel that Python calls. Compiled it does not hold the GIL.

    It returns nothing, a whole number, or an array or the bytes of one.

    Attributes:
        name: "module.function".
        asked: the name, and the outlines of its arguments: numbers, arrays without items, and
            NamedTuples of them.
        types: those of its arguments.
        function: its machine code, once that is loaded.
    """

    def __init__(self, library: Library, name: str, outlines: tuple[Any, ...]) -> None:
        self.name = name
        self.asked: Final = name, outlines
        self.types: Final = type_names(outlines)
        self._library = library
        self.function: Function | None = None

    def __str__(self) -> str:
        """Return the name with the types of the arguments."""
        return f"{self.name}({self.types})"

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
            return function.prepared(args)
        return functools.partial(_interpreted, forms.function(self.name), *map(forms.checked, args))

    def make_ready(self) -> Function | None:
        """Load or compile it before it is called; None if plain Python is to answer."""
        if self.function is None and not forms.is_interpreted():
            self._library.load(self)
        return self.function


def _file(entries: Sequence[Entry], target: Target) -> KeptModule:
    name = "all" if len(entries) > 1 else entries[0].name
    return KeptModule.of(name, entries, target.name)


def _made(entries: Sequence[Entry], target: Target) -> bytes:
    """The module of some entries; raises if it cannot be compiled."""

    def make() -> bytes:
        for_good = ", once" if kept.digest() and kept.cache_folder() else ""
        say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
        return compiler_process.compiled([one.asked for one in entries], target.settings)

    return _file(entries, target).loaded_or_made(make)


def _give_code(entries: Sequence[Entry], module: bytes) -> None:
    """Give all entries of a module their machine code."""
    functions = functions_of(module, [entry.name.partition(".")[2] for entry in entries])
    for entry, function in zip(entries, functions, strict=True):
        entry.function = function


def _interpreted(function: Callable[..., Any], *args: Any) -> Any:
    """Call a kernel as plain Python; an index below 0 is an IndexError."""
    with np.errstate(over="ignore"):  # Its integers wrap around, as those of machine code do.
        return function(*args)


def _warn_of_fallback(error: Exception) -> None:
    if not is_worker():  # Else whoever gave it the work has been told.
        warnings.warn(
            f"the search runs as plain Python, some hundred times slower, because it cannot be "
            f"compiled ({error}); all answers are the same. To compile it needs a version of Numba "
            "that this package allows",
            FallbackCompilerWarning,
            stacklevel=frames_in_package(),
        )
