"""Plays as a table: plain text, and HTML for notebooks; the command adds one for terminals.

The columns are described once, in `columns_for`; a cell is a row of pieces, each a text and the
part it plays, and the tables only differ in how they show a part. The notation of play.py carries
all of it without colour.
"""

from __future__ import annotations

import enum
import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from .._html import NOTHING, SHOWN, html_grid
from ..rules.cards import PATENT_COST
from ..rules.play import COMMUNITY, DUPLICATE, HAND, SUFFIX, Play, PlayedWord
from .frames import Answers

NUMBER: Final = "#"
_NO_PLAY: Final = "no legal play"
_GAP: Final = "  "


class Part(enum.Enum):
    """The kind of a piece of a cell."""

    PLAIN = enum.auto()
    DIM = enum.auto()
    HAND = enum.auto()
    COMMUNITY = enum.auto()
    DUPLICATE = enum.auto()
    SUFFIX = enum.auto()
    DOUBLER = enum.auto()
    ROYALTY = enum.auto()


_PART_OF_SOURCE: Final = {
    HAND: Part.HAND,
    COMMUNITY: Part.COMMUNITY,
    DUPLICATE: Part.DUPLICATE,
    SUFFIX: Part.SUFFIX,
}

# Colours that can be read on white and on black.
_CSS: Final = {
    Part.DIM: "opacity:.6",
    Part.HAND: "color:#1a9850;font-weight:bold",
    Part.COMMUNITY: "color:#3182bd",
    Part.DUPLICATE: "color:#b8860b",
    Part.SUFFIX: "color:#c051c0",
    Part.DOUBLER: "color:#e0443e;font-weight:bold",
    Part.ROYALTY: "color:#e0443e",
}

Cell = list[tuple[str, Part]]


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column: what stands above it, what it shows of a row, which is mostly a play, and how."""

    header: str
    cell: Callable[[Row], Cell]
    is_number: bool = False
    may_wrap: bool = False


def columns_for(n_opponents: int) -> list[Column[Play]]:
    """The columns of a table of plays; without opponents there are no royalties."""
    decimals = _MARGIN_DECIMALS[n_opponents]
    columns = [
        Column("Play", _play_cell),
        Column("$", lambda play: plain(str(play.money)), is_number=True),
        Column("Stock", lambda play: plain(str(play.stock)), is_number=True),
        Column("Royalties", _royalties, is_number=True),
        Column("Margin", lambda play: plain(f"{play.margin:.{decimals}f}"), is_number=True),
        Column("Could buy", _purchasable, may_wrap=True),
        Column("Kept", lambda play: plain(play.leave or NOTHING)),
    ]
    return columns if n_opponents else [c for c in columns if c.header != "Royalties"]


_MARGIN_DECIMALS: Final = (0, 0, 1, 2, 2)
"""By number of opponents: royalties to the average opponent are halves, thirds or quarters."""


def _play_cell(play: Play) -> Cell:
    """`Play.notation` in pieces."""
    pieces: Cell = []
    for word, doublers in zip(play.words, play.doublers, strict=True):
        if pieces:
            pieces.append((" & ", Part.PLAIN))
        pieces += _word_pieces(word)
        if doublers:
            pieces.append((f"*{doublers}", Part.DOUBLER))
    return pieces


def _word_pieces(word: PlayedWord) -> Cell:
    pieces = [
        (PlayedWord(letter, source).notation, _PART_OF_SOURCE[source])
        for letter, source in zip(word.word, word.sources, strict=True)
    ]
    return [*pieces, (f"/{word.y_as}", Part.DIM)] if word.y_as else pieces


def _royalties(play: Play) -> Cell:
    pieces: Cell = []
    for dollars in play.royalties:
        if pieces:
            pieces.append((", ", Part.DIM))
        pieces.append((str(dollars), Part.ROYALTY if dollars else Part.DIM))
    return pieces


def _purchasable(play: Play) -> Cell:
    prices = " ".join(f"{letter}{PATENT_COST[letter]}" for letter in play.purchasable)
    return plain(prices or NOTHING)


def plain(text: str) -> Cell:
    """A cell that is one piece; dim if there is nothing in it."""
    return [(text, Part.DIM if text == NOTHING else Part.PLAIN)]


# The tables --------------------------------------------------------------------------------------


def text_table(plays: Answers[Play], n_opponents: int, limit: int = SHOWN) -> str:
    """The first `limit` plays as plain text, and a last line that says how many more there are."""
    if not plays:
        return _NO_PLAY
    columns = columns_for(n_opponents)
    rows = [_headers(columns)]
    for number, play in enumerate(plays[:limit], 1):
        rows.append([str(number), *(_text_cell(column, play) for column in columns)])
    is_number = [True, *(column.is_number for column in columns)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        _GAP.join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, is_number, strict=True)
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, *_more(plays, limit)])


def html_table(plays: Answers[Play], n_opponents: int, limit: int = SHOWN) -> str:
    """The first `limit` plays as an HTML table, with a line that says how many more there are."""
    if not plays:
        return f"<p>{_NO_PLAY}</p>"
    columns = columns_for(n_opponents)
    rows = [
        [str(number), *(_html_cell(column, play) for column in columns)]
        for number, play in enumerate(plays[:limit], 1)
    ]
    return html_grid(_headers(columns), rows) + "".join(
        f"<p>{line}</p>" for line in _more(plays, limit)
    )


def _headers(columns: Sequence[Column[Play]]) -> list[str]:
    return [NUMBER, *(column.header for column in columns)]


def _text_cell(column: Column[Play], play: Play) -> str:
    return "".join(text for text, _ in column.cell(play))


def _html_cell(column: Column[Play], play: Play) -> str:
    return "".join(
        f'<span style="{_CSS[part]}">{html.escape(text)}</span>'
        if part in _CSS
        else html.escape(text)
        for text, part in column.cell(play)
    )


def _more(plays: Answers[Play], limit: int) -> list[str]:
    hidden = len(plays) - limit
    return [f"... and {hidden:,} more play{'s' if hidden > 1 else ''}"] if hidden > 0 else []
