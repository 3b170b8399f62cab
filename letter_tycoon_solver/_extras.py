"""Libraries that are only needed for some things, imported when they are."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
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


def check_extras(names: Sequence[str], what: str) -> None:
    """Checks that modules are there that are imported later.

    Args:
        names: the modules, which are also what pip calls them.
        what: what they are needed for, in the singular: "the page".

    Raises:
        InvalidInputError: one is not installed.
    """
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        raise InvalidInputError(
            f"{what} needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not"
            f" installed; install with: pip install {' '.join(missing)}"
        )
