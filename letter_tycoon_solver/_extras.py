"""Optional libraries, imported only when they are needed."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Final

from .errors import InvalidInputError

_EXTRA_OF: Final = {
    "pyarrow": "data",
    "distributed": "dask",
    **dict.fromkeys(("starlette", "uvicorn", "msgspec", "segno"), "web"),
}
"""The extra that installs each library; whoever passes a data frame has its library already."""


def extra_module(name: str, what: str, extra: str = "") -> ModuleType:
    """Import and return a module for a purpose in the plural, "Parquet files".

    The message names the extra that installs it, by default that of the module.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        # In quotes, because some shells interpret brackets.
        extra = extra or _EXTRA_OF.get(name, "")
        wanted = f'"letter-tycoon-solver[{extra}]"' if extra else name
        raise InvalidInputError(
            f"{what} need {name}, which is not installed; install it with: pip install {wanted}"
        ) from None
