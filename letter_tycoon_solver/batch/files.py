"""`read_positions`: the user's own positions. `PlaysWriter`: their best plays.

A source is a generator of blocks: rows with unchecked cells. Its first block is empty and comes as
soon as the source is open and its columns are checked. Dropping the generator closes the file.
"""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
import os
import re
import stat
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from .._extras import extra_module
from .._files import UnfinishedFile, parse_path
from .._kernels import entries
from .._kernels.layouts import Columns, TextCells
from ..errors import (
    InvalidInputError,
    LetterTycoonError,
    counted,
    require,
    show,
    show_text,
)
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole
from ..rules.position import MAX_MONEY, MAX_OPPONENTS, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from ..search.frames import arrow_schema, column_names, lists
from .positions import Positions, columns_of
from .solve import CHUNK_SIZE, MAX_CHUNK_SIZE, BatchPlays

if TYPE_CHECKING:
    import pyarrow as pa

HAND: Final = "hand"
MONEY: Final = "money"
TEXT_COLUMNS: Final = (HAND, "community", "patents", "opponents")
COLUMNS: Final = (*TEXT_COLUMNS, MONEY)
"""The columns of a position; only the hand is required."""
MAX_BAD_ROWS: Final = 100_000
"""A reader keeps this many bad rows; it only counts the others."""
MAX_CELL: Final = 200
MAX_LINE: Final = 1 << 20
"""The longest line of CSV that is read at once, so that a broken file cannot fill the memory."""

_CSV: Final = ".csv"
_INPUT: Final = "the input"
_ALLOWED: Final = (
    f"the columns of positions are {', '.join(COLUMNS)}, and only {HAND} must be there"
)
_TEXT_TYPES: Final = ("string", "large_string", "string_view", "null")
"""The names of Arrow's types of text; a column of nulls has none."""
_NOT_PLAIN: Final = -1
"""Marks a cell in the column of money that needs a closer look."""
_WHOLE: Final = re.compile(r"([+-]?[0-9]{1,18})(\.0*)?")
_LIMITS: Final = np.array([*CARD_COUNT.values(), MAX_MONEY, MAX_OPPONENTS], np.int64)
_NOBODY: Final = "-"
_NO_OPPONENTS: Final = "."


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is not a position.

    Attributes:
        row: the number of the row in the source, from 0.
        reason: one sentence.
        line: the line of a CSV file where the row ends, from 1; None for other sources.
    """

    row: int
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"row {self.row}" if self.line is None else f"row {self.row} (line {self.line})"
        return f"{place}: {self.reason}"


class PositionReader(Iterator[Positions], contextlib.AbstractContextManager["PositionReader"]):
    """Positions in chunks of bounded memory, read once; `read_positions` makes it.

    `iter_solve_batch` takes it in place of Positions. Reaching the last row closes the file, and so
    does leaving a `with` block.

    Attributes:
        bad_rows: the rows that are not positions, a list of at most MAX_BAD_ROWS BadRow.
        n_bad: the number of all bad rows.
        n_rows: the number of rows read so far.
        n_expected: the number of rows in the source, or None if it is unknown.
    """

    def __init__(self, blocks: Blocks, ruleset: Ruleset, strict: bool) -> None:
        require(blocks, Generator, "the rows")
        require(ruleset, Ruleset, "the ruleset")
        self.bad_rows: list[BadRow] = []
        self.n_bad = self.n_rows = 0
        self.n_expected: int | None = None
        self._blocks = blocks
        self._ruleset = ruleset
        self._strict = strict
        # The first block opens the source; reading it compiles the kernels if need be.
        self._positions_in(next(blocks))

    def __next__(self) -> Positions:
        for block in self._blocks:
            positions = self._positions_in(block)
            self.n_rows += len(block.rows) + len(block.malformed)
            self.n_expected = block.n_expected
            if len(positions):
                return positions
        raise StopIteration

    def close(self) -> None:
        """Close the file; no more rows come."""
        self._blocks.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _positions_in(self, block: Block) -> Positions:
        """Return the positions in a block; keep its bad rows, or raise the first."""
        cells = [block.columns.get(name) or [None] * len(block.rows) for name in COLUMNS]
        columns, ok = self._read(cells)
        bad = list(block.malformed)
        places: list[int] = []
        positions: list[Position] = []
        for at in np.flatnonzero(ok == 0).tolist():
            try:
                position = _position_of([column[at] for column in cells])
                position.check_card_limits(self._ruleset)
            except InvalidInputError as error:
                line = block.lines[at] if block.lines is not None else None
                bad.append(BadRow(block.rows[at], str(error), line))
            else:
                places.append(at)
                positions.append(position)
        ok[places] = 1
        for column, odd in zip(columns, columns_of(Positions.of(positions)), strict=True):
            column[places] = 0
            column[(places, slice(odd.shape[1])) if odd.ndim > 1 else places] = odd
        bad.sort(key=lambda row: row.row)
        if bad and self._strict:
            raise InvalidInputError(str(bad[0]))
        self.n_bad += len(bad)
        self.bad_rows += bad[: max(0, MAX_BAD_ROWS - len(self.bad_rows))]
        rows = np.array(block.rows, np.int64)
        good = slice(None) if ok.all() else ok.astype(bool)
        return Positions(*[column[good] for column in (*columns, rows)])  # type: ignore[arg-type]

    def _read(self, cells: list[list[Any]]) -> tuple[Columns, npt.NDArray[np.uint8]]:
        """Return the columns of the rows, and for each 1 if it is plainly a position, else 0."""
        *texts, money = cells
        n = len(money)
        columns = Columns(
            np.zeros((n, self._ruleset.hand_size), np.uint8),
            np.zeros((n, self._ruleset.community_size), np.uint8),
            np.zeros((n, len(LETTERS)), np.uint8),
            np.fromiter(map(_plain_dollars, money), np.int64, n),
            np.zeros(n, np.uint8),
        )
        ok = np.zeros(n, np.uint8)
        entries.read_rows(*map(_text_cells, texts), _LIMITS, columns, ok)
        return columns._replace(money=columns.money.astype(np.int32)), ok


def read_positions(
    source: object,
    *,
    ruleset: Ruleset = RULEBOOK,
    strict: bool = False,
    chunk_size: int = CHUNK_SIZE,
) -> PositionReader:
    r"""Read positions from CSV, a data frame or an Arrow table, one row each.

    The columns may stand in any order, others are ignored, and an empty cell means the default:

    - `hand`: letters of the cards in hand; the only required column.
    - `community`: letters of the community's cards; default none.
    - `patents`: letters of the patents the player owns; default none.
    - `opponents`: the patents of each opponent, clockwise, separated by "/", with "-" for an
      opponent without patents, such as "E/-"; default ".", which means no opponents.
    - `money`: dollars before the turn, a whole number; default 0.

    A "-" means no letters. `rows` of the positions numbers the rows of the source, from 0, without
    the header and blank lines. A row that `Position` refuses is left out, and is in `bad_rows`.

    Args:
        source: the path of a CSV file (UTF-8, with a header); an open file with CSV; or anything
            with __arrow_c_stream__, such as data frames of pandas and polars and tables of pyarrow;
            these need the extra [data].
        ruleset: a position with more cards than it deals is bad.
        strict: True to raise an error at the first bad row instead of leaving it out.
        chunk_size: rows in a chunk, 1 to 10,000,000.

    Raises:
        InvalidInputError: the source cannot be read, the hand is missing, a column is repeated or
            of a wrong type, or another argument is wrong; at once, where the header shows it.

    Examples:
        >>> import io
        >>> from letter_tycoon_solver.batch import read_positions
        >>> (positions,) = read_positions(io.StringIO("hand\nJWLEANZ\n"))
        >>> positions[0].notation
        'AEJLNWZ - - . 0'
    """
    require(ruleset, Ruleset, "the ruleset")
    require(strict, bool, "strict")
    size = parse_whole(chunk_size, "chunk_size", 1, MAX_CHUNK_SIZE)
    return PositionReader(_blocks_of(source, size), ruleset, strict)


def read_parquet(
    path: Path, *, ruleset: Ruleset = RULEBOOK, strict: bool = False, chunk_size: int = CHUNK_SIZE
) -> PositionReader:
    """Read positions from a Parquet file, row group by row group, as `read_positions` does."""
    return PositionReader(_parquet_blocks(path, chunk_size), ruleset, strict)


def _position_of(cells: Sequence[Any]) -> Position:
    """Return the position in a row of cells; raise InvalidInputError for a bad one."""
    hand, community, patents, opponents = map(_stripped, TEXT_COLUMNS, cells)
    amount = _dollars_of(cells[-1])
    if isinstance(amount, str):
        _stripped(MONEY, amount)
    owners = [] if opponents in ("", _NO_OPPONENTS) else opponents.split("/")
    return Position(
        _letters(hand),
        _letters(community),
        _letters(patents),
        [_letters(owned) for owned in owners],
        amount,  # type: ignore[arg-type]  # Position judges it.
    )


def _stripped(name: str, cell: str | None) -> str:
    text = (cell or "").strip()
    if len(text) > MAX_CELL:
        raise InvalidInputError(
            f"the {name} is a text of {len(text)} characters, {show(text)}; give at most {MAX_CELL}"
        )
    return text


def _letters(cell: str) -> str:
    return "" if cell == _NOBODY else cell


# Blocks ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of a source."""

    rows: Sequence[int] = ()
    columns: Mapping[str, list[Any]] = field(default_factory=dict)
    """The cells of those of COLUMNS that are there; None is an empty cell."""
    n_expected: int | None = None
    lines: Sequence[int] | None = None
    """The line of a CSV file where each row ends; None for other sources."""
    malformed: Sequence[BadRow] = ()
    """Rows that could not be split into cells."""


Blocks = Generator[Block]


def _text_cells(cells: list[Any]) -> TextCells:
    """Return a column for the kernel, with "?" for what is not ASCII, which no position has."""
    texts = [cell or "" for cell in cells] if None in cells else cells
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)), out=offsets[1:])
    # The kernel is compiled for writable arrays, so it needs a copy.
    data = bytearray("".join(texts).encode("ascii", "replace"))
    return TextCells(np.frombuffer(data, np.uint8), offsets)


def _dollars_of(cell: Any) -> object:
    """Return the whole number in a cell, 0 for an empty one; return other cells unchanged."""
    if isinstance(cell, float | np.floating):
        if np.isnan(cell):
            return 0
        return int(cell) if cell.is_integer() else float(cell)
    if isinstance(cell, str):
        text = cell.strip()
        whole = _WHOLE.fullmatch(text)
        return int(whole[1]) if whole else (text or 0)
    return 0 if cell is None else cell


@functools.lru_cache(4096)
def _plain_dollars(cell: object) -> int:
    """Return the dollars in a cell, or _NOT_PLAIN, from a cache: the same amounts return often."""
    dollars = _dollars_of(cell)
    return dollars if type(dollars) is int and 0 <= dollars <= MAX_MONEY else _NOT_PLAIN


def _places_of(names: Sequence[object], where: str) -> dict[str, int]:
    """Find each column of positions among the names, ignoring case."""
    known = [str(name).strip().lower() for name in names]
    has = show_text(", ".join(repr(str(name)) for name in names) or "(none)")
    for name in COLUMNS:
        if known.count(name) > 1:
            raise InvalidInputError(
                f"{where} has {known.count(name)} columns {name}; it has the columns {has}; give"
                " one"
            )
    if HAND not in known:
        raise InvalidInputError(
            f"{where} has no column {HAND}; it has the columns {has}; {_ALLOWED}"
        )
    return {name: known.index(name) for name in COLUMNS if name in known}


# Sources -----------------------------------------------------------------------------------------


def _blocks_of(source: Any, chunk_size: int) -> Blocks:
    """Yield the rows of any source that `read_positions` takes."""
    with _errors_of(source):
        if isinstance(source, str | os.PathLike):
            path = parse_path(source)
            if path.suffix.lower() != _CSV:
                raise InvalidInputError(
                    f"{show_text(path)} has the suffix {show_text(path.suffix or '(none)')}; give a"
                    f" file of {_CSV}, or read it with pyarrow and give its table"
                )
            with path.open("rb") as file:
                yield from _csv_blocks(file, show_text(path), chunk_size)
        elif hasattr(source, "__arrow_c_stream__"):
            yield from _arrow_blocks(source, chunk_size)
        elif hasattr(source, "readline"):
            yield from _csv_blocks(source, _INPUT, chunk_size)
        else:
            raise InvalidInputError(
                f"positions are to be read from {type(source).__name__}; give a file of {_CSV}, a"
                " data frame or an Arrow table"
            )


@contextlib.contextmanager
def _errors_of(source: object) -> Iterator[None]:
    """Turn the errors of a file or a stream into InvalidInputError."""
    where = show_text(source) if isinstance(source, str | os.PathLike) else _INPUT
    try:
        yield
    except OSError as error:
        raise InvalidInputError(f"{where} cannot be read: {error.strerror or error}") from error
    except UnicodeError as error:
        raise InvalidInputError(f"{where} cannot be read as text: {show_text(error)}") from error


# CSV ---------------------------------------------------------------------------------------------


def _csv_blocks(stream: Any, where: str, chunk_size: int) -> Blocks:
    r"""Yield the rows of CSV with a header; the stream, of bytes or text, stays open.

    Blank lines are not rows. Bytes that are not UTF-8 appear as \xff in the text of their row.
    """
    text, size = stream, 0
    if not isinstance(stream, io.TextIOBase):
        text = io.TextIOWrapper(stream, "utf-8-sig", errors="backslashreplace", newline="")
        with contextlib.suppress(OSError, AttributeError):
            size = os.fstat(stream.fileno()).st_size if stream.seekable() else 0
    try:
        reader = csv.reader(iter(functools.partial(text.readline, MAX_LINE), ""))
        try:
            header = next(filter(None, reader), None)
        except csv.Error as error:
            raise InvalidInputError(
                f"{where} does not begin as CSV does: {show_text(error)}"
            ) from None
        if header is None:
            raise InvalidInputError(f"{where} is empty; {_ALLOWED}")
        places = _places_of(header, where)
        yield Block()
        row = 0
        while block := _csv_block(reader, places, len(header), range(row, row + chunk_size)):
            row += len(block.rows) + len(block.malformed)
            yield replace(block, n_expected=row * size // max(1, stream.tell()) if size else None)
    finally:
        if text is not stream and not stream.closed:
            text.detach()


def _csv_block(
    reader: Any, places: Mapping[str, int], n_cells: int, numbers: range
) -> Block | None:
    """Read rows with these numbers; None if there are none."""
    rows: list[int] = []
    found: list[list[str]] = []
    lines: list[int] = []
    malformed: list[BadRow] = []
    filled = filter(None, reader)
    for number in numbers:
        try:
            cells = next(filled)
        except StopIteration:
            break
        except csv.Error as error:
            reason = f"this is not CSV: {error}"
        else:
            if len(cells) == n_cells:
                rows.append(number)
                found.append(cells)
                lines.append(reader.line_num)
                continue
            reason = (
                f"the row has {counted(len(cells), 'cell')} and the header {n_cells}; give each row"
                " as many as the header"
            )
        malformed.append(BadRow(number, reason, reader.line_num))
    if not rows and not malformed:
        return None
    columns = {name: [cells[place] for cells in found] for name, place in places.items()}
    return Block(rows, columns, None, lines, malformed)


# Arrow -------------------------------------------------------------------------------------------


def _arrow_blocks(source: Any, chunk_size: int) -> Blocks:
    """Yield the rows of a data frame or an Arrow table."""
    pa = extra_module("pyarrow", "data frames and Arrow tables")
    where = f"the {type(source).__name__}"
    n = len(source) if hasattr(source, "__len__") else None
    try:
        with pa.RecordBatchReader.from_stream(source) as batches:
            yield from _batch_blocks(batches, batches.schema, where, chunk_size, n)
    except (pa.ArrowException, TypeError) as error:
        raise InvalidInputError(
            f"{where} cannot be read as an Arrow table: {show_text(error)}"
        ) from error


def _parquet_blocks(path: Path, chunk_size: int) -> Blocks:
    pa = extra_module("pyarrow", "Parquet files")
    import pyarrow.parquet

    try:
        with (
            _errors_of(path),
            pyarrow.parquet.ParquetFile(path, page_checksum_verification=True) as file,
        ):
            schema, n = file.schema_arrow, file.metadata.num_rows
            names = [schema.names[at] for at in _places_of(schema.names, str(path)).values()]
            batches = file.iter_batches(chunk_size, columns=names)
            n_read = yield from _batch_blocks(batches, schema, str(path), chunk_size, n)
    except pa.ArrowException as error:
        raise InvalidInputError(
            f"{show_text(path)} cannot be read as Parquet: {show_text(error)}"
        ) from error
    if n_read != n:
        raise InvalidInputError(
            f"{show_text(path)} is damaged: of the {n:,} rows that it should have {n_read:,} can"
            " be read; write it again"
        )


def _batch_blocks(
    batches: Iterable[Any], schema: Any, where: str, chunk_size: int, n_expected: int | None
) -> Generator[Block, None, int]:
    """Yield the rows of batches, and return their number."""
    names = {name: schema.names[at] for name, at in _places_of(schema.names, where).items()}
    for name, name_there in names.items():
        _check_arrow_type(name, schema.field(name_there).type, where)
    yield Block()
    row = 0
    for batch in batches:
        # Without this check, the offsets of a damaged file lead out of its memory.
        batch.validate(full=True)
        for start in range(0, batch.num_rows, chunk_size):
            part = batch.slice(start, chunk_size)
            columns = {name: part.column(names[name]).to_pylist() for name in names}
            yield Block(range(row, row + part.num_rows), columns, n_expected)
            row += part.num_rows
    return row


def _check_arrow_type(name: str, kind: Any, where: str) -> None:
    import pyarrow.types

    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if str(kind) in _TEXT_TYPES:
        return
    if name == MONEY and (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind)):
        return
    allowed = ", ".join(f"{text} text" for text in TEXT_COLUMNS) + ", money whole numbers"
    raise InvalidInputError(f"column {name} of {where} has the type {kind}; give {allowed}")


# Plays to files ----------------------------------------------------------------------------------


ROW_GROUP: Final = 1 << 17
"""Rows in a row group of Parquet; they wait in memory until they are written."""
_RESERVE: Final = 1 << 16
_FOOTER_OF_GROUP: Final = 1 << 13
"""Upper bounds for the bytes of a Parquet footer, and for what each row group adds to it."""


class _TextFile:
    """Lines of text; closing cuts off an incomplete chunk, and then `n_rows` is known."""

    def __init__(self, path: Path, head: str, text_of: Callable[[BatchPlays], str]) -> None:
        self.n_rows = 0
        self._text_of = text_of
        self._file = path.open("wb", buffering=0)
        self._size = 0
        try:
            self._append(head)
        except OSError:
            self._file.close()
            raise

    def write(self, plays: BatchPlays) -> None:
        text = self._text_of(plays)
        n_rows = self.n_rows + text.count("\n")
        self._append(text)
        self.n_rows = n_rows

    def close(self) -> None:
        if not self._file.closed:
            with self._file:
                self._file.truncate(self._size)

    def _append(self, text: str) -> None:
        rest = memoryview(text.encode())
        size = self._size + len(rest)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._size = size


class _ParquetFile:
    """Row groups. The file takes the space for each, and for the footer, before it writes them.

    The footer, without which it cannot be read, is written last; then `n_rows` is known.
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
        # Not a Python file, which Ctrl-C could interrupt in the middle of a row group.
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
        import pyarrow.parquet

        if self._sink.closed:
            return
        try:
            if self._waiting:
                self._write_group()
        except KeyboardInterrupt:
            # It may have come before the row group was written, and its rows are finished.
            if self._waiting:
                self._write_group()
            raise
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


_OutputFile = _TextFile | _ParquetFile

PART: Final = ".part"
"""The suffix of an unfinished file that is kept."""
_ROWS_AT_ONCE: Final = 1 << 15


class OutputError(LetterTycoonError):
    """Results cannot be written any more: the disk is full, or gone."""


class PlaysWriter(contextlib.AbstractContextManager["PlaysWriter"]):
    """Write chunks of plays to a file; a context manager.

    The rows go to a hidden file in the same folder, which gets the final name at the end. After an
    error or Ctrl-C its whole rows, if there are any, are kept as NAME.part, or as NAME.part2 and so
    on if a NAME.part has appeared since the start. No writer starts while a NAME.part exists; the
    next one removes the hidden files of processes that were killed.

    Args:
        path: a .csv, .jsonl or .parquet file; frames.py describes the columns.
        count: True if the plays were counted, as for `iter_solve_batch`.

    Attributes:
        kept: the file with the finished rows after an error or Ctrl-C, else None.
        n_rows: the number of rows in the file.

    Raises:
        InvalidInputError: before anything is written: `path` is not a path, has another suffix or
            cannot be written, a NAME.part exists, or pyarrow is missing for Parquet.

    Examples:
        >>> from letter_tycoon_solver.batch import Deal, PlaysWriter, iter_solve_batch
        >>> with PlaysWriter("plays.csv") as writer:
        ...     for plays in iter_solve_batch(Deal(3, seed=1), "enable"):
        ...         writer.write(plays)
        >>> writer.n_rows
        3
    """

    def __init__(self, path: str | os.PathLike[str], *, count: bool = False) -> None:
        self._path = parse_path(path)
        require(count, bool, "count")
        self._count = count
        self.kept: Path | None = None
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
            try:
                self._file: _OutputFile | None = open_file(self._unfinished.path, count)
            except BaseException:
                self._unfinished.remove()
                raise
        except OSError as error:
            raise InvalidInputError(
                f"{show_text(self._path)} cannot be written: {error.strerror or error};"
                " give another place"
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
        require(plays, BatchPlays, "the chunk of plays")
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
        """A clause that tells what was kept of an unfinished file."""
        if self.kept is None:
            return f"nothing of {show_text(self._path)} was finished"
        rows = "row that was finished is" if self.n_rows == 1 else "rows that were finished are"
        return f"the {self.n_rows:,} {rows} in {self.kept}"

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
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
            f"{show_text(self._path)} cannot be written any further: {error.strerror or error};"
            f" {self.note_on_kept}"
        )


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


_OPENED: Final[dict[str, Callable[[Path, bool], _OutputFile]]] = {
    ".csv": lambda path, count: _TextFile(path, csv_head(count), csv_text),
    ".jsonl": lambda path, _count: _TextFile(path, "", json_text),
    ".parquet": _ParquetFile,
}
"""By suffix, the file for plays that were counted, or were not."""
