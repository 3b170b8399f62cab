"""How Python calls a kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def call(kernel: Callable[..., Any], *args: Any) -> Any:
    """The result of a kernel, whatever state Numba's cache is in.

    A kernel raises nothing itself, so an error is that of reading or keeping its compiled code:
    a damaged file, a full disk. Without the files it compiles again.
    """
    try:
        return kernel(*args)
    except Exception:
        from . import compiling

        compiling.forget(kernel)
        return kernel(*args)
