"""Plans of static evaluation as a table: the actions and their worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table

from ...evaluation.static_plan import StaticPlan
from ...rules.cards import PATENT_COST
from ...rules.play import Play
from ...search.plays_table import NOTHING, Cell, Column, columns_for, plain
from .styles import table_of

_EARNED: Final = ("Margin", "$", "Stock", "Royalties")
"""The columns that tables of plays and tables of plans share."""


def plan_table(rows: Sequence[tuple[str, StaticPlan]], hand: str, n_opponents: int) -> Table:
    """Make a table of the plans, a row each, after their numbers; two words may wrap."""
    of_plays = {column.header: column for column in columns_for(n_opponents)}
    columns = [
        Column("Play", lambda plan: _play_cell(plan, of_plays["Play"]), may_wrap=True),
        Column("Buy", lambda plan: plain(_price(plan.buy))),
        Column("Discard", lambda plan: plain((plan.replace or plan.discards) or NOTHING)),
        Column("Keep", lambda plan: plain(plan.kept(hand) or NOTHING)),
        Column("Equity", lambda plan: plain(f"{plan.equity.total:+.2f}"), is_number=True),
        *(_earned(of_plays[name]) for name in _EARNED if name in of_plays),
    ]
    return table_of(columns, rows)


def _play_cell(plan: StaticPlan, column: Column[Play]) -> Cell:
    if plan.play is None:
        return plain("replace" if plan.replace else "exchange")
    return column.cell(plan.play)


def _price(patent: str) -> str:
    return f"{patent}{PATENT_COST[patent]}" if patent else NOTHING


def _earned(column: Column[Play]) -> Column[StaticPlan]:
    """Make a column of the words' earnings; an exchange earns nothing."""
    return Column(
        column.header,
        lambda plan: column.cell(plan.play) if plan.play else plain(NOTHING),
        column.is_number,
    )
