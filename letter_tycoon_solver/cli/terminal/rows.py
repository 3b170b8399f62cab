"""Tables written a row at a time, while the rest is being computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from .console import new_console, new_table

USUAL_WIDTH: Final = 80
"""The width of the line below the head if the output has no width of its own."""
_GAP: Final = 2
_LEAST_LAST: Final = 20


@dataclass(frozen=True, slots=True)
class FixedColumn:
    """A column of fixed width; longer text continues in the next line."""

    header: str
    width: int
    justify: JustifyMethod = "left"


class Rows:
    """A table that writes its head with the first row.

    Args:
        columns: all columns of fixed width.
        last: the head of the last column, which takes the rest of the line.
    """

    def __init__(self, columns: Sequence[FixedColumn], last: str) -> None:
        self._columns = columns
        self._last = last
        self._console = new_console()
        fixed = sum(max(column.width, len(column.header)) + _GAP for column in columns)
        self._console.width = max(self._console.width, fixed + _LEAST_LAST)
        self._rest = max(min(self._console.width, USUAL_WIDTH) - fixed, _LEAST_LAST)
        self._has_begun = False

    def write(self, *cells: str | Text) -> None:
        """Write a row at once."""
        if not self._has_begun:
            self._has_begun = True
            self._console.print(self._table(self._rest))
        table = self._table()
        table.show_header = False
        table.add_row(*cells)
        self._console.print(table)

    def _table(self, width_of_last: int | None = None) -> Table:
        table = new_table()
        for column in self._columns:
            width = max(column.width, len(column.header))
            table.add_column(column.header, width=width, justify=column.justify, overflow="fold")
        table.add_column(self._last, width=width_of_last, overflow="fold")
        return table
