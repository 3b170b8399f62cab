"""Positions from data frames, Arrow tables and their files, with pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..._extras import extra_module
from ...errors import InvalidInputError, show_text
from ...rules.position import MAX_MONEY
from .blocks import (
    MONEY,
    NOT_PLAIN,
    TEXT_COLUMNS,
    Block,
    Blocks,
    MoneyColumn,
    TextColumn,
    first_block,
    places_of,
)


def arrow_blocks(source: Any, chunk_size: int) -> Blocks:
    """Yield the rows of anything with __arrow_c_stream__: a data frame, an Arrow table."""
    pa = extra_module("pyarrow", "data frames and Arrow tables")
    where = f"the {type(source).__name__}"
    try:
        with pa.RecordBatchReader.from_stream(source) as batches:
            yield from _batch_blocks(batches, batches.schema, where, chunk_size, _n_rows_of(source))
    except (pa.ArrowException, TypeError) as error:
        raise InvalidInputError(
            f"{where} cannot be read as an Arrow table: {show_text(error)}"
        ) from error


def parquet_blocks(path: Path, chunk_size: int) -> Blocks:
    """Yield the rows of a Parquet file."""
    pa = extra_module("pyarrow", "Parquet files")
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path, page_checksum_verification=True) as file:
            schema = file.schema_arrow
            names = [schema.names[at] for at in places_of(schema.names, str(path)).values()]
            n = file.metadata.num_rows
            batches = _whole(file.iter_batches(chunk_size, columns=names), n, path)
            yield from _batch_blocks(batches, schema, str(path), chunk_size, n)
    except pa.ArrowException as error:
        raise InvalidInputError(
            f"{show_text(path)} cannot be read as Parquet: {show_text(error)}"
        ) from error


def _whole(batches: Iterable[Any], n: int, path: Path) -> Iterator[Any]:
    """Yield the batches; raise InvalidInputError at the end unless they have `n` rows."""
    n_read = 0
    for batch in batches:
        n_read += batch.num_rows
        yield batch
    if n_read != n:
        raise InvalidInputError(
            f"{show_text(path)} is damaged: of the {n:,} rows that it should have {n_read:,} can"
            " be read; write it again"
        )


def arrow_file_blocks(path: Path, chunk_size: int) -> Blocks:
    """Yield the rows of an Arrow file, which is also called Feather."""
    pa = extra_module("pyarrow", "Arrow files")
    import pyarrow.ipc

    try:
        with pa.memory_map(str(path)) as mapped, pyarrow.ipc.open_file(mapped) as file:
            batches = (file.get_batch(at) for at in range(file.num_record_batches))
            yield from _batch_blocks(batches, file.schema, str(path), chunk_size, None)
    except pa.ArrowException as error:
        raise InvalidInputError(
            f"{show_text(path)} cannot be read as an Arrow file: {show_text(error)}"
        ) from error


def _batch_blocks(
    batches: Iterable[Any], schema: Any, where: str, chunk_size: int, n_expected: int | None
) -> Blocks:
    names = {name: schema.names[at] for name, at in places_of(schema.names, where).items()}
    for name, name_there in names.items():
        _check_arrow_type(name, schema.field(name_there).type, where)
    yield first_block()
    row = 0
    for batch in batches:
        # Without this check, the offsets of a damaged file lead out of its memory.
        batch.validate(full=True)
        for start in range(0, batch.num_rows, chunk_size):
            part = batch.slice(start, chunk_size)
            n = part.num_rows
            texts = tuple(
                _arrow_texts(part.column(names[name])) if name in names else TextColumn.empty(n)
                for name in TEXT_COLUMNS
            )
            in_money = names.get(MONEY)
            money = MoneyColumn.empty(n) if in_money is None else _arrow_money(part, in_money)
            yield Block(np.arange(row, row + n), texts, money, n_expected=n_expected)
            row += n


def _check_arrow_type(name: str, kind: Any, where: str) -> None:
    import pyarrow.types

    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if _is_text(kind) or pyarrow.types.is_null(kind):
        return
    if name == MONEY and (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind)):
        return
    allowed = ", ".join(f"{text} text" for text in TEXT_COLUMNS) + ", money whole numbers"
    raise InvalidInputError(f"column {name} of {where} has the type {kind}; give {allowed}")


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _arrow_texts(column: Any) -> TextColumn:
    n = len(column)
    texts = _large_texts(column).fill_null("")
    _, offset_buffer, data_buffer = texts.buffers()
    if n == 0:
        return TextColumn.empty(0)
    offsets = np.frombuffer(offset_buffer, np.int64, texts.offset + n + 1)[texts.offset :]
    first, last = int(offsets[0]), int(offsets[-1])
    if first == last:
        return TextColumn.empty(n)
    # The kernel is compiled for writable arrays, so it needs copies.
    return TextColumn(np.frombuffer(data_buffer, np.uint8)[first:last].copy(), offsets - first)


def _large_texts(column: Any) -> Any:
    """Return the texts, or nulls, as an array of large_string."""
    import pyarrow as pa
    import pyarrow.types

    if pyarrow.types.is_dictionary(column.type):
        # Two steps, because pyarrow cannot cast a dictionary to string_view.
        texts = _large_texts(column.dictionary)
        column = pa.DictionaryArray.from_arrays(column.indices, texts)
    elif pyarrow.types.is_string_view(column.type) and column.null_count:
        column = _nulls_as_empty(column)
    return column.cast(pa.large_string())


def _nulls_as_empty(texts: Any) -> Any:
    """Return a string_view array with empty texts for its nulls.

    The view of a null is not validated. In a damaged file it can point anywhere, and a cast would
    follow it.
    """
    import pyarrow as pa

    n = len(texts)
    _, view_buffer, *data_buffers = texts.buffers()
    views = np.frombuffer(view_buffer, "2i8", texts.offset + n)[texts.offset :].copy()
    views[texts.is_null().to_numpy(zero_copy_only=False)] = 0
    return pa.Array.from_buffers(texts.type, n, [None, pa.py_buffer(views), *data_buffers])


def _arrow_money(part: Any, name: str) -> MoneyColumn:
    import pyarrow.types

    column = part.column(name)
    kind = column.type
    if not (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind)):
        return MoneyColumn.of(column.to_pylist())
    values = column.fill_null(0).to_numpy(zero_copy_only=False)
    if pyarrow.types.is_floating(kind):
        # The smallest floating types cannot hold MAX_MONEY; doubles can.
        values = np.nan_to_num(values.astype(np.float64), nan=0.0, posinf=np.inf, neginf=-np.inf)
    plain = (values >= 0) & (values <= MAX_MONEY) & (values == np.floor(values))
    dollars = np.full(len(values), NOT_PLAIN, np.int64)
    dollars[plain] = values[plain].astype(np.int64)
    return MoneyColumn(dollars, lambda at: column[at].as_py())


def _n_rows_of(source: Any) -> int | None:
    return len(source) if hasattr(source, "__len__") else None
