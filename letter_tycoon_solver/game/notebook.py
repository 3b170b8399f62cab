"""A state as a table for notebooks."""

from __future__ import annotations

import html

from .._html import NOTHING, html_grid
from ..rules.cards import HIDDEN
from .table import TableData
from .text import default_names, heading_text


def state_html(table: TableData) -> str:
    """The state as HTML: the round and the community, a row for each player, words on the table."""
    names = default_names(len(table.seats))
    headers = ("Player", "Hand", "$", "Stock", "Score", f"Of ${table.goal}", "Patents")
    rows = []
    for name, seat, score in zip(names, table.seats, table.scores, strict=True):
        asked = score.player == table.to_act and not table.is_over
        cells = (
            f"> {name}" if asked else name,
            seat.hand.replace(HIDDEN, "·"),
            *map(str, (seat.money, seat.stock, score.total, seat.patent_value)),
            seat.patents or NOTHING,
        )
        rows.append([html.escape(cell) for cell in cells])
    lines = [heading_text(table, names), f"Community {table.community or NOTHING}"]
    below = (
        f"<p>On the table: {html.escape(table.turn.play.notation)}</p>" if table.turn.play else ""
    )
    above = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
    return above + html_grid(headers, rows) + below
