"""Libraries that are only needed for some things, imported when they are."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Final

from .errors import InvalidInputError

_EXTRA_OF: Final[Mapping[str, str]] = MappingProxyType(
    {"pyarrow": "data", "matplotlib": "plot", "distributed": "dask"}
)
"""By library, the extra that installs it. Of no extra are pandas and polars: whoever has a data
frame has them."""


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
        wanted = _with_extra(_EXTRA_OF[name]) if name in _EXTRA_OF else name
        raise InvalidInputError(
            f"{what} need {name}, which is not installed; install it with: pip install {wanted}"
        ) from None


def check_extra(extra: str, names: Sequence[str], what: str) -> None:
    """Checks that the modules of an extra are there that are imported later.

    Args:
        extra: the name of the extra.
        names: the modules.
        what: what they are needed for, in the singular: "the page".

    Raises:
        InvalidInputError: one is not installed.
    """
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        *most, last = missing
        listed = f"{', '.join(most)} and {last}" if most else last
        verb, them = ("are", "them") if most else ("is", "it")
        raise InvalidInputError(
            f"{what} needs {listed}, which {verb} not installed; install {them} with: pip install"
            f" {_with_extra(extra)}"
        )


def _with_extra(extra: str) -> str:
    """The package with an extra, in quotes: brackets mean something to some shells."""
    return f'"letter-tycoon-solver[{extra}]"'
