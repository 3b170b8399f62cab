"""Write the best plays of many positions to files: CSV, JSON lines and Parquet.

All formats have the same columns, described at the top of frames.py. Files grow chunk by chunk; one
that is closed early holds only whole rows.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from .._extras import extra_module
from .._files import UnfinishedFile, parse_path
from ..errors import InvalidInputError, LetterTycoonError, require, require_iterable, show_text
from ..search.frames import arrow_schema, column_names, lists
from .solve import BatchPlays

if TYPE_CHECKING:
    import pyarrow as pa

ROW_GROUP: Final = 1 << 17
"""Rows in a row group of Parquet; they wait in memory until they are written."""
_RESERVE: Final = 1 << 16
_FOOTER_OF_GROUP: Final = 1 << 13
"""Upper bounds for the bytes of a Parquet footer, and for what each row group adds to it."""


class TextFile:
    """Lines of text. Closing the file cuts off a chunk that was not written completely.

    Attributes:
        n_rows: the number of rows in the file, known once it is closed.
    """

    def __init__(self, path: Path, head: str, text_of: Callable[[BatchPlays], str]) -> None:
        self.n_rows = 0
        self._text_of = text_of
        self._file = path.open("wb", buffering=0)
        self._size = 0
        try:
            self._size = self._append(head)
        except OSError:
            self._file.close()
            raise

    def write(self, plays: BatchPlays) -> None:
        """Add rows."""
        text = self._text_of(plays)
        n_rows = self.n_rows + text.count("\n")
        size = self._size + self._append(text)
        self._size, self.n_rows = size, n_rows

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

    Attributes:
        n_rows: the number of rows in the file, known once it is closed.
    """

    def __init__(self, path: Path, count: bool) -> None:
        extra_module("pyarrow", "Parquet files")
        import pyarrow as pa
        import pyarrow.parquet

        self.n_rows = 0
        self._path = path
        self._waiting: list[pa.Table] = []
        self._n_groups = 0
        schema = arrow_schema(count)
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
            raise

    def write(self, plays: BatchPlays) -> None:
        """Add rows."""
        table = plays.to_arrow()
        if table.num_rows:
            self._waiting.append(table)
        if sum(table.num_rows for table in self._waiting) >= ROW_GROUP:
            self._write_group()

    def _write_group(self) -> None:
        import pyarrow as pa

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
        """End the file, after the row group that waits."""
        import pyarrow.parquet

        if self._sink.closed:
            return
        try:
            if self._waiting:
                self._write_group()
        finally:
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


PART: Final = ".part"
"""The suffix added to the name of an unfinished file that is kept."""


_ROWS_AT_ONCE: Final = 1 << 15


class OutputError(LetterTycoonError):
    """Results cannot be written any more: the disk is full, or gone."""


class PlaysWriter:
    """Write chunks of plays to a file; a context manager.

    The rows go to a hidden file in the same folder, .NAME.RANDOM.unfinished, which gets the final
    name at the end. After an error or Ctrl-C its whole rows, if there are any, are kept as
    NAME.part, or as NAME.part2 and so on if a NAME.part has appeared since the start. Kept files
    are never overwritten: no writer starts while a NAME.part exists. The next writer of NAME
    removes the hidden files of killed processes.

    Args:
        path: a .csv, .jsonl or .parquet file; frames.py describes the columns.
        count: True if the plays were counted, as for `iter_solve_batch`.

    Attributes:
        kept: the file with the finished rows after an error or Ctrl-C, else None.
        n_rows: the number of rows in the file.

    Raises:
        InvalidInputError: before anything is written: `path` is not a path, has another suffix or
            cannot be written, a NAME.part exists, or pyarrow is missing for Parquet.
    """

    kept: Path | None
    n_rows: int

    def __init__(self, path: str | os.PathLike[str], *, count: bool = False) -> None:
        self._path = parse_path(path)
        require(count, bool, "count")
        self._count = count
        self.kept = None
        self.n_rows = 0
        open_file = _OPENED.get(self._path.suffix.lower())
        if open_file is None:
            raise InvalidInputError(
                f"{show_text(self._path)} has the suffix"
                f" {show_text(self._path.suffix or '(none)')}; results are written"
                f" to {', '.join(_OPENED)}"
            )
        try:
            # Write through a link: replace the file that it points to.
            self._target = self._path.resolve() if self._path.is_symlink() else self._path
            self._part = self._target.with_name(self._target.name + PART)
            with contextlib.suppress(FileNotFoundError):
                if not stat.S_ISREG(self._target.stat().st_mode):
                    raise InvalidInputError(
                        f"{show_text(self._path)} is not an ordinary file; give another name"
                    )
            if self._part.exists():
                raise InvalidInputError(
                    f"{show_text(self._part)} holds the rows of a run that was not finished;"
                    " rename or delete it, and start again"
                )
            self._unfinished = UnfinishedFile(self._target)
            self._file: TextFile | ParquetFile | None = None
            try:
                self._file = open_file(self._unfinished.path, count)
            except BaseException:
                self._unfinished.remove()
                raise
        except OSError as error:
            raise InvalidInputError(
                f"{show_text(self._path)} cannot be written: {_reason(error)}; give another place"
            ) from error

    def write(self, plays: BatchPlays) -> None:
        """Add the rows of a chunk.

        Raises:
            InvalidInputError: the chunk is not a BatchPlays, was counted although `count` is False
                or the reverse, or the file is closed.
            OutputError: the disk is full, or gone.
        """
        if self._file is None:
            raise InvalidInputError(f"{show_text(self._path)} is closed; open it anew")
        if not isinstance(plays, BatchPlays):
            raise InvalidInputError(
                f"{type(plays).__name__} is given for plays to write; give BatchPlays"
            )
        if (plays.n_legal is not None) != self._count:
            given = "were not counted" if self._count else "were counted"
            raise InvalidInputError(
                f"the plays {given} and count is {self._count}; give the writer the count that"
                " solved them"
            )
        try:
            for piece in pieces_of(plays):
                self._file.write(piece)
        except OSError as error:
            self._keep()
            raise self._failed(error) from error

    def finish(self) -> None:
        """Complete the file and give it its name.

        Raises:
            OutputError: the disk is full, or gone.
        """
        if self._file is None:
            return
        try:
            self._file.close()
            self._unfinished.rename(self._target)
        except OSError as error:
            self._keep()
            raise self._failed(error) from error
        except KeyboardInterrupt:
            self._keep()
            raise
        self.n_rows = self._file.n_rows
        self._file = None

    @property
    def note_on_kept(self) -> str:
        """A sentence that tells what was kept of an unfinished file."""
        if self.kept is None:
            return f"nothing of {show_text(self._path)} was finished"
        rows = "row that was finished is" if self.n_rows == 1 else "rows that were finished are"
        return f"the {self.n_rows:,} {rows} in {self.kept}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self._keep()

    def _keep(self) -> None:
        """Close an unfinished file, and keep it if it has any rows."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with contextlib.suppress(OSError):
            file.close()
        self.n_rows = file.n_rows
        if self.n_rows:
            self.kept = self._unfinished.path
            # Ctrl-C may come after the file has got its final name.
            is_there = self._unfinished.path.exists()
            self.kept = self._unfinished.rename_to_free(self._part) if is_there else self._target
        else:
            self._unfinished.remove()

    def _failed(self, error: OSError) -> OutputError:
        return OutputError(
            f"{show_text(self._path)} cannot be written any further: {_reason(error)};"
            f" {self.note_on_kept}"
        )


def write_plays(
    chunks: Iterable[BatchPlays], path: str | os.PathLike[str], *, count: bool = False
) -> int:
    """Write the chunks of `iter_solve_batch` to a file, as a PlaysWriter does.

    Args:
        chunks: the plays; the first chunk is taken after the file is open.
        path: a .csv, .jsonl or .parquet file.
        count: True if the plays were counted.

    Returns:
        The number of rows.

    Raises:
        InvalidInputError: as for PlaysWriter.
        OutputError: the disk is full, or gone.
        KeyboardInterrupt: Ctrl-C; its message says what was kept.

    Examples:
        >>> from pathlib import Path
        >>> from letter_tycoon_solver.batch import Deal, iter_solve_batch, write_plays
        >>> chunks = iter_solve_batch(Deal(3, seed=1), "enable")
        >>> write_plays(chunks, "plays.csv")
        3
        >>> len(Path("plays.csv").read_text().splitlines())
        4
    """
    if not isinstance(chunks, Iterable):
        raise InvalidInputError(
            f"{type(chunks).__name__} is given for chunks of plays; give an iterable of BatchPlays"
        )
    require_iterable(chunks, "chunks of plays")
    with PlaysWriter(path, count=count) as writer:
        try:
            for plays in chunks:
                writer.write(plays)
        except KeyboardInterrupt as error:
            writer._keep()
            raise KeyboardInterrupt(f"interrupted; {writer.note_on_kept}") from error
    return writer.n_rows


def pieces_of(plays: BatchPlays) -> Iterator[BatchPlays]:
    """Cut the plays into pieces of a bounded number of rows: text takes a kilobyte a row."""
    n = max(1, _ROWS_AT_ONCE // plays.columns.shape[1])
    return (plays[start : start + n] for start in range(0, len(plays), n))


def csv_head(count: bool) -> str:
    """Return the header line of CSV."""
    return ",".join(column_names(count)) + "\n"


def csv_text(plays: BatchPlays) -> str:
    """Format plays as lines of CSV."""
    text = io.StringIO()
    columns = lists(plays._play_rows())
    csv.writer(text, lineterminator="\n").writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def json_text(plays: BatchPlays) -> str:
    """Format plays as JSON lines, an object a row; empty cells are null."""
    columns = lists(plays._play_rows())
    rows = zip(*columns.values(), strict=True)
    return "".join(json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows)


# Files -------------------------------------------------------------------------------------------


_OPENED: Final[dict[str, Callable[[Path, bool], TextFile | ParquetFile]]] = {
    ".csv": lambda path, count: TextFile(path, csv_head(count), csv_text),
    ".jsonl": lambda path, _count: TextFile(path, "", json_text),
    ".parquet": ParquetFile,
}
"""By suffix, the file for plays that were counted, or were not."""


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
