"""Turns as a table: what to do, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table

from ..._html import NOTHING
from ...rules.cards import PATENT_COST
from ...rules.play import Play
from ...rules.turn import Turn
from ...search.plays_table import Cell, Column, columns_for, plain
from .styles import table_of

_EARNED: Final = ("Margin", "$", "Stock", "Royalties")
"""The columns of a table of plays that a turn has too."""


def turn_table(rows: Sequence[tuple[str, Turn]], n_opponents: int) -> Table:
    """The turns, a row each, behind their numbers; two words may wrap."""
    of_plays = {column.header: column for column in columns_for(n_opponents)}
    columns = [
        Column("Play", lambda turn: _play_cell(turn, of_plays["Play"]), may_wrap=True),
        Column("Buy", lambda turn: plain(_price(turn.buy))),
        Column("Discard", lambda turn: plain((turn.replace or turn.discards) or NOTHING)),
        Column("Keep", lambda turn: plain(turn.keeps or NOTHING)),
        Column("Equity", lambda turn: plain(f"{turn.equity.total:+.2f}"), is_number=True),
        *(_earned(of_plays[name]) for name in _EARNED if name in of_plays),
    ]
    return table_of(columns, rows)


def _play_cell(turn: Turn, column: Column[Play]) -> Cell:
    return column.cell(turn.play) if turn.play else plain(turn.kind.value)


def _price(patent: str) -> str:
    return f"{patent}{PATENT_COST[patent]}" if patent else NOTHING


def _earned(column: Column[Play]) -> Column[Turn]:
    """A column of what the words earn; an exchange earns nothing."""
    return Column(
        column.header,
        lambda turn: column.cell(turn.play) if turn.play else plain(NOTHING),
        column.is_number,
    )
