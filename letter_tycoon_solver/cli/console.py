"""Tables and text on a terminal: the console of all commands, the styles, meanings of words."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column as ColumnStyle
from rich.table import Table
from rich.text import Text

from ..definitions import Definition, define
from ..search.plays import NUMBER, Cell, Column, Part

_ANY_WIDTH: Final = 10_000
"""The columns of an output that is not a terminal, so that nothing is cut off or wrapped."""


def new_console() -> Console:
    """Make a console on stdout: coloured on a terminal, unless NO_COLOR is set; plain in a pipe."""
    console = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = _ANY_WIDTH
    return console


def new_table(texts: Sequence[str] = (), numbers: Sequence[str] = ()) -> Table:
    """Make an empty table in the style of all commands: one rule, below the bold head.

    Args:
        texts: the heads of columns of text, which do not wrap.
        numbers: those of the columns of numbers after them.
    """
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )
    for header in texts:
        table.add_column(header, no_wrap=True)
    for header in numbers:
        table.add_column(header, justify="right", no_wrap=True)
    return table


def print_indented(console: Console, lines: Iterable[str]) -> None:
    """Print lines; where one wraps, the rest is indented more than its beginning."""
    for line in lines:
        for piece in textwrap.wrap(
            line, console.width, initial_indent="  ", subsequent_indent="    "
        ):
            console.print(Text(piece))


def print_table(table: Table) -> None:
    """Print the table; a narrow terminal wraps its lines, but no word is cut off."""
    console = new_console()
    anywhere = console.options.update(width=_ANY_WIDTH)
    console.width = max(console.width, Measurement.get(console, anywhere, table).minimum)
    console.print(table)


# Tables written a row at a time, while the rest is being computed.


USUAL_WIDTH: Final = 80
"""The width of the line below the head if the output has no width of its own."""
_GAP: Final = 2
_LEAST_LAST: Final = 20


class Rows:
    """A table that writes its head with the first row.

    Args:
        columns: all columns of fixed width; longer text continues in the next line.
        last: the head of the last column, which takes the rest of the line.
    """

    def __init__(self, columns: Sequence[ColumnStyle], last: str) -> None:
        self._columns = columns
        self._last = last
        self._console = new_console()
        fixed = sum(map(_width, columns)) + _GAP * len(columns)
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
            table.add_column(
                column.header, width=_width(column), justify=column.justify, overflow="fold"
            )
        table.add_column(self._last, width=width_of_last, overflow="fold")
        return table


def _width(column: ColumnStyle) -> int:
    return max(column.width or 0, len(str(column.header)))


# The styles of the parts of a play on a terminal, and tables with such parts.


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


def table_of(
    columns: Sequence[Column[Row]], rows: Iterable[Row], numbers: Sequence[str] = ()
) -> Table:
    """Make a table of these rows, each after its number, from 1 if none are given.

    A column is as wide as its text, unless it may wrap.
    """
    table = new_table()
    table.add_column(NUMBER, justify="right", style=STYLES[Part.DIM], no_wrap=True)
    cells = [[styled(column.cell(row)) for column in columns] for row in rows]
    for at, column in enumerate(columns):
        widths = [] if column.may_wrap else [len(row[at]) for row in cells]
        table.add_column(
            column.header,
            justify="right" if column.is_number else "left",
            min_width=max([len(column.header), *widths]),
            no_wrap=not column.may_wrap,
        )
    for number, row in enumerate(cells, 1):
        table.add_row(numbers[number - 1] if numbers else str(number), *row)
    return table


def styled(cell: Cell) -> Text:
    """Return the pieces of a cell in the colours of their parts."""
    return Text.assemble(*((text, STYLES[part]) for text, part in cell))


# Sentences with labels before them, and the meanings of words.


def print_labelled(texts: Iterable[tuple[str, str]], indent: int) -> None:
    """Write texts to stdout in lines of a readable width, each behind its label.

    Args:
        texts: labels, which fit into the indent, and sentences.
        indent: the indent of all lines.
    """
    console = new_console()
    width = max(min(console.width, USUAL_WIDTH) - indent, _LEAST_LAST)
    for label, text in texts:
        head, *rest = textwrap.wrap(text, width)
        before = f"{' ' * _GAP}{label}".ljust(indent)
        console.print(Text.assemble((before, STYLES[Part.DIM]), head))
        for line in rest:
            console.print(Text(" " * indent + line))


def meanings(definitions: Sequence[Definition]) -> list[str]:
    """Return a text for each definition, or one that says there is none."""
    return [str(definition) for definition in definitions] or [
        "no definition: WordNet does not have it"
    ]


def print_meanings(words: Sequence[str], *, limit: int | None = None) -> None:
    """Write the meanings of each word to stdout, the most frequent first.

    Args:
        words: each once.
        limit: the most meanings of a word; None for all.
    """
    if not words:
        return
    new_console().print()
    indent = max(map(len, words)) + 2 * _GAP
    for word in words:
        texts = meanings(define(word))[:limit]
        print_labelled(zip([word, *[""] * len(texts)], texts, strict=False), indent)
