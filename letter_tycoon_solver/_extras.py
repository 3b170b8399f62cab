"""Libraries that are only needed for some things, imported when they are."""

from __future__ import annotations

import importlib
from types import ModuleType

from .errors import InvalidInputError


def extra_module(name: str, what: str) -> ModuleType:
    """The module, imported now.

    Args:
        name: the module, which is also what pip calls it.
        what: what it is needed for, in the plural: "Parquet files".

    Raises:
        InvalidInputError: it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        raise InvalidInputError(
            f"{what} need {name}, which is not installed; install it with: pip install {name}"
        ) from None
