"""The styles of the parts of a play on a terminal, and tables with such parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from rich.table import Table
from rich.text import Text

from ...search.plays_table import NUMBER, Cell, Column, Part
from ..terminal.console import new_table

Row = TypeVar("Row")

STYLES: Final = {
    Part.PLAIN: "",
    Part.DIM: "dim",
    Part.HAND: "bold green",
    Part.COMMUNITY: "cyan",
    Part.DUPLICATE: "yellow",
    Part.SUFFIX: "magenta",
    Part.DOUBLER: "bold red",
    Part.ROYALTY: "red",
}


def table_of(columns: Sequence[Column[Row]], rows: Sequence[tuple[str, Row]]) -> Table:
    """Make a table of these rows, each after its number.

    A column is as wide as its text, unless it may wrap.
    """
    table = new_table()
    table.add_column(NUMBER, justify="right", style=STYLES[Part.DIM], no_wrap=True)
    cells = [[_styled(column.cell(row)) for column in columns] for _, row in rows]
    for at, column in enumerate(columns):
        widths = [] if column.may_wrap else [len(row[at]) for row in cells]
        table.add_column(
            column.header,
            justify="right" if column.is_number else "left",
            min_width=max([len(column.header), *widths]),
            no_wrap=not column.may_wrap,
        )
    for (number, _), row in zip(rows, cells, strict=True):
        table.add_row(number, *row)
    return table


def numbered(rows: Iterable[Row]) -> list[tuple[str, Row]]:
    """Number the rows from 1."""
    return [(str(number), row) for number, row in enumerate(rows, 1)]


def _styled(cell: Cell) -> Text:
    return Text.assemble(*((text, STYLES[part]) for text, part in cell))
