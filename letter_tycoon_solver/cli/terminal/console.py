"""The console of all commands, and tables that never cut off text."""

from __future__ import annotations

import sys
import textwrap
from typing import Final

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

_ANY_WIDTH: Final = 10_000
"""The columns of an output that is not a terminal, so that nothing is cut off or wrapped."""


def new_console() -> Console:
    """Make a console on stdout: coloured on a terminal, unless NO_COLOR is set; plain in a pipe."""
    console = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = _ANY_WIDTH
    return console


def new_table() -> Table:
    """Make an empty table in the style of all commands: one rule, below the bold head."""
    return Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )


def print_indented(console: Console, line: Text) -> None:
    """Print a line; if it wraps, indent the rest more than its beginning."""
    words = line.plain.lstrip()
    indent = " " * (len(line.plain) - len(words))
    if not indent:
        console.print(line)
        return
    for piece in textwrap.wrap(
        words, console.width, initial_indent=indent, subsequent_indent=f"{indent}  "
    ):
        console.print(Text(piece, line.style))


def print_table(table: Table) -> None:
    """Print the table; a narrow terminal wraps its lines, but no word is cut off."""
    console = new_console()
    anywhere = console.options.update(width=_ANY_WIDTH)
    console.width = max(console.width, Measurement.get(console, anywhere, table).minimum)
    console.print(table)
