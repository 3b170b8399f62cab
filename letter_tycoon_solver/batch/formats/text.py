"""Positions from CSV, and from sequences and arrays."""

from __future__ import annotations

import csv
import functools
import io
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from ...errors import InvalidInputError, show_text
from .blocks import ALLOWED, HAND, MONEY, BadRow, Blocks, block_of, first_block, places_of

MAX_LINE: Final = 1 << 20
"""The longest line of CSV that is read at once, so that a broken file cannot fill the memory."""


# CSV ---------------------------------------------------------------------------------------------


def csv_blocks(stream: Any, where: str, chunk_size: int) -> Blocks:
    r"""Yield the rows of CSV with a header; the stream, of bytes or text, stays open.

    Blank lines are not rows. Bytes that are not UTF-8 appear as \xff in the text of their row.
    """
    if isinstance(stream, io.TextIOBase):
        yield from _csv_text_blocks(stream, where, chunk_size, lambda _: None)
        return
    text = io.TextIOWrapper(stream, "utf-8-sig", errors="backslashreplace", newline="")
    size = _size_of(stream)

    def expected(n_read: int) -> int | None:
        return n_read * size // max(1, stream.tell()) if size else None

    try:
        yield from _csv_text_blocks(text, where, chunk_size, expected)
    finally:
        if not stream.closed:
            text.detach()


def _csv_text_blocks(
    text: io.TextIOBase, where: str, chunk_size: int, expected: Callable[[int], int | None]
) -> Blocks:
    reader = csv.reader(iter(functools.partial(text.readline, MAX_LINE), ""))
    header = _csv_header(reader, where)
    places = places_of(header, where)
    yield first_block()
    row = 0
    while True:
        rows, cells, lines, malformed = _csv_rows(reader, len(header), row, chunk_size)
        row += len(rows) + len(malformed)
        if not rows and not malformed:
            return
        columns = {name: [of_row[place] for of_row in cells] for name, place in places.items()}
        yield block_of(np.array(rows, np.int64), columns, lines, malformed, expected(row))


def _csv_header(reader: Iterator[list[str]], where: str) -> list[str]:
    try:
        return next(cells for cells in reader if cells)
    except StopIteration:
        raise InvalidInputError(f"{where} is empty; {ALLOWED}") from None
    except csv.Error as error:
        raise InvalidInputError(f"{where} does not begin as CSV does: {show_text(error)}") from None


def _csv_rows(
    reader: Any, n_cells: int, row: int, chunk_size: int
) -> tuple[list[int], list[list[str]], list[int], list[BadRow]]:
    """Read at most so many rows: their numbers, cells and lines, and the malformed ones."""
    rows: list[int] = []
    found: list[list[str]] = []
    lines: list[int] = []
    malformed: list[BadRow] = []
    for number in range(row, row + chunk_size):
        try:
            cells = next(reader)
            while not cells:
                cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            malformed.append(BadRow(number, f"this is not CSV: {error}", reader.line_num))
            continue
        if len(cells) != n_cells:
            has = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            reason = (
                f"the row has {has} and the header {n_cells}; give each row as many as the header"
            )
            malformed.append(BadRow(number, reason, reader.line_num))
            continue
        rows.append(number)
        found.append(cells)
        lines.append(reader.line_num)
    return rows, found, lines, malformed


def _size_of(stream: Any) -> int:
    """Return the size of a file in bytes; 0 if it is not a file."""
    try:
        return int(os.fstat(stream.fileno()).st_size) if stream.seekable() else 0
    except (OSError, AttributeError):
        return 0


# Arrays ------------------------------------------------------------------------------------------


def mapping_blocks(given: Mapping[Any, object], chunk_size: int) -> Blocks:
    """Yield the rows of columns given as sequences or arrays of one dimension."""
    places = places_of(list(given), "the mapping")
    names = list(given)
    columns = {name: _sequence_of(given[names[at]], name) for name, at in places.items()}
    lengths = {name: len(column) for name, column in columns.items()}
    n = lengths[HAND]
    if set(lengths.values()) != {n}:
        shown = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise InvalidInputError(f"the columns have different lengths: {shown}; give all the same")
    yield first_block()
    for start in range(0, n, chunk_size):
        stop = min(start + chunk_size, n)
        cells = {name: _cells_of(column[start:stop]) for name, column in columns.items()}
        yield block_of(np.arange(start, stop), cells, n_expected=n)


def _sequence_of(column: Any, name: str) -> Any:
    if not isinstance(column, list | tuple):
        if isinstance(column, str | bytes) or not hasattr(column, "__len__"):
            raise InvalidInputError(
                f"column {name} is of type {type(column).__name__}; give a sequence or an array"
            )
        column = np.asarray(column)
        kinds = "OTUSiuf" if name == MONEY else "OTUS"
        if column.ndim != 1 or column.dtype.kind not in kinds:
            what = "whole numbers" if name == MONEY else "text"
            raise InvalidInputError(
                f"column {name} is an array of {column.ndim} dimensions and type {column.dtype};"
                f" give one dimension of {what}"
            )
    return column


def _cells_of(column: Any) -> Sequence[object]:
    if not isinstance(column, np.ndarray):
        return list(column)
    cells: list[object] = column.tolist()
    if column.dtype.kind == "S":
        return [cell.decode("utf-8", "backslashreplace") for cell in cells]  # type: ignore[attr-defined]
    return cells
