"""The two forms of a kernel: plain Python, and what the compiler takes.

A process has kernels in one form only. The process that compiles says so before it imports any;
all others run machine code, which needs no kernel in Python, or plain Python.
"""

from __future__ import annotations

import importlib
import os
from typing import Any, Final

from .._forks import IMPORTING

KERNELS: Final = __name__.removesuffix("_aot.forms") + "_kernels"
"""The package of the kernels."""


class _Form:
    """True in a process that compiles."""

    is_for_compiler = False


def is_for_compiler() -> bool:
    """Return True if kernels are imported to be compiled."""
    return _Form.is_for_compiler


def take_for_compiler() -> None:
    """Have kernels imported to be compiled, from now on."""
    os.environ["NUMBA_DISABLE_JIT"] = "0"  # That was said to a process that answers.
    _Form.is_for_compiler = True


def is_interpreted() -> bool:
    """Return True if the user has said that nothing is compiled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"


def function(name: str) -> Any:
    """Return a kernel by its name, "module.function"."""
    module, _, of_module = name.partition(".")
    with IMPORTING:
        return getattr(importlib.import_module(f"{KERNELS}.{module}"), of_module)
