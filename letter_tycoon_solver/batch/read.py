"""`read_positions`: the user's own positions, from CSV and from Arrow tables.

A source is a generator of blocks: rows with unchecked cells. Its first block is empty and comes as
soon as the source is open and its columns are checked. Dropping the generator closes the file that
it opened. `PositionReader` makes positions of the rows, and says which are none.
"""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from .._extras import extra_module
from .._files import parse_path
from .._kernels import entries
from .._kernels.layouts import Columns, TextCells
from ..errors import InvalidInputError, require, show, show_text
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole
from ..rules.position import MAX_MONEY, MAX_OPPONENTS, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from .positions import Positions
from .solve import CHUNK_SIZE, MAX_CHUNK_SIZE

HAND: Final = "hand"
MONEY: Final = "money"
TEXT_COLUMNS: Final = (HAND, "community", "patents", "opponents")
COLUMNS: Final = (*TEXT_COLUMNS, MONEY)
"""The columns of a position; only the hand is required."""
MAX_BAD_ROWS: Final = 100_000
"""A reader keeps this many bad rows; it only counts the others."""
MAX_CELL: Final = 200
"""The most characters that a cell may have."""
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
_MAX_NAMES_SHOWN: Final = 20
_MAX_NAME_SHOWN: Final = 40
_WHOLE: Final = re.compile(r"([+-]?[0-9]{1,18})(\.0*)?")
_LIMITS: Final = np.array([*CARD_COUNT.values(), MAX_MONEY, MAX_OPPONENTS], np.int64)
_NOBODY: Final = "-"
_NO_OPPONENTS: Final = "."

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]


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


class PositionReader(Iterator[Positions]):
    """Positions in chunks of bounded memory, read once; `read_positions` makes it.

    `iter_solve_batch` takes it in place of Positions. It is also a context manager that closes the
    file; reaching the last row closes it too.

    Attributes:
        bad_rows: the rows that are not positions, a list of at most MAX_BAD_ROWS BadRow.
        n_bad: the number of all bad rows.
        n_rows: the number of rows read so far.
        n_expected: the number of rows in the source, or None if it is unknown.
    """

    bad_rows: list[BadRow]
    n_bad: int
    n_rows: int
    n_expected: int | None

    def __init__(self, blocks: Blocks, ruleset: Ruleset, strict: bool) -> None:
        require(blocks, Generator, "the rows")
        require(ruleset, Ruleset, "the ruleset")
        self.bad_rows = []
        self.n_bad = self.n_rows = 0
        self.n_expected = None
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _positions_in(self, block: Block) -> Positions:
        """Return the positions in a block; keep its bad rows, or raise the first."""
        n = len(block.rows)
        hands = np.zeros((n, self._ruleset.hand_size), np.uint8)
        communities = np.zeros((n, self._ruleset.community_size), np.uint8)
        owners = np.zeros((n, len(LETTERS)), np.uint8)
        read = Columns(hands, communities, owners, block.money.dollars, np.zeros(n, np.uint8))
        ok = np.zeros(n, np.uint8)
        # The kernel does not check offsets, so wrong ones would lead out of the memory.
        for column in block.texts:
            column.check(n)
        texts = [TextCells(column.data, column.offsets) for column in block.texts]
        entries.read_rows(*texts, _LIMITS, read, ok)
        columns = read._replace(money=read.money.astype(np.int32))
        if not ok.all() or block.malformed:
            self._look_at(block, ok, columns)
        if not ok.all():
            good = ok.astype(bool)
            return Positions(*[column[good] for column in (*columns, block.rows)])
        return Positions(*columns, block.rows)  # type: ignore[arg-type]

    def _look_at(
        self, block: Block, ok: npt.NDArray[np.uint8], columns: tuple[npt.NDArray[Any], ...]
    ) -> None:
        """Fill in the rows that turn out to be positions, and keep or raise the bad ones."""
        bad = list(block.malformed)
        places: list[int] = []
        positions: list[Position] = []
        for at in map(int, np.flatnonzero(ok == 0)):
            try:
                position = _position_of(
                    [column.cell(at) for column in block.texts], block.money.cell(at)
                )
                position.check_card_limits(self._ruleset)
            except InvalidInputError as error:
                line = block.lines[at] if block.lines is not None else None
                bad.append(BadRow(int(block.rows[at]), str(error), line))
            else:
                places.append(at)
                positions.append(position)
        if places:
            _fill_in(columns, places, Positions.of(positions))
            ok[places] = 1
        self._keep(sorted(bad, key=lambda row: row.row))

    def _keep(self, bad: list[BadRow]) -> None:
        if bad and self._strict:
            raise InvalidInputError(str(bad[0]))
        self.n_bad += len(bad)
        self.bad_rows += bad[: max(0, MAX_BAD_ROWS - len(self.bad_rows))]


def read_positions(
    source: object,
    *,
    ruleset: Ruleset = RULEBOOK,
    strict: bool = False,
    chunk_size: int = CHUNK_SIZE,
) -> PositionReader:
    r"""Read positions from CSV, a data frame or an Arrow table, one row each.

    The columns may stand in any order, and others are ignored. An empty cell means the default:

    - `hand`: letters of the cards in hand; the only required column.
    - `community`: letters of the community's cards; default none.
    - `patents`: letters of the patents the player owns; default none.
    - `opponents`: the patents of each opponent, clockwise, separated by "/", with "-" for an
      opponent without patents, such as "E/-"; default ".", which means no opponents.
    - `money`: dollars before the turn, a whole number; default 0.

    A "-" means no letters in any column. `rows` of the positions numbers the rows of the source,
    from 0. For CSV the header and blank lines do not count, so row 0 is line 2 of a file with one
    line a row. A row that `Position` refuses is bad: it is left out, and `bad_rows` has its number,
    its line in CSV, and the reason.

    Args:
        source: the path of a CSV file (UTF-8, with a header); an open file with CSV; or anything
            with __arrow_c_stream__, such as data frames of pandas and polars and tables of
            pyarrow, which reads files of other formats. All but CSV needs the extra [data].
        ruleset: a position with more cards than it deals is bad.
        strict: True to raise an error at the first bad row instead of leaving it out.
        chunk_size: rows in a chunk, 1 to 10,000,000.

    Raises:
        InvalidInputError: the source cannot be read, a required column is missing, a column is
            repeated or of a wrong type, or another argument is wrong. Errors that the header shows
            come at once.

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
    """Read positions from a Parquet file, for the command; otherwise as `read_positions`.

    Row group by row group: the file may be larger than the memory.
    """
    return PositionReader(_parquet_blocks(path, chunk_size), ruleset, strict)


def _fill_in(
    columns: tuple[npt.NDArray[Any], ...], places: list[int], positions: Positions
) -> None:
    for column, cells in zip(columns, positions.columns[:5], strict=True):
        column[places] = 0
        if cells.ndim == 2:
            column[places, : cells.shape[1]] = cells
        else:
            column[places] = cells


def _position_of(texts: Sequence[str], money: object) -> Position:
    """Return the position in a row of cells; raise InvalidInputError for a bad one."""
    hand, community, patents, opponents = map(_stripped, TEXT_COLUMNS, texts)
    amount = _dollars_of(money)
    if isinstance(amount, str) and len(amount) > MAX_CELL:
        raise _too_long("money", amount)
    return Position(
        _letters(hand),
        _letters(community),
        _letters(patents),
        _owners(opponents),
        amount,  # type: ignore[arg-type]  # Position judges it.
    )


def _stripped(name: str, cell: str) -> str:
    text = cell.strip()
    if len(text) > MAX_CELL:
        raise _too_long(name, text)
    return text


def _too_long(name: str, text: str) -> InvalidInputError:
    return InvalidInputError(
        f"the {name} is a text of {len(text)} characters, {show(text)}; give at most {MAX_CELL}"
    )


def _letters(cell: str) -> str:
    return "" if cell == _NOBODY else cell


def _owners(cell: str) -> Sequence[str]:
    if cell in ("", _NO_OPPONENTS):
        return ()
    return [_letters(owned) for owned in cell.split("/")]


# Blocks ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TextColumn:
    """Cells of text; `data` and `offsets` as in _kernels/layouts.py."""

    data: Bytes
    offsets: Ints

    @classmethod
    def empty(cls, n: int) -> TextColumn:
        """Make a column of empty cells."""
        return cls(np.empty(0, np.uint8), np.zeros(n + 1, np.int64))

    @classmethod
    def of(cls, cells: Sequence[str]) -> TextColumn:
        """Make the column from texts."""
        joined = "".join(cells)
        if joined.isascii():
            parts: Sequence[Any] = cells
            data = joined.encode("ascii")
        else:
            parts = [cell.encode("utf-8", "backslashreplace") for cell in cells]
            data = b"".join(parts)
        offsets = np.zeros(len(cells) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)), out=offsets[1:])
        return cls(np.frombuffer(data, np.uint8).copy(), offsets)

    def check(self, n: int) -> None:
        """Refuse `data` unless it has this number of cells, stored one after the other.

        Raises:
            InvalidInputError: the offsets do not fit.
        """
        offsets = self.offsets
        if (
            len(offsets) != n + 1
            or offsets[0] < 0
            or offsets[-1] > len(self.data)
            or (offsets[1:] < offsets[:-1]).any()
        ):
            raise InvalidInputError(
                f"a column of text that should have {n:,} cells is damaged; write the table again"
            )

    def cell(self, at: int) -> str:
        """Return a cell as text."""
        data = self.data[self.offsets[at] : self.offsets[at + 1]]
        return data.tobytes().decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class MoneyColumn:
    """Dollars: int64 [n], _NOT_PLAIN where `cell` gives the original."""

    dollars: Ints
    cell: Callable[[int], object]

    @classmethod
    def empty(cls, n: int) -> MoneyColumn:
        """Make a column of empty cells, which mean 0."""
        return cls(np.zeros(n, np.int64), lambda _: 0)

    @classmethod
    def of(cls, cells: Sequence[str | None]) -> MoneyColumn:
        """Make the column from texts."""
        dollars = np.fromiter(map(_plain_dollars, cells), np.int64, len(cells))
        return cls(dollars, cells.__getitem__)


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of a source."""

    rows: Ints
    """int64 [n]: the numbers of the rows, from 0."""
    texts: tuple[TextColumn, ...]
    """A column for each of TEXT_COLUMNS."""
    money: MoneyColumn
    lines: Sequence[int] | None = None
    """The line of a CSV file where each row ends, from 1; None for other sources."""
    malformed: Sequence[BadRow] = ()
    """Rows that could not be split into cells."""
    n_expected: int | None = None
    """The number of rows in the source, or None if it is unknown."""


Blocks = Generator[Block]


def _dollars_of(cell: object) -> object:
    """Return the whole number in a cell, 0 for an empty one; return other cells unchanged."""
    if cell is None:
        return 0
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() else cell
    if isinstance(cell, str):
        text = cell.strip()
        whole = _WHOLE.fullmatch(text)
        return int(whole[1]) if whole else (text or 0)
    return cell


def _places_of(names: Sequence[object], where: str) -> dict[str, int]:
    """Find each column of positions among the names, ignoring case.

    Raises:
        InvalidInputError: the hand is missing, or a column is repeated.
    """
    known = [str(name).strip().lower() for name in names]
    for name in COLUMNS:
        if known.count(name) > 1:
            raise InvalidInputError(
                f"{where} has {known.count(name)} columns {name}; it has the columns"
                f" {_shown(names)}; give one"
            )
    if HAND not in known:
        raise InvalidInputError(
            f"{where} has no column {HAND}; it has the columns {_shown(names)}; {_ALLOWED}"
        )
    return {name: known.index(name) for name in COLUMNS if name in known}


def _shown(names: Sequence[object]) -> str:
    texts = [str(name) for name in names]
    shown = [
        repr(name if len(name) <= _MAX_NAME_SHOWN else name[:_MAX_NAME_SHOWN] + "..")
        for name in texts[:_MAX_NAMES_SHOWN]
    ]
    more = len(texts) - len(shown)
    return (", ".join(shown) or "(none)") + (f" and {more} more" if more else "")


_FIRST_BLOCK: Final = Block(
    np.empty(0, np.int64), (TextColumn.empty(0),) * len(TEXT_COLUMNS), MoneyColumn.empty(0)
)
"""The empty block that a source gives first."""


@functools.lru_cache(4096)
def _plain_dollars(cell: str | None) -> int:
    """Return the dollars in a text, or _NOT_PLAIN; cached because the same amounts return often."""
    dollars = _dollars_of(cell)
    return dollars if type(dollars) is int and 0 <= dollars <= MAX_MONEY else _NOT_PLAIN


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
    """Raises InvalidInputError for what a file or a stream says."""
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
    places = _places_of(header, where)
    yield _FIRST_BLOCK
    row = 0
    while True:
        rows, cells, lines, malformed = _csv_rows(reader, len(header), row, chunk_size)
        row += len(rows) + len(malformed)
        if not rows and not malformed:
            return
        columns = {name: [of_row[place] for of_row in cells] for name, place in places.items()}
        n = len(rows)
        texts = tuple(
            TextColumn.of(columns[name]) if name in columns else TextColumn.empty(n)
            for name in TEXT_COLUMNS
        )
        money = MoneyColumn.of(columns[MONEY]) if MONEY in columns else MoneyColumn.empty(n)
        yield Block(np.array(rows, np.int64), texts, money, lines, malformed, expected(row))


def _csv_header(reader: Iterator[list[str]], where: str) -> list[str]:
    try:
        return next(cells for cells in reader if cells)
    except StopIteration:
        raise InvalidInputError(f"{where} is empty; {_ALLOWED}") from None
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


# Arrow -------------------------------------------------------------------------------------------


def _arrow_blocks(source: Any, chunk_size: int) -> Blocks:
    """Yield the rows of anything with __arrow_c_stream__: a data frame, an Arrow table."""
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
    """Yield the rows of a Parquet file."""
    pa = extra_module("pyarrow", "Parquet files")
    import pyarrow.parquet

    try:
        with (
            _errors_of(path),
            pyarrow.parquet.ParquetFile(path, page_checksum_verification=True) as file,
        ):
            schema = file.schema_arrow
            names = [schema.names[at] for at in _places_of(schema.names, str(path)).values()]
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


def _batch_blocks(
    batches: Iterable[Any], schema: Any, where: str, chunk_size: int, n_expected: int | None
) -> Blocks:
    names = {name: schema.names[at] for name, at in _places_of(schema.names, where).items()}
    for name, name_there in names.items():
        _check_arrow_type(name, schema.field(name_there).type, where)
    yield _FIRST_BLOCK
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
    if str(kind) in _TEXT_TYPES:
        return
    if name == MONEY and (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind)):
        return
    allowed = ", ".join(f"{text} text" for text in TEXT_COLUMNS) + ", money whole numbers"
    raise InvalidInputError(f"column {name} of {where} has the type {kind}; give {allowed}")


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
    dollars = np.full(len(values), _NOT_PLAIN, np.int64)
    dollars[plain] = values[plain].astype(np.int64)
    return MoneyColumn(dollars, lambda at: column[at].as_py())
