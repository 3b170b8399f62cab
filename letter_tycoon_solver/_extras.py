"""Optional libraries, imported only when they are needed."""

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
"""The extra that installs each library. pandas and polars have none: whoever passes a data frame
has its library already."""


def extra_module(name: str, what: str) -> ModuleType:
    """Import and return the module.

    Args:
        name: the module, which is also the name of its package for pip.
        what: the purpose, in the plural, for the message: "Parquet files".

    Raises:
        InvalidInputError: the module is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        wanted = _with_extra(_EXTRA_OF[name]) if name in _EXTRA_OF else name
        raise InvalidInputError(
            f"{what} need {name}, which is not installed; install it with: pip install {wanted}"
        ) from None


def check_extra(extra: str, names: Sequence[str], what: str) -> None:
    """Check that the modules of an extra are installed, because they are imported later.

    Args:
        extra: the name of the extra.
        names: the modules.
        what: the purpose, in the singular, for the message: "the page".

    Raises:
        InvalidInputError: a module is not installed.
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
    """Return the package with an extra, in quotes, because some shells interpret brackets."""
    return f'"letter-tycoon-solver[{extra}]"'
