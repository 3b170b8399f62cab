"""`read_positions`: the user's own positions, from files, data frames and arrays."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from .._aot import entries
from .._kernels.text_column import TextCells
from .._kernels.workspace import Columns
from ..errors import InvalidInputError, require, show
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole
from ..rules.position import MAX_MONEY, MAX_OPPONENTS, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from .formats.any_format import blocks_of
from .formats.blocks import TEXT_COLUMNS, BadRow, Block, Blocks, dollars_of
from .positions import Positions
from .solve import CHUNK_SIZE, MAX_CHUNK_SIZE

MAX_BAD_ROWS: Final = 100_000
"""A reader keeps this many bad rows; it only counts the others."""
MAX_CELL: Final = 200
"""The most characters that a cell may have."""

_LIMITS: Final = np.array([*CARD_COUNT.values(), MAX_MONEY, MAX_OPPONENTS], np.int64)
_NOBODY: Final = "-"
_NO_OPPONENTS: Final = "."


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
    """Read positions from a file, a data frame or arrays, one row each.

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
        source: the path of a CSV file (UTF-8, with a header), or of a Parquet or Arrow file
            (.parquet, .arrow, .feather); an open file with CSV; a data frame or table with
            __arrow_c_stream__, such as those of pandas, polars and pyarrow; or a mapping from
            column names to sequences or arrays. All but CSV and mappings need the extra [data].
        ruleset: a position with more cards than it deals is bad.
        strict: True to raise an error at the first bad row instead of leaving it out.
        chunk_size: rows in a chunk, 1 to 10,000,000.

    Raises:
        InvalidInputError: the source cannot be read, a required column is missing, a column is
            repeated or of a wrong type, or another argument is wrong. Errors that the header shows
            come at once.
    """
    require(ruleset, Ruleset, "the ruleset")
    require(strict, bool, "strict")
    size = parse_whole(chunk_size, "chunk_size", 1, MAX_CHUNK_SIZE)
    return PositionReader(blocks_of(source, size), ruleset, strict)


def _fill_in(
    columns: tuple[npt.NDArray[Any], ...], places: list[int], positions: Positions
) -> None:
    for column, cells in zip(columns, positions.columns[:5], strict=True):
        column[places] = 0
        if cells.ndim == 2:
            column[places, : cells.shape[1]] = cells
        else:
            column[places] = cells


def _position_of(texts: list[object], money: object) -> Position:
    """Return the position in a row of cells; raise InvalidInputError for a bad one."""
    hand, community, patents, opponents = map(_stripped, TEXT_COLUMNS, texts)
    amount = dollars_of(money)
    if isinstance(amount, str) and len(amount) > MAX_CELL:
        raise _too_long("money", amount)
    return Position(
        _letters(hand),
        _letters(community),
        _letters(patents),
        _owners(opponents),
        amount,  # type: ignore[arg-type]  # Position judges it.
    )


def _stripped(name: str, cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = cell.strip()
    if len(text) > MAX_CELL:
        raise _too_long(name, text)
    return text


def _too_long(name: str, text: str) -> InvalidInputError:
    return InvalidInputError(
        f"the {name} is a text of {len(text)} characters, {show(text)}; give at most {MAX_CELL}"
    )


def _letters(cell: object) -> Any:
    return "" if cell == _NOBODY else cell


def _owners(cell: object) -> Any:
    if cell in ("", _NO_OPPONENTS):
        return ()
    return [_letters(owned) for owned in cell.split("/")] if isinstance(cell, str) else cell
