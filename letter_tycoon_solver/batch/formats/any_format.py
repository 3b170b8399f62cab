"""Any source of positions: a file by its suffix, a stream, a data frame, columns."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ..._files import parse_path
from ...errors import InvalidInputError, show_text
from .arrow import arrow_blocks, arrow_file_blocks, parquet_blocks
from .blocks import Blocks
from .text import csv_blocks, mapping_blocks

CSV_SUFFIX: Final = ".csv"
PARQUET_SUFFIX: Final = ".parquet"
ARROW_SUFFIXES: Final = (".arrow", ".feather")
SUFFIXES: Final = (CSV_SUFFIX, PARQUET_SUFFIX, *ARROW_SUFFIXES)


def blocks_of(source: Any, chunk_size: int) -> Blocks:
    """Yield the rows of any source that `read_positions` takes."""
    where = "the input"
    try:
        if isinstance(source, str | os.PathLike):
            path = parse_path(source)
            where = show_text(path)
            yield from _file_blocks(path, chunk_size)
        elif hasattr(source, "__arrow_c_stream__"):
            yield from arrow_blocks(source, chunk_size)
        elif isinstance(source, Mapping):
            yield from mapping_blocks(source, chunk_size)
        elif hasattr(source, "readline"):
            yield from csv_blocks(source, where, chunk_size)
        else:
            raise InvalidInputError(
                f"positions are to be read from {type(source).__name__}; give a file of"
                f" {', '.join(SUFFIXES)}, a data frame, an Arrow table or a mapping of columns"
            )
    except OSError as error:
        raise InvalidInputError(f"{where} cannot be read: {error.strerror or error}") from error
    except UnicodeError as error:
        raise InvalidInputError(f"{where} cannot be read as text: {show_text(error)}") from error


def _file_blocks(path: Path, chunk_size: int) -> Blocks:
    suffix = path.suffix.lower()
    if suffix == CSV_SUFFIX:
        with path.open("rb") as file:
            yield from csv_blocks(file, show_text(path), chunk_size)
    elif suffix == PARQUET_SUFFIX:
        yield from parquet_blocks(path, chunk_size)
    elif suffix in ARROW_SUFFIXES:
        yield from arrow_file_blocks(path, chunk_size)
    else:
        raise InvalidInputError(
            f"{show_text(path)} has the suffix {show_text(suffix or '(none)')}; give a file of"
            f" {', '.join(SUFFIXES)}"
        )
