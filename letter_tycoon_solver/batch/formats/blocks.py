"""Raw positions from a source: rows in blocks, with unchecked cells.

A source is a generator of blocks. Its first block is empty and comes as soon as the source is open
and its columns are checked. Dropping the generator closes the files that it opened.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ...errors import InvalidInputError
from ...rules.position import MAX_MONEY

HAND: Final = "hand"
MONEY: Final = "money"
TEXT_COLUMNS: Final = (HAND, "community", "patents", "opponents")
COLUMNS: Final = (*TEXT_COLUMNS, MONEY)
"""The columns of a position; only the hand is required."""
ALLOWED: Final = f"the columns of positions are {', '.join(COLUMNS)}, and only {HAND} must be there"

NOT_PLAIN: Final = -1
"""Marks a cell in the column of money that needs a closer look."""

_MAX_NAMES_SHOWN: Final = 20
_MAX_NAME_SHOWN: Final = 40
_WHOLE: Final = re.compile(r"([+-]?[0-9]{1,18})(\.0*)?")

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


@dataclass(frozen=True, slots=True)
class TextColumn:
    """Cells of text; `data` and `offsets` as in _kernels/text_column.py."""

    data: Bytes
    offsets: Ints
    odd: Mapping[int, object] = field(default_factory=dict)
    """The cells that are not text, by place; `data` has "?" for each."""

    @classmethod
    def empty(cls, n: int) -> TextColumn:
        """Make a column of empty cells."""
        return cls(np.empty(0, np.uint8), np.zeros(n + 1, np.int64))

    @classmethod
    def of(cls, cells: Sequence[object]) -> TextColumn:
        """Make the column from objects: text, or None or NaN for an empty cell."""
        odd: dict[int, object] = {}
        try:
            joined = "".join(cells)  # type: ignore[arg-type]
        except TypeError:
            texts = [_text_of(cell) for cell in cells]
            odd = {at: cells[at] for at, text in enumerate(texts) if text is None}
            cells = ["?" if text is None else text for text in texts]
            joined = "".join(cells)  # type: ignore[arg-type]
        if joined.isascii():
            parts: Sequence[Any] = cells
            data = joined.encode("ascii")
        else:
            parts = [str(cell).encode("utf-8", "backslashreplace") for cell in cells]
            data = b"".join(parts)
        offsets = np.zeros(len(cells) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)), out=offsets[1:])
        return cls(np.frombuffer(data, np.uint8).copy(), offsets, odd)

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

    def cell(self, at: int) -> object:
        """Return a cell as text, or the object that is not text."""
        if at in self.odd:
            return self.odd[at]
        data = self.data[self.offsets[at] : self.offsets[at + 1]]
        return data.tobytes().decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class MoneyColumn:
    """Dollars: int64 [n], NOT_PLAIN where `cell` gives the original."""

    dollars: Ints
    cell: Callable[[int], object]

    @classmethod
    def empty(cls, n: int) -> MoneyColumn:
        """Make a column of empty cells, which mean 0."""
        return cls(np.zeros(n, np.int64), lambda _: 0)

    @classmethod
    def of(cls, cells: Sequence[object]) -> MoneyColumn:
        """Make the column from objects."""
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


def dollars_of(cell: object) -> object:
    """Return the whole number in a cell, 0 for an empty one; return other cells unchanged."""
    if cell is None:
        return 0
    if isinstance(cell, float):
        if cell != cell:  # noqa: PLR0124 - NaN, the empty cell of data frames
            return 0
        return int(cell) if cell.is_integer() else cell
    if isinstance(cell, str):
        text = cell.strip()
        whole = _WHOLE.fullmatch(text)
        return int(whole[1]) if whole else (text or 0)
    return cell


def places_of(names: Sequence[object], where: str) -> dict[str, int]:
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
            f"{where} has no column {HAND}; it has the columns {_shown(names)}; {ALLOWED}"
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


def first_block() -> Block:
    """Return the empty block that a source gives first."""
    return block_of(np.empty(0, np.int64), {})


def block_of(
    rows: Ints,
    cells: Mapping[str, Sequence[object]],
    lines: Sequence[int] | None = None,
    malformed: Sequence[BadRow] = (),
    n_expected: int | None = None,
) -> Block:
    """Make a block from cells by column; a column that is missing is empty."""
    n = len(rows)
    texts = tuple(
        TextColumn.of(cells[name]) if name in cells else TextColumn.empty(n)
        for name in TEXT_COLUMNS
    )
    money = MoneyColumn.of(cells[MONEY]) if MONEY in cells else MoneyColumn.empty(n)
    return Block(rows, texts, money, lines, malformed, n_expected)


def _text_of(cell: object) -> str | None:
    """Return the text of a cell, "" for an empty one, or None if it is not text."""
    if isinstance(cell, str):
        return cell
    return "" if cell is None or (isinstance(cell, float) and cell != cell) else None  # noqa: PLR0124


def _plain_dollars(cell: object) -> int:
    dollars = _dollars_of_text(cell) if type(cell) is str else dollars_of(cell)
    return dollars if type(dollars) is int and 0 <= dollars <= MAX_MONEY else NOT_PLAIN


@functools.lru_cache(4096)
def _dollars_of_text(cell: str) -> object:
    """Do the same as `dollars_of`, cached because the same amounts return often."""
    return dollars_of(cell)
