"""Files that rows are appended to, chunk by chunk: lines of text, and Parquet.

A file that is closed early is whole as far as it goes: no row is cut off.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from .._extras import extra_module

if TYPE_CHECKING:
    import pyarrow as pa

    from .plays import BatchPlays

ROW_GROUP: Final = 1 << 17
"""Rows in a row group of Parquet: so many are in memory before they are written."""
_RESERVE: Final = 1 << 16
_FOOTER_OF_GROUP: Final = 1 << 13
"""More bytes than the footer of a Parquet file has, and than it grows by with each row group."""


class AppendedFile(Protocol):
    """A file that is being written."""

    n_rows: int
    """How many rows it has when it is closed."""

    def write(self, plays: BatchPlays) -> None:
        """Adds rows."""

    def flush(self) -> None:
        """Writes what waits in memory."""

    def close(self) -> None:
        """Ends the file; nothing happens if it is closed."""


class TextFile:
    """Lines of text. What comes after the last whole chunk is cut off when it is closed."""

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
        """Adds rows."""
        text = self._text_of(plays)
        n_rows = self.n_rows + text.count("\n")
        size = self._size + self._append(text)
        self._size, self.n_rows = size, n_rows

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Ends the file."""
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
    """Row groups. Their space is taken before they are written, with that of the footer.

    For without its footer, which is written last, nothing of a Parquet file can be read.
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
        # Not a file of Python's: Ctrl-C would interrupt it in the middle of a row group.
        self._sink = pa.OSFile(str(path), "wb")
        try:
            self._writer = pyarrow.parquet.ParquetWriter(self._sink, schema)
            self._reserve(_RESERVE)
        except OSError:
            # The writer may not be there yet.
            with contextlib.suppress(OSError, AttributeError):
                self._writer.close()
            self._sink.close()
            path.unlink(missing_ok=True)
            raise

    def write(self, plays: BatchPlays) -> None:
        """Adds rows."""
        table = self._table_of(plays)
        if table.num_rows:
            self._waiting.append(table)
        if sum(table.num_rows for table in self._waiting) >= ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        """Writes the row group that waits."""
        import pyarrow as pa

        if not self._waiting:
            return
        table = pa.concat_tables(self._waiting)
        # Plain values with their pages are less than twice what Arrow takes.
        self._reserve(2 * table.nbytes + _RESERVE + _FOOTER_OF_GROUP * (self._n_groups + 1))
        end = self._sink.tell()
        try:
            self._writer.write_table(table, row_group_size=table.num_rows)
        finally:
            # Ctrl-C comes before the row group is written, or after.
            if self._sink.tell() != end:
                self._waiting = []
                self._n_groups += 1

    def close(self) -> None:
        """Ends the file."""
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
