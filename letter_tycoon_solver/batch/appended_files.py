"""Files that grow chunk by chunk: lines of text, and Parquet.

A file that is closed early holds only whole rows.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from .._extras import extra_module
from .plays import BatchPlays

if TYPE_CHECKING:
    import pyarrow as pa

ROW_GROUP: Final = 1 << 17
"""Rows in a row group of Parquet; they wait in memory until they are written."""
_RESERVE: Final = 1 << 16
_FOOTER_OF_GROUP: Final = 1 << 13
"""Upper bounds for the bytes of a Parquet footer, and for what each row group adds to it."""


class AppendedFile(Protocol):
    """A file that rows are added to."""

    n_rows: int
    """The number of rows in the file, known once it is closed."""

    def write(self, plays: BatchPlays) -> None:
        """Add rows."""

    def flush(self) -> None:
        """Write the rows that wait in memory."""

    def close(self) -> None:
        """End the file; a second call does nothing."""


class TextFile:
    """Lines of text. Closing the file cuts off a chunk that was not written completely."""

    def __init__(self, path: Path, head: str, text_of: Callable[[BatchPlays], str]) -> None:
        self.n_rows = 0
        self._text_of = text_of
        self._file = path.open("wb", buffering=0)
        self._size = 0
        try:
            self._size = self._append(head)
        except OSError:
            self._file.close()
            path.unlink(missing_ok=True)
            raise

    def write(self, plays: BatchPlays) -> None:
        """Add rows."""
        text = self._text_of(plays)
        n_rows = self.n_rows + text.count("\n")
        size = self._size + self._append(text)
        self._size, self.n_rows = size, n_rows

    def flush(self) -> None:
        """Do nothing: every chunk is written at once."""

    def close(self) -> None:
        """End the file."""
        if not self._file.closed:
            with self._file:
                self._file.truncate(self._size)

    def _append(self, text: str) -> int:
        data = text.encode()
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]
        return len(data)


class ParquetFile:
    """Row groups. The file takes the space for each, and for the footer, before it writes them.

    A Parquet file cannot be read without its footer, which is written last.
    """

    def __init__(
        self, path: Path, schema: pa.Schema, table_of: Callable[[BatchPlays], pa.Table]
    ) -> None:
        extra_module("pyarrow", "Parquet files")
        import pyarrow as pa
        import pyarrow.parquet

        self.n_rows = 0
        self._path = path
        self._table_of = table_of
        self._waiting: list[pa.Table] = []
        self._n_groups = 0
        # This is not a Python file, because Ctrl-C could interrupt one in the middle of a row
        # group.
        self._sink = pa.OSFile(str(path), "wb")
        try:
            self._writer = pyarrow.parquet.ParquetWriter(self._sink, schema)
            self._reserve(_RESERVE)
        except OSError:
            # The error may have come before the writer was made.
            with contextlib.suppress(OSError, AttributeError):
                self._writer.close()
            self._sink.close()
            path.unlink(missing_ok=True)
            raise

    def write(self, plays: BatchPlays) -> None:
        """Add rows."""
        table = self._table_of(plays)
        if table.num_rows:
            self._waiting.append(table)
        if sum(table.num_rows for table in self._waiting) >= ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write the row group that waits."""
        import pyarrow as pa

        if not self._waiting:
            return
        table = pa.concat_tables(self._waiting)
        # Uncompressed values and their pages need less than twice the memory of the Arrow table.
        self._reserve(2 * table.nbytes + _RESERVE + _FOOTER_OF_GROUP * (self._n_groups + 1))
        end = self._sink.tell()
        try:
            self._writer.write_table(table, row_group_size=table.num_rows)
        finally:
            # Ctrl-C comes either before or after the row group is written, never in between.
            if self._sink.tell() != end:
                self._waiting = []
                self._n_groups += 1

    def close(self) -> None:
        """End the file."""
        import pyarrow.parquet

        if self._sink.closed:
            return
        try:
            self._writer.close()
            size = self._sink.tell()
        finally:
            self._sink.close()
        os.truncate(self._path, size)
        self.n_rows = pyarrow.parquet.read_metadata(self._path).num_rows

    def _reserve(self, n_bytes: int) -> None:
        with self._path.open("r+b") as file:
            file.seek(self._sink.tell())
            file.write(bytes(n_bytes))
