"""The ways to run kernels, one at a time for all that this process imports.

Kernels call each other, and what they are when they are imported depends on the way. Machine code
that is loaded, which is how most processes run them, needs none of this.
"""

from __future__ import annotations

import enum
import importlib
import os
import sys
from typing import Any, Final

from .._forks import IMPORTING
from ..errors import InvalidInputError, show

KERNELS: Final = __name__.removesuffix("_aot.ways") + "_kernels"
"""The package of the kernels."""
SETTING: Final = "LETTER_TYCOON_COMPILE"
"""The environment variable by which every search waits for the compiler."""
WAIT: Final = "wait"


class Way(enum.Enum):
    """A form that a function of the kernels takes when it is imported."""

    AS_ONE_PIECE = "for compiling.py"
    BY_NUMBA = "compiled by what Numba documents"
    INTERPRETED = "plain Python, without Numba"


class _Choice:
    """The way of the modules that are imported now; None until it is chosen."""

    way: Way | None = None


_modules: Final[set[str]] = {f"{KERNELS}.bits", f"{KERNELS}.blocks"}
"""The modules to import anew for another way, as far as they were imported."""


def is_interpreted() -> bool:
    """Return True if the user has said that nothing is compiled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"


def all_wait() -> bool:
    """Return True if the user has said that every search waits for the compiler.

    Raises:
        InvalidInputError: the setting is not known.
    """
    setting = os.environ.get(SETTING, "")
    if setting not in {"", WAIT}:
        raise InvalidInputError(
            f"{SETTING} is {show(setting)}; set it to {WAIT}, to wait for the compiler, or not"
        )
    return setting == WAIT


def chosen() -> Way:
    """The way of the modules that are imported now."""
    return _Choice.way or (Way.INTERPRETED if is_interpreted() else Way.AS_ONE_PIECE)


def function(name: str, way: Way) -> Any:
    """A kernel by its name, "module.function", imported for a way."""
    module, _, of_module = name.partition(".")
    with IMPORTING:
        if chosen() is not way:
            for imported in _modules:
                sys.modules.pop(imported, None)
        _Choice.way = way
        return getattr(importlib.import_module(f"{KERNELS}.{module}"), of_module)


def add_module(name: str) -> None:
    """Notes that a module has kernels."""
    _modules.add(name)
