"""The two forms of a kernel: plain Python, and what the compiler takes.

A process has kernels in one form only. The process that compiles says so before it imports any;
all others run machine code, which needs no kernel in Python, or plain Python.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from .._forks import IMPORTING

KERNELS: Final = __name__.removesuffix("_aot.forms") + "_kernels"
"""The package of the kernels."""


PROCESS: Final = SimpleNamespace(compiles=False)
"""If it compiles, kernels are imported for the compiler."""


def take_for_compiler() -> None:
    """Have kernels imported to be compiled, from now on."""
    os.environ["NUMBA_DISABLE_JIT"] = "0"  # That was said to a process that answers.
    PROCESS.compiles = True


def function(name: str) -> Any:
    """Return a kernel by its name, "module.function"."""
    module, _, of_module = name.partition(".")
    with IMPORTING:
        return getattr(importlib.import_module(f"{KERNELS}.{module}"), of_module)


_get: Final = np.ndarray.__getitem__
_set: Final = np.ndarray.__setitem__


class CheckedArray(np.ndarray[Any, Any]):
    """An array for plain Python that refuses an index below 0, which machine code does not wrap."""

    def __getitem__(self, at: Any) -> Any:
        # A call for every index is dear, and most are one number.
        if at.__class__ is tuple or at.__class__ is slice or at < 0:
            _check(at)
        return _get(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if at.__class__ is tuple or at.__class__ is slice or at < 0:
            _check(at)
        _set(self, at, value)


def _check(at: Any) -> None:
    for index in at if at.__class__ is tuple else (at,):
        if index.__class__ is not slice and index < 0:
            raise IndexError(f"a kernel takes the index {index}, which is below 0")


def checked(value: Any) -> Any:
    """Return an argument whose arrays, over the same memory, are checked."""
    if isinstance(value, np.ndarray):
        return value.view(CheckedArray)
    if isinstance(value, tuple):
        return type(value)(*map(checked, value))
    return value


def constant(numbers: Any) -> np.ndarray[Any, Any]:
    """An int64 array that kernels know, and do not change."""
    array = np.array(numbers, np.int64)
    return array if PROCESS.compiles else array.view(CheckedArray)


def _making_checked(name: str) -> Callable[..., Any]:
    make = getattr(np, name)
    return lambda *args: checked(make(*args))


CHECKED_NUMPY: Final = SimpleNamespace(
    **{**vars(np), **{name: _making_checked(name) for name in ("arange", "empty", "zeros")}}
)
"""NumPy for kernels in plain Python: the arrays that they make are checked, too."""
