"""Tables of HTML, by which notebooks show values."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from typing import Final

SHOWN: Final = 20
"""Rows of a table for which no other number is asked."""
NOTHING: Final = "-"


def html_grid(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; `rows` hold HTML, `headers` are plain text."""
    head = "".join(f"<th>{html.escape(text)}</th>" for text in headers)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_texts(headers: Sequence[str], rows: Iterable[Sequence[object]], n_more: int = 0) -> str:
    """Write a table of plain texts, and below it how many rows it leaves out."""
    cells = [[html.escape(str(cell)) or NOTHING for cell in row] for row in rows]
    more = f"<p>... and {n_more:,} more</p>" if n_more > 0 else ""
    return html_grid(headers, cells) + more


def with_error(value: float, error: float) -> str:
    """Format a number and its standard error, without what is unknown (NaN)."""
    if math.isnan(value):
        return NOTHING
    return f"{value:.1f}" if math.isnan(error) else f"{value:.1f} ± {error:.1f}"
