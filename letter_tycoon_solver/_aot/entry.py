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
from .kept import Baseline, Identity
from .machine_code import Call, Function, MachineCode, type_names


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
        made = _made(self._entries)
        return kept.load(_identity(self._entries)) == made

    def put(self, objects: Path, baseline: Baseline | None) -> Path:
        """Put the module of all entries in the folder of a wheel.

        Args:
            objects: the folder.
            baseline: the processors that it is for; None for the one here.

        Raises:
            Exception: it cannot be compiled, or kept.
        """
        if baseline is None:
            return kept.put_in_package(_identity(self._entries), _made(self._entries), objects)
        module = compiler_process.compiled(self._entries, baseline.settings)
        return kept.put_in_package(_identity(self._entries, baseline.target), module, objects)

    def function(self, entry: Entry) -> Function | None:
        """The machine code of an entry, compiled if need be; None if it cannot be."""
        # Whatever it is, as a processor that LLVM does not know; and LLVM is imported here.
        with suppress(Exception), IMPORTING:
            for target in kept.usable_targets():
                for entries in (self._entries, [entry]):
                    with suppress(Exception):  # The next may do, or a new one.
                        if module := kept.load(_identity(entries, target)):
                            return self._loaded(entries, module, entry)
        if self._cannot_compile:
            return None
        try:
            return self._loaded([entry], _made([entry]), entry)
        except Exception as error:  # Whatever it is: the answers do not depend on it.
            self._cannot_compile = True
            _warn_of_fallback(error)
        return None

    @staticmethod
    def _loaded(entries: list[Entry], module: bytes, asked: Entry) -> Function:
        """Give all entries of a module their code; return that of one."""
        code = MachineCode(module)
        for entry in entries:
            entry.take(code.function(entry.name.partition(".")[2]))
        return code.function(asked.name.partition(".")[2])


class Entry:
    """A kernel that Python calls. Compiled it does not hold the GIL.

    It returns nothing, a whole number, or an array or the bytes of one.

    Attributes:
        name: "module.function".
        outlines: those of its arguments: arrays, numbers and NamedTuples of them.
        types: their types.
    """

    def __init__(self, library: Library, name: str, outlines: tuple[Any, ...]) -> None:
        self.name = name
        self.outlines = outlines
        self.types: Final = type_names(outlines)
        self._library = library
        self._function: Function | None = None

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
            return Call(function, args)
        return functools.partial(_interpreted, forms.function(self.name), *map(forms.checked, args))

    def make_ready(self) -> Function | None:
        """Load or compile it before it is called; None if plain Python is to answer."""
        if self._function is None and not forms.is_interpreted():
            self._function = self._library.function(self)
        return self._function

    def take(self, function: Function) -> None:
        """Be called as this machine code from now on."""
        self._function = function


def _identity(entries: Sequence[Entry], target: str | None = None) -> Identity:
    name = "all" if len(entries) > 1 else entries[0].name
    return Identity.of(name, entries, target or kept.processor())


def _made(entries: Sequence[Entry]) -> bytes:
    """The module of some entries for the processor here; raises if it cannot be compiled."""

    def make() -> bytes:
        for_good = ", once" if kept.version_folder() else ""
        say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
        return compiler_process.compiled(entries)

    return kept.loaded_or_made(_identity(entries), make)


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
